"""``cptutor handout``: what a class prints, what its teacher keeps, and mistakes in one line."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from cptutor import deal
from cptutor.cli import main
from cptutor.exercises import exercise_ids, load_exercise
from cptutor.handouts import answers_html, find_chromium, of_exercise, of_seed, sheet_html
from cptutor.handouts.printing import NO_CHROMIUM
from cptutor.handouts.sheet import CARD_SIZE

if TYPE_CHECKING:
    from collections.abc import Callable

    Run = Callable[..., tuple[int, str, str]]

FOULED = """
profile = "swc"
[[seat]]
name = "A <b>"
front = "Q♠ Q♥ 2♣"
middle = "9♠ 9♦ 8♣ 6♥ 3♣"
back = "A♠ K♠ J♠ 10♠ 7♠"
[[seat]]
name = "B"
front = "3♠ 3♥ 3♦"
middle = "4♠ 5♦ 6♣ 7♥ 8♠"
back = "A♥ J♥ 9♥ 4♥ 2♥"
"""


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Run the command in an empty folder: exit status, standard output, standard error."""
    monkeypatch.chdir(tmp_path)

    def command(*words: str) -> tuple[int, str, str]:
        status = main(["handout", *words])
        printed = capsys.readouterr()
        return status, printed.out, printed.err

    return command


def cut_outs(page: str) -> list[str]:
    """The names of the cards to cut out, in the order of the sheet."""
    return re.findall(r'<div class="card \w+" role="img" aria-label="([^"]+)">', page)


def names(page: str, table: str) -> list[str]:
    """The row headers of a blank table of the scorebook, which its first column name tells."""
    body = page.split(f'<th scope="col">{table}</th>')[1].partition("</table>")[0]
    return re.findall(r'<th scope="row">([^<]+)</th>', body)


@pytest.mark.parametrize(("seats", "pairings"), [(2, 1), (3, 3), (4, 6)])
def test_every_player_of_a_deal_gets_cards_mats_and_lines(seats: int, pairings: int) -> None:
    page = sheet_html(of_seed("class 3b", seats, "swc"))
    hands = deal("class 3b", seats)
    found = cut_outs(page)
    assert [set(found[n * 13 : n * 13 + 13]) for n in range(seats)] == [{c.name for c in h} for h in hands]
    assert page.count('<figure class="mat">') == 3 * seats
    assert page.count('<div class="slot"></div>') == 13 * seats
    assert names(page, "pairing")[0] == "Player 1 vs Player 2"
    assert len(set(names(page, "pairing"))) == pairings
    assert names(page, "player") == [f"Player {n}" for n in range(1, seats + 1)]
    assert "overall</th><th" in page
    assert "A foul pays each legal opponent" not in page  # swc leaves it open
    assert "What does a foul pay each legal opponent" in page


def test_a_suit_is_told_by_shape_letter_and_name() -> None:
    page = sheet_html(of_seed(7, 4, "basic"))
    for symbol, letter, suit in zip("♠♥♦♣", "SHDC", ("spades", "hearts", "diamonds", "clubs"), strict=True):
        assert page.count(f"<i>{symbol}\ufe0e {letter}</i>") == 2 * 13
        assert page.count(f'<span class="name">ace of {suit}</span>') == 1
    assert f"{CARD_SIZE[0]} × {CARD_SIZE[1]} mm" in page
    style = re.search(r"\.card \{[^}]*width: (\d+)mm;\s*height: (\d+)mm;[^}]*break-inside: avoid", page)
    assert style
    assert (int(style[1]), int(style[2])) == CARD_SIZE


def test_a_lone_hand_has_a_scorebook_for_a_table_of_four() -> None:
    page = sheet_html(of_seed(7, 1, "basic"))
    assert len(cut_outs(page)) == 13
    assert len(names(page, "pairing")) == 6


