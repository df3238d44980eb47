"""The rows of thirteen cards in bulk: their ordinals, which layouts of them are legal, and the frontier.

Everything here is arrays in, arrays out; :mod:`cptutor.analysis.layouts` has the same for people. Rows are ordinals of
:mod:`cptutor.analysis.arrays`, layouts are numbers of :mod:`cptutor.analysis.positions`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from typing import TYPE_CHECKING, Final

import numpy as np

from cptutor.analysis.arrays import KEY_BITS, KEYS, scale
from cptutor.analysis.positions import FIVES, FRONTS, SHAPE, positions
from cptutor.cards import DECK, SUITS
from cptutor.rules.profiles import Gap
from cptutor.terms import HAND_SIZE, CardError, RulingNeeded

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cptutor.ranking import Wheel
    from cptutor.rules import Agreement

PREFIX: Final = "front_middle.equal_prefix"
EQUAL: Final = "middle_back.equal"
_KEY: Final = (1 << KEY_BITS) - 1
_DEALS: Final = 64  # deals at a time: scratch arrays stay in a core's own cache


@dataclass(frozen=True, slots=True, eq=False)
class RowOrdinals:
    """The ordinals of every row that thirteen cards can make, for one deal or for many.

    ``fronts`` has the shape (…, 286), ``fives`` (…, 1287); which positions of the deal each stands for is in
    :func:`cptutor.analysis.positions.positions`. ``hand[i]`` is one deal of many, or a slice of them.
    """

    fronts: NDArray[np.uint16]
    fives: NDArray[np.uint16]
    wheel: Wheel = "lowest"

    def __getitem__(self, which: int | slice) -> RowOrdinals:
        return RowOrdinals(self.fronts[which], self.fives[which], self.wheel)

    def __len__(self) -> int:
        return len(self.fronts)


def rank_deals(deals: NDArray[np.integer], wheel: Wheel = "lowest") -> RowOrdinals:
    """Rank every row of three and of five that thirteen cards can make, each once.

    Args:
        deals: card indices 0 to 51, shape (13,) or (deals, 13).
        wheel: where 5-4-3-2-A stands among the straights.

    Returns:
        Ordinals of the fronts, shape (286,) or (deals, 286), and of the fives, (1287,) or (deals, 1287).

    Raises:
        CardError: not thirteen whole numbers from 0 to 51. That a deal's cards differ is not looked into.
    """
    deals = np.asarray(deals)
    if deals.ndim not in (1, 2) or deals.shape[-1] != HAND_SIZE or not np.issubdtype(deals.dtype, np.integer):
        raise CardError(f"deals are 13 card indices each, not {deals.dtype} of the shape {deals.shape}")
    if deals.size and not 0 <= deals.min() <= deals.max() < len(DECK):
        raise CardError(f"card indices are 0 to {len(DECK) - 1}, not {deals.min()} to {deals.max()}")
    codes, flush_at = _codes()
    where = positions()
    pairs, first_three, last_two = _threes_and_twos()
    tables = scale(wheel)
    many = deals.reshape(-1, HAND_SIZE)
    fronts = np.empty((len(many), FRONTS), np.uint16)
    fives = np.empty((len(many), FIVES), np.uint16)
    for start in range(0, len(many), _DEALS):
        some = slice(start, start + _DEALS)
        cards = codes.take(many[some])
        threes, twos = _sums(cards, where.fronts), _sums(cards, pairs)
        tables.threes.take(threes & _KEY, out=fronts[some], mode="clip")
        sums = threes.take(first_three, axis=1)
        sums += twos.take(last_two, axis=1)
        keys = sums & _KEY
        keys += flush_at.take(sums >> KEY_BITS)
        tables.fives.take(keys, out=fives[some], mode="clip")
    return RowOrdinals(
        fronts.reshape(*deals.shape[:-1], FRONTS), fives.reshape(*deals.shape[:-1], FIVES), wheel
    )


def _sums(codes: NDArray[np.int32], chosen: NDArray[np.intp]) -> NDArray[np.int32]:
    """The sum of each deal's codes (deals, 13) over each choice of positions (cards, choices): (deals, choices)."""
    first, *others = chosen
    sums: NDArray[np.int32] = codes.take(first, axis=1)
    for positions_of_card in others:
        sums += codes.take(positions_of_card, axis=1)
    return sums


@cache
def _threes_and_twos() -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
    """Choices of two positions (2, 78), and of which choice of three and of two each choice of five consists."""
    where = positions()
    two = list(combinations(range(HAND_SIZE), 2))
    three = zip(*where.fronts.tolist(), strict=True)
    number_of = {chosen: number for choices in (two, three) for number, chosen in enumerate(choices)}
    fives = list(zip(*where.fives.tolist(), strict=True))
    return (
        np.array(two).T,
        np.array([number_of[five[:3]] for five in fives]),
        np.array([number_of[five[3:]] for five in fives]),
    )


