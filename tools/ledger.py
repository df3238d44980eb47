"""Write docs/ledger.md: every rule of the documents, and where it stands, is shown and is tested.

The rules are listed in docs/ledger.toml, in our own words; :func:`problems` says what is wrong with the list.
"""

from __future__ import annotations

import argparse
import ast
import json
import sys
import tomllib
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from cptutor import Gap, Profile, load_examples, load_profile, profile_ids
from cptutor.rules.profile_files import read_source
from cptutor.terms import RuleError

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "docs" / "ledger.toml"
PAGE = ROOT / "docs" / "ledger.md"

COLUMNS = {"keys": "profile key", "examples": "worked example", "cells": "lesson", "tests": "test"}
"""What a rule leads to, by the names in the data, with the headings of the table."""

INTRODUCTION = """# The ledger of rules

Every rule of the five documents, sentence by sentence and in our own words: the key of the profiles that holds it,
worked examples that turn on it, the place in the lessons that shows it, and tests that watch it. An empty cell
says why it is empty. *Gap* means that the document is silent, the profile says so, and a table is asked.

This page is made by `tools/ledger.py` from [ledger.toml](ledger.toml). `tests/test_ledger.py` keeps it in step, and
checks that whatever it names exists, that of the examples beside a key one fails when the key's value is changed (or
asks for it, where it is a gap), that no key of any profile is missing, and that each stands under its own section.
"""


@dataclass(frozen=True)
class Rule:
    """One rule: what it says, and for each of :data:`COLUMNS` what it leads to, or in ``none`` why to nothing."""

    document: str
    section: str
    says: str
    keys: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    cells: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    none: dict[str, str] = field(default_factory=dict)

    def column(self, name: str) -> tuple[str, ...]:
        """What one of :data:`COLUMNS` holds."""
        found: tuple[str, ...] = getattr(self, name)
        return found

    def entries(self) -> Iterator[tuple[str, str]]:
        """Profile and key of everything that ``keys`` stands for."""
        for line in self.keys:
            for profile, pattern in _patterns(line):
                yield from ((profile, key) for key in _matching(profile, pattern))

    def __str__(self) -> str:
        return f"{self.document}, {self.section}: {self.says}"


def read_ledger(path: Path = DATA) -> list[Rule]:
    """Return the rules in their order."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    rules = []
    for section in data["section"]:
        for rule in section["rule"]:
            lists = {name: tuple(rule[name]) for name in COLUMNS if name in rule}
            rules.append(
                Rule(
                    section["document"], section["section"], rule["says"], none=rule.get("none", {}), **lists
                )
            )
    return rules


def problems(rules: list[Rule]) -> list[str]:
    """Find what a ledger names and does not exist, what is empty without a reason, and which entries are missing."""
    found = [problem for rule in rules for problem in _problems_of(rule)]
    listed = {(*entry, rule.document, rule.section) for rule in rules for entry in rule.entries()}
    for profile, rules_of_it in _profiles().items():
        for key, entry in rules_of_it.entries.items():
            source = entry.source
            if (profile, key, source.document, source.section) not in listed:
                found.append(f"{profile}: {key} is in no rule of its section, {source}")
    return found


def _problems_of(rule: Rule) -> Iterator[str]:
    try:
        read_source({"document": rule.document, "section": rule.section}, "", "ledger")
    except RuleError as error:
        yield str(error)
    for name in COLUMNS:
        if bool(rule.column(name)) == bool(rule.none.get(name, "").strip()):
            yield f"{rule}: {name} wants something, or a reason why there is nothing, and not both"
    for line in rule.keys:
        for profile, pattern in _patterns(line):
            if profile not in _profiles():
                yield f"{rule}: there is no profile {profile!r}"
            elif not _matching(profile, pattern):
                yield f"{rule}: {profile} has no {pattern!r}"
    yield from (f"{rule}: there is no example {name!r}" for name in rule.examples if name not in _examples())
    yield from (f"{rule}: there is no lesson cell {name!r}" for name in rule.cells if not _is_cell(name))
    yield from (f"{rule}: there is no test {name!r}" for name in rule.tests if name not in _tests())


def _patterns(line: str) -> Iterator[tuple[str, str]]:
    """Profile and pattern of ``"full, two-four: row.units, foul.*"``, each with each."""
    profiles, _, patterns = line.partition(": ")
    for profile in profiles.split(", "):
        yield from ((profile, pattern) for pattern in patterns.split(", "))


def _matching(profile: str, pattern: str) -> list[str]:
    entries = _profiles()[profile].entries if profile in _profiles() else ()
    return [key for key in entries if fnmatchcase(key, pattern)]


@cache
def _profiles() -> dict[str, Profile]:
    return {name: load_profile(name) for name in profile_ids()}


@cache
def _examples() -> frozenset[str]:
    """Ids of worked examples; a file's own id stands for all its cases."""
    ids = {example.id for example in load_examples()}
    return frozenset(ids | {identity.partition("/")[0] for identity in ids})


