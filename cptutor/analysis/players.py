"""Computer players: named, simple ways to set thirteen cards, for one hand and for thousands at once.

None of them plays well on purpose or badly on purpose; each follows a rule that a person can say in a sentence.

>>> set_hand("K♠ K♥ K♦ Q♠ Q♥ J♥ 10♠ 9♥ 7♣ 6♣ 5♣ 3♦ 2♥", "back first", "basic")
Layout.parse('5♣ 3♦ 2♥ / J♥ 10♠ 9♥ 7♣ 6♣ / K♠ K♥ K♦ Q♠ Q♥')
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import numpy as np

from cptutor.analysis.arrays import STRENGTHS, rank_rows, scale
from cptutor.analysis.layouts import AllLayouts
from cptutor.analysis.positions import FIVES, FRONTS, LAYOUTS, positions
from cptutor.analysis.rows import frontier_numbers, legal_mask, rank_deals
from cptutor.cards import DECK, SUITS
from cptutor.rules import as_agreement
from cptutor.terms import HAND_SIZE, CardError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from cptutor.analysis.groups import Group
    from cptutor.analysis.rows import RowOrdinals
    from cptutor.layout import Layout
    from cptutor.ranking import Row
    from cptutor.rules import Agreement, Rules

    Deals = NDArray[np.uint8]
    Numbers = NDArray[np.intp]

REFERENCE: Final = 500
"""Hands against which ``frontier plus equity`` weighs its layouts."""

_REFERENCE_SEED: Final = 13
_DEALS: Final = 256  # at a time: scratch arrays stay in a core's own cache
_FRONTIERS: Final = 32  # hands whose frontiers are weighed together
_TRIES: Final = 64  # at random, before all legal layouts of a hand are listed


@dataclass(frozen=True, slots=True)
class Policy:
    """A named way to set hands.

    Args:
        name: as it is asked for.
        about: the rule in a sentence.
        choose: deals (n, 13), card indices ascending along a deal; an agreement whose gaps are answered; a source of
            chance. Returns the numbers of the chosen layouts, shape (n,).
        may_foul: whether it may set a foul.
    """

    name: str
    about: str
    choose: Callable[[Deals, Agreement, np.random.Generator], Numbers]
    may_foul: bool = False

    def __repr__(self) -> str:
        return f"POLICIES[{self.name!r}]"


def set_hand(cards: Row | Layout, policy: str | Policy, rules: Rules, seed: int = 0) -> Layout:
    """Set thirteen cards as a policy does.

    Args:
        cards: thirteen cards, as text, cards, or a layout of them.
        policy: a policy or its name, one of :data:`POLICIES`.
        rules: an agreement, a profile or its id.
        seed: of the chance that a policy uses.

    Raises:
        CardError: not thirteen different cards, or no such policy.
        RulingNeeded: the rules are silent on what this policy needs.
    """
    hand = AllLayouts(cards, as_agreement(rules))
    deal = np.array([[card.index for card in hand.cards]], np.uint8)
    (number,) = policy_of(policy).choose(deal, hand.agreement, np.random.default_rng(seed))
    return hand.layout(int(number))


def policy_of(policy: str | Policy) -> Policy:
    """A policy by its name; a policy passes through.

    Raises:
        CardError: no such policy.
    """
    if isinstance(policy, Policy):
        return policy
    if policy not in POLICIES:
        raise CardError(f"no policy {policy!r}; there are {', '.join(POLICIES)}")
    return POLICIES[policy]


def ordinals_of(
    deals: Deals, numbers: Numbers, agreement: Agreement
) -> tuple[NDArray[np.uint16], NDArray[np.uint16], NDArray[np.uint16]]:
    """The ordinals of front, middle and back of one layout for each deal: shape (n,) each."""
    where = positions()
    front, middle, back = (
        rank_rows(np.take_along_axis(deals, table.T[at[numbers]], axis=1), agreement.wheel)
        for table, at in (
            (where.fronts, where.front),
            (where.fives, where.middle),
            (where.fives, where.back),
        )
    )
    return front, middle, back


def are_legal(
    ordinals: tuple[NDArray[np.uint16], NDArray[np.uint16], NDArray[np.uint16]], agreement: Agreement
) -> NDArray[np.bool_]:
    """Which layouts are legal, by the ordinals of their rows, shape (n,) each.

    Raises:
        RulingNeeded: the rules are silent on equal rows.
    """
    front, middle, back = ordinals
    prefix_legal = agreement["front_middle.equal_prefix"] == "legal"
    floor = front if prefix_legal else scale(agreement.wheel).last_with_prefix[front]
    below = middle <= back if agreement["middle_back.equal"] == "legal" else middle < back
    legal: NDArray[np.bool_] = (middle > floor) & below
    return legal


# Back first


def _back_first(deals: Deals, agreement: Agreement, rng: np.random.Generator) -> Numbers:  # noqa: ARG001
    numbers = np.empty(len(deals), np.intp)
    for start in range(0, len(deals), _DEALS):
        numbers[start : start + _DEALS] = _back_first_of_some(deals[start : start + _DEALS], agreement)
    return numbers


def _back_first_of_some(deals: Deals, agreement: Agreement) -> Numbers:
    """The strongest back that leaves a legal layout, of those the strongest middle, then front."""
    rows = rank_deals(deals, agreement.wheel)
    chosen = np.full(len(deals), -1, np.intp)
    left = np.arange(len(deals))
    fives = rows.fives
    while left.size:
        strongest = fives.max(axis=1)
        if not strongest.all():
            raise CardError("a deal has no legal layout")
        which, back = np.divmod(np.flatnonzero(fives == strongest[:, np.newaxis]), FIVES)
        needed = _differ(deals[left], which, back)
        which, back = which[needed], back[needed]
        layout, value = _best_with_back(rows, left[which], back, agreement)
        # Of a deal's equal backs the best: from the lowest value to the highest, deals in order, the last one each.
        order = np.lexsort((-back, value, which))
        last = order[np.append(np.flatnonzero(np.diff(which[order])), len(order) - 1)]
        legal = value[last] > 0
        chosen[left[legal]] = layout[last[legal]]
        fives = fives[~legal]
        fives = np.where(fives < strongest[~legal, np.newaxis], fives, 0)
        left = left[~legal]
    return chosen


def _differ(deals: Deals, which: Numbers, back: Numbers) -> NDArray[np.bool_]:
    """Which of a deal's equally strong backs have to be looked at; ``which`` (n,) is their deal, ascending.

    They have the same ranks, so what they leave differs in suits only: beside the first one that leaves no five cards
    of one suit, only those that do leave five matter.
    """
    suits = (np.uint32(1) << (4 * (deals % len(SUITS)))).astype(np.uint32)
    held = suits.sum(axis=1, dtype=np.uint32)[which]
    used = (
        suits.ravel()
        .take(which[:, np.newaxis] * HAND_SIZE + positions().fives.T[back])
        .sum(axis=1, dtype=np.uint32)
    )
    five_left: NDArray[np.bool_] = ((held - used + np.uint32(0x3333)) & np.uint32(0x8888)) > 0
    plain = np.flatnonzero(~five_left)
    _, first = np.unique(which[plain], return_index=True)
    five_left[plain[first]] = True
    return five_left


def _best_with_back(
    rows: RowOrdinals, deal: Numbers, back: Numbers, agreement: Agreement
) -> tuple[Numbers, NDArray[np.int32]]:
    """Of the 56 layouts with a given back the best legal one, and its value, 0 where none is legal: shape (n,) each."""
    layouts = _with_back()[back]
    at = deal[:, np.newaxis]
    where = positions()
    front = rows.fronts.ravel().take(at * FRONTS + where.front[layouts])
    middle = rows.fives.ravel().take(at * FIVES + where.middle[layouts])
    strength = rows.fives[deal, back][:, np.newaxis]
    value = middle.astype(np.int32)
    value *= STRENGTHS
    value += front
    value += 1
    value *= are_legal((front, middle, strength), agreement)
    best = value.argmax(axis=1)
    every = np.arange(len(best))
    return layouts[every, best], value[every, best]


@cache
def _with_back() -> Numbers:
    """The 56 layouts with each choice of five for the back: shape (1287, 56)."""
    order: Numbers = np.argsort(positions().back, kind="stable").reshape(-1, 56)
    return order


# Random legal


def _random_legal(deals: Deals, agreement: Agreement, rng: np.random.Generator) -> Numbers:
    """Layouts at random until one is legal: every legal layout of a hand is as likely as every other."""
    numbers = np.empty(len(deals), np.intp)
    left = np.arange(len(deals))
    for _ in range(_TRIES):
        numbers[left] = rng.integers(LAYOUTS, size=len(left))
        left = left[~are_legal(ordinals_of(deals[left], numbers[left], agreement), agreement)]
        if not left.size:
            return numbers
    for deal in left:
        legal = np.flatnonzero(legal_mask(rank_deals(deals[deal], agreement.wheel), agreement))
        numbers[deal] = rng.choice(legal)
    return numbers


# Frontier plus equity


def _frontier_plus_equity(deals: Deals, agreement: Agreement, rng: np.random.Generator) -> Numbers:  # noqa: ARG001
    numbers = np.empty(len(deals), np.intp)
    for start in range(0, len(deals), _FRONTIERS):
        some = slice(start, start + _FRONTIERS)
        numbers[some] = _best_of_frontiers(deals[some], agreement)
    return numbers


def _best_of_frontiers(deals: Deals, agreement: Agreement) -> Numbers:
    """Of each deal's frontier the layout that gains most from the reference; of equal ones that with the best back."""
    from cptutor.analysis.counting import units_by_rows
    from cptutor.analysis.groups import Group

    rows = rank_deals(deals, agreement.wheel)
    frontiers = [
        frontier_numbers(deal, legal_mask(deal, agreement))
        for deal in map(rows.__getitem__, range(len(rows)))
    ]
    sizes = np.array([len(frontier) for frontier in frontiers])
    layouts = np.concatenate(frontiers)
    deal = np.repeat(np.arange(len(deals)), sizes)
    where = positions()
    own = (
        rows.fronts[deal, where.front[layouts]],
        rows.fives[deal, where.middle[layouts]],
        rows.fives[deal, where.back[layouts]],
    )
    units = units_by_rows(Group.of_legal(own, agreement), _reference(agreement), agreement)
    by_deal = np.split(units, np.cumsum(sizes)[:-1])
    return np.array([frontier[gained.argmax()] for frontier, gained in zip(frontiers, by_deal, strict=True)])


@lru_cache(maxsize=32)
def _reference(agreement: Agreement) -> Group:
    """Hands from a full deck, always the same, set back first."""
    from cptutor.analysis.groups import Group

    rng = np.random.default_rng(_REFERENCE_SEED)
    deals = np.array([rng.permutation(len(DECK))[:HAND_SIZE] for _ in range(REFERENCE)], np.uint8)
    deals.sort(axis=1)
    return Group.of_legal(ordinals_of(deals, _back_first(deals, agreement, rng), agreement), agreement)


POLICIES: Final[Mapping[str, Policy]] = MappingProxyType(
    {
        policy.name: policy
        for policy in (
            Policy(
                "back first",
                "the strongest back that leaves a legal layout, then the strongest middle, then the strongest front",
                _back_first,
            ),
            Policy(
                "frontier plus equity",
                "of the layouts that no other equals or beats in all three rows, the one that gains most in pairings"
                f" with the same {REFERENCE} hands of a full deck, set back first; it takes no notice of which cards"
                " it holds itself, nor of special hands, side bets and a sweep",
                _frontier_plus_equity,
            ),
            Policy("random legal", "any legal layout, each as likely as the other", _random_legal),
        )
    }
)
"""Every policy by its name."""
