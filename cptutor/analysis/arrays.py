"""Ranking in bulk: rows of three and of five cards as numbers on one scale, in the order of ``Strength``.

Cards are their ``Card.index``, 0 to 51. A row's *ordinal* is the place of its strength among the 7,917 strengths there
are, 0 the weakest; ordinals compare exactly as the strengths do, for rows of either size.

>>> rank_rows(np.array([card_indices("A♠ K♦ 9♣"), card_indices("7♥ 7♦ 3♠")])).tolist()
[1430, 2724]

How it works: each rank has a key such that the sum of a row's keys tells its ranks, whatever their order, and one
look-up in a table gives the ordinal; the few rows in one suit are looked up again among the flushes. The tables are
filled by :func:`cptutor.ranking.rank_row`, one row for each set of ranks, so there is only one definition of strength.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import TYPE_CHECKING, Final

import numpy as np

from cptutor.cards import DECK, RANKS, SUITS, parse_cards
from cptutor.legality import is_prefix
from cptutor.ranking import rank_row
from cptutor.terms import CardError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from cptutor.ranking import Row, Strength, Wheel

STRENGTHS: Final = 7_917
"""Different strengths of rows: 455 of three cards and 7,462 of five. Ordinals are 0 to one less."""

# The smallest ascending keys for which no two sets of up to five ranks (none five times) have the same sum.
KEYS: Final = np.array([0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415], np.uint32)
KEY_BITS: Final = 19
"""Bits that a sum of five keys fits into."""

_SUM: Final = np.uint32((1 << KEY_BITS) - 1)
_FIVE_SUMS: Final = int(4 * KEYS[-1] + KEYS[-2]) + 1
_THREE_SUMS: Final = int(3 * KEYS[-1]) + 1
_FLUSH_SUMS: Final = int(KEYS[-5:].sum()) + 1
_ONE_SUIT: Final = np.uint32(1 << 28)  # any of the four highest bits, one for each suit
_BLOCK: Final = 32_768  # rows at a time: scratch arrays stay in a core's own cache


@dataclass(frozen=True, slots=True, eq=False)
class Scale:
    """All strengths of rows in order, and the tables that find a row's place among them.

    ``strengths`` is by ordinal. ``threes`` gives the ordinal of three cards by the sum of their keys; ``fives`` that
    of five cards not in one suit, and from ``flushes`` on that of five cards in one suit. ``last_with_prefix`` gives,
    by the ordinal of a front, that of the strongest row of five whose first ranks are the front's (the front's own
    where there is none): rows that equal a front as far as it goes stand directly above it.
    """

    strengths: tuple[Strength, ...]
    threes: NDArray[np.uint16]
    fives: NDArray[np.uint16]
    last_with_prefix: NDArray[np.uint16]
    flushes: int = _FIVE_SUMS


@cache
def scale(wheel: Wheel = "lowest") -> Scale:
    """The scale for one place of the wheel; made once, which takes some 100 ms."""
    ranks = range(len(RANKS))
    mixed = [row for row in combinations_with_replacement(ranks, 5) if row[0] != row[4]]
    one_suit = list(combinations(ranks, 5))
    three = list(combinations_with_replacement(ranks, 3))
    found = [_representative(row, len(SUITS), wheel) for row in mixed]
    found += [_representative(row, 1, wheel) for row in one_suit]
    found += [_representative(row, len(SUITS), wheel) for row in three]
    ascending = sorted(range(len(found)), key=lambda place: found[place].order)
    strengths = tuple(found[place] for place in ascending)
    ordinals = np.empty(len(found), np.uint16)
    ordinals[ascending] = np.arange(len(found))  # no two sets of ranks have the same strength
    of_mixed, of_one_suit, of_three = np.split(ordinals, np.cumsum([len(mixed), len(one_suit)]))
    fives = np.zeros(_FIVE_SUMS + _FLUSH_SUMS, np.uint16)
    fives[KEYS[mixed].sum(axis=1)] = of_mixed
    fives[_FIVE_SUMS + KEYS[one_suit].sum(axis=1)] = of_one_suit
    threes = np.zeros(_THREE_SUMS, np.uint16)
    threes[KEYS[three].sum(axis=1)] = of_three
    return Scale(strengths, threes, fives, _last_with_prefix(strengths, of_three))


def _representative(ranks: Sequence[int], suits: int, wheel: Wheel) -> Strength:
    """The strength of a row of these ranks (0 to 12, ascending) in one suit, or in suits that are no flush."""
    return rank_row([DECK[rank * len(SUITS) + place % suits] for place, rank in enumerate(ranks)], wheel)


def _last_with_prefix(strengths: Sequence[Strength], fronts: Iterable[int]) -> NDArray[np.uint16]:
    last = np.arange(len(strengths), dtype=np.uint16)
    for ordinal in fronts:
        front, end = strengths[ordinal], int(ordinal)
        while end + 1 < len(strengths) and is_prefix(front, strengths[end + 1]):
            end += 1
        last[ordinal] = end
    return last


def strength_of(ordinal: int, wheel: Wheel = "lowest") -> Strength:
    """The strength at an ordinal.

    Raises:
        CardError: there is no such ordinal.

    >>> strength_of(0), strength_of(7916).describe()
    (Strength('high card', (4, 3, 2)), 'royal flush')
    """
    if not 0 <= ordinal < STRENGTHS:
        raise CardError(f"no strength has the ordinal {ordinal}: they are 0 to {STRENGTHS - 1}")
    return scale(wheel).strengths[ordinal]


def ordinal_of(strength: Strength, wheel: Wheel = "lowest") -> int:
    """The ordinal of a strength.

    Raises:
        CardError: no row has this strength.

    >>> ordinal_of(strength_of(2026))
    2026
    """
    try:
        return _ordinals(wheel)[strength]
    except KeyError:
        raise CardError(f"no row has the strength {strength!r}") from None


@cache
def _ordinals(wheel: Wheel) -> dict[Strength, int]:
    return {strength: ordinal for ordinal, strength in enumerate(scale(wheel).strengths)}


def card_indices(cards: Row) -> NDArray[np.uint8]:
    """The indices of cards, given as text or cards, in the order in which they stand there.

    Raises:
        CardError: not cards, or a repeated card.
    """
    return np.array([card.index for card in parse_cards(cards)], np.uint8)


def all_rows(size: int) -> NDArray[np.uint8]:
    """Every row of so many cards there is, each once, in ascending order of its highest card, then the next, and so on.

    Args:
        size: cards in a row, at least 1.

    Returns:
        Card indices, shape (rows, size), ascending along the row; 2,598,960 rows of five, 22,100 of three.
    """
    columns = np.arange(len(DECK), dtype=np.uint8)[np.newaxis]
    for cards in range(2, size + 1):
        # The rows below a highest card are the first rows of the listing with one card fewer.
        below = [comb(highest, cards - 1) for highest in range(len(DECK))]
        wider = np.empty((cards, sum(below)), np.uint8)
        start = 0
        for highest, count in enumerate(below):
            wider[:-1, start : start + count] = columns[:, :count]
            wider[-1, start : start + count] = highest
            start += count
        columns = wider
    return columns.T


def rank_rows(cards: NDArray[np.integer], wheel: Wheel = "lowest") -> NDArray[np.uint16]:
    """The ordinals of many rows.

    Args:
        cards: card indices 0 to 51 of any integer type, shape (…, 3) or (…, 5): the last axis is a row's cards, in any
            order. It is fastest for ``uint8`` with all first cards side by side in memory, then all second cards, and
            so on, as :func:`all_rows` has them.
        wheel: where 5-4-3-2-A stands among the straights.

    Returns:
        Ordinals, shape (…).

    Raises:
        CardError: rows of another size, not whole numbers, or an index that is no card. That a row's cards differ is
            not looked into.
    """
    cards = np.asarray(cards)
    size = cards.shape[-1] if cards.ndim else 0
    if size not in (3, 5):
        raise CardError(f"a row has 3 or 5 cards, not {size}: the shape is {cards.shape}")
    if not np.issubdtype(cards.dtype, np.integer):
        raise CardError(f"card indices are whole numbers, not {cards.dtype}")
    cards = cards.astype(cards.dtype.newbyteorder("="), copy=False)
    rows = cards.reshape(-1, size)
    ordinals = np.empty(len(rows), np.uint16)
    unsigned = np.dtype(f"u{cards.dtype.itemsize}")  # as which a negative number is a large one
    tables = scale(wheel)
    rank = _rank_fives if size == 5 else _rank_threes
    for start in range(0, len(rows), _BLOCK):
        block = rows[start : start + _BLOCK]
        if block.view(unsigned).max() >= len(DECK):
            raise CardError(f"card indices are 0 to {len(DECK) - 1}, not {block.min()} to {block.max()}")
        columns = block.T.astype(np.uint8, order="C", copy=False)
        rank(columns, tables, ordinals[start : start + _BLOCK])
    return ordinals.reshape(cards.shape[:-1])


@cache
def _card_codes() -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """A code for each card, and for each two cards at place ``first * 52 + second``.

    Low bits hold the sum of the keys, so codes can be added. The four highest bits hold the suit that all the cards
    share, so codes are combined with "and" to find a flush.
    """
    card = np.arange(len(DECK))
    keys = KEYS[card // len(SUITS)]
    suits = _ONE_SUIT << (card % len(SUITS)).astype(np.uint32)
    sums = keys + keys[:, np.newaxis]
    return keys | suits, (sums | (suits & suits[:, np.newaxis])).ravel()


def _rank_fives(cards: NDArray[np.uint8], tables: Scale, ordinals: NDArray[np.uint16]) -> None:
    """Rank a block of rows, shape (5, rows): two look-ups for two cards each, one for the fifth, one for the sum."""
    one_card, two_cards = _card_codes()
    index = np.empty(len(ordinals), np.intp)
    more = np.empty(len(ordinals), np.uint32)
    total = two_cards.take(_pair(cards[0], cards[1], index), mode="clip")
    shared = total.copy()
    two_cards.take(_pair(cards[2], cards[3], index), out=more, mode="clip")
    total += more
    shared &= more
    index[:] = cards[4]
    one_card.take(index, out=more, mode="clip")
    total += more
    shared &= more
    total &= _SUM
    index[:] = total
    tables.fives.take(index, out=ordinals, mode="clip")
    one_suit = np.flatnonzero(shared >= _ONE_SUIT)
    ordinals[one_suit] = tables.fives[tables.flushes + index[one_suit]]


def _pair(first: NDArray[np.uint8], second: NDArray[np.uint8], index: NDArray[np.intp]) -> NDArray[np.intp]:
    """The places of pairs of cards among the codes of two cards, written to ``index``."""
    narrow = np.multiply(first, len(DECK), dtype=np.uint16)
    narrow += second
    index[:] = narrow
    return index


def _rank_threes(cards: NDArray[np.uint8], tables: Scale, ordinals: NDArray[np.uint16]) -> None:
    one_card, _ = _card_codes()
    total = one_card.take(cards, mode="clip").sum(axis=0, dtype=np.uint32) & _SUM
    tables.threes.take(total, out=ordinals, mode="clip")
