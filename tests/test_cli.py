from __future__ import annotations

import io
import json
import os
import random
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cptutor import load_profile, profile_ids
from cptutor.cli import main

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

FOUL = "Q♠ Q♥ 2♣ / 9♠ 9♦ 8♣ 6♥ 3♦ / A♠ K♠ J♠ 10♠ 4♠"
LEGAL = "9♠ 9♦ 2♣ / Q♠ Q♥ 8♣ 6♥ 3♦ / A♠ K♠ J♠ 10♠ 4♠"
PREFIX = "K♠ K♥ 7♦ / K♦ K♣ 7♣ 3♥ 2♠ / 9♠ 9♥ 9♦ 4♣ 4♠"
COMPONENTS = {"rows", "overall", "scoop", "royalty", "foul"}
SORA_OWEN_PIA = {
    "Sora": ("A♠A♦2♣", "K♥K♣Q♥Q♦3♠", "9♥8♥7♥6♥4♥"),
    "Owen": ("A♣A♥2♦", "K♠K♦J♥J♣3♦", "10♠9♠8♠7♠5♠"),
    "Pia": ("Q♠J♦4♣", "10♦10♣6♦6♣5♦", "Q♣9♣8♣7♣5♣"),
}
FOULED = {
    "A": ("Q♠Q♥2♣", "9♠9♦8♣6♥3♣", "A♠K♠J♠10♠7♠"),
    "B": ("3♠3♥3♦", "4♠5♦6♣7♥8♠", "A♥J♥9♥4♥2♥"),
}
Table = dict[str, tuple[str, str, str]]


def as_toml(table: Table, profile: str | None = None) -> str:
    lines = [f"profile = {json.dumps(profile)}"] if profile is not None else []
    for name, (front, middle, back) in table.items():
        lines += ["[[seat]]", f"name = {json.dumps(name, ensure_ascii=False)}"]
        lines += [f'front = "{front}"', f'middle = "{middle}"', f'back = "{back}"']
    return "\n".join(lines) + "\n"


def as_json(table: Table, profile: str | None = None) -> str:
    seats = [
        dict(zip(("name", "front", "middle", "back"), (n, *rows), strict=True)) for n, rows in table.items()
    ]
    return json.dumps({"seat": seats} | ({} if profile is None else {"profile": profile}))


@pytest.fixture
def run(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., tuple[int, str, str]]:
    """Run a command in this process: exit status, standard output, standard error."""

    def command(*words: str, stdin: str | bytes = b"") -> tuple[int, str, str]:
        content = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content)))
        capsys.readouterr()
        status = main(words)
        return status, *capsys.readouterr()

    return command


def process(*words: str, stdin: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run a command as a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "cptutor", *words],
        input=stdin,
        capture_output=True,
        env={**os.environ, **environment},
        check=False,
    )


def one_line(err: str, *names: str) -> bool:
    lines = err.splitlines()
    return len(lines) == 1 and lines[0].startswith("cptutor: ") and all(name in err for name in names)


# ---- check -------------------------------------------------------------------------------------------------


def test_check_a_foul(run: Any) -> None:
    status, out, err = run("check", FOUL, "--json")
    assert (status, err) == (1, "")
    assert json.loads(out) == {
        "legal": False,
        "counts": [3, 5, 5],
        "fouls": ["front-middle"],
        "rows": [
            {"row": "front", "category": "pair", "description": "pair of queens, deuce kicker"},
            {
                "row": "middle",
                "category": "pair",
                "description": "pair of nines, kickers eight, six and three",
            },
            {"row": "back", "category": "flush", "description": "ace-high flush"},
        ],
    }


def test_check_a_legal_layout(run: Any) -> None:
    status, out, err = run("check", LEGAL, "--json")
    assert (status, err) == (0, "")
    assert (json.loads(out)["legal"], json.loads(out)["fouls"]) == (True, [])
    status, out, err = run("check", LEGAL)
    assert (status, err) == (0, "")
    assert "Legal" in out


