"""``cptutor settle``: a deal from a file, settled pairing by pairing."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from cptutor.commands import DEFAULT_PROFILE, add_json, print_json
from cptutor.datafiles import LARGEST_FILE, parse_data, read_data
from cptutor.deals import read_deal
from cptutor.profile_files import load_profile
from cptutor.rules import Agreement, read_ruling
from cptutor.settlement import settle
from cptutor.terms import RuleError

if TYPE_CHECKING:
    import argparse

    from cptutor.profiles import Profile, Value


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """A file, a profile and rulings."""
    parser.add_argument("file", metavar="FILE", help="the deal in TOML or JSON, or - for standard input")
    parser.add_argument("--profile", help=f"a profile's id (default: the file's, else {DEFAULT_PROFILE})")
    parser.add_argument(
        "--ruling",
        metavar="KEY=VALUE",
        action="append",
        default=[],
        help="the table's ruling on a gap of the profile; may be repeated",
    )
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the scorebook and every transfer."""
    if arguments.file == "-":
        name = "standard input"
        data = parse_data(_standard_input(name), name)
    else:
        name = arguments.file
        data = read_data(Path(name))
    deal = read_deal(data, name)
    named = [name for name in (arguments.profile, deal.profile) if name is not None]
    profile = load_profile(named[0] if named else DEFAULT_PROFILE)
    book = settle(deal.seats, Agreement(profile, _rulings(profile, arguments.ruling)), deal.dealer)
    if arguments.json:
        print_json(book.as_dict())
    else:
        print(book)
        print("\nWhy")
        for pairing in book.pairings:
            print(pairing)
    return 0


def _standard_input(name: str) -> bytes:
    if sys.stdin is None:
        raise RuleError(f"{name}: it is closed")
    try:
        return sys.stdin.buffer.read(LARGEST_FILE + 1)
    except OSError as error:
        raise RuleError(f"{name}: {error.strerror or error}") from None


def _rulings(profile: Profile, words: list[str]) -> dict[str, Value]:
    rulings: dict[str, Value] = {}
    for word in words:
        key, equals, value = word.partition("=")
        key = key.strip()
        if not equals:
            raise RuleError(f"ruling {word!r}: KEY=VALUE is wanted")
        if key in rulings:
            raise RuleError(f"ruling {key!r} is given twice")
        rulings[key] = read_ruling(profile, key, value)
    return rulings
