"""What one pairing comes to, for many pairings at once, with every number taken from the settlement itself.

Nothing about units is decided here. What two legal layouts owe each other hangs on little: who wins each row, and which
royalty, if any, stands on either side of it. Each combination has a *code*; the first time that one comes up, the two
layouts are settled as at the table and the outcome is kept, so that all further ones are a look-up. Fouled seats and
special hands are treated in the same way, by a *mark* that says all that matters of a seat.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from cptutor.analysis.arrays import scale
from cptutor.cards import DECK
from cptutor.layout import Layout
from cptutor.legality import Verdict
from cptutor.settlement.fouls import settle_foul
from cptutor.settlement.naturals import settle_special
from cptutor.settlement.seats import Seat
from cptutor.settlement.showdown import royalty_key, settle_rows
from cptutor.settlement.sidebets import settle_aces
from cptutor.settlement.standings import Standing
from cptutor.terms import ROW_SIZES, ROWS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cptutor.ranking import Strength
    from cptutor.rules import Agreement
    from cptutor.settlement.scorebook import Transfer

    Ordinals = Sequence[NDArray[np.uint16]]
    """The ordinals of front, middle and back of some layouts, an array each."""

PARTS: Final = (*ROWS, "whole hand")
"""Where units come from: a row (its unit and its royalty), or the hand as a whole (bonuses, fouls, specials, aces)."""

UNKNOWN: Final = np.iinfo(np.int32).min
_YOU, _OPPONENT = "you", "opponent"
_RANKS_OF_THREE = {"high card": 3, "pair": 2, "three of a kind": 1}
_RESULTS = 3  # of a row: lost, tied, won
RESULTS_OF_ROWS: Final = _RESULTS ** len(ROWS)
"""Ways in which three rows can come out: lost, tied or won each, the front counting most; 0 is all lost, 26 all won."""


@lru_cache(maxsize=32)
def pairing_units(agreement: Agreement) -> PairingUnits:
    """The look-ups of an agreement, which are filled as they are used and shared by whoever asks for them."""
    return PairingUnits(agreement)


class PairingUnits:
    """What pairings come to under an agreement, from the side of the first seat.

    Raises:
        RulingNeeded: (when units are looked up) the rules are silent on a pairing that comes up.
    """

    def __init__(self, agreement: Agreement) -> None:
        self.agreement = agreement
        strengths = scale(agreement.wheel).strengths
        self.classes: list[NDArray[np.intp]] = []
        """By row, the number of the royalty that a strength earns there, by ordinal; 0 is none. Shape (7917,)."""
        examples: list[list[int]] = []
        self._ends: list[NDArray[np.intp]] = []
        for row, size in zip(ROWS, ROW_SIZES, strict=True):
            keys = [None if _row_size(s) != size else royalty_key(row, s, agreement) for s in strengths]
            first = {key: ordinal for ordinal, key in reversed(list(enumerate(keys))) if key is not None}
            numbers: dict[str | None, int] = {key: number for number, key in enumerate(first, start=1)}
            self.classes.append(np.array([numbers.get(key, 0) for key in keys], np.intp))
            examples.append([0, *first.values()])
            self._ends.append(_ends(self.classes[-1], [_row_size(s) == size for s in strengths]))
        self._examples = examples
        kinds = [len(found) for found in examples]
        self._kinds = kinds
        cells = [_RESULTS * kind * kind for kind in kinds]
        self._strides = [cells[1] * cells[2], cells[2], 1]
        self._net = np.full(int(np.prod(cells)), UNKNOWN, np.int32)
        self._parts = np.zeros((len(PARTS), self._net.size), np.int32)
        self.marks = int(np.prod(kinds))
        """How many marks legal seats have; so many more are those of fouled seats."""
        self._of_marks: dict[tuple[object, object], tuple[int, ...]] = {}

    def codes(self, row: int, own: NDArray[np.uint16], their: NDArray[np.uint16]) -> NDArray[np.int32]:
        """The part of the codes that a row decides.

        Args:
            row: 0 to 2.
            own: ordinals of one side's rows, shape (m,).
            their: those of the other's, shape (n,).

        Returns:
            Shape (m, n); the sum over the three rows is the code of a pairing.
        """
        kinds = self._kinds[row]
        result = np.greater.outer(own, their).astype(np.int32)
        result -= np.less.outer(own, their)
        result += 1
        result *= kinds * kinds
        if kinds > 1:
            classes = self.classes[row]
            result += (classes[own] * kinds).astype(np.int32)[:, np.newaxis]
            result += classes[their].astype(np.int32)
        result *= self._strides[row]
        return result

    def net(self, codes: NDArray[np.int32], own: Ordinals, their: Ordinals) -> NDArray[np.int32]:
        """What pairings of legal layouts come to, without the side bet on aces.

        Args:
            codes: of each pairing, shape (m, n).
            own: the ordinals of one side, (m,) for each row.
            their: those of the other, (n,) for each row.

        Returns:
            Units gained, shape (m, n).
        """
        net = self._net.take(codes, mode="clip")
        if net.size and net.min() == UNKNOWN:
            unknown = np.flatnonzero(net == UNKNOWN)
            found, first = np.unique(codes.take(unknown), return_index=True)
            for code, place in zip(found.tolist(), unknown[first].tolist(), strict=True):
                mine, theirs = divmod(place, codes.shape[1])
                self._settle(code, [int(row[mine]) for row in own], [int(row[theirs]) for row in their])
            net = self._net.take(codes, mode="clip")
        return net

    def parts(self, codes: NDArray[np.int32]) -> NDArray[np.int32]:
        """What each of :data:`PARTS` adds to nets that have been looked up: shape (4, m, n) for codes (m, n)."""
        return self._parts.take(codes, axis=1, mode="clip")

    def _settle(self, code: int, own: list[int], their: list[int]) -> None:
        strengths = scale(self.agreement.wheel).strengths
        first, second = (
            standing(name, tuple(strengths[ordinal] for ordinal in ordinals))
            for name, ordinals in ((_YOU, own), (_OPPONENT, their))
        )
        parts = _parts_of(settle_rows(first, second, self.agreement).transfers)
        self._parts[:, code] = parts
        self._net[code] = sum(parts)

    # Seats of which one is fouled or holds a special hand

    def mark(self, ordinals: Ordinals) -> NDArray[np.intp]:
        """The marks of legal seats, by the royalties they hold: shape (n,) for ordinals (n,) by row."""
        front, middle, back = (classes[row] for classes, row in zip(self.classes, ordinals, strict=True))
        marks: NDArray[np.intp] = (front * self._kinds[1] + middle) * self._kinds[2] + back
        return marks

    def by_result(self, own: int, their: NDArray[np.intp], occurs: NDArray[np.bool_]) -> NDArray[np.int32]:
        """What pairings of legal layouts come to by part, by how the three rows come out, and by the marks.

        Args:
            own: the mark of one side.
            their: marks of the other, shape (n,).
            occurs: which outcomes are wanted, shape (27, n).

        Returns:
            Shape (4, 27, n); 0 may stand where they are not wanted.
        """
        mine, theirs = self._classes_of(np.array([own])), self._classes_of(their)
        results = np.unravel_index(np.arange(RESULTS_OF_ROWS), (_RESULTS,) * len(ROWS))
        codes = np.zeros(occurs.shape, np.intp)
        for kinds, stride, came_out, one, other in zip(
            self._kinds, self._strides, results, mine, theirs, strict=True
        ):
            codes += ((came_out[:, np.newaxis] * kinds + one) * kinds + other) * stride
        for result, place in np.argwhere(occurs & (self._net[codes] == UNKNOWN)).tolist():
            pairs = [
                _example(ends, int(came_out[result]), int(one[0]), int(other[place]))
                for ends, came_out, one, other in zip(self._ends, results, mine, theirs, strict=True)
            ]
            self._settle(int(codes[result, place]), *(list(side) for side in zip(*pairs, strict=True)))
        return self._parts[:, codes]

    def _classes_of(self, marks: NDArray[np.intp]) -> tuple[NDArray[np.intp], ...]:
        """The royalties of marks of legal seats, by row."""
        return np.unravel_index(marks, self._kinds)

    def of_mark(self, mark: int) -> Standing:
        """A seat of a mark, legal or, from ``marks`` on, fouled."""
        fouled, rest = divmod(mark, self.marks)
        rest, back = divmod(rest, self._kinds[2])
        front, middle = divmod(rest, self._kinds[1])
        strengths = scale(self.agreement.wheel).strengths
        found = tuple(
            strengths[row[number]] for row, number in zip(self._examples, (front, middle, back), strict=True)
        )
        return standing("", found, "fouled" if fouled else "")

    def settled(self, first: Standing, second: Standing, keys: tuple[object, object]) -> tuple[int, ...]:
        """What a pairing comes to by part, without aces; remembered by the two seats' keys."""
        if keys not in self._of_marks:
            first, second = renamed(first, _YOU), renamed(second, _OPPONENT)
            if first.claim or second.claim:
                pairing = settle_special(first, second, self.agreement)
            elif first.foul or second.foul:
                pairing = settle_foul(first, second, self.agreement)
            else:
                raise ValueError("two legal layouts are settled by their rows")
            self._of_marks[keys] = _parts_of(pairing.transfers)
        return self._of_marks[keys]

    def aces(self, fouls: bool) -> NDArray[np.int64] | None:
        """What the side bet on aces comes to, by own aces, theirs, own foul and theirs.

        Args:
            fouls: whether a seat may be fouled; if not, what the bet comes to then is left at 0 and not asked for.

        Returns:
            Shape (5, 5, 2, 2); None where there is no such bet.
        """
        if "aces.played" not in self.agreement or self.agreement["aces.played"] == "no":
            return None
        units = np.zeros((5, 5, 2, 2), np.int64)
        for own, their, foul, theirs in np.ndindex(units.shape):
            if fouls or not (foul or theirs):
                first, second = (
                    replace(_with_aces(name, count), foul="fouled" if fouled else "")
                    for name, count, fouled in ((_YOU, own, foul), (_OPPONENT, their, theirs))
                )
                units[own, their, foul, theirs] = sum(_parts_of(settle_aces(first, second, self.agreement)))
        return units


