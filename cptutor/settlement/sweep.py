"""The sweep of the whole table ("home run"): all three rows won against every opponent. Source: D3 casino."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cptutor.settlement.scorebook import Pairing, Transfer
from cptutor.settlement.showdown import gain_of
from cptutor.terms import ROWS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cptutor.rules import Agreement
    from cptutor.settlement.standings import Standing

_SIDE = ("special", "surrender", "aces", "royalty", "sweep")
"""The components that a factor leaves alone: it multiplies rows and their bonuses, or the foul in their place."""


def with_sweep(
    standings: Sequence[Standing], pairings: tuple[Pairing, ...], agreement: Agreement
) -> tuple[Pairing, ...]:
    """The same pairings, with what a sweep of the table pays added to the sweeper's."""
    if not agreement.profile.names("sweep"):
        return pairings
    for standing in standings:
        if standing.legal and _sweeps(standing, standings, pairings, agreement):
            return tuple(_paid(standing.name, pairing, agreement) for pairing in pairings)
    return pairings


def _sweeps(
    sweeper: Standing, standings: Sequence[Standing], pairings: Sequence[Pairing], agreement: Agreement
) -> bool:
    """Whether a legal seat has won three rows against all, as far as the table counts that."""
    others = [standing for standing in standings if standing is not sweeper]
    if any(standing.claim for standing in others):
        return False
    for pairing in pairings:
        if sweeper.name in (pairing.first, pairing.second):
            won = 1 if pairing.first == sweeper.name else -1
            compared = [row.result for row in pairing.rows if row.result is not None]
            if any(result != won for result in compared):
                return False
    if len(others) == 1 and _does_not_count("sweep.single_opponent", agreement):
        return False
    past_foul = any(not standing.legal for standing in others)
    return not (past_foul and _does_not_count("sweep.past_foul", agreement))


def _does_not_count(key: str, agreement: Agreement) -> bool:
    return key in agreement and agreement[key] == "does not count"


def _paid(sweeper: str, pairing: Pairing, agreement: Agreement) -> Pairing:
    if sweeper not in (pairing.first, pairing.second):
        return pairing
    payer = pairing.second if sweeper == pairing.first else pairing.first
    if "sweep.factor" in agreement:
        rows = [transfer for transfer in pairing.transfers if transfer.component not in _SIDE]
        key = "sweep.factor"
        units = gain_of(sweeper, rows) * (agreement.number(key) - 1)
    else:
        key = "sweep.units"
        units = agreement.number(key)
    if units <= 0:
        return pairing
    reason = f"sweep of the table: {sweeper} wins all {len(ROWS)} rows against everyone"
    extra = Transfer(payer, sweeper, units, reason, None, agreement.cite(key))
    return replace(pairing, transfers=(*pairing.transfers, extra))
