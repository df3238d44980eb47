"""The board: thirteen cards to set with mouse, finger or keys, and the verdict beside them.

>>> board = Board("Q♠ Q♥ 2♣ / 9♠ 9♦ 8♣ 6♥ 3♦ / A♠ K♠ J♠ 10♠ 4♠")
>>> board.check()
Foul at front-middle
  front-middle: the front outranks the middle (pair of queens beats pair of nines)
>>> _ = board.exchange("Q♥", "3♦")
>>> board
front   Q♠ 3♦ 2♣
middle  9♠ 9♦ 8♣ 6♥ Q♥
back    A♠ K♠ J♠ 10♠ 4♠
The rows have changed since: check again. Before: Foul at front-middle
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import traitlets

from cptutor.cards import deal
from cptutor.html import layout_html, message_html
from cptutor.terms import ROWS, CardError
from cptutor.widgets.bundle import script, styles
from cptutor.widgets.legend import CARDS
from cptutor.widgets.placement import Codes, Placement
from cptutor.widgets.presets import as_presets
from cptutor.widgets.state import BoardState
from cptutor.widgets.view import View, in_words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cptutor.cards import Card
    from cptutor.layout import Layout
    from cptutor.rules import Agreement, Rules
    from cptutor.widgets.finding import Finding
    from cptutor.widgets.placement import Cards

_FIRST_PRESETS: Final = "workshop"
"""What an empty board begins with."""

_ACTIONS: Final[dict[str, tuple[str, ...]]] = {
    "move": ("card", "place"),
    "exchange": ("first", "second"),
    "sort": ("order",),
    "undo": (),
    "redo": (),
    "reset": (),
    "preset": ("number",),
    "put": ("cards",),
    "deal": ("seed",),
    "check": (),
}
"""What the browser may ask for, and the keys that say with what."""

_OTHER_CARDS: Final = ("preset", "put", "deal")
"""What may bring other cards."""


class Board(View):
    """Thirteen cards in three rows, to be moved, exchanged and checked.

    Args:
        layout_or_cards: a layout or its text, or thirteen cards, which then lie in the hand; by default the first
            of the presets.
        profile: an agreement, a profile or its id.
        presets: buttons with layouts: the id of a set in ``rules_data/presets.toml``, or ``{"words": layout}``. The
            first is the original that "reset" goes back to.
        hand: whether cards can be laid back into an unset hand.
        live: whether the verdict shows after every move, not only when asked for.
        fixed: whether only the program puts other cards on, with :meth:`begin`, and not the learner.
        seed: deal thirteen cards for the hand instead; the same seed deals the same cards everywhere.

    ``rows`` holds the state: the cards of each place by name, in plain letters such as ``Qs`` and ``Th``. Whatever is
    assigned to it, here or in the browser, the thirteen cards stay the same: anything else is refused.

    Raises:
        CardError: not thirteen different cards, or cards and a seed.
        RuleError: there is no such profile, or no such set of presets.
    """

    _esm = script("board.js")
    _css = styles("shared.css", "mat.css", "board.css")

    keeps = "rows"
    rows = traitlets.Dict().tag(sync=True)

    _model: BoardState

    def __init__(
        self,
        layout_or_cards: Cards | None = None,
        profile: Rules = "basic",
        presets: str | Mapping[str, Cards] | None = None,
        hand: bool = False,
        live: bool = False,
        seed: int | str | None = None,
        fixed: bool = False,
    ) -> None:
        if layout_or_cards is None and seed is None and not presets:
            presets = _FIRST_PRESETS
        ready = as_presets(presets)
        if layout_or_cards is not None and seed is not None:
            raise CardError("a board begins with cards or with a seed, not with both")
        cards: Placement | Cards
        if seed is not None:
            cards = deal(seed)[0]
        else:
            cards = ready[0].placement if layout_or_cards is None else layout_or_cards
        self._hand = hand
        self._fixed = fixed
        super().__init__(BoardState(cards, profile, ready, live), CARDS)

    # For lessons and programs

    @property
    def placement(self) -> Placement:
        """Where the cards lie, the hand included."""
        return self._model.placement

    @property
    def current_layout(self) -> Layout:
        """The three rows as they stand.

        Raises:
            CardError: cards are left in the hand.
        """
        layout = self._model.placement.layout
        if layout is None:
            raise CardError(f"{len(self._model.placement.hand)} of the thirteen cards are still in the hand")
        return layout

    @property
    def agreement(self) -> Agreement:
        """The rules in force on this board."""
        return self._model.agreement

    def agree(self, rules: Rules) -> None:
        """Judge by other rules from now on."""
        self._model.agree(rules)
        self._publish()

    def check(self) -> Finding:
        """Judge the rows as they stand, as the button does."""
        finding = self._model.check()
        self._publish()
        return finding

    def move(self, card: Card | str, place: str) -> str:
        """Move a card to the front, middle, back or hand; says what was done."""
        return self._do("move", card, place)

    def exchange(self, first: Card | str, second: Card | str) -> str:
        """Exchange two cards; says what was done."""
        return self._do("exchange", first, second)

    def sort(self, order: str) -> str:
        """Sort each row by ``rank`` or ``suit``."""
        return self._do("sort", order)

    def undo(self) -> str:
        """Take back the last change."""
        return self._do("undo")

    def redo(self) -> str:
        """Do again what was undone."""
        return self._do("redo")

    def reset(self) -> str:
        """Go back to the original."""
        return self._do("reset")

    def put(self, cards: Cards) -> str:
        """Put other cards on the board: a layout, its text, or thirteen cards for the hand."""
        return self._do("put", cards)

    def deal(self, seed: int | str) -> str:
        """Deal thirteen other cards into the hand."""
        return self._do("deal", seed)

    def begin(self, cards: Placement | Cards, rules: Rules) -> None:
        """Begin afresh with other cards and rules; nothing leads back to what was on the board before."""
        self._model = BoardState(cards, rules, self._model.presets, self._model.live)
        self._publish()

    # What the browser sends and gets

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Take what a browser has set: only rows, and only of the same thirteen cards."""
        if "rows" in sync_data:
            try:
                self._placement_of(sync_data["rows"])
                super().set_state({"rows": sync_data["rows"]})
            except Exception as error:  # whatever was sent or a callback did, the page must say so
                self._publish(problem=in_words(error))
                self.send_state("rows")

    def _perform(self, asked: dict[str, Any]) -> str:
        was_stale = self._model.stale
        action = asked.get("do")
        if not isinstance(action, str) or action not in _ACTIONS:
            raise CardError(f"a board cannot {action!r}")
        if self._fixed and action in _OTHER_CARDS:
            raise CardError("the cards on this board stay the same")
        missing = [key for key in _ACTIONS[action] if not isinstance(asked.get(key), (str, int))]
        if missing:
            raise CardError(f"{action}: {missing[0]!r} is wanted")
        said = getattr(self._model, action)(*(asked[key] for key in _ACTIONS[action]))
        if action == "check":
            self._answer["seen"] = True  # it stands beside the rows as well
            return str(said.spoken)
        if self._model.live and self._model.finding:
            return f"{said} {self._model.finding.title}."
        return f"{said} The rows have changed: check again." if self._model.stale > was_stale else str(said)

    @traitlets.validate("rows")
    def _refuse_other_cards(self, proposal: dict[str, Any]) -> Codes:
        if self._publishing:
            return Placement.from_codes(proposal["value"]).codes()
        try:
            return self._placement_of(proposal["value"]).codes()
        except CardError as error:
            raise traitlets.TraitError(str(error)) from None

    @traitlets.observe("rows")
    def _take_rows(self, change: dict[str, Any]) -> None:
        if not self._publishing:
            self._model.place(self._placement_of(change["new"]))
            self._publish()

    def _placement_of(self, codes: object) -> Placement:
        placement = Placement.from_codes(codes)
        strange = sorted(placement.cards - self._model.placement.cards)
        if strange:
            raise CardError(f"{strange[0]} is not on this board")
        return placement

    def _snapshot(self) -> Codes:
        return self._model.placement.codes()

    def _to_show(self) -> dict[str, Any]:
        state = self._model
        return {
            "hand": self._hand or bool(state.placement.hand or state.start.hand),
            "finding": state.finding.as_dict() if state.finding else None,
            "stale": state.stale,
            "live": state.live,
            "fixed": self._fixed,
            "undo": state.can_undo,
            "redo": state.can_redo,
            "presets": [preset.title for preset in state.presets],
            "rules": state.agreement.profile.title,
        }

    # The static twin

    def __repr__(self) -> str:
        state = self._model
        lines = [str(state.placement)]
        if state.finding and state.stale:
            lines.append(f"The rows have changed since: check again. Before: {state.finding.title}")
        elif state.finding:
            lines.append(str(state.finding))
        return "\n".join(lines)

    def _html(self) -> str:
        state, finding = self._model, self._model.finding
        fresh = finding is not None and not state.stale
        shown = [(name, cards) for name, cards in state.placement if cards or name in ROWS]
        words = finding.words if finding and fresh else {}
        parts = [layout_html(shown, words)]
        if finding and fresh:
            parts.append(message_html(finding.kind, finding.title, finding.lines))
        elif finding:
            before = [f"Before: {finding.title}"]
            parts.append(message_html("note", "the rows have changed: check again", before))
        return "\n".join(parts)
