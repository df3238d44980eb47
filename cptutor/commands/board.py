"""The ``cptutor board`` command: nothing but the board in a browser, to teach with."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cptutor.cards import deal
from cptutor.commands import DEFAULT_PROFILE
from cptutor.commands.serving import (
    add_options,
    log_file,
    ready,
    runtime_folder,
    serve,
    write_json,
)
from cptutor.resources import as_text
from cptutor.rules.profile_files import load_profile
from cptutor.terms import CardError
from cptutor.widgets.state import BoardState

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

DEFAULT_PORT = 8889
PAGE_NAME = "board.ipynb"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of ``cptutor board``.

    Args:
        parser: The parser, or subparser, that gets the options; :func:`run` takes what it parses.
    """
    parser.add_argument(
        "cards",
        metavar="CARDS",
        type=as_text,
        nargs="?",
        help="'front / middle / back', or thirteen cards for the hand (default: the workshop's foul and its repairs)",
    )
    parser.add_argument(
        "--profile", default=DEFAULT_PROFILE, help="a profile's id or file (default: %(default)s)"
    )
    parser.add_argument(
        "--seed", type=as_text, help="deal thirteen cards for the hand; the same seed deals the same cards"
    )
    add_options(parser, DEFAULT_PORT)


def run(args: argparse.Namespace) -> int:
    """Serve a board on this machine until Ctrl-C.

    Args:
        args: What a parser with :func:`add_arguments` parsed.

    Returns:
        The exit status: 0 after Ctrl-C or a termination signal.

    Raises:
        TutorError: the cards or the profile are none, JupyterLab is missing, the port cannot be used, or JupyterLab
            failed.
    """
    wanted = _board(args)
    with (
        ready(args, "anywidget", "voila") as stop,
        tempfile.TemporaryDirectory(prefix="cptutor-board-", ignore_cleanup_errors=True) as name,
        _log_kept_on_failure(verbose=args.verbose) as log,
        log_file(log, verbose=args.verbose) as messages,
        runtime_folder(Path(name)) as runtime,
    ):
        write_json(Path(name, PAGE_NAME), _notebook(wanted))
        serve(runtime, f"voila/render/{PAGE_NAME}", messages, args, stop)
    print("Stopped.", flush=True)
    return 0


def _board(args: argparse.Namespace) -> dict[str, Any]:
    """What the board is made with; it is tried out here, where a mistake is told in one line."""
    if args.seed is not None and args.cards is not None:
        raise CardError("a board begins with cards or with --seed, not with both")
    profile = args.profile
    if load_profile(profile).file is not None:
        profile = str(Path(profile).resolve())  # the board's Python works in another folder
    cards = args.cards
    if args.seed is not None:
        cards = " ".join(map(str, deal(args.seed)[0]))
    if cards is not None:
        BoardState(cards, profile)
    return {"layout_or_cards": cards, "profile": profile}


def _notebook(board: dict[str, Any]) -> dict[str, Any]:
    """A notebook of one cell, which shows the board."""
    told = ", ".join(f"{name}={value!r}" for name, value in board.items())
    cell: dict[str, Any] = {
        "cell_type": "code",
        "id": "board",
        "metadata": {},
        "execution_count": None,
        "outputs": [],
        "source": f"from cptutor.widgets import Board\n\nBoard({told})",
    }
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return {"cells": [cell], "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}


@contextlib.contextmanager
def _log_kept_on_failure(*, verbose: bool) -> Iterator[Path]:
    """A file for JupyterLab's messages that stays only where something has gone wrong."""
    if verbose:
        yield Path()
        return
    handle, name = tempfile.mkstemp(prefix="cptutor-board-", suffix=".log")
    os.close(handle)
    yield Path(name)
    Path(name).unlink(missing_ok=True)
