"""The conditions out of which a rule file builds special hands, and what each finds in thirteen cards.

A condition looks at as little of a hand as it can: at how many cards of each rank there are, or of each suit,
or at the cards. So all the hands there are can be counted class by class (``tools/count_specials.py``).
What a kind of special is stands in ``rules_data/specials.toml``; see :mod:`cptutor.specials`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, Final

from cptutor.cards import RANK_NAMES, RANKS, SUITS, Card, parse_cards
from cptutor.ranking import Strength, rank_row
from cptutor.terms import HAND_SIZE, ROW_SIZES, ROWS, CardError

if TYPE_CHECKING:
    from collections.abc import Callable

    from cptutor.ranking import Row

QUADS: Final = "special.quads_as_two_pairs"
ODD_CARD: Final = "special.odd_card_may_match"
LOW_ACE: Final = "special.low_ace"

QUESTIONS: Final = MappingProxyType(
    {
        QUADS: ("no", "yes"),
        ODD_CARD: ("no", "yes"),
        LOW_ACE: ("nowhere", "five-card rows", "everywhere"),
    }
)
"""What a table may have to rule on, with the possible answers.

The strictest answer stands first: cards that form a special under it form it under every other.
"""

AS_AGREED: Final = "as agreed"
"""In a rule file: the table's ruling decides."""

Counts = tuple[int, ...]
"""How many cards of each rank a hand holds: thirteen numbers from 0 to 4, deuces first."""

Lengths = tuple[int, ...]
"""How many cards of each suit a hand holds: four numbers in the order of :data:`cptutor.cards.SUITS`."""

Witness = tuple[tuple[str, tuple[Card, ...]], ...]
"""Which cards form what: a name in words and its cards, for every part of the hand."""

Rulings = Mapping[str, str]

FROM_BACK: Final = tuple(zip(ROWS, ROW_SIZES, strict=True))[::-1]
"""Names and sizes of the rows in the order in which specials are compared: back, middle, front."""

_SIZES: Final = tuple(size for _, size in FROM_BACK)
_COLOURS: Final = {"red": ("hearts", "diamonds"), "black": ("spades", "clubs")}
_NUMBERS: Final = (
    "no one two three four five six seven eight nine ten eleven twelve thirteen".split()  # noqa: SIM905
)
_GROUP_NAMES: Final = {2: "pair", 3: "three of a kind", 4: "four of a kind"}


@dataclass(frozen=True, slots=True)
class Hand:
    """Thirteen cards, with what conditions look at.

    ``counts`` by rank, ``lengths`` by suit, and in ``suits`` the ranks held in each suit.
    """

    cards: tuple[Card, ...]
    counts: Counts
    lengths: Lengths
    suits: tuple[frozenset[int], ...]

    @classmethod
    def of(cls, cards: Row) -> Hand:
        """Read a hand, as text or cards in any order.

        Raises:
            CardError: not cards, a repeated card, or not thirteen of them.
        """
        held = tuple(sorted(parse_cards(cards), reverse=True))
        if len(held) != HAND_SIZE:
            raise CardError(f"a special hand has thirteen cards, not {len(held)}")
        ranks = [card.rank for card in held]
        suits = tuple(frozenset(card.rank for card in held if card.suit == suit) for suit in SUITS)
        return cls(held, tuple(map(ranks.count, RANKS)), tuple(map(len, suits)), suits)


@dataclass(frozen=True, slots=True)
class Form:
    """How a hand meets a condition: the parts it falls into, and what they are compared by."""

    parts: Witness
    order: tuple[int, ...] = ()


class Condition(ABC):
    """One thing that a special asks of a hand.

    ``compared`` says what the order of its forms is made of: ``pairs``, ``rows`` or ``none``.
    """

    __slots__ = ()
    compared: ClassVar[str] = "none"

    @property
    def asks(self) -> tuple[str, ...]:
        """The keys of :data:`QUESTIONS` that the rule file leaves to the table."""
        return tuple(key for key, written in self._finer_points().items() if written == AS_AGREED)

    @abstractmethod
    def form(self, hand: Hand, rulings: Rulings) -> Form | None:
        """The best way in which the hand meets the condition under the rulings, or None."""

    def _finer_points(self) -> Mapping[str, str]:
        """What the rule file writes on the questions that the condition raises."""
        return {}

    def _answers(self, rulings: Rulings) -> Mapping[str, str]:
        """The answers to those questions: the rule file's, or else the table's."""
        return {
            key: rulings[key] if written == AS_AGREED else written
            for key, written in self._finer_points().items()
        }


