"""The board as a widget, without a browser: what it accepts, what it sends, and what stands there without one."""

from __future__ import annotations

import copy
from typing import Any

import pytest
import traitlets
from hypothesis import given, settings
from hypothesis import strategies as st

from cptutor import Agreement, Card, CardError, Layout, deal
from cptutor.html import SUIT_COLOURS
from cptutor.widgets import Board
from tests.test_board_state import COUNT, FOUL, REPAIR

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"


class Wire(Board):
    """A board whose messages to the browser are kept."""

    def __init__(self, *args: Any, **options: Any) -> None:
        self.sent: list[dict[str, Any]] = []
        super().__init__(*args, **options)
        self.sent.clear()

    def _send(self, msg: dict[str, Any], **_buffers: object) -> None:
        self.sent.append(copy.deepcopy(msg))

    def ask(self, do: object, **more: object) -> dict[str, Any]:
        """What the browser does, and the answer that it gets."""
        self._handle_custom_msg({"view": "v", "seq": 7, "do": do, **more}, [])
        answer: dict[str, Any] = self.shown["answer"]
        return answer


def test_text_stands_for_the_widget() -> None:
    board = Board(FOUL, profile="swc")
    assert repr(board) == ("front   Q♠ Q♥ 2♣\nmiddle  9♠ 9♦ 8♣ 6♥ 3♦\nback    A♠ K♠ J♠ 10♠ 4♠")
    board.check()
    assert "\nFoul at front-middle\n  front-middle: the front outranks the middle" in repr(board)
    board.move("Q♠", "middle")
    assert repr(board).endswith("\nThe rows have changed since: check again. Before: Foul at front-middle")


def test_bundle_holds_the_static_twin() -> None:
    board = Board(FOUL, profile="swc", hand=True)
    board.check()
    data, _ = board._repr_mimebundle_()
    assert data["text/plain"] == repr(board)
    assert WIDGET_VIEW in data
    html = data["text/html"]
    for words in (
        "queen of spades",
        "pair of queens",
        "Foul at front-middle",
        "the front outranks the middle",
    ):
        assert words in html
    assert "hand" not in html
    board.move("Q♠", "hand")
    html = board._repr_mimebundle_()[0]["text/html"]
    assert "hand" in html
    assert "check again" in html
    assert "pair of queens" not in html


def test_two_boards_of_the_same_cards_look_the_same() -> None:
    assert repr(Board(FOUL)) == repr(Board(Layout.parse(FOUL))) == repr(Board())


@pytest.mark.parametrize(
    ("cards", "hand"),
    [(None, False), (FOUL, False), (deal(3)[0], True)],
)
def test_the_hand_shows_where_it_is_needed(cards: Any, hand: bool) -> None:
    assert Board(cards).shown["hand"] is hand
    assert Board(cards, hand=True).shown["hand"] is True


def test_beginnings() -> None:
    assert Board(seed=3).placement.hand == deal(3)[0]
    assert Board().shown["presets"] == ["Original (a foul)", "Repair", "Higher kicker"]
    assert Board(FOUL).shown["presets"] == []
    assert Board(presets={"One": REPAIR}).current_layout == Layout.parse(REPAIR)
    with pytest.raises(CardError, match="not with both"):
        Board(FOUL, seed=3)
    with pytest.raises(CardError, match="13 of the thirteen"):
        _ = Board(seed=3).current_layout


def test_methods_do_what_the_buttons_do() -> None:
    board = Board(FOUL, profile="swc")
    assert board.exchange("Q♠", "9♠").startswith("Queen of spades, now in the middle")
    board.undo()
    board.redo()
    board.sort("suit")
    board.reset()
    assert board.current_layout == Layout.parse(FOUL)
    board.put(REPAIR)
    assert board.check().kind == "good"
    board.deal(4)
    assert board.placement.hand == deal(4)[0]
    board.agree(Agreement("basic"))
    assert board.agreement == Agreement("basic")
    assert board.shown["finding"] is None


