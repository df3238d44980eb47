"""Seats: who sits at the table, with which cards, and whether their layout stands."""

from __future__ import annotations

import unicodedata
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

_NOT_IN_A_LINE = ("Cc", "Cs", "Zl", "Zp")
"""Unicode's control characters, halves of characters, and breaks of lines and paragraphs."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at the table.

    Args:
        name: the player's name.
        layout: their thirteen cards as set.
        declared: whether they announced a special hand before the reveal; or the kind they announced.
        surrendered: whether they gave up before the reveal.
        chips: the chips they sat down to the deal with, where the table plays for chips.
    """

    name: str
    layout: Layout
    declared: bool | str = False
    surrendered: bool = False
    chips: int | None = None


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
    if isinstance(seats, Mapping):
        taken = tuple(read_seat(name, layout) for name, layout in seats.items())
    elif isinstance(seats, Iterable) and not isinstance(seats, (str, bytes)):
        taken = tuple(map(_reread, seats))
    else:
        raise DealError(f"the seats of a deal are layouts by name, not {type(seats).__name__}")
    if not 2 <= len(taken) <= MOST_SEATS:
        raise DealError(f"a deal has two to {MOST_SEATS} seats, not {len(taken)}")
    holder: dict[Card, str] = {}
    names: dict[str, str] = {}
    for seat in taken:
        other = names.setdefault(_as_seen(seat.name), seat.name)
        if other is not seat.name:
            raise DealError(f"two seats have the name {seat.name!r}")
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
    """A seat from a name and a layout, whose errors then name the seat.

    Raises:
        CardError: names the seat and what is wrong with its cards.
        DealError: a name that is no text, shows nothing, or does not fit on one line.
    """
    if not isinstance(name, str) or not any(unicodedata.category(c)[0] in "LMNPS" for c in name):
        raise DealError(f"a seat needs a name, not {name!r}")
    if any(unicodedata.category(c) in _NOT_IN_A_LINE for c in name):
        raise DealError(f"seat {name!r}: a name is one line of text")
    try:
        return Seat(name, Layout.parse(layout))
    except CardError as error:
        raise CardError(f"seat {name}: {error}") from None


def _reread(seat: object) -> Seat:
    """A seat made by hand, checked as if it had been read."""
    if not isinstance(seat, Seat):
        raise DealError(f"{type(seat).__name__} is no seat of a deal")
    return read_seat(seat.name, seat.layout)


def _as_seen(name: str) -> str:
    """A name without what a reader cannot see: which blanks, and how an accent is stored."""
    return " ".join(unicodedata.normalize("NFC", name).split())
