"""Strength: one order for rows of three and of five cards.

Category first, then ranks in the order in which they are compared; where one row runs out of cards first, the
missing card is below every card. Source: D0 (`basic-settlement`) §03 and §04; the other documents agree as far
as they go.

>>> compare_rows("K♠ K♥ 7♦", "K♦ K♣ 7♣ 3♥ 2♠").reason
'both pair of kings; both seven kicker; three kicker beats no kicker'
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest
from typing import Final, Literal

from cptutor.cards import RANK_NAMES, Card, parse_cards, show_cards
from cptutor.terms import CATEGORIES, CardError

Row = str | Iterable[Card | str]
"""A row of three or five cards: as text, or as cards."""

Wheel = Literal["lowest", "second-highest"]
"""Where a table places the straight 5-4-3-2-A among the straights."""

_LEVEL: Final = {category: level for level, category in enumerate(CATEGORIES)}
_RUNS: Final = {tuple(range(top, top - 5, -1)) for top in range(6, 15)}
_WHEEL: Final = (14, 5, 4, 3, 2)
_PATTERNS: Final = {
    (4, 1): "four of a kind",
    (3, 2): "full house",
    (3, 1, 1): "three of a kind",
    (3,): "three of a kind",
    (2, 2, 1): "two pair",
    (2, 1, 1, 1): "pair",
    (2, 1): "pair",
}


@dataclass(frozen=True, slots=True)
class Strength:
    """How strong a row is; strengths of any two rows can be compared with ``<``, ``==`` and ``>``.

    Args:
        category: one of :data:`cptutor.terms.CATEGORIES`.
        ranks: ranks (2 to 14) in the order in which they are compared, a repeated rank once: the group first,
            then the kickers downward. A straight has its five ranks, the low ace of 5-4-3-2-A as 1.

    >>> rank_row("2♥ 3♦ 2♠")
    Strength('pair', (2, 3))
    >>> rank_row("A♠ A♥ K♦") < rank_row("A♦ A♣ 5♠ 4♥ 3♣")
    False
    """

    category: str
    ranks: tuple[int, ...]

    def __repr__(self) -> str:
        return f"Strength({self.category!r}, {self.ranks!r})"

    @property
    def order(self) -> tuple[int, tuple[int, ...]]:
        """The value that is compared: level of the category (0 to 8), then the ranks."""
        return _LEVEL[self.category], self.ranks

    def __lt__(self, other: Strength) -> bool:
        return self.order < other.order if isinstance(other, Strength) else NotImplemented

    def __le__(self, other: Strength) -> bool:
        return self.order <= other.order if isinstance(other, Strength) else NotImplemented

    def __gt__(self, other: Strength) -> bool:
        return self.order > other.order if isinstance(other, Strength) else NotImplemented

    def __ge__(self, other: Strength) -> bool:
        return self.order >= other.order if isinstance(other, Strength) else NotImplemented

    def describe(self) -> str:
        """The row in words.

        >>> rank_row("7♠ 7♦ K♣").describe()
        'pair of sevens, king kicker'
        """
        named, kickers = _named_steps(self)
        if self.category == "two pair":
            text = f"two pair, {_plural(self.ranks[0])} and {_plural(self.ranks[1])}"
        elif self.category == "full house":
            text = f"{_plural(self.ranks[0])} full of {_plural(self.ranks[1])}"
        else:
            text = named[0]
        if self.category in ("high card", "flush") or not kickers:
            return text
        names = [RANK_NAMES[rank] for rank in kickers]
        if len(names) == 1:
            return f"{text}, {names[0]} kicker"
        return f"{text}, kickers {', '.join(names[:-1])} and {names[-1]}"


@dataclass(frozen=True, slots=True)
class Comparison:
    """One row against another: ``result`` 1, 0 or -1 for the first, and the steps that decided it in words."""

    result: Literal[1, 0, -1]
    reason: str


def rank_row(cards: Row, wheel: Wheel = "lowest") -> Strength:
    """The strength of a row of three or five cards.

    Args:
        cards: the row, as text or cards, in any order.
        wheel: where 5-4-3-2-A stands among the straights: below 6-5-4-3-2, or between ace- and king-high.

    Three cards are three of a kind, a pair or high card, whatever their suits or sequence.

    Raises:
        CardError: not cards, a repeated card, or a number of cards other than three or five.

    >>> rank_row("5♠ 4♥ 3♦ 2♣ A♠").describe()
    'five-high straight'
    """
    row = parse_cards(cards)
    if len(row) not in (3, 5):
        raise CardError(f"a row has 3 or 5 cards, not {len(row)}: {show_cards(row)}")
    ranks = tuple(sorted([card.rank for card in row], reverse=True))
    one_suit = len(row) == 5 and len({card.suit for card in row}) == 1
    return _strength(ranks, one_suit, wheel)


@lru_cache(maxsize=20_000)  # 6,175 rank patterns of five cards, 1,287 of them in one suit too, 455 of three
def _strength(ranks: tuple[int, ...], one_suit: bool, wheel: Wheel) -> Strength:
    if run := _run(ranks, wheel):
        return Strength("straight flush" if one_suit else "straight", run)
    groups = sorted({(ranks.count(rank), rank) for rank in ranks}, reverse=True)
    pattern = tuple(count for count, _ in groups)
    category = "flush" if one_suit else _PATTERNS.get(pattern, "high card")
    return Strength(category, tuple(rank for _, rank in groups))


def _run(ranks: tuple[int, ...], wheel: Wheel) -> tuple[int, ...]:
    """The ranks of a straight as they are compared; empty where there is none. A run never wraps."""
    if ranks == _WHEEL:
        return (5, 4, 3, 2, 1) if wheel == "lowest" else _WHEEL
    return ranks if ranks in _RUNS else ()


def compare_rows(a: Row | Strength, b: Row | Strength, wheel: Wheel = "lowest") -> Comparison:
    """Compare two rows of three or five cards and say which step decided.

    Strengths are compared, so the two rows may name the same card (they may come from different examples).

    Args:
        a: a row as text, cards or a strength.
        b: the row it is compared with.
        wheel: as in :func:`rank_row`.

    Raises:
        CardError: as :func:`rank_row`.

    >>> compare_rows("A♠ A♦ 2♣", "A♣ A♥ 2♦")
    Comparison(result=0, reason='both pair of aces; both deuce kicker: tie')
    >>> compare_rows("6♠ 6♦ K♣", "A♣ Q♦ 5♥").reason
    'pair beats high card'
    >>> compare_rows("9♠ 9♥ 9♦ 2♣ 2♦", "7♠ 7♥ 7♦ 5♣ 5♦").reason
    'three nines beat three sevens'
    """
    first, second = (row if isinstance(row, Strength) else rank_row(row, wheel) for row in (a, b))
    result: Literal[1, 0, -1] = (first > second) - (first < second)  # type: ignore[assignment]
    better, worse = (first, second) if result >= 0 else (second, first)
    return Comparison(result, _explain(better, worse))


def _explain(better: Strength, worse: Strength) -> str:
    if better.category != worse.category:
        return f"{better.category} beats {worse.category}"
    said: list[str] = []
    for ours, theirs in zip_longest(_steps(better), _steps(worse), fillvalue="no kicker"):
        if ours != theirs:
            verb = "beat" if ours.startswith(("three ", "four ")) and ours.endswith("s") else "beats"
            return "; ".join([*said, f"{ours} {verb} {theirs}"])
        said.append(f"both {ours}")
    return "; ".join(said) + ": tie"


def _steps(strength: Strength) -> list[str]:
    """The comparison in words, a step each."""
    named, kickers = _named_steps(strength)
    return named + [f"{RANK_NAMES[rank]} kicker" for rank in kickers]


def _named_steps(strength: Strength) -> tuple[list[str], tuple[int, ...]]:
    """The steps that have a name of their own, and the ranks of the kickers behind them."""
    category, ranks = strength.category, strength.ranks
    first = ranks[0]
    if category in ("straight", "straight flush"):
        return [_run_name(category, ranks)], ()
    if category == "four of a kind":
        return [f"four {_plural(first)}"], ranks[1:]
    if category == "full house":
        return [f"three {_plural(first)}", f"full of {_plural(ranks[1])}"], ()
    if category == "three of a kind":
        return [f"three {_plural(first)}"], ranks[1:]
    if category == "two pair":
        return [f"higher pair {_plural(first)}", f"lower pair {_plural(ranks[1])}"], ranks[2:]
    if category == "pair":
        return [f"pair of {_plural(first)}"], ranks[1:]
    return [f"{RANK_NAMES[first]}-high flush" if category == "flush" else f"{RANK_NAMES[first]} high"], ranks[
        1:
    ]


def _run_name(category: str, ranks: tuple[int, ...]) -> str:
    top = 5 if ranks == _WHEEL else ranks[0]
    if category == "straight flush" and top == 14:
        return "royal flush"
    return f"{RANK_NAMES[top]}-high {category}"


def _plural(rank: int) -> str:
    return "sixes" if rank == 6 else RANK_NAMES[rank] + "s"
