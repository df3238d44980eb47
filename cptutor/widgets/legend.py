"""Names and colours for the browser's half of the widgets, so that it has none of its own."""

from __future__ import annotations

from typing import Any, Final

from cptutor.cards import DECK
from cptutor.html import FACE, MESSAGES, SUIT_COLOURS
from cptutor.terms import ROW_SIZES
from cptutor.widgets.placement import PLACES, card_code

SIGNS: Final[dict[str, Any]] = {
    "signs": {
        kind: {"sign": sign, "word": word, "colour": colour}
        for kind, (sign, word, colour) in MESSAGES.items()
    }
}
"""Sign, word and colour of each kind of message."""

CARDS: Final[dict[str, Any]] = {
    "cards": {
        card_code(card): {"rank": str(card)[:-1], "suit": card.suit, "symbol": card.symbol, "name": card.name}
        for card in DECK
    },
    "places": [{"name": name, "size": size} for name, size in zip(PLACES, (*ROW_SIZES, None), strict=True)],
    "suits": SUIT_COLOURS,
    "face": FACE,
}
"""Every card, the places where it can lie, and the colours of suits and faces."""
