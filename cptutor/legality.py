"""Is a layout legal? Counts first, then both boundaries, each by itself; and how a foul can be put right.

>>> check("9♠ 9♦ 2♣ / Q♠ Q♥ 8♣ 6♥ 3♦ / A♠ K♠ J♠ 10♠ 4♠", "basic").legal
True
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Any

from cptutor.layout import Layout
from cptutor.ranking import Strength, compare_rows, rank_row
from cptutor.rules import Agreement, Rules, as_agreement, asking_everything
from cptutor.terms import FRONT_MIDDLE, MIDDLE_BACK, ROW_SIZES, ROWS, CardError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from cptutor.cards import Card
    from cptutor.ranking import Row


@dataclass(frozen=True, slots=True)
class Boundary:
    """One of the two boundaries of a layout: its name, whether it holds, and why in words."""

    name: str
    legal: bool
    reason: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What :func:`check` found.

    ``strengths`` and ``boundaries`` are empty while the counts are wrong: strength is not judged then.
    """

    layout: Layout
    strengths: tuple[Strength, ...]
    boundaries: tuple[Boundary, ...]

    @property
    def counts(self) -> tuple[int, ...]:
        """Cards in front, middle and back."""
        return self.layout.counts

    @property
    def legal(self) -> bool:
        """Whether counts and both boundaries are right."""
        return self.layout.counts_right and not self.fouls

    @property
    def fouls(self) -> tuple[str, ...]:
        """The boundaries at fault: ``"front-middle"``, ``"middle-back"``, both or none."""
        return tuple(boundary.name for boundary in self.boundaries if not boundary.legal)

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why it is not legal, a line each; what holds each boundary where it is."""
        if not self.layout.counts_right:
            return tuple(
                f"{name}: {count} cards where {size} are wanted"
                for name, count, size in zip(ROWS, self.counts, ROW_SIZES, strict=True)
                if count != size
            )
        wanted = [boundary for boundary in self.boundaries if self.legal or not boundary.legal]
        return tuple(f"{boundary.name}: {boundary.reason}" for boundary in wanted)

    def as_dict(self) -> dict[str, Any]:
        """The verdict for JSON; a row that was not ranked, the counts being wrong, has no category."""
        rows: list[tuple[str | None, str]]
        if self.strengths:
            rows = [(s.category, s.describe()) for s in self.strengths]
        else:
            rows = [
                (None, f"{count} cards, {size} wanted")
                for count, size in zip(self.counts, ROW_SIZES, strict=True)
            ]
        return {
            "legal": self.legal,
            "counts": list(self.counts),
            "fouls": list(self.fouls),
            "rows": [
                {"row": name, "category": category, "description": description}
                for name, (category, description) in zip(ROWS, rows, strict=True)
            ],
        }

    def __str__(self) -> str:
        if self.legal:
            title = "Legal"
        elif self.fouls:
            title = "Foul at " + " and ".join(self.fouls)
        else:
            title = "Fix the counts first: {}/{}/{} where 3/5/5 is wanted".format(*self.counts)
        return "\n  ".join([title, *self.reasons])

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        from cptutor.html import layout_html, message_html

        notes = {name: strength.describe() for name, strength in zip(ROWS, self.strengths, strict=False)}
        title, *lines = str(self).split("\n  ")
        return layout_html(self.layout, notes) + message_html("good" if self.legal else "bad", title, lines)


def check(layout: Layout | str | Iterable[Row], rules: Rules) -> Verdict:
    """Judge a layout: counts first; if they are right, both boundaries.

    Thirteen cards with wrong row counts are a verdict, not an error.

    Args:
        layout: a layout, its text ``"front / middle / back"``, or three rows.
        rules: an agreement, a profile or its id.

    Raises:
        CardError: not thirteen different cards.
        RulingNeeded: two of the rows are so equal that the rules would have to say whether that is legal, and
            they are silent.

    >>> check("Q♠ Q♥ 2♣ / 9♠ 9♦ 8♣ 6♥ 3♦ / A♠ K♠ J♠ 10♠ 4♠", "basic")
    Foul at front-middle
      front-middle: the front outranks the middle (pair of queens beats pair of nines)
    >>> check("Q♠ 2♣ / Q♥ 9♠ 9♦ 8♣ 6♥ 3♦ / A♠ K♠ J♠ 10♠ 4♠", "basic").counts
    (2, 6, 5)
    """
    layout = Layout.parse(layout)
    return asking_everything(as_agreement(rules), lambda agreement: judge(layout, agreement))


def judge(layout: Layout, agreement: Agreement) -> Verdict:
    """As :func:`check`, but a missing ruling is asked for by itself, not with what else may hang on it."""
    if not layout.counts_right:
        return Verdict(layout, (), ())
    front, middle, back = strengths = row_strengths(layout, agreement)
    return Verdict(
        layout, strengths, (_front_middle(front, middle, agreement), _middle_back(middle, back, agreement))
    )


def row_strengths(layout: Layout, agreement: Agreement) -> tuple[Strength, ...]:
    """The strengths of front, middle and back as an agreement ranks them."""
    return tuple(rank_row(row, agreement.wheel) for row in layout.rows)


def front_holds(front: Strength, middle: Strength, agreement: Agreement) -> bool:
    """Whether a front may stand before a middle."""
    if is_prefix(front, middle):
        return agreement["front_middle.equal_prefix"] == "legal"
    return front < middle


def middle_holds(middle: Strength, back: Strength, agreement: Agreement) -> bool:
    """Whether a middle may stand before a back."""
    if middle == back:
        return agreement["middle_back.equal"] == "legal"
    return middle < back


def _front_middle(front: Strength, middle: Strength, agreement: Agreement) -> Boundary:
    legal = front_holds(front, middle, agreement)
    if is_prefix(front, middle):
        finding = "front and middle are equal as far as the front goes, which here is " + (
            "legal" if legal else "a foul"
        )
    else:
        finding = "the middle outranks the front" if legal else "the front outranks the middle"
    return Boundary(FRONT_MIDDLE, legal, f"{finding} ({compare_rows(front, middle).reason})")


def _middle_back(middle: Strength, back: Strength, agreement: Agreement) -> Boundary:
    legal = middle_holds(middle, back, agreement)
    if middle == back:
        finding = "middle and back are exactly equal, which here is " + ("legal" if legal else "a foul")
    else:
        finding = "the back outranks the middle" if legal else "the middle outranks the back"
    return Boundary(MIDDLE_BACK, legal, f"{finding} ({compare_rows(middle, back).reason})")


def is_prefix(front: Strength, middle: Strength) -> bool:
    """Whether front and middle are equal as far as the three cards of the front go."""
    return front.category == middle.category and front.ranks == middle.ranks[: len(front.ranks)]


@dataclass(frozen=True, slots=True)
class Repair:
    """A legal layout and the exchanges of two cards that lead to it, in order."""

    layout: Layout
    exchanges: tuple[tuple[Card, Card], ...]

    def describe(self) -> str:
        """The exchanges in words: ``exchange Q♥ and 3♦``."""
        if not self.exchanges:
            return "nothing to exchange"
        return "exchange " + ", then ".join(f"{a} and {b}" for a, b in self.exchanges)

    def __str__(self) -> str:
        return f"{self.layout} ({self.describe()})"


def repairs(
    layout: Layout | str | Iterable[Row], rules: Rules, exchanges: int | None = None
) -> tuple[Repair, ...]:
    """The legal layouts that a few exchanges of cards between rows lead to.

    Args:
        layout: a layout of right counts, or its text; exchanges cannot change counts, so a layout whose counts
            are wrong has no repairs here.
        rules: an agreement, a profile or its id.
        exchanges: how many exchanges away; by default the fewest that lead to a legal layout. A layout that is
            legal already is its own only repair, with no exchange.

    Returns:
        Every such layout once, by strength of back, middle and front from the highest down.

    Raises:
        CardError: not thirteen different cards, or a number of exchanges that cannot be.
        RulingNeeded: one of the layouts in question needs a ruling that the rules do not give.

    >>> found = repairs("Q♠ Q♥ 2♣ / 9♠ 9♦ 8♣ 6♥ 3♦ / A♠ K♠ J♠ 10♠ 4♠", "basic")
    >>> len(found), found[0].describe()
    (16, 'exchange Q♠ and 4♠')
    """
    layout = Layout.parse(layout)
    if exchanges is not None and (
        isinstance(exchanges, bool) or not isinstance(exchanges, int) or exchanges < 0
    ):
        raise CardError(f"{exchanges!r} exchanges: a whole number from 0 is wanted")
    if not layout.counts_right:
        return ()
    return asking_everything(as_agreement(rules), lambda agreement: _repairs(layout, agreement, exchanges))


def _repairs(layout: Layout, agreement: Agreement, exchanges: int | None) -> tuple[Repair, ...]:
    by_distance = _layouts_by_distance(layout)
    strength = _strength_by_mask(layout, agreement)
    for distance in sorted(by_distance) if exchanges is None else [exchanges]:
        legal = []
        for masks in by_distance.get(distance, ()):
            front, middle, back = map(strength, masks)
            if not front < middle <= back:
                continue  # a foul whatever the table rules, so it raises no question
            if front_holds(front, middle, agreement) and middle_holds(middle, back, agreement):
                legal.append(((back, middle, front), masks))
        if legal:
            legal.sort(key=lambda found: (tuple(s.order for s in found[0]), found[1]), reverse=True)
            layouts = [_exchanged(layout, masks) for _, masks in legal]
            return tuple(Repair(found, layout.exchanges_to(found)) for found in layouts)
    return ()


# The thirteen cards in ascending order stand for the bits of a mask, so that 72,072 layouts are a matter of integers.


def _layouts_by_distance(layout: Layout) -> dict[int, list[tuple[int, int, int]]]:
    """Every layout of the same cards as masks of front, middle and back, by how many exchanges away it is."""
    place = {card: 1 << bit for bit, card in enumerate(sorted(layout.cards))}
    here = [sum(place[card] for card in row) for row in layout.rows]
    bits = list(place.values())
    found: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
    for front_bits in combinations(bits, ROW_SIZES[0]):
        front = sum(front_bits)
        for middle_bits in combinations([bit for bit in bits if not bit & front], ROW_SIZES[1]):
            middle = sum(middle_bits)
            there = (front, middle, sum(bits) - front - middle)
            found[_mask_distance(here, there)].append(there)
    return found


def _mask_distance(here: Sequence[int], there: Sequence[int]) -> int:
    """Cards that change places directly count one exchange a pair, those that go round all rows two a circle."""
    direct = circles = 0
    for a, b in ((0, 1), (0, 2), (1, 2)):
        over, back = (here[a] & there[b]).bit_count(), (here[b] & there[a]).bit_count()
        direct += min(over, back)
        circles = abs(over - back)
    return direct + 2 * circles


def _strength_by_mask(layout: Layout, agreement: Agreement) -> Callable[[int], Strength]:
    cards = sorted(layout.cards)

    @cache
    def strength(mask: int) -> Strength:
        return rank_row([card for bit, card in enumerate(cards) if mask >> bit & 1], agreement.wheel)

    return strength


def _exchanged(layout: Layout, masks: Sequence[int]) -> Layout:
    """The layout of some masks, with cards that stay in their row left where they were."""
    cards = sorted(layout.cards, reverse=True)
    top = len(cards) - 1
    rows = []
    for row, mask in zip(layout.rows, masks, strict=True):
        wanted = [card for bit, card in enumerate(cards) if mask >> (top - bit) & 1]
        arrived = iter([card for card in wanted if card not in row])
        rows.append([card if card in wanted else next(arrived) for card in row])
    return Layout(*rows)
