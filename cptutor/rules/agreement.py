"""The rules in force at a table: a profile, and the rulings that fill its gaps.

>>> Agreement("swc", {"foul.price": 4})["foul.price"]
4
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from cptutor.rules.profile_files import load_profile
from cptutor.rules.profiles import Gap, Profile, Rule, Source, Value
from cptutor.rules.remarks import AS_LISTED
from cptutor.terms import RuleError, RulingNeeded

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

    from cptutor.ranking import Wheel

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Citation:
    """A rule as it was used: its key, its value, and the source, or the ruling that stood in for one.

    Args:
        key, value: the rule.
        source: where it was read, or which section is silent or leaves it to the table.
        ruling: whether the value is a ruling.
        option: whether it is a ruling on an option of the rules, not on a gap.
        invented: whether it is a ruling that was made up for demonstration.
        idle: whether it was left open, as every answer comes to the same; ``value`` then is one of them.
    """

    key: str
    value: Value
    source: Source
    ruling: bool = False
    option: bool = False
    invented: bool = False
    idle: bool = False

    def __str__(self) -> str:
        where = str(self.source)
        if self.idle:
            return f"{self.key} left open ({where} being silent; here every answer comes to the same)"
        if self.ruling:
            where = f"an option of {where}" if self.option else f"{where} being silent"
            where = f"{'invented ' if self.invented else ''}ruling, {where}"
        return f"{self.key} = {self.value} ({where})"


class Agreement:
    """A profile and the rulings a table has given for its gaps.

    Args:
        profile: a profile or its id.
        rulings: an answer by key for some or all of the gaps, and for options that the table agrees on.
        invented: whether the rulings were made up for demonstration; then they say so wherever they show.
        title: what the table calls its agreement.

    ``agreement[key]`` is the value in force. Printed, an agreement is one readable page.

    Raises:
        RuleError: a ruling for a key that is neither a gap nor an option of this profile, or against its allowed
            answers.
        RulingNeeded: (on ``agreement[key]``) the profile is silent and there is no ruling.
    """

    __slots__ = ("_idle", "invented", "profile", "rulings", "title", "used")
    profile: Profile
    rulings: Mapping[str, Value]
    used: set[str]
    """The keys of the rulings that have been looked up; what is settled under a copy shows which of them it used."""
    invented: bool
    title: str

    def __init__(
        self,
        profile: Profile | str,
        rulings: Mapping[str, Value] | None = None,
        *,
        invented: bool = False,
        title: str = "",
    ) -> None:
        self.invented, self.title = invented, title
        self.profile = load_profile(profile) if isinstance(profile, str) else profile
        self.rulings = dict(rulings or {})
        self.used = set()
        self._idle: dict[str, Value] = {}
        for key, value in self.rulings.items():
            _refuse_wrong_ruling(self.profile, key, value)

    def __getitem__(self, key: str) -> Value:
        if key in self.rulings:
            self.used.add(key)
            return self.rulings[key]
        if key in self._idle:
            return self._idle[key]
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
        return tuple(map(self._cite, keys))

    def _cite(self, key: str) -> Citation:
        entry, ruled = self.profile[key], key in self.rulings
        option = ruled and isinstance(entry, Rule)
        idle = key in self._idle
        return Citation(key, self[key], entry.source, ruled, option, ruled and self.invented, idle)

    @property
    def open_gaps(self) -> tuple[Gap, ...]:
        """The gaps without a ruling."""
        return tuple(gap for gap in self.profile.gaps if gap.key not in self.rulings)

    def fresh(self) -> Agreement:
        """The same agreement with nothing looked up yet."""
        made = Agreement(self.profile, self.rulings, invented=self.invented, title=self.title)
        made._idle = self._idle
        return made

    def leaving_open(self, key: str, value: Value) -> Agreement:
        """The same agreement, under which a question stays open that any answer, such as ``value``, leads on from."""
        made = self.fresh()
        made._idle = {**self._idle, key: value}
        return made

    def in_force(self) -> dict[str, Value]:
        """What rules and rulings say, by key, without what is open."""
        entries = self.profile.items()
        return {key: self[key] for key, entry in entries if key in self.rulings or isinstance(entry, Rule)}

    def with_ruling(self, key: str, value: Value) -> Agreement:
        """A new agreement with one more ruling."""
        rulings = {**self.rulings, key: value}
        return Agreement(self.profile, rulings, invented=self.invented, title=self.title)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Agreement):
            return NotImplemented
        ours = (self.profile, self.rulings, self.invented, self.title)
        return ours == (other.profile, other.rulings, other.invented, other.title)

    def __hash__(self) -> int:
        return hash((self.profile, tuple(sorted(self.rulings.items())), self.invented, self.title))

    def __repr__(self) -> str:
        profile = repr(self.profile.id if self.profile.file is None else self.profile)
        more = (", invented=True" if self.invented else "") + (
            f", title={self.title!r}" if self.title else ""
        )
        return f"Agreement({profile}, {self.rulings!r}{more})"

    def __str__(self) -> str:
        from cptutor.rules.agreement_files import agreement_text

        return agreement_text(self)

    def _repr_html_(self) -> str:
        from cptutor.rules.agreement_files import agreement_html

        return agreement_html(self)


Rules = Agreement | Profile | str
"""Whatever can say what the rules are: an agreement, a profile, or a profile's id."""


