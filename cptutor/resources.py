"""Where the rule files and the notebooks lie, and how names of files are read and written."""

from __future__ import annotations

import os
from pathlib import Path

from cptutor.terms import TutorError

PACKAGE = Path(__file__).resolve().parent


def resource(name: str) -> Path:
    """Find a folder that travels with the library.

    An installed wheel holds it inside the package; a clone holds it beside the package.

    Args:
        name: ``"rules_data"`` or ``"notebooks"``.

    Returns:
        The folder, to be read only: it may belong to an installation that the user must not write to.

    Raises:
        TutorError: The folder is in neither place, so the installation is incomplete.
    """
    for folder in (PACKAGE / name, PACKAGE.parent / name):
        if folder.is_dir():
            return folder
    raise TutorError(f"{name} is missing from this installation of cptutor; install it again")


def as_text(word: str) -> str:
    """A word of the command line, or a file's name, as text.

    Where the locale has no UTF-8, Python leaves the bytes of both undecoded, and suits would be no suits.
    """
    try:
        return os.fsencode(word).decode("utf-8")
    except UnicodeError:
        return word


def as_file_name(text: str) -> str:
    """The other way round: a file's name that stands in a file, as this Python opens it."""
    try:
        return os.fsdecode(text.encode("utf-8"))
    except UnicodeError:
        return text
