r"""The controls beside the board: a calculator, a scorebook that explains itself, royalties, an agreement, practice.

>>> print("\n".join(repr(Threshold()).splitlines()[:5]))
Rules: swc: 1 a row, +1 for at least two rows won, royalties of 2 to 5 added
Front: Win
Middle: Win
Back: Lose
Row net +1, Overall +1, Total +2, Opponent −2
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cptutor.widgets.checklist import ChecklistState
from cptutor.widgets.control import Control
from cptutor.widgets.explorer import ExplorerState
from cptutor.widgets.legend import CARDS
from cptutor.widgets.practice import PracticeState
from cptutor.widgets.royalties import BenchState
from cptutor.widgets.threshold import ThresholdState

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cptutor.rules import Agreement, Rules
    from cptutor.settlement.seats import Seats


class Threshold(Control):
    """Three row results (win, tie, lose) and what they come to: row net, bonuses, total, and the opposing entry.

    Args:
        profile: an agreement, a profile or its id.
        live: whether every change is calculated at once.

    Raises:
        RuleError: there is no such profile.
    """

    def __init__(self, profile: Rules = "swc", live: bool = False) -> None:
        super().__init__(ThresholdState(profile, live))


class ScorebookExplorer(Control):
    """A deal and its scorebook under any rules; "why?" leads from a total to its transfers, rules and sources.

    Each seat is a board, on which cards are moved and exchanged; all seats stand below as text as well, to be edited.

    Args:
        seats: the seats of a deal, or the id of a worked example that is settled.
        profile: an agreement, a profile or its id; by default the example's own, or ``swc``.

    Raises:
        CardError, DealError: as :func:`~cptutor.settlement.settle`.
        RuleError: there is no such example or profile.
    """

    def __init__(self, seats: Seats | str = "scorebook-three", profile: Rules | None = None) -> None:
        super().__init__(ExplorerState(seats, profile), CARDS)


class Practice(Control):
    """A stream of questions with immediate feedback, a score, and a repeat of what was missed.

    Args:
        seed: any whole number or text; the same seed asks the same questions everywhere.
        kinds: what is asked: ``"row"`` (who wins it), ``"legal"`` (is a layout), ``"net"`` (of a pairing); by default
            all.
        profile: an agreement, a profile or its id.

    Raises:
        TutorError: there is no such kind or profile.
    """

    def __init__(self, seed: int | str = 1, kinds: Iterable[str] = (), profile: Rules = "swc") -> None:
        super().__init__(PracticeState(seed, kinds, profile))


class RoyaltyBench(Control):
    """A hand in a row, and what it pays as a royalty under every profile; where it pays nothing, why not."""

    def __init__(self) -> None:
        super().__init__(BenchState())


class AgreementChecklist(Control):
    """What the rules leave open, as questions to answer; the agreement grows beside them, as a page and as a file.

    Args:
        profile: an agreement to go on with, a profile or its id.

    Raises:
        RuleError: there is no such profile.
    """

    def __init__(self, profile: Rules = "swc") -> None:
        self._checklist = ChecklistState(profile)
        super().__init__(self._checklist)

    @property
    def agreement(self) -> Agreement:
        """The agreement as it stands, for ``settle`` and the rest of the library."""
        return self._checklist.agreement
