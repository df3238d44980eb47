"""The answer pad without a browser: it takes every kind of answer, judges as cells are judged, and refuses the rest."""

from __future__ import annotations

import copy
import json
import re
from typing import TYPE_CHECKING, Any

import pytest
import traitlets

from cptutor import Layout, compare_rows
from cptutor.exercises import check_answer, exercise_ids, hint, load_exercise, solution
from cptutor.terms import ROWS, TutorError
from cptutor.widgets import AnswerPad
from cptutor.widgets.answer_entries import Arrange, Number, Pick
from cptutor.widgets.answering import ELSEWHERE, AnswerState
from cptutor.widgets.parts import Message, page_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cptutor.widgets.parts import Part

LESSON = tuple(name for name in exercise_ids() if name.startswith("02-"))
"""The exercises of the lesson that has pads."""
FOUL = "Q♠ Q♥ 2♣ / 9♠ 9♦ 8♣ 6♥ 3♦ / A♠ K♠ J♠ 10♠ 4♠"
ONE_EXCHANGE = {"do": "exchange", "first": "Qh", "second": "3d"}


def tappable(name: str) -> bool:
    try:
        AnswerState(name)
    except TutorError:
        return False
    return True


TAPPABLE = tuple(filter(tappable, exercise_ids()))


def fill_in(state: AnswerState, answer: Any) -> None:
    """Give an answer with nothing but what a browser can send."""
    values = answer if isinstance(answer, dict) else {}
    if not values:
        values = dict(zip(state.entries, answer if isinstance(answer, list) else [answer], strict=True))
    for key, value in values.items():
        entry = state.entries[key]
        if isinstance(entry, Pick):
            words = next(words for words, meant in entry.options.items() if meant == value)
            state.set(f"at:{key}", words)
        elif isinstance(entry, Number) and abs(value) > 20:
            state.set(f"at:{key}", str(value))
        elif isinstance(entry, Number):
            for _ in range(abs(value)):
                state.press(f"{'more' if value > 0 else 'less'}:{key}")
            if value == 0:
                state.press(f"more:{key}"), state.press(f"less:{key}")
        else:
            arrange(state, key, Layout.parse(value))


def arrange(state: AnswerState, key: str, layout: Layout) -> None:
    for row in ROWS:
        for card in layout.row(row):
            state.set(f"at:{key}", {"do": "move", "card": str(card), "place": row})


def right_answer(name: str) -> Any:
    """The expected answer; where a word is expected as a list, its only member."""
    exercise = load_exercise(name)
    if exercise.judge == "word" and isinstance(exercise.expected, list):
        (word,) = exercise.expected
        return word
    return exercise.expected


def messages(state: AnswerState) -> dict[str, Message]:
    (group,) = state.parts()
    return {part.key: part for part in group.parts if isinstance(part, Message)}  # type: ignore[attr-defined]


def test_every_exercise_of_the_lesson_can_be_tapped() -> None:
    assert len(LESSON) == 8
    assert set(LESSON) <= set(TAPPABLE)


@pytest.mark.parametrize("name", TAPPABLE)
def test_the_right_answer_is_right(name: str) -> None:
    state = AnswerState(name)
    fill_in(state, right_answer(name))
    said = state.press("check")
    written = check_answer(name, state.answer)
    assert written.right
    assert said == f"That is right. {written.message}"
    outcome = messages(state)["outcome"]
    assert (outcome.sort, outcome.title, outcome.told) == ("good", "that is right", (written.message,))


@pytest.mark.parametrize("name", LESSON)
def test_each_wrong_answer_gets_the_words_of_the_written_one(name: str) -> None:
    """Every other answer that can be picked, numbers beside the right ones, and layouts that are not in order."""
    for answer in wrong_answers(name):
        state = AnswerState(name)
        fill_in(state, answer)
        state.press("check")
        written = check_answer(name, state.answer)
        assert written.state == "not right", answer
        outcome = messages(state)["outcome"]
        assert (outcome.sort, outcome.title) == ("bad", "not right yet")
        assert f"{outcome.told[0]} For a nudge: hint({name!r})" == written.message


