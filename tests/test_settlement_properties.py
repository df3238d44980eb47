"""What holds for every profile and every deal: legal, fouled, surrendered and special seats in any mixture.

Rulings for the gaps are drawn, not fixed, so the properties hold whatever a table decides.
"""

from __future__ import annotations

import random
from itertools import permutations
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cptutor import Agreement, Card, Scorebook, Seat, load_profile, profile_ids, score, settle
from cptutor.cards import DECK
from cptutor.ranking import rank_row
from cptutor.terms import ROWS
from tests.strategies import cut, deals, set_well

if TYPE_CHECKING:
    from collections.abc import Sequence

each_profile = pytest.mark.parametrize("profile", profile_ids())


def of_suit(source: random.Random, deck: Sequence[Card]) -> list[Card]:
    """Thirteen cards that divide into suits of ten and three: three flushes."""
    many, few = source.sample(("clubs", "diamonds", "hearts", "spades"), 2)
    return source.sample([c for c in deck if c.suit == many], 10) + source.sample(
        [c for c in deck if c.suit == few], 3
    )


def of_pairs(source: random.Random, deck: Sequence[Card]) -> list[Card]:
    """Six pairs of different ranks and an odd card."""
    ranks = source.sample(range(2, 15), 7)
    pairs = [card for rank in ranks[:6] for card in source.sample([c for c in deck if c.rank == rank], 2)]
    return [*pairs, next(c for c in deck if c.rank == ranks[6])]


def of_all_ranks(source: random.Random, deck: Sequence[Card]) -> list[Card]:
    """One card of each rank: a complete straight."""
    return [source.choice([c for c in deck if c.rank == rank]) for rank in range(2, 15)]


@st.composite
def tables(draw: st.DrawFn, profile: str) -> tuple[list[Seat], Agreement]:
    """Seats of every kind that the profile knows, and an agreement that answers all its gaps at random."""
    source = random.Random(draw(st.integers(0, 2**32)))
    found = load_profile(profile)
    rulings = {gap.key: source.choice(gap.answer.samples()) for gap in found.gaps}
    rulings |= {rule.key: "yes" for rule in found.rules if rule.answer and "yes" in rule.answer.choices}
    if rulings.get("counts.wrong") == "refused":
        rulings["counts.wrong"] = "foul"
    if "special.played" in rulings:
        rulings["special.played"] = "yes"
    agreement = Agreement(profile, rulings)
    layouts = draw(deals())
    special = "special.played" in agreement and draw(st.booleans())
    if special:
        hand = source.choice((of_suit, of_pairs, of_all_ranks))(source, DECK)
        rest = source.sample([card for card in DECK if card not in hand], 13 * (len(layouts) - 1))
        others = [set_well(rest[i : i + 13]) for i in range(0, len(rest), 13)]
        layouts = dict(zip(layouts, [cut(hand), *others], strict=True))
    seats = []
    for name, layout in layouts.items():
        surrendered = "surrender.units" in agreement and source.random() < 0.2
        declared = not surrendered and special and (name == "A" or source.random() < 0.1)
        seats.append(Seat(name, layout, declared, surrendered))
    return seats, agreement


def nets(book: Scorebook) -> dict[tuple[str, str], int]:
    """The net of each pairing from both sides."""
    found = {(p.first, p.second): p.net for p in book.pairings}
    return found | {(second, first): -net for (first, second), net in found.items()}


@each_profile
@settings(max_examples=40)
@given(data=st.data())
def test_transfers_sum_to_zero(profile: str, data: st.DataObject) -> None:
    seats, agreement = data.draw(tables(profile))
    book = settle(seats, agreement)
    assert sum(book.totals.values()) == 0
    for pairing in book.pairings:
        assert pairing.net == sum(pairing.components.values())
    assert book.totals == {
        seat.name: sum(net for (ours, _), net in nets(book).items() if ours == seat.name) for seat in seats
    }


@each_profile
@settings(max_examples=25)
@given(data=st.data())
def test_the_order_of_seats_changes_no_pairing(profile: str, data: st.DataObject) -> None:
    """Exchanging two seats negates their pairing; the dealer, and with it a bank, stays who it was."""
    seats, agreement = data.draw(tables(profile))
    dealer = seats[0].name
    before = nets(settle(seats, agreement, dealer))
    for order in list(permutations(seats))[1:6]:
        assert nets(settle(order, agreement, dealer)) == before


@each_profile
@settings(max_examples=40)
@given(data=st.data(), row=st.sampled_from(ROWS))
def test_a_raised_row_is_not_lost(profile: str, data: st.DataObject, row: str) -> None:
    """Where two seats come to a showdown and one has the stronger row, it wins the row and is paid for it."""
    seats, agreement = data.draw(tables(profile))
    book = settle(seats, agreement)
    layouts = {seat.name: seat.layout for seat in seats}
    for pairing in book.pairings:
        result = pairing.result(row)
        if result is None:
            continue
        ours, theirs = (rank_row(layouts[name].row(row)) for name in (pairing.first, pairing.second))
        assert result == (ours > theirs) - (ours < theirs)
        paid = [t for t in pairing.transfers if t.row == row and t.component == "rows"]
        winner = {1: pairing.first, -1: pairing.second, 0: None}[result]
        assert all(transfer.payee == winner for transfer in paid)


@each_profile
@settings(max_examples=25)
@given(data=st.data())
def test_a_better_row_result_never_costs_units(profile: str, data: st.DataObject) -> None:
    """Of two showdowns that differ in one row's result, the better brings at least as much; royalties apart."""
    _, agreement = data.draw(tables(profile))
    results = data.draw(st.tuples(*[st.sampled_from((1, 0, -1))] * 3))
    place = data.draw(st.sampled_from(range(3)))

    def points(value: int) -> int:
        by_row = [*results[:place], value, *results[place + 1 :]]
        return score(dict(zip(ROWS, by_row, strict=True)), agreement).net

    assert points(-1) <= points(0) <= points(1)
