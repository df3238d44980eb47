"""All 72,072 layouts of thirteen cards under a table's rules, as small values that become layouts when looked at.

>>> hand = AllLayouts("A♠ K♠ Q♠ Q♥ J♠ 10♠ 9♠ 9♦ 8♣ 6♥ 4♠ 3♦ 2♣", "basic")
>>> len(hand.legal), len(hand.frontier)
(19734, 145)
>>> hand.best("back-first")[0]
Layout.parse('4♠ 3♦ 2♣ / 9♠ 9♦ Q♥ 8♣ 6♥ / A♠ K♠ Q♠ J♠ 10♠')
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from cptutor.analysis.arrays import STRENGTHS, card_indices
from cptutor.analysis.criteria import CRITERIA, Criterion
from cptutor.analysis.positions import LAYOUTS, positions
from cptutor.analysis.rows import RowOrdinals, frontier_numbers, legal_mask, rank_deals
from cptutor.cards import Card, parse_cards, show_cards
from cptutor.layout import Layout
from cptutor.legality import Repair
from cptutor.rules import Agreement, Rules, as_agreement, asking_everything
from cptutor.terms import HAND_SIZE, ROWS, CardError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from cptutor.ranking import Row

SetLayout = Layout | str | Iterable["Row"]
"""A layout, its text, or its three rows."""


class AllLayouts:
    """Every layout of thirteen cards, judged by a table's rules.

    Args:
        cards: thirteen cards, as text, cards, or a layout of them.
        rules: an agreement, a profile or its id.

    Raises:
        CardError: not thirteen different cards.
        RulingNeeded: the rules do not say where the wheel stands. (On ``legal`` and whatever rests on it: some layout
            is legal or not as the table rules, and it has not ruled.)

    Layouts with the same strengths in all three rows count once in ``frontier`` and ``best``; ``legal`` has them all.
    """

    def __init__(self, cards: Row | Layout, rules: Rules) -> None:
        dealt = cards.cards if isinstance(cards, Layout) else parse_cards(cards)
        if len(dealt) != HAND_SIZE:
            raise CardError(f"a hand has thirteen cards, not {len(dealt)}")
        self.cards: tuple[Card, ...] = tuple(sorted(dealt))
        self.agreement: Agreement = as_agreement(rules)
        self.rows: RowOrdinals = rank_deals(card_indices(self.cards), self.agreement.wheel)

    def __len__(self) -> int:
        return LAYOUTS

    @cached_property
    def _legal(self) -> NDArray[np.bool_]:
        return legal_mask(self.rows, self.agreement)

    @cached_property
    def legal(self) -> LayoutSet:
        """The legal layouts, by number."""
        return LayoutSet(self, np.flatnonzero(self._legal))

    @cached_property
    def frontier(self) -> LayoutSet:
        """The legal layouts that no other equals or beats in all three rows, by back from the strongest down."""
        return LayoutSet(self, frontier_numbers(self.rows, self._legal))

    def best(self, by: str | Criterion = "quantiles", count: int = 1) -> LayoutSet:
        """The legal layouts of the highest value.

        Args:
            by: a criterion or its name, one of :data:`cptutor.analysis.criteria.CRITERIA`.
            count: how many; fewer where there are not so many.

        Returns:
            From the best down; those of one value by back, middle and front from the strongest down.

        Raises:
            CardError: no such criterion, or a count below one.
        """
        if count < 1:
            raise CardError(f"the best {count} layouts: a whole number from 1 is wanted")
        rows = (ordinals.astype(np.int64) for ordinals in self.legal.ordinals)
        front, middle, back = rows
        _, first = np.unique((back * STRENGTHS + middle) * STRENGTHS + front, return_index=True)
        different = LayoutSet(self, self.legal.numbers[first[::-1]])
        return different[np.argsort(-different.values(by), kind="stable")[:count]]

    def is_legal(self, layout: SetLayout) -> bool:
        """Whether a layout is legal.

        Raises:
            CardError: no layout of these cards in 3, 5 and 5.
        """
        return bool(self._legal.flat[self.number(layout)])

    def place(self, layout: SetLayout, by: str | Criterion = "quantiles") -> int:
        """How many legal layouts have a higher value than a layout of these cards, and one.

        Args:
            layout: a layout of right counts; whether it is legal does not matter here.
            by: as in :meth:`best`.

        Raises:
            CardError: no layout of these cards in 3, 5 and 5, or no such criterion.
        """
        (own,) = LayoutSet(self, np.array([self.number(layout)])).values(by)
        return int(np.count_nonzero(self.legal.values(by) > own)) + 1

    def tradeoffs(self, layout: SetLayout) -> tuple[Tradeoff, ...]:
        """What a layout gives up against each layout of the frontier, and what it has in return.

        Args:
            layout: a layout of right counts; whether it is legal does not matter here.

        Returns:
            In the order of the frontier, but first those that are worse in no row.

        Raises:
            CardError: no layout of these cards in 3, 5 and 5.
        """
        own = LayoutSet(self, np.array([self.number(layout)])).ordinals
        signs = [
            np.sign(theirs.astype(np.int64) - ours)
            for theirs, ours in zip(self.frontier.ordinals, own, strict=True)
        ]
        found = [
            Tradeoff(
                self.frontier[i],
                tuple(row for row, sign in zip(ROWS, signs, strict=True) if sign[i] > 0),
                tuple(row for row, sign in zip(ROWS, signs, strict=True) if sign[i] < 0),
            )
            for i in range(len(self.frontier))
        ]
        return tuple(sorted(found, key=lambda tradeoff: bool(tradeoff.worse)))

    def repairs(self, layout: SetLayout, exchanges: int | None = None) -> tuple[Repair, ...]:
        """The legal layouts that a few exchanges of cards lead to, as :func:`cptutor.legality.repairs` finds them.

        Args:
            layout: a layout of these cards in 3, 5 and 5.
            exchanges: how many exchanges away; by default the fewest that lead to a legal layout.

        Returns:
            By strength of back, middle and front from the highest down.

        Raises:
            CardError: no layout of these cards in 3, 5 and 5, or a number of exchanges that cannot be.
            RulingNeeded: one of the layouts in question needs a ruling that the rules do not give.
        """
        if exchanges is not None and exchanges < 0:
            raise CardError(f"{exchanges!r} exchanges: a whole number from 0 is wanted")
        own = self._own(layout)
        away = self._distances(own)
        tried = range(int(away.max()) + 1) if exchanges is None else (exchanges,)

        def nearest(agreement: Agreement) -> NDArray[np.intp]:
            for distance in tried:
                if (legal := legal_mask(self.rows, agreement, away == distance)).any():
                    return np.flatnonzero(legal)
            return np.array([], np.intp)

        found = LayoutSet(self, asking_everything(self.agreement, nearest))
        where = positions()
        masks = where.five_masks[where.middle[found.numbers]], where.front_masks[where.front[found.numbers]]
        in_order = found[np.lexsort((*masks, *found.ordinals))[::-1]]
        return tuple(_repair(own, repaired) for repaired in in_order)

    def repair_counts(self, layout: SetLayout) -> dict[int, int]:
        """How many legal layouts there are by how many exchanges they are away; distances with none left out.

        Raises:
            CardError: no layout of these cards in 3, 5 and 5.
        """
        distances, counts = np.unique(
            self._distances(self._own(layout))[self.legal.numbers], return_counts=True
        )
        return dict(zip(distances.tolist(), counts.tolist(), strict=True))

    def layout(self, number: int) -> Layout:
        """The layout of a number; in each row pairs and the like first, then from the highest card down."""
        where = positions()
        fives = where.fives
        rows = (
            where.fronts[:, where.front[number]],
            fives[:, where.middle[number]],
            fives[:, where.back[number]],
        )
        return Layout(*(_arranged([self.cards[i] for i in row]) for row in rows))

    def number(self, layout: SetLayout) -> int:
        """The number of a layout.

        Raises:
            CardError: no layout of these cards in 3, 5 and 5.
        """
        front, middle, _ = self._masks(self._own(layout))
        return positions().number_of(front, middle)

    def __repr__(self) -> str:
        return f"AllLayouts({show_cards(reversed(self.cards))!r}, {self.agreement!r})"

    def _own(self, layout: SetLayout) -> Layout:
        own = Layout.parse(layout)
        if own.cards != frozenset(self.cards):
            raise CardError(
                f"the layout has other cards: {show_cards(sorted(own.cards - set(self.cards), reverse=True))}"
            )
        if not own.counts_right:
            raise CardError("the layout has {}/{}/{} cards where 3/5/5 are wanted".format(*own.counts))
        return own

    def _masks(self, layout: Layout) -> list[int]:
        return [sum(1 << self.cards.index(card) for card in row) for row in layout.rows]

    def _distances(self, own: Layout) -> NDArray[np.intp]:
        """Exchanges that lead from a layout to each of the 72,072, by number.

        Cards that change places directly count one exchange a pair, those that go round all rows two a circle.
        """
        where = positions()
        from_rows = self._masks(own)
        to_front, to_middle, to_back = (
            [np.bitwise_count(masks & row).astype(np.intp).take(at) for row in from_rows]
            for masks, at in (
                (where.front_masks, where.front),
                (where.five_masks, where.middle),
                (where.five_masks, where.back),
            )
        )
        direct = (
            np.minimum(to_middle[0], to_front[1])
            + np.minimum(to_back[0], to_front[2])
            + np.minimum(to_back[1], to_middle[2])
        )
        distances: NDArray[np.intp] = direct + 2 * abs(to_middle[0] - to_front[1])
        return distances


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class LayoutSet(Sequence[Layout]):
    """Some layouts of one hand, in order: a sequence whose layouts are made when they are looked at.

    Args:
        hand: all layouts of the cards.
        numbers: which of them, shape (n,).
    """

    hand: AllLayouts
    numbers: NDArray[np.intp]

    @property
    def ordinals(self) -> tuple[NDArray[np.uint16], NDArray[np.uint16], NDArray[np.uint16]]:
        """The ordinals of front, middle and back, shape (n,) each."""
        where, rows = positions(), self.hand.rows
        return (
            rows.fronts.take(where.front.take(self.numbers)),
            rows.fives.take(where.middle.take(self.numbers)),
            rows.fives.take(where.back.take(self.numbers)),
        )

    def values(self, by: str | Criterion) -> NDArray[Any]:
        """The layouts' values by a criterion or its name, shape (n,).

        Raises:
            CardError: no such criterion.
        """
        return _criterion(by).value(*self.ordinals, self.hand.rows.wheel)

    def __len__(self) -> int:
        return len(self.numbers)

    @overload
    def __getitem__(self, index: int) -> Layout: ...

    @overload
    def __getitem__(self, index: slice | NDArray[np.intp]) -> LayoutSet: ...

    def __getitem__(self, index: int | slice | NDArray[np.intp]) -> Layout | LayoutSet:
        if isinstance(index, (slice, np.ndarray)):
            return LayoutSet(self.hand, self.numbers[index])
        return self.hand.layout(int(self.numbers[index]))

    def __iter__(self) -> Iterator[Layout]:
        return map(self.hand.layout, self.numbers.tolist())

    def __repr__(self) -> str:
        cards = show_cards(reversed(self.hand.cards))
        return f"<{len(self):,} of {LAYOUTS:,} layouts of {cards} under {self.hand.agreement.profile.id}>"


@dataclass(frozen=True, slots=True)
class Tradeoff:
    """A layout of the frontier, and the rows in which it is better or worse than one's own."""

    layout: Layout
    better: tuple[str, ...]
    worse: tuple[str, ...]

    def __str__(self) -> str:
        parts = [f"{' and '.join(rows)} {how}" for rows, how in self._parts if rows]
        return f"{self.layout} ({'; '.join(parts) or 'equal in every row'})"

    @property
    def _parts(self) -> tuple[tuple[tuple[str, ...], str], ...]:
        return (self.better, "better"), (self.worse, "worse")


def _criterion(by: str | Criterion) -> Criterion:
    if isinstance(by, Criterion):
        return by
    if by not in CRITERIA:
        raise CardError(f"no criterion {by!r}; there are {', '.join(CRITERIA)}")
    return CRITERIA[by]


def _arranged(row: Sequence[Card]) -> list[Card]:
    ranks = [card.rank for card in row]
    return sorted(row, key=lambda card: (ranks.count(card.rank), card), reverse=True)


def _repair(own: Layout, repaired: Layout) -> Repair:
    """A repair, its cards that stay in their row left where they were."""
    exchanges = own.exchanges_to(repaired)
    return Repair(reduce(lambda layout, pair: layout.exchange(*pair), exchanges, own), exchanges)
