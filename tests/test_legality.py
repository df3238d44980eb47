from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given

from cptutor import (
    Agreement,
    Card,
    CardError,
    Layout,
    RuleError,
    RulingNeeded,
    check,
    deal,
    profile_ids,
    rank_row,
    repairs,
)
from tests.strategies import cut, layouts, placed, placements

if TYPE_CHECKING:
    from cptutor.ranking import Strength

FOUL = "Q♠ Q♥ 2♣ / 9♠ 9♦ 8♣ 6♥ 3♦ / A♠ K♠ J♠ 10♠ 4♠"
REPAIR = "9♠ 9♦ 2♣ / Q♠ Q♥ 8♣ 6♥ 3♦ / A♠ K♠ J♠ 10♠ 4♠"
PREFIX = "K♠ K♥ 7♦ / K♦ K♣ 7♣ 3♥ 2♠ / 9♠ 9♥ 9♦ 4♣ 4♠"  # K-K-7 against K-K-7-3-2
EQUAL = "2♠ 3♥ 5♦ / A♠ K♥ Q♠ 9♣ 8♣ / A♦ K♦ Q♦ 9♥ 8♥"
BOTH = "A♠ K♠ Q♥ / A♥ K♥ Q♠ 5♣ 3♣ / A♦ K♦ Q♦ 5♦ 3♥"
STRICT = ("simplest", "special-hands", "extra-units", "banker", "thirteen-26", "thirteen-39", "casino")


def test_the_foul_of_the_workshop() -> None:
    verdict = check(FOUL, "swc")
    assert not verdict.legal
    assert verdict.counts == (3, 5, 5)
    assert verdict.fouls == ("front-middle",)
    assert [boundary.legal for boundary in verdict.boundaries] == [False, True]
    assert verdict.reasons == (
        "front-middle: the front outranks the middle (pair of queens beats pair of nines)",
    )


@pytest.mark.parametrize(
    ("layout", "fouls"),
    [
        (REPAIR, ()),
        ("9♠ 9♦ 8♣ / Q♠ Q♥ 6♥ 3♦ 2♣ / A♠ K♠ J♠ 10♠ 4♠", ()),
        ("Q♠ Q♥ 2♣ / A♠ K♠ J♠ 10♠ 4♠ / 9♠ 9♦ 8♣ 6♥ 3♦", ("middle-back",)),
        ("Q♠ Q♥ 2♣ / 9♠ 9♦ 8♣ 6♥ 3♦ / A♠ K♠ J♠ 10♠ 4♦", ("front-middle", "middle-back")),
        ("3♠ 3♥ 3♦ / 4♠ 5♦ 6♣ 7♥ 8♠ / A♥ J♥ 9♥ 4♥ 2♥", ()),
    ],
)
@pytest.mark.parametrize("profile", profile_ids())
def test_each_boundary_by_itself(layout: str, fouls: tuple[str, ...], profile: str) -> None:
    verdict = check(layout, profile)
    assert verdict.fouls == fouls
    assert verdict.legal == (not fouls)
    assert tuple(b.name for b in verdict.boundaries) == ("front-middle", "middle-back")


@pytest.mark.parametrize(
    ("layout", "counts"),
    [
        ("Q♠ 2♣ / Q♥ 9♠ 9♦ 8♣ 6♥ 3♦ / A♠ K♠ J♠ 10♠ 4♠", (2, 6, 5)),
        ("9♠ 9♦ 8♣ 6♥ 3♦ / Q♠ Q♥ 2♣ / A♠ K♠ J♠ 10♠ 4♠", (5, 3, 5)),
        (" / / Q♠ 2♣ Q♥ 9♠ 9♦ 8♣ 6♥ 3♦ A♠ K♠ J♠ 10♠ 4♠", (0, 0, 13)),
    ],
)
@pytest.mark.parametrize("profile", profile_ids())
def test_wrong_counts_are_a_verdict_without_strengths(
    layout: str, counts: tuple[int, ...], profile: str
) -> None:
    verdict = check(layout, profile)
    assert (verdict.legal, verdict.counts, verdict.fouls) == (False, counts, ())
    assert verdict.strengths == ()
    assert verdict.boundaries == ()
    assert all("cards where" in reason for reason in verdict.reasons)
    assert [row["category"] for row in verdict.as_dict()["rows"]] == [None, None, None]
    assert repairs(layout, profile) == ()


