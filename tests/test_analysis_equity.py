"""Equity against a plain loop through the settlement, and what must not change it."""

from __future__ import annotations

import json
import random
from functools import cache
from math import isnan, sqrt
from pathlib import Path
from statistics import mean, stdev

import numpy as np
import pytest

from cptutor import (
    Agreement,
    CardError,
    DealError,
    Layout,
    RulingNeeded,
    Seat,
    load_profile,
    settle,
)
from cptutor.analysis import AllLayouts, Equity, Policy, equity_of
from cptutor.analysis.claims import may_hold_special
from cptutor.analysis.groups import layout_of
from cptutor.cards import DECK
from cptutor.rules.agreement_files import demonstration_agreement, demonstration_rulings
from cptutor.setting import back_first
from cptutor.settlement.declarations import FinerPoints
from cptutor.specials import find_specials

HAND = "A♠ K♠ Q♠ Q♥ J♠ 10♠ 9♠ 9♦ 8♣ 6♥ 4♠ 3♦ 2♣"
OWN = "9♠ 9♦ 2♣ / Q♠ Q♥ 8♣ 6♥ 3♦ / A♠ K♠ J♠ 10♠ 4♠"
FLUSH = "Q♥ 9♦ 3♦ / Q♠ 9♠ 8♣ 6♥ 2♣ / A♠ K♠ J♠ 10♠ 4♠"
FOUL = "Q♠ Q♥ 2♣ / 9♠ 9♦ 8♣ 6♥ 3♦ / A♠ K♠ J♠ 10♠ 4♠"
SIX_PAIRS = "A♠ A♥ 2♣ / K♠ K♥ Q♠ Q♥ 3♦ / J♠ J♥ 10♠ 10♥ 3♣"
THREE_STRAIGHTS = "A♠ K♥ Q♠ / 2♠ 3♥ 4♠ 5♥ 6♠ / 7♥ 8♠ 9♥ 10♠ J♥"
LAYOUTS = (OWN, FLUSH, FOUL)
PROFILES = (
    "swc",
    "full",
    "full-royalties",
    "full-high-middle",
    "two-four",
    "casino",
    "banker",
    "special-hands",
    "basic",
    "simplest",
    "extra-units",
    "thirteen-26",
    "thirteen-39",
)
HOUSE = Path(__file__).parent / "house"


@cache
def agreed(profile: str) -> Agreement:
    if not profile.endswith(".toml"):
        return demonstration_agreement(profile)
    house = load_profile(HOUSE / profile)
    return Agreement(house, demonstration_rulings(house))


def loop(layout: str, rules: Agreement, opponents: int, deals: int) -> tuple[float, float]:
    """Mean and standard error by the plain library alone, with cards of its own drawing."""
    own = Layout.parse(layout)
    source = random.Random(f"{rules.profile.id} {opponents}")
    unseen = [card for card in DECK if card not in own.cards]
    gains = []
    for _ in range(deals):
        drawn = source.sample(unseen, 13 * opponents)
        seats = [Seat("you", own)]
        for place in range(opponents):
            held = back_first(drawn[13 * place : 13 * place + 13], rules)
            seats.append(Seat(f"opponent {place + 1}", held, declared=is_special(held, rules)))
        gains.append(settle(seats, rules).totals["you"])
    return mean(gains), stdev(gains) / sqrt(deals)


def is_special(layout: Layout, rules: Agreement) -> bool:
    if "special.played" not in rules or rules["special.played"] == "no":
        return False
    kinds = rules.profile.names("special.pays")
    return bool(find_specials(layout.cards, FinerPoints(rules), kinds))


def same(first: Equity, second: Equity) -> bool:
    ours, theirs = first.sums, second.sums
    return ours.deals == theirs.deals and all(
        np.array_equal(getattr(ours, name), getattr(theirs, name))
        for name in ("units", "squares", "beside", "parts", "rows")
    )


