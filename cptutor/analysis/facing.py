"""Layouts facing opponents, many of each at once: who wins which row, what it comes to, and who sweeps the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cptutor.analysis.pairings import PARTS, pairing_units, sweep_units, sweeps_past_foul
from cptutor.terms import ROWS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cptutor.analysis.groups import Group
    from cptutor.rules import Agreement


@dataclass(frozen=True, slots=True, eq=False)
class Sums:
    """Sums over the deals of a batch, or of several: whole numbers.

    ``units`` and ``squares`` (m,) of what each layout gained in a deal; ``beside`` (m,) the squares of its difference
    from the first layout; ``parts`` (4, m), or empty; ``rows`` (3, 3, m): how often each row was won, tied and lost.
    """

    deals: int
    units: NDArray[np.int64]
    squares: NDArray[np.int64]
    beside: NDArray[np.int64]
    parts: NDArray[np.int64]
    rows: NDArray[np.int64]

    def __add__(self, other: Sums) -> Sums:
        return Sums(
            self.deals + other.deals,
            self.units + other.units,
            self.squares + other.squares,
            self.beside + other.beside,
            self.parts + other.parts,
            self.rows + other.rows,
        )


def nothing(layouts: int) -> Sums:
    """The sums over no deal."""
    units = np.zeros(layouts, np.int64)
    return Sums(
        0,
        units,
        units,
        units,
        np.zeros((len(PARTS), layouts), np.int64),
        np.zeros((3, 3, layouts), np.int64),
    )


class Facing:
    """One's own layouts against opponents in many deals.

    Args:
        own: one's layouts (m).
        their: the opponents, each in the same deals (n).
        agreement: the rules.
        settles: which of the opponents settle with oneself.
        by_part: whether the sums by part and by row are wanted.
    """

    def __init__(
        self,
        own: Group,
        their: Sequence[Group],
        agreement: Agreement,
        settles: Sequence[bool],
        by_part: bool,
    ) -> None:
        self.own, self.their, self.settles, self.by_part = own, their, settles, by_part
        self.units = pairing_units(agreement)
        self.distinct = [np.unique(row, return_inverse=True) for row in own.rows]
        self.odd_layouts = np.flatnonzero(own.odd)
        fouls = bool(own.foul.any() or any(group.foul.any() for group in their))
        self.bet = self.units.aces(fouls)
        self.sweep = sweep_units(agreement, len(their))
        self.past_foul = sweeps_past_foul(agreement) if fouls else True

    def settled(self, some: slice) -> Sums:
        """The sums over some of the deals."""
        layouts, deals = len(self.own.marks), some.stop - some.start
        total = np.zeros((layouts, deals), np.int64)
        parts = np.zeros((len(PARTS), layouts), np.int64)
        rows = np.zeros((len(ROWS), 3, layouts), np.int64)
        for seat, group in enumerate(self.their):
            if self.settles[seat]:
                total += self._pairings(group, some, parts)
                if self.by_part:
                    self._count_rows(group, some, rows)
        if self.sweep:
            swept = self._swept(some) * self.sweep
            total += swept
            parts[-1] += swept.sum(axis=1) * self.by_part
        beside = total - total[:1]
        return Sums(
            deals,
            total.sum(axis=1),
            np.einsum("ij,ij->i", total, total),
            np.einsum("ij,ij->i", beside, beside),
            parts,
            rows,
        )

    def _pairings(self, group: Group, some: slice, parts: NDArray[np.int64]) -> NDArray[np.int32]:
        """What the pairings with an opponent come to, (m, n); if wanted, its parts are added to ``parts``."""
        theirs = tuple(row[some] for row in group.rows)
        first, *others = (
            self.units.codes(row, ordinals, theirs[row]).take(place, axis=0)
            for row, (ordinals, place) in enumerate(self.distinct)
        )
        codes = first
        for more in others:
            codes += more
        net = self.units.net(codes, self.own.rows, theirs)
        by_part = self.units.parts(codes) if self.by_part else None
        every = np.arange(codes.shape[0]), np.arange(codes.shape[1])
        for layouts, deals in (
            (self.odd_layouts, every[1]),
            (every[0], np.flatnonzero(group.odd[some])),
        ):
            if layouts.size and deals.size:
                found = self._odd_pairings(group, layouts, deals + some.start)
                net[np.ix_(layouts, deals)] = found.sum(axis=0)
                if by_part is not None:
                    by_part[:, layouts[:, np.newaxis], deals] = found
        if by_part is not None:
            parts += by_part.sum(axis=2)
        if self.bet is not None:
            bet = self.bet[
                self.own.aces[:, np.newaxis],
                group.aces[some],
                self.own.foul[:, np.newaxis].astype(int),
                group.foul[some].astype(int),
            ]
            net += bet.astype(np.int32)
            if by_part is not None:
                parts[-1] += bet.sum(axis=1)
        return net

    def _odd_pairings(
        self, group: Group, layouts: NDArray[np.intp], deals: NDArray[np.intp]
    ) -> NDArray[np.int64]:
        """What pairings come to of which one seat at least is fouled or holds a special hand: (4, m, n)."""
        ours, our_place = np.unique(self.own.marks[layouts], return_inverse=True)
        theirs, their_place = np.unique(group.marks[deals], return_inverse=True)
        found = np.zeros((len(PARTS), len(ours), len(theirs)), np.int64)
        for i, one in enumerate(ours.tolist()):
            for j, other in enumerate(theirs.tolist()):
                first, our_key = self.own.seat(one)
                second, their_key = group.seat(other)
                found[:, i, j] = self.units.settled(first, second, (our_key, their_key))
        return found[:, our_place][:, :, their_place]

    def _count_rows(self, group: Group, some: slice, rows: NDArray[np.int64]) -> None:
        """Count rows won, tied and lost, where rows are compared."""
        compared = ~self.own.odd[:, np.newaxis] & ~group.odd[some]
        for row, (ordinals, place) in enumerate(self.distinct):
            their = group.rows[row][some]
            for result, compare in enumerate((np.greater, np.equal, np.less)):
                rows[row, result] += (compare.outer(ordinals, their).take(place, axis=0) & compared).sum(
                    axis=1
                )

    def _swept(self, some: slice) -> NDArray[np.int64]:
        """In sweeps of the table, how many pairings one gains by it, or loses: (m, n)."""
        own, their = self.own, self.their
        legal = ~own.odd[:, np.newaxis]
        claims = sum(group.claim[some].astype(int) for group in their)
        fouls = sum(group.foul[some].astype(int) for group in their)
        allowed = (claims == 0) & (self.past_foul | (fouls == 0))
        ours = legal & allowed
        total = np.zeros((len(own.marks), some.stop - some.start), np.int64)
        for seat, group in enumerate(their):
            won = self._all_three(group, some, np.greater)
            ours = ours & (won | group.foul[some])
            beaten = self._all_three(group, some, np.less) | own.foul[:, np.newaxis]
            theirs = beaten & ~group.odd[some] & ~own.claim[:, np.newaxis] & (claims == 0)
            theirs &= self.past_foul | ((fouls == 0) & ~own.foul[:, np.newaxis])
            for other in (*their[:seat], *their[seat + 1 :]):
                better = [mine[some] > its[some] for mine, its in zip(group.rows, other.rows, strict=True)]
                theirs &= np.logical_and.reduce(better) | other.foul[some]
            total -= theirs
        total += ours * len(their)
        return total

    def _all_three(self, group: Group, some: slice, compare: np.ufunc) -> NDArray[np.bool_]:
        """Where all three of one's rows compare so, (m, n)."""
        front, middle, back = (
            compare.outer(ordinals, its[some]).take(place, axis=0)
            for (ordinals, place), its in zip(self.distinct, group.rows, strict=True)
        )
        front &= middle
        front &= back
        return np.asarray(front)
