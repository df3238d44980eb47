"""One batch of a study: deals drawn, set by the players' policies, and settled as at the table under every rules.

Every deal is settled by :func:`cptutor.settlement.settle` itself, and what is counted are its transfers. A batch's
chance comes from the seed and the batch's number alone, so it makes no difference where batches are worked on.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import TYPE_CHECKING, Final

import numpy as np

from cptutor.analysis.claims import specials_count
from cptutor.analysis.given import seat_names
from cptutor.analysis.plain import announcing_seat
from cptutor.analysis.players import policy_of
from cptutor.analysis.study.bests import rows_that_differ
from cptutor.analysis.study.tally import Tally
from cptutor.cards import DECK
from cptutor.rules import Agreement
from cptutor.settlement import settle
from cptutor.settlement.standings import stand
from cptutor.terms import HAND_SIZE, ROWS

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from numpy.typing import NDArray

    from cptutor.analysis.players import Policy
    from cptutor.analysis.study.bests import Bests
    from cptutor.settlement.seats import Seat
    from cptutor.settlement.standings import Standing

BATCH: Final = 50
"""Deals in a batch: few, so that a stop is soon heeded. The last one is drawn whole, and cut."""

SIDES: Final = ("you", "opponents")
FOUL: Final = "foul"
SPECIAL: Final = "special hand"

_DECK, _POLICY, _WEIGHING = range(3)  # what a batch's chance is for


@dataclass(frozen=True, slots=True)
class StudyJob:
    """What every batch of a study needs to know.

    Args:
        agreements: the rules to study, each with an answer to all that it may be asked.
        opponents: 1 to 3.
        policy: how one sets one's cards.
        opponents_policy: how the opponents do.
        seed: of the chance.
        dealer: who deals: 0 for oneself, 1 to 3 for an opponent.
        bests: how best layouts are found, if those of several rules are to be compared.
        examples: how many deals to keep of each two rules, where their best layouts differ.
    """

    agreements: tuple[Agreement, ...]
    opponents: int
    policy: str | Policy
    opponents_policy: str | Policy
    seed: int
    dealer: int
    bests: Bests | None
    examples: int


@dataclass(frozen=True, slots=True)
class Example:
    """A deal, by its number from 1, with the best layout under the first rules and under the second."""

    deal: int
    first: str
    second: str
    rows: tuple[str, ...]


@dataclass(slots=True)
class Found:
    """What batches found: the tally of their deals, and the first examples for each two rules."""

    tally: Tally = field(default_factory=Tally)
    examples: dict[tuple[int, int], list[Example]] = field(default_factory=dict)

    def add(self, other: Found, examples: int) -> None:
        """Add the next batch, keeping so many examples."""
        self.tally += other.tally
        for pair, more in other.examples.items():
            kept = self.examples.setdefault(pair, [])
            kept += more[: examples - len(kept)]


def draw_deals(job: StudyJob, batch: int) -> NDArray[np.uint8]:
    """The cards of a batch: indices ascending along the last axis, shape (BATCH, seats, 13)."""
    decks = np.tile(np.arange(len(DECK), dtype=np.uint8), (BATCH, 1))
    seats = job.opponents + 1
    dealt = _chance(job, batch, _DECK).permuted(decks, axis=1)[:, : seats * HAND_SIZE]
    return np.sort(dealt.reshape(BATCH, seats, HAND_SIZE), axis=2)


def set_deals(job: StudyJob, batch: int, dealt: NDArray[np.uint8], agreement: Agreement) -> NDArray[np.intp]:
    """The numbers of the layouts in which the seats set them, shape (BATCH, seats)."""
    numbers = np.empty(dealt.shape[:2], np.intp)
    sides = (job.policy, dealt[:, :1]), (job.opponents_policy, dealt[:, 1:])
    for side, (policy, cards) in enumerate(sides):
        chance = _chance(job, batch, _POLICY, side)
        chosen = policy_of(policy).choose(cards.reshape(-1, HAND_SIZE), agreement, chance)
        numbers[:, side : side + cards.shape[1]] = chosen.reshape(cards.shape[:2])
    return numbers


def study_batch(job: StudyJob, batch: int, deals: int = BATCH) -> Found:
    """Draw, set, settle and compare a batch.

    Args:
        job: what to study.
        batch: the batch's number, from 0.
        deals: how many of its deals count.

    Raises:
        RulingNeeded: the rules are silent on something that comes up.
    """
    dealt = draw_deals(job, batch)
    numbers = [set_deals(job, batch, dealt, agreement) for agreement in job.agreements]
    lesser = [without_parts(agreement) for agreement in job.agreements]
    found = Found()
    for place in range(deals):
        units: list[int] = []
        counts: Counter[Hashable] = Counter()
        for rules, agreement in enumerate(job.agreements):
            names = seat_names(job.opponents)
            seats = [
                announcing_seat(name, cards, int(number), agreement)
                for name, cards, number in zip(names, dealt[place], numbers[rules][place], strict=True)
            ]
            of_rules = _count_deal(seats, agreement, lesser[rules], names[job.dealer])
            counts.update({(rules, *key): number for key, number in of_rules.items()})
            units.append(of_rules["units",])
        for first, second in combinations(range(len(job.agreements)), 2):
            counts[first, second, "units"] = units[second] - units[first]
        if job.bests is not None:
            _compare_bests(job, job.bests, batch, place, dealt[place, 0], counts, found)
        found.tally.add(counts)
    return found


def without_parts(agreement: Agreement) -> dict[str, Agreement]:
    """The same rules less each of the parts that pay on top of rows and fouls, by the part's key."""
    profile = agreement.profile
    parts = [f"bonus.{name}" for name in profile.names("bonus")]
    parts += ["royalty"] * bool(profile.names("royalty.pays")) + ["sweep"] * bool(profile.names("sweep"))
    parts += ["special"] * specials_count(agreement)
    parts += ["aces"] * ("aces.played" in agreement and agreement["aces.played"] != "no")
    return {part: _without(agreement, part) for part in parts}


