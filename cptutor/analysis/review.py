"""A learner's own layout, looked at afterwards: what it gains, how many legal ones gain more, and in which row.

>>> own = "9♠ 9♦ 2♣ / Q♠ Q♥ 8♣ 6♥ 3♦ / A♠ K♠ J♠ 10♠ 4♠"
>>> found = review_layout(own, "basic", deals=2_000)
>>> found.legal, found.compared, found.place
(True, 9174, 13)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from cptutor.analysis.asking import answered
from cptutor.analysis.equity import Equity, equity_of, or_none
from cptutor.analysis.layouts import AllLayouts, LayoutSet
from cptutor.analysis.pairings import PARTS
from cptutor.analysis.players import policy_of
from cptutor.layout import Layout
from cptutor.legality import check
from cptutor.tables import Table
from cptutor.terms import ROWS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cptutor.analysis.equity import Progress
    from cptutor.analysis.layouts import SetLayout
    from cptutor.analysis.players import Policy
    from cptutor.rules import Rules

SEARCH: Final = 2_000
"""Deals in which all legal layouts are compared, to find the best; half of them against several opponents."""

_CLEAR: Final = 2.0  # standard errors, below which two layouts are not told apart


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Review:
    """One's own layout beside the best one that was found.

    Args:
        own: the layout.
        best: the legal layout that gained most among all, in the deals of the search.
        legal: whether one's own is legal.
        on_frontier: whether no legal layout equals or beats it in all three rows and differs in one.
        compared: how many legal layouts there are that differ in the strength of a row.
        place: how many of them gained more than one's own in the search, and one.
        equity: one's own (the first) and the best (the second) in other deals than those of the search: the best is
            picked for having done well there, so the same deals would flatter it.
    """

    own: Layout
    best: Layout
    legal: bool
    on_frontier: bool
    compared: int
    place: int
    equity: Equity

    @property
    def given_up(self) -> float:
        """How much more the best gained in a deal, in units; below zero where one's own did better after all."""
        return float(self.equity.difference[1])

    @property
    def error(self) -> float:
        """The standard error of ``given_up``."""
        return float(self.equity.difference_error[1])

    @property
    def by_part(self) -> dict[str, float]:
        """What the difference is made of: front, middle, back, and the hand as a whole; it adds up to ``given_up``."""
        return {part: float(units[1] - units[0]) for part, units in self.equity.parts.items()}

    @property
    def row(self) -> str:
        """Where most of the difference comes from: a row, or ``"whole hand"``; empty where there is none."""
        parts = self.by_part
        if not any(parts.values()):
            return ""
        return max(parts, key=lambda part: parts[part] if self.given_up >= 0 else -parts[part])

    @property
    def verdict(self) -> str:
        """The difference in a sentence."""
        if self.best == self.own or not self.row:
            return "No legal layout gained more."
        size = f"{abs(self.given_up):.2f} ± {self.error:.2f} units a deal"
        if abs(self.given_up) < _CLEAR * self.error:
            return f"The best one found is not clearly better: {size}."
        if self.given_up < 0:
            return f"The best one found in the search gained less in new deals, by {size}."
        where = self.row if self.row in ROWS else "hand as a whole (bonuses, fouls, specials)"
        return f"The best one found gains {size} more, most of it in the {where} ({_units(self.by_part[self.row])})."

    def as_dict(self) -> dict[str, Any]:
        """The review for JSON."""
        return {
            "own": str(self.own),
            "legal": self.legal,
            "on_frontier": self.on_frontier,
            "compared": self.compared,
            "place": self.place,
            "best": str(self.best),
            "given_up": self.given_up,
            "error": or_none(self.error),
            "by_part": self.by_part,
            "row": self.row,
            "equity": self.equity.as_dict(),
        }

    def table(self) -> Table:
        """Both layouts: means, errors, and where the units come from."""
        found = self.equity
        rows = tuple(
            (
                name,
                str(found.layouts[place]),
                _units(found.units[place]),
                f"{found.error[place]:.2f}",
                *(_units(units[place]) for units in found.parts.values()),
            )
            for place, name in enumerate(("yours", "best found"))
        )
        return Table("Units a deal", ("", "layout", "units", "standard error", *PARTS), rows)

    def _lines(self) -> tuple[str, ...]:
        state = "legal" if self.legal else "foul"
        frontier = ", on the frontier" if self.on_frontier else ""
        return (
            f"Your layout is {state}{frontier}, number {self.place:,} among {self.compared:,} different legal ones.",
            self.verdict,
            *self.equity.notes(),
        )

    def __str__(self) -> str:
        first, *others = self._lines()
        return "\n".join((first, str(self.table()), *others))

    __repr__ = __str__

    def _repr_html_(self) -> str:
        from cptutor.html import message_html

        first, *others = self._lines()
        return self.table()._repr_html_() + message_html("note", first, others)


