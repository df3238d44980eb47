"""Every exercise knows its right answer, refuses wrong ones kindly, and is asked in its notebook."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from cptutor import Layout, load_profile, parse_cards, repairs
from cptutor.cards import show_cards
from cptutor.exercises import (
    Outcome,
    check_answer,
    exercise_ids,
    hint,
    load_exercise,
    read_exercises,
    solution,
)
from cptutor.terms import ROWS, RuleError, TutorError
from tools import notebooks

if TYPE_CHECKING:
    from pathlib import Path

IDS = exercise_ids()
PLAIN = tuple(identity for identity in IDS if load_exercise(identity).judge != "exhibit")
"""Exercises that need nothing but an answer; those about a wrong function are in test_museum.py."""
FOUL = "Q♠ Q♥ 2♣ / 9♠ 9♦ 8♣ 6♥ 3♦ / A♠ K♠ J♠ 10♠ 4♠"


def plain(text: object) -> str:
    return " ".join(str(text).replace("−", "-").split())


def wrong_answers(identity: str) -> list[Any]:
    """Return answers of every sort that cannot be right, besides the mistakes that the file lists."""
    exercise = load_exercise(identity)
    expected = exercise.expected
    wrong: list[Any] = [mistake for mistake, _ in exercise.mistakes]
    wrong += ["nonsense ♞", "Z♠", object, 3.5, True, b"x", {"a": 1}, ["x", None], [[1]], "7♠ 7♠"]
    if exercise.judge == "number":
        wrong += [expected + 1, -expected or 1, str(expected + 10), [expected]]
    elif exercise.judge == "numbers":
        values = list(expected.values()) if isinstance(expected, dict) else list(expected)
        spoilt = [[*values[:i], values[i] + 1, *values[i + 1 :]] for i in range(len(values))]
        wrong += (
            [dict(zip(expected, s, strict=True)) for s in spoilt] if isinstance(expected, dict) else spoilt
        )
        wrong += [values[:-1], [*values, 0]]
    elif exercise.judge == "trade-off":
        wrong += [{**expected, "front": expected["front"] + 1}, expected["layout"]]
    elif exercise.judge == "legal layout":
        wrong += [exercise.options["start"], *exercise.options.get("except", ())]
    return [
        answer for answer in wrong if answer != exercise.options.get("start") or "layout" in exercise.judge
    ]


@pytest.mark.parametrize("identity", IDS)
def test_not_attempted(identity: str) -> None:
    for nothing in (None, ..., "", [], {}, [None, None], {"layout": None, "front": None}):
        outcome = check_answer(identity, nothing)
        assert outcome.state == "not attempted"
        assert repr(outcome).startswith("not attempted: ")
        assert not outcome.right


@pytest.mark.parametrize("identity", PLAIN)
def test_right_answer_is_right(identity: str) -> None:
    exercise = load_exercise(identity)
    answers: list[Any] = [exercise.expected]
    if exercise.judge == "number":
        answers += [
            float(exercise.expected),
            f" {exercise.expected:+} ",
            f"{exercise.expected}".replace("-", "−"),
        ]
    elif exercise.judge == "word":
        word = exercise.expected if isinstance(exercise.expected, str) else " and ".join(exercise.expected)
        answers += [word.upper(), f"  {word} ", *exercise.options.get("also", ())]
    elif exercise.judge == "numbers" and isinstance(exercise.expected, dict):
        answers.append(list(exercise.expected.items()) and {k: str(v) for k, v in exercise.expected.items()})
    elif "layout" in exercise.judge and exercise.judge != "trade-off":
        layout = Layout.parse(exercise.expected)
        answers += [layout, [*layout.rows], str(layout).replace("10", "T").lower()]
    elif exercise.judge == "cards":
        answers += [list(reversed(parse_cards(exercise.expected)))]
    for answer in answers:
        outcome = check_answer(identity, answer)
        assert outcome.state == "right", (answer, outcome)
        assert repr(outcome).startswith("right: ")


@pytest.mark.parametrize("identity", IDS)
def test_wrong_answers_are_not_right(identity: str) -> None:
    for answer in wrong_answers(identity):
        outcome = check_answer(identity, answer)
        assert outcome.state == "not right", answer
        text = repr(outcome)
        assert text.startswith("not right: ")
        assert "\n" not in text
        assert f"hint({identity!r})" in text


@pytest.mark.parametrize("identity", IDS)
def test_mistakes_get_their_own_word(identity: str) -> None:
    for mistake, says in load_exercise(identity).mistakes:
        assert says in check_answer(identity, mistake).message


@pytest.mark.parametrize("identity", PLAIN)
def test_solution_names_the_right_value(identity: str) -> None:
    exercise = load_exercise(identity)
    text = plain(exercise.solution)
    expected = exercise.expected
    if exercise.judge in ("legal layout", "layout"):
        for row in Layout.parse(expected).rows:
            assert show_cards(row) in text
    elif exercise.judge == "trade-off":
        assert str(Layout.parse(expected["layout"])) in text
    elif exercise.judge == "cards":
        assert show_cards(parse_cards(expected)) in text
    elif exercise.judge == "word":
        word = expected if isinstance(expected, str) else " and ".join(expected)
        assert word.casefold() in text.casefold()
    else:
        values = expected.values() if isinstance(expected, dict) else expected
        for value in [expected] if isinstance(expected, int) else values:
            assert re.search(rf"(?<![\d-])[+]?{value}(?!\d)", text), value


@pytest.mark.parametrize("identity", IDS)
def test_hint_and_refusals_keep_the_answer(identity: str) -> None:
    exercise = load_exercise(identity)
    if "layout" in exercise.judge or exercise.judge == "trade-off":
        secret = exercise.expected["layout"] if exercise.judge == "trade-off" else exercise.expected
        assert plain(secret) not in plain(exercise.hint)
    elif exercise.judge == "word" and isinstance(exercise.expected, str):
        for _, says in exercise.mistakes:
            assert exercise.expected.casefold() not in says.casefold()


def test_texts_have_html_forms() -> None:
    for shown in (hint(IDS[0]), solution(IDS[0]), check_answer(IDS[0], None), check_answer(IDS[0], "x")):
        html = shown._repr_html_()
        assert html.startswith("<div")
        assert "  " not in repr(shown)
    assert repr(hint("02-repair")).startswith("a hint: ")
    assert repr(solution("02-repair")).startswith("the answer: ")


def test_unknown_exercise_is_one_line() -> None:
    with pytest.raises(TutorError, match=r"no exercise '02-repare'; did you mean '02-repair'\?"):
        check_answer("02-repare", None)
    with pytest.raises(TutorError, match="no exercise 'zzzzz'; there are 00-unused"):
        hint("zzzzz")
    with pytest.raises(TutorError, match="no exercise 5"):
        solution(5)  # type: ignore[arg-type]


def test_refusal_names_what_is_wrong() -> None:
    def message(answer: object) -> str:
        return check_answer("02-repair", answer).message

    assert "'Z♠' is not a card" in message(FOUL.replace("4♠", "Z♠"))
    assert "Q♠ stands in both front and middle" in message(FOUL.replace("8♣", "Q♠"))
    assert "7♥ is not one of this deal's thirteen cards" in message(FOUL.replace("6♥", "7♥"))
    assert "Foul at front-middle: the front outranks the middle" in message(FOUL)
    assert "2/6/5 where 3/5/5 is wanted" in message(Layout.parse(FOUL).move("Q♥", "middle"))
    assert "three rows" in message("Q♠ Q♥")
    assert "the first place" in check_answer("02-counts", [3, 6, 5]).message
    assert "the second place" not in check_answer("02-counts", [3, 6, 5]).message
    assert "3 are" not in check_answer("02-counts", [2, 6, None]).message


def test_names_may_be_short_where_they_are_clear() -> None:
    chart = load_exercise("08-chart").expected
    assert check_answer("08-chart", {name[0]: units for name, units in chart.items()}).right
    refused = check_answer("08-chart", {**chart, "Norbert": 1}).message
    assert "The names wanted are North, East, South and West, not Norbert." in refused
    scoop = load_exercise(
        "02-kicker"
    ).expected  # "repair front" and "repair middle": "repair" could be either
    short = check_answer("02-kicker", {name.split()[0]: 1 for name in scoop}).message
    assert "not repair and kicker" in short


def test_a_board_stands_for_the_layout_on_it() -> None:
    class OnTheTable:
        current_layout = Layout.parse(load_exercise("02-repair").expected)

    assert check_answer("02-repair", OnTheTable()).right


def test_every_repair_at_one_and_two_exchanges_is_accepted() -> None:
    for distance in (1, 2):
        for repair in repairs(FOUL, "basic", distance):
            assert check_answer("02-repair", repair.layout).right


def test_an_answer_that_fails_to_print_is_not_right() -> None:
    class Shy:
        def __str__(self) -> str:
            raise RuntimeError

    for identity in IDS:
        assert check_answer(identity, Shy()).state == "not right"


BAD_FILES = {
    "unknown key": ("judge = 'number'", "judge = 'number'\nextra = 1", "unknown key 'extra'"),
    "unknown judge": ("judge = 'number'", "judge = 'mood'", "judge"),
    "no hint": ("hint = 'h'", "", "key 'hint' is missing"),
    "no source": ("source = 's'", "", "key 'source' is missing for a literal"),
    "other number": ("'09-a'", "'08-a'", "08-a: the id must begin with 09-"),
    "unknown document": ("source = 's'", "source = {document = 'x', section = 'y'}", "no document 'x'"),
    "no start": ("'number'", "'legal layout'", "key 'start' is missing for the judge 'legal layout'"),
    "no cases": ("'number'", "'exhibit'\nasks = 'winner'", "key 'cases' is missing for the judge 'exhibit'"),
    "asks for nothing known": ("'number'", "'exhibit'\nasks = 'why'\ncases = [1]", "asks"),
    "no profile": (
        "'number'",
        "'exhibit'\nasks = 'net'\ncases = [1]",
        "key 'profile' is missing for what the exhibit asks, 'net'",
    ),
    "not TOML": ("schema = 1", "schema", "09.toml: "),
}


@pytest.mark.parametrize("name", BAD_FILES)
def test_bad_file_is_refused(name: str, tmp_path: Path) -> None:
    old, new, error = BAD_FILES[name]
    good = (
        "schema = 1\n[[exercise]]\nid = '09-a'\nquestion = 'q'\nhint = 'h'\nsolution = 's'\n"
        "judge = 'number'\nexpected = 1\nsource = 's'\n"
    )
    path = tmp_path / "09.toml"
    path.write_text(good, encoding="utf-8")
    assert read_exercises(path)[0]["id"] == "09-a"
    assert old in good
    path.write_text(good.replace(old, new), encoding="utf-8")
    with pytest.raises(RuleError) as refused:
        read_exercises(path)
    assert error in str(refused.value)
    assert "\n" not in str(refused.value)


def cells(path: Path) -> list[tuple[str, str]]:
    """Return type and source of a notebook's cells."""
    loaded = json.loads(path.read_text(encoding="utf-8"))
    return [(cell["cell_type"], "".join(cell["source"])) for cell in loaded["cells"]]