@pytest.mark.parametrize("opponents", [1, 2, 3])
@pytest.mark.parametrize("profile", ["swc", "full", "full-royalties", "two-four", "casino"])
def test_equity_agrees_with_a_plain_loop(profile: str, opponents: int) -> None:
    rules = agreed(profile)
    expected, error = loop(OWN, rules, opponents, 60)
    found = equity_of(OWN, rules, opponents=opponents, deals=4_000, seed=1)
    assert abs(found.units[0] - expected) < 4 * sqrt(error**2 + found.error[0] ** 2)


@pytest.mark.parametrize(
    "profile", [*PROFILES, *(file.name for file in sorted(HOUSE.glob("doubled-*.toml"))), "home-run.toml"]
)
def test_the_fast_way_is_the_plain_way(profile: str) -> None:
    for opponents in (1, 2, 3):
        fast, plain = (
            equity_of(LAYOUTS, agreed(profile), opponents=opponents, deals=25, by_part=True, plain=way)
            for way in (False, True)
        )
        assert same(fast, plain)
        assert np.allclose(sum(fast.parts.values()), fast.units)


@pytest.mark.parametrize("layout", [SIX_PAIRS, THREE_STRAIGHTS])
@pytest.mark.parametrize("profile", ["casino", "banker", "special-hands"])
def test_a_special_hand_of_ones_own(profile: str, layout: str) -> None:
    turned = Layout.parse(layout)
    layouts = [turned, Layout(turned.front, turned.back, turned.middle)]
    for rules in (
        agreed(profile),
        Agreement(profile, {**agreed(profile).rulings, "special.own_rows": "foul"}),
    ):
        for declare in (True, False):
            fast, plain = (
                equity_of(layouts, rules, deals=150, opponents=2, declare=declare, by_part=True, plain=way)
                for way in (False, True)
            )
            assert same(fast, plain)
    declared = equity_of(turned, agreed(profile), deals=200)
    assert declared.units[0] > 2


@pytest.mark.parametrize("answer", ["counts", "does not count"])
def test_sweeps_of_the_table(answer: str) -> None:
    rulings = {**agreed("casino").rulings, "sweep.single_opponent": answer, "sweep.past_foul": answer}
    rules = Agreement("casino", rulings)
    strong = "A♠ A♥ A♦ / K♠ K♥ K♦ Q♠ Q♥ / J♠ J♥ J♦ J♣ 2♠"
    weak = "2♠ 3♥ 5♦ / 2♥ 3♦ 4♣ 6♠ 7♥ / 2♦ 3♣ 5♠ 8♥ 9♦"
    for layout in (strong, weak):
        for opponents in (1, 2, 3):
            fast, plain = (
                equity_of(layout, rules, opponents=opponents, deals=60, policy=_sometimes_foul(), plain=way)
                for way in (False, True)
            )
            assert same(fast, plain)


def _sometimes_foul() -> Policy:
    """Any of all layouts, most of them fouls."""
    return Policy("any", "any layout", lambda deals, _, rng: rng.integers(72_072, size=len(deals)), True)


@pytest.mark.parametrize("profile", PROFILES)
def test_opponents_who_foul(profile: str) -> None:
    fast, plain = (
        equity_of(LAYOUTS, agreed(profile), opponents=2, deals=25, policy=_sometimes_foul(), plain=way)
        for way in (False, True)
    )
    assert same(fast, plain)


def test_the_side_bet_on_aces() -> None:
    rules = agreed("casino").with_ruling("aces.played", "yes")
    for answer in ("counts", "does not count"):
        bet = Agreement("casino", {**rules.rulings, "aces.with_foul": answer})
        fast, plain = (equity_of(LAYOUTS, bet, deals=60, opponents=3, plain=way) for way in (False, True))
        assert same(fast, plain)
        assert not same(fast, equity_of(LAYOUTS, agreed("casino"), deals=60, opponents=3))