@cache
def _codes() -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Codes of the 52 cards, and how far from the other fives a flush is looked up, by the sum of its suit numbers.

    A code is a rank's key with a number for the suit above it. Five suit numbers have one of four sums only where the
    suit is the same.
    """
    suit_numbers = np.array([0, 1, 6, 36], np.int32)
    cards = np.arange(len(DECK))
    codes = KEYS[cards // len(SUITS)].astype(np.int32) + (suit_numbers[cards % len(SUITS)] << KEY_BITS)
    flush_at = np.zeros(5 * suit_numbers[-1] + 1, np.int32)
    flush_at[5 * suit_numbers] = scale().flushes
    return codes, flush_at


def legal_mask(
    rows: RowOrdinals, agreement: Agreement, among: NDArray[np.bool_] | None = None
) -> NDArray[np.bool_]:
    """Which of a deal's 72,072 layouts are legal.

    Args:
        rows: the rows of one deal, ranked with the agreement's wheel.
        agreement: what the table says of a front that the middle only equals, and of equal middle and back.
        among: which layouts are in question, by number; by default all. The others are not legal here, and raise no
            question.

    Returns:
        Shape (2, 126, 286), or by layout number where it is flattened.

    Raises:
        RulingNeeded: a layout is legal or not as the table rules, and it has not ruled; with every question on which
            one hangs.
    """
    middles = rows.fives.take(positions().middle).reshape(SHAPE)
    above = scale(rows.wheel).last_with_prefix.take(rows.fronts)
    answers = {key: _answers(agreement, key) for key in (PREFIX, EQUAL)}

    def mask(prefix: str, equal: str) -> NDArray[np.bool_]:
        found = _mask(middles, rows.fronts if prefix == "legal" else above, equal == "legal")
        if among is not None:
            found &= among.reshape(SHAPE)
        return found

    lenient = mask(answers[PREFIX][0], answers[EQUAL][0])
    strictest = answers[PREFIX][-1], answers[EQUAL][-1]
    if strictest == (answers[PREFIX][0], answers[EQUAL][0]) or np.array_equal(lenient, mask(*strictest)):
        return lenient  # what is legal for the strictest table is legal for all
    masks = {both: mask(*both) for both in product(*answers.values())}
    needed = set()
    for (prefix, equal), found in masks.items():
        if not np.array_equal(found, masks[answers[PREFIX][0], equal]):
            needed.add(PREFIX)
        if not np.array_equal(found, masks[prefix, answers[EQUAL][0]]):
            needed.add(EQUAL)
    gaps = [gap for gap in agreement.profile.gaps if gap.key in needed]
    raise RulingNeeded(agreement.profile.id, gaps)


def _answers(agreement: Agreement, key: str) -> tuple[str, ...]:
    """The answer in force, or every answer that the table may still give, the most lenient first."""
    if key not in agreement.rulings and isinstance(agreement.profile[key], Gap):
        return ("legal", "foul")
    return ("legal" if agreement[key] == "legal" else "foul",)


def _mask(middles: NDArray[np.uint16], floor: NDArray[np.uint16], equal: bool) -> NDArray[np.bool_]:
    """Middles above the floor that the front sets, and below the back, or equal to it where that is legal."""
    mask = np.empty(SHAPE, np.bool_)
    one, other = middles
    np.less_equal(one, other, out=mask[0]) if equal else np.less(one, other, out=mask[0])
    np.less_equal(other, one, out=mask[1]) if equal else np.less(other, one, out=mask[1])
    mask &= np.minimum(one, other) > floor
    return mask


def frontier_numbers(rows: RowOrdinals, among: NDArray[np.bool_]) -> NDArray[np.intp]:
    """The layouts that no other equals or beats in all three rows.

    Layouts with the same three strengths count once: the one with the lowest number stands for them.

    Args:
        rows: the rows of one deal.
        among: which of its layouts are in question, such as the legal ones; as :func:`legal_mask` returns it.

    Returns:
        Layout numbers, by back, then front, from the strongest down.
    """
    where = positions()
    numbers = _not_below_the_highest(rows, among)
    if not numbers.size:
        return numbers
    middle = rows.fives.take(where.middle.take(numbers)) + np.uint16(1)  # 0 is for no middle at all
    backs, back = numbered(rows.fives.take(where.back.take(numbers)))
    fronts, front = numbered(rows.fronts.take(where.front.take(numbers)))
    # The best middle for each back and front, with an edge where there is none.
    best = np.zeros((len(backs) + 1, len(fronts) + 1), np.uint16)
    cell = back * best.shape[1] + front
    np.maximum.at(best.reshape(-1), cell, middle)
    # The best middle for each back or a stronger one; then for each front or a stronger one as well.
    reach = np.maximum.accumulate(best[::-1], axis=0)[::-1]
    reach = np.maximum.accumulate(reach[:, ::-1], axis=1)[:, ::-1]
    kept = np.zeros(best.shape, np.bool_)
    kept[:-1, :-1] = (best[:-1, :-1] > reach[1:, :-1]) & (best[:-1, :-1] > reach[:-1, 1:])
    on_frontier = np.flatnonzero(kept.take(cell) & (middle == best.take(cell)))
    _, first = np.unique(cell.take(on_frontier), return_index=True)
    return numbers[on_frontier[first]][::-1]


def _not_below_the_highest(rows: RowOrdinals, among: NDArray[np.bool_]) -> NDArray[np.intp]:
    """The layouts that the one with the highest sum of ordinals does not beat: one in twenty of a usual deal.

    A layout with the same three strengths stays.
    """
    among = among.reshape(SHAPE)
    middles = rows.fives.take(positions().middle).reshape(SHAPE)
    backs = middles[::-1]
    sums = middles + backs
    sums += rows.fronts
    sums *= among
    highest = int(sums.argmax())
    middle, back = middles.flat[highest], backs.flat[highest]
    front = rows.fronts[highest % FRONTS]
    stays = (middles > middle) | (backs > back) | (rows.fronts > front)
    stays |= sums == sums.flat[highest]  # what is beaten nowhere and has the same sum is equal everywhere
    stays &= among
    return np.flatnonzero(stays)


def numbered(values: NDArray[np.integer]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The different values in ascending order, and of each value its place among them: whole numbers close together."""
    lowest = values.min()
    shifted = values - lowest
    present = np.bincount(shifted) > 0
    return np.flatnonzero(present) + lowest, (np.cumsum(present) - 1).take(shifted)
