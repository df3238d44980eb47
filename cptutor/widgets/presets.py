"""Layouts that a board offers as buttons: data, from ``rules_data/presets.toml`` or from a lesson.

>>> [preset.title for preset in load_presets("workshop")]
['Original (a foul)', 'Repair', 'Higher kicker']
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from cptutor.datafiles import read_data, validate
from cptutor.examples import load_example
from cptutor.legality import Verdict
from cptutor.resources import resource
from cptutor.terms import RuleError
from cptutor.widgets.placement import Placement

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cptutor.widgets.placement import Cards

_FILE: Final = "presets.toml"


@dataclass(frozen=True, slots=True)
class Preset:
    """A button of a board: its words, and where the cards lie after it."""

    title: str
    placement: Placement


def preset_ids() -> tuple[str, ...]:
    """The ids of the sets in ``rules_data/presets.toml``."""
    return tuple(entry["id"] for entry in _data()["set"])


def load_presets(set_id: str) -> tuple[Preset, ...]:
    """A set of presets; the first is the original.

    Raises:
        RuleError: there is no such set, or it names an example that is no single layout.
    """
    for entry in _data()["set"]:
        if entry["id"] == set_id:
            return tuple(
                Preset(preset["title"], _of_example(preset["example"])) for preset in entry["preset"]
            )
    raise RuleError(f"there are no presets {set_id!r}: {', '.join(preset_ids())}")


def as_presets(presets: str | Mapping[str, Cards] | None) -> tuple[Preset, ...]:
    """Presets by the id of their set, or as ``{"words on the button": layout}``; none for None."""
    if presets is None:
        return ()
    if isinstance(presets, str):
        return load_presets(presets)
    return tuple(Preset(title, Placement.read(layout)) for title, layout in presets.items())


def _of_example(example_id: str) -> Placement:
    found = load_example(example_id).run()
    if not isinstance(found, Verdict):
        raise RuleError(f"{_FILE}: the example {example_id!r} has no single layout")
    return Placement.read(found.layout)


@lru_cache
def _data() -> dict[str, Any]:
    data = read_data(resource("rules_data") / _FILE)
    validate(data, "presets", _FILE)
    return data