def sweep_units(agreement: Agreement, opponents: int) -> int:
    """What a sweep of the table adds from each opponent; 0 where none can be."""
    if not agreement.profile.names("sweep"):
        return 0
    key = "sweep.single_opponent"
    if opponents == 1 and key in agreement and agreement[key] == "does not count":
        return 0
    return agreement.number("sweep.units")


def sweeps_past_foul(agreement: Agreement) -> bool:
    """Whether a sweep counts although an opponent has fouled.

    Raises:
        RulingNeeded: the rules are silent.
    """
    key = "sweep.past_foul"
    return key not in agreement or agreement[key] != "does not count"


def standing(name: str, strengths: tuple[Strength, ...], foul: str = "") -> Standing:
    """A seat whose rows have these strengths, whatever its cards."""
    seat = Seat(name, _some_layout(0))
    return Standing(seat, Verdict(seat.layout, strengths, ()), foul)


def renamed(seat: Standing, name: str) -> Standing:
    """The same seat under another name."""
    return replace(seat, seat=replace(seat.seat, name=name))


def _ends(classes: NDArray[np.intp], of_size: list[bool]) -> NDArray[np.intp]:
    """The lowest and the highest strength of each class among rows of the right size: (classes, 2)."""
    found = [np.flatnonzero((classes == number) & of_size) for number in range(int(classes.max()) + 1)]
    return np.array([(some[0], some[-1]) for some in found])


