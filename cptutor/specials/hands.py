"""Thirteen cards as special hands are judged, and what a condition on them is.

A condition looks at as little of a hand as it can: at how many cards of each rank there are, or of each suit,
or at the cards. So all the hands there are can be counted class by class (``tools/count_specials.py``).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, Final

from cptutor.cards import RANKS, SUITS, Card, parse_cards
from cptutor.terms import HAND_SIZE, ROW_SIZES, ROWS, CardError

if TYPE_CHECKING:
    from cptutor.ranking import Row

QUADS: Final = "special.quads_as_two_pairs"
ODD_CARD: Final = "special.odd_card_may_match"
LOW_ACE: Final = "special.low_ace"

QUESTIONS: Final = MappingProxyType(
    {
        QUADS: ("no", "yes"),
        ODD_CARD: ("no", "yes"),
        LOW_ACE: ("nowhere", "five-card rows", "everywhere"),
    }
)
"""What a table may have to rule on, with the possible answers.

The strictest answer stands first: cards that form a special under it form it under every other.
"""

AS_AGREED: Final = "as agreed"
"""In a rule file: the table's ruling decides."""

Counts = tuple[int, ...]
"""How many cards of each rank a hand holds: thirteen numbers from 0 to 4, deuces first."""

Lengths = tuple[int, ...]
"""How many cards of each suit a hand holds: four numbers in the order of :data:`cptutor.cards.SUITS`."""

Witness = tuple[tuple[str, tuple[Card, ...]], ...]
"""Which cards form what: a name in words and its cards, for every part of the hand."""

Rulings = Mapping[str, str]

FROM_BACK: Final = tuple(zip(ROWS, ROW_SIZES, strict=True))[::-1]
"""Names and sizes of the rows in the order in which specials are compared: back, middle, front."""


@dataclass(frozen=True, slots=True)
class Hand:
    """Thirteen cards, with what conditions look at.

    ``counts`` by rank, ``lengths`` by suit, and in ``suits`` the ranks held in each suit.
    """

    cards: tuple[Card, ...]
    counts: Counts
    lengths: Lengths
    suits: tuple[frozenset[int], ...]

    @classmethod
    def of(cls, cards: Row) -> Hand:
        """Read a hand, as text or cards in any order.

        Raises:
            CardError: not cards, a repeated card, or not thirteen of them.
        """
        held = tuple(sorted(parse_cards(cards), reverse=True))
        if len(held) != HAND_SIZE:
            raise CardError(f"a special hand has thirteen cards, not {len(held)}")
        ranks = [card.rank for card in held]
        suits = tuple(frozenset(card.rank for card in held if card.suit == suit) for suit in SUITS)
        return cls(held, tuple(map(ranks.count, RANKS)), tuple(map(len, suits)), suits)


@dataclass(frozen=True, slots=True)
class Form:
    """How a hand meets a condition: the parts it falls into, and what they are compared by."""

    parts: Witness
    order: tuple[int, ...] = ()


class Condition(ABC):
    """One thing that a special asks of a hand.

    ``compared`` says what the order of its forms is made of: ``pairs``, ``rows`` or ``none``.
    """

    __slots__ = ()
    compared: ClassVar[str] = "none"

    @property
    def asks(self) -> tuple[str, ...]:
        """The keys of :data:`QUESTIONS` that the rule file leaves to the table."""
        return tuple(key for key, written in self._finer_points().items() if written == AS_AGREED)

    @abstractmethod
    def form(self, hand: Hand, rulings: Rulings) -> Form | None:
        """The best way in which the hand meets the condition under the rulings, or None."""

    def _finer_points(self) -> Mapping[str, str]:
        """What the rule file writes on the questions that the condition raises."""
        return {}

    def _answers(self, rulings: Rulings) -> Mapping[str, str]:
        """The answers to those questions: the rule file's, or else the table's."""
        return {
            key: rulings[key] if written == AS_AGREED else written
            for key, written in self._finer_points().items()
        }


class NumberCondition(Condition):
    """A condition that thirteen numbers decide, or four: how many cards of each rank or suit the hand holds.

    ``looks_at`` says of what: ``ranks`` (:data:`Counts`) or ``suits`` (:data:`Lengths`).
    """

    __slots__ = ()
    looks_at: ClassVar[str]

    @abstractmethod
    def fits(self, numbers: tuple[int, ...], rulings: Rulings) -> bool:
        """Whether a hand of such numbers meets the condition under the rulings."""


class Pool:
    """Cards from which those of wanted ranks are taken, each once."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self._left = list(cards)

    def take(self, ranks: Iterable[int]) -> tuple[Card, ...]:
        """One card of each of the ranks, in their order."""
        taken = []
        for rank in ranks:
            card = next(card for card in self._left if card.rank == rank)
            self._left.remove(card)
            taken.append(card)
        return tuple(taken)
