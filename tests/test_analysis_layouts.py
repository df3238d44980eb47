"""All layouts of a hand against the plain library, an evaluator of someone else's, and the slow way."""

from __future__ import annotations

import os
import random
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from cptutor import Agreement, Card, CardError, Layout, RulingNeeded, check, deal, rank_row, repairs
from cptutor.analysis import (
    CRITERIA,
    LAYOUTS,
    AllLayouts,
    card_indices,
    frontier_numbers,
    rank_deals,
    rank_rows,
    strength_of,
)
from cptutor.analysis.criteria import share_beaten
from cptutor.analysis.positions import positions
from cptutor.cards import DECK, parse_cards
from cptutor.legality import front_holds, middle_holds
from tests.evaluators import eval7_value
from tests.strategies import placed, placements

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

FOUL = "Q♠ Q♥ 2♣ / 9♠ 9♦ 8♣ 6♥ 3♦ / A♠ K♠ J♠ 10♠ 4♠"
PREFIX = "K♠ K♥ 7♦ / K♦ K♣ 7♣ 3♥ 2♠ / 9♠ 9♥ 9♦ 4♣ 4♠"
EQUAL = "2♠ 3♥ 5♦ / A♠ K♥ Q♠ 9♣ 8♣ / A♦ K♦ Q♦ 9♥ 8♥"
STRICT = Agreement("simplest", {"front_middle.equal_prefix": "foul"})
HANDS = 2_000 if "CPTUTOR_LONG" in os.environ else 300


def hands(count: int) -> list[tuple[Card, ...]]:
    """Deals of the whole deck, and every third of six ranks, where pairs, quads and equal rows abound."""
    found = []
    for seed in range(count):
        source = random.Random(seed)
        ranks = source.sample(range(2, 15), 6 if seed % 3 == 0 else 13)
        found.append(tuple(source.sample([card for card in DECK if card.rank in ranks], 13)))
    return found


@cache
def masks() -> np.ndarray:
    """Every layout as bits of front, middle and back, made the plain way; shape (3, 72072)."""
    every = []
    for front in combinations(range(13), 3):
        left = [place for place in range(13) if place not in front]
        for middle in combinations(left, 5):
            bits = [sum(1 << place for place in row) for row in (front, middle)]
            every.append((*bits, (1 << 13) - 1 - sum(bits)))
    return np.array(every).T


def ranked(
    hand: Sequence[Card], value: Callable[[list[Card]], Any] = rank_row
) -> tuple[list[Any], np.ndarray]:
    """The values of all rows of a hand from the lowest up, and the place of each row among them, by its bits."""
    by_mask = {
        sum(1 << place for place in places): value([hand[place] for place in places])
        for size in (3, 5)
        for places in combinations(range(13), size)
    }
    values = sorted(set(by_mask.values()))
    place_of = {found: place for place, found in enumerate(values)}
    places = np.zeros(1 << 13, int)
    for mask, found in by_mask.items():
        places[mask] = place_of[found]
    return values, places


def count_legal(hand: Sequence[Card], value: Callable[[list[Card]], Any]) -> int:
    """Layouts with front below middle and middle not above back, by values of single rows."""
    front, middle, back = ranked(hand, value)[1][masks()]
    return int(np.count_nonzero((front < middle) & (middle <= back)))


def eval7_of(row: list[Card]) -> int:
    return eval7_value([card.index for card in row])


def test_there_are_72072_layouts_each_once() -> None:
    where = positions()
    found = np.stack(
        [
            where.front_masks[where.front],
            where.five_masks[where.middle],
            where.five_masks[where.back],
        ]
    )
    assert found.shape == (3, LAYOUTS) == (3, 72_072)
    assert np.array_equal(np.unique(found, axis=1), np.unique(masks(), axis=1))
    hand = AllLayouts(deal(1)[0], "basic")
    for number in random.Random(1).sample(range(LAYOUTS), 50):
        assert hand.number(hand.layout(number)) == number


def test_eval7_ranks_every_row_of_three_in_the_same_order() -> None:
    rows = [[DECK[i] for i in row] for row in combinations(range(52), 3)]
    ours = rank_rows(np.array(list(combinations(range(52), 3))))
    theirs = [eval7_of(row) for row in rows]
    assert len(set(zip(ours.tolist(), theirs, strict=True))) == len(set(theirs)) == 455
    assert [value for _, value in sorted(set(zip(ours.tolist(), theirs, strict=True)))] == sorted(set(theirs))


