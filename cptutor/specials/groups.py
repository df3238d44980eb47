"""Groups of equal rank: pairs, triplets, quads and odd cards that use up a hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from cptutor.cards import RANKS
from cptutor.ranking import Strength
from cptutor.specials.hands import ODD_CARD, QUADS, Counts, Form, Hand, NumberCondition, Pool, Rulings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

_GROUP_NAMES: Final = {2: "pair", 3: "three of a kind", 4: "four of a kind"}


@dataclass(frozen=True, slots=True)
class Groups(NumberCondition):
    """The hand divides into groups of equal rank of the given sizes.

    >>> Groups((3, 3, 3, 3, 1)).split((3, 3, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 1), {})
    ((3, 5), (3, 4), (3, 3), (3, 2), (1, 14))
    """

    sizes: tuple[int, ...]
    quads_as_two_pairs: str = "no"
    odd_card_may_match: str = "no"
    looks_at: ClassVar[str] = "ranks"
    compared: ClassVar[str] = "pairs"

    def fits(self, numbers: Counts, rulings: Rulings) -> bool:
        """Whether so many cards of each rank divide into the groups."""
        return self.split(numbers, rulings) is not None

    def split(self, counts: Counts, rulings: Rulings) -> tuple[tuple[int, int], ...] | None:
        """The groups as (size, rank), largest and then highest first; None where the hand does not divide.

        Of several ways the one with the highest pairs.
        """
        answers = self._answers(rulings)
        held = [(count, rank) for count, rank in zip(counts, RANKS, strict=True) if count]
        ways = _divide(held, Counter(self.sizes), answers[QUADS] == "yes", answers[ODD_CARD] == "yes")
        sorted_ways = (tuple(sorted(way, reverse=True)) for way in ways)
        return max(sorted_ways, key=_pairs, default=None)

    def form(self, hand: Hand, rulings: Rulings) -> Form | None:
        """Pairs and larger groups by name, compared by the pairs from the highest down."""
        groups = self.split(hand.counts, rulings)
        if groups is None:
            return None
        take = Pool(hand.cards).take
        return Form(
            tuple((_group_name(size, rank), take([rank] * size)) for size, rank in groups), _pairs(groups)
        )

    def _finer_points(self) -> Mapping[str, str]:
        return {QUADS: self.quads_as_two_pairs, ODD_CARD: self.odd_card_may_match}


def _divide(
    held: list[tuple[int, int]], groups: Counter[int], two_pairs: bool, may_match: bool
) -> Iterator[list[tuple[int, int]]]:
    """All ways to use up (count, rank) in groups of the wanted sizes, as (size, rank)."""
    if not held:
        if not groups:
            yield []
        return
    (count, rank), *others = held
    for sizes in _parts_of_rank(count, two_pairs, may_match):
        wanted = Counter(sizes)
        if wanted <= groups:
            for rest in _divide(others, groups - wanted, two_pairs, may_match):
                yield [(size, rank) for size in sizes] + rest


def _parts_of_rank(count: int, two_pairs: bool, may_match: bool) -> Iterator[tuple[int, ...]]:
    """The groups that cards of one rank may form: one group, two pairs, or a group and an odd card."""
    yield (count,)
    if two_pairs and count == 4:
        yield (2, 2)
    if may_match and count > 2:
        yield (count - 1, 1)


def _pairs(groups: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    return tuple(rank for size, rank in groups if size == 2)


def _group_name(size: int, rank: int) -> str:
    return Strength(_GROUP_NAMES[size], (rank,)).describe() if size > 1 else "odd card"
