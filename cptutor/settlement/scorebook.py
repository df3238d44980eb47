"""The scorebook: what each pairing came to, every unit of it a transfer with its reason.

Nothing is reckoned here beyond adding up. Totals, nets and components are sums of transfers, so that they come to
nothing over the table by construction.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Any

from cptutor.tables import Cell, Table, signed
from cptutor.terms import ROWS, DealError

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping

    from cptutor.layout import Layout
    from cptutor.rules import Agreement, Citation
    from cptutor.rules.profiles import Value
    from cptutor.settlement.stakes import Payments

COMPONENTS = ("rows", "overall", "scoop", "royalty", "foul", "special", "surrender", "sweep", "aces")
"""The columns that every scorebook has; a house rule's bonus adds one under its own name."""


@dataclass(frozen=True, slots=True)
class RowResult:
    """One row of a pairing: ``result`` 1, 0 or -1 for the first seat, None where rows were not compared."""

    row: str
    result: int | None
    reason: str


def not_compared(reason: str) -> tuple[RowResult, ...]:
    """The rows of a pairing that does not come to a showdown."""
    return tuple(RowResult(row, None, reason) for row in ROWS)


@dataclass(frozen=True, slots=True)
class Transfer:
    """Something owed: ``units`` (above zero) from payer to payee, why, for which row, and the rules it rests on."""

    payer: str
    payee: str
    units: int
    reason: str
    row: str | None
    rules: tuple[Citation, ...]

    def __post_init__(self) -> None:
        if self.units <= 0:
            raise ValueError(f"a transfer is above zero, not {self.units}")

    @property
    def component(self) -> str:
        """The column it counts in: ``rows``, ``royalty``, ``foul`` …, or the name of the bonus."""
        section, *rest = self.rules[0].key.split(".")
        return {"row": "rows", "bonus": rest[0]}.get(section, section)

    @property
    def source(self) -> str:
        """The rules it rests on, as text."""
        return "; ".join(map(str, self.rules))

    def as_dict(self) -> dict[str, Any]:
        """The transfer for JSON."""
        return {
            "payer": self.payer,
            "payee": self.payee,
            "units": self.units,
            "reason": self.reason,
            "row": self.row,
            "source": self.source,
        }

    def __str__(self) -> str:
        return f"{self.payer} pays {self.payee} {self.units}: {self.reason} [{self.source}]"


class Account(tuple[Transfer, ...]):
    """The transfers that make up one player's total, in the order of the pairings."""

    player: str

    def __new__(cls, player: str, transfers: Iterable[Transfer]) -> Account:
        """The transfers of a player; those of others have no place here."""
        account = super().__new__(cls, transfers)
        account.player = player
        return account

    @property
    def total(self) -> int:
        """Units the player gains in all."""
        return sum(t.units if t.payee == self.player else -t.units for t in self)

    def __str__(self) -> str:
        return "\n".join([f"{self.player}: {signed(self.total)}", *(f"  {transfer}" for transfer in self)])

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        from cptutor.settlement.scorebook_html import account_html

        return account_html(self)


class Layouts(dict[str, "Layout"]):
    """The players' layouts by name, in the order of the seats; a notebook shows them side by side."""

    def _repr_html_(self) -> str:
        from cptutor.settlement.scorebook_html import layouts_html

        return layouts_html(self)


@dataclass(frozen=True, slots=True, repr=False)
class Pairing:
    """Two seats settled with each other; figures are from the first seat's side.

    ``notes`` say why something pays nothing.
    """

    first: str
    second: str
    rows: tuple[RowResult, ...]
    transfers: tuple[Transfer, ...]
    notes: tuple[str, ...] = ()

    @property
    def net(self) -> int:
        """Units the first seat gains from the second."""
        return sum(self.components.values())

    @property
    def components(self) -> dict[str, int]:
        """The net by component: every one of :data:`COMPONENTS`, and any bonus of another name."""
        found = dict.fromkeys(COMPONENTS, 0)
        for transfer in self.transfers:
            gain = transfer.units if transfer.payee == self.first else -transfer.units
            found[transfer.component] = found.get(transfer.component, 0) + gain
        return found

    def result(self, row: str) -> int | None:
        """1, 0 or -1 for the first seat in a row, None where rows were not compared."""
        return self.rows[ROWS.index(row)].result

    def comes_to(self) -> Hashable:
        """What is owed, without why: who owes whom, how much, as which component and for which row."""
        return tuple((t.payer, t.payee, t.units, t.component, t.row) for t in self.transfers)

    def as_dict(self) -> dict[str, Any]:
        """The pairing for JSON: row results (None where not compared), net and components for the first seat."""
        return {
            "first": self.first,
            "second": self.second,
            **{row.row: row.result for row in self.rows},
            "net": self.net,
            "components": self.components,
            "notes": list(self.notes),
        }

    def _repr_html_(self) -> str:
        from cptutor.settlement.scorebook_html import pairing_html

        return pairing_html(self)

    def __repr__(self) -> str:
        return str(self)

    def __str__(self) -> str:
        lines = [f"{self.first} vs {self.second}: {signed(self.net)} for {self.first}"]
        lines += [f"  {row.row}: {row.reason}" for row in self.rows]
        lines += [f"  {transfer}" for transfer in self.transfers]
        lines += [f"  note: {note}" for note in self.notes]
        return "\n".join(lines)


