"""Files of studies: TOML, a line for each figure, in columns that a person can read.

What can be reckoned from other figures of a file is reckoned again when it is loaded, and what differs is refused.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from cptutor.analysis.study.dealing import SIDES
from cptutor.analysis.study.result import Study, study_of_dict
from cptutor.analysis.study.tally import DIGITS
from cptutor.datafiles import read_data, validate
from cptutor.rules.agreement_files import quoted
from cptutor.terms import ROWS, RuleError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_SLACK: Final = 10.0**-DIGITS  # of a figure that was rounded, and of each that it is the sum of


def study_toml(study: Study) -> str:
    """A study as the text of its file."""
    return "\n".join([*_lines(study.as_dict())]).lstrip("\n") + "\n"


def load_study(path: str | Path) -> Study:
    """A study from its file.

    Raises:
        RuleError: names the file and the key that is missing, unknown, of a wrong kind, or at odds with others.
    """
    data = read_data(Path(path))
    validate(data, "study", str(path))
    study = study_of_dict(data)
    for place, why in _contradictions(data, study):
        raise RuleError(f"{path}: {place}: {why}")
    return study


def _contradictions(data: Mapping[str, Any], study: Study) -> Iterator[tuple[str, str]]:
    """What cannot be true of a study: where, and why."""
    if study.deals > study.asked:
        yield "deals", f"{study.deals:,}, where {study.asked:,} were asked for"
    for key in ("question", "notes"):
        if (right := study.as_dict()[key]) != data[key]:
            yield key, f"does not fit the rest of the file, which gives {right!r}"
    seats = dict(zip(SIDES, (1, study.opponents), strict=True))
    for under in study.under:
        where = f"under[{under.rules}]"
        for side in SIDES:
            for row in ROWS:
                of_row = [hand for hand in under.hands if (hand.side, hand.row) == (side, row)]
                hands, counted = study.deals * seats[side], sum(hand.count for hand in of_row)
                if counted != hands:
                    yield f"{where}.hands", f"{counted:,} {row}s of {side} are counted, of {hands:,} hands"
                for hand in of_row:
                    if abs(hand.share - hand.count / hands) > _SLACK:
                        yield (
                            f"{where}.hands",
                            f"{hand.share} is not the share of {hand.count:,} in {hands:,}",
                        )
        for kind in under.transfers:
            if abs(kind.collected - kind.paid - kind.net) > 3 * _SLACK:
                yield (
                    f"{where}.transfers",
                    f"{kind.kind}: the net is not what was collected less what was paid",
                )
        if abs(sum(kind.net for kind in under.transfers) - under.units) > _SLACK * (1 + len(under.transfers)):
            yield f"{where}.units", "is not the sum of the transfers"
    for pair in study.compared:
        where = f"compared[{pair.first}, {pair.second}]"
        for name in (pair.first, pair.second):
            if name not in [under.rules for under in study.under]:
                yield where, f"no rules {name!r} in this study"
        for differ in pair.differ:
            if abs(differ.share - differ.count / study.deals) > _SLACK:
                yield (
                    f"{where}.differ",
                    f"{differ.share} is not the share of {differ.count:,} in {study.deals:,}",
                )


# Writing TOML


def _lines(data: Mapping[str, Any], prefix: str = "") -> Iterator[str]:
    """A table: its figures first, then lists of figures in columns, then the tables within it."""
    for key, value in data.items():
        if not isinstance(value, dict) and not _is_list_of_tables(value):
            yield from _figure(key, value)
    for key, value in data.items():
        name = f"{prefix}{key}"
        if isinstance(value, dict):
            yield from ("", f"[{name}]")
            yield from _lines(value, f"{name}.")
        elif _is_list_of_tables(value):
            for item in value:
                yield from ("", f"[[{name}]]")
                yield from _lines(item, f"{name}.")


def _is_list_of_tables(value: object) -> bool:
    """Whether a list holds tables that hold lists of tables, or tables, themselves."""
    return isinstance(value, list) and any(
        isinstance(item, dict) and any(_is_deep(inner) for inner in item.values()) for item in value
    )


def _is_deep(value: object) -> bool:
    return isinstance(value, dict) or (
        isinstance(value, list) and any(isinstance(item, dict) for item in value)
    )


def _figure(key: str, value: Any) -> Iterator[str]:
    name = key if key.replace("_", "").isalnum() and key.isascii() else quoted(key)
    if not isinstance(value, list) or not value:
        yield f"{name} = {_value(value)}"
        return
    yield f"{name} = ["
    if isinstance(value[0], dict):
        yield from _columns(value)
    else:
        yield from (f"  {_value(item)}," for item in value)
    yield "]"


def _columns(items: list[dict[str, Any]]) -> Iterator[str]:
    """Tables of the same keys, a line each, with what belongs together below each other."""
    cells = [[f"{key} = {_value(value)}" for key, value in item.items()] for item in items]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for row in cells:
        padded = [f"{cell},".ljust(width + 1) for cell, width in zip(row[:-1], widths, strict=False)]
        yield f"  {{ {' '.join([*padded, row[-1]])} }},"


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value + 0.0:.{DIGITS}f}"
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    return quoted(value) if isinstance(value, str) else str(value)
