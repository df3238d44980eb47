"""Groups of seats: one's own layouts, or an opponent in many deals, with all that settling them needs to know."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Final

import numpy as np

from cptutor.analysis.claims import declared, may_hold_special, specials_count
from cptutor.analysis.pairings import pairing_units
from cptutor.analysis.players import are_legal, ordinals_of
from cptutor.analysis.positions import positions
from cptutor.cards import DECK, SUITS
from cptutor.layout import Layout

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cptutor.rules import Agreement
    from cptutor.settlement.standings import Standing

    Ordinals = NDArray[np.uint16]

_ACES: Final = DECK[-1].index // len(SUITS)


class Group:
    """Seats of one kind: one's own layouts, or an opponent in many deals.

    Every seat has a *mark*. That of a legal layout says which royalties it holds; a foul has the same, further up (see
    :class:`~cptutor.analysis.pairings.PairingUnits`); a special hand has one below zero.

    Args:
        deals: card indices, ascending along the last axis, shape (n, 13).
        numbers: the layouts' numbers, shape (n,).
        agreement: the rules, with an answer to all that they may be asked.
        may_foul: whether layouts may be fouls; if not, it is not looked into.
        declare: whether special hands are announced.
        alike: whether all deals are the same one.
        ranked: whether it matters which of two special hands of a kind is the higher.
    """

    def __init__(
        self,
        deals: NDArray[np.uint8],
        numbers: NDArray[np.intp],
        agreement: Agreement,
        *,
        may_foul: bool = True,
        declare: bool = True,
        alike: bool = False,
        ranked: bool = True,
    ) -> None:
        self.agreement = agreement
        self.rows = ordinals_of(deals, numbers, agreement)
        self.aces = (deals // len(SUITS) == _ACES).sum(axis=1)
        units = pairing_units(agreement)
        self.marks = units.mark(self.rows)
        self.foul = np.zeros(len(numbers), np.bool_)
        if may_foul:
            self.foul = ~are_legal(self.rows, agreement)
            self.marks += units.marks * self.foul
        self.special: dict[int, Standing] = {}
        """The special hands by mark."""
        self.keys: dict[int, object] = {}
        if declare and specials_count(agreement):
            self._find_specials(deals, numbers, agreement, alike, ranked)
        self.claim = (self.marks < 0) & ~self.foul
        self.odd = (self.marks < 0) | self.foul
        """Which seats are no plain legal layouts."""

    @classmethod
    def of_legal(cls, rows: tuple[Ordinals, Ordinals, Ordinals], agreement: Agreement) -> Group:
        """Legal layouts that only their rows' ordinals are known of, (n,) each; no aces, no special hands."""
        group = cls.__new__(cls)
        group.agreement, group.rows = agreement, rows
        group.marks = pairing_units(agreement).mark(rows)
        group.aces = np.zeros(len(group.marks), np.intp)
        group.foul = group.claim = group.odd = np.zeros(len(group.marks), np.bool_)
        group.special, group.keys = {}, {}
        return group

    def _find_specials(
        self,
        deals: NDArray[np.uint8],
        numbers: NDArray[np.intp],
        agreement: Agreement,
        alike: bool,
        ranked: bool,
    ) -> None:
        """Mark the seats that hold a special hand; of layouts of one hand, those that count alike are judged once."""
        if not alike:
            sorts = [np.array([place]) for place in np.flatnonzero(may_hold_special(deals, agreement))]
        elif may_hold_special(deals[:1], agreement)[0]:
            front, middle, back = self.rows
            sort = (front > middle) * 8 + (middle > back) * 4 + (middle == back) * 2 + self.foul
            sorts = [np.flatnonzero(sort == found) for found in np.unique(sort)]
        else:
            return
        mark_of: dict[object, int] = {}
        for seats in sorts:
            seat = declared("seat", layout_of(deals[seats[0]], int(numbers[seats[0]])), agreement)
            if seat is not None and (seat.claim or not seat.verdict):
                key = _key(seat, ranked)
                mark = mark_of.setdefault(key, -1 - len(mark_of))
                self.special[mark], self.keys[mark] = seat, key
                self.marks[seats] = mark
                self.foul[seats] = bool(seat.foul)

    def seat(self, mark: int) -> tuple[Standing, object]:
        """A seat of a mark, and the key that says all that matters of it."""
        if mark < 0:
            return self.special[mark], self.keys[mark]
        return pairing_units(self.agreement).of_mark(mark), mark

    def some(self, which: NDArray[np.intp] | slice) -> Group:
        """Some of the seats."""
        found = copy(self)
        front, middle, back = self.rows
        found.rows = front[which], middle[which], back[which]
        for name in ("aces", "marks", "foul", "claim", "odd"):
            setattr(found, name, getattr(self, name)[which])
        return found

    def unranked(self) -> Group:
        """The same seats, of which no two special hands of a kind are told apart."""
        if not self.special:
            return self
        found = copy(self)
        found.marks, found.special, found.keys = _marks([self], ranked=False)
        return found


def joined(groups: Sequence[Group]) -> Group:
    """The seats of several groups under the same rules, in their order; one group at least."""
    found = copy(groups[0])
    found.marks, found.special, found.keys = _marks(groups, ranked=True)
    for name in ("aces", "foul", "claim", "odd"):
        setattr(found, name, np.concatenate([getattr(group, name) for group in groups]))
    front, middle, back = (
        np.concatenate(rows) for rows in zip(*(group.rows for group in groups), strict=True)
    )
    found.rows = front, middle, back
    return found


def _marks(
    groups: Sequence[Group], ranked: bool
) -> tuple[NDArray[np.intp], dict[int, Standing], dict[int, object]]:
    """Marks that mean the same in all groups, and the special hands and keys of them."""
    special: dict[int, Standing] = {}
    keys: dict[int, object] = {}
    mark_of: dict[object, int] = {}
    marks = []
    for group in groups:
        new = np.zeros(len(group.special) + 1, np.intp)  # by the old mark, which counts from the end
        for old, seat in group.special.items():
            key = _key(seat, ranked)
            new[old] = mark = mark_of.setdefault(key, -1 - len(mark_of))
            special[mark], keys[mark] = seat, key
        marks.append(np.where(group.marks < 0, new[np.minimum(group.marks, 0)], group.marks))
    return np.concatenate(marks), special, keys


def _key(seat: Standing, ranked: bool) -> object:
    """All that matters of a seat with a special hand."""
    if seat.claim is None:
        return seat.foul
    kinds = tuple(special.kind for special in seat.claim.specials)
    return kinds, seat.claim.units, seat.claim.best.order if ranked else None


def layout_of(deal: NDArray[np.uint8], number: int) -> Layout:
    """The layout of a number, of card indices in ascending order."""
    where = positions()
    rows = (
        where.fronts[:, where.front[number]],
        where.fives[:, where.middle[number]],
        where.fives[:, where.back[number]],
    )
    return Layout(*([DECK[card] for card in deal[row]] for row in rows))
