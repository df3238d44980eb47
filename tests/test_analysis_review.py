"""Computer players, and the review of a learner's own layout."""

from __future__ import annotations

import json
import random
from itertools import combinations

import numpy as np
import pytest

from cptutor import Agreement, CardError, Layout, RulingNeeded, check
from cptutor.analysis import POLICIES, AllLayouts, equity_of, review_layout, set_hand
from cptutor.analysis.groups import layout_of
from cptutor.analysis.players import are_legal, ordinals_of
from cptutor.cards import DECK
from cptutor.rules.agreement_files import demonstration_agreement
from cptutor.setting import back_first
from cptutor.terms import ROWS

OWN = "9♠ 9♦ 2♣ / Q♠ Q♥ 8♣ 6♥ 3♦ / A♠ K♠ J♠ 10♠ 4♠"
FOUL = "Q♠ Q♥ 2♣ / 9♠ 9♦ 8♣ 6♥ 3♦ / A♠ K♠ J♠ 10♠ 4♠"
STRICT = Agreement("simplest", {"front_middle.equal_prefix": "foul"})
LOOSE = Agreement("simplest", {"front_middle.equal_prefix": "legal"})


def deals(count: int, seed: int) -> np.ndarray:
    """Deals of the whole deck, and every third of six ranks, where equal rows abound; ascending, shape (count, 13)."""
    source = random.Random(seed)
    found = []
    for number in range(count):
        ranks = source.sample(range(13), 6 if number % 3 == 0 else 13)
        found.append(sorted(source.sample([card for card in range(52) if card // 4 in ranks], 13)))
    return np.array(found, np.uint8)


@pytest.mark.parametrize("rules", [STRICT, LOOSE, demonstration_agreement("casino")], ids=str)
def test_back_first_in_bulk_is_back_first(rules: Agreement) -> None:
    some = deals(150, 3)
    numbers = POLICIES["back first"].choose(some, rules, np.random.default_rng())
    for deal, number, *ours in zip(some, numbers, *ordinals_of(some, numbers, rules), strict=True):
        best = AllLayouts([DECK[card] for card in deal], rules).best("back-first")
        assert [int(row[0]) for row in best.ordinals] == [int(row) for row in ours]
        assert check(layout_of(deal, int(number)), rules).legal
    for deal, number in zip(some[:6], numbers, strict=False):
        plain = back_first([DECK[card] for card in deal], rules)
        verdicts = check(plain, rules), check(layout_of(deal, int(number)), rules)
        assert verdicts[0].strengths == verdicts[1].strengths


@pytest.mark.parametrize("name", list(POLICIES))
@pytest.mark.parametrize("rules", [STRICT, LOOSE], ids=["strict", "loose"])
def test_every_policy_sets_legal_layouts(name: str, rules: Agreement) -> None:
    some = deals(60, 4)
    numbers = POLICIES[name].choose(some, rules, np.random.default_rng(1))
    assert are_legal(ordinals_of(some, numbers, rules), rules).all()
    again = POLICIES[name].choose(some, rules, np.random.default_rng(1))
    assert np.array_equal(numbers, again)


def test_random_legal_is_even() -> None:
    hand = AllLayouts("A♠ A♥ A♦ A♣ K♠ K♥ K♦ K♣ Q♠ Q♥ Q♦ Q♣ 2♠", STRICT)
    some = np.tile(np.array([card.index for card in hand.cards], np.uint8), (20_000, 1))
    numbers = POLICIES["random legal"].choose(some, STRICT, np.random.default_rng(2))
    legal = hand.legal.numbers
    assert set(numbers.tolist()) <= set(legal.tolist())
    parts = np.array_split(legal, 10)
    counts = [np.isin(numbers, part).sum() / len(part) for part in parts]
    expected = len(numbers) / len(legal)
    assert all(abs(count / expected - 1) < 0.12 for count in counts)


def test_frontier_plus_equity_does_better_than_back_first() -> None:
    gains = []
    for deal in deals(20, 5)[1::3]:
        cards = [DECK[card] for card in deal]
        layouts = [set_hand(cards, name, STRICT) for name in ("back first", "frontier plus equity")]
        gains.append(equity_of(layouts, STRICT, deals=1_000).difference[1])
    assert np.mean(gains) > 0.1


def test_hands_are_set_from_any_form() -> None:
    first = set_hand(OWN.replace("/", ""), "back first", "basic")
    assert first == set_hand(Layout.parse(FOUL), "back first", "basic")
    assert set_hand(OWN.replace("/", ""), "random legal", "basic", seed=1) != set_hand(
        OWN.replace("/", ""), "random legal", "basic", seed=2
    )
    with pytest.raises(CardError, match="no policy 'clever'"):
        set_hand(OWN.replace("/", ""), "clever", "basic")
    assert repr(POLICIES["back first"]) == "POLICIES['back first']"


def test_a_review_adds_up() -> None:
    found = review_layout(OWN, "basic")
    assert (found.legal, found.on_frontier) == (True, True)
    hand = AllLayouts(Layout.parse(OWN), "basic")
    strengths = {tuple(int(part) for part in row) for row in zip(*hand.legal.ordinals, strict=True)}
    assert found.compared == len(strengths)
    assert 1 < found.place < 100
    assert sum(found.by_part.values()) == pytest.approx(found.given_up)
    assert found.row == "back"
    assert found.given_up > 5 * found.error
    assert "most of it in the back" in found.verdict
    assert check(found.best, "basic").legal
    assert json.loads(json.dumps(found.as_dict()))["row"] == "back"
    html = found._repr_html_()
    assert "best found" in html
    assert "most of it in the back" in html


def test_the_best_is_the_best() -> None:
    found = review_layout(review_layout(OWN, "basic").best, "basic")
    assert found.place == 1
    assert found.best == found.own
    assert found.given_up == found.error == 0
    assert found.row == ""
    assert found.verdict == "No legal layout gained more."
    frontier = equity_of(AllLayouts(Layout.parse(OWN), "basic"), "basic", deals=2_000, seed=1)
    assert frontier.layouts[frontier.best] == found.best  # the frontier's best is the best of all


def test_a_foul_is_reviewed_too() -> None:
    found = review_layout(FOUL, "full")
    assert not found.legal
    assert not found.on_frontier
    assert found.place == found.compared + 1
    assert found.equity.units[0] == -6
    assert found.row in (*ROWS, "whole hand")
    assert "Your layout is foul, number" in str(found)


def test_a_review_under_each_sort_of_rules() -> None:
    for profile, opponents in (("swc", 2), ("casino", 3), ("banker", 1), ("full-royalties", 1)):
        found = review_layout(OWN, profile, opponents=opponents, deals=500, demonstration=True)
        assert found.given_up > 0
        assert found.equity.agreement.invented == (profile != "full-royalties")
    with pytest.raises(RulingNeeded):
        review_layout(OWN, "swc")


def test_a_layout_that_another_beats_everywhere_is_not_on_the_frontier() -> None:
    hand = AllLayouts(Layout.parse(OWN), "basic")
    frontier = {tuple(int(part) for part in row) for row in zip(*hand.frontier.ordinals, strict=True)}
    for one, other in combinations(sorted(frontier)[:40], 2):
        assert not all(mine <= its for mine, its in zip(one, other, strict=True))
    behind = hand.legal[len(hand.legal) // 2]
    assert not review_layout(behind, "basic", deals=100).on_frontier
