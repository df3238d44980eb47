"""``cptutor agree``: a profile's gaps as questions, and the agreement that answers them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from cptutor.commands import (
    add_json,
    add_rulings,
    one_line,
    print_json,
    print_notes,
    refuse_wrong_file,
    write_file,
)
from cptutor.resources import as_text
from cptutor.rules import Agreement, read_ruling, read_rulings
from cptutor.rules.agreement_files import (
    agreement_dict,
    agreement_html,
    agreement_text,
    agreement_toml,
    demonstration_agreement,
    demonstration_rulings,
)
from cptutor.rules.agreement_page import idle, remarks
from cptutor.rules.profile_files import load_profile
from cptutor.rules.profiles import is_line
from cptutor.terms import RuleError

if TYPE_CHECKING:
    import argparse

    from cptutor.rules.profiles import Gap

HTML = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
</head>
<body style="max-width:50em;margin:1em auto;padding:0 1em;font-family:sans-serif;line-height:1.4;">
{page}
</body>
</html>
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """A profile, answers, and where to write them."""
    parser.add_argument("profile", metavar="PROFILE", help="a profile's id, or a house-rules file")
    add_rulings(parser)
    parser.add_argument("--title", default="", type=as_text, help="what the table calls its agreement")
    parser.add_argument(
        "--demonstration", action="store_true", help="start from answers made up to show the profile"
    )
    parser.add_argument("--ask", action="store_true", help="ask what is open, question by question")
    parser.add_argument("--output", metavar="FILE.toml", type=Path, help="write the agreement for settle")
    parser.add_argument("--html", metavar="FILE.html", type=Path, help="write the page for a browser")
    parser.add_argument("--force", action="store_true", help="overwrite these files")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the agreement so far, with what is open as questions, and write the files that are asked for."""
    agreement = _start(arguments)
    for path in (arguments.output, arguments.html):
        _refuse_wrong_file(path, agreement, force=arguments.force)
    if arguments.output and arguments.html and arguments.output.resolve() == arguments.html.resolve():
        raise RuleError(f"{arguments.html}: one file cannot be both --output and --html")
    if arguments.ask:
        agreement = _ask(agreement)
    print_notes(f"{agreement.profile.id}: {remark}" for remark in remarks(agreement))
    if arguments.output is not None:
        write_file(arguments.output, agreement_toml(agreement, arguments.output.parent))
    if arguments.html is not None:
        from html import escape

        title = escape(agreement.title or f"Agreement: {agreement.profile.id}")
        write_file(arguments.html, HTML.format(title=title, page=agreement_html(agreement, "h1")))
    print_json(agreement_dict(agreement)) if arguments.json else print(agreement_text(agreement))
    return 0


def _start(arguments: argparse.Namespace) -> Agreement:
    profile = load_profile(arguments.profile)
    rulings = read_rulings(profile, arguments.ruling)
    title = " ".join(arguments.title.split())
    if title and not is_line(title):
        raise RuleError(f"--title: one line of text is wanted, not {title!r}")
    if not arguments.demonstration:
        return Agreement(profile, rulings, title=title)
    if profile.file is None:
        title = title or demonstration_agreement(profile.id).title
    return Agreement(profile, demonstration_rulings(profile) | rulings, invented=True, title=title)


def _ask(agreement: Agreement) -> Agreement:
    """Ask what is open, one question at a time; what an answer leaves without effect is not asked."""
    if sys.stdin is None:
        raise RuleError("standard input: it is closed")
    print("Enter leaves a question open, Ctrl-D ends.", file=sys.stderr)
    passed: set[str] = set()
    while gap := _next(agreement, passed):
        passed.add(gap.key)
        left = sum(
            other.key not in passed and not idle(other.key, agreement) for other in agreement.open_gaps
        )
        print(f"\n{gap.key}: {gap.question}", file=sys.stderr)
        print(f"  {gap.source}: {gap.gap}", file=sys.stderr)
        print(f"  Answer: {gap.answer}. After this, {left} open.", file=sys.stderr)
        try:
            agreement = _answered(agreement, gap)
        except EOFError:
            print(file=sys.stderr)
            break
    return agreement


def _next(agreement: Agreement, passed: set[str]) -> Gap | None:
    gaps = (gap for gap in agreement.open_gaps if gap.key not in passed and not idle(gap.key, agreement))
    return next(gaps, None)


def _answered(agreement: Agreement, gap: Gap) -> Agreement:
    while text := _read_line():
        try:
            return agreement.with_ruling(gap.key, read_ruling(agreement.profile, gap.key, text))
        except RuleError as error:
            print(f"  {one_line(error)}", file=sys.stderr)
    return agreement


def _read_line() -> str:
    print("> ", end="", file=sys.stderr, flush=True)
    try:
        return as_text(input()).strip()
    except (UnicodeDecodeError, OSError) as error:
        print(file=sys.stderr)
        raise RuleError(f"standard input: {error}") from None


def _refuse_wrong_file(path: Path | None, agreement: Agreement, *, force: bool) -> None:
    """Find out before the questions whether the answers can be kept."""
    if path is None:
        return
    house = agreement.profile.file
    if house is not None and path.resolve() == house.resolve():
        raise RuleError(f"{path}: these are the house rules themselves; choose another name")
    refuse_wrong_file(path, force=force)
