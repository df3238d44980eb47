"""Deals as files: the seats of a table in TOML or JSON, as ``cptutor settle`` reads them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cptutor.datafiles import validate
from cptutor.seats import Seat, read_seat


@dataclass(frozen=True, slots=True)
class Deal:
    """The seats of a deal in the order of the table, and the profile its file names, if any."""

    seats: tuple[Seat, ...]
    profile: str | None = None


def read_deal(data: dict[str, Any], name: str) -> Deal:
    """A deal from the data of its file; ``name`` stands for the file in errors.

    Raises:
        RuleError: names the file and the key that is missing, unknown or of a wrong kind.
        CardError: names the seat and what is wrong with its cards.
    """
    validate(data, "deal", name)
    seats = tuple(
        read_seat(seat["name"], [seat["front"], seat["middle"], seat["back"]]) for seat in data["seat"]
    )
    return Deal(seats, data.get("profile"))
