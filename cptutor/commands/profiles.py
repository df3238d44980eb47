"""``cptutor profiles``: the scoring systems, their sources and their gaps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cptutor.commands import add_json, print_json
from cptutor.profile_files import load_profile, profile_ids
from cptutor.tables import Table

if TYPE_CHECKING:
    import argparse

    from cptutor.profiles import Profile


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """One profile, or none for all."""
    parser.add_argument("id", nargs="?", help="a profile's id")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the list, or one profile."""
    if arguments.id is not None:
        profile = load_profile(arguments.id)
        print_json(profile.as_dict()) if arguments.json else _show(profile)
        return 0
    profiles = [load_profile(name) for name in profile_ids()]
    if arguments.json:
        print_json([_summary(profile) for profile in profiles])
    else:
        rows = tuple((p.id, p.title, len(p.gaps), p.document) for p in profiles)
        print(Table("", ("profile", "scoring", "gaps", "document"), rows, unsigned=("gaps",)))
    return 0


def _summary(profile: Profile) -> dict[str, Any]:
    return {"id": profile.id, "title": profile.title, "document": profile.document, "gaps": len(profile.gaps)}


def _show(profile: Profile) -> None:
    print(f"{profile.id}: {profile.title}\n")
    rules = tuple((rule.key, str(rule.value), str(rule.source)) for rule in profile.rules)
    print(Table("", ("rule", "value", "source"), rules))
    print("\nGaps: what the document leaves to the table" if profile.gaps else "\nNo gaps")
    for gap in profile.gaps:
        print(f"  {gap}\n      {gap.source}: {gap.gap}")
