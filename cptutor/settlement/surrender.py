"""Surrender: what a seat that gives up before the reveal pays. Source: D1 variants, D3 casino."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cptutor.settlement.fouls import foul_price
from cptutor.settlement.scorebook import Pairing, Transfer, not_compared
from cptutor.settlement.showdown import cited

if TYPE_CHECKING:
    from cptutor.rules import Agreement
    from cptutor.settlement.standings import Standing


def settle_surrender(first: Standing, second: Standing, agreement: Agreement) -> Pairing:
    """Settle two seats of which at least one has surrendered."""
    rows = not_compared(" and ".join(f"{s.name} surrendered" for s in (first, second) if s.surrendered))
    if first.surrendered and second.surrendered:
        nothing = f"two surrendered seats pay each other {agreement['surrender.both']}"
        return Pairing(
            first.name, second.name, rows, (), (f"{nothing}: {cited(agreement, 'surrender.both')}",)
        )
    given_up, other = (first, second) if first.surrendered else (second, first)
    transfers: list[Transfer] = []
    notes: tuple[str, ...] = ()
    if other.claim and agreement["surrender.against_special"] == "special":
        transfers = _owed(
            given_up, other, other.claim.units, agreement, *other.claim.keys, "surrender.against_special"
        )
    elif other.claim:
        transfers = _surrender(given_up, other, agreement, "surrender.against_special")
    elif not other.foul:
        transfers = _surrender(given_up, other, agreement)
    elif agreement["surrender.against_foul"] == "surrender pays":
        transfers = _surrender(given_up, other, agreement, "surrender.against_foul")
    elif agreement["surrender.against_foul"] == "foul pays":
        transfers = foul_price(other, given_up, agreement, "surrender.against_foul")
    else:
        notes = (
            f"a surrender and a foul pay each other nothing: {cited(agreement, 'surrender.against_foul')}",
        )
    return Pairing(first.name, second.name, rows, tuple(transfers), notes)


def _surrender(given_up: Standing, other: Standing, agreement: Agreement, *grounds: str) -> list[Transfer]:
    return _owed(given_up, other, agreement.number("surrender.units"), agreement, "surrender.units", *grounds)


def _owed(
    given_up: Standing, other: Standing, units: int, agreement: Agreement, *keys: str
) -> list[Transfer]:
    reason = f"{given_up.name} surrendered"
    return [Transfer(given_up.name, other.name, units, reason, None, agreement.cite(*keys))] if units else []
