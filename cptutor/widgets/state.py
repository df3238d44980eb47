"""A board without its widget: what can be done with the cards, what is said about it, undo and redo.

>>> state = BoardState("Q♠ Q♥ 2♣ / 9♠ 9♦ 8♣ 6♥ 3♦ / A♠ K♠ J♠ 10♠ 4♠", "basic")
>>> state.exchange("Q♥", "9♦")
'Queen of hearts, now in the middle, and nine of diamonds, now in the front, are exchanged.'
>>> state.undo()
'Undone. Front 3 of 3, middle 5 of 5, back 5 of 5.'
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from cptutor.cards import Card, deal
from cptutor.rules import as_agreement
from cptutor.terms import ROW_SIZES, ROWS, CardError
from cptutor.widgets.finding import find
from cptutor.widgets.placement import HAND, Placement

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cptutor.rules import Agreement, Rules
    from cptutor.widgets.finding import Finding
    from cptutor.widgets.placement import Cards
    from cptutor.widgets.presets import Preset

LONGEST_HISTORY: Final = 500
"""Steps that can be undone."""

LONGEST_TEXT: Final = 500
"""Characters that are read as cards; a deal needs about forty."""


@dataclass(frozen=True, slots=True)
class Position:
    """What undo goes back to: where the cards lie, and where "reset" puts them."""

    placement: Placement
    start: Placement


class BoardState:
    """Thirteen cards, the rules they are judged by, and all that has been done with them.

    Args:
        cards: a layout, its text, or thirteen cards, which then lie in the hand; or a placement.
        rules: an agreement, a profile or its id.
        presets: layouts that can be put in; the first is the one that "reset" goes back to after any of them.
        live: whether the cards are judged after every change.

    Everything that is done answers with a sentence for the learner. What cannot be done raises a ``CardError`` of
    one line and changes nothing.
    """

    def __init__(
        self,
        cards: Placement | Cards,
        rules: Rules,
        presets: Sequence[Preset] = (),
        live: bool = False,
    ) -> None:
        placement = cards if isinstance(cards, Placement) else Placement.read(cards)
        self.agreement: Agreement = as_agreement(rules)
        self.presets = tuple(presets)
        self.live = live
        self._position = Position(placement, placement)
        self._past: list[Position] = []
        self._future: list[Position] = []
        self._checked: Placement | None = None
        self._finding: Finding | None = None
        if live:
            self.check()

    @property
    def placement(self) -> Placement:
        """Where the cards lie."""
        return self._position.placement

    @property
    def start(self) -> Placement:
        """Where "reset" puts them."""
        return self._position.start

    @property
    def can_undo(self) -> bool:
        """Whether anything can be undone."""
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        """Whether anything that was undone can be done again."""
        return bool(self._future)

    @property
    def finding(self) -> Finding | None:
        """What the last check found, also when cards have been moved since; None before the first check."""
        return self._finding

    @property
    def stale(self) -> bool:
        """Whether the finding is of other rows than those on the board."""
        return self._checked is not None and not self._checked.same_rows(self.placement)

    def check(self) -> Finding:
        """Judge the cards as they lie."""
        self._finding = find(self.placement, self.agreement)
        self._checked = self.placement
        return self._finding

    def agree(self, rules: Rules) -> None:
        """Go on under other rules; what was found under the old ones is forgotten."""
        self.agreement = as_agreement(rules)
        self._finding = self._checked = None
        self._judge_if_live()

    def move(self, card: Card | str, place: str) -> str:
        """Move a card to the end of a row, or to the hand."""
        card = card if isinstance(card, Card) else Card(card)
        before, after = self.placement.place_of(card), self.placement.move(card, place)
        if before == place:
            return f"{_sentence(card.name)} is in {_the(place)} already."
        self._go(after)
        return f"{_sentence(card.name)} is now in {_the(place)}. {_counts(after, (before, place))}"

    def exchange(self, first: Card | str, second: Card | str) -> str:
        """Put two cards in each other's place."""
        a, b = (card if isinstance(card, Card) else Card(card) for card in (first, second))
        after = self.placement.exchange(a, b)
        if a == b:
            raise CardError(f"an exchange is two cards, not {a} twice")
        self._go(after)
        here, there = after.place_of(a), after.place_of(b)
        if here == there:
            return f"{_sentence(a.name)} and {b.name} have changed places in {_the(here)}."
        return f"{_sentence(a.name)}, now in {_the(here)}, and {b.name}, now in {_the(there)}, are exchanged."

    def sort(self, order: str) -> str:
        """Sort every row by ``rank`` or by ``suit``, the highest card first."""
        self._go(self.placement.sort(order))
        return f"Sorted by {order}."

    def reset(self) -> str:
        """Go back to the original."""
        self._go(self.start)
        return f"Back to the original. {_counts(self.start)}"

    def undo(self) -> str:
        """Take back the last change."""
        return self._step(self._past, self._future, "Undone", "undo")

    def redo(self) -> str:
        """Do again what was undone."""
        return self._step(self._future, self._past, "Done again", "do again")

    def preset(self, number: int) -> str:
        """Put in one of the presets, counted from 0; "reset" then goes back to the first of them."""
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < len(self.presets):
            raise CardError(f"there is no preset {number!r}")
        chosen = self.presets[number]
        original = self.presets[0].placement
        self._go(chosen.placement, original if original.cards == chosen.placement.cards else chosen.placement)
        return f"{chosen.title}. {_counts(chosen.placement)}"

    def put(self, cards: Cards) -> str:
        """Put other cards on the board: a layout, its text, or thirteen cards for the hand.

        "Reset" then goes back to these, and undo to the cards before.
        """
        if isinstance(cards, str) and len(cards) > LONGEST_TEXT:
            raise CardError(f"{len(cards)} characters are too many for thirteen cards")
        placement = Placement.read(cards)
        self._go(placement, placement)
        return f"Other cards are on the board. {_counts(placement)}"

    def deal(self, seed: int | str) -> str:
        """Put a dealt hand on the board; the same seed deals the same cards everywhere."""
        if not isinstance(seed, (int, str)) or isinstance(seed, bool) or len(str(seed)) > LONGEST_TEXT:
            raise CardError("a deal has a number or a short text")
        self.put(deal(seed)[0])
        return f"Deal {seed}: thirteen cards are in the hand."

    def place(self, placement: Placement) -> str:
        """Let the cards lie in some other way.

        Raises:
            CardError: they are not the thirteen cards of this board.
        """
        strange = sorted(placement.cards - self.placement.cards)
        if strange:
            raise CardError(f"{strange[0]} is not on this board")
        self._go(placement)
        return _counts(placement)

    def _go(self, placement: Placement, start: Placement | None = None) -> None:
        position = replace(self._position, placement=placement)
        if start is not None:
            position = replace(position, start=start)
        if position == self._position:
            return
        self._past = [*self._past, self._position][-LONGEST_HISTORY:]
        self._future = []
        self._position = position
        self._judge_if_live()

    def _step(self, source: list[Position], target: list[Position], done: str, what: str) -> str:
        if not source:
            return f"Nothing to {what}."
        target.append(self._position)
        self._position = source.pop()
        self._judge_if_live()
        return f"{done}. {_counts(self.placement)}"

    def _judge_if_live(self) -> None:
        if self.live:
            self.check()


def _the(place: str) -> str:
    return f"the {place}"


def _counts(placement: Placement, places: Iterable[str] = ROWS) -> str:
    """How full some places are: "Front 2 of 3, middle 6 of 5"."""
    sizes = dict(zip(ROWS, ROW_SIZES, strict=True))
    counts = placement.counts
    shown = [f"{name} {counts[name]} of {sizes[name]}" for name in ROWS if name in places]
    if placement.hand or HAND in places:
        shown.append(f"{counts[HAND]} in the hand")
    return _sentence(", ".join(shown)) + "."


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
