from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cptutor import RuleError
from cptutor.datafiles import LARGEST_FILE, load_schema, parse_data, read_data, validate
from cptutor.deals import read_deal

if TYPE_CHECKING:
    from pathlib import Path

SEAT = {"name": "A", "front": "2♠ 2♥ A♦", "middle": "7♣ 7♦ 9♠ 5♥ 3♦", "back": ["10♣", "J♣", "Q♣", "K♣", "A♣"]}


def without(key: str) -> dict[str, Any]:
    return {name: value for name, value in SEAT.items() if name != key}


@pytest.mark.parametrize("start", ["", "\ufeff", "\n\n  ", "\r\n"])
def test_toml_and_json_are_told_apart_by_their_first_character(start: str) -> None:
    toml = f'{start}profile = "full"\n[[seat]]\nname = "A"\n'
    wanted = {"profile": "full", "seat": [{"name": "A"}]}
    assert parse_data(toml.encode(), "x") == wanted
    assert parse_data(toml.replace("\r\n", "\n").replace("\n", "\r\n").encode(), "x") == wanted
    assert parse_data((start + json.dumps(wanted)).encode(), "x") == wanted
    assert parse_data(b'[[seat]]\nname = "A"', "x") == {"seat": [{"name": "A"}]}
    assert parse_data(b"", "x") == {}


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b'{"a": 1, "a": 2}', "key 'a' stands twice"),
        (b'{"seat": [{"name": "A", "name": "B"}]}', "key 'name' stands twice"),
        (b"a = 1\na = 2", "overwrite"),
        (b"a = 1\nb = 3\nb = 2", ": b = 2"),
        (b'{"a": {"b": [1, null]}}', "a.b[2]: a value is wanted, not null"),
        (b"a = [1, nan]", "a[2]: a number is wanted, not nan"),
        (b'{"a":' + b"[" * 50 + b"]" * 50 + b"}", "a: tables or lists within each other"),
        (b'{"a": 1', "line 1"),
        (b"a = 1\nb = ,", "line 2"),
        (b"[1, 2]", "line 1"),
        (b'"text"', ""),
        (b"\xff\xfea\x00", "not UTF-8 at byte 0"),
        ("a = 'é'".encode("latin-1"), "not UTF-8 at byte 5"),
        (b"a = " + b"9" * 5_000, "digits"),
        (b'{"a": ' + b"9" * 5_000 + b"}", "digits"),
        (b'{"a":' * 100_000, ""),
        (b"a = " + b"[" * 100_000, ""),
        (b"{" * 100_000, ""),
        (b"\x00", ""),
        (b"a" * (LARGEST_FILE + 1), "larger than 1,000,000 bytes"),
    ],
    ids=range(20),
)
def test_a_broken_file_is_named_on_one_line(content: bytes, said: str) -> None:
    with pytest.raises(RuleError) as refused:
        parse_data(content, "deal.toml")
    assert str(refused.value).startswith("deal.toml: ")
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


@given(st.one_of(st.binary(), st.text().map(str.encode), st.text(alphabet='{}[]"=:,.a1\n ').map(str.encode)))
def test_any_bytes_are_data_or_one_error(content: bytes) -> None:
    try:
        assert isinstance(parse_data(content, "x"), dict)
    except RuleError as error:
        said = str(error)
    else:
        said = "x: "
    assert said.startswith("x: ")


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.toml", tmp_path / ("n" * 5_000), tmp_path / "a\0b"):
        with pytest.raises(RuleError, match=r"\w+"):
            read_data(path)
    with pytest.raises(RuleError) as refused:
        read_data(tmp_path / "none.toml")
    assert "none.toml: No such file" in str(refused.value)


def test_a_file_without_end_is_refused(tmp_path: Path) -> None:
    big = tmp_path / "big.toml"
    big.write_bytes(b"#" * (LARGEST_FILE + 1))
    with pytest.raises(RuleError, match="larger than"):
        read_data(big)
    big.write_bytes(b"#" * LARGEST_FILE)
    assert read_data(big) == {}


@pytest.mark.parametrize(
    ("deal", "key"),
    [
        ({}, "'seat' is missing"),
        ({"seats": []}, "'seat' is missing"),
        ({"seat": [], "extra": 1}, "unknown key 'extra'"),
        ({"seat": {}}, "seat: "),
        ({"seat": [SEAT, 5]}, "seat[2]: "),
        ({"seat": [SEAT, without("name")]}, "seat[2]: key 'name' is missing"),
        ({"seat": [SEAT, without("back")]}, "seat[A]: key 'back' is missing"),
        ({"seat": [{**SEAT, "name": 7}]}, "seat[1].name: "),
        ({"seat": [{**SEAT, "name": float("nan")}]}, "seat[1].name: "),
        ({"seat": [{**SEAT, "front": 3}]}, "seat[A].front: "),
        ({"seat": [{**SEAT, "front": [3]}]}, "seat[A].front[1]: "),
        ({"seat": [{**SEAT, "color": "red"}]}, "seat[A]: unknown key 'color'"),
        ({"seat": [SEAT], "profile": 5}, "profile: "),
        ({"seat": [SEAT], "profile": None}, "profile: "),
    ],
)
def test_a_wrong_deal_names_file_and_key(deal: dict[str, Any], key: str) -> None:
    with pytest.raises(RuleError) as refused:
        read_deal(deal, "deal.toml")
    assert str(refused.value).startswith("deal.toml: ")
    assert key in str(refused.value)


def test_a_right_deal() -> None:
    deal = read_deal({"seat": [SEAT, {**SEAT, "name": "B"}], "profile": "full"}, "x")
    assert [seat.name for seat in deal.seats] == ["A", "B"]
    assert str(deal.seats[0].layout) == "2♠ 2♥ A♦ / 7♣ 7♦ 9♠ 5♥ 3♦ / 10♣ J♣ Q♣ K♣ A♣"
    assert deal.profile == "full"


@pytest.mark.parametrize("name", ["deal", "profile"])
def test_every_schema_refuses_what_it_does_not_know(name: str) -> None:
    assert load_schema(name)["additionalProperties"] is False
    with pytest.raises(RuleError, match=r"x\.toml: "):
        validate({"no such key": 1}, name, "x.toml")


def test_a_seat_may_give_its_layout_in_one_text() -> None:
    layout = "2♠ 2♥ A♦ / 7♣ 7♦ 9♠ 5♥ 3♦ / 10♣ J♣ Q♣ K♣ A♣"
    one = read_deal({"seat": [{"name": "A", "layout": layout}]}, "deal.toml")
    assert one == read_deal({"seat": [SEAT]}, "deal.toml")
    with pytest.raises(RuleError, match=r"deal\.toml: seat\[A\]: either a layout or three rows, not both"):
        read_deal({"seat": [{**SEAT, "layout": layout}]}, "deal.toml")