def _example(ends: NDArray[np.intp], result: int, own: int, their: int) -> tuple[int, int]:
    """Two strengths of given classes of which the first loses (0), ties or wins (2)."""
    which = (0, 1), (0, 0), (1, 0)
    mine, theirs = which[result]
    return int(ends[own, mine]), int(ends[their, theirs])


def _row_size(strength: Strength) -> int:
    """Cards in a row of this strength: three or five."""
    return 3 if _RANKS_OF_THREE.get(strength.category) == len(strength.ranks) else 5


def _parts_of(transfers: Sequence[Transfer]) -> tuple[int, ...]:
    """What transfers come to for you, by part."""
    found = dict.fromkeys(PARTS, 0)
    for transfer in transfers:
        found[transfer.row or PARTS[-1]] += transfer.units if transfer.payee == _YOU else -transfer.units
    return tuple(found.values())


def _with_aces(name: str, count: int) -> Standing:
    return Standing(Seat(name, _some_layout(count)))


@cache
def _some_layout(aces: int) -> Layout:
    """A layout with so many aces."""
    ace_rank = DECK[-1].rank
    held = [card for card in DECK if card.rank == ace_rank][:aces]
    cards = (held + [card for card in DECK if card.rank != ace_rank])[:13]
    return Layout(cards[:3], cards[3:8], cards[8:])
