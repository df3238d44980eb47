"""Every command with whatever may be typed: an answer or one line that says what is wrong, and no file is touched."""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
from importlib import import_module
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cptutor import profile_ids
from cptutor.cli import main
from cptutor.commands import ABOUT

if TYPE_CHECKING:
    from pathlib import Path

LEGAL = "9♠ 9♦ 2♣ / Q♠ Q♥ 8♣ 6♥ 3♦ / A♠ K♠ J♠ 10♠ 4♠"
ROW = "A♠ K♠ J♠ 10♠ 4♠"
LONG = "x" * 5_000
SMALL = {  # what keeps a command short when all that is typed happens to be right
    "equity": ["--deals", "5"],
    "study": ["--deals", "2", "--examples", "0"],
    "handout": ["--no-pdf"],
    "lab": ["--no-browser"],
    "board": ["--no-browser"],
}
MEANT = {  # arguments that a command cannot do without
    "check": [LEGAL],
    "compare": [ROW, "A♠ A♥ 3♦"],
    "layouts": [LEGAL],
    "equity": [LEGAL],
    "settle": ["deal.toml"],
    "agree": ["swc"],
    "handout": ["--deal", "deal.toml"],
    "learners": ["copies"],
}
DEAL = '[[seat]]\nname = "A"\nlayout = "A♣ Q♦ 5♥ / K♠ K♦ 9♣ 9♥ 3♠ / 8♠ 8♥ 8♦ 4♣ 4♦"\n'
PRECIOUS = "precious.toml"
WILD = (
    "--force",
    "--deals",
    "--jobs",
    "--against",
)  # with any number, these would overwrite, or take for ever


def parser_of(command: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(add_help=False)
    import_module(f"cptutor.commands.{command}").add_arguments(parser)
    return parser


def options_of(command: str) -> list[argparse.Action]:
    """The options of a command that take a value."""
    return [action for action in parser_of(command)._actions if action.option_strings and action.nargs != 0]


@pytest.fixture(autouse=True)
def _no_servers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """In an empty folder but for two files; nothing is served, nothing copied, and nobody is waited for."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / PRECIOUS).write_text("precious", "utf-8")
    (tmp_path / "deal.toml").write_text(
        DEAL + DEAL.replace('"A"', '"B"').translate({9827: 9829, 9829: 9827}), "utf-8"
    )
    for command in ("lab", "board"):
        module = import_module(f"cptutor.commands.{command}")
        monkeypatch.setattr(module, "serve", lambda *_: None)
    lab = import_module("cptutor.commands.lab")
    for step in ("_copy_notebooks", "_move_aside", "_first_page"):
        monkeypatch.setattr(lab, step, lambda _: "lab")
    monkeypatch.setattr(lab, "DEFAULT_FOLDER", ".")


def call(*words: str, stdin: bytes = b"") -> tuple[int, str, str]:
    """Run a command in this process: exit status, standard output, standard error."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    with (
        pytest.MonkeyPatch.context() as patch,
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        patch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin), "utf-8"))
        status = main(words)
    said = []
    for stream in (out, err):
        stream.seek(0)
        said.append(stream.read())
    return status, said[0], said[1]


def assert_answered(status: int, out: str, err: str) -> None:
    assert status in (0, 1, 2, 3)
    assert "Traceback" not in err
    if status == 2:
        lines = [line for line in err.splitlines() if not line.startswith("cptutor: note: ")]
        assert len(lines) == 1, err
        assert lines[0].startswith("cptutor: ")
        assert len(lines[0]) < 1_000
        assert out == ""


def safe(text: str) -> bool:
    """Whether a text, taken for a file's name, stays within the folder of the test."""
    return not text.startswith(("/", "~")) and ".." not in text


words = st.one_of(
    st.text().filter(safe),
    st.text(alphabet="23456789TJQKA10shdc♠♥♦♣ /,").filter(safe),
    st.sampled_from([LEGAL, ROW, LONG, PRECIOUS, "deal.toml", "swc", "full", "-", "--", "-1", "1", "1.5"]),
    st.sampled_from(["", " ", "\0", "\ud800", "\n", "\x1b[31m"]),
    st.sampled_from([f"{key}={value}" for key in ("foul.price", "", "x") for value in ("6", "rows", "", "=")]),
)  # fmt: skip


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=300, deadline=None)
@given(data=st.data())
def test_no_words_end_in_a_traceback(data: st.DataObject, tmp_path: Path) -> None:
    command = data.draw(st.sampled_from([name for name in ABOUT if name != "verify"]))  # which takes no words
    options = st.sampled_from(
        [name for action in parser_of(command)._actions for name in action.option_strings]
    )
    typed = data.draw(st.lists(words | options.filter(lambda name: name not in WILD), max_size=5))
    meant = data.draw(st.sampled_from([[], MEANT.get(command, [])]))
    assert_answered(*call(command, *SMALL.get(command, []), *meant, *typed))
    assert (tmp_path / PRECIOUS).read_text("utf-8") == "precious"