def test_legal_counts_agree_with_eval7() -> None:
    for hand in hands(HANDS):
        assert len(AllLayouts(hand, "basic").legal) == count_legal(hand, eval7_of)


def test_legal_counts_agree_with_the_plain_ranking() -> None:
    for hand in hands(HANDS * 2 // 3):
        assert len(AllLayouts(hand, "basic").legal) == count_legal(hand, lambda row: rank_row(row).order)


@pytest.mark.parametrize(
    "agreement",
    [
        Agreement("basic"),
        STRICT,
        Agreement("simplest", {"front_middle.equal_prefix": "legal"}),
        Agreement("swc", {"front_middle.equal_prefix": "foul", "middle_back.equal": "legal"}),
        Agreement("swc", {"front_middle.equal_prefix": "legal", "middle_back.equal": "foul"}),
    ],
    ids=lambda agreement: f"{agreement.profile.id}-{'-'.join(map(str, agreement.rulings.values()))}",
)
@pytest.mark.parametrize("cards", [PREFIX, EQUAL, "A♠A♥A♦A♣ K♠K♥K♦K♣ Q♠Q♥Q♦Q♣ J♠", deal("plain")[0]])
def test_each_layout_is_judged_as_the_plain_library_does(
    agreement: Agreement, cards: str | tuple[Card, ...]
) -> None:
    hand = AllLayouts(cards.replace("/", " ") if isinstance(cards, str) else cards, agreement)
    strengths, of_mask = ranked(hand.cards)
    front, middle, back = of_mask[masks()]
    legal = holds(front, middle, lambda a, b: front_holds(strengths[a], strengths[b], agreement))
    legal &= holds(middle, back, lambda a, b: middle_holds(strengths[a], strengths[b], agreement))
    where, numbers = positions(), hand.legal.numbers
    found = where.front_masks[where.front[numbers]] << 13 | where.five_masks[where.middle[numbers]]
    assert np.array_equal(np.sort(found), np.sort((masks()[0] << 13 | masks()[1])[legal]))
    for layout in hand.legal[:: len(numbers) // 20]:
        assert check(layout, agreement).legal


def holds(rows: np.ndarray, others: np.ndarray, rule: Callable[[int, int], bool]) -> np.ndarray:
    """A rule of two rows, asked once for each two strengths."""
    pairs, where = np.unique(rows << 16 | others, return_inverse=True)
    return np.array([rule(pair >> 16, pair & 0xFFFF) for pair in pairs.tolist()])[where]


def test_a_ruling_is_asked_for_where_it_matters_only() -> None:
    for text, questions in (
        (PREFIX, {"front_middle.equal_prefix"}),
        (EQUAL, {"middle_back.equal"}),
    ):
        with pytest.raises(RulingNeeded) as needed:
            len(AllLayouts(Layout.parse(text), "swc").legal)
        asked = {gap.key for gap in needed.value.questions}
        assert questions <= asked <= {"front_middle.equal_prefix", "middle_back.equal"}
    unpaired = Layout.parse("2♠ 3♥ 4♦ / 5♠ 6♥ 7♦ 8♣ 9♠ / 10♠ J♥ Q♦ K♣ A♠")
    strict = Agreement("swc", {"front_middle.equal_prefix": "foul", "middle_back.equal": "foul"})
    assert np.array_equal(
        AllLayouts(unpaired, "swc").legal.numbers, AllLayouts(unpaired, strict).legal.numbers
    )


def triples(hand: AllLayouts, which: str) -> np.ndarray:
    return np.stack(getattr(hand, which).ordinals, axis=1).astype(int)


@pytest.mark.parametrize("rules", ["basic", STRICT], ids=["basic", "strict"])
def test_the_frontier_is_what_comparing_all_with_all_leaves(rules: str | Agreement) -> None:
    for cards in hands(8):
        hand = AllLayouts(cards, rules)
        different = np.unique(triples(hand, "legal"), axis=0)
        f, m, b = different.astype(np.uint16).T
        left = [
            row
            for row, (front, middle, back) in zip(different.tolist(), zip(f, m, b, strict=True), strict=True)
            if np.count_nonzero((f >= front) & (m >= middle) & (b >= back)) == 1  # itself
        ]
        found = triples(hand, "frontier")
        assert np.unique(found, axis=0).tolist() == left
        assert len(found) == len(left)
        order = found[:, [2, 0]].tolist()
        assert order == sorted(order, reverse=True)
        assert set(hand.frontier.numbers) <= set(hand.legal.numbers)


def test_the_frontier_of_no_layouts() -> None:
    assert len(frontier_numbers(AllLayouts(deal(2)[0], "basic").rows, np.zeros(LAYOUTS, bool))) == 0


@pytest.mark.parametrize("by", CRITERIA)
def test_the_best_is_on_the_frontier_and_comes_first(by: str) -> None:
    for cards in hands(20):
        hand = AllLayouts(cards, "basic")
        best = hand.best(by, 5)
        values = hand.legal.values(by)
        assert best.values(by)[0] == values.max()
        assert sorted(best.values(by), reverse=True) == best.values(by).tolist()
        assert set(best.numbers[:1]) <= set(hand.frontier.numbers)
        assert len({tuple(row) for row in np.stack(best.ordinals, axis=1).tolist()}) == 5
        assert hand.place(best[0], by) == 1


def test_back_first_is_back_then_middle_then_front() -> None:
    for cards in hands(10):
        hand = AllLayouts(cards, "basic")
        front, middle, back = triples(hand, "legal").T
        strongest = max(zip(back.tolist(), middle.tolist(), front.tolist(), strict=True))
        (best,) = hand.best("back-first")
        assert tuple(rank_row(row) for row in best.rows[::-1]) == tuple(strength_of(o) for o in strongest)


def test_quantiles_are_shares_of_all_rows() -> None:
    share = share_beaten(3)
    rows = rank_rows(np.array(list(combinations(range(52), 3))))
    for row in ("2♠ 3♥ 4♦", "A♠ A♥ A♦", "7♥ 7♦ 3♠"):
        own = rank_rows(card_indices(row)).item()
        expected = (np.count_nonzero(rows < own) + np.count_nonzero(rows == own) / 2) / 22_100
        assert share[own] == pytest.approx(expected, abs=1e-12)
    assert share_beaten(5)[-1] == pytest.approx(1 - 2 / 2_598_960, abs=1e-12)


@pytest.mark.parametrize("layout", [FOUL, PREFIX, EQUAL, "4♠ 3♦ 2♣ / 9♠ 9♦ Q♥ 8♣ 6♥ / A♠ K♠ Q♠ J♠ 10♠"])
@pytest.mark.parametrize("rules", ["basic", STRICT], ids=["basic", "strict"])
def test_repairs_are_those_of_the_plain_library(layout: str, rules: str | Agreement) -> None:
    hand = AllLayouts(Layout.parse(layout), rules)
    for exchanges in (None, 0, 1, 2):
        assert hand.repairs(layout, exchanges) == repairs(layout, rules, exchanges)
    assert hand.repairs(layout, 99) == ()
    counts = hand.repair_counts(layout)
    assert sum(counts.values()) == len(hand.legal)
    assert [len(hand.repairs(layout, distance)) for distance in (0, 1, 2)] == [
        counts.get(distance, 0) for distance in (0, 1, 2)
    ]


def test_repairs_ask_as_the_plain_library_does() -> None:
    for layout in (FOUL, PREFIX, EQUAL):
        hand = AllLayouts(Layout.parse(layout), "swc")
        assert outcome(lambda: hand.repairs(layout)) == outcome(lambda: repairs(layout, "swc"))  # noqa: B023


def outcome(work: Callable[[], object]) -> object:
    """What some work returns, or the questions that it asks."""
    try:
        return work()
    except RulingNeeded as needed:
        return needed.questions


def test_distances_are_those_of_walking_from_layout_to_layout() -> None:
    own = Layout.parse(FOUL)
    hand = AllLayouts(own, "basic")
    away = hand._distances(own)
    cards = [card for row in own.rows for card in row]
    for word, distance in random.Random(5).sample(sorted(placements().items()), 500):
        assert away[hand.number(placed(cards, word))] == distance


def test_tradeoffs_name_the_rows() -> None:
    hand = AllLayouts(Layout.parse(FOUL), "basic")
    for own in (FOUL, *hand.legal[::5000]):
        found = hand.tradeoffs(own)
        assert len(found) == len(hand.frontier)
        no_worse = [tradeoff for tradeoff in found if not tradeoff.worse]
        assert list(found[: len(no_worse)]) == no_worse
        assert no_worse or own == FOUL  # whatever is legal is equalled or beaten by the frontier
        ours = [rank_row(row) for row in Layout.parse(own).rows]
        for tradeoff in found:
            theirs = [rank_row(row) for row in tradeoff.layout.rows]
            compared = list(zip(("front", "middle", "back"), theirs, ours, strict=True))
            assert tradeoff.better == tuple(row for row, a, b in compared if a > b)
            assert tradeoff.worse == tuple(row for row, a, b in compared if a < b)
    assert "Q♥ 8♣ 6♥ / 9♠ 9♦ 4♠ 3♦ 2♣ / A♠ K♠ Q♠ J♠ 10♠ (back better; front and middle worse)" in map(
        str, hand.tradeoffs(FOUL)
    )


def test_a_layout_of_the_frontier_gives_nothing_up_for_nothing() -> None:
    hand = AllLayouts(deal(3)[0], "basic")
    for own in hand.frontier[:5]:
        (same,) = [tradeoff for tradeoff in hand.tradeoffs(own) if not tradeoff.worse]
        assert str(same) == f"{own} (equal in every row)"


def test_many_deals_are_ranked_as_one_by_one() -> None:
    cards = np.array([card_indices(hand) for hand in hands(150)])
    many = rank_deals(cards)
    assert many.fronts.shape == (150, 286)
    assert many.fives.shape == (150, 1_287)
    where = positions()
    assert np.array_equal(many.fives, rank_rows(cards[:, where.fives.T]))
    assert np.array_equal(many.fronts, rank_rows(cards[:, where.fronts.T]))
    for i in (0, 63, 64, 149):
        one = rank_deals(cards[i])
        assert np.array_equal(many[i].fives, one.fives)
        assert np.array_equal(many[i].fronts, one.fronts)
    assert len(many[10:20]) == 10
    assert len(rank_deals(np.empty((0, 13), int))) == 0


def test_the_wheel_stands_where_the_table_has_it() -> None:
    cards = card_indices("A♠ 2♠ 3♥ 4♦ 5♠ K♥ Q♦ J♣ 10♠ 9♥ 7♦ 7♣ 8♥")
    low, high = (rank_deals(cards, wheel).fives for wheel in ("lowest", "second-highest"))
    assert not np.array_equal(low, high)


def test_text_of_the_values() -> None:
    hand = AllLayouts(Layout.parse(FOUL), "basic")
    cards = "A♠ K♠ Q♠ Q♥ J♠ 10♠ 9♠ 9♦ 8♣ 6♥ 4♠ 3♦ 2♣"
    assert repr(hand) == f"AllLayouts({cards!r}, Agreement('basic', {{}}))"
    assert len(hand) == LAYOUTS
    assert repr(hand.legal) == f"<19,734 of 72,072 layouts of {cards} under basic>"
    assert repr(CRITERIA["quantiles"]) == "CRITERIA['quantiles']"
    assert isinstance(hand.legal[0], Layout)
    assert list(hand.legal[:2]) == [hand.legal[0], hand.legal[1]]
    assert hand.legal[-1] in hand.legal


def test_every_public_name_can_be_used() -> None:
    import cptutor.analysis

    assert len(set(cptutor.analysis.__all__)) == len(cptutor.analysis.__all__)
    for name in cptutor.analysis.__all__:
        assert getattr(cptutor.analysis, name) is not None
        assert name in dir(cptutor.analysis)
    with pytest.raises(AttributeError, match="no attribute 'luck'"):
        _ = cptutor.analysis.luck


@pytest.mark.parametrize(
    ("work", "message"),
    [
        (lambda _: AllLayouts("A♠ K♠", "basic"), "thirteen cards, not 2"),
        (lambda hand: hand.best("luck"), "no criterion 'luck'; there are quantiles, back-first"),
        (lambda hand: hand.best(count=0), "best 0 layouts"),
        (lambda hand: hand.place(PREFIX), "the layout has other cards: K♥ K♦ K♣ 9♥ 7♦ 7♣ 4♣ 3♥ 2♠"),
        (lambda hand: hand.tradeoffs(FOUL.replace("Q♥ 2♣ /", "/ Q♥ 2♣")), "1/7/5 cards where 3/5/5"),
        (lambda hand: hand.repairs(FOUL, -1), "-1 exchanges"),
        (lambda _: rank_deals(np.zeros((2, 12), int)), "13 card indices each"),
        (lambda _: rank_deals(np.full(13, 52)), "0 to 51, not 52 to 52"),
    ],
)
def test_what_cannot_be_is_refused(work: Callable[[AllLayouts], object], message: str) -> None:
    with pytest.raises(CardError, match=message):
        work(AllLayouts(parse_cards(FOUL.replace("/", " ")), "basic"))
