"""The showdown of two legal layouts: row units, bonuses for rows won, and royalties."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cptutor.ranking import Strength, compare_rows
from cptutor.settlement.scorebook import Pairing, RowResult, Transfer
from cptutor.terms import ROWS, ROYAL

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Sequence

    from cptutor.rules import Agreement
    from cptutor.settlement.standings import Standing


def settle_rows(first: Standing, second: Standing, agreement: Agreement) -> Pairing:
    """Settle two legal layouts, row against row."""
    rows = tuple(_compare(row, first, second) for row in ROWS)
    royalties: list[Transfer] = []
    notes: list[str] = []
    for row in rows:
        _royalties_of_row(row, first, second, agreement, royalties, notes)
    royalties = _of_pairings_not_lost(royalties, first.name, rows, agreement, notes)
    royalties = capped(royalties, agreement, notes)
    won_with_royalty = {(royalty.row, royalty.payee) for royalty in royalties}
    replaced = won_with_royalty if royalties and agreement["royalty.mode"] == "replace" else set()
    units = row_units(first.name, second.name, rows, agreement, replaced)
    extra = bonuses_of_rows(first.name, second.name, rows, agreement, units, royalties)
    return Pairing(first.name, second.name, rows, (*units, *extra, *royalties), tuple(notes))


def row_units(
    first: str,
    second: str,
    rows: Sequence[RowResult],
    agreement: Agreement,
    replaced: Container[tuple[str | None, str]] = (),
) -> list[Transfer]:
    """Units for each row won, except a row and winner in ``replaced``.

    Where the table pays for a pairing with a tied row by itself, whoever won more rows is paid once.
    """
    units = agreement.number("row.units")
    won = _rows_won(first, second, rows)
    tied = any(row.result == 0 for row in rows) and won[first] != won[second]
    if tied and "row.with_tie" in agreement and agreement["row.with_tie"] == "more rows":
        payee, payer = (first, second) if won[first] > won[second] else (second, first)
        reason = f"{payee} wins more rows: {won[payee]} against {won[payer]}"
        rules = agreement.cite("row.units", "row.with_tie")
        return [Transfer(payer, payee, units, reason, None, rules)] if units else []
    found = []
    for row in rows:
        if row.result and units:
            payee, payer = (first, second) if row.result > 0 else (second, first)
            if (row.row, payee) not in replaced:
                reason = f"{payee} wins the {row.row}: {row.reason}"
                found.append(Transfer(payer, payee, units, reason, row.row, agreement.cite("row.units")))
    return found


def bonuses_of_rows(
    first: str,
    second: str,
    rows: Sequence[RowResult],
    agreement: Agreement,
    units: Sequence[Transfer],
    royalties: Sequence[Transfer] = (),
) -> list[Transfer]:
    """The bonuses of both sides for the rows they won; ``units`` and ``royalties`` are what a factor multiplies."""
    won = _rows_won(first, second, rows)
    return bonuses(first, second, won[first], agreement, units, royalties) + bonuses(
        second, first, won[second], agreement, units, royalties
    )


def bonuses(
    winner: str,
    loser: str,
    won: int,
    agreement: Agreement,
    units: Sequence[Transfer],
    royalties: Sequence[Transfer] = (),
) -> list[Transfer]:
    """What a seat that has won so many rows collects on top of them."""
    found = []
    for name in agreement.profile.names("bonus"):
        key = f"bonus.{name}"
        wanted = agreement.number(f"{key}.rows_won")
        if won < wanted or (f"{key}.played" in agreement and agreement[f"{key}.played"] == "no"):
            continue
        if f"{key}.factor" in agreement:
            base = gain_of(winner, units)
            if f"{key}.factor_of" in agreement and agreement[f"{key}.factor_of"] == "rows and royalties":
                base += gain_of(winner, royalties)
            size, rule = base * (agreement.number(f"{key}.factor") - 1), f"{key}.factor"
        else:
            size, rule = agreement.number(f"{key}.units"), f"{key}.units"
        if size > 0:
            reason = f"{name}: {winner} wins {won} rows where {wanted} are wanted"
            grounds = [f"{key}.played"] if f"{key}.played" in agreement else []
            rules = agreement.cite(rule, f"{key}.rows_won", *grounds)
            found.append(Transfer(loser, winner, size, reason, None, rules))
    return found


def gain_of(player: str, transfers: Iterable[Transfer]) -> int:
    """What some transfers come to for a player."""
    return sum(
        (transfer.payee == player) * transfer.units - (transfer.payer == player) * transfer.units
        for transfer in transfers
    )


def _rows_won(first: str, second: str, rows: Iterable[RowResult]) -> dict[str, int]:
    results = [row.result for row in rows]
    return {first: results.count(1), second: results.count(-1)}


def royalty_key(row: str, strength: Strength | None, agreement: Agreement) -> str | None:
    """The rule under which a row earns a royalty, if there is one; a royal flush may have one of its own."""
    if not strength:
        return None
    names = [ROYAL] * (strength.describe() == ROYAL) + [strength.category]
    keys = (f"royalty.pays.{row}.{name}" for name in names)
    return next((key for key in keys if key in agreement), None)


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


def _of_pairings_not_lost(
    royalties: list[Transfer], first: str, rows: Sequence[RowResult], agreement: Agreement, notes: list[str]
) -> list[Transfer]:
    """Without the royalties of a seat that lost more rows than it won, where the table does not pay them."""
    balance = sum(row.result or 0 for row in rows)
    loser_is_first = balance < 0
    theirs = [r for r in royalties if balance and (r.payee == first) == loser_is_first]
    if not theirs or "royalty.pairing_lost" not in agreement or agreement["royalty.pairing_lost"] == "paid":
        return royalties
    notes.append(
        f"no royalty for {theirs[0].payee}, who lost the pairing: {cited(agreement, 'royalty.pairing_lost')}"
    )
    return [r for r in royalties if r not in theirs]


def capped(royalties: list[Transfer], agreement: Agreement, notes: list[str]) -> list[Transfer]:
    """Each side's royalties, no more of them in all than the table allows."""
    if not royalties or "royalty.cap" not in agreement:
        return royalties
    left = dict.fromkeys((royalty.payee for royalty in royalties), agreement.number("royalty.cap"))
    found = []
    for royalty in royalties:
        paid = min(royalty.units, left[royalty.payee])
        left[royalty.payee] -= paid
        if paid < royalty.units:
            notes.append(f"royalties of {royalty.payee} end at the cap: {cited(agreement, 'royalty.cap')}")
        if paid:
            found.append(replace(royalty, units=paid))
    return found


def cited(agreement: Agreement, key: str) -> str:
    """A rule in force with its source, as text for a note."""
    (citation,) = agreement.cite(key)
    return str(citation)