def test_check_wrong_counts(run: Any) -> None:
    layout = "Q♠ 2♣ / Q♥ 9♠ 9♦ 8♣ 6♥ 3♦ / A♠ K♠ J♠ 10♠ 4♠"
    status, out, _ = run("check", layout, "--json")
    assert status == 1
    report = json.loads(out)
    assert (report["legal"], report["counts"], report["fouls"]) == (False, [2, 6, 5], [])
    assert [row["category"] for row in report["rows"]] == [None] * 3
    status, out, _ = run("check", layout)
    assert status == 1
    assert "2/6/5" in out


def test_check_for_people_names_both_boundaries_at_fault(run: Any) -> None:
    status, out, err = run("check", "Q♠ Q♥ 2♣ / 9♠ 9♦ 8♣ 6♥ 3♦ / A♠ K♠ J♠ 10♠ 4♦")
    assert (status, err) == (1, "")
    assert "front-middle" in out
    assert "middle-back" in out
    assert "Q♠ Q♥ 2♣" in out


def test_check_asks_where_the_profile_is_silent(run: Any) -> None:
    assert run("check", PREFIX)[0] == 0
    status, out, err = run("check", PREFIX, "--profile", "swc", "--json")
    assert status == 3
    assert "front_middle.equal_prefix" in err
    assert [question["key"] for question in json.loads(out)["questions"]] == ["front_middle.equal_prefix"]
    status, out, err = run("check", PREFIX, "--profile", "swc")
    assert (status, out) == (3, "")


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("check", LEGAL.replace("6♥", "6x")), "'6x'"),
        (("check", LEGAL.replace("6♥", "Q♠")), "Q♠"),
        (("check", LEGAL.replace("6♥", "")), "12"),
        (("check", LEGAL.replace("6♥", "joker")), "joker"),
        (("check", LEGAL.replace("/", " ")), "three rows"),
        (("check", ""), "three rows"),
        (("check", LEGAL, "--profile", "pusoy"), "'pusoy'"),
        (("check", LEGAL, "--profile", ""), "''"),
        (("check", LEGAL, "--profile", "/tmp"), "'/tmp'"),
        (("check", LEGAL, "--profile", "none/of.toml"), "none/of.toml"),
        (("check", LEGAL, "--profile"), "--profile"),
        (("check", LEGAL, "more"), "more"),
        (("check", LEGAL, "--jso"), "--jso"),
        (("check",), "LAYOUT"),
        (("compare", "A♠ K♠ Q♠"), "ROW"),
        (("compare", "A♠ K♠ Q♠", "A♠ K♠"), "2"),
        (("compare", "A♠ K♠ Q♠", ""), "no card"),
        (("compare", "A♠ A♠ Q♠", "A♠ K♠ Q♠"), "A♠"),
        (("profiles", "pusoy"), "'pusoy'"),
        (("profiles", ""), "''"),
        (("profiles", "../profiles/full"), "full"),
        (("settle", "none.toml"), "none.toml"),
        (("settle", ""), "directory"),
        (("settle", "a\0b"), "null"),
        (("settle", "a\nb\x1b[31m"), "\\x1b"),
        (("verify", "all"), "all"),
        (("play",), "'play'"),
        (("--profile", "full"), "--profile"),
        (("Check", LEGAL), "'Check'"),
    ],
)
def test_bad_input_is_one_line_that_names_it(run: Any, words: tuple[str, ...], named: str) -> None:
    status, out, err = run(*words)
    assert (status, out) == (2, "")
    assert one_line(err, named), err


