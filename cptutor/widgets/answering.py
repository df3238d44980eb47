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
from cptutor.exercises.judging import listed, places_of
from cptutor.terms import ROWS, RuleError, TutorError
from cptutor.widgets.answer_entries import AT, Arrange, Entry, Number, Pick
from cptutor.widgets.model import ControlState, no_such
from cptutor.widgets.parts import Button, Group, Message, Static, Tools

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

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


class AnswerState(ControlState):
    """An exercise with its entries, the outcome of the last check, and whether hint and answer are open.

    Args:
        exercise: the exercise's id, such as ``"02-repair"``.

    Raises:
        TutorError: there is no such exercise, or none that can be answered without writing.
        RuleError: the exercise's file is at fault.
    """

    label = "Answer pad"

    def __init__(self, exercise: str) -> None:
        self.exercise = load_exercise(exercise)
        self.entries = {entry.key: entry for entry in _entries(self.exercise)}
        self.outcome: Outcome | None = None
        self.open: frozenset[str] = frozenset()

    @property
    def answer(self) -> Any:
        """What :func:`~cptutor.exercises.check_answer` would be given; None stands where nothing has been filled in."""
        values = {key: entry.value for key, entry in self.entries.items()}
        if set(values) == {_ALONE}:
            return values[_ALONE]
        return list(values.values()) if isinstance(self.exercise.expected, list) else values

    def set(self, name: str, value: object) -> str:
        """Fill in an entry; what was said of the answer before is then gone."""
        entry = self.entries.get(name.removeprefix(AT)) if name.startswith(AT) else None
        if entry is None:
            raise no_such("entry", name)
        return self._change(entry, lambda: entry.set(value))

    def press(self, name: str) -> str:
        """Check the answer, open or close hint and answer, or press an entry's own button."""
        if name == "check":
            self.outcome = self._judge()
            return f"{_capital(self.outcome.title)}. {self.outcome.message}"
        if name in ("hint", "solution"):
            self.open ^= {name}
            told = hint if name == "hint" else solution
            return told(self.exercise.id).text if name in self.open else f"The {_NAMES[name]} is closed."
        action, _, key = name.partition(":")
        entry = self.entries.get(key)
        if entry is None:
            raise no_such("button", name)
        return self._change(entry, lambda: entry.press(action))
