"""Every layout of thirteen cards at once: bulk ranking, legality, the frontier and the best layouts.

It needs NumPy, which comes with the extra ``analysis`` (``pip install "cptutor[analysis]"``) and with ``lab``; the
rest of the library does without. The names below are loaded, and tables made, when they are first used.

>>> from cptutor.analysis import AllLayouts
>>> hand = AllLayouts("A♠ K♠ Q♠ Q♥ J♠ 10♠ 9♠ 9♦ 8♣ 6♥ 4♠ 3♦ 2♣", "basic")
>>> len(hand.legal), len(hand.frontier)
(19734, 145)
"""

from importlib import import_module
from typing import TYPE_CHECKING

try:
    import numpy as _numpy  # noqa: F401 (only to say plainly what is missing)
except ModuleNotFoundError as missing:
    if missing.name != "numpy":
        raise
    raise ModuleNotFoundError(
        "numpy is not installed: install cptutor with its extra named analysis, cptutor[analysis]",
        name="numpy",
    ) from None

if TYPE_CHECKING:
    from cptutor.analysis.arrays import (
        STRENGTHS,
        all_rows,
        card_indices,
        ordinal_of,
        rank_rows,
        strength_of,
    )
    from cptutor.analysis.criteria import CRITERIA, Criterion
    from cptutor.analysis.layouts import AllLayouts, LayoutSet, Tradeoff
    from cptutor.analysis.positions import LAYOUTS
    from cptutor.analysis.rows import RowOrdinals, frontier_numbers, legal_mask, rank_deals

__all__ = [
    "CRITERIA",
    "LAYOUTS",
    "STRENGTHS",
    "AllLayouts",
    "Criterion",
    "LayoutSet",
    "RowOrdinals",
    "Tradeoff",
    "all_rows",
    "card_indices",
    "frontier_numbers",
    "legal_mask",
    "ordinal_of",
    "rank_deals",
    "rank_rows",
    "strength_of",
]

_NAMES = {
    "arrays": ("STRENGTHS", "all_rows", "card_indices", "ordinal_of", "rank_rows", "strength_of"),
    "criteria": ("CRITERIA", "Criterion"),
    "layouts": ("AllLayouts", "LayoutSet", "Tradeoff"),
    "positions": ("LAYOUTS",),
    "rows": ("RowOrdinals", "frontier_numbers", "legal_mask", "rank_deals"),
}
_MODULE_OF = {name: module for module, names in _NAMES.items() for name in names}


def __getattr__(name: str) -> object:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
