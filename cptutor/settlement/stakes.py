"""Table stakes: what is owed, paid in order, as far as the chips at the table reach.

A unit is paid with one chip. Every chip that a player sat down with is doubled or lost, once: a payment uses it up on
both sides, and chips received in the deal pay nothing. What is owed never changes.

>>> owed = [Owed("B", "A", 6), Owed("A", "C", 6)]
>>> payments = pay(owed, {"A": 8, "B": 20, "C": 20})
>>> payments.chips()
{'A': 12, 'B': 14, 'C': 22}
>>> payments.unpaid[0].limit
'A has only 2 unused chips'

The rule is that of the scoring chart's casino game: "table stakes" in ``rules_data/sources.toml``.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, combinations
from typing import TYPE_CHECKING, Any

from cptutor.tables import Cell, Table
from cptutor.terms import DealError, RuleError

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence

    from cptutor.rules import Agreement, Citation
    from cptutor.settlement.scorebook import Pairing, Transfer
    from cptutor.settlement.seats import Seat

_SPECIALS = "special hands"
_ACES = "aces"


@dataclass(frozen=True, slots=True)
class Owed:
    """``units`` (above zero) owed by payer to payee; ``what`` for, where it is not a pairing's whole net."""

    payer: str
    payee: str
    units: int
    what: str = ""

    def __post_init__(self) -> None:
        if self.units <= 0 or self.payer == self.payee:
            raise ValueError(f"{self.payer} cannot owe {self.payee} {self.units}")


@dataclass(frozen=True, slots=True)
class Payment:
    """Chips that pass from payer to payee for ``owed`` units, as the ``order``-th payment of the deal (from 1).

    ``limit`` says in words what kept ``paid`` below ``owed``, and is empty where all was paid; ``what`` says what is
    paid for, where it is not a pairing's whole net.
    """

    order: int
    payer: str
    payee: str
    owed: int
    paid: int
    limit: str = ""
    what: str = ""

    @property
    def why(self) -> str:
        """What is paid for and what limited it, as far as there is something to say."""
        return "; ".join(filter(None, (self.what, self.limit)))

    def as_dict(self) -> dict[str, Any]:
        """The payment for JSON."""
        return {
            "order": self.order,
            "payer": self.payer,
            "payee": self.payee,
            "owed": self.owed,
            "paid": self.paid,
            "limit": self.limit,
            "what": self.what,
        }

    def __str__(self) -> str:
        of = "" if self.paid == self.owed else f" of {self.owed}"
        why = f" ({self.why})" if self.why else ""
        return f"{self.order}. {self.payer} pays {self.payee} {self.paid}{of}{why}"


@dataclass(frozen=True, slots=True, repr=False)
class Payments:
    """All payments of a deal, in order.

    ``start`` holds the chips each player sat down with, in the order of the seats; ``rake`` what the house took from
    each; ``notes`` what else there is to say; ``rules`` what all this rests on. :meth:`chips` add up to those of
    ``start``, less the rake.
    """

    start: Mapping[str, int]
    payments: tuple[Payment, ...]
    rake: Mapping[str, int]
    notes: tuple[str, ...] = ()
    rules: tuple[Citation, ...] = ()

    def __iter__(self) -> Iterator[Payment]:
        return iter(self.payments)

    def __getitem__(self, index: int) -> Payment:
        return self.payments[index]

    def chips(self) -> dict[str, int]:
        """Chips each player ends with, by name."""
        change = self._change()
        return {name: start + change[name] - self.rake.get(name, 0) for name, start in self.start.items()}

    @property
    def unpaid(self) -> tuple[Payment, ...]:
        """The payments that fell short; each ``limit`` says why."""
        return tuple(payment for payment in self.payments if payment.paid < payment.owed)

    def table(self) -> Any:
        """Every payment: order, payer, payee, owed, paid and why, in chips.

        A pandas DataFrame where pandas is installed, else a :class:`~cptutor.tables.Table`.
        """
        return self._payments().frame()

    def chips_table(self) -> Any:
        """Each player's chips: at the start, the change by payments, the rake, and at the end."""
        return self._chips().frame()

    def comes_to(self) -> Hashable:
        """What was paid: in its order where chips fell short, else what each player paid each other, and ends with."""
        if self.unpaid:
            return tuple((p.payer, p.payee, p.owed, p.paid) for p in self.payments), tuple(self.rake.items())
        paid: dict[tuple[str, str], int] = {}
        for payment in self.payments:
            first, second = sorted((payment.payer, payment.payee))
            units = payment.paid if payment.payer == first else -payment.paid
            paid[first, second] = paid.get((first, second), 0) + units
        return tuple(sorted(paid.items())), tuple(self.chips().items())

    def as_dict(self) -> dict[str, Any]:
        """The payments for JSON."""
        return {
            "payments": [payment.as_dict() for payment in self.payments],
            "start": dict(self.start),
            "rake": dict(self.rake),
            "chips": self.chips(),
            "notes": list(self.notes),
            "rules": list(map(str, self.rules)),
        }

    def __str__(self) -> str:
        lines = [f"note: {note}" for note in self.notes] + [f"rule: {rule}" for rule in self.rules]
        parts = [str(self._payments()) if self.payments else "Nothing is owed.", str(self._chips())]
        return "\n\n".join([*parts, "\n".join(lines)]).rstrip()

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        from cptutor.html import message_html

        tables = self._payments()._repr_html_() + self._chips()._repr_html_()
        notes = message_html("note", "about these payments", self.notes) if self.notes else ""
        rules = message_html("note", "the rules they rest on", list(map(str, self.rules)))
        return tables + notes + (rules if self.rules else "")

    def _change(self) -> dict[str, int]:
        change = dict.fromkeys(self.start, 0)
        for payment in self.payments:
            change[payment.payer] -= payment.paid
            change[payment.payee] += payment.paid
        return change

    def _payments(self) -> Table:
        rows: tuple[tuple[Cell, ...], ...] = tuple(
            (p.order, p.payer, p.payee, p.owed, p.paid, p.why) for p in self.payments
        )
        columns = ("order", "payer", "payee", "owed", "paid", "why")
        return Table("Payments in order, in chips", columns, rows, unsigned=("order", "owed", "paid"))

    def _chips(self) -> Table:
        change, end = self._change(), self.chips()
        rows: list[tuple[Cell, ...]] = [
            (name, start, change[name], -self.rake.get(name, 0), end[name])
            for name, start in self.start.items()
        ]
        taken = sum(self.rake.values())
        rows.append(("total", sum(self.start.values()), sum(change.values()), -taken, sum(end.values())))
        columns = ("player", "start", "payments", "rake", "end")
        return Table("Chips", columns, tuple(rows), unsigned=("start", "end"))


