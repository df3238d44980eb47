"""Files of sessions: how a deal stands in one, and how a file is written so that it is never broken.

JSON, because the standard library writes it as well as reads it. Totals and chips stand in the file for its reader;
on loading they are reckoned again, and a figure that differs is refused.
"""

from __future__ import annotations

import errno
import json
import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cptutor.cards import show_cards
from cptutor.datafiles import parse_data, validate
from cptutor.settlement.seats import Seat, read_seat
from cptutor.terms import RuleError

if TYPE_CHECKING:
    from cptutor.session.ledger import Played

SCHEMA = 1
"""The version of the form that is written."""


def save_data(data: dict[str, Any], path: str | Path) -> None:
    """Write a session's data as JSON; nothing is written that could not be read again.

    Raises:
        RuleError: names the file; it cannot be written, or would be too large to load.
    """
    content = (json.dumps(data, ensure_ascii=False, indent=2) + "\n").encode()
    validate(parse_data(content, str(path)), "session", str(path))
    try:
        write_whole(Path(path), content)
    except (OSError, ValueError, RuntimeError) as error:  # or no name for a file, or links that go round
        raise RuleError(f"{path}: {getattr(error, 'strerror', None) or error}") from None


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that a crash at any moment leaves either the old file or the new one, whole.

    The content goes to a new file in the same folder, down to the disk, and then takes the old one's name in one step.

    Raises:
        OSError, ValueError, RuntimeError: it could not be written, and the old file is as it was.
    """
    path = path.resolve()  # a link stays a link
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise OSError(errno.EINVAL, "not a regular file", str(path))
    temporary = path.with_name(f".{secrets.token_hex(8)}.tmp")
    try:
        with temporary.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            temporary.chmod(stat.S_IMODE(path.stat().st_mode))
        os.replace(temporary, path)  # noqa: PTH105 (the step that everything rests on, by its own name)
    except BaseException:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Bring the new name down to the disk, where the system can; the file is whole either way."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def deal_as_dict(played: Played) -> dict[str, Any]:
    """A deal as it stands in the file of its session."""
    data: dict[str, Any] = {"dealer": played.dealer}
    if played.bought:
        data["bought"] = dict(played.bought)
    data["seat"] = [_seat_as_dict(seat) for seat in played.seats]
    data["totals"] = played.book.totals
    if played.book.payments is not None:
        data["chips"] = played.book.payments.chips()
    return data


def _seat_as_dict(seat: Seat) -> dict[str, Any]:
    data: dict[str, Any] = {"name": seat.name} | {row: show_cards(cards) for row, cards in seat.layout}
    if seat.declared is not False:
        data["declared"] = seat.declared
    if seat.surrendered:
        data["surrendered"] = True
    return data


def seat_of_dict(data: dict[str, Any]) -> Seat:
    """A seat as it stands in a file.

    Raises:
        CardError, DealError: names the seat and what is wrong with it.
    """
    rows = [data["front"], data["middle"], data["back"]]
    return read_seat(data["name"], rows, data.get("declared", False), data.get("surrendered", False))


def refuse_other_figures(deal: dict[str, Any], played: Played, where: str) -> None:
    """Compare the figures of a deal in a file with those of its cards; ``where`` names file and deal.

    Raises:
        RuleError: names the player whose figure is another, and both figures.
    """
    if deal["dealer"] != played.dealer:
        raise RuleError(f"{where}: dealer: {deal['dealer']!r}, where {played.dealer!r} deals")
    payments = played.book.payments
    if payments is None and "chips" in deal:
        raise RuleError(f"{where}: chips: this session is played without")
    figures = {"totals": played.book.totals} | ({} if payments is None else {"chips": payments.chips()})
    for key, right in figures.items():
        found = deal.get(key, {})
        for player in [*right, *found]:
            if player not in right:
                raise RuleError(f"{where}: {key}.{player}: no player of this session")
            if player not in found:
                raise RuleError(f"{where}: {key}.{player}: missing; settling the deal gives {right[player]}")
            if found[player] != right[player]:
                raise RuleError(
                    f"{where}: {key}.{player}: {found[player]}, where settling the deal gives {right[player]}"
                )