@given(layouts(right_counts=False))
def test_the_verdict_follows_the_strengths(layout: Layout) -> None:
    """In `basic` nothing is open: the front not stronger than the middle, the middle not stronger than the back."""
    verdict = check(layout, "basic")
    assert verdict.counts == layout.counts
    assert verdict == check(str(layout), "basic") == check([*layout.rows], "basic")
    if layout.counts != (3, 5, 5):
        assert not verdict.legal
        assert verdict.fouls == ()
        return
    front, middle, back = map(rank_row, layout.rows)
    expected = ["front-middle"] * (front > middle) + ["middle-back"] * (middle > back)
    assert list(verdict.fouls) == expected
    assert verdict.legal == (not expected)


@pytest.mark.parametrize("profile", ["basic", "full", "full-royalties"])
@pytest.mark.parametrize("layout", [PREFIX, EQUAL, BOTH])
def test_not_weaker_allows_equal_rows(layout: str, profile: str) -> None:
    assert check(layout, profile).legal


@pytest.mark.parametrize("profile", [name for name in profile_ids() if name in STRICT])
def test_better_does_not_allow_an_equal_back(profile: str) -> None:
    assert check(EQUAL, profile).fouls == ("middle-back",)


@pytest.mark.parametrize(
    ("layout", "keys"),
    [
        (PREFIX, ["front_middle.equal_prefix"]),
        (EQUAL, ["middle_back.equal"]),
        (BOTH, ["front_middle.equal_prefix", "middle_back.equal"]),
    ],
)
def test_the_workshop_asks_about_equal_rows_all_at_once(layout: str, keys: list[str]) -> None:
    with pytest.raises(RulingNeeded) as needed:
        check(layout, "swc")
    assert [gap.key for gap in needed.value.questions] == keys
    legal = Agreement("swc", dict.fromkeys(keys, "legal"))
    assert check(layout, legal).legal
    for key in keys:
        assert check(layout, legal.with_ruling(key, "foul")).fouls == (
            {"front_middle.equal_prefix": "front-middle", "middle_back.equal": "middle-back"}[key],
        )


def test_the_workshop_has_sixteen_repairs_one_exchange_away() -> None:
    found = repairs(FOUL, "swc")
    assert len(found) == 16
    assert all(len(repair.exchanges) == 1 for repair in found)
    assert (Card("Q♥"), Card("3♦")) in {repair.exchanges[0] for repair in found}
    one = next(repair for repair in found if repair.exchanges == ((Card("Q♥"), Card("3♦")),))
    assert one.describe() == "exchange Q♥ and 3♦"
    assert one.layout == Layout.parse(FOUL).exchange("Q♥", "3♦")


def test_its_own_repair_is_among_those_at_two() -> None:
    own = [repair for repair in repairs(FOUL, "swc", 2) if repair.layout == Layout.parse(REPAIR)]
    assert len(own) == 1
    assert {frozenset(pair) for pair in own[0].exchanges} <= {
        frozenset(map(Card, pair)) for pair in (("Q♠", "9♠"), ("Q♥", "9♦"), ("Q♠", "9♦"), ("Q♥", "9♠"))
    }


def legal_by_distance(layout: Layout, most: int, *, strict: bool) -> dict[int, set[Layout]]:
    """Every legal layout of the same cards up to so many exchanges away, found by trying them all."""
    hand = [card for row in layout.rows for card in row]

    @cache
    def strength(cards: tuple[Card, ...]) -> Strength:
        return rank_row(cards)

    found: dict[int, set[Layout]] = {}
    for rows, distance in placements().items():
        if distance > most:
            break
        front, middle, back = (
            strength(tuple(card for card, row in zip(hand, rows, strict=True) if row == name))
            for name in "FMB"
        )
        prefix = front.category == middle.category and middle.ranks[: len(front.ranks)] == front.ranks
        if front < middle and (middle < back or (middle == back and not strict)) and not (strict and prefix):
            found.setdefault(distance, set()).add(placed(hand, rows))
    return found


