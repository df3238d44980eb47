"""An exercise answered by mouse, finger or keys, without its widget: what is filled in, and what is said of it.

>>> state = AnswerState("02-boundary")
>>> state.set("at:answer", "both")
'Your answer: both.'
>>> state.press("check")
'Not right yet. One of the two holds: compare the middle with the back again.'
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, Final

from cptutor.exercises.exercise import Outcome, hint, judge_answer, load_exercise, solution
from cptutor.exercises.judging import by_name, listed
from cptutor.terms import ROWS, RuleError, TutorError
from cptutor.widgets.answer_entries import AT, Arrange, Entry, Number, Pick
from cptutor.widgets.model import ControlState, no_such
from cptutor.widgets.parts import Button, Group, Message, Static, Tools

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from cptutor.exercises import Exercise
    from cptutor.widgets.parts import Part

ELSEWHERE: Final = (
    "To answer by tapping, choose Run, then Run All Cells. Or write your answer in the next cell."
)
HOW_TO_MOVE: Final = (
    "Drag a card to a row, or onto a card to exchange the two; or tap one card, then the other."
    " Keys: arrows walk, F, M, B move to a row, X marks a card to exchange, Ctrl+Z takes back."
)
_ALONE: Final = "answer"
_LAYOUT: Final = "layout"
_RESULTS: Final = {"stronger": 1, "equal": 0, "weaker": -1}
"""How a row of a trade-off fares, as its judge counts it."""
_PANELS: Final = {"hint": hint, "solution": solution}
"""What can be opened below the answer."""
_WORDS: Final = {"hint": "hint", "solution": "answer"}


class AnswerState(ControlState):
    """An exercise with its entries, the outcome of the last check, and whether hint and answer are open.

    Args:
        exercise: the exercise's id, such as ``"02-repair"``.

    Raises:
        TutorError: there is no such exercise, or its answer can only be written.
        RuleError: the exercise's file is at fault.
    """

    label = "Answer pad"

    def __init__(self, exercise: str) -> None:
        self.exercise = load_exercise(exercise)
        self.entries = {entry.key: entry for entry in _entries(self.exercise)}
        self.outcome: Outcome | None = None
        self.opened: frozenset[str] = frozenset()
        self._judged: dict[str, Any] | None = None

    @property
    def answer(self) -> Any:
        """What was filled in, as it would be written in a cell; None stands for what is still empty."""
        values = {key: entry.value for key, entry in self.entries.items()}
        if list(values) == [_ALONE]:
            return values[_ALONE]
        return list(values.values()) if isinstance(self.exercise.expected, list) else values

    def set(self, name: str, value: object) -> str:
        """Fill in an entry."""
        if not name.startswith(AT) or name.removeprefix(AT) not in self.entries:
            raise no_such("entry", name)
        return self._changed(self.entries[name.removeprefix(AT)].set(value))

    def press(self, name: str) -> str:
        """Check the answer, open or close hint and answer, or press a button of an entry."""
        if name == "check":
            self.outcome = self._judge()
            return f"{_capital(self.outcome.title)}. {self.outcome.message}"
        if name in _PANELS:
            self.opened ^= {name}
            return (
                _PANELS[name](self.exercise.id).text
                if name in self.opened
                else f"Closed: the {_WORDS[name]}."
            )
        action, _, key = name.partition(":")
        if key not in self.entries:
            raise no_such("button", name)
        return self._changed(self.entries[key].press(action))

    def _changed(self, said: str) -> str:
        """Another answer is on the pad: what was said of the one before is gone."""
        if self._judged != self._filled():
            self.outcome = None
        return said

    def _filled(self) -> dict[str, Any]:
        return {key: entry.kept() for key, entry in self.entries.items()}

    def _judge(self) -> Outcome:
        """Judge what is filled in, by the judge of the written answers; ask for what is still empty before."""
        self._judged = self._filled()
        empty = [entry for entry in self.entries.values() if entry.value is None]
        if not empty:
            return judge_answer(self.exercise, self.answer)
        if len(self.entries) == 1:
            return Outcome("not attempted", empty[0].first)
        return Outcome("not attempted", f"Still empty: {listed(entry.label.lower() for entry in empty)}.")

    def snapshot(self) -> dict[str, Any]:
        """What is filled in, whether it was checked, and what is open."""
        return {
            "entries": self._filled(),
            "checked": self.outcome is not None,
            "opened": [name for name in _PANELS if name in self.opened],
        }

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Come back to an answer; it is judged anew where it was before."""
        entries, opened = kept.get("entries", {}), kept.get("opened", list(self.opened))
        checked = kept.get("checked", self.outcome is not None)
        if not isinstance(entries, dict):
            raise TutorError("entries: what is filled in is wanted, by name")
        if not isinstance(opened, list) or not set(map(str, opened)) <= set(_PANELS):
            raise TutorError(f"opened: of {', '.join(_PANELS)}, not {opened!r}")
        if not isinstance(checked, bool):
            raise TutorError(f"checked: true or false is wanted, not {checked!r}")
        for key, value in entries.items():
            if key not in self.entries:
                raise no_such("entry", key)
            self.entries[key].restore(value)
        self.opened = frozenset(opened)
        self.outcome = self._judge() if checked else None

    def parts(self) -> tuple[Part, ...]:
        """The question, its entries, the buttons, and what came of them."""
        hint_label, solution_label = (
            f"Hide {_WORDS[name]}" if name in self.opened else label
            for name, label in (("hint", "Hint"), ("solution", "Show answer"))
        )
        buttons = (
            Button("check", "Check", "main"),
            Button("hint", hint_label),
            Button("solution", solution_label),
        )
        found: list[Part] = [part for entry in self.entries.values() for part in entry.parts()]
        found.append(Tools("do", "Check, hint and answer", buttons))
        if self.outcome is not None:
            found.append(Message("outcome", self.outcome.kind, self.outcome.title, (self.outcome.message,)))
        for name, told in _PANELS.items():
            if name in self.opened:
                passage = told(self.exercise.id)
                found.append(Message(name, "note", passage.title, (passage.text,)))
        arranged = any(isinstance(entry, Arrange) for entry in self.entries.values())
        if arranged:
            found.append(
                Static("how", "How cards are moved", f"<p>{escape(HOW_TO_MOVE)}</p>", HOW_TO_MOVE, twin=False)
            )
        found.append(Static("elsewhere", "How to answer", f"<p>{ELSEWHERE}</p>", ELSEWHERE, live=False))
        return (Group("question", self.exercise.question, tuple(found), "panel"),)


def _entries(exercise: Exercise) -> Iterator[Entry]:
    """What has to be filled in; a single entry is called "answer"."""
    options, expected = exercise.options, exercise.expected
    choices = options.get("choices")
    if isinstance(choices, list):
        choices = {words: words for words in choices}
    if exercise.judge in ("legal layout", "trade-off"):
        key = _ALONE if exercise.judge == "legal layout" else _LAYOUT
        yield Arrange(key, "Your layout", options["start"], options["profile"])
        if exercise.judge == "trade-off":
            yield from (Pick(row, _capital(row), _RESULTS) for row in ROWS)
    elif exercise.judge == "numbers":
        keys = list(by_name(expected))
        labels = options.get("places", keys)
        if len(labels) != len(keys):
            raise RuleError(f"{exercise.id}: {len(labels)} places for {len(keys)} numbers")
        for key, label in zip(keys, labels, strict=True):
            yield Pick(key, _capital(label), choices) if choices else Number(key, _capital(label))
    elif choices:
        yield Pick(_ALONE, "Your answer", choices)
    elif exercise.judge == "number":
        yield Number(_ALONE, "Your answer")
    else:
        raise TutorError(f"{exercise.id}: this answer is written in a cell; there is nothing to tap")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
