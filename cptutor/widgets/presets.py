"""Layouts that a board offers as buttons: data, from ``rules_data/presets.toml`` or from a lesson.

>>> [preset.title for preset in load_presets("workshop")]
['Original (a foul)', 'Repair', 'Higher kicker']
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from cptutor.datafiles import read_data, validate
from cptutor.examples import load_example
from cptutor.legality import Verdict
from cptutor.resources import resource
from cptutor.terms import RuleError
from cptutor.widgets.placement import Placement

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from cptutor.widgets.placement import Cards

_FILE: Final = "presets.toml"


@dataclass(frozen=True, slots=True)
class Preset:
    """A button of a board: its words, and where the cards lie after it."""

    title: str
    placement: Placement


def preset_ids() -> tuple[str, ...]:
    """The ids of the sets in ``rules_data/presets.toml``."""
    return tuple(_shipped())


def load_presets(set_id: str) -> tuple[Preset, ...]:
    """A set of presets; the first is the original.

    Raises:
        RuleError: there is no such set, or it names an example that is no single layout.
    """
    found = _shipped()
    if set_id not in found:
        raise RuleError(f"there are no presets {set_id!r}: {', '.join(found)}")
    return found[set_id]


def as_presets(presets: str | Mapping[str, Cards] | None) -> tuple[Preset, ...]:
    """Presets by the id of their set, or as ``{"words on the button": layout}``; none for None."""
    if presets is None:
        return ()
    if isinstance(presets, str):
        return load_presets(presets)
    return tuple(Preset(title, Placement.read(layout)) for title, layout in presets.items())


@lru_cache
def _shipped() -> Mapping[str, tuple[Preset, ...]]:
    return read_presets(resource("rules_data") / _FILE)


def read_presets(path: Path) -> Mapping[str, tuple[Preset, ...]]:
    """The sets of a file, by id.

    Raises:
        RuleError: names the file and the key at fault, or the example that is no single layout.
    """
    data = read_data(path)
    validate(data, "presets", path.name)
    found: dict[str, tuple[Preset, ...]] = {}
    for entry in data["set"]:
        if entry["id"] in found:
            raise RuleError(f"{path.name}: two sets have the id {entry['id']!r}")
        found[entry["id"]] = tuple(
            Preset(preset["title"], _of_example(preset["example"], f"{path.name}: set[{entry['id']}]"))
            for preset in entry["preset"]
        )
    return MappingProxyType(found)


def _of_example(example_id: str, where: str) -> Placement:
    try:
        found = load_example(example_id).run()
    except RuleError as error:
        raise RuleError(f"{where}: {error}") from None
    if not isinstance(found, Verdict):
        raise RuleError(f"{where}: the example {example_id!r} has no single layout")
    return Placement.read(found.layout)
