"""The game as a widget: the board with one's own cards, and below it everything that becomes of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ipywidgets import VBox

from cptutor.analysis.game import GUEST
from cptutor.cards import deal
from cptutor.widgets.board import Board
from cptutor.widgets.control import Control
from cptutor.widgets.playing import PlayingState

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cptutor.analysis.game import Game
    from cptutor.rules import Rules


class GameTable(VBox):  # type: ignore[misc]  # ipywidgets has no types
    """A game against one to three computer players: set, commit, reveal, keep the ledger, review.

    Args:
        rules: an agreement, a profile or its id. What they leave open is asked before the first deal.
        opponents: names and policies; by default the first of the regulars.
        seed: any whole number or text; the same seed deals the same cards.
        name: the learner's.
        deals: how many; by default what the rules say, else eight.
        arranged: whether the cards are laid out back first to begin with, or left in the hand.

    The board and the control are two widgets in one box. The board is there while cards are being set.

    Raises:
        CardError, DealError, RuleError: as :class:`~cptutor.analysis.game.Game`.
    """

    def __init__(
        self,
        rules: Rules = "basic",
        opponents: Mapping[str, str] | None = None,
        seed: int | str = 1,
        name: str = GUEST,
        deals: int | None = None,
        arranged: bool = False,
    ) -> None:
        self._playing = PlayingState(rules, opponents, seed, name, deals, arranged)
        self._laid_out: object = None
        self.board = Board(deal(1)[0], self._playing.rules.agreement, hand=True, fixed=True)
        self.control = Control(self._playing)
        super().__init__([self.board, self.control])
        self._follow()
        self.board.observe(self._take_rows, "rows")
        self.control.observe(self._follow, "shown")

    @property
    def game(self) -> Game:
        """The game as it stands.

        Raises:
            TutorError: it has not begun, because the rules leave something open.
        """
        return self._playing.playing

    def press(self, name: str) -> str:
        """Press a button by its name (``commit``, ``reveal``, ``next``, ``review``, ``start``); says what was done."""
        return self.control.press(name)

    def _take_rows(self, _change: object) -> None:
        if self._playing.is_setting:
            self._playing.placement = self.board.placement

    def _follow(self, _change: object = None) -> None:
        """Show the board while cards are set, with the cards of the deal that is being set."""
        playing = self._playing
        self.board.layout.display = None if playing.is_setting else "none"
        deal_now = (playing.game, playing.game.number) if playing.game and playing.is_setting else None
        if deal_now is not None and deal_now != self._laid_out and playing.placement is not None:
            self.board.begin(playing.placement, playing.playing.agreement)
        self._laid_out = deal_now

    def __repr__(self) -> str:
        shown = [self.board, self.control] if self._playing.is_setting else [self.control]
        return "\n\n".join(map(repr, shown))

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle = super()._repr_mimebundle_(**kwargs)
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle or {}, {})
        shown = [self.board, self.control] if self._playing.is_setting else [self.control]
        html = "\n".join(part._html() for part in shown)
        return {**data, "text/plain": repr(self), "text/html": html}, metadata
