"""Every value in a profile matters: changed alone, it makes at least one example of that profile fail."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import pytest

from cptutor.examples import Example, load_examples
from cptutor.profile_files import allowed_answer, load_profile, profile_ids
from cptutor.profiles import Gap, Profile, Rule, Value

if TYPE_CHECKING:
    from collections.abc import Iterator

NOT_OF_A_DEAL = ("rake.", "session.", "stakes.", "table.")
"""Rules that the settlement of a single deal never reads."""

NOT_YET = ("special.", "surrender.")
"""Rules of full and full-royalties that no example can show before settlement reads them: take out what it does."""

LEFT_OUT = (*NOT_OF_A_DEAL, *NOT_YET)


@cache
def examples_of(profile: str) -> tuple[Example, ...]:
    """The examples of a profile; repairs last, since they look at every layout there is."""
    found = [example for example in load_examples() if example.profile == profile]
    return tuple(sorted(found, key=lambda example: example.kind == "repair"))


def other_values(rule: Rule) -> Iterator[Value]:
    """A number one higher and one lower, within its bounds; every other choice."""
    answer = allowed_answer(rule.key)
    if isinstance(rule.value, int):
        yield from (number for number in (rule.value + 1, rule.value - 1) if answer.allows(number))
    yield from (choice for choice in answer.choices if choice != rule.value)


def means_the_same(profile: Profile, key: str, value: Value) -> bool:
    """Where nothing is on top of the rows, a foul as if scooped and a foul of the rows are one price."""
    words = {"rows", "scooped"}
    return (
        key == "foul.price" and {profile_value(profile, key), value} == words and not profile.names("bonus")
    )


def profile_value(profile: Profile, key: str) -> Value | None:
    entry = profile[key]
    return entry.value if isinstance(entry, Rule) else None


def changed(profile: Profile, key: str, value: Value) -> Profile:
    rule = profile[key]
    assert isinstance(rule, Rule)
    return replace(profile, entries={**profile.entries, key: replace(rule, value=value)})


def notices(example: Example, profile: Profile) -> bool:
    return not all(check.passed for check in example.verify(profile=profile))


each_profile = pytest.mark.parametrize(
    "name",
    [
        name
        if examples_of(name)
        else pytest.param(name, marks=pytest.mark.xfail(reason="no example of this profile yet", strict=True))
        for name in profile_ids()
    ],
)


@each_profile
def test_every_value_is_covered_by_an_example(name: str) -> None:
    profile = load_profile(name)
    uncovered = [
        f"{rule.key}: {rule.value} → {value}"
        for rule in profile.rules
        if not rule.key.startswith(LEFT_OUT)
        for value in other_values(rule)
        if not means_the_same(profile, rule.key, value)
        if not any(notices(example, changed(profile, rule.key, value)) for example in examples_of(name))
    ]
    assert not uncovered, f"no example of {name} notices {'; '.join(uncovered)}"


@each_profile
def test_every_gap_is_asked_for_by_an_example(name: str) -> None:
    asked = {key for example in examples_of(name) for key in example.expect.get("questions", ())}
    gaps = [gap for gap in load_profile(name).gaps if not gap.key.startswith(LEFT_OUT)]
    silent = [gap.key for gap in gaps if gap.key not in asked]
    assert not silent, f"no example of {name} asks for {', '.join(silent)}"


@pytest.mark.parametrize("name", profile_ids())
def test_questions_are_gaps_of_the_profile(name: str) -> None:
    profile = load_profile(name)
    for example in examples_of(name):
        for key in example.expect.get("questions", ()):
            assert isinstance(profile.get(key), Gap), f"{example.id}: {key}"
