"""Where the cards of a board lie: thirteen of them in three rows and an unset hand, none lost and none doubled.

>>> placed = Placement.read("Q♠ Q♥ 2♣ / 9♠ 9♦ 8♣ 6♥ 3♦ / A♠ K♠ J♠ 10♠ 4♠")
>>> placed.move("Q♠", "middle").counts
{'front': 2, 'middle': 6, 'back': 5, 'hand': 0}
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from cptutor.cards import SUITS, Card, first_repeated, parse_cards, show_cards
from cptutor.layout import Layout
from cptutor.terms import HAND_SIZE, ROWS, CardError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cptutor.ranking import Row

    Cards = Layout | str | Iterable[Row | Card]
    """Cards for a board: a layout or its text, three rows in a list, or thirteen cards without rows."""

HAND: Final = "hand"
"""The place of cards that are not set yet."""

PLACES: Final = (*ROWS, HAND)
"""Where a card can lie, in the order in which a board shows them."""

ORDERS: Final = ("rank", "suit")
"""What a board sorts by."""

Codes = dict[str, list[str]]
"""A placement in plain text, as it travels to the browser: ``{"front": ["Qs", "Th"], …}``."""


def card_code(card: Card) -> str:
    """A card in two plain letters: ``Qs``, ``Th``."""
    rank = str(card)[:-1]
    return ("T" if rank == "10" else rank) + card.suit[0]


@dataclass(frozen=True, slots=True)
class Placement:
    """Thirteen different cards, each in one place; ``places`` stand in the order of :data:`PLACES`.

    Every change makes a new placement of the same thirteen cards.
    """

    places: tuple[tuple[Card, ...], ...]

    def __post_init__(self) -> None:
        cards = [card for place in self.places for card in place]
        if repeated := first_repeated(cards):
            raise CardError(f"{repeated} stands twice")
        if len(cards) != HAND_SIZE:
            raise CardError(f"a board has thirteen cards, not {len(cards)}")
        if len(self.places) != len(PLACES):
            raise CardError(f"a board has {len(PLACES)} places, not {len(self.places)}")

    @classmethod
    def read(cls, cards: Cards) -> Placement:
        """A layout or its text as it is set; thirteen cards without rows all lie in the hand.

        Raises:
            CardError: not thirteen different cards, or rows other than three.
        """
        if isinstance(cards, Layout):
            return cls((*cards.rows, ()))
        if isinstance(cards, str):
            return cls.read(Layout.parse(cards)) if "/" in cards else cls(((), (), (), parse_cards(cards)))
        if not isinstance(cards, Iterable) or isinstance(cards, (bytes, Mapping)):
            raise CardError(f"cards for a board are text, a layout or a list, not {type(cards).__name__}")
        parts: list[Row] = [[part] if isinstance(part, Card) else part for part in cards]
        if len(parts) == len(ROWS):
            return cls.read(Layout.parse(parts))
        return cls(((), (), (), parse_cards([card for part in parts for card in parse_cards(part)])))

    @classmethod
    def from_codes(cls, codes: object) -> Placement:
        """Read what :meth:`codes` wrote; a place left out is empty.

        Raises:
            CardError: names what is no place, no list of cards, or wrong about the cards.
        """
        if not isinstance(codes, Mapping):
            raise CardError(f"a board's rows are a table of cards, not {type(codes).__name__}")
        strangers = [name for name in codes if name not in PLACES]
        if strangers:
            raise CardError(f"{strangers[0]!r} is no place: {', '.join(PLACES)}")
        return cls(tuple(_read_place(codes.get(name, [])) for name in PLACES))

    def codes(self) -> Codes:
        """The placement in plain text, every list a new one."""
        return {name: list(map(card_code, cards)) for name, cards in self}

    def __iter__(self) -> Iterator[tuple[str, tuple[Card, ...]]]:
        """The places by name: front, middle, back, and the hand."""
        return iter(zip(PLACES, self.places, strict=True))

    @property
    def cards(self) -> frozenset[Card]:
        """The thirteen cards."""
        return frozenset(card for place in self.places for card in place)

    @property
    def counts(self) -> dict[str, int]:
        """How many cards lie in each place."""
        return {name: len(cards) for name, cards in self}

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards that are not set yet."""
        return self.places[-1]

    @property
    def layout(self) -> Layout | None:
        """The three rows as a layout, once no card is left in the hand."""
        return None if self.hand else Layout(*self.places[:-1])

    def place_of(self, card: Card | str) -> str:
        """The name of the place in which a card lies.

        Raises:
            CardError: no card, or not one of the thirteen.
        """
        wanted = _one_card(card)
        for name, cards in self:
            if wanted in cards:
                return name
        raise CardError(f"{wanted} is not on this board")

    def move(self, card: Card | str, place: str) -> Placement:
        """One card moved to the end of another place.

        Raises:
            CardError: not a card of this board, or no such place.
        """
        moved = _one_card(card)
        if place not in PLACES:
            raise CardError(f"{place!r} is no place: {', '.join(PLACES)}")
        if self.place_of(moved) == place:
            return self
        return Placement(
            tuple(tuple(c for c in cards if c != moved) + (moved,) * (name == place) for name, cards in self)
        )

    def exchange(self, first: Card | str, second: Card | str) -> Placement:
        """Two cards in each other's place.

        Raises:
            CardError: one of them is not a card of this board.
        """
        a, b = _one_card(first), _one_card(second)
        self.place_of(a), self.place_of(b)
        other = {a: b, b: a}
        return Placement(tuple(tuple(other.get(card, card) for card in place) for place in self.places))

    def sort(self, order: str) -> Placement:
        """Each place from its highest card down, by ``rank``, or by ``suit`` and then rank.

        Raises:
            CardError: some other order.
        """
        if order not in ORDERS:
            raise CardError(f"cards are sorted by {' or '.join(ORDERS)}, not {order!r}")

        def key(card: Card) -> tuple[int, int]:
            suit = SUITS.index(card.suit)
            return (card.rank, suit) if order == "rank" else (suit, card.rank)

        return Placement(tuple(tuple(sorted(place, key=key, reverse=True)) for place in self.places))

    def same_rows(self, other: Placement) -> bool:
        """Whether each place holds the same cards as in another placement, in whatever order."""
        return list(map(set, self.places)) == list(map(set, other.places))

    def __str__(self) -> str:
        """Each place on a line of its own; the hand only where a card is left in it."""
        shown = [(name, cards) for name, cards in self if cards or name != HAND]
        width = max(len(name) for name, _ in shown)
        return "\n".join(f"{name:<{width}}  {show_cards(cards) or '–'}" for name, cards in shown)


def _read_place(codes: object) -> tuple[Card, ...]:
    if isinstance(codes, (list, tuple)) and all(isinstance(code, (str, Card)) for code in codes):
        return parse_cards(codes) if codes else ()
    raise CardError("a row of a board is a list of cards")


def _one_card(card: Card | str) -> Card:
    return card if isinstance(card, Card) else Card(card)
