"""Every row there is, ranked and counted. The counts are the well-known ones, from combinatorics."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise
from math import comb

import pytest

from cptutor import Strength, rank_row
from cptutor.cards import DECK

FIVE = {  # hands, distinct strengths
    "straight flush": (40, 10),
    "four of a kind": (624, 156),
    "full house": (3_744, 156),
    "flush": (5_108, 1_277),
    "straight": (10_200, 10),
    "three of a kind": (54_912, 858),
    "two pair": (123_552, 858),
    "pair": (1_098_240, 2_860),
    "high card": (1_302_540, 1_277),
}
THREE = {"three of a kind": (52, 13), "pair": (3_744, 156), "high card": (18_304, 286)}


def ranked(size: int) -> Counter[Strength]:
    return Counter(map(rank_row, combinations(DECK, size)))


@pytest.fixture(scope="module")
def five() -> Counter[Strength]:
    return ranked(5)


@pytest.fixture(scope="module")
def three() -> Counter[Strength]:
    return ranked(3)


def by_category(found: Counter[Strength]) -> dict[str, tuple[int, int]]:
    hands: Counter[str] = Counter()
    for strength, count in found.items():
        hands[strength.category] += count
    kinds = Counter(strength.category for strength in found)
    return {category: (hands[category], kinds[category]) for category in hands}


def test_five_cards(five: Counter[Strength]) -> None:
    assert by_category(five) == FIVE
    assert sum(five.values()) == comb(52, 5) == 2_598_960
    assert len(five) == 7_462


def test_royal_flushes(five: Counter[Strength]) -> None:
    royal = [strength for strength in five if strength.describe() == "royal flush"]
    assert [(strength.category, five[strength]) for strength in royal] == [("straight flush", 4)]
    assert max(five) == royal[0]


def test_three_cards(three: Counter[Strength]) -> None:
    assert by_category(three) == THREE
    assert sum(three.values()) == comb(52, 3) == 22_100
    assert len(three) == 455


def test_rows_of_both_sizes_stand_in_one_order(five: Counter[Strength], three: Counter[Strength]) -> None:
    together = sorted({*five, *three})
    assert len(together) == 455 + 7_462 == 7_917
    assert all(weaker < stronger for weaker, stronger in pairwise(together))
    levels = [strength.category for strength in together]
    assert list(dict.fromkeys(levels)) == list(reversed(FIVE))  # each category in one block, weakest first


def test_every_strength_has_words_of_its_own(five: Counter[Strength], three: Counter[Strength]) -> None:
    """High cards and flushes are described by their top card alone, everything else in full."""
    told = [s for s in {*five, *three} if s.category not in ("high card", "flush")]
    assert len({s.describe() for s in told}) == len(told)


def test_how_often_each_strength_occurs(five: Counter[Strength]) -> None:
    """Suits can be chosen in so many ways, by category; no strength is counted in two places."""
    ways = {
        "straight flush": 4,
        "four of a kind": 4,
        "full house": 4 * 6,
        "flush": 4,
        "straight": 4**5 - 4,
        "three of a kind": 4 * 4 * 4,
        "two pair": 6 * 6 * 4,
        "pair": 6 * 4**3,
        "high card": 4**5 - 4,
    }
    assert all(count == ways[strength.category] for strength, count in five.items())
