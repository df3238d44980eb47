"""``cptutor agree``, ``cptutor settle --agreement`` and ``cptutor profiles --diff``."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from cptutor import Agreement, demonstration_agreement, load_agreement, load_profile
from cptutor.cli import main

if TYPE_CHECKING:
    from collections.abc import Callable

HOUSE = Path(__file__).parent / "house"
FOULED = """
[[seat]]
name = "A"
front = "Q♠ Q♥ 2♣"
middle = "9♠ 9♦ 8♣ 6♥ 3♣"
back = "A♠ K♠ J♠ 10♠ 7♠"
[[seat]]
name = "B"
front = "3♠ 3♥ 3♦"
middle = "4♠ 5♦ 6♣ 7♥ 8♠"
back = "A♥ J♥ 9♥ 4♥ 2♥"
"""
ODD = 'schema = 1\nextends = "swc"\nid = "odd"\nroyalty.pays.front.flush.value = 4\n'
REMARK = "cptutor: note: odd: royalty.pays.front.flush: can never apply, a front is no flush\n"


@pytest.fixture
def run(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Callable[..., tuple[int, str, str]]:
    """Run a command in an empty folder: exit status, standard output, standard error."""
    monkeypatch.chdir(tmp_path)

    def command(*words: str, stdin: str | None = "") -> tuple[int, str, str]:
        stream = None if stdin is None else io.TextIOWrapper(io.BytesIO(stdin.encode()), "utf-8")
        monkeypatch.setattr("sys.stdin", stream)
        status = main(words)
        printed = capsys.readouterr()
        return status, printed.out, printed.err

    return command


def test_gaps_are_questions(run: Callable[..., tuple[int, str, str]]) -> None:
    status, out, err = run("agree", "swc", "--ruling", "foul.price=6")
    assert (status, err) == (0, "")
    assert "- A foul pays each legal opponent 6. [ruling]" in out
    assert "- foul.both: Two seats have fouled: do they pay each other nothing? (nothing)" in out
    assert out == f"{Agreement('swc', {'foul.price': 6})}\n"


def test_json(run: Callable[..., tuple[int, str, str]]) -> None:
    status, out, err = run(
        "agree", "casino", "--json", "--title", " Club\n night ", "--ruling", "special.played=No"
    )
    found = json.loads(out)
    assert (status, err) == (0, "")
    assert (found["title"], found["profile"], found["invented"]) == ("Club night", "casino", False)
    assert found["rulings"] == {"special.played": "no"}
    assert found["options"] == {"aces.played": "no"}
    idle = {gap["key"] for gap in found["open"] if gap["idle"]}
    assert "special.order" in idle
    assert "foul.price" not in idle
    assert {gap["key"] for gap in found["open"]} == {gap.key for gap in load_profile("casino").gaps} - {
        "special.played"
    }


def test_the_file_is_what_settle_accepts(run: Callable[..., tuple[int, str, str]]) -> None:
    status, _, err = run(
        "agree",
        "swc",
        "--ruling=foul.price=6",
        "--ruling",
        "foul.opponent_royalties=paid",
        "--output",
        "club.toml",
    )
    assert (status, err) == (0, "cptutor: written: club.toml\n")
    assert load_agreement("club.toml") == Agreement(
        "swc", {"foul.price": 6, "foul.opponent_royalties": "paid"}
    )
    Path("deal.toml").write_text(FOULED, "utf-8")
    status, out, err = run("settle", "deal.toml", "--agreement", "club.toml", "--json")
    book = json.loads(out)
    assert (status, err) == (0, "")
    assert (book["profile"], book["invented"], book["totals"]) == ("swc", False, {"A": -9, "B": 9})
    status, out, _ = run(
        "settle", "deal.toml", "--agreement", "club.toml", "--ruling", "foul.price=2", "--json"
    )
    assert json.loads(out)["totals"] == {"A": -5, "B": 5}
    status, _, err = run("settle", "deal.toml", "--agreement", "club.toml", "--profile", "swc")
    assert status == 2
    assert err == "cptutor: either --agreement or --profile: an agreement says which profile it is for\n"


def test_an_open_question_is_asked_by_settle(run: Callable[..., tuple[int, str, str]]) -> None:
    run("agree", "swc", "--ruling=foul.price=6", "--output", "club.toml")
    Path("deal.toml").write_text(FOULED, "utf-8")
    status, _, err = run("settle", "deal.toml", "--agreement", "club.toml")
    assert status == 3
    assert "foul.opponent_royalties" in err
    assert "foul.price" not in err


def test_the_profile_of_the_deal_must_be_that_of_the_agreement(
    run: Callable[..., tuple[int, str, str]],
) -> None:
    run("agree", "swc", "--demonstration", "--output", "club.toml")
    Path("deal.toml").write_text('profile = "swc"\n' + FOULED, "utf-8")
    status, out, _ = run("settle", "deal.toml", "--agreement", "club.toml")
    assert status == 0
    assert "Rulings used, invented for demonstration" in out
    assert "  foul.price = 5\n" in out
    Path("deal.toml").write_text('profile = "full"\n' + FOULED, "utf-8")
    status, out, err = run("settle", "deal.toml", "--agreement", "club.toml")
    assert (status, out) == (2, "")
    assert err == "cptutor: deal.toml: profile: the deal is for 'full', but club.toml is for 'swc'\n"


def test_house_rules_beside_the_deal(run: Callable[..., tuple[int, str, str]]) -> None:
    Path("game").mkdir()
    (Path("game") / "odd.toml").write_text(ODD, "utf-8")
    (Path("game") / "deal.toml").write_text('profile = "odd.toml"\n' + FOULED, "utf-8")
    rulings = ("--ruling=foul.price=6", "--ruling=foul.opponent_royalties=paid")
    status, out, err = run("settle", "game/deal.toml", *rulings)
    assert (status, err) == (0, REMARK)
    assert out.startswith("odd: 1 a row, ")
    status, out, err = run("agree", "game/odd.toml", *rulings, "--output", "agreed.toml")
    assert err == REMARK + "cptutor: written: agreed.toml\n"
    assert 'profile = "game/odd.toml"' in Path("agreed.toml").read_text("utf-8")
    assert "Worth a second look" in out
    status, out, err = run("settle", "game/deal.toml", "--agreement", "agreed.toml", "--json")
    assert (status, err, json.loads(out)["totals"]) == (0, REMARK, {"A": -9, "B": 9})


def test_demonstration(run: Callable[..., tuple[int, str, str]]) -> None:
    status, out, _ = run("agree", "casino", "--demonstration", "--output", "demo.toml")
    assert status == 0
    assert "Made up for demonstration" in out
    assert load_agreement("demo.toml") == demonstration_agreement("casino")
    status, out, _ = run("agree", "casino", "--demonstration", "--ruling", "rake.units=4", "--json")
    assert json.loads(out)["rulings"] == {**demonstration_agreement("casino").rulings, "rake.units": 4}
    status, out, _ = run("agree", str(HOUSE / "royal-apart.toml"), "--demonstration", "--json")
    found = json.loads(out)
    assert (found["invented"], found["open"], found["extends"]) == (True, [], "swc")
    profile = (Path(__file__).parent.parent / "rules_data" / "profiles" / "swc.toml").read_text("utf-8")
    Path("own.toml").write_text(profile, "utf-8")
    status, _, err = run("agree", "own.toml", "--demonstration")
    assert status == 2
    assert err == "cptutor: own.toml: only shipped profiles, and house rules on them, have a demonstration\n"


def test_questions_one_by_one(run: Callable[..., tuple[int, str, str]]) -> None:
    # legal · a bad answer, then foul · left open · ended by Ctrl-D
    status, out, err = run("agree", "swc", "--ask", "--json", stdin="legal\nperhaps\n FOUL \n\n")
    found = json.loads(out)
    assert status == 0
    assert found["rulings"] == {"front_middle.equal_prefix": "legal", "middle_back.equal": "foul"}
    assert "  ruling 'middle_back.equal': 'perhaps' is not legal or foul\n> " in err
    assert err.index("counts.wrong: ") < err.index("royalty.equal_rows: ")
    assert "After this, 12 open." in err


def test_what_has_no_effect_is_not_asked(run: Callable[..., tuple[int, str, str]]) -> None:
    status, out, err = run("agree", "swc", "--ask", "--output=a.toml", stdin="\n" * 9 + "no\n" + "\n" * 9)
    assert status == 0
    assert "rake.taken: " in err
    assert "rake.units: " not in err
    assert load_agreement("a.toml") == Agreement("swc", {"rake.taken": "no"})
    assert "without effect while it is not played: rake.units" in " ".join(out.split())


def test_asking_without_a_terminal(run: Callable[..., tuple[int, str, str]]) -> None:
    status, _, err = run("agree", "basic", "--ask", stdin="")
    assert status == 0
    assert "table.point_value" in err
    status, _, err = run("agree", "basic", "--ask", stdin=None)
    assert status == 2
    assert err == "cptutor: standard input: it is closed\n"


def test_nothing_is_overwritten_unless_forced(run: Callable[..., tuple[int, str, str]]) -> None:
    Path("club.toml").write_text("precious", "utf-8")
    for option in ("--output", "--html"):
        status, out, err = run("agree", "swc", option, "club.toml", "--ask", stdin="legal\n")
        assert (status, out) == (2, "")
        assert err == "cptutor: club.toml: exists already; --force overwrites it\n"  # before any question
        assert Path("club.toml").read_text("utf-8") == "precious"
    status, _, _ = run("agree", "swc", "--output", "club.toml", "--force")
    assert status == 0
    assert load_agreement("club.toml") == Agreement("swc")
    assert [path.name for path in Path().iterdir()] == ["club.toml"]  # and no half file


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("swcc",), "no profile 'swcc'; there are banker, "),
        (("swc", "--ruling", "foul.price"), "ruling 'foul.price': KEY=VALUE is wanted"),
        (("swc", "--ruling", "foul.price=-1"), "ruling 'foul.price': -1 is not rows or "),
        (("swc", "--ruling", "foul.price=" + "9" * 5000), "ruling 'foul.price': '999"),
        (
            ("swc", "--ruling", "foul.price=1", "--ruling", "foul.price=2"),
            "ruling 'foul.price' is given twice",
        ),
        (("swc", "--ruling", "row.units=2"), "ruling 'row.units': swc answers this itself"),
        (("swc", "--output", "."), ".: a folder"),
        (("swc", "--output", "no/where.toml"), "no/where.toml: there is no folder no"),
        (("swc", "--output", "a", "--html", "a"), "a: one file cannot be both --output and --html"),
        (("swc", "--output", "a" * 300), "aaa…: File name too long"),
        (("swc", "--html", "a/" * 3_000 + "a"), "a/a/…: File name too long"),
        (
            (str(HOUSE / "naturals.toml"), "--force", "--output", str(HOUSE / "naturals.toml")),
            "house rules themselves",
        ),
        ((), "the following arguments are required: PROFILE"),
    ],
)
def test_wrong_words_are_one_line(
    words: tuple[str, ...], message: str, run: Callable[..., tuple[int, str, str]]
) -> None:
    status, out, err = run("agree", *words)
    assert (status, out) == (2, "")
    assert err.startswith("cptutor: ")
    assert message in err
    assert err.count("\n") == 1
    assert list(Path().iterdir()) == []


def test_one_file_in_two_spellings_is_not_written_twice(run: Callable[..., tuple[int, str, str]]) -> None:
    for html in (str(Path("a").resolve()), "sub/../a"):
        Path("sub").mkdir(exist_ok=True)
        status, out, err = run("agree", "swc", "--output", "a", "--html", html)
        assert (status, out, err) == (
            2,
            "",
            f"cptutor: {html}: one file cannot be both --output and --html\n",
        )
        assert not Path("a").exists()


def test_html(run: Callable[..., tuple[int, str, str]]) -> None:
    status, _, err = run("agree", "swc", "--demonstration", "--title", "<Club>", "--html", "club.html")
    assert (status, err) == (0, "cptutor: written: club.html\n")
    html = Path("club.html").read_text("utf-8")
    assert html.startswith("<!doctype html>")
    assert "<title>&lt;Club&gt;</title>" in html
    assert "<Club>" not in html
    assert "Made up for demonstration" in html
    assert "A foul pays each legal opponent 5. [invented ruling]" in html


def test_differences(run: Callable[..., tuple[int, str, str]]) -> None:
    status, out, err = run("profiles", "--diff", "swc", "simplest")
    assert (status, err) == (0, "")
    lines = [line.split() for line in out.splitlines()]
    assert ["rule", "swc", "simplest"] in lines
    assert ["bonus.overall.units", "1", "–"] in lines
    assert ["middle_back.equal", "gap", "foul"] in lines
    assert not any(line[:1] == ["row.units"] for line in lines)
    status, out, _ = run("profiles", "--diff", str(HOUSE / "royal-apart.toml"), "swc", "--json")
    found = json.loads(out)
    assert (found["ours"]["id"], found["theirs"]["id"]) == ("royal-apart", "swc")
    changed = {each["key"]: (each["ours"], each["theirs"]) for each in found["differences"]}
    assert changed["royalty.cap"] == (
        {"value": 7, "option": False, "source": "house rules, royal-apart"},
        None,
    )
    assert list(changed) == [
        "royalty.same_row",
        "royalty.equal_rows",
        "royalty.pays.back.royal flush",
        "royalty.cap",
        "foul.price",
        "foul.opponent_royalties",
        "foul.own_royalties",
    ]
    status, out, _ = run("profiles", "--diff", "swc", "swc")
    assert (status, out.splitlines()[-1]) == (0, "swc and swc do not differ.")


def test_differences_of_what_is_not_there(run: Callable[..., tuple[int, str, str]]) -> None:
    for words in (("--diff", "swc", "swcc"), ("--diff", "swc"), ("swc", "--diff", "swc", "full")):
        status, out, err = run("profiles", *words)
        assert (status, out, err.count("\n")) == (2, "", 1)


def test_a_house_file_is_shown_like_a_profile(run: Callable[..., tuple[int, str, str]]) -> None:
    Path("odd.toml").write_text(ODD, "utf-8")
    status, out, err = run("profiles", "odd.toml")
    assert (status, err) == (0, REMARK)
    assert "What these house rules change in swc" in out
    status, out, err = run("profiles", "odd.toml", "--json")
    found = json.loads(out)
    assert (found["id"], found["extends"], err) == ("odd", "swc", REMARK)
    assert found["remarks"] == ["royalty.pays.front.flush: can never apply, a front is no flush"]
    status, _, err = run("profiles", "none.toml")
    assert (status, err) == (2, "cptutor: none.toml: No such file or directory\n")
