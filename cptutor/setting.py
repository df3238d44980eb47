"""Setting a hand by the book: every legal layout of thirteen cards, and one plain way to choose.

>>> back_first("K♠ K♥ K♦ Q♠ Q♥ J♥ 10♠ 9♥ 7♣ 6♣ 5♣ 3♦ 2♥", "basic")
Layout.parse('5♣ 3♦ 2♥ / J♥ 10♠ 9♥ 7♣ 6♣ / K♠ K♥ K♦ Q♠ Q♥')
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, groupby
from typing import TYPE_CHECKING

from cptutor.cards import Card, parse_cards
from cptutor.layout import Layout
from cptutor.legality import front_holds, middle_holds
from cptutor.ranking import Strength, rank_row
from cptutor.rules import Agreement, Rules, as_agreement, asking_everything
from cptutor.terms import HAND_SIZE, ROW_SIZES, CardError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from cptutor.ranking import Row

_Cards = tuple[Card, ...]
_FIVE = ROW_SIZES[2]


def legal_layouts(cards: Row, rules: Rules) -> tuple[Layout, ...]:
    """Every legal layout of thirteen cards, in no order that means anything.

    Args:
        cards: thirteen cards, or their text.
        rules: an agreement, a profile or its id.

    Raises:
        CardError: not thirteen different cards.
        RulingNeeded: some layouts have rows so equal that the rules would have to say whether that is legal, and they
            are silent.
    """
    hand = _thirteen(cards)

    def find(agreement: Agreement) -> list[tuple[_Cards, _Cards, _Cards]]:
        return list(_legal(hand, combinations(hand, _FIVE), _strengths(agreement), agreement))

    return tuple(Layout(*rows) for rows in asking_everything(as_agreement(rules), find))


def back_first(cards: Row, rules: Rules) -> Layout:
    """Set thirteen cards by one plain rule: the strongest back, then the strongest middle it leaves, then the front.

    Always legal, and often poor: a back that takes everything leaves two weak rows.

    Args:
        cards: thirteen cards, or their text.
        rules: an agreement, a profile or its id.

    Raises:
        CardError: not thirteen different cards.
        RulingNeeded: as :func:`legal_layouts`, as far as the choice hangs on it.
    """
    hand = _thirteen(cards)

    def choose(agreement: Agreement) -> Layout:
        strength = _strengths(agreement)

        def order(row: _Cards) -> tuple[int, tuple[int, ...]]:
            return strength(row).order

        backs = sorted(combinations(hand, _FIVE), key=order, reverse=True)
        for _, equal in groupby(backs, key=order):
            if found := list(_legal(hand, equal, strength, agreement)):
                return Layout(*max(found, key=lambda rows: (order(rows[1]), order(rows[0]))))
        raise CardError(f"no legal layout of {' '.join(map(str, hand))}")  # pragma: no cover (none is known)

    return asking_everything(as_agreement(rules), choose)


def _legal(
    hand: _Cards, backs: Iterable[_Cards], strength: Callable[[_Cards], Strength], agreement: Agreement
) -> Iterator[tuple[_Cards, _Cards, _Cards]]:
    """The legal layouts with one of these backs, as rows."""
    for back in backs:
        rest = [card for card in hand if card not in back]
        for middle in combinations(rest, _FIVE):
            if strength(middle) > strength(back):
                continue
            front = tuple(card for card in rest if card not in middle)
            if strength(front) > strength(middle):
                continue  # a foul whatever the table rules, so it raises no question
            if front_holds(strength(front), strength(middle), agreement) and middle_holds(
                strength(middle), strength(back), agreement
            ):
                yield front, middle, back


def _strengths(agreement: Agreement) -> Callable[[_Cards], Strength]:
    """Strengths of rows, each ranked once."""

    @cache
    def strength(row: _Cards) -> Strength:
        return rank_row(row, agreement.wheel)

    return strength


def _thirteen(cards: Row) -> _Cards:
    """The cards from the highest down, so that a choice does not hang on the order in which they were given."""
    hand = parse_cards(cards)
    if len(hand) != HAND_SIZE:
        raise CardError(f"a hand has thirteen cards, not {len(hand)}")
    return tuple(sorted(hand, reverse=True))