def review_layout(
    layout: SetLayout,
    rules: Rules,
    *,
    opponents: int = 1,
    deals: int = 5_000,
    policy: str | Policy = "back first",
    seed: int = 0,
    dealer: int = 0,
    demonstration: bool = False,
    progress: Progress | bool = False,
) -> Review:
    """Compare one's own layout with all legal layouts of the same cards.

    All of them play the same deals first, which finds the best; then that one and one's own play others.

    Args:
        layout: one's own layout, legal or not.
        rules: an agreement, a profile or its id.
        opponents: 1 to 3, as in :func:`cptutor.analysis.equity.equity_of`; so are those that follow.
        deals: how many deals the two layouts play.
        policy: how the opponents set their cards.
        seed: of the chance; the deals of the search have another.
        dealer: who deals, where that matters.
        demonstration: whether made-up answers fill what the rules leave open.
        progress: called after each batch of the second part; or true for a line on standard error.

    Raises:
        CardError: no layout of right counts, or no such policy.
        DealError: a number of opponents or deals that cannot be, or a bank that has no seat.
        RulingNeeded: with every question that is open.
        KeyboardInterrupt: before the second part had done anything. Later the review is that of the deals done.
    """
    own = Layout.parse(layout)
    fouls = policy_of(policy).may_foul
    agreement = answered(rules, opponents=opponents, fouls=fouls, demonstration=demonstration)
    legal = check(own, agreement).legal
    agreement = answered(rules, opponents=opponents, fouls=fouls or not legal, demonstration=demonstration)
    hand = AllLayouts(own, agreement)
    number = hand.number(own)
    numbers = _different(hand)
    tried = LayoutSet(hand, np.concatenate([[number], numbers]))
    search = equity_of(
        tried,
        agreement,
        opponents=opponents,
        deals=SEARCH if opponents == 1 else SEARCH // 2,
        policy=policy,
        seed=seed + 1,
        dealer=dealer,
    )
    if search.interrupted:  # the best is not known yet, so there is nothing to keep
        raise KeyboardInterrupt
    units = search.sums.units
    ahead = int(np.count_nonzero(units[1:] > units[0]))
    best = number if legal and not ahead else int(numbers[units[1:].argmax()])
    pair = LayoutSet(hand, np.array([number, best]))
    found = equity_of(
        pair,
        agreement,
        opponents=opponents,
        deals=deals,
        policy=policy,
        seed=seed,
        dealer=dealer,
        by_part=True,
        progress=progress,
    )
    mine = tuple(int(row[0]) for row in pair.ordinals)
    frontier = set(zip(*(row.tolist() for row in hand.frontier.ordinals), strict=True))
    return Review(
        own,
        own if best == number else hand.layout(best),
        legal,
        mine in frontier,
        len(numbers),
        ahead + 1,
        found,
    )


def _different(hand: AllLayouts) -> NDArray[np.intp]:
    """The numbers of the legal layouts, one for each three strengths."""
    front, middle, back = (row.astype(np.int64) for row in hand.legal.ordinals)
    _, first = np.unique((back << 26) + (middle << 13) + front, return_index=True)
    return hand.legal.numbers[np.sort(first)]


def _units(number: float) -> str:
    """A mean with its sign: ``+1.25``, ``−0.10``."""
    return f"{number:+.2f}".replace("-", "−")
