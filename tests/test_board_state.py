"""The board without its widget: whatever is done with the cards, the same thirteen are there afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cptutor import Card, CardError, Layout, RuleError, deal, load_example
from cptutor.cards import DECK
from cptutor.widgets.finding import find
from cptutor.widgets.placement import HAND, PLACES, Placement, card_code
from cptutor.widgets.presets import as_presets, load_presets, preset_ids
from cptutor.widgets.state import LONGEST_HISTORY, LONGEST_TEXT, BoardState
from tests.strategies import layouts, shuffles

if TYPE_CHECKING:
    from collections.abc import Callable

FOUL = "Q♠ Q♥ 2♣ / 9♠ 9♦ 8♣ 6♥ 3♦ / A♠ K♠ J♠ 10♠ 4♠"
REPAIR = "9♠ 9♦ 2♣ / Q♠ Q♥ 8♣ 6♥ 3♦ / A♠ K♠ J♠ 10♠ 4♠"
COUNT = "Q♠ 2♣ / Q♥ 9♠ 9♦ 8♣ 6♥ 3♦ / A♠ K♠ J♠ 10♠ 4♠"


def workshop(live: bool = False) -> BoardState:
    return BoardState(FOUL, "swc", load_presets("workshop"), live)


# where cards lie


def test_cards_are_read_in_every_form() -> None:
    cards = Layout.parse(FOUL)
    for form in (FOUL, cards, FOUL.split("/"), list(cards.rows)):
        assert Placement.read(form).layout == cards
    hand = deal(5)[0]
    for loose in (hand, list(map(str, hand)), " ".join(map(str, hand))):
        assert Placement.read(loose).hand == hand
        assert Placement.read(loose).layout is None


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("Q♠ Q♥", "thirteen cards, not 2"),
        ("Q♠ Q♠", "Q♠ stands twice"),
        (FOUL.replace("4♠", "A♠"), "A♠ stands twice"),
        (FOUL.replace("4♠", "3♦"), "3♦ stands in both middle and back"),
        (FOUL.replace("4♠", "1♠"), "'1♠' is not a card"),
        (FOUL.replace("4♠", ""), "thirteen cards, not 12"),
        (FOUL + " / 5♥", "here are 4"),
        ("", "no card"),
        (13, "not int"),
        (b"Q", "not bytes"),
        ({"front": []}, "not dict"),
        ([1, 2, 3], "not a card|not text with cards"),
    ],
)
def test_other_cards_are_refused_in_one_line(cards: object, words: str) -> None:
    with pytest.raises(CardError, match=words) as refused:
        Placement.read(cards)  # type: ignore[arg-type]
    assert "\n" not in str(refused.value)


@given(layouts(right_counts=False))
def test_codes_read_back(layout: Layout) -> None:
    placement = Placement.read(layout)
    assert Placement.from_codes(placement.codes()) == placement
    assert list(placement.codes()) == list(PLACES)


def test_codes_of_all_cards_differ_and_are_plain() -> None:
    codes = [card_code(card) for card in DECK]
    assert [Card(code) for code in codes] == list(DECK)
    assert all(code.isascii() and len(code) == 2 for code in codes)


@pytest.mark.parametrize(
    ("codes", "words"),
    [
        (None, "not NoneType"),
        ([], "not list"),
        ({}, "not 0"),
        ({"front": "Qs"}, "a list of cards"),
        ({"front": [1]}, "a list of cards"),
        ({"top": []}, "'top' is no place"),
        ({"front": ["Qs"], "hand": ["Qs"]}, "stands twice"),
    ],
)
def test_other_codes_are_refused(codes: object, words: str) -> None:
    with pytest.raises(CardError, match=words):
        Placement.from_codes(codes)


def test_rows_may_be_too_full_on_the_way() -> None:
    placement = Placement.read(FOUL).move("Q♥", "middle")
    assert placement.counts == {"front": 2, "middle": 6, "back": 5, "hand": 0}
    assert placement.same_rows(Placement.read(COUNT))
    with pytest.raises(CardError, match="no place"):
        placement.move("Q♥", "deck")
    with pytest.raises(CardError, match="5♥ is not on this board"):
        placement.move("5♥", "front")


def test_sorting_keeps_rows() -> None:
    placement = Placement.read("2♣ Q♠ Q♥ / 3♦ 9♦ 8♣ 9♠ 6♥ / 4♠ A♠ K♠ J♠ 10♠")
    assert str(placement.sort("rank").layout) == FOUL
    by_suit = placement.sort("suit")
    assert str(by_suit.layout) == "Q♠ Q♥ 2♣ / 9♠ 6♥ 9♦ 3♦ 8♣ / A♠ K♠ J♠ 10♠ 4♠"
    assert by_suit.same_rows(placement)
    with pytest.raises(CardError, match="rank or suit"):
        placement.sort("colour")


# presets


def test_presets_are_the_examples() -> None:
    assert "workshop" in preset_ids()
    original, repair, kicker = load_presets("workshop")
    assert original.placement.layout == load_example("workshop-foul").layout
    for preset, example in ((repair, "workshop-repair"), (kicker, "workshop-kicker")):
        expected = load_example(example).expect["layout"]
        assert preset.placement.layout == Layout.parse(expected.values())
    assert [find(preset.placement, "swc").kind for preset in (original, repair, kicker)] == [
        "bad",
        "good",
        "good",
    ]


def test_unknown_presets_are_named() -> None:
    with pytest.raises(RuleError, match="no presets 'nothing': workshop"):
        load_presets("nothing")
    assert as_presets(None) == ()
    assert as_presets({"Mine": FOUL})[0].title == "Mine"


# what is found


def test_counts_come_before_strength() -> None:
    finding = find(Placement.read(COUNT), "swc")
    assert (finding.kind, finding.words) == ("bad", {})
    assert finding.title == "Fix the counts first: 2/6/5 where 3/5/5 is wanted"
    assert [remark.about for remark in finding.remarks] == ["front", "middle"]
    in_hand = find(Placement.read(FOUL).move("Q♥", HAND), "swc")
    assert in_hand.title == "Set every card first: 1 card is still in the hand"
    assert in_hand.lines == ("front: 2 cards where 3 are wanted", "hand: 1 card to set")


def test_a_foul_names_boundary_rows_and_reason() -> None:
    finding = find(Placement.read(FOUL), "swc")
    assert str(finding) == str(load_example("workshop-foul").run())
    foul = next(remark for remark in finding.remarks if remark.kind == "bad")
    assert (foul.about, foul.places) == ("front-middle", ("front", "middle"))
    assert finding.spoken == (
        "Foul at front-middle. The front outranks the middle (pair of queens beats pair of nines)."
    )
    assert set(finding.words) == {"front", "middle", "back"}


def test_a_missing_ruling_is_a_question_at_its_boundary() -> None:
    finding = find(Placement.read("A♣ K♦ Q♥ / A♠ K♥ Q♣ 3♦ 2♥ / 2♠ 2♦ 7♠ 5♥ 3♣"), "swc")
    assert finding.kind == "question"
    assert [(remark.about, remark.kind) for remark in finding.remarks] == [("front-middle", "question")]
    assert finding.words["front"] == "ace high"
    assert "legal or foul" in finding.spoken


# what is done


def test_the_workshop_in_two_exchanges_and_back() -> None:
    state = workshop()
    assert state.check().title == "Foul at front-middle"
    state.exchange("Q♠", "9♠")
    state.exchange("Q♥", "9♦")
    assert state.stale
    assert state.check().title == "Legal"
    assert state.placement.layout == Layout.parse(REPAIR)
    assert not state.stale
    state.reset()
    assert (state.placement.layout, state.stale) == (Layout.parse(FOUL), True)
    assert state.undo() == "Undone. Front 3 of 3, middle 5 of 5, back 5 of 5."
    assert (state.placement.layout, state.stale) == (Layout.parse(REPAIR), False)
    for _ in range(2):
        state.undo()
    assert (state.placement.layout, state.can_undo) == (Layout.parse(FOUL), False)
    assert state.undo() == "Nothing to undo."
    for _ in range(3):
        state.redo()
    assert (state.placement.layout, state.can_redo) == (Layout.parse(FOUL), False)
    assert state.redo() == "Nothing to do again."


def test_reset_after_a_preset_goes_back_to_the_original() -> None:
    state = BoardState(REPAIR, "swc", load_presets("workshop"))
    state.reset()
    assert state.placement.layout == Layout.parse(REPAIR)
    assert state.preset(2).startswith("Higher kicker. ")
    state.reset()
    assert state.placement.layout == Layout.parse(FOUL)


def test_own_cards_can_be_undone() -> None:
    state = workshop()
    state.move("Q♠", "middle")
    before = state.placement
    assert state.deal(7) == "Deal 7: thirteen cards are in the hand."
    assert state.placement.hand == deal(7)[0]
    state.move(state.placement.hand[0], "back")
    state.reset()
    assert state.placement.hand == deal(7)[0]
    for _ in range(3):
        state.undo()
    assert state.placement == before
    state.reset()
    assert state.placement.layout == Layout.parse(FOUL)


def test_what_changes_nothing_is_no_step() -> None:
    state = workshop()
    assert state.move("Q♠", "front") == "Queen of spades is in the front already."
    state.reset()
    state.sort("rank")
    assert not state.can_undo
    assert state.exchange("Q♠", "Q♥").endswith("have changed places in the front.")
    assert state.can_undo


@pytest.mark.parametrize(
    "attempt",
    [
        lambda state: state.move("5♥", "front"),
        lambda state: state.move("Q♠", "nowhere"),
        lambda state: state.exchange("Q♠", "Q♠"),
        lambda state: state.exchange("Q♠", "5♥"),
        lambda state: state.put("Q♠ Q♥"),
        lambda state: state.put("Q♠ " * LONGEST_TEXT),
        lambda state: state.deal(True),
        lambda state: state.deal("7" * (LONGEST_TEXT + 1)),
        lambda state: state.preset(3),
        lambda state: state.preset(-1),
        lambda state: state.sort("colour"),
        lambda state: state.place(Placement.read(deal(7)[0])),
    ],
)
def test_what_cannot_be_done_changes_nothing(attempt: Callable[[BoardState], str]) -> None:
    state = workshop()
    before = state.placement
    with pytest.raises(CardError):
        attempt(state)
    assert (state.placement, state.can_undo) == (before, False)


def test_live_judges_every_change() -> None:
    state = workshop(live=True)
    assert state.finding
    assert state.finding.title == "Foul at front-middle"
    state.move("Q♠", "middle")
    assert state.finding.title.startswith("Fix the counts first")
    state.preset(1)
    assert (state.finding.title, state.stale) == ("Legal", False)
    state.agree("basic")
    assert state.finding.title == "Legal"


def test_history_is_bounded() -> None:
    state = workshop()
    for _ in range(LONGEST_HISTORY):
        state.exchange("Q♠", "9♠")
        state.exchange("Q♥", "9♦")
    steps = 0
    while state.can_undo:
        state.undo()
        steps += 1
    assert steps == LONGEST_HISTORY


card_texts = st.sampled_from([*map(card_code, DECK), "", "ZZ", "10", "Q♠ Q♥"])
places = st.sampled_from([*PLACES, "deck", ""])
steps = st.one_of(
    st.tuples(st.just("move"), card_texts, places),
    st.tuples(st.just("exchange"), card_texts, card_texts),
    st.tuples(st.just("sort"), st.sampled_from(["rank", "suit", ""])),
    st.tuples(st.sampled_from(["undo", "redo", "reset", "check"])),
)


@settings(max_examples=150)
@given(shuffles(13), st.lists(steps, max_size=30), st.booleans())
def test_no_step_loses_a_card(hand: list[Card], walk: list[tuple[str, ...]], live: bool) -> None:
    state = BoardState(hand, "swc", live=live)
    seen = [state.placement]
    for action, *arguments in walk:
        before = state.placement
        try:
            getattr(state, action)(*arguments)
        except CardError:
            assert state.placement == before
        assert state.placement.cards == set(hand)
        assert sum(state.placement.counts.values()) == 13
        seen.append(state.placement)
    while state.can_undo:
        state.undo()
    assert state.placement == seen[0]