@pytest.mark.parametrize("command", ABOUT)
def test_every_value_of_every_option_is_refused_by_name(command: str, tmp_path: Path) -> None:
    """A word where a number or one of several words is wanted, a number beyond all sense, a very long word, no word."""
    before = sorted(tmp_path.iterdir())
    for action in options_of(command):
        option = action.option_strings[0]
        if option in ("--seed", "--title", "--folder", "--html", "--output") and action.type is not int:
            continue  # takes any word; where it names a file, that is tested below
        for value in ("no such value", "-999999999999", "1e3", LONG, ""):
            some = [value] * (action.nargs if isinstance(action.nargs, int) else 1)
            meant = [] if command == "handout" and option == "--deal" else MEANT.get(command, [])
            if option == "--diff":
                meant = []
            status, out, err = call(command, *SMALL.get(command, []), *meant, *([option, *some]))
            assert_answered(status, out, err)
            if not (action.type is int and value.startswith("-9") and option == "--seed"):
                assert status == 2, (option, value, out)
                assert option in err or value[:30] in err or "ruling" in err, (option, value, err)
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize("command", ABOUT)
def test_words_too_many_and_options_unknown_are_named(command: str) -> None:
    meant = MEANT.get(command, [])
    for extra in ("--no-such-option", "--profil"):
        status, out, err = call(command, *meant, extra)
        assert_answered(status, out, err)
        assert status == 2
        assert extra in err
    status, out, err = call(command, *meant, *["too", "many", "words"])
    assert_answered(status, out, err)
    assert status == 2


@pytest.mark.parametrize(
    "command", [c for c in ABOUT if any("--output" in a.option_strings for a in options_of(c))]
)
def test_no_file_is_written_over_or_where_none_can_be(command: str, tmp_path: Path) -> None:
    before = sorted(tmp_path.iterdir())
    ending = ".html" if command == "handout" else ".toml"
    (tmp_path / f"kept{ending}").write_text("kept", "utf-8")
    for name in (f"kept{ending}", f"none/x{ending}", ".", "x" * 300 + ending, f"a\0b{ending}", ""):
        status, out, err = call(command, *SMALL.get(command, []), *MEANT.get(command, []), "--output", name)
        assert_answered(status, out, err)
        assert status == 2, name
    assert (tmp_path / f"kept{ending}").read_text("utf-8") == "kept"
    assert sorted(tmp_path.iterdir()) == sorted([*before, tmp_path / f"kept{ending}"])


@pytest.mark.parametrize(
    "text",
    [
        "1♠", "0♠", "11♠", "14♥", "1♣ 2♣", "A", "♠", "AA♠", "A♠♠", "A♠K", "joker", "🃏", "🂬", "ace of spades", "A of s",
        "A♠ A♠", "As as", "A♠,A♠", "🂡 A♠", "X♠", "A♤♡", "Ａ♠", "А♠", "A-s", "A.s", "A;s", "10",
        "T", "-", "…", "·", "null",
        "\x1b[31mA♠", "A♠\x00", "\u202eA♠", "1" * 5_000, "A♠" * 60, "Kn♠", "C♠", "B♥", "D♦", "V♣", "%41♠", "&spades;A",
    ],
)  # fmt: skip
def test_a_catalogue_of_texts_that_are_no_row(text: str) -> None:
    """Cards misspelt in every way met so far: other languages, other alphabets, jokers, repeats, signs of control."""
    for words_ in (["compare", text, ROW], ["check", f"{text} / K♠ K♦ 9♣ 9♥ 3♠ / 8♠ 8♥ 8♦ 4♣ 4♦"]):
        status, out, err = call(*words_)
        assert_answered(status, out, err)
        assert status == 2, words_
        assert err.isprintable() or err.rstrip("\n").isprintable()


def test_a_deal_with_each_card_misspelt_names_seat_row_and_card(tmp_path: Path) -> None:
    rows = {"front": "A♣ Q♦ 5♥", "middle": "K♠ K♦ 9♣ 9♥ 3♠", "back": "8♠ 8♥ 8♦ 4♣ 4♦"}
    other: dict[str, Any] = {"name": "Ben", "layout": "6♠ 6♦ K♣ / Q♠ Q♣ 7♦ 7♣ 2♠ / J♥ 10♥ 6♥ 3♥ 2♥"}
    for row, cards in rows.items():
        for card in cards.split():
            wrong = {**rows, row: cards.replace(card, "1♠")}
            content = json.dumps({"seat": [{"name": "Anna", **wrong}, other]})
            (tmp_path / "d.json").write_text(content, "utf-8")
            status, out, err = call("settle", "d.json")
            assert (status, out) == (2, "")
            assert err == f"cptutor: d.json: seat Anna: {row}: '1♠' is not a card\n"
            assert (tmp_path / "d.json").read_text("utf-8") == content
    twice = {**rows, "back": "8♠ 8♥ 8♦ 4♣ 2♥"}
    (tmp_path / "d.json").write_text(json.dumps({"seat": [{"name": "Anna", **twice}, other]}), "utf-8")
    assert call("settle", "d.json") == (2, "", "cptutor: d.json: 2♥ is held by both Anna and Ben\n")


def test_all_shipped_rules_and_no_others_are_found_by_name(tmp_path: Path) -> None:
    for name in profile_ids():
        assert call("profiles", name)[0] == 0
        for wrong in (name.upper(), f"{name} ", f"{name}.toml", f"../profiles/{name}"):
            status, out, err = call("profiles", wrong)
            assert_answered(status, out, err)
            assert status == 2
    assert sorted(os.listdir(tmp_path)) == sorted(["deal.toml", PRECIOUS])  # noqa: PTH208
