"""One deal under many rules: totals side by side, the transfers that differ, and a chart.

>>> deal = {
...     "A": "2♠ 2♥ A♦ / 7♣ 7♦ 9♠ 5♥ 3♦ / 10♣ J♣ Q♣ K♣ A♣",
...     "B": "3♠ 3♥ 4♦ / 6♣ 6♦ 8♠ 5♣ 2♦ / 9♣ 9♦ 10♥ 10♠ A♠",
... }
>>> compared = compare_rules(deal, ["basic", "swc", "full-royalties"])
>>> compared
rules            A   B  invented rulings
basic           +1  −1  none
swc             +7  −7  none
full-royalties  +5  −5  none
>>> compared.differences("full-royalties")
pairing  under both           only under full-royalties  only under basic  full-royalties  basic
A vs B   front −1, middle +1  royalty, back +5           back +1                       +5     +1
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any, Final

from cptutor.html import Cell as HtmlCell
from cptutor.html import Markup, message_html, table_html
from cptutor.rules import Agreement, Rules
from cptutor.rules.agreement_files import demonstration_agreement
from cptutor.rules.profile_files import profile_ids
from cptutor.settlement import settle
from cptutor.settlement.seats import take_seats
from cptutor.showing import Shown
from cptutor.tables import Cell, Table, signed
from cptutor.terms import RuleError, RulingNeeded

if TYPE_CHECKING:
    from cptutor.settlement.scorebook import Pairing, Scorebook, Transfer
    from cptutor.settlement.seats import Seat, Seats

_PLAINEST: Final = "simplest"
"""The profile that pays for rows alone."""
_NOTHING: Final = "–"
_MARK: Final = "padding:0.1em 0.35em;border-radius:0.3em;background:rgba(214,140,0,0.25);"
_LONGEST: Final = 5.0
"""The longest bar of a chart, in widths of a letter."""
_HALF: Final = (
    "display:inline-block;box-sizing:border-box;height:1.3em;line-height:1.3em;vertical-align:middle;"
)
_WIDE, _NARROW = "width:7.5em;", "width:0.5em;"
"""Half a column: with room for bars and figures, or where there are none."""
_AIR: Final = "padding:0 0.8em;"
_AXIS: Final = "1px solid rgba(128,128,128,0.8)"
_GAIN, _LOSS = "#3b82c4", "#c2691c"
"""Blue and orange: kept apart by every eye, and by a white and a dark page."""
_BLOCKS: Final = {True: "█", False: "▒"}


@dataclass(frozen=True, slots=True, repr=False)
class RulesCompared:
    """A deal settled under many rules.

    ``books`` holds a scorebook for each set of rules, by its name; ``base`` is the name of those that the others are
    compared with. Printed, it is a table of every player's total.
    """

    books: Mapping[str, Scorebook]
    base: str

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names in the order of their seats."""
        return self.books[self.base].seats

    @property
    def totals(self) -> dict[str, dict[str, int]]:
        """Each player's total, by rules."""
        return {name: book.totals for name, book in self.books.items()}

    @property
    def groups(self) -> tuple[tuple[str, ...], ...]:
        """The rules that give every player the same total stand together, in the order of the books."""
        found: dict[tuple[int, ...], list[str]] = {}
        for name, totals in self.totals.items():
            found.setdefault(tuple(totals.values()), []).append(name)
        return tuple(map(tuple, found.values()))

    @property
    def invented(self) -> dict[str, dict[str, int | str]]:
        """The rulings that were made up for demonstration and used in this deal, by rules; none where none were."""
        return {
            name: dict(book.rulings) if book.agreement.invented else {} for name, book in self.books.items()
        }

    def differences(self, rules: str) -> TransfersCompared:
        """What one set of rules pays otherwise than the base.

        Raises:
            RuleError: the deal was not settled under rules of this name.
        """
        if rules not in self.books:
            raise RuleError(f"no rules {rules!r} here; there are {', '.join(self.books)}")
        return TransfersCompared(rules, self.books[rules], self.base, self.books[self.base])

    def table(self) -> Any:
        """Each player's total under each set of rules, and the invented rulings that it took.

        A pandas DataFrame where pandas is installed, else a :class:`~cptutor.tables.Table`.
        """
        return self._table().frame()

    def chart(self) -> Shown:
        """A bar for every total, to the right for a gain and to the left for a loss, each with its figure."""
        return Shown(self._chart_text(), self._chart_html())

    def __str__(self) -> str:
        return str(self._table())

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return self._table()._repr_html_()

    def _table(self) -> Table:
        rows: list[tuple[Cell, ...]] = []
        for name, totals in self.totals.items():
            rulings = "; ".join(f"{key} = {value}" for key, value in self.invented[name].items())
            rows.append((name, *totals.values(), rulings or "none"))
        columns = ("rules", *self.players, "invented rulings")
        return Table("Each player’s total, in units", columns, tuple(rows))

    def _longest(self) -> int:
        return max(abs(units) for totals in self.totals.values() for units in totals.values())

    def _ranges(self) -> str:
        """Each player's lowest and highest total, in words."""
        found = []
        for player in self.players:
            units = [totals[player] for totals in self.totals.values()]
            low, high = signed(min(units)), signed(max(units))
            found.append(f"{player} always {low}" if low == high else f"{player} from {low} to {high}")
        return ", ".join(found)

    def _chart_text(self) -> str:
        width = max(map(len, self.books))
        lines = ["Each player's total, in units; █ is won, ▒ is lost"]
        for player in self.players:
            lines += ["", player]
            for name, totals in self.totals.items():
                units = totals[player]
                bar = _BLOCKS[units > 0] * abs(units)
                lines.append(f"  {name:<{width}}  {signed(units):>3}  {bar}".rstrip())
        return "\n".join([*lines, "", f"Totals: {self._ranges()}."])

    def _chart_html(self) -> Markup:
        columns = [_Column(p, [totals[p] for totals in self.totals.values()]) for p in self.players]
        longest = self._longest()
        rows: list[list[HtmlCell]] = [
            [self._label(name), *(column.bar(totals[column.player], longest) for column in columns)]
            for name, totals in self.totals.items()
        ]
        caption = "Each player’s total, in units: bars to the right are won, bars to the left are lost"
        return Markup(
            table_html(("rules", *(column.header() for column in columns)), rows, caption)
            + message_html("note", "what the bars show", [f"{self._ranges()}."])
        )

    def _label(self, name: str) -> Markup:
        """The name of some rules; that rulings were invented is said in words."""
        extra = " <small>(with invented rulings)</small>" if self.invented[name] else ""
        return Markup(escape(name) + extra)


