"""Exercises: a question, a patient check with three outcomes, a hint, and the answer.

The files stand in ``rules_data/exercises``, one a lesson.
"""

from cptutor.exercises.exercise import (
    Exercise,
    Outcome,
    check_answer,
    exercise_ids,
    hint,
    load_exercise,
    read_exercises,
    solution,
)
from cptutor.exercises.unfinished import watch_answers

__all__ = [
    "Exercise",
    "Outcome",
    "check_answer",
    "exercise_ids",
    "hint",
    "load_exercise",
    "read_exercises",
    "solution",
]

watch_answers()