class NumberCondition(Condition):
    """A condition that thirteen numbers decide, or four: how many cards of each rank or suit the hand holds.

    ``looks_at`` says of what: ``ranks`` (:data:`Counts`) or ``suits`` (:data:`Lengths`).
    """

    __slots__ = ()
    looks_at: ClassVar[str]

    @abstractmethod
    def fits(self, numbers: tuple[int, ...], rulings: Rulings) -> bool:
        """Whether a hand of such numbers meets the condition under the rulings."""


@dataclass(frozen=True, slots=True)
class Groups(NumberCondition):
    """The hand divides into groups of equal rank of the given sizes.

    >>> Groups((3, 3, 3, 3, 1)).split((3, 3, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 1), {})
    ((3, 5), (3, 4), (3, 3), (3, 2), (1, 14))
    """

    sizes: tuple[int, ...]
    quads_as_two_pairs: str = "no"
    odd_card_may_match: str = "no"
    looks_at: ClassVar[str] = "ranks"
    compared: ClassVar[str] = "pairs"

    def fits(self, numbers: Counts, rulings: Rulings) -> bool:
        """Whether so many cards of each rank divide into the groups."""
        return self.split(numbers, rulings) is not None

    def split(self, counts: Counts, rulings: Rulings) -> tuple[tuple[int, int], ...] | None:
        """The groups as (size, rank), largest and then highest first; None where the hand does not divide.

        Of several ways the one with the highest pairs.
        """
        answers = self._answers(rulings)
        held = [(count, rank) for count, rank in zip(counts, RANKS, strict=True) if count]
        ways = _divide(held, Counter(self.sizes), answers[QUADS] == "yes", answers[ODD_CARD] == "yes")
        sorted_ways = (tuple(sorted(way, reverse=True)) for way in ways)
        return max(sorted_ways, key=_pairs, default=None)

    def form(self, hand: Hand, rulings: Rulings) -> Form | None:
        """Pairs and larger groups by name, compared by the pairs from the highest down."""
        groups = self.split(hand.counts, rulings)
        if groups is None:
            return None
        take = _Pool(hand.cards).take
        return Form(
            tuple((_group_name(size, rank), take([rank] * size)) for size, rank in groups), _pairs(groups)
        )

    def _finer_points(self) -> Mapping[str, str]:
        return {QUADS: self.quads_as_two_pairs, ODD_CARD: self.odd_card_may_match}


@dataclass(frozen=True, slots=True)
class RowsOfRuns(NumberCondition):
    """Five, five and three cards can be laid, each of them a run; suits do not matter."""

    low_ace: str = AS_AGREED
    looks_at: ClassVar[str] = "ranks"
    compared: ClassVar[str] = "rows"

    def fits(self, numbers: Counts, rulings: Rulings) -> bool:
        """Whether so many cards of each rank can be laid in three runs."""
        return self.tops(numbers, rulings) is not None

    def tops(self, counts: Counts, rulings: Rulings) -> tuple[int, ...] | None:
        """The top ranks of the best runs in back, middle and front; a low ace makes 5 or 3 the top."""
        return _three_runs(self._answers(rulings)[LOW_ACE]).get(counts)

    def form(self, hand: Hand, rulings: Rulings) -> Form | None:
        """The best three runs, compared by their top ranks."""
        tops = self.tops(hand.counts, rulings)
        if tops is None:
            return None
        take = _Pool(hand.cards).take
        rows = [take(_run_ranks(top, size)) for top, size in zip(tops, _SIZES, strict=True)]
        return Form(_name_rows(rows, [f"{RANK_NAMES[top]}-high straight" for top in tops]), tops)

    def _finer_points(self) -> Mapping[str, str]:
        return {LOW_ACE: self.low_ace}


