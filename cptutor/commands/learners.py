"""``cptutor learners``: the lessons without their answers, to hand out."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from cptutor.commands import add_json, print_json, write_file
from cptutor.learners import CLASS_LESSON, class_notebook, learner_notebook
from cptutor.resources import as_text, resource
from cptutor.terms import RuleError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Where the copies go, and the class's word."""
    parser.description = (
        "Write a learner's copy of every lesson: the answers left out, nothing run yet. Checks and hints work; the"
        " lessons with the answers stay yours."
    )
    parser.add_argument("folder", metavar="FOLDER", type=Path, help="a new or an empty folder")
    parser.add_argument(
        "--seed",
        metavar="WORD",
        type=as_text,
        help=f"a word of the class: practice and games deal by it, and {CLASS_LESSON} is added, with deals that"
        " are the same for everybody",
    )
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Write the copies; 0."""
    folder: Path = arguments.folder
    _refuse_full(folder)
    more = {} if arguments.seed is None else {CLASS_LESSON: class_notebook(arguments.seed)}
    lessons = sorted(resource("notebooks").glob("*.ipynb"))
    copies = {
        path.name: learner_notebook(path.read_text(encoding="utf-8"), arguments.seed) for path in lessons
    } | more
    with _named(folder):
        folder.mkdir(parents=True, exist_ok=True)
    for name, text in copies.items():
        write_file(folder / name, text)
    if arguments.json:
        print_json({"folder": str(folder), "seed": arguments.seed, "written": list(copies)})
    else:
        print(f"{folder}: {len(copies)} notebooks without answers")
    return 0


def _refuse_full(folder: Path) -> None:
    """Find out before the work whether the folder is free.

    Raises:
        RuleError: names the folder: it is a file, has something in it, or has a name that no folder can have.
    """
    with _named(folder):
        if folder.exists() and any(folder.iterdir()):
            raise RuleError(f"{folder}: not empty; name a new or an empty folder")


@contextmanager
def _named(folder: Path) -> Iterator[None]:
    """Name the folder in what the system says about it."""
    try:
        yield
    except (OSError, ValueError) as error:
        raise RuleError(f"{folder}: {getattr(error, 'strerror', None) or error}") from None
