"""``cptutor profiles``: the scoring systems, their sources and their gaps, and how two of them differ."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, Any

from cptutor.commands import add_json, print_json, print_notes
from cptutor.rules.profile_files import load_profile, profile_ids
from cptutor.tables import Cell, Table
from cptutor.terms import RuleError

if TYPE_CHECKING:
    import argparse

    from cptutor.rules.profiles import Profile

_TITLE = 57
"""Columns for a profile's title; with those beside it a line has less than a hundred."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """One profile, two to compare, or none for all."""
    parser.add_argument("id", nargs="?", help="a profile's id, or a house-rules file")
    parser.add_argument("--diff", nargs=2, metavar=("A", "B"), help="show where two of them differ")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the list, one profile, or the differences of two."""
    if arguments.diff and arguments.id is not None:
        raise RuleError(f"--diff compares two profiles, so {arguments.id!r} is one too many")
    if arguments.diff:
        _diff(*map(_load, arguments.diff), as_json=arguments.json)
        return 0
    if arguments.id is not None:
        profile = _load(arguments.id)
        print_json(profile.as_dict()) if arguments.json else _show(profile)
        return 0
    profiles = [load_profile(name) for name in profile_ids()]
    if arguments.json:
        print_json([_summary(profile) for profile in profiles])
    else:
        print(_list(profiles))
    return 0


def _list(profiles: list[Profile]) -> Table:
    """One line a profile; a long title goes on below itself, so that the list fits a terminal."""
    rows: list[tuple[Cell, ...]] = []
    for profile in profiles:
        first, *further = wrap(profile.title, _TITLE)
        rows.append((profile.id, len(profile.gaps), profile.document, first))
        rows += [("", "", "", line) for line in further]
    return Table("", ("profile", "gaps", "document", "scoring"), tuple(rows), unsigned=("gaps",))


def _load(name: str) -> Profile:
    profile = load_profile(name)
    print_notes(f"{profile.id}: {remark}" for remark in profile.remarks)
    return profile


def _summary(profile: Profile) -> dict[str, Any]:
    return {"id": profile.id, "title": profile.title, "document": profile.document, "gaps": len(profile.gaps)}


def _diff(ours: Profile, theirs: Profile, *, as_json: bool) -> None:
    differences = ours.differences(theirs)
    if as_json:
        found = [difference.as_dict() for difference in differences]
        print_json({"ours": _summary(ours), "theirs": _summary(theirs), "differences": found})
        return
    for profile in (ours, theirs):
        print(f"{profile.id}: {profile.title}")
    print(f"\n{differences}")


def _show(profile: Profile) -> None:
    print(f"{profile.id}: {profile.title}\n")
    if profile.extends:
        print(f"What these house rules change in {profile.extends}")
        print(f"{profile.differences(load_profile(profile.extends))}\n")
    rules = tuple((rule.key, str(rule.value), str(rule.source)) for rule in profile.rules)
    print(Table("", ("rule", "value", "source"), rules))
    for rule in profile.rules:
        if rule.answer:
            print(f"Option: {rule.key} may be agreed: {rule.answer}")
    print("\nGaps: what the document leaves to the table" if profile.gaps else "\nNo gaps")
    for gap in profile.gaps:
        print(f"  {gap}\n      {gap.source}: {gap.gap}")
