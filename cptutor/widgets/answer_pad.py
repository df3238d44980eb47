"""The answer pad: an exercise that is answered by mouse, finger or keys, and judged as the written answer is.

>>> print(AnswerPad("02-boundary"))
Which boundary is at fault: front-middle, middle-back, or both?
To answer by tapping, choose Run, then Run All Cells. Or write your answer in the next cell.
"""

from __future__ import annotations

from typing import Any

from cptutor.widgets.answering import AnswerState
from cptutor.widgets.bundle import styles
from cptutor.widgets.control import Control
from cptutor.widgets.legend import CARDS


class AnswerPad(Control):
    """An exercise with what its answer needs: a choice, numbers, or cards to set; then a check, a hint, the answer.

    Args:
        exercise: the exercise's id, such as ``"02-repair"``.

    Raises:
        TutorError: there is no such exercise, or its answer can only be written.
        RuleError: the exercise's file is at fault.
    """

    _css = styles("shared.css", "mat.css", "control.css", "answer.css")

    def __init__(self, exercise: str) -> None:
        self._pad = AnswerState(exercise)
        super().__init__(self._pad, CARDS)

    @property
    def answer(self) -> Any:
        """What is on the pad, as :func:`~cptutor.exercises.check_answer` takes it."""
        return self._pad.answer
