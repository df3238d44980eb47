"""Worked examples as data: what stands in the documents, verified against the program.

>>> example = load_example("scorebook-three")
>>> example.settle().totals
{'Sora': 2, 'Owen': 2, 'Pia': -4}
>>> all(check.passed for check in example.verify())
True

The files stand in ``rules_data/examples``; the README there explains every field. Each value below ``expect`` is
compared, and an expectation that the kind does not know is an error. A file may hold several cases, each of them an
example of its own, with an id such as ``wheel-lowest/two-four``.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cptutor.datafiles import read_data, validate
from cptutor.examples.runners import KINDS, Data, naming, read_layout, read_seats
from cptutor.legality import check
from cptutor.resources import resource
from cptutor.rules import Agreement, as_agreement
from cptutor.rules.profile_files import load_profile, read_profile, read_source
from cptutor.settlement import settle
from cptutor.tables import Table
from cptutor.terms import RuleError, RulingNeeded, TutorError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cptutor.layout import Layout
    from cptutor.legality import Verdict
    from cptutor.rules import Rules
    from cptutor.rules.profiles import Profile, Source
    from cptutor.settlement.scorebook import Scorebook
    from cptutor.settlement.seats import Seat


@dataclass(frozen=True, slots=True)
class Check:
    """One expected value and what was found; ``field`` is its key below ``expect``."""

    field: str
    expected: Any
    got: Any

    @property
    def passed(self) -> bool:
        """Whether the two are the same."""
        return bool(self.expected == self.got)

    def __str__(self) -> str:
        if self.passed:
            return f"{self.field}: {self.got}"
        return f"{self.field}: expected {self.expected}, got {self.got}"


@dataclass(frozen=True, slots=True, repr=False)
class Example:
    """One worked example.

    ``source`` is where it was read, ``cards`` how its cards relate to the document (``as printed``, ``suits added``,
    ``reconstructed``, ``ours``, or empty where it has none), ``agreement`` the rules and rulings it is settled under,
    ``data`` the file's content.
    """

    id: str
    title: str
    kind: str
    source: Source
    cards: str
    note: str
    agreement: Agreement
    data: Data = field(hash=False)
    file: str

    @property
    def profile(self) -> str:
        """The id of its profile."""
        return self.agreement.profile.id

    @property
    def expect(self) -> Data:
        """The expected values as they stand in the file."""
        expect: Data = self.data["expect"]
        return expect

    @property
    def rows(self) -> tuple[str, ...]:
        """The rows of a ``rank`` or ``compare`` example, as text."""
        return tuple(self.data.get("rows", ()))

    @property
    def layout(self) -> Layout:
        """The layout of a ``check``, ``exchange`` or ``repair`` example, as it stands before anything is done.

        Raises:
            RuleError: the example has no single layout.
        """
        if "layout" not in self.data:
            raise RuleError(f"{self.file}: there is no key 'layout' in an example of kind {self.kind!r}")
        return read_layout(self.data)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of a ``settle`` example; none for other kinds."""
        return read_seats(self.data)

    @property
    def layouts(self) -> dict[str, Layout]:
        """The layouts of a ``settle`` example by name of the seat; empty for other kinds."""
        return {seat.name: seat.layout for seat in self.seats}

    def run(self, rules: Rules | None = None) -> Any:
        """The live object: strengths, a comparison, a verdict, repairs, pairings or a scorebook, by kind.

        Args:
            rules: other rules to run it under; by default its own.
        """
        return KINDS[self.kind].run(self.data, self._rules(rules))

    def settle(self, rules: Rules | None = None) -> Scorebook:
        """The scorebook of its seats, under its own rules or others.

        Raises:
            DealError: the example has no seats with layouts.
            RulingNeeded: the rules are silent.
        """
        return settle(self.seats, self._rules(rules))

    def check(self, rules: Rules | None = None) -> Verdict:
        """The verdict on its layout (before any exchange), under its own rules or others.

        Raises:
            RuleError: the example has no single layout.
            RulingNeeded: the rules are silent.
        """
        return check(self.layout, self._rules(rules))

    def verify(self, profile: Profile | None = None) -> tuple[Check, ...]:
        """Compare every expected value with what the program finds.

        Args:
            profile: a changed profile to verify it against, to see that the example notices; by default its own.

        Returns:
            A check for each value. Where the program refuses or fails, the checks say what it said.

        Raises:
            RuleError: the file expects something that examples of its kind do not have.
        """
        found, raised = self._find(profile)
        refused = self.expect.get("refused")
        if refused and refused in found.get("refused", ""):
            found["refused"] = refused
        checks: list[Check] = []
        for key, expected in self.expect.items():
            if key in found:
                checks += self._compare(expected, found[key], key)
            elif raised:
                checks.append(Check(key, expected, raised))
            else:
                raise self._unknown(key)
        return tuple(checks)

    def _find(self, profile: Profile | None) -> tuple[Data, str]:
        """What was found in the shape of ``expect``, and what was raised, if anything was."""
        kind = KINDS[self.kind]
        try:
            rules = Agreement(profile, self.agreement.rulings) if profile else self.agreement
            found = kind.found(self.data, kind.run(self.data, rules), rules)
        except RulingNeeded as needed:
            return {"questions": [gap.key for gap in needed.questions]}, f"RulingNeeded: {needed}"
        except TutorError as error:
            return {"refused": str(error)}, f"{type(error).__name__}: {error}"
        except Exception as error:  # a fault of the program is a failed check, not the end of all checks
            return {}, f"{type(error).__name__}: {error}"
        return found | {"questions": [], "refused": ""}, ""

    def _compare(self, expected: Any, found: Any, key: str) -> Iterator[Check]:
        if isinstance(expected, dict) and isinstance(found, dict):
            for name, value in expected.items():
                if name not in found:
                    raise self._unknown(f"{key}.{name}")
                yield from self._compare(value, found[name], f"{key}.{name}")
        elif _are_tables(expected) and len(expected) == len(found):
            for number, (value, there) in enumerate(zip(expected, found, strict=True)):
                yield from self._compare(value, there, f"{key}.{number}")
        else:
            yield Check(key, expected, found)

    def _unknown(self, key: str) -> RuleError:
        return RuleError(f"{self.file}: expect: unknown key {key!r} in an example of kind {self.kind!r}")

    def _rules(self, rules: Rules | None) -> Agreement:
        return self.agreement if rules is None else as_agreement(rules)

    def __str__(self) -> str:
        lines = [f"{self.title} ({self.source})"]
        lines += [f"  {row}" for row in self.rows]
        lines += [f"  {name}: {layout}" for name, layout in self.layouts.items()]
        if "layout" in self.data:
            lines.append(f"  {self.layout}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"load_example({self.id!r})"


def example_ids() -> tuple[str, ...]:
    """The ids of the shipped examples, in alphabetical order of their files."""
    return tuple(example.id for example in load_examples())


@lru_cache
def load_examples() -> tuple[Example, ...]:
    """Every shipped example, in the order of :func:`example_ids`."""
    return tuple(chain.from_iterable(map(load_cases, _file_names())))


def load_example(name: str | Path) -> Example:
    """A shipped example by its id, or an example from a file of one's own.

    Args:
        name: an id of :func:`example_ids`, or the path of a ``.toml`` file.

    Raises:
        RuleError: no such example, or a file of several; or names the file and the key that is unknown, missing or
            of a wrong kind.
    """
    cases = load_cases(name)
    if len(cases) > 1:
        raise RuleError(f"{name} holds several cases; name one of {', '.join(case.id for case in cases)}")
    return cases[0]


def load_cases(name: str | Path) -> tuple[Example, ...]:
    """The examples of a file; a file without cases is one.

    Args:
        name: the id of a shipped file or of one of its cases, or the path of a ``.toml`` file.

    Raises:
        RuleError: as :func:`load_example`.
    """
    if isinstance(name, Path) or name.endswith(".toml"):
        return _read_file(Path(name))
    file = name.partition("/")[0]
    cases = _shipped(file) if file in _file_names() else ()
    chosen = tuple(case for case in cases if name in (file, case.id))
    if not chosen:
        raise RuleError(f"no example {name!r}; the ids are in example_ids()")
    return chosen


@lru_cache
def _shipped(file: str) -> tuple[Example, ...]:
    return _read_file(_folder() / f"{file}.toml")


def _read_file(path: Path) -> tuple[Example, ...]:
    data = read_data(path)
    examples = read_examples(data, path.name)
    if data["id"] != path.stem:
        raise RuleError(f"{path.name}: id: {data['id']!r}, which must be the name of the file, {path.stem!r}")
    return examples


def read_examples(data: Data, file: str) -> tuple[Example, ...]:
    """The examples in the content of a file: its cases, or the one that it is.

    Raises:
        RuleError: names the file, the case, and the key that is unknown, missing or of a wrong kind.
    """
    if "case" not in data:
        return (read_example(data, file),)
    validate(data, "example", file)
    shared = {key: value for key, value in data.items() if key != "case"}
    for key in shared:
        if all(key in entry for entry in data["case"]):
            raise RuleError(f"{file}: {key}: every case has its own, so that the file's is read by nobody")
    cases: dict[str, Example] = {}
    for entry in data["case"]:
        own = {key: value for key, value in entry.items() if key != "name"}
        name = entry["name"]
        if "house" in own or "profile" in own:
            own = {"house": None, "profile": None, **own}
        if name in cases:
            raise RuleError(f"{file}: two cases have the name {name!r}")
        content = {key: value for key, value in {**shared, **own}.items() if value is not None}
        case = read_example(content, f"{file}: case {name}")
        cases[name] = replace(case, id=f"{case.id}/{name}", file=file)
    return tuple(cases.values())


def read_example(data: Data, file: str) -> Example:
    """An example from the content of a file; ``file`` stands for it in errors.

    Raises:
        RuleError: names the file and the key that is unknown, missing or of a wrong kind.
    """
    validate(data, "example", file)
    source = read_source(data["source"], "", f"{file}: source")
    if ("profile" in data) == ("house" in data):
        raise RuleError(f"{file}: either a profile or house rules are wanted")
    with naming(file):
        with naming("profile"):
            profile = load_profile(data["profile"]) if "profile" in data else None
        with naming("house"):
            profile = profile or read_profile(data["house"], data["house"]["id"])
        with naming("rulings"):
            agreement = Agreement(profile, data.get("rulings"))
        KINDS[data["kind"]].read(data, agreement)
    return Example(
        id=data["id"],
        title=data["title"],
        kind=data["kind"],
        source=source,
        cards=data.get("cards", ""),
        note=data.get("note", ""),
        agreement=agreement,
        data=data,
        file=file,
    )


@lru_cache
def _file_names() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in _folder().glob("*.toml")))


