"""One deal under many rules: the figures are those of each settlement, and what differs is told apart."""

from __future__ import annotations

from typing import Any

import pytest

from cptutor import (
    Agreement,
    DealError,
    RuleError,
    RulingNeeded,
    load_profile,
    profile_ids,
    settle,
)
from cptutor.comparing import RulesCompared, compare_rules
from cptutor.examples import load_example
from cptutor.tables import Table

CHART = load_example("chart-deal/as-played")
ROYALTY = load_example("chart-royalty")


@pytest.fixture(scope="module")
def compared() -> RulesCompared:
    return compare_rules(CHART.seats)


def test_every_profile_is_there_and_simplest_is_the_measure(compared: RulesCompared) -> None:
    assert tuple(compared.books) == profile_ids()
    assert compared.base == "simplest"
    assert compared.players == ("North", "East", "South", "West")
    assert compared.totals["simplest"] == CHART.expect["totals"]


def test_the_chart_deal_falls_into_four_groups(compared: RulesCompared) -> None:
    """Worked out on paper from the winners of the rows: 3, −1, 1, −1, −1, 1 and one scoop; no row earns a royalty."""
    totals = {frozenset(group): tuple(compared.totals[group[0]].values()) for group in compared.groups}
    assert totals == {
        frozenset({"simplest", "basic", "special-hands", "thirteen-26", "thirteen-39"}): (3, -5, 3, -1),
        frozenset({"full", "full-royalties", "full-high-middle", "casino"}): (6, -8, 3, -1),
        frozenset({"swc", "two-four", "extra-units"}): (4, -8, 6, -2),
        frozenset({"banker"}): (3, -3, 1, -1),
    }


def test_only_what_was_invented_is_said_to_be(compared: RulesCompared) -> None:
    used = {name: rulings for name, rulings in compared.invented.items() if rulings}
    assert used == {
        "banker": {"bank.seat": "dealer", "bank.others_settle": "no"},
        "extra-units": {"bonus.overall.played": "yes"},
    }
    assert str(compared).count("=") == 3
    html = compared.chart()._repr_html_()
    assert html.count("with invented rulings") == 2
    for name in used:
        assert f"{name} <small>(with invented rulings)</small>" in html


def test_the_dealer_is_the_bank(compared: RulesCompared) -> None:
    assert compared.totals["banker"]["North"] == 3
    other = compare_rules(CHART.seats, ["banker"], dealer="West")
    assert other.base == "banker"
    assert other.totals["banker"] == {"North": 1, "East": -1, "South": 1, "West": -1}


def test_differences_are_the_transfers_of_one_side_only(compared: RulesCompared) -> None:
    scoop = compared.differences("full")
    assert [(t.payer, t.payee, t.units, t.component) for t in scoop.added] == [("East", "North", 3, "scoop")]
    assert scoop.gone == ()
    assert len(scoop.same) == 18
    overall = compared.differences("swc")
    assert [t.component for t in overall.added] == ["overall"] * 6
    bank = compared.differences("banker")
    assert bank.added == ()
    assert len(bank.gone) == 9
    assert len(bank.same) == 9
    nothing = compared.differences("simplest")
    assert nothing.added == nothing.gone == ()


def test_a_royalty_in_place_of_a_row_takes_the_row_away() -> None:
    found = compare_rules(ROYALTY.seats, ["simplest", "special-hands", "swc"])
    replaced, added = found.differences("special-hands"), found.differences("swc")
    assert [(t.row, t.component) for t in replaced.gone] == [
        ("front", "rows"),
        ("middle", "rows"),
        ("back", "rows"),
    ]
    assert sorted((t.row or "", t.units) for t in replaced.added) == [
        ("back", 4),
        ("front", 3),
        ("middle", 2),
    ]
    assert replaced.same == ()
    assert added.gone == ()
    assert [t.component for t in added.added] == ["overall", "royalty", "royalty", "royalty"]
    assert str(replaced).split("\n")[1].split("  ")[0] == "A vs B"
    assert "royalty, front +3, royalty, middle −2, royalty, back −4" in str(replaced)


def test_pairings_that_one_side_does_not_settle_have_no_net(compared: RulesCompared) -> None:
    lines = str(compared.differences("banker")).split("\n")
    assert lines[4].startswith("East vs South")
    assert lines[4].split()[-2:] == ["–", "−1"]


