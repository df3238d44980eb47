"""What a foul costs: nothing between two fouled seats, else the price the table has set."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cptutor.settlement.scorebook import Pairing, Transfer, not_compared
from cptutor.settlement.showdown import bonuses, capped, cited, royalty, royalty_key
from cptutor.terms import ROWS

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from cptutor.rules import Agreement
    from cptutor.settlement.standings import Standing


def settle_foul(first: Standing, second: Standing, agreement: Agreement) -> Pairing:
    """Settle two seats of which at least one is fouled; rows are not compared."""
    rows = not_compared("; ".join(f"{s.name} {s.foul}" for s in (first, second) if s.foul))
    if first.foul and second.foul:
        note = f"two fouled seats pay each other {agreement['foul.both']}: {cited(agreement, 'foul.both')}"
        return Pairing(first.name, second.name, rows, (), (note,))
    fouled, legal = (first, second) if first.foul else (second, first)
    royalties, notes = _royalties_beside(
        legal, fouled, "foul.opponent_royalties", " against a foul", agreement
    )
    royalties = capped(royalties, agreement, notes)
    price = _price_beside(royalties, fouled, legal, agreement, notes)
    own, more_notes = _royalties_beside(fouled, legal, "foul.own_royalties", ", who fouled", agreement)
    own = capped(own, agreement, more_notes)
    return Pairing(first.name, second.name, rows, (*price, *own), (*notes, *more_notes))


def foul_price(fouled: Standing, other: Standing, agreement: Agreement, *grounds: str) -> list[Transfer]:
    """The price of a foul by itself: the rows, as if scooped, or a fixed number; no royalties."""
    return _base_price(fouled, other, agreement, (), *grounds)


def _price_beside(
    royalties: list[Transfer], fouled: Standing, legal: Standing, agreement: Agreement, notes: list[str]
) -> list[Transfer]:
    """The price, and the legal seat's royalties beside it.

    A royalty that replaces a row's units does so within the price too: six as if scooped, with a royalty of
    three in place of one, is eight. A table that names six as a number comes to the same.
    """
    if not royalties or agreement["royalty.mode"] != "replace":
        return _base_price(fouled, legal, agreement, royalties) + royalties
    if isinstance(agreement["foul.price"], int):
        # A fixed price has no rows to leave out, so each royalty gives up the row's units that it replaces.
        return _base_price(fouled, legal, agreement, royalties) + _beyond_the_row(royalties, agreement, notes)
    return _base_price(fouled, legal, agreement, royalties, replaced={r.row for r in royalties}) + royalties


def _beyond_the_row(royalties: list[Transfer], agreement: Agreement, notes: list[str]) -> list[Transfer]:
    """What royalties come to beyond the row's units that they replace, and for which the price stands."""
    units = agreement.number("row.units")
    found = []
    for whole in royalties:
        told = f"{whole.reason}: {whole.units} in place of the row's {units}, for which the price stands"
        if whole.units > units:
            rules = (*whole.rules, *agreement.cite("row.units"))
            found.append(replace(whole, units=whole.units - units, reason=told, rules=rules))
        else:
            notes.append(f"no more for {told}: {cited(agreement, 'royalty.mode')}")
    return found


def _base_price(
    fouled: Standing,
    legal: Standing,
    agreement: Agreement,
    royalties: Sequence[Transfer],
    *grounds: str,
    replaced: Container[str | None] = (),
) -> list[Transfer]:
    price, why = agreement["foul.price"], f"{fouled.name} {fouled.foul}"

    def owed(units: int, reason: str, row: str | None, *keys: str) -> Transfer:
        rules = agreement.cite("foul.price", *keys, *grounds)
        return Transfer(fouled.name, legal.name, units, f"{why}: {reason}", row, rules)

    if isinstance(price, int):
        return [owed(price, "the price of a foul", None)] if price else []
    units = agreement.number("row.units")
    rows = [
        owed(units, f"loses the {row}", row, "row.units") for row in ROWS if units and row not in replaced
    ]
    if price == "rows":
        return rows
    extra = bonuses(legal.name, fouled.name, len(ROWS), agreement, rows, royalties)
    return rows + [owed(b.units, "pays as if scooped", None, *(rule.key for rule in b.rules)) for b in extra]


def _royalties_beside(
    payee: Standing, payer: Standing, key: str, why_not: str, agreement: Agreement
) -> tuple[list[Transfer], list[str]]:
    """What one side's rows earn beside a foul, if the rule ``key`` has it paid; else a note that says why not."""
    rows = [row for row in ROWS if royalty_key(row, payee.strength(row), agreement)]
    if not rows:
        return [], []
    if agreement[key] == "paid":
        return [r for row in rows for r in royalty(payee, payer, row, agreement, key)], []
    return [], [f"no royalties for {payee.name}{why_not}: {cited(agreement, key)}"]
