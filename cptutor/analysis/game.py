"""A game against computer players: set thirteen cards, commit, reveal, keep the book, and look at the layout again.

>>> game = Game("basic", {"Bea": "back first"}, seed=1, deals=2)
>>> game.commit("K♠ 9♣ 6♥ / 7♠ 7♥ 8♣ J♥ 10♣ / A♠ A♣ 2♥ 2♣ Q♥")
>>> game.reveal().totals
{'Guest': -1, 'Bea': 1}
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final, Literal

from cptutor.analysis.asking import answered
from cptutor.analysis.claims import specials_count
from cptutor.analysis.computers import QUICK, computers_of
from cptutor.analysis.given import seat_names
from cptutor.analysis.review import review_layout
from cptutor.cards import deal, show_cards
from cptutor.session import Session, load_session
from cptutor.settlement.declarations import FalseDeclarationError, claim_of
from cptutor.settlement.seats import Seat, read_seat
from cptutor.tables import Table, signed
from cptutor.terms import ROW_SIZES, CardError, DealError, RuleError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from cptutor.analysis.computers import ComputerPlayer
    from cptutor.analysis.players import Policy
    from cptutor.analysis.review import Review
    from cptutor.cards import Card
    from cptutor.layout import Layout
    from cptutor.rules import Agreement, Rules
    from cptutor.rules.profiles import Profile
    from cptutor.session.ledger import Played
    from cptutor.settlement.scorebook import Scorebook

GUEST: Final = "Guest"
"""The learner's name, if no other is given."""

DEALS: Final = 8
"""How many deals a game has where neither the rules nor the learner say."""

LONGEST_SEED: Final = 200
"""Characters of a seed."""

Phase = Literal["setting", "committed", "revealed"]