# ---- compare -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "result", "reason"),
    [
        ("A♠ A♦ 2♣", "A♣ A♥ 2♦", 0, "both pair of aces; both deuce kicker: tie"),
        ("6♠ 6♦ K♣", "A♣ Q♦ 5♥", 1, "pair beats high card"),
        (
            "K♠ K♥ 7♦",
            "K♦ K♣ 7♣ 3♥ 2♠",
            -1,
            "both pair of kings; both seven kicker; three kicker beats no kicker",
        ),
        ("Ts 9s 8s 7s 6s", "10s 9s 8s 7s 6s", 0, "both ten-high straight flush: tie"),
    ],
)
def test_compare(run: Any, first: str, second: str, result: int, reason: str) -> None:
    status, out, err = run("compare", first, second, "--json")
    assert (status, err) == (0, "")
    assert json.loads(out) == {"result": result, "reason": reason}
    status, out, err = run("compare", first, second)
    assert (status, err) == (0, "")
    assert reason in out


# ---- settle ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", [as_toml, as_json])
@pytest.mark.parametrize("source", ["file", "-"])
def test_settle(run: Any, tmp_path: Path, form: Callable[[Table, str], str], source: str) -> None:
    text = form(SORA_OWEN_PIA, "swc")
    file = tmp_path / "deal.txt"
    file.write_text(text, "utf-8")
    status, out, err = run("settle", str(file) if source == "file" else source, "--json", stdin=text)
    assert (status, err) == (0, "")
    book = json.loads(out)
    assert book["profile"] == "swc"
    assert book["totals"] == {"Sora": 2, "Owen": 2, "Pia": -4}
    assert [
        (p["first"], p["second"], p["front"], p["middle"], p["back"], p["net"]) for p in book["pairings"]
    ] == [("Sora", "Owen", 0, 1, -1, 0), ("Sora", "Pia", 1, 1, -1, 2), ("Owen", "Pia", 1, 1, -1, 2)]
    for pairing in book["pairings"]:
        assert set(pairing["components"]) >= COMPONENTS
        assert sum(pairing["components"].values()) == pairing["net"]
    assert [p["components"]["overall"] for p in book["pairings"]] == [0, 1, 1]
    for transfer in book["transfers"]:
        assert set(transfer) == {"payer", "payee", "units", "reason", "row", "source"}
        assert transfer["units"] > 0
        assert transfer["row"] in ("front", "middle", "back", None)
        assert "workshop" in transfer["source"]


def test_settle_for_people(run: Any) -> None:
    status, out, err = run("settle", "-", "--profile", "swc", stdin=as_toml(SORA_OWEN_PIA))
    assert (status, err) == (0, "")
    # The workshop's table: +2, +2, −4, Sora and Owen exchange nothing. Each reason and each rule is told once.
    lines = out.splitlines()
    assert lines[0].startswith("swc: ")
    assert [line.split() for line in lines[-3:]] == [
        ["Sora", "–", "0", "+2", "+2"],
        ["Owen", "0", "–", "+2", "+2"],
        ["Pia", "−2", "−2", "–", "−4"],
    ]
    assert sum(" pays " in line and "[1]" in line for line in lines) == 8
    assert sum(line.endswith("overall: Sora wins 2 rows where 2 are wanted [2][3]") for line in lines) == 1
    assert lines.count("  [1] row.units = 1 (workshop, row points)") == out.count("row.units") == 1
    assert "  front: both pair of aces; both deuce kicker: tie" in lines
    assert out.count("both higher pair kings; lower pair queens beats lower pair jacks") == 1


def test_settle_tells_rows_that_were_not_compared_and_rulings_once(run: Any) -> None:
    fouls = {"A": FOULED["A"], "B": ("K♥K♦4♦", "7♥7♦5♣6♠3♦", "A♦J♥9♣4♥8♠")}
    status, out, err = run(
        "settle", "-", "--profile", "swc", "--ruling=foul.both=nothing", stdin=as_toml(fouls)
    )
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert (
        sum(line.startswith("  rows not compared: A fouled at front-middle; B fouled at ") for line in lines)
        == 1
    )
    assert lines[lines.index("Rulings used") + 1] == "  foul.both = nothing"
    assert "Rules" not in lines  # nothing is owed


