from __future__ import annotations

from typing import Any

import pytest

from cptutor import CardError, DealError, Layout, Seat, settle
from cptutor.settlement.seats import read_seat, take_seats

A = "2♠ 2♥ A♦ / 7♣ 7♦ 9♠ 5♥ 3♦ / 10♣ J♣ Q♣ K♣ A♣"
B = "3♠ 3♥ 4♦ / 6♣ 6♦ 8♠ 5♣ 2♦ / 9♣ 9♦ 10♥ 10♠ A♠"
C = "4♠ 4♥ 5♦ / 8♣ 8♦ 9♥ 6♥ 2♣ / J♦ J♥ Q♥ Q♠ K♠"
D = "3♣ 5♠ 6♠ / 4♣ 7♥ 8♥ 10♦ J♠ / Q♦ K♥ K♦ A♥ 7♠"


def test_seats_by_name_in_the_order_of_the_table() -> None:
    table: dict[str, Any] = {"Owen": A, "Ann": Layout.parse(B)}
    seats = take_seats(table)
    assert [seat.name for seat in seats] == ["Owen", "Ann"]
    assert [seat.layout for seat in seats] == [Layout.parse(A), Layout.parse(B)]


def test_seats_as_values_or_with_rows_in_lists() -> None:
    wanted = settle({"A": A, "B": B}, "basic").totals
    assert wanted == {"A": 1, "B": -1}
    assert settle([Seat("A", Layout.parse(A)), Seat("B", Layout.parse(B))], "basic").totals == wanted
    assert settle({"A": A.split("/"), "B": B.split("/")}, "basic").totals == wanted
    assert settle((Seat(name, text) for name, text in (("A", A), ("B", B))), "basic").totals == wanted  # type: ignore[arg-type]


def test_two_to_four_seats() -> None:
    table = {"A": A, "B": B, "C": C, "D": D}
    for number in (2, 3, 4):
        pairings = settle(dict(list(table.items())[:number]), "basic").pairings
        assert len(pairings) == number * (number - 1) // 2
    for number, seats in ((0, {}), (1, {"A": A})):
        with pytest.raises(DealError, match=f"not {number}"):
            settle(seats, "basic")
    with pytest.raises(DealError, match="not 5"):
        settle({**table, "E": A}, "basic")


@pytest.mark.parametrize(
    "name", ["", " ", "\t", "\u00a0", "\u200b", "\ufe0f", "\u202e", None, 1, True, b"A", ("A",)]
)
def test_a_blank_name_or_none_is_refused(name: Any) -> None:
    with pytest.raises(DealError, match="a seat needs a name, not"):
        settle({name: A, "B": B}, "basic")


@pytest.mark.parametrize("name", ["A\nB", "A\r", "A\x1b[31m", "A\x00", "A\u2028B", "A\x85", "\ud800A"])
def test_a_name_is_one_line_of_text(name: str) -> None:
    with pytest.raises(DealError) as refused:
        settle({name: A, "B": B}, "basic")
    assert "one line of text" in str(refused.value)
    assert str(refused.value).isprintable()


@pytest.mark.parametrize("name", ["B", " B", "B ", "B\u00a0", "\u3000B"])
def test_names_that_look_the_same_are_one_name(name: str) -> None:
    seats = [Seat("B", Layout.parse(A)), Seat(name, Layout.parse(B))]
    with pytest.raises(DealError, match="two seats have the name"):
        settle(seats, "basic")


def test_an_accent_is_the_same_however_it_is_stored() -> None:
    with pytest.raises(DealError, match="two seats have the name"):
        settle({"Ren\u00e9": A, "Rene\u0301": B}, "basic")


@pytest.mark.parametrize(
    ("first", "second"), [("Anna", "anna"), ("ANNA", "Anna"), ("ÉVA", "éva"), ("Ösz", "ösz")]
)
def test_names_that_differ_only_in_case_are_refused_and_both_named(first: str, second: str) -> None:
    with pytest.raises(DealError) as refused:
        settle({first: A, second: B}, "basic")
    assert str(refused.value) == (
        f"two seats have the names {first!r} and {second!r}, which differ only in capital and small letters"
    )


def test_names_of_all_kinds_are_kept_as_they_are() -> None:
    pairs = [
        ("René", "李"),
        ("Ann", "Anne"),
        ("👩\u200d🏫", "?"),
        ("O'Neil <b>", '"Q"'),
        (" Ann", "Bea "),
        ("1", "2"),
    ]
    for names in pairs:
        assert list(settle(dict(zip(names, (A, B), strict=True)), "basic").totals) == list(names)


def test_a_card_of_two_seats_is_named_with_both() -> None:
    with pytest.raises(DealError) as refused:
        settle({"Ann": A, "Bea": B, "Cy": C.replace("K♠", "A♦")}, "basic")
    assert str(refused.value) == "A♦ is held by both Ann and Cy"


@pytest.mark.parametrize(
    ("layout", "said"),
    [
        (A.replace("2♥", "2♠"), "2♠ stands twice"),
        (A.replace("2♥", ""), "not 12"),
        (A.replace("2♥", "2x"), "'2x' is not a card"),
        (A.replace("2♥", "joker"), "joker"),
        (A.replace("/", ""), "three rows"),
        ("", "three rows"),
        (None, "NoneType"),
        (7, "int"),
    ],
)
def test_wrong_cards_are_named_with_their_seat(layout: Any, said: str) -> None:
    for seats in ({"Ann": layout, "B": B}, [Seat("Ann", layout), Seat("B", Layout.parse(B))]):
        with pytest.raises(CardError, match=f"seat Ann: .*{said}"):
            settle(seats, "basic")


@pytest.mark.parametrize(
    "seats", [None, 5, "abc", b"abc", [1, 2], [("A", A), ("B", B)], [None, None], ["A", "B"]]
)
def test_what_is_no_table_is_refused(seats: Any) -> None:
    with pytest.raises(DealError):
        settle(seats, "basic")


@pytest.mark.parametrize("more", [{"declared": 1}, {"surrendered": "yes"}, {"chips": -1}, {"chips": True}])
def test_what_else_a_seat_says_is_checked(more: dict[str, Any]) -> None:
    with pytest.raises(DealError, match="seat Ann: "):
        read_seat("Ann", A, **more)
    with pytest.raises(DealError, match="seat Ann: "):
        take_seats([Seat("Ann", Layout.parse(A), **more), Seat("B", Layout.parse(B))])


@pytest.mark.parametrize("declared", ["", "  "])
def test_a_declaration_says_something(declared: str) -> None:
    with pytest.raises(DealError, match="seat A: declared is true, false or a special hand"):
        take_seats([Seat("A", Layout.parse(A), declared=declared), Seat("B", Layout.parse(B))])
