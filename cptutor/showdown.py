"""The showdown of two legal layouts: row units, bonuses for rows won, and royalties."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cptutor.ranking import Strength, compare_rows
from cptutor.scorebook import Pairing, RowResult, Transfer
from cptutor.terms import ROWS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cptutor.rules import Agreement
    from cptutor.seats import Standing


def settle_rows(first: Standing, second: Standing, agreement: Agreement) -> Pairing:
    """Settle two legal layouts, row against row."""
    rows = tuple(_compare(row, first, second) for row in ROWS)
    royalties: list[Transfer] = []
    notes: list[str] = []
    for row in rows:
        _royalties_of_row(row, first, second, agreement, royalties, notes)
    won_with_royalty = {(royalty.row, royalty.payee) for royalty in royalties}
    replaced = won_with_royalty if royalties and agreement["royalty.mode"] == "replace" else set()
    points = row_points(first.name, second.name, rows, agreement, replaced)
    return Pairing(first.name, second.name, rows, (*points, *royalties), tuple(notes))


def row_points(
    first: str,
    second: str,
    rows: Iterable[RowResult],
    agreement: Agreement,
    replaced: Iterable[tuple[str | None, str]] = (),
) -> list[Transfer]:
    """Units for each row won, except a row and winner in ``replaced``; then bonuses for the number of rows won."""
    found = []
    units = agreement.number("row.units")
    won = {first: 0, second: 0}
    for row in rows:
        if row.result:
            payee, payer = (first, second) if row.result > 0 else (second, first)
            won[payee] += 1
            if units and (row.row, payee) not in replaced:
                reason = f"{payee} wins the {row.row}: {row.reason}"
                found.append(Transfer(payer, payee, units, reason, row.row, agreement.cite("row.units")))
    return (
        found + bonuses(first, second, won[first], agreement) + bonuses(second, first, won[second], agreement)
    )


def bonuses(winner: str, loser: str, won: int, agreement: Agreement) -> list[Transfer]:
    """What a seat that has won so many rows collects on top of them."""
    found = []
    for name in agreement.profile.names("bonus"):
        key = f"bonus.{name}"
        wanted, units = agreement.number(f"{key}.rows_won"), agreement.number(f"{key}.units")
        if won >= wanted and units:
            reason = f"{name}: {winner} wins {won} rows where {wanted} are wanted"
            rules = agreement.cite(f"{key}.units", f"{key}.rows_won")
            found.append(Transfer(loser, winner, units, reason, None, rules))
    return found


def royalty_key(row: str, strength: Strength | None, agreement: Agreement) -> str | None:
    """The rule under which a row earns a royalty, if there is one."""
    key = f"royalty.pays.{row}.{strength.category}" if strength else ""
    return key if key in agreement else None


def royalty(
    payee: Standing, payer: Standing, row: str, agreement: Agreement, *grounds: str
) -> list[Transfer]:
    """What a seat's row earns as a royalty; ``grounds`` are further rules it is paid under. Empty if nothing."""
    strength = payee.strength(row)
    key = royalty_key(row, strength, agreement)
    if not key or not strength or not agreement.number(key):
        return []
    reason = f"royalty: {payee.name}'s {row} is {strength.describe()}"
    rules = agreement.cite(key, "royalty.mode", *grounds)
    return [Transfer(payer.name, payee.name, agreement.number(key), reason, row, rules)]


def _compare(row: str, first: Standing, second: Standing) -> RowResult:
    ours, theirs = first.strength(row), second.strength(row)
    if not ours or not theirs:
        raise ValueError("only layouts of right counts come to a showdown")
    comparison = compare_rows(ours, theirs)
    return RowResult(row, comparison.result, comparison.reason)


def _royalties_of_row(
    row: RowResult,
    first: Standing,
    second: Standing,
    agreement: Agreement,
    royalties: list[Transfer],
    notes: list[str],
) -> None:
    """The winner's royalty; the loser's only where both count; those of equal rows as the rules say."""
    name = row.row
    better, worse = (first, second) if row.result != -1 else (second, first)
    ours = royalty_key(name, better.strength(name), agreement)
    theirs = royalty_key(name, worse.strength(name), agreement)
    if row.result == 0:
        if ours and theirs:
            if agreement["royalty.equal_rows"] == "both":
                royalties += royalty(better, worse, name, agreement, "royalty.equal_rows")
                royalties += royalty(worse, better, name, agreement, "royalty.equal_rows")
            else:
                notes.append(
                    f"no royalty in the {name}, where both are equal: {cited(agreement, 'royalty.equal_rows')}"
                )
        return
    if ours:
        royalties += royalty(better, worse, name, agreement)
    if theirs:
        if agreement["royalty.same_row"] == "both":
            royalties += royalty(worse, better, name, agreement, "royalty.same_row")
        else:
            notes.append(
                f"no royalty for {worse.name}'s {name}, where {better.name}'s is stronger:"
                f" {cited(agreement, 'royalty.same_row')}"
            )


def cited(agreement: Agreement, key: str) -> str:
    """A rule in force with its source, as text for a note."""
    (citation,) = agreement.cite(key)
    return str(citation)
