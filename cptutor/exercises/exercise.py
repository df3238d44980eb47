"""Exercises: a question, a learner's answer, and one of three outcomes with a kind word.

The questions and right answers are data, in ``rules_data/exercises/<NN>.toml``, a file for each notebook. A right
answer is taken from a worked example where there is one, so that an exercise can never disagree with it.

>>> check_answer("02-repair", None)
not attempted: Replace None with your answer, then run that cell and this one again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING, Any, Final, Literal

from cptutor.datafiles import read_data, validate
from cptutor.exercises.exhibits import ASKED, judge_exhibit
from cptutor.exercises.judging import JUDGES, NotRightError, same_answer
from cptutor.exercises.unfinished import Unfinished
from cptutor.resources import resource
from cptutor.rules.profile_files import read_source
from cptutor.terms import ROWS, RuleError, TutorError

if TYPE_CHECKING:
    from pathlib import Path

    from cptutor.html import Kind

State = Literal["not attempted", "not right", "right"]

_KINDS: Final[dict[State, Kind]] = {"not attempted": "note", "not right": "bad", "right": "good"}
_TITLES: Final[dict[State, str]] = {
    "not attempted": "not attempted yet",
    "not right": "not right yet",
    "right": "that is right",
}
_JUDGES: Final = {**JUDGES, "exhibit": judge_exhibit}
_WANTED: Final = {
    "legal layout": ("start", "profile"),
    "trade-off": ("start", "profile", "than"),
    "exhibit": ("asks", "cases"),
}
"""What an exercise's file must say for its judge."""
_FROM_EXAMPLE: Final = {"example", "field"}


@dataclass(frozen=True, slots=True, repr=False)
class Outcome:
    """What became of an answer: ``state`` is "not attempted", "not right" or "right"; ``message`` says more."""

    state: State
    message: str

    @property
    def right(self) -> bool:
        """Whether the answer is right."""
        return self.state == "right"

    @property
    def kind(self) -> Kind:
        """How it is shown, as in :data:`cptutor.html.MESSAGES`."""
        return _KINDS[self.state]

    @property
    def title(self) -> str:
        """The state in words."""
        return _TITLES[self.state]

    def __repr__(self) -> str:
        return f"{self.state}: {self.message}"

    def _repr_html_(self) -> str:
        from cptutor.html import message_html

        return message_html(self.kind, self.title, [self.message])


@dataclass(frozen=True, slots=True, repr=False)
class Passage:
    """A hint or a solution: ``title`` and ``text``."""

    title: str
    text: str

    def __repr__(self) -> str:
        return f"{self.title}: {self.text}"

    def _repr_html_(self) -> str:
        from cptutor.html import Markup, message_html

        return message_html("note", self.title, [Markup(escape(self.text))])


@dataclass(frozen=True, slots=True)
class Exercise:
    """One exercise as it stands in its file.

    ``expected`` is the right answer, or one of many where the judge is "legal layout", "trade-off" or "exhibit" (a deal
    that exposes it); ``options`` are
    the further keys of the file that the judge needs. ``table`` holds what lies on the table when the question is
    asked: layouts as text, by the names that the question uses.
    """

    id: str
    question: str
    hint: str
    solution: str
    judge: str
    expected: Any
    options: Mapping[str, Any]
    mistakes: tuple[tuple[Any, str], ...] = ()
    table: Mapping[str, str] = field(default_factory=dict)


def check_answer(exercise: str, answer: object, exhibit: object = None) -> Outcome:
    """Judge a learner's answer.

    Args:
        exercise: the exercise's id, such as ``"02-repair"``.
        answer: None, ``...`` or nothing but empty places while there is none yet; else what the question asks for.
            Anything may be passed: what cannot be read is an answer that is not right, with the reason.
        exhibit: the wrong function that the exercise is about, if it is about one.

    Raises:
        TutorError: there is no such exercise.
        RuleError: the exercise's own file is at fault.

    >>> check_answer("01-front", "straight flush").state
    'not right'
    """
    found = load_exercise(exercise)
    if isinstance(answer, Unfinished):
        return Outcome(
            "not attempted",
            f"Your answer's cell stopped ({answer.error}). Mend it, then run it and this one again.",
        )
    if _is_empty(answer):
        return Outcome(
            "not attempted", "Replace None with your answer, then run that cell and this one again."
        )
    outcome = judge_answer(found, answer, exhibit)
    if outcome.right:
        return outcome
    return Outcome(outcome.state, f"{outcome.message} For a nudge: hint({exercise!r})")


def judge_answer(exercise: Exercise, answer: object, exhibit: object = None) -> Outcome:
    """Judge an answer that was given, and say what is wrong with it; where a hint is found is left to the caller."""
    try:
        _JUDGES[exercise.judge](answer, exercise.expected, {**exercise.options, "exhibit": exhibit})
    except NotRightError as wrong:
        said = (says for mistake, says in exercise.mistakes if same_answer(answer, mistake))
        return Outcome("not right", next(said, str(wrong)))
    except TutorError as error:  # a mistyped card, say; the exercise's own data are tested
        return Outcome("not right", _sentence(str(error)))
    return Outcome("right", "Now compare the reasons, not only the result.")


def hint(exercise: str) -> Passage:
    """A step towards the answer, without the answer.

    Raises:
        TutorError: there is no such exercise.
    """
    return Passage("a hint", load_exercise(exercise).hint)


