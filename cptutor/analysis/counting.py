"""Layouts of one hand against one opponent's many hands, by counting: the sums of ``facing``, pair by pair or not.

What a pairing comes to hangs on the marks of both seats and on who wins which row (see ``pairings``). So it is enough
to know, for each layout, against how many hands of each mark its rows come out in each way. Each hand has a bit; for
each strength of a row there are the bits of the hands that it beats, and of those that it at least ties. To "and" those
of three rows and count what is left takes a layout a few words for every 64 hands.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from cptutor.analysis.facing import Sums
from cptutor.analysis.pairings import (
    PARTS,
    RESULTS_OF_ROWS,
    pairing_units,
    sweep_units,
    sweeps_past_foul,
)
from cptutor.analysis.rows import numbered
from cptutor.terms import ROWS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cptutor.analysis.groups import Group
    from cptutor.rules import Agreement
    from cptutor.settlement.standings import Standing

_WORD: Final = 64
_ACES: Final = 5  # numbers of aces in a hand, 0 to 4
_NO_HAND: Final = np.iinfo(np.uint16).max  # stronger than any row: nobody beats or ties it
_COUNTS: Final = 1 << 18  # at a time: scratch arrays stay in a core's own cache
_PRODUCTS: Final = (
    1 << 18
)  # at a time: for more, the other core would be called in, which costs more than it gains
_LOST: Final = 0  # of all three rows, by number of a result
_WON: Final = RESULTS_OF_ROWS - 1


def count_pairings(own: Group, their: Group, agreement: Agreement, by_part: bool = False) -> Sums:
    """The sums over pairings of one's own layouts with an opponent's hands, each a deal for two.

    Args:
        own: one's own layouts, all of the same cards (m).
        their: the opponent's hands (n).
        agreement: the rules, with an answer to all that they may be asked; their sweep, if any, must not multiply.
        by_part: whether the sums by part and by row are wanted.
    """
    return _Counting(own, their, agreement, by_part).sums()


def units_by_rows(own: Group, their: Group, agreement: Agreement) -> NDArray[np.int64]:
    """What legal layouts, of whatever cards, gain from legal hands, without a side bet or a sweep: (m,)."""
    return _Counting(own, their, agreement, by_part=False, rows_only=True).sums().units


@dataclass(frozen=True, slots=True, eq=False)
class _Hands:
    """The opponent's hands, those of a kind and of one outcome for the first layout side by side, each with a bit.

    A kind of hand has one mark, and one number of aces where these are bet on. ``rows`` (hands, with gaps) are ordinals
    by row; ``kind`` and ``first`` (words) the kind of the hands in each word, and what the first layout gains from each
    of them; ``starts`` the first word of each kind; ``full`` how many hands there are in each word.
    """

    rows: list[NDArray[np.uint16]]
    kind: NDArray[np.intp]
    first: NDArray[np.int64]
    starts: NDArray[np.intp]
    full: NDArray[np.uint8]


class _Counting:
    def __init__(
        self, own: Group, their: Group, agreement: Agreement, by_part: bool, rows_only: bool = False
    ) -> None:
        self.own, self.their, self.by_part = own, their, by_part
        self.units = pairing_units(agreement)
        fouls = bool(own.foul.any() or their.foul.any())
        self.bet = None if rows_only else self.units.aces(fouls)
        self.sweep = 0 if rows_only else sweep_units(agreement, 1)
        self.past_foul = sweeps_past_foul(agreement) if fouls else True
        aces = their.aces if self.bet is not None else np.zeros(len(their.marks), np.intp)
        kinds, self.kind = numbered(their.marks * _ACES + aces)
        self.marks, self.aces = np.divmod(kinds, _ACES)
        seats = [their.seat(mark)[0] for mark in self.marks.tolist()]
        self.odd = np.array([not seat.legal for seat in seats], np.bool_)
        self.foul = np.array([bool(seat.foul) for seat in seats], np.bool_)
        self.claim = np.array([seat.claim is not None for seat in seats], np.bool_)

    def sums(self) -> Sums:
        layouts = len(self.own.marks)
        first = self._first()
        hands = self._hands(first)
        distinct = [np.unique(row, return_inverse=True) for row in self.own.rows]
        bits = [_bits(ordinals, row) for (ordinals, _), row in zip(distinct, hands.rows, strict=True)]
        totals = np.zeros((layouts, 3 + len(PARTS) * self.by_part), np.int64)
        step = max(1, _COUNTS // (RESULTS_OF_ROWS * len(hands.kind)))
        for mark in np.unique(self.own.marks).tolist():
            alike = np.flatnonzero(self.own.marks == mark)
            for start in range(0, len(alike), step):
                some = alike[start : start + step]
                rows = [found[:, place[some]] for found, (_, place) in zip(bits, distinct, strict=True)]
                totals[some] = self._totals(mark, _counts(rows, hands.full), hands)
        units, squares, with_first = totals.T[:3]
        by_row = np.zeros((len(ROWS), 3, layouts), np.int64)
        if self.by_part:
            for row, (found, (_, place)) in enumerate(zip(bits, distinct, strict=True)):
                by_row[row] = self._row_results(found, hands)[:, place] * ~self.own.odd
        return Sums(
            len(self.kind),
            units,
            squares,
            squares - 2 * with_first + int(first @ first),
            totals.T[3:] if self.by_part else np.zeros((len(PARTS), layouts), np.int64),
            by_row,
        )

    def _first(self) -> NDArray[np.int64]:
        """What the first layout gains from each hand, shape (n,)."""
        result = np.zeros(len(self.kind), np.intp)
        for own, their in zip(self.own.rows, self.their.rows, strict=True):
            result *= 3
            result += own[0] >= their
            result += own[0] > their
        cell = result * len(self.marks) + self.kind
        occurs = np.bincount(cell, minlength=RESULTS_OF_ROWS * len(self.marks)) > 0
        table = self._table(int(self.own.marks[0]), occurs.reshape(RESULTS_OF_ROWS, -1))
        found: NDArray[np.int64] = table.sum(axis=0).take(cell)
        return found

    def _hands(self, first: NDArray[np.int64]) -> _Hands:
        lowest = first.min()
        range_ = int(first.max() - lowest) + 1
        groups, group = numbered(self.kind * range_ + (first - lowest))
        sizes = np.bincount(group, minlength=len(groups))
        words = -(-sizes // _WORD)
        order = np.argsort(group.astype(np.uint16 if len(groups) < 1 << 16 else np.intp), kind="stable")
        shift = (np.cumsum(words) - words) * _WORD - (np.cumsum(sizes) - sizes)
        places = np.arange(len(group)) + shift[group[order]]
        rows = []
        for their in self.their.rows:
            row = np.full(int(words.sum()) * _WORD, _NO_HAND, np.uint16)
            row[places] = their[order]
            rows.append(row)
        kind, units = np.divmod(groups, range_)
        kind = np.repeat(kind, words)
        starts = np.flatnonzero(np.diff(kind, prepend=-1))
        full = np.bitwise_count(_packed(rows[0] != _NO_HAND))
        return _Hands(rows, kind, np.repeat(units + lowest, words), starts, full)

    def _totals(self, mark: int, counts: NDArray[np.uint8], hands: _Hands) -> NDArray[np.int64]:
        """Sums of units, of their squares, of their products with the first layout's, and by part: (m, 3 or 7).

        Args:
            mark: of the layouts.
            counts: how many hands of each word the layouts beat or tie, as :func:`_counts` has them: (m, 27, words).
            hands: the hands.
        """
        of_kinds = np.add.reduceat(counts.sum(axis=0, dtype=np.int64), hands.starts, axis=1)
        parts = self._table(mark, occurs=_RESULTS @ of_kinds > 0)
        net = parts.sum(axis=0)
        columns = np.array([net, net * net, net, *(parts if self.by_part else ())])
        weights = (_RESULTS.T @ columns).take(hands.kind, axis=2)
        weights[2] *= hands.first
        weights = weights.reshape(len(columns), -1).T
        found = np.empty((len(counts), len(columns)), np.int64)
        step = max(1, _PRODUCTS // weights.size)
        for start in range(0, len(counts), step):
            some = counts[start : start + step].reshape(-1, len(weights))
            found[start : start + step] = some.astype(np.float64) @ weights
        return found

    def _table(self, mark: int, occurs: NDArray[np.bool_]) -> NDArray[np.int64]:
        """What pairings of layouts of a mark come to, by part, by result, and by kind of hand: (4, 27, kinds).

        Where they do not occur, 0 may stand.
        """
        own, key = self.own.seat(mark)
        table = np.zeros((len(PARTS), *occurs.shape), np.int64)
        settled_apart = np.ones(len(self.marks), np.bool_)
        if own.legal:
            settled_apart = self.odd
            plain = np.flatnonzero(~self.odd)
            table[:, :, plain] = self.units.by_result(mark, self.marks[plain], occurs[:, plain])
        for kind in np.flatnonzero(settled_apart).tolist():
            their, their_key = self.their.seat(int(self.marks[kind]))
            found = self.units.settled(own, their, (key, their_key))
            table[:, :, kind] = np.array(found)[:, np.newaxis]
        if self.bet is not None:
            table[-1] += self.bet[self.own.aces[0], self.aces, int(bool(own.foul)), self.foul.astype(int)]
        if self.sweep:
            table[-1] += self.sweep * self._swept(own)
        return table

    def _swept(self, own: Standing) -> NDArray[np.int64]:
        """Who sweeps the table of two, 1 for oneself and -1 for the opponent: (27, kinds)."""
        won, lost = (np.arange(RESULTS_OF_ROWS)[:, np.newaxis] == result for result in (_WON, _LOST))
        ours = bool(own.legal) & ~self.claim & (self.past_foul | ~self.foul) & (won | self.foul)
        past = self.past_foul or not own.foul
        theirs = ~self.odd & (own.claim is None) & past & (lost | bool(own.foul))
        swept: NDArray[np.int64] = ours.astype(np.int64) - theirs
        return swept

    def _row_results(self, bits: NDArray[np.uint64], hands: _Hands) -> NDArray[np.int64]:
        """Against how many legal hands the distinct strengths of a row are won, tied and lost: (3, distinct)."""
        compared = ~self.odd[hands.kind]
        at_least, more = np.bitwise_count(bits[:, :, compared]).sum(axis=2, dtype=np.int64)
        every = hands.full[compared].sum(dtype=np.int64)
        return np.array([more, at_least - more, every - at_least])


def _packed(flags: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """Flags along the last axis as bits of words."""
    return np.packbits(flags, axis=-1).view(np.uint64)


def _bits(ordinals: NDArray[np.uint16], row: NDArray[np.uint16]) -> NDArray[np.uint64]:
    """The hands of which each strength is at least the row's, and those it beats: (2, strengths, words)."""
    return np.array([_packed(compare.outer(ordinals, row)) for compare in (np.greater_equal, np.greater)])


