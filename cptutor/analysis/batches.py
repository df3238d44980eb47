"""One batch of equity: some thousand deals of opponents drawn, set and settled against given layouts.

A batch's chance comes from the seed and the batch's number alone, and what it returns are sums of whole numbers. So it
makes no difference where or in which order batches are worked on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from cptutor.analysis.counting import count_pairings
from cptutor.analysis.facing import Facing, Sums, nothing
from cptutor.analysis.groups import Group
from cptutor.analysis.players import Policy, policy_of
from cptutor.cards import DECK
from cptutor.terms import HAND_SIZE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cptutor.rules import Agreement

BATCH: Final = 1_000
"""Deals of opponents in a batch, whatever is asked for: the last one is drawn whole, and cut."""

_CELLS: Final = 1 << 18  # pairings at a time: scratch arrays stay in a core's own cache


@dataclass(frozen=True, slots=True, eq=False)
class Job:
    """What every batch of a reckoning needs to know.

    Args:
        cards: indices of one's own thirteen cards, ascending, shape (13,).
        numbers: one's layouts (m,).
        agreement: the rules, with an answer to all that they may be asked.
        opponents: 1 to 3.
        policy: how the opponents set their cards.
        seed: of the chance.
        by_part: whether the sums by part are wanted.
        settles: which opponents settle with oneself.
        declare: whether one announces a special hand that one holds, as the opponents do.
    """

    cards: NDArray[np.uint8]
    numbers: NDArray[np.intp]
    agreement: Agreement
    opponents: int
    policy: str | Policy
    seed: int
    by_part: bool = False
    settles: tuple[bool, ...] = (True, True, True)
    declare: bool = True


def draw(job: Job, batch: int, deals: int = BATCH) -> tuple[NDArray[np.uint8], NDArray[np.intp]]:
    """The opponents of a batch, dealt from the unseen cards and set.

    Returns:
        Their cards, indices ascending along the last axis, shape (deals, opponents, 13); the numbers of their layouts,
        shape (deals, opponents).
    """
    rng = np.random.default_rng(np.random.SeedSequence(job.seed, spawn_key=(batch,)))
    unseen = np.delete(np.arange(len(DECK), dtype=np.uint8), job.cards)
    decks = np.repeat(unseen[:, np.newaxis], BATCH, axis=1)
    every = np.arange(BATCH)
    needed = job.opponents * HAND_SIZE
    for place in range(min(needed, len(unseen) - 1)):  # a shuffle as far as cards are dealt
        other = rng.integers(place, len(unseen), size=BATCH)
        decks[place], decks[other, every] = decks[other, every], decks[place].copy()
    dealt = decks[:needed].T.reshape(BATCH, job.opponents, HAND_SIZE)
    dealt = np.sort(dealt, axis=2)
    numbers = policy_of(job.policy).choose(dealt.reshape(-1, HAND_SIZE), job.agreement, rng)
    return dealt[:deals], numbers.reshape(BATCH, job.opponents)[:deals]


def run_batch(job: Job, batch: int, deals: int = BATCH) -> Sums:
    """Draw, set and settle a batch.

    Args:
        job: what to reckon.
        batch: the batch's number, from 0.
        deals: how many of its deals count.

    Raises:
        RulingNeeded: the rules are silent on something that comes up.
    """
    dealt, numbers = draw(job, batch, deals)
    mine = np.broadcast_to(job.cards, (len(job.numbers), HAND_SIZE))
    own = Group(mine, job.numbers, job.agreement, declare=job.declare, alike=True)
    their = [
        Group(
            dealt[:, seat],
            numbers[:, seat],
            job.agreement,
            may_foul=policy_of(job.policy).may_foul,
            ranked=bool(own.special),
        )
        for seat in range(job.opponents)
    ]
    if job.opponents == 1 and all(job.settles):
        return count_pairings(own, their[0], job.agreement, job.by_part)
    facing = Facing(own, their, job.agreement, job.settles, job.by_part)
    sums = nothing(len(job.numbers))
    step = max(1, _CELLS // max(1, len(job.numbers)))
    for start in range(0, deals, step):
        sums += facing.settled(slice(start, min(start + step, deals)))
    return sums
