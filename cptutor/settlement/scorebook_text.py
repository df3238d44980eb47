"""A scorebook as text, in full: every unit with its reason, each rule once, and the totals last.

Source of a unit's reason: the transfer itself. A row's comparison is told where no transfer tells it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cptutor.tables import signed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cptutor.settlement.scorebook import Pairing, Scorebook


def told_in_full(book: Scorebook) -> str:
    """Who pays whom what and why, pairing by pairing; the rules by number; payments; and the totals at the end."""
    profile = book.agreement.profile
    numbers: dict[str, int] = {}
    pairings = ["\n".join(_pairing_lines(pairing, numbers)) for pairing in book.pairings]
    parts = [f"{profile.id}: {profile.title}", *pairings]
    if numbers:
        parts.append("\n".join(["Rules", *(f"  [{number}] {rule}" for rule, number in numbers.items())]))
    if book.rulings:
        heading = "Rulings used" + (", invented for demonstration" if book.agreement.invented else "")
        parts.append("\n".join([heading, *(f"  {key} = {value}" for key, value in book.rulings.items())]))
    parts.append(str(book._scores()))
    if book.payments is not None:
        parts.append(str(book.payments))
    parts.append(str(book._nets()))
    return "\n\n".join(parts)


def _pairing_lines(pairing: Pairing, numbers: dict[str, int]) -> Iterator[str]:
    yield f"{pairing.first} vs {pairing.second}: {signed(pairing.net)} for {pairing.first}"
    paid_for = [transfer.reason for transfer in pairing.transfers]
    untold = [row for row in pairing.rows if not any(row.reason in reason for reason in paid_for)]
    if untold and untold[0].result is None:
        yield f"  rows not compared: {untold[0].reason}"
        untold = []
    for transfer in pairing.transfers:
        rules = "".join(f"[{numbers.setdefault(str(rule), len(numbers) + 1)}]" for rule in transfer.rules)
        yield f"  {transfer.payer} pays {transfer.payee} {transfer.units}: {transfer.reason} {rules}"
    for row in untold:
        yield f"  {row.row}: {row.reason}"
    for note in pairing.notes:
        yield f"  note: {note}"