def wrong_answers(name: str) -> list[Any]:
    exercise, right = load_exercise(name), right_answer(name)
    if exercise.judge == "word":
        return [word for word in exercise.options["choices"] if word != right]
    if isinstance(right, list):
        return [[*right[:at], number + 1, *right[at + 1 :]] for at, number in enumerate(right)]
    if exercise.judge == "numbers":
        return [{**right, key: -number} for key, number in right.items()]
    if exercise.judge == "trade-off":
        turned = [{**right, row: {1: 0, 0: -1, -1: 1}[right[row]]} for row in ROWS]
        known = exercise.options["except"][1]
        return [
            *turned,
            {**right, "layout": known},
            {**right, "layout": Layout.parse(FOUL).move("Q♥", "middle")},
        ]
    start = Layout.parse(exercise.options["start"])
    return [Layout(start.front, start.back, start.middle), start.move(start.front[0], "middle")]


def test_what_is_still_empty_is_asked_for() -> None:
    state = AnswerState("02-counts")
    assert state.press("check") == "Not attempted yet. Still empty: front, middle and back."
    state.press("more:the first place")
    assert state.press("check") == "Not attempted yet. Still empty: middle and back."
    assert AnswerState("02-boundary").press("check") == "Not attempted yet. Choose an answer first."
    third = AnswerState("02-third")
    assert third.press("check").endswith("Still empty: your layout, front, middle and back.")
    state = AnswerState("02-repair")
    assert state.press("check").startswith("Not attempted yet. Move a card first")
    state.set("at:answer", ONE_EXCHANGE)
    state.press("undo:answer")
    assert state.answer is None
    assert messages(state) == {}


def test_another_answer_takes_the_verdict_away_and_an_opened_panel_stays() -> None:
    state = AnswerState("02-boundary")
    state.set("at:answer", "both")
    state.press("hint")
    state.press("check")
    assert set(messages(state)) == {"outcome", "hint"}
    state.set("at:answer", "both")
    assert set(messages(state)) == {"outcome", "hint"}
    state.set("at:answer", "front-middle")
    assert set(messages(state)) == {"hint"}


@pytest.mark.parametrize("name", LESSON)
def test_hint_and_answer_are_closed_until_they_are_asked_for(name: str) -> None:
    state = AnswerState(name)
    assert hint(name).text not in page_text(state.parts())
    assert solution(name).text not in json.dumps(AnswerPad(name).shown, ensure_ascii=False)
    assert state.press("hint") == hint(name).text
    assert solution(name).text not in page_text(state.parts())
    assert state.press("solution") == solution(name).text
    assert {key: message.told for key, message in messages(state).items()} == {
        "hint": (hint(name).text,),
        "solution": (solution(name).text,),
    }
    assert state.press("solution") == "Closed: the answer."
    state.press("hint")
    assert messages(state) == {}


@pytest.mark.parametrize("name", LESSON)
def test_without_a_browser_the_question_stands_there(name: str) -> None:
    pad = AnswerPad(name)
    assert repr(pad) == f"{load_exercise(name).question}\n{ELSEWHERE}"
    bundle, _ = pad._repr_mimebundle_()
    assert ELSEWHERE in bundle["text/html"]
    assert "button" not in bundle["text/html"]
    assert repr(pad) == repr(AnswerPad(name))


def test_what_was_filled_in_stands_in_the_text_too() -> None:
    state = AnswerState("02-third")
    fill_in(state, right_answer("02-third"))
    state.press("check")
    text = page_text(state.parts())
    rows = dict(re.findall(r"^(front|middle|back) +(.+)$", text, re.MULTILINE))
    assert {row: set(cards.split()) for row, cards in rows.items()} == {
        "front": {"8♣", "6♥", "3♦"},
        "middle": {"Q♠", "Q♥", "9♠", "9♦", "2♣"},
        "back": {"A♠", "K♠", "J♠", "10♠", "4♠"},
    }
    assert "Front: weaker\nMiddle: stronger\nBack: equal\n" in text
    assert "that is right" in text
    counts = AnswerState("02-counts")
    counts.set("at:the second place", "6")
    assert "Middle: 6\n" in page_text(counts.parts())


