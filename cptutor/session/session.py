"""A session: deal after deal at one table, with a ledger, standings, and chips carried on.

>>> session = Session("basic", ["A", "B"])
>>> book = session.play(
...     {
...         "A": "2♠ 2♥ A♦ / 7♣ 7♦ 9♠ 5♥ 3♦ / 10♣ J♣ Q♣ K♣ A♣",
...         "B": "3♠ 3♥ 4♦ / 6♣ 6♦ 8♠ 5♣ 2♦ / 9♣ 9♦ 10♥ 10♠ A♠",
...     }
... )
>>> session.standings
position  player  total
       1  A          +1
       2  B          −1
>>> session.dealer, session.deals_left
('B', 7)

Sources: D0 (``basic-settlement``, 05 settlement) for the ledger, the eight deals, the dealer who moves left and
shared positions; D3 (``scoring-chart``, table stakes) for chips, and for buying more of them between deals.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cptutor.cards import deal
from cptutor.datafiles import read_data, validate
from cptutor.layout import Layout
from cptutor.rules import Agreement, Rules, as_agreement, asking_everything
from cptutor.rules.profile_files import load_profile, profile_ids
from cptutor.session.files import SCHEMA, deal_as_dict, refuse_other_figures, save_data, seat_of_dict
from cptutor.session.ledger import Played, Standings, chips_by_deal, running_totals
from cptutor.settlement import settle
from cptutor.settlement.seats import MOST_SEATS, Seat, Seats, take_seats
from cptutor.settlement.stakes import settle_stakes
from cptutor.terms import DealError, RuleError, TutorError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cptutor.rules.profiles import Profile, Value
    from cptutor.settlement.scorebook import Scorebook
    from cptutor.tables import Table

_DEALS = "session.deals"


class Session:
    """Deals played one after another under one agreement.

    Args:
        rules: an agreement, a profile or its id.
        players: two to four names in clockwise order.
        deals: how many deals there are. Wanted where the rules say nothing; where they leave it open it counts as
            the table's ruling; where they fix it, it may only repeat it.
        dealer: who deals first; by default the first player. The deal then passes to the left.
        chips: the chips each player sits down with, by name, or one number for all; None to play for units alone.

    A session is stateful: :meth:`play` adds a deal and answers with its scorebook, as at a table, where what has been
    played stays played; so there is no old copy to go on with by mistake. Everything it hands out is a value that
    never changes, and whatever is refused leaves it as it was.

    Where the table plays for chips, totals and standings are chips gained, bought chips aside: what could not be paid
    under table stakes is not won. Each scorebook still says what was owed.

    Raises:
        DealError: not two to four different names; a dealer who is none of them; a number of deals or chips that
            cannot be; chips for some only, or under rules without stakes.
        RuleError: the rules do not say how many deals there are and neither do you; or you say otherwise.
        RulingNeeded: the rules leave open how many deals there are, or how chips are paid; with every such question.
    """

    def __init__(
        self,
        rules: Rules,
        players: Iterable[str],
        deals: int | None = None,
        dealer: str | None = None,
        chips: Mapping[str, int] | int | None = None,
    ) -> None:
        if isinstance(players, str):
            raise DealError(f"the players are several names, not {players!r}")
        self._players = tuple(players)
        _before_a_deal(self._players, {})
        seats = _before_a_deal(self._players, _chips_by_name(self._players, chips))
        agreement, number = _agree_on_deals(as_agreement(rules), deals)

        def ask(trial: Agreement) -> int:
            settle_stakes((), seats, dealer, trial)
            return trial.number(_DEALS) if number is None else number

        self._deals = asking_everything(agreement, ask)
        self._agreement = agreement
        self._start = {seat.name: seat.chips for seat in seats if seat.chips is not None} or None
        self._first_dealer = self._players[0] if dealer is None else dealer
        self._played: tuple[Played, ...] = ()
        self._bought: dict[str, int] = {}

    @property
    def agreement(self) -> Agreement:
        """The rules in force."""
        return self._agreement

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names in clockwise order."""
        return self._players

    @property
    def deals(self) -> int:
        """How many deals the session has."""
        return self._deals

    @property
    def played(self) -> tuple[Played, ...]:
        """The deals played so far."""
        return self._played

    @property
    def deals_left(self) -> int:
        """How many deals are still to play."""
        return self._deals - len(self._played)

    @property
    def finished(self) -> bool:
        """Whether all deals are played."""
        return not self.deals_left

    @property
    def dealer(self) -> str:
        """Who deals next: the player to the left of the last dealer."""
        at = self._players.index(self._first_dealer) + len(self._played)
        return self._players[at % len(self._players)]

    @property
    def start(self) -> dict[str, int] | None:
        """The chips each player sat down with at first; None where the table plays for units alone."""
        return None if self._start is None else dict(self._start)

    @property
    def bought(self) -> dict[str, int]:
        """Chips bought since the last deal, by name."""
        return dict(self._bought)

    @property
    def chips(self) -> dict[str, int] | None:
        """The chips in front of each player now; None where the table plays for units alone."""
        if self._start is None:
            return None
        payments = self._played[-1].book.payments if self._played else None
        now = self._start if payments is None else payments.chips()
        return {name: chips + self._bought.get(name, 0) for name, chips in now.items()}

    @property
    def totals(self) -> dict[str, int]:
        """What each player has gained so far: chips where the table plays for chips, else units."""
        return {name: sum(played.gains[name] for played in self._played) for name in self._players}

    def play(self, seats: Seats) -> Scorebook:
        """Settle the next deal and add it.

        Args:
            seats: each player's layout (or its text) by name, or seats with what was declared and surrendered, in
                any order. Chips are carried on from deal to deal and need not be given.

        Raises:
            CardError: names the seat and what is wrong with its cards.
            DealError: the session is finished; a player is missing or a stranger; chips that are not in front of the
                player, or below zero; or as :func:`~cptutor.settlement.settle`.
            RulingNeeded: with every question that this deal can raise; answer with :meth:`rule` and play it again.
        """
        if self.finished:
            raise DealError(f"the session is finished: its {self._deals} deals are played")
        arranged = self._arrange(take_seats(seats))
        book = settle(arranged, self._agreement, self.dealer)
        played = Played(len(self._played) + 1, self.dealer, self.bought, arranged, book)
        self._played, self._bought = (*self._played, played), {}
        return book

    def buy(self, player: str, chips: int) -> None:
        """A player buys chips from the house, before the next deal.

        Raises:
            DealError: no such player; no whole number above zero; no further deal; or no chips are played for.
        """
        if player not in self._players:
            raise DealError(f"no player {player!r} in this session; there are {', '.join(self._players)}")
        if self._start is None:
            raise DealError(f"{player} cannot buy chips: this session is played without")
        if self.finished:
            raise DealError(f"{player} cannot buy chips: the session is finished")
        if isinstance(chips, bool) or not isinstance(chips, int) or chips < 1:
            raise DealError(f"{player} buys a whole number of chips from 1, not {chips!r}")
        self._bought[player] = self._bought.get(player, 0) + chips

    def rule(self, key: str, value: Value) -> None:
        """Add the table's ruling on a gap that has none yet; deals already played did not need it.

        Raises:
            RuleError: no open gap has this key, or its answer is not allowed.
        """
        gaps = [gap.key for gap in self._agreement.open_gaps]
        if key not in gaps:
            raise RuleError(f"ruling {key!r}: not open in this session; open are {', '.join(gaps) or 'none'}")
        self._agreement = self._agreement.with_ruling(key, value)

    def save(self, path: str | Path) -> None:
        """Save to one JSON file; a file of that name is replaced whole, or, whatever happens, left as it was.

        Raises:
            RuleError: names the file; it cannot be written, would be too large to load, or the session is played
                under house rules that bear the id of a shipped profile, so that loading would take the wrong ones.
        """
        profile = self._agreement.profile
        if profile.id in profile_ids() and load_profile(profile.id) != profile:
            raise RuleError(f"{path}: profile: house rules with the id of a shipped profile, {profile.id!r}")
        save_data(self.as_dict(), path)

    def as_dict(self) -> dict[str, Any]:
        """The session as the data of its file."""
        data = {
            "schema": SCHEMA,
            "profile": self._agreement.profile.id,
            "rulings": dict(self._agreement.rulings),
            "deals": self._deals,
            "players": list(self._players),
            "dealer": self._first_dealer,
        }
        if self._agreement.invented:
            data["invented"] = True
        if self._agreement.title:
            data["title"] = self._agreement.title
        if self._start is not None:
            data["chips"] = dict(self._start)
        data["played"] = [deal_as_dict(played) for played in self._played]
        if self._bought:
            data["bought"] = self.bought
        return data

    @property
    def ledger(self) -> Table:
        """Running totals after each deal, from 0; in units, or in chips where the table plays for chips."""
        unit = "units" if self._start is None else "chips gained"
        return running_totals(self._players, self._played, unit)

    @property
    def chips_ledger(self) -> Table | None:
        """Each player's chips at the start and after each deal, and what was bought; None without chips."""
        return None if self._start is None else chips_by_deal(self._start, self._played, self._bought)

    @property
    def standings(self) -> Standings:
        """The players by :attr:`totals`, highest first; equal totals share a position."""
        return Standings.of(self.totals)

    def __eq__(self, other: object) -> bool:
        """Whether the same was agreed, played and bought."""
        if not isinstance(other, Session):
            return NotImplemented
        return (self._agreement, self.as_dict()) == (other._agreement, other.as_dict())

    __hash__ = None  # type: ignore[assignment]  # a session changes as it is played

    def __str__(self) -> str:
        rulings = "\n".join(f"ruling: {key} = {value}" for key, value in self._agreement.rulings.items())
        return "\n\n".join([self._heading(), *map(str, self._tables()), *filter(None, [rulings])])

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        from cptutor.html import message_html

        rulings = [f"{key} = {value}" for key, value in self._agreement.rulings.items()]
        told = message_html("note", "rulings by the table", rulings) if rulings else ""
        tables = "".join(table._repr_html_() for table in self._tables())
        return message_html("note", self._heading()) + tables + told

    def _tables(self) -> list[Table]:
        return [self.ledger, self.standings.table, *filter(None, [self.chips_ledger])]

    def _heading(self) -> str:
        profile = self._agreement.profile
        count = f"{len(self._played)} of {self._deals} deals played"
        then = "finished" if self.finished else f"{self.dealer} deals next"
        return f"Session, {profile.id}: {count}, {then}"

    def _arrange(self, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
        """The seats of a deal in the session's order, with the chips in front of them."""
        by_name = {seat.name: seat for seat in seats}
        for name in by_name:
            if name not in self._players:
                raise DealError(f"seat {name}: no player here; there are {', '.join(self._players)}")
        arranged = []
        for name in self._players:
            if name not in by_name:
                raise DealError(f"seat {name}: no layout for this deal")
            seat, chips = by_name[name], None if self.chips is None else self.chips[name]
            if seat.chips not in (None, chips):
                raise DealError(
                    f"seat {name}: {seat.chips} chips, where {chips or 'none'} are in front of {name}"
                )
            if chips is not None and chips < 0:
                raise DealError(
                    f"seat {name}: {-chips} chips below zero; they must be bought before the deal"
                )
            arranged.append(replace(seat, chips=chips))
        return tuple(arranged)


def load_session(path: str | Path, profile: Profile | None = None) -> Session:
    """Load a session, settling every deal again.

    Args:
        path: the file.
        profile: the house rules it was played under; a shipped profile is found by its id.

    Raises:
        RuleError: names the file, the deal, and what is wrong: unreadable, malformed, a key missing, unknown or of a
            wrong kind, a deal that cannot be settled, or a total that is not what settling the deal gives.
    """
    return read_session(read_data(Path(path)), str(path), profile)


def read_session(data: dict[str, Any], name: str, profile: Profile | None = None) -> Session:
    """A session from the data of its file; ``name`` stands for the file in errors.

    Raises:
        RuleError: as :func:`load_session`.
    """
    validate(data, "session", name)
    if profile is None and data["profile"] not in profile_ids():
        raise RuleError(
            f"{name}: profile: no shipped profile {data['profile']!r}; house rules must be given beside the file"
        )
    if profile is not None and profile.id != data["profile"]:
        raise RuleError(f"{name}: profile: played under {data['profile']!r}, not {profile.id!r}")
    where = name
    try:
        agreement = Agreement(
            profile or data["profile"],
            data["rulings"],
            invented=data.get("invented", False),
            title=data.get("title", ""),
        )
        session = Session(agreement, data["players"], data["deals"], data["dealer"], data.get("chips"))
        for number, record in enumerate(data["played"], start=1):
            where = f"{name}: deal {number}"
            for player, chips in record.get("bought", {}).items():
                session.buy(player, chips)
            session.play([seat_of_dict(seat) for seat in record["seat"]])
            refuse_other_figures(record, session.played[-1], where)
        where = f"{name}: bought"
        for player, chips in data.get("bought", {}).items():
            session.buy(player, chips)
    except TutorError as error:
        text = str(error)
        raise RuleError(text if text.startswith(f"{where}: ") else f"{where}: {text}") from None
    return session


def _agree_on_deals(agreement: Agreement, deals: int | None) -> tuple[Agreement, int | None]:
    """The agreement with a given number of deals in it, and the number where no rule will give it."""
    if deals is not None and (isinstance(deals, bool) or not isinstance(deals, int) or deals < 1):
        raise DealError(f"a session has a whole number of deals from 1, not {deals!r}")
    if _DEALS not in agreement:
        if deals is None:
            raise RuleError(f"{agreement.profile.id} says nothing about sessions: give the number of deals")
        return agreement, deals
    if deals is None:
        return agreement, None
    if _DEALS in agreement.rulings and agreement.rulings[_DEALS] != deals:
        raise RuleError(f"{deals} deals: the table has already ruled {_DEALS} = {agreement.rulings[_DEALS]}")
    settled = not any(gap.key == _DEALS for gap in agreement.open_gaps)
    if not (settled and agreement[_DEALS] == deals):
        agreement = agreement.with_ruling(_DEALS, deals)
    return agreement, None


def _chips_by_name(players: tuple[str, ...], chips: Mapping[str, int] | int | None) -> dict[str, int | None]:
    if not isinstance(chips, Mapping):
        return dict.fromkeys(players, chips)
    for name in chips:
        if name not in players:
            raise DealError(f"chips for {name!r}, who is no player; there are {', '.join(players)}")
    return {name: chips.get(name) for name in players}


def _before_a_deal(players: tuple[str, ...], chips: Mapping[str, int | None]) -> tuple[Seat, ...]:
    """Seats to check names and chips by; the cards in them mean nothing."""
    layouts = [Layout(hand[:3], hand[3:8], hand[8:]) for hand in deal(0, MOST_SEATS)] * len(players)
    return take_seats(
        Seat(name, layout, chips=chips.get(name))
        for name, layout in zip(players, layouts[: len(players)], strict=True)
    )
