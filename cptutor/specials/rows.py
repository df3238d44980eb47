"""Rows of five, five and three cards that are runs, of one suit, or both."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, ClassVar, Final

from cptutor.cards import RANK_NAMES, RANKS, SUITS, Card
from cptutor.ranking import Strength, rank_row
from cptutor.specials.hands import (
    AS_AGREED,
    FROM_BACK,
    LOW_ACE,
    Condition,
    Counts,
    Form,
    Hand,
    Lengths,
    NumberCondition,
    Pool,
    Rulings,
    Witness,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

_SIZES: Final = tuple(size for _, size in FROM_BACK)


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
        take = Pool(hand.cards).take
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
            Pool(card for card in hand.cards if card.suit == suit).take(_run_ranks(top, size))
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


def _name_rows(rows: Iterable[tuple[Card, ...]], names: Iterable[str]) -> Witness:
    named = zip(FROM_BACK, names, rows, strict=True)
    return tuple((f"{row}: {name}", cards) for (row, _), name, cards in named)
