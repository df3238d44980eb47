"""What is told to other programs, and on the page for the table: every key, every table, every rule that is cited."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any

import pytest

from cptutor import Agreement, Layout, RuleError, RulingNeeded, Seat, Strength, load_profile, rank_row, settle
from cptutor.resources import resource
from cptutor.rules import as_agreement
from cptutor.rules.agreement_files import agreement_dict, agreement_html, demonstration_agreement
from cptutor.rules.agreement_page import page
from cptutor.rules.agreement_words import BANK_GAME
from cptutor.rules.profile_files import profile_ids
from cptutor.rules.profiles import Answer
from cptutor.settlement.stakes import Payment
from cptutor.specials import load_specials
from cptutor.terms import ROWS

if TYPE_CHECKING:
    from pathlib import Path

    from cptutor.rules.agreement_page import Section

STRONG = "K♠ K♥ 2♣ / A♠ A♥ 8♣ 6♥ 3♦ / Q♠ J♠ 10♠ 7♠ 4♠"
WEAK = "9♣ 7♦ 5♥ / J♦ 10♦ 8♥ 4♥ 3♥ / 5♠ 5♦ Q♦ 8♦ 2♦"
SIX_PAIRS = "A♠ A♥ 2♣ / K♠ K♥ Q♠ Q♥ 3♦ / J♠ J♥ 10♠ 10♥ 3♣"


def shown(agreement: Agreement, title: str) -> tuple[tuple[object, ...], ...]:
    (table,) = [section.table for section in page(agreement) if section.title == title]
    assert table is not None
    assert table.caption.startswith(title)
    return (table.columns, *table.rows)


def test_a_wheel_keeps_its_five_ranks() -> None:
    """The low ace counts as 1, as the documentation of a strength has it."""
    assert rank_row("A♠ 2♠ 3♦ 4♣ 5♥") == Strength("straight", (5, 4, 3, 2, 1))


def test_a_gap_and_a_rule_as_their_profile_has_them() -> None:
    file = tomllib.loads((resource("rules_data") / "profiles" / "casino.toml").read_text("utf-8"))
    told = load_profile("casino").as_dict()
    assert list(told) == ["id", "title", "document", "extends", "remarks", "rules", "gaps"]
    assert (told["id"], told["title"], told["extends"]) == ("casino", file["title"], None)
    (rule,) = [rule for rule in told["rules"] if rule["key"] == "aces.played"]
    assert rule == {
        "key": "aces.played",
        "value": "no",
        "source": "scoring-chart, casino",
        "note": "A side bet that some play.",
        "option": "yes or no",
    }
    (plain,) = [rule for rule in told["rules"] if rule["key"] == "aces.count.3"]
    assert (plain["value"], plain["option"]) == (6, None)
    (gap,) = [gap for gap in told["gaps"] if gap["key"] == "rake.units"]
    assert list(gap) == ["key", "question", "answer", "source", "gap"]
    assert (gap["source"], gap["gap"]) == ("scoring-chart, casino", "A fixed amount that is not given.")


def test_an_agreement_says_what_it_changes_and_what_is_open() -> None:
    told = agreement_dict(Agreement("swc", {"foul.price": 4}, title="Tuesday"))
    assert list(told) == [
        "title",
        "invented",
        "profile",
        "scoring",
        "extends",
        "differences",
        "rulings",
        "options",
        "open",
        "remarks",
    ]
    assert (told["title"], told["profile"], told["rulings"]) == ("Tuesday", "swc", {"foul.price": 4})
    assert told["differences"] == []
    assert {gap["key"] for gap in told["open"]} == {
        gap.key for gap in load_profile("swc").gaps if gap.key != "foul.price"
    }


@pytest.mark.parametrize("name", profile_ids())
def test_royalties_on_the_page_are_those_of_the_profile(name: str) -> None:
    profile = load_profile(name)
    pays = {rule.key for rule in profile.rules if rule.key.startswith("royalty.pays.")}
    if not pays:
        assert all(section.table is None for section in page(Agreement(name)) if section.title == "Royalties")
        return
    columns, *rows = shown(Agreement(name), "Royalties")
    assert columns == ("royalty", *ROWS)
    told = {
        f"royalty.pays.{row}.{category}": value
        for category, *values in rows
        for row, value in zip(ROWS, values, strict=True)
        if value != "–"
    }
    assert set(told) == pays
    assert all(value == str(profile[key].value) for key, value in told.items())  # type: ignore[union-attr]


def test_special_hands_on_the_page_stand_in_the_order_that_was_agreed() -> None:
    """The source gives 3, 3, 3, 6, 13, 26; which of the three is the lowest, the table says."""
    order = "six pairs < three flushes < three straights"
    assert shown(Agreement("thirteen-26", {"special.order": order}), "Special hands") == (
        ("special hand", "from each opponent"),
        ("six pairs", "3"),
        ("three flushes", "3"),
        ("three straights", "3"),
        ("five pairs and a triplet", "6"),
        ("complete straight", "13"),
        ("complete straight in one suit", "26"),
    )


def test_the_side_bet_on_the_page_has_a_line_for_every_count() -> None:
    assert shown(Agreement("casino", {"aces.played": "yes"}), "Side bet on aces") == (
        ("aces", "count"),
        ("0", "0"),
        ("1", "1"),
        ("2", "2"),
        ("3", "6"),
        ("4", "8"),
    )


def test_two_profiles_are_compared_under_their_names() -> None:
    table = load_profile("swc").differences(load_profile("full"))._table()
    assert table.caption == "swc and full"
    assert table.columns == ("rule", "swc", "full")


def test_a_bonus_rests_on_its_units_and_on_the_rows_it_wants() -> None:
    book = settle({"A": STRONG, "B": WEAK}, demonstration_agreement("full"))
    (scoop,) = [transfer for transfer in book.transfers if transfer.component == "scoop"]
    assert [rule.key for rule in scoop.rules] == ["bonus.scoop.units", "bonus.scoop.rows_won"]
    assert scoop.as_dict() == {
        "payer": "B",
        "payee": "A",
        "units": 3,
        "reason": "scoop: A wins 3 rows where 3 are wanted",
        "row": None,
        "source": scoop.source,
    }


@pytest.mark.parametrize("holder_first", [True, False])
def test_a_special_hand_is_paid_between_the_two_who_meet(holder_first: bool) -> None:
    seats = [
        Seat("H", Layout.parse(SIX_PAIRS), declared=True),
        Seat("O", Layout.parse(WEAK)),
    ]
    book = settle(seats if holder_first else seats[::-1], demonstration_agreement("casino"))
    (pairing,) = book.pairings
    assert (pairing.first, pairing.second) == (("H", "O") if holder_first else ("O", "H"))
    (paid,) = pairing.transfers
    assert (paid.payer, paid.payee, paid.component) == ("O", "H", "special")
    assert paid.reason.startswith("H's special hand: six pairs – pair of aces")
    assert "special.pays.six pairs" in [rule.key for rule in paid.rules]
    assert pairing.notes == ()


def test_a_payment_has_all_its_parts() -> None:
    payment = Payment(2, "A", "C", 6, 2, "A has only 2 unused chips", "aces")
    assert payment.as_dict() == {
        "order": 2,
        "payer": "A",
        "payee": "C",
        "owed": 6,
        "paid": 2,
        "limit": "A has only 2 unused chips",
        "what": "aces",
    }
    assert str(Payment(1, "A", "B", 3, 3)) == "1. A pays B 3"


def test_special_hands_are_read_with_title_and_source() -> None:
    file = tomllib.loads((resource("rules_data") / "specials.toml").read_text("utf-8"))
    for given in file["special"]:
        kind = load_specials()[given["id"]]
        assert (kind.id, kind.title, kind.source) == (given["id"], given["title"], given.get("source", ""))


def section(agreement: Agreement, title: str) -> Section:
    (found,) = [section for section in page(agreement) if section.title == title]
    return found


@pytest.mark.parametrize(
    ("rulings", "alone"),
    [
        ({"bank.others_settle": "no"}, True),
        ({"bank.others_settle": "yes"}, False),
    ],
)
def test_the_game_with_a_bank(rulings: dict[str, str], alone: bool) -> None:
    game, scoring = section(Agreement("banker", rulings), "The game").lines
    assert (BANK_GAME in game) == alone
    assert scoring == f"Scoring: {load_profile('banker').title} (banker)."
    assert BANK_GAME not in section(Agreement("swc"), "The game").lines[0]


def test_what_is_not_played_has_no_table() -> None:
    assert section(Agreement("casino"), "Side bet on aces").table is None
    assert section(Agreement("casino", {"special.played": "no"}), "Special hands").table is None
    assert section(Agreement("casino", {"aces.played": "yes"}), "Special hands").table is not None
    assert all(part.table is None for part in page(Agreement("basic")) if part.title == "Special hands")


def test_amounts_that_have_a_table_have_no_lines() -> None:
    """The counts of aces and the values of special hands stand in their tables alone."""
    lines = section(Agreement("casino", {"aces.played": "yes"}), "Side bet on aces").lines
    assert lines[0].startswith("There is a side bet on aces: ")
    assert not [line for line in lines if any(number in line for number in "12368")]


def test_an_option_says_what_holds_and_what_else_may() -> None:
    in_words = next(part for part in page(Agreement("casino"), keys=False) if part.title == "Options").lines
    by_key = section(Agreement("casino"), "Options").lines
    assert "aces.played: no, as no other was agreed (yes or no)" in by_key
    (asked,) = [line for line in in_words if line.endswith(" no, as no other was agreed (yes or no)")]
    assert "aces.played" not in asked
    assert "?" in asked


def test_house_rules_that_change_nothing_say_so(tmp_path: Path) -> None:
    file = tmp_path / "same.toml"
    file.write_text('schema = 1\nextends = "swc"\n', "utf-8")
    same = section(Agreement(load_profile(file)), "House rules: what they change in swc")
    assert (same.lines, same.table) == (("Nothing.",), None)
    alike = load_profile("swc").differences(load_profile("swc"))._table()
    assert alike.columns == ("rule", "the first", "the second")


def test_a_missing_ruling_names_the_profile_and_the_key() -> None:
    with pytest.raises(RulingNeeded, match="swc") as needed:
        _ = Agreement("swc")["foul.price"]
    assert [gap.key for gap in needed.value.questions] == ["foul.price"]
    with pytest.raises(RuleError, match=r"swc: ranking\.wheel is 'lowest' where a number is wanted"):
        Agreement("swc").number("ranking.wheel")


def test_a_citation_says_whether_its_ruling_was_invented() -> None:
    for invented in (True, False):
        (cited,) = Agreement("swc", {"foul.price": 4}, invented=invented).cite("foul.price")
        assert (cited.value, cited.ruling, cited.option, cited.invented) == (4, True, False, invented)


def test_answers_with_and_without_a_highest_number() -> None:
    assert str(Answer(minimum=0)) == "a whole number from 0"
    assert str(Answer(minimum=1, maximum=4)) == "a whole number from 1 to 4"


def test_an_agreement_begun_afresh_is_the_same_in_all_but_what_was_used() -> None:
    agreement = Agreement("swc", {"foul.price": 4}, invented=True, title="Tuesday")
    assert agreement["foul.price"] == 4
    fresh = agreement.fresh()
    assert (fresh, fresh.title, fresh.invented, fresh.used) == (agreement, "Tuesday", True, set())


def test_the_page_stands_under_the_heading_that_was_asked_for() -> None:
    agreement = Agreement("swc", title="Tuesday <evening>")
    for heading in ("p", "h1"):
        html = agreement_html(agreement, heading)
        assert f"<{heading} style=" in html
        assert f"<strong>Tuesday &lt;evening&gt;</strong></{heading}>" in html


def test_what_is_open_is_so_in_its_table() -> None:
    open_values = Agreement("casino", {"special.played": "yes"})
    assert {cell for _, cell in shown(open_values, "Special hands")[1:]} == {"open"}


def test_a_difference_is_told_from_both_sides() -> None:
    told = list(map(str, load_profile("swc").differences(load_profile("thirteen-26"))))
    assert "special.pays.six pairs: –, not 3" in told


def test_profiles_name_themselves_or_their_file(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text('schema = 1\nextends = "swc"\n', "utf-8")
    assert repr(load_profile("swc")) == "load_profile('swc')"
    assert repr(load_profile(file)) == f"load_profile({str(file)!r})"


def test_what_is_wrong_names_what_would_be_right() -> None:
    odd: Any = 5
    with pytest.raises(RuleError, match="int"):
        as_agreement(odd)
    with pytest.raises(RuleError, match="from the lowest up: six pairs, three straights, three flushes, "):
        Agreement("casino", {"special.order": "flushes < six pairs"})
