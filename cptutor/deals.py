"""Deals as files: the seats of a table in TOML or JSON, as ``cptutor settle`` reads them."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cptutor.datafiles import validate
from cptutor.settlement.seats import Seat, read_seat
from cptutor.terms import ROWS, CardError, DealError, RuleError

if TYPE_CHECKING:
    from collections.abc import Iterator


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
        CardError, DealError: names the file, the seat, and what is wrong with its cards or its name.
    """
    validate(data, "deal", name)
    with in_file(name):
        seats = tuple(_read_seat(seat, f"{name}: seat[{seat['name']}]") for seat in data["seat"])
    return Deal(seats, data.get("profile"), data.get("dealer"))


@contextmanager
def in_file(name: str) -> Iterator[None]:
    """Name the file from which cards and seats are, in errors about them."""
    try:
        yield
    except (CardError, DealError) as error:
        raise type(error)(f"{name}: {error}") from None


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
