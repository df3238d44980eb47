"""A game against computer players without its widget: what is asked first, commit, reveal, ledger, and the review.

>>> state = PlayingState("basic", {"Bea": "back first"}, seed=1, arranged=True)
>>> state.press("commit")
'Committed: A♠ K♠ 7♠ / Q♥ J♥ 7♥ 6♥ 2♥ / A♣ 10♣ 9♣ 8♣ 2♣. Nothing can be changed now.'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cptutor.analysis import POLICIES, REGULARS, Game, set_hand
from cptutor.analysis.computers import ANNOUNCING, QUICK
from cptutor.analysis.game import GUEST
from cptutor.html import table_html
from cptutor.legality import check
from cptutor.session.session import read_session
from cptutor.settlement.scorebook import Layouts
from cptutor.settlement.scorebook_html import layouts_html, scorebook_html
from cptutor.settlement.seats import MOST_SEATS
from cptutor.tables import signed
from cptutor.terms import CardError, RulingNeeded, TutorError
from cptutor.widgets.explaining import steps_of
from cptutor.widgets.model import RULING, ControlState, RulesChosen, line_of, no_such, taken
from cptutor.widgets.parts import Button, Check, Choice, Field, Fold, Group, Message, Static, Tools
from cptutor.widgets.placement import Placement

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cptutor.analysis.review import Review
    from cptutor.layout import Layout
    from cptutor.rules import Rules
    from cptutor.rules.profiles import Gap
    from cptutor.settlement.scorebook import Scorebook
    from cptutor.widgets.parts import Part

_SEAT: Final = "seat:"
_ARRANGED: Final = "back first"
"""How the learner's cards lie at first, if they are laid out."""


