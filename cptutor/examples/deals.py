"""The kinds of worked examples with several seats: deals, and pairings given by their row results alone."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING, Any

from cptutor.cards import DECK, SUITS
from cptutor.examples.inputs import (
    Data,
    Kind,
    components_of,
    read_seats,
    refuse_other_length,
    refuse_unknown,
)
from cptutor.layout import Layout
from cptutor.rules import asking_everything
from cptutor.settlement import score, settle
from cptutor.settlement.scorebook import Layouts, Pairing, Scorebook
from cptutor.settlement.seats import Seat
from cptutor.settlement.stakes import settle_stakes
from cptutor.settlement.standings import Standing
from cptutor.settlement.sweep import with_sweep
from cptutor.tables import Table
from cptutor.terms import ROWS, RuleError

if TYPE_CHECKING:
    from cptutor.rules import Agreement
    from cptutor.session import Session
    from cptutor.settlement.stakes import Payments

_MIRROR = str.maketrans("WL", "LW")
_FULL_SUIT = ((0, 1, 2), (3, 4, 5, 6, 8), (7, 9, 10, 11, 12))
"""Places in a suit that make a legal layout: four-high in front, a ten-high flush, an ace-high flush."""


def _suit_each(names: list[str]) -> dict[str, Layout]:
    """Seats without cards of their own hold a suit each, in layouts that are legal and tie in every row."""
    seats = {}
    for suit, name in zip(SUITS, names, strict=False):
        cards = [card for card in DECK if card.suit == suit]
        seats[name] = Layout(*([cards[place] for place in row] for row in _FULL_SUIT))
    return seats


# pairings


def _read_pairings(_data: Data, _rules: Agreement) -> None:
    """The schema says all there is to say."""


def _pairings(data: Data, rules: Agreement) -> Scorebook:
    return settle(_suit_each(data["seats"]), rules)


def _found_pairings(_data: Data, book: Scorebook, _rules: Agreement) -> Data:
    return {"pairs": [[pairing.first, pairing.second] for pairing in book.pairings]}


# score: row results of one player


def _read_score(data: Data, rules: Agreement) -> None:
    expect = {name: column for name, column in data["expect"].items() if name != "components"}
    refuse_other_length(expect, "", len(data["results"]), "results")
    components = data["expect"].get("components", {})
    refuse_unknown(components, "expect.components", components_of(rules))
    refuse_other_length(components, "components.", len(data["results"]), "results")


def _score(data: Data, rules: Agreement) -> tuple[Pairing, ...]:
    return tuple(score(results, rules) for results in data["results"])


def _found_score(data: Data, pairings: tuple[Pairing, ...], rules: Agreement) -> Data:
    return {
        "components": _columns(pairings, rules),
        "net": [pairing.net for pairing in pairings],
        "opponent": [score(results.translate(_MIRROR), rules).net for results in data["results"]],
    }


def _columns(pairings: tuple[Pairing, ...], rules: Agreement) -> dict[str, list[int]]:
    return {name: [pairing.components.get(name, 0) for pairing in pairings] for name in components_of(rules)}


# winners: a table by the row results of its pairings


def _read_winners(data: Data, rules: Agreement) -> None:
    seats, results = data["seats"], data["result"]
    pairs = [(entry["first"], entry["second"]) for entry in results]
    for pair in combinations(seats, 2):
        if pair not in pairs:
            raise RuleError(f"result: there is none of {pair[0]} and {pair[1]}, in this order")
    if len(pairs) > len(set(pairs)) or set(pairs) - set(combinations(seats, 2)):
        raise RuleError("result: each pair of seats stands there once, in the order of the table")
    expect = {name: column for name, column in data["expect"].items() if name != "payments"}
    refuse_other_length(expect, "", len(results), "result")
    components = expect.get("components", {})
    refuse_unknown(components, "expect.components", components_of(rules))
    refuse_other_length(components, "components.", len(results), "result")
    for key in ("chips", "expect.totals", "expect.chips"):
        table = data if key == "chips" else data["expect"]
        refuse_unknown(table.get(key.rpartition(".")[2], {}), key, seats)
    if "dealer" in data:
        refuse_unknown([data["dealer"]], "dealer", seats)


def _winners(data: Data, rules: Agreement) -> Scorebook:
    layouts, chips = _suit_each(data["seats"]), data.get("chips", {})
    seats = [Seat(name, layout, chips=chips.get(name)) for name, layout in layouts.items()]

    def settled(agreement: Agreement) -> Scorebook:
        scored = tuple(
            score(entry["rows"], agreement, entry["first"], entry["second"]) for entry in data["result"]
        )
        pairings = with_sweep([Standing(seat) for seat in seats], scored, agreement)
        payments = settle_stakes(pairings, seats, data.get("dealer"), agreement)
        return Scorebook(agreement, Layouts(layouts), pairings, payments)

    return asking_everything(rules, settled, outcome=Scorebook.comes_to)


def _found_winners(_data: Data, book: Scorebook, rules: Agreement) -> Data:
    return {
        "totals": book.totals,
        "net": [pairing.net for pairing in book.pairings],
        "components": _columns(book.pairings, rules),
        **_paid(book.payments),
    }


# settle: a deal


def _read_settle(data: Data, rules: Agreement) -> None:
    seats = [seat.name for seat in read_seats(data)]
    expect = data["expect"]
    refuse_unknown(expect.get("totals", {}), "expect.totals", seats)
    refuse_unknown(expect.get("entries", {}), "expect.entries", components_of(rules))
    for number, pairing in enumerate(expect.get("pairing", ()), start=1):
        key = f"expect.pairing[{number}]"
        refuse_unknown([pairing["first"], pairing["second"]], key, seats)
        if seats.index(pairing["first"]) >= seats.index(pairing["second"]):
            raise RuleError(f"{key}.second: {pairing['second']!r} does not sit after {pairing['first']!r}")
        refuse_unknown(pairing.get("components", {}), f"{key}.components", components_of(rules))
    refuse_unknown(expect.get("chips", {}), "expect.chips", seats)
    if "chips" in expect and "chips" not in data and "chips" not in data["seat"][0]:
        raise RuleError("expect.chips: key 'chips' with start and per_unit is missing")


def _settle(data: Data, rules: Agreement) -> Scorebook:
    return settle(read_seats(data), rules, data.get("dealer"))


def _found_settle(data: Data, book: Scorebook, rules: Agreement) -> Data:
    entries = Counter(transfer.component for transfer in book.transfers)
    found: Data = {
        "totals": book.totals,
        "entries": {name: entries[name] for name in components_of(rules)},
        "pairing": [
            _found_pairing(book.pairing(entry["first"], entry["second"]), rules)
            for entry in data["expect"].get("pairing", ())
        ],
        **_paid(book.payments),
    }
    if "chips" in data:
        found["chips"] = _chips(book, **data["chips"])
    return found


def _found_pairing(pairing: Pairing, rules: Agreement) -> Data:
    return {
        "first": pairing.first,
        "second": pairing.second,
        "results": {row: pairing.result(row) for row in ROWS},
        "components": {name: pairing.components.get(name, 0) for name in components_of(rules)},
        "net": pairing.net,
    }


def _chips(book: Scorebook, start: int, per_unit: int) -> dict[str, int]:
    """What each player has in the end, from the table that learners see."""
    table = book.chips_table(start, per_unit)
    ends: dict[str, Any]
    if isinstance(table, Table):
        ends = {str(row[0]): row[table.columns.index("end")] for row in table.rows}
    else:
        ends = dict(table["end"])
    return {name: int(ends[name]) for name in book.seats}


def _paid(payments: Payments | None) -> Data:
    """The payments in order and the chips after them; nothing where the table plays without."""
    if payments is None:
        return {}
    told = [
        f"{p.payer} pays {p.payee} {p.paid}" + (f" of {p.owed}" if p.paid < p.owed else "") for p in payments
    ]
    return {"payments": told, "chips": payments.chips()}


# session: who deals, and how often


def _read_session(data: Data, _rules: Agreement) -> None:
    refuse_unknown(data["expect"].get("positions", {}), "expect.positions", data["seats"])


def _session(data: Data, rules: Agreement) -> Session:
    from cptutor.session import Session

    session = Session(rules, data["seats"])
    while not session.finished:
        session.play(_suit_each(data["seats"]))
    return session


def _found_session(_data: Data, session: Session, _rules: Agreement) -> Data:
    return {
        "deals": session.deals,
        "dealers": [played.dealer for played in session.played],
        "positions": {place.player: place.position for place in session.standings},
    }


DEALS: dict[str, Kind] = {
    "pairings": Kind(_read_pairings, _pairings, _found_pairings),
    "score": Kind(_read_score, _score, _found_score),
    "winners": Kind(_read_winners, _winners, _found_winners),
    "settle": Kind(_read_settle, _settle, _found_settle),
    "session": Kind(_read_session, _session, _found_session),
}
"""The kinds with several seats by name."""
