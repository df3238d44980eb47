"""Special hands at the table: what a seat claims, and what a claim collects from each opponent.

Source: D3 (`scoring-chart`), special hands, and its variations; D1 (`full-rules`), variants.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cptutor.ranking import rank_row
from cptutor.terms import DealError, RuleError

if TYPE_CHECKING:
    from cptutor.rules import Agreement
    from cptutor.settlement.seats import Seat
    from cptutor.specials import Special


@dataclass(frozen=True, slots=True)
class Claim:
    """The special hands by which a seat is settled: one, or several where the table counts all that a hand is."""

    specials: tuple[Special, ...]
    units: int

    @property
    def best(self) -> Special:
        """The special that is compared with an opponent's."""
        return self.specials[0]

    @property
    def keys(self) -> tuple[str, ...]:
        """The rules that say what it pays."""
        return tuple(f"special.pays.{special.kind}" for special in self.specials)


class FalseDeclarationError(Exception):
    """An announced hand is no special hand, and the table counts that as a foul."""


def claim_of(seat: Seat, agreement: Agreement) -> Claim | None:
    """The special hands that count for a seat; None where it is settled as an ordinary layout.

    Raises:
        DealError: a declared seat at a table without special hands, or of a kind that is not played.
        FalseDeclarationError: the announced hand is none and that is a foul here.
        RulingNeeded: the rules are silent.
    """
    if "special.played" not in agreement:
        if seat.declared:
            raise DealError(f"seat {seat.name}: {agreement.profile.id} has no special hands to declare")
        return None
    if not seat.declared and agreement["special.announced"] == "declared":
        return None
    if agreement["special.played"] == "no":
        if seat.declared:
            raise DealError(f"seat {seat.name}: special hands are not played unless agreed (special.played)")
        return None
    kinds = agreement.profile.names("special.pays")
    if isinstance(seat.declared, str):
        if seat.declared not in kinds:
            raise DealError(
                f"seat {seat.name}: no special hand {seat.declared!r} here; there are {', '.join(kinds)}"
            )
        kinds = (seat.declared,)
    from cptutor.specials import find_specials  # most deals have no special hands and never load them

    found = find_specials(seat.layout.cards, FinerPoints(agreement), kinds)
    if not found:
        if seat.declared and agreement["special.false_declaration"] == "foul":
            raise FalseDeclarationError
        return None
    claim = _counted(found, agreement)
    if _out_of_order(seat, claim, agreement) and agreement["special.own_rows"] == "foul":
        raise FalseDeclarationError
    return claim


def higher(first: Claim, second: Claim, agreement: Agreement) -> tuple[int, tuple[str, ...]]:
    """Which of two claims is higher: 1, 0 or -1 for the first, and the rules that decide.

    The one of greater value is the higher; equal values go by the table's order of kinds, and two of one kind by
    their cards.
    """
    if first.units != second.units:
        return (first.units > second.units) - (first.units < second.units), (first.keys[0], second.keys[0])
    if first.best.kind != second.best.kind:
        ours, theirs = (_place(claim.best.kind, agreement) for claim in (first, second))
        return (ours > theirs) - (ours < theirs), ("special.order",)
    from cptutor.specials import compare_same, load_specials

    if load_specials()[first.best.kind].compare == "none" or agreement["special.same_kind"] == "tie":
        return 0, ("special.same_kind",)
    result = compare_same(first.best, second.best)
    if result == 0:
        agreement["special.tie"]  # what a tie past the last comparison comes to may be a gap
        return 0, ("special.tie",)
    return result, ("special.same_kind",)


def orders(agreement: Agreement) -> tuple[str, ...]:
    """Two orders of special hands, one the other's reverse: if they come to the same, so does any other."""
    kinds = agreement.profile.names("special.pays")
    return (" < ".join(kinds), " < ".join(reversed(kinds))) if kinds else ()


class FinerPoints(dict[str, str]):
    """The table's rulings on finer points of special hands, looked up only when a hand turns on one."""

    def __init__(self, agreement: Agreement) -> None:
        super().__init__()
        self._agreement = agreement

    def __missing__(self, key: str) -> str:
        return str(self._agreement[key])


def _counted(found: tuple[Special, ...], agreement: Agreement) -> Claim:
    """Of all that a hand is, what the table counts, the highest first."""
    units = {special.kind: agreement.number(f"special.pays.{special.kind}") for special in found}
    most = max(units.values())
    highest = [special for special in found if units[special.kind] == most]
    if len(highest) > 1:
        highest.sort(key=lambda special: _place(special.kind, agreement), reverse=True)
    if len(found) > 1 and agreement["special.overlap"] == "all":
        others = [special for special in found if special is not highest[0]]
        return Claim((highest[0], *others), sum(units.values()))
    return Claim((highest[0],), most)


def _place(kind: str, agreement: Agreement) -> int:
    """Where a kind stands in the table's order, from the lowest up."""
    text = str(agreement["special.order"])
    listed = agreement.profile.names("special.pays")
    order = listed if text == "as listed" else tuple(part.strip() for part in text.split("<"))
    if kind not in order:
        raise RuleError(f"{agreement.profile.id}: special.order does not say where {kind!r} stands: {text}")
    return order.index(kind)


def _out_of_order(seat: Seat, claim: Claim, agreement: Agreement) -> bool:
    """Whether a hand of three runs or suits is set with rows that would foul an ordinary layout."""
    from cptutor.specials import load_specials

    if load_specials()[claim.best.kind].compare != "rows":
        return False
    if not seat.layout.counts_right:
        return True
    front, middle, back = (rank_row(row, agreement.wheel) for row in seat.layout.rows)
    return front > middle or middle > back or (middle == back and agreement["middle_back.equal"] == "foul")
