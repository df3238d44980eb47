"""Table stakes: the worked case of the chart, and what must hold for any chips and anything owed."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cptutor import Agreement, DealError, Layout, RulingNeeded, Seat, settle
from cptutor.rules import Citation
from cptutor.rules.profiles import Source
from cptutor.settlement.scorebook import Pairing, RowResult, Transfer
from cptutor.settlement.stakes import Owed, Payment, Payments, in_order, order_of_payment, pay, settle_stakes
from cptutor.terms import ROWS, RuleError

NAMES = ("A", "B", "C", "D")
CASINO = Agreement("casino", {"rake.units": 0})
LAYOUT = Layout.parse("2♠ 2♥ A♦ / 7♣ 7♦ 9♠ 5♥ 3♦ / 10♣ J♣ Q♣ K♣ A♣")


def transfer(payer: str, payee: str, units: int, key: str = "row.units") -> Transfer:
    source = Source("scoring-chart", "casino")
    return Transfer(payer, payee, units, "as agreed", None, (Citation(key, units, source),))


def pairing(first: str, second: str, *transfers: Transfer) -> Pairing:
    return Pairing(first, second, tuple(RowResult(row, None, "") for row in ROWS), transfers)


def table(*transfers: Transfer, names: tuple[str, ...] = NAMES) -> list[Pairing]:
    return [
        pairing(a, b, *(t for t in transfers if {t.payer, t.payee} == {a, b}))
        for a, b in combinations(names, 2)
    ]


def seats(**chips: int | None) -> list[Seat]:
    return [Seat(name, LAYOUT, chips=number) for name, number in chips.items()]


def paid(
    pairings: list[Pairing], at: list[Seat], dealer: str | None = "A", rules: Agreement = CASINO
) -> Payments:
    found = settle_stakes(pairings, at, dealer, rules)
    assert found is not None
    return found


def in_short(payments: Payments) -> list[tuple[str, str, int, int]]:
    return [(p.payer, p.payee, p.owed, p.paid) for p in payments]


# --- the chart's case ---


@pytest.mark.parametrize("against_d", [6, -6, 1, -1, 0])
def test_worked_case_a_ends_on_twelve(against_d: int) -> None:
    rest = [transfer(*(("D", "A") if against_d > 0 else ("A", "D")), abs(against_d))] if against_d else []
    owed = table(transfer("B", "A", 6), transfer("A", "C", 6), *rest)
    payments = paid(owed, seats(A=8, B=20, C=20, D=20))
    assert in_short(payments)[:2] == [("B", "A", 6, 6), ("A", "C", 6, 2)]
    assert all(p.paid == 0 for p in payments if "D" in (p.payer, p.payee))
    assert payments.chips() == {"A": 12, "B": 14, "C": 22, "D": 20}
    assert payments[1].limit == "A has only 2 unused chips"
    assert [p.limit for p in payments.payments[2:]] == ["A has no unused chips left"] * bool(against_d)


def test_worked_case_with_three_chips_at_b_a_ends_on_six() -> None:
    owed = table(transfer("B", "A", 6), transfer("A", "C", 6), transfer("D", "A", 6))
    payments = paid(owed, seats(A=8, B=3, C=20, D=20))
    assert in_short(payments) == [("B", "A", 6, 3), ("A", "C", 6, 5), ("D", "A", 6, 0)]
    assert payments.chips()["A"] == 6
    assert payments[0].limit == "B has only 3 unused chips"


def test_worked_case_b_with_exactly_six_and_c_with_exactly_two() -> None:
    owed = table(transfer("B", "A", 6), transfer("A", "C", 6), transfer("A", "D", 6))
    payments = paid(owed, seats(A=8, B=6, C=2, D=20))
    assert payments.chips() == {"A": 12, "B": 0, "C": 4, "D": 20}
    assert payments[1].limit == "A and C have only 2 unused chips each"


def test_winner_without_chips_collects_nothing() -> None:
    payments = pay([Owed("B", "A", 6)], {"A": 0, "B": 9})
    assert payments[0] == Payment(1, "B", "A", 6, 0, "A has no unused chips left")
    assert payments.chips() == {"A": 0, "B": 9}
    assert pay([Owed("B", "A", 6)], {"A": 0, "B": 0})[0].limit == "neither B nor A has unused chips left"


def test_received_chips_pay_nothing() -> None:
    payments = pay([Owed("B", "A", 2), Owed("A", "C", 2)], {"A": 2, "B": 2, "C": 2})
    assert [p.paid for p in payments] == [2, 0]


# --- order ---


@pytest.mark.parametrize(
    ("dealer", "pairs"),
    [
        ("A", "AB AC AD BC BD CD"),
        (None, "AB AC AD BC BD CD"),
        ("B", "BC BD BA CD CA DA"),
        ("D", "DA DB DC AB AC BC"),
    ],
)
def test_order_is_clockwise_from_the_dealer(dealer: str | None, pairs: str) -> None:
    assert [a + b for a, b in order_of_payment(NAMES, dealer)] == pairs.split()


def test_no_such_dealer() -> None:
    with pytest.raises(DealError, match="'E'"):
        order_of_payment(NAMES, "E")
    with pytest.raises(DealError, match="'E'"):
        settle_stakes(table(), seats(A=1, B=1, C=1, D=1), "E", CASINO)


def test_dealer_decides_who_is_paid() -> None:
    owed = table(transfer("A", "B", 4), transfer("A", "C", 4), transfer("C", "B", 4))
    chips = seats(A=4, B=4, C=4)
    assert in_short(paid(owed, chips, "A"))[0] == ("A", "B", 4, 4)
    assert in_short(paid(owed, chips, "C")) == [("A", "C", 4, 4), ("C", "B", 4, 0), ("A", "B", 4, 0)]


def test_special_hands_are_paid_before_all_else() -> None:
    owed = table(
        transfer("A", "B", 3), transfer("D", "C", 5, "special.pays.six pairs"), transfer("A", "D", 2)
    )
    payments = paid(owed, seats(A=9, B=9, C=9, D=9))
    assert in_short(payments) == [("D", "C", 5, 5), ("A", "B", 3, 3), ("A", "D", 2, 2)]
    assert payments[0].why == "special hands"


def test_everything_else_of_a_pair_is_netted() -> None:
    owed = [transfer("A", "B", 3), transfer("B", "A", 1, "royalty.pays.back.four of a kind")]
    assert in_order(owed, [("A", "B")]) == (Owed("A", "B", 2),)
    assert in_order([*owed, transfer("B", "A", 2)], [("A", "B")]) == ()


ACES = (
    transfer("A", "B", 3),
    transfer("B", "A", 1, "aces.count.1"),
    transfer("A", "C", 2, "aces.count.2"),
    transfer("B", "C", 4),
)


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ("with the pairing", [("A", "B", 2, 2), ("A", "C", 2, 2), ("B", "C", 4, 4)]),
        ("last", [("A", "B", 3, 3), ("B", "C", 4, 4), ("B", "A", 1, 1), ("A", "C", 2, 2)]),
    ],
)
def test_side_bet_on_aces_where_the_table_puts_it(
    place: str, expected: list[tuple[str, str, int, int]]
) -> None:
    rules = Agreement("casino", {"rake.units": 0, "aces.stakes_order": place})
    assert in_short(paid(table(*ACES, names=NAMES[:3]), seats(A=9, B=9, C=9), "A", rules)) == expected


def test_place_of_the_side_bet_is_asked_only_where_one_is_owed() -> None:
    paid(table(transfer("A", "B", 3)), seats(A=9, B=9, C=9, D=9))
    with pytest.raises(RulingNeeded) as caught:
        paid(table(*ACES), seats(A=9, B=9, C=9, D=9))
    assert [gap.key for gap in caught.value.questions] == ["aces.stakes_order"]


# --- rules ---


def test_nobody_has_chips() -> None:
    assert settle_stakes(table(), seats(A=None, B=None, C=None, D=None), "A", CASINO) is None


@pytest.mark.parametrize("wrong", [-1, True, 2.0, "8", None])
def test_wrong_chips_name_the_seat(wrong: object) -> None:
    at = [Seat("A", LAYOUT, chips=8), Seat("B", LAYOUT, chips=wrong)]  # type: ignore[arg-type]
    with pytest.raises(DealError, match="seat B: "):
        settle_stakes(table(names=("A", "B")), at, None, CASINO)


def test_pay_names_a_seat_without_chips_or_with_wrong_ones() -> None:
    with pytest.raises(DealError, match="seat B: "):
        pay([Owed("A", "B", 1)], {"A": 3})
    with pytest.raises(DealError, match=r"seat B: .*-2"):
        pay([], {"A": 3, "B": -2})


def test_profile_without_stakes_names_seat_and_profile() -> None:
    with pytest.raises(DealError, match=r"seat A: .*basic"):
        settle_stakes(table(names=("A", "B")), seats(A=8, B=8), None, Agreement("basic"))


def test_gaps_are_asked() -> None:
    with pytest.raises(RulingNeeded, match=r"stakes\.limit"):
        settle_stakes(table(names=("A", "B")), seats(A=8, B=8), None, Agreement("swc"))
    with pytest.raises(RulingNeeded, match=r"rake\.units"):
        settle_stakes(table(names=("A", "B")), seats(A=8, B=8), None, Agreement("casino"))
    without_rake = Agreement("swc", {"stakes.limit": "table stakes", "rake.taken": "no"})
    assert paid(
        table(transfer("B", "A", 6), names=("A", "B")), seats(A=8, B=8), None, without_rake
    ).chips() == {
        "A": 14,
        "B": 2,
    }


def test_without_a_limit_all_is_paid_and_a_debt_is_said() -> None:
    rules = Agreement("swc", {"stakes.limit": "none", "rake.taken": "yes", "rake.units": 1})
    payments = paid(table(transfer("A", "B", 6), names=("A", "B")), seats(A=2, B=0), None, rules)
    assert in_short(payments) == [("A", "B", 6, 6)]
    assert payments.chips() == {"A": -4, "B": 5}
    assert payments.notes == (
        "A ends 4 chips below zero: the table sets no limit",
        "the rake is 1 chip, but A has only 0 left for it",
    )
    assert payments.rake == {"A": 0, "B": 1}


def test_rake_comes_after_the_payments_and_takes_no_more_than_there_is() -> None:
    rules = Agreement("casino", {"rake.units": 3})
    payments = paid(table(transfer("A", "B", 6), names=("A", "B")), seats(A=7, B=7), None, rules)
    assert payments.rake == {"A": 1, "B": 3}
    assert payments.chips() == {"A": 0, "B": 10}
    assert payments.notes == ("the rake is 3 chips, but A has only 1 left for it",)


def test_rules_are_cited_with_their_rulings() -> None:
    cited = [str(rule) for rule in paid(table(), seats(A=1, B=1, C=1, D=1)).rules]
    assert cited[0] == "stakes.limit = table stakes (scoring-chart, table stakes)"
    assert cited[2].startswith("rake.units = 0 (ruling")


def test_house_rules_must_give_the_side_bet_a_place() -> None:
    casino = CASINO.profile
    entries = {key: entry for key, entry in casino.items() if key != "aces.stakes_order"}
    house = type(casino)("house", casino.title, casino.document, entries)
    with pytest.raises(RuleError, match=r"house: aces\.stakes_order"):
        settle_stakes(table(*ACES), seats(A=9, B=9, C=9, D=9), None, Agreement(house, {"rake.units": 0}))


def test_settled_deal_pays_the_declared_special_hand_first() -> None:
    # A holds six pairs and declares; B, who deals, beats C. C has two chips, and A's special uses them up.
    rules = Agreement(
        "casino",
        {
            "rake.units": 0,
            "special.played": "yes",
            "special.pays.six pairs": 3,
            "special.quads_as_two_pairs": "no",
            "special.odd_card_may_match": "no",
        },
    )
    at = [
        Seat("B", Layout.parse("K♠ K♥ 2♥ / A♠ A♥ 6♥ 6♠ 3♠ / Q♠ Q♥ Q♦ 8♠ 8♥"), chips=9),
        Seat("A", Layout.parse("2♠ 2♦ K♦ / 4♠ 4♦ 5♠ 5♦ 7♠ / 7♦ 9♠ 9♦ J♠ J♦"), True, chips=9),
        Seat("C", Layout.parse("3♣ 8♣ 10♣ / K♣ 10♥ 9♥ 6♣ 4♥ / A♣ Q♣ J♥ 7♥ 3♥"), chips=2),
    ]
    payments = settle(at, rules).payments
    assert payments is not None
    assert [(p.payer, p.payee, p.owed, p.paid, p.what) for p in payments] == [
        ("B", "A", 3, 3, "special hands"),
        ("C", "A", 3, 2, "special hands"),
        ("C", "B", 6, 0, ""),
    ]


# --- forms ---


def test_text_tables_and_json() -> None:
    payments = pay([Owed("B", "A", 6), Owed("A", "C", 6, "aces")], {"A": 8, "B": 20, "C": 20})
    assert str(payments).splitlines()[:3] == [
        "order  payer  payee  owed  paid  why",
        "    1  B      A         6     6",
        "    2  A      C         6     2  aces; A has only 2 unused chips",
    ]
    assert repr(payments) == str(payments)
    assert str(payments[1]) == "2. A pays C 2 of 6 (aces; A has only 2 unused chips)"
    frame = payments.table()
    assert list(frame.columns) == ["payer", "payee", "owed", "paid", "why"]
    assert frame.index.name == "order"
    assert list(payments.chips_table()["end"]) == [12, 14, 22, 48]
    assert "A has only 2 unused chips" in payments._repr_html_()
    assert payments.as_dict()["chips"] == {"A": 12, "B": 14, "C": 22}
    assert [p.order for p in payments.unpaid] == [2]
    assert str(pay([], {"A": 1, "B": 2})).startswith("Nothing is owed.")
    assert "Chips" in pay([], {"A": 1, "B": 2})._repr_html_()


def test_an_impossible_debt() -> None:
    with pytest.raises(ValueError, match="cannot owe"):
        Owed("A", "B", 0)
    with pytest.raises(ValueError, match="cannot owe"):
        Owed("A", "A", 1)


# --- what must always hold ---

CHIPS = st.integers(2, 4).flatmap(
    lambda seats: st.fixed_dictionaries({name: st.integers(0, 30) for name in NAMES[:seats]})
)
KEYS = st.sampled_from(["row.units", "bonus.scoop.units", "special.pays.six pairs", "aces.count.1"])


@st.composite
def dealt(draw: st.DrawFn) -> tuple[dict[str, int], list[Transfer], str]:
    """Chips, transfers and a dealer."""
    chips = draw(CHIPS)
    pairs = st.permutations(list(chips)).map(lambda names: (names[0], names[1]))
    transfers = draw(
        st.lists(st.builds(lambda p, u, k: transfer(p[0], p[1], u, k), pairs, st.integers(1, 12), KEYS))
    )
    return chips, transfers, draw(st.sampled_from(list(chips)))


@given(dealt(), st.sampled_from(["last", "with the pairing"]), st.integers(0, 5))
def test_every_payment_keeps_to_its_limits(
    deal: tuple[dict[str, int], list[Transfer], str], place: str, rake: int
) -> None:
    chips, transfers, dealer = deal
    rules = Agreement("casino", {"rake.units": rake, "aces.stakes_order": place})
    pairings = table(*transfers, names=tuple(chips))
    payments = paid(pairings, seats(**chips), dealer, rules)

    unused = dict(chips)  # what the rule says, step by step
    for payment in payments:
        room = (payment.owed, unused[payment.payer], unused[payment.payee])
        assert payment.paid == min(room)
        assert (payment.limit == "") == (payment.paid == payment.owed)
        unused[payment.payer] -= payment.paid
        unused[payment.payee] -= payment.paid
    for name, start in chips.items():
        moved = sum(p.paid for p in payments if name in (p.payer, p.payee))
        assert moved <= start
        assert 0 <= payments.chips()[name] <= 2 * start
        assert 0 <= payments.rake[name] <= rake
    assert sum(payments.chips().values()) == sum(chips.values()) - sum(payments.rake.values())

    owed = dict.fromkeys(chips, 0)
    for payment in payments:
        owed[payment.payee] += payment.owed
        owed[payment.payer] -= payment.owed
    for one in transfers:
        owed[one.payee] -= one.units
        owed[one.payer] += one.units
    assert not any(owed.values())
    assert pairings == table(*transfers, names=tuple(chips))


@given(dealt())
def test_with_plenty_of_chips_all_is_paid_whatever_the_order(
    deal: tuple[dict[str, int], list[Transfer], str],
) -> None:
    chips, transfers, dealer = deal
    plenty = dict.fromkeys(chips, 12 * len(transfers))
    rules = CASINO.with_ruling("aces.stakes_order", "last")
    payments = paid(table(*transfers, names=tuple(chips)), seats(**plenty), dealer, rules)
    totals = dict(plenty)
    for one in transfers:
        totals[one.payee] += one.units
        totals[one.payer] -= one.units
    assert payments.chips() == totals
    assert payments.unpaid == ()


@given(dealt())
def test_special_hands_never_wait_for_the_rest(deal: tuple[dict[str, int], list[Transfer], str]) -> None:
    chips, transfers, dealer = deal
    owed = in_order(transfers, order_of_payment(list(chips), dealer), aces_last=True)
    phases = [{"special hands": 0, "": 1, "aces": 2}[debt.what] for debt in owed]
    assert phases == sorted(phases)