def test_a_bank_settles_alone() -> None:
    rulings = {**agreed("banker").rulings, "bank.seat": "dealer", "bank.others_settle": "no"}
    rules = Agreement("banker", rulings)
    for dealer in range(3):
        fast, plain = (
            equity_of(OWN, rules, opponents=2, deals=40, dealer=dealer, plain=way) for way in (False, True)
        )
        assert same(fast, plain)
    with pytest.raises(DealError, match="the bank 'Anna' is none of the seats you, opponent 1"):
        equity_of(OWN, rules.with_ruling("bank.seat", "Anna"))


@pytest.mark.parametrize("policy", ["back first", "frontier plus equity", "random legal"])
def test_seed_and_order_decide_nothing_else(policy: str) -> None:
    hand = AllLayouts(HAND, "basic")
    deals = 60 if policy == "frontier plus equity" else 2_300
    whole = equity_of(hand, "basic", seed=3, policy=policy, deals=deals)
    assert len(whole.layouts) == len(hand.frontier)
    assert same(whole, equity_of(hand.frontier, "basic", seed=3, policy=policy, deals=deals))
    assert not same(whole, equity_of(hand, "basic", seed=4, policy=policy, deals=deals))
    alone = equity_of(hand.frontier[7], "basic", seed=3, policy=policy, deals=deals)
    assert alone.units[0] == whole.units[7]
    assert alone.error[0] == whole.error[7]


def test_fewer_deals_are_the_first_of_more() -> None:
    seen: list[int] = []
    more = equity_of(OWN, "basic", deals=1_001, progress=lambda done, _: seen.append(done))
    fewer = equity_of(OWN, "basic", deals=1_000)
    assert seen == [1_000, 1_001]
    assert abs(int(more.sums.units[0] - fewer.sums.units[0])) <= 3


def test_an_interrupt_keeps_what_was_done() -> None:
    def stop(done: int, asked: int) -> None:
        assert asked == 6_000
        if done == 2_000:
            raise KeyboardInterrupt

    found = equity_of(OWN, "basic", deals=6_000, progress=stop)
    assert (found.deals, found.asked, found.interrupted) == (2_000, 6_000, True)
    assert same(found, equity_of(OWN, "basic", deals=2_000))
    assert "stopped after 2,000 of 6,000 deals" in str(found)