class PlayingState(ControlState):
    """One learner against one to three computer players, deal after deal.

    Args:
        rules: an agreement, a profile or its id. What they leave open is asked before the first deal.
        opponents: names and policies; by default the first of the regulars.
        seed: any whole number or text.
        name: the learner's.
        deals: how many; by default as :class:`~cptutor.analysis.game.Game` has it.
        arranged: whether the learner's cards are laid out back first to begin with, or left in the hand.

    ``placement`` is where the learner's cards lie: on a board, which says so whenever one is moved.
    """

    label = "Game against computer players"

    def __init__(
        self,
        rules: Rules = "basic",
        opponents: Mapping[str, str] | None = None,
        seed: int | str = 1,
        name: str = GUEST,
        deals: int | None = None,
        arranged: bool = False,
    ) -> None:
        self.rules = RulesChosen(rules)
        given = dict([next(iter(REGULARS.items()))]) if opponents is None else dict(opponents)
        others = {each: policy for each, policy in REGULARS.items() if each not in (*given, name)}
        self.known = given | others
        self.seated = tuple(given)
        self.seed, self.name, self.deals, self.arranged = seed, name, deals, arranged
        self.game: Game | None = None
        self.questions: tuple[Gap, ...] = ()
        self.declared = False
        self.against = ""
        self.reviewed: Review | None = None
        self.placement: Placement | None = None
        self._start()

    # The game

    def _start(self, demonstration: bool = False) -> None:
        """Begin a game; where the rules leave something open, ask it first."""
        opponents = {name: self.known[name] for name in self.seated}
        try:
            game = Game(
                self.rules.agreement,
                opponents,
                seed=self.seed,
                name=self.name,
                deals=self.deals,
                demonstration=demonstration,
            )
        except RulingNeeded as needed:
            self.game, self.questions, self.placement = None, needed.questions, None
            return
        self._take(game)

    def _take(self, game: Game) -> None:
        self.game, self.questions = game, ()
        if game.agreement.invented:
            self.rules.agree(
                game.agreement
            )  # what was made up once holds for the next game too, and says so there
        self.against = game.reviewed_against
        self._lay_out()

    def _lay_out(self) -> None:
        """The learner's cards of this deal, as they lie before anything is moved."""
        self.reviewed, self.declared = None, False
        game = self.playing
        cards = list(game.cards)
        self.placement = Placement.read(
            set_hand(cards, _ARRANGED, game.agreement) if self.arranged else cards
        )

    @property
    def playing(self) -> Game:
        """The game.

        Raises:
            TutorError: it has not begun, because something is still open.
        """
        if self.game is None:
            raise TutorError("the game has not begun: answer what is still open first")
        return self.game

    @property
    def is_setting(self) -> bool:
        """Whether the learner is setting cards."""
        return self.game is not None and self.game.phase == "setting"

    # What can be done

    def set(self, name: str, value: object) -> str:
        """Change how the next game is played, announce a special hand, or choose whom a review is against."""
        if name == "declared" and self.is_setting and self.playing.declares:
            self.declared = _yes(value)
            return f"A special hand {'is announced' if self.declared else 'is not announced'}."
        if name == "against" and self.game is not None:
            self.against, self.reviewed = taken(value, QUICK, "policy"), None
            return f"The review is against {self.against}."
        if name == "seed":
            self.seed = line_of(str(value)).strip() or "1"
            return f"The next game is dealt by {self.seed}."
        if name == "arranged":
            self.arranged = _yes(value)
            return (
                f"Your cards {'are laid out back first' if self.arranged else 'stay in your hand'} at first."
            )
        if name == "profile":
            said = self.rules.choose(value)
            return self._ask_again(said)
        if name.startswith(RULING):
            return self._ask_again(self.rules.rule(name.removeprefix(RULING), value))
        if name.startswith(_SEAT) and name.removeprefix(_SEAT) in self.known:
            return self._seat(name.removeprefix(_SEAT), _yes(value))
        raise no_such("choice", name)

    def _ask_again(self, said: str) -> str:
        """While the game waits for answers, find what is open now; a game that has begun goes on as it is."""
        if self.game is not None:
            return f"{said} It holds for the next game."
        self._start()
        if self.game is None:
            return f"{said} {len(self.questions)} still open."
        self.game, self.placement = None, None  # it begins by its button, not by an answer
        return f"{said} Nothing is open any more: deal the cards."

    def _seat(self, player: str, sits: bool) -> str:
        chosen = tuple(name for name in self.known if (sits if name == player else name in self.seated))
        if not 1 <= len(chosen) < MOST_SEATS:
            raise TutorError(f"one to {MOST_SEATS - 1} opponents can play, not {len(chosen)}")
        self.seated = chosen
        said = f"In the next game {player} {'plays' if sits else 'does not play'}."
        return said if self.game is not None else self._ask_again(said)

    def press(self, name: str) -> str:
        """Deal, commit, reveal, go on, or review."""
        if name in ("start", "demonstration"):
            return self._begin(name == "demonstration")
        steps = {"commit": self._commit, "reveal": self._reveal, "next": self._next, "review": self._review}
        if name not in steps or self.game is None:
            raise no_such("button", name)
        return steps[name]()

    def _begin(self, demonstration: bool) -> str:
        if demonstration and self.game is not None:
            raise no_such("button", "demonstration")
        self._start(demonstration)
        self.focus = "deal"
        if self.game is None:
            self.focus = "rulings"
            asked = len(self.questions)
            return f"{asked} question{'s' * (asked != 1)} to answer before the first deal."
        return f"{self._title()}. {self._who()}"

    def _commit(self) -> str:
        game = self.playing
        placement = self.placement
        if game.phase == "setting" and placement is not None and placement.hand:
            left = len(placement.hand)
            raise CardError(
                f"{left} card{'s are' if left != 1 else ' is'} not set yet: all thirteen go into the rows"
            )
        layout = placement.layout if placement is not None else None
        game.commit(layout if layout is not None else "", self.declared)
        self.focus = "reveal"
        return f"Committed: {game.committed}. Nothing can be changed now."

    def _reveal(self) -> str:
        book = self.playing.reveal()
        self.focus = "deal"
        return f"Revealed: {_totals(book)}."

    def _next(self) -> str:
        self.playing.next_deal()
        self._lay_out()
        self.focus = "deal"
        return f"{self._title()}. {self._who()}"

    def _review(self) -> str:
        self.reviewed = self.playing.review(self.against)
        self.focus = "review"
        return f"{str(self.reviewed).splitlines()[0]} {self.reviewed.verdict}"

    # Kept

    def snapshot(self) -> dict[str, Any]:
        """The rules, who plays, the seed, the deals so far, and what has been committed."""
        game = self.game
        return {
            **self.rules.snapshot(),
            "seed": self.seed,
            "opponents": {name: self.known[name] for name in self.seated},
            "arranged": self.arranged,
            "game": None
            if game is None
            else {
                "seed": game.seed,
                "opponents": {each.name: each.policy.name for each in game.computers},
                "session": game.session.as_dict(),
                "open": game.phase == "revealed",
                "committed": str(game.committed) if game.phase == "committed" else "",
                "declared": self.declared,
            },
        }

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Come back to a game; every deal of it is dealt, set and settled again."""
        self.rules.restore(kept)
        opponents = kept.get("opponents", {name: self.known[name] for name in self.seated})
        if not isinstance(opponents, dict) or not 1 <= len(opponents) < MOST_SEATS:
            raise TutorError("opponents are one to three policies by name")
        for policy in opponents.values():
            taken(policy, POLICIES, "policy")
        self.known, self.seated = {**self.known, **opponents}, tuple(opponents)
        self.seed = line_of(str(kept.get("seed", self.seed)))
        self.arranged = _yes(kept.get("arranged", self.arranged))
        if "game" not in kept:
            return
        if kept["game"] is None:
            self._start()
            self.game, self.placement = None, None
            return
        self._restore_game(kept["game"])

    def _restore_game(self, kept: Mapping[str, Any]) -> None:
        own = self.rules.agreement.profile
        profile = own if kept["session"]["profile"] == own.id and own.file is not None else None
        session = read_session(kept["session"], "session", profile)
        game = Game.resume(session, kept["opponents"], seed=kept["seed"], open_still=kept["open"])
        self._take(game)
        if kept["committed"]:
            game.commit(kept["committed"], kept["declared"])
        self.declared = _yes(kept["declared"])

    # Shown

    def parts(self) -> tuple[Part, ...]:
        """The questions or the deal, the ledger, how the others set, and how to play another game."""
        if self.game is None:
            return (
                *self._asking(),
                Fold("wanted", "Other rules or opponents", self._settings(), opened=True),
            )
        session = self.game.session
        shown: list[Part] = [Group("deal", self._title(), tuple(self._deal_parts()), "panel", self._who())]
        if self.game.phase == "revealed":
            shown.append(Group("review", "Your layout, looked at again", tuple(self._review_parts())))
        if session.played:
            html = session.ledger._repr_html_() + session.standings._repr_html_()
            text = f"{session.ledger}\n\n{session.standings}"
            shown.append(Group("kept", "Ledger", (Static("ledger", "Ledger and standings", html, text),)))
        start = Tools("start-tools", "Another game", (Button("start", "Deal a new game"),))
        return (
            *shown,
            Fold("others", "How the others set", (self._rules_of_others(),)),
            Fold("another", "Another game", (*self._settings(), start), twin=False),
        )

    def _asking(self) -> tuple[Part, ...]:
        profile = self.rules.agreement.profile
        asked = len(self.questions)
        made_up = [Button("demonstration", "Play with made-up answers")] if asked else []
        buttons = Tools("start-tools", "Begin", (Button("start", "Deal the cards", "main"), *made_up))
        title = "nothing is open any more"
        if asked:
            title = (
                f"{profile.id} leaves {asked} question{'s' * (asked != 1)} open: answer before the first deal"
            )
        message = Message("needed", "question" if asked else "good", title)
        return message, Group(
            "rulings", "Rulings of this table", (*self.rules.answers(self.questions), buttons)
        )

    def _settings(self) -> tuple[Part, ...]:
        boxes = tuple(
            Check(f"{_SEAT}{name}", f"{name}: {policy}", name in self.seated)
            for name, policy in self.known.items()
        )
        return (
            self.rules.part(),
            Tools("seats", "Opponents", boxes),
            Check("arranged", "Lay my cards out back first to begin with", self.arranged),
            Field("seed", "Seed", str(self.seed), "The same seed deals the same cards again."),
        )

    def _title(self) -> str:
        game = self.playing
        where = f"Deal {game.number} of {game.session.deals}"
        if game.book is not None:
            return f"{where}: {_totals(game.book)}"
        return f"{where}: {'set your cards' if game.phase == 'setting' else 'your cards lie face down'}"

    def _who(self) -> str:
        game = self.playing
        others = ", ".join(f"{each.name} ({each.policy.name})" for each in game.computers)
        made_up = " Some rulings were made up for demonstration." if game.agreement.invented else ""
        return f"Rules: {game.agreement.profile.title}. {game.dealer} deals. Opposite: {others}.{made_up}"

    def _deal_parts(self) -> list[Part]:
        game = self.playing
        if game.phase == "setting":
            boxes = [Check("declared", "I announce a special hand", self.declared)] if game.declares else []
            return [Tools("commit-tools", "Commit", (*boxes, Button("commit", "Commit", "main")))]
        if game.book is None:
            mine = Layouts([(game.name, self._committed())])
            announced = (
                (Message("announced", "note", "you have announced a special hand"),) if self.declared else ()
            )
            return [
                Static("mine", "Your layout", layouts_html(mine), f"{game.name}  {game.committed}"),
                *announced,
                Tools("reveal-tools", "Reveal", (Button("reveal", "Reveal", "main"),)),
            ]
        return self._revealed(game.book)

    def _committed(self) -> Layout:
        layout = self.playing.committed
        if layout is None:
            raise TutorError("nothing has been committed")
        return layout

    def _revealed(self, book: Scorebook) -> list[Part]:
        game = self.playing
        seats = game.session.played[-1].seats
        cards = Layouts((seat.name, seat.layout) for seat in seats)
        verdict = check(seats[0].layout, game.agreement)
        announced = tuple(f"{seat.name} announced a special hand" for seat in seats if seat.declared)
        parts: list[Part] = [
            Static(
                "hands",
                "The layouts side by side",
                layouts_html(cards),
                "\n".join(f"{name}  {layout}" for name, layout in cards.items()),
            )
        ]
        if not verdict.legal:
            title, *told = str(verdict).splitlines()
            parts.append(
                Message("foul", "bad", f"{game.name}: {title}", tuple(line.strip() for line in told))
            )
        if announced:
            parts.append(Message("announced", "note", "announced before the reveal", announced))
        parts.append(Static("book", "Scorebook", scorebook_html(book), str(book)))
        account = book.why(game.name)
        title = f"Why {game.name} has {signed(account.total)}"
        parts.append(Fold("why", title, (steps_of("account", "", game.name, account),), twin=False))
        if game.finished:
            parts.append(Message("over", "note", "the game is over", (_standing(game),)))
        else:
            parts.append(Tools("next-tools", "Go on", (Button("next", "Next deal", "main"),)))
        return parts

    def _review_parts(self) -> list[Part]:
        options = tuple((name, name) for name in QUICK)
        hint = "Drawn from the cards that you did not hold; it is not about the hands that were turned up."
        parts: list[Part] = [
            Choice("against", "Against opponents who set", options, self.against, "select", hint),
            Tools("review-tools", "Review", (Button("review", "Review my layout"),)),
        ]
        if self.reviewed is not None:
            found = self.reviewed
            parts.append(Static("found", "The review", found._repr_html_(), str(found)))
        return parts

    def _rules_of_others(self) -> Static:
        rows = [(each.name, each.policy.name, each.policy.about) for each in self.playing.computers]
        html = table_html(("player", "sets", "which means"), rows) + f"<p>{ANNOUNCING}</p>"
        text = "\n".join(f"{name}: {policy}, {about}" for name, policy, about in rows)
        return Static("policies", "How the others set", html, f"{text}\n{ANNOUNCING}")


def _totals(book: Scorebook) -> str:
    return ", ".join(f"{name} {signed(units)}" for name, units in book.totals.items())


def _standing(game: Game) -> str:
    return ", ".join(
        f"{each.position}. {each.player} {signed(each.total)}" for each in game.session.standings
    )


def _yes(value: object) -> bool:
    if not isinstance(value, bool):
        raise TutorError(f"true or false is wanted, not {value!r}")
    return value
