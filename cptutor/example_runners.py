"""What each kind of worked example does: read its inputs, run the library, and lay out what was found.

A kind is three small functions in :data:`KINDS`. ``read`` refuses inputs that cannot be, ``run`` gives the live
object, ``found`` gives it in the shape of the file's ``[expect]``, so that the two can be compared leaf by leaf.
"""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cptutor.cards import DECK, SUITS, parse_cards
from cptutor.layout import Layout
from cptutor.legality import Repair, Verdict, check, repairs
from cptutor.ranking import Comparison, Strength, compare_rows, rank_row
from cptutor.scorebook import COMPONENTS, Pairing, Scorebook
from cptutor.seats import Seat, take_seats
from cptutor.settlement import score, settle
from cptutor.tables import Table
from cptutor.terms import ROWS, RuleError, TutorError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from cptutor.cards import Card
    from cptutor.rules import Agreement

Data = dict[str, Any]

_MIRROR = str.maketrans("WL", "LW")
_FULL_SUIT = ((0, 1, 2), (3, 4, 5, 6, 8), (7, 9, 10, 11, 12))
"""Places in a suit that make a legal layout: four-high in front, a ten-high flush, an ace-high flush."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of example: how its inputs are read, run and reported. ``rules`` are the agreement in force."""

    read: Callable[[Data, Agreement], None]
    run: Callable[[Data, Agreement], Any]
    found: Callable[[Data, Any, Agreement], Data]


@contextmanager
def naming(key: str) -> Iterator[None]:
    """Turn any error of the library into one that names the key at fault."""
    try:
        yield
    except TutorError as error:
        raise RuleError(f"{key}: {error}") from None


def read_layout(data: Data, key: str = "layout") -> Layout:
    """The layout that stands under a key as a table of front, middle and back."""
    with naming(key):
        return Layout(*(data[key][row] for row in ROWS))


def read_seats(data: Data) -> tuple[Seat, ...]:
    """The seats in their order; none where the example has none."""
    seats = []
    for number, entry in enumerate(data.get("seat", ())):
        with naming(f"seat.{number}"):
            layout = Layout(*(entry[row] for row in ROWS))
            declared, surrendered = entry.get("declared", False), entry.get("surrendered", False)
            seats.append(Seat(entry["name"], layout, declared=declared, surrendered=surrendered))
    if seats:
        with naming("seat"):
            take_seats(seats)
    return tuple(seats)


# rank and compare: rows by themselves


def _read_rows(data: Data, rules: Agreement) -> None:
    for number, row in enumerate(data["rows"]):
        with naming(f"rows.{number}"):
            rank_row(row, rules.wheel)


def _read_rank(data: Data, rules: Agreement) -> None:
    _read_rows(data, rules)
    _one_each(data["expect"], "", len(data["rows"]), "rows")


def _rank(data: Data, rules: Agreement) -> tuple[Strength, ...]:
    return tuple(rank_row(row, rules.wheel) for row in data["rows"])


def _found_rank(_data: Data, strengths: tuple[Strength, ...], _rules: Agreement) -> Data:
    return {
        "categories": [strength.category for strength in strengths],
        "descriptions": [strength.describe() for strength in strengths],
        "ranks": [list(strength.ranks) for strength in strengths],
    }


def _compare(data: Data, rules: Agreement) -> Comparison:
    first, second = data["rows"]
    return compare_rows(first, second, rules.wheel)


def _found_compare(_data: Data, comparison: Comparison, _rules: Agreement) -> Data:
    return {"result": comparison.result, "reason": comparison.reason}


# check, exchange and repair: one layout


def _read_check(data: Data, _rules: Agreement) -> None:
    read_layout(data)


def _check(data: Data, rules: Agreement) -> Verdict:
    return check(read_layout(data), rules)