@dataclass(frozen=True, slots=True, repr=False)
class Scorebook:
    """A deal settled: every pairing once, in the order of the seats, under an agreement.

    ``payments`` say what was paid where the table plays for chips; they never change what is owed. ``rulings`` are
    those of the agreement that were used.
    """

    agreement: Agreement
    layouts: Layouts
    pairings: tuple[Pairing, ...]
    payments: Payments | None = None
    rulings: Mapping[str, Value] = field(default_factory=dict)

    @property
    def seats(self) -> tuple[str, ...]:
        """The players' names in the order of their seats."""
        return tuple(self.layouts)

    @property
    def transfers(self) -> tuple[Transfer, ...]:
        """Everything owed, pairing by pairing."""
        return tuple(chain.from_iterable(pairing.transfers for pairing in self.pairings))

    @property
    def totals(self) -> dict[str, int]:
        """Units each player gains (or loses, below zero) in the deal; they sum to zero."""
        totals = dict.fromkeys(self.seats, 0)
        for transfer in self.transfers:
            totals[transfer.payee] += transfer.units
            totals[transfer.payer] -= transfer.units
        return totals

    def comes_to(self) -> Hashable:
        """What is owed and what is paid, without why, to tell whether two answers of the table differ in it."""
        owed = tuple(pairing.comes_to() for pairing in self.pairings)
        return owed, self.payments and self.payments.comes_to()

    def as_dict(self) -> dict[str, Any]:
        """The scorebook for JSON."""
        return {
            "profile": self.agreement.profile.id,
            "rulings": dict(self.rulings),
            "invented": self.agreement.invented,
            "totals": self.totals,
            "pairings": [pairing.as_dict() for pairing in self.pairings],
            "transfers": [transfer.as_dict() for transfer in self.transfers],
            "payments": None if self.payments is None else self.payments.as_dict(),
        }

    def pairing(self, first: str, second: str) -> Pairing:
        """The pairing of two players, in whichever order it stands in the book.

        Raises:
            DealError: they are not two seats of this deal.
        """
        for pairing in self.pairings:
            if {pairing.first, pairing.second} == {first, second}:
                return pairing
        raise DealError(f"no pairing of {first!r} and {second!r} in this deal")

    def why(self, player: str) -> Account:
        """The transfers that make up a player's total.

        Raises:
            DealError: there is no such player.
        """
        if player not in self.seats:
            raise DealError(f"no seat {player!r} in this deal")
        return Account(player, (t for t in self.transfers if player in (t.payer, t.payee)))

    def results_table(self) -> Any:
        """Row results, 1, 0 or -1 for the first seat of each pairing, and its net.

        A pandas DataFrame where pandas is installed, else a :class:`~cptutor.tables.Table`; so are all tables here.
        """
        return self._results().frame()

    def components_table(self) -> Any:
        """The net of each pairing by component, a column each."""
        return self._components().frame()

    def nets_table(self) -> Any:
        """What each player gains against each opponent, and in all."""
        return self._nets().frame()

    def chips_table(self, start: int, per_unit: int) -> Any:
        """Chips before and after, if each player starts with ``start`` and a unit is ``per_unit`` chips.

        Nothing is capped here; for table stakes see the payments.
        """
        changes = {name: units * per_unit for name, units in self.totals.items()}
        rows: list[tuple[Cell, ...]] = [
            (name, start, change, start + change) for name, change in changes.items()
        ]
        whole, change = start * len(changes), sum(changes.values())
        rows.append(("total", whole, change, whole + change))
        return Table(
            "Chips", ("player", "start", "change", "end"), tuple(rows), unsigned=("start", "end")
        ).frame()

    def __str__(self) -> str:
        profile = self.agreement.profile
        parts = [f"{profile.id}: {profile.title}", str(self._scores()), str(self._nets())]
        if self.payments is not None:
            parts.append(str(self.payments))
        name = "invented ruling" if self.agreement.invented else "ruling"
        parts += [f"{name}: {key} = {value}" for key, value in self.rulings.items()]
        return "\n\n".join(parts)

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        from cptutor.settlement.scorebook_html import scorebook_html

        return scorebook_html(self)

    def _results(self) -> Table:
        rows = tuple((_name(p), *(row.result for row in p.rows), p.net) for p in self.pairings)
        return Table("Row results for the first player", ("pairing", *ROWS, "net"), rows)

    def _components(self) -> Table:
        names = tuple(dict.fromkeys(chain.from_iterable(p.components for p in self.pairings)))
        rows: tuple[tuple[Cell, ...], ...] = tuple(
            (_name(p), *(p.components.get(name, 0) for name in names), p.net) for p in self.pairings
        )
        return Table("Components for the first player", ("pairing", *names, "net"), rows)

    def _scores(self) -> Table:
        """Results and components side by side; a component that no pairing has is left out."""
        names = [
            name
            for name in dict.fromkeys(chain.from_iterable(p.components for p in self.pairings))
            if any(p.components.get(name) for p in self.pairings)
        ]
        rows: tuple[tuple[Cell, ...], ...] = tuple(
            (_name(p), *(row.result for row in p.rows), *(p.components.get(name, 0) for name in names), p.net)
            for p in self.pairings
        )
        return Table("Scorebook, for the first player", ("pairing", *ROWS, *names, "net"), rows)

    def _nets(self) -> Table:
        rows: tuple[tuple[Cell, ...], ...]
        gains = {(p.first, p.second): p.net for p in self.pairings}
        gains |= {(p.second, p.first): -p.net for p in self.pairings}
        rows = tuple(
            (name, *(gains.get((name, other)) for other in self.seats), self.totals[name])
            for name in self.seats
        )
        return Table("Net of each player", ("player", *(f"vs {name}" for name in self.seats), "total"), rows)


def _name(pairing: Pairing) -> str:
    return f"{pairing.first} vs {pairing.second}"
