"""The words of the game and the errors of the library.

Everything here is a name: of rows, of categories, of what can go wrong. No number of units and no rule
stands in this module; those are data (see ``rules_data/``).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cptutor.rules.profiles import Gap

ROWS = ("front", "middle", "back")
"""The three rows in the order in which they are written."""

ROW_SIZES = (3, 5, 5)
"""Cards in each row, in the order of :data:`ROWS`."""

HAND_SIZE = sum(ROW_SIZES)
"""Cards in a hand: thirteen."""

CATEGORIES = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)
"""Categories from weakest to strongest. A royal flush is the highest straight flush, not a category."""

FRONT_CATEGORIES = ("high card", "pair", "three of a kind")
"""The categories of a row of three cards."""

ROYAL = "royal flush"
"""The name of the ace-high straight flush, which a table may pay apart."""

FRONT_MIDDLE = "front-middle"
MIDDLE_BACK = "middle-back"
BOUNDARIES = (FRONT_MIDDLE, MIDDLE_BACK)
"""The two places where a layout can be out of order."""


_LONG: Final = re.compile(r"(?<!\w)'(?:[^'\\]|\\.){80,}+'(?!\w)|[^\s/:]{300,}+|[^\s:]{5000,}+")
"""A value between quotation marks, or anything without a blank that is longer than a file's name or its path can be."""


class TutorError(ValueError):
    """Anything a user can put right. Its text is one line that names the thing at fault, by its beginning if long."""

    def __init__(self, text: str) -> None:
        super().__init__(_LONG.sub(lambda found: f"{found[0][:60]}…", text))

    def _render_traceback_(self) -> list[str]:
        """What a notebook shows in place of a traceback: the text says what to put right, not where it was found."""
        return [f"{type(self).__name__}: {self}"]


class CardError(TutorError):
    """A card, or a set of cards, that cannot be: the text names the token or the card."""


class RuleError(TutorError):
    """A rule file, an example file or a ruling that cannot be used: the text names file and key."""


class DealError(TutorError):
    """Seats that cannot be settled: the text names the seat."""


class RulingNeeded(TutorError):  # noqa: N818 (what the table is asked for, not a mistake of the caller)
    """The rules are silent where a deal needs them.

    ``questions`` holds every :class:`~cptutor.rules.profiles.Gap` that the deal can raise, not only the first.
    """

    def __init__(self, profile: str, questions: Iterable[Gap]) -> None:
        self.profile = profile
        self.questions = tuple(questions)
        listed = "; ".join(f"{gap.key}: {gap.question}" for gap in self.questions)
        super().__init__(f"{profile} gives no rule here. Rulings needed: {listed}")
