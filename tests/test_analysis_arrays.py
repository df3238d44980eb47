"""Bulk ranking against the plain ranking, on every row there is."""

from __future__ import annotations

import random
import subprocess
import sys
from itertools import combinations, combinations_with_replacement, pairwise
from typing import TYPE_CHECKING

import numpy as np
import pytest

from cptutor import CardError, Strength, rank_row
from cptutor.analysis import STRENGTHS, all_rows, card_indices, ordinal_of, rank_rows, strength_of
from cptutor.analysis.arrays import KEYS, scale
from cptutor.cards import DECK
from cptutor.legality import is_prefix

if TYPE_CHECKING:
    from cptutor.ranking import Wheel

WHEELS: tuple[Wheel, ...] = ("lowest", "second-highest")


@pytest.mark.parametrize("wheel", WHEELS)
@pytest.mark.parametrize(("size", "hands", "strengths"), [(3, 22_100, 455), (5, 2_598_960, 7_462)])
def test_every_row_has_the_place_of_its_strength(size: int, hands: int, strengths: int, wheel: Wheel) -> None:
    """Rows are told apart here by sorting their ranks, not by keys; one of each sort is ranked plainly."""
    rows = all_rows(size)
    assert rows.shape == (hands, size)
    ordinals = rank_rows(rows, wheel)
    ranks = np.sort(rows // 4, axis=1).astype(np.int64)
    one_suit = np.all(rows % 4 == rows[:, :1] % 4, axis=1)
    sort = one_suit * 13**5 + ranks @ 13 ** np.arange(size)
    _, first, sort_of_row = np.unique(sort, return_index=True, return_inverse=True)
    plain = [rank_row([DECK[i] for i in rows[row]], wheel) for row in first]
    assert len(set(plain)) == strengths
    expected = np.array([ordinal_of(strength, wheel) for strength in plain])
    assert np.array_equal(ordinals, expected[sort_of_row])


def test_all_rows_are_all_combinations() -> None:
    for size in (1, 2, 3):
        assert sorted(map(tuple, all_rows(size).tolist())) == list(combinations(range(52), size))
    five = all_rows(5).astype(np.int64)
    assert np.all(np.diff(five, axis=1) > 0)
    assert np.all(np.diff(five @ 52 ** np.arange(5)) > 0)


@pytest.mark.parametrize("wheel", WHEELS)
def test_ordinals_are_the_order_of_strengths(wheel: Wheel) -> None:
    strengths = [strength_of(ordinal, wheel) for ordinal in range(STRENGTHS)]
    assert all(weaker < stronger for weaker, stronger in pairwise(strengths))
    assert [ordinal_of(strength, wheel) for strength in strengths] == list(range(STRENGTHS))
    wheels = ordinal_of(rank_row("5♠ 4♥ 3♦ 2♣ A♠", wheel), wheel)
    broadway = ordinal_of(rank_row("A♠ K♥ Q♦ J♣ 10♠", wheel), wheel)
    assert broadway - wheels == (9 if wheel == "lowest" else 1)


def test_rows_that_equal_a_front_stand_directly_above_it() -> None:
    strengths = scale().strengths
    fives = [(place, strength) for place, strength in enumerate(strengths) if _cards(strength) == 5]
    for place, front in enumerate(strengths):
        last = int(scale().last_with_prefix[place])
        if _cards(front) == 5:
            assert last == place
        elif place % 7 == 0:  # every seventh is enough, and takes a second
            assert [p for p, five in fives if is_prefix(front, five)] == list(range(place + 1, last + 1))


def _cards(strength: Strength) -> int:
    """How many cards a row of this strength has."""
    weights = {"high card": (1,) * 5, "pair": (2, 1, 1, 1), "three of a kind": (3, 1, 1)}
    return sum(weights.get(strength.category, (5, 0, 0, 0, 0))[: len(strength.ranks)])


def test_sums_of_keys_tell_the_ranks() -> None:
    for size in range(1, 6):
        rows = [row for row in combinations_with_replacement(range(13), size) if max(map(row.count, row)) < 5]
        assert len({sum(KEYS[list(row)].tolist()) for row in rows}) == len(rows)


@pytest.mark.parametrize("dtype", [np.uint8, np.int8, np.int16, np.int32, np.int64, np.uint64, ">i4"])
@pytest.mark.parametrize("order", ["C", "F"])
def test_any_whole_numbers_in_any_memory_order(dtype: type | str, order: str) -> None:
    source = random.Random(4)
    rows = [source.sample(range(52), 5) for _ in range(100)]
    cards = np.array(rows, dtype=dtype, order=order)  # type: ignore[call-overload]
    expected = [ordinal_of(rank_row([DECK[i] for i in row])) for row in rows]
    assert rank_rows(cards).tolist() == expected
    assert rank_rows(cards.reshape(4, 25, 5)).tolist() == np.reshape(expected, (4, 25)).tolist()
    assert rank_rows(cards[::-1]).tolist() == expected[::-1]
    assert rank_rows(cards[0]).tolist() == expected[0]


def test_no_rows() -> None:
    assert rank_rows(np.empty((0, 5), np.uint8)).shape == (0,)


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        (np.zeros((2, 4), int), "3 or 5 cards, not 4"),
        (np.array(3), "3 or 5 cards, not 0"),
        (np.zeros((2, 5)), "not float64"),
        (np.array([[0, 1, 2, 3, 52]]), "0 to 51, not 0 to 52"),
        (np.array([[0, 1, -1]]), "0 to 51, not -1 to 1"),
        (np.array([[0, 1, -1]], np.int8), "0 to 51, not -1 to 1"),
        (np.array([[0, 1, 256, 3, 4]]), "0 to 51, not 0 to 256"),
    ],
)
def test_what_is_no_row_is_refused(cards: np.ndarray, message: str) -> None:
    with pytest.raises(CardError, match=message):
        rank_rows(cards)


def test_what_has_no_place_is_refused() -> None:
    for ordinal in (-1, STRENGTHS):
        with pytest.raises(CardError, match=f"ordinal {ordinal}"):
            strength_of(ordinal)
    with pytest.raises(CardError, match="no row has the strength"):
        ordinal_of(Strength("pair", (2, 2)))
    with pytest.raises(CardError, match="stands twice"):
        card_indices("7♥ 7♥")


def test_without_numpy_the_extra_is_named() -> None:
    code = "import sys; sys.modules['numpy'] = None; import cptutor.analysis"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == (
        "ModuleNotFoundError: numpy is not installed: install cptutor with its extra named analysis,"
        " cptutor[analysis]"
    )
