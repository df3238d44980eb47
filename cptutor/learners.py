"""Learners' copies of the lessons: without the answers, and with nothing run yet.

What is an answer is told by what a cell says, never by its metadata: a ``<details>`` panel headed "Answer: …" in a
text, and the code that :mod:`cptutor.answer_cells` finds. Where a panel stood, a line names it. Of code with an answer
what later cells need is kept, so that the copy runs from its first cell to its last.
"""

from __future__ import annotations

import ast
import json
import re
from typing import TYPE_CHECKING, Any, Final

from cptutor.answer_cells import answer_cells
from cptutor.cards import deal

if TYPE_CHECKING:
    from collections.abc import Iterable

Cell = dict[str, Any]

NOTE: Final = "*A learner's copy: where an answer stood, a line says so, and your teacher has it.*"
CLASS_LESSON: Final = "our-deals.ipynb"
"""The file of :func:`class_notebook`."""

_SEEDED: Final = ("GameTable", "Practice")
"""The widgets that deal or ask by a seed, without any answer of the lesson resting on it."""
_PANEL: Final = re.compile(r"<details>\s*<summary>(Answer: .*?)</summary>.*?</details>", re.DOTALL)
_LEADS_IN: Final = re.compile(r"(?:\A|\n\n)(?:[^\n]+\n)*[^\n]*:\s*\Z")
"""The last paragraph of a text, if it ends in a colon."""


def learner_notebook(text: str, seed: str | None = None) -> str:
    """A lesson without its answers and outputs.

    Args:
        text: the notebook's file, of format 4.
        seed: a class's word, by which its practice is dealt; by default that stays as it is.

    Returns:
        The text of the copy's file.

    >>> cell = {"cell_type": "markdown", "source": "<details><summary>Answer: it</summary>Seven.</details>"}
    >>> print(json.loads(learner_notebook(json.dumps({"cells": [cell]})))["cells"][0]["source"])
    *Answer: it. Your teacher has it.*
    <BLANKLINE>
    *A learner's copy: where an answer stood, a line says so, and your teacher has it.*
    """
    notebook = json.loads(text)
    cells = [{**cell, "source": "".join(cell["source"])} for cell in notebook["cells"]]
    copies = _without_answers(cells)
    for cell in copies:
        if cell["cell_type"] == "code":
            cell |= {"outputs": [], "execution_count": None}
            if seed is not None:
                cell["source"] = _seeded(cell["source"], seed)
    copies[0]["source"] += f"\n\n{NOTE}"
    return _written(copies)


def class_notebook(seed: str) -> str:
    """A lesson of nothing but deals that are the same for a whole class.

    Raises:
        CardError: the seed is no text to deal by.
    """
    deal(seed)
    texts = (
        "# Our deals\n\nWhoever has the same word below has the same cards: on this page, on paper from"
        " `cptutor handout --seed WORD`, and on the board of `cptutor board --seed WORD`. For the next deal put a"
        " number behind the word, everywhere.",
        "## The same thirteen for everybody\n\nSet them on your own, and press *Check*. Then compare: who has the best"
        " back, and what did it cost? On paper these are `--seats 1`.",
        "## Four hands at one table\n\nOne hand each, in the order of the table. Set, commit, turn up, and keep the"
        " book on paper. On paper these are `--seats 4`.",
        "## The same questions\n\nIn the same order, too. Who has ten right first?",
    )
    codes = (
        "from cptutor import deal\nfrom cptutor.widgets import Board, Practice\n\n"
        f"CLASS = {json.dumps(seed, ensure_ascii=False)}",
        'Board(seed=CLASS, profile="basic")',
        "for number, cards in enumerate(deal(CLASS, seats=4), start=1):\n"
        '    print(f"{number}:", *sorted(cards, reverse=True))',
        "Practice(CLASS)",
    )
    return _written(
        {"cell_type": kind, "id": f"our-deals-{place}-{kind}", "metadata": {}, "source": source}
        | ({"outputs": [], "execution_count": None} if kind == "code" else {})
        for place, pair in enumerate(zip(texts, codes, strict=True), start=1)
        for kind, source in zip(("markdown", "code"), pair, strict=True)
    )


def _without_answers(cells: list[Cell]) -> list[Cell]:
    """The cells of a copy."""
    found = answer_cells([cell["source"] if cell["cell_type"] == "code" else None for cell in cells])
    copies: list[Cell] = []
    for cell, answer in zip(cells, found, strict=True):
        if cell["cell_type"] != "code":
            copies.append(
                {**cell, "source": _PANEL.sub(lambda panel: _in_place_of(panel[1]), cell["source"])}
            )
        elif answer is None:
            copies.append(dict(cell))
        else:
            if copies and copies[-1]["cell_type"] != "code" and not (answer.titles or answer.needed):
                copies[-1]["source"] = _LEADS_IN.sub("", copies[-1]["source"])
            copies += [
                {
                    "cell_type": "markdown",
                    "id": f"{cell['id']}-{number}",
                    "metadata": {},
                    "source": _in_place_of(title),
                }
                for number, title in enumerate(answer.titles, start=1)
            ]
            if answer.needed:
                copies.append({**cell, "source": answer.needed.strip()})
    return [cell for cell in copies if cell["source"].strip()]


def _in_place_of(title: str) -> str:
    return f"*{title}. Your teacher has it.*"


def _seeded(source: str, seed: str) -> str:
    """The code of a cell with the class's word in place of the seed of its practice."""
    for part in ast.walk(ast.parse(source)):
        if (
            not isinstance(part, ast.Call)
            or not isinstance(part.func, ast.Name)
            or part.func.id not in _SEEDED
        ):
            continue
        old = [keyword.value for keyword in part.keywords if keyword.arg == "seed"]
        if part.func.id == "Practice":  # which also takes it first, without its name
            old += part.args[:1]
        call = ast.get_source_segment(source, part) or ""
        for value in old:
            written = ast.get_source_segment(source, value) or ""
            source = source.replace(call, call.replace(written, json.dumps(seed, ensure_ascii=False), 1))
    return source


def _written(cells: Iterable[Cell]) -> str:
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    notebook = {
        "cells": list(cells),
        "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(notebook, ensure_ascii=False, indent=1) + "\n"
