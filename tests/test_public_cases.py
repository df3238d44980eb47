"""Questions and quarrels found in public rule pages and programs, with the values that are right.

The numbers are those under which they were collected. Those about settlement, schedules, special hands and equal rows
(L05, S, R, U, N) are worked examples: ``public-…``, ``equal-high-cards`` and ``special-…`` in ``rules_data/examples``.
"""

from __future__ import annotations

import pytest

from cptutor.cards import Card, parse_cards
from cptutor.layout import Layout
from cptutor.legality import check
from cptutor.ranking import compare_rows, rank_row
from cptutor.terms import CardError

BASIC, FULL = "basic", "full"


# E: rows of five cards


def test_e01_the_five_high_straight_is_above_trips_and_below_the_six_high() -> None:
    wheel = rank_row("A♠ 2♦ 3♥ 4♣ 5♠")
    assert wheel.category == "straight"
    assert wheel.describe() == "five-high straight"
    assert rank_row("A♠ A♥ A♦ K♣ Q♠") < wheel < rank_row("2♣ 3♦ 4♥ 5♣ 6♠")


def test_e03_the_five_high_straight_flush_beats_four_aces_and_has_its_own_name() -> None:
    wheel = rank_row("A♥ 2♥ 3♥ 4♥ 5♥")
    assert wheel.category == "straight flush"
    assert compare_rows(wheel, "A♣ A♦ A♥ A♠ K♥").result == 1


@pytest.mark.parametrize(
    "ranks", ["K Q J 10 2", "Q J 10 9 A", "K Q J 2 A", "K Q 3 2 A", "K 4 3 2 A", "4 5 6 7 9"]
)
def test_e07_four_in_sequence_or_a_run_round_the_ace_is_no_straight(ranks: str) -> None:
    names = ranks.split()
    mixed = [rank + suit for rank, suit in zip(names, "♠♦♥♣♠", strict=True)]
    assert rank_row(mixed).category == "high card"
    assert rank_row([rank + "♥" for rank in names]).category == "flush"


def test_e09_the_second_kicker_of_a_pair_counts() -> None:
    comparison = compare_rows("5♦ 5♣ 6♥ K♣ A♣", "5♦ 5♣ 8♠ 10♣ A♣")
    assert comparison.result == 1
    assert comparison.reason.endswith("king kicker beats ten kicker")


def test_e12_equal_trips_of_full_houses_leave_the_pair_to_decide() -> None:
    assert compare_rows("3♠ 3♥ 3♦ 10♠ 10♥", "3♠ 3♥ 3♦ 9♠ 9♥").result == 1


def test_e15_a_row_with_cards_twice_is_refused() -> None:
    with pytest.raises(CardError, match="4♠ stands twice"):
        rank_row("4♠ 5♥ 4♠ 8♦ 5♥")


# T: rows of three cards


def test_t01_three_cards_in_sequence_are_high_card_in_front() -> None:
    low, one, other, ace = (rank_row(row) for row in ("A♠ 4♠ 5♦", "A♠ 2♣ K♣", "A♦ 2♦ K♣", "A♥ 2♠ 3♣"))
    assert {row.category for row in (low, one, other, ace)} == {"high card"}
    assert one == other
    assert ace.describe() == "ace high"
    assert rank_row("K♠ Q♦ J♥") < ace < low < one


@pytest.mark.parametrize(
    ("front", "middle", "back", "legal"),
    [
        ("A♠ A♥ K♦", "A♦ A♣ Q♠ J♥ 9♣", "8♠ 8♥ 7♦ 7♣ 2♠", False),
        ("A♠ A♥ 2♦", "A♦ A♣ 5♠ 4♥ 3♣", "8♠ 8♥ 7♦ 7♣ 2♠", True),
        ("K♠ K♥ Q♦", "K♦ K♣ Q♠ 3♥ 2♣", "8♠ 8♥ 7♦ 7♣ 2♠", True),
        ("A♠ K♦ Q♥", "A♥ K♣ Q♦ 3♠ 2♣", "8♠ 8♥ 7♦ 7♣ 2♠", True),
    ],
)
def test_t03_one_rank_in_front_and_middle(front: str, middle: str, back: str, legal: bool) -> None:
    for rules in (BASIC, FULL):
        verdict = check(Layout(front, middle, back), rules)
        assert verdict.fouls == (() if legal else ("front-middle",))


# P: reading cards


def test_p01_a_ten_is_read_in_both_notations() -> None:
    assert parse_cards("10s Jd") == parse_cards("Ts Jd")
    assert rank_row("10s Jd Qc 9h Ks").describe() == "king-high straight"


@pytest.mark.parametrize("text", ["6♠", "6♠\ufe0f", "6♠\ufe0e", "6♤", "♠6"])
def test_p03_one_card_whatever_the_sign_for_its_suit(text: str) -> None:
    assert Card(text) == Card("6s")
    assert Card("10♥\ufe0f") == Card("10h")


def test_p05_a_repeated_card_and_a_numbered_ace_are_refused() -> None:
    with pytest.raises(CardError, match="7♥ stands twice"):
        parse_cards("7h 7h 5s 6s 10d 6h")
    with pytest.raises(CardError, match="'14s' is not a card"):
        parse_cards("7h 5s 14s")


def test_p07_the_knight_stands_between_jack_and_queen_and_is_no_card_here() -> None:
    assert [Card(glyph) for glyph in "🂫🂭🂮"] == [Card("Js"), Card("Qs"), Card("Ks")]
    with pytest.raises(CardError, match="knight"):
        Card("🂬")
    with pytest.raises(CardError, match="joker"):
        Card("🃏")


# L: legality


@pytest.mark.parametrize("rules", [BASIC, FULL, "swc"])
def test_l01_trips_trips_and_a_straight_flush_are_in_order(rules: str) -> None:
    assert check("J♣ J♦ J♠ / A♦ A♠ A♣ 9♣ 7♣ / 6♥ 5♥ 4♥ 3♥ 2♥", rules).legal


def test_l03_a_card_short_is_refused_and_with_it_middle_and_back_are_out_of_order() -> None:
    rest = "J♥ 4♥ A♥ 2♥ 6♥ / K♦ K♠ K♣ 9♠ 7♣"
    with pytest.raises(CardError, match=r"a layout has thirteen cards, not 12 \(2/5/5\)"):
        check(f"Q♣ 3♣ / {rest}", BASIC)
    assert check(f"Q♣ 3♣ J♦ / {rest}", BASIC).fouls == ("middle-back",)
