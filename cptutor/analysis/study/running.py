"""Running a study: batches in order, on whatever runs them, and their sums as a result."""

from __future__ import annotations

import platform
from itertools import combinations
from typing import TYPE_CHECKING, Final

import numpy as np

import cptutor
from cptutor.analysis.asking import answered
from cptutor.analysis.claims import specials_count
from cptutor.analysis.equity import progress_of
from cptutor.analysis.given import refuse_number, seat_names
from cptutor.analysis.players import Policy, policy_of
from cptutor.analysis.rows import EQUAL, PREFIX
from cptutor.analysis.splitting import in_order
from cptutor.analysis.study.bests import FEWEST, UNITS, Bests, about_criterion
from cptutor.analysis.study.dealing import (
    BATCH,
    FOUL,
    SIDES,
    SPECIAL,
    Found,
    StudyJob,
    study_batch,
    without_parts,
)
from cptutor.analysis.study.result import Comparison, Differ, Kind, Named, SetAs, Study, UnderRules, Without
from cptutor.rules import Agreement, Profile, as_agreement
from cptutor.settlement.seats import MOST_SEATS
from cptutor.terms import CATEGORIES, FRONT_CATEGORIES, ROWS, RuleError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from concurrent.futures import Executor

    from cptutor.analysis.equity import Progress
    from cptutor.analysis.study.tally import Tally
    from cptutor.rules import Rules

_PAID_BESIDE: Final = ("royalty", "special", "sweep", "aces")


def run_study(
    rules: Rules | Sequence[Rules],
    *,
    deals: int = 1_000,
    seed: int = 0,
    opponents: int = 1,
    policy: str | Policy = "back first",
    opponents_policy: str | Policy = "back first",
    best_by: str = UNITS,
    against: int = 1_000,
    examples: int = 3,
    dealer: int = 0,
    demonstration: bool = False,
    executor: Executor | None = None,
    progress: Progress | bool = False,
) -> Study:
    """Deal many deals, and count how they are set, what pays what, and how the best layout changes with the rules.

    Args:
        rules: an agreement, a profile or its id; or several, to be compared in the same deals.
        deals: how many, two at least.
        seed: of the chance: the same seed gives the same study.
        opponents: 1 to 3. What they settle among themselves is left out.
        policy: how you set your cards: a name of :data:`cptutor.analysis.POLICIES`, or a policy.
        opponents_policy: how the opponents do.
        best_by: what the best layout is, where rules are compared: the one with the most ``expected units`` against
            these opponents, or a name of :data:`cptutor.analysis.CRITERIA`.
        against: in about how many deals each hand's layouts are weighed for that, a hundred at least.
        examples: how many deals to show of each two rules, where the best layouts differ.
        dealer: who deals, where that matters (a bank): 0 for you, 1 to 3 for an opponent.
        demonstration: whether made-up answers fill what rules leave open; the study then says so.
        executor: what batches run on, such as a process pool; by default they run here, one after the other. The
            result does not depend on it.
        progress: called with the deals done and those asked for; or true for a line on standard error.

    Returns:
        The study. After a keyboard interrupt it is that of the deals done until then, the same as if only so many had
        been asked for.

    Raises:
        CardError: no such policy or criterion.
        DealError: a number that cannot be, or a bank that has no seat.
        RuleError: no rules, or the same twice.
        RulingNeeded: with every question that is open.
        KeyboardInterrupt: before the first batch was done.
    """
    refuse_number("deals", deals, 2)
    refuse_number("seed", seed, 0)
    refuse_number("opponents", opponents, 1, MOST_SEATS - 1)
    refuse_number("against", against, FEWEST)
    refuse_number("examples", examples, 0)
    refuse_number("dealer", dealer, 0, opponents)
    policies = policy_of(policy), policy_of(opponents_policy)
    about = about_criterion(best_by)
    agreements = _answered(rules, opponents, any(chosen.may_foul for chosen in policies), demonstration)
    several = len(agreements) > 1
    bests = Bests(best_by, opponents, opponents_policy, dealer, against, seed) if several else None
    job = StudyJob(agreements, opponents, policy, opponents_policy, seed, dealer, bests, examples)
    if bests is not None:
        for agreement in agreements:
            bests.pool(agreement)  # made once, and handed on to processes that are forked from this one
    found = _run(job, deals, executor, progress_of(progress))
    names = _names(agreements)
    return Study(
        seed=seed,
        deals=found.tally.deals,
        asked=deals,
        opponents=opponents,
        dealer=seat_names(opponents)[dealer],
        policy=Named(policies[0].name, policies[0].about),
        opponents_policy=Named(policies[1].name, policies[1].about),
        versions={
            "cptutor": cptutor.__version__,
            "numpy": np.__version__,
            "python": platform.python_version(),
        },
        under=tuple(_under(job, place, names[place], found.tally) for place in range(len(agreements))),
        compared=tuple(
            _comparison(names, pair, found, against) for pair in combinations(range(len(agreements)), 2)
        ),
        best=Named(best_by, about) if several else None,
        against=against if several else 0,
    )


