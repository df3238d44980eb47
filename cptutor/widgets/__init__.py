"""The lessons' interactive parts, for Jupyter. Each is a view of the library: it holds no rule of its own.

They need the ``lab`` extra (``pip install "cptutor[lab]"``); the rest of the library does without it.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cptutor.widgets.board import Board
    from cptutor.widgets.controls import (
        AgreementChecklist,
        Practice,
        RoyaltyBench,
        ScorebookExplorer,
        Threshold,
    )

__all__ = ["AgreementChecklist", "Board", "Practice", "RoyaltyBench", "ScorebookExplorer", "Threshold"]

_MODULE_OF = {
    "AgreementChecklist": "controls",
    "Board": "board",
    "Practice": "controls",
    "RoyaltyBench": "controls",
    "ScorebookExplorer": "controls",
    "Threshold": "controls",
}


def __getattr__(name: str) -> object:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