def _folder() -> Path:
    return resource("rules_data") / "examples"


def _are_tables(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(entry, dict) for entry in value)


def show_examples(*ids: str) -> Table:
    """Some worked examples as a table, each verified as it is shown.

    Args:
        ids: ids of shipped examples, or of files with several cases, which share a line; all files if none is given.

    Raises:
        RuleError: there is no such example.

    >>> show_examples("no-wrap", "surrender-both")
    example         what it shows                          source                      verified
    no-wrap         A straight does not run round the ace  workshop, front categories  ✓ 1 value
    surrender-both  Two seats give up                      full-rules, scoring-chart   ✓ 11 values in 7 cases
    """
    rows = []
    for name in ids or _file_names():
        cases = load_cases(name)
        checks = [check for case in cases for check in case.verify()]
        failed = [check for check in checks if not check.passed]
        verdict = f"✗ {failed[0]}" if failed else f"✓ {_counted(len(checks), 'value')}"
        if len(cases) > 1:
            verdict += f" in {_counted(len(cases), 'case')}"
        sources = {str(case.source) for case in cases}
        documents = dict.fromkeys(case.source.document for case in cases)
        source = sources.pop() if len(sources) == 1 else ", ".join(documents)
        rows.append((name, cases[0].title, source, verdict))
    return Table("Worked examples", ("example", "what it shows", "source", "verified"), tuple(rows))


def _counted(number: int, name: str) -> str:
    return f"{number} {name}{'s' * (number != 1)}"