def test_one_message_carries_rows_and_verdict() -> None:
    board = Wire(FOUL, live=True)
    answer = board.ask("move", card="Qs", place="middle")
    (message,) = board.sent
    assert message["method"] == "update"
    assert message["state"]["rows"]["middle"][-1] == "Qs"
    assert message["state"]["shown"]["answer"] == answer
    assert (answer["view"], answer["seq"], answer["problem"]) == ("v", 7, "")
    assert answer["say"] == (
        "Queen of spades is now in the middle. Front 2 of 3, middle 6 of 5. "
        "Fix the counts first: 2/6/5 where 3/5/5 is wanted."
    )


def test_check_and_stale_are_said_once() -> None:
    board = Wire(FOUL)
    said = board.ask("check")
    assert said["say"].startswith("Foul at front-middle. The front outranks")
    assert said["seen"]
    assert board.ask("move", card="Qs", place="middle")["say"].endswith("The rows have changed: check again.")
    assert board.shown["stale"]
    assert board.ask("move", card="Qh", place="middle")["say"].endswith("7 of 5.")


def test_every_request_is_answered() -> None:
    board = Wire(presets="workshop")
    assert board.ask("exchange", first="Qs", second="9s")["say"].endswith("are exchanged.")
    assert board.ask("undo")["say"].startswith("Undone.")
    assert board.ask("redo")["say"].startswith("Done again.")
    assert board.ask("sort", order="suit")["say"] == "Sorted by suit."
    assert board.ask("preset", number=1)["say"].startswith("Repair.")
    assert board.ask("reset")["say"].startswith("Back to the original.")
    assert board.ask("deal", seed="3")["say"].startswith("Deal 3:")
    assert board.ask("put", cards=COUNT)["say"].startswith("Other cards are on the board.")


def test_the_cards_of_a_fixed_board_are_the_programs() -> None:
    board = Wire(FOUL, presets="workshop", fixed=True)
    assert board.shown["fixed"]
    for asked in ({"do": "put", "cards": COUNT}, {"do": "deal", "seed": "3"}, {"do": "preset", "number": 1}):
        assert board.ask(**asked)["problem"] == "the cards on this board stay the same"
        assert board.current_layout == Layout.parse(FOUL)
    assert board.ask("move", card="Qs", place="middle")["problem"] == ""
    board.check()
    cards = deal("another")[0]
    board.begin(cards, "swc")
    assert board.placement.hand == cards
    assert board.agreement == Agreement("swc")
    assert not board.shown["undo"]
    assert board.shown["finding"] is None
    assert board.ask("undo")["say"] == "Nothing to undo."


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        ({"do": "put", "cards": "Qs 10"}, "'10' is not a card"),
        ({"do": "put", "cards": ""}, "no card"),
        ({"do": "move", "card": "5h", "place": "front"}, "5♥ is not on this board"),
        ({"do": "move", "card": ["Qs"], "place": "front"}, "move: 'card' is wanted"),
        ({"do": "move"}, "move: 'card' is wanted"),
        ({"do": "close"}, "a board cannot 'close'"),
        ({"do": "__init__"}, "a board cannot '__init__'"),
        ({"do": ["move"]}, "a board cannot"),
        ({}, "a board cannot None"),
    ],
)
def test_a_refusal_is_one_line_and_changes_nothing(request_: dict[str, Any], words: str) -> None:
    board = Wire(FOUL)
    before = board.rows
    answer = board.ask(request_.get("do"), **{key: value for key, value in request_.items() if key != "do"})
    assert words in answer["problem"]
    assert answer["say"] == ""
    assert "\n" not in answer["problem"]
    assert board.rows == before


def test_a_request_that_is_no_table_is_answered() -> None:
    board = Wire(FOUL)
    board._handle_custom_msg("move", [])
    assert board.shown["answer"]["problem"] == "a board cannot None"


