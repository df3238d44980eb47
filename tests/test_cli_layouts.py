from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import pytest

from cptutor import Layout, check
from cptutor.analysis import CRITERIA, AllLayouts
from cptutor.cli import main

if TYPE_CHECKING:
    from collections.abc import Sequence

CARDS = "A♠ K♠ Q♠ Q♥ J♠ 10♠ 9♠ 9♦ 8♣ 6♥ 4♠ 3♦ 2♣"
FOUL = "Q♠ Q♥ 2♣ / 9♠ 9♦ 8♣ 6♥ 3♦ / A♠ K♠ J♠ 10♠ 4♠"
WEAK = "6♥ 3♦ 2♣ / K♠ J♠ 9♠ 9♦ 8♣ / Q♠ Q♥ A♠ 10♠ 4♠"
EQUAL = "2♠ 3♥ 5♦ A♠ K♥ Q♠ 9♣ 8♣ A♦ K♦ Q♦ 9♥ 8♥"
ROWS = ("front", "middle", "back")


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = main(["layouts", *words])
    out, err = capsys.readouterr()
    return status, out, err


def as_json(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    status, out, err = run(capsys, *words, "--json")
    assert (status, err) == (0, "")
    report: dict[str, Any] = json.loads(out)
    return report


def test_counts_and_the_best_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    report = as_json(capsys, CARDS, "--profile", "basic", "--best", "7")
    assert list(report) == ["layouts", "legal", "frontier", "best"]
    assert [report[key] for key in ("layouts", "legal", "frontier")] == [72_072, 19_734, 145]
    assert [list(layout) for layout in report["best"]] == [["front", "middle", "back", "value"]] * 7
    values = [layout["value"] for layout in report["best"]]
    assert values == sorted(values, reverse=True)
    for layout in report["best"]:
        assert check([layout[row] for row in ROWS], "basic").legal


def test_the_criterion_can_be_chosen(capsys: pytest.CaptureFixture[str]) -> None:
    for by in CRITERIA:
        (best,) = as_json(capsys, CARDS, "--by", by, "--best", "1")["best"]
        assert Layout(*(best[row] for row in ROWS)) == AllLayouts(CARDS, "basic").best(by)[0]


def test_text(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, CARDS, "--best", "2", "--by", "back-first")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == (
        "72,072 layouts, 19,734 of them legal; 145 that no other equals or beats in all three rows"
    )
    assert lines[4].split("  ")[:4] == ["1", "4♠ 3♦ 2♣", "9♠ 9♦ Q♥ 8♣ 6♥", "A♠ K♠ Q♠ J♠ 10♠"]
    assert len(lines) == 6


@pytest.mark.parametrize(
    ("own", "said"),
    [
        (FOUL, ["Your layout is foul; cptutor check says why"]),
        (WEAK, ["Better, and worse in no row:", "better in"]),
        (
            "9♠ 9♦ 6♥ / Q♠ Q♥ 8♣ 3♦ 2♣ / A♠ K♠ J♠ 10♠ 4♠",
            [
                "Your layout is number 1 by quantiles",
                "No legal layout is better in one row and no worse in another",
            ],
        ),
    ],
)
def test_a_layout_of_ones_own(capsys: pytest.CaptureFixture[str], own: str, said: Sequence[str]) -> None:
    status, out, _ = run(capsys, own)
    assert status == 0
    for text in said:
        assert text in out
    report = as_json(capsys, own)["own"]
    assert report["legal"] is check(own, "basic").legal
    assert len(report["frontier"]) == 145


def test_a_missing_ruling_is_asked_for_and_can_be_given(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, EQUAL, "--profile", "swc")
    assert (status, out) == (3, "")
    assert "middle_back.equal" in err
    rulings = ("--ruling", "middle_back.equal=foul", "--ruling", "front_middle.equal_prefix=foul")
    strict = as_json(capsys, EQUAL, "--profile", "swc", *rulings)
    assert strict["legal"] < as_json(capsys, EQUAL, "--profile", "basic")["legal"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("9♠ 9♦",), "a hand has thirteen cards, not 2"),
        ((CARDS, "--best", "0"), "the best 0 layouts: a whole number from 1 is wanted"),
        ((CARDS, "--by", "luck"), "no criterion 'luck'; there are quantiles, back-first"),
        ((FOUL.replace("Q♥ 2♣ /", "/ Q♥ 2♣"),), "the layout has 1/7/5 cards where 3/5/5 are wanted"),
        ((CARDS, "--profile", "pusoy"), "pusoy"),
    ],
)
def test_bad_input_is_one_line(
    capsys: pytest.CaptureFixture[str], words: Sequence[str], message: str
) -> None:
    status, out, err = run(capsys, *words)
    assert (status, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_without_numpy_the_extra_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.startswith("cptutor.analysis")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "numpy", None)
    status, out, err = run(capsys, CARDS)
    assert (status, out) == (2, "")
    assert err == (
        "cptutor: numpy is not installed: install cptutor with its extra named analysis, cptutor[analysis]\n"
    )
