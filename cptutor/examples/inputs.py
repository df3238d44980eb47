"""What the kinds of worked examples share: reading layouts and seats, and refusing what cannot be."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cptutor.layout import Layout
from cptutor.settlement.scorebook import COMPONENTS
from cptutor.settlement.seats import Seat, take_seats
from cptutor.terms import ROWS, RuleError, TutorError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from cptutor.rules import Agreement

Data = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of example: how its inputs are read, run and reported. ``rules`` are the agreement in force."""

    read: Callable[[Data, Agreement], None]
    run: Callable[[Data, Agreement], Any]
    found: Callable[[Data, Any, Agreement], Data]


@contextmanager
def naming(key: str) -> Iterator[None]:
    """Turn any error of the library into one that names the key at fault."""
    try:
        yield
    except TutorError as error:
        raise RuleError(f"{key}: {error}") from None


def read_layout(data: Data, key: str = "layout") -> Layout:
    """The layout that stands under a key as a table of front, middle and back."""
    with naming(key):
        return Layout(*(data[key][row] for row in ROWS))


def read_seats(data: Data) -> tuple[Seat, ...]:
    """The seats in their order; none where the example has none."""
    seats = []
    for entry in data.get("seat", ()):
        with naming(f"seat[{entry['name']}]"):
            seats.append(
                Seat(
                    entry["name"],
                    _layout_of(entry),
                    declared=entry.get("declared", False),
                    surrendered=entry.get("surrendered", False),
                    chips=entry.get("chips"),
                )
            )
    if seats:
        with naming("seat"):
            take_seats(seats)
    return tuple(seats)


def _layout_of(entry: Data) -> Layout:
    """A seat's layout, on one line or a row at a time."""
    if "layout" in entry:
        if any(row in entry for row in ROWS):
            raise RuleError("either a layout or a front, middle and back are wanted")
        return Layout.parse(entry["layout"])
    for row in ROWS:
        if row not in entry:
            raise RuleError(f"key {row!r} is missing")
    return Layout(*(entry[row] for row in ROWS))


def components_of(rules: Agreement) -> list[str]:
    """The names of all components that a scorebook may have under some rules."""
    return list(dict.fromkeys([*COMPONENTS, *rules.profile.names("bonus")]))


def refuse_unknown(names: Mapping[str, object] | list[str], key: str, allowed: list[str]) -> None:
    """Refuse names that stand below a key and are none of those allowed."""
    for name in names:
        if name not in allowed:
            raise RuleError(f"{key}: unknown key {name!r}; there are {', '.join(allowed)}")


def refuse_other_length(expect: Mapping[str, Any], prefix: str, count: int, key: str) -> None:
    """Expected lists stand beside the inputs, so each has as many entries."""
    for name, entries in expect.items():
        if isinstance(entries, list) and name != "questions" and len(entries) != count:
            raise RuleError(f"expect.{prefix}{name}: {len(entries)} entries where {key} has {count}")
