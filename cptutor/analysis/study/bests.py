"""The best layout of a hand under one table's rules beside the best one under another's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from cptutor.analysis.criteria import CRITERIA
from cptutor.analysis.equity import equity_of
from cptutor.analysis.layouts import AllLayouts
from cptutor.analysis.pool import pool_of
from cptutor.cards import DECK
from cptutor.ranking import rank_row
from cptutor.terms import ROWS, CardError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cptutor.analysis.equity import Equity
    from cptutor.analysis.players import Policy
    from cptutor.analysis.pool import Pool
    from cptutor.layout import Layout
    from cptutor.rules import Agreement

UNITS: Final = "expected units"
"""The criterion that looks at what the table pays; the others are those of :data:`~cptutor.analysis.CRITERIA`."""

_ABOUT: Final = (
    "of the layouts that no other equals or beats in all three rows, the one that gains most against opponents drawn"
    " from the unseen cards"
)


FEWEST: Final = 100
"""Deals in which layouts have to be weighed at least."""

_ONE_IN: Final = 78  # hands of a pool fits one deal


@dataclass(frozen=True, slots=True)
class Bests:
    """How the best layouts are found.

    Args:
        by: :data:`UNITS`, or the name of a criterion.
        opponents, policy, dealer: who sits opposite, as in :func:`~cptutor.analysis.equity_of`.
        against: in about how many deals layouts are weighed.
        seed: of the pool of opponents' hands.
    """

    by: str
    opponents: int
    policy: str | Policy
    dealer: int
    against: int
    seed: int

    def best(self, cards: NDArray[np.uint8], agreement: Agreement, seed: int) -> Layout:
        """The best layout of a hand, card indices of the shape (13,); of equal ones that with the strongest back."""
        hand = AllLayouts([DECK[card] for card in cards], agreement)
        if self.by != UNITS:
            return hand.best(self.by)[0]
        pool = self.pool(agreement)
        if pool is not None:
            found = pool.equity_of(hand, opponents=self.opponents, dealer=self.dealer)
        else:
            found = self._afresh(hand, agreement, seed)
        return found.layouts[found.best]

    def given_up(self, other: Layout, best: Layout, agreement: Agreement, seed: int) -> int:
        """How many units fewer another layout gains than the best one, in so many further deals together.

        A layout that these rules call a foul pays what they say a foul pays.
        """
        found = self._afresh([other, best], agreement, seed)
        return int(found.sums.units[1] - found.sums.units[0])

    def pool(self, agreement: Agreement) -> Pool | None:
        """The opponents' hands that layouts are weighed against; none where they have to be dealt afresh.

        A pool is an exact sample of one opponent; of several only where units come from one at a time.
        """
        together = self.opponents > 1 and bool(agreement.profile.names("sweep"))
        if self.by != UNITS or together or "sweep.factor" in agreement:
            return None
        return pool_of(agreement, policy=self.policy, size=_ONE_IN * self.against, seed=self.seed)

    def _afresh(self, layouts: AllLayouts | list[Layout], agreement: Agreement, seed: int) -> Equity:
        return equity_of(
            layouts,
            agreement,
            opponents=self.opponents,
            deals=self.against,
            policy=self.policy,
            seed=seed,
            dealer=self.dealer,
        )


def about_criterion(by: str) -> str:
    """A criterion in a sentence.

    Raises:
        CardError: there is no such criterion.
    """
    if by == UNITS:
        return _ABOUT
    if by not in CRITERIA:
        raise CardError(f"no criterion {by!r}; there are {', '.join([UNITS, *CRITERIA])}")
    return CRITERIA[by].about


def rows_that_differ(first: Layout, second: Layout) -> tuple[str, ...]:
    """The rows in which two layouts differ in strength; which suits stand where does not matter."""
    return tuple(
        name
        for name, ours, theirs in zip(ROWS, first.rows, second.rows, strict=True)
        if rank_row(ours) != rank_row(theirs)
    )
