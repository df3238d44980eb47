"""Evaluators from elsewhere, asked in one way: cards by their places in the deck, a higher value for a stronger row.

They share no code with cptutor or with each other: eval7 counts bits in C, treys looks up products of primes.
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

from treys import Card as TreysCard
from treys import Evaluator

from cptutor.cards import DECK

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it uses old names of pyparsing's
    import eval7

if TYPE_CHECKING:
    from collections.abc import Sequence

NAMES = ["23456789TJQKA"[card.rank - 2] + card.suit[0] for card in DECK]
EVAL7 = [eval7.Card(name) for name in NAMES]
TREYS = [TreysCard.new(name) for name in NAMES]
_treys = Evaluator()


def eval7_value(row: Sequence[int]) -> int:
    """Three cards are ranked too; a missing kicker counts as a deuce, and no two rows of three differ by that alone."""
    value: int = eval7.evaluate([EVAL7[card] for card in row])
    return value


def treys_value(row: Sequence[int]) -> int:
    """Five cards; treys numbers the strengths from 1, the royal flush, to 7,462."""
    cards = [TREYS[card] for card in row]
    value: int = -_treys.evaluate(cards[:2], cards[2:])
    return value
