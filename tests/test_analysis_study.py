"""Studies: counts against a plain loop, units against scorebooks of the same deals, files, and how work is split."""

from __future__ import annotations

import random
import re
from collections import Counter
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from math import sqrt
from statistics import mean, stdev
from typing import TYPE_CHECKING

import numpy as np
import pytest

from cptutor import Agreement, CardError, DealError, Layout, RuleError, RulingNeeded, Seat, check, settle
from cptutor.analysis import AllLayouts, Policy, Study, equity_of, load_study, run_study
from cptutor.analysis.groups import layout_of
from cptutor.analysis.positions import LAYOUTS
from cptutor.analysis.study import study_toml
from cptutor.analysis.study.dealing import StudyJob, draw_deals, set_deals
from cptutor.analysis.study.tally import Tally
from cptutor.cards import DECK
from cptutor.ranking import rank_row
from cptutor.rules.agreement_files import demonstration_agreement, demonstration_rulings
from cptutor.rules.profile_files import load_profile
from cptutor.setting import back_first
from cptutor.settlement.declarations import FinerPoints
from cptutor.specials import find_specials
from cptutor.terms import ROWS

if TYPE_CHECKING:
    from pathlib import Path

HOUSE = """schema = 1
id = "{id}"
extends = "casino"
without = ["{without}"]
"""


@cache
def studied(profile: str, opponents: int = 2) -> Study:
    return run_study(demonstration_agreement(profile), deals=70, seed=5, opponents=opponents)


