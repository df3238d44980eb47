"""What all or most of a hand's cards have in common: ranks within bounds, one suit, one colour, pictures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from cptutor.cards import RANK_NAMES, SUITS, Card
from cptutor.specials.hands import Counts, Form, Hand, Lengths, NumberCondition, Rulings, Witness
from cptutor.terms import HAND_SIZE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_COLOURS: Final = {"red": ("hearts", "diamonds"), "black": ("spades", "clubs")}
_NUMBERS: Final = (
    "no one two three four five six seven eight nine ten eleven twelve thirteen".split()  # noqa: SIM905
)


@dataclass(frozen=True, slots=True)
class RanksWithin(NumberCondition):
    """No rank lies below ``lowest`` or above ``highest``."""

    lowest: int
    highest: int
    looks_at: ClassVar[str] = "ranks"

    def fits(self, numbers: Counts, rulings: Rulings) -> bool:  # noqa: ARG002
        """Whether all cards lie within."""
        return sum(numbers[self.lowest - 2 : self.highest - 1]) == HAND_SIZE

    def form(self, hand: Hand, rulings: Rulings) -> Form | None:
        """The hand as a whole."""
        if not self.fits(hand.counts, rulings):
            return None
        return Form(((f"all from {RANK_NAMES[self.lowest]} to {RANK_NAMES[self.highest]}", hand.cards),))


@dataclass(frozen=True, slots=True)
class AllDifferent(NumberCondition):
    """Thirteen different ranks."""

    looks_at: ClassVar[str] = "ranks"

    def fits(self, numbers: Counts, rulings: Rulings) -> bool:  # noqa: ARG002
        """Whether there is one card of each rank."""
        return max(numbers) == 1

    def form(self, hand: Hand, rulings: Rulings) -> Form | None:
        """The hand as a whole."""
        return Form((("one card of each rank", hand.cards),)) if self.fits(hand.counts, rulings) else None


@dataclass(frozen=True, slots=True)
class OneSuit(NumberCondition):
    """Thirteen cards of one suit."""

    looks_at: ClassVar[str] = "suits"

    def fits(self, numbers: Lengths, rulings: Rulings) -> bool:  # noqa: ARG002
        """Whether one suit holds all cards."""
        return max(numbers) == HAND_SIZE

    def form(self, hand: Hand, rulings: Rulings) -> Form | None:
        """The hand as a whole."""
        if not self.fits(hand.lengths, rulings):
            return None
        return Form(((f"all {hand.cards[0].suit}", hand.cards),))


@dataclass(frozen=True, slots=True)
class OfOneColour(NumberCondition):
    """At least so many red cards, or at least so many black ones: more than half the hand."""

    at_least: int
    looks_at: ClassVar[str] = "suits"

    def fits(self, numbers: Lengths, rulings: Rulings) -> bool:  # noqa: ARG002
        """Whether one colour has enough cards."""
        return self.colour(numbers) is not None

    def colour(self, lengths: Lengths) -> str | None:
        """The colour that has enough cards, or None."""
        for colour, suits in _COLOURS.items():
            if sum(lengths[SUITS.index(suit)] for suit in suits) >= self.at_least:
                return colour
        return None

    def form(self, hand: Hand, rulings: Rulings) -> Form | None:  # noqa: ARG002
        """The cards of the colour, and any others set apart."""
        colour = self.colour(hand.lengths)
        if colour is None:
            return None
        parts = _set_apart(hand.cards, lambda card: card.suit in _COLOURS[colour])
        return Form(((f"{_NUMBERS[len(parts[0])]} {colour} cards", parts[0]), *_odd_cards(parts[1])))


@dataclass(frozen=True, slots=True)
class OfRanks(NumberCondition):
    """At least so many cards of the given ranks together."""

    ranks: tuple[int, ...]
    at_least: int
    looks_at: ClassVar[str] = "ranks"

    def fits(self, numbers: Counts, rulings: Rulings) -> bool:  # noqa: ARG002
        """Whether the ranks have enough cards."""
        return sum(numbers[rank - 2] for rank in self.ranks) >= self.at_least

    def form(self, hand: Hand, rulings: Rulings) -> Form | None:
        """The cards of the ranks, and any others set apart."""
        if not self.fits(hand.counts, rulings):
            return None
        parts = _set_apart(hand.cards, lambda card: card.rank in self.ranks)
        name = " or ".join(RANK_NAMES[rank] for rank in self.ranks)
        return Form(((f"{_NUMBERS[len(parts[0])]} cards, each a {name}", parts[0]), *_odd_cards(parts[1])))


def _set_apart(
    cards: Iterable[Card], belongs: Callable[[Card], bool]
) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    held = tuple(cards)
    return tuple(filter(belongs, held)), tuple(card for card in held if not belongs(card))


def _odd_cards(cards: tuple[Card, ...]) -> Witness:
    return (("odd card" if len(cards) == 1 else "odd cards", cards),) if cards else ()