@dataclass(frozen=True, slots=True)
class RowsOfSuits(NumberCondition):
    """Five, five and three cards can be laid, each of them in one suit.

    The rows are compared as ordinary rows are: a back of 6-5-4-3-2 is a straight flush and beats an ace-high
    flush. In front nothing but the ranks counts.
    """

    looks_at: ClassVar[str] = "suits"
    compared: ClassVar[str] = "rows"

    def fits(self, numbers: Lengths, rulings: Rulings) -> bool:  # noqa: ARG002
        """Whether so many cards of each suit can be laid in three rows of one suit."""
        return bool(_suits_of_rows(numbers))

    def form(self, hand: Hand, rulings: Rulings) -> Form | None:  # noqa: ARG002
        """The best three rows of one suit each, compared as rows."""
        ways = (self._lay(hand, suits) for suits in _suits_of_rows(hand.lengths))
        return max(ways, key=lambda form: form.order, default=None)

    def _lay(self, hand: Hand, suits: tuple[str, ...]) -> Form:
        """The best rows with back, middle and front in the given suits.

        Taking the best row each time is best, for a suit has no rank twice: no two choices tie.
        """
        left = list(hand.cards)
        rows, names, order = [], [], []
        for suit, size in zip(suits, _SIZES, strict=True):
            row = _best_of_suit([card for card in left if card.suit == suit], size)
            left = [card for card in left if card not in row]
            strength = Strength("flush", tuple(card.rank for card in row)) if size == 3 else rank_row(row)
            level, ranks = strength.order
            rows.append(row)
            names.append(strength.describe())
            order += [level, *ranks]
        return Form(_name_rows(rows, names), tuple(order))


@dataclass(frozen=True, slots=True)
class RowsOfSuitedRuns(Condition):
    """Five, five and three cards can be laid, each of them a run in one suit."""

    low_ace: str = AS_AGREED
    compared: ClassVar[str] = "rows"

    def runs_of_suit(
        self, ranks: frozenset[int], sizes: tuple[int, ...], rulings: Rulings
    ) -> list[tuple[int, ...]]:
        """The ways to use up the ranks of one suit in runs of the given sizes, as the runs' top ranks."""
        return list(_use_up(ranks, sizes, self._answers(rulings)[LOW_ACE]))

    def form(self, hand: Hand, rulings: Rulings) -> Form | None:
        """The best three runs in one suit each, compared by their top ranks."""
        ways = [way for suits in _suits_of_rows(hand.lengths) for way in self._lay(hand, suits, rulings)]
        if not ways:
            return None
        tops, suits = max(ways, key=lambda way: way[0])
        rows = [
            _Pool(card for card in hand.cards if card.suit == suit).take(_run_ranks(top, size))
            for top, size, suit in zip(tops, _SIZES, suits, strict=True)
        ]
        return Form(_name_rows(rows, [f"{RANK_NAMES[top]}-high straight flush" for top in tops]), tops)

    def _lay(
        self, hand: Hand, suits: tuple[str, ...], rulings: Rulings
    ) -> Iterator[tuple[tuple[int, ...], tuple[str, ...]]]:
        """Top ranks from back to front for every way to lay runs in the given suits, with the suits."""
        used = sorted(set(suits))
        in_suit = []
        for suit in used:
            sizes = tuple(size for its_suit, size in zip(suits, _SIZES, strict=True) if its_suit == suit)
            in_suit.append(self.runs_of_suit(hand.suits[SUITS.index(suit)], sizes, rulings))
        for choice in product(*in_suit):
            next_top = {suit: iter(tops) for suit, tops in zip(used, choice, strict=True)}
            yield tuple(next(next_top[suit]) for suit in suits), suits

    def _finer_points(self) -> Mapping[str, str]:
        return {LOW_ACE: self.low_ace}


@dataclass(frozen=True, slots=True)
class RanksWithin(NumberCondition):
    """No rank lies below ``lowest`` or above ``highest``."""

    lowest: int
    highest: int
    looks_at: ClassVar[str] = "ranks"

    def fits(self, numbers: Counts, rulings: Rulings) -> bool:  # noqa: ARG002
        """Whether all cards lie within."""
        return sum(numbers[self.lowest - 2 : self.highest - 1]) == HAND_SIZE

    def form(self, hand: Hand, rulings: Rulings) -> Form | None:
        """The hand as a whole."""
        if not self.fits(hand.counts, rulings):
            return None
        return Form(((f"all from {RANK_NAMES[self.lowest]} to {RANK_NAMES[self.highest]}", hand.cards),))


