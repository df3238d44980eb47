from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import pytest

from cptutor.analysis.batches import Job, run_batch
from cptutor.cli import main
from cptutor.resources import resource

if TYPE_CHECKING:
    from cptutor.analysis.facing import Sums

OWN = "9♠ 9♦ 2♣ / Q♠ Q♥ 8♣ 6♥ 3♦ / A♠ K♠ J♠ 10♠ 4♠"
CASINO = str(resource("rules_data") / "agreements" / "casino.toml")


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = main(["equity", *words])
    out, err = capsys.readouterr()
    return status, out, err


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, OWN, "--deals", "1500", "--seed", "3", "--opponents", "2", "--json")
    assert (status, err) == (0, "")
    report = json.loads(out)
    assert report["legal"] is True
    assert report["equity"]["deals"] == 1_500
    assert (report["equity"]["seed"], report["equity"]["opponents"]) == (3, 2)
    assert report["equity"]["policy"] == "back first"
    assert [layout["layout"] for layout in report["equity"]["layouts"]] == [OWN, report["best"]]
    assert sum(report["by_part"].values()) == pytest.approx(report["given_up"])


def test_the_error_of_a_single_deal_is_null(capsys: pytest.CaptureFixture[str]) -> None:
    """JSON has no NaN (RFC 8259, section 6)."""
    status, out, _ = run(capsys, OWN, "--deals", "1", "--json")
    assert status == 0
    report = json.loads(out, parse_constant=pytest.fail)
    assert report["error"] is None
    assert [layout["error"] for layout in report["equity"]["layouts"]] == [None, None]


def test_text(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, OWN, "--deals", "1000", "--policy", "random legal", "--progress")
    assert (status, err) == (0, "\r1,000 of 1,000 deals\n")
    assert out.startswith("Your layout is legal, on the frontier, number ")
    assert "random legal: any legal layout" in out
    assert "made up" not in out


def test_rules(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, OWN, "--deals", "100", "--profile", "swc", "--demonstration")
    assert (status, "made up for demonstration" in out) == (0, True)
    status, out, _ = run(capsys, OWN, "--deals", "100", "--agreement", CASINO, "--json")
    assert json.loads(out)["equity"]["profile"] == "casino"
    words = ["--ruling=front_middle.equal_prefix=legal", "--ruling=middle_back.equal=legal"]
    status, out, err = run(capsys, OWN, "--deals", "100", "--profile", "swc", *words)
    assert (status, out) == (3, "")
    assert "royalty.equal_rows" in err
    assert "equal_prefix" not in err
    status, out, _ = run(
        capsys, OWN, "--deals", "100", "--profile", "swc", *words, "--ruling=royalty.equal_rows=both"
    )
    assert status == 0


def test_the_dealer_of_a_bank(capsys: pytest.CaptureFixture[str]) -> None:
    """Against a bank that alone settles, one has one pairing; as the bank oneself, two."""
    bank = ["--profile=banker", "--demonstration", "--opponents=2", "--deals=2000", "--json"]
    bank += ["--ruling=bank.seat=dealer", "--ruling=bank.others_settle=no"]
    units = []
    for dealer in ("0", "1"):
        status, out, err = run(capsys, OWN, *bank, "--dealer", dealer)
        assert (status, err) == (0, "")
        (own, _) = json.loads(out)["equity"]["layouts"]
        units.append((own["units"], own["error"]))
    (as_bank, error), (against_bank, other_error) = units
    assert against_bank > 5 * other_error
    assert abs(as_bank - 2 * against_bank) < 4 * (error + 2 * other_error)
    assert as_bank > against_bank + 4 * (error + other_error)


@pytest.mark.parametrize("stopped_in", [2, 5])
def test_ctrl_c(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, stopped_in: int) -> None:
    """In the search for the best, two batches long, nothing is known yet; after that the deals done are kept."""
    begun: list[int] = []

    def batch(job: Job, number: int, deals: int) -> Sums:
        begun.append(number)
        if len(begun) == stopped_in:
            raise KeyboardInterrupt
        return run_batch(job, number, deals)

    monkeypatch.setattr("cptutor.analysis.equity.run_batch", batch)
    status, out, err = run(capsys, OWN)
    assert (status, err, len(begun)) == (130, "", stopped_in)
    assert ("stopped after 2,000 of 5,000 deals" in out) == (stopped_in == 5)
    assert bool(out) == (stopped_in == 5)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--opponents", "4"], "opponents: a whole number from 1 to 3 is wanted"),
        (["--deals", "0"], "deals: a whole number from 1 is wanted"),
        (["--policy", "clever"], "no policy 'clever'"),
        (["--dealer", "2"], "dealer: a whole number from 0 to 1 is wanted"),
        (["--profile", "basic", "--agreement", CASINO], "either --agreement or --profile"),
        (["--agreement", "nowhere.toml"], "nowhere.toml"),
    ],
)
def test_what_cannot_be_is_one_line(capsys: pytest.CaptureFixture[str], words: list[str], says: str) -> None:
    status, out, err = run(capsys, OWN, *words)
    assert (status, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1


def test_wrong_layouts_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for layout in ("A♠ K♠", "9♠ 9♦ / 2♣ Q♠ Q♥ 8♣ 6♥ 3♦ / A♠ K♠ J♠ 10♠ 4♠"):
        status, out, err = run(capsys, layout)
        assert (status, out) == (2, "")
        assert err.startswith("cptutor: ")


def test_numpy_is_asked_for(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("cptutor.analysis")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "numpy", None)
    status, out, err = run(capsys, OWN)
    assert (status, out) == (2, "")
    assert "cptutor[analysis]" in err
