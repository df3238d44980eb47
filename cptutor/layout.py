"""Layout: thirteen cards set in three rows. A card is in one row only, and none is ever lost or doubled.

Whether a layout is legal is another question; see :mod:`cptutor.legality`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cptutor.cards import Card, parse_cards, show_cards
from cptutor.terms import HAND_SIZE, ROW_SIZES, ROWS, CardError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cptutor.ranking import Row


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Layout:
    """Thirteen cards in front, middle and back.

    Args:
        front, middle, back: the rows as text or cards. Any number of cards may stand in a row; thirteen
            different cards must stand in the three together.

    Rows keep the order in which their cards were given; two layouts are equal when each row holds the same cards.

    Raises:
        CardError: names the row and what in it is no card, or the repeated card, or says how many cards there are if
            not thirteen.

    >>> Layout.parse("Q♠ Q♥ 2♣ / 9♠ 9♦ 8♣ 6♥ 3♦ / A♠ K♠ J♠ 10♠ 4♠").exchange("Q♥", "3♦").front
    (Card('Q♠'), Card('3♦'), Card('2♣'))
    """

    front: tuple[Card, ...]
    middle: tuple[Card, ...]
    back: tuple[Card, ...]

    def __init__(self, front: Row, middle: Row, back: Row) -> None:
        for name, cards in zip(ROWS, (front, middle, back), strict=True):
            try:
                object.__setattr__(self, name, () if _is_empty(cards) else parse_cards(cards))
            except CardError as error:
                raise CardError(f"{name}: {error}") from None
        self._refuse_wrong_cards()

    @classmethod
    def parse(cls, text: Layout | str | Iterable[Row]) -> Layout:
        """Read ``"front / middle / back"``, or three rows in a list; a layout passes through.

        Raises:
            CardError: not three rows, or as :class:`Layout`.
        """
        if isinstance(text, Layout):
            return text
        if isinstance(text, str):
            rows: list[Row] = list(text.split("/"))
        elif isinstance(text, Iterable) and not isinstance(text, (bytes, dict)):
            rows = list(text)
        else:
            raise CardError(f"a layout is text or three rows, not {type(text).__name__}")
        if len(rows) != len(ROWS):
            raise CardError(f"a layout has three rows, 'front / middle / back'; here are {len(rows)}")
        return cls(*rows)

    @property
    def rows(self) -> tuple[tuple[Card, ...], ...]:
        """Front, middle and back."""
        return self.front, self.middle, self.back

    @property
    def counts(self) -> tuple[int, ...]:
        """Cards in front, middle and back: ``(3, 5, 5)`` where they are right."""
        return tuple(map(len, self.rows))

    @property
    def counts_right(self) -> bool:
        """Whether front, middle and back hold three, five and five cards."""
        return self.counts == ROW_SIZES

    @property
    def cards(self) -> frozenset[Card]:
        """The thirteen cards."""
        return frozenset(card for row in self.rows for card in row)

    def __iter__(self) -> Iterator[tuple[str, tuple[Card, ...]]]:
        """The rows by name: ``("front", cards)``, then middle and back."""
        return iter(zip(ROWS, self.rows, strict=True))

    def row(self, name: str) -> tuple[Card, ...]:
        """The cards of the row called ``front``, ``middle`` or ``back``."""
        return self.rows[_row_index(name)]

    def row_of(self, card: Card | str) -> str:
        """The name of the row in which a card stands.

        Raises:
            CardError: the card is not one of the thirteen.
        """
        wanted = _one_card(card)
        for name, cards in self:
            if wanted in cards:
                return name
        raise CardError(f"{wanted} is not in this layout")

    def move(self, card: Card | str, row: str) -> Layout:
        """A new layout with one card moved to the end of another row; counts change with it."""
        moved = _one_card(card)
        target = ROWS[_row_index(row)]
        if self.row_of(moved) == target:
            return self
        rows = [[c for c in cards if c != moved] + [moved] * (name == target) for name, cards in self]
        return Layout(*rows)

    def exchange(self, first: Card | str, second: Card | str) -> Layout:
        """A new layout with two cards in each other's place."""
        a, b = _one_card(first), _one_card(second)
        self.row_of(a), self.row_of(b)
        other = {a: b, b: a}
        return Layout(*([other.get(card, card) for card in cards] for cards in self.rows))

    def exchanges_to(self, other: Layout | str | Iterable[Row]) -> tuple[tuple[Card, Card], ...]:
        """The fewest exchanges of two cards that turn this layout into another.

        Each pair is exchanged in turn. Cards that trade places directly come first; what is left moves in circles
        through all three rows, two exchanges for each three cards.

        Raises:
            CardError: the other layout has different cards or different row counts.
        """
        other = Layout.parse(other)
        if self.cards != other.cards or self.counts != other.counts:
            raise CardError("exchanges lead only between layouts of the same cards and row counts")
        found = []
        current = self
        while current != other:
            pair = _best_pair(
                [
                    (card, here, there)
                    for card in sorted(self.cards, reverse=True)
                    if (here := current.row_of(card)) != (there := other.row_of(card))
                ]
            )
            found.append(pair)
            current = current.exchange(*pair)
        return tuple(found)

    def distance(self, other: Layout | str | Iterable[Row]) -> int:
        """How many exchanges of two cards lie between two layouts of the same cards and counts."""
        return len(self.exchanges_to(other))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Layout):
            return NotImplemented
        return [set(row) for row in self.rows] == [set(row) for row in other.rows]

    def __hash__(self) -> int:
        return hash(tuple(frozenset(row) for row in self.rows))

    def __str__(self) -> str:
        return " / ".join(map(show_cards, self.rows))

    def __repr__(self) -> str:
        return f"Layout.parse({str(self)!r})"

    def _repr_html_(self) -> str:
        from cptutor.html import layout_html

        return layout_html(self)

    def _refuse_wrong_cards(self) -> None:
        seen: dict[Card, str] = {}
        for name, cards in self:
            for card in cards:
                if card in seen:
                    raise CardError(f"{card} stands in both {seen[card]} and {name}")
                seen[card] = name
        if len(seen) != HAND_SIZE:
            counts = "/".join(map(str, self.counts))
            raise CardError(f"a layout has thirteen cards, not {len(seen)} ({counts})")


def _is_empty(cards: object) -> bool:
    if isinstance(cards, str):
        return not cards.replace(",", " ").strip()
    return isinstance(cards, (tuple, list, set, frozenset)) and not cards


def _one_card(card: Card | str) -> Card:
    return card if isinstance(card, Card) else Card(card)


def _row_index(name: str) -> int:
    if name not in ROWS:
        raise CardError(f"{name!r} is no row: front, middle or back")
    return ROWS.index(name)


def _best_pair(going: list[tuple[Card, str, str]]) -> tuple[Card, Card]:
    """Two misplaced cards whose exchange puts both in their place, or else one of them."""
    for card, here, there in going:
        for partner, its_row, its_goal in going:
            if (its_row, its_goal) == (there, here):
                return (card, partner) if ROWS.index(here) < ROWS.index(its_row) else (partner, card)
    card, _, there = going[0]
    return card, next(partner for partner, its_row, _ in going if its_row == there)