@pytest.mark.parametrize("identity", exercise_ids())
def test_every_exercise_can_be_handed_out(identity: str) -> None:
    exercise, handout = load_exercise(identity), of_exercise(identity)
    page, answers = sheet_html(handout), answers_html(handout)
    plain = re.sub(r"<[^>]+>", "", answers)
    for text in (exercise.solution, exercise.hint):
        shown = re.sub("\ufe0e", "", plain)
        assert text.replace("'", "&#x27;").replace(">", "&gt;").replace("<", "&lt;") in shown
        assert text not in page
    hands = {frozenset(card.name for card in layout.cards) for layout in handout.layouts.values()}
    found = cut_outs(page)
    assert {frozenset(found[n : n + 13]) for n in range(0, len(found), 13)} >= hands
    assert len(found) % 13 == 0


def test_a_hand_set_in_two_ways_is_cut_out_once() -> None:
    handout = of_exercise("02-kicker")
    assert list(handout.layouts) == ["the repair", "the kicker setting", "the opponent"]
    assert handout.players == ("the repair", "the opponent")


def test_the_answer_sheet_judges_what_lies_there() -> None:
    answers = answers_html(of_exercise("02-repair"))
    assert "Foul at front-middle" in answers
    assert "Good: Legal" in answers.split("one answer of many")[1]


def test_the_answer_sheet_counts_the_layouts_of_a_fresh_deal(capsys: pytest.CaptureFixture[str]) -> None:
    handout = of_seed(7, 1, "basic")
    answers = answers_html(handout)
    figures = r"72,072 layouts, [\d,]+ of them legal; [\d,]+ that no other equals or beats in all three rows"
    assert main(["layouts", " ".join(map(str, handout.hands["Your cards"]))]) == 0
    assert re.findall(figures, answers) == re.findall(figures, capsys.readouterr().out) != []
    assert "no promise" in answers


def test_the_same_seed_makes_the_same_files(run: Run) -> None:
    words = ("--seed", "class 3b / é", "--seats", "3", "--profile", "full", "--no-pdf", "--force")
    status, out, err = run(*words)
    sheet, answers = Path("handout-deal-class-3b-e.html"), Path("handout-deal-class-3b-e-answers.html")
    assert (status, out) == (0, "Deal “class 3b / é”, under full: 3 × 13 cards to cut out\n")
    assert err == f"cptutor: written: {sheet}\ncptutor: written: {answers}\n"
    before = sheet.read_bytes(), answers.read_bytes()
    assert run(*words)[0] == 0
    assert (sheet.read_bytes(), answers.read_bytes()) == before
    assert run("--seed", "class 3c", *words[2:], "--output", str(sheet))[0] == 0
    assert sheet.read_bytes() != before[0]


def test_a_deal_that_has_been_set_is_settled_on_the_answer_sheet(run: Run) -> None:
    Path("d.toml").write_text(FOULED, encoding="utf-8")
    assert run("--deal", "d.toml", "--no-pdf")[0] == 0
    asked = Path("handout-deal-d-answers.html").read_text(encoding="utf-8")
    assert "foul.price: " in asked
    assert run("--deal", "d.toml", "--no-pdf", "--force", "--ruling", "foul.price=4",
               "--ruling", "foul.opponent_royalties=paid")[0] == 0  # fmt: skip
    answers = Path("handout-deal-d-answers.html").read_text(encoding="utf-8")
    assert "A &lt;b&gt; vs B: −7" in answers  # 4 for the foul, 3 for three of a kind in front
    assert "<b>" not in answers.replace("<b>front</b>", "")
    rules = Path("handout-deal-d.html").read_text(encoding="utf-8")
    assert "A foul pays each legal opponent 4. [ruling]" in rules


