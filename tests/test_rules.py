"""Profiles, gaps, rulings and agreements; and profile files that are wrong in any way."""

from __future__ import annotations

import copy
import random
import shutil
import tomllib
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cptutor import Agreement, Gap, RuleError, RulingNeeded, load_profile, profile_ids, settle
from cptutor.resources import resource
from cptutor.rules import asking_everything, read_ruling
from cptutor.rules.profile_files import read_profile
from cptutor.rules.profiles import Rule

if TYPE_CHECKING:
    from pathlib import Path

FOLDER = resource("rules_data") / "profiles"
DATA = {name: tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8")) for name in profile_ids()}
each_profile = pytest.mark.parametrize("name", profile_ids())


def value(profile: str, key: str) -> Any:
    entry = load_profile(profile)[key]
    return entry.value if isinstance(entry, Rule) else None


def gaps(profile: str) -> set[str]:
    return {gap.key for gap in load_profile(profile).gaps}


def test_the_numbers_of_the_rulebook() -> None:
    assert [value(name, "row.units") for name in ("basic", "full", "full-royalties", "swc")] == [1, 1, 1, 1]
    for name in ("full", "full-royalties"):
        assert (value(name, "bonus.scoop.rows_won"), value(name, "bonus.scoop.units")) == (3, 3)
        assert value(name, "foul.price") == "scooped"
    assert (value("swc", "bonus.overall.rows_won"), value("swc", "bonus.overall.units")) == (2, 1)
    assert (value("swc", "royalty.mode"), value("full-royalties", "royalty.mode")) == ("add", "replace")
    for name in ("swc", "full-royalties"):
        pays = {key: value(name, key) for key in load_profile(name) if key.startswith("royalty.pays.")}
        assert pays == {
            "royalty.pays.front.three of a kind": 3,
            "royalty.pays.middle.full house": 2,
            "royalty.pays.middle.four of a kind": 4,
            "royalty.pays.middle.straight flush": 5,
            "royalty.pays.back.four of a kind": 4,
            "royalty.pays.back.straight flush": 5,
        }
    assert not [key for key in load_profile("basic") if key.startswith(("bonus.", "royalty."))]
    assert (value("basic", "foul.price"), value("basic", "counts.wrong")) == ("rows", "foul")


def test_the_gaps_of_the_rulebook() -> None:
    assert not {key for key in gaps("basic") if not key.startswith("table.")}
    for name in ("full", "full-royalties"):
        assert "counts.wrong" in gaps(name)
        assert not gaps(name) & {"foul.price", "foul.both", "middle_back.equal", "front_middle.equal_prefix"}
    asked = {
        "front_middle.equal_prefix",
        "middle_back.equal",
        "counts.wrong",
        "royalty.equal_rows",
        "stakes.limit",
    }
    asked |= {"foul.price", "foul.both", "foul.opponent_royalties", "foul.own_royalties", "table.point_value"}
    assert asked <= gaps("swc")


@each_profile
def test_everything_has_its_source_and_every_gap_its_question(name: str) -> None:
    profile = load_profile(name)
    assert profile.id == name
    assert len(profile.rules) + len(profile.gaps) == len(profile)
    for key, entry in profile.items():
        assert entry.key == key
        assert (resource("rules_data") / "sources.toml").read_text("utf-8").count(entry.source.document)
        assert entry.source.section
    for gap in profile.gaps:
        assert gap.question.endswith(("?", "."))
        assert gap.gap
        assert gap.answer.samples()
        assert all(gap.answer.allows(sample) for sample in gap.answer.samples())
        for sample in gap.answer.samples():
            assert read_ruling(profile, gap.key, f" {sample} ") == sample


@each_profile
def test_an_agreement_asks_until_it_is_told(name: str) -> None:
    agreement = Agreement(name)
    for gap in load_profile(name).gaps:
        with pytest.raises(RulingNeeded) as needed:
            _ = agreement[gap.key]
        assert needed.value.questions == (gap,)
        assert gap.key in str(needed.value)
        sample = gap.answer.samples()[0]
        ruled = agreement.with_ruling(gap.key, sample)
        assert ruled[gap.key] == sample
        assert gap not in ruled.open_gaps
        assert gap in agreement.open_gaps
        assert eval(repr(ruled)) == ruled
        assert hash(ruled) == hash(Agreement(name, {gap.key: sample}))
        assert ruled != agreement


@pytest.mark.parametrize(
    ("key", "ruling"),
    [
        ("foul.price", -1),
        ("foul.price", True),
        ("foul.price", 1.0),
        ("foul.price", "much"),
        ("foul.price", None),
        ("foul.price", []),
        ("foul.prize", 3),
        ("row.units", 2),
        ("middle_back.equal", "maybe"),
        ("middle_back.equal", 1),
        ("table.point_value", " "),
        ("table.point_value", 5),
        (7, 3),
    ],
)
def test_a_ruling_that_cannot_be_is_refused(key: Any, ruling: Any) -> None:
    with pytest.raises(RuleError, match=str(key)):
        Agreement("swc", {key: ruling})


@pytest.mark.parametrize(
    ("text", "ruling"), [("7", 7), (" 7 ", 7), ("0", 0), ("rows", "rows"), (" scooped", "scooped")]
)
def test_a_ruling_typed_as_text(text: str, ruling: Any) -> None:
    assert read_ruling(load_profile("swc"), "foul.price", text) == ruling


@pytest.mark.parametrize("text", ["-1", "--1", "1.0", "٣", "", "+4", "1e3", "0x1", "9" * 5_000])
def test_text_that_is_no_ruling(text: str) -> None:
    with pytest.raises(RuleError, match=r"foul\.price"):
        read_ruling(load_profile("swc"), "foul.price", text)


def test_all_questions_of_some_work_come_at_once_and_in_the_profile_s_order() -> None:
    def work(agreement: Agreement) -> str:
        if agreement["foul.price"] == "rows":
            return str(agreement["foul.both"])
        return str(agreement["middle_back.equal"])

    with pytest.raises(RulingNeeded) as needed:
        asking_everything(Agreement("swc"), work)
    assert [gap.key for gap in needed.value.questions] == ["middle_back.equal", "foul.price", "foul.both"]
    with pytest.raises(RulingNeeded) as needed:
        asking_everything(Agreement("swc", {"foul.price": "rows"}), work)
    assert [gap.key for gap in needed.value.questions] == ["foul.both"]
    assert (
        asking_everything(Agreement("swc", {"foul.price": 3, "middle_back.equal": "legal"}), work) == "legal"
    )


# ---- files that are wrong ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("units = { value = 1,", "units = { value = -1,", "row.units"),
        ("units = { value = 1,", 'units = { value = "1",', "row.units"),
        ("units = { value = 1,", "units = { value = true,", "row.units"),
        ("units = { value = 1,", "units = { value = 1.5,", "row.units"),
        ("units = { value = 1,", "units = { valeu = 1,", "valeu"),
        ("units = { value = 1,", "units = {", "row.units"),
        ("units = { value = 1,", 'units = { value = 1, gap = "x",', "row.units"),
        ('source = "05 settlement"', 'source = "06 nothing"', "06 nothing"),
        (', source = "05 settlement"', "", "source"),
        ("[row]", "[rows]", "row"),
        ('[row]\nunits = { value = 1, source = "05 settlement" }', "", "row"),
        ('wrong = { value = "foul"', 'wrong = { value = "fowl"', "counts.wrong"),
        ('document = "basic-settlement"', 'document = "no-such-page"', "no-such-page"),
        ("schema = 1", "schema = 2", "schema"),
        ("schema = 1", "", "schema"),
        ("schema = 1", "schema = ", "line 1"),
        ('id = "basic"', 'id = "Basic!"', "id"),
    ],
)
def test_a_wrong_file_is_named_with_its_key(tmp_path: Path, old: str, new: str, said: str) -> None:
    file = tmp_path / "mine.toml"
    shutil.copy(FOLDER / "basic.toml", file)
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(RuleError) as refused:
        load_profile(file)
    assert "mine.toml" in str(refused.value)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_profile_of_one_s_own(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    text = (FOLDER / "basic.toml").read_text("utf-8").replace('id = "basic"', 'id = "mine"')
    file.write_text(text.replace("units = { value = 1,", "units = { value = 5,"), "utf-8")
    for name in (file, str(file)):
        assert Agreement(load_profile(name)).number("row.units") == 5
    file.write_text(text.replace("units = { value = 1,", "units = { value = 6,"), "utf-8")
    assert Agreement(load_profile(file)).number("row.units") == 6


@pytest.mark.parametrize(
    "name", ["pusoy", "", "../profiles/basic", "BASIC", "basic ", "none.toml", "a\0.toml", "x" * 5_000]
)
def test_a_profile_that_is_not_there_is_named(name: str) -> None:
    with pytest.raises(RuleError) as refused:
        load_profile(name)
    assert name.strip()[:20].replace("\0", "") in str(refused.value).replace("\\x00", "").replace("\0", "")


ODD: list[Any] = [
    *(None, 0, -1, 2**70, 1.5, float("nan"), True, "", "x", "legal", [], [1], {}, {"a": {}}),
    *({"value": 1}, {"source": "x"}, {"source": {"document": "x"}}, {"source": 5}),
    *({"value": 1, "source": []}, {"gap": "", "source": "x"}),
]


def damage(data: dict[str, Any], seed: int) -> None:
    """One odd thing, somewhere in the tree of a profile."""
    source = random.Random(seed)
    node: Any = data
    while True:
        key = source.choice(list(node))
        if not (isinstance(node[key], dict) and node[key] and source.random() < 0.75):
            break
        node = node[key]
    odd = copy.deepcopy(source.choice(ODD))
    act = source.randrange(3)
    if act == 0:
        del node[key]
    elif act == 1:
        node[key] = odd
    else:
        node[source.choice(["odd", "value", "gap", "source", "units", "pays", ""])] = odd


@given(st.sampled_from(profile_ids()), st.integers(0, 2**32), st.booleans())
def test_any_damage_leaves_a_profile_or_one_error_that_names_the_file(
    name: str, seed: int, house: bool
) -> None:
    data = copy.deepcopy(DATA[name])
    if house:
        rows = {key: part for key, part in data.items() if key in ("row", "foul", "bonus", "royalty")}
        data = {"schema": 1, "id": "ours", "title": "ours", "extends": name, **rows}
    damage(data, seed)
    try:
        profile, said = read_profile(data, "mine.toml"), ""
    except RuleError as error:
        profile, said = None, str(error)
    assert (profile is None) == said.startswith("mine.toml: ")
    if profile is not None:
        assert all(isinstance(entry, (Rule, Gap)) for entry in profile.values())


@pytest.mark.parametrize("rules", [None, 5, ["swc"]])
def test_what_is_no_rules_is_refused(rules: Any) -> None:
    with pytest.raises(RuleError, match="an agreement, a profile or its id"):
        settle(
            {
                "A": "2♠ 2♥ A♦ / 7♣ 7♦ 9♠ 5♥ 3♦ / 10♣ J♣ Q♣ K♣ A♣",
                "B": "3♠ 3♥ 4♦ / 6♣ 6♦ 8♠ 5♣ 2♦ / 9♣ 9♦ 10♥ 10♠ A♠",
            },
            rules,
        )
