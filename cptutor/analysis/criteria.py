"""What "best" can mean for a layout, by name: each criterion gives every layout a value, the higher the better.

None of them says what a layout earns: that depends on the opponents and on what the table pays.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from cptutor.analysis.arrays import STRENGTHS, all_rows, rank_rows
from cptutor.terms import ROW_SIZES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from cptutor.ranking import Wheel

    Ordinals = NDArray[np.uint16]
    Values = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Criterion:
    """A named way to value layouts.

    Args:
        name: as it is asked for.
        about: what its value is, in a sentence.
        value: the values of layouts, whose ordinals of front, middle and back are three arrays of one shape; with
            the place of the wheel.
    """

    name: str
    about: str
    value: Callable[[Ordinals, Ordinals, Ordinals, Wheel], Values]

    def __repr__(self) -> str:
        return f"CRITERIA[{self.name!r}]"


def _back_first(front: Ordinals, middle: Ordinals, back: Ordinals, wheel: Wheel) -> Values:  # noqa: ARG001
    return (back.astype(np.int64) * STRENGTHS + middle) * STRENGTHS + front


def _quantiles(front: Ordinals, middle: Ordinals, back: Ordinals, wheel: Wheel) -> Values:
    shares = [share_beaten(size, wheel) for size in ROW_SIZES]
    values: Values = shares[0].take(front) + shares[1].take(middle) + shares[2].take(back)
    return values


@cache
def share_beaten(size: int, wheel: Wheel = "lowest") -> NDArray[np.float64]:
    """The share of all rows of a size that a row beats, ties counting half; by ordinal, shape (7917,).

    Args:
        size: 3 or 5.
        wheel: where 5-4-3-2-A stands among the straights.

    Raises:
        CardError: another size.
    """
    found = np.bincount(rank_rows(all_rows(size), wheel), minlength=STRENGTHS)
    shares: NDArray[np.float64] = (np.cumsum(found) - found / 2) / found.sum()
    return shares


CRITERIA: Final[Mapping[str, Criterion]] = MappingProxyType(
    {
        criterion.name: criterion
        for criterion in (
            Criterion(
                "quantiles",
                "for each row the share of all rows of its size in a full deck that it beats, ties half; the sum of"
                " the three, 0 to 3",
                _quantiles,
            ),
            Criterion(
                "back-first",
                "the strongest back, of those the strongest middle, of those the strongest front; (back × 7917 +"
                " middle) × 7917 + front, each the place of its strength among all strengths",
                _back_first,
            ),
        )
    }
)
"""Every criterion by its name."""
