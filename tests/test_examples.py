from __future__ import annotations

import tomllib
from copy import deepcopy
from typing import TYPE_CHECKING, Any

import pytest

from cptutor.datafiles import parse_data
from cptutor.examples import (
    Check,
    Example,
    example_ids,
    load_cases,
    load_example,
    load_examples,
    read_example,
    read_examples,
)
from cptutor.examples.runners import KINDS
from cptutor.layout import Layout
from cptutor.resources import resource
from cptutor.settlement.scorebook import Scorebook
from cptutor.terms import RuleError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

Leaf = tuple[str | int, ...]

# The worked examples of the documents.
IN_THE_DOCUMENTS = (
    "basic-strong-back", "full-anna-ben", "full-scoop", "full-foul-royalty", "full-foul-front", "front-categories",
    "workshop-foul", "workshop-repair", "workshop-kicker", "workshop-tradeoff", "workshop-count",
    "workshop-swapped", "no-wrap", "threshold-table", "scorebook-three", "pairings-four", "royalty-place",
    "trips-front", "royalty-different-rows", "royalty-same-row", "no-royalty-deal", "royalty-both-trips",
    "royalty-table", "chart-table", "chart-deal", "chart-royalty", "table-stakes",
)  # fmt: skip

every_example = pytest.mark.parametrize("example", load_examples(), ids=example_ids())


def text_of(name: str) -> str:
    return (resource("rules_data") / "examples" / f"{name}.toml").read_text("utf-8")


def read(text: str) -> Example:
    return read_example(parse_data(text.encode(), "mine.toml"), "mine.toml")


@every_example
def test_example_verifies(example: Example) -> None:
    checks = example.verify()
    assert checks
    assert [str(check) for check in checks if not check.passed] == []


@every_example
def test_file_is_named_after_its_id(example: Example) -> None:
    assert example.file == f"{example.id.partition('/')[0]}.toml"


def test_every_kind_and_every_document_example_is_there() -> None:
    assert {example.kind for example in load_examples()} == set(KINDS)
    assert [
        wanted for wanted in IN_THE_DOCUMENTS if not any(i.startswith(wanted) for i in example_ids())
    ] == []


# A check that cannot fail is not a check: each expected value, made wrong by itself, is noticed.


def leaves(tree: Any, path: Leaf = ()) -> Iterator[Leaf]:
    """The path of every value, and of every list (which can be a value short)."""
    if isinstance(tree, dict):
        for key, value in tree.items():
            yield from leaves(value, (*path, key))
    elif isinstance(tree, list):
        yield path
        for number, value in enumerate(tree):
            yield from leaves(value, (*path, number))
    else:
        yield path


def wrong_values(value: Any) -> list[Any]:
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1]
    if isinstance(value, list):
        return [value[:-1], [*value, value[-1]]] if value else []
    return [f"{value} x", "front-middle" if value == "middle-back" else "middle-back"]


def with_value(example: Example, path: Leaf, value: Any) -> dict[str, Any]:
    data = deepcopy(example.data)
    target = data["expect"]
    for step in path[:-1]:
        target = target[step]
    target[path[-1]] = value
    return data


def is_noticed(data: dict[str, Any]) -> bool:
    """Whether reading refuses the file, or verifying fails."""
    try:
        changed = read_example(data, "changed.toml")
    except RuleError:
        return True
    return not all(check.passed for check in changed.verify())


@every_example
def test_every_expected_value_can_fail(example: Example) -> None:
    unnoticed = []
    for path in leaves(example.expect):
        value: Any = example.expect
        for step in path:
            value = value[step]
        if isinstance(value, list) and value and isinstance(value[0], dict):
            continue  # tables: some of the pairings or repairs, not all
        if path[-2:-1] == ("exchange",) or path[-1] == "exchange":
            continue  # see test_exchanges_are_compared
        unnoticed += [
            (path, wrong) for wrong in wrong_values(value) if not is_noticed(with_value(example, path, wrong))
        ]
    assert unnoticed == []


