"""The ``cptutor lab`` command: the lessons in JupyterLab, on a copy that belongs to the learner."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from cptutor.commands.lessons import complete
from cptutor.commands.serving import (
    add_options,
    folder_errors,
    log_file,
    ready,
    runtime_folder,
    serve,
)
from cptutor.resources import resource
from cptutor.terms import TutorError

if TYPE_CHECKING:
    import argparse

DEFAULT_PORT = 8888
DEFAULT_FOLDER = "cptutor-notebooks"
LOG_NAME = ".cptutor-lab.log"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of ``cptutor lab``.

    Args:
        parser: The parser, or subparser, that gets the options; :func:`run` takes what it parses.
    """
    parser.add_argument(
        "--folder",
        type=Path,
        default=Path(DEFAULT_FOLDER),
        metavar="DIR",
        help="your copy of the notebooks, made when missing and kept ever after (default: %(default)s)",
    )
    parser.add_argument(
        "--fresh", action="store_true", help="start on a new copy; the old one is moved aside, not deleted"
    )
    add_options(parser, DEFAULT_PORT)


def run(args: argparse.Namespace) -> int:
    """Serve the learner's copy of the notebooks on this machine until Ctrl-C.

    Args:
        args: What a parser with :func:`add_arguments` parsed.

    Returns:
        The exit status: 0 after Ctrl-C, a termination signal, or "Shut Down" in JupyterLab.

    Raises:
        TutorError: JupyterLab is missing, the port cannot be used, the folder cannot be written, or
            JupyterLab failed.
    """
    with ready(args) as stop:
        folder = args.folder.expanduser().resolve()
        if args.fresh:
            _move_aside(folder)
        _copy_notebooks(folder)
        with log_file(folder / LOG_NAME, verbose=args.verbose) as log, runtime_folder(folder) as runtime:
            serve(runtime, _first_page(folder), log, args, stop)
    print("Stopped. Your notebooks stay where they are.", flush=True)
    return 0


def _move_aside(folder: Path) -> None:
    """Give the old copy a numbered name, so that a fresh start destroys no work."""
    if not folder.exists():
        return
    lessons = {path.name for path in resource("notebooks").glob("*.ipynb")}
    if (
        folder == Path.cwd()
        or folder in Path.cwd().parents
        or not any((folder / n).exists() for n in lessons)
    ):
        raise TutorError(f"--fresh moves the old copy aside, but {folder} is not such a copy")
    number = 1
    while (aside := folder.with_name(f"{folder.name}.{number}")).exists():
        number += 1
    with folder_errors(folder):
        folder.rename(aside)
    print(f"The old notebooks are now in {aside}", flush=True)


def _copy_notebooks(folder: Path) -> None:
    with folder_errors(folder):
        lines = complete(folder)
    print("\n".join(lines), flush=True)


def _first_page(folder: Path) -> str:
    first = min((path.name for path in folder.glob("00-*.ipynb")), default="")
    return f"lab/tree/{quote(first)}" if first else "lab"