def deals_of(
    rules: Agreement, opponents: int, seed: int, policy: str | Policy, deals: int
) -> list[list[Layout]]:
    """The layouts of a study's deals, seat by seat."""
    job = StudyJob((rules,), opponents, policy, policy, seed, 0, None, 0)
    found = []
    for batch in range(-(-deals // 50)):
        dealt = draw_deals(job, batch)
        numbers = set_deals(job, batch, dealt, rules)
        found += [
            [layout_of(cards, int(number)) for cards, number in zip(held, chosen, strict=True)]
            for held, chosen in zip(dealt, numbers, strict=True)
        ]
    return found[:deals]


def is_special(layout: Layout, rules: Agreement) -> bool:
    if "special.played" not in rules or rules["special.played"] == "no":
        return False
    return bool(find_specials(layout.cards, FinerPoints(rules), rules.profile.names("special.pays")))


def announcing(name: str, layout: Layout, rules: Agreement) -> Seat:
    return Seat(name, layout, declared=is_special(layout, rules))


def at_random(foul: bool = True) -> Policy:
    """Any layout, foul or not."""
    return Policy(
        "any", "any layout", lambda deals, _, rng: rng.integers(LAYOUTS, size=len(deals)), may_foul=foul
    )


# The chance


def test_every_card_comes_as_often_to_every_seat() -> None:
    job = StudyJob((demonstration_agreement("basic"),), 3, "back first", "back first", 1, 0, None, 0)
    deals = np.concatenate([draw_deals(job, batch) for batch in range(60)])
    assert (np.sort(deals.reshape(len(deals), 52)) == np.arange(52)).all()
    for seat in range(4):
        counts = np.bincount(deals[:, seat].ravel(), minlength=52)
        expected = len(deals) / 4
        assert abs(counts - expected).max() < 5 * sqrt(expected * 3 / 4)


def test_the_policy_sets_as_the_plain_library() -> None:
    rules = demonstration_agreement("swc")
    for seats in deals_of(rules, 1, 3, "back first", 12):
        for layout in seats:
            plain = back_first(sorted(layout.cards), rules)
            assert [rank_row(row) for row in layout.rows] == [rank_row(row) for row in plain.rows]


# How hands are set


def test_categories_agree_with_a_plain_loop_of_other_deals() -> None:
    deals, seed = 150, random.Random(8)
    counts: Counter[tuple[str, str]] = Counter()
    for _ in range(deals):
        layout = back_first(seed.sample(DECK, 13), "basic")
        counts.update((row, rank_row(cards).category) for row, cards in layout)
    found = run_study("basic", deals=1_000, seed=1)
    for hand in found.under[0].hands:
        share = counts[hand.row, hand.category] / deals
        error = sqrt(max(share * (1 - share), 1 / deals) / deals)
        assert abs(hand.share - share) < 4.5 * sqrt(error**2 + hand.error**2)


def test_every_hand_is_counted_once_in_each_row() -> None:
    rules = demonstration_agreement("casino")
    found = run_study(rules, deals=60, opponents=3, seed=2, policy=at_random(), opponents_policy=at_random())
    layouts = deals_of(rules, 3, 2, at_random(), 60)
    for side, hands in (("you", 60), ("opponents", 180)):
        some = [layout for seats in layouts for layout in (seats[:1] if side == "you" else seats[1:])]
        specials = sum(is_special(layout, rules) for layout in some)
        fouls = sum(not check(layout, rules).legal and not is_special(layout, rules) for layout in some)
        assert hands > fouls > hands / 2
        for row in ROWS:
            of_row = [hand for hand in found.under[0].hands if (hand.side, hand.row) == (side, row)]
            assert sum(hand.count for hand in of_row) == hands
            assert sum(hand.share for hand in of_row) == pytest.approx(1, abs=1e-5)
            count = {hand.category: hand.count for hand in of_row}
            assert (count["foul"], count["special hand"]) == (fouls, specials)
    assert specials  # an announced special hand is none of the fouls: special.own_rows says that it counts


def test_errors_are_over_deals() -> None:
    found = studied("basic", 3).under[0]
    layouts = deals_of(demonstration_agreement("basic"), 3, 5, "back first", 70)
    flushes = [mean(rank_row(layout.back).category == "flush" for layout in seats[1:]) for seats in layouts]
    (hand,) = (h for h in found.hands if (h.side, h.row, h.category) == ("opponents", "back", "flush"))
    assert hand.share == pytest.approx(mean(flushes), abs=1e-6)
    assert hand.error == pytest.approx(stdev(flushes) / sqrt(70), abs=1e-6)


def test_special_hands_are_counted_and_paid() -> None:
    rules = demonstration_agreement("special-hands")
    found = run_study(rules, deals=150, seed=4, opponents=3).under[0]
    special = [hand.count for hand in found.hands if hand.category == "special hand"]
    assert any(special)
    assert len(set(special[:3])) == len(set(special[3:])) == 1  # of both sides, the same in every row
    kinds = {kind.kind: kind for kind in found.transfers}
    assert kinds["special"].collected + kinds["special"].paid > 0


# What pays what


@pytest.mark.parametrize("profile", ["swc", "full-royalties", "casino", "banker", "two-four"])
def test_units_by_kind_are_the_transfers_of_the_same_deals(profile: str) -> None:
    rules = demonstration_agreement(profile)
    found = studied(profile).under[0]
    deals = deals_of(rules, 2, 5, "back first", 70)
    books = [
        settle([announcing(name, layout, rules) for name, layout in zip("Yab", seats, strict=True)], rules)
        for seats in deals
    ]
    for book in books:
        assert sum(book.totals.values()) == 0
    for kind in found.transfers:
        for units, payee in ((kind.collected, True), (kind.paid, False)):
            expected = sum(
                transfer.units
                for book in books
                for transfer in book.transfers
                if transfer.component == kind.kind and (transfer.payee if payee else transfer.payer) == "Y"
            )
            assert units == pytest.approx(expected / 70, abs=1e-6)
    totals = [book.totals["Y"] for book in books]
    assert (found.units, found.error) == pytest.approx((mean(totals), stdev(totals) / sqrt(70)), abs=1e-6)
    assert sum(kind.net for kind in found.transfers) == pytest.approx(found.units, abs=1e-5)


def test_fouls_are_paid_as_the_table_says() -> None:
    rules = demonstration_agreement("full")
    found = run_study(rules, deals=40, seed=1, policy=at_random()).under[0]
    (foul,) = (kind for kind in found.transfers if kind.kind == "foul")
    (share,) = (h.share for h in found.hands if (h.side, h.row, h.category) == ("you", "back", "foul"))
    price = 3 * 1 + 3  # full-rules: three rows and the scoop
    assert rules["foul.price"] == "scooped"
    assert foul.paid == pytest.approx(share * price, abs=1e-5)


@pytest.mark.parametrize("part", ["bonus.scoop", "royalty", "sweep", "special"])
def test_a_part_is_worth_what_house_rules_without_it_take_away(part: str, tmp_path: Path) -> None:
    found = studied("casino").under[0]
    (without,) = (other for other in found.without if other.part == part)
    file = tmp_path / "house.toml"
    file.write_text(HOUSE.format(id="lesser", without=part), "utf-8")
    house = load_profile(file)
    rulings = demonstration_rulings(house)
    lesser = run_study(Agreement(house, rulings), deals=70, seed=5, opponents=2).under[0]
    assert (lesser.units, lesser.error, lesser.spread) == (without.units, without.error, without.spread)
    assert found.units - lesser.units == pytest.approx(without.change, abs=2e-6)
    assert part.removeprefix("bonus.") not in [kind.kind for kind in lesser.transfers]


# How the best layout changes


def test_best_layouts_of_two_profiles() -> None:
    rules = [demonstration_agreement("swc"), demonstration_agreement("full")]
    found = run_study(rules, deals=30, seed=1, examples=2, against=400)
    (pair,) = found.compared
    count = {differ.where: differ.count for differ in pair.differ}
    assert 2 <= count["any row"] < 30
    assert len(pair.examples) == 2
    cards = [seats[0].cards for seats in deals_of(rules[0], 1, 1, "back first", 30)]
    for example in pair.examples:
        first, second = Layout.parse(example.first), Layout.parse(example.second)
        assert first.cards == second.cards == cards[example.deal - 1]
        rows = zip(ROWS, first.rows, second.rows, strict=True)
        assert tuple(row for row, a, b in rows if rank_row(a) != rank_row(b)) == example.rows
        for layouts, agreement in (((first, second), rules[0]), ((second, first), rules[1])):
            gains = equity_of(
                layouts, agreement, deals=4_000, seed=9
            )  # the other gains no more, within the errors
            assert gains.difference[1] < 4 * gains.difference_error[1] + 0.1
    assert pair.given_up_first > -3 * pair.given_up_first_error
    change = found.under[1].units - found.under[0].units
    assert pair.change == pytest.approx(change, abs=2e-6)


def test_best_layouts_by_a_criterion_that_looks_at_no_units() -> None:
    """Where equal rows are legal at one table and foul at the other; elsewhere the best is the same."""
    strict = {"front_middle.equal_prefix": "foul", "middle_back.equal": "foul"}
    lenient = {"front_middle.equal_prefix": "legal", "middle_back.equal": "legal"}
    given = demonstration_agreement("swc").rulings
    rules = [Agreement("swc", {**given, **answers}) for answers in (strict, lenient)]
    found = run_study(rules, deals=12, seed=1, best_by="back-first", against=100)
    assert [under.rules for under in found.under] == ["swc", "swc (2)"]
    expected = 0
    for seats in deals_of(rules[0], 1, 1, "back first", 12):
        best = [AllLayouts(seats[0], one).best("back-first")[0] for one in rules]
        expected += [rank_row(row) for row in best[0].rows] != [rank_row(row) for row in best[1].rows]
    assert found.compared[0].differ[0].count == expected


# How work is split, and stopped


def test_the_same_seed_gives_the_same_file_however_it_is_split() -> None:
    rules = [demonstration_agreement("basic"), demonstration_agreement("full")]

    def text(executor: Executor | None = None) -> str:
        return study_toml(
            run_study(
                rules,
                deals=60,
                seed=7,
                policy="random legal",
                best_by="quantiles",
                against=100,
                executor=executor,
            )
        )

    alone = text()
    with ThreadPoolExecutor(3) as threads:
        assert text(threads) == alone
    with ProcessPoolExecutor(2) as processes:
        assert text(processes) == alone


def test_a_stop_keeps_what_was_done() -> None:
    def stop(done: int, asked: int) -> None:
        assert asked == 1_000
        if done == 100:
            raise KeyboardInterrupt

    found = run_study("basic", deals=1_000, seed=3, progress=stop)
    assert (found.deals, found.asked, found.interrupted) == (100, 1_000, True)
    assert "stopped after 100 of 1,000 deals" in found.notes
    assert found == replace(run_study("basic", deals=100, seed=3), asked=1_000)


def test_a_stop_before_anything_was_done_is_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("cptutor.analysis.study.running.study_batch", stop)
    with pytest.raises(KeyboardInterrupt):
        run_study("basic", deals=100)


def test_means_and_errors() -> None:
    tally, numbers = Tally(), [3, -1, 0, 4, 4]
    for number in numbers:
        tally.add({"a": number} if number else {})
    found = tally.mean("a", per=2)
    halves = [number / 2 for number in numbers]
    assert (found.mean, found.spread) == pytest.approx((mean(halves), stdev(halves)), abs=1e-6)
    assert found.error == pytest.approx(stdev(halves) / sqrt(5), abs=1e-6)
    assert tally.mean("b").error == 0


# What it says, and its file


@pytest.mark.parametrize("profile", ["basic", "casino"])
def test_a_file_gives_the_study_back(profile: str, tmp_path: Path) -> None:
    found = studied(profile)
    file = tmp_path / "study.toml"
    file.write_text(study_toml(found), "utf-8")
    assert load_study(file) == found
    assert study_toml(load_study(file)) == study_toml(found)
    assert load_study(file).as_dict() == found.as_dict()


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (r"^seed", "sead", "'sead'"),
        (r"^schema = 1", "schema = 2", "schema"),
        (r"^deals = 70", "deals = 69", "deals"),
        (r"^asked = 70", "asked = 60", "deals: 70, where 60 were asked for"),
        (r"^units = .*", "units = 99.5", r"under\[basic\].units: is not the sum of the transfers"),
        (r"(category = \"flush\", +count = )", r"\g<1>1", "are counted, of 70 hands"),
        (r"share = 0\.\d+", "share = 0.987654", "is not the share of"),
        (r"paid = [\d.]+", "paid = 7.0", "the net is not what was collected less what was paid"),
        (r"^question = .*", 'question = "What now?"', "question: does not fit"),
        (r"side = \"you\"", 'side = "me"', "side"),
        (r"^\[versions\]", "[versions", "study.toml: "),
    ],
)
def test_a_file_at_odds_with_itself_is_refused(old: str, new: str, says: str, tmp_path: Path) -> None:
    text, count = re.subn(old, new, study_toml(studied("basic")), count=1, flags=re.MULTILINE)
    assert count == 1
    file = tmp_path / "study.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(RuleError, match=says) as refused:
        load_study(file)
    assert str(refused.value).startswith(f"{file}: ")
    assert "\n" not in str(refused.value)


