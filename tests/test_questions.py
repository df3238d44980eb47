"""Which questions a deal raises: those whose answers come to different things, and no others.

Right values: the rulebook's, with the working beside each; none is taken from the program's own answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cptutor import Agreement, RulingNeeded, Seat, settle
from cptutor.layout import Layout
from cptutor.rules import Value, asking_everything
from cptutor.rules.questions import MOST_TRIES
from cptutor.terms import DealError
from cptutor.widgets.explaining import rule_lines

if TYPE_CHECKING:
    from collections.abc import Mapping

ANNA = "A♣ Q♦ 5♥ / K♠ K♦ 9♣ 9♥ 3♠ / 8♠ 8♥ 8♦ 4♣ 4♦"
BEN = "6♠ 6♦ K♣ / Q♠ Q♣ 7♦ 7♣ 2♠ / J♥ 10♥ 6♥ 3♥ 2♥"
"""Ben wins the front, Anna the middle and the back (Chinese Poker: full rules): 1 to Anna by rows alone."""

LEGAL = "A♦ K♦ 9♣ / Q♦ Q♣ 7♥ 4♦ 2♦ / 10♥ 10♦ 10♣ 6♦ 5♠"
EQUAL_PREFIX = "8♠ 8♥ K♥ / 8♦ 8♣ K♣ 4♠ 2♥ / A♥ J♥ 9♥ 4♥ 3♥"
"""A front and a middle that are alike as far as the front goes: legal or not is the table's affair."""


def questions(seats: object, rules: str, rulings: Mapping[str, Value] | None = None) -> list[str]:
    """The keys that a deal asks about, none if it is settled."""
    try:
        settle(seats, Agreement(rules, rulings))  # type: ignore[arg-type]
    except RulingNeeded as needed:
        return [gap.key for gap in needed.questions]
    return []


def seats(*layouts: str, chips: int | None = None, declared: bool | str = False) -> list[Seat]:
    named = zip("ABCD", layouts, strict=False)
    return [Seat(name, Layout.parse(text), declared=declared, chips=chips) for name, text in named]


def test_with_two_seats_nobody_need_say_who_is_the_bank() -> None:
    """Either way the two settle with each other, 1 a row: −1 + 1 + 1."""
    book = settle({"Anna": ANNA, "Ben": BEN}, "banker")
    assert book.totals == {"Anna": 1, "Ben": -1}
    assert book.rulings == {}
    with pytest.raises(DealError, match=r"the bank 'Zoe' is none of the seats Anna, Ben \(bank\.seat\)"):
        settle({"Anna": ANNA, "Ben": BEN}, Agreement("banker", {"bank.seat": "Zoe"}))


def test_every_seat_is_tried_as_the_bank() -> None:
    """Only B and C have trips in front, so their royalties are a question only if one of the two is the bank."""
    table = seats(
        "K♦ 9♠ 4♠ / 8♥ 8♦ 7♥ 6♦ 2♥ / K♥ K♣ 6♥ 6♣ 3♠",
        "5♠ 5♥ 5♦ / Q♥ J♦ 10♣ 9♥ 8♠ / A♠ Q♠ J♠ 7♠ 2♠",
        "4♥ 4♦ 4♣ / K♠ Q♦ J♥ 10♠ 9♦ / A♣ J♣ 9♣ 7♣ 3♣",
    )
    others = {"bank.others_settle": "no"}
    assert questions(table, "banker", others) == ["royalty.same_row", "bank.seat"]
    assert questions(table, "banker", {**others, "bank.seat": "A"}) == []
    assert questions(table, "banker", {**others, "bank.seat": "C"}) == ["royalty.same_row"]


def test_two_complete_straights_are_equal_whether_compared_or_not() -> None:
    """All thirteen ranks on both sides: there is nothing to compare, so neither collects."""
    table = seats(
        "4♦ 3♣ 2♥ / 9♠ 8♥ 7♦ 6♣ 5♠ / A♠ K♥ Q♦ J♣ 10♠",
        "4♥ 3♠ 2♦ / 9♦ 8♣ 7♥ 6♠ 5♥ / A♥ K♦ Q♠ J♠ 10♥",
        declared="complete straight",
    )
    book = settle(table, Agreement("full", {"special.played": "yes"}))
    assert book.totals == {"A": 0, "B": 0}
    assert book.rulings == {"special.played": "yes"}
    assert "special.same_kind left open" in str(book.pairings[0])
    assert "special.same_kind =" not in str(book.pairings[0])


def test_an_order_of_special_hands_is_wanted_only_where_two_meet() -> None:
    """Three straights and three flushes in one hand, 3 each: with the higher alone it collects 3, whichever it is."""
    holder = Seat("A", Layout.parse("4♠ 3♠ 2♠ / 8♥ 7♥ 6♥ 5♥ 4♥ / A♦ K♦ Q♦ J♦ 10♦"), declared=True)
    other = Seat("B", Layout.parse("A♥ K♣ 9♣ / 9♠ 9♦ 7♠ 3♥ 2♦ / 10♥ 10♠ 10♣ 6♦ 5♠"))
    rulings: dict[str, Value] = {"special.played": "yes", "special.overlap": "highest"}
    book = settle([holder, other], Agreement("full", rulings))
    assert book.totals == {"A": 3, "B": -3}
    assert book.rulings == rulings
    pairs = Seat("B", Layout.parse("9♠ 9♥ 2♣ / J♠ J♥ 10♠ 10♥ K♠ / A♠ A♥ Q♠ Q♥ K♥"), declared=True)
    assert questions([holder, pairs], "full", rulings) == ["special.order", "special.meeting"]


