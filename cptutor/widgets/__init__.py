"""The lessons' interactive parts, for Jupyter. Each is a view of the library: it holds no rule of its own.

They need the ``lab`` extra (``pip install "cptutor[lab]"``); the rest of the library does without it.
"""

from typing import TYPE_CHECKING

from cptutor.on_demand import names_on_demand

if TYPE_CHECKING:
    from cptutor.widgets.answer_pad import AnswerPad
    from cptutor.widgets.board import Board
    from cptutor.widgets.controls import (
        AgreementChecklist,
        Practice,
        RoyaltyBench,
        ScorebookExplorer,
        Threshold,
    )
    from cptutor.widgets.game_table import GameTable

__all__ = [
    "AgreementChecklist",
    "AnswerPad",
    "Board",
    "GameTable",
    "Practice",
    "RoyaltyBench",
    "ScorebookExplorer",
    "Threshold",
]

_NAMES = {
    "answer_pad": ("AnswerPad",),
    "board": ("Board",),
    "controls": ("AgreementChecklist", "Practice", "RoyaltyBench", "ScorebookExplorer", "Threshold"),
    "game_table": ("GameTable",),
}

__getattr__, __dir__ = names_on_demand(__name__, _NAMES)
