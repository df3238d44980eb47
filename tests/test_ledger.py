"""The ledger of rules is in step, names only what exists, and leaves no key of any profile out."""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import pytest

from cptutor import Gap, load_examples, load_profile
from cptutor.resources import resource
from tests.test_rule_perturbation import means_the_same, other_values, passes, readers
from tools import ledger

if TYPE_CHECKING:
    from collections.abc import Callable

    from cptutor import Example, Profile

RULES = ledger.read_ledger()
WITH_KEYS = [rule for rule in RULES if rule.keys]


def test_everything_that_is_named_exists_and_nothing_is_missing() -> None:
    assert ledger.problems(RULES) == []


def test_the_page_is_in_step(capsys: pytest.CaptureFixture[str]) -> None:
    assert ledger.page(RULES) == ledger.PAGE.read_text(encoding="utf-8")
    assert ledger.main(["--check"]) == 0
    assert capsys.readouterr().out == ""


def test_every_section_of_every_document_has_its_rules() -> None:
    sources = tomllib.loads((resource("rules_data") / "sources.toml").read_text(encoding="utf-8"))
    wanted = [(name, section) for name, of in sources["documents"].items() for section in of["sections"]]
    assert list(dict.fromkeys((rule.document, rule.section) for rule in RULES)) == wanted


def test_each_rule_is_listed_once() -> None:
    names = [str(rule) for rule in RULES]
    assert len(set(names)) == len(names) > 200


@cache
def asking() -> dict[tuple[str, str], set[str]]:
    """Files of the worked examples that ask for a gap, by profile and key."""
    found = defaultdict(set)
    for example in load_examples():
        for key in example.expect.get("questions", ()):
            found[example.profile, key].add(file_of(example))
    return found


def file_of(example: Example) -> str:
    return example.id.partition("/")[0]


def notices(profile: Profile, key: str, files: set[str]) -> bool:
    """Whether an example of these files fails when the key's value is another, or asks for it where it is a gap.

    A value that has no other is only looked up.
    """
    entry = profile[key]
    if isinstance(entry, Gap):
        return bool(asking()[profile.id, key] & files)
    reading = [example for example in readers(profile)[key] if file_of(example) in files]
    others = [value for value in other_values(profile, entry) if not means_the_same(profile, key, value)]
    if not others:
        return bool(reading)
    return any(not passes(example, profile, key, value) for example in reading for value in others)


def test_examples_beside_a_key_turn_on_it() -> None:
    """For each profile that a rule names, one of the rule's examples would fail under another value of the key."""
    unnoticed = [
        f"{rule}: none of {', '.join(rule.examples)} notices {key} of {profile}"
        for rule in WITH_KEYS
        if rule.examples
        for profile, key in rule.entries()
        if not notices(load_profile(profile), key, {name.partition("/")[0] for name in rule.examples})
    ]
    assert unnoticed == []


def test_only_what_no_deal_reads_has_keys_without_examples() -> None:
    without = {key.partition(".")[0] for rule in WITH_KEYS if not rule.examples for _, key in rule.entries()}
    assert without == {"table"}


def first(change: Callable[[ledger.Rule], ledger.Rule], having: str) -> list[ledger.Rule]:
    """The ledger with the first rule changed that has something in a column."""
    place = next(place for place, rule in enumerate(RULES) if rule.column(having))
    return [*RULES[:place], change(RULES[place]), *RULES[place + 1 :]]


SPOILT: dict[str, tuple[str, Callable[[ledger.Rule], ledger.Rule], str]] = {
    "no such document": ("cells", lambda rule: replace(rule, document="pamphlet"), "no document 'pamphlet'"),
    "no such section": ("cells", lambda rule: replace(rule, section="99"), "no section '99'"),
    "no such profile": ("keys", lambda rule: replace(rule, keys=("swx: row.units",)), "no profile 'swx'"),
    "no such key": ("keys", lambda rule: replace(rule, keys=("swc: row.unit",)), "swc has no 'row.unit'"),
    "no such pattern": ("keys", lambda rule: replace(rule, keys=("swc: rows.*",)), "swc has no 'rows.*'"),
    "no such example": ("examples", lambda rule: replace(rule, examples=("x",)), "no example 'x'"),
    "no such lesson": ("cells", lambda rule: replace(rule, cells=("99 The scoop",)), "no lesson cell '99"),
    "no such heading": (
        "cells",
        lambda rule: replace(rule, cells=("03 The loop",)),
        "no lesson cell '03 The",
    ),
    "no such test": (
        "tests",
        lambda rule: replace(rule, tests=("test_cards::test_x",)),
        "no test 'test_cards",
    ),
    "a helper": ("tests", lambda rule: replace(rule, tests=("test_cards::any_text",)), "no test 'test_cards"),
    "empty": ("tests", lambda rule: replace(rule, tests=()), "tests wants something, or a reason"),
    "empty reason": (
        "tests",
        lambda rule: replace(rule, tests=(), none={**rule.none, "tests": " "}),
        "tests wants something, or a reason",
    ),
    "both": ("tests", lambda rule: replace(rule, none={"tests": "x"}), "tests wants something, or a reason"),
}


@pytest.mark.parametrize("name", SPOILT)
def test_a_spoilt_ledger_is_noticed(name: str) -> None:
    having, change, says = SPOILT[name]
    found = ledger.problems(first(change, having))
    assert any(says in problem for problem in found), found


@pytest.mark.parametrize("place", range(0, len(WITH_KEYS), 10))
def test_a_rule_left_out_leaves_its_keys_out_unless_another_has_them(place: int) -> None:
    left = [rule for rule in RULES if rule is not WITH_KEYS[place]]
    gone = {
        (*entry, rule.document, rule.section) for rule in [WITH_KEYS[place]] for entry in rule.entries()
    } - {(*entry, rule.document, rule.section) for rule in left for entry in rule.entries()}
    owed = {
        f"{profile}: {key}"
        for profile, key, *section in gone
        if [load_profile(profile)[key].source.document, load_profile(profile)[key].source.section] == section
    }
    assert {re.sub(r" is in no rule.*", "", problem) for problem in ledger.problems(left)} == owed


def test_the_command_names_what_is_wrong(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(ledger, "read_ledger", lambda: first(SPOILT["no such test"][1], "tests"))
    assert ledger.main([]) == 1
    assert "there is no test 'test_cards::test_x'" in capsys.readouterr().err
    monkeypatch.setattr(ledger, "read_ledger", lambda: RULES[::-1])
    assert ledger.main(["--check"]) == 1
    assert capsys.readouterr().out == "ledger.md would change: run tools/ledger.py\n"
