"""Cards: one immutable value, and a reader for every common way of writing one.

>>> parse_cards("10♠ th, A♦")
(Card('10♠'), Card('10♥'), Card('A♦'))
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable
from typing import Final

from cptutor.terms import HAND_SIZE, CardError

SUITS: Final = ("clubs", "diamonds", "hearts", "spades")
SYMBOLS: Final = "♣♦♥♠"
RANK_NAMES: Final = {
    2: "deuce",
    3: "three",
    4: "four",
    5: "five",
    6: "six",
    7: "seven",
    8: "eight",
    9: "nine",
    10: "ten",
    11: "jack",
    12: "queen",
    13: "king",
    14: "ace",
}
RANKS: Final = tuple(RANK_NAMES)

_RANK_TEXT: Final = {rank: str(rank) for rank in range(2, 11)} | {11: "J", 12: "Q", 13: "K", 14: "A"}
_RANK_OF: Final = {text: rank for rank, text in _RANK_TEXT.items()} | {
    "T": 10, "t": 10, "j": 11, "q": 12, "k": 13, "a": 14
}  # fmt: skip
_SUIT_OF: Final = {
    mark: suit for suit, marks in enumerate(("cC♣♧", "dD♦♢", "hH♥♡", "sS♠♤")) for mark in marks
}

# Written out in full: ignoring case would let the Kelvin sign pass for a king and the long s for a spade.
_RANK: Final = "(?P<rank>10|[2-9TtJjQqKkAa])"
_SYMBOL: Final = "[♠♥♦♣♤♡♢♧][\ufe0e\ufe0f]?"
_RANK_FIRST: Final = re.compile(f"{_RANK}(?P<suit>{_SYMBOL}|[sShHdDcC])")
_SUIT_FIRST: Final = re.compile(f"(?P<suit>{_SYMBOL}){_RANK}")

# Unicode's playing cards: sixteen places a suit, with a knight between jack and queen.
_GLYPH_SUITS: Final = (0x1F0D0, 0x1F0C0, 0x1F0B0, 0x1F0A0)
_GLYPH_RANKS: Final = {1: 14, **{n: n for n in range(2, 12)}, 13: 12, 14: 13}
_KNIGHT: Final = 12
_GLYPH_JOKERS: Final = "\U0001f0bf\U0001f0cf\U0001f0df"
_GLYPHS: Final = re.compile("[\U0001f0a0-\U0001f0ff]")
_JOKER: Final = re.compile("joker|jkr", re.IGNORECASE)


class Card:
    """One of the fifty-two cards.

    Args:
        text: one card in any notation that :func:`parse_cards` reads.

    Raises:
        CardError: the text is not exactly one card.

    ``rank`` is 2 to 14 (ace), ``suit`` one of :data:`SUITS`. Cards sort by rank, then suit; the order of
    suits is for display only and never decides a row.

    >>> Card("Ts"), str(Card("10♠")), Card("10♠") == Card("ts")
    (Card('10♠'), '10♠', True)
    """

    __slots__ = ("index", "rank", "suit")
    index: int
    """0 to 51, by rank from the deuces up, then suit from clubs to spades."""
    rank: int
    """2 to 10 as printed, jack 11, queen 12, king 13, ace 14."""
    suit: str
    """One of :data:`SUITS`."""

    def __new__(cls, text: str) -> Card:
        """Read one card; see the class."""
        cards = parse_cards(text)
        if len(cards) != 1:
            raise CardError(f"{_quoted(text)} is {len(cards)} cards where one is wanted")
        return cards[0]

    @property
    def symbol(self) -> str:
        """The suit as a symbol, one of ♠ ♥ ♦ ♣."""
        return SYMBOLS[self.index % 4]

    @property
    def name(self) -> str:
        """The card in words, for screen readers: ``queen of hearts``."""
        return f"{RANK_NAMES[self.rank]} of {self.suit}"

    def __setattr__(self, key: str, value: object) -> None:
        raise AttributeError(f"a card does not change: {self} has no settable {key}")

    def __delattr__(self, key: str) -> None:
        raise AttributeError(f"a card does not change: {self} keeps its {key}")

    def __reduce__(self) -> tuple[type[Card], tuple[str]]:
        return Card, (str(self),)

    def __eq__(self, other: object) -> bool:
        return self.index == other.index if isinstance(other, Card) else NotImplemented

    def __lt__(self, other: Card) -> bool:
        return self.index < other.index if isinstance(other, Card) else NotImplemented

    def __hash__(self) -> int:
        return self.index

    def __str__(self) -> str:
        return _RANK_TEXT[self.rank] + self.symbol

    def __repr__(self) -> str:
        return f"Card('{self}')"

    def _repr_html_(self) -> str:
        from cptutor.html import card_html

        return card_html(self)


def _make(index: int) -> Card:
    card = object.__new__(Card)
    for name, value in (("index", index), ("rank", RANKS[index // 4]), ("suit", SUITS[index % 4])):
        object.__setattr__(card, name, value)
    return card


DECK: Final = tuple(_make(index) for index in range(len(RANKS) * len(SUITS)))
"""All fifty-two cards, lowest rank first."""


def parse_cards(text: str | Iterable[Card | str]) -> tuple[Card, ...]:
    """Read cards from text, in the order in which they stand there.

    Reads ``10♠ T♠ Ts 10s ts ♠10 🂪``, emoji suits with either variation selector and white suits; blanks,
    commas or nothing between. Cards already made, or a list of cards and texts, pass through.

    Raises:
        CardError: names the token that is no card, a repeated card, a joker or a knight; also where the text
            holds no card at all.

    >>> parse_cards("q♥3♦")
    (Card('Q♥'), Card('3♦'))
    >>> parse_cards("7h 7h")
    Traceback (most recent call last):
    cptutor.terms.CardError: 7♥ stands twice
    """
    cards = tuple(_read(text))
    if not cards:
        raise CardError(f"no card in {_quoted(text)}")
    if len(set(cards)) < len(cards):
        raise CardError(f"{first_repeated(cards)} stands twice")
    return cards


def first_repeated(cards: Iterable[Card]) -> Card | None:
    """The first card that has already been seen, or None."""
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            return card
        seen.add(card)
    return None


def show_cards(cards: Iterable[Card]) -> str:
    """Cards as text with blanks between, as :func:`parse_cards` reads them: ``Q♠ Q♥ 2♣``."""
    return " ".join(map(str, cards))


def deal(seed: int | str, seats: int = 1) -> tuple[tuple[Card, ...], ...]:
    """Thirteen cards for each seat, singly in turn; the same seed gives the same deal everywhere.

    Args:
        seed: any whole number or text.
        seats: 1 to 4.

    Raises:
        CardError: there are not enough cards for so many seats.

    >>> deal(7) == deal(7), len(deal("class 3b", seats=4)[3])
    (True, 13)
    """
    most = len(DECK) // HAND_SIZE
    if not isinstance(seats, int) or not 1 <= seats <= most:
        raise CardError(f"{seats!r} seats cannot be dealt: one to {most} can")
    # Of the generator's methods only random() is promised to give the same numbers in every Python.
    try:
        draw = random.Random(str(seed)).random
    except UnicodeEncodeError:
        raise CardError(f"{_quoted(seed)} is no text to deal by") from None
    order = [(draw(), card) for card in DECK]
    shuffled = [card for _, card in sorted(order)]
    return tuple(tuple(shuffled[seat : seats * HAND_SIZE : seats]) for seat in range(seats))


def _read(source: object) -> Iterable[Card]:
    if isinstance(source, str):
        for token in re.split(r"[\s,]+", source):
            if token:
                yield from _read_token(token)
    elif isinstance(source, Card):
        yield source
    elif isinstance(source, Iterable) and not isinstance(source, (bytes, dict)):
        for part in source:
            if isinstance(part, Card):
                yield part
            elif isinstance(part, str):
                yield from _read(part)
            else:
                raise CardError(f"{_quoted(part)} is not a card")
    else:
        raise CardError(f"{_quoted(source)} is not text with cards in it")


def _read_token(token: str) -> list[Card]:
    """The cards of one word. Run-together words are read whole in one style or not at all."""
    if glyph := _GLYPHS.search(token):
        return [_read_glyph(character) for character in _only_glyphs(token, glyph)]
    for style in (_RANK_FIRST, _SUIT_FIRST):
        matches = list(style.finditer(token))
        if matches and sum(len(match[0]) for match in matches) == len(token):
            return [DECK[(_RANK_OF[m["rank"]] - 2) * 4 + _SUIT_OF[m["suit"][0]]] for m in matches]
    if _JOKER.search(token):
        raise CardError(f"{_quoted(token)} is a joker; the game has none")
    raise CardError(f"{_quoted(token)} is not a card")


def _only_glyphs(token: str, first: re.Match[str]) -> str:
    characters = re.sub("[\ufe0e\ufe0f]", "", token)
    if all(_GLYPHS.fullmatch(character) for character in characters):
        return characters
    raise CardError(f"{_quoted(token)} mixes the sign {first[0]} with other text")


def _read_glyph(character: str) -> Card:
    block, place = ord(character) & ~0xF, ord(character) & 0xF
    if block in _GLYPH_SUITS and place in _GLYPH_RANKS:
        return DECK[(_GLYPH_RANKS[place] - 2) * 4 + _GLYPH_SUITS.index(block)]
    if block in _GLYPH_SUITS and place == _KNIGHT:
        raise CardError(f"{_quoted(character)} is a knight; the game has none")
    if character in _GLYPH_JOKERS:
        raise CardError(f"{_quoted(character)} is a joker; the game has none")
    raise CardError(f"{_quoted(character)} is not a card")


def _quoted(thing: object, limit: int = 40) -> str:
    """A thing as one short line, whatever control characters or length it has."""
    try:
        text = repr(thing)
    except Exception:  # a caller's own object may fail to print; the message must not
        text = f"<{type(thing).__name__}>"
    text = " ".join(text.split())
    return text if len(text) <= limit else text[: limit - 1] + "…"
