"""Count exactly how many of the 635,013,559,600 hands of thirteen cards hold each special hand.

    python -m tools.count_specials

Nothing is sampled, and no hand is dealt: hands are counted in classes that the library's own conditions
cannot tell apart. A condition that looks at ranks sees thirteen numbers, how many cards of each rank there are;
the hands with these numbers are a product of binomials. Where a condition treats some ranks alike (a pair is a
pair), numbers that differ only in the order of those ranks make one class. A condition that looks at suits
sees four numbers. Three straight flushes are counted suit by suit. A kind that leaves a question to the table
has a line for every answer. Standard library only; it takes about a minute, nearly all of it for the three
straights, where no two ranks are alike and 3,598,180 classes are judged for each answer.
"""

from __future__ import annotations

import sys
from collections import Counter
from itertools import combinations, combinations_with_replacement, product
from math import comb, factorial, prod
from pathlib import Path
from typing import TYPE_CHECKING

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from cptutor.cards import DECK, RANKS, SUITS
from cptutor.specials import QUESTIONS, find_specials, load_specials
from cptutor.specials.hands import NumberCondition
from cptutor.specials.marks import OfRanks, OneSuit, RanksWithin
from cptutor.specials.rows import RowsOfRuns, RowsOfSuitedRuns, RowsOfSuits
from cptutor.terms import HAND_SIZE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cptutor.specials import SpecialKind
    from cptutor.specials.hands import Condition, Counts, Lengths, Rulings

HANDS = comb(len(DECK), HAND_SIZE)


def count(kind: SpecialKind, rulings: Rulings) -> int:
    """How many hands hold a kind of special under rulings for everything that it asks.

    Raises:
        NotImplementedError: the kind combines conditions on ranks and on suits in a way not foreseen here.
    """
    conditions = kind.conditions
    numbers = [condition for condition in conditions if isinstance(condition, NumberCondition)]
    looks_at = {condition.looks_at for condition in numbers}
    if len(numbers) == len(conditions) and looks_at == {"ranks"}:
        return count_classes(kind, rulings, rank_classes(alike(conditions)))
    if len(numbers) == len(conditions) and looks_at == {"suits"}:
        return count_classes(kind, rulings, suit_classes())
    if any(isinstance(condition, OneSuit) for condition in conditions):
        return count_in_one_suit(kind, rulings)
    if len(conditions) == 1 and isinstance(conditions[0], RowsOfSuitedRuns):
        return count_suited_runs(conditions[0], rulings)
    raise NotImplementedError(kind.id)


def count_classes(kind: SpecialKind, rulings: Rulings, classes: Iterable[tuple[tuple[int, ...], int]]) -> int:
    """Add up the classes that meet all conditions of a kind."""
    tests = [condition.fits for condition in kind.conditions if isinstance(condition, NumberCondition)]
    return sum(hands for numbers, hands in classes if all(fits(numbers, rulings) for fits in tests))


def count_in_one_suit(kind: SpecialKind, rulings: Rulings) -> int:
    """Judge the four hands of one suit."""
    hands = ([card for card in DECK if card.suit == suit] for suit in SUITS)
    return sum(len(find_specials(hand, rulings, [kind])) for hand in hands)


def count_suited_runs(condition: RowsOfSuitedRuns, rulings: Rulings) -> int:
    """Count, for every number of cards in a suit, the sets of ranks that make runs; then put suits together.

    Five, five and three make a total of 0, 3, 5, 8, 10 or 13 in one suit, each in one way only.
    """
    runs = {sum(sizes): sizes for sizes in ((), (3,), (5,), (5, 3), (5, 5), (5, 5, 3))}
    sets = {
        length: sum(
            bool(condition.runs_of_suit(frozenset(ranks), sizes, rulings))
            for ranks in combinations(RANKS, length)
        )
        for length, sizes in runs.items()
    }
    rows = RowsOfSuits()
    return sum(
        prod(sets[length] for length in lengths)
        for lengths, _ in suit_classes()
        if rows.fits(lengths, rulings)
    )


def suit_classes() -> Iterator[tuple[Lengths, int]]:
    """The 560 ways to divide thirteen cards among four suits, each with its number of hands."""
    for lengths in product(range(HAND_SIZE + 1), repeat=len(SUITS)):
        if sum(lengths) == HAND_SIZE:
            yield lengths, prod(comb(len(RANKS), length) for length in lengths)


def rank_classes(blocks: Iterable[tuple[int, ...]]) -> Iterator[tuple[Counts, int]]:
    """Classes of hands by their numbers of cards of each rank, each with its number of hands.

    Args:
        blocks: all ranks, in blocks of ranks that are alike: of numbers that differ only in the order within
            a block, one stands for all.
    """
    blocks = list(blocks)
    place = [[rank for block in blocks for rank in block].index(rank) for rank in RANKS]
    return _fill([_numbers_of_block(len(block)) for block in blocks], place, (), HAND_SIZE, 1)


def _numbers_of_block(size: int) -> list[tuple[int, tuple[int, ...], int]]:
    """Numbers of cards for ranks that are alike: their total, the numbers, and in how many ways they come."""
    return [
        (
            sum(numbers),
            numbers,
            factorial(size)
            // prod(map(factorial, Counter(numbers).values()))
            * prod(comb(len(SUITS), number) for number in numbers),
        )
        for numbers in combinations_with_replacement(range(len(SUITS) + 1), size)
    ]


def _fill(
    blocks: list[list[tuple[int, tuple[int, ...], int]]],
    place: list[int],
    before: tuple[int, ...],
    left: int,
    hands: int,
) -> Iterator[tuple[Counts, int]]:
    block, *others = blocks
    if not others:
        for total, numbers, ways in block:
            if total == left:
                counts = before + numbers
                yield tuple([counts[index] for index in place]), hands * ways
        return
    room = sum(other[-1][0] for other in others)  # the last numbers of a block are all fours
    for total, numbers, ways in block:
        if left - room <= total <= left:
            yield from _fill(others, place, before + numbers, left - total, hands * ways)


def alike(conditions: Iterable[Condition]) -> list[tuple[int, ...]]:
    """The ranks in blocks that no condition tells apart."""
    blocks: dict[tuple[object, ...], list[int]] = {}
    for rank in RANKS:
        blocks.setdefault(tuple(_told_apart(condition, rank) for condition in conditions), []).append(rank)
    return [tuple(block) for block in blocks.values()]


def _told_apart(condition: Condition, rank: int) -> object:
    """What makes a rank unlike another in the eyes of a condition."""
    if isinstance(condition, RowsOfRuns):
        return rank
    if isinstance(condition, RanksWithin):
        return condition.lowest <= rank <= condition.highest
    if isinstance(condition, OfRanks):
        return rank in condition.ranks
    return None


def main() -> None:
    """Print a line for every kind and every answer to what it asks."""
    print(f"{HANDS:>17,}  all hands")
    for kind in load_specials().values():
        for answers in product(*(QUESTIONS[key] for key in kind.asks)):
            rulings = dict(zip(kind.asks, answers, strict=True))
            ruled = "".join(f"; {key.removeprefix('special.')} {answer}" for key, answer in rulings.items())
            print(f"{count(kind, rulings):>17,}  {kind.id}{ruled}", flush=True)


if __name__ == "__main__":
    main()