def test_a_royalty_that_replaces_the_row_counts_under_royalty(run: Any) -> None:
    table: Table = {"A": ("2♠3♦5♥", "9♠9♦8♣6♥4♣", "A♠K♠J♠10♠7♠"), "B": ("3♠3♥3♣", "4♠5♦6♣7♥8♠", "A♥J♥9♥4♥2♥")}
    status, out, _ = run("settle", "-", "--json", "--profile", "full-royalties", stdin=as_json(table))
    assert status == 0
    (pairing,) = json.loads(out)["pairings"]
    assert (pairing["front"], pairing["middle"], pairing["back"]) == (-1, -1, 1)
    assert (pairing["components"]["rows"], pairing["components"]["royalty"], pairing["net"]) == (0, -3, -3)


def test_rows_against_a_foul_are_null(run: Any) -> None:
    status, out, _ = run("settle", "-", "--json", stdin=as_json(FOULED))
    assert status == 0
    (pairing,) = json.loads(out)["pairings"]
    assert [pairing[row] for row in ("front", "middle", "back")] == [None, None, None]
    assert (pairing["components"]["foul"], pairing["net"]) == (-3, -3)


@pytest.mark.parametrize(
    ("option", "named", "used"),
    [
        (None, None, "basic"),
        (None, "full", "full"),
        ("swc", None, "swc"),
        ("swc", "full", "swc"),
        ("swc", "no such profile", "swc"),
    ],
)
def test_the_profile_is_the_option_s_else_the_file_s_else_basic(
    run: Any, option: str | None, named: str | None, used: str
) -> None:
    words = ["--profile", option] if option else []
    status, out, _ = run("settle", "-", "--json", *words, stdin=as_json(SORA_OWEN_PIA, named))
    assert status == 0
    assert json.loads(out)["profile"] == used


def test_all_questions_of_a_deal_come_at_once(run: Any) -> None:
    keys = ["foul.price", "foul.opponent_royalties"]
    status, out, err = run("settle", "-", "--profile", "swc", "--json", stdin=as_json(FOULED))
    assert status == 3
    asked = json.loads(out)
    assert asked["profile"] == "swc"
    assert [question["key"] for question in asked["questions"]] == keys
    assert all(question["question"].endswith("?") for question in asked["questions"])
    assert all(key in err for key in keys)
    status, out, _ = run("settle", "-", "--profile", "swc", stdin=as_json(FOULED))
    assert (status, out) == (3, "")


def test_rulings(run: Any) -> None:
    words = ["settle", "-", "--json", "--profile", "swc"]
    given = ["--ruling", "foul.price=7", "--ruling=foul.opponent_royalties = paid "]
    status, out, err = run(*words, *given, stdin=as_json(FOULED))
    assert (status, err) == (0, "")
    book = json.loads(out)
    assert book["totals"] == {"A": -10, "B": 10}
    assert any("ruling" in transfer["source"] for transfer in book["transfers"])
    status, _, err = run(*words, "--ruling", "foul.price=7", stdin=as_json(FOULED))
    assert status == 3
    assert "foul.opponent_royalties" in err
    assert "foul.price:" not in err


NO_RULINGS = [
    *(
        "foul.prize=3",
        "foul.price=-1",
        "foul.price=much",
        "foul.price=3.5",
        "foul.price=",
        "foul.price",
        "",
        "=",
    ),
    *("foul.both=something", "row.units=2", "Foul.Price=3", "foul=3", ".=1", "foul.price=٣", "=3"),
    "foul.price=" + "9" * 5_000,
]


@pytest.mark.parametrize("ruling", NO_RULINGS)
def test_a_ruling_that_cannot_be_is_named(run: Any, ruling: str) -> None:
    status, out, err = run("settle", "-", "--profile", "swc", "--ruling", ruling, stdin=as_json(FOULED))
    assert (status, out) == (2, "")
    assert one_line(err, "ruling", ruling.partition("=")[0]), err


def test_a_ruling_given_twice_is_named(run: Any) -> None:
    words = ["--ruling", "foul.price=3", "--ruling", "foul.price=4"]
    status, _, err = run("settle", "-", "--profile", "swc", *words, stdin=as_json(FOULED))
    assert status == 2
    assert one_line(err, "'foul.price'", "twice")