def test_it_prints_what_it_found() -> None:
    found = studied("casino")
    text = str(found)
    assert text.startswith("How do you and 2 opponents set their hands under casino, and what pays what?")
    for word in (
        "70 deals, seed 5",
        "full house",
        "scoop",
        "invented rulings: ",
        "note: casino: some rulings",
    ):
        assert word in text
    page = found._repr_html_()
    assert "<table" in page
    assert "made up for demonstration" in page


# What cannot be


def test_gaps_are_asked_before_anything_is_dealt() -> None:
    with pytest.raises(RulingNeeded) as needed:
        run_study("swc", deals=10)
    assert [gap.key for gap in needed.value.questions] == [
        "front_middle.equal_prefix",
        "middle_back.equal",
        "royalty.equal_rows",
    ]
    found = run_study("swc", deals=10, demonstration=True)
    assert found.under[0].invented
    assert not run_study("basic", deals=10, demonstration=True).under[0].invented


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"deals": 1}, "deals: a whole number from 2"),
        ({"deals": 2.5}, "deals: a whole number"),
        ({"seed": -1}, "seed"),
        ({"opponents": 4}, "opponents: a whole number from 1 to 3"),
        ({"against": 99}, "against: a whole number from 100"),
        ({"examples": -1}, "examples"),
        ({"dealer": 2}, "dealer"),
    ],
)
def test_numbers_that_cannot_be(more: dict[str, int], says: str) -> None:
    with pytest.raises(DealError, match=says):
        run_study("basic", **more)  # type: ignore[arg-type]


def test_names_that_cannot_be() -> None:
    with pytest.raises(CardError, match="no policy 'clever'"):
        run_study("basic", policy="clever")
    with pytest.raises(
        CardError, match="no criterion 'luck'; there are expected units, quantiles, back-first"
    ):
        run_study("basic", best_by="luck")
    with pytest.raises(RuleError, match="basic: the same rules twice"):
        run_study(["basic", "basic"])
    with pytest.raises(RuleError, match="needs the rules"):
        run_study([])