@pytest.mark.parametrize("path", notebooks.stored(), ids=lambda path: path.name)
def test_exercises_are_asked_in_their_notebook(path: Path) -> None:
    found = cells(path)
    asked = {
        match[1]: place
        for place, (_, source) in enumerate(found)
        if (match := re.search(r'^check_answer\("([^"]+)", answer(?:, \w+)?\)$', source, re.MULTILINE))
    }
    assert list(asked) == [identity for identity in IDS if identity.startswith(path.name[:2])]
    for place in asked.values():
        assert found[place - 1][1].startswith("answer = ")
        assert "None" in found[place - 1][1]
        assert "# write yours here" in found[place - 1][1]
        assert found[place + 1][0] == "markdown"
        assert found[place + 1][1].startswith("<details>\n<summary>Answer: ")
    pads = {
        match[1]: place
        for place, (_, source) in enumerate(found)
        if (match := re.fullmatch(r'AnswerPad\("([^"]+)"\)', source))
    }
    assert pads in ({}, {identity: place - 2 for identity, place in asked.items()})


def test_what_lies_on_the_table_has_the_names_of_the_question() -> None:
    """A printed sheet shows these layouts beside the question; each is thirteen cards under rules that exist."""
    with_table = [load_exercise(identity) for identity in IDS if load_exercise(identity).table]
    assert len(with_table) >= 20
    for exercise in with_table:
        assert load_profile(exercise.options["profile"])
        for name, text in exercise.table.items():
            assert name == name.strip() != ""
            assert Layout.parse(text).counts_right, exercise.id
        if "start" in exercise.options:
            assert exercise.options["start"] in exercise.table.values()
    assert load_exercise("03-anna-ben").table == {
        "Anna": "A♣ Q♦ 5♥ / K♠ K♦ 9♣ 9♥ 3♠ / 8♠ 8♥ 8♦ 4♣ 4♦",
        "Ben": "6♠ 6♦ K♣ / Q♠ Q♣ 7♦ 7♣ 2♠ / J♥ 10♥ 6♥ 3♥ 2♥",
    }
    west = load_exercise("08-aces").table["West"]  # its example gives each layout in one text
    assert west == "3♦ 7♣ 5♦ / 8♠ 8♥ 3♠ 3♥ 5♥ / A♠ A♥ A♦ 2♠ 2♥"


def test_outcome_is_a_value() -> None:
    assert Outcome("right", "a") == Outcome("right", "a")
    assert set(ROWS) == {"front", "middle", "back"}
