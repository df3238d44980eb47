"""Special hands among many deals: which hands may hold one, found in bulk, and which do.

Most hands hold none, and that is seen from how many cards of each rank and of each suit they have. What is left is
judged as at the table.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import product
from typing import TYPE_CHECKING, Final

import numpy as np

from cptutor.cards import RANKS, SUITS
from cptutor.rules.profiles import Gap
from cptutor.settlement.declarations import FinerPoints
from cptutor.settlement.seats import Seat
from cptutor.settlement.standings import Standing, stand
from cptutor.specials.groups import Groups
from cptutor.specials.hands import QUESTIONS, Condition, NumberCondition
from cptutor.specials.kinds import SpecialKind, find_specials, load_specials
from cptutor.specials.rows import RowsOfRuns, RowsOfSuitedRuns, RowsOfSuits
from cptutor.terms import HAND_SIZE, ROW_SIZES

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from cptutor.layout import Layout
    from cptutor.rules import Agreement

    Numbers = NDArray[np.int64]


_BY_RANK: Final = (len(SUITS) + 1) ** np.arange(len(RANKS), dtype=np.int64)
_BY_SUIT: Final = (HAND_SIZE + 1) ** np.arange(len(SUITS), dtype=np.int64)


def specials_count(agreement: Agreement) -> bool:
    """Whether special hands are played at a table.

    Raises:
        RulingNeeded: the rules are silent.
    """
    return "special.played" in agreement and agreement["special.played"] != "no"


def may_hold_special(deals: NDArray[np.integer], agreement: Agreement) -> NDArray[np.bool_]:
    """Which deals may hold a special hand that the table plays; all that do are among them, and few others.

    Args:
        deals: card indices, shape (n, 13).
        agreement: says which special hands the table plays.

    Returns:
        Shape (n,).
    """
    one = np.arange(len(deals))[:, np.newaxis]
    counts = np.zeros((len(deals), len(RANKS)), np.int64)
    np.add.at(counts, (one, deals // len(SUITS)), 1)
    lengths = np.zeros((len(deals), len(SUITS)), np.int64)
    np.add.at(lengths, (one, deals % len(SUITS)), 1)
    found = np.zeros(len(deals), np.bool_)
    kinds = load_specials()
    for name in agreement.profile.names("special.pays"):
        left = np.flatnonzero(~found)
        for condition in kinds[name].conditions:
            left = left[_may_meet(condition, kinds[name], counts[left], lengths[left])]
        found[left] = True
    return found


def _may_meet(
    condition: Condition, kind: SpecialKind, counts: Numbers, lengths: Numbers
) -> NDArray[np.bool_]:
    """Which hands may meet a condition, under some answer or other to what it asks."""
    answers = [
        dict(zip(kind.asks, given, strict=True)) for given in product(*(QUESTIONS[key] for key in kind.asks))
    ]
    if isinstance(condition, RowsOfSuitedRuns):  # at least both must be possible by itself
        return _runs_fit(counts) & _by_row(lengths, RowsOfSuits().fits, [{}])
    if isinstance(condition, RowsOfRuns):
        return _runs_fit(counts)
    if not isinstance(condition, NumberCondition):
        return np.ones(len(counts), np.bool_)
    if condition.looks_at == "suits":
        return _by_row(lengths, condition.fits, answers)
    if isinstance(condition, Groups):
        counts = np.sort(counts, axis=1)  # which ranks they are does not matter
    return _by_row(counts, condition.fits, answers)


def _runs_fit(counts: Numbers) -> NDArray[np.bool_]:
    """Which hands can be laid in runs of five, five and three, an ace being low or high as one likes."""
    return np.isin(counts @ _BY_RANK, _runs())


@cache
def _runs() -> Numbers:
    """The ranks of all three such runs, each as one number."""
    ranks = [len(RANKS) - 1, *range(len(RANKS))]
    by_size = {
        size: [_BY_RANK[ranks[start : start + size]].sum() for start in range(len(ranks) - size + 1)]
        for size in ROW_SIZES
    }
    return np.unique([sum(runs) for runs in product(*(by_size[size] for size in ROW_SIZES))])


def _by_row(
    numbers: Numbers,
    fits: Callable[[tuple[int, ...], dict[str, str]], bool],
    answers: list[dict[str, str]],
) -> NDArray[np.bool_]:
    """Whether each row of numbers fits under some of the answers; equal rows are looked at once."""
    weights = _BY_RANK if numbers.shape[1] == len(RANKS) else _BY_SUIT
    _, first, which = np.unique(numbers @ weights, return_index=True, return_inverse=True)
    verdicts = [any(fits(tuple(row), answer) for answer in answers) for row in numbers[first].tolist()]
    return np.array(verdicts, np.bool_)[which]


def declared(name: str, layout: Layout, agreement: Agreement) -> Standing | None:
    """A seat that announces the special hand it holds, as the table settles it; None where it holds none and is legal.

    Raises:
        RulingNeeded: the rules are silent.
    """
    lenient = _lenient(agreement)
    if lenient is None:
        kinds = agreement.profile.names("special.pays")
        if not find_specials(layout.cards, FinerPoints(agreement), kinds):
            return None
    seat = stand(Seat(name, layout, declared=True), lenient or agreement)
    return None if seat.legal else seat


@lru_cache(maxsize=32)
def _lenient(agreement: Agreement) -> Agreement | None:
    """The same rules, but a hand announced wrongly is an ordinary one; None where the rules do not let that be."""
    key = "special.false_declaration"
    may_be = isinstance(agreement.profile.get(key), Gap)
    return agreement.with_ruling(key, "ordinary") if may_be else None
