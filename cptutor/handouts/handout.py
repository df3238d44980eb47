"""What a handout is about: a task in words, the hands that are cut out, and the rules that are played.

>>> of_seed("class 3b", 2, "basic").players
('Player 1', 'Player 2')
>>> of_exercise("03-anna-ben").players
('Anna', 'Ben')
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cptutor.cards import Card, deal
from cptutor.exercises import load_exercise
from cptutor.layout import Layout
from cptutor.rules import as_agreement
from cptutor.settlement.seats import Seat, take_seats

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cptutor.deals import Deal
    from cptutor.exercises import Exercise
    from cptutor.rules import Agreement, Rules

LONGEST_NAME = 40
"""Characters that a seed gives to the name of a file."""


@dataclass(frozen=True, slots=True)
class Handout:
    """Everything that is printed, before it has a form.

    Args:
        name: how its files are called.
        title: its heading.
        task: what is to be done, in paragraphs.
        agreement: the rules that are played.
        hands: the cards that each player gets, by name.
        layouts: what lies on the table from the start, by name; empty where the players set their cards themselves.
        exercise: the exercise that is asked.
        seats: the seats of a deal that has been set, to be settled.
        dealer: the dealer of that deal, where it names one.
    """

    name: str
    title: str
    task: tuple[str, ...]
    agreement: Agreement
    hands: Mapping[str, tuple[Card, ...]]
    layouts: Mapping[str, Layout] = field(default_factory=dict)
    exercise: Exercise | None = None
    seats: tuple[Seat, ...] = ()
    dealer: str | None = None

    @property
    def players(self) -> tuple[str, ...]:
        """The names of those who get cards; who only sets another's cards anew gets none."""
        return tuple(self.hands)


def of_exercise(exercise: str, rules: Rules | None = None) -> Handout:
    """An exercise, with what lies on the table when it is asked.

    Args:
        exercise: the exercise's id, such as ``"02-repair"``.
        rules: an agreement, a profile or its id; by default the profile that the exercise is about, else ``basic``.

    Raises:
        TutorError: there is no such exercise.
    """
    found = load_exercise(exercise)
    layouts = {name: Layout.parse(text) for name, text in found.table.items()}
    hands = {name: _in_order(layout.cards) for name, layout in layouts.items()}
    if not hands and "start" in found.options:  # these cards, in whatever order
        hands = {"Your cards": _in_order(Layout.parse(found.options["start"]).cards)}
    lesson = found.id.partition("-")[0]
    return Handout(
        name=found.id,
        title=f"Exercise {found.id}",
        task=(found.question, f"The question belongs to lesson {lesson}."),
        agreement=as_agreement(found.options.get("profile", "basic") if rules is None else rules),
        hands=_different(hands),
        layouts=layouts,
        exercise=found,
    )


def of_seed(seed: int | str, seats: int, rules: Rules) -> Handout:
    """A fresh deal; the same seed gives the same cards everywhere.

    Args:
        seed: any whole number or text.
        seats: 1 to 4.
        rules: an agreement, a profile or its id.

    Raises:
        CardError: there are not enough cards for so many seats, or the seed cannot be dealt by.
    """
    hands = deal(seed, seats)
    names = ["Your cards"] if seats == 1 else [f"Player {number}" for number in range(1, seats + 1)]
    return Handout(
        name=f"deal-{_file_name(seed)}",
        title=f"Deal “{seed}”",
        task=(
            "Cut out your thirteen cards and set them on the mats: three in front, five in the middle, five in the"
            " back. The back must not be weaker than the middle, nor the middle than the front.",
            "When everyone is ready, show all rows at once, compare them pairing by pairing, and fill in the"
            " scorebook.",
        ),
        agreement=as_agreement(rules),
        hands={name: _in_order(hand) for name, hand in zip(names, hands, strict=True)},
    )


def of_deal(deal: Deal, name: str, rules: Rules) -> Handout:
    """A deal that has been set, to be settled on paper.

    Args:
        deal: the deal, as its file tells it.
        name: how the deal is called: the name of its file, without its ending.
        rules: an agreement, a profile or its id.

    Raises:
        DealError, CardError: one seat or more than four, a repeated name, a card held by two seats.
    """
    seats = take_seats(deal.seats)
    said = [f"{seat.name} gives up before the cards are shown." for seat in seats if seat.surrendered]
    said += [f"{seat.name} announces {_special(seat)}." for seat in seats if seat.declared]
    said += [f"{seat.name} sits down with {seat.chips} chips." for seat in seats if seat.chips is not None]
    if deal.dealer is not None:
        said.append(f"{deal.dealer} deals.")
    return Handout(
        name=f"deal-{_file_name(name)}",
        title=f"Deal “{name}”",
        task=(
            "The cards have been set as they stand here. Compare the rows pairing by pairing, and fill in the"
            " scorebook.",
            *([" ".join(said)] if said else []),
        ),
        agreement=as_agreement(rules),
        hands={seat.name: _in_order(seat.layout.cards) for seat in seats},
        layouts={seat.name: seat.layout for seat in seats},
        seats=seats,
        dealer=deal.dealer,
    )


def _special(seat: Seat) -> str:
    return seat.declared if isinstance(seat.declared, str) else "a special hand"


def _different(hands: Mapping[str, tuple[Card, ...]]) -> dict[str, tuple[Card, ...]]:
    """The hands without those whose cards another has already: one hand set in two ways is cut out once."""
    first: dict[tuple[Card, ...], str] = {}
    for name, hand in hands.items():
        first.setdefault(hand, name)
    return {name: hand for hand, name in first.items()}


def _in_order(cards: frozenset[Card] | tuple[Card, ...]) -> tuple[Card, ...]:
    """Cards from the highest down, so that how they stand on the sheet gives nothing away."""
    return tuple(sorted(cards, reverse=True))


def _file_name(seed: object) -> str:
    plain = unicodedata.normalize("NFKD", str(seed)).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:LONGEST_NAME].rstrip("-") or "unnamed"
