"""Stored notebooks keep the rules, and each rule is one that a notebook can break."""

from __future__ import annotations

import copy
import json
from typing import TYPE_CHECKING, Any

import nbformat
import pytest

from tools import notebooks

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

Cell = dict[str, Any]

GOOD = {
    "cells": [
        {"cell_type": "markdown", "source": "# Title\n\n## Part\n\n```sh\n# no heading\n```"},
        {
            "cell_type": "code",
            "execution_count": 1,
            "source": "import math\n\nx: int = 1\n\ndef f():\n    return x\n\nassert f() == 1",
            "outputs": [],
        },
        {
            "cell_type": "code",
            "execution_count": 2,
            "source": "print(x)",
            "outputs": [{"output_type": "stream", "name": "stdout", "text": "1\n"}],
        },
    ]
}


def good() -> dict[str, Any]:
    """Return a notebook that keeps every rule, to be spoilt."""
    notebook: dict[str, Any] = json.loads(notebooks.normalise(_with_metadata(GOOD), "good"))
    return notebook


def _with_metadata(notebook: dict[str, Any]) -> dict[str, Any]:
    return {**notebook, "cells": [{**cell, "metadata": {}} for cell in notebook["cells"]]}


def problems(notebook: dict[str, Any]) -> list[str]:
    """Check a notebook in its stored form, so that only the spoilt part can be at fault."""
    spoilt = notebooks.normalise(notebook, "good")
    # What normalising would repair is put back: here it is to be found.
    raw = json.loads(spoilt)
    raw["metadata"] = notebook["metadata"]
    for cell, original in zip(raw["cells"], notebook["cells"], strict=True):
        cell["metadata"] = original["metadata"]
        if "execution_count" in original:
            cell["execution_count"] = original["execution_count"]
    text = nbformat.writes(nbformat.from_dict(raw)) + "\n"
    return notebooks.problems(text, "good")


@pytest.mark.parametrize("path", notebooks.stored(), ids=lambda path: path.name)
def test_stored_notebook_is_fit(path: Path) -> None:
    assert notebooks.problems(path.read_text(encoding="utf-8"), path.stem) == []


def test_there_are_notebooks() -> None:
    assert notebooks.stored()


def test_good_notebook_has_no_problems() -> None:
    assert problems(good()) == []


def output(cell: Cell, data: dict[str, Any]) -> None:
    cell["outputs"] = [{"output_type": "display_data", "metadata": {}, "data": data}]


SPOILERS: dict[str, tuple[Callable[[dict[str, Any], list[Cell]], object], str]] = {
    "never run": (lambda _, c: c[1].update(execution_count=None), "cell 2: it was never run"),
    "counts with a gap": (lambda _, c: c[2].update(execution_count=3), "execution counts are [1, 3]"),
    "counts from elsewhere": (
        lambda _, c: [c[1].update(execution_count=2), c[2].update(execution_count=1)],
        "execution counts are [2, 1]",
    ),
    "other kernel": (
        lambda n, _: n["metadata"]["kernelspec"].update(name="conda-env"),
        "the kernel is conda-env, not python3",
    ),
    "no kernel": (lambda n, _: n["metadata"].pop("kernelspec"), "the kernel is None"),
    "stored widgets": (lambda n, _: n["metadata"].update(widgets={}), "metadata.widgets is stored"),
    "stderr": (lambda _, c: c[2]["outputs"][0].update(name="stderr"), "cell 3: it wrote to stderr"),
    "error": (
        lambda _, c: c[2].update(
            outputs=[{"output_type": "error", "ename": "KeyError", "evalue": "", "traceback": []}]
        ),
        "cell 3: it raised KeyError",
    ),
    "address in a stream": (
        lambda _, c: c[2]["outputs"][0].update(text="<object at 0x7f00deadbeef>"),
        "cell 3: its output holds the memory address 0x7f00deadbeef",
    ),
    "address in text": (
        lambda _, c: output(c[2], {"text/plain": "<object at 0x7f00deadbeef>"}),
        "cell 3: its output holds the memory address",
    ),
    "address in HTML": (
        lambda _, c: output(c[2], {"text/html": "<p>0x7F00DEADBEEF</p>", "text/plain": "p"}),
        "cell 3: its output holds the memory address",
    ),
    "tag": (lambda _, c: c[2]["metadata"].update(tags=["raises-exception"]), "cell 3: it has tags"),
    "tag on text": (lambda _, c: c[0]["metadata"].update(tags=["note"]), "cell 1: it has tags: note"),
    "weakened check": (
        lambda _, c: c[2].update(source="# NBVAL_IGNORE_OUTPUT\nprint(x)"),
        "cell 3: an NBVAL_ comment",
    ),
    "nothing shown by a call": (lambda _, c: c[2].update(outputs=[]), "cell 3: it should show something"),
    "nothing shown by a loop": (
        lambda _, c: c[1].update(source="for n in range(3):\n    print(n)"),
        "cell 2: it should show something",
    ),
    "nothing shown by a magic": (lambda _, c: c[1].update(source="%ls"), "cell 2: it should show something"),
    "no title": (lambda _, c: c[0].update(source="Text"), "one heading of level 1"),
    "late title": (lambda _, c: c[0].update(source="## Part\n\n# Title"), "one heading of level 1"),
    "second title": (lambda _, c: c[0].update(source="# Title\n\n# Title"), "one heading of level 1"),
    "title in another cell": (lambda n, c: n.update(cells=[c[1], c[0], c[2]]), "one heading of level 1"),
    "skipped level": (
        lambda _, c: c[0].update(source="# Title\n\n### Part"),
        "cell 1: a heading of level 3 follows one of level 1",
    ),
}


