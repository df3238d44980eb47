"""``cptutor compare``: which of two rows is stronger, and which step decides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cptutor.commands import add_json, print_json
from cptutor.ranking import compare_rows, rank_row
from cptutor.resources import as_text

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Two rows."""
    parser.add_argument("first", metavar="ROW", type=as_text, help="three or five cards, such as 'K♠ K♥ 7♦'")
    parser.add_argument("second", metavar="ROW", type=as_text, help="the row it is compared with")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the result for the first row and the reason."""
    comparison = compare_rows(arguments.first, arguments.second)
    if arguments.json:
        print_json({"result": comparison.result, "reason": comparison.reason})
    else:
        for name, row in (("first", arguments.first), ("second", arguments.second)):
            print(f"{name:<8}{rank_row(row).describe()}")
        outcome = {1: "first row wins", 0: "tie", -1: "second row wins"}[comparison.result]
        print(f"{outcome}: {comparison.reason}")
    return 0