def _answered(
    rules: Rules | Sequence[Rules], opponents: int, fouls: bool, demonstration: bool
) -> tuple[Agreement, ...]:
    """The rules with an answer to all that the study may ask; a foul may come up where they differ in what one is."""
    given = [rules] if isinstance(rules, (Agreement, Profile, str)) else list(rules)
    if not given:
        raise RuleError("a study needs the rules of a table")
    made = [
        answered(one, opponents=opponents, fouls=fouls, demonstration=demonstration)
        for one in map(as_agreement, given)
    ]
    for place, agreement in enumerate(made):
        if agreement in made[:place]:
            raise RuleError(f"{agreement.profile.id}: the same rules twice")
    if len({(one.wheel, one[PREFIX], one[EQUAL]) for one in made}) > 1:
        made = [
            answered(one, opponents=opponents, fouls=True, demonstration=demonstration)
            for one in map(as_agreement, given)
        ]
    return tuple(made)


def _names(agreements: Sequence[Agreement]) -> tuple[str, ...]:
    """The profiles' ids, with a number where one comes again under other rulings."""
    names: list[str] = []
    for agreement in agreements:
        name, number = agreement.profile.id, 1
        while name in names:
            number += 1
            name = f"{agreement.profile.id} ({number})"
        names.append(name)
    return tuple(names)


def _run(job: StudyJob, deals: int, executor: Executor | None, progress: Progress | None) -> Found:
    """Run the batches; on a keyboard interrupt give back what the first of them found, none of those left out."""
    found = Found()
    pieces = ((job, batch, min(BATCH, deals - BATCH * batch)) for batch in range(-(-deals // BATCH)))
    batches = in_order(study_batch, pieces, executor)
    try:
        for batch in batches:
            found.add(batch, job.examples)
            if progress is not None:
                progress(found.tally.deals, deals)
    except KeyboardInterrupt:
        if found.tally.deals < 2:  # an error needs two
            raise
    finally:
        batches.close()  # type: ignore[attr-defined]
    return found


def _under(job: StudyJob, place: int, name: str, tally: Tally) -> UnderRules:
    agreement = job.agreements[place]
    units = tally.mean((place, "units"))
    return UnderRules(
        rules=name,
        profile=agreement.profile.id,
        scoring=agreement.profile.title,
        agreement=agreement.title,
        invented=agreement.invented,
        units=units.mean,
        error=units.error,
        spread=units.spread,
        hands=tuple(_hands(job, place, tally)),
        transfers=tuple(_kind(place, kind, tally) for kind in _kinds(agreement, place, tally)),
        without=tuple(_part(place, part, tally) for part in without_parts(agreement)),
        rulings=dict(agreement.rulings),
    )


def _hands(job: StudyJob, place: int, tally: Tally) -> Iterator[SetAs]:
    for side, seats in zip(SIDES, (1, job.opponents), strict=True):
        for row in ROWS:
            categories = [*(FRONT_CATEGORIES if row == ROWS[0] else CATEGORIES), FOUL]
            categories += [SPECIAL] * specials_count(job.agreements[place])
            for category in categories:
                key = place, "hands", side, row, category
                share = tally.mean(key, per=seats)
                yield SetAs(side, row, category, tally.sums[key], share.mean, share.error)


def _kinds(agreement: Agreement, place: int, tally: Tally) -> tuple[str, ...]:
    """The kinds of transfers that the rules know or that came up, as a scorebook names them."""
    known = ["rows", *agreement.profile.names("bonus")]
    parts = without_parts(agreement)
    known += [part for part in _PAID_BESIDE if part in parts]
    found = sorted(
        key[2] for key in tally.sums if isinstance(key, tuple) and key[0] == place and key[1] == "net"
    )
    return tuple(dict.fromkeys([*known, *found]))


def _kind(place: int, kind: str, tally: Tally) -> Kind:
    collected, paid, net = (tally.mean((place, way, kind)) for way in ("collected", "paid", "net"))
    return Kind(kind, collected.mean, collected.error, paid.mean, paid.error, net.mean, net.error)


def _part(place: int, part: str, tally: Tally) -> Without:
    units, change = tally.mean((place, "without", part)), tally.mean((place, "change", part))
    return Without(part, units.mean, units.error, units.spread, change.mean, change.error)


def _comparison(names: Sequence[str], pair: tuple[int, int], found: Found, against: int) -> Comparison:
    first, second = pair
    change = found.tally.mean((*pair, "units"))
    given_up = [found.tally.mean((*pair, "given up", rules), per=against) for rules in pair]
    differ = []
    for where, name in (("any row", "differ"), *((row, row) for row in ROWS)):
        share = found.tally.mean((*pair, name))
        differ.append(Differ(where, found.tally.sums[(*pair, name)], share.mean, share.error))
    return Comparison(
        first=names[first],
        second=names[second],
        change=change.mean,
        change_error=change.error,
        given_up_first=given_up[0].mean,
        given_up_first_error=given_up[0].error,
        given_up_second=given_up[1].mean,
        given_up_second_error=given_up[1].error,
        differ=tuple(differ),
        examples=tuple(found.examples.get(pair, ())),
    )
