"""Run every notebook afresh and store it in one fixed form.

    .venv/bin/python tools/notebooks.py            # rewrite what changed
    .venv/bin/python tools/notebooks.py --check    # only name what would change

Both take file names to work on those alone. A cell that fails stops the run, and nothing is written for
its notebook. :func:`problems` holds the rules that a stored notebook must keep; the tests apply them.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import sys
from itertools import groupby, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
from traitlets.config import Config

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "notebooks"
CELL_SECONDS = 60

METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    # No version: it would change with every Python that runs the notebook.
    "language_info": {"file_extension": ".py", "mimetype": "text/x-python", "name": "python"},
}
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
"""The part of an output that leads to a running widget. Stored, it would hide the readable twin behind an error."""

SILENT = (
    ast.Import,
    ast.ImportFrom,
    ast.Assign,
    ast.AnnAssign,
    ast.AugAssign,
    ast.FunctionDef,
    ast.AsyncFunctionDef,
    ast.ClassDef,
    ast.Assert,
)
"""Statements that have nothing to show."""

Json = dict[str, Any]


class NotebookError(Exception):
    """A notebook that cannot be run to its end; the text names the notebook and the cell."""


def stored() -> list[Path]:
    """Return the project's notebooks, in the order of their names."""
    return sorted(FOLDER.glob("*.ipynb"))


def execute(path: Path) -> Json:
    """Run a notebook as :func:`execute_with_widgets` does; its outputs are all that is wanted."""
    return execute_with_widgets(path)[0]


def execute_with_widgets(path: Path) -> tuple[Json, Json]:
    """Run a notebook from its first cell to its last in a new kernel, in the notebook's own folder.

    Args:
        path: The notebook; the file is not changed.

    Returns:
        The notebook with the outputs of this run, and the last state of each widget by the id of its model.

    Raises:
        NotebookError: A cell raised, took more than :data:`CELL_SECONDS` seconds, or ended the kernel.
    """
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook,
        kernel_name="python3",
        timeout=CELL_SECONDS,
        store_widget_state=True,  # to be handed over; the notebook itself gets none of it
        record_timing=False,
        resources={"metadata": {"path": str(path.parent)}},
        config=Config({"KernelManager": {"transport_encryption": "auto"}}),  # else every kernel warns
    )
    client.reset_execution_trackers()
    with client.setup_kernel():
        for index, cell in enumerate(notebook.cells):
            place = f"{path.name}, cell {index + 1}"
            try:
                client.execute_cell(cell, index)
            except CellExecutionError as error:
                raise NotebookError(f"{place}: {error.ename}: {error.evalue}") from error
            except CellTimeoutError as error:
                raise NotebookError(f"{place}: over {CELL_SECONDS} s") from error
            except DeadKernelError as error:
                raise NotebookError(f"{place}: the kernel died") from error
    return dict(notebook), dict(client.widget_state)


def normalise(notebook: Json, name: str) -> str:
    """Write a notebook in the one form that is stored.

    What depends on who ran it, when, or with which editor is dropped or counted anew. Of a widget the text and
    HTML stay.

    Args:
        notebook: A notebook of format 4; it is not changed.
        name: The stem of its file name, from which the cells get their ids.

    Returns:
        The text of the file.
    """
    count = 0
    cells = []
    for position, cell in enumerate(notebook["cells"], start=1):
        fixed = {**cell, "id": f"{name}-{position}", "metadata": {}}
        if cell["cell_type"] == "code":
            if cell["execution_count"] is not None:
                count += 1
                fixed["execution_count"] = count
            fixed["outputs"] = [
                _fixed_output(output, fixed["execution_count"]) for output in _merged(cell["outputs"])
            ]
        cells.append(fixed)
    whole = {"cells": cells, "metadata": METADATA, "nbformat": 4, "nbformat_minor": 5}
    return str(nbformat.writes(nbformat.from_dict(whole))) + "\n"


def _merged(outputs: Iterable[Json]) -> Iterator[Json]:
    """Join the pieces of a stream: where a kernel cuts it depends on the moment."""
    for stream, group in groupby(outputs, key=lambda output: output.get("name")):
        if stream is None:
            yield from group
        else:
            text = "".join(_text(output["text"]) for output in group)
            yield {"output_type": "stream", "name": stream, "text": text}


def _fixed_output(output: Json, count: int | None) -> Json:
    fixed = dict(output)
    if "execution_count" in fixed:
        fixed["execution_count"] = count
    if WIDGET_VIEW in fixed.get("data", {}):
        fixed["data"] = {kind: part for kind, part in fixed["data"].items() if kind != WIDGET_VIEW}
    return fixed


def _text(value: str | list[str]) -> str:
    return value if isinstance(value, str) else "".join(value)


