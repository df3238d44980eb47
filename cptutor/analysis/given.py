"""What is given to reckon equity with: layouts of one hand, seats, and who settles with whom."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from cptutor.analysis.facing import Sums
from cptutor.analysis.layouts import AllLayouts, LayoutSet
from cptutor.layout import Layout
from cptutor.terms import CardError, DealError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from cptutor.analysis.layouts import SetLayout
    from cptutor.rules import Agreement


def refuse_number(name: str, number: object, lowest: int, highest: int | None = None) -> None:
    """Refuse what is no whole number within bounds.

    Raises:
        DealError: names it, the bounds, and what was given.
    """
    whole = isinstance(number, (int, np.integer)) and not isinstance(number, bool)
    if not whole or number < lowest or (highest is not None and number > highest):  # type: ignore[operator]
        bounds = f"from {lowest}" + (f" to {highest}" if highest is not None else "")
        raise DealError(f"{name}: a whole number {bounds} is wanted, not {number!r}")


def layouts_of(
    layouts: SetLayout | LayoutSet | AllLayouts | Iterable[SetLayout], agreement: Agreement
) -> LayoutSet:
    """The layouts as numbers of one hand, under the agreement.

    Raises:
        CardError: no layout, or layouts of different cards or of wrong counts.
    """
    if isinstance(layouts, AllLayouts):
        layouts = AllLayouts(layouts.cards, agreement).frontier
    if isinstance(layouts, LayoutSet):
        return replace(layouts, hand=AllLayouts(layouts.hand.cards, agreement))
    if isinstance(layouts, (str, Layout)):
        layouts = [layouts]
    parsed = [Layout.parse(layout) for layout in layouts]  # type: ignore[arg-type]
    if not parsed:
        raise CardError("no layout is given")
    hand = AllLayouts(parsed[0], agreement)
    return LayoutSet(hand, np.array([hand.number(layout) for layout in parsed], np.intp))


def distinct_layouts(given: LayoutSet) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """For each layout its place among those that differ in a row's strength; and which layouts stand for those.

    The first layout stays the first.
    """
    front, middle, back = (row.astype(np.int64) for row in given.ordinals)
    _, first, places = np.unique(
        (back << 26) + (middle << 13) + front, return_index=True, return_inverse=True
    )
    order = np.argsort(first)
    place_of = np.empty(len(order), np.intp)
    place_of[order] = np.arange(len(order))
    return place_of[places], first[order]


def spread(sums: Sums, places: NDArray[np.intp]) -> Sums:
    """The sums of all layouts, from those of the ones that differ; ``places`` as :func:`distinct_layouts` has them."""
    return Sums(
        sums.deals,
        sums.units[places],
        sums.squares[places],
        sums.beside[places],
        sums.parts[:, places],
        sums.rows[:, :, places],
    )


def settling(agreement: Agreement, opponents: int, dealer: int) -> tuple[bool, ...]:
    """Which opponents settle with oneself: all, unless one of them is a bank with which alone the others settle.

    Raises:
        DealError: the bank has no seat.
    """
    if "bank.played" not in agreement or agreement["bank.played"] == "no":
        return (True,) * opponents
    seat = str(agreement["bank.seat"])
    if seat == "dealer":
        bank = dealer
    else:
        names = seat_names(opponents)
        if seat not in names:
            raise DealError(f"the bank {seat!r} is none of the seats {', '.join(names)} (bank.seat)")
        bank = names.index(seat)
    if bank == 0 or opponents == 1 or agreement["bank.others_settle"] == "yes":
        return (True,) * opponents
    return tuple(place == bank for place in range(1, opponents + 1))


def seat_names(opponents: int) -> tuple[str, ...]:
    """The names of the seats: ``you``, and the opponents by number."""
    return ("you", *(f"opponent {number}" for number in range(1, opponents + 1)))