def _found_check(data: Data, verdict: Verdict, _rules: Agreement) -> Data:
    found: Data = {
        "legal": verdict.legal,
        "counts": list(verdict.counts),
        "fouls": list(verdict.fouls),
        "categories": [strength.category for strength in verdict.strengths],
    }
    if "layout" in data["expect"]:
        found["layout"] = _same_rows(data["expect"]["layout"], verdict.layout)
    return found


def _read_exchange(data: Data, _rules: Agreement) -> None:
    _exchanged(read_layout(data), data["exchange"], "exchange")
    if "layout" in data["expect"]:
        read_layout(data["expect"])


def _exchange(data: Data, rules: Agreement) -> Verdict:
    return check(_exchanged(read_layout(data), data["exchange"], "exchange"), rules)


def _read_repair(data: Data, _rules: Agreement) -> None:
    layout = read_layout(data)
    for number, entry in enumerate(data["expect"].get("repair", ())):
        key = f"expect.repair.{number}"
        with naming(key):
            read_layout(entry)
        _exchanged(layout, entry.get("exchange", ()), f"{key}.exchange")


def _repair(data: Data, rules: Agreement) -> tuple[Repair, ...]:
    return repairs(read_layout(data), rules, data.get("exchanges"))


def _found_repair(data: Data, found: tuple[Repair, ...], _rules: Agreement) -> Data:
    start = read_layout(data)
    by_layout = {repair.layout: repair for repair in found}
    listed = []
    for entry in data["expect"].get("repair", ()):
        wanted = read_layout(entry)
        repair = by_layout.get(wanted)
        listed.append(
            {
                "layout": entry["layout"] if repair else "not among the repairs",
                "exchange": _same_exchanges(entry.get("exchange", ()), start, repair),
            }
        )
    return {"count": len(found), "repair": listed}


# pairings, score and settle: several seats


def _read_pairings(_data: Data, _rules: Agreement) -> None:
    """The schema says all there is to say."""


def _pairings(data: Data, rules: Agreement) -> Scorebook:
    """Seats without cards of their own hold a suit each, in layouts that are legal and tie in every row."""
    seats = {}
    for suit, name in zip(SUITS, data["seats"], strict=False):
        cards = [card for card in DECK if card.suit == suit]
        seats[name] = Layout(*([cards[place] for place in row] for row in _FULL_SUIT))
    return settle(seats, rules)


def _found_pairings(_data: Data, book: Scorebook, _rules: Agreement) -> Data:
    return {"pairs": [[pairing.first, pairing.second] for pairing in book.pairings]}


def _read_score(data: Data, rules: Agreement) -> None:
    expect = {name: column for name, column in data["expect"].items() if name != "components"}
    _one_each(expect, "", len(data["results"]), "results")
    components = data["expect"].get("components", {})
    _known(components, "expect.components", _components(rules))
    _one_each(components, "components.", len(data["results"]), "results")


def _score(data: Data, rules: Agreement) -> tuple[Pairing, ...]:
    return tuple(score(results, rules) for results in data["results"])


def _found_score(data: Data, pairings: tuple[Pairing, ...], rules: Agreement) -> Data:
    names = _components(rules)
    return {
        "components": {name: [pairing.components.get(name, 0) for pairing in pairings] for name in names},
        "net": [pairing.net for pairing in pairings],
        "opponent": [score(results.translate(_MIRROR), rules).net for results in data["results"]],
    }


def _read_settle(data: Data, rules: Agreement) -> None:
    seats = [seat.name for seat in read_seats(data)]
    expect = data["expect"]
    _known(expect.get("totals", {}), "expect.totals", seats)
    _known(expect.get("entries", {}), "expect.entries", _components(rules))
    for number, pairing in enumerate(expect.get("pairing", ())):
        key = f"expect.pairing.{number}"
        _known([pairing["first"], pairing["second"]], key, seats)
        if seats.index(pairing["first"]) >= seats.index(pairing["second"]):
            raise RuleError(f"{key}.second: {pairing['second']!r} does not sit after {pairing['first']!r}")
        _known(pairing.get("components", {}), f"{key}.components", _components(rules))
    _known(expect.get("chips", {}), "expect.chips", seats)
    if "chips" in expect and "chips" not in data:
        raise RuleError("expect.chips: key 'chips' with start and per_unit is missing")


