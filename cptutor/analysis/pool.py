"""A pool of hands already set, from which one opponent's hands are taken for any deal: equity for a whole study.

To set an opponent's hands takes far longer than to settle them. The hands that one may face hang on one's own cards,
but a hand dealt from the full deck that happens to hold none of these is just a hand dealt from the other 39 cards,
where any thirteen are as likely as any others. How a policy sets it hangs on nothing but the hand. So the hands of a
pool that hold none of one's cards, about one in 78, are an exact sample of **one** opponent, and they stand ready.

For two or three opponents that is not so: hands of one deal must not share a card with each other either, and of the
pairs that one might face, one in 780 does not. Too few are left. But where a deal comes to the sum of its pairings, its
mean is the sum of the pairings' means, and each opponent by itself is dealt like a single one. So means against two or
three are exact as well, and so are the errors that are given for them, unless the table pays a sweep or multiplies for
one, which looks at all hands together. Then :meth:`Pool.equity_of` refuses, and :func:`cptutor.analysis.equity_of`,
which deals and sets afresh, is the way.

What is reused is not drawn again: one deal's estimate is as good as from fresh hands, but the estimates of two deals
share a part of their chance. A mean over many deals of a study gets no more exact than the pool is.

>>> pool = pool_of("basic", size=20_000)
>>> found = pool.equity_of(
...     ["Q♥ 9♦ 3♦ / Q♠ 9♠ 8♣ 6♥ 2♣ / A♠ K♠ J♠ 10♠ 4♠", "9♠ 9♦ 2♣ / Q♠ Q♥ 8♣ 6♥ 3♦ / A♠ K♠ J♠ 10♠ 4♠"]
... )
>>> found.deals, found.best
(276, 1)
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import numpy as np

from cptutor.analysis.asking import answered
from cptutor.analysis.batches import BATCH, Job, draw
from cptutor.analysis.counting import count_pairings
from cptutor.analysis.equity import Equity, progress_of
from cptutor.analysis.facing import Sums
from cptutor.analysis.given import distinct_layouts, layouts_of, refuse_number, settling, spread
from cptutor.analysis.groups import Group, joined
from cptutor.analysis.pairings import sweep_units
from cptutor.analysis.players import Policy, policy_of
from cptutor.analysis.splitting import in_order
from cptutor.cards import DECK
from cptutor.settlement.seats import MOST_SEATS
from cptutor.terms import DealError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from concurrent.futures import Executor

    from numpy.typing import NDArray

    from cptutor.analysis.equity import Progress
    from cptutor.analysis.layouts import AllLayouts, LayoutSet, SetLayout
    from cptutor.rules import Agreement, Rules

POOL: Final = 1_000_000
"""Hands in a pool, unless another number is asked for: some 12,800 for each deal. Takes about 50 MB."""

_EACH: Final = 8 * BATCH  # hands that are drawn and set in one go, so many that their bits fill bytes


@dataclass(frozen=True, slots=True, eq=False)
class Pool:
    """Hands of thirteen dealt from a full deck and set by a policy. Made by :func:`pool_of`.

    Args:
        agreement: the rules, with an answer to all that they may be asked.
        policy: how the hands are set.
        seed: of the chance.
        held: by card which hands hold it, a bit for each hand, shape (52, ⌈n/8⌉).
        ranked, plain: the hands as seats, special hands of a kind being told apart or not.
    """

    agreement: Agreement
    policy: Policy
    seed: int
    held: NDArray[np.uint8] = field(repr=False)
    ranked: Group = field(repr=False)
    plain: Group = field(repr=False)

    def __len__(self) -> int:
        return len(self.plain.marks)

    def without(self, cards: NDArray[np.integer]) -> NDArray[np.intp]:
        """The places of the hands that hold none of some cards.

        Args:
            cards: card indices, any number of them.

        Returns:
            Shape (k,), ascending.
        """
        some_held = np.bitwise_or.reduce(self.held[cards], axis=0)
        return np.flatnonzero(np.unpackbits(~some_held, count=len(self)).view(np.bool_))

    def exact_for(self, opponents: int) -> bool:
        """Whether :meth:`equity_of` has an exact sample for so many opponents under these rules."""
        if "sweep.factor" in self.agreement:
            return False
        return opponents == 1 or not sweep_units(self.agreement, opponents)

    def equity_of(
        self,
        layouts: SetLayout | LayoutSet | AllLayouts | Iterable[SetLayout],
        *,
        opponents: int = 1,
        by_part: bool = False,
        declare: bool = True,
        dealer: int = 0,
    ) -> Equity:
        """Expected units of layouts of the same thirteen cards, against all the hands of the pool that fit them.

        Args:
            layouts: as in :func:`cptutor.analysis.equity_of`; so are those that follow. A hand
                (:class:`~cptutor.analysis.AllLayouts`) stands for its frontier.
            opponents: 1 to 3. The means and errors for several are those of one opponent at a time, added up.
            by_part: whether to reckon the means by row, and how often rows are won.
            declare: whether a special hand that one holds is announced.
            dealer: who deals, where that matters (a bank).

        Returns:
            The means and their errors; ``deals`` is the number of hands that were faced.

        Raises:
            CardError: layouts of different cards or of wrong counts.
            DealError: the pool has no exact sample for so many opponents under its rules, or no hand at all without
                these cards; or a number that cannot be, or a bank that has no seat.
            RulingNeeded: a layout is a foul, and the pool's rules leave open what that pays.
        """
        refuse_number("opponents", opponents, 1, MOST_SEATS - 1)
        refuse_number("dealer", dealer, 0, opponents)
        if not self.exact_for(opponents):
            raise DealError(
                f"{self.agreement.profile.id}: a sweep of the table looks at all hands of a deal together, so hands of"
                f" a pool do not do for {opponents} opponent{'s' * (opponents > 1)}; equity_of deals afresh"
            )
        given = layouts_of(layouts, self.agreement)
        cards = np.array([card.index for card in given.hand.cards], np.uint8)
        places, first = distinct_layouts(given)
        own = Group(
            np.broadcast_to(cards, (len(first), len(cards))),
            given.numbers[first],
            self.agreement,
            declare=declare,
            alike=True,
        )
        legal = ~own.foul
        if not legal.all():
            answered(self.agreement, opponents=opponents, fouls=True)
        which = self.without(cards)
        if not which.size:
            raise DealError(
                f"none of the {len(self):,} hands of the pool is without these cards: make it larger"
            )
        settles = sum(settling(self.agreement, opponents, dealer))
        their = (self.ranked if own.special else self.plain).some(which)
        sums = _times(count_pairings(own, their, self.agreement, by_part), settles)
        return Equity(
            given,
            legal[places],
            self.agreement,
            opponents,
            settles,
            self.policy,
            self.seed,
            sums.deals,
            spread(sums, places),
        )


def pool_of(
    rules: Rules,
    *,
    policy: str | Policy = "back first",
    size: int = POOL,
    seed: int = 0,
    demonstration: bool = False,
    executor: Executor | None = None,
    progress: Progress | bool = False,
) -> Pool:
    """Deal hands from a full deck, and set them.

    Args:
        rules: an agreement, a profile or its id.
        policy: how the hands are set: a name of :data:`cptutor.analysis.players.POLICIES`, or a policy, which must not
            look at anything but the hand.
        size: how many hands; about one in 78 fits a deal.
        seed: of the chance; the same seed gives the same pool.
        demonstration: whether made-up answers fill what the rules leave open.
        executor: what hands are set on, as in :func:`cptutor.analysis.equity_of`. The pool does not depend on it.
        progress: called with the hands set and those asked for; or true for a line on standard error.

    Returns:
        The pool; the same one again for the same arguments, as long as it is among the last few.

    Raises:
        CardError: no such policy.
        DealError: a number that cannot be.
        RulingNeeded: with every question that is open.
    """
    refuse_number("size", size, 1)
    refuse_number("seed", seed, 0)
    chosen = policy_of(policy)
    agreement = answered(rules, fouls=chosen.may_foul, demonstration=demonstration)
    key = agreement, chosen, size, seed
    if key not in _KEPT:
        job = Job(np.array([], np.uint8), np.array([], np.intp), agreement, 1, policy, seed)
        made = _made(job, size, executor, progress_of(progress))
        if len(_KEPT) == _MOST_KEPT:
            del _KEPT[next(iter(_KEPT))]
        _KEPT[key] = Pool(agreement, chosen, seed, *made)
    return _KEPT[key]


_KEPT: Final[dict[tuple[Agreement, Policy, int, int], Pool]] = {}
_MOST_KEPT: Final = 4


def _made(
    job: Job, size: int, executor: Executor | None, progress: Progress | None
) -> tuple[NDArray[np.uint8], Group, Group]:
    """What a pool consists of: which hands hold each card, and the hands as seats."""
    pieces = [(job, start, min(_EACH, size - start)) for start in range(0, size, _EACH)]
    done, held, groups = 0, [], []
    for bits, group in in_order(_hands, pieces, executor):
        done += len(group.marks)
        held.append(bits)
        groups.append(group)
        if progress is not None:
            progress(done, size)
    ranked = joined(groups)
    return np.concatenate(held, axis=1), ranked, ranked.unranked()


def _hands(job: Job, start: int, count: int) -> tuple[NDArray[np.uint8], Group]:
    """Some hands of a pool, from a place on that a batch begins at: which hold each card, and the hands as seats."""
    batches = [
        draw(job, (start + done) // BATCH, min(BATCH, count - done)) for done in range(0, count, BATCH)
    ]
    deals, numbers = (np.concatenate(parts)[:, 0] for parts in zip(*batches, strict=True))
    group = Group(deals, numbers, job.agreement, may_foul=policy_of(job.policy).may_foul)
    held = np.zeros((len(DECK), count), np.bool_)
    held[deals, np.arange(count)[:, np.newaxis]] = True
    return np.packbits(held, axis=1), group


def _times(sums: Sums, opponents: int) -> Sums:
    """The sums as if each deal were settled with so many opponents with the same hand.

    The mean is that against so many, who are alike by themselves; and so many times its error is the error of so many
    times a mean.
    """
    return Sums(
        sums.deals,
        sums.units * opponents,
        sums.squares * opponents**2,
        sums.beside * opponents**2,
        sums.parts * opponents,
        sums.rows * opponents,
    )
