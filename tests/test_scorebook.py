from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from cptutor import Agreement, DealError, Transfer, settle

if TYPE_CHECKING:
    from cptutor.rules import Citation

SORA_OWEN_PIA = {
    "Sora": "A♠A♦2♣ / K♥K♣Q♥Q♦3♠ / 9♥8♥7♥6♥4♥",
    "Owen": "A♣A♥2♦ / K♠K♦J♥J♣3♦ / 10♠9♠8♠7♠5♠",
    "Pia": "Q♠J♦4♣ / 10♦10♣6♦6♣5♦ / Q♣9♣8♣7♣5♣",
}
BOOK = settle(SORA_OWEN_PIA, "swc")


def cite(key: str) -> tuple[Citation, ...]:
    return Agreement("swc").cite(key)


def test_the_seats_in_order() -> None:
    assert BOOK.seats == ("Sora", "Owen", "Pia")
    assert [(p.first, p.second) for p in BOOK.pairings] == [
        ("Sora", "Owen"),
        ("Sora", "Pia"),
        ("Owen", "Pia"),
    ]


def test_tables_of_the_workshop() -> None:
    results: Any = BOOK.results_table()
    assert results.to_numpy().tolist() == [[0, 1, -1, 0], [1, 1, -1, 2], [1, 1, -1, 2]]
    assert list(results.index) == ["Sora vs Owen", "Sora vs Pia", "Owen vs Pia"]
    nets: Any = BOOK.nets_table()
    assert list(nets["total"]) == [2, 2, -4]
    components: Any = BOOK.components_table()
    assert list(components["rows"]) == [0, 1, 1]
    assert list(components["overall"]) == [0, 1, 1]
    assert list(components["royalty"]) == [0, 0, 0]
    assert list(components["net"]) == [0, 2, 2]


def test_chips_at_three_a_point_from_fifty() -> None:
    chips: Any = BOOK.chips_table(50, 3)
    assert chips["end"].to_dict() == {"Sora": 56, "Owen": 56, "Pia": 38, "total": 150}
    assert chips["change"].to_dict() == {"Sora": 6, "Owen": 6, "Pia": -12, "total": 0}


def test_a_pairing_in_whichever_order() -> None:
    assert BOOK.pairing("Pia", "Sora") == BOOK.pairing("Sora", "Pia") == BOOK.pairings[1]
    for first, second in (("Sora", "Sora"), ("Sora", "Ann"), ("", "")):
        with pytest.raises(DealError, match="no pairing"):
            BOOK.pairing(first, second)


def test_why_a_player_has_what_they_have() -> None:
    for name, total in BOOK.totals.items():
        why = BOOK.why(name)
        assert sum(t.units if t.payee == name else -t.units for t in why) == total
        assert {name} <= {player for t in why for player in (t.payer, t.payee)} or not why
    with pytest.raises(DealError, match="'Ann'"):
        BOOK.why("Ann")


def test_json_holds_all_of_it() -> None:
    data = BOOK.as_dict()
    assert json.loads(json.dumps(data)) == data
    assert {"profile", "totals", "pairings", "transfers"} <= set(data)
    assert len(data["transfers"]) == len(BOOK.transfers)
    for pairing in data["pairings"]:
        assert {"first", "second", "front", "middle", "back", "net", "components"} <= set(pairing)


def test_rulings_are_shown_where_they_were_used() -> None:
    table = {"A": "Q♠Q♥2♣ / 9♠9♦8♣6♥3♣ / A♠K♠J♠10♠7♠", "B": "3♦5♠7♥ / 4♠4♦6♣7♦8♠ / A♥J♥9♥4♥2♥"}
    book = settle(table, Agreement("swc", {"foul.price": 5}))
    assert book.as_dict()["rulings"] == {"foul.price": 5}
    assert "foul.price = 5" in str(book)
    assert all("ruling" in transfer.source for transfer in book.transfers)


@pytest.mark.parametrize("units", [0, -1])
def test_a_transfer_is_above_zero(units: int) -> None:
    with pytest.raises(ValueError, match="above zero"):
        Transfer("A", "B", units, "why", None, cite("row.units"))


@pytest.mark.parametrize(
    ("key", "component"),
    [("row.units", "rows"), ("bonus.overall.units", "overall"), ("royalty.mode", "royalty")],
)
def test_the_component_is_that_of_the_rule(key: str, component: str) -> None:
    transfer = Transfer("A", "B", 2, "why", "front", cite(key))
    assert transfer.component == component
    assert "workshop" in transfer.source
    assert str(transfer).startswith("A pays B 2: why")


def test_the_text_for_people() -> None:
    text = str(BOOK)
    assert "swc" in text
    assert [line for line in text.splitlines() if line.startswith("Pia")][-1].split()[-1] == "−4"
    assert "Sora vs Pia: +2 for Sora" in str(BOOK.pairings[1])