def _settle(data: Data, rules: Agreement) -> Scorebook:
    return settle(read_seats(data), rules)


def _found_settle(data: Data, book: Scorebook, rules: Agreement) -> Data:
    entries = Counter(transfer.component for transfer in book.transfers)
    found: Data = {
        "totals": book.totals,
        "entries": {name: entries[name] for name in _components(rules)},
        "pairing": [
            _found_pairing(book.pairing(entry["first"], entry["second"]), rules)
            for entry in data["expect"].get("pairing", ())
        ],
    }
    if "chips" in data:
        found["chips"] = _chips(book, **data["chips"])
    return found


def _found_pairing(pairing: Pairing, rules: Agreement) -> Data:
    return {
        "first": pairing.first,
        "second": pairing.second,
        "results": {row: pairing.result(row) for row in ROWS},
        "components": {name: pairing.components.get(name, 0) for name in _components(rules)},
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


# helpers


def _components(rules: Agreement) -> list[str]:
    return list(dict.fromkeys([*COMPONENTS, *rules.profile.names("bonus")]))


def _known(names: Mapping[str, object] | list[str], key: str, allowed: list[str]) -> None:
    for name in names:
        if name not in allowed:
            raise RuleError(f"{key}: unknown key {name!r}; there are {', '.join(allowed)}")


def _one_each(expect: Mapping[str, Any], prefix: str, count: int, key: str) -> None:
    """Expected lists stand beside the inputs, so each has as many entries."""
    for name, entries in expect.items():
        if isinstance(entries, list) and name != "questions" and len(entries) != count:
            raise RuleError(f"expect.{prefix}{name}: {len(entries)} entries where {key} has {count}")


def _two_cards(text: str) -> tuple[Card, Card]:
    first, second = parse_cards(text)
    return first, second


def _exchanged(layout: Layout, pairs: list[str] | tuple[()], key: str) -> Layout:
    """A layout after exchanges, each written as two cards."""
    for number, text in enumerate(pairs):
        with naming(f"{key}.{number}"):
            if len(parse_cards(text)) != 2:
                raise RuleError(f"an exchange is two cards, not {text!r}")
            layout = layout.exchange(*_two_cards(text))
    return layout


def _same_rows(expected: Data, found: Layout) -> Data:
    """The found rows; where a row holds the expected cards, in the words of the file."""
    return {
        row: expected[row] if set(parse_cards(expected[row])) == set(cards) else " ".join(map(str, cards))
        for row, cards in found
    }


def _same_exchanges(expected: list[str] | tuple[()], start: Layout, repair: Repair | None) -> list[str]:
    """The exchanges found; in the words of the file where those are as few and lead to the same layout.

    Which of two queens trades with which of two nines makes no difference.
    """
    if repair is None:
        return []
    if len(expected) == len(repair.exchanges) and _exchanged(start, expected, "exchange") == repair.layout:
        return list(expected)
    return [f"{first} {second}" for first, second in repair.exchanges]


KINDS: dict[str, Kind] = {
    "rank": Kind(_read_rank, _rank, _found_rank),
    "compare": Kind(_read_rows, _compare, _found_compare),
    "check": Kind(_read_check, _check, _found_check),
    "exchange": Kind(_read_exchange, _exchange, _found_check),
    "repair": Kind(_read_repair, _repair, _found_repair),
    "pairings": Kind(_read_pairings, _pairings, _found_pairings),
    "score": Kind(_read_score, _score, _found_score),
    "settle": Kind(_read_settle, _settle, _found_settle),
}
"""The kinds of examples by name; a new one also needs a definition of its own in the schema."""
