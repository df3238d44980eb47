"""The four-handed deal that was made to fit the chart's table: what is said of it is true of every layout there is."""

from __future__ import annotations

from functools import cache
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

import pytest

from cptutor.cards import DECK, Card
from cptutor.examples import load_example
from cptutor.layout import Layout
from cptutor.legality import check
from cptutor.ranking import Strength, compare_rows, rank_row
from cptutor.settlement import settle
from cptutor.terms import ROWS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Row = tuple[Card, ...]
Rows = tuple[Row, Row, Row]

DEAL = load_example("chart-deal/as-played").layouts
ALTERNATIVE = load_example("chart-deal/sevens-in-the-middle").layouts
EAST = tuple(sorted(DEAL["East"].cards))

strength = cache(rank_row)


def layouts(legal: Callable[[Strength, Strength], bool]) -> Iterator[Rows]:
    """Every layout of East's cards in which each row bears the one in front of it."""
    for front in combinations(EAST, 3):
        rest = [card for card in EAST if card not in front]
        for middle in combinations(rest, 5):
            if not legal(strength(front), strength(middle)):
                continue
            back = tuple(card for card in rest if card not in middle)
            if legal(strength(middle), strength(back)):
                yield front, middle, back


def strict(weaker: Strength, stronger: Strength) -> bool:
    return weaker < stronger


def loose(weaker: Strength, stronger: Strength) -> bool:
    return weaker <= stronger


@cache
def gain(place: int, row: Row) -> int:
    """What a row of East's gains in its place, at 1 a row against each of the others."""
    return sum(
        compare_rows(strength(row), strength(layout.rows[place])).result
        for name, layout in DEAL.items()
        if name != "East"
    )


def test_all_cards_are_dealt() -> None:
    assert sorted(card for layout in DEAL.values() for card in layout.cards) == sorted(DECK)
    assert ALTERNATIVE["East"].cards == DEAL["East"].cards
    assert [name for name in DEAL if ALTERNATIVE[name] != DEAL[name]] == ["East"]


def test_every_layout_is_legal_under_the_strict_order() -> None:
    for layout in (*DEAL.values(), ALTERNATIVE["East"]):
        assert check(layout, "simplest").legal
        assert all(strict(*rows) for rows in pairwise(map(strength, layout.rows)))


def test_west_holds_the_best_back_and_loses() -> None:
    best = max(DEAL, key=lambda name: strength(DEAL[name].back))
    assert best == "West"
    assert settle(DEAL, "simplest").totals["West"] == -1


@pytest.mark.parametrize("legal", [strict, loose])
def test_east_cannot_do_better_than_with_the_sevens_in_the_middle(legal: Callable[..., bool]) -> None:
    gains = {
        Layout(*rows): sum(gain(place, row) for place, row in enumerate(rows)) for rows in layouts(legal)
    }
    assert gains[DEAL["East"]] == settle(DEAL, "simplest").totals["East"] == -5
    assert max(gains.values()) == gains[ALTERNATIVE["East"]] == -3
    assert settle(ALTERNATIVE, "simplest").totals["East"] == -3


@pytest.mark.parametrize("legal", [strict, loose])
def test_no_legal_layout_has_the_jacks_in_front(legal: Callable[..., bool]) -> None:
    jacks = {Card("J♠"), Card("J♥")}
    assert [rows for rows in layouts(legal) if jacks <= set(rows[ROWS.index("front")])] == []
