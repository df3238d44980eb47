"""Special hands: published cases and counts, and a brute force that tries every split."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations, product
from math import comb, prod
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cptutor.cards import DECK, RANKS, SUITS, Card, deal, parse_cards
from cptutor.specials import (
    LOW_ACE,
    ODD_CARD,
    QUADS,
    QUESTIONS,
    Special,
    compare_same,
    find_specials,
    load_specials,
    parse_specials,
)
from cptutor.specials.rows import RowsOfSuitedRuns
from cptutor.terms import CardError, RuleError, TutorError
from tools.count_specials import HANDS, count, count_classes, count_suited_runs, rank_classes, suit_classes

ALL_STRICT = {QUADS: "no", ODD_CARD: "no", LOW_ACE: "nowhere"}
ALL_FREE = {QUADS: "yes", ODD_CARD: "yes", LOW_ACE: "everywhere"}


class Unasked(Mapping[str, str]):
    """Rulings that a hand must not need, beside those given; it keeps what was read."""

    def __init__(self, rulings: Mapping[str, str] | None = None) -> None:
        self.rulings = rulings or {}
        self.read: list[str] = []

    def __getitem__(self, key: str) -> str:
        self.read.append(key)
        if key not in self.rulings:
            raise AssertionError(f"{key} was read")
        return self.rulings[key]

    def __iter__(self) -> Iterator[str]:
        raise AssertionError("the rulings were looked through")

    def __len__(self) -> int:
        raise AssertionError("the rulings were counted")


def kinds_in(cards: str, options: Mapping[str, str] | None = None) -> set[str]:
    return {special.kind for special in find_specials(cards, Unasked(options))}


def only(cards: str, kind: str, options: Mapping[str, str] | None = None) -> Special:
    (special,) = find_specials(cards, Unasked(options), [kind])
    return special


# Hands of other rule pages and programs

COMPLETE = "2h 3d 4c 5s 6h 7d 8c 9s 10h Jd Qc Ks Ah"
LOW_FRONT = "As 2d 3h 4c 5s 6d 7h 8c 4d 5c 6h 7s 8d"
QUAD_DEUCES = "2c 2d 2h 2s 3c 3d 4c 4d 5c 5d 6c 6d 7h"


def test_complete_straight_is_three_straights_whatever_the_ace() -> None:
    assert kinds_in(COMPLETE) == {"complete straight", "three straights"}
    assert only(COMPLETE, "three straights").order == (14, 9, 4)


def test_low_ace_in_front_is_the_tables_question() -> None:
    assert only(LOW_FRONT, "three straights", {LOW_ACE: "everywhere"}).order == (8, 8, 3)
    assert not find_specials(LOW_FRONT, {LOW_ACE: "nowhere"})
    # With the ace low in a row of five only, the same cards still make three runs, but lower ones.
    assert only(LOW_FRONT, "three straights", {LOW_ACE: "five-card rows"}).order == (8, 5, 8)


def test_low_ace_that_only_front_can_use() -> None:
    hand = "As 2d 3h 9c 10s Jd Qh Kc 6d 7c 8h 9s 10d"
    assert kinds_in(hand, {LOW_ACE: "everywhere"}) == {"three straights"}
    assert not kinds_in(hand, {LOW_ACE: "five-card rows"})
    assert not kinds_in(hand, {LOW_ACE: "nowhere"})


def test_runs_do_not_wrap() -> None:
    assert not kinds_in("Ks Ad 2h 4c 5s 6d 7h 8c 4d 5c 6h 7s 8d")


def test_four_of_a_kind_as_two_pairs_is_the_tables_question() -> None:
    assert kinds_in(QUAD_DEUCES, {QUADS: "yes"}) == {"six pairs", "small"}
    assert kinds_in(QUAD_DEUCES, {QUADS: "no"}) == {"small"}
    assert only(QUAD_DEUCES, "six pairs", {QUADS: "yes"}).order == (6, 5, 4, 3, 2, 2)


@pytest.mark.parametrize(
    ("cards", "found"),
    [
        ("2h 3h 4h 5h 6h 8h 9h Jh Qh Kh 2s 7s Ks", {"three flushes"}),
        ("2h 3h 5h 6h 8h 9h Jh Kh 2s 7s 9s Qs Ks", {"three flushes"}),
        ("2h 3h 4h 5h 6h 8h 9h 2s 7s 9s Qs 3c 4c Kc", None),  # fourteen cards as published
        ("2h 3h 4h 5h 6h 8h 2s 7s 9s Qs 3c 4c Kc", set()),
        ("2h 3h 5h 6h 8h 2s 7s 9s Qs Ks 3c 4c Jd", set()),
        ("2h 3h 5h 6h 8h 2s 7s 9s Qs Ks 3c 4c Jc", {"three flushes"}),
    ],
)
def test_three_flushes_by_lengths_of_suits(cards: str, found: set[str] | None) -> None:
    if found is None:
        with pytest.raises(CardError, match="not 14"):
            kinds_in(cards)
    else:
        assert kinds_in(cards) == found


def test_small() -> None:
    assert kinds_in("2c 3d 4h 5s 6c 7d 8h 8s 2d 3h 4s 5c 6d") >= {"small"}
    assert not kinds_in("Ac 3d 4h 5s 6c 7d 8h 9s 2d 3h 10s 5c 6d")


# Every kind, with a hand that just holds it and one that just does not

EXAMPLES = {
    "six pairs": ("2c 2d 5c 5d 7c 7d 9c 9d Jc Jd Kc Kd Ah", "2c 2d 5c 5d 7c 7d 9c 9d Jc Jd Kc Qd Ah"),
    "five pairs and a triplet": ("2c 2d 2h 5c 5d 7c 7d 9c 9d Jc Jd Kc Kd", "2c 2d 5c 5d 7c 7d 9c 9d Jc Jd Kc Kd Ah"),
    "four triplets": ("2c 2d 2h 5c 5d 5s 9c 9d 9h Kc Kd Ks Ah", "2c 2d 2h 5c 5d 5s 9c 9d 9h Kc Kd Ks Kh"),
    "three quads": ("2c 2d 2h 2s 9c 9d 9h 9s Kc Kd Kh Ks Ah", "2c 2d 2h 2s 9c 9d 9h 9s Kc Kd Kh Ah As"),
    "three straights": ("2h 3d 4c 5s 6h 5d 6c 7s 8h 9d Qc Ks Ah", "2h 3d 4c 5s 6h 5d 6c 7s 8h 9d Jc Ks Ah"),
    "three flushes": ("2h 3h 5h 6h 8h 2s 7s 9s Qs Ks 3c 4c Jc", "2h 3h 5h 6h 8h 2s 7s 9s Qs Kc 3c 4c Jc"),
    "three straight flushes": ("2h 3h 4h 5h 6h 9s 10s Js Qs Ks 3c 4c 5c", "2h 3h 4h 5h 6h 9s 10s Js Qs Ks 3c 4c 6c"),
    "complete straight": (COMPLETE, COMPLETE.replace("Ah", "Kh")),
    "complete straight in one suit": (
        "2h 3h 4h 5h 6h 7h 8h 9h 10h Jh Qh Kh Ah",
        "2h 3h 4h 5h 6h 7h 8h 9h 10h Jh Qh Kh As",
    ),
    "one suit": ("2s 3s 4s 5s 6s 7s 8s 9s 10s Js Qs Ks As", "2s 3s 4s 5s 6s 7s 8s 9s 10s Js Qs Ks Ah"),
    "one colour": ("2h 3d 5h 6d 8h 9d Jh Kd 2d 7h 9h Qd Kh", "2h 3d 5h 6d 8h 9d Jh Kd 2d 7h 9h Qd Ks"),
    "twelve of one colour": ("2s 3c 5s 6c 8s 9c Js Kc 2c 7s 9s Qc Kh", "2s 3c 5s 6c 8s 9c Js Kc 2c 7s 9s Qh Kh"),
    "small": ("2c 3d 4h 5s 6c 7d 8h 8s 2d 3h 4s 5c 6d", "2c 3d 4h 5s 6c 7d 8h 9s 2d 3h 4s 5c 6d"),
    "big": ("8c 8d 9h 9s 10c 10d Jh Js Qd Kh Ks Ac Ad", "7c 8d 9h 9s 10c 10d Jh Js Qd Kh Ks Ac Ad"),
    "twelve pictures": (
        "Js Jh Jd Jc Qs Qh Qd Qc Ks Kh Kd Kc 2h",
        "Js Jh Jd Jc Qs Qh Qd Qc Ks Kh Kd Ac 2h",
    ),
}  # fmt: skip


def test_every_kind_has_an_example() -> None:
    assert list(EXAMPLES) == list(load_specials())


@pytest.mark.parametrize("kind", EXAMPLES)
def test_kind_is_found_and_not_found_without_a_ruling(kind: str) -> None:
    holds, falls_short = EXAMPLES[kind]
    special = only(holds, kind)
    assert special.kind == kind
    assert partitions(special, parse_cards(holds))
    assert not find_specials(falls_short, Unasked(), [kind])


def test_one_suit_is_many_things_at_once() -> None:
    kinds = kinds_in(EXAMPLES["one suit"][0])
    assert kinds == {
        "three straights",
        "three flushes",
        "three straight flushes",
        "complete straight",
        "complete straight in one suit",
        "one suit",
        "one colour",
        "twelve of one colour",
    }


# Which rulings are read


def test_nothing_is_read_where_nothing_turns_on_it() -> None:
    for seed in range(300):
        (cards,) = deal(seed)
        strict, free = (find_specials(cards, rulings) for rulings in (ALL_STRICT, ALL_FREE))
        if [s.kind for s in strict] == [s.kind for s in free]:
            assert find_specials(cards, Unasked()) == strict


TRIPLET_AND_QUAD = "2c 2d 2h 2s 3c 3d 3h 5c 5d 6c 6d 9c 9d"


@pytest.mark.parametrize(
    ("rulings", "read", "found"),
    [
        ({QUADS: "no"}, [QUADS], False),  # then it no longer matters whether the odd card may match
        ({QUADS: "yes", ODD_CARD: "no"}, [QUADS, ODD_CARD], False),
        ({QUADS: "yes", ODD_CARD: "yes"}, [QUADS, ODD_CARD], True),
    ],
)
def test_second_question_is_asked_only_after_the_first(
    rulings: dict[str, str], read: list[str], found: bool
) -> None:
    options = Unasked(rulings)
    assert bool(find_specials(TRIPLET_AND_QUAD, options)) == found
    assert options.read == read


def test_triplet_among_pairs_asks_for_the_odd_card_alone() -> None:
    hand = EXAMPLES["five pairs and a triplet"][0]
    assert kinds_in(hand, {ODD_CARD: "yes"}) == {"six pairs", "five pairs and a triplet"}
    assert kinds_in(hand, {ODD_CARD: "no"}) == {"five pairs and a triplet"}
    assert only(hand, "six pairs", {ODD_CARD: "yes"}).order == (13, 11, 9, 7, 5, 2)


def test_ruling_of_a_kind_that_is_not_played_is_not_read() -> None:
    assert not find_specials(LOW_FRONT, Unasked(), ["six pairs", "big"])


def test_low_ace_that_changes_nothing_but_a_worse_way_is_not_read() -> None:
    # 10-A, 5-9 and 2-4 are best; A-2-3 in front would leave 9-K and 4-8.
    assert only(COMPLETE, "three straights").order == (14, 9, 4)


def test_low_ace_is_read_just_where_its_answers_differ() -> None:
    ways = {answer: best_ways(answer) for answer in QUESTIONS[LOW_ACE]}
    read_for = 0
    for ranks in ways["everywhere"]:
        orders = {answer: ways[answer].get(ranks) for answer in ways}
        turns = len(set(orders.values())) > 1
        read_for += turns
        for answer, order in orders.items():
            options = Unasked({LOW_ACE: answer})
            found = find_specials(with_suits(ranks), options, ["three straights"])
            assert [special.order for special in found] == ([] if order is None else [order])
            assert options.read == [LOW_ACE] * turns
    assert 0 < read_for < len(ways["everywhere"])


def test_wrong_answer_is_refused() -> None:
    with pytest.raises(RuleError, match="low_ace: 'maybe' is none of nowhere, five-card rows, everywhere"):
        find_specials(LOW_FRONT, {LOW_ACE: "maybe"})


def test_unknown_kind_is_refused() -> None:
    with pytest.raises(RuleError, match="'royal house' is no special hand; there are six pairs"):
        find_specials(COMPLETE, {}, ["royal house"])


def test_wrong_number_of_cards_is_refused() -> None:
    with pytest.raises(CardError, match="thirteen cards, not 2"):
        find_specials("2h 3h", {})


# Comparing two of the same kind


def same(kind: str, a: str, b: str) -> int:
    first, second = only(a, kind), only(b, kind)
    assert compare_same(second, first) == -compare_same(first, second)
    return compare_same(first, second)


def test_six_pairs_compare_by_pairs_downward_and_never_by_the_odd_card() -> None:
    high = "Ac Ad Kc Kd 9c 9d 7c 7d 5c 5d 4c 4d 2h"
    assert same("six pairs", high, "Ah As Kh Ks 9h 9s 7h 7s 5h 5s 4h 4s Qc") == 0
    assert same("six pairs", high, "Ah As Kh Ks 9h 9s 7h 7s 5h 5s 3h 3s Qc") == 1
    assert same("six pairs", high, "Ah As Qh Qs Jh Js 10h 10s 9h 9s 8h 8s Kc") == 1


def test_three_straights_compare_back_then_middle_then_front() -> None:
    base = "6h 7d 8c 9s 10h 4d 5c 6s 7h 8d 3c 4s 5h"
    assert only(base, "three straights").order == (10, 8, 5)
    assert same("three straights", base, "6s 7s 8s 9d 10d 4h 5d 6c 7c 8h 3d 4c 5s") == 0
    assert same("three straights", base, "7s 8s 9d 10d Jh 3h 4h 5d 6c 7c 2d 3d 4c") == -1
    assert same("three straights", base, "6s 7s 8s 9d 10d 3h 4h 5d 6c 7c 5s 6d 7d") == 1
    assert same("three straights", base, "6s 7s 8s 9d 10d 4h 5d 6c 7c 8h 2d 3d 4c") == 1


def test_five_card_run_with_low_ace_is_the_lowest() -> None:
    hand = "As 2d 3h 4c 5s 6d 7h 8c 9d 10c Qh Ks Jd"
    assert only(hand, "three straights").order == (14, 9, 4)
    wheel = "As 2d 3h 4c 5s 2h 3c 4d 5c 6h 9h 10s Jd"
    assert only(wheel, "three straights", {LOW_ACE: "five-card rows"}).order == (6, 5, 11)


def test_three_flushes_compare_rows_as_ordinary_rows_are() -> None:
    ace_high = "Ah Kh 9h 5h 3h 2s 7s 9s Qs Ks 3c 4c Jc"
    run = "2h 3h 4h 5h 6h As Ks Qs 9s 2s 3c 4c Jc"
    assert same("three flushes", run, ace_high) == 1
    assert only(run, "three flushes").witness[0][0] == "back: six-high straight flush"
    lower_front = "Ad Kd 9d 5d 3d 2c 7c 9c Qc Kc 3s 4s 10s"
    assert same("three flushes", ace_high, lower_front) == 1


def test_three_flushes_in_two_suits_take_the_best_rows() -> None:
    hand = "Ah Kh Qh Jh 9h 8h 7h 2h As Ks Qs Js 10s"
    special = only(hand, "three flushes")
    assert [name for name, _ in special.witness] == [
        "back: royal flush",
        "middle: ace-high flush",
        "front: eight-high flush",
    ]


def test_complete_straights_tie() -> None:
    assert same("complete straight", COMPLETE, "2s 3s 4s 5s 6s 7s 8s 9s 10s Js Qs Kd Ad") == 0


def test_different_kinds_are_not_compared() -> None:
    with pytest.raises(TutorError, match="three straights and complete straight are different specials"):
        compare_same(*find_specials(COMPLETE, {}))


# What a special shows


def test_repr_can_be_evaluated() -> None:
    for holds, _ in EXAMPLES.values():
        for special in find_specials(holds, ALL_FREE):
            assert eval(repr(special)) == special
            assert "\n" not in special.describe()


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (
            "six pairs",
            "six pairs – pair of kings K♦ K♣; pair of jacks J♦ J♣; pair of nines 9♦ 9♣; pair of sevens 7♦ 7♣; "
            "pair of fives 5♦ 5♣; pair of deuces 2♦ 2♣; odd card A♥",
        ),
        (
            "three quads",
            "three quads – four kings K♠ K♥ K♦ K♣; four nines 9♠ 9♥ 9♦ 9♣; four deuces 2♠ 2♥ 2♦ 2♣; odd card A♥",
        ),
        (
            "twelve pictures",
            "twelve pictures – twelve cards, each a jack or queen or king "
            "K♠ K♥ K♦ K♣ Q♠ Q♥ Q♦ Q♣ J♠ J♥ J♦ J♣; odd card 2♥",
        ),
        (
            "complete straight in one suit",
            "complete straight in one suit – one card of each rank, all hearts "
            "A♥ K♥ Q♥ J♥ 10♥ 9♥ 8♥ 7♥ 6♥ 5♥ 4♥ 3♥ 2♥",
        ),
        (
            "three straight flushes",
            "three straight flushes – back: king-high straight flush K♠ Q♠ J♠ 10♠ 9♠; "
            "middle: six-high straight flush 6♥ 5♥ 4♥ 3♥ 2♥; front: five-high straight flush 5♣ 4♣ 3♣",
        ),
    ],
)  # fmt: skip
def test_describe(kind: str, text: str) -> None:
    assert only(EXAMPLES[kind][0], kind).describe() == text


# A brute force that knows nothing of counts: it lays rows in every way there is


def is_run(row: tuple[Card, ...], low_ace: str) -> bool:
    ranks = {card.rank for card in row}
    spans = [ranks]
    if 14 in ranks and (low_ace == "everywhere" or (low_ace == "five-card rows" and len(row) == 5)):
        spans.append(ranks - {14} | {1})
    return len(ranks) == len(row) and any(max(span) - min(span) == len(row) - 1 for span in spans)


def is_suited(row: tuple[Card, ...], low_ace: str) -> bool:  # noqa: ARG001
    return len({card.suit for card in row}) == 1


def is_both(row: tuple[Card, ...], low_ace: str) -> bool:
    return is_run(row, low_ace) and is_suited(row, low_ace)


def top(row: tuple[Card, ...], low_ace: str) -> int:
    ranks = sorted(card.rank for card in row)
    return ranks[-2] if is_run(row, low_ace) and ranks[-1] == 14 and ranks[0] == 2 else ranks[-1]


def level(row: tuple[Card, ...], low_ace: str) -> tuple[int, ...]:  # noqa: ARG001
    """A suited row: a run counts above everything else in a row of five."""
    ranks = sorted((card.rank for card in row), reverse=True)
    if len(row) == 5 and is_run(row, "everywhere"):
        return 1, top(row, "everywhere")
    return 0, *ranks


BRUTE: dict[str, tuple[Callable[..., bool], Callable[..., Any]]] = {
    "three straights": (is_run, top),
    "three flushes": (is_suited, level),
    "three straight flushes": (is_both, top),
}


def best_split(cards: tuple[Card, ...], kind: str, low_ace: str) -> tuple[Any, ...] | None:
    good, worth = BRUTE[kind]
    best = None
    for back in combinations(cards, 5):
        if not good(back, low_ace) or (best is not None and worth(back, low_ace) < best[0]):
            continue
        others = [card for card in cards if card not in back]
        for middle in combinations(others, 5):
            front = tuple(card for card in others if card not in middle)
            if good(middle, low_ace) and good(front, low_ace):
                value = tuple(worth(row, low_ace) for row in (back, middle, front))
                best = value if best is None or value > best else best
    return best


def partitions(special: Special, cards: tuple[Card, ...]) -> bool:
    shown = [card for _, part in special.witness for card in part]
    return sorted(shown) == sorted(cards) and all(part for _, part in special.witness)


def run_of(draw: st.DrawFn, size: int) -> list[int]:
    high = draw(st.integers(size, 14))
    return [14 if rank == 1 else rank for rank in range(high - size + 1, high + 1)]


@st.composite
def three_runs(draw: st.DrawFn) -> tuple[Card, ...]:
    """Three runs, at times with a card exchanged; each rank in whichever suits are free."""
    ranks = run_of(draw, 5) + run_of(draw, 5) + run_of(draw, 3)
    if draw(st.booleans()):
        ranks[draw(st.integers(0, 12))] = draw(st.sampled_from(RANKS))
    if max(Counter(ranks).values()) > 4:
        ranks = list(RANKS)
    cards: list[Card] = []
    for rank in ranks:
        free = [card for card in DECK if card.rank == rank and card not in cards]
        cards.append(draw(st.sampled_from(free)))
    return tuple(cards)


@st.composite
def few_suits(draw: st.DrawFn) -> tuple[Card, ...]:
    """Hands whose suits divide into rows, or nearly."""
    lengths = draw(
        st.sampled_from([(5, 5, 3), (8, 5), (10, 3), (13,), (6, 4, 3), (7, 6), (5, 5, 2, 1), (9, 4)])
    )
    suits = draw(st.permutations(SUITS))
    cards: list[Card] = []
    for suit, length in zip(suits, lengths, strict=False):
        # A window of ranks makes straight flushes likely.
        low = draw(st.integers(2, 15 - length))
        wide = draw(st.integers(0, 15 - length - low))
        pool = [card for card in DECK if card.suit == suit and low <= card.rank < low + length + wide]
        cards += draw(st.permutations(pool))[:length]
    return tuple(cards)


@settings(max_examples=300, deadline=None)
@given(cards=three_runs() | few_suits(), low_ace=st.sampled_from(QUESTIONS[LOW_ACE]))
def test_rows_are_the_best_of_all_splits(cards: tuple[Card, ...], low_ace: str) -> None:
    found = {special.kind: special for special in find_specials(cards, ALL_STRICT | {LOW_ACE: low_ace})}
    for kind, (good, worth) in BRUTE.items():
        expected = best_split(cards, kind, low_ace)
        assert (kind in found) == (expected is not None)
        if expected is None:
            continue
        witness = found[kind].witness
        assert partitions(found[kind], cards)
        assert [name.split(":")[0] for name, _ in witness] == ["back", "middle", "front"]
        assert [len(row) for _, row in witness] == [5, 5, 3]
        assert all(good(row, low_ace) for _, row in witness)
        assert tuple(worth(row, low_ace) for _, row in witness) == expected
        if worth is top:
            assert found[kind].order == expected


@settings(max_examples=60, deadline=None)
@given(pair=st.tuples(few_suits(), few_suits()))
def test_three_flushes_are_ordered_as_their_best_splits(pair: tuple[tuple[Card, ...], ...]) -> None:
    found = [find_specials(cards, Unasked(), ["three flushes"]) for cards in pair]
    if all(found):
        a, b = (best_split(cards, "three flushes", "everywhere") for cards in pair)
        assert a is not None
        assert b is not None
        assert compare_same(found[0][0], found[1][0]) == (a > b) - (a < b)


def by_hand(counts: list[int], quads: str, odd: str) -> set[str]:
    """The kinds of groups, told from the sorted numbers of cards of each rank."""
    shape = tuple(sorted((number for number in counts if number), reverse=True))
    named = {
        (3, 2, 2, 2, 2, 2): "five pairs and a triplet",
        (3, 3, 3, 3, 1): "four triplets",
        (4, 4, 4, 1): "three quads",
    }
    kinds = {named[shape]} if shape in named else set()
    # Thirteen cards are six pairs if at most one rank has an odd number and nothing forbidden was used.
    if (
        sum(number % 2 for number in counts) == 1
        and (quads == "yes" or 4 not in counts)
        and (odd == "yes" or 3 not in counts)
    ):
        kinds.add("six pairs")
    return kinds


@st.composite
def grouped(draw: st.DrawFn) -> tuple[Card, ...]:
    """Few ranks, mostly in twos to fours."""
    cards: list[Card] = []
    for rank in draw(st.permutations(RANKS)):
        size = min(draw(st.sampled_from([2, 2, 2, 3, 3, 4, 4, 1])), 13 - len(cards))
        cards += draw(st.permutations([card for card in DECK if card.rank == rank]))[:size]
    return tuple(cards)


@settings(max_examples=300, deadline=None)
@given(cards=grouped(), quads=st.sampled_from(["yes", "no"]), odd=st.sampled_from(["yes", "no"]))
def test_groups_by_hand(cards: tuple[Card, ...], quads: str, odd: str) -> None:
    if len(cards) != 13:
        return
    ranks = [card.rank for card in cards]
    kinds = ["six pairs", "five pairs and a triplet", "four triplets", "three quads"]
    found = find_specials(cards, ALL_STRICT | {QUADS: quads, ODD_CARD: odd}, kinds)
    assert {special.kind for special in found} == by_hand([ranks.count(rank) for rank in RANKS], quads, odd)
    names = {"pair": 2, "three": 3, "four": 4, "odd": 1}
    for special in found:
        assert partitions(special, cards)
        for name, part in special.witness:
            assert len({card.rank for card in part}) == 1
            assert names[name.split()[0]] == len(part)
        pairs = [part[0].rank for name, part in special.witness if name.startswith("pair")]
        assert pairs == sorted(pairs, reverse=True)
        assert special.order == (tuple(pairs) if special.kind == "six pairs" else ())


@settings(max_examples=150, deadline=None)
@given(cards=st.permutations(DECK).map(lambda deck: tuple(deck[:13])) | few_suits() | three_runs())
def test_whole_hands_by_sets(cards: tuple[Card, ...]) -> None:
    ranks, suits = {card.rank for card in cards}, {card.suit for card in cards}
    red = sum(card.suit in ("hearts", "diamonds") for card in cards)
    expected = {
        "complete straight": len(ranks) == 13,
        "complete straight in one suit": len(ranks) == 13 and len(suits) == 1,
        "one suit": len(suits) == 1,
        "one colour": red in (0, 13),
        "twelve of one colour": red in (0, 1, 12, 13),
        "small": max(ranks) <= 8,
        "big": min(ranks) >= 8,
        "twelve pictures": sum(11 <= card.rank <= 13 for card in cards) == 12,
    }
    found = find_specials(cards, Unasked(), list(expected))
    assert [special.kind for special in found] == [kind for kind, held in expected.items() if held]
    assert all(partitions(special, cards) and special.order == () for special in found)


def test_order_of_cards_and_suits_never_decide() -> None:
    for holds, _ in EXAMPLES.values():
        cards = parse_cards(holds)
        other_suits = [DECK[card.index ^ 3] for card in reversed(cards)]
        first, second = (find_specials(hand, ALL_FREE) for hand in (cards, other_suits))
        assert [(s.kind, s.order) for s in first] == [(s.kind, s.order) for s in second]


# Counts over all hands


def test_classes_cover_all_hands() -> None:
    assert sum(hands for _, hands in rank_classes([RANKS])) == HANDS
    assert sum(hands for _, hands in rank_classes([RANKS[:3], RANKS[3:]])) == HANDS
    assert sum(hands for _, hands in suit_classes()) == HANDS


@pytest.mark.parametrize(
    ("kind", "rulings", "hands"),
    [
        ("six pairs", {QUADS: "no", ODD_CARD: "no"}, 2_241_727_488),
        ("six pairs", {QUADS: "yes", ODD_CARD: "no"}, 2_514_171_088),
        ("six pairs", {QUADS: "yes", ODD_CARD: "yes"}, 2_856_863_152),
        ("five pairs and a triplet", {}, 320_246_784),
        ("four triplets", {}, comb(13, 4) * 4**4 * 9 * 4),
        ("three quads", {}, comb(13, 3) * 40),
        ("three flushes", {}, 5_705_516_392),
        ("complete straight", {}, 67_108_864),
        ("complete straight in one suit", {}, 4),
        ("one suit", {}, 4),
        ("one colour", {}, 20_801_200),
        ("twelve of one colour", {}, 523_001_600),
        ("small", {}, comb(28, 13)),
        ("big", {}, comb(28, 13)),
        ("twelve pictures", {}, 40),
    ],
)
def test_exact_count(kind: str, rulings: dict[str, str], hands: int) -> None:
    assert count(load_specials()[kind], rulings) == hands


def runs_of(size: int, low_ace: str) -> list[tuple[int, ...]]:
    runs = [tuple(range(low, low + size)) for low in range(2, 16 - size)]
    if low_ace == "everywhere" or (low_ace == "five-card rows" and size == 5):
        runs.append((14, *range(2, size + 1)))
    return runs


def best_ways(low_ace: str) -> dict[tuple[int, ...], tuple[int, ...]]:
    """The ranks of all hands that are laid of three runs, with the top ranks of the best way."""
    ways: dict[tuple[int, ...], tuple[int, ...]] = {}
    for rows in product(runs_of(5, low_ace), runs_of(5, low_ace), runs_of(3, low_ace)):
        ranks = tuple(sorted(rank for row in rows for rank in row))
        tops = tuple(row[-1] for row in rows)
        ways[ranks] = max(tops, ways.get(ranks, tops))
    return ways


def with_suits(ranks: tuple[int, ...]) -> list[Card]:
    return [DECK[(rank - 2) * 4 + ranks[:place].count(rank)] for place, rank in enumerate(ranks)]


@pytest.mark.parametrize(
    ("low_ace", "hands"),
    [("everywhere", 2_029_579_776), ("five-card rows", 1_799_936_256), ("nowhere", 1_251_117_824)],
)
def test_exact_count_of_three_straights(low_ace: str, hands: int) -> None:
    """Over the ranks that could be three runs under any ruling; the script judges all 3,598,180 as well."""
    kind = load_specials()["three straights"]
    classes = []
    for ranks in best_ways("everywhere"):
        counts = tuple(ranks.count(rank) for rank in RANKS)
        classes.append((counts, prod(comb(4, number) for number in counts)))
    assert count_classes(kind, {LOW_ACE: low_ace}, classes) == hands


@pytest.mark.parametrize("low_ace", QUESTIONS[LOW_ACE])
def test_exact_count_of_three_straight_flushes(low_ace: str) -> None:
    """Counted suit by suit, and by laying every three runs of different cards."""
    rows = [
        [frozenset((rank, suit) for rank in run) for run in runs_of(size, low_ace) for suit in SUITS]
        for size in (5, 5, 3)
    ]
    laid = (back | middle | front for back, middle, front in product(*rows))
    expected = {hand for hand in laid if len(hand) == 13}
    assert count_suited_runs(RowsOfSuitedRuns(), {LOW_ACE: low_ace}) == len(expected)
    assert len(expected) == {"nowhere": 15_904, "five-card rows": 20_092, "everywhere": 22_060}[low_ace]


# Rule files


def house(**fields: object) -> dict[str, Any]:
    return {"special": [{"id": "mine", "title": "Mine", "compare": "none", **fields}]}


def test_house_file_combines_conditions() -> None:
    kinds = parse_specials(
        house(
            colour={"at_least": 13},
            ranks={"from": "2", "to": "8"},
            groups=[2, 2, 2, 2, 2, 2, 1],
            compare="pairs",
        ),
        "house.toml",
    )
    (special,) = find_specials("2h 2d 3h 3d 4h 4d 5h 5d 6h 6d 7h 7d 8h", Unasked(), kinds)
    assert special.kind == "mine"
    assert special.order == (7, 6, 5, 4, 3, 2)
    assert special.witness[-1] == ("odd card", (Card("8h"),))
    assert not find_specials("2h 2d 3h 3d 4h 4d 5h 5d 6h 6d 7h 7s 8h", Unasked(), kinds.values())


def test_house_file_may_answer_for_the_table() -> None:
    kinds = parse_specials(house(rows="runs", low_ace="everywhere", compare="rows"), "house.toml")
    (special,) = find_specials(LOW_FRONT, Unasked(), kinds)
    assert special.order == (8, 8, 3)


def test_where_answers_agree_the_witness_holds_under_the_strictest() -> None:
    kinds = parse_specials(house(rows="runs", low_ace="as agreed"), "house.toml")
    # Compared by nothing, a way with a low ace and one without are the same to the table.
    (special,) = find_specials(COMPLETE, Unasked(), kinds)
    assert all(is_run(row, "nowhere") for _, row in special.witness)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"specials": []}, "h.toml: key 'special' is missing"),
        (house(), "h.toml: 'mine' has no condition"),
        (house(groups=[2, 2, 2, 2]), "h.toml: 'mine' groups hold 8 cards, not thirteen"),
        (house(groups=[5, 4, 3, 1]), "h.toml: special[mine].groups[1]: must be smaller than or equal to 4"),
        (house(one_suit=True, compare="rows"), "h.toml: 'mine' compares rows but has no rows"),
        (house(rows="suits", low_ace="nowhere"), "h.toml: 'mine' low_ace means nothing for rows without runs"),
        (house(ranks={"from": "8", "to": "2"}), "h.toml: 'mine' ranks run from the higher to the lower"),
        (house(one_suite=True), "h.toml: special[mine]: unknown key 'one_suite'"),
        ({"special": house(one_suit=True)["special"] * 2}, "h.toml: 'mine' stands twice"),
        ({"special": [{"id": 4}]}, "h.toml: special[1]: key 'title' is missing"),
        ({"special": [4]}, "h.toml: special[1]: a table is wanted, not 4"),
    ],
)  # fmt: skip
def test_bad_file_is_refused_by_name(data: dict[str, Any], message: str) -> None:
    with pytest.raises(RuleError) as error:
        parse_specials(data, "h.toml")
    assert str(error.value).startswith(message)


def test_importing_reads_no_schema() -> None:
    code = "import sys, cptutor.specials; sys.exit('fastjsonschema' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