def test_a_trade_off_is_what_the_rows_say() -> None:
    """A layout of one's own, with the comparisons of an independent call."""
    own, repair = (
        Layout.parse("9♠ 9♦ 3♦ / Q♠ Q♥ 8♣ 6♥ 2♣ / A♠ K♠ J♠ 10♠ 4♠"),
        load_exercise("02-repair").expected,
    )
    than = Layout.parse(repair)
    state = AnswerState("02-third")
    fill_in(state, {"layout": own, **{row: compare_rows(own.row(row), than.row(row)).result for row in ROWS}})
    assert state.press("check").startswith("That is right.")


def test_numbers_are_typed_or_stepped() -> None:
    number = Number("a", "A")
    assert [number.press("less"), number.value] == ["A: -1.", -1]
    assert [number.set(" −4 "), number.value] == ["A: -4.", -4]
    assert [number.set("+2"), number.value] == ["A: 2.", 2]
    for bad in ("2.5", "two", "1" * 10, True, None, ["2"], {"n": 2}, " "):
        with pytest.raises(TutorError, match="A: a whole number is wanted") as refused:
            number.set(bad)
        assert "\n" not in str(refused.value)
        assert number.value == 2
    number.set("999999999")
    assert [number.press("more"), number.value] == ["A: 999999999.", 999_999_999]
    assert [number.set(""), number.value] == ["A is empty.", None]


def test_cards_are_moved_taken_back_and_put_where_they_were() -> None:
    cards = Arrange("a", "A", FOUL, "swc")
    cards.set({"do": "move", "card": "Qs", "place": "back"})
    cards.set(ONE_EXCHANGE)
    assert cards.value == Layout.parse(FOUL).move("Q♠", "back").exchange("Q♥", "3♦")
    cards.press("undo")
    assert cards.value == Layout.parse(FOUL).move("Q♠", "back")
    cards.set({"do": "redo"})
    cards.press("reset")
    assert cards.value is None
    cards.set({"do": "undo"})
    assert cards.value is not None


BAD_SETS: Mapping[str, tuple[str, str, object]] = {
    "no such entry": ("02-boundary", "at:question", "both"),
    "no entry at all": ("02-boundary", "answer", "both"),
    "no such choice": ("02-boundary", "at:answer", "neither"),
    "a number for words": ("02-kicker", "at:repair front", 1),
    "a list for words": ("02-boundary", "at:answer", ["both"]),
    "a text for cards": ("02-repair", "at:answer", FOUL),
    "no action": ("02-repair", "at:answer", {"card": "Qs", "place": "back"}),
    "an action of boards": ("02-repair", "at:answer", {"do": "deal", "seed": 1}),
    "a list as action": ("02-repair", "at:answer", {"do": ["move"]}),
    "into the hand": ("02-repair", "at:answer", {"do": "move", "card": "Qs", "place": "hand"}),
    "nowhere": ("02-repair", "at:answer", {"do": "move", "card": "Qs", "place": "sleeve"}),
    "no place": ("02-repair", "at:answer", {"do": "move", "card": "Qs"}),
    "no card": ("02-repair", "at:answer", {"do": "move", "card": "Zs", "place": "back"}),
    "a card of another deal": ("02-repair", "at:answer", {"do": "exchange", "first": "Qs", "second": "7h"}),
    "a card with itself": ("02-repair", "at:answer", {"do": "exchange", "first": "Qs", "second": "Qs"}),
    "half a number": ("02-counts", "at:the first place", "2.5"),
}


def sent_to(pad: AnswerPad, content: object) -> dict[str, Any]:
    """What the browser sends, and the answer that it gets."""
    message = {"view": "v", "seq": 7, **content} if isinstance(content, dict) else content
    pad._handle_custom_msg(message, [])
    answer: dict[str, Any] = pad.shown["answer"]
    return answer


@pytest.mark.parametrize("case", BAD_SETS)
def test_what_cannot_be_is_refused_in_one_line_and_changes_nothing(case: str) -> None:
    name, field, value = BAD_SETS[case]
    pad = AnswerPad(name)
    before = copy.deepcopy(pad.state)
    answer = sent_to(pad, {"do": "set", "name": field, "value": value})
    assert (answer["view"], answer["seq"], answer["say"]) == ("v", 7, "")
    assert answer["problem"]
    assert "\n" not in answer["problem"]
    assert "Error" not in answer["problem"]  # words, not the name of an exception
    assert pad.state == before
    with pytest.raises(TutorError):
        AnswerState(name).set(field, value)