def solution(exercise: str) -> Passage:
    """The right answer and why it is right.

    Raises:
        TutorError: there is no such exercise.
    """
    return Passage("the answer", load_exercise(exercise).solution)


def exercise_ids() -> tuple[str, ...]:
    """The ids of all exercises, in the order of the notebooks."""
    return tuple(_all_exercises())


def load_exercise(exercise: str) -> Exercise:
    """One exercise by its id.

    Raises:
        TutorError: there is no such exercise.
        RuleError: an exercise file is at fault; names the file and the key.
    """
    known = _all_exercises()
    if not isinstance(exercise, str) or exercise not in known:
        close = get_close_matches(str(exercise), known, n=1)
        advice = f"; did you mean {close[0]!r}?" if close else f"; there are {', '.join(known)}"
        raise TutorError(f"no exercise {exercise!r}{advice}")
    name, data = known[exercise]
    return _read(name, data)


@lru_cache
def _all_exercises() -> dict[str, tuple[str, dict[str, Any]]]:
    """The data of every exercise by its id, with the name of its file."""
    found: dict[str, tuple[str, dict[str, Any]]] = {}
    for path in sorted((resource("rules_data") / "exercises").glob("*.toml")):
        for data in read_exercises(path):
            if data["id"] in found:
                raise RuleError(f"{path.name}: exercise {data['id']!r} stands twice")
            found[data["id"]] = path.name, data
    return found


def read_exercises(path: Path) -> list[dict[str, Any]]:
    """The exercises of one file as data.

    Raises:
        RuleError: names the file and the key at fault.
    """
    data = read_data(path)
    validate(data, "exercise", path.name)
    exercises: list[dict[str, Any]] = data["exercise"]
    for exercise in exercises:
        where = f"{path.name}: {exercise['id']}"
        if not exercise["id"].startswith(f"{path.stem}-"):
            raise RuleError(f"{where}: the id must begin with {path.stem}-")
        if _has_literal(exercise["expected"]) and "source" not in exercise:
            raise RuleError(f"{where}: key 'source' is missing for a literal expected value")
        if isinstance(exercise.get("source"), dict):
            read_source(exercise["source"], "", where)
        for key in _WANTED.get(exercise["judge"], ()):
            if key not in exercise:
                raise RuleError(f"{where}: key {key!r} is missing for the judge {exercise['judge']!r}")
        for key in ASKED[exercise["asks"]].needs if "asks" in exercise else ():
            if key not in exercise:
                raise RuleError(
                    f"{where}: key {key!r} is missing for what the exhibit asks, {exercise['asks']!r}"
                )
    return exercises


def _read(name: str, data: dict[str, Any]) -> Exercise:
    where = f"{name}: {data['id']}"
    options: dict[str, Any] = {
        key: _resolved(data[key], where)
        for key in (
            "also",
            "start",
            "profile",
            "exchanges",
            "except",
            "than",
            "asks",
            "cases",
            "category",
            "kinds",
            "choices",
            "places",
        )
        if key in data
    }
    return Exercise(
        data["id"],
        _joined(data["question"]),
        _joined(data["hint"]),
        _joined(data["solution"]),
        data["judge"],
        _resolved(data["expected"], where),
        options,
        tuple((mistake["answer"], mistake["says"]) for mistake in data.get("mistake", ())),
        _resolved(data.get("table", {}), where),
    )


def _has_literal(expected: Any) -> bool:
    if isinstance(expected, dict):
        return set(expected) != _FROM_EXAMPLE and any(map(_has_literal, expected.values()))
    return any(map(_has_literal, expected)) if isinstance(expected, list) else True


def _resolved(expected: Any, where: str) -> Any:
    """An expected value with every reference to a worked example replaced by what stands there."""
    if isinstance(expected, dict):
        if set(expected) == _FROM_EXAMPLE:
            return _from_example(expected["example"], expected["field"], where)
        return {key: _resolved(value, where) for key, value in expected.items()}
    return [_resolved(value, where) for value in expected] if isinstance(expected, list) else expected


def _from_example(example: str, field: str, where: str) -> Any:
    """What a worked example expects under a field, such as ``pairing.0.net``; else what it is given there."""
    from cptutor.examples import load_example

    data = load_example(example).data
    value: Any = data | data["expect"] | {"expect": data["expect"]}
    for part in field.split("."):
        try:
            value = value[int(part)] if isinstance(value, list) else value[part]
        except (LookupError, TypeError, ValueError):
            known = ", ".join(data["expect"])
            raise RuleError(
                f"{where}: worked example {example!r} has no {field!r}; it expects {known}"
            ) from None
    if isinstance(value, dict):  # a layout, or a seat: its three rows, or all of them in one text
        rows = [value.get(row) for row in ROWS]
        if all(isinstance(row, str) for row in rows):
            return " / ".join(map(str, rows))
        return value.get("layout", value)
    return value


def _is_empty(answer: object) -> bool:
    if answer is None or answer is ...:
        return True
    if isinstance(answer, str):
        return not answer.strip()
    if isinstance(answer, Mapping):
        return all(map(_is_empty, answer.values()))
    return isinstance(answer, (list, tuple)) and all(map(_is_empty, answer))


def _joined(text: str) -> str:
    """Text as one paragraph, however its file breaks the lines."""
    return " ".join(text.split())


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."
