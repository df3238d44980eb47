"""Agreements: files that keep what a table plays by, the page they print, and those made up to show each profile."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cptutor import (
    Agreement,
    RuleError,
    RulingNeeded,
    Seat,
    demonstration_agreement,
    load_agreement,
    load_profile,
    profile_ids,
    settle,
)
from cptutor.datafiles import load_schema
from cptutor.rules.agreement_files import (
    agreement_dict,
    agreement_html,
    agreement_text,
    agreement_toml,
    demonstration_rulings,
)
from cptutor.rules.agreement_page import INVENTED, idle, page, remarks
from cptutor.rules.agreement_words import SENTENCES, sentence
from cptutor.rules.profile_files import allowed_answer
from cptutor.rules.profiles import Answer, Rule
from tests.strategies import deals

if TYPE_CHECKING:
    from cptutor import Layout

HOUSE = Path(__file__).parent / "house"
PROFILES = profile_ids()


@pytest.mark.parametrize("name", PROFILES)
def test_a_demonstration_answers_every_gap_and_nothing_else(name: str) -> None:
    agreement = demonstration_agreement(name)
    assert agreement.invented
    assert agreement.open_gaps == ()
    assert list(agreement.rulings) == [gap.key for gap in agreement.profile.gaps]
    assert agreement.profile == load_profile(name)
    assert remarks(agreement) == ()


@pytest.mark.parametrize("name", PROFILES)
def test_a_demonstration_says_so_wherever_it_shows(name: str) -> None:
    agreement = demonstration_agreement(name)
    text = agreement_text(agreement)
    assert " ".join(INVENTED.split()) in " ".join(text.split())
    assert "Still open" not in text
    marked = sum("[invented ruling]" in line for line in _lines(agreement))
    shown = [key for key in agreement.rulings if not idle(key, agreement)]
    bonuses = [key for key in shown if key.startswith("bonus.")]
    assert marked == len(shown) - len(bonuses) + len({key.split(".")[1] for key in bonuses})
    assert "[ruling]" not in text
    assert INVENTED in agreement_html(agreement)
    assert agreement_dict(agreement)["invented"] is True
    cited = agreement.cite(*agreement.rulings)
    assert all("(invented ruling, " in str(citation) for citation in cited)
    assert "\ninvented = true\n" in agreement_toml(agreement)
    assert ", invented=True, title=" in repr(agreement)


def _lines(agreement: Agreement) -> list[str]:
    lines: list[str] = []
    for section in page(agreement):
        lines += section.lines
        if section.table is not None:
            lines += str(section.table).splitlines()
    return lines


@pytest.mark.parametrize("name", PROFILES)
@settings(max_examples=40)
@given(data=st.data(), layouts=deals())
def test_a_demonstration_settles_every_deal(
    name: str, data: st.DataObject, layouts: dict[str, Layout]
) -> None:
    agreement = demonstration_agreement(name)
    if data.draw(st.booleans(), "with options"):
        for rule in agreement.profile.rules:
            if rule.answer and "yes" in rule.answer.choices:
                agreement = agreement.with_ruling(rule.key, "yes")
    specials = agreement.in_force().get("special.played") == "yes"
    seats = []
    for player, layout in layouts.items():
        said = data.draw(st.sampled_from(("", "", "surrendered", "declared")), player)
        surrendered = said == "surrendered" and "surrender.units" in agreement
        seats.append(Seat(player, layout, said == "declared" and specials, surrendered))
    book = settle(seats, agreement)
    assert sum(book.totals.values()) == 0
    assert sorted(book.totals) == sorted(layouts)


@pytest.mark.parametrize(
    "agreement",
    [
        *(demonstration_agreement(name) for name in PROFILES),
        Agreement("swc"),
        Agreement("full", {"special.played": "yes", "surrender.units": 3}, title='The "Tuesday" club \\ 1'),
        Agreement("swc", {"table.point_value": '10\u00a0p – or one 🂡, as "agreed"', "foul.price": 6}),
        Agreement(load_profile(HOUSE / "royal-apart.toml"), {"foul.both": "nothing"}, title="Club"),
    ],
    ids=lambda agreement: agreement.title or agreement.profile.id,
)
def test_an_agreement_is_written_and_read(agreement: Agreement, tmp_path: Path) -> None:
    file = tmp_path / "agreement.toml"
    file.write_text(agreement_toml(agreement), "utf-8")
    read = load_agreement(file)
    assert read == agreement
    assert hash(read) == hash(agreement)
    assert read.rulings == agreement.rulings
    assert (read.title, read.invented) == (agreement.title, agreement.invented)
    names = {"Agreement": Agreement, "load_profile": load_profile}
    assert eval(repr(read), names) == agreement


@settings(max_examples=60)
@given(
    st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1).filter(
        lambda text: text.strip() != ""
    )
)
def test_any_text_survives(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    agreement = Agreement("basic", {"table.point_value": text}, title=text.strip())
    file = tmp_path_factory.mktemp("texts") / "a.toml"
    file.write_bytes(agreement_toml(agreement).encode())
    assert load_agreement(file) == agreement


def test_house_rules_are_found_from_the_folder_of_the_agreement(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    house = tmp_path / "rules" / "club.toml"
    house.write_text((HOUSE / "royal-apart.toml").read_text("utf-8"), "utf-8")
    agreement = Agreement(load_profile(house), {"foul.both": "nothing"})
    text = agreement_toml(agreement, tmp_path)
    assert 'profile = "rules/club.toml"' in text
    (tmp_path / "a.toml").write_text(text, "utf-8")
    assert load_agreement(tmp_path / "a.toml") == agreement
    (tmp_path / "rules" / "b.toml").write_text(agreement_toml(agreement, tmp_path / "rules"), "utf-8")
    assert 'profile = "club.toml"' in (tmp_path / "rules" / "b.toml").read_text("utf-8")
    assert load_agreement(tmp_path / "rules" / "b.toml") == agreement


def test_json_does_as_well(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    file.write_text(json.dumps({"schema": 1, "profile": "swc", "rulings": {"foul.price": 6}}), "utf-8")
    assert load_agreement(file) == Agreement("swc", {"foul.price": 6})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("schema = 1", "key 'profile' is missing"),
        ('profile = "swc"', "key 'schema' is missing"),
        ('schema = 2\nprofile = "swc"', "schema: "),
        ('schema = 1\nprofile = "swcc"', "no profile 'swcc'; there are banker, "),
        ('schema = 1\nprofile = "other.toml"', "other.toml: No such file"),
        ('schema = 1\nprofile = "swc"\nruling = 1', "unknown key 'ruling'"),
        ('schema = 1\nprofile = "swc"\ninvented = "yes"', "invented: true or false is wanted, not 'yes'"),
        (
            'schema = 1\nprofile = "swc"\n[rulings]\nfoul.price = 6',
            'rulings.foul: quotation marks are wanted: "foul.price" = …',
        ),
        (
            'schema = 1\nprofile = "swc"\n[rulings]\n"foul.prize" = 6',
            "ruling 'foul.prize': swc has no such rule",
        ),
        (
            'schema = 1\nprofile = "swc"\n[rulings]\n"foul.price" = true',
            "rulings.foul.price: a whole number or text in quotation marks is wanted, not true",
        ),
        (
            'schema = 1\nprofile = "swc"\n[rulings]\n"foul.price" = -1',
            "ruling 'foul.price': -1 is not rows or scooped or a whole number from 0",
        ),
        (
            'schema = 1\nprofile = "swc"\n[rulings]\n"row.units" = 2',
            "ruling 'row.units': swc answers this itself, 1 ",
        ),
        ('schema = 1\nprofile = "swc"\n[rulings]\n"foul.price" 6', "(at line 4, column 14)"),
        ('schema = 1\nprofile = "basic"\n[rulings]\n"table.point_value" = " "', "' ' is not any text"),
        ('schema = 1\nprofile = "basic"\n[rulings]\n"table.point_value" = "a\\u001b[2J"', "is not any text"),
        ('schema = 1\nprofile = "basic"\ntitle = "a\\nb"', "title: one line of text is wanted, not 'a\\nb'"),
    ],
)
def test_a_wrong_file_is_named_with_its_key(text: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(RuleError) as error:
        load_agreement(file)
    assert str(error.value).startswith(f"{file}: ")
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_a_missing_file_and_a_missing_profile() -> None:
    with pytest.raises(RuleError, match=r"nowhere\.toml: No such file"):
        load_agreement("nowhere.toml")
    with pytest.raises(RuleError, match="no profile 'nothing'"):
        demonstration_agreement("nothing")


def test_invented_and_title_belong_to_an_agreement() -> None:
    plain, ours = Agreement("swc"), Agreement("swc", invented=True)
    assert plain != ours
    assert len({plain, ours, Agreement("swc", title="x"), Agreement("swc")}) == 3
    further = Agreement("swc", invented=True, title="x").with_ruling("foul.price", 6)
    assert (further.invented, further.title, further["foul.price"]) == (True, "x", 6)
    assert repr(further) == "Agreement('swc', {'foul.price': 6}, invented=True, title='x')"
    assert repr(plain) == "Agreement('swc', {})"


def test_a_citation_says_what_kind_of_ruling_it_was() -> None:
    casino = Agreement("casino", {"aces.played": "yes", "rake.units": 2})
    option, gap, rule = casino.cite("aces.played", "rake.units", "surrender.units")
    assert str(option) == "aces.played = yes (ruling, an option of scoring-chart, casino)"
    assert str(gap) == "rake.units = 2 (ruling, scoring-chart, casino being silent)"
    assert str(rule) == "surrender.units = 3 (scoring-chart, casino)"
    ours = Agreement("casino", {"aces.played": "yes", "rake.units": 2}, invented=True)
    option, gap, rule = ours.cite("aces.played", "rake.units", "surrender.units")
    assert str(option) == "aces.played = yes (invented ruling, an option of scoring-chart, casino)"
    assert str(gap) == "rake.units = 2 (invented ruling, scoring-chart, casino being silent)"
    assert str(rule) == "surrender.units = 3 (scoring-chart, casino)"


def test_the_page_has_all_that_a_table_needs() -> None:
    agreement = Agreement(
        "swc",
        {"foul.price": 6, "table.point_value": "a chip", "table.settled_when": "at once"},
        title="Tuesday",
    )
    text = str(agreement)
    assert text.startswith("Tuesday\n=======\n")
    for line in (
        "- Scoring: 1 a row, +1 for at least two rows won, royalties of 2 to 5 added (swc).",
        "- One unit is worth: a chip. [ruling]",
        "- A round is settled: at once. [ruling]",
        "- 5-4-3-2-A is the lowest straight.",
        "- The winner of a row receives 1 from the loser; a tied row pays nothing.",
        "- The overall bonus for at least 2 rows won pays 1 more.",
        "  four of a kind   –      4       4",
        "- A foul pays each legal opponent 6. [ruling]",
        "- middle_back.equal: Middle and back are exactly equal: legal or foul? (legal or foul)",
    ):
        assert line in text.splitlines()
    assert "foul.price:" not in text  # it is no longer asked
    assert max(map(len, text.splitlines())) <= 100
    html = agreement._repr_html_()
    assert html.count("<table") >= 5
    assert "A foul pays each legal opponent 6. [ruling]" in html
    assert "Still open" in html
    assert html.count(">Royalties<") == 1
    assert "middle_back.equal" not in html  # in words alone
    assert "Note: Tuesday" not in html


def test_the_page_of_house_rules_shows_what_they_change() -> None:
    text = str(Agreement(load_profile(HOUSE / "royal-apart.toml")))
    assert "House rules: what they change in swc" in text
    assert "- A foul pays each legal opponent 6. [house rule]" in text
    assert "- One seat collects at most 7 in royalties from one opponent in a deal. [house rule]" in text
    assert "  royal flush      –      –       9 [house rule]" in text.splitlines()
    changed = text[text.index("what they change") :]
    assert [line.split() for line in changed.splitlines() if "foul.price" in line] == [
        ["foul.price", "6", "gap"]
    ]


def test_factors_options_and_remarks_on_the_page(tmp_path: Path) -> None:
    text = str(Agreement(load_profile(HOUSE / "doubled-royalties.toml"), {"bonus.scoop.factor_of": "rows"}))
    assert (
        "- The scoop bonus for all three rows won multiplies the gain from rows by 2. [ruling on an option]"
        in text
    )
    assert "bonus.scoop.factor_of: agreed: rows (without an agreement: rows and royalties)" in " ".join(
        text.split()
    )
    file = tmp_path / "odd.toml"
    file.write_text('extends = "swc"\nschema = 1\nroyalty.pays.front.flush.value = 4\n', "utf-8")
    odd = Agreement(load_profile(file))
    assert "royalty.pays.front.flush: can never apply, a front is no flush" in str(odd)
    assert agreement_dict(odd)["remarks"] == [
        "royalty.pays.front.flush: can never apply, a front is no flush"
    ]
    ruled = Agreement("banker", {"special.against_foul": "special"})
    assert remarks(ruled) == ()
    partial = Agreement("full", {"special.played": "yes", "special.order": "six pairs < three flushes"})
    assert remarks(partial) == (
        "special.order: does not say where 'three straights' stands, which pays as much as six pairs",
    )


@pytest.mark.parametrize(
    ("order", "said"),
    [
        ("six pairs < three flushes < flushes < three straights", "'flushes' is no special hand of full"),
        ("six pairs, three flushes", "'six pairs, three flushes' is no special hand of full; wanted is"),
        ("six pairs <", "'' is no special hand of full"),
        ("as we like", "'as we like' is no special hand of full; wanted is 'as listed', or with < between"),
        ("six pairs < three flushes < six pairs", "'six pairs' stands there 2 times"),
    ],
)
def test_an_order_of_special_hands_is_checked_when_it_is_read(tmp_path: Path, order: str, said: str) -> None:
    with pytest.raises(RuleError) as refused:
        Agreement("full", {"special.order": order})
    assert str(refused.value).startswith("ruling 'special.order': " + said)
    file = tmp_path / "agreed.toml"
    file.write_text(f'schema = 1\nprofile = "full"\nrulings = {{ "special.order" = "{order}" }}\n', "utf-8")
    with pytest.raises(RuleError) as refused:
        load_agreement(file)
    assert str(refused.value).startswith(f"{file}: ruling 'special.order': " + said)


def test_what_has_no_effect_is_not_asked_first() -> None:
    agreement = Agreement("casino", {"special.played": "no"})
    assert idle("special.order", agreement)
    assert idle("special.pays.six pairs", agreement)
    assert not idle("special.played", agreement)
    assert not idle("special.order", Agreement("casino"))
    text = " ".join(str(agreement).split())
    assert "Open too, but without effect while it is not played: special.order, " in text
    assert "- Special hands are not played. [ruling]" in text
    bonus = Agreement("extra-units", {"bonus.overall.played": "no"})
    assert "- The overall bonus is not in force. [ruling]" in str(bonus)
    assert "Whether it is in force is open." in str(Agreement("extra-units"))


def test_every_answer_has_a_sentence_of_its_own() -> None:
    leaves = _keys(load_schema("profile"))
    assert set(SENTENCES) <= leaves
    without = {
        key
        for key in leaves - set(SENTENCES)
        if not key.startswith(("bonus.", "royalty.pays.", "special.pays."))
    }
    assert {key for key in without if not key.startswith("aces.count.")} == set()
    for key in SENTENCES:
        said = [sentence(key, sample) for sample in allowed_answer(key).samples()]
        assert len(set(said)) == len(said)
        assert all(line.endswith(".") and "{" not in line for line in said)
    assert sentence("bonus.x.units", 3) == "What the bonus pays on top of the rows: 3."


def _keys(node: dict[str, object], key: str = "") -> set[str]:
    if "question" in node:
        return {key}
    found: set[str] = set()
    properties = node.get("properties")
    for name, below in (properties if isinstance(properties, dict) else {}).items():
        found |= _keys(below, f"{key}.{name}" if key else name)
    return found


def test_a_demonstration_for_house_rules_answers_what_they_leave_open() -> None:
    profile = load_profile(HOUSE / "royal-apart.toml")
    rulings = demonstration_rulings(profile)
    assert set(rulings) == {gap.key for gap in profile.gaps}
    assert "foul.price" not in rulings  # the house has its own
    assert all(not isinstance(profile[key], Rule) for key in rulings)


def test_an_open_agreement_still_asks() -> None:
    deal = {
        "A": "Q♠ Q♥ 2♣ / 9♠ 9♦ 8♣ 6♥ 3♦ / A♠ K♠ J♠ 10♠ 4♠",
        "B": "3♠ 3♥ 3♣ / 4♠ 5♦ 6♣ 7♥ 8♠ / A♥ J♥ 9♥ 4♥ 2♥",
    }
    deal["A"] = deal["A"].replace("3♦", "5♥").replace("4♠", "2♠")
    with pytest.raises(RulingNeeded) as asked:
        settle(deal, Agreement("swc", {"foul.price": 6}))
    assert [gap.key for gap in asked.value.questions] == ["foul.opponent_royalties"]


def test_an_answer_is_tried_with_nothing_and_with_something() -> None:
    """What hangs on a price is not asked where the price is nothing, so both are tried."""
    assert Answer(("rows",), minimum=0).samples() == ("rows", 0, 1)
    assert Answer((), minimum=1, maximum=1).samples() == (1,)