@dataclass(frozen=True, slots=True)
class AllDifferent(NumberCondition):
    """Thirteen different ranks."""

    looks_at: ClassVar[str] = "ranks"

    def fits(self, numbers: Counts, rulings: Rulings) -> bool:  # noqa: ARG002
        """Whether there is one card of each rank."""
        return max(numbers) == 1

    def form(self, hand: Hand, rulings: Rulings) -> Form | None:
        """The hand as a whole."""
        return Form((("one card of each rank", hand.cards),)) if self.fits(hand.counts, rulings) else None


@dataclass(frozen=True, slots=True)
class OneSuit(NumberCondition):
    """Thirteen cards of one suit."""

    looks_at: ClassVar[str] = "suits"

    def fits(self, numbers: Lengths, rulings: Rulings) -> bool:  # noqa: ARG002
        """Whether one suit holds all cards."""
        return max(numbers) == HAND_SIZE

    def form(self, hand: Hand, rulings: Rulings) -> Form | None:
        """The hand as a whole."""
        if not self.fits(hand.lengths, rulings):
            return None
        return Form(((f"all {hand.cards[0].suit}", hand.cards),))


@dataclass(frozen=True, slots=True)
class OfOneColour(NumberCondition):
    """At least so many red cards, or at least so many black ones: more than half the hand."""

    at_least: int
    looks_at: ClassVar[str] = "suits"

    def fits(self, numbers: Lengths, rulings: Rulings) -> bool:  # noqa: ARG002
        """Whether one colour has enough cards."""
        return self.colour(numbers) is not None

    def colour(self, lengths: Lengths) -> str | None:
        """The colour that has enough cards, or None."""
        for colour, suits in _COLOURS.items():
            if sum(lengths[SUITS.index(suit)] for suit in suits) >= self.at_least:
                return colour
        return None

    def form(self, hand: Hand, rulings: Rulings) -> Form | None:  # noqa: ARG002
        """The cards of the colour, and any others set apart."""
        colour = self.colour(hand.lengths)
        if colour is None:
            return None
        parts = _set_apart(hand.cards, lambda card: card.suit in _COLOURS[colour])
        return Form(((f"{_NUMBERS[len(parts[0])]} {colour} cards", parts[0]), *_odd_cards(parts[1])))


@dataclass(frozen=True, slots=True)
class OfRanks(NumberCondition):
    """At least so many cards of the given ranks together."""

    ranks: tuple[int, ...]
    at_least: int
    looks_at: ClassVar[str] = "ranks"

    def fits(self, numbers: Counts, rulings: Rulings) -> bool:  # noqa: ARG002
        """Whether the ranks have enough cards."""
        return sum(numbers[rank - 2] for rank in self.ranks) >= self.at_least

    def form(self, hand: Hand, rulings: Rulings) -> Form | None:
        """The cards of the ranks, and any others set apart."""
        if not self.fits(hand.counts, rulings):
            return None
        parts = _set_apart(hand.cards, lambda card: card.rank in self.ranks)
        name = " or ".join(RANK_NAMES[rank] for rank in self.ranks)
        return Form(((f"{_NUMBERS[len(parts[0])]} cards, each a {name}", parts[0]), *_odd_cards(parts[1])))


# Groups of equal rank


def _divide(
    held: list[tuple[int, int]], groups: Counter[int], two_pairs: bool, may_match: bool
) -> Iterator[list[tuple[int, int]]]:
    """All ways to use up (count, rank) in groups of the wanted sizes, as (size, rank)."""
    if not held:
        if not groups:
            yield []
        return
    (count, rank), *others = held
    for sizes in _parts_of_rank(count, two_pairs, may_match):
        wanted = Counter(sizes)
        if wanted <= groups:
            for rest in _divide(others, groups - wanted, two_pairs, may_match):
                yield [(size, rank) for size in sizes] + rest


