"""Where the cards of thirteen can stand: the 72,072 layouts as positions 0 to 12, the same for every deal.

There are 286 choices of three positions for the front and 1,287 of five for the middle or the back, both in
lexicographic order. The ten positions that a front leaves split 126 ways into two fives, and each split gives two
layouts. Layouts are numbered so that whole arrays can be reckoned with: an array by number, reshaped to (2, 126, 286),
has the fronts along its last axis, and the two layouts of a split, the middle of one being the back of the other,
along its first.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Final

import numpy as np

from cptutor.terms import HAND_SIZE, ROW_SIZES

if TYPE_CHECKING:
    from numpy.typing import NDArray

FRONTS: Final = comb(HAND_SIZE, ROW_SIZES[0])
"""Choices of three positions: 286."""

FIVES: Final = comb(HAND_SIZE, ROW_SIZES[1])
"""Choices of five positions: 1,287."""

SPLITS: Final = comb(ROW_SIZES[1] + ROW_SIZES[2], ROW_SIZES[1]) // 2
"""Ways of splitting the ten positions that a front leaves into two fives: 126."""

LAYOUTS: Final = 2 * SPLITS * FRONTS
"""All layouts of thirteen cards: 72,072."""

SHAPE: Final = (2, SPLITS, FRONTS)
"""The shape in which layouts are numbered."""


@dataclass(frozen=True, slots=True, eq=False)
class Positions:
    """The tables; made once.

    ``fronts`` (3, 286) and ``fives`` (5, 1287) are positions; ``front_masks`` and ``five_masks`` the same as bits,
    position 0 the lowest. ``front``, ``middle`` and ``back`` (72072,) are what stands in the rows of each layout, by
    its number: one of the fronts, and two of the fives.
    """

    fronts: NDArray[np.intp]
    fives: NDArray[np.intp]
    front_masks: NDArray[np.intp]
    five_masks: NDArray[np.intp]
    front: NDArray[np.intp]
    middle: NDArray[np.intp]
    back: NDArray[np.intp]

    def number_of(self, front: int, middle: int) -> int:
        """The number of the layout with these positions, as masks, in front and middle."""
        at_front = self.front_masks[self.front] == front
        return int(np.flatnonzero(at_front & (self.five_masks[self.middle] == middle))[0])


@cache
def positions() -> Positions:
    """The tables of positions."""
    every = range(HAND_SIZE)
    fronts = np.array(list(zip(*combinations(every, ROW_SIZES[0]), strict=True)))
    fives = np.array(list(zip(*combinations(every, ROW_SIZES[1]), strict=True)))
    front_masks, five_masks = (1 << fronts).sum(axis=0), (1 << fives).sum(axis=0)
    five_of = np.zeros(1 << HAND_SIZE, np.intp)
    five_of[five_masks] = np.arange(FIVES)

    left = np.array([[bit for bit in every if not mask >> bit & 1] for mask in front_masks.tolist()])
    with_first = np.array([(0, *four) for four in combinations(range(1, left.shape[1]), ROW_SIZES[1] - 1)])
    one = (1 << left)[:, with_first].sum(axis=2).T
    other = (1 << HAND_SIZE) - 1 - front_masks - one
    middle, back = five_of[np.stack([one, other])], five_of[np.stack([other, one])]
    front = np.broadcast_to(np.arange(FRONTS), SHAPE)
    return Positions(
        fronts, fives, front_masks, five_masks, front.flatten(), middle.flatten(), back.flatten()
    )
