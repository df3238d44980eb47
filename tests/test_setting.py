"""Every legal layout of a hand, and the plain way to choose one."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest

from cptutor import (
    Agreement,
    CardError,
    Layout,
    RulingNeeded,
    Strength,
    check,
    deal,
    load_example,
    rank_row,
    repairs,
)
from cptutor.setting import back_first, legal_layouts

EAST = load_example("chart-deal/as-played").layouts["East"]
SPADES = "A♠ K♠ Q♠ J♠ 10♠ 9♠ 8♠ 7♠ 6♠ 5♠ 4♠ 3♠ 2♠"


def test_they_are_the_layouts_that_repairs_find() -> None:
    found = legal_layouts(EAST.cards, "simplest")
    assert len(found) == len(set(found))
    east = [frozenset(row) for row in EAST.rows]
    one_away = {
        layout
        for layout in found
        if sum(len(ours - set(theirs)) for ours, theirs in zip(east, layout.rows, strict=True)) == 2
    }
    assert {repair.layout for repair in repairs(EAST, "simplest", exchanges=1)} == one_away


def test_one_suit_has_half_of_all_layouts() -> None:
    """Any front is weaker than a flush, and of two rows of five in one suit one is the stronger: half of 72,072."""
    assert len(legal_layouts(SPADES, "simplest")) == 72072 // 2


@pytest.mark.parametrize("seed", [f"setting {number}" for number in range(3)])
def test_back_first_is_legal_and_nothing_has_a_stronger_back(seed: str) -> None:
    (cards,) = deal(seed, seats=1)
    chosen = back_first(cards, "basic")
    assert chosen.cards == frozenset(cards)
    assert check(chosen, "basic").legal

    strength = cache(rank_row)

    def rows(layout: Layout) -> tuple[Strength, ...]:
        return tuple(strength(tuple(sorted(row))) for row in reversed(layout.rows))

    assert rows(chosen) == max(map(rows, legal_layouts(cards, "basic")))
    assert rank_row(chosen.back) == max(map(rank_row, combinations(cards, 5)))


def test_the_order_of_the_cards_makes_no_difference() -> None:
    (cards,) = deal("order", seats=1)
    assert (
        back_first(cards, "basic") == back_first(sorted(cards), "basic") == back_first(cards[::-1], "basic")
    )


def test_equal_rows_are_asked_about_where_the_rules_are_silent() -> None:
    level = "Q♠ Q♥ 9♦ 6♣ 3♠ Q♦ Q♣ 9♥ 6♠ 3♦ A♠ 8♦ 4♣"
    with pytest.raises(RulingNeeded, match=r"middle_back\.equal"):
        legal_layouts(level, "swc")
    ruled = {"front_middle.equal_prefix": "foul", "middle_back.equal": "foul"}
    strict = legal_layouts(level, Agreement("swc", ruled))
    loose = legal_layouts(level, Agreement("swc", ruled | {"middle_back.equal": "legal"}))
    assert set(strict) < set(loose)
    assert Layout.parse("A♠ 8♦ 4♣ / Q♠ Q♥ 9♦ 6♣ 3♠ / Q♦ Q♣ 9♥ 6♠ 3♦") in loose


@pytest.mark.parametrize("work", [legal_layouts, back_first])
def test_other_than_thirteen_cards_are_refused(work: object) -> None:
    assert callable(work)
    with pytest.raises(CardError, match="a hand has thirteen cards, not 3"):
        work("A♠ K♠ Q♠", "basic")
    with pytest.raises(CardError, match="'Z♠' is not a card"):
        work("Z♠", "basic")