def changed(**seats: tuple[str, str, str]) -> Table:
    return {**SORA_OWEN_PIA, **seats}


@pytest.mark.parametrize(
    ("text", "named"),
    [
        (as_toml(changed(Pia=("A♠J♦4♣", *SORA_OWEN_PIA["Pia"][1:]))), ["A♠", "Sora", "Pia"]),
        (as_toml(changed(Pia=("J♦J♦4♣", *SORA_OWEN_PIA["Pia"][1:]))), ["J♦", "Pia"]),
        (as_toml(changed(Pia=("J♦4♣", *SORA_OWEN_PIA["Pia"][1:]))), ["seat Pia", "12"]),
        (as_toml(changed(Pia=("1♠J♦4♣", *SORA_OWEN_PIA["Pia"][1:]))), ["seat Pia", "1♠J♦4♣"]),
        (as_toml({"A": SORA_OWEN_PIA["Sora"], " ": SORA_OWEN_PIA["Owen"]}), ["name", "' '"]),
        (as_toml({"A": SORA_OWEN_PIA["Sora"], "A ": SORA_OWEN_PIA["Owen"]}), ["'A '"]),
        (as_toml({"A": SORA_OWEN_PIA["Sora"]}) + as_toml({"A": SORA_OWEN_PIA["Owen"]}), ["'A'"]),
        (as_toml({"A\nB": SORA_OWEN_PIA["Sora"], "C": SORA_OWEN_PIA["Owen"]}), [r"'A\nB'"]),
        (as_json({"A\x1b[1m": ("x", "", ""), "C": SORA_OWEN_PIA["Owen"]}), [r"\x1b"]),
        (as_json({"A": SORA_OWEN_PIA["Sora"]}), ["not 1"]),
        (as_json({}), ["not 0"]),
        (as_json(dict.fromkeys("ABCDE", SORA_OWEN_PIA["Sora"])), ["not 5"]),
        (as_json(SORA_OWEN_PIA, "pusoy"), ["'pusoy'"]),
        (as_json(SORA_OWEN_PIA, ""), ["''"]),
        ('{"seat": [], "seat": []}', ["'seat'", "twice"]),
        ('{"seat": [{"name": NaN}]}', ["seat[1]"]),
        ('{"seats": []}', ["'seat'"]),
        ("[1, 2]", ["standard input"]),
        ("", ["'seat'"]),
        ('{"a":' * 100_000, ["standard input"]),
        ("x" * 2_000_000, ["standard input", "1,000,000"]),
        (b"\xff\xfe", ["standard input", "UTF-8"]),
    ],
    ids=range(22),
)
def test_a_deal_that_cannot_be_is_named(run: Any, text: str | bytes, named: list[str]) -> None:
    status, out, err = run("settle", "-", stdin=text)
    assert (status, out) == (2, "")
    assert one_line(err, *named), err


@pytest.mark.parametrize("start", ["\ufeff", "\n \n"])
@pytest.mark.parametrize("form", [as_toml, as_json])
def test_byte_order_marks_blanks_and_line_ends(run: Any, start: str, form: Callable[[Table], str]) -> None:
    text = (start + form(SORA_OWEN_PIA)).replace("\n", "\r\n")
    status, out, _ = run("settle", "-", "--json", stdin=text)
    assert status == 0
    assert json.loads(out)["totals"] == {"Sora": 1, "Owen": 1, "Pia": -2}


# ---- profiles and verify -----------------------------------------------------------------------------------


def test_profiles(run: Any) -> None:
    status, out, err = run("profiles", "--json")
    assert (status, err) == (0, "")
    assert [profile["id"] for profile in json.loads(out)] == list(profile_ids())
    status, out, _ = run("profiles")
    assert status == 0
    assert all(name in out for name in profile_ids())
    assert all(len(line) <= 100 for line in out.splitlines())
    titles = [line[42:] for line in out.splitlines()[1:]]
    assert " ".join(titles) == " ".join(load_profile(name).title for name in profile_ids())
    assert all(len(line) <= 100 for line in out.splitlines())
    told = " ".join(line[42:] for line in out.splitlines()[1:])
    assert told == " ".join(load_profile(name).title for name in profile_ids())