def test_json(run: Run) -> None:
    status, out, _ = run("03-anna-ben", "--no-pdf", "--json")
    found = json.loads(out)
    assert (status, found["profile"], list(found["hands"])) == (0, "full", ["Anna", "Ben"])
    assert found["written"] == ["handout-03-anna-ben.html", "handout-03-anna-ben-answers.html"]
    assert all(Path(name).is_file() for name in found["written"])


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ([], "one of EXERCISE, --seed and --deal is wanted"),
        (["02-repair", "--seed", "1"], "not EXERCISE and --seed"),
        (["02-repaire"], "'02-repaire'"),
        (["--seed", "1", "--seats", "5"], "5 seats cannot be dealt"),
        (["--seed", "1", "--seats", "0"], "0 seats cannot be dealt"),
        (["02-repair", "--seats", "2"], "--seats is for a fresh deal"),
        (["--seed", "1", "--profile", "pokerstars"], "no profile 'pokerstars'"),
        (["--seed", "1", "--ruling", "foul.prize=4"], "foul.prize"),
        (["--seed", "1", "--paper", "a5"], "a5"),
        (["--seed", "1", "--output", "sheet.pdf"], "sheet.pdf: a name that ends in .html"),
        (["--seed", "1", "--output", "no/sheet.html"], "there is no folder no"),
        (["--deal", "none.toml"], "none.toml: "),
        (["--seed", "1", "--agreement", "none.toml"], "none.toml: "),
    ],
)
def test_mistakes_are_told_in_one_line_and_nothing_is_written(run: Run, words: list[str], line: str) -> None:
    status, out, err = run(*words, "--no-pdf")
    assert (status, out) == (2, "")
    assert line in err
    assert err.count("\n") == 1
    assert not list(Path.cwd().iterdir())


def test_files_are_kept_unless_forced(run: Run) -> None:
    kept = Path("handout-02-repair-answers.html")
    kept.write_text("mine", encoding="utf-8")
    status, _, err = run("02-repair", "--no-pdf")
    assert status == 2
    assert "exists already; --force overwrites it" in err
    assert [path.name for path in Path.cwd().iterdir()] == [kept.name]
    assert kept.read_text(encoding="utf-8") == "mine"


def test_without_a_chromium_the_html_is_written(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cptutor.commands.handout.find_chromium", lambda: None)
    status, _, err = run("02-repair")
    assert status == 0
    assert err.splitlines()[-1] == f"cptutor: note: {NO_CHROMIUM}"
    assert len(list(Path.cwd().iterdir())) == 2


def test_a_browser_that_fails_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CPTUTOR_CHROMIUM", "no-such-browser")
    status, _, err = run("02-repair")
    assert status == 2
    assert err.splitlines()[-1].startswith("cptutor: no-such-browser: ")
    assert sorted(path.name for path in Path.cwd().iterdir()) == [
        "handout-02-repair-answers.html",
        "handout-02-repair.html",
    ]
    monkeypatch.setenv("CPTUTOR_CHROMIUM", sys.executable)  # starts, but makes no PDF
    status, _, err = run("02-repair", "--force")
    assert status == 2
    assert f"{sys.executable}: no PDF (status " in err.splitlines()[-1]


@pytest.mark.parametrize(("paper", "size"), [("a4", (594.96, 841.92)), ("letter", (612, 792))])
def test_the_pdf_has_a_page_for_each_part(run: Run, paper: str, size: tuple[float, float]) -> None:
    if find_chromium() is None:
        if os.environ.get("CI") == "true":
            pytest.fail(NO_CHROMIUM, pytrace=False)
        pytest.skip(NO_CHROMIUM)
    assert run("--seed", "7", "--seats", "2", "--paper", paper)[0] == 0
    content = Path("handout-deal-7.pdf").read_bytes()
    boxes = [
        tuple(float(number) for number in box.split())
        for box in re.findall(rb"/MediaBox \[([\d. ]+)\]", content)
    ]
    wide = [box for box in boxes if box[2] > box[3]]
    upright = [box for box in boxes if box[2] < box[3]]
    assert len(wide) == 2  # the mats of two players, each on one page
    assert len(upright) == 4  # the task with the scorebook, two pages of cards, the rules
    assert all(abs(box[2] - size[0]) < 1 and abs(box[3] - size[1]) < 1 for box in upright)
    assert Path("handout-deal-7-answers.pdf").read_bytes().startswith(b"%PDF-")
    assert len(list(Path.cwd().iterdir())) == 4