@pytest.mark.parametrize("wrong", [[], ["Q♠ 9♠"], ["Q♠ 9♠", "Q♥ 3♦"], ["Q♠ 9♠", "Q♥ 9♦", "A♠ K♠"]])
def test_exchanges_are_compared(wrong: list[str]) -> None:
    example = load_example("workshop-repair-found")
    assert is_noticed(with_value(example, ("repair", 0, "exchange"), wrong))


def test_exchanges_may_pair_equal_cards_either_way() -> None:
    data = with_value(load_example("workshop-repair-found"), ("repair", 0, "exchange"), ["Q♠ 9♦", "9♠ Q♥"])
    assert not is_noticed(data)


def test_a_wrong_value_says_what_was_got() -> None:
    example = load_example("scorebook-three")
    changed = read_example(with_value(example, ("totals", "Pia"), -3), "changed.toml")
    failed = [check for check in changed.verify() if not check.passed]
    assert failed == [Check("totals.Pia", -3, -4)]
    assert str(failed[0]) == "totals.Pia: expected -3, got -4"


# An error within an example is a failed check, an unknown key is an error.


def test_a_missing_ruling_is_a_failed_check() -> None:
    text = text_of("full-wrong-count-foul").replace('rulings = { "counts.wrong" = "foul" }\n', "")
    checks = read(text).verify()
    assert [check.field for check in checks] == ["totals"]
    assert not checks[0].passed
    assert checks[0].got.startswith("RulingNeeded: full gives no rule here")


def test_an_expected_question_that_is_not_asked_is_a_failed_check() -> None:
    text = (
        text_of("swc-equal-prefix-asked")
        .replace('front = "K♠ K♥ 7♦"', 'front = "K♠ 2♥ 7♦"')
        .replace("3♥ 2♠", "3♥ K♥")
    )
    (check,) = read(text).verify()
    assert (check.expected, check.got) == (["front_middle.equal_prefix"], [])


def test_an_expected_refusal_that_does_not_come_is_a_failed_check() -> None:
    text = text_of("full-wrong-count-refused").replace('"refused" }', '"foul" }')
    (check,) = read(text).verify()
    assert (check.field, check.got, check.passed) == ("refused", "", False)


