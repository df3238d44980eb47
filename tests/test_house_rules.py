"""House rules beyond the documents: each option that tables use, written without programming.

The files stand in ``tests/house``. The expected values are worked out by hand; the working stands beside them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cptutor import Agreement, RuleError, RulingNeeded, Seat, check, load_profile, profile_ids, score, settle
from cptutor.rules.profile_files import read_profile
from cptutor.rules.remarks import find_remarks
from cptutor.settlement.seats import read_seat

HOUSE = Path(__file__).parent / "house"

# A's back is a royal flush; front to B, middle and back to A.
ROYAL = {
    "A": "2♠ 2♥ A♦ / 7♣ 7♦ 9♠ 5♥ 3♦ / 10♣ J♣ Q♣ K♣ A♣",
    "B": "3♠ 3♥ 4♦ / 6♣ 6♦ 8♠ 5♣ 2♦ / 9♣ 9♦ 10♥ 10♠ A♠",
}
# A has three of a kind in front and wins every row.
TRIPS = {
    "A": "3♠ 3♥ 3♦ / 4♠ 5♦ 6♣ 7♥ 8♠ / A♥ J♥ 9♥ 4♥ 2♥",
    "B": "K♠ Q♦ 7♣ / 9♠ 9♦ 8♣ 6♥ 5♠ / 10♠ 10♦ J♣ J♠ 2♦",
}
FOULED = "K♠ K♦ 7♣ / 9♠ 9♦ 8♣ 6♥ 5♠ / 10♠ 10♦ J♣ J♠ 2♦"  # kings in front of nines
# A wins every row from both, without a royalty; B has the front from C, C the rest.
SWEEP = {
    "A": "A♠ A♥ K♦ / Q♠ Q♥ J♠ J♥ 2♣ / 10♠ 9♠ 8♠ 5♠ 4♠",
    "B": "3♠ 3♥ 4♦ / 6♣ 6♦ 8♥ 5♣ 2♦ / 9♣ 9♦ 10♥ 10♦ A♦",
    "C": "Q♦ 10♣ 9♥ / 8♦ 8♣ 5♦ 4♣ 3♦ / K♠ K♣ J♦ J♣ 7♦",
}
# Full houses in both middles (A's better) and both backs (B's better): front and middle to A.
FULL_HOUSES = {
    "A": "A♠ 8♣ 3♦ / 9♠ 9♥ 9♦ 2♣ 2♦ / Q♠ Q♥ Q♦ 4♣ 4♦",
    "B": "K♠ J♥ 6♣ / 7♠ 7♥ 7♦ 5♣ 5♦ / K♣ K♥ K♦ 10♠ 10♥",
}
THREE = {
    "Sora": "A♠ A♦ 2♣ / K♥ K♣ Q♥ Q♦ 3♠ / 9♥ 8♥ 7♥ 6♥ 4♥",
    "Owen": "A♣ A♥ 2♦ / K♠ K♦ J♥ J♣ 3♦ / 10♠ 9♠ 8♠ 7♠ 5♠",
    "Pia": "Q♠ J♦ 4♣ / 10♦ 10♣ 6♦ 6♣ 5♦ / Q♣ 9♣ 8♣ 7♣ 5♣",
}


def house(name: str, **rulings: str | int) -> Agreement:
    return Agreement(
        load_profile(HOUSE / f"{name}.toml"), {k.replace("__", "."): v for k, v in rulings.items()}
    )


def seats(layouts: dict[str, str], **more: dict[str, Any]) -> list[Seat]:
    return [read_seat(name, layout, **more.get(name, {})) for name, layout in layouts.items()]


@pytest.mark.parametrize("path", sorted(HOUSE.glob("*.toml")), ids=lambda path: path.stem)
def test_every_file_loads_without_a_remark_and_differs_from_what_it_extends(path: Path) -> None:
    profile = load_profile(path)
    assert (profile.id, profile.file, profile.remarks) == (path.stem, path, ())
    assert profile.differences(load_profile(profile.extends))
    assert eval(repr(profile), {"load_profile": load_profile}) == profile


def test_wheel_second_highest() -> None:
    deal = {
        "A": "Q♦ J♥ 9♣ / 5♠ 4♥ 3♦ 2♣ A♠ / K♠ K♥ K♦ 8♠ 8♥",
        "B": "Q♠ 10♥ 7♦ / 6♠ 5♥ 4♦ 3♣ 2♠ / A♥ A♦ A♣ 9♠ 9♥",
    }
    # front to A, back to B; the middle, a wheel against a six-high straight, is A's only here
    assert settle(deal, house("strict-wheel")).totals == {"A": 1, "B": -1}
    assert settle(deal, "basic").totals == {"A": -1, "B": 1}


def test_equal_rows_of_ones_own_are_fouls_and_a_foul_costs_a_number() -> None:
    strict = house("strict-wheel")
    equal = "3♣ 4♣ 6♥ / A♠ A♥ K♠ Q♠ 2♠ / A♦ A♣ K♦ Q♦ 2♦"
    prefix = "K♣ K♥ 7♣ / K♠ K♦ 7♠ 3♠ 2♣ / A♠ Q♠ J♠ 6♠ 4♠"
    assert check(equal, strict).fouls == ("middle-back",)
    assert check(prefix, strict).fouls == ("front-middle",)
    assert check(equal, "basic").legal
    assert check(prefix, "basic").legal
    deal = {"A": equal, "B": "5♠ 5♥ 7♦ / 8♠ 8♥ 9♦ 9♣ 10♠ / J♠ J♥ J♦ 10♦ 10♥"}
    assert settle(deal, strict).totals == {"A": -4, "B": 4}


def test_two_wins_double_the_gain() -> None:
    doubled = house("doubled-wins")
    # 3 × 2; (2 − 1) × 2; 2 × 2; one win is not enough; nothing to double
    nets = [score(rows, doubled).net for rows in ("WWW", "WWL", "WWT", "WTT", "WLT")]
    assert nets == [6, 2, 4, 1, 0]
    assert settle(TRIPS | {"B": FOULED}, doubled).totals == {"A": 6, "B": -6}  # as if scooped: 3 × 2


def test_three_wins_double_rows_or_royalties_too() -> None:
    # rows 3 and a royalty of 3: (3 + 3) × 2 = 12, or 3 × 2 + 3 = 9 where royalties are left out of it
    assert settle(TRIPS, house("doubled-royalties")).totals["A"] == 12
    only_rows = house("doubled-royalties", bonus__scoop__factor_of="rows")
    book = settle(TRIPS, only_rows)
    assert book.totals["A"] == 9
    assert "(ruling, an option of house rules, doubled-royalties)" in str(
        only_rows.cite("bonus.scoop.factor_of")[0]
    )
    assert settle(TRIPS | {"B": FOULED}, house("doubled-royalties")).totals["A"] == 12


def test_royal_flush_apart_and_a_cap() -> None:
    # rows −1 + 1 + 1, the overall point 1, 9 for the royal flush but no more than 7
    components = settle(ROYAL, house("royal-apart")).pairings[0].components
    assert {name: units for name, units in components.items() if units} == {
        "rows": 1,
        "overall": 1,
        "royalty": 7,
    }
    # a straight flush one card lower is paid as any: 5
    lower = {"A": ROYAL["A"].replace("A♣", "9♣"), "B": ROYAL["B"].replace("9♣", "9♥")}
    assert settle(lower, house("royal-apart")).pairings[0].components["royalty"] == 5
    # against a foul the cap holds as well: 6 and 7
    fouled = {"A": ROYAL["A"], "B": "6♣ 6♦ 4♦ / 3♠ 3♥ 8♠ 5♣ 2♦ / 9♣ 9♦ 10♥ 10♠ A♠"}
    assert settle(fouled, house("royal-apart")).totals == {"A": 13, "B": -13}


def test_both_sides_collect_in_one_row() -> None:
    # rows 1 + 1 − 1, overall 1; a full house is paid in the middle only: 2 each way
    assert settle(FULL_HOUSES, house("royal-apart")).totals["A"] == 2
    assert settle(FULL_HOUSES, "swc").totals["A"] == 4


def test_royalties_replace_the_row_and_the_loser_collects_nothing() -> None:
    # front 1, middle 2 in place of 1, back −1
    assert settle(FULL_HOUSES, house("replaced")).totals["A"] == 2
    # a foul: three rows and no royalty
    assert settle(TRIPS | {"B": FOULED}, house("replaced")).totals["A"] == 3


def test_sweep_doubles_and_aces_are_paid() -> None:
    # A from each: 3 rows + 3 = 6, doubled 12. Aces 2, 1, 0 count 3, 1, 0: A 2 from B, 3 from C; B 1 from C.
    # C wins 1 from B by rows.
    book = settle(SWEEP, house("home-run"))
    assert book.totals == {"A": 12 + 2 + 12 + 3, "B": -12 - 2 + 1 - 1, "C": -12 - 3 - 1 + 1}
    # one opponent is no table to sweep
    assert settle({name: SWEEP[name] for name in "AB"}, house("home-run")).totals == {"A": 8, "B": -8}


def test_surrender() -> None:
    # C gives up: 2 to each, aces as before; A keeps 6 and 2 from B, as the table is not swept
    book = settle(seats(SWEEP, C={"surrendered": True}), house("home-run"))
    assert book.totals == {"A": 6 + 2 + 2 + 3, "B": -8 + 2 + 1, "C": -2 - 3 - 2 - 1}


def test_special_hands_by_themselves_and_the_difference() -> None:
    deal = {
        "A": "7♥ 6♣ 6♦ / 3♣ 3♦ 4♣ 4♦ 5♣ / 2♣ 2♦ 2♥ 2♠ 5♦",  # six pairs, the deuces two of them
        "B": "K♥ J♥ 9♥ / A♠ Q♠ 10♠ 8♠ 6♠ / A♣ K♣ J♣ 9♣ 7♣",  # three flushes
        "C": "J♦ 10♥ 8♥ / 9♦ 9♠ 7♦ 6♥ 3♠ / K♦ K♠ Q♦ Q♥ 4♠",
    }
    # A from C 4, B from C 3, A from B 4 − 3
    assert settle(deal, house("naturals")).totals == {"A": 5, "B": 2, "C": -7}


def test_the_odd_card_may_match_and_no_ace_is_low() -> None:
    six = "2♣ 2♦ 2♥ / 3♣ 3♦ 4♣ 4♦ 7♣ / 5♣ 5♦ 6♣ 6♦ 7♦"
    other = "A♥ K♣ Q♥ / 9♠ 9♥ 8♠ J♣ 10♥ / K♠ K♥ A♣ A♠ 8♦"
    assert settle({"A": six, "B": other}, house("naturals")).totals == {"A": 4, "B": -4}
    low = {
        "A": "A♠ 2♦ 3♥ / 4♠ 5♦ 6♣ 7♥ 8♠ / 5♣ 6♠ 7♦ 8♥ 9♣",
        "B": "K♣ Q♥ 10♠ / 9♠ 9♦ 2♣ 3♣ 7♠ / J♠ J♥ Q♠ Q♣ 5♥",
    }
    book = settle(low, house("naturals"))  # no three straights, but three rows won
    assert book.pairings[0].components["rows"] == 3
    assert book.totals["A"] == 3


def test_a_bank_with_chips_and_rake() -> None:
    chips = {"Sora": {"chips": 10}, "Owen": {"chips": 10}, "Pia": {"chips": 1}}
    book = settle(seats(THREE, **chips), house("bank-night"))
    assert [(p.first, p.second) for p in book.pairings] == [("Sora", "Owen"), ("Owen", "Pia")]
    assert book.totals == {"Sora": 0, "Owen": 2, "Pia": -2}
    assert book.payments is not None
    # Pia can pay 1 of 2 and then has nothing for the rake
    assert book.payments.chips() == {"Sora": 9, "Owen": 10, "Pia": 0}


def test_colours_small_and_big_hands_declared() -> None:
    small = "2♥ 3♥ 4♥ / 2♦ 3♦ 4♦ 5♦ 6♦ / 5♥ 6♥ 7♥ 8♥ 7♦"  # all red, none above eight
    fouled = "K♠ K♦ 7♣ / 9♠ 9♥ 8♣ 6♣ 5♠ / 10♠ 10♥ J♣ J♠ 2♠"
    colours = house("colours")
    # 10 for the colour and 10 for the small hand, and the foul's three rows
    book = settle(seats({"A": small, "B": fouled}, A={"declared": True}), colours)
    assert book.totals == {"A": 10 + 10 + 3, "B": -23}
    # not announced, A's hand is an ordinary layout, with the middle above the back
    book = settle({"A": small, "B": fouled.replace("K♦", "Q♣")}, colours)
    assert book.totals == {"A": -3, "B": 3}
    pictures = "K♠ K♥ K♦ / J♠ J♥ J♦ J♣ 2♠ / Q♠ Q♥ Q♦ Q♣ K♣"
    big = "A♠ A♥ 8♠ / 9♠ 9♥ 10♠ 10♥ 8♥ / A♦ A♣ 8♦ 8♣ 9♦"
    both = seats({"A": pictures, "B": big}, A={"declared": True}, B={"declared": True})
    with pytest.raises(RulingNeeded) as asked:  # full value or the difference is not said by these rules
        settle(both, colours)
    assert [gap.key for gap in asked.value.questions] == ["special.meeting"]
    assert settle(both, colours.with_ruling("special.meeting", "difference")).totals == {"A": 8, "B": -8}


def test_a_false_declaration_may_be_settled_as_usual() -> None:
    told = seats(TRIPS, A={"declared": True})
    assert settle(told, house("colours")).totals == {"A": 3, "B": -3}


def test_what_house_rules_leave_open_is_a_gap() -> None:
    profile = load_profile(HOUSE / "colours.toml")
    added = [gap.key for gap in profile.gaps if gap.key.startswith("special.")]
    assert "special.meeting" in added
    assert str(profile["special.meeting"].source) == "house rules, colours"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"extends": "swc", "id": "swc"}, "id: 'swc' is a shipped profile"),
        ({"extends": "nothing"}, "extends: no shipped profile 'nothing'"),
        ({"extends": "swc", "without": ["sweep"]}, "without: swc has no rule 'sweep'"),
        ({"extends": "swc", "without": "bonus"}, "without: a list of rules is wanted"),
        ({"extends": "swc", "without": ["row.units.value"]}, "without: swc has no rule 'row.units.value'"),
        (
            {"extends": "swc", "sweep": {"single_opponent": {"value": "counts"}}},
            "sweep: either units or a factor",
        ),
        ({"extends": "swc", "row": {"unit": {"value": 2}}}, "row: unknown key 'unit'"),
        ({"extends": "swc", "row": {"units": {"value": -2}}}, "row.units.value: "),
        (
            {"extends": "basic", "special": {"pays": {"seven pairs": {"value": 3}}}},
            "no special hand 'seven pairs'",
        ),
    ],
)
def test_slips_are_named_with_file_and_key(data: dict[str, Any], message: str) -> None:
    with pytest.raises(RuleError) as error:
        read_profile({"schema": 1, **data}, "club.toml")
    assert str(error.value).startswith("club.toml: ")
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_a_name_and_a_title_may_be_left_out() -> None:
    profile = read_profile({"schema": 1, "extends": "swc", "row": {"units": {"value": 2}}}, "club.toml")
    assert profile.id == "swc-house"
    assert profile.title.endswith("changed by house rules")


def test_shipped_profiles_have_no_remarks() -> None:
    assert {name: load_profile(name).remarks for name in profile_ids() if load_profile(name).remarks} == {}


MIDDLE = {"royalty.pays.middle.four of a kind": 4, "royalty.pays.middle.straight flush": 5}


@pytest.mark.parametrize(
    ("values", "remark"),
    [
        (
            MIDDLE | {"royalty.pays.middle.straight flush": 3},
            "royalty.pays.middle: four of a kind pays 4, the stronger straight flush only 3",
        ),
        (
            {"royalty.pays.back.four of a kind": 4},
            "royalty.pays.back: four of a kind pays 4, the stronger straight flush nothing",
        ),
        (
            MIDDLE | {"royalty.pays.middle.royal flush": 2},
            "royalty.pays.middle: straight flush pays 5, the stronger royal flush only 2",
        ),
        (
            {"royalty.pays.front.flush": 4},
            "royalty.pays.front.flush: can never apply, a front is no flush",
        ),
        (
            MIDDLE | {"royalty.pays.middle.royal flush": 9, "middle_back.equal": "foul"},
            "royalty.pays.middle.royal flush: can never apply, no back is better (middle_back.equal = foul)",
        ),
        (
            MIDDLE | {"royalty.mode": "replace", "row.units": 4},
            "royalty.pays.middle.four of a kind: 4 instead of the row's 4 is no gain",
        ),
        (MIDDLE | {"royalty.cap": 3}, "royalty.cap: 3 is less than the smallest royalty, 4"),
        (
            {"bonus.a.rows_won": 3, "bonus.a.units": 1, "bonus.b.rows_won": 3, "bonus.b.factor": 2},
            "bonus.a and bonus.b: both are paid for 3 rows won, one on top of the other",
        ),
        (
            {"bonus.a.rows_won": 3, "bonus.a.units": 1, "bonus.a.factor_of": "rows"},
            "bonus.a.factor_of: can never apply, the bonus has no factor",
        ),
        (
            {"special.order": "big < small", "special.pays.big": 4},
            "special.order: 'small' is not among the special hands that are played",
        ),
        (
            {"special.order": "big < big", "special.pays.big": 4},
            "special.order: 'big' stands there 2 times",
        ),
        (
            {"special.order": "big < small", "special.pays.big": 4, "special.pays.small": 3},
            "special.order: small stands above big but pays less, 3 against 4; the hand that pays more is the higher",
        ),
        (
            {"special.order": "big", "special.pays.big": 4, "special.pays.small": 4},
            "special.order: does not say where 'small' stands, which pays as much as big",
        ),
        (
            {"aces.count.1": 3, "aces.count.2": 2},
            "aces.count.2: 2 aces count 2, fewer than 1 with 3",
        ),
    ],
)
def test_slips_of_the_pen_are_remarked_on(values: dict[str, str | int], remark: str) -> None:
    assert list(find_remarks(values)) == [remark]


@pytest.mark.parametrize(
    "values",
    [
        MIDDLE | {"royalty.pays.middle.royal flush": 9, "middle_back.equal": "legal"},
        MIDDLE
        | {"royalty.pays.middle.royal flush": 9, "middle_back.equal": "foul", "foul.own_royalties": "paid"},
        MIDDLE | {"royalty.mode": "add", "row.units": 4, "royalty.cap": 4},
        {"bonus.a.rows_won": 3, "bonus.a.units": 1, "bonus.b.rows_won": 2, "bonus.b.factor": 2},
        {"bonus.a.rows_won": 3, "bonus.a.units": 1, "bonus.b.rows_won": 3, "bonus.b.units": 0},
        {
            "bonus.a.rows_won": 3,
            "bonus.a.units": 1,
            "bonus.b.rows_won": 3,
            "bonus.b.units": 1,
            "bonus.b.played": "no",
        },
        {"special.order": "as listed", "special.pays.big": 4, "special.pays.small": 4},
        {"special.played": "no", "special.order": "small", "special.pays.big": 4},
        {"special.order": "big < small", "special.pays.big": 4, "special.pays.small": 4},
        {"aces.count.1": 3, "aces.count.2": 2, "aces.played": "no"},
        {"aces.count.1": 3, "aces.count.2": 3},
    ],
)
def test_what_may_be_meant_is_not_remarked_on(values: dict[str, str | int]) -> None:
    assert list(find_remarks(values)) == []


def test_differences_show_gaps_options_and_what_is_missing() -> None:
    ours, theirs = load_profile("full"), load_profile("simplest")
    found = {
        each.key: (each.as_dict()["ours"], each.as_dict()["theirs"]) for each in ours.differences(theirs)
    }
    assert found["foul.price"] == (
        {"value": "scooped", "option": False, "source": "full-rules, scoring"},
        {"gap": "No price of a foul is given.", "source": "scoring-chart, arrangement"},
    )
    assert found["special.played"][0] == {"value": "no", "option": True, "source": "full-rules, variants"}
    assert found["special.played"][1] is None
    assert "row.units" not in found
    text = str(ours.differences(theirs))
    assert "foul.price" in text
    assert "gap" in text
    assert "no, an option" in text
    assert {each.key for each in theirs.differences(ours)} == set(found)
    assert not ours.differences(ours)
    assert str(ours.differences(ours)) == "full and full do not differ."
    assert "<table" in ours.differences(theirs)._repr_html_()
    assert len(ours.differences(theirs).table()) == len(found)
