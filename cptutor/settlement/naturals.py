"""Pairings with a special hand ("natural"): it collects its value, and two of them are compared.

Source: D3 (`scoring-chart`), special hands and its variations.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cptutor.settlement.declarations import Claim, higher
from cptutor.settlement.fouls import foul_price
from cptutor.settlement.scorebook import Pairing, Transfer, not_compared
from cptutor.settlement.showdown import cited

if TYPE_CHECKING:
    from cptutor.rules import Agreement
    from cptutor.settlement.standings import Standing


def settle_special(first: Standing, second: Standing, agreement: Agreement) -> Pairing:
    """Settle two seats of which at least one holds a special hand; rows are not compared."""
    held = [f"{s.name} holds {s.claim.best.kind}" for s in (first, second) if s.claim]
    rows = not_compared(" and ".join(held))
    if first.claim and second.claim:
        transfers, notes = _two_specials(first, first.claim, second, second.claim, agreement)
        return Pairing(first.name, second.name, rows, transfers, notes)
    holder, other = (first, second) if first.claim else (second, first)
    if holder.claim is None:
        raise ValueError("a pairing without a special hand")
    transfers = _collected(holder, holder.claim, other, holder.claim.units, agreement)
    if other.foul:
        ruling = agreement["special.against_foul"]
        transfers = _collected(
            holder, holder.claim, other, holder.claim.units, agreement, "special.against_foul"
        )
        if ruling == "special and foul":
            transfers += tuple(foul_price(other, holder, agreement, "special.against_foul"))
    return Pairing(first.name, second.name, rows, transfers)


def _two_specials(
    first: Standing, ours: Claim, second: Standing, theirs: Claim, agreement: Agreement
) -> tuple[tuple[Transfer, ...], tuple[str, ...]]:
    result, grounds = higher(ours, theirs, agreement)
    if result == 0:
        return (), (
            f"two special hands of equal rank pay each other nothing: {cited(agreement, grounds[0])}",
        )
    winner, claim, loser, beaten = (
        (first, ours, second, theirs) if result > 0 else (second, theirs, first, ours)
    )
    difference = agreement["special.meeting"] == "difference"
    units = claim.units - beaten.units if difference else claim.units
    transfers = _collected(winner, claim, loser, units, agreement, "special.meeting", *grounds)
    if not transfers:
        return (), (f"the difference between {claim.best.kind} and {beaten.best.kind} is nothing",)
    note = f"nothing for {loser.name}'s {beaten.best.kind}: {winner.name}'s {claim.best.kind} is higher"
    return transfers, (note,)


def _collected(
    holder: Standing, claim: Claim, other: Standing, units: int, agreement: Agreement, *grounds: str
) -> tuple[Transfer, ...]:
    reason = "special hand: " + " and ".join(special.describe() for special in claim.specials)
    keys = dict.fromkeys((*claim.keys, *grounds))
    rules = agreement.cite(*keys)
    return (
        (Transfer(other.name, holder.name, units, f"{holder.name}'s {reason}", None, rules),) if units else ()
    )
