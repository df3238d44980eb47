"""Computer players at a table: each sets the cards it holds by a stated rule, and knows nothing else."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from cptutor.analysis.claims import specials_count
from cptutor.analysis.players import Policy, policy_of, set_hand
from cptutor.settlement.declarations import FinerPoints
from cptutor.settlement.seats import MOST_SEATS, Seat
from cptutor.specials import find_specials
from cptutor.terms import DealError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cptutor.cards import Card
    from cptutor.layout import Layout
    from cptutor.rules import Agreement

REGULARS: Final[Mapping[str, str]] = MappingProxyType(
    {"Bea": "back first", "Finn": "frontier plus equity", "Ray": "random legal"}
)
"""Computer players by name, and how each of them sets."""

QUICK: Final = ("back first", "random legal")
"""Policies by which thousands of hands are set in less than a second, as a review at the table needs them."""

ANNOUNCING: Final = "A special hand is announced whenever one is held and the table plays it."
"""What computer players do about special hands."""


@dataclass(frozen=True, slots=True)
class ComputerPlayer:
    """A seat that sets by a policy, and announces a special hand whenever it holds one that the table plays.

    Args:
        name: of the seat.
        policy: how it sets.
    """

    name: str
    policy: Policy

    def seat(self, cards: Sequence[Card], agreement: Agreement, seed: int | str) -> Seat:
        """Set thirteen cards. Nothing else is known here: no other hand, and nothing that anybody did before.

        Args:
            cards: its own.
            agreement: the rules, with every gap answered that a game asks for.
            seed: of the chance that a policy uses; another for each player and deal.
        """
        digest = hashlib.sha256(str(seed).encode()).digest()
        layout = set_hand(list(cards), self.policy, agreement, int.from_bytes(digest[:8], "big"))
        return Seat(self.name, layout, declared=_holds_special(layout, agreement))


def computers_of(opponents: Mapping[str, str | Policy] | None) -> tuple[ComputerPlayer, ...]:
    """Computer players from their names and policies; the first of the :data:`REGULARS` where none are given.

    Raises:
        CardError: no such policy.
        DealError: no opponent, more than three, or a policy that may set a foul.
    """
    if opponents is None:
        opponents = dict([next(iter(REGULARS.items()))])
    if not isinstance(opponents, Mapping):
        raise DealError(f"opponents are policies by name, not {type(opponents).__name__}")
    if not 1 <= len(opponents) < MOST_SEATS:
        raise DealError(f"one to {MOST_SEATS - 1} opponents can play, not {len(opponents)}")
    players = tuple(ComputerPlayer(name, policy_of(policy)) for name, policy in opponents.items())
    for player in players:
        if player.policy.may_foul:
            raise DealError(
                f"{player.name}: a computer player sets legal layouts, and {player.policy.name!r} may foul"
            )
    return players


def _holds_special(layout: Layout, agreement: Agreement) -> bool:
    """Whether thirteen cards are a special hand that the table plays."""
    if not specials_count(agreement):
        return False
    kinds = agreement.profile.names("special.pays")
    return bool(find_specials(layout.cards, FinerPoints(agreement), kinds))