@pytest.mark.parametrize("seed", ["one", "two"])
def test_repairs_are_all_the_legal_layouts_and_the_nearest(seed: str) -> None:
    layout = cut(deal(seed)[0])
    if check(layout, "basic").legal:
        layout = Layout(layout.front, layout.back, layout.middle)
    strict = Agreement("swc", {"front_middle.equal_prefix": "foul", "middle_back.equal": "foul"})
    for rules, wanted in (
        ("basic", legal_by_distance(layout, 3, strict=False)),
        (strict, legal_by_distance(layout, 3, strict=True)),
    ):
        assert 0 not in wanted
        nearest = repairs(layout, rules)
        assert {repair.layout for repair in nearest} == wanted[min(wanted)]
        for exchanges in (1, 2):
            found = repairs(layout, rules, exchanges)
            assert {repair.layout for repair in found} == wanted.get(exchanges, set())
            assert len(found) == len(wanted.get(exchanges, ()))
            for repair in found[:50]:
                assert len(repair.exchanges) == exchanges
                changed = layout
                for pair in repair.exchanges:
                    changed = changed.exchange(*pair)
                assert changed == repair.layout


def test_repairs_come_from_the_highest_back_down() -> None:
    strengths = [tuple(map(rank_row, reversed(repair.layout.rows))) for repair in repairs(FOUL, "basic", 2)]
    assert strengths == sorted(strengths, reverse=True)


def test_cards_that_stay_keep_their_place() -> None:
    for repair in repairs(FOUL, "basic"):
        places = zip(sum(Layout.parse(FOUL).rows, ()), sum(repair.layout.rows, ()), strict=True)
        assert sum(before != after for before, after in places) == 2


def test_no_legal_layout_of_the_chart_s_east_has_the_jacks_in_front() -> None:
    east = Layout.parse("7♠ 7♥ A♣ / J♠ J♥ 3♣ 5♣ 2♦ / K♣ Q♣ 9♣ 6♣ 4♣")
    assert check(east, "basic").legal
    jacks = [Card("J♠"), Card("J♥")]
    others = sorted(east.cards - set(jacks))
    for third in others:
        rest = [card for card in others if card != third]
        for middle in combinations(rest, 5):
            layout = Layout([*jacks, third], middle, [card for card in rest if card not in middle])
            assert not check(layout, "basic").legal


def test_a_legal_layout_is_its_own_only_repair() -> None:
    (only,) = repairs(REPAIR, "basic")
    assert (only.layout, only.exchanges) == (Layout.parse(REPAIR), ())
    assert only.describe() == "nothing to exchange"
    assert repairs(FOUL, "basic", 0) == ()
    assert repairs(FOUL, "basic", 9) == ()


@pytest.mark.parametrize("exchanges", [-1, True, 1.0, "1"])
def test_a_number_of_exchanges_that_cannot_be(exchanges: Any) -> None:
    with pytest.raises(CardError, match="a whole number from 0"):
        repairs(FOUL, "basic", exchanges)


def test_a_foul_in_any_case_raises_no_question_in_repairs() -> None:
    """All layouts of these cards at no exchange: one, with equal kings in front and middle but a back too weak."""
    layout = "K♠ K♥ 7♦ / K♦ K♣ 7♣ 3♥ 2♠ / A♠ Q♥ 9♦ 4♣ 8♠"
    assert repairs(layout, "swc", 0) == ()
    with pytest.raises(RulingNeeded):
        check(layout, "swc")


@pytest.mark.parametrize("layout", ["", "A♠", FOUL + " / ", FOUL.replace("2♣", "Q♠"), FOUL.replace("2♣", "")])
def test_what_is_no_layout_is_refused(layout: str) -> None:
    for act in (check, repairs):
        with pytest.raises(CardError):
            act(layout, "basic")


def test_an_unknown_profile_is_named() -> None:
    with pytest.raises(RuleError, match="'pusoy'"):
        check(FOUL, "pusoy")
