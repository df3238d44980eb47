"""Means and their errors over many deals, from sums of whole numbers: so they do not depend on the order of adding."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import sqrt
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

DIGITS: Final = 6
"""Decimals of every mean and error in a study, which are far more than the errors leave sure."""


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean over deals, its standard error, and the standard deviation (``spread``) of a single deal."""

    mean: float
    error: float
    spread: float


@dataclass(slots=True)
class Tally:
    """Sums, and sums of squares, of what deals gave, by key; what a deal does not name it gave none of."""

    deals: int = 0
    sums: Counter[Hashable] = field(default_factory=Counter)
    squares: Counter[Hashable] = field(default_factory=Counter)

    def add(self, found: Mapping[Hashable, int]) -> None:
        """Count one more deal."""
        self.deals += 1
        for key, number in found.items():
            self.sums[key] += number
            self.squares[key] += number * number

    def __iadd__(self, other: Tally) -> Tally:
        self.deals += other.deals
        for mine, theirs in ((self.sums, other.sums), (self.squares, other.squares)):
            for key, number in theirs.items():
                mine[key] += number
        return self

    def mean(self, key: Hashable, per: int = 1) -> Mean:
        """The mean of a key over the deals, each deal's number being a sum over so many; two deals at least.

        Deals are drawn apart from each other, the seats of one deal are not: so it is deals that the error counts.
        """
        total, squares, deals = self.sums[key], self.squares[key], self.deals
        variance = (deals * squares - total * total) / (deals * (deals - 1)) / per**2
        return Mean(
            round(total / (deals * per), DIGITS),
            round(sqrt(variance / deals), DIGITS),
            round(sqrt(variance), DIGITS),
        )
