"""Deals as files: the seats of a table in TOML or JSON, as ``cptutor settle`` reads them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cptutor.datafiles import validate
from cptutor.settlement.seats import Seat, read_seat


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
    return Deal(tuple(map(_read_seat, data["seat"])), data.get("profile"), data.get("dealer"))


def _read_seat(seat: dict[str, Any]) -> Seat:
    return read_seat(
        seat["name"],
        [seat["front"], seat["middle"], seat["back"]],
        seat.get("declared", False),
        seat.get("surrendered", False),
        seat.get("chips"),
    )
