"""``cptutor check``: is a layout legal?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cptutor.cards import show_cards
from cptutor.commands import DEFAULT_PROFILE, add_json, add_rulings, print_json
from cptutor.legality import check
from cptutor.resources import as_text
from cptutor.rules import Agreement, read_rulings
from cptutor.rules.profile_files import load_profile
from cptutor.tables import Table

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """A layout and a profile."""
    parser.add_argument(
        "layout", metavar="LAYOUT", type=as_text, help="'front / middle / back', such as 'Q♠ Q♥ 2♣ / … / …'"
    )
    parser.add_argument(
        "--profile",
        default=DEFAULT_PROFILE,
        help="a profile's id, or a house-rules file (default: %(default)s)",
    )
    add_rulings(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the verdict; 0 where the layout is legal, else 1."""
    profile = load_profile(arguments.profile)
    verdict = check(arguments.layout, Agreement(profile, read_rulings(profile, arguments.ruling)))
    report = verdict.as_dict()
    if arguments.json:
        print_json(report)
    else:
        rows = tuple(
            (row["row"], show_cards(verdict.layout.row(row["row"])) or "no card", row["description"])
            for row in report["rows"]
        )
        print(Table("", ("row", "cards", "what it is"), rows))
        print(verdict)
    return 0 if verdict.legal else 1
