from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cptutor import Card, CardError, Strength, compare_rows, parse_cards, rank_row
from cptutor.cards import SYMBOLS
from cptutor.terms import CATEGORIES
from tests.strategies import rows

if TYPE_CHECKING:
    from collections.abc import Sequence


def groups(cards: Sequence[Card]) -> list[tuple[int, int]]:
    """(count, rank), the larger group first: worked out here a second time, from the rulebook."""
    return sorted(((count, rank) for rank, count in Counter(c.rank for c in cards).items()), reverse=True)


def naive(cards: Sequence[Card]) -> tuple[str, list[int]]:
    """Category and every rank in the order of comparison, a repeated rank as often as it occurs."""
    found = groups(cards)
    counts = [count for count, _ in found]
    ranks = sorted((card.rank for card in cards), reverse=True)
    expanded = [rank for count, rank in found for _ in range(count)]
    if len(cards) == 3:
        return {3: "three of a kind", 2: "pair", 1: "high card"}[counts[0]], expanded
    flush = len({card.suit for card in cards}) == 1
    if ranks == [14, 5, 4, 3, 2]:
        return ("straight flush" if flush else "straight"), [5]
    if len(found) == 5 and ranks[0] - ranks[4] == 4:
        return ("straight flush" if flush else "straight"), [ranks[0]]
    if flush:
        return "flush", expanded
    names = {
        (4, 1): "four of a kind",
        (3, 2): "full house",
        (3, 1, 1): "three of a kind",
        (2, 2, 1): "two pair",
        (2, 1, 1, 1): "pair",
    }
    return names.get(tuple(counts), "high card"), expanded


def order(cards: Sequence[Card]) -> tuple[int, list[int]]:
    category, ranks = naive(cards)
    return CATEGORIES.index(category), ranks


def sign(a: Any, b: Any) -> int:
    return int(a > b) - int(a < b)


@given(rows)
def test_the_category_is_that_of_the_rulebook(row: list[Card]) -> None:
    assert rank_row(row).category == naive(row)[0]


@given(rows, rows)
def test_the_order_is_that_of_the_rulebook(a: list[Card], b: list[Card]) -> None:
    assert compare_rows(a, b).result == sign(order(a), order(b)) == sign(rank_row(a), rank_row(b))


@given(rows, st.randoms(use_true_random=False), st.permutations(SYMBOLS))
def test_order_and_suits_make_no_difference(row: list[Card], source: Any, suits: list[str]) -> None:
    exchanged = [Card(str(card)[:-1] + suits[SYMBOLS.index(card.symbol)]) for card in row]
    source.shuffle(exchanged)
    assert rank_row(exchanged) == rank_row(row)
    assert hash(rank_row(exchanged)) == hash(rank_row(row))


@given(rows, rows, rows)
def test_comparing_is_antisymmetric_and_transitive(a: list[Card], b: list[Card], c: list[Card]) -> None:
    forth, back = compare_rows(a, b), compare_rows(b, a)
    assert (forth.result, forth.reason) == (-back.result, back.reason)
    weak, middle, strong = sorted((rank_row(a), rank_row(b), rank_row(c)))
    assert weak <= middle <= strong
    assert weak <= strong
    assert not strong < weak


@given(rows, rows)
def test_the_reason_says_what_decided(a: list[Card], b: list[Card]) -> None:
    comparison = compare_rows(a, b)
    steps = comparison.reason.removesuffix(": tie").split("; ")
    assert comparison.reason.endswith(": tie") == (comparison.result == 0)
    assert (" beats " in steps[-1]) == (comparison.result != 0)
    assert all(step.startswith("both ") for step in steps[:-1])
    better, worse = (a, b) if comparison.result >= 0 else (b, a)
    if naive(a)[0] != naive(b)[0]:
        assert steps == [f"{naive(better)[0]} beats {naive(worse)[0]}"]
    elif "straight" in naive(a)[0]:
        assert len(steps) == 1
    else:
        ours, theirs = ([rank for _, rank in groups(row)] for row in (better, worse))
        equal = next((i for i, (x, y) in enumerate(zip(ours, theirs, strict=False)) if x != y), None)
        if equal is None:
            equal = min(len(ours), len(theirs)) - (comparison.result == 0)
        assert len(steps) == equal + 1