def _parts_of_rank(count: int, two_pairs: bool, may_match: bool) -> Iterator[tuple[int, ...]]:
    """The groups that cards of one rank may form: one group, two pairs, or a group and an odd card."""
    yield (count,)
    if two_pairs and count == 4:
        yield (2, 2)
    if may_match and count > 2:
        yield (count - 1, 1)


def _pairs(groups: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    return tuple(rank for size, rank in groups if size == 2)


def _group_name(size: int, rank: int) -> str:
    return Strength(_GROUP_NAMES[size], (rank,)).describe() if size > 1 else "odd card"


# Runs


def _run_ranks(top: int, size: int) -> tuple[int, ...]:
    """The ranks of a run from the top down. A top too low for the size is that of a run with a low ace."""
    return tuple(14 if rank == 1 else rank for rank in range(top, top - size, -1))


@cache
def _runs(size: int, low_ace: str) -> dict[int, tuple[int, ...]]:
    """All runs of a size, by their top rank, the highest first. None wraps around the ace."""
    may_be_low = low_ace == "everywhere" or (low_ace == "five-card rows" and size == 5)
    return {top: _run_ranks(top, size) for top in range(14, size - may_be_low, -1)}


@cache
def _three_runs(low_ace: str) -> dict[Counts, tuple[int, ...]]:
    """For every choice of ranks that can be laid in three runs, the best tops of back, middle and front."""
    best: dict[Counts, tuple[int, ...]] = {}
    for tops in product(*(_runs(size, low_ace) for size in _SIZES)):
        ranks = [rank for top, size in zip(tops, _SIZES, strict=True) for rank in _run_ranks(top, size)]
        counts = tuple(map(ranks.count, RANKS))
        best[counts] = max(tops, best.get(counts, tops))
    return best


def _use_up(ranks: frozenset[int], sizes: tuple[int, ...], low_ace: str) -> Iterator[tuple[int, ...]]:
    """All ways to use up different ranks in runs of the given sizes, as the top ranks of the runs."""
    if not sizes:
        if not ranks:
            yield ()
        return
    for top, run in _runs(sizes[0], low_ace).items():
        if ranks.issuperset(run):
            for others in _use_up(ranks.difference(run), sizes[1:], low_ace):
                yield top, *others


# Rows of one suit


@cache  # 560 ways to divide thirteen cards among the suits
def _suits_of_rows(lengths: Lengths) -> tuple[tuple[str, ...], ...]:
    """The suits that back, middle and front can have so that all cards are used: none for most lengths."""
    held = Counter({suit: length for suit, length in zip(SUITS, lengths, strict=True) if length})
    fitting = []
    for suits in product(held, repeat=len(_SIZES)):
        used: Counter[str] = Counter()
        for suit, size in zip(suits, _SIZES, strict=True):
            used[suit] += size
        if used == held:
            fitting.append(suits)
    return tuple(fitting)


def _best_of_suit(cards: list[Card], size: int) -> tuple[Card, ...]:
    """The best row out of cards of one suit: the highest straight flush, or else the highest cards."""
    by_rank = {card.rank: card for card in cards}
    if size == 5:
        for run in _runs(size, "everywhere").values():
            if by_rank.keys() >= set(run):
                return tuple(by_rank[rank] for rank in run)
    return tuple(by_rank[rank] for rank in sorted(by_rank, reverse=True)[:size])


# Naming which cards form what


class _Pool:
    """Cards from which those of wanted ranks are taken, each once."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self._left = list(cards)

    def take(self, ranks: Iterable[int]) -> tuple[Card, ...]:
        taken = []
        for rank in ranks:
            card = next(card for card in self._left if card.rank == rank)
            self._left.remove(card)
            taken.append(card)
        return tuple(taken)


def _name_rows(rows: Iterable[tuple[Card, ...]], names: Iterable[str]) -> Witness:
    named = zip(FROM_BACK, names, rows, strict=True)
    return tuple((f"{row}: {name}", cards) for (row, _), name, cards in named)


def _set_apart(
    cards: Iterable[Card], belongs: Callable[[Card], bool]
) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    held = tuple(cards)
    return tuple(filter(belongs, held)), tuple(card for card in held if not belongs(card))


def _odd_cards(cards: tuple[Card, ...]) -> Witness:
    return (("odd card" if len(cards) == 1 else "odd cards", cards),) if cards else ()
