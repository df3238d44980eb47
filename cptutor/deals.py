"""Deals as files: the seats of a table in TOML or JSON, as ``cptutor settle`` reads them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cptutor.datafiles import validate
from cptutor.settlement.seats import Seat, read_seat
from cptutor.terms import ROWS, RuleError


@dataclass(frozen=True, slots=True)
class Deal:
    """The seats of a deal in the order of the table; the dealer and the profile, if its file names them."""

    seats: tuple[Seat, ...]
    profile: str | None = None
    dealer: str | None = None


def read_deal(data: dict[str, Any], name: str) -> Deal:
    """A deal from the data of its file; ``name`` stands for the file in errors.

    Raises:
        RuleError: names the file and the key that is missing, unknown or of a wrong kind.
        CardError: names the seat and what is wrong with its cards.
    """
    validate(data, "deal", name)
    seats = tuple(_read_seat(seat, f"{name}: seat[{seat['name']}]") for seat in data["seat"])
    return Deal(seats, data.get("profile"), data.get("dealer"))


def _read_seat(seat: dict[str, Any], where: str) -> Seat:
    rows = [seat.get(row) for row in ROWS]
    if "layout" in seat and any(row is not None for row in rows):
        raise RuleError(f"{where}: either a layout or three rows, not both")
    for name, row in zip(ROWS, rows, strict=True):
        if row is None and "layout" not in seat:
            raise RuleError(f"{where}: key {name!r} is missing")
    return read_seat(
        seat["name"],
        seat.get("layout", rows),
        seat.get("declared", False),
        seat.get("surrendered", False),
        seat.get("chips"),
    )
