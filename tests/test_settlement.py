"""Settlement: showdowns, fouls and what is asked; hands and figures from the rulebook's worked examples."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import permutations, product
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cptutor import (
    Agreement,
    Card,
    CardError,
    DealError,
    Layout,
    RulingNeeded,
    Scorebook,
    Seat,
    TutorError,
    check,
    load_profile,
    profile_ids,
    rank_row,
    score,
    settle,
)
from cptutor.rules.profiles import Rule
from cptutor.terms import ROWS
from tests.strategies import deals, set_well, shuffles, with_all_rulings, with_rulings

WORKSHOP = {
    "Sora": "A♠A♦2♣ / K♥K♣Q♥Q♦3♠ / 9♥8♥7♥6♥4♥",
    "Owen": "A♣A♥2♦ / K♠K♦J♥J♣3♦ / 10♠9♠8♠7♠5♠",
    "Pia": "Q♠J♦4♣ / 10♦10♣6♦6♣5♦ / Q♣9♣8♣7♣5♣",
}
DIFFERENT_ROWS = {
    "A": "A♠K♦9♣ / Q♠Q♥Q♦5♣5♦ / K♠K♥K♣7♠7♦",
    "B": "A♥J♣8♦ / 10♠10♥10♦4♣2♥ / 6♠6♥6♦6♣3♠",
}
SAME_ROW = {
    "A": "A♠8♣3♦ / 9♠9♥9♦2♣2♦ / Q♠Q♥Q♦4♣4♦",
    "B": "K♠J♥6♣ / 7♠7♥7♦5♣5♦ / K♣K♥K♦10♠10♥",
}
CHART = {
    "N": "9♠9♥K♦ / K♠K♥6♠6♥8♣ / 10♠10♥10♦J♦J♣",
    "E": "7♠7♥A♣ / J♠J♥3♣5♣2♦ / K♣Q♣9♣6♣4♣",
    "S": "Q♠Q♥10♣ / 4♠4♥4♦2♣Q♦ / 5♠6♦7♦8♦9♦",
    "W": "3♦7♣5♦ / 8♠8♥3♠3♥5♥ / A♠A♥A♦2♠2♥",
}
ANNA_BEN = {
    "Anna": "A♣Q♦5♥ / K♠K♦9♣9♥3♠ / 8♠8♥8♦4♣4♦",
    "Ben": "6♠6♦K♣ / Q♠Q♣7♦7♣2♠ / J♥10♥6♥3♥2♥",
}
TRIPS_FRONT = "3♠3♥3♦ / 4♠5♦6♣7♥8♠ / A♥J♥9♥4♥2♥"
FOULED = "Q♠Q♥2♣ / 9♠9♦8♣6♥3♣ / A♠K♠J♠10♠7♠"
FULL_HOUSE_FOUL = "K♠K♦2♣ / Q♠Q♥Q♦5♣5♦ / 10♠10♥J♣8♦3♣"  # royalty in the middle, back too weak
PLAIN = "3♦ 5♠ 7♥ / 4♠ 4♦ 6♣ 7♦ 8♠ / A♥J♥9♥4♥2♥"

each_profile = pytest.mark.parametrize("profile", profile_ids())


def swc(**rulings: Any) -> Agreement:
    return Agreement("swc", {key.replace("__", "."): value for key, value in rulings.items()})


def outcome(seats: dict[str, Layout], agreement: Agreement) -> Any:
    """All that a ruling can change: who pays whom how much and why, the notes, or the refusal."""
    try:
        book = settle(seats, agreement)
    except RulingNeeded as needed:
        return [gap.key for gap in needed.questions]
    except TutorError as error:
        return str(error)
    paid = [(t.payer, t.payee, t.units, t.reason) for t in book.transfers]
    return paid, [pairing.notes for pairing in book.pairings]


# ---- worked examples ---------------------------------------------------------------------------------------


def test_the_scorebook_of_three() -> None:
    book = settle(WORKSHOP, "swc")
    assert book.totals == {"Sora": 2, "Owen": 2, "Pia": -4}
    rows = [tuple(pairing.result(row) for row in ROWS) for pairing in book.pairings]
    assert rows == [(0, 1, -1), (1, 1, -1), (1, 1, -1)]
    assert [p.components["overall"] for p in book.pairings] == [0, 1, 1]
    assert [p.net for p in book.pairings] == [0, 2, 2]


@pytest.mark.parametrize(
    ("seats", "rows", "overall", "royalty"), [(DIFFERENT_ROWS, 1, 1, -2), (SAME_ROW, 1, 1, 2)]
)
def test_royalties_in_different_rows_and_in_one(
    seats: dict[str, str], rows: int, overall: int, royalty: int
) -> None:
    (pairing,) = settle(seats, "swc").pairings
    assert [pairing.components[name] for name in ("rows", "overall", "royalty")] == [rows, overall, royalty]
    assert pairing.net == rows + overall + royalty
    assert settle(seats, "swc").totals == {"A": pairing.net, "B": -pairing.net}


def test_the_weaker_royalty_of_a_row_leaves_a_note() -> None:
    (pairing,) = settle(SAME_ROW, "swc").pairings
    assert len(pairing.notes) == 1
    assert "B's middle" in pairing.notes[0]
    assert "royalty.same_row" in pairing.notes[0]


@pytest.mark.parametrize("profile", ["basic", "full"])
def test_anna_and_ben(profile: str) -> None:
    (pairing,) = settle(ANNA_BEN, profile).pairings
    assert [pairing.result(row) for row in ROWS] == [-1, 1, 1]
    assert pairing.net == 1


def test_the_table_of_the_chart() -> None:
    book = settle(CHART, "simplest")
    assert [(p.first + p.second, p.net) for p in book.pairings] == [
        ("NE", 3),
        ("NS", -1),
        ("NW", 1),
        ("ES", -1),
        ("EW", -1),
        ("SW", 1),
    ]
    assert book.totals == {"N": 3, "E": -5, "S": 3, "W": -1}


def test_a_foul_costs_more_where_royalties_replace_the_row() -> None:
    """Six as if scooped, but the front pays three in place of one: eight."""
    book = settle({"foul": FOULED, "legal": TRIPS_FRONT}, "full-royalties")
    assert book.totals == {"foul": -8, "legal": 8}
    assert [pairing.components["royalty"] for pairing in book.pairings] == [-3]
    assert settle({"foul": FOULED, "legal": TRIPS_FRONT}, "full").totals == {"foul": -6, "legal": 6}
    assert settle({"foul": FOULED, "legal": TRIPS_FRONT}, "basic").totals == {"foul": -3, "legal": 3}


@pytest.mark.parametrize(
    ("results", "basic", "full", "two_four", "workshop"),
    [
        ("WWW", 3, 6, 4, 4),
        ("WWL", 1, 1, 2, 2),
        ("WWT", 2, 2, 3, 3),
        ("WTT", 1, 1, 1, 1),
        ("WLT", 0, 0, 0, 0),
        ("TTT", 0, 0, 0, 0),
        ("LLW", -1, -1, -2, -2),
        ("LLL", -3, -6, -4, -4),
    ],
)
def test_scores_from_row_results(results: str, basic: int, full: int, two_four: int, workshop: int) -> None:
    wanted = {"basic": basic, "full": full, "two-four": two_four, "swc": workshop}
    assert {profile: score(results, profile).net for profile in wanted} == wanted
    opposite = results.translate(str.maketrans("WL", "LW"))
    assert {profile: -score(opposite, profile).net for profile in wanted} == wanted


# ---- fouls -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("price", "units"), [("rows", 3), ("scooped", 4), (0, 0), (1, 1), (7, 7)])
def test_the_price_of_a_foul_is_the_table_s(price: str | int, units: int) -> None:
    (pairing,) = settle({"foul": FOULED, "plain": PLAIN}, swc(foul__price=price)).pairings
    assert pairing.net == pairing.components["foul"] == -units
    assert [pairing.result(row) for row in ROWS] == [None, None, None]
    assert all("fouled at front-middle" in row.reason for row in pairing.rows)
    assert all("foul.price" in transfer.source for transfer in pairing.transfers)


@pytest.mark.parametrize(("ruling", "extra"), [("paid", 3), ("not paid", 0)])
def test_the_opponent_s_royalties_are_added_to_the_price_where_they_are_paid(ruling: str, extra: int) -> None:
    rules = swc(foul__price="rows", foul__opponent_royalties=ruling)
    (pairing,) = settle({"foul": FOULED, "legal": TRIPS_FRONT}, rules).pairings
    assert (pairing.net, pairing.components["royalty"]) == (-3 - extra, -extra)
    assert bool(pairing.notes) == (ruling == "not paid")


@pytest.mark.parametrize(("ruling", "extra"), [("paid", 2), ("not paid", 0)])
def test_a_fouled_layout_keeps_its_own_royalties_where_they_are_paid(ruling: str, extra: int) -> None:
    rules = swc(foul__price=5, foul__own_royalties=ruling)
    (pairing,) = settle({"foul": FULL_HOUSE_FOUL, "plain": PLAIN}, rules).pairings
    assert (pairing.net, pairing.components["royalty"]) == (-5 + extra, extra)


@pytest.mark.parametrize(("price", "units"), [("rows", 5), (3, 5), (6, 8), (0, 2)])
def test_a_royalty_replaces_a_row_s_unit_within_any_price(price: str | int, units: int) -> None:
    """Three for the front in place of one: two more than the price, however it was named."""
    rules = Agreement("special-hands", {"foul.price": price, "foul.opponent_royalties": "paid"})
    assert settle({"foul": FOULED, "legal": TRIPS_FRONT}, rules).totals == {"foul": -units, "legal": units}


def test_a_royalty_beside_a_fixed_price_says_what_it_stands_in_place_of() -> None:
    """Three for the front, of which one stands in the price already: two, and all of it is in the reason."""
    rules = Agreement("special-hands", {"foul.price": 6, "foul.opponent_royalties": "paid"})
    (pairing,) = settle({"foul": FOULED, "legal": TRIPS_FRONT}, rules).pairings
    price, royalty = pairing.transfers
    assert (price.units, price.component) == (6, "foul")
    assert (royalty.units, royalty.component, royalty.row) == (2, "royalty", "front")
    assert royalty.reason == (
        "royalty: legal's front is three threes: 3 in place of the row's 1, for which the price stands"
    )
    assert [rule.key for rule in royalty.rules] == [
        "royalty.pays.front.three of a kind",
        "royalty.mode",
        "foul.opponent_royalties",
        "row.units",
    ]


@pytest.mark.parametrize(("royalty", "units"), [(0, 3), (1, 3), (2, 4)])
def test_a_royalty_of_no_more_than_the_row_adds_nothing_to_a_fixed_price(royalty: int, units: int) -> None:
    profile = load_profile("special-hands")
    key = "royalty.pays.front.three of a kind"
    rule = profile[key]
    assert isinstance(rule, Rule)
    house = replace(profile, entries={**profile.entries, key: replace(rule, value=royalty)})
    rules = Agreement(house, {"foul.price": 3, "foul.opponent_royalties": "paid"})
    book = settle({"foul": FOULED, "legal": TRIPS_FRONT}, rules)
    assert book.totals == {"foul": -units, "legal": units}
    told = "no more for royalty: legal's front is three threes: 1 in place of the row's 1"
    assert [note.partition(",")[0] for note in book.pairings[0].notes] == ([told] if royalty == 1 else [])


def test_two_fouled_seats_exchange_nothing() -> None:
    other = "K♥K♦4♦ / 7♥7♦5♣6♠3♦ / A♦J♥9♣4♥8♠"
    for rules in ("basic", "full", "full-royalties", swc(foul__both="nothing")):
        (pairing,) = settle({"A": FOULED, "B": other}, rules).pairings
        assert (pairing.net, pairing.transfers) == (0, ())
        assert "foul.both = nothing" in pairing.notes[0]


def test_wrong_counts_are_a_foul_where_the_rules_say_so() -> None:
    table = {"A": "Q♠2♣ / Q♥9♠9♦8♣6♥3♣ / A♠K♠J♠10♠7♠", "B": TRIPS_FRONT}
    assert settle(table, "basic").totals == {"A": -3, "B": 3}
    with pytest.raises(RulingNeeded) as needed:
        settle(table, "full")
    assert [gap.key for gap in needed.value.questions] == ["counts.wrong"]
    assert settle(table, Agreement("full", {"counts.wrong": "foul"})).totals == {"A": -6, "B": 6}
    with pytest.raises(DealError, match="seat A: rows of 2/6/5"):
        settle(table, Agreement("full", {"counts.wrong": "refused"}))


def test_a_foul_leaves_the_other_pairings_alone() -> None:
    table = {**CHART, "E": "J♠J♥A♣ / 7♠7♥3♣5♣2♦ / K♣Q♣9♣6♣4♣"}
    assert check(table["E"], "basic").fouls == ("front-middle",)
    with_foul, without = settle(table, "basic"), settle(CHART, "basic")
    for first, second in ("NS", "NW", "SW"):
        assert with_foul.pairing(first, second).net == without.pairing(first, second).net
    assert [with_foul.pairing("E", name).net for name in "SW"] == [-3, -3]


def test_equal_royalty_rows_are_asked_about() -> None:
    table = {
        "A": "3♠ 3♥ 4♦ / K♠ K♥ 2♦ 5♦ 7♦ / 9♠ 10♠ J♠ Q♠ 8♠",
        "B": "3♦ 3♣ 4♣ / K♦ K♣ 2♥ 5♥ 7♥ / 9♥ 10♥ J♥ Q♥ 8♥",
    }
    with pytest.raises(RulingNeeded) as needed:
        settle(table, "swc")
    assert [gap.key for gap in needed.value.questions] == ["royalty.equal_rows"]
    (neither,) = settle(table, swc(royalty__equal_rows="neither")).pairings
    (both,) = settle(table, swc(royalty__equal_rows="both")).pairings
    assert (neither.net, both.net) == (0, 0)
    assert [transfer.units for transfer in neither.transfers] == []
    assert [transfer.units for transfer in both.transfers] == [5, 5]


# ---- properties --------------------------------------------------------------------------------------------


def ruled(seats: dict[str, Layout], profile: str, seed: int) -> tuple[Agreement, Scorebook | None]:
    """An agreement that answers what the deal asks, and its scorebook; None where an answer refuses the deal."""
    pick = random.Random(seed).randrange
    try:
        return with_rulings(Agreement(profile), lambda agreement: settle(seats, agreement, "A"), pick)
    except RulingNeeded:
        return Agreement(profile), None


@each_profile
@settings(max_examples=25)
@given(deals(), st.integers(0, 999))
def test_a_settlement_adds_up(profile: str, seats: dict[str, Layout], seed: int) -> None:
    _, book = ruled(seats, profile, seed)
    assert book is not None
    assert sum(book.totals.values()) == 0
    assert list(book.totals) == list(seats)
    assert all(transfer.units > 0 for transfer in book.transfers)
    assert all({t.payer, t.payee} <= set(seats) and t.payer != t.payee for t in book.transfers)
    assert all(transfer.reason and transfer.rules and transfer.source for transfer in book.transfers)
    gains = dict.fromkeys(seats, 0)
    for pairing in book.pairings:
        assert pairing.net == sum(pairing.components.values())
        assert {name for t in pairing.transfers for name in (t.payer, t.payee)} <= {
            pairing.first,
            pairing.second,
        }
        assert pairing.net == sum(
            t.units if t.payee == pairing.first else -t.units for t in pairing.transfers
        )
        gains[pairing.first] += pairing.net
        gains[pairing.second] -= pairing.net
    assert gains == book.totals
    pairs = [(p.first, p.second) for p in book.pairings]
    assert len(set(pairs)) == len(pairs)
    if "bank.played" not in load_profile(profile):
        assert pairs == [(a, b) for i, a in enumerate(seats) for b in list(seats)[i + 1 :]]


@each_profile
@settings(max_examples=10)
@given(deals(), st.integers(0, 999), st.data())
def test_the_order_of_the_seats_changes_no_pairing(
    profile: str, seats: dict[str, Layout], seed: int, data: st.DataObject
) -> None:
    agreement, book = ruled(seats, profile, seed)
    assert book is not None
    names = data.draw(st.sampled_from(list(permutations(seats))))
    turned = settle({name: seats[name] for name in names}, agreement, "A")
    assert turned.totals == book.totals
    for pairing in book.pairings:
        other = turned.pairing(pairing.first, pairing.second)
        sign = 1 if other.first == pairing.first else -1
        assert other.net == sign * pairing.net
        assert other.components == {name: sign * units for name, units in pairing.components.items()}
        assert [row.result for row in other.rows] == [
            row.result and sign * row.result for row in pairing.rows
        ]


@each_profile
@settings(max_examples=10)
@given(deals(seats=3), st.integers(0, 999))
def test_a_third_seat_changes_nothing_between_two(profile: str, seats: dict[str, Layout], seed: int) -> None:
    """Except where a sweep of the whole table is paid for."""
    if any(key.startswith(("sweep.", "bank.")) for key in load_profile(profile)):
        return
    agreement, book = ruled(seats, profile, seed)
    assert book is not None
    alone = settle({name: seats[name] for name in ("A", "B")}, agreement)
    assert alone.pairing("A", "B").components == book.pairing("A", "B").components


@each_profile
def test_winning_more_rows_never_pays_less(profile: str) -> None:
    agreement = with_all_rulings(Agreement(profile), lambda _: 0)
    nets = {
        rows: score(dict(zip(ROWS, rows, strict=True)), agreement).net
        for rows in product((-1, 0, 1), repeat=3)
    }
    assert nets[1, 1, 1] > nets[1, 1, -1] > 0
    for rows, net in nets.items():
        assert nets[-rows[0], -rows[1], -rows[2]] == -net
        for place, result in enumerate(rows):
            if result < 1:
                assert nets[(*rows[:place], result + 1, *rows[place + 1 :])] >= net


@given(shuffles(29))
def test_raising_a_row_never_loses_it(pack: list[Card]) -> None:
    """A front is replaced by another, all else being equal."""
    before, opponent = set_well(pack[:13]), set_well(pack[13:26])
    after = Layout(pack[26:], before.middle, before.back)
    assume(all(check(layout, "basic").legal for layout in (before, after, opponent)))
    fronts = [rank_row(layout.front) for layout in (before, after)]
    results = [
        settle({"A": a, "B": opponent}, "basic").pairing("A", "B").result("front") for a in (before, after)
    ]
    raised, lowered = (1, 0) if fronts[1] >= fronts[0] else (0, 1)
    assert (results[raised] or 0) >= (results[lowered] or 0)
    assert None not in results


@each_profile
@settings(max_examples=25)
@given(deals(), st.integers(0, 999))
def test_answering_the_questions_settles_the_deal(profile: str, seats: dict[str, Layout], seed: int) -> None:
    try:
        settle(seats, profile)
    except RulingNeeded as needed:
        questions = needed.questions
    else:
        return
    assert len(set(questions)) == len(questions)
    assert {gap.key for gap in questions} <= {gap.key for gap in load_profile(profile).gaps}
    source = random.Random(seed)
    agreement = Agreement(profile, {gap.key: source.choice(gap.answer.samples()) for gap in questions})
    try:
        book = settle(seats, agreement)
    except DealError as error:
        assert "counts" in str(error)  # noqa: PT017
        assert agreement["counts.wrong"] == "refused"
    else:
        assert sum(book.totals.values()) == 0


@each_profile
@settings(max_examples=8)
@given(deals(seats=2))
def test_every_question_can_matter(profile: str, seats: dict[str, Layout]) -> None:
    """For some answers to the other questions, its answers lead to different settlements."""
    try:
        settle(seats, profile)
    except RulingNeeded as needed:
        questions = needed.questions
    else:
        return
    samples = {gap.key: gap.answer.samples() for gap in questions}
    outcomes = {
        answers: outcome(seats, Agreement(profile, dict(zip(samples, answers, strict=True))))
        for answers in product(*samples.values())
    }
    for place, (key, choices) in enumerate(samples.items()):
        if len(choices) > 1 or choices == ("as agreed",):
            grouped: dict[Any, list[Any]] = {}
            for answers, result in outcomes.items():
                grouped.setdefault((*answers[:place], *answers[place + 1 :]), []).append(result)
            assert any(result != results[0] for results in grouped.values() for result in results), key


# ---- what is refused ---------------------------------------------------------------------------------------


NO_RESULTS: list[Any] = [
    *(None, 5, [], ["W", "L", "T"], "", "WW", "WWWW", "WXL", "123", {}, {1: 1}, {"front": 1}),
    {"front": 1, "middle": 0, "back": 2},
    {"front": 1, "middle": 0, "back": []},
    {"front": 1, "middle": 0, "back": 1, "top": 1},
]


@pytest.mark.parametrize("results", NO_RESULTS)
def test_results_that_are_none(results: Any) -> None:
    with pytest.raises(DealError, match="three letters of W, L and T"):
        score(results, "basic")


def test_results_in_other_forms() -> None:
    wanted = score("WLT", "basic")
    assert score("w, l, t", "basic") == wanted
    assert score({"back": 0, "middle": -1, "front": 1}, "basic") == wanted
    assert wanted.first == "you"


def test_one_name_for_both_sides_is_refused() -> None:
    with pytest.raises(DealError, match="'a'"):
        score("WWL", "basic", "a", "a")


def test_a_card_in_two_hands_is_named_with_both_seats() -> None:
    with pytest.raises(DealError) as refused:
        settle({**WORKSHOP, "Pia": WORKSHOP["Pia"].replace("4♣", "A♠")}, "swc")
    assert str(refused.value) == "A♠ is held by both Sora and Pia"


def test_a_seat_s_wrong_cards_are_named_with_the_seat() -> None:
    for card, said in (
        ("", "thirteen cards, not 12"),
        ("Q♠", "Q♠ stands twice"),
        ("1x", "'Q♠1x4♣' is not a card"),
    ):
        table = {**WORKSHOP, "Pia": WORKSHOP["Pia"].replace("J♦", card)}
        with pytest.raises(CardError, match=f"seat Pia: .*{said}"):
            settle(table, "swc")


ANNOUNCED = {
    "A": "2♣ 2♦ 3♣ / 3♦ 4♣ 4♦ 5♣ 5♦ / 6♣ 6♦ 7♥ 7♣ 8♠",
    "B": "2♥ 3♥ 4♥ / 5♥ 6♥ 8♥ 9♥ 10♥ / J♥ Q♥ K♥ A♥ 7♦",
    "C": "2♠ 3♠ 4♠ / 5♠ 6♠ 7♠ 9♠ 10♠ / J♠ Q♠ K♠ A♠ 8♣",
}


@each_profile
@pytest.mark.parametrize("seed", range(10))
def test_answering_the_questions_settles_announced_hands_too(profile: str, seed: int) -> None:
    seats = [Seat(name, Layout.parse(text), declared=True) for name, text in ANNOUNCED.items()]
    try:
        settle(seats, profile)
    except RulingNeeded as needed:
        questions = needed.questions
    except DealError:
        return  # special hands are not played
    else:
        return
    source = random.Random(seed)
    agreement = Agreement(profile, {gap.key: source.choice(gap.answer.samples()) for gap in questions})
    try:
        book = settle(seats, agreement)
    except DealError:
        assert agreement["special.played"] == "no"
    else:
        assert sum(book.totals.values()) == 0
