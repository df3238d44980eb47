"""Standings: a seat as it is settled, with its verdict, its foul, its special hand or its surrender."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cptutor.legality import Verdict, judge
from cptutor.settlement.declarations import Claim, FalseDeclarationError, claim_of
from cptutor.terms import ROWS, DealError

if TYPE_CHECKING:
    from cptutor.ranking import Strength
    from cptutor.rules import Agreement
    from cptutor.settlement.seats import Seat


@dataclass(frozen=True, slots=True)
class Standing:
    """A seat as it is settled.

    Args:
        seat: the seat.
        verdict: what was found of its layout; None where a surrender or a special hand makes that idle.
        foul: why it counts as fouled; empty where it does not.
        claim: the special hands it is settled by, if any.
    """

    seat: Seat
    verdict: Verdict | None = None
    foul: str = ""
    claim: Claim | None = None

    @property
    def name(self) -> str:
        """The player's name."""
        return self.seat.name

    @property
    def surrendered(self) -> bool:
        """Whether the player gave up before the reveal."""
        return self.seat.surrendered

    @property
    def legal(self) -> bool:
        """Whether the layout comes to a showdown."""
        return not (self.foul or self.claim or self.surrendered)

    def strength(self, row: str) -> Strength | None:
        """The strength of a row; None where nothing was ranked."""
        if self.verdict is None or not self.verdict.strengths:
            return None
        return self.verdict.strengths[ROWS.index(row)]


def stand(seat: Seat, agreement: Agreement) -> Standing:
    """Judge a seat: surrendered, special, fouled or legal.

    Raises:
        DealError: its counts are wrong, and the table refuses such a deal until they are put right; or it
            surrenders or declares where the rules know neither.
        RulingNeeded: the rules are silent.
    """
    if seat.surrendered:
        if "surrender.units" not in agreement:
            raise DealError(f"seat {seat.name}: {agreement.profile.id} has no surrender")
        if seat.declared:
            raise DealError(f"seat {seat.name}: either declared or surrendered, not both")
        return Standing(seat)
    try:
        claim = claim_of(seat, agreement)
    except FalseDeclarationError:
        return Standing(seat, foul="fouled with an announced special hand that does not count")
    if claim:
        return Standing(seat, claim=claim)
    verdict = judge(seat.layout, agreement)
    if verdict.legal:
        return Standing(seat, verdict)
    if verdict.fouls:
        return Standing(seat, verdict, "fouled at " + " and ".join(verdict.fouls))
    counts = "/".join(map(str, verdict.counts))
    if agreement["counts.wrong"] == "refused":
        raise DealError(f"seat {seat.name}: rows of {counts} cards; the counts must be put right first")
    return Standing(seat, verdict, f"fouled with rows of {counts} cards")
