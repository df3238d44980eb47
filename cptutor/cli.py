"""The command line: the library's answers as aligned text for people, or as JSON for other programs.

Each command is a module of :mod:`cptutor.commands` with ``add_arguments(parser)`` and ``run(arguments)``; only the
one that is called is loaded.

Exit status: 0 done (and legal, and passed); 1 a foul, wrong counts or a failed example; 2 bad input, with one line
on standard error; 3 a ruling is needed, with the questions on standard error.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, NoReturn

import cptutor
from cptutor.commands import ABOUT, one_line, print_json
from cptutor.terms import RulingNeeded, TutorError

if TYPE_CHECKING:
    from collections.abc import Sequence


class _Parser(argparse.ArgumentParser):
    """Argparse with its errors as one line, like all others here."""

    def error(self, message: str) -> NoReturn:
        raise TutorError(f"{message} (see {self.prog} --help)")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; see ``cptutor --help``.

    Args:
        arguments: the words after ``cptutor``; by default those of the process.

    Returns:
        The exit status.
    """
    _speak_any_locale()
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        status = _answer(words)
        if sys.stdout is not None:
            sys.stdout.flush()
        return status
    except BrokenPipeError:  # the reader, such as head, has gone
        _drop_output()
        return 0
    except OSError as error:  # a full disk
        _drop_output()
        _complain(error.strerror or error)
        return 2
    except KeyboardInterrupt:
        return 130


def _answer(words: list[str]) -> int:
    """Run a command and report what goes wrong with it."""
    try:
        return _run(words)
    except RulingNeeded as needed:
        return _ask(needed, as_json="--json" in words)
    except TutorError as error:
        _complain(error)
        return 2
    except SystemExit as done:  # a help or version text has been printed
        return done.code if isinstance(done.code, int) else 0


def _run(words: list[str]) -> int:
    if words and words[0] in ABOUT:
        command = import_module(f"cptutor.commands.{words[0]}")
        parser = _Parser(prog=f"cptutor {words[0]}", description=ABOUT[words[0]], allow_abbrev=False)
        command.add_arguments(parser)
        status: int = command.run(parser.parse_args(words[1:]))
        return status
    listed = "\n".join(f"  {name:<10}{about}" for name, about in ABOUT.items())
    parser = _Parser(
        prog="cptutor",
        usage="cptutor COMMAND ...",
        description="Learn, teach and verify the closed thirteen-card game Chinese Poker.",
        epilog=f"commands:\n{listed}\n\nEach has its own help: cptutor check --help",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"cptutor {cptutor.__version__}")
    _, rest = parser.parse_known_args(words)
    if rest:
        parser.error(f"no command {rest[0]!r}; there are {', '.join(ABOUT)}")
    parser.print_help()
    return 0


def _ask(needed: RulingNeeded, *, as_json: bool) -> int:
    """Put the questions of a missing ruling: for people on standard error, for programs as JSON too."""
    print(
        f"cptutor: {needed.profile} gives no rule here; give each of these with --ruling KEY=VALUE",
        file=sys.stderr,
    )
    for gap in needed.questions:
        print(f"  {gap}", file=sys.stderr)
    if as_json:
        print_json({"profile": needed.profile, "questions": [gap.as_dict() for gap in needed.questions]})
    return 3


def _complain(error: object) -> None:
    """An error as one line."""
    print("cptutor:", one_line(error), file=sys.stderr)


def _drop_output() -> None:
    """Forget what could not be written, or Python would try again, and complain, when it ends."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _speak_any_locale() -> None:
    """Where the terminal cannot show suits, show their code points (valid JSON too) and do not fail."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