@dataclass(frozen=True, slots=True, repr=False)
class TransfersCompared:
    """What a deal's pairings pay under two sets of rules, figures from the first player's side.

    Transfers are the same where payer, payee, units, row and component are. Printed, it is a table of the pairings:
    what both rules pay, and what only one of them does.
    """

    rules: str
    book: Scorebook
    base: str
    base_book: Scorebook

    @property
    def added(self) -> tuple[Transfer, ...]:
        """The transfers that the base does not have."""
        return _missing(self.book.transfers, self.base_book.transfers)

    @property
    def gone(self) -> tuple[Transfer, ...]:
        """The transfers that only the base has."""
        return _missing(self.base_book.transfers, self.book.transfers)

    @property
    def same(self) -> tuple[Transfer, ...]:
        """The transfers of both, as these rules give them."""
        return _missing(self.book.transfers, self.added)

    def table(self) -> Any:
        """A row for each pairing: a pandas DataFrame where pandas is installed, else a plain table."""
        return self._table().frame()

    def __str__(self) -> str:
        return str(self._table())

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        table = self._table()
        rows: list[list[HtmlCell]] = []
        for name, same, added, gone, *nets in table.shown():
            rows.append([name, Markup(escape(same)), _marked(added), _marked(gone), *nets])
        return table_html(table.columns, rows, table.caption)

    def _table(self) -> Table:
        rows: list[tuple[Cell, ...]] = []
        ours, theirs = _by_pair(self.book), _by_pair(self.base_book)
        for pair in dict.fromkeys((*theirs, *ours)):
            mine, base = ours.get(pair), theirs.get(pair)
            parts = (_listed(transfers, *pair) for transfers in (self.same, self.added, self.gone))
            nets = (pairing.net if pairing else None for pairing in (mine, base))
            rows.append((" vs ".join(pair), *parts, *nets))
        columns = (
            "pairing",
            "under both",
            f"only under {self.rules}",
            f"only under {self.base}",
            self.rules,
            self.base,
        )
        return Table(f"{self.rules} beside {self.base}, for the first player", columns, tuple(rows))


