from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cptutor import Card, CardError, Layout, deal
from cptutor.terms import ROWS
from tests.strategies import cut, layouts, placed, placements, shuffles

TEXT = "Q♠ Q♥ 2♣ / 9♠ 9♦ 8♣ 6♥ 3♦ / A♠ K♠ J♠ 10♠ 4♠"
FOUL = Layout.parse(TEXT)


@given(layouts(right_counts=False))
def test_what_is_printed_is_read(layout: Layout) -> None:
    assert Layout.parse(str(layout)).rows == layout.rows
    assert eval(repr(layout)) == layout
    assert Layout.parse(layout) is layout
    assert Layout.parse(layout.rows) == layout
    assert layout.counts == tuple(map(len, layout.rows))
    assert layout.counts_right == (layout.counts == (3, 5, 5))


@given(layouts(right_counts=False), st.data())
def test_moves_and_exchanges_lose_and_double_no_card(layout: Layout, data: st.DataObject) -> None:
    card = st.sampled_from(sorted(layout.cards))
    changed = layout
    for _ in range(data.draw(st.integers(1, 6))):
        before = changed
        if data.draw(st.booleans()):
            moved, row = data.draw(card), data.draw(st.sampled_from(ROWS))
            changed = before.move(moved, row)
            assert changed.row_of(moved) == row
            assert [c for c in sorted(layout.cards) if changed.row_of(c) != before.row_of(c)] in ([], [moved])
        else:
            a, b = data.draw(card), data.draw(card)
            changed = before.exchange(a, b)
            assert (changed.row_of(a), changed.row_of(b)) == (before.row_of(b), before.row_of(a))
            assert changed.counts == before.counts
            assert changed.exchange(a, b).rows == before.rows
    assert changed.cards == layout.cards
    assert sum(changed.counts) == 13
    assert sorted(c for row in changed.rows for c in row) == sorted(layout.cards)


def test_an_exchange_is_place_for_place() -> None:
    assert str(FOUL.exchange("Q♥", "3♦")) == "Q♠ 3♦ 2♣ / 9♠ 9♦ 8♣ 6♥ Q♥ / A♠ K♠ J♠ 10♠ 4♠"
    assert FOUL.exchange("Q♥", "Q♥") == FOUL
    assert str(FOUL) == TEXT


def test_a_move_goes_to_the_end_of_a_row() -> None:
    assert str(FOUL.move("Q♥", "middle")) == "Q♠ 2♣ / 9♠ 9♦ 8♣ 6♥ 3♦ Q♥ / A♠ K♠ J♠ 10♠ 4♠"
    assert FOUL.move("Q♥", "front") is FOUL
    assert FOUL.move("Qh", "middle").counts == (2, 6, 5)


def test_rows_by_name() -> None:
    assert FOUL.row("middle") == FOUL.middle == tuple(map(Card, ["9♠", "9♦", "8♣", "6♥", "3♦"]))
    assert dict(FOUL) == {"front": FOUL.front, "middle": FOUL.middle, "back": FOUL.back}
    assert FOUL.row_of("10s") == "back"


def test_equal_layouts_hold_the_same_cards_in_each_row() -> None:
    turned = Layout.parse("2♣ Q♥ Q♠ / 3♦ 6♥ 8♣ 9♦ 9♠ / 4♠ 10♠ J♠ K♠ A♠")
    assert turned == FOUL
    assert hash(turned) == hash(FOUL) != hash(FOUL.exchange("Q♥", "3♦"))
    assert turned != FOUL.exchange("Q♥", "3♦")
    assert FOUL != TEXT


@given(shuffles(13), st.permutations(range(13)))
def test_exchanges_lead_to_the_other_layout(hand: list[Card], permutation: list[int]) -> None:
    here, there = cut(hand), cut([hand[i] for i in permutation])
    current = here
    for a, b in here.exchanges_to(there):
        assert current.row_of(a) != current.row_of(b)
        current = current.exchange(a, b)
    assert current == there
    assert here.distance(there) == there.distance(here) == len(here.exchanges_to(there))
    assert here.distance(here) == 0


def test_exchanges_are_the_fewest() -> None:
    distance = placements()
    assert len(distance) == 72_072
    hand = deal("fewest")[0]
    here = cut(hand)
    for rows, steps in list(distance.items())[::37]:
        assert here.distance(placed(hand, rows)) == steps, rows


def test_exchanges_take_the_text_of_a_layout() -> None:
    assert FOUL.exchanges_to("Q♠ 3♦ 2♣ / 9♠ 9♦ 8♣ 6♥ Q♥ / A♠ K♠ J♠ 10♠ 4♠") == ((Card("Q♥"), Card("3♦")),)
    assert FOUL.distance(TEXT) == 0


def test_exchanges_lead_nowhere_else() -> None:
    for other in (FOUL.move("Q♥", "middle"), cut(deal(2)[0])):
        with pytest.raises(CardError, match="same cards and row counts"):
            FOUL.exchanges_to(other)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (TEXT.replace("2♣", "Q♠"), "Q♠ stands twice"),
        (TEXT.replace("2♣", "9♦"), "9♦ stands in both front and middle"),
        (TEXT.replace("4♠", "Q♥"), "Q♥ stands in both front and back"),
        (TEXT.replace(" 4♠", ""), "thirteen cards, not 12 (3/5/4)"),
        (TEXT + " 2♠", "thirteen cards, not 14 (3/5/6)"),
        (" / / ", "thirteen cards, not 0 (0/0/0)"),
        (TEXT.replace("/", " "), "three rows, 'front / middle / back'; here are 1"),
        (TEXT + " / ", "here are 4"),
        ("", "here are 1"),
        (TEXT.replace("6♥", "6x"), "'6x' is not a card"),
        (TEXT.replace("6♥", "Joker"), "'Joker' is a joker"),
    ],
)
def test_what_is_no_layout_is_refused(text: str, said: str) -> None:
    with pytest.raises(CardError) as refused:
        Layout.parse(text)
    assert said in str(refused.value)


@pytest.mark.parametrize("thing", [None, 5, b"", {}, {1: 2}, [], [1, 2, 3], [TEXT], object()])
def test_odd_things_are_refused(thing: Any) -> None:
    with pytest.raises(CardError):
        Layout.parse(thing)


def test_other_than_text_is_named_by_its_type() -> None:
    thing: Any = 5
    with pytest.raises(CardError, match="a layout is text or three rows, not int"):
        Layout.parse(thing)


@pytest.mark.parametrize("empty", ["", " ", " ,, ", "\r\n", "\u00a0", (), [], set(), frozenset()])
def test_a_row_may_be_empty(empty: Any) -> None:
    assert Layout(empty, "Q♠ Q♥ 2♣ 9♠ 9♦ 8♣ 6♥ 3♦", "A♠ K♠ J♠ 10♠ 4♠").counts == (0, 8, 5)


def test_strangers_and_unknown_rows_are_named() -> None:
    for act in (FOUL.row_of, lambda card: FOUL.exchange(card, "Q♠"), lambda card: FOUL.move(card, "back")):
        with pytest.raises(CardError, match="A♦ is not in this layout"):
            act("A♦")
    unknown: list[Any] = ["top", "", 1, None, []]
    for row in unknown:
        with pytest.raises(CardError, match="is no row"):
            FOUL.move("Q♠", row)