def test_every_figure_stands_in_both_forms_of_the_chart(compared: RulesCompared) -> None:
    chart = compared.chart()
    text, html = repr(chart), chart._repr_html_()
    for name in profile_ids():
        assert name in text
        assert name in html
    assert "East\n" in text
    assert f"  {'full':<16}   −8  {'▒' * 8}\n" in text
    assert f"  {'full':<16}   +6  {'█' * 6}\n" in text
    said = "North from +3 to +6, East from −8 to −3, South from +1 to +6, West from −2 to −1."
    assert said in text
    assert said in html
    assert html.count("−8 ") == 8  # the seven totals, and the words below
    for figure, times in (("−5 ", 5), ("+6<", 4 + 3)):
        assert html.count(figure) == times
    assert "border-left:5.00em solid" in html
    assert "border-left:0.62em solid" in html


def test_a_total_of_nothing_has_a_figure_and_no_bar() -> None:
    tie = {
        "A": "4♠ 3♠ 2♠ / 10♠ 8♠ 7♠ 6♠ 5♠ / A♠ K♠ Q♠ J♠ 9♠",
        "B": "4♥ 3♥ 2♥ / 10♥ 8♥ 7♥ 6♥ 5♥ / A♥ K♥ Q♥ J♥ 9♥",
    }
    found = compare_rules(tie, ["basic", "full"])
    chart = found.chart()
    assert "border-left" not in chart._repr_html_().partition("</table>")[0].replace("border-left:5px", "")
    assert "A always 0, B always 0." in repr(chart)
    assert "  basic    0\n" in repr(chart)
    assert found.differences("full").added == ()


def test_tables_are_frames_where_pandas_is_installed(compared: RulesCompared) -> None:
    frame: Any = compared.table()
    assert frame.loc["swc", "South"] == 6
    assert frame.loc["banker", "invented rulings"] == "bank.seat = dealer; bank.others_settle = no"
    nets: Any = compared.differences("full").table()
    assert nets.loc["North vs East", "full"] == 6
    assert nets.loc["North vs East", "only under full"] == "scoop +3"


def test_highlights_are_marked_by_more_than_colour(compared: RulesCompared) -> None:
    assert 'text-align:left;">North</div>' in compared.chart()._repr_html_()
    assert 'text-align:right;">West</div>' in compared.chart()._repr_html_()
    html = compared.differences("full")._repr_html_()
    assert html.count("<strong") == 1
    assert ">scoop +3</strong>" in html
    assert "only under full" in html
    assert isinstance(compared._table(), Table)
    assert "Each player’s total, in units" in compared._repr_html_()


def test_rules_may_bear_names_of_their_own() -> None:
    bet = Agreement("casino", {"aces.played": "yes"})
    found = compare_rules(CHART.seats, {"without": "casino", "with <aces>": bet})
    assert tuple(found.books) == ("without", "with <aces>")
    assert found.base == "without"
    # Three aces count 6, one counts 1: West +6, +5, +6; East −5, +1, +1.
    west = found.totals["with <aces>"]["West"] - found.totals["without"]["West"]
    assert west == 17
    assert "with &lt;aces&gt;" in found.chart()._repr_html_()
    assert "with &lt;aces&gt;" in found._repr_html_()


def test_agreements_and_profiles_are_taken_as_they_are() -> None:
    with pytest.raises(RulingNeeded, match=r"bank\.seat"):
        compare_rules(CHART.seats, [load_profile("banker")])
    with pytest.raises(RulingNeeded, match=r"bank\.seat"):
        compare_rules(CHART.seats, [Agreement("banker", {"bank.others_settle": "no"})])
    found = compare_rules(CHART.seats, [load_profile("basic"), Agreement("full")])
    assert tuple(found.books) == ("basic", "full")
    assert found.books["full"].totals == settle(CHART.seats, "full").totals


def test_refusals() -> None:
    with pytest.raises(RuleError, match="two sets of rules have the name 'basic'"):
        compare_rules(CHART.seats, ["basic", load_profile("basic")])
    with pytest.raises(RuleError, match="no rules 'full' to compare with; there are basic, swc"):
        compare_rules(CHART.seats, ["basic", "swc"], base="full")
    with pytest.raises(RuleError, match="no rules 'full' here; there are basic, swc"):
        compare_rules(CHART.seats, ["basic", "swc"]).differences("full")
    with pytest.raises(RuleError, match="the rules are several, not 'basic'"):
        compare_rules(CHART.seats, "basic")
    with pytest.raises(RuleError, match="no profile 'pusoy'"):
        compare_rules(CHART.seats, ["pusoy"])
    with pytest.raises(DealError, match="seats"):
        compare_rules(CHART.seats[:1], ["basic"])


def test_nothing_given_is_everything_shipped() -> None:
    assert tuple(compare_rules(ROYALTY.seats, {}).books) == profile_ids()