@cache
def _tests() -> frozenset[str]:
    """Every test function as ``module::name``, modules of a folder with the folder's name."""
    folder = ROOT / "tests"
    return frozenset(
        f"{path.relative_to(folder).with_suffix('').as_posix()}::{node.name}"
        for path in folder.rglob("test_*.py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    )


@cache
def _lessons() -> dict[str, Path]:
    return {path.name[:2]: path for path in sorted((ROOT / "notebooks").glob("[0-9][0-9]-*.ipynb"))}


@cache
def _lines(lesson: str) -> frozenset[str]:
    """The headings of a lesson and the first lines of its cells."""
    cells = json.loads(_lessons()[lesson].read_text(encoding="utf-8"))["cells"]
    found = set()
    for cell in cells:
        lines = "".join(cell["source"]).splitlines() or [""]
        found.add(lines[0])
        if cell["cell_type"] == "markdown":
            found |= {line.lstrip("#").strip() for line in lines if line.startswith("#")}
    return frozenset(found)


def _is_cell(name: str) -> bool:
    lesson, _, line = name.partition(" ")
    return lesson in _lessons() and line in _lines(lesson)


def page(rules: list[Rule]) -> str:
    """Return the whole page: a table for each section of each document."""
    parts = [INTRODUCTION]
    here = ("", "")
    for rule in rules:
        if rule.document != here[0]:
            parts.append(f"\n## {rule.document}\n")
        if (rule.document, rule.section) != here:
            parts.append(
                f"\n### {rule.section}\n\n| rule | {' | '.join(COLUMNS.values())} |\n|:--|:--|:--|:--|:--|\n"
            )
        here = rule.document, rule.section
        cells = [_shown(rule, name) for name in COLUMNS]
        parts.append(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in (rule.says, *cells))} |\n")
    return "".join(parts)


def _shown(rule: Rule, column: str) -> str:
    if not rule.column(column):
        return f"*{rule.none[column]}*"
    show = {"keys": _keys_shown, "cells": _cell_shown}.get(column, lambda name: f"`{name}`")
    return "<br>".join(map(show, rule.column(column)))


def _keys_shown(line: str) -> str:
    profiles, _, patterns = line.partition(": ")
    everywhere = set(profiles.split(", ")) == set(_profiles())
    named = [f"`{pattern}`{_kind(profiles.split(', '), pattern)}" for pattern in patterns.split(", ")]
    return f"{'all profiles' if everywhere else profiles}: {', '.join(named)}"


def _kind(profiles: list[str], pattern: str) -> str:
    """How many keys a pattern stands for, and whether they are gaps."""
    found = [
        isinstance(_profiles()[profile][key], Gap)
        for profile in profiles
        for key in _matching(profile, pattern)
    ]
    said = [f"{len(found) // len(profiles)} keys"] if "*" in pattern else []
    said += ["gap"] if all(found) else ["gap in some"] if any(found) else []
    return f" ({', '.join(said)})" if said else ""


def _cell_shown(name: str) -> str:
    lesson, _, line = name.partition(" ")
    path = _lessons()[lesson]
    return f"[{lesson} · {line}](../{path.relative_to(ROOT).as_posix()})"


def main(arguments: list[str] | None = None) -> int:
    """Run the command.

    Args:
        arguments: The command line without the program's name; by default this process's own.

    Returns:
        The exit status: 0 when all is well, 1 when something is not there or, with ``--check``, the page would change.
    """
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing; fail if the page would change")
    options = parser.parse_args(arguments)
    rules = read_ledger()
    if found := problems(rules):
        print("\n".join(found), file=sys.stderr)
        return 1
    text = page(rules)
    if PAGE.exists() and PAGE.read_text(encoding="utf-8") == text:
        return 0
    if options.check:
        print(f"{PAGE.name} would change: run tools/ledger.py")
        return 1
    PAGE.write_text(text, encoding="utf-8", newline="\n")
    print(f"{PAGE.name} rewritten: {len(rules)} rules")
    return 0


if __name__ == "__main__":
    sys.exit(main())