def pay(owed: Sequence[Owed], chips: Mapping[str, int], *, limited: bool = True, rake: int = 0) -> Payments:
    """Pay what is owed, in the order given.

    Args:
        owed: what is owed, in the order of payment.
        chips: what each player sat down with, by name: whole numbers from 0.
        limited: whether chips limit the payments. If so, each payment is the least of what is owed, the payer's
            unused chips and the payee's unused chips, and uses up so many on both sides. If not, everything is paid
            in full and a player may end below zero, which a note then says.
        rake: chips that the house takes from each player after the payments, or all that a player has left.

    Raises:
        DealError: names a player without chips, or with a number of chips that cannot be.
    """
    for name, number in chips.items():
        _refuse_wrong_chips(name, number)
    unused = dict(chips)
    payments = []
    for order, debt in enumerate(owed, start=1):
        payer, payee = debt.payer, debt.payee
        for name in (payer, payee):
            if name not in chips:
                raise DealError(f"seat {name}: owes or is owed units, but has no chips on the table")
        paid = min(debt.units, unused[payer], unused[payee]) if limited else debt.units
        limit = _limit(payer, payee, unused) if paid < debt.units else ""
        payments.append(Payment(order, payer, payee, debt.units, paid, limit, debt.what))
        unused[payer] -= paid
        unused[payee] -= paid
    return _with_rake(Payments(dict(chips), tuple(payments), {}), rake)


def settle_stakes(
    pairings: Iterable[Pairing],
    seats: Sequence[Seat],
    dealer: str | None,
    agreement: Agreement,
) -> Payments | None:
    """Pay what the pairings of a deal came to, with the chips on the table.

    Args:
        pairings: the deal's pairings as settled; what they owe is left as it is.
        seats: the seats in clockwise order; all of them with chips, or none.
        dealer: whose payments come first; None is the first seat.
        agreement: the rules: ``stakes.limit``, ``rake``, and ``aces.stakes_order`` where a side bet on aces is owed.

    Returns:
        The payments; None where nobody has chips.

    Raises:
        DealError: chips at some seats only, or no whole number from 0; chips under a profile that says nothing about
            stakes; no such dealer. The text names the seat.
        RuleError: a side bet on aces under house rules that give it no place among the payments.
        RulingNeeded: the rules are silent.
    """
    chips = _chips_of(seats)
    order = order_of_payment([seat.name for seat in seats], dealer)
    if chips is None:
        return None
    if "stakes.limit" not in agreement:
        profile = agreement.profile.id
        raise DealError(f"seat {seats[0].name}: chips at the table, but {profile} has no rule about stakes")
    keys = ["stakes.limit"]
    limited = agreement["stakes.limit"] == "table stakes"
    rake = 0
    if "rake.taken" in agreement:
        keys.append("rake.taken")
        if agreement["rake.taken"] == "yes":
            keys.append("rake.units")
            rake = agreement.number("rake.units")
    transfers = list(chain.from_iterable(pairing.transfers for pairing in pairings))
    aces_last = False
    # Where nothing limits a payment, its place makes no difference and nobody need be asked.
    if limited and any(transfer.component == _ACES for transfer in transfers):
        if "aces.stakes_order" not in agreement:
            raise RuleError(
                f"{agreement.profile.id}: aces.stakes_order is missing, and chips limit the payments"
            )
        keys.append("aces.stakes_order")
        aces_last = agreement["aces.stakes_order"] == "last"
    owed = in_order(transfers, order, aces_last=aces_last)
    found = pay(owed, chips, limited=limited, rake=rake)
    return Payments(found.start, found.payments, found.rake, found.notes, agreement.cite(*keys))


