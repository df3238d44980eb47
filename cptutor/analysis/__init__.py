"""Every layout of thirteen cards at once: bulk ranking, legality, the frontier and the best layouts.

It needs NumPy, which comes with the extra ``analysis`` (``pip install "cptutor[analysis]"``) and with ``lab``; the
rest of the library does without. The names below are loaded, and tables made, when they are first used.

>>> from cptutor.analysis import AllLayouts
>>> hand = AllLayouts("A♠ K♠ Q♠ Q♥ J♠ 10♠ 9♠ 9♦ 8♣ 6♥ 4♠ 3♦ 2♣", "basic")
>>> len(hand.legal), len(hand.frontier)
(19734, 145)
"""

from typing import TYPE_CHECKING

from cptutor.on_demand import names_on_demand

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
    from cptutor.analysis.computers import REGULARS, ComputerPlayer
    from cptutor.analysis.criteria import CRITERIA, Criterion
    from cptutor.analysis.equity import Equity, equity_of
    from cptutor.analysis.game import Game, load_game
    from cptutor.analysis.layouts import AllLayouts, LayoutSet, Tradeoff
    from cptutor.analysis.players import POLICIES, Policy, set_hand
    from cptutor.analysis.plots import Bars, Plot, plot_equity, plot_layouts
    from cptutor.analysis.pool import Pool, pool_of
    from cptutor.analysis.positions import LAYOUTS
    from cptutor.analysis.review import Review, review_layout
    from cptutor.analysis.rows import RowOrdinals, frontier_numbers, legal_mask, rank_deals
    from cptutor.analysis.study import Study, load_study, run_study

__all__ = [
    "CRITERIA",
    "LAYOUTS",
    "POLICIES",
    "REGULARS",
    "STRENGTHS",
    "AllLayouts",
    "Bars",
    "ComputerPlayer",
    "Criterion",
    "Equity",
    "Game",
    "LayoutSet",
    "Plot",
    "Policy",
    "Pool",
    "Review",
    "RowOrdinals",
    "Study",
    "Tradeoff",
    "all_rows",
    "card_indices",
    "equity_of",
    "frontier_numbers",
    "legal_mask",
    "load_game",
    "load_study",
    "ordinal_of",
    "plot_equity",
    "plot_layouts",
    "pool_of",
    "rank_deals",
    "rank_rows",
    "review_layout",
    "run_study",
    "set_hand",
    "strength_of",
]

_NAMES = {
    "arrays": ("STRENGTHS", "all_rows", "card_indices", "ordinal_of", "rank_rows", "strength_of"),
    "computers": ("REGULARS", "ComputerPlayer"),
    "criteria": ("CRITERIA", "Criterion"),
    "equity": ("Equity", "equity_of"),
    "game": ("Game", "load_game"),
    "layouts": ("AllLayouts", "LayoutSet", "Tradeoff"),
    "players": ("POLICIES", "Policy", "set_hand"),
    "plots": ("Bars", "Plot", "plot_equity", "plot_layouts"),
    "pool": ("Pool", "pool_of"),
    "positions": ("LAYOUTS",),
    "review": ("Review", "review_layout"),
    "rows": ("RowOrdinals", "frontier_numbers", "legal_mask", "rank_deals"),
    "study": ("Study", "load_study", "run_study"),
}
__getattr__, __dir__ = names_on_demand(__name__, _NAMES)