def problems(text: str, name: str) -> list[str]:
    """Find what makes a stored notebook unfit to ship.

    Beyond looks: the tests compare a cell with its stored output, so one that was never stored, or that can
    never come out the same again, would go unchecked.

    Args:
        text: What the file holds.
        name: The stem of its file name.

    Returns:
        One line for each problem; none for a notebook that is fit.
    """
    notebook = json.loads(text)
    found = [
        *_notebook_problems(notebook),
        *_count_problems(notebook["cells"]),
        *_heading_problems(notebook["cells"]),
    ]
    for position, cell in enumerate(notebook["cells"], start=1):
        found += [f"cell {position}: {problem}" for problem in _cell_problems(cell)]
    if normalise(notebook, name) != text:
        found.append("not in the stored form: run tools/notebooks.py")
    return found


def _notebook_problems(notebook: Json) -> Iterator[str]:
    kernel = notebook["metadata"].get("kernelspec", {}).get("name")
    if kernel != "python3":
        yield f"the kernel is {kernel}, not python3"
    if "widgets" in notebook["metadata"]:
        yield "metadata.widgets is stored"


def _count_problems(cells: list[Json]) -> Iterator[str]:
    counts = [cell["execution_count"] for cell in cells if cell["cell_type"] == "code"]
    if counts != list(range(1, len(counts) + 1)):
        yield f"execution counts are {counts}, not 1 to {len(counts)}"


def _heading_problems(cells: list[Json]) -> Iterator[str]:
    levels = [
        (position, level)
        for position, cell in enumerate(cells, start=1)
        if cell["cell_type"] == "markdown"
        for level in _headings(_text(cell["source"]))
    ]
    if [position for position, level in levels if level == 1] != [1] or levels[0] != (1, 1):
        yield "there must be one heading of level 1, the first, in the first cell"
    for (_, above), (position, level) in pairwise(levels):
        if level > above + 1:
            yield f"cell {position}: a heading of level {level} follows one of level {above}"


def _headings(markdown: str) -> list[int]:
    without_code = re.sub(r"^(```|~~~).*?^\1", "", markdown, flags=re.DOTALL | re.MULTILINE)
    return [len(marks) for marks in re.findall(r"^ {0,3}(#{1,6})\s", without_code, re.MULTILINE)]


def _cell_problems(cell: Json) -> Iterator[str]:
    if cell["metadata"].get("tags"):
        yield f"it has tags: {', '.join(cell['metadata']['tags'])}"
    if "NBVAL_" in _text(cell["source"]):
        yield "an NBVAL_ comment weakens its check"
    if cell["cell_type"] != "code":
        return
    if cell["execution_count"] is None:
        yield "it was never run"
    if not cell["outputs"] and not _is_silent(_text(cell["source"])):
        yield "it should show something, but no output is stored"
    for output in cell["outputs"]:
        yield from _output_problems(output)


def _is_silent(source: str) -> bool:
    try:
        statements = ast.parse(source).body
    except SyntaxError:  # a magic command: who knows what it shows
        return False
    return all(isinstance(statement, SILENT) for statement in statements)


def _output_problems(output: Json) -> Iterator[str]:
    if output["output_type"] == "error":
        yield f"it raised {output['ename']}"
    if output.get("name") == "stderr":
        yield "it wrote to stderr"
    if WIDGET_VIEW in output.get("data", {}):
        yield "a widget's view is stored, which says nothing without its kernel"
    if found := re.search(r"0x[0-9a-fA-F]{6,}", _readable(output)):
        yield f"its output holds the memory address {found[0]}"


def _readable(output: Json) -> str:
    """Return what an output says in letters; a bitmap's letters say nothing."""
    parts = {
        kind: part
        for kind, part in output.get("data", {}).items()
        if not kind.startswith("image/") or kind == "image/svg+xml"
    }
    return json.dumps([output.get("text"), parts])


def main(arguments: list[str] | None = None) -> int:
    """Run the command.

    Args:
        arguments: The command line without the program's name; by default this process's own.

    Returns:
        The exit status: 0 when all is well, 1 when a notebook failed or, with ``--check``, would change.
    """
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a notebook would change")
    parser.add_argument("files", nargs="*", type=Path, help="notebooks (default: all of them)")
    options = parser.parse_args(arguments)
    status = 0
    for path in options.files or stored():
        try:
            text = normalise(execute(path), path.stem)
        except NotebookError as error:
            print(error, file=sys.stderr)
            status = 1
            continue
        if text == path.read_text(encoding="utf-8"):
            continue
        if options.check:
            print(f"{path.name} would change")
            status = 1
        else:
            path.write_text(text, encoding="utf-8", newline="\n")
            print(f"{path.name} rewritten")
    return status


if __name__ == "__main__":
    sys.exit(main())