def order_of_payment(players: Sequence[str], dealer: str | None = None) -> tuple[tuple[str, str], ...]:
    """The pairs in the order in which they pay: the dealer with each player clockwise, then the next with those after.

    Args:
        players: the players' names in clockwise order.
        dealer: whose pairs come first; None is the first player.

    Raises:
        DealError: the dealer is none of them.

    >>> [a + b for a, b in order_of_payment("ABCD", "A")]
    ['AB', 'AC', 'AD', 'BC', 'BD', 'CD']
    """
    if dealer is None:
        return tuple(combinations(players, 2))
    if dealer not in players:
        raise DealError(f"no seat {dealer!r} that could deal; there are {', '.join(players)}")
    at = list(players).index(dealer)
    return tuple(combinations([*players[at:], *players[:at]], 2))


def in_order(
    transfers: Iterable[Transfer], order: Iterable[tuple[str, str]], *, aces_last: bool = False
) -> tuple[Owed, ...]:
    """What is owed, in the order of payment: special hands pair by pair, then the net of the rest pair by pair.

    Args:
        transfers: what is owed, in any order.
        order: the pairs in order, as :func:`order_of_payment` gives them.
        aces_last: whether the side bet on aces is paid after all else, not with the rest of its pair.
    """
    pairs = list(order)
    nets: dict[str, dict[tuple[str, str], int]] = {}
    for transfer in transfers:
        component = transfer.component
        what = _SPECIALS if component == "special" else _ACES if component == _ACES and aces_last else ""
        net = nets.setdefault(what, {})
        key = (transfer.payer, transfer.payee)
        net[key] = net.get(key, 0) + transfer.units
    owed = []
    for what in (_SPECIALS, "", _ACES):
        net = nets.get(what, {})
        for first, second in pairs:
            units = net.get((second, first), 0) - net.get((first, second), 0)
            if units:
                payer, payee = (second, first) if units > 0 else (first, second)
                owed.append(Owed(payer, payee, abs(units), what))
    return tuple(owed)


def _with_rake(payments: Payments, rake: int) -> Payments:
    end = payments.chips()
    taken = {name: min(rake, max(0, chips)) for name, chips in end.items()}
    notes = [
        f"{name} ends {_counted(-chips)} below zero: the table sets no limit"
        for name, chips in end.items()
        if chips < 0
    ]
    notes += [
        f"the rake is {_counted(rake)}, but {name} has only {units} left for it"
        for name, units in taken.items()
        if units < rake
    ]
    return Payments(payments.start, payments.payments, taken, tuple(notes))


def _chips_of(seats: Sequence[Seat]) -> dict[str, int] | None:
    """The chips of every seat by name; None where nobody has any."""
    having = [seat for seat in seats if seat.chips is not None]
    if not having:
        return None
    chips = {}
    for seat in seats:
        if seat.chips is None:
            raise DealError(
                f"seat {seat.name}: no chips, though {having[0].name} has some; all have chips or none"
            )
        _refuse_wrong_chips(seat.name, seat.chips)
        chips[seat.name] = seat.chips
    return chips


def _refuse_wrong_chips(name: str, chips: object) -> None:
    if isinstance(chips, bool) or not isinstance(chips, int) or chips < 0:
        raise DealError(f"seat {name}: chips are a whole number from 0, not {chips!r}")


def _limit(payer: str, payee: str, unused: Mapping[str, int]) -> str:
    """Who has too few unused chips for a payment, and how many."""
    least = min(unused[payer], unused[payee])
    short = [name for name in (payer, payee) if unused[name] == least]
    if len(short) > 1:
        each = f"{payer} and {payee} have only {_counted(least, 'unused ')} each"
        return each if least else f"neither {payer} nor {payee} has unused chips left"
    return f"{short[0]} has " + (f"only {_counted(least, 'unused ')}" if least else "no unused chips left")


def _counted(chips: int, sort: str = "") -> str:
    return f"{chips} {sort}chip" + ("" if chips == 1 else "s")