class Game:
    """One learner and one to three computer players, deal after deal.

    Each deal goes from ``setting`` to ``committed`` to ``revealed``. What has been committed stays as it is.

    Args:
        rules: an agreement, a profile or its id.
        opponents: names of the computer players in clockwise order, each with its policy or the name of one; by
            default one of the :data:`~cptutor.analysis.computers.REGULARS`.
        seed: any whole number or text; the same seed deals the same cards, and the same policies set them alike.
        name: the learner's.
        deals: how many there are; by default what the rules say, else :data:`DEALS`.
        demonstration: whether made-up answers fill what the rules leave open; the agreement then says so.

    Raises:
        CardError: no such policy.
        DealError: no opponent or more than three; a name that is none or is there twice; a number of deals or a seed
            that cannot be.
        RulingNeeded: before the first card is dealt, with every question that some deal of the game can raise.
    """

    def __init__(
        self,
        rules: Rules = "basic",
        opponents: Mapping[str, str | Policy] | None = None,
        *,
        seed: int | str = 1,
        name: str = GUEST,
        deals: int | None = None,
        demonstration: bool = False,
    ) -> None:
        computers = computers_of(opponents)
        agreement = answered(
            rules, opponents=len(computers), fouls=True, announcing=True, demonstration=demonstration
        )
        names = [name, *(player.name for player in computers)]
        self._begin(Session(agreement, names, _number_of_deals(agreement, deals)), computers, seed)

    @classmethod
    def resume(
        cls,
        session: Session,
        opponents: Mapping[str, str | Policy] | None = None,
        *,
        seed: int | str = 1,
        open_still: bool = False,
    ) -> Game:
        """Go on with a session: the first of its players is the learner, the others are the computer's.

        Args:
            session: the deals that were played.
            opponents: as when the game began.
            seed: as when the game began.
            open_still: whether its last deal still lies open on the table; else the next one is dealt.

        Raises:
            CardError, DealError: as :class:`Game`; or a deal was not dealt by this seed, or a player's layout is not
                what its policy sets. Both are named.
            RulingNeeded: the session's rules leave open what a further deal can raise.
        """
        computers = computers_of(opponents)
        names = [player.name for player in computers]
        if list(session.players[1:]) != names:
            raise DealError(
                f"the opponents of this session are {', '.join(session.players[1:])}, not {', '.join(names)}"
            )
        answered(session.agreement, opponents=len(computers), fouls=True, announcing=True)
        game = cls.__new__(cls)
        game._begin(session, computers, seed)
        for played in session.played:
            game._refuse_other_deal(played)
        game._revealed = session.finished or (open_still and bool(session.played))
        return game

    def _begin(self, session: Session, computers: tuple[ComputerPlayer, ...], seed: int | str) -> None:
        if isinstance(seed, bool) or not isinstance(seed, (int, str)) or len(str(seed)) > LONGEST_SEED:
            raise DealError("a game has a whole number or a short text as its seed")
        self._session, self.computers, self.seed = session, computers, seed
        self._seat: Seat | None = None
        self._revealed = session.finished

    # What is on the table

    @property
    def session(self) -> Session:
        """The deals that have been revealed: their scorebooks, the ledger, and the standings."""
        return self._session

    @property
    def agreement(self) -> Agreement:
        """The rules in force."""
        return self._session.agreement

    @property
    def name(self) -> str:
        """The learner's name."""
        return self._session.players[0]

    @property
    def phase(self) -> Phase:
        """Where the deal stands: ``setting``, ``committed`` or ``revealed``."""
        if self._revealed:
            return "revealed"
        return "setting" if self._seat is None else "committed"

    @property
    def number(self) -> int:
        """The number of the deal, from 1."""
        return len(self._session.played) + (not self._revealed)

    @property
    def finished(self) -> bool:
        """Whether the last deal has been revealed."""
        return self._session.finished

    @property
    def dealer(self) -> str:
        """Who deals this deal."""
        return self._session.played[-1].dealer if self._revealed else self._session.dealer

    @property
    def cards(self) -> tuple[Card, ...]:
        """The learner's thirteen cards of this deal, from the highest down."""
        return tuple(sorted(self._hands(self.number)[0], reverse=True))

    @property
    def committed(self) -> Layout | None:
        """The learner's layout of this deal; None while it is being set."""
        if self._revealed:
            return self._session.played[-1].seats[0].layout
        return self._seat.layout if self._seat else None

    @property
    def declares(self) -> bool:
        """Whether the table plays special hands, so that one can be announced."""
        return specials_count(self.agreement)

    @property
    def book(self) -> Scorebook | None:
        """The scorebook of this deal; None before it is revealed."""
        return self._session.played[-1].book if self._revealed else None

    @property
    def ledger(self) -> Table:
        """Running totals after each deal."""
        return self._session.ledger

    # What is done

    def commit(self, layout: Layout | str, declared: bool | str = False) -> None:
        """Lay the cards down, face down. After that nothing can be changed, not even a foul.

        Args:
            layout: all thirteen cards in rows of three, five and five; legal or not.
            declared: whether a special hand is announced, or the kind that is.

        Raises:
            CardError: other cards than those dealt, or other numbers of them in the rows.
            DealError: this deal is committed already; or an announcement that the table does not know.
        """
        if self.phase != "setting":
            raise DealError(f"deal {self.number} is committed: nothing can be changed")
        seat = read_seat(self.name, layout, declared)
        strange = sorted(set(seat.layout.cards) - set(self.cards), reverse=True)
        if strange:
            raise CardError(f"{strange[0]} is not among your cards")
        if not seat.layout.counts_right:
            counts, wanted = ("/".join(map(str, each)) for each in (seat.layout.counts, ROW_SIZES))
            raise CardError(f"{counts} cards stand in the rows, where {wanted} are wanted")
        if declared and not self.declares:
            raise DealError("no special hands are played here, so none is announced")
        with suppress(FalseDeclarationError):  # the player's own choice, and settled as what it is
            claim_of(seat, self.agreement)  # refuses a kind that is not played
        self._seat = seat

    def reveal(self) -> Scorebook:
        """Turn all hands up, and settle.

        Raises:
            DealError: nothing has been committed, or the deal is revealed already.
        """
        if self._seat is None or self._revealed:
            raise DealError(
                f"deal {self.number} is revealed already" if self._revealed else "commit your layout first"
            )
        seats = [self._seat, *self._others(self.number)]
        book = self._session.play(seats)
        self._revealed, self._seat = True, None
        return book

    def next_deal(self) -> None:
        """Go on to the next deal.

        Raises:
            DealError: this deal has not been revealed, or it was the last.
        """
        if not self._revealed:
            raise DealError(f"deal {self.number} is not played to its end: commit and reveal it first")
        if self.finished:
            raise DealError(f"the game is over: its {self._session.deals} deals are played")
        self._revealed = False

    def review(self, policy: str | Policy | None = None, *, deals: int = 5_000) -> Review:
        """The learner's layout of the deal just revealed, beside the best one: see :func:`review_layout`.

        Args:
            policy: how the opponents of the review set, as many as sit here, with any cards the learner does not
                hold; by default :attr:`reviewed_against`. It is not about the hands that were turned up.
            deals: how many deals.

        Raises:
            CardError: no such policy.
            DealError: nothing has been revealed.
        """
        layout = self.committed
        if layout is None or not self._revealed:
            raise DealError("reveal the deal first: a review is for afterwards")
        return review_layout(
            layout,
            self._rules_of_a_review(),
            opponents=len(self.computers),
            deals=deals,
            policy=policy or self.reviewed_against,
            dealer=self._session.players.index(self.dealer),
        )

    @property
    def reviewed_against(self) -> str:
        """How a review's opponents set unless told otherwise: as the first of these players whose rule is quick."""
        names = [player.policy.name for player in self.computers]
        return next((name for name in names if name in QUICK), QUICK[0])

    def save(self, path: str | Path) -> None:
        """Save the revealed deals as a session, which holds cards and totals but neither policies nor the seed.

        Raises:
            RuleError: as :meth:`cptutor.session.Session.save`.
        """
        self._session.save(path)

    def __str__(self) -> str:
        return "\n".join([self._heading(), *(f"{name}  {told}" for name, told in self._lines())])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        from cptutor.html import message_html, table_html

        return message_html("note", self._heading()) + table_html((), self._lines())

    def _heading(self) -> str:
        where = (
            f"Deal {self.number} of {self._session.deals}, {self.dealer} deals, {self.agreement.profile.id}"
        )
        if self.book is None:
            return f"{where}: {'set your cards' if self._seat is None else 'committed'}"
        return f"{where}: {', '.join(f'{name} {signed(units)}' for name, units in self.book.totals.items())}"

    def _lines(self) -> list[tuple[str, str]]:
        if self._revealed:
            return [(seat.name, str(seat.layout)) for seat in self._session.played[-1].seats]
        mine = str(self._seat.layout) if self._seat else show_cards(self.cards)
        return [(self.name, mine), *((each.name, f"sets {each.policy.name}") for each in self.computers)]

    # Cards and players

    def _hands(self, number: int) -> tuple[tuple[Card, ...], ...]:
        return deal(f"{self.seed} / deal {number}", seats=len(self.computers) + 1)

    def _others(self, number: int) -> list[Seat]:
        """What the computer players do in a deal, each with nothing but its own cards."""
        hands = self._hands(number)[1:]
        return [
            player.seat(cards, self.agreement, f"{self.seed} / deal {number} / {player.name}")
            for player, cards in zip(self.computers, hands, strict=True)
        ]

    def _refuse_other_deal(self, played: Played) -> None:
        for seat, cards in zip(played.seats, self._hands(played.number), strict=True):
            if seat.layout.cards != frozenset(cards):
                raise DealError(
                    f"deal {played.number}: {seat.name} holds other cards than seed {self.seed!r} deals"
                )
        for seat, again in zip(played.seats[1:], self._others(played.number), strict=True):
            if (seat.layout, seat.declared) != (again.layout, again.declared):
                raise DealError(f"deal {played.number}: {seat.name} has not set as its policy does")

    def _rules_of_a_review(self) -> Agreement:
        """The agreement, with a bank that is named by the seats of a review."""
        bank = self.agreement.rulings.get("bank.seat")
        if bank not in self._session.players:
            return self.agreement
        place = self._session.players.index(str(bank))
        return self.agreement.with_ruling("bank.seat", seat_names(len(self.computers))[place])


def load_game(
    path: str | Path,
    opponents: Mapping[str, str | Policy] | None = None,
    *,
    seed: int | str = 1,
    profile: Profile | None = None,
) -> Game:
    """Go on with a game that was saved.

    Args:
        path: the file, which is that of a session.
        opponents: the computer players and their policies, as when the game began.
        seed: as when the game began.
        profile: the house rules it was played under; a shipped profile is found by its id.

    Raises:
        RuleError: names the file and what is wrong: as :func:`cptutor.session.load_session`; or a deal that this seed
            and these policies would not have brought about.
        RulingNeeded: as :meth:`Game.resume`.
    """
    session = load_session(path, profile)
    try:
        return Game.resume(session, opponents, seed=seed)
    except (CardError, DealError) as error:
        raise RuleError(f"{path}: {error}") from None


def _number_of_deals(agreement: Agreement, deals: int | None) -> int | None:
    """As many as were asked for; else none where the rules say how many, and :data:`DEALS` where they do not."""
    if deals is not None:
        return deals
    key = "session.deals"
    said = key in agreement and all(gap.key != key for gap in agreement.open_gaps)
    return None if said else DEALS