def compare_rules(
    seats: Seats, rules: Mapping[str, Rules] | Iterable[Rules] = (), base: str = "", dealer: str | None = None
) -> RulesCompared:
    """Settle one deal under many rules.

    Args:
        seats: as for :func:`~cptutor.settlement.settle`.
        rules: agreements, profiles, or ids of shipped profiles, by the name they are to have here; in a list they are
            called by the profile's id. All shipped profiles if none are given. Where a profile given by its id asks
            the table something, it is settled under its demonstration agreement, whose rulings are invented and
            said to be so. Agreements and profiles are taken as they are.
        base: the name of the rules that the others are compared with; by default ``simplest`` or, where that is not
            among them, the first.
        dealer: the name of the dealer; by default the first seat.

    Raises:
        CardError, DealError: as :func:`~cptutor.settlement.settle`.
        RuleError: two sets of rules of one name, or no rules of the name ``base``.
        RulingNeeded: with every question of an agreement or a profile that this deal raises.
    """
    taken = take_seats(seats)
    named = _named(rules)
    base = base or (_PLAINEST if _PLAINEST in named else next(iter(named)))
    if base not in named:
        raise RuleError(f"no rules {base!r} to compare with; there are {', '.join(named)}")
    return RulesCompared({name: _settled(taken, each, dealer) for name, each in named.items()}, base)


def _named(rules: Mapping[str, Rules] | Iterable[Rules]) -> dict[str, Rules]:
    if isinstance(rules, str):
        raise RuleError(f"the rules are several, not {rules!r}")
    if isinstance(rules, Mapping):
        return dict(rules) or _named(profile_ids())
    named: dict[str, Rules] = {}
    for each in rules:
        profile = each.profile if isinstance(each, Agreement) else each
        name = profile if isinstance(profile, str) else profile.id
        if name in named:
            raise RuleError(f"two sets of rules have the name {name!r}; give them names of their own")
        named[name] = each
    return named or _named(profile_ids())


def _settled(seats: tuple[Seat, ...], rules: Rules, dealer: str | None) -> Scorebook:
    try:
        return settle(seats, rules, dealer)
    except RulingNeeded:
        if not isinstance(rules, str):
            raise
        return settle(seats, demonstration_agreement(rules), dealer)


def _key(transfer: Transfer) -> tuple[object, ...]:
    return transfer.payer, transfer.payee, transfer.units, transfer.row, transfer.component


def _missing(transfers: Iterable[Transfer], others: Iterable[Transfer]) -> tuple[Transfer, ...]:
    """The transfers that are not among the others, as often as they are more."""
    there = Counter(map(_key, others))
    found = []
    for transfer in transfers:
        key = _key(transfer)
        if there[key]:
            there[key] -= 1
        else:
            found.append(transfer)
    return tuple(found)


def _by_pair(book: Scorebook) -> dict[tuple[str, str], Pairing]:
    return {(pairing.first, pairing.second): pairing for pairing in book.pairings}


def _listed(transfers: Iterable[Transfer], first: str, second: str) -> str:
    """The transfers between two players in words, with the first player's sign."""
    words = [
        f"{_what(transfer)} {signed(transfer.units if transfer.payee == first else -transfer.units)}"
        for transfer in transfers
        if {transfer.payer, transfer.payee} == {first, second}
    ]
    return ", ".join(words) or _NOTHING


def _what(transfer: Transfer) -> str:
    name, row = transfer.component, transfer.row
    return name if row is None else row if name == "rows" else f"{name}, {row}"


def _marked(text: str) -> Markup:
    return Markup(_NOTHING if text == _NOTHING else f'<strong style="{_MARK}">{escape(text)}</strong>')


@dataclass(frozen=True, slots=True)
class _Column:
    """A player's column of a chart: bars on both sides of a line, or on one where that is enough."""

    player: str
    units: list[int]

    def header(self) -> Markup:
        side = "left" if min(self.units) >= 0 else "right" if max(self.units) <= 0 else "center"
        return Markup(f'<div style="{_AIR}text-align:{side};">{escape(self.player)}</div>')

    def bar(self, units: int, longest: int) -> Markup:
        """A total as a bar that begins at the line, with the figure at its end."""
        bar = ""
        if units:
            width, colour = _LONGEST * abs(units) / longest, _GAIN if units > 0 else _LOSS
            # Drawn as a border, which is printed where backgrounds are not.
            size = f"display:inline-block;height:0.9em;vertical-align:middle;border-left:{width:.2f}em solid"
            bar = f'<span style="{size} {colour};"></span>'
        left = f"{signed(units)} {bar}" if units < 0 else ""
        right = f"{bar} {signed(units)}".strip() if units >= 0 else ""
        before = _NARROW if min(self.units) >= 0 else _WIDE
        after = _NARROW if max(self.units) < 0 else _WIDE
        before += f"border-right:{_AXIS};text-align:right;"
        return Markup(
            f'<div style="{_AIR}white-space:nowrap;"><span style="{_HALF}{before}">{left}</span>'
            f'<span style="{_HALF}{after}text-align:left;">{right}</span></div>'
        )
