"""The threshold calculator without its widget: three row results, and what they come to under any rules.

>>> state = ThresholdState("swc")
>>> state.set("middle", "T")
'Middle: tie. The selection has changed: calculate again.'
>>> state.press("calculate")
'Row net 0, overall 0, total 0, opponent 0.'
>>> state.press("reset")
'Win, win, lose. Row net +1, overall +1, total +2, opponent −2.'
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from cptutor.settlement import score
from cptutor.tables import signed
from cptutor.terms import ROWS, RulingNeeded, TutorError
from cptutor.widgets.explaining import steps_of
from cptutor.widgets.model import RULING, ControlState, RulesChosen, no_such, taken
from cptutor.widgets.parts import Button, Check, Choice, Figure, Figures, Group, Message, Tools

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cptutor.rules import Agreement, Rules
    from cptutor.rules.profiles import Gap
    from cptutor.settlement.scorebook import Pairing
    from cptutor.widgets.parts import Part

_WORDS: Final = {"W": "win", "T": "tie", "L": "lose"}
_OPTIONS: Final = tuple((letter, word.capitalize()) for letter, word in _WORDS.items())
_START: Final = ("W", "W", "L")
_PLAIN: Final = re.compile(": (won|lost)$")
"""Where there are no cards, a row's reason only says again who won it."""


@dataclass(frozen=True)
class Result:
    """What some row results came to under some rules: a pairing, or the questions that it takes."""

    rows: tuple[str, ...]
    agreement: Agreement
    pairing: Pairing | None
    questions: tuple[Gap, ...] = ()

    @property
    def figures(self) -> tuple[tuple[str, str], ...]:
        """Row net, every bonus, total and the opposing entry."""
        if self.pairing is None:
            return ()
        found = self.pairing.components
        extra = [(name, found.get(name, 0)) for name in self.agreement.profile.names("bonus")]
        net = self.pairing.net
        named = [("row net", found["rows"]), *extra, ("total", net), ("opponent", -net)]
        return tuple((name, signed(units)) for name, units in named)

    def __str__(self) -> str:
        if self.pairing is None:
            asked = len(self.questions)
            return f"A ruling is needed: {asked} question{'s' * (asked != 1)} to answer."
        text = ", ".join(f"{name} {units}" for name, units in self.figures)
        return f"{text[:1].upper()}{text[1:]}."


class ThresholdState(ControlState):
    """Row results of one pairing: chosen, calculated, and perhaps changed since.

    Args:
        rules: an agreement, a profile or its id.
        live: whether every change is calculated at once.
    """

    label = "Threshold calculator"

    def __init__(self, rules: Rules = "swc", live: bool = False) -> None:
        self.rules = RulesChosen(rules)
        self.live = live
        self.rows: tuple[str, ...] = _START
        self.result = self._calculated()

    @property
    def stale(self) -> bool:
        """Whether the result is of another selection than the one shown."""
        return (self.result.rows, self.result.agreement) != (self.rows, self.rules.agreement)

    def set(self, name: str, value: object) -> str:
        """Choose a row's result, the rules, live or not, or answer a question."""
        was_stale = self.stale
        if name in ROWS:
            letter = taken(value, _WORDS, name)
            self.rows = tuple(
                letter if row == name else old for row, old in zip(ROWS, self.rows, strict=True)
            )
            said = f"{name.capitalize()}: {_WORDS[letter]}."
        elif name == "profile":
            said = self.rules.choose(value)
        elif name == "live":
            self.live = value is True
            said = "Every change is calculated at once." if self.live else "Calculated only when asked for."
        elif name.startswith(RULING):
            said = self.rules.rule(name.removeprefix(RULING), value)
            self.result = self._calculated()
            return f"{said} {self.result}"
        else:
            raise no_such("choice", name)
        if self.live and self.stale:
            self.result = self._calculated()
            return f"{said} {self.result}"
        return f"{said} The selection has changed: calculate again." if self.stale > was_stale else said

    def press(self, name: str) -> str:
        """Calculate, or go back to win, win, lose and calculate that."""
        if name not in ("calculate", "reset"):
            raise no_such("button", name)
        if name == "reset":
            self.rows = _START
        self.result = self._calculated()
        return f"Win, win, lose. {self.result}" if name == "reset" else str(self.result)

    def _calculated(self) -> Result:
        agreement = self.rules.agreement
        try:
            pairing = score("".join(self.rows), agreement, "your side", "the opponent")
        except RulingNeeded as needed:
            return Result(self.rows, agreement, None, needed.questions)
        return Result(self.rows, agreement, pairing)

    def snapshot(self) -> dict[str, Any]:
        """Rules, rows and whether it is live."""
        return {**self.rules.snapshot(), "rows": "".join(self.rows), "live": self.live}

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Come back to a selection; it is calculated at once."""
        rows = kept.get("rows", "".join(self.rows))
        if not isinstance(rows, str) or len(rows) != len(ROWS) or set(rows) - set(_WORDS):
            raise TutorError(f"rows are three letters of W, T and L, not {rows!r}")
        self.rules.restore(kept)
        self.rows = tuple(rows)
        self.live = bool(kept.get("live", self.live))
        self.result = self._calculated()

    def parts(self) -> tuple[Part, ...]:
        """Rules, three results, the questions if there are any, and what it comes to."""
        chosen = zip(ROWS, self.rows, strict=True)
        rows = (Choice(row, row.capitalize(), _OPTIONS, letter) for row, letter in chosen)
        buttons: list[Part] = [Button("reset", "Reset"), Check("live", "Calculate at once", self.live)]
        if not self.live:
            again = "Calculate again" if self.stale else "Calculate"
            buttons.insert(0, Button("calculate", again, "main"))
        parts: list[Part] = [
            self.rules.part(),
            Group("rows", "", tuple(rows)),
            Tools("do", "Calculate", tuple(buttons)),
        ]
        answers = self.rules.answers(() if self.stale else self.result.questions)
        shown = (Group("result", "", tuple(self._result_parts()), "panel"),)
        if answers:
            parts.append(Group("rulings", "Rulings of this table", answers))
        return (*parts, *shown)

    def _result_parts(self) -> list[Part]:
        result, pairing = self.result, self.result.pairing
        if self.stale:
            before = ", ".join(_WORDS[letter] for letter in result.rows)
            told = f"Before, under {result.agreement.profile.id}: {before}. {result}"
            return [Message("stale", "note", "the selection has changed: calculate again", (told,))]
        if pairing is None:
            title = f"a ruling is needed: {result.agreement.profile.id} is silent here"
            return [Message("needed", "question", title, tuple(gap.question for gap in result.questions))]
        figures = tuple(
            Figure(f"figure-{name}", name.capitalize(), units, name == "total")
            for name, units in result.figures
        )
        parts: list[Part] = [Figures("figures", "What it comes to", figures)]
        if pairing.transfers:
            title = "How it comes to that"
            plain = (replace(each, reason=_PLAIN.sub("", each.reason)) for each in pairing.transfers)
            parts.append(steps_of("steps", title, pairing.first, plain))
        return parts
