"""Special thirteen-card hands: which ones a hand holds, and which cards make it so.

What each special is stands in ``rules_data/specials.toml``, and what it pays in the profiles; here hands are
judged by that file. Source: D3 (`scoring-chart`), special hands and variations; D4 repeats the first four.

>>> from cptutor.specials import QUADS
>>> hand = "2c 2d 2h 2s 3c 3d 4c 4d 5c 5d 6c 6d 7h"
>>> [special.kind for special in find_specials(hand, {QUADS: "yes"})]
['six pairs', 'small']
>>> [special.kind for special in find_specials(hand, {QUADS: "no"})]
['small']
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal

from cptutor.cards import DECK, show_cards
from cptutor.datafiles import read_data, validate
from cptutor.resources import resource
from cptutor.specials.groups import Groups
from cptutor.specials.hands import (
    AS_AGREED,
    QUESTIONS,
    Condition,
    Form,
    Hand,
    Rulings,
    Witness,
)
from cptutor.specials.marks import AllDifferent, OfOneColour, OfRanks, OneSuit, RanksWithin
from cptutor.specials.rows import RowsOfRuns, RowsOfSuitedRuns, RowsOfSuits
from cptutor.terms import HAND_SIZE, RuleError, TutorError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cptutor.ranking import Row

_RANK_OF: Final = {str(card)[:-1]: card.rank for card in DECK}


@dataclass(frozen=True, slots=True)
class Special:
    """A special hand that thirteen cards hold.

    Args:
        kind: its id in the rule file.
        witness: which cards form what, as ``("pair of sevens", (7♠, 7♥))``; every card stands in one part.
        order: what two of the same kind are compared by, high to low; empty where they always tie.

    >>> special = find_specials("2h 3d 4c 5s 6h 7d 8c 9s 10h Jd Qc Ks Ah", {})[0]
    >>> special.describe()
    'three straights – back: ace-high straight A♥ K♠ Q♣ J♦ 10♥; middle: nine-high straight 9♠ 8♣ 7♦ 6♥ 5♠; \
front: four-high straight 4♣ 3♦ 2♥'
    >>> special.order
    (14, 9, 4)
    """

    kind: str
    witness: Witness
    order: tuple[int, ...]

    def describe(self) -> str:
        """The special and what forms it, in one line of words and cards."""
        parts = [f"{name} {show_cards(cards)}" for name, cards in self.witness]
        return f"{self.kind} – {'; '.join(parts)}"


@dataclass(frozen=True, slots=True)
class SpecialKind:
    """A kind of special hand, as a rule file defines it.

    Args:
        id: its name in plain words.
        title: its name as learners read it.
        conditions: all of them must hold.
        compare: how two of the kind are compared: ``pairs``, ``rows`` or ``none``.
        source: where it is described.
    """

    id: str
    title: str
    conditions: tuple[Condition, ...]
    compare: str = "none"
    source: str = ""

    @property
    def asks(self) -> tuple[str, ...]:
        """The keys of :data:`QUESTIONS` that some hand of this kind may turn on."""
        asked = {key for condition in self.conditions for key in condition.asks}
        return tuple(key for key in QUESTIONS if key in asked)

    def judge(self, hand: Hand, rulings: Rulings) -> Special | None:
        """The special that the hand holds under rulings for everything the kind asks, or None."""
        forms = []
        order: tuple[int, ...] = ()
        for condition in self.conditions:
            form = condition.form(hand, rulings)
            if form is None:
                return None
            forms.append(form)
            if condition.compared == self.compare:
                order = form.order
        return Special(self.id, _witness(forms), order)


def find_specials(
    cards: Row,
    options: Mapping[str, str],
    kinds: Mapping[str, SpecialKind] | Iterable[str | SpecialKind] | None = None,
) -> tuple[Special, ...]:
    """Every special that thirteen cards hold, in the order of the kinds.

    Args:
        cards: thirteen cards, as text or cards in any order.
        options: the table's rulings, by the keys of :data:`QUESTIONS`. A key is read only when these cards
            and kinds turn on it, so a mapping may raise where the table has not ruled.
        kinds: the kinds that are played: ids of the shipped file, kinds from a file of one's own, or a
            mapping of such kinds; all of the shipped file if left out.

    A hand can hold several at once: a complete straight is also three straights. Of several ways to lay one,
    the witness is the best: highest back, then middle, then front; or highest pairs.

    Raises:
        CardError: not thirteen different cards.
        RuleError: an unknown id, or a ruling that is no answer to its question.
        Exception: whatever ``options`` raises for a ruling that is needed.

    >>> from cptutor.specials import LOW_ACE
    >>> hand = "A♠ 2♦ 3♥ / 8♣ 7♥ 6♦ 5♠ 4♣ / 8♦ 7♠ 6♥ 5♣ 4♦".replace("/", "")
    >>> [find_specials(hand, {LOW_ACE: answer})[0].order for answer in ("everywhere", "five-card rows")]
    [(8, 8, 3), (8, 5, 8)]
    >>> find_specials(hand, {LOW_ACE: "nowhere"})
    ()
    """
    hand = Hand.of(cards)
    found = (_decide(kind, hand, options) for kind in _chosen(kinds))
    return tuple(special for special in found if special is not None)


def compare_same(a: Special, b: Special) -> Literal[1, 0, -1]:
    """Compare two specials of the same kind: 1, 0 or -1 for the first. Suits never decide.

    Raises:
        TutorError: they are of different kinds, whose order is the profile's affair.
    """
    if a.kind != b.kind:
        raise TutorError(f"{a.kind} and {b.kind} are different specials")
    return (a.order > b.order) - (a.order < b.order)  # type: ignore[return-value]


@lru_cache(maxsize=1)
def load_specials() -> Mapping[str, SpecialKind]:
    """The kinds of the shipped file, by id, in its order.

    Raises:
        RuleError: as :func:`parse_specials`.
    """
    path = resource("rules_data") / "specials.toml"
    return MappingProxyType(parse_specials(read_data(path), path.name))


def parse_specials(data: dict[str, Any], file: str) -> dict[str, SpecialKind]:
    """Read the kinds out of a rule file's tables, shaped as in ``rules_data/specials.toml``.

    Args:
        data: the file as :mod:`tomllib` reads it: ``{"special": [{"id": …, …}, …]}``.
        file: the file's name, for messages.

    Returns:
        The kinds by id, in the order of the file.

    Raises:
        RuleError: names the file, the special and the field that cannot be used.

    >>> parse_specials({"special": [{"id": "all red", "title": "?", "compare": "none"}]}, "house.toml")
    Traceback (most recent call last):
    cptutor.terms.RuleError: house.toml: 'all red' has no condition
    """
    validate(data, "specials", file)
    kinds: dict[str, SpecialKind] = {}
    for table in data["special"]:
        kind = _read_kind(table, f"{file}: {table['id']!r}")
        if kind.id in kinds:
            raise RuleError(f"{file}: {kind.id!r} stands twice")
        kinds[kind.id] = kind
    return kinds


def _decide(kind: SpecialKind, hand: Hand, options: Mapping[str, str]) -> Special | None:
    """Judge a hand under every answer there could be, and ask only what makes a difference.

    Where answers agree, the judgement under the strictest is kept: its witness holds under all of them.
    """
    asked = kind.asks
    verdicts = {
        answers: kind.judge(hand, dict(zip(asked, answers, strict=True)))
        for answers in product(*(QUESTIONS[key] for key in asked))
    }
    for place, key in enumerate(asked):
        if _turns_on(place, verdicts):
            answer = _ruling(key, options)
            verdicts = {answers: verdict for answers, verdict in verdicts.items() if answers[place] == answer}
    return next(iter(verdicts.values()))


def _turns_on(place: int, verdicts: Mapping[tuple[str, ...], Special | None]) -> bool:
    """Whether, all other answers being the same, the one at this place can make a difference."""
    outcomes: dict[tuple[str, ...], set[object]] = {}
    for answers, verdict in verdicts.items():
        others = answers[:place] + answers[place + 1 :]
        outcomes.setdefault(others, set()).add(verdict and verdict.order)
    return any(len(different) > 1 for different in outcomes.values())


def _ruling(key: str, options: Mapping[str, str]) -> str:
    answer = options[key]
    if answer not in QUESTIONS[key]:
        raise RuleError(f"{key}: {answer!r} is none of {', '.join(QUESTIONS[key])}")
    return answer


def _chosen(
    kinds: Mapping[str, SpecialKind] | Iterable[str | SpecialKind] | None,
) -> Iterator[SpecialKind]:
    shipped = load_specials()
    if kinds is None:
        kinds = shipped
    for kind in kinds.values() if isinstance(kinds, Mapping) else kinds:
        if isinstance(kind, SpecialKind):
            yield kind
        elif kind in shipped:
            yield shipped[kind]
        else:
            raise RuleError(f"{kind!r} is no special hand; there are {', '.join(shipped)}")


def _witness(forms: list[Form]) -> Witness:
    """The form that divides the hand most; where none divides it, all that can be said of the whole."""
    best = max(forms, key=lambda form: len(form.parts))
    if len(best.parts) > 1:
        return best.parts
    return ((", ".join(form.parts[0][0] for form in forms), best.parts[0][1]),)


# Reading a rule file


def _read_kind(table: Mapping[str, Any], where: str) -> SpecialKind:
    conditions = tuple(_read_conditions(table, where))
    compare = table["compare"]
    if not conditions:
        raise RuleError(f"{where} has no condition")
    if compare != "none" and compare not in {condition.compared for condition in conditions}:
        needed = "groups" if compare == "pairs" else "rows"
        raise RuleError(f"{where} compares {compare} but has no {needed}")
    return SpecialKind(table["id"], table["title"], conditions, compare, table.get("source", ""))


def _read_conditions(table: Mapping[str, Any], where: str) -> Iterator[Condition]:
    if "groups" in table:
        sizes = tuple(table["groups"])
        if sum(sizes) != HAND_SIZE:
            raise RuleError(f"{where} groups hold {sum(sizes)} cards, not thirteen")
        finer = (table.get(name, "no") for name in ("quads_as_two_pairs", "odd_card_may_match"))
        yield Groups(sizes, *finer)
    if "rows" in table:
        yield _read_rows(table, where)
    if "ranks" in table:
        lowest, highest = (_RANK_OF[table["ranks"][end]] for end in ("from", "to"))
        if lowest > highest:
            raise RuleError(f"{where} ranks run from the higher to the lower")
        yield RanksWithin(lowest, highest)
    if "all_different" in table:
        yield AllDifferent()
    if "one_suit" in table:
        yield OneSuit()
    if "colour" in table:
        yield OfOneColour(table["colour"]["at_least"])
    if "of_ranks" in table:
        wanted = table["of_ranks"]
        yield OfRanks(tuple(_RANK_OF[rank] for rank in wanted["ranks"]), wanted["at_least"])


def _read_rows(table: Mapping[str, Any], where: str) -> Condition:
    low_ace = table.get("low_ace", AS_AGREED)
    if table["rows"] == "runs":
        return RowsOfRuns(low_ace)
    if table["rows"] == "runs in one suit":
        return RowsOfSuitedRuns(low_ace)
    if "low_ace" in table:
        raise RuleError(f"{where} low_ace means nothing for rows without runs")
    return RowsOfSuits()