@pytest.mark.parametrize("name", profile_ids())
def test_one_profile(run: Any, name: str) -> None:
    status, out, err = run("profiles", name, "--json")
    assert (status, err) == (0, "")
    assert json.loads(out)["id"] == name
    status, out, err = run("profiles", name)
    assert (status, err) == (0, "")
    assert all(key in out for key in load_profile(name))


def test_verify(run: Any) -> None:
    status, out, err = run("verify", "--json")
    assert (status, err) == (0, "")
    found = json.loads(out)
    assert {"workshop-foul", "scorebook-three", "full-foul-royalty"} <= {example["id"] for example in found}
    for example in found:
        assert set(example) == {"id", "passed", "expected", "got"}
        assert example["passed"] is True
        assert example["expected"] == example["got"] != {}
    status, out, _ = run("verify")
    assert status == 0
    assert f"{len(found)} of {len(found)}" in out


# ---- every command -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words", [(), ("--help",), ("-h",), ("--version",), ("check", "--help"), ("settle", "-h")]
)
def test_help_and_version_end_well(run: Any, words: tuple[str, ...]) -> None:
    status, out, err = run(*words)
    assert (status, err) == (0, "")
    assert "cptutor" in out


WORDS = st.one_of(
    st.text(),
    st.text(alphabet="23456789TJQKA10shdc♠♥♦♣ /,"),
    st.sampled_from(
        ["--json", "--profile", "--ruling", "swc", "full", "-", "--", "-h", "/", "\0", "/dev/null"]
    ),
    st.sampled_from([LEGAL, FOUL, PREFIX]),
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=300)
@given(st.sampled_from(["check", "compare", "settle", "profiles", ""]), st.lists(WORDS, max_size=4))
def test_no_arguments_end_in_a_traceback(run: Any, command: str, words: list[str]) -> None:
    status, out, err = run(*([command] if command else []), *words)
    assert status in (0, 1, 2, 3)
    assert "Traceback" not in err
    if status == 2:
        assert out == ""
        assert one_line(err)
    if status < 2:
        assert err == ""


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=200)
@given(st.one_of(st.binary(), st.text(), st.text(alphabet='{}[]":,=\n seatnamefrontmiddlebackA♠2')))
def test_no_standard_input_ends_in_a_traceback(run: Any, stdin: str | bytes) -> None:
    status, out, err = run(
        "settle", "-", stdin=stdin if isinstance(stdin, bytes) else stdin.encode("utf-8", "replace")
    )
    assert (status, out) == (2, "")
    assert one_line(err)


ODD: list[Any] = [
    None,
    True,
    0,
    -1,
    10**30,
    1.5,
    float("nan"),
    "",
    " ",
    "x",
    "A\n",
    "A♠",
    "\ud800",
    [],
    ["A♠"],
    [1],
    {},
    {"a": 1},
]
KEYS = ["profile", "dealer", "seat", "name", "front", "declared", "surrendered", "chips", "extra", ""]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=300)
@given(st.integers(0, 2**32), st.sampled_from(profile_ids()))
def test_no_damaged_deal_ends_in_a_traceback(run: Any, seed: int, profile: str) -> None:
    source = random.Random(seed)
    deal = json.loads(as_json(SORA_OWEN_PIA, profile))
    for _ in range(source.randint(1, 3)):
        seat = source.choice(deal["seat"]) if isinstance(deal.get("seat"), list) and deal["seat"] else deal
        node = seat if isinstance(seat, dict) and source.random() < 0.8 else deal
        node[source.choice([*node, *KEYS])] = source.choice(ODD)
    status, out, err = run("settle", "-", "--json", stdin=json.dumps(deal))
    assert status in (0, 2, 3)
    if status == 2:
        assert out == ""
        assert one_line(err), err
    else:
        assert json.loads(out)["profile"] in profile_ids()


