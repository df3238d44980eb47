"""The commands, one module each, and what several of them share."""

from __future__ import annotations

import json
import re
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from cptutor.resources import as_text
from cptutor.terms import RuleError, TutorError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from cptutor.rules import Agreement

ABOUT = {
    "check": "Judge a layout: counts first, then both boundaries.",
    "compare": "Compare two rows of three or five cards.",
    "layouts": "Count all layouts of thirteen cards, and show the best.",
    "equity": "Say what a layout can be expected to gain, and which one gains more.",
    "study": "Play many deals: how hands are set, what pays what, what changes with the rules.",
    "settle": "Settle a deal from a TOML or JSON file.",
    "profiles": "List the scoring profiles, or show one with its sources and gaps.",
    "agree": "Answer a profile's gaps, and write down what the table plays by.",
    "verify": "Verify every worked example of the documents.",
    "lab": "Open the notebooks in JupyterLab.",
    "handout": "Make a sheet to print: cards to cut out, mats, a scorebook, the rules; answers apart.",
    "learners": "Write the lessons without their answers, to hand out to a class.",
    "board": "Open just the board in a browser, to teach with.",
}
"""Every command and what it does; ``cptutor.commands.<name>`` is its module."""

DEFAULT_PROFILE = "basic"
"""The profile where neither the command nor the file names one."""


def add_json(parser: argparse.ArgumentParser) -> None:
    """The option ``--json``."""
    parser.add_argument("--json", action="store_true", help="print JSON for another program")


INTERRUPTED = 130
"""The exit status after Ctrl-C, although what was done by then is kept."""


def add_dealing(parser: argparse.ArgumentParser, deals: int) -> None:
    """The options of what deals by chance: ``--opponents``, ``--deals``, ``--seed`` and ``--progress``."""
    parser.add_argument(
        "--opponents", metavar="N", type=int, default=1, help="1 to 3 opponents (default: %(default)s)"
    )
    parser.add_argument(
        "--deals", metavar="N", type=int, default=deals, help="how many deals (default: %(default)s)"
    )
    parser.add_argument(
        "--seed", metavar="N", type=int, default=0, help="of the chance (default: %(default)s)"
    )
    parser.add_argument("--progress", action="store_true", help="say on standard error how far it is")


def add_rulings(parser: argparse.ArgumentParser) -> None:
    """The option ``--ruling``."""
    parser.add_argument(
        "--ruling",
        metavar="KEY=VALUE",
        action="append",
        type=as_text,
        default=[],
        help="the table's ruling on a gap or an option of the profile; may be repeated",
    )


def add_rules(parser: argparse.ArgumentParser) -> None:
    """The options ``--profile``, ``--agreement``, ``--ruling`` and ``--demonstration``."""
    parser.add_argument(
        "--profile", help=f"a profile's id, or a house-rules file (default: {DEFAULT_PROFILE})"
    )
    parser.add_argument("--agreement", metavar="FILE.toml", help="an agreement's file, instead of a profile")
    add_rulings(parser)
    parser.add_argument(
        "--demonstration",
        action="store_true",
        help="fill what the rules leave open with answers made up for demonstration",
    )


def agreement_of(arguments: argparse.Namespace) -> Agreement:
    """The rules in force by ``--profile`` or ``--agreement``, with the rulings given.

    Raises:
        RuleError: both are given, or there is no such profile, file or ruling.
    """
    from cptutor.rules import Agreement, read_rulings
    from cptutor.rules.profile_files import load_profile

    if arguments.agreement is None:
        profile = load_profile(arguments.profile if arguments.profile is not None else DEFAULT_PROFILE)
        return Agreement(profile, read_rulings(profile, arguments.ruling))
    if arguments.profile is not None:
        raise RuleError("either --agreement or --profile: an agreement says which profile it is for")
    from cptutor.rules.agreement_files import load_agreement

    agreement = load_agreement(arguments.agreement)
    for key, value in read_rulings(agreement.profile, arguments.ruling).items():
        agreement = agreement.with_ruling(key, value)
    return agreement


@contextmanager
def numpy_wanted() -> Iterator[None]:
    """Around an import from :mod:`cptutor.analysis`.

    Raises:
        TutorError: NumPy is not installed; names the extra that brings it.
    """
    try:
        yield
    except ModuleNotFoundError as missing:
        if missing.name != "numpy":
            raise
        raise TutorError(str(missing)) from None


def refuse_wrong_file(path: Path, *, force: bool) -> None:
    """Find out before the work whether its result can be kept in a file.

    Raises:
        RuleError: names the file: it is a folder, stands in none, exists and is not to be written over, or has a
            name that no file can have.
    """
    try:
        exists = path.exists()
        folder = path.is_dir()
    except OSError as error:  # the name is too long
        raise RuleError(f"{path}: {error.strerror or error}") from None
    if folder or not path.parent.is_dir():
        raise RuleError(f"{path}: {'a folder' if folder else f'there is no folder {path.parent}'}")
    if exists and not force:
        raise RuleError(f"{path}: exists already; --force overwrites it")


def write_file(path: Path, content: str | bytes) -> None:
    """Write a file whole, and say so on standard error.

    Raises:
        RuleError: names the file, which could not be written and is as it was.
    """
    from cptutor.session.files import write_whole

    try:
        write_whole(path, content.encode() if isinstance(content, str) else content)
    except (OSError, ValueError, RuntimeError) as error:
        raise RuleError(f"{path}: {getattr(error, 'strerror', None) or error}") from None
    print(f"cptutor: written: {path}", file=sys.stderr)


def print_notes(notes: Iterable[str]) -> None:
    """What looks like a slip in the rules, on standard error."""
    for text in notes:
        print(f"cptutor: note: {one_line(text)}", file=sys.stderr)


def one_line(text: object) -> str:
    """A text as one line; what would steer the terminal is shown escaped."""
    line = " ".join(str(text).split())
    return re.sub(r"[\x00-\x1f\x7f-\x9f]", lambda found: repr(found[0])[1:-1], line)


def print_json(data: object) -> None:
    """JSON on standard output: suits as they are, or escaped where the terminal's encoding lacks them."""
    text = json.dumps(data, ensure_ascii=False, indent=2)
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        text = json.dumps(data, indent=2)
    print(text)
