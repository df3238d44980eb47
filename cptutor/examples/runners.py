"""What each kind of worked example does: read its inputs, run the library, and lay out what was found.

A kind is three small functions in :data:`KINDS`. ``read`` refuses inputs that cannot be, ``run`` gives the live
object, ``found`` gives it in the shape of the file's ``[expect]``, so that the two can be compared leaf by leaf.
The kinds with several seats are in :mod:`cptutor.examples.deals`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cptutor.cards import parse_cards
from cptutor.examples.deals import DEALS
from cptutor.examples.inputs import Data, Kind, naming, read_layout, read_seats, refuse_other_length
from cptutor.legality import Repair, Verdict, check, repairs
from cptutor.ranking import Comparison, Strength, compare_rows, rank_row
from cptutor.rules import asking_everything
from cptutor.settlement.declarations import FinerPoints
from cptutor.terms import HAND_SIZE, RuleError

if TYPE_CHECKING:
    from cptutor.cards import Card
    from cptutor.layout import Layout
    from cptutor.rules import Agreement
    from cptutor.specials import Special

__all__ = ["KINDS", "Data", "naming", "read_layout", "read_seats"]


# rank and compare: rows by themselves


def _read_rows(data: Data, rules: Agreement) -> None:
    for number, row in enumerate(data["rows"], start=1):
        with naming(f"rows[{number}]"):
            rank_row(row, rules.wheel)


def _read_rank(data: Data, rules: Agreement) -> None:
    _read_rows(data, rules)
    refuse_other_length(data["expect"], "", len(data["rows"]), "rows")


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
    for number, entry in enumerate(data["expect"].get("repair", ()), start=1):
        key = f"expect.repair[{number}]"
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


# specials: thirteen cards, however set


def _read_specials(data: Data, _rules: Agreement) -> None:
    with naming("hand"):
        cards = parse_cards(data["hand"])
        if len(cards) != HAND_SIZE:
            raise RuleError(f"a hand has thirteen cards, not {len(cards)}")


def _specials(data: Data, rules: Agreement) -> tuple[Special, ...]:
    from cptutor.specials import find_specials

    kinds = rules.profile.names("special.pays")
    return asking_everything(
        rules, lambda agreement: find_specials(data["hand"], FinerPoints(agreement), kinds)
    )


def _found_specials(_data: Data, specials: tuple[Special, ...], _rules: Agreement) -> Data:
    return {"specials": [special.kind for special in specials]}


# helpers


def _two_cards(text: str) -> tuple[Card, Card]:
    first, second = parse_cards(text)
    return first, second


def _exchanged(layout: Layout, pairs: list[str] | tuple[()], key: str) -> Layout:
    """A layout after exchanges, each written as two cards."""
    for number, text in enumerate(pairs, start=1):
        with naming(f"{key}[{number}]"):
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
    "specials": Kind(_read_specials, _specials, _found_specials),
    **DEALS,
}
"""The kinds of examples by name; a new one also needs a definition of its own in the schema."""
