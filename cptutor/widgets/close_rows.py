"""Pairs of rows that are easily misjudged: the same pair with another kicker, a wheel, a flush beside a straight.

Which of the two is stronger is not said here; the library is asked. The same seed draws the same rows everywhere.

>>> first, second = close_rows(Draw("an example"), 5, 5)
>>> len({*first, *second})
10
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final, TypeVar

from cptutor.cards import DECK, RANKS, SUITS, Card

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

Thing = TypeVar("Thing")
Cards = tuple[Card, ...]
Two = tuple[Cards, Cards]

_ACE, _SIX = RANKS[-1], 6


class NotPossibleError(Exception):
    """The cards for what was drawn are gone already: draw again."""


class Draw:
    """Chance from a seed. Of Python's generator only ``random()`` is promised to stay as it is."""

    def __init__(self, seed: str) -> None:
        self._next = random.Random(seed).random

    def below(self, limit: int) -> int:
        """A number from zero, below a limit."""
        return int(self._next() * limit)

    def pick(self, things: Sequence[Thing]) -> Thing:
        """One of some things."""
        return things[self.below(len(things))]

    def some(self, things: Sequence[Thing], count: int) -> list[Thing]:
        """Several different ones, in no order."""
        if count > len(things):
            raise NotPossibleError
        order = sorted((self._next(), place) for place in range(len(things)))
        return [things[place] for _, place in order[:count]]

    def ranks(self, count: int, without: Collection[int] = ()) -> list[int]:
        """Different ranks, the highest first."""
        return sorted(self.some([rank for rank in RANKS if rank not in without], count), reverse=True)

    def cards(self, ranks: Sequence[int], taken: Collection[Card], suit: str = "") -> Cards:
        """A card of each rank that is still there, of one suit if it is named."""
        found: list[Card] = []
        for rank in ranks:
            left = [
                card
                for card in DECK
                if card.rank == rank and card not in taken and card not in found and suit in ("", card.suit)
            ]
            if not left:
                raise NotPossibleError
            found.append(self.pick(left))
        return tuple(found)

    def rest(self, count: int, taken: Collection[Card]) -> Cards:
        """Any other cards."""
        return tuple(sorted(self.some([card for card in DECK if card not in taken], count), reverse=True))


def close_rows(draw: Draw, first: int, second: int, taken: Collection[Card] = ()) -> Two:
    """Two rows of so many cards each (3 or 5) that are easily misjudged, in either order of strength.

    Raises:
        NotPossibleError: too many of the cards are taken.
    """
    families = _FAMILIES[min(first, second), max(first, second)]
    one, other = draw.pick(families)(draw, taken)
    if first == second:
        return (one, other) if draw.below(2) else (other, one)
    return (one, other) if first < second else (other, one)


def rows_of(draw: Draw, names: str, taken: Collection[Card]) -> Two:
    """Two close rows of one of the named families, in either order."""
    one, other = _BY_NAME[draw.pick(names.split())](draw, taken)
    return (one, other) if draw.below(2) else (other, one)


def _both(draw: Draw, taken: Collection[Card], first: Sequence[int], second: Sequence[int]) -> Two:
    one = draw.cards(first, taken)
    return one, draw.cards(second, {*taken, *one})


def kicker(draw: Draw, taken: Collection[Card]) -> Two:
    """The same pair, and the last kicker decides, or nothing does."""
    pair = draw.pick(RANKS)
    *shared, one, other = draw.ranks(4, (pair,))
    last = one if draw.below(4) == 0 else other
    return _both(draw, taken, [pair, pair, *shared, one], [pair, pair, *shared, last])


def two_pair(draw: Draw, taken: Collection[Card]) -> Two:
    """The same higher pair; the lower pair or the kicker decides."""
    high, low, one, other = draw.ranks(4)
    if draw.below(2):
        return _both(draw, taken, [high, high, low, low, one], [high, high, low, low, other])
    return _both(draw, taken, [high, high, low, low, other], [high, high, one, one, draw.pick([_ACE, low])])


def wheel(draw: Draw, taken: Collection[Card]) -> Two:
    """5-4-3-2-A beside another straight, or beside trips."""
    low = [5, 4, 3, 2, _ACE]
    top = draw.pick([_SIX, _SIX, 7, 13, _ACE])
    other = [top - step for step in range(5)]
    if draw.below(4) == 0:
        rank, *more = draw.ranks(3, low)
        other = [rank, rank, rank, *more]
    return _both(draw, taken, low, other)


def no_wrap(draw: Draw, taken: Collection[Card]) -> Two:
    """A run round the ace, which is none, beside a low pair or the high cards below it."""
    run = draw.pick([[_ACE, 13, 12, 3, 2], [_ACE, 13, 4, 3, 2], [_ACE, 13, 12, 11, 2]])
    pair, *more = draw.ranks(4, run)
    return _both(draw, taken, run, [pair, pair, *more[:3]])


def flush_and_straight(draw: Draw, taken: Collection[Card]) -> Two:
    """A low flush beside a high straight."""
    suit = draw.pick(SUITS)
    flush = draw.cards(draw.ranks(5, draw.some(RANKS[-4:], 3)), taken, suit)
    top = draw.pick(RANKS[-4:])
    return flush, draw.cards([top - step for step in range(5)], {*taken, *flush})


