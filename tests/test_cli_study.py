from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from cptutor.analysis import load_study
from cptutor.analysis.study import dealing
from cptutor.cli import main
from cptutor.resources import resource

if TYPE_CHECKING:
    from pathlib import Path

SWC = str(resource("rules_data") / "agreements" / "swc.toml")


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = main(["study", *words])
    out, err = capsys.readouterr()
    return status, out, err


def test_text_and_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "study.toml"
    words = ["--deals", "60", "--seed", "2", "--opponents", "3", "--output", str(file)]
    status, out, err = run(capsys, *words)
    assert (status, err) == (0, f"cptutor: written: {file}\n")
    assert out == f"{load_study(file)}\n"
    kept = file.read_bytes()
    status, out, err = run(capsys, *words)
    assert (status, out, err) == (2, "", f"cptutor: {file}: exists already; --force overwrites it\n")
    status, again, _ = run(capsys, *words, "--force", "--jobs", "2")
    assert (status, file.read_bytes()) == (0, kept)
    status, read, err = run(capsys, "--read", str(file))
    assert (status, read, err) == (0, again, "")


def test_json_and_progress(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "--deals", "60", "--policy", "random legal", "--json", "--progress")
    assert status == 0
    assert err == "\r50 of 60 deals\r60 of 60 deals\n"
    report = json.loads(out)
    assert (report["deals"], report["policy"]["name"]) == (60, "random legal")
    assert report["compared"] == []


def test_rules_to_compare(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    house = tmp_path / "mine.toml"
    house.write_text('schema = 1\nextends = "basic"\nid = "mine"\n[row]\nunits = { value = 2 }\n', "utf-8")
    words = ["--compare", SWC, "--compare", str(house), "--deals", "4", "--against", "100", "--json"]
    status, out, _ = run(capsys, *words, "--best-by", "back-first")
    assert status == 0
    report = json.loads(out)
    assert [under["rules"] for under in report["under"]] == ["basic", "swc", "mine"]
    assert [under["invented"] for under in report["under"]] == [False, True, False]
    assert [(pair["first"], pair["second"]) for pair in report["compared"]] == [
        ("basic", "swc"),
        ("basic", "mine"),
        ("swc", "mine"),
    ]
    assert report["under"][2]["units"] == 2 * report["under"][0]["units"]


def test_rulings_are_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "--profile", "swc", "--deals", "10")
    assert (status, out) == (3, "")
    assert "royalty.equal_rows" in err


def test_a_stop_is_said_and_kept(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def batch(job: object, number: int, size: int) -> object:
        if number == limit:
            raise KeyboardInterrupt
        return work(job, number, size)  # type: ignore[arg-type]

    work, limit = dealing.study_batch, 2
    monkeypatch.setattr("cptutor.analysis.study.running.study_batch", batch)
    file = tmp_path / "study.toml"
    status, _, err = run(capsys, "--deals", "500", "--output", str(file))
    assert status == 130
    assert "stopped after 100 of 500 deals" in err
    found = load_study(file)
    assert (found.deals, found.asked) == (100, 500)
    file.unlink()
    limit = 0
    status, out, err = run(capsys, "--deals", "500", "--output", str(file))
    assert (status, out, file.exists()) == (130, "", False)
    assert "stopped before the first deals" in err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--deals", "1"], "deals: a whole number from 2 is wanted"),
        (["--jobs", "0"], "jobs: a whole number from 1"),
        (["--profile", "nope"], "no profile 'nope'"),
        (["--compare", "basic"], "basic: the same rules twice"),
        (["--compare", "nowhere.toml"], "nowhere.toml"),
        (["--read", "nowhere.toml"], "nowhere.toml"),
        (["--read", "a.toml", "--output", "b.toml"], "either --read or --output"),
        (["--output", "/nowhere/study.toml"], "no folder"),
        (["--best-by", "luck"], "no criterion 'luck'"),
        (["--opponents-policy", "clever"], "no policy 'clever'"),
    ],
)
def test_what_cannot_be_is_one_line(capsys: pytest.CaptureFixture[str], words: list[str], says: str) -> None:
    status, out, err = run(capsys, *words)
    assert (status, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1
