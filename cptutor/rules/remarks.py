"""What looks like a slip of the pen in a table's rules: allowed, but hardly meant.

>>> list(find_remarks({"royalty.cap": 2, "royalty.pays.front.three of a kind": 3}))
['royalty.cap: 2 is less than the smallest royalty, 3']
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, pairwise

from cptutor.terms import CATEGORIES, FRONT_CATEGORIES, ROWS, ROYAL

Values = Mapping[str, int | str]
"""What the rules say, by key; what they leave open is not in it."""

AS_LISTED = "as listed"
"""In ``special.order``: the specials stand in the order of the profile."""


def find_remarks(values: Values) -> Iterator[str]:
    """Each thing that looks like a slip, as ``key: what is odd``."""
    for row in ROWS:
        yield from _royalties_of(row, values)
    yield from _cap(values)
    yield from _bonuses(values)
    yield from _specials(values)
    yield from _aces(values)


def _royalties_of(row: str, values: Values) -> Iterator[str]:
    prefix = f"royalty.pays.{row}"
    names = [*CATEGORIES, ROYAL]
    pays = {name: int(values[f"{prefix}.{name}"]) for name in names if f"{prefix}.{name}" in values}
    possible = FRONT_CATEGORIES if row == "front" else CATEGORIES
    for name in pays:
        if name not in possible and (row == "front" or name != ROYAL):
            yield f"{prefix}.{name}: can never apply, a {row} is no {name}"
    strict = values.get("middle_back.equal") == "foul" and values.get("foul.own_royalties") != "paid"
    if row == "middle" and ROYAL in pays and strict:
        yield f"{prefix}.{ROYAL}: can never apply, no back is better (middle_back.equal = foul)"
    if not pays:
        return
    # What is not listed pays nothing; a royal flush that is not listed is paid as a straight flush.
    ladder = [(name, pays.get(name, 0)) for name in possible]
    if ROYAL in pays and row != "front":
        ladder.append((ROYAL, pays[ROYAL]))
    for (weaker, more), (stronger, less) in pairwise(ladder):
        if more > less:
            yield f"{prefix}: {weaker} pays {more}, the stronger {stronger} {_only(less)}"
    units = values.get("row.units")
    if values.get("royalty.mode") == "replace" and isinstance(units, int):
        for name, royalty in ladder:
            if 0 < royalty <= units:
                yield f"{prefix}.{name}: {royalty} instead of the row's {units} is no gain"


def _cap(values: Values) -> Iterator[str]:
    royalties = [int(units) for key, units in values.items() if key.startswith("royalty.pays.") and units]
    cap = values.get("royalty.cap")
    if cap is not None and royalties and int(cap) < min(royalties):
        yield f"royalty.cap: {cap} is less than the smallest royalty, {min(royalties)}"


def _bonuses(values: Values) -> Iterator[str]:
    wanted = {
        key.split(".")[1]: rows
        for key, rows in values.items()
        if key.startswith("bonus.") and key.endswith(".rows_won")
    }
    for name in wanted:
        if f"bonus.{name}.factor_of" in values and f"bonus.{name}.factor" not in values:
            yield f"bonus.{name}.factor_of: can never apply, the bonus has no factor"
    paying = {
        name: rows
        for name, rows in wanted.items()
        if values.get(f"bonus.{name}.played") != "no" and values.get(f"bonus.{name}.units") != 0
    }
    for first, second in combinations(paying, 2):
        if paying[first] == paying[second]:
            rows = paying[first]
            yield f"bonus.{first} and bonus.{second}: both are paid for {rows} rows won, one on top of the other"


def _specials(values: Values) -> Iterator[str]:
    prefix = "special.pays."
    pays = {key.removeprefix(prefix): units for key, units in values.items() if key.startswith(prefix)}
    text = values.get("special.order", AS_LISTED)
    if not pays or values.get("special.played") == "no" or text == AS_LISTED:
        return
    order = [part.strip() for part in str(text).split("<")]
    for kind in dict.fromkeys(order):
        if kind not in pays:
            yield f"special.order: {kind!r} is not among the special hands that are played"
        if order.count(kind) > 1:
            yield f"special.order: {kind!r} stands there {order.count(kind)} times"
    for lower, higher in combinations([kind for kind in dict.fromkeys(order) if kind in pays], 2):
        if int(pays[lower]) > int(pays[higher]):
            yield (
                f"special.order: {higher} stands above {lower} but pays less, {pays[higher]} against"
                f" {pays[lower]}; the hand that pays more is the higher"
            )
    for kind, units in pays.items():
        equal = [other for other, theirs in pays.items() if theirs == units and other != kind]
        if kind not in order and equal:
            yield f"special.order: does not say where {kind!r} stands, which pays as much as {equal[0]}"


def _aces(values: Values) -> Iterator[str]:
    counts = [(aces, values[f"aces.count.{aces}"]) for aces in range(5) if f"aces.count.{aces}" in values]
    if values.get("aces.played") == "no":
        return
    for (fewer, more_units), (aces, units) in pairwise(counts):
        if int(units) < int(more_units):
            yield f"aces.count.{aces}: {aces} aces count {units}, fewer than {fewer} with {more_units}"


def _only(units: int) -> str:
    return f"only {units}" if units else "nothing"