def test_a_fault_of_the_program_is_a_failed_check(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("oh")

    example = load_example("front-categories")
    monkeypatch.setattr("cptutor.examples.runners.rank_row", fail)
    assert {check.got for check in example.verify()} == {"ZeroDivisionError: oh"}


def test_an_expectation_beyond_the_schema_is_still_refused() -> None:
    example = load_example("scorebook-three")
    example = read_example(deepcopy(example.data), "mine.toml")
    example.expect["winner"] = "Sora"
    with pytest.raises(
        RuleError, match=r"^mine\.toml: expect: unknown key 'winner' in an example of kind 'settle'$"
    ):
        example.verify()


SCOREBOOK = text_of("scorebook-three")
FRONTS = text_of("front-categories")
REPAIR = text_of("workshop-repair")
TABLE = text_of("threshold-table")
FOUND = text_of("workshop-repair-found")


@pytest.mark.parametrize(
    ("text", "old", "new", "said"),
    [
        (SCOREBOOK, 'kind = "settle"\n', "", "key 'kind' is missing"),
        (SCOREBOOK, '"settle"', '"settled"', "kind: must be one of"),
        (SCOREBOOK, "schema = 1", "schema = 2", "schema: must be one of"),
        (SCOREBOOK, "schema = 1", "schema = 1\ncolour = 1", "unknown key 'colour'"),
        (SCOREBOOK, "schema = 1", "schema = 1\nrows = []", "unknown key 'rows'"),
        (SCOREBOOK, "[expect]", "[expect]\nwinner = 'Sora'", "expect: unknown key 'winner'"),
        (SCOREBOOK, "[expect]", "[hope]", "unknown key 'hope'"),
        (SCOREBOOK, '"as printed"', '"guessed"', "cards: must be one of"),
        (SCOREBOOK, 'cards = "as printed"\n', "", "key 'cards' is missing"),
        (SCOREBOOK, "Pia = -4", "Pia = '-4'", "expect.totals.Pia: a whole number is wanted, not '-4'"),
        (SCOREBOOK, "Pia = -4", "Pai = -4", "expect.totals: unknown key 'Pai'; there are Sora, Owen, Pia"),
        (SCOREBOOK, "Pia = 38", "Pai = 38", "expect.chips: unknown key 'Pai'; there are Sora, Owen, Pia"),
        (SCOREBOOK, "{ royalty = 0 }", "{ bounty = 0 }", "expect.entries: unknown key 'bounty'"),
        (SCOREBOOK, "overall = 0", "bounty = 0", "expect.pairing[1].components: unknown key 'bounty'"),
        (SCOREBOOK, "front = 0", "top = 0", "expect.pairing[1].results: unknown key 'top'"),
        (SCOREBOOK, 'second = "Owen"', 'second = "Odo"', "expect.pairing[1]: unknown key 'Odo'"),
        (
            SCOREBOOK,
            'second = "Owen"',
            'second = "Sora"',
            "expect.pairing[1].second: 'Sora' does not sit after",
        ),
        (
            SCOREBOOK,
            "[chips]\nstart = 50\nper_unit = 3\n",
            "",
            "expect.chips: key 'chips' with start and per_unit",
        ),
        (SCOREBOOK, '"scorebook" }', '"score" }', "source: no section 'score' of workshop"),
        (SCOREBOOK, '"workshop"', '"worksop"', "source: no document 'worksop'"),
        (SCOREBOOK, 'profile = "swc"', 'profile = "sws"', "profile: no profile 'sws'"),
        (
            SCOREBOOK,
            'profile = "swc"',
            'profile = "swc"\nrulings = { "row.units" = 1 }',
            "rulings: ruling 'row.units'",
        ),
        (
            SCOREBOOK,
            'profile = "swc"',
            'profile = "swc"\nrulings = { "foul.price" = "2" }',
            "rulings: ruling 'foul",
        ),
        (SCOREBOOK, "A♠ A♦ 2♣", "A♠ A♦ 1♣", "seat[Sora]: front: '1♣' is not a card"),
        (SCOREBOOK, "A♠ A♦ 2♣", "A♠ A♦", "seat[Sora]: a layout has thirteen cards, not 12"),
        (SCOREBOOK, "A♠ A♦ 2♣", "A♠ A♦ K♠", "seat: K♠ is held by both Sora and Owen"),
        (SCOREBOOK, 'name = "Pia"', 'name = "Sora"', "seat: two seats have the name 'Sora'"),
        (FRONTS, "A♥ K♥ Q♥", "A♥ K♥", "rows[1]: a row has 3 or 5 cards, not 2"),
        (FRONTS, '"high card", ', "", "expect.categories: 2 entries where rows has 3"),
        (FRONTS, '"high card"', '"ace high"', "expect.categories[1]: must be one of"),
        (REPAIR, '"Q♠ 9♠"', '"Q♠ 9♠ 2♣"', "exchange[1]: an exchange is two cards"),
        (REPAIR, '"Q♠ 9♠"', '"Q♠ 5♠"', "exchange[1]: 5♠ is not in this layout"),
        (REPAIR, 'front = "9♠ 9♦ 2♣"', 'front = "9♠ 9♦"', "layout: a layout has thirteen cards, not 12"),
        (TABLE, '"TTT"]', '"TTX"]', "results[6]: must match pattern"),
        (TABLE, "net = [4, ", "net = [", "expect.net: 5 entries where results has 6"),
        (TABLE, "rows = [3, ", "rows = [", "expect.components.rows: 5 entries where results has 6"),
        (TABLE, "overall = [", "bounty = [", "expect.components: unknown key 'bounty'"),
        (FOUND, '"Q♥ 9♦"', '"Q♥ 9"', "expect.repair[1].exchange[2]: '9' is not a card"),
        (FOUND, "exchanges = 2", "exchanges = -1", "exchanges: must be bigger than or equal to 0"),
    ],
)
def test_malformed_example_is_refused(text: str, old: str, new: str, said: str) -> None:
    assert old in text
    with pytest.raises(RuleError) as caught:
        read(text.replace(old, new, 1))
    message = str(caught.value)
    assert message.startswith(f"mine.toml: {said}"), message
    assert "\n" not in message


CASES = text_of("wheel-lowest")
WINNERS = text_of("chart-table")


@pytest.mark.parametrize(
    ("text", "old", "new", "said"),
    [
        (CASES, 'name = "two-four"\n', "", "mine.toml: case[1]: key 'name' is missing"),
        (CASES, 'name = "two-four"', 'name = "2 4"', "mine.toml: case[2 4].name: must match pattern"),
        (CASES, 'name = "casino"', 'name = "banker"', "mine.toml: two cases have the name 'banker'"),
        (CASES, 'profile = "casino"', 'profile = "casio"', "mine.toml: case casino: profile: no profile 'casio'"),
        (CASES, 'profile = "casino"\n', "", "mine.toml: case casino: either a profile or house rules"),
        (CASES, 'profile = "casino"', 'colour = "red"', "mine.toml: case casino: unknown key 'colour'"),
        (CASES, 'extends = "basic"', 'extends = "basics"', "mine.toml: case second-highest: house: second"),
        (CASES, '= "second-highest" }\nrows', '= "middling" }\nrows', "mine.toml: case second-highest: house: se"),
        (WINNERS, 'rows = "WWW"', 'rows = "WW"', "mine.toml: result[1].rows: must match pattern"),
        (WINNERS, 'first = "South"', 'first = "North"', "mine.toml: result: there is none of South and West"),
        (WINNERS, '"WWL" },\n]', '"WWL" },\n{ first = "C", second = "D", rows = "WWL" }]', "mine.toml: result: each"),
        (WINNERS, "West = -1", "Wset = -1", "mine.toml: expect.totals: unknown key 'Wset'"),
        (WINNERS, "-1, 1]\ncomp", "-1]\ncomp", "mine.toml: expect.net: 5 entries where result has 6"),
        (WINNERS, 'seats = [', 'dealer = "Nobody"\nseats = [', "mine.toml: dealer: unknown key 'Nobody'"),
    ],
)  # fmt: skip
def test_malformed_cases_are_refused(text: str, old: str, new: str, said: str) -> None:
    assert old in text
    with pytest.raises(RuleError) as caught:
        read_examples(parse_data(text.replace(old, new, 1).encode(), "mine.toml"), "mine.toml")
    assert str(caught.value).startswith(said), str(caught.value)


def test_a_key_of_the_file_that_every_case_replaces_is_refused() -> None:
    data = parse_data(CASES.encode(), "mine.toml")
    for case in data["case"]:
        case["title"] = case["name"]
    with pytest.raises(RuleError, match=r"^mine\.toml: title: every case has its own"):
        read_examples(data, "mine.toml")


def test_a_case_is_an_example_of_its_own(tmp_path: Path) -> None:
    case = load_example("wheel-lowest/two-four")
    assert (case.id, case.file, case.profile) == ("wheel-lowest/two-four", "wheel-lowest.toml", "two-four")
    assert str(case.source) == "full-rules, ranking"
    assert repr(case) == "load_example('wheel-lowest/two-four')"
    cases = load_cases("wheel-lowest")
    assert case in cases
    assert load_cases("wheel-lowest/two-four") == (case,)
    assert {case.id.partition("/")[0] for case in cases} == {"wheel-lowest"}
    file = tmp_path / "wheel-lowest.toml"
    file.write_text(CASES, "utf-8")
    assert [case.id for case in load_cases(file)] == [case.id for case in cases]
    with pytest.raises(RuleError, match=r"holds several cases; name one of wheel-lowest/two-four, "):
        load_example("wheel-lowest")
    with pytest.raises(RuleError, match="no example 'wheel-lowest/three-four'"):
        load_example("wheel-lowest/three-four")


def test_a_case_with_house_rules_has_no_profile() -> None:
    case = load_example("wheel-lowest/second-highest")
    assert case.profile == "second-highest"
    assert case.agreement["ranking.wheel"] == "second-highest"


def test_a_seat_on_one_line_or_row_by_row() -> None:
    line = 'layout = "A♠ A♦ 2♣ / K♥ K♣ Q♥ Q♦ 3♠ / 9♥ 8♥ 7♥ 6♥ 4♥"'
    rows = SCOREBOOK[SCOREBOOK.index("front = ") : SCOREBOOK.index('\n\n[[seat]]\nname = "Owen"')]
    assert read(SCOREBOOK.replace(rows, line)).seats == read(SCOREBOOK).seats
    with pytest.raises(RuleError, match=r"seat\[Sora\]: either a layout or a front, middle and back"):
        read(SCOREBOOK.replace(rows, f"{line}\n{rows}"))
    with pytest.raises(RuleError, match=r"seat\[Sora\]: key 'front' is missing"):
        read(SCOREBOOK.replace(rows, ""))


def test_not_toml_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("schema = ", "utf-8")
    with pytest.raises(RuleError, match=r"mine\.toml: Invalid value"):
        load_example(file)
    with pytest.raises(RuleError, match="No such file"):
        load_example(tmp_path / "none.toml")


# What a notebook does with one.


def test_load_by_id_or_path(tmp_path: Path) -> None:
    file = tmp_path / "scorebook-three.toml"
    file.write_text(SCOREBOOK, "utf-8")
    shipped = load_example("scorebook-three")
    assert load_example(file).data == load_example(str(file)).data == shipped.data == tomllib.loads(SCOREBOOK)
    assert repr(shipped) == "load_example('scorebook-three')"
    other = file.rename(tmp_path / "mine.toml")
    with pytest.raises(
        RuleError, match=r"^mine\.toml: id: 'scorebook-three', which must be the name of the file"
    ):
        load_example(other)
    with pytest.raises(RuleError, match="no example 'scorebook-four'"):
        load_example("scorebook-four")


def test_the_live_objects() -> None:
    example = load_example("scorebook-three")
    assert list(example.layouts) == ["Sora", "Owen", "Pia"]
    assert example.layouts["Pia"].row("front") == Layout(*example.layouts["Pia"].rows).front
    assert isinstance(example.run(), Scorebook)
    assert example.settle().totals == {"Sora": 2, "Owen": 2, "Pia": -4}
    assert example.settle("basic").totals == {"Sora": 1, "Owen": 1, "Pia": -2}
    assert load_example("workshop-foul").check().fouls == ("front-middle",)
    assert load_example("workshop-repair").run().legal
    assert load_example("basic-wheel-lowest").run().result == -1
    assert [strength.category for strength in load_example("no-wrap").run()] == ["high card"]
    with pytest.raises(RuleError, match=r"scorebook-three\.toml: there is no key 'layout'"):
        _ = example.layout


def test_a_seat_may_announce_or_surrender() -> None:
    text = SCOREBOOK.replace('name = "Sora"', 'name = "Sora"\ndeclared = "six pairs"', 1).replace(
        'name = "Pia"', 'name = "Pia"\nsurrendered = true', 1
    )
    seats = read(text).seats
    assert [(seat.declared, seat.surrendered) for seat in seats] == [
        ("six pairs", False),
        (False, False),
        (False, True),
    ]


def test_text_form() -> None:
    text = str(load_example("workshop-foul"))
    assert text.splitlines() == [
        "A pair of queens in front of a pair of nines (workshop, layout check)",
        "  Q♠ Q♥ 2♣ / 9♠ 9♦ 8♣ 6♥ 3♦ / A♠ K♠ J♠ 10♠ 4♠",
    ]
    assert "Sora: A♠ A♦ 2♣ / " in str(load_example("scorebook-three"))
