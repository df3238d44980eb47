"""Every value in a profile matters: changed alone, it makes at least one example of that profile fail."""

from __future__ import annotations

from collections import UserDict, defaultdict
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from cptutor.examples import Example, load_examples
from cptutor.rules.profile_files import allowed_answer, load_profile, profile_ids
from cptutor.rules.profiles import Gap, Profile, Rule, Value

if TYPE_CHECKING:
    from collections.abc import Iterator

NOT_OF_A_DEAL = ("table.",)
"""Rules that no deal and no session reads: what a table agrees on for itself, and a gap in every profile."""

COSTLY = ("repair",)
"""Kinds that look at every layout there is."""


class Watched(UserDict[str, Rule | Gap]):
    """A profile's entries that remember which of them were looked up."""

    def __init__(self, profile: Profile) -> None:
        super().__init__(profile.entries)
        self.read: set[str] = set()

    def __getitem__(self, key: str) -> Rule | Gap:
        self.read.add(key)
        return super().__getitem__(key)

    def __iter__(self) -> Iterator[str]:
        return iter(self.data)

    def values(self) -> object:  # type: ignore[override]
        return self.data.values()


@cache
def readers(profile: Profile) -> dict[str, list[Example]]:
    """The profile's examples by the rules that they read, the costly ones last.

    An example that never looks a rule up cannot notice that it has changed.
    """
    found = defaultdict(list)
    for example in sorted(examples_of(profile), key=lambda example: example.kind in COSTLY):
        watched = Watched(profile)
        example.verify(profile=replace(profile, entries=watched))
        for key in watched.read:
            found[key].append(example)
    return found


@cache
def examples_of(profile: Profile) -> tuple[Example, ...]:
    return tuple(example for example in load_examples() if example.agreement.profile == profile)


def other_values(profile: Profile, rule: Rule) -> Iterator[Value]:
    """A number one higher and one lower, within its bounds; every other choice; an order with neighbours exchanged."""
    answer = allowed_answer(rule.key)
    if isinstance(rule.value, int):
        yield from (number for number in (rule.value + 1, rule.value - 1) if answer.allows(number))
    elif rule.key == "special.order":
        yield from other_orders(profile, rule.value)
    yield from (choice for choice in answer.choices if choice != rule.value)


def other_orders(profile: Profile, order: str) -> Iterator[str]:
    """The order with two neighbours exchanged, where it decides who pays.

    It does not where their values do, or where the difference is paid, which is nothing between equal ones.
    """
    if profile_value(profile, "special.meeting") == "difference":
        return
    for lower, higher in pairwise(order.split(" < ")):
        pays = [profile_value(profile, f"special.pays.{kind}") for kind in (lower, higher)]
        if pays[0] == pays[1]:
            yield order.replace(f"{lower} < {higher}", f"{higher} < {lower}")


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


def unnoticed(profile: Profile, keys: set[str] | None = None) -> list[str]:
    """The changes of single values (of some rules, or of all) that every example of a profile lets pass."""
    return [
        f"{rule.key}: {rule.value} → {value}"
        for rule in profile.rules
        if keys is None or rule.key in keys
        if not rule.key.startswith(NOT_OF_A_DEAL)
        for value in other_values(profile, rule)
        if not means_the_same(profile, rule.key, value)
        if all(passes(example, profile, rule.key, value) for example in readers(profile)[rule.key])
    ]


def passes(example: Example, profile: Profile, key: str, value: Value) -> bool:
    return all(check.passed for check in example.verify(profile=changed(profile, key, value)))


each_profile = pytest.mark.parametrize(
    "profile", [load_profile(name) for name in profile_ids()], ids=profile_ids()
)


@each_profile
def test_every_value_is_covered_by_an_example(profile: Profile) -> None:
    assert unnoticed(profile) == []


@each_profile
def test_every_gap_is_asked_for_by_an_example(profile: Profile) -> None:
    asked = {key for example in examples_of(profile) for key in example.expect.get("questions", ())}
    gaps = [gap.key for gap in profile.gaps if not gap.key.startswith(NOT_OF_A_DEAL)]
    assert [key for key in gaps if key not in asked] == []


@each_profile
def test_questions_are_gaps_of_the_profile(profile: Profile) -> None:
    for example in examples_of(profile):
        for key in example.expect.get("questions", ()):
            assert isinstance(profile.get(key), Gap), f"{example.id}: {key}"


def house_rules() -> dict[str, tuple[Profile, set[str]]]:
    """The house rules of the examples, each with the keys that it has beyond the profile it extends."""
    found: dict[str, tuple[Profile, set[str]]] = {}
    for example in load_examples():
        if "house" in example.data:
            house = example.agreement.profile
            base = load_profile(example.data["house"]["extends"])
            own = {rule.key for rule in house.rules if profile_value_or_none(base, rule.key) != rule.value}
            found[house.id] = house, own
    return found


def profile_value_or_none(profile: Profile, key: str) -> Value | None:
    return profile_value(profile, key) if key in profile else None


@pytest.mark.parametrize("name", list(house_rules()))
def test_every_house_rule_is_noticed_by_its_examples(name: str) -> None:
    house, own = house_rules()[name]
    assert unnoticed(house, own) == []
