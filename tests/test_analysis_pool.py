"""A pool of opponents' hands: a sample of the right hands, settled as at the table, and equity like fresh deals."""

from __future__ import annotations

from functools import cache
from math import comb, sqrt

import numpy as np
import pytest

from cptutor import Agreement, CardError, DealError, Layout, RulingNeeded, settle
from cptutor.analysis import AllLayouts, Pool, card_indices, equity_of, pool_of
from cptutor.analysis.batches import Job, draw
from cptutor.analysis.plain import announcing_seat
from cptutor.rules.agreement_files import demonstration_agreement

OWN = "9♠ 9♦ 2♣ / Q♠ Q♥ 8♣ 6♥ 3♦ / A♠ K♠ J♠ 10♠ 4♠"
FOUL = "Q♠ Q♥ 2♣ / 9♠ 9♦ 8♣ 6♥ 3♦ / A♠ K♠ J♠ 10♠ 4♠"
SIX_PAIRS = "A♠ A♥ 2♣ / K♠ K♥ Q♠ Q♥ 3♦ / J♠ J♥ 10♠ 10♥ 3♣"
BEST = "A♠ A♥ A♦ / K♥ Q♥ J♥ 10♥ 9♥ / A♣ K♣ Q♣ J♣ 10♣"
SIZE = 24_500


@cache
def agreed(profile: str) -> Agreement:
    return demonstration_agreement(profile)


def hands_of(pool: Pool) -> tuple[np.ndarray, np.ndarray]:
    """The pool's hands and layouts, drawn once more in plain order."""
    job = Job(np.array([], np.uint8), np.array([], np.intp), pool.agreement, 1, pool.policy, pool.seed)
    drawn = [draw(job, batch) for batch in range(-(-len(pool) // 1_000))]
    deals, numbers = (np.concatenate(parts)[: len(pool), 0] for parts in zip(*drawn, strict=True))
    return deals, numbers


def test_the_hands_without_ones_cards_are_an_exact_sample() -> None:
    pool = pool_of("basic", size=SIZE)
    deals, _ = hands_of(pool)
    own = card_indices("9♠ 9♦ 2♣ Q♠ Q♥ 8♣ 6♥ 3♦ K♠ J♠ 10♠ 4♠ 5♣")
    which = pool.without(own)
    assert which.tolist() == [place for place, hand in enumerate(deals) if not set(hand) & set(own)]
    chance = comb(39, 13) / comb(52, 13)
    assert abs(len(which) - SIZE * chance) < 4 * sqrt(SIZE * chance)
    # One holds no ace: how many of the four an opponent has is known exactly.
    aces = (deals[which] // 4 == 12).sum(axis=1)
    for held in range(4):
        chance = comb(4, held) * comb(35, 13 - held) / comb(39, 13)
        expected = len(which) * chance
        assert abs(np.count_nonzero(aces == held) - expected) < 4 * sqrt(expected) + 1


@pytest.mark.parametrize("layout", [OWN, FOUL, SIX_PAIRS])
@pytest.mark.parametrize("profile", ["swc", "full-royalties", "casino", "banker", "thirteen-26"])
def test_every_hand_is_settled_as_at_the_table(profile: str, layout: str) -> None:
    rules = agreed(profile)
    pool = pool_of(rules, size=3_000)
    deals, numbers = hands_of(pool)
    cards = np.sort(card_indices([card for row in Layout.parse(layout).rows for card in row]))
    number = AllLayouts(Layout.parse(layout), rules).number(layout)
    own = announcing_seat("you", cards, number, rules)
    gains = [
        settle([own, announcing_seat("opponent 1", deals[place], int(numbers[place]), rules)], rules).totals[
            "you"
        ]
        for place in pool.without(cards)
    ]
    found = pool.equity_of(layout)
    assert found.deals == len(gains) > 20
    assert found.sums.units[0] == sum(gains)
    assert found.sums.squares[0] == sum(gain * gain for gain in gains)


def test_a_layout_that_nothing_beats_gains_all_there_is() -> None:
    found = pool_of("simplest", size=SIZE, demonstration=True).equity_of(BEST, opponents=2)
    assert found.units[0] == 2 * 3
    assert found.error[0] == 0


@pytest.mark.parametrize("opponents", [1, 2, 3])
@pytest.mark.parametrize("policy", ["back first", "random legal"])
def test_equity_is_that_of_fresh_deals(policy: str, opponents: int) -> None:
    pool = pool_of(agreed("swc"), policy=policy, size=SIZE)
    found = pool.equity_of([OWN, FOUL], opponents=opponents, by_part=True)
    fresh = equity_of(
        [OWN, FOUL], agreed("swc"), opponents=opponents, policy=policy, deals=3_000, by_part=True
    )
    for place in range(2):
        error = sqrt(found.error[place] ** 2 + fresh.error[place] ** 2)
        assert abs(found.units[place] - fresh.units[place]) <= 4 * error
    assert found.difference[1] == pytest.approx(found.units[1] - found.units[0])
    assert np.allclose(sum(found.parts.values()), found.units)
    assert abs(found.share("back", "won")[0] - fresh.share("back", "won")[0]) < 0.15
    assert found.difference_error[0] == 0 < found.difference_error[1]


def test_a_hand_stands_for_its_frontier() -> None:
    hand = AllLayouts(Layout.parse(OWN), "basic")
    found = pool_of("basic", size=SIZE).equity_of(hand)
    assert len(found.layouts) == len(hand.frontier)
    alone = pool_of("basic", size=SIZE).equity_of(hand.frontier[5])
    assert (alone.units[0], alone.error[0]) == (found.units[5], found.error[5])


def test_a_bank_settles_alone() -> None:
    rulings = {**agreed("banker").rulings, "bank.seat": "dealer", "bank.others_settle": "no"}
    pool = pool_of(Agreement("banker", rulings), size=3_000)
    assert pool.equity_of(OWN, opponents=2, dealer=1).units[0] == pool.equity_of(OWN).units[0]
    assert pool.equity_of(OWN, opponents=2, dealer=0).units[0] == 2 * pool.equity_of(OWN).units[0]


def test_a_pool_is_kept_and_seeds_tell_pools_apart() -> None:
    rules = agreed("casino")
    pool = pool_of(rules, size=3_000)
    assert pool_of(demonstration_agreement("casino"), size=3_000) is pool
    assert (
        pool_of(Agreement("casino", rules.rulings), size=3_000) is not pool
    )  # which do not say that they are made up
    assert not np.array_equal(pool.held, pool_of(rules, size=3_000, seed=1).held)


def test_how_far_it_is() -> None:
    seen: list[tuple[int, int]] = []
    pool_of("basic", size=8_100, seed=5, progress=lambda *how_far: seen.append(how_far))
    assert seen == [(8_000, 8_100), (8_100, 8_100)]


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(DealError, match="size: a whole number from 1"):
        pool_of("basic", size=0)
    with pytest.raises(CardError, match="no policy 'clever'"):
        pool_of("basic", policy="clever")
    with pytest.raises(RulingNeeded):
        pool_of("swc", size=10)
    tiny = pool_of("basic", size=1, seed=1)
    with pytest.raises(DealError, match="none of the 1 hands of the pool is without these cards"):
        tiny.equity_of(OWN)
    swept = pool_of(agreed("casino"), size=3_000)
    assert [swept.exact_for(opponents) for opponents in (1, 2, 3)] == [True, False, False]
    with pytest.raises(DealError, match="casino: a sweep of the table looks at all hands of a deal"):
        swept.equity_of(OWN, opponents=2)
