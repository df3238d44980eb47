"""In a kernel, a cell that stops leaves no answer behind, and an error of ours is one line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from cptutor import CardError
from cptutor.exercises import check_answer
from cptutor.exercises.unfinished import Unfinished, watch_answers

if TYPE_CHECKING:
    from collections.abc import Iterator

from IPython.core.interactiveshell import InteractiveShell


@pytest.fixture
def shell() -> Iterator[Any]:
    """A shell that is no program's, with the exercises at hand."""
    shell: Any = InteractiveShell.instance()
    watch_answers()
    shell.user_ns["check_answer"] = check_answer
    yield shell
    InteractiveShell.clear_instance()


def state_of(shell: Any, exercise: str) -> str:
    return str(check_answer(exercise, shell.user_ns["answer"]))


@pytest.mark.parametrize(
    ("cell", "error"),
    [
        ("answer = 'kick", "SyntaxError"),
        ("answer = kicker", "NameError"),
        ("# mine\nanswer = int('x')", "ValueError"),
    ],
)
def test_a_cell_that_stops_is_no_answer(
    shell: Any, cell: str, error: str, capsys: pytest.CaptureFixture[str]
) -> None:
    shell.run_cell("answer = 'high card'")
    assert state_of(shell, "01-front").startswith("right")
    shell.run_cell(cell)
    shell.run_cell("another = 1")
    assert shell.user_ns["answer"] == Unfinished(error)
    assert state_of(shell, "01-decides").startswith(f"not attempted: Your answer's cell stopped ({error})")
    shell.run_cell("answer = 'kicker'")
    assert state_of(shell, "01-decides").startswith("right")
    assert error in capsys.readouterr().out


def test_other_cells_that_stop_leave_the_answer_alone(shell: Any, capsys: pytest.CaptureFixture[str]) -> None:
    shell.run_cell("answer = 'high card'")
    shell.run_cell("1 / 0")
    shell.run_cell("answer == 1 / 0")
    assert state_of(shell, "01-front").startswith("right")
    assert "ZeroDivisionError" in capsys.readouterr().out


def test_it_is_watched_once(shell: Any) -> None:
    before = len(shell.events.callbacks["post_run_cell"])
    watch_answers()
    assert len(shell.events.callbacks["post_run_cell"]) == before


def test_an_error_of_ours_is_one_line(shell: Any, capsys: pytest.CaptureFixture[str]) -> None:
    shell.run_cell("from cptutor import Card\nCard('Z♠')")
    assert capsys.readouterr().out == "CardError: 'Z♠' is not a card\n"
    assert CardError("x")._render_traceback_() == ["CardError: x"]