def as_agreement(rules: Rules) -> Agreement:
    """An agreement as it is; a profile, or the profile of an id, without rulings."""
    if not isinstance(rules, (Agreement, Profile, str)):
        raise RuleError(f"rules are an agreement, a profile or its id, not {type(rules).__name__}")
    return rules if isinstance(rules, Agreement) else Agreement(rules)


def asking_everything(
    agreement: Agreement,
    work: Callable[[Agreement], Result],
    parts: Sequence[Callable[[Agreement], object]] = (),
    *,
    outcome: Callable[[Result], Hashable] | None = None,
    samples: Mapping[str, Sequence[Value]] | None = None,
) -> Result:
    """Do some work under an agreement; where a ruling is missing, find every question of the work that matters.

    A question may hang on the answer to another (equal rows of one's own, then the price of a foul), so the work
    is tried again with each sort of answer until no new question comes up; the tries' results are thrown away. What
    comes to the same under every answer is not asked: then the work is done with the question left open.

    Args:
        agreement: the rules in force.
        work: what is to be done.
        parts: pieces of the work that do not depend on each other, such as the pairings of a table. Where the whole
            would take too many tries, each part is tried with all answers, and the whole only with every two of them.
        outcome: what of a result counts, so that two results may be found to come to the same; without it, every
            question that comes up is asked.
        samples: answers to try by key, where the gap itself cannot tell them, such as the names of the players.

    Raises:
        RulingNeeded: with all the questions, in the order of the profile.
        TutorError: what the work itself raises, whatever is answered.
    """
    try:
        return work(agreement)
    except RulingNeeded:
        pass
    from cptutor.rules.questions import Questions

    questions = Questions(agreement, work, outcome, samples or {})
    asked = questions.that_matter()
    if asked is None:
        asked = set().union(*map(questions.any_answers, parts or [work]))
        if parts:
            asked |= questions.every_two_answers()
    if asked:
        raise RulingNeeded(agreement.profile.id, [gap for gap in agreement.profile.gaps if gap in asked])
    while True:
        try:
            return work(agreement)
        except RulingNeeded as needed:
            gap = needed.questions[0]
            agreement = agreement.leaving_open(gap.key, questions.answers(gap)[0])


def read_rulings(profile: Profile, words: Iterable[str]) -> dict[str, Value]:
    """Rulings typed as ``KEY=VALUE``.

    Raises:
        RuleError: a word without an equals sign, a key given twice, or what :func:`read_ruling` refuses.
    """
    rulings: dict[str, Value] = {}
    for word in words:
        key, equals, value = word.partition("=")
        key = key.strip()
        if not equals:
            raise RuleError(f"ruling {word!r}: KEY=VALUE is wanted")
        if key in rulings:
            raise RuleError(f"ruling {key!r} is given twice")
        rulings[key] = read_ruling(profile, key, value)
    return rulings


def read_ruling(profile: Profile, key: str, text: str) -> Value:
    """A ruling typed as text: a number where the gap's answer is one, else the text itself.

    Raises:
        RuleError: the profile has no such gap, or it does not allow the answer.
    """
    entry = profile.get(key)
    value = entry.answer.read(text) if entry is not None and entry.answer else text
    _refuse_wrong_ruling(profile, key, value)
    return value


def _refuse_wrong_ruling(profile: Profile, key: str, value: object) -> None:
    entry = profile.get(key)
    if entry is None:
        raise RuleError(f"ruling {key!r}: {profile.id} has no such rule")
    if isinstance(entry, Rule) and entry.answer is None:
        raise RuleError(f"ruling {key!r}: {profile.id} answers this itself, {entry.value!r} ({entry.source})")
    if not (entry.answer and entry.answer.allows(value)):
        raise RuleError(f"ruling {key!r}: {value!r} is not {entry.answer}")
    if key == "special.order" and value != AS_LISTED:
        _refuse_wrong_order(profile, str(value))


def _refuse_wrong_order(profile: Profile, text: str) -> None:
    """An order of special hands names those of the profile, each once; which of them it needs, the deals will show."""
    kinds = profile.names("special.pays")
    order = [part.strip() for part in text.split("<")]
    for kind in order:
        if kind not in kinds:
            raise RuleError(
                f"ruling 'special.order': {kind!r} is no special hand of {profile.id}; wanted is {AS_LISTED!r},"
                f" or with < between, from the lowest up: {', '.join(kinds)}"
            )
        if order.count(kind) > 1:
            raise RuleError(f"ruling 'special.order': {kind!r} stands there {order.count(kind)} times")