def flushes(draw: Draw, taken: Collection[Card]) -> Two:
    """Two flushes that agree in their highest cards."""
    one, other = draw.some(SUITS, 2)
    ranks = draw.ranks(6)
    shared = 2 + draw.below(3)
    first = draw.cards([*ranks[:shared], *ranks[shared:5]], taken, one)
    second = draw.cards([*ranks[:shared], *ranks[shared + 1 : 6]], {*taken, *first}, other)
    return first, second


def full_houses(draw: Draw, taken: Collection[Card]) -> Two:
    """Low trips with a high pair beside high trips with a low pair; or a flush."""
    low_pair, low, high, high_pair = draw.ranks(4)[::-1]
    one = draw.cards([low, low, low, high_pair, high_pair], taken)
    if draw.below(3) == 0:
        return one, draw.cards(draw.ranks(5), {*taken, *one}, draw.pick(SUITS))
    return one, draw.cards([high, high, high, low_pair, low_pair], {*taken, *one})


def trips(draw: Draw, taken: Collection[Card]) -> Two:
    """Low trips beside two high pairs, or beside a straight."""
    low, *more = draw.ranks(3)[::-1]
    if draw.below(2):
        top = draw.pick(RANKS[4:])
        return _both(draw, taken, [low, low, low, *more], [top - step for step in range(5)])
    high, second, odd = draw.ranks(3, (low,))
    return _both(draw, taken, [low, low, low, *more], [high, high, second, second, odd])


def quads(draw: Draw, taken: Collection[Card]) -> Two:
    """Low quads beside a high full house or a straight flush."""
    low, odd, high, more = draw.ranks(4)[::-1]
    if draw.below(2):
        top = draw.pick(RANKS[4:])
        one = draw.cards([low, low, low, low, odd], taken)
        return one, draw.cards([top - step for step in range(5)], {*taken, *one}, draw.pick(SUITS))
    return _both(draw, taken, [low, low, low, low, odd], [high, high, high, more, more])


def high_cards(draw: Draw, taken: Collection[Card]) -> Two:
    """High cards that agree but for the last."""
    *shared, one, other = draw.ranks(6)
    return _both(draw, taken, [*shared, one], [*shared, other])


def front_kicker(draw: Draw, taken: Collection[Card]) -> Two:
    """The same pair in front, another kicker; now and then the same."""
    pair = draw.pick(RANKS)
    one, other = draw.ranks(2, (pair,))
    return _both(draw, taken, [pair, pair, one], [pair, pair, one if draw.below(4) == 0 else other])


def front_high(draw: Draw, taken: Collection[Card]) -> Two:
    """High cards in front that agree but for the last."""
    *shared, one, other = draw.ranks(4)
    return _both(draw, taken, [*shared, one], [*shared, one if draw.below(5) == 0 else other])


def front_suited_run(draw: Draw, taken: Collection[Card]) -> Two:
    """Three of a suit in sequence, which in front is only a high card, beside a low pair."""
    top = draw.pick(RANKS[3:])
    one = draw.cards([top, top - 1, top - 2], taken, draw.pick(SUITS))
    pair, odd = draw.pick(RANKS[:4]), draw.pick(RANKS)
    return one, draw.cards([pair, pair, odd], {*taken, *one})


def front_trips(draw: Draw, taken: Collection[Card]) -> Two:
    """Low trips beside a high pair."""
    low, odd, high = draw.ranks(3)[::-1]
    return _both(draw, taken, [low, low, low], [high, high, odd])


def prefix(draw: Draw, taken: Collection[Card]) -> Two:
    """Front and middle agree as far as the front goes, or but for one kicker."""
    pair = draw.pick(RANKS)
    first, *more = draw.ranks(4, (pair,))
    front = draw.pick([first, first, more[0], more[-1]])
    return _both(draw, taken, [pair, pair, front], [pair, pair, first, *more[:2]])


def high_prefix(draw: Draw, taken: Collection[Card]) -> Two:
    """The same with high cards."""
    ranks = draw.ranks(6)
    if draw.below(2):
        return _both(draw, taken, ranks[:3], ranks[:5])
    return _both(draw, taken, ranks[:3], [*ranks[:2], *ranks[3:]])


def front_above(draw: Draw, taken: Collection[Card]) -> Two:
    """A pair in front beside a pair one or two ranks away."""
    place = draw.below(len(RANKS) - 2)
    one, other = RANKS[place], RANKS[place + 1 + draw.below(2)]
    odd, *more = draw.ranks(4, (one, other))
    front, middle = (one, other) if draw.below(2) else (other, one)
    return _both(draw, taken, [front, front, odd], [middle, middle, *more])


def front_trips_middle(draw: Draw, taken: Collection[Card]) -> Two:
    """Trips in front beside two pair or a low straight."""
    if draw.below(2):
        top = draw.pick(RANKS[4:7])
        return _both(draw, taken, [_ACE] * 3, [top - step for step in range(5)])
    rank, high, low, odd = draw.ranks(4)
    return _both(draw, taken, [rank] * 3, [high, high, low, low, odd])


_FIVES: Final = (
    kicker,
    kicker,
    two_pair,
    wheel,
    wheel,
    no_wrap,
    flush_and_straight,
    flush_and_straight,
    flushes,
    full_houses,
    trips,
    quads,
    high_cards,
)
_FAMILIES: Final = {
    (3, 3): (front_kicker, front_high, front_suited_run, front_trips),
    (5, 5): _FIVES,
    (3, 5): (prefix, prefix, high_prefix, front_above, front_above, front_trips_middle),
}
_BY_NAME: Final = {family.__name__: family for families in _FAMILIES.values() for family in families}
