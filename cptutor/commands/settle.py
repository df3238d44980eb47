"""``cptutor settle``: a deal from a file, settled pairing by pairing."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from cptutor.commands import DEFAULT_PROFILE, add_json, add_rulings, print_json, print_notes
from cptutor.datafiles import LARGEST_FILE, parse_data, read_data
from cptutor.deals import in_file, read_deal
from cptutor.resources import as_file_name
from cptutor.rules import Agreement, read_rulings
from cptutor.rules.profile_files import load_profile
from cptutor.settlement import settle
from cptutor.settlement.scorebook_text import told_in_full
from cptutor.terms import RuleError

if TYPE_CHECKING:
    import argparse

    from cptutor.deals import Deal
    from cptutor.rules.profiles import Profile


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """A file, a profile or an agreement, and rulings."""
    parser.add_argument("file", metavar="FILE", help="the deal in TOML or JSON, or - for standard input")
    parser.add_argument(
        "--profile",
        help=f"a profile's id, or a house-rules file (default: the file's, else {DEFAULT_PROFILE})",
    )
    parser.add_argument("--agreement", metavar="FILE.toml", help="an agreement's file, instead of a profile")
    add_rulings(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print every transfer with its reason, then the scorebook and the totals."""
    if arguments.agreement is not None and arguments.profile is not None:
        raise RuleError("either --agreement or --profile: an agreement says which profile it is for")
    if arguments.file == "-":
        name = "standard input"
        data = parse_data(_standard_input(name), name)
    else:
        name = arguments.file
        data = read_data(Path(name))
    deal = read_deal(data, name)
    agreement = _agreement(arguments, deal, name)
    _report(agreement)
    with in_file(name):
        book = settle(deal.seats, agreement, deal.dealer)
    if arguments.json:
        print_json(book.as_dict())
    else:
        print(told_in_full(book))
    return 0


def _agreement(arguments: argparse.Namespace, deal: Deal, name: str) -> Agreement:
    """The rules in force: those of the agreement or the profile that was named, with the rulings given."""
    if arguments.agreement is None:
        profile = load_profile(arguments.profile) if arguments.profile is not None else _of_deal(deal, name)
        return Agreement(profile, read_rulings(profile, arguments.ruling))
    from cptutor.rules.agreement_files import load_agreement

    agreement = load_agreement(arguments.agreement)
    if deal.profile is not None and _of_deal(deal, name) != agreement.profile:
        raise RuleError(
            f"{name}: profile: the deal is for {deal.profile!r}, but {arguments.agreement} is for"
            f" {agreement.profile.id!r}"
        )
    for key, value in read_rulings(agreement.profile, arguments.ruling).items():
        agreement = agreement.with_ruling(key, value)
    return agreement


def _of_deal(deal: Deal, name: str) -> Profile:
    """The profile that a deal's file names, a house-rules file being looked for beside it."""
    if deal.profile is None:
        return load_profile(DEFAULT_PROFILE)
    return load_profile(
        Path(name).parent / as_file_name(deal.profile) if deal.profile.endswith(".toml") else deal.profile
    )


def _report(agreement: Agreement) -> None:
    """Say what looks like a slip in the rules; shipped rules without rulings are known to have none."""
    if agreement.profile.file is not None or agreement.rulings:
        from cptutor.rules.remarks import find_remarks

        print_notes(f"{agreement.profile.id}: {remark}" for remark in find_remarks(agreement.in_force()))


def _standard_input(name: str) -> bytes:
    if sys.stdin is None:
        raise RuleError(f"{name}: it is closed")
    try:
        return sys.stdin.buffer.read(LARGEST_FILE + 1)
    except OSError as error:
        raise RuleError(f"{name}: {error.strerror or error}") from None