def test_an_exception_in_a_callback_is_shown() -> None:
    board = Wire(FOUL)

    def callback(_change: object) -> None:
        raise RuntimeError("a lesson's\nmistake")

    board.observe(callback, "rows")
    answer = board.ask("move", card="Qs", place="middle")
    assert answer["problem"] == "RuntimeError: a lesson's mistake"
    assert answer["seq"] == 7
    assert board.sent[-1]["state"]["shown"]["answer"]["problem"] == answer["problem"]
    board.set_state({"rows": Board(REPAIR).rows})
    assert board.shown["answer"]["problem"] == "RuntimeError: a lesson's mistake"


def test_rows_can_be_assigned() -> None:
    board = Wire(FOUL)
    board.check()
    board.sent.clear()
    board.rows = Board(COUNT).rows
    assert board.placement.counts["middle"] == 6
    assert board.shown["stale"]
    assert {key for message in board.sent for key in message["state"]} == {"rows", "shown"}
    board.undo()
    assert board.current_layout == Layout.parse(FOUL)


def test_other_rows_are_refused_in_python() -> None:
    board = Board(FOUL)
    before = board.rows
    others = [{}, {"front": ["Qs"]}, Board(REPAIR).rows | {"hand": ["5h"]}, Board(seed=3).rows]
    for other in others:
        with pytest.raises(traitlets.TraitError):
            board.rows = other
        assert board.rows == before
    with pytest.raises(traitlets.TraitError, match="is not on this board"):
        board.rows = others[-1]


def test_the_good_rows_answer_bad_ones() -> None:
    board = Wire(FOUL)
    before = board.rows
    board.set_state({"rows": {"front": ["Qs"]}})
    assert board.rows == before
    assert board.shown["answer"]["problem"] == "a board has thirteen cards, not 1"
    assert board.sent[-1] == {"method": "update", "state": {"rows": before}, "buffer_paths": []}
    board.set_state({"shown": {}, "legend": {}})
    assert board.shown["finding"] is None
    assert board.legend["suits"] == SUIT_COLOURS


junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
codes = st.sampled_from(["Qs", "Qh", "2c", "9s", "5h", "", "ZZ", "Q"])
rows_sent = st.dictionaries(
    st.sampled_from(["front", "middle", "back", "hand", "top"]),
    st.lists(codes, max_size=14) | junk,
    max_size=5,
)
requests = st.fixed_dictionaries(
    {
        "do": st.sampled_from(["move", "exchange", "sort", "undo", "redo", "reset", "check", "preset", "?"])
        | junk
    },
    optional={
        "card": codes | junk,
        "place": st.sampled_from(["front", "middle", "back", "hand"]) | junk,
        "first": codes | junk,
        "second": codes | junk,
        "order": st.sampled_from(["rank", "suit"]) | junk,
        "number": st.integers(-1, 3) | junk,
        "seq": junk,
        "view": junk,
    },
)
shuffled = st.tuples(st.permutations(range(13)), st.integers(0, 5), st.integers(0, 5))


@settings(max_examples=100)
@given(st.lists(st.one_of(requests, junk, rows_sent.map(lambda rows: {"rows": rows}), shuffled), max_size=15))
def test_whatever_the_browser_sends_the_thirteen_cards_stay(messages: list[Any]) -> None:
    board = Wire(FOUL, profile="swc")
    cards = sorted(board.placement.cards)
    for message in messages:
        if isinstance(message, tuple):
            order, front, middle = message
            mixed = [cards[index] for index in order]
            wanted = Layout(mixed[:front], mixed[front : front + middle], mixed[front + middle :])
            board.set_state({"rows": Board(wanted).rows})
            assert board.current_layout == wanted
        elif isinstance(message, dict) and "rows" in message:
            board.set_state(message)
        else:
            board._handle_custom_msg(message, [])
        flat = sorted(Card(code) for row in board.rows.values() for code in row)
        assert flat == cards
        assert board.placement.codes() == board.rows
