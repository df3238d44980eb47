"""The ledger of a session: its deals as played, running totals, chips, and standings.

Source: D0 (``basic-settlement``, 05 settlement): results are added up from 0, the highest total wins, equal totals
share a position.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cptutor.tables import Cell, Table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cptutor.settlement.scorebook import Scorebook
    from cptutor.settlement.seats import Seat


@dataclass(frozen=True, slots=True)
class Played:
    """A deal of a session: its number from 1, who dealt, the chips bought before it, its seats and its scorebook."""

    number: int
    dealer: str
    bought: Mapping[str, int]
    seats: tuple[Seat, ...]
    book: Scorebook

    @property
    def gains(self) -> dict[str, int]:
        """What each player gained (or lost, below zero): chips where the table plays for chips, else units."""
        payments = self.book.payments
        if payments is None:
            return self.book.totals
        return {name: chips - payments.start[name] for name, chips in payments.chips().items()}


@dataclass(frozen=True, slots=True)
class Place:
    """A player's position in the standings, from 1, and the total it rests on."""

    position: int
    player: str
    total: int


class Standings(tuple[Place, ...]):
    """The players by total, highest first; equal totals share a position, and the next ones are passed over."""

    @classmethod
    def of(cls, totals: Mapping[str, int]) -> Standings:
        """The standings of some totals by name.

        >>> [place.position for place in Standings.of({"A": 3, "B": -4, "C": 0, "D": 0})]
        [1, 2, 2, 4]
        """
        ranked = sorted(totals.items(), key=lambda item: -item[1])  # players of equal totals stay in order
        values = [total for _, total in ranked]
        return cls(Place(values.index(total) + 1, name, total) for name, total in ranked)

    @property
    def table(self) -> Table:
        """Position, player and total."""
        rows: tuple[tuple[Cell, ...], ...] = tuple((p.position, p.player, p.total) for p in self)
        return Table("Standings", ("position", "player", "total"), rows, unsigned=("position",))

    def __str__(self) -> str:
        return str(self.table)

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return self.table._repr_html_()


def running_totals(players: Sequence[str], deals: Sequence[Played], unit: str) -> Table:
    """Each player's total after each deal, from 0."""
    totals = dict.fromkeys(players, 0)
    rows: list[tuple[Cell, ...]] = [(0, *totals.values())]
    for played in deals:
        totals = {name: total + played.gains[name] for name, total in totals.items()}
        rows.append((played.number, *totals.values()))
    return Table(f"Running totals, in {unit}", ("deal", *players), tuple(rows), unsigned=("deal",))


def chips_by_deal(start: Mapping[str, int], deals: Sequence[Played], bought: Mapping[str, int]) -> Table:
    """Each player's chips at the start and after each deal, and what was bought between."""
    rows: list[tuple[Cell, ...]] = [("start", *start.values())]
    for played in deals:
        rows += _bought(start, played.bought, played.number)
        if played.book.payments is not None:
            rows.append((f"after deal {played.number}", *played.book.payments.chips().values()))
    rows += _bought(start, bought, len(deals) + 1)
    return Table("Chips", ("when", *start), tuple(rows), unsigned=tuple(start))


def _bought(players: Mapping[str, int], bought: Mapping[str, int], number: int) -> list[tuple[Cell, ...]]:
    return [(f"bought before deal {number}", *(bought.get(name, 0) for name in players))] if bought else []