def _without(agreement: Agreement, part: str) -> Agreement:
    entries = {
        key: entry
        for key, entry in agreement.profile.items()
        if key != part and not key.startswith(part + ".")
    }
    rulings = {key: value for key, value in agreement.rulings.items() if key in entries}
    profile = replace(agreement.profile, id=f"{agreement.profile.id} without {part}", entries=entries)
    return Agreement(profile, rulings, invented=agreement.invented, title=agreement.title)


def _count_deal(
    seats: Sequence[Seat], agreement: Agreement, lesser: dict[str, Agreement], dealer: str
) -> Counter[tuple[str, ...]]:
    """What a deal adds to the counts of its rules."""
    counts: Counter[tuple[str, ...]] = Counter()
    for side, some in zip(SIDES, (seats[:1], seats[1:]), strict=True):
        for seat in some:
            standing = stand(seat, agreement)
            for row in ROWS:
                counts["hands", side, row, _set_as(standing, row)] += 1
    you = seats[0].name
    book = settle(seats, agreement, dealer)
    for transfer in book.why(you):
        way, sign = ("collected", 1) if transfer.payee == you else ("paid", -1)
        counts[way, transfer.component] += transfer.units
        counts["net", transfer.component] += sign * transfer.units
    counts["units",] = units = book.totals[you]
    for part, rules in lesser.items():
        announced = seats if part != "special" else [replace(seat, declared=False) for seat in seats]
        without = settle(announced, rules, dealer).totals[you]
        counts["without", part] = without
        counts["change", part] = units - without
    return counts


def _set_as(standing: Standing, row: str) -> str:
    """What a row counts as: its category; or that the whole hand is fouled, or a special one."""
    if standing.foul:
        return FOUL
    strength = standing.strength(row)
    return SPECIAL if standing.claim or strength is None else strength.category


def _compare_bests(
    job: StudyJob,
    bests: Bests,
    batch: int,
    place: int,
    cards: NDArray[np.uint8],
    counts: Counter[Hashable],
    found: Found,
) -> None:
    """Find the best layouts of a hand under each of the rules, and count where two of them differ."""
    seeds = _seeds(job, batch, _WEIGHING, place).generate_state(2, np.uint64)
    choosing, weighing = (int(seed) for seed in seeds)
    layouts = [bests.best(cards, agreement, choosing) for agreement in job.agreements]
    for first, second in combinations(range(len(layouts)), 2):
        ours, theirs = layouts[first], layouts[second]
        rows = rows_that_differ(ours, theirs)
        if not rows:
            continue
        counts[first, second, "differ"] = 1
        for row in rows:
            counts[first, second, row] = 1
        for rules, other, best in ((first, theirs, ours), (second, ours, theirs)):
            lost = bests.given_up(other, best, job.agreements[rules], weighing)
            counts[first, second, "given up", rules] = lost
        kept = found.examples.setdefault((first, second), [])
        if len(kept) < job.examples:
            kept.append(Example(batch * BATCH + place + 1, str(ours), str(theirs), rows))


def _seeds(job: StudyJob, batch: int, *what: int) -> np.random.SeedSequence:
    return np.random.SeedSequence(job.seed, spawn_key=(batch, *what))


def _chance(job: StudyJob, batch: int, *what: int) -> np.random.Generator:
    return np.random.default_rng(_seeds(job, batch, *what))
