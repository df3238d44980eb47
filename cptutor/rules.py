"""Rules as data: profiles, the gaps their documents leave, and the agreements that fill them.

A profile is a tree of rules. Each has a key (``bonus.overall.units``) and either a value with the section it was
read in, or a gap: the document is silent, and the table must give a ruling before a deal that needs it can be
settled. No profile borrows from another.

>>> swc = load_profile("swc")
>>> swc["bonus.overall.units"]
Rule(key='bonus.overall.units', value=1, source=Source(document='workshop', section='row points'), note='')
>>> swc["foul.price"].question
'What does a foul pay each legal opponent: the rows, as if scooped, or how many units?'
>>> Agreement("swc", {"foul.price": 4})["foul.price"]
4
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from cptutor.datafiles import load_schema, read_data, validate
from cptutor.resources import resource
from cptutor.terms import RuleError, RulingNeeded, TutorError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from cptutor.ranking import Wheel

Result = TypeVar("Result")

Value = int | str
"""What a rule says: a number of units, rows or chips, or one of the choices that the schema lists."""


@dataclass(frozen=True, slots=True)
class Source:
    """A document (an id of ``rules_data/sources.toml``) and a section of it."""

    document: str
    section: str

    def __str__(self) -> str:
        return f"{self.document}, {self.section}"


@dataclass(frozen=True, slots=True)
class Rule:
    """One value of a profile and where it was read."""

    key: str
    value: Value
    source: Source
    note: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a rule's value may be: one of ``choices``, or a whole number within the bounds, or text.

    Args:
        choices: the words allowed, if any.
        minimum, maximum: bounds of a number; None where there is none. Numbers are allowed only with a minimum.
        text: whether any text will do.
    """

    choices: tuple[str, ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    text: bool = False

    def allows(self, value: object) -> bool:
        """Whether a value is an allowed answer."""
        if isinstance(value, str):
            return value in self.choices or (self.text and bool(value.strip()))
        if isinstance(value, bool) or not isinstance(value, int) or self.minimum is None:
            return False
        return self.minimum <= value and (self.maximum is None or value <= self.maximum)

    def read(self, text: str) -> Value:
        """An answer typed as text: a number where numbers are allowed, else the text itself."""
        digits = text.strip().removeprefix("-")
        return (
            int(text) if self.minimum is not None and digits.isascii() and digits.isdigit() else text.strip()
        )

    def samples(self) -> tuple[Value, ...]:
        """One answer of each sort, enough to find out which further questions an answer leads to."""
        numbers = () if self.minimum is None else (self.minimum,)
        return (*self.choices, *numbers, *(("as agreed",) if self.text else ()))

    def __str__(self) -> str:
        parts = list(self.choices)
        if self.minimum is not None:
            parts.append(
                f"a whole number from {self.minimum}"
                + (f" to {self.maximum}" if self.maximum is not None else "")
            )
        if self.text:
            parts.append("any text")
        return " or ".join(parts)


@dataclass(frozen=True, slots=True)
class Gap:
    """A place where a document is silent: the question to put to the table and the answers it may give."""

    key: str
    question: str
    answer: Answer
    source: Source
    gap: str

    def __str__(self) -> str:
        return f"{self.key}: {self.question} ({self.answer})"

    def as_dict(self) -> dict[str, str]:
        """The gap for JSON."""
        return {
            "key": self.key,
            "question": self.question,
            "answer": str(self.answer),
            "source": str(self.source),
            "gap": self.gap,
        }


@dataclass(frozen=True, slots=True)
class Citation:
    """A rule as it was used: its key, its value, and the source, or the ruling that stood in for one."""

    key: str
    value: Value
    source: Source
    ruling: bool = False

    def __str__(self) -> str:
        where = f"ruling, {self.source} being silent" if self.ruling else str(self.source)
        return f"{self.key} = {self.value} ({where})"


@dataclass(frozen=True)
class Profile(Mapping[str, "Rule | Gap"]):
    """A table's rules: every key with a :class:`Rule` or a :class:`Gap`, in the order of its file.

    ``id``, ``title`` (the scoring in numbers) and ``document`` say which table it is.
    """

    id: str
    title: str
    document: str
    entries: Mapping[str, Rule | Gap] = field(repr=False)

    def __getitem__(self, key: str) -> Rule | Gap:
        return self.entries[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def __hash__(self) -> int:
        return hash(self.id)

    def __repr__(self) -> str:
        return f"load_profile({self.id!r})"

    @property
    def rules(self) -> tuple[Rule, ...]:
        """What the profile says."""
        return tuple(entry for entry in self.entries.values() if isinstance(entry, Rule))

    @property
    def gaps(self) -> tuple[Gap, ...]:
        """What it leaves open."""
        return tuple(entry for entry in self.entries.values() if isinstance(entry, Gap))

    def as_dict(self) -> dict[str, Any]:
        """The profile for JSON."""
        return {
            "id": self.id,
            "title": self.title,
            "document": self.document,
            "rules": [
                {"key": rule.key, "value": rule.value, "source": str(rule.source), "note": rule.note}
                for rule in self.rules
            ],
            "gaps": [gap.as_dict() for gap in self.gaps],
        }

    def names(self, section: str) -> tuple[str, ...]:
        """The names that stand under a section: ``names("bonus")`` is ``("overall",)`` for ``swc``."""
        prefix = section + "."
        found = {key[len(prefix) :].split(".")[0]: None for key in self.entries if key.startswith(prefix)}
        return tuple(found)


class Agreement:
    """A profile and the rulings a table has given for its gaps.

    Args:
        profile: a profile or its id.
        rulings: an answer for some or all of the gaps, by key.

    ``agreement[key]`` is the value in force.

    Raises:
        RuleError: a ruling for a key that is no gap of this profile, or against its allowed answers.
        RulingNeeded: (on ``agreement[key]``) the profile is silent and there is no ruling.
    """

    __slots__ = ("profile", "rulings")
    profile: Profile
    rulings: Mapping[str, Value]

    def __init__(self, profile: Profile | str, rulings: Mapping[str, Value] | None = None) -> None:
        self.profile = load_profile(profile) if isinstance(profile, str) else profile
        self.rulings = dict(rulings or {})
        for key, value in self.rulings.items():
            _refuse_wrong_ruling(self.profile, key, value)

    def __getitem__(self, key: str) -> Value:
        if key in self.rulings:
            return self.rulings[key]
        entry = self.profile[key]
        if isinstance(entry, Gap):
            raise RulingNeeded(self.profile.id, [entry])
        return entry.value

    def __contains__(self, key: object) -> bool:
        return key in self.profile

    def number(self, key: str) -> int:
        """The value of a rule that is a number of units, rows or chips."""
        value = self[key]
        if not isinstance(value, int):
            raise RuleError(f"{self.profile.id}: {key} is {value!r} where a number is wanted")
        return value

    @property
    def wheel(self) -> Wheel:
        """Where 5-4-3-2-A stands among the straights."""
        return "lowest" if self["ranking.wheel"] == "lowest" else "second-highest"

    def cite(self, *keys: str) -> tuple[Citation, ...]:
        """The rules of some keys as they are in force, for a transfer that rests on them."""
        return tuple(Citation(key, self[key], self.profile[key].source, key in self.rulings) for key in keys)

    @property
    def open_gaps(self) -> tuple[Gap, ...]:
        """The gaps without a ruling."""
        return tuple(gap for gap in self.profile.gaps if gap.key not in self.rulings)

    def with_ruling(self, key: str, value: Value) -> Agreement:
        """A new agreement with one more ruling."""
        return Agreement(self.profile, {**self.rulings, key: value})

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Agreement):
            return NotImplemented
        return (self.profile, self.rulings) == (other.profile, other.rulings)

    def __hash__(self) -> int:
        return hash((self.profile, tuple(sorted(self.rulings.items(), key=str))))

    def __repr__(self) -> str:
        return f"Agreement({self.profile.id!r}, {self.rulings!r})"


Rules = Agreement | Profile | str
"""Whatever can say what the rules are: an agreement, a profile, or a profile's id."""


def as_agreement(rules: Rules) -> Agreement:
    """An agreement as it is; a profile, or the profile of an id, without rulings."""
    return rules if isinstance(rules, Agreement) else Agreement(rules)


def asking_everything(agreement: Agreement, work: Callable[[Agreement], Result]) -> Result:
    """Do some work under an agreement; where a ruling is missing, find every question the work can raise.

    A question may hang on the answer to another (equal rows of one's own, then the price of a foul), so the work
    is tried again with each sort of answer until no new question comes up. The tries' results are thrown away.

    Raises:
        RulingNeeded: with all the questions, in the order of the profile.
    """
    try:
        return work(agreement)
    except RulingNeeded as first:
        asked = dict.fromkeys(first.questions)
    open_tries = [agreement]
    while open_tries:
        trial = open_tries.pop()
        try:
            work(trial)
        except RulingNeeded as needed:
            for gap in needed.questions:
                asked[gap] = None
                open_tries += [trial.with_ruling(gap.key, answer) for answer in gap.answer.samples()]
        except TutorError:
            continue  # this answer refuses the deal, so nothing further hangs on it
    raise RulingNeeded(agreement.profile.id, [gap for gap in agreement.profile.gaps if gap in asked])


def profile_ids() -> tuple[str, ...]:
    """The ids of the shipped profiles, in alphabetical order."""
    return tuple(sorted(path.stem for path in _profile_folder().glob("*.toml")))


def load_profile(name: str | Path) -> Profile:
    """A shipped profile by its id, or a profile from a file of one's own.

    Args:
        name: an id of :func:`profile_ids`, or the path of a ``.toml`` file.

    Raises:
        RuleError: no such profile; or names the file and the key that is unknown, missing or of a wrong kind.
    """
    if isinstance(name, str) and not name.endswith(".toml"):
        if name not in profile_ids():
            raise RuleError(f"no profile {name!r}; there are {', '.join(profile_ids())}")
        return _read_profile(_profile_folder() / f"{name}.toml")
    return _read_profile(Path(name))


def read_source(source: str | dict[str, str], document: str, where: str) -> Source:
    """A source as it stands in a file: a section of ``document``, or a table with document and section.

    Raises:
        RuleError: the document or the section is not listed in ``rules_data/sources.toml``.
    """
    if isinstance(source, str):
        source = {"document": document, "section": source}
    documents = load_documents()
    if source["document"] not in documents:
        raise RuleError(f"{where}: no document {source['document']!r} in sources.toml")
    if source["section"] not in documents[source["document"]]["sections"]:
        raise RuleError(f"{where}: no section {source['section']!r} of {source['document']} in sources.toml")
    return Source(source["document"], source["section"])


@lru_cache
def load_documents() -> dict[str, dict[str, Any]]:
    """The documents by id, each with ``title``, ``file`` and ``sections``."""
    documents: dict[str, dict[str, Any]] = read_data(resource("rules_data") / "sources.toml")["documents"]
    return documents


def describe_key(key: str) -> dict[str, Any]:
    """What the schema says of a rule's key: ``description``, ``question``, and ``unit`` where it counts something.

    Raises:
        RuleError: the schema has no such key.
    """
    schema = load_schema("profile")
    node = schema
    for part in key.split("."):
        node = node.get("properties", {}).get(part) or node.get("additionalProperties") or {}
        if "$ref" in node:
            node = schema["definitions"][node["$ref"].rpartition("/")[2]]
    if "question" not in node:
        raise RuleError(f"no rule has the key {key!r}")
    return node


def allowed_answer(key: str) -> Answer:
    """What the schema allows as the value of a rule, and so as a ruling on it."""
    value = describe_key(key)["properties"]["value"]
    answer = Answer()
    for option in value.get("anyOf", [value]):
        if "enum" in option:
            answer = replace(answer, choices=tuple(option["enum"]))
        elif option["type"] == "integer":
            answer = replace(answer, minimum=option["minimum"], maximum=option.get("maximum"))
        else:
            answer = replace(answer, text=True)
    return answer


def read_ruling(profile: Profile, key: str, text: str) -> Value:
    """A ruling typed as text: a number where the gap's answer is one, else the text itself.

    Raises:
        RuleError: the profile has no such gap, or it does not allow the answer.
    """
    entry = profile.get(key)
    value = entry.answer.read(text) if isinstance(entry, Gap) else text
    _refuse_wrong_ruling(profile, key, value)
    return value


def _profile_folder() -> Path:
    return resource("rules_data") / "profiles"


@lru_cache
def _read_profile(path: Path) -> Profile:
    data = read_data(path)
    validate(data, "profile", path.name)
    document = data["document"]
    entries = {key: _read_entry(key, leaf, document, path.name) for key, leaf in _leaves(data)}
    return Profile(data["id"], data["title"], document, entries)


def _leaves(tree: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    for name, node in tree.items():
        if isinstance(node, dict):
            key = f"{prefix}{name}"
            if "source" in node:
                yield key, node
            else:
                yield from _leaves(node, f"{key}.")


def _read_entry(key: str, leaf: dict[str, Any], document: str, name: str) -> Rule | Gap:
    where = f"{name}: {key}"
    if ("value" in leaf) == ("gap" in leaf):
        raise RuleError(f"{where}: either a value or a gap is wanted")
    source = read_source(leaf["source"], document, f"{where}.source")
    if "value" in leaf:
        return Rule(key, leaf["value"], source, leaf.get("note", ""))
    return Gap(key, describe_key(key)["question"], allowed_answer(key), source, leaf["gap"])


def _refuse_wrong_ruling(profile: Profile, key: str, value: object) -> None:
    entry = profile.get(key)
    if entry is None:
        raise RuleError(f"ruling {key!r}: {profile.id} has no such rule")
    if isinstance(entry, Rule):
        raise RuleError(f"ruling {key!r}: {profile.id} answers this itself, {entry.value!r} ({entry.source})")
    if not entry.answer.allows(value):
        raise RuleError(f"ruling {key!r}: {value!r} is not {entry.answer}")