@pytest.mark.parametrize(
    "content",
    [
        None,
        7,
        "check",
        [],
        {},
        {"do": "tap", "name": "check"},
        {"do": "press"},
        {"do": "press", "name": ["check"]},
        {"do": "press", "name": "cheat"},
        {"do": "press", "name": "more"},
        {"do": "press", "name": "more:answer"},
        {"do": "press", "name": "reset:front"},
        {"do": "press", "name": "check", "drafts": {"at:nowhere": "1"}},
    ],
)
def test_malformed_messages_become_words(content: object) -> None:
    pad = AnswerPad("02-boundary")
    before = copy.deepcopy(pad.state)
    assert sent_to(pad, content)["problem"]
    assert pad.state == before


def test_a_browser_checks_with_what_was_typed() -> None:
    pad = AnswerPad("02-counts")
    drafts = {"at:the first place": "2", "at:the second place": "6", "at:the third place": "5"}
    answer = sent_to(pad, {"do": "press", "name": "check", "drafts": drafts})
    assert (answer["problem"], answer["say"][:14]) == ("", "That is right.")
    assert pad.answer == [2, 6, 5]


@pytest.mark.parametrize("name", LESSON)
def test_a_state_is_plain_and_brings_everything_back(name: str) -> None:
    pad = AnswerPad(name)
    fill_in(pad._pad, right_answer(name))
    pad.press("hint")
    pad.press("check")
    kept = json.loads(json.dumps(pad.state))
    other = AnswerPad(name)
    other.state = kept
    assert (other.state, other.answer) == (kept, pad.answer)
    assert page_text(other._pad.parts()) == page_text(pad._pad.parts())


@pytest.mark.parametrize(
    "kept",
    [
        {"entries": []},
        {"entries": {"nobody": "both"}},
        {"entries": {"answer": "neither"}},
        {"entries": {"answer": None}},
        {"opened": "hint"},
        {"opened": ["everything"]},
        {"checked": "yes"},
    ],
)
def test_a_state_that_cannot_be_is_refused(kept: dict[str, Any]) -> None:
    pad = AnswerPad("02-boundary")
    pad.set("at:answer", "both")
    before = copy.deepcopy(pad.state)
    with pytest.raises(traitlets.TraitError):
        pad.state = kept
    assert pad.state == before


@pytest.mark.parametrize(
    "rows",
    [
        {"front": ["Qs"]},
        {"front": ["Qs", "Qh", "2c"], "middle": ["9s", "9d", "8c", "6h", "3d"], "back": ["As", "Ks", "Js", "Ts"],
         "hand": ["4s"]},
        {"front": ["Qs", "Qh", "2c"], "middle": ["9s", "9d", "8c", "6h", "3d"], "back": ["As", "Ks", "Js", "Ts", "7h"]},
    ],
    ids=["too few", "one in the hand", "another deal"],
)  # fmt: skip
def test_rows_that_cannot_be_are_refused(rows: dict[str, list[str]]) -> None:
    pad = AnswerPad("02-repair")
    before = copy.deepcopy(pad.state)
    with pytest.raises(traitlets.TraitError):
        pad.state = {"entries": {"answer": rows}}
    assert pad.state == before


def test_what_can_only_be_written_says_so() -> None:
    with pytest.raises(
        TutorError, match=r"^12-wheel: this answer is written in a cell; there is nothing to tap$"
    ):
        AnswerPad("12-wheel")
    with pytest.raises(TutorError, match="did you mean '02-repair'"):
        AnswerPad("02-repare")


@pytest.mark.parametrize("name", TAPPABLE)
def test_every_part_has_a_name(name: str) -> None:
    def walk(parts: tuple[Part, ...]) -> None:
        for part in parts:
            assert part.key
            assert getattr(part, "label", getattr(part, "title", getattr(part, "name", ""))), part
            walk(getattr(part, "parts", ()))

    walk(AnswerState(name).parts())
