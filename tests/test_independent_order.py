"""The order of rows against programs and a definition that share nothing with it.

The ordinary tests take one row of each kind: which ranks, and whether of one suit. The proofs take every row and every
pair of strengths there is.
"""

from __future__ import annotations

import hashlib
import sys
from array import array
from collections import Counter
from itertools import combinations, combinations_with_replacement, pairwise
from math import comb
from typing import TYPE_CHECKING

import numpy as np
import pytest

from cptutor import Strength, compare_rows, rank_row
from cptutor.analysis import all_rows, rank_rows
from cptutor.cards import DECK, parse_cards
from tests.evaluators import eval7_value, treys_value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from cptutor.ranking import Wheel

Row = tuple[int, ...]
"""Cards by their places in the deck: 0 is the deuce of clubs, then its diamonds, hearts and spades, then the threes."""

WHEELS: tuple[Wheel, ...] = ("lowest", "second-highest")

# What is hashed, so that any program can do the same: the fifty-two cards are numbered 4 × (rank − 2) + suit, with
# jack to ace as 11 to 14 and clubs, diamonds, hearts, spades as 0 to 3. All 2,598,960 rows of five different cards
# are taken in lexicographic order of their ascending numbers: 0 1 2 3 4, 0 1 2 3 5, … 47 48 49 50 51. For each row one
# counts how many of the 7,462 strengths are weaker than its own (0 for 7-5-4-3-2 of mixed suits, 7,461 for a royal
# flush) and writes that number in two bytes, the lower first. The hash is the SHA-256 of these 5,197,920 bytes. This
# one was worked out from eval7 and from treys, in a program without cptutor.
ORDER = "915368d8101d00b07f992aa5df74de3677e75b25e89d7e8d087e24e1fad77ef2"


def strength(row: Row) -> Strength:
    return rank_row([DECK[card] for card in row])


def hash_of_order(values: Sequence[Any]) -> str:
    """The hash that is described at :data:`ORDER`, from a value of each row that is higher for the stronger one."""
    place = {value: number for number, value in enumerate(sorted(set(values)))}
    places = array("H", (place[value] for value in values))
    if sys.byteorder == "big":
        places.byteswap()
    assert places.itemsize == 2
    return hashlib.sha256(places.tobytes()).hexdigest()


def every_kind(size: int) -> list[Row]:
    """One row of every kind there is: ranks in several suits, and ranks that all differ in one suit as well."""
    rows = []
    for ranks in combinations_with_replacement(range(13), size):
        suits = [ranks[:place].count(rank) for place, rank in enumerate(ranks)]
        if len(set(ranks)) == size:
            suits[0] = 1
        if max(suits) < 4:
            rows.append(tuple(4 * rank + suit for rank, suit in zip(ranks, suits, strict=True)))
    if size == 5:
        rows += [tuple(4 * rank for rank in ranks) for ranks in combinations(range(13), 5)]
    return rows


def strengths_ordered_alike(ours: Iterable[Any], theirs: Iterable[Any]) -> int:
    """Assert that two programs order the same rows alike, ties included; return how many strengths there are.

    Each gives one value to each class of the other's, and both rise along the classes. As both are orders, any two rows
    then compare alike in both.
    """
    classes = set(zip(ours, theirs, strict=True))
    rising = sorted(classes, key=lambda pair: pair[1])
    assert all(weaker[0] < stronger[0] and weaker[1] < stronger[1] for weaker, stronger in pairwise(rising))
    return len(classes)


