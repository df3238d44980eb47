"""``cptutor equity``: what one's own layout can be expected to gain, and which one gains more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cptutor.commands import (
    INTERRUPTED,
    add_dealing,
    add_json,
    add_rules,
    agreement_of,
    numpy_wanted,
    print_json,
)
from cptutor.resources import as_text

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """A layout, the rules, the opponents and the chance."""
    parser.add_argument(
        "layout", metavar="LAYOUT", type=as_text, help="one's own layout: 'front / middle / back'"
    )
    add_rules(parser)
    add_dealing(parser, deals=5_000)
    parser.add_argument(
        "--policy",
        default="back first",
        help="how the opponents set their cards: 'back first' (default), 'frontier plus equity' or 'random legal'",
    )
    parser.add_argument(
        "--dealer",
        metavar="N",
        type=int,
        default=0,
        help="who deals, where that matters (a bank): 0 for you, 1 to 3 for an opponent (default: %(default)s)",
    )
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print a review of the layout; 0, or 130 after Ctrl-C, although what was done by then is printed."""
    with numpy_wanted():
        from cptutor.analysis.review import review_layout

    found = review_layout(
        arguments.layout,
        agreement_of(arguments),
        opponents=arguments.opponents,
        deals=arguments.deals,
        policy=arguments.policy,
        seed=arguments.seed,
        dealer=arguments.dealer,
        demonstration=arguments.demonstration,
        progress=arguments.progress,
    )
    if arguments.json:
        report: dict[str, Any] = found.as_dict()
        print_json(report)
    else:
        print(found)
    return INTERRUPTED if found.equity.interrupted else 0