@given(rows)
def test_a_strength_prints_as_code_that_rebuilds_it(row: list[Card]) -> None:
    assert eval(repr(rank_row(row))) == rank_row(row)


@pytest.mark.parametrize(
    ("row", "category", "words"),
    [
        ("A♥ K♥ Q♥", "high card", "ace high"),  # front: no flush, no straight
        ("7♠ 7♦ K♣", "pair", "pair of sevens, king kicker"),
        ("2♠ 2♥ 2♦", "three of a kind", "three deuces"),
        ("Q♠ K♥ A♦ 2♣ 3♠", "high card", "ace high"),  # no wrap
        ("5♠ 4♥ 3♦ 2♣ A♠", "straight", "five-high straight"),
        ("A♠ K♠ Q♠ J♠ 10♠", "straight flush", "royal flush"),
        ("5♠ 4♠ 3♠ 2♠ A♠", "straight flush", "five-high straight flush"),
        ("6♠ 6♥ 6♦ 6♣ 2♠", "four of a kind", "four sixes, deuce kicker"),
        ("9♠ 9♥ 9♦ 4♣ 4♠", "full house", "nines full of fours"),
        ("A♥ J♥ 9♥ 4♥ 2♥", "flush", "ace-high flush"),
        ("9♠ 9♥ 9♦ K♣ 4♠", "three of a kind", "three nines, kickers king and four"),
        ("K♠ K♥ 9♦ 9♣ 4♠", "two pair", "two pair, kings and nines, four kicker"),
        ("K♠ K♥ 9♦ 5♣ 4♠", "pair", "pair of kings, kickers nine, five and four"),
    ],
)
def test_rows_in_words(row: str, category: str, words: str) -> None:
    assert rank_row(row).category == category
    assert rank_row(row).describe() == words


@pytest.mark.parametrize(
    ("weaker", "stronger"),
    [
        ("K♠ K♥ 7♦", "K♦ K♣ 7♣ 3♥ 2♠"),  # a missing kicker is below every card
        ("K♠ K♥ 6♦ 5♦ 4♦", "K♦ K♣ 7♣"),
        ("A♠ Q♥ J♦", "A♦ Q♣ J♣ 3♥ 2♠"),
        ("9♠ 9♥ 9♦", "9♣ 9♥ 9♦ 3♥ 2♠"),
        ("A♠ A♥ A♦", "2♣ 3♥ 4♦ 5♣ 6♠"),
        ("5♠ 4♥ 3♦ 2♣ A♠", "6♠ 5♥ 4♦ 3♣ 2♠"),  # the lowest straight
        ("A♥ K♦ Q♣ J♠ 9♥", "5♠ 4♥ 3♦ 2♣ A♠"),
        ("A♥ A♦ Q♣ J♠ 9♥", "2♥ 2♦ 3♣ 3♠ 4♥"),
        ("5♥ 5♦ 2♣ 2♠ A♥", "6♥ 6♦ 2♦ 2♥ 3♥"),  # higher pair
        ("6♥ 6♦ 2♣ 2♠ A♥", "6♣ 6♠ 3♦ 3♥ 4♥"),  # lower pair
        ("6♥ 6♦ 3♣ 3♠ 2♥", "6♣ 6♠ 3♦ 3♥ 4♥"),  # kicker
        ("2♥ 2♦ 2♣ A♠ A♥", "3♥ 3♦ 3♣ 4♠ 4♥"),
        ("A♥ J♥ 9♥ 4♥ 2♥", "A♠ J♠ 9♠ 4♠ 3♠"),
        ("A♠ K♠ Q♠ J♠ 9♠", "2♥ 2♦ 2♣ 3♠ 3♥"),
        ("A♥ A♦ A♣ A♠ K♥", "2♥ 3♥ 4♥ 5♥ 6♥"),
    ],
)
def test_the_stronger_of_two(weaker: str, stronger: str) -> None:
    assert compare_rows(weaker, stronger).result == -1
    assert compare_rows(stronger, weaker).result == 1
    assert rank_row(weaker) < rank_row(stronger)
    assert rank_row(stronger) > rank_row(weaker)