@pytest.mark.parametrize(("chips", "asked"), [(2, []), (1, ["stakes.limit"])])
def test_a_limit_matters_only_where_the_chips_do_not_reach(chips: int, asked: list[str]) -> None:
    """Rows −1 + 1 + 1 and 1 overall: Ben owes 2."""
    table = seats(ANNA, BEN, chips=chips)
    assert questions(table, "swc", {"rake.taken": "no"}) == asked
    if not asked:
        book = settle(table, Agreement("swc", {"rake.taken": "no"}))
        assert book.payments is not None
        assert book.payments.chips() == {"A": 4, "B": 0}
        assert "rule: stakes.limit left open (workshop, agreement being silent" in str(book.payments)


def test_where_a_side_bet_stands_matters_only_where_the_chips_do_not_reach() -> None:
    """Rows: 1 for two of three. Aces: one against none, 1. So Ben owes 2."""
    rulings: dict[str, Value] = {"aces.played": "yes", "rake.units": 0}
    assert questions(seats(ANNA, BEN, chips=2), "casino", rulings) == []
    assert questions(seats(ANNA, BEN, chips=1), "casino", rulings) == ["aces.stakes_order"]


def test_a_deal_that_is_refused_whatever_is_answered_is_refused_at_once() -> None:
    table = [Seat("A", Layout.parse(EQUAL_PREFIX)), Seat("B", Layout.parse(LEGAL), surrendered=True)]
    with pytest.raises(DealError, match="seat B: swc has no surrender"):
        settle(table, "swc")
    table[1] = Seat("B", Layout.parse(LEGAL))
    assert questions(table, "swc") == ["front_middle.equal_prefix", "foul.price"]


def test_what_was_left_open_stays_open_in_the_book() -> None:
    book = settle({"Anna": ANNA, "Ben": BEN}, "banker")
    assert "bank.seat" in [gap.key for gap in book.agreement.open_gaps]
    assert book.agreement == Agreement("banker")


def test_without_an_outcome_every_question_that_comes_up_is_asked() -> None:
    def work(agreement: Agreement) -> str:
        return f"{agreement['middle_back.equal']}"[:0]

    with pytest.raises(RulingNeeded) as needed:
        asking_everything(Agreement("swc"), work)
    assert [gap.key for gap in needed.value.questions] == ["middle_back.equal"]
    assert asking_everything(Agreement("swc"), work, outcome=str) == ""


def test_a_question_hangs_on_another_s_answer() -> None:
    """Rows or not: the first answer asks on, and what comes after makes no difference, so neither does the first."""

    def work(agreement: Agreement) -> str:
        if agreement["middle_back.equal"] == "legal":
            return f"{agreement['royalty.equal_rows']}"[:0]
        return ""

    assert asking_everything(Agreement("swc"), work, outcome=str) == ""


def test_numbers_and_single_answers_are_always_asked() -> None:
    def work(agreement: Agreement) -> str:
        return f"{agreement['foul.price']}{agreement['foul.both']}"[:0]

    with pytest.raises(RulingNeeded) as needed:
        asking_everything(Agreement("swc"), work, outcome=str)
    assert [gap.key for gap in needed.value.questions] == ["foul.price", "foul.both"]


def test_where_there_are_too_many_answers_to_try_all_that_comes_up_is_asked() -> None:
    profile = Agreement("casino").profile
    keys = [gap.key for gap in profile.gaps if len(gap.answer.samples()) > 1][:12]
    assert 2 ** len(keys) > MOST_TRIES
    tried = []

    def work(agreement: Agreement, keys: list[str] = keys) -> int:
        tried.append(agreement)
        return len([agreement[key] for key in keys])

    def half(start: int) -> object:
        return lambda agreement: work(agreement, keys[start : start + 6])

    with pytest.raises(RulingNeeded) as needed:
        asking_everything(Agreement("casino"), work, [half(0), half(6)], outcome=int)  # type: ignore[list-item]
    assert [gap.key for gap in needed.value.questions] == keys
    assert len(tried) < 2 ** len(keys)


def test_a_rule_left_open_is_told_so_wherever_rules_are_shown() -> None:
    rule = Agreement("swc").leaving_open("royalty.equal_rows", "both").cite("royalty.equal_rows")[0]
    assert str(rule) == (
        "royalty.equal_rows left open (workshop, foul being silent; here every answer comes to the same)"
    )
    assert rule_lines(rule)[0] == "Left open: here every answer comes to the same."
    assert rule_lines(rule)[1].startswith("royalty.equal_rows: “")
    assert rule_lines(rule)[1].endswith("” is silent")