@pytest.mark.parametrize("name", SPOILERS)
def test_spoilt_notebook_is_refused(name: str) -> None:
    spoil, expected = SPOILERS[name]
    notebook = good()
    spoil(notebook, notebook["cells"])
    assert any(expected in problem for problem in problems(notebook)), problems(notebook)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: text.replace('"good-2"', '"1a2b3c"'),
        lambda text: text.replace('"metadata": {}', '"metadata": {"execution": {}}', 1),
        lambda text: text.replace('"name": "python"', '"name": "python", "version": "3.11.7"'),
        lambda text: text.replace("\n ", "\n  "),
        lambda text: text.rstrip("\n"),
    ],
    ids=["cell id", "cell metadata", "Python version", "indentation", "last line"],
)
def test_other_form_is_refused(spoil: Callable[[str], str]) -> None:
    text = notebooks.normalise(good(), "good")
    assert notebooks.problems(text, "good") == []
    assert spoil(text) != text
    assert notebooks.problems(spoil(text), "good") == ["not in the stored form: run tools/notebooks.py"]


def test_normalising_joins_streams_and_keeps_what_a_widget_says() -> None:
    twin = {"text/html": "<p>board</p>", "text/plain": "Board()"}
    notebook = good()
    before = copy.deepcopy(notebook["cells"][2]["outputs"][0])
    view = {notebooks.WIDGET_VIEW: {"model_id": "5f6e7d8c"}, **twin}
    show = {"output_type": "display_data", "metadata": {}, "data": view}
    notebook["cells"][2]["outputs"] = [before, before, show]
    result = json.loads(notebooks.normalise(notebook, "good"))["cells"][2]["outputs"]
    assert [output["output_type"] for output in result] == ["stream", "display_data"]
    assert result[0]["text"] == ["1\n", "1\n"]
    assert result[1]["data"] == {"text/html": ["<p>board</p>"], "text/plain": ["Board()"]}
    assert show["data"] is view


def test_stored_widget_view_is_refused() -> None:
    view = {notebooks.WIDGET_VIEW: {"model_id": "5f6e7d8c"}, "text/plain": ["Board()"]}
    notebook = good()
    output(notebook["cells"][2], view)
    text = nbformat.writes(nbformat.from_dict(notebook)) + "\n"
    assert "cell 3: a widget's view is stored, which says nothing without its kernel" in notebooks.problems(
        text, "good"
    )


@pytest.fixture
def written(tmp_path: Path) -> Callable[[str], Path]:
    """Return a function that stores a notebook of one title and one code cell."""

    def write(source: str) -> Path:
        notebook = good()
        notebook["cells"] = [notebook["cells"][0], {**notebook["cells"][1], "source": source}]
        path = tmp_path / "good.ipynb"
        path.write_text(notebooks.normalise(notebook, "good"), encoding="utf-8")
        return path

    return write


def test_command_settles_at_once(written: Callable[[str], Path], capsys: pytest.CaptureFixture[str]) -> None:
    path = written("print(6 * 7)")
    old = path.read_text(encoding="utf-8")
    assert notebooks.main(["--check", str(path)]) == 1
    assert capsys.readouterr().out == "good.ipynb would change\n"
    assert path.read_text(encoding="utf-8") == old

    assert notebooks.main([str(path)]) == 0
    assert notebooks.problems(path.read_text(encoding="utf-8"), "good") == []
    assert "42" in path.read_text(encoding="utf-8")
    assert notebooks.main(["--check", str(path)]) == 0


def test_command_names_the_cell_that_fails(
    written: Callable[[str], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    path = written("1 / 0")
    old = path.read_text(encoding="utf-8")
    assert notebooks.main([str(path)]) == 1
    assert capsys.readouterr().err == "good.ipynb, cell 2: ZeroDivisionError: division by zero\n"
    assert path.read_text(encoding="utf-8") == old
