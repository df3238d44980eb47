"""What an answer is put together from without a keyboard: something to pick, a number to step, cards to arrange.

>>> number = Number("front", "Front")
>>> number.press("more"), number.press("more"), number.value
('Front: 1.', 'Front: 2.', 2)
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Final

from cptutor.html import layout_html
from cptutor.terms import ROWS, TutorError
from cptutor.widgets.model import no_such, taken
from cptutor.widgets.parts import Button, Choice, Field, Mat, Static, Tools
from cptutor.widgets.placement import HAND, Placement
from cptutor.widgets.state import BoardState

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cptutor.layout import Layout
    from cptutor.widgets.parts import Part

AT: Final = "at:"
"""What the name of an entry's part begins with; the entry's key follows."""

_STEPS: Final = {"less": -1, "more": 1}
_LARGEST: Final = 999_999_999
_MOVES: Final = {"move": ("card", "place"), "exchange": ("first", "second"), "undo": (), "redo": ()}
"""What can be done with the cards, and the keys that say with what."""


class Entry(ABC):
    """One thing to be filled in; ``value`` is None while it is empty. What is refused changes nothing."""

    first: str
    """What is said where it is the whole answer, and empty."""

    def __init__(self, key: str, label: str) -> None:
        self.key = key
        self.label = label

    @property
    @abstractmethod
    def value(self) -> Any:
        """What was filled in."""

    @abstractmethod
    def set(self, value: object) -> str:
        """Take what the browser sends; says what now stands there."""

    def press(self, action: str) -> str:
        """Do what one of its own buttons says."""
        raise no_such("button", action)

    @abstractmethod
    def parts(self) -> tuple[Part, ...]:
        """What is shown."""

    @abstractmethod
    def kept(self) -> Any:
        """All that is needed to come back, for JSON."""

    def restore(self, kept: Any) -> None:
        """Come back to what was kept."""
        self.set(kept)

    def _button(self, action: str, label: str, name: str = "", off: bool = False) -> Button:
        return Button(f"{action}:{self.key}", label, off=off, name=name)


class Pick(Entry):
    """One of a few answers; ``options`` holds them by the words that are shown."""

    first = "Choose an answer first."

    def __init__(self, key: str, label: str, options: Mapping[str, int | str]) -> None:
        super().__init__(key, label)
        self.options = options
        self.words = ""

    @property
    def value(self) -> int | str | None:
        """The answer that was picked."""
        return self.options.get(self.words)

    def set(self, value: object) -> str:
        """Pick an answer by its words."""
        self.words = taken(value, self.options, self.label)
        return f"{self.label}: {self.words}."

    def restore(self, kept: Any) -> None:
        """Come back; no words are no answer yet."""
        self.words = taken(kept, ("", *self.options), self.label)

    def parts(self) -> tuple[Part, ...]:
        """Radio buttons."""
        options = tuple((words, words) for words in self.options)
        return (Choice(f"{AT}{self.key}", self.label, options, self.words, twin=bool(self.words)),)

    def kept(self) -> str:
        """The words."""
        return self.words


class Number(Entry):
    """A whole number, with a step down and a step up beside it."""

    first = "Put in a whole number first."

    def __init__(self, key: str, label: str) -> None:
        super().__init__(key, label)
        self._value: int | None = None

    @property
    def value(self) -> int | None:
        """The number."""
        return self._value

    def set(self, value: object) -> str:
        """Take a number as it was typed; nothing typed empties the entry."""
        text = "" if isinstance(value, bool) else str(value).strip().replace("−", "-")
        if text == "" and value == "":
            self._value = None
            return f"{self.label} is empty."
        if not re.fullmatch(r"[+-]?[0-9]{1,9}", text):
            raise TutorError(
                f"{self.label}: a whole number is wanted, such as 2 or -4, not {str(value)[:20]!r}"
            )
        self._value = int(text)
        return f"{self.label}: {self._value}."

    def press(self, action: str) -> str:
        """One less or one more; an empty entry counts from nothing."""
        if action not in _STEPS:
            return super().press(action)
        self._value = max(-_LARGEST, min(_LARGEST, (self._value or 0) + _STEPS[action]))
        return f"{self.label}: {self._value}."

    def parts(self) -> tuple[Part, ...]:
        """The field between its two buttons."""
        shown = "" if self._value is None else str(self._value)
        field = Field(
            f"{AT}{self.key}", self.label, shown, numeric=True, press="check", twin=self._value is not None
        )
        less = self._button("less", "−1", f"{self.label}: one less")
        more = self._button("more", "+1", f"{self.label}: one more")
        typed = Static(f"typed-{self.key}", self.label, f"<p>{self.label}: {shown}</p>", f"{self.label}: {shown}",
                       live=False, twin=self._value is not None)  # fmt: skip
        return (Tools(f"step-{self.key}", self.label, (less, field, more), twin=False), typed)

    def kept(self) -> str:
        """The number as text; empty while there is none."""
        return "" if self._value is None else str(self._value)


class Arrange(Entry):
    """Thirteen cards to be set in three rows; there is no answer until they lie otherwise than at the start."""

    first = "Move a card first: they all lie as they did."

    def __init__(self, key: str, label: str, start: Layout | str, rules: str) -> None:
        super().__init__(key, label)
        self._board = BoardState(start, rules)

    @property
    def value(self) -> Layout | None:
        """The layout."""
        placement = self._board.placement
        return None if placement.same_rows(self._board.start) else placement.layout

    def set(self, value: object) -> str:
        """Move or exchange cards, take back or do again, as a mat in the browser asks."""
        action = value.get("do") if isinstance(value, dict) else None
        if not isinstance(value, dict) or not isinstance(action, str) or action not in _MOVES:
            raise no_such("move", action)
        words = [value.get(key) for key in _MOVES[action]]
        if HAND in words or not all(isinstance(word, str) for word in words):
            raise TutorError("cards are moved to a row here, or exchanged with each other")
        return str(getattr(self._board, action)(*words))

    def press(self, action: str) -> str:
        """Take back the last change, or go back to the start."""
        if action not in ("undo", "reset"):
            return super().press(action)
        return self._board.undo() if action == "undo" else self._board.reset()

    def parts(self) -> tuple[Part, ...]:
        """The cards, and two buttons below them; the rows as they stand once they have been moved."""
        placement = self._board.placement
        rows = [(name, cards) for name, cards in placement if name in ROWS]
        moved = self.value is not None
        tools = (
            self._button("undo", "Undo", off=not self._board.can_undo),
            self._button("reset", "Reset", off=not moved),
        )
        return (
            Mat(f"{AT}{self.key}", self.label, "", placement.codes(), twin=False),
            Tools(f"changes-{self.key}", "Changes", tools, twin=False),
            Static(
                f"rows-{self.key}", self.label, layout_html(rows, {}), str(placement), live=False, twin=moved
            ),
        )

    def kept(self) -> dict[str, list[str]]:
        """The cards of each row by their codes."""
        return self._board.placement.codes()

    def restore(self, kept: Any) -> None:
        """Put the same thirteen cards where they lay."""
        placement = Placement.from_codes(kept)
        if placement.hand:
            raise TutorError(f"{self.label}: every card lies in a row here")
        self._board.place(placement)