def test_an_interrupt_before_anything_was_done(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("cptutor.analysis.equity.run_batch", stop)
    with pytest.raises(KeyboardInterrupt):
        equity_of(OWN, "basic")


def test_gaps_are_asked_for() -> None:
    with pytest.raises(RulingNeeded) as needed:
        equity_of(OWN, "swc", deals=10)
    keys = [gap.key for gap in needed.value.questions]
    assert keys == ["front_middle.equal_prefix", "middle_back.equal", "royalty.equal_rows"]
    with pytest.raises(RulingNeeded) as needed:
        equity_of(FOUL, Agreement("swc", dict.fromkeys(keys[:2], "legal") | {keys[2]: "both"}), deals=10)
    assert {gap.key.split(".")[0] for gap in needed.value.questions} == {"foul"}
    with pytest.raises(RulingNeeded) as needed:
        equity_of(OWN, Agreement("casino", {"special.played": "no"}), deals=10)
    assert not any(gap.key.startswith("special.") for gap in needed.value.questions)


@pytest.mark.parametrize("profile", PROFILES)
def test_nothing_is_asked_for_later(profile: str) -> None:
    """Answers to exactly what was asked for are enough, whoever fouls or holds what."""
    for opponents in (1, 2):
        with_own = Agreement(profile)
        try:
            equity_of([FOUL], with_own, opponents=opponents, deals=5)
        except RulingNeeded as needed:
            given = {gap.key: agreed(profile).rulings[gap.key] for gap in needed.questions}
            with_own = Agreement(profile, given)
        try:
            equity_of([FOUL], with_own, opponents=opponents, deals=5)
        except RulingNeeded as needed:
            with_own = Agreement(
                profile,
                {
                    **with_own.rulings,
                    **{gap.key: agreed(profile).rulings[gap.key] for gap in needed.questions},
                },
            )
        found = equity_of([OWN, FOUL], with_own, opponents=opponents, deals=1_000)
        assert found.deals == 1_000


def test_made_up_rulings_only_if_asked_for_and_then_it_says_so() -> None:
    found = equity_of([OWN, FOUL], "swc", deals=10, demonstration=True)
    assert found.agreement.invented
    assert "made up for demonstration" in str(found)
    assert found.as_dict()["invented"] is True
    assert not equity_of(OWN, "basic", deals=10, demonstration=True).agreement.invented


def test_errors_are_standard_errors() -> None:
    found = [equity_of([OWN, FLUSH], "basic", deals=400, seed=seed) for seed in range(40)]
    for name, error in (("units", "error"), ("difference", "difference_error")):
        spread = stdev(getattr(one, name)[1] for one in found)
        assert 0.6 < spread / mean(getattr(one, error)[1] for one in found) < 1.6
    assert found[0].difference[0] == found[0].difference_error[0] == 0
    assert isnan(equity_of(OWN, "basic", deals=1).error[0])


def test_parts_and_shares() -> None:
    found = equity_of([OWN, FOUL], agreed("full-royalties"), deals=500, by_part=True, opponents=2)
    shares = [[found.share(row, result) for result in ("won", "tied", "lost")] for row in ("front", "back")]
    assert np.allclose(np.array(shares).sum(axis=1)[:, 0], 1)
    assert np.array(shares)[:, :, 1].sum() == 0
    assert found.parts["front"][0] > 0


def test_results_can_be_read() -> None:
    found = equity_of(LAYOUTS, agreed("basic"), deals=100)
    assert json.loads(json.dumps(found.as_dict()))["deals"] == 100
    assert found.legal.tolist() == [True, True, False]
    assert [int(place) for place in found.order()][-1] == 2
    assert "back first: the strongest back" in str(found)


def test_what_cannot_be_is_refused() -> None:
    for wrong in (
        {"opponents": 0},
        {"opponents": 4},
        {"deals": 0},
        {"seed": -1},
        {"dealer": 2},
        {"deals": True},
    ):
        with pytest.raises(DealError, match="a whole number from"):
            equity_of(OWN, "basic", **wrong)
    with pytest.raises(CardError, match="other cards"):
        equity_of([OWN, SIX_PAIRS], "basic")
    with pytest.raises(CardError, match="no layout is given"):
        equity_of([], "basic")
    with pytest.raises(CardError, match="no policy 'clever'; there are back first"):
        equity_of(OWN, "basic", policy="clever")


def test_progress_is_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    equity_of(OWN, "basic", deals=1_500, progress=True)
    assert capsys.readouterr().err == "\r1,000 of 1,500 deals\r1,500 of 1,500 deals\n"


@pytest.mark.parametrize("profile", ["banker", "casino", "thirteen-26"])
def test_no_special_hand_is_overlooked(profile: str) -> None:
    """Every hand that holds one is among those that may; hands are made so that many do."""
    source = random.Random(5)
    hands = [sorted(card.index for card in source.sample(DECK, 13)) for _ in range(150)]
    for start in range(60):  # pairs, runs and one colour
        pairs = source.sample(range(13), 7)
        hands.append(sorted([rank * 4 + suit for rank in pairs[:6] for suit in (0, 1)] + [pairs[6] * 4 + 2]))
        black = [card.index for card in DECK if card.suit in ("spades", "clubs")]
        hands.append(sorted(source.sample(black, 13)))
        top = start % 9
        runs = [*range(top, top + 5), *range(2, 7), *range(8, 11)]
        chosen: list[int] = []
        for rank in runs:
            free = [suit for suit in range(4) if rank % 13 * 4 + suit not in chosen]
            chosen.append(rank % 13 * 4 + source.choice(free))
        hands.append(sorted(chosen))
    deals = np.array(hands, np.uint8)
    may = may_hold_special(deals, agreed(profile))
    rules = agreed(profile)
    holds = [is_special(layout_of(deal, 0), rules) for deal in deals]
    assert sum(holds) > 30
    assert all(possible for possible, held in zip(may.tolist(), holds, strict=True) if held)
