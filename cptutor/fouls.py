"""What a foul costs: nothing between two fouled seats, else the price the table has set."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cptutor.scorebook import Pairing, RowResult, Transfer
from cptutor.showdown import bonuses, cited, royalty, royalty_key
from cptutor.terms import ROWS

if TYPE_CHECKING:
    from cptutor.rules import Agreement
    from cptutor.seats import Standing


def settle_foul(first: Standing, second: Standing, agreement: Agreement) -> Pairing:
    """Settle two seats of which at least one is fouled; rows are not compared."""
    reason = "; ".join(f"{standing.name} {standing.foul}" for standing in (first, second) if standing.foul)
    rows = tuple(RowResult(row, None, reason) for row in ROWS)
    if first.foul and second.foul:
        note = f"two fouled seats pay each other {agreement['foul.both']}: {cited(agreement, 'foul.both')}"
        return Pairing(first.name, second.name, rows, (), (note,))
    fouled, legal = (first, second) if first.foul else (second, first)
    price, notes = _price(fouled, legal, agreement)
    own, more_notes = _own_royalties(fouled, legal, agreement)
    return Pairing(first.name, second.name, rows, (*price, *own), (*notes, *more_notes))


def _price(fouled: Standing, legal: Standing, agreement: Agreement) -> tuple[list[Transfer], list[str]]:
    """The price itself, and the legal seat's royalties where they are paid beside it.

    A royalty that replaces a row's units does so within the price too: six as if scooped, with a royalty of
    three in place of one, is eight.
    """
    royalties, notes = _legal_royalties(fouled, legal, agreement)
    within = agreement.number("row.units") if royalties and agreement["royalty.mode"] == "replace" else 0
    price = agreement["foul.price"]
    why = f"{fouled.name} {fouled.foul}"
    if isinstance(price, int):
        whole = [_owed(fouled, legal, price, f"{why}: the price of a foul", None, agreement)] if price else []
        # A fixed price has no rows to leave out, so each royalty gives up the row's units that it replaces.
        return whole + [smaller for r in royalties if (smaller := _reduced(r, within))], notes
    replaced = {r.row for r in royalties} if within else set()
    units = agreement.number("row.units")
    transfers = [
        _owed(fouled, legal, units, f"{why}: loses the {row}", row, agreement, "row.units")
        for row in ROWS
        if units and row not in replaced
    ]
    if price == "scooped":
        for bonus in bonuses(legal.name, fouled.name, len(ROWS), agreement):
            keys = [citation.key for citation in bonus.rules]
            transfers.append(
                _owed(fouled, legal, bonus.units, f"{why}: pays as if scooped", None, agreement, *keys)
            )
    return transfers + royalties, notes


def _legal_royalties(
    fouled: Standing, legal: Standing, agreement: Agreement
) -> tuple[list[Transfer], list[str]]:
    rows = [row for row in ROWS if royalty_key(row, legal.strength(row), agreement)]
    if not rows:
        return [], []
    if agreement["foul.opponent_royalties"] == "paid":
        return [
            r for row in rows for r in royalty(legal, fouled, row, agreement, "foul.opponent_royalties")
        ], []
    return [], [
        f"no royalties for {legal.name} against a foul: {cited(agreement, 'foul.opponent_royalties')}"
    ]


def _own_royalties(
    fouled: Standing, legal: Standing, agreement: Agreement
) -> tuple[list[Transfer], list[str]]:
    rows = [row for row in ROWS if royalty_key(row, fouled.strength(row), agreement)]
    if not rows:
        return [], []
    if agreement["foul.own_royalties"] == "paid":
        return [r for row in rows for r in royalty(fouled, legal, row, agreement, "foul.own_royalties")], []
    return [], [f"no royalties for {fouled.name}, who fouled: {cited(agreement, 'foul.own_royalties')}"]


def _owed(
    fouled: Standing,
    legal: Standing,
    units: int,
    reason: str,
    row: str | None,
    agreement: Agreement,
    *grounds: str,
) -> Transfer:
    return Transfer(fouled.name, legal.name, units, reason, row, agreement.cite("foul.price", *grounds))


def _reduced(transfer: Transfer, by: int) -> Transfer | None:
    return replace(transfer, units=transfer.units - by) if transfer.units > by else None
