"""Where the rule files and the notebooks lie."""

from __future__ import annotations

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
