"""The side bet on aces: between two seats the poorer in aces pays the difference. Source: D3 casino."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cptutor.settlement.scorebook import Transfer

if TYPE_CHECKING:
    from cptutor.rules import Agreement
    from cptutor.settlement.standings import Standing

ACE = 14


def settle_aces(first: Standing, second: Standing, agreement: Agreement) -> tuple[Transfer, ...]:
    """What the aces of two seats come to; empty where there is no such bet or nobody is richer."""
    if "aces.played" not in agreement or agreement["aces.played"] == "no":
        return ()
    richer, poorer = sorted((first, second), key=_aces, reverse=True)
    more, fewer = f"aces.count.{_aces(richer)}", f"aces.count.{_aces(poorer)}"
    units = agreement.number(more) - agreement.number(fewer)
    if units <= 0:
        return ()
    grounds = ["aces.played"]
    for applies, key in (
        (first.foul or second.foul, "with_foul"),
        (_surrender(first, second), "with_surrender"),
    ):
        if applies:
            if agreement[f"aces.{key}"] == "does not count":
                return ()
            grounds.append(f"aces.{key}")
    reason = f"aces: {richer.name} holds {_aces(richer)}, {poorer.name} {_aces(poorer)}"
    return (Transfer(poorer.name, richer.name, units, reason, None, agreement.cite(more, fewer, *grounds)),)


def _aces(standing: Standing) -> int:
    return sum(card.rank == ACE for card in standing.seat.layout.cards)


def _surrender(first: Standing, second: Standing) -> bool:
    return first.surrendered or second.surrendered
