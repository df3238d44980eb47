"""The seats of a deal as text, a line each, to be edited by hand.

>>> first = "Ann, 20 chips: 2♠ 2♥ A♦ / 7♣ 7♦ 9♠ 5♥ 3♦ / 10♣ J♣ Q♣ K♣ A♣"
>>> second = "Ben, surrendered: 3♠ 3♥ 4♦ / 6♣ 6♦ 8♠ 5♣ 2♦ / 9♣ 9♦ 10♥ 10♠ A♠"
>>> [(seat.name, seat.chips, seat.surrendered) for seat in read_seats(f"{first}; {second}".replace("; ", chr(10)))]
[('Ann', 20, False), ('Ben', None, True)]
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from cptutor.settlement.seats import read_seat, take_seats
from cptutor.terms import DealError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cptutor.settlement.seats import Seat

HOW = (
    "A line for each seat: Name: front / middle / back. After the name may stand, behind a comma, surrendered,"
    " declared, declared six pairs (or another special hand), or 20 chips."
)


def read_seats(text: str) -> tuple[Seat, ...]:
    """Two to four seats from their lines.

    Raises:
        CardError, DealError: names the line or the seat, and what is wrong there.
    """
    return take_seats([_read(line.strip()) for line in text.splitlines() if line.strip()])


def write_seats(seats: Iterable[Seat]) -> str:
    """The lines that :func:`read_seats` reads."""
    return "\n".join(map(_write, seats))


def _read(line: str) -> Seat:
    name, rest = _name(line)
    said, colon, cards = rest.partition(":")
    if not colon:
        raise DealError(f"{line[:40]!r}: 'Name: front / middle / back' is wanted")
    options: dict[str, Any] = {}
    for word in filter(None, (word.strip() for word in said.split(","))):
        if word == "surrendered":
            options["surrendered"] = True
        elif word == "declared":
            options["declared"] = True
        elif word.startswith("declared "):
            options["declared"] = word.removeprefix("declared ").strip()
        elif found := re.fullmatch(r"([0-9]{1,9}) chips?", word):
            options["chips"] = int(found[1])
        else:
            raise DealError(f"seat {name}: {word!r} is not understood; {HOW.partition('. ')[2]}")
    return read_seat(name, cards, **options)


def _name(line: str) -> tuple[str, str]:
    """The name, in quotation marks where it holds a comma or a colon, and the rest of the line."""
    if line.startswith('"'):
        try:
            name, end = json.JSONDecoder().raw_decode(line)
        except json.JSONDecodeError:
            raise DealError(f"{line[:40]!r}: the quotation marks do not close") from None
        return str(name), line[end:]
    name = re.split("[,:]", line, maxsplit=1)[0]
    return name.strip(), line[len(name) :]


def _write(seat: Seat) -> str:
    plain = not re.search('[,:"]', seat.name)
    words = [seat.name if plain else json.dumps(seat.name, ensure_ascii=False)]
    if seat.declared:
        words.append("declared" if seat.declared is True else f"declared {seat.declared}")
    if seat.surrendered:
        words.append("surrendered")
    if seat.chips is not None:
        words.append(f"{seat.chips} chips")
    return f"{', '.join(words)}: {seat.layout}"
