"""What several tests draw from: cards, rows, layouts and deals; and rulings for whatever a profile leaves open."""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, TypeVar

from hypothesis import strategies as st

from cptutor import Agreement, Card, Layout, RulingNeeded, TutorError
from cptutor.cards import DECK

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Result = TypeVar("Result")

cards = st.sampled_from(DECK)
rows = st.sampled_from((3, 5)).flatmap(
    lambda size: st.lists(cards, min_size=size, max_size=size, unique=True)
)


def cut(hand: Sequence[Card], front: int = 3, middle: int = 5) -> Layout:
    """Thirteen cards as a layout; by default with right counts."""
    return Layout(hand[:front], hand[front : front + middle], hand[front + middle :])


@st.composite
def shuffles(draw: st.DrawFn, count: int = len(DECK)) -> list[Card]:
    """So many cards of a shuffled deck; half of the time of few ranks, so that pairs and quads abound."""
    source = random.Random(draw(st.integers(0, 2**32)))
    deck = list(DECK)
    if draw(st.booleans()):
        ranks = source.sample(range(2, 15), max(-(-count // 4), 5))
        deck = [card for card in DECK if card.rank in ranks]
    return source.sample(deck, count)


@st.composite
def layouts(draw: st.DrawFn, *, right_counts: bool = True) -> Layout:
    hand = draw(shuffles(13))
    if right_counts:
        return cut(hand)
    front = draw(st.integers(0, 13))
    return cut(hand, front, draw(st.integers(0, 13 - front)))


@st.composite
def deals(draw: st.DrawFn, *, seats: int | None = None) -> dict[str, Layout]:
    """Layouts by name: many legal (rows sorted by strength), some fouled, some with wrong counts."""
    number = seats or draw(st.integers(2, 4))
    pack = draw(shuffles(13 * number))
    table = {}
    for seat in range(number):
        hand = pack[13 * seat : 13 * seat + 13]
        form = draw(st.sampled_from(("legal", "legal", "legal", "as dealt", "wrong counts")))
        if form == "wrong counts":
            table["ABCD"[seat]] = cut(hand, draw(st.integers(0, 5)), draw(st.integers(4, 6)))
        else:
            table["ABCD"[seat]] = set_well(hand) if form == "legal" else cut(hand)
    return table


@cache
def placements() -> dict[str, int]:
    """Every way to place thirteen cards in right counts, as a word of F, M and B, with its distance in exchanges.

    The distance is from the first three cards in front, the next five in the middle, the last five in the back; found
    by walking breadth first through all 72,072, one exchange of two cards at a time.
    """
    start = "FFFMMMMMBBBBB"
    distance = {start: 0}
    wave = [start]
    while wave:
        found = []
        for rows in wave:
            for i, j in combinations(range(13), 2):
                if rows[i] != rows[j]:
                    changed = f"{rows[:i]}{rows[j]}{rows[i + 1 : j]}{rows[i]}{rows[j + 1 :]}"
                    if changed not in distance:
                        distance[changed] = distance[rows] + 1
                        found.append(changed)
        wave = found
    return distance


def placed(hand: Sequence[Card], rows: str) -> Layout:
    """Thirteen cards as a word of F, M and B places them."""
    return Layout(*([card for card, row in zip(hand, rows, strict=True) if row == name] for name in "FMB"))


def set_well(hand: Sequence[Card]) -> Layout:
    """A layout that is a foul in no profile, if a simple setter finds one: groups in the back, then the middle."""
    ranks = [card.rank for card in hand]
    ordered = sorted(hand, key=lambda card: (ranks.count(card.rank), card.rank), reverse=True)
    return Layout(ordered[10:], ordered[5:10], ordered[:5])


def with_rulings(
    agreement: Agreement, work: Callable[[Agreement], Result], pick: Callable[[int], int]
) -> tuple[Agreement, Result]:
    """Do some work, giving a sample answer to each question as it comes up.

    ``pick`` chooses one of so many samples. A ruling that makes the table refuse the deal is given up for another.
    """
    while True:
        try:
            return agreement, work(agreement)
        except RulingNeeded as needed:
            gap = needed.questions[0]
            samples = list(gap.answer.samples())
            first = pick(len(samples))
            for answer in samples[first:] + samples[:first]:
                ruled = agreement.with_ruling(gap.key, answer)
                try:
                    work(ruled)
                except RulingNeeded:
                    break
                except TutorError:
                    continue
                break
            else:
                raise
            agreement = ruled


def with_all_rulings(agreement: Agreement, pick: Callable[[int], int]) -> Agreement:
    """A sample answer to every gap of the profile."""
    for gap in agreement.open_gaps:
        samples = gap.answer.samples()
        agreement = agreement.with_ruling(gap.key, samples[pick(len(samples))])
    return agreement
