"""``cptutor handout``: a sheet to print, with cards to cut out, and its answers on a sheet apart."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from cptutor.commands import (
    DEFAULT_PROFILE,
    add_json,
    add_rules,
    agreement_of,
    numpy_wanted,
    print_json,
    refuse_wrong_file,
    write_file,
)
from cptutor.handouts import (
    PAPERS,
    answers_html,
    find_chromium,
    html_to_pdf,
    of_deal,
    of_exercise,
    of_seed,
    sheet_html,
)
from cptutor.handouts.printing import NO_CHROMIUM
from cptutor.handouts.sheet import CARD_SIZE
from cptutor.terms import RuleError, TutorError

if TYPE_CHECKING:
    import argparse

    from cptutor.handouts import Handout
    from cptutor.rules import Agreement

DEFAULT_SEATS = 4


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What is handed out, the rules, the paper, and the files."""
    parser.description = (
        "Make a sheet to print, as HTML and as PDF, and its answers on a sheet apart: three mats for each hand,"
        f" its thirteen cards to cut out ({CARD_SIZE[0]} × {CARD_SIZE[1]} mm), a blank scorebook, and the rules in"
        " force."
    )
    parser.add_argument("exercise", metavar="EXERCISE", nargs="?", help="an exercise's id, such as 02-repair")
    parser.add_argument(
        "--seed", help="a fresh deal instead: any number or text; the same seed makes the same sheet"
    )
    parser.add_argument(
        "--seats", type=int, metavar="N", help=f"players of the fresh deal, 1 to 4 (default: {DEFAULT_SEATS})"
    )
    parser.add_argument(
        "--deal", metavar="FILE", type=Path, help="or a deal that has been set, as cptutor settle reads it"
    )
    add_rules(parser)
    parser.add_argument("--paper", choices=tuple(PAPERS), default="a4", help="default: %(default)s")
    parser.add_argument(
        "--output",
        metavar="FILE.html",
        type=Path,
        help="the sheet; the answers and the PDFs are written beside it (default: handout-….html)",
    )
    parser.add_argument("--no-pdf", action="store_true", help="write HTML alone")
    parser.add_argument("--force", action="store_true", help="overwrite these files")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Write the two sheets as HTML, and as PDF where there is a Chromium; 0."""
    handout = _handout(arguments)
    output = arguments.output or Path(f"handout-{handout.name}.html")
    if output.suffix.lower() != ".html":
        raise RuleError(f"{output}: a name that ends in .html is wanted")
    answers = output.with_name(f"{output.stem}-answers{output.suffix}")
    pages = {output: sheet_html(handout, arguments.paper)}
    with numpy_wanted():
        pages[answers] = answers_html(handout, arguments.paper)
    pdfs = {} if arguments.no_pdf else {path: path.with_suffix(".pdf") for path in pages}
    for path in (*pages, *pdfs.values()):
        refuse_wrong_file(path, force=arguments.force)
    for path, page in pages.items():
        write_file(path, page)
    written = [*pages]
    if pdfs and (browser := _browser()):
        for path, pdf in pdfs.items():
            write_file(pdf, html_to_pdf(pages[path], browser, path.parent))
            written.append(pdf)
    _report(handout, written, as_json=arguments.json)
    return 0


def _handout(arguments: argparse.Namespace) -> Handout:
    """The handout that was asked for, under the rules that were chosen."""
    asked = [
        name
        for name, value in (
            ("EXERCISE", arguments.exercise),
            ("--seed", arguments.seed),
            ("--deal", arguments.deal),
        )
        if value is not None
    ]
    if len(asked) != 1:
        given = f", not {' and '.join(asked)}" if asked else ""
        raise TutorError(f"one of EXERCISE, --seed and --deal is wanted{given} (see cptutor handout --help)")
    if arguments.seats is not None and arguments.seed is None:
        raise TutorError("--seats is for a fresh deal, with --seed")
    if arguments.exercise is not None:
        from cptutor.exercises import load_exercise

        own = load_exercise(arguments.exercise).options.get("profile")
        return of_exercise(arguments.exercise, _agreement(arguments, own))
    if arguments.seed is not None:
        seats = DEFAULT_SEATS if arguments.seats is None else arguments.seats
        return of_seed(arguments.seed, seats, _agreement(arguments))
    from cptutor.datafiles import read_data
    from cptutor.deals import read_deal

    deal = read_deal(read_data(arguments.deal), str(arguments.deal))
    own = deal.profile
    if own is not None and own.endswith(".toml"):
        own = str(arguments.deal.parent / own)
    return of_deal(deal, arguments.deal.stem, _agreement(arguments, own))


def _agreement(arguments: argparse.Namespace, own: str | None = None) -> Agreement:
    """The rules in force; ``own`` is the profile that an exercise or a deal names, which the options overrule."""
    if arguments.profile is None and arguments.agreement is None:
        arguments.profile = own or DEFAULT_PROFILE
    agreement = agreement_of(arguments)
    if not arguments.demonstration:
        return agreement
    from cptutor.rules import Agreement
    from cptutor.rules.agreement_files import demonstration_rulings

    profile = agreement.profile
    rulings = demonstration_rulings(profile) | dict(agreement.rulings)
    return Agreement(profile, rulings, invented=True, title=agreement.title)


def _browser() -> str | None:
    found = find_chromium()
    if found is None:
        print(f"cptutor: note: {NO_CHROMIUM}", file=sys.stderr)
    return found


def _report(handout: Handout, written: list[Path], *, as_json: bool) -> None:
    if as_json:
        print_json(
            {
                "title": handout.title,
                "profile": handout.agreement.profile.id,
                "hands": {name: " ".join(map(str, cards)) for name, cards in handout.hands.items()},
                "written": [str(path) for path in written],
            }
        )
    else:
        cards = f"{len(handout.hands)} × 13 cards to cut out" if handout.hands else "no cards to cut out"
        print(f"{handout.title}, under {handout.agreement.profile.id}: {cards}")
