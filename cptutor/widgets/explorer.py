"""The scorebook explorer without its widget: a deal, the rules it is settled by, and why each total is what it is.

>>> state = ExplorerState("scorebook-three")
>>> state.press("why:Pia")
'Pia −4, in 8 transfers.'
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from cptutor.examples import load_cases
from cptutor.rules.profile_files import profile_ids
from cptutor.settlement import settle
from cptutor.settlement.scorebook import Layouts
from cptutor.settlement.scorebook_html import layouts_html, scorebook_html
from cptutor.settlement.seats import take_seats
from cptutor.tables import signed
from cptutor.terms import RuleError, RulingNeeded, TutorError
from cptutor.widgets.explaining import steps_of
from cptutor.widgets.model import RULING, ControlState, RulesChosen, line_of, no_such, taken
from cptutor.widgets.parts import (
    Button,
    Choice,
    Field,
    Figure,
    Figures,
    Fold,
    Group,
    Mat,
    Message,
    Static,
    Tools,
)
from cptutor.widgets.placement import HAND, Placement
from cptutor.widgets.seat_text import HOW, read_seats, write_seats
from cptutor.widgets.state import BoardState

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cptutor.examples import Example
    from cptutor.rules import Rules
    from cptutor.rules.profiles import Gap
    from cptutor.settlement.scorebook import Scorebook
    from cptutor.settlement.seats import Seat, Seats
    from cptutor.widgets.parts import Part

OFFERED: Final = (
    "scorebook-three",
    "full-anna-ben",
    "basic-strong-back",
    "royalty-different-rows",
    "royalty-same-row",
    "royalty-both-trips",
    "royalty-equal-rows",
    "foul-royalties",
    "two-fouls",
    "wrong-counts",
    "surrender",
    "special-meeting",
    "special-stakes",
    "public-home-run",
    "public-four-players",
)
"""Worked examples to pick from; any other can be asked for by its id."""

OWN: Final = "own"
_BOARD: Final = "board:"
_MOVES: Final = {"move": ("card", "place"), "exchange": ("first", "second"), "undo": (), "redo": ()}
"""What can be done on a seat's board, and the keys that say with what."""
_WHY: Final = "why:"
HOW_TO_MOVE: Final = (
    "Drag a card to a row, or onto a card of the same seat to exchange the two; or click one card, then the other."
    " Keys: arrows walk, F, M, B move to a row, X marks a card to exchange, Ctrl+Z takes back."
)


