"""Two tables' rules side by side: only where they differ.

>>> from cptutor.rules.profile_files import load_profile
>>> print(load_profile("simplest").differences(load_profile("basic")))
rule                       simplest  basic
front_middle.equal_prefix  gap       legal
middle_back.equal          foul      legal
counts.wrong               gap       foul
foul.price                 gap       rows
foul.both                  gap       nothing
session.deals              –         8, an option
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cptutor.rules.profiles import Gap, Profile, Rule
from cptutor.tables import Table

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True, slots=True)
class Difference:
    """A key on which two profiles differ; None where one of them has no such rule."""

    key: str
    ours: Rule | Gap | None
    theirs: Rule | Gap | None

    def as_dict(self) -> dict[str, Any]:
        """The difference for JSON: each side's value, or that it is a gap, or null."""
        return {"key": self.key, "ours": _as_dict(self.ours), "theirs": _as_dict(self.theirs)}

    def __str__(self) -> str:
        return f"{self.key}: {_show(self.ours)}, not {_show(self.theirs)}"


class Differences(tuple[Difference, ...]):
    """All differences of two profiles, in the order of the first; printed, a table."""

    names: tuple[str, str]

    def __new__(cls, ours: Profile, theirs: Profile) -> Differences:
        """Compare two profiles."""
        made = super().__new__(cls, _compare(ours, theirs))
        made.names = (ours.id, theirs.id)
        return made

    def table(self) -> Any:
        """A row for each key: a pandas DataFrame where pandas is installed, else a plain table."""
        return self._table().frame()

    def __str__(self) -> str:
        return str(self._table()) if self else f"{self.names[0]} and {self.names[1]} do not differ."

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return self._table()._repr_html_()

    def _table(self) -> Table:
        rows = tuple((each.key, _show(each.ours), _show(each.theirs)) for each in self)
        first, second = self.names
        if first == second:
            first, second = "the first", "the second"
        return Table(f"{first} and {second}", ("rule", first, second), rows)


def _compare(ours: Profile, theirs: Profile) -> Iterator[Difference]:
    for key in dict.fromkeys((*ours, *theirs)):
        first, second = ours.get(key), theirs.get(key)
        if _says(first) != _says(second):
            yield Difference(key, first, second)


def _says(entry: Rule | Gap | None) -> object:
    return (entry.value, entry.answer) if isinstance(entry, Rule) else type(entry)


def _show(entry: Rule | Gap | None) -> str:
    if entry is None:
        return "–"
    if isinstance(entry, Gap):
        return "gap"
    return f"{entry.value}, an option" if entry.answer else str(entry.value)


def _as_dict(entry: Rule | Gap | None) -> dict[str, Any] | None:
    if entry is None:
        return None
    if isinstance(entry, Gap):
        return {"gap": entry.gap, "source": str(entry.source)}
    return {"value": entry.value, "option": entry.answer is not None, "source": str(entry.source)}