def _counts(rows: list[NDArray[np.uint64]], full: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """How many hands of each word layouts tie or beat in some rows and beat in others: (m, 27, words).

    Along the second axis front, middle and back, each for all hands, then those at least tied, then those beaten.

    Args:
        rows: by row the bits of the hands that are at least tied, and of those beaten, (2, m, words) each.
        full: how many hands there are in each word.
    """
    front, middle, back = rows
    _, layouts, words = front.shape
    counts = np.empty((layouts, 3, 3, 3, words), np.uint8)
    counts[:, 0, 0, 0] = full
    for k in range(2):
        np.bitwise_count(back[k], out=counts[:, 0, 0, k + 1])
    both = np.empty_like(front[0])
    all_three = np.empty_like(both)
    for i in range(3):
        for j in range(3):
            if not i and not j:
                continue
            if i and j:
                some = np.bitwise_and(front[i - 1], middle[j - 1], out=both)
            else:
                some = front[i - 1] if i else middle[j - 1]
            np.bitwise_count(some, out=counts[:, i, j, 0])
            for k in range(2):
                np.bitwise_count(np.bitwise_and(some, back[k], out=all_three), out=counts[:, i, j, k + 1])
    return counts.reshape(layouts, RESULTS_OF_ROWS, words)


_BY_ROW: Final = np.array(
    [[1.0, -1, 0], [0, 1, -1], [0, 0, 1]]
)  # (lost, tied, won) of (all, at least tied, beaten)
_RESULTS: Final = np.kron(np.kron(_BY_ROW, _BY_ROW), _BY_ROW)
"""Counts of the 27 results from those of :func:`_counts`: whole numbers as floats, far below 2⁵³, so sums are exact."""