def test_the_reasons_in_words() -> None:
    assert compare_rows("A♠ A♦ 2♣", "A♣ A♥ 2♦").reason == "both pair of aces; both deuce kicker: tie"
    assert compare_rows("6♠ 6♦ K♣", "A♣ Q♦ 5♥").reason == "pair beats high card"
    told = compare_rows("K♠ K♥ 7♦", "K♦ K♣ 7♣ 3♥ 2♠").reason
    assert told == "both pair of kings; both seven kicker; three kicker beats no kicker"
    told = compare_rows("A♠ K♠ Q♠ J♠ 10♠", "A♥ K♥ Q♥ J♥ 10♥").reason
    assert told == "both royal flush: tie"


def test_strengths_and_rows_may_be_mixed() -> None:
    assert compare_rows(rank_row("A♠ A♦ 2♣"), "A♣ A♥ 2♦").result == 0
    assert compare_rows("A♠ A♦ 2♣", parse_cards("A♠ A♦ 2♣")).result == 0  # the same cards in both


def test_a_table_may_place_the_wheel_second() -> None:
    wheel, king_high, ace_high = "5♠ 4♥ 3♦ 2♣ A♠", "K♠ Q♥ J♦ 10♣ 9♠", "A♠ K♥ Q♦ J♣ 10♠"
    assert compare_rows(wheel, king_high, "second-highest").result == 1
    assert compare_rows(wheel, ace_high, "second-highest").result == -1
    assert compare_rows(wheel, king_high).result == -1
    assert rank_row(wheel, "second-highest").describe() == "five-high straight"


@pytest.mark.parametrize("row", ["A♠", "A♠ K♠", "A♠ K♠ Q♠ J♠", "A♠ K♠ Q♠ J♠ 10♠ 9♠"])
def test_a_row_has_three_or_five_cards(row: str) -> None:
    with pytest.raises(CardError, match=f"3 or 5 cards, not {len(row.split())}"):
        rank_row(row)
    with pytest.raises(CardError):
        compare_rows("A♠ K♠ Q♠", row)


@pytest.mark.parametrize("row", ["", None, 7, "A♠ A♠ K♠", ["A♠", 2, 3]])
def test_what_is_no_row_is_refused(row: Any) -> None:
    with pytest.raises(CardError):
        rank_row(row)


def test_the_categories_as_named() -> None:
    assert Strength("pair", (2, 3)) == rank_row("2♥ 3♦ 2♠")
    assert [rank_row(row).category for row in permutations(["2♥", "3♦", "2♠"])] == ["pair"] * 6


def test_a_strength_compares_with_strengths_only() -> None:
    with pytest.raises(TypeError, match="'Strength' and 'int'"):
        assert rank_row("A♠ K♠ Q♦") < 5  # type: ignore[operator]


def test_several_beat_and_one_beats() -> None:
    assert compare_rows("9♠ 9♥ 9♦ 2♣ 2♦", "7♠ 7♥ 7♦ 5♣ 5♦").reason == "three nines beat three sevens"
    assert compare_rows("9♠ 9♥ 2♦", "7♠ 7♥ 5♦").reason == "pair of nines beats pair of sevens"
    assert compare_rows("9♠ 9♥ 9♦ 3♣ 3♦", "9♠ 9♥ 9♦ 2♣ 2♦").reason.endswith(
        "full of threes beats full of deuces"
    )
