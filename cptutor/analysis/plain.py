"""The plain way to equity: every deal settled by itself, as at the table. Slow, and right for any rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cptutor.analysis.claims import may_hold_special, specials_count
from cptutor.analysis.facing import Sums, nothing
from cptutor.analysis.groups import layout_of
from cptutor.analysis.pairings import PARTS
from cptutor.settlement import settle
from cptutor.settlement.declarations import FinerPoints
from cptutor.settlement.seats import Seat
from cptutor.terms import ROWS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cptutor.analysis.batches import Job
    from cptutor.rules import Agreement
    from cptutor.settlement.scorebook import Scorebook


def run_plain_batch(job: Job, batch: int, deals: int, dealer: int = 0) -> Sums:
    """As :func:`cptutor.analysis.batches.run_batch`, with :func:`cptutor.settlement.settle`.

    Args:
        job: what to reckon.
        batch: the batch's number, from 0.
        deals: how many of its deals count.
        dealer: who deals: 0 for oneself, 1 to 3 for an opponent.

    Raises:
        RulingNeeded: the rules are silent on something that comes up.
    """
    from cptutor.analysis.batches import draw

    dealt, numbers = draw(job, batch, deals)
    sums = nothing(len(job.numbers))
    own = [announcing_seat("you", job.cards, number, job.agreement, job.declare) for number in job.numbers]
    for cards, chosen in zip(dealt, numbers, strict=True):
        others = [
            announcing_seat(f"opponent {place}", held, number, job.agreement, True)
            for place, (held, number) in enumerate(zip(cards, chosen, strict=True), start=1)
        ]
        names = ["you", *(seat.name for seat in others)]
        books = [settle([seat, *others], job.agreement, names[dealer]) for seat in own]
        sums += _sums_of(books, job.by_part)
    return sums


def announcing_seat(
    name: str, cards: NDArray[np.uint8], number: int, agreement: Agreement, declare: bool = True
) -> Seat:
    """A seat that announces a special hand if it holds one and the table plays them.

    Args:
        name: the player's name.
        cards: card indices, ascending, shape (13,).
        number: the number of the layout they are set in.
        agreement: the rules.
        declare: whether special hands are announced at all.
    """
    layout = layout_of(cards, int(number))
    held = False
    if declare and specials_count(agreement) and may_hold_special(cards[np.newaxis], agreement)[0]:
        from cptutor.specials import find_specials

        kinds = agreement.profile.names("special.pays")
        held = bool(find_specials(layout.cards, FinerPoints(agreement), kinds))
    return Seat(name, layout, declared=held)


def _sums_of(books: list[Scorebook], by_part: bool) -> Sums:
    """The sums over one deal, a book for each of one's layouts; parts and rows if they are wanted."""
    units = np.array([book.totals["you"] for book in books], np.int64)
    parts = np.zeros((len(PARTS), len(books)), np.int64)
    rows = np.zeros((len(ROWS), 3, len(books)), np.int64)
    for place, book in enumerate(books if by_part else ()):
        for pairing in book.pairings:
            if pairing.first != "you":
                continue
            for transfer in pairing.transfers:
                gain = transfer.units if transfer.payee == "you" else -transfer.units
                parts[PARTS.index(transfer.row or PARTS[-1]), place] += gain
            for row, name in enumerate(ROWS):
                if (result := pairing.result(name)) is not None:
                    rows[row, 1 - result, place] += 1
    beside = units - units[0]
    return Sums(1, units, units * units, beside * beside, parts, rows)