class ExplorerState(ControlState):
    """A deal under some rules, settled at once.

    Args:
        seats: the seats of a deal, or the id of a worked example that is settled.
        rules: an agreement, a profile or its id; by default the example's own, or ``swc``.
    """

    label = "Scorebook explorer"

    def __init__(self, seats: Seats | str = "scorebook-three", rules: Rules | None = None) -> None:
        self.example = OWN
        self.player = ""
        self.seats: tuple[Seat, ...]
        self._offered = list(OFFERED)
        if isinstance(seats, str):
            example = _example(seats)
            self.example, self.seats = seats, example.seats
            if seats not in self._offered:
                self._offered.insert(0, seats)
            self.rules = RulesChosen(example.agreement if rules is None else rules)
        else:
            self.seats = take_seats(seats)
            self.rules = RulesChosen("swc" if rules is None else rules)
        self._boards: dict[str, BoardState] = {}
        self.dealer = self.seats[0].name
        self._settle()

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names in the order of their seats."""
        return tuple(seat.name for seat in self.seats)

    def set(self, name: str, value: object) -> str:
        """Pick an example, rules or the dealer, put in other seats, or answer a question; then settle."""
        if name == "example":
            self._take_example(taken(value, (OWN, *self._offered), "example"))
            said = "Another deal."
        elif name == "profile":
            said = self.rules.choose(value)
        elif name == "dealer":
            self.dealer = taken(value, self.names, "dealer")
            said = f"{self.dealer} deals."
        elif name == "seats":
            self._take_seats(value)
            said = "Other seats."
        elif name.startswith(_BOARD):
            said = self._rearrange(name.removeprefix(_BOARD), value)
        elif name.startswith(RULING):
            said = self.rules.rule(name.removeprefix(RULING), value)
        else:
            raise no_such("choice", name)
        self._settle()
        return f"{said} {self.outcome}"

    def press(self, name: str) -> str:
        """Settle the seats as they stand, or show why a player's total is what it is."""
        if name == "settle":
            self._settle()
            return self.outcome
        player = name.removeprefix(_WHY)
        if self.book is None or not name.startswith(_WHY) or player not in self.names:
            raise no_such("button", name)
        if self.player == player:
            self.player = ""
            return f"The transfers of {player} are closed."
        self.player, self.focus = player, "account"
        account = self.book.why(player)
        return f"{player} {signed(account.total)}, in {len(account)} transfer{'s' * (len(account) != 1)}."

    @property
    def outcome(self) -> str:
        """What came of settling, in a sentence."""
        if self.book is not None:
            totals = ", ".join(f"{name} {signed(units)}" for name, units in self.book.totals.items())
            return f"Settled: {totals}."
        if self.questions:
            asked = len(self.questions)
            return f"A ruling is needed: {asked} question{'s' * (asked != 1)} to answer."
        return f"Not settled: {self.problem}."

    def _settle(self) -> None:
        self.book: Scorebook | None = None
        self.questions: tuple[Gap, ...] = ()
        self.problem = ""
        if self.dealer not in self.names:
            self.dealer = self.names[0]
        try:
            self.book = settle(self.seats, self.rules.agreement, self.dealer)
        except RulingNeeded as needed:
            self.questions = needed.questions
        except TutorError as error:
            self.problem = str(error)
        if self.book is None or self.player not in self.names:
            self.player = ""

    def _take_example(self, name: str) -> None:
        self.example = name
        if name != OWN:
            example = _example(name)
            self.seats = example.seats
            self.rules.agree(example.agreement)

    def _take_seats(self, text: object) -> None:
        if not isinstance(text, str):
            raise TutorError("the seats are text, a line each")
        seats = read_seats(line_of(text))
        if seats != self.seats:
            self.seats, self.example = seats, OWN

    def _rearrange(self, name: str, asked: object) -> str:
        """Move or exchange cards on a seat's board, as its browser's half asks."""
        number = self.names.index(taken(name, self.names, "seat"))
        seat = self.seats[number]
        action = asked.get("do") if isinstance(asked, dict) else None
        if not isinstance(asked, dict) or not isinstance(action, str) or action not in _MOVES:
            raise no_such("move", action)
        board = self._boards.get(name)
        if board is None or board.placement.layout != seat.layout:
            board = self._boards[name] = BoardState(seat.layout, self.rules.agreement)
        words = [asked.get(key) for key in _MOVES[action]]
        if HAND in words or not all(isinstance(word, str) for word in words):
            raise TutorError(f"{name}: a seat's cards are moved to a row, or exchanged with each other")
        said = str(getattr(board, action)(*words))
        layout = board.placement.layout
        if layout is not None and layout != seat.layout:
            changed = replace(seat, layout=layout)
            self.seats = (*self.seats[:number], changed, *self.seats[number + 1 :])
            self.example = OWN
        return f"{name}: {said}"

    def snapshot(self) -> dict[str, Any]:
        """Rules, seats, the example they are from, the dealer, and whose total is explained."""
        kept = {"seats": write_seats(self.seats), "example": self.example, "dealer": self.dealer}
        return {**self.rules.snapshot(), **kept, "why": self.player}

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Come back to a deal; it is settled at once."""
        if "example" in kept and kept["example"] != self.example:
            self._take_example(taken(kept["example"], (OWN, *self._offered), "example"))
        if "seats" in kept:
            self._take_seats(kept["seats"])
        self.rules.restore(kept)
        self.dealer = taken(kept.get("dealer", self.names[0]), self.names, "dealer")
        self.player = taken(kept.get("why", self.player), ("", *self.names), "why")
        self._settle()

    def parts(self) -> tuple[Part, ...]:
        """Deal and rules to pick from, seats to edit, questions if any, then the scorebook and its reasons."""
        options = [(name, _example(name).title) for name in self._offered]
        if self.example == OWN:
            options.insert(0, (OWN, "Seats of your own"))
        deal = Choice("example", "Deal", tuple(options), self.example, "select")
        chosen: list[Part] = [deal, self.rules.part()]
        if "bank.played" in self.rules.agreement or any(seat.chips is not None for seat in self.seats):
            names = tuple((name, name) for name in self.names)
            chosen.append(Choice("dealer", "Dealer", names, self.dealer, "select"))
        typed = Field("seats", "Seats", write_seats(self.seats), HOW, rows=len(self.seats) + 1)
        buttons = Tools("settle-tools", "Settle", (Button("settle", "Settle these seats", "main"),))
        cards = Layouts((seat.name, seat.layout) for seat in self.seats)
        mats = Group("mats", "", tuple(map(_mat, self.seats)), "columns", HOW_TO_MOVE, twin=False)
        text = "\n".join(f"{name}  {layout}" for name, layout in cards.items())
        parts: list[Part] = [
            Group("chosen", "", tuple(chosen), "columns"),
            Static("cards", "The layouts side by side", layouts_html(cards), text, live=False),
            mats,
            Fold("edit", "The seats as text", (typed, buttons), twin=False),
        ]
        if answers := self.rules.answers(self.questions):
            parts.append(Group("rulings", "Rulings of this table", answers))
        return (*parts, Group("result", "", tuple(self._result_parts()), "panel"))

    def _result_parts(self) -> list[Part]:
        if self.questions:
            title = f"a ruling is needed: {self.rules.id} is silent here"
            return [Message("needed", "question", title, tuple(gap.question for gap in self.questions))]
        if self.book is None:
            return [Message("problem", "bad", "this deal is not settled", (self.problem,))]
        parts: list[Part] = [
            Static("book", "Scorebook", scorebook_html(self.book), str(self.book)),
            Figures("totals", "Totals", tuple(map(self._total, self.names)), twin=False),
        ]
        if self.player:
            account = self.book.why(self.player)
            title = f"Why {self.player} has {signed(account.total)}"
            title += ": nothing was paid" if not account else ""
            parts.append(steps_of("account", title, self.player, account))
        notes = tuple(
            f"{pairing.first} vs {pairing.second}: {note}"
            for pairing in self.book.pairings
            if self.player in (pairing.first, pairing.second)
            for note in pairing.notes
        )
        if notes:
            parts.append(Message("notes", "note", "what pays nothing, and why", notes))
        return parts

    def _total(self, name: str) -> Figure:
        units = signed(self.book.totals[name]) if self.book else ""
        why = Button(f"{_WHY}{name}", "Why?", expanded=self.player == name, name=f"Why has {name} {units}?")
        return Figure(f"total-{name}", name, units, self.player == name, why)


def _mat(seat: Seat) -> Mat:
    """A seat's board, with what was said beside the cards."""
    said = ["surrendered"] if seat.surrendered else []
    if seat.declared:
        said.append("declared" if seat.declared is True else f"declared {seat.declared}")
    if seat.chips is not None:
        said.append(f"{seat.chips} chips")
    return Mat(_BOARD + seat.name, seat.name, ", ".join(said), Placement.read(seat.layout).codes())


def _example(name: str) -> Example:
    """The first case of a worked example with seats, under rules that this control can offer.

    Raises:
        RuleError: there is no such example, or it is not a deal.
    """
    example = load_cases(name)[0]
    if not example.seats:
        raise RuleError(f"{name}: a worked example with seats is wanted, not one of kind {example.kind!r}")
    if example.agreement.profile.id not in profile_ids() and name in OFFERED:
        raise RuleError(f"{name}: an example under a shipped profile is wanted")
    return example
