"""The royalty bench without its widget: a hand in a row, and what it pays under every profile, or why not.

>>> state = BenchState()
>>> state.set("row", "back")
'Back: queens full of fives. Paid under 0 of 13 profiles.'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from cptutor.cards import parse_cards, show_cards
from cptutor.html import Markup, cards_html, table_html
from cptutor.ranking import rank_row
from cptutor.rules import Agreement
from cptutor.rules.profile_files import load_profile, profile_ids
from cptutor.rules.profiles import Gap
from cptutor.settlement.showdown import royalty_key
from cptutor.tables import Table
from cptutor.terms import CATEGORIES, FRONT_CATEGORIES, ROW_SIZES, ROWS, ROYAL, CardError
from cptutor.widgets.model import ControlState, line_of, no_such, taken
from cptutor.widgets.parts import Button, Choice, Field, Group, Static, Tools

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cptutor.cards import Card
    from cptutor.ranking import Strength
    from cptutor.rules.profiles import Profile
    from cptutor.widgets.parts import Option, Part

_SIZES: Final = dict(zip(ROWS, ROW_SIZES, strict=True))
_HANDS: Final = {
    3: {"high card": "A♠ K♦ 9♣", "pair": "K♠ K♥ 7♦", "three of a kind": "3♠ 3♥ 3♦"},
    5: {
        "high card": "A♠ K♦ 9♣ 6♥ 4♦",
        "pair": "Q♠ Q♥ 8♣ 6♥ 3♦",
        "two pair": "K♠ K♥ 9♦ 9♣ 4♠",
        "three of a kind": "7♠ 7♥ 7♦ K♣ 2♠",
        "straight": "9♠ 8♦ 7♣ 6♥ 5♠",
        "flush": "A♥ J♥ 9♥ 4♥ 2♥",
        "full house": "Q♠ Q♥ Q♦ 5♣ 5♦",
        "four of a kind": "8♠ 8♥ 8♦ 8♣ K♠",
        "straight flush": "9♥ 8♥ 7♥ 6♥ 5♥",
        ROYAL: "A♠ K♠ Q♠ J♠ 10♠",
    },
}
"""A hand of each sort to begin with."""

_MODES: Final = {"add": "on top of the row’s units", "replace": "instead of the row’s units"}
_OWN: Final = "own"


class Line(NamedTuple):
    """What one profile says: how much it pays, as text, and why, with the source."""

    profile: Profile
    pays: str
    why: str
    paid: bool


class BenchState(ControlState):
    """A hand in a row."""

    label = "Royalty bench"

    def __init__(self) -> None:
        self.row = "middle"
        self.cards: tuple[Card, ...] = parse_cards(_HANDS[5]["full house"])

    @property
    def strength(self) -> Strength:
        """The strength of the hand."""
        return rank_row(self.cards)

    @property
    def kind(self) -> str:
        """Its category; a royal flush by its own name."""
        return ROYAL if self.strength.describe() == ROYAL else self.strength.category

    @property
    def lines(self) -> tuple[Line, ...]:
        """What each shipped profile pays for it in this row."""
        return tuple(self._line(load_profile(name)) for name in profile_ids())

    def _line(self, profile: Profile) -> Line:
        agreement = Agreement(profile)
        key = royalty_key(self.row, self.strength, agreement)
        if key is None:
            if not profile.names("royalty.pays"):
                return Line(profile, "–", "no royalties in these rules", False)
            return Line(profile, "–", f"{self.kind} in {self.row}: not listed", False)
        entry, mode = profile[key], profile.get("royalty.mode")
        if isinstance(entry, Gap):
            return Line(profile, "open", f"{entry.question} ({entry.source} is silent)", False)
        if not entry.value:
            return Line(profile, "0", f"{self.kind} in {self.row}: listed as nothing ({entry.source})", False)
        listed = key.rpartition(".")[2]
        how = "" if listed == self.kind else f"listed as {listed}; "
        how += "listed" if mode is None or isinstance(mode, Gap) else _MODES[str(mode.value)]
        return Line(profile, f"+{entry.value}", f"{how} ({entry.source})", True)

    @property
    def outcome(self) -> str:
        """The hand, and how many profiles pay for it."""
        lines = self.lines
        paid = sum(line.paid for line in lines)
        where = f"{self.row.capitalize()}: {self.strength.describe()}."
        return f"{where} Paid under {paid} of {len(lines)} profiles."

    def set(self, name: str, value: object) -> str:
        """Choose the row, a hand to begin with, or the cards."""
        if name == "row":
            row = taken(value, ROWS, "row")
            if _SIZES[row] != len(self.cards):
                hands = _HANDS[_SIZES[row]]
                self.cards = parse_cards(hands.get(self.kind) or hands["three of a kind"])
            self.row = row
        elif name == "hand":
            hands = _HANDS[_SIZES[self.row]]
            if value != _OWN:
                self.cards = parse_cards(hands[taken(value, hands, "hand")])
        elif name == "cards":
            self.cards = self._read(value)
        else:
            raise no_such("choice", name)
        return self.outcome

    def _read(self, value: object) -> tuple[Card, ...]:
        cards = parse_cards(line_of(value) if isinstance(value, str) else ())
        if len(cards) != _SIZES[self.row]:
            raise CardError(f"{self.row}: {_SIZES[self.row]} cards are wanted, not {len(cards)}")
        return cards

    def press(self, name: str) -> str:
        """Show what the cards pay."""
        if name != "show":
            raise no_such("button", name)
        return self.outcome

    def snapshot(self) -> dict[str, Any]:
        """The row and the cards."""
        return {"row": self.row, "cards": show_cards(self.cards)}

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Come back to a hand in a row."""
        before = self.row
        self.row = taken(kept.get("row", self.row), ROWS, "row")
        try:
            self.cards = self._read(kept.get("cards", show_cards(self.cards)))
        except CardError:
            self.row = before
            raise

    def parts(self) -> tuple[Part, ...]:
        """The row, the hand, and the table of what is paid."""
        size = _SIZES[self.row]
        known = (*FRONT_CATEGORIES,) if size == ROW_SIZES[0] else (*CATEGORIES, ROYAL)
        hands: list[Option] = [(name, name.capitalize()) for name in known]
        here = next((name for name, cards in _HANDS[size].items() if parse_cards(cards) == self.cards), _OWN)
        if here == _OWN:
            hands.insert(0, (_OWN, "Cards of your own"))
        rows = tuple((row, row.capitalize()) for row in ROWS)
        lines = self.lines
        table = Table(
            "Royalties",
            ("rules", "pays", "why"),
            tuple((line.profile.id, line.pays, line.why) for line in lines),
        )
        head = f"{self.row.capitalize()}: {self.strength.describe()}"
        cards = f'<p style="margin:0 0 0.4em 0;">{cards_html(self.cards)}</p>'
        text = f"{show_cards(self.cards)}\n{table}"
        return (
            Choice("row", "Row", rows, self.row, twin=False),
            Group(
                "hand-and-cards",
                "",
                (
                    Choice("hand", "A hand to begin with", tuple(hands), here, "select", twin=False),
                    Field("cards", "Cards", show_cards(self.cards), press="show", twin=False),
                ),
                "columns",
                twin=False,
            ),
            Tools("show-tools", "Show", (Button("show", "Show what these cards pay", "main"),)),
            Group(
                "result",
                head,
                (Static("pays", "What each profile pays", cards + _table(lines), text),),
                "panel",
            ),
        )


def _table(lines: tuple[Line, ...]) -> str:
    rows = [
        [
            Markup(f"{line.profile.id}<br><small style='font-weight:400;'>{line.profile.title}</small>"),
            line.pays,
            line.why,
        ]
        for line in lines
    ]
    return table_html(("rules", "pays", "why, or why not"), rows)