@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONIOENCODING": "ascii"},
        {"PYTHONIOENCODING": "latin-1:strict"},
        {"PYTHONIOENCODING": "utf-8"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    ],
    ids=["ascii", "latin-1", "utf-8", "C"],
)
def test_json_is_valid_in_every_encoding(environment: dict[str, str]) -> None:
    table: Table = {"René": FOULED["A"], "李娜": FOULED["B"], "👩": SORA_OWEN_PIA["Pia"]}
    table["👩"] = ("Q♦J♦4♣", "10♦10♣6♦5♠5♣", "Q♣K♣8♦7♣2♦")
    words = ["settle", "-", "--profile", "basic"]
    done = process(*words, "--json", stdin=as_toml(table).encode(), **environment)
    assert (done.returncode, done.stderr) == (0, b"")
    encoding = environment.get("PYTHONIOENCODING", "ascii").partition(":")[0]
    assert list(json.loads(done.stdout.decode(encoding))["totals"]) == list(table)
    shown = process(*words, stdin=as_toml(table).encode(), **environment)
    assert (shown.returncode, shown.stderr) == (0, b"")
    wrong = process(*words, stdin=as_toml({**table, "é": FOULED["A"]}).encode(), **environment)
    assert wrong.returncode == 2
    assert wrong.stderr.startswith(b"cptutor: ")
    assert wrong.stderr.count(b"\n") == 1


@pytest.mark.parametrize(
    "words", [("profiles",), ("profiles", "swc", "--json"), ("--help",), ("check", FOUL)]
)
def test_a_closed_pipe_is_no_error(words: tuple[str, ...]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with subprocess.Popen(
        [sys.executable, "-m", "cptutor", *words], stdout=writer, stderr=subprocess.PIPE
    ) as started:
        os.close(writer)
        _, err = started.communicate()
    assert (started.returncode, err) == (0, b"")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full device here")  # noqa: PTH110
@pytest.mark.parametrize("words", [("profiles",), ("profiles", "--json")])
def test_a_full_disk_is_one_line(words: tuple[str, ...]) -> None:
    with open("/dev/full", "wb") as full:  # noqa: PTH123
        done = subprocess.run(
            [sys.executable, "-m", "cptutor", *words], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 2
    assert one_line(done.stderr.decode(), "No space left")


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")
@pytest.mark.parametrize(("ending", "status"), [("<&-", 2), (">&-", 2), ("</", 1)])
def test_streams_that_are_closed_or_none(ending: str, status: int) -> None:
    line = f'"{sys.executable}" -m cptutor settle - {ending}'
    done = subprocess.run(["sh", "-c", line], capture_output=True, stdin=subprocess.DEVNULL, check=False)
    assert b"Traceback" not in done.stderr
    assert done.returncode == status


@pytest.mark.skipif(os.name == "nt", reason="every file can be read here")
def test_an_unreadable_file_is_named(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "deal.toml"
    file.write_text("")
    file.chmod(0)
    if os.access(file, os.R_OK):
        pytest.skip("this user may read every file, as root may")
    status, _, err = run("settle", str(file))
    assert status == 2
    assert one_line(err, "deal.toml")


@pytest.mark.parametrize("command", ["check", "settle"])
def test_a_folder_is_named(run: Any, tmp_path: Path, command: str) -> None:
    words = (
        ("settle", str(tmp_path))
        if command == "settle"
        else ("check", LEGAL, "--profile", f"{tmp_path}/.toml")
    )
    status, _, err = run(*words)
    assert status == 2
    assert one_line(err, tmp_path.name)


def test_check_takes_the_rulings_that_it_asks_for(run: Any) -> None:
    assert run("check", PREFIX, "--profile", "swc")[0] == 3
    for answer, status in (("legal", 0), ("foul", 1)):
        assert (
            run("check", PREFIX, "--profile", "swc", "--ruling", f"front_middle.equal_prefix={answer}")[0]
            == status
        )
