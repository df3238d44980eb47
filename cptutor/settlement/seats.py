"""Seats: who sits at the table, with which cards, and what they said before the reveal."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cptutor.cards import DECK, Card
from cptutor.layout import Layout
from cptutor.terms import HAND_SIZE, CardError, DealError

if TYPE_CHECKING:
    from cptutor.ranking import Row

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


def take_seats(seats: Seats) -> tuple[Seat, ...]:
    """Read and check the seats of a deal.

    Raises:
        CardError: names the seat and what is wrong with its cards.
        DealError: one seat or more than four, a blank or repeated name (capital or small), or a card held by two seats.
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
        name = _as_seen(seat.name)
        if name in names:
            raise DealError(_too_alike(names[name], seat.name))
        names[name] = seat.name
        for card in sorted(seat.layout.cards):
            if card in holder:
                raise DealError(f"{card} is held by both {holder[card]} and {seat.name}")
            holder[card] = seat.name
    return taken


def read_seat(
    name: str,
    layout: Layout | str | Iterable[Row],
    declared: bool | str = False,
    surrendered: bool = False,
    chips: int | None = None,
) -> Seat:
    """A seat from a name and a layout, whose errors then name the seat; the rest as in :class:`Seat`.

    Raises:
        CardError: names the seat and what is wrong with its cards.
        DealError: a name that is no text, shows nothing, or does not fit on one line; or chips that are not a
            whole number from zero.
    """
    if not isinstance(name, str) or not any(unicodedata.category(c)[0] in "LNPS" for c in name):
        raise DealError(f"a seat needs a name, not {name!r}")
    if any(unicodedata.category(c) in _NOT_IN_A_LINE for c in name):
        raise DealError(f"seat {name!r}: a name is one line of text")
    blank = isinstance(declared, str) and not declared.strip()
    if blank or not isinstance(declared, (bool, str)) or not isinstance(surrendered, bool):
        raise DealError(f"seat {name}: declared is true, false or a special hand, surrendered true or false")
    if chips is not None and (isinstance(chips, bool) or not isinstance(chips, int) or chips < 0):
        raise DealError(f"seat {name}: chips are a whole number from 0, not {chips!r}")
    try:
        return Seat(name, Layout.parse(layout), declared, surrendered, chips)
    except CardError as error:
        raise CardError(f"seat {name}: {error}") from None


def _reread(seat: object) -> Seat:
    """A seat made by hand, checked as if it had been read."""
    if not isinstance(seat, Seat):
        raise DealError(f"{type(seat).__name__} is no seat of a deal")
    return read_seat(seat.name, seat.layout, seat.declared, seat.surrendered, seat.chips)


def _as_seen(name: str) -> str:
    """A name without what a reader hardly sees: which blanks, how an accent is stored, and capital or small letters."""
    return " ".join(unicodedata.normalize("NFC", name.casefold()).split())


def _too_alike(first: str, second: str) -> str:
    """Why two names cannot sit at one table."""
    if first.casefold() == second.casefold() and first != second:
        return f"two seats have the names {first!r} and {second!r}, which differ only in capital and small letters"
    return f"two seats have the name {second!r}"
