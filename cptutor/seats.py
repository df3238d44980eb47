"""Seats: who sits at the table, with which cards, and whether their layout stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cptutor.cards import DECK, Card
from cptutor.layout import Layout
from cptutor.legality import Verdict, judge
from cptutor.terms import HAND_SIZE, ROWS, CardError, DealError

if TYPE_CHECKING:
    from cptutor.ranking import Row, Strength
    from cptutor.rules import Agreement

MOST_SEATS = len(DECK) // HAND_SIZE
"""The deck has thirteen cards for four seats."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's name and layout."""

    name: str
    layout: Layout


Seats = Mapping[str, "Layout | str | Iterable[Row]"] | Iterable[Seat]
"""The seats of a deal: layouts (or their texts) by name, or :class:`Seat` values, in the order of the table."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A seat as it is settled: its verdict and, where it counts as fouled, why; an empty ``foul`` is legal."""

    name: str
    verdict: Verdict
    foul: str

    def strength(self, row: str) -> Strength | None:
        """The strength of a row; None where the counts are wrong and nothing was ranked."""
        return self.verdict.strengths[ROWS.index(row)] if self.verdict.strengths else None


def take_seats(seats: Seats) -> tuple[Seat, ...]:
    """Read and check the seats of a deal.

    Raises:
        CardError: names the seat and what is wrong with its cards.
        DealError: one seat or more than four, a blank or repeated name, or a card held by two seats.
    """
    taken = (
        tuple(read_seat(name, layout) for name, layout in seats.items())
        if isinstance(seats, Mapping)
        else tuple(seats)
    )
    if not 2 <= len(taken) <= MOST_SEATS:
        raise DealError(f"a deal has two to {MOST_SEATS} seats, not {len(taken)}")
    holder: dict[Card, str] = {}
    names: set[str] = set()
    for seat in taken:
        if not isinstance(seat.name, str) or not seat.name.strip():
            raise DealError(f"a seat needs a name, not {seat.name!r}")
        if seat.name in names:
            raise DealError(f"two seats have the name {seat.name!r}")
        names.add(seat.name)
        for card in sorted(seat.layout.cards):
            if card in holder:
                raise DealError(f"{card} is held by both {holder[card]} and {seat.name}")
            holder[card] = seat.name
    return taken


def stand(seat: Seat, agreement: Agreement) -> Standing:
    """Judge a seat's layout and say whether it counts as fouled.

    Raises:
        DealError: its counts are wrong, and the table refuses such a deal until they are put right.
        RulingNeeded: the rules are silent.
    """
    verdict = judge(seat.layout, agreement)
    if verdict.legal:
        return Standing(seat.name, verdict, "")
    if verdict.fouls:
        return Standing(seat.name, verdict, "fouled at " + " and ".join(verdict.fouls))
    counts = "/".join(map(str, verdict.counts))
    if agreement["counts.wrong"] == "refused":
        raise DealError(f"seat {seat.name}: rows of {counts} cards; the counts must be put right first")
    return Standing(seat.name, verdict, f"fouled with rows of {counts} cards")


def read_seat(name: str, layout: Layout | str | Iterable[Row]) -> Seat:
    """A seat from a name and a layout, whose errors then name the seat."""
    try:
        return Seat(name, Layout.parse(layout))
    except CardError as error:
        raise CardError(f"seat {name}: {error}") from None
