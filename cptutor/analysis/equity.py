"""Equity: what layouts can be expected to gain, in units, against opponents whose rule for setting is stated.

The opponents' cards are drawn from those that one does not hold, again and again; they set them by a named policy, and
each deal is settled under the table's rules. The mean is an estimate, and its standard error says how good a one. It
says nothing of opponents who set otherwise, and it is no promise of anything.

>>> found = equity_of(
...     ["2♥ 3♦ 4♣ / 7♠ 7♦ K♣ 9♥ 8♠ / A♠ A♥ Q♦ J♣ 5♠", "A♠ 3♦ 2♥ / 7♠ 7♦ K♣ Q♦ J♣ / 4♣ 5♠ A♥ 8♠ 9♥"],
...     "simplest",
...     deals=2_000,
...     demonstration=True,
... )
>>> found.legal.tolist(), found.best
([True, False], 0)
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from cptutor.analysis.asking import answered
from cptutor.analysis.batches import BATCH, Job, run_batch
from cptutor.analysis.facing import Sums, nothing
from cptutor.analysis.given import distinct_layouts, layouts_of, refuse_number, settling, spread
from cptutor.analysis.groups import Group
from cptutor.analysis.pairings import PARTS
from cptutor.analysis.plain import run_plain_batch
from cptutor.analysis.players import Policy, policy_of
from cptutor.analysis.splitting import in_order
from cptutor.settlement.seats import MOST_SEATS
from cptutor.tables import Table
from cptutor.terms import ROWS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Executor

    from numpy.typing import NDArray

    from cptutor.analysis.layouts import AllLayouts, LayoutSet, SetLayout
    from cptutor.rules import Agreement, Rules

Progress = Callable[[int, int], object]
"""Called with the deals that are done and those that were asked for."""

RESULTS: Final = ("won", "tied", "lost")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Equity:
    """What layouts gain on average, with everything it depends on.

    Args:
        layouts: the layouts, as they were given (m).
        legal: which of them are legal, shape (m,).
        agreement: the rules; ``agreement.invented`` says whether answers were made up for demonstration.
        opponents, policy, seed: who sat opposite, how they set their cards, and the chance.
        pairings: with how many of the opponents one settles.
        asked: how many deals were asked for.
        sums: over the deals that were done.
    """

    layouts: LayoutSet
    legal: NDArray[np.bool_]
    agreement: Agreement
    opponents: int
    pairings: int
    policy: Policy
    seed: int
    asked: int
    sums: Sums

    @property
    def deals(self) -> int:
        """The deals that were done: fewer than asked for after an interrupt."""
        return self.sums.deals

    @property
    def interrupted(self) -> bool:
        """Whether it was stopped before it was done."""
        return self.deals < self.asked

    @property
    def units(self) -> NDArray[np.float64]:
        """The mean of the units that each layout gained in a deal, from all opponents together: shape (m,)."""
        return np.asarray(self.sums.units / self.deals)

    @property
    def error(self) -> NDArray[np.float64]:
        """The standard error of each mean, shape (m,)."""
        return _error(self.deals, self.sums.units, self.sums.squares)

    @property
    def difference(self) -> NDArray[np.float64]:
        """How much more each layout gained than the first one in the same deals: shape (m,)."""
        return np.asarray((self.sums.units - self.sums.units[0]) / self.deals)

    @property
    def difference_error(self) -> NDArray[np.float64]:
        """The standard errors of the differences, shape (m,): mostly small, for the deals are the same."""
        return _error(self.deals, self.sums.units - self.sums.units[0], self.sums.beside)

    @property
    def parts(self) -> dict[str, NDArray[np.float64]]:
        """The means by row, and of the hand as a whole (bonuses, fouls, special hands, side bets): shape (m,) each.

        They add up to ``units``. Zeros unless :func:`equity_of` was asked for them.
        """
        return {part: units / self.deals for part, units in zip(PARTS, self.sums.parts, strict=True)}

    def share(self, row: str, result: str) -> NDArray[np.float64]:
        """How often each layout's row was ``won``, ``tied`` or ``lost``, of all its pairings: shape (m,).

        Only if :func:`equity_of` was asked for parts. Where rows were not compared (fouls, special hands), none counts.
        """
        counts = self.sums.rows[ROWS.index(row), RESULTS.index(result)]
        return np.asarray(counts / (self.deals * self.pairings))

    @property
    def best(self) -> int:
        """The place of the layout that gained most; of equal ones the first."""
        return int(self.sums.units.argmax())

    def order(self) -> NDArray[np.intp]:
        """The places of the layouts from the one that gained most down; equal ones as they were given."""
        return np.argsort(-self.sums.units, kind="stable")

    def notes(self) -> tuple[str, ...]:
        """What a reader has to know beside the numbers."""
        found = [f"{self.policy.name}: {self.policy.about}"]
        if self.interrupted:
            found.append(f"stopped after {self.deals:,} of {self.asked:,} deals")
        if self.agreement.invented:
            found.append("some rulings were made up for demonstration: no document and no table gave them")
        found.append("units before table stakes and rake; a special hand that is held is announced")
        return tuple(found)

    def as_dict(self) -> dict[str, Any]:
        """The result for JSON."""
        return {
            "profile": self.agreement.profile.id,
            "rulings": dict(self.agreement.rulings),
            "invented": self.agreement.invented,
            "opponents": self.opponents,
            "policy": self.policy.name,
            "seed": self.seed,
            "deals": self.deals,
            "asked": self.asked,
            "layouts": [
                {
                    "layout": str(layout),
                    "legal": bool(self.legal[place]),
                    "units": float(self.units[place]),
                    "error": or_none(self.error[place]),
                }
                for place, layout in enumerate(self.layouts)
            ],
        }

    def table(self, most: int = 10) -> Table:
        """The layouts from the one that gained most down, as a table of at most so many rows."""
        rows = tuple(
            (
                str(self.layouts[int(place)]),
                f"{self.units[place]:+.3f}".replace("-", "−"),
                f"{self.error[place]:.3f}",
            )
            for place in self.order()[:most]
        )
        return Table("", ("layout", "units a deal", "standard error"), rows)

    def __str__(self) -> str:
        title = (
            f"Expected units of {len(self.layouts):,} layout{'s' * (len(self.layouts) != 1)} against"
            f" {self.opponents} opponent{'s' * (self.opponents != 1)} under {self.agreement.profile.id},"
            f" {self.deals:,} deals"
        )
        return "\n".join((title, str(self.table()), *self.notes()))

    __repr__ = __str__

    def _repr_html_(self) -> str:
        from cptutor.html import message_html

        title, *_ = str(self).splitlines()
        return self.table()._repr_html_() + message_html("note", title, self.notes())


def equity_of(
    layouts: SetLayout | LayoutSet | AllLayouts | Iterable[SetLayout],
    rules: Rules,
    *,
    opponents: int = 1,
    deals: int = 10_000,
    policy: str | Policy = "back first",
    seed: int = 0,
    by_part: bool = False,
    declare: bool = True,
    dealer: int = 0,
    demonstration: bool = False,
    executor: Executor | None = None,
    progress: Progress | bool = False,
    plain: bool = False,
) -> Equity:
    """Expected units of layouts of the same thirteen cards, all in the same deals.

    Args:
        layouts: a layout or several, legal or not; or a hand (:class:`AllLayouts`), which stands for its frontier.
        rules: an agreement, a profile or its id.
        opponents: 1 to 3, drawn from the cards that one does not hold.
        deals: how many deals.
        policy: how the opponents set their cards: a name of :data:`cptutor.analysis.players.POLICIES`, or a policy.
        seed: of the chance; the same seed gives the same deals for any layouts of the same cards.
        by_part: whether to reckon the means by row, and how often rows are won.
        declare: whether a special hand that one holds is announced, where the table plays them. Opponents always
            announce theirs. An announced hand collects its value whatever its rows.
        dealer: who deals, where that matters (a bank): 0 for oneself, 1 to 3 for an opponent.
        demonstration: whether made-up answers fill what the rules leave open; the result then says so.
        executor: what batches run on: any executor of ``concurrent.futures``, such as a process pool, or that of a Dask
            cluster (``distributed.Client(…).get_executor()``, with the extra ``dask``). By default they run here, one
            after the other. The result does not depend on it.
        progress: called after each batch; or true for a line on standard error.
        plain: settle deal by deal and layout by layout, as at the table: the same result, slowly. Rules that the fast
            way does not know (a sweep that multiplies, or one at a table with a bank) are settled so by themselves.

    Returns:
        The means and their errors. After a keyboard interrupt those of the first batches, as far as they were done: as
        if only so many deals had been asked for.

    Raises:
        CardError: layouts of different cards or of wrong counts, or no such policy.
        DealError: a number of opponents or deals that cannot be, or a bank that has no seat.
        RulingNeeded: with every question that is open.
        KeyboardInterrupt: before the first batch was done.
    """
    _refuse_numbers(opponents, deals, seed, dealer)
    chosen = policy_of(policy)
    agreement = answered(rules, opponents=opponents, fouls=chosen.may_foul, demonstration=demonstration)
    given = layouts_of(layouts, agreement)
    cards = np.array([card.index for card in given.hand.cards], np.uint8)
    legal = ~Group(np.tile(cards, (len(given), 1)), given.numbers, agreement, declare=False).foul
    if not legal.all():
        agreement = answered(rules, opponents=opponents, fouls=True, demonstration=demonstration)
    settles = settling(agreement, opponents, dealer)
    places, first = distinct_layouts(given)
    job = Job(cards, given.numbers[first], agreement, opponents, policy, seed, by_part, settles, declare)
    slow = plain or "sweep.factor" in agreement or ("sweep.units" in agreement and not all(settles))
    sums = _run(job, deals, executor, progress_of(progress), slow, dealer)
    return Equity(given, legal, agreement, opponents, sum(settles), chosen, seed, deals, spread(sums, places))


def _refuse_numbers(opponents: int, deals: int, seed: int, dealer: int) -> None:
    refuse_number("opponents", opponents, 1, MOST_SEATS - 1)
    refuse_number("deals", deals, 1)
    refuse_number("seed", seed, 0)
    refuse_number("dealer", dealer, 0, opponents)


def _run(
    job: Job, deals: int, executor: Executor | None, progress: Progress | None, slow: bool, dealer: int
) -> Sums:
    """Run the batches; on a keyboard interrupt give back the sums of the first of them, none of those left out."""
    sums, done = nothing(len(job.numbers)), 0
    finished = _batches(job, deals, executor, slow, dealer)
    try:
        for found in finished:
            sums, done = sums + found, done + found.deals
            if progress is not None:
                progress(done, deals)
    except KeyboardInterrupt:
        if not done:
            raise
    finally:
        finished.close()  # type: ignore[attr-defined]
    return sums


def _batches(job: Job, deals: int, executor: Executor | None, slow: bool, dealer: int) -> Iterator[Sums]:
    """The sums of each batch, in order."""
    sizes = [BATCH] * (deals // BATCH) + [deals % BATCH] * (deals % BATCH > 0)
    if slow:
        return in_order(
            run_plain_batch, ((job, batch, size, dealer) for batch, size in enumerate(sizes)), executor
        )
    return in_order(run_batch, ((job, batch, size) for batch, size in enumerate(sizes)), executor)


def progress_of(progress: Progress | bool) -> Progress | None:
    """What is called as work goes on: a function as it is, a line on standard error for true, nothing for false."""
    if callable(progress):
        return progress
    return _line if progress else None


def _line(done: int, asked: int) -> None:
    """A line on standard error that is written over, and ended with the last batch."""
    end = "\n" if done == asked else ""
    sys.stderr.write(f"\r{done:,} of {asked:,} deals{end}")
    sys.stderr.flush()


def or_none(error: float) -> float | None:
    """An error for JSON, which has no word for what is not a number."""
    return None if np.isnan(error) else float(error)


def _error(deals: int, sums: NDArray[np.int64], squares: NDArray[np.int64]) -> NDArray[np.float64]:
    """Standard errors of means, from sums and sums of squares; not a number for a single deal."""
    if deals < 2:
        return np.full(len(sums), np.nan)
    mean = sums / deals
    variance = np.maximum(squares / deals - mean * mean, 0) * deals / (deals - 1)
    error: NDArray[np.float64] = np.sqrt(variance / deals)
    return error