def key(row: Row, wheel: Wheel = "lowest") -> tuple[int, ...]:
    """A row's strength by another definition, in numbers only, from the rulebook's words.

    A row of three is filled up with two blanks, which match nothing and are below every card: so is a missing kicker.
    The sum of the squares of the groups' sizes tells the category: 5 for high card, 7, 9, 11 for three of a kind, 13
    for a full house, 17 for four of a kind. Ranks in groups of one size are a set, kept as bits of a number.
    """
    ranks = [card // 4 + 2 for card in row] + [1, 0][: 5 - len(row)]
    sizes = Counter(ranks)
    level = sum(size**2 for size in sizes.values())
    if len(row) == 5:
        one_suit = len({card % 4 for card in row}) == 1
        for lowest, run in enumerate(
            [{14, 2, 3, 4, 5}, *({*range(low, low + 5)} for low in range(2, 11))], 1
        ):
            if set(ranks) == run:  # a straight is as high as its lowest card
                second = lowest == 1 and wheel == "second-highest"
                return 18 if one_suit else 11, 1, 19 if second else 2 * lowest
        level = 12 if one_suit else level
    groups = (sum(1 << rank for rank in sizes if sizes[rank] == size) for size in (4, 3, 2, 1))
    return level, 0, *groups


# --- a row of each kind ---


def test_there_is_a_row_of_every_kind() -> None:
    assert len(every_kind(5)) == comb(13 + 4, 5) - 13 + comb(13, 5) == 7_462
    assert len(every_kind(3)) == comb(13 + 2, 3) == 455


@pytest.mark.parametrize("value", [eval7_value, treys_value])
def test_five_cards_are_ordered_as_elsewhere(value: Callable[[Row], int]) -> None:
    rows = every_kind(5)
    assert strengths_ordered_alike(map(strength, rows), map(value, rows)) == 7_462


def test_three_cards_are_ordered_as_elsewhere() -> None:
    rows = every_kind(3)
    assert strengths_ordered_alike(map(strength, rows), map(eval7_value, rows)) == 455


@pytest.mark.parametrize("wheel", WHEELS)
def test_three_and_five_cards_stand_in_the_order_of_another_definition(wheel: Wheel) -> None:
    rows = every_kind(3) + every_kind(5)
    ours = [rank_row([DECK[card] for card in row], wheel) for row in rows]
    assert strengths_ordered_alike(ours, [key(row, wheel) for row in rows]) == 455 + 7_462


def test_the_other_definition_by_the_examples_of_the_rulebook() -> None:
    front, weaker, stronger = (
        tuple(card.index for card in parse_cards(row)) for row in ("K♠K♥7♦", "K♦K♣6♠5♠4♠", "K♦K♣7♣3♥2♠")
    )
    assert key(weaker) < key(front) < key(stronger)


def test_the_whole_order_in_one_number() -> None:
    """In bulk, which takes half a second; the proofs take the plain ranking and the other programs."""
    rows = all_rows(5)
    lexicographic = np.lexsort(rows.T[::-1])
    assert hash_of_order(rank_rows(rows)[lexicographic].tolist()) == ORDER


# --- every row, and every pair of strengths ---


@pytest.mark.proof
def test_every_row_of_five_against_both_programs() -> None:
    """All 2,598,960: one hash from all three programs, and any two rows compare alike in them."""
    rows = list(combinations(range(52), 5))
    assert len(rows) == 2_598_960
    ours = list(map(strength, rows))
    for value in (eval7_value, treys_value):
        theirs = list(map(value, rows))
        assert strengths_ordered_alike(ours, theirs) == 7_462
        assert hash_of_order(theirs) == ORDER
    assert hash_of_order(ours) == ORDER


@pytest.mark.proof
def test_every_row_of_three_against_eval7() -> None:
    rows = list(combinations(range(52), 3))
    assert strengths_ordered_alike(map(strength, rows), map(eval7_value, rows)) == 455


@pytest.mark.proof
@pytest.mark.parametrize("wheel", WHEELS)
def test_every_row_by_the_other_definition(wheel: Wheel) -> None:
    rows = [*combinations(range(52), 3), *combinations(range(52), 5)]
    ours = (rank_row([DECK[card] for card in row], wheel) for row in rows)
    assert strengths_ordered_alike(ours, (key(row, wheel) for row in rows)) == 455 + 7_462


@pytest.mark.proof
@pytest.mark.parametrize("wheel", WHEELS)
def test_every_strength_of_three_against_every_strength_of_five(wheel: Wheel) -> None:
    """All 455 × 7,462 pairs, each compared both ways round and explained; no three cards equal five."""
    fives = [(key(row, wheel), rank_row([DECK[card] for card in row], wheel)) for row in every_kind(5)]
    for row in every_kind(3):
        theirs, front = key(row, wheel), rank_row([DECK[card] for card in row], wheel)
        for their_five, five in fives:
            assert theirs != their_five
            expected = 1 if theirs > their_five else -1
            assert compare_rows(front, five).result == expected
            assert compare_rows(five, front).result == -expected
