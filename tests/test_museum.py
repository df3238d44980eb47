"""Each exhibit of lesson 12 errs on its deal and not everywhere, and its panel's repair is one."""

from __future__ import annotations

import json
import operator
import re
import sys
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from cptutor import rank_row
from cptutor.exercises import check_answer, exercise_ids, load_exercise
from cptutor.exercises.exhibits import ASK, ASKED
from cptutor.terms import ROWS
from tools import notebooks

if TYPE_CHECKING:
    from collections.abc import Callable

    from cptutor import Card, Layout

MUSEUM = notebooks.FOLDER / "12-museum-of-mistakes.ipynb"
TRIPS_FRONT = "3♠ 3♥ 3♦ / 4♠ 5♦ 6♣ 7♥ 8♠ / A♥ J♥ 9♥ 4♥ 2♥"
IDS = tuple(identity for identity in exercise_ids() if load_exercise(identity).judge == "exhibit")


@cache
def cells() -> list[tuple[str, str]]:
    loaded = json.loads(MUSEUM.read_text(encoding="utf-8"))
    return [(cell["cell_type"], "".join(cell["source"])) for cell in loaded["cells"]]


@cache
def exhibits() -> dict[str, tuple[Callable[..., Any], Callable[..., Any]]]:
    """Return the exhibit and the panel's repair of each exercise, run as they stand in the notebook."""
    space: dict[str, Any] = {}
    found = {}
    for place, (kind, source) in enumerate(cells()):
        if kind == "code" and re.match(r"import |def |[A-Z_, ]+ = ", source):
            exec(source, space)
        elif match := re.fullmatch(r'check_answer\("(.+)", answer, (\w+)\)', source):
            panel = re.search(r"```python\n(.*)```", cells()[place + 1][1], re.DOTALL)
            assert panel
            mended = dict(space)
            exec(panel[1], mended)
            found[match[1]] = space[match[2]], mended[re.findall(r"^def (\w+)", panel[1], re.MULTILINE)[-1]]
    return found


def answer_of(identity: str, exhibit: Callable[..., Any], case: Any) -> tuple[Any, Any]:
    """Return what a function says to a case, and what is right."""
    options = load_exercise(identity).options
    asked = ASKED[options["asks"]]
    given = asked.read(case, options)
    return exhibit(*given), asked.right(options, *given)


def test_every_kind_of_fault_has_its_case() -> None:
    assert len(IDS) == len(exhibits()) == 15
    assert list(exhibits()) == list(IDS)
    assert {load_exercise(identity).options["asks"] for identity in IDS} == set(ASKED)


@pytest.mark.parametrize("identity", IDS)
def test_the_known_deal_exposes_and_the_panels_repair_mends(identity: str) -> None:
    exhibit, repair = exhibits()[identity]
    known = load_exercise(identity).expected
    said, right = answer_of(identity, exhibit, known)
    assert said != right
    half = check_answer(identity, {"deal": known, "repair": None}, exhibit)
    assert "not right: That exposes it: the exhibit says" in repr(half)
    assert check_answer(identity, {"deal": known, "repair": repair}, exhibit).right


@pytest.mark.parametrize("identity", IDS)
def test_the_exhibit_is_plausible(identity: str) -> None:
    """On some of the cases it is right, and such a deal does not expose it."""
    exhibit, repair = exhibits()[identity]
    cases = load_exercise(identity).options["cases"]
    agreed = [case for case in cases if len(set(map(repr, answer_of(identity, exhibit, case)))) == 1]
    assert agreed
    outcome = check_answer(identity, {"deal": agreed[0], "repair": repair}, exhibit)
    assert "not right: Here the exhibit is right" in repr(outcome)


@pytest.mark.parametrize("identity", IDS)
def test_what_mends_nothing_is_no_repair(identity: str) -> None:
    exhibit, _ = exhibits()[identity]
    known = load_exercise(identity).expected
    _, right = answer_of(identity, exhibit, known)

    def stops(*_: Any) -> None:
        raise ZeroDivisionError("here")

    for repair, says in [
        (exhibit, "The deal exposes it. To "),
        (lambda *_: right, "The deal exposes it. To "),  # right on this deal alone
        (lambda: right, "has no answer: TypeError"),
        (stops, "has no answer: ZeroDivisionError: here."),
        ("fits", "a function is wanted"),
    ]:
        outcome = check_answer(identity, {"deal": known, "repair": repair}, exhibit)
        assert outcome.state == "not right"
        assert says in outcome.message
        assert "\n" not in outcome.message


def one_boundary(first: Layout, second: Layout) -> int:
    """A foul at front-middle pays 6; one at middle-back is overlooked."""
    fouls = [rank_row(layout.front) > rank_row(layout.middle) for layout in (first, second)]
    if any(fouls):
        return 6 * (fouls[1] - fouls[0])
    trust: int = exhibits()["12-foul"][0](first, second)
    return trust


def any_triplet_asks(cards: tuple[Card, ...]) -> str:
    """Asks the table even where no reading of the rules makes six pairs."""
    held = Counter(card.rank for card in cards).values()
    return ASK if max(held) > 2 else "yes" if sorted(held)[1:] == [2] * 6 else "no"


@pytest.mark.parametrize(
    ("identity", "deal", "half", "says"),
    [
        ("12-foul", None, one_boundary, "the repair says 1; it is 6"),
        ("12-six-pairs", None, any_triplet_asks, "the repair says ask the table; it is no"),
        ("12-twice", [TRIPS_FRONT, TRIPS_FRONT], operator.ne, "the repair says yes; it is no"),
        ("12-category", None, lambda *_: "no", "the repair says 'no'; it is False"),
    ],
)
def test_half_a_repair_is_none(identity: str, deal: Any, half: Callable[..., Any], says: str) -> None:
    """Right on the deal; wrong where both boundaries matter, no six pairs are near, or two cards are shared."""
    known = load_exercise(identity).expected
    outcome = check_answer(identity, {"deal": deal or known, "repair": half}, exhibits()[identity][0])
    assert outcome.state == "not right"
    assert says in outcome.message


def test_nets_in_a_list_and_results_with_blanks_are_as_good() -> None:
    exhibit, repair = exhibits()["12-bonus"]
    for deal in ("WWL", "w w l", "W, W, L"):
        answer = {"deal": deal, "repair": lambda results: list(repair(results))}
        assert check_answer("12-bonus", answer, exhibit).right


class UnequalToAll:
    """A value that cannot be compared, as an array cannot be with a word."""

    def __eq__(self, other: object) -> bool:
        raise ValueError("ambiguous")

    __hash__ = None  # type: ignore[assignment]


class UnprintableError(Exception):
    """A value and an error that fails to print."""

    def __str__(self) -> str:
        raise ZeroDivisionError

    __repr__ = __str__


@pytest.mark.parametrize("identity", IDS)
def test_no_repair_and_no_deal_fells_the_check(identity: str) -> None:
    exhibit = exhibits()[identity][0]
    known = load_exercise(identity).expected
    endless: list[Any] = []
    endless.append(endless)

    def leaves(*_: Any) -> None:
        sys.exit(1)

    def fails(*_: Any) -> None:
        raise UnprintableError

    values = [UnprintableError(), [UnprintableError()], endless, 10**5000]
    repairs = [leaves, fails, *((lambda *_, value=value: value) for value in values), UnequalToAll()]
    answers = [{"deal": known, "repair": repair} for repair in repairs]
    answers += [{"deal": deal, "repair": None} for deal in (UnequalToAll(), dict.fromkeys(ROWS, 1))]
    for answer in answers:
        outcome = check_answer(identity, answer, exhibit)
        assert outcome.state == "not right"
        assert "\n" not in outcome.message


@pytest.mark.parametrize("identity", IDS)
def test_a_mended_exhibit_and_a_missing_one_are_noticed(identity: str) -> None:
    _, repair = exhibits()[identity]
    answer = {"deal": load_exercise(identity).expected, "repair": repair}
    assert "The exhibit has been mended in its case" in check_answer(identity, answer, repair).message
    assert "needs the exhibit as well" in check_answer(identity, answer).message
    assert (
        "Still empty: deal."
        in check_answer(identity, {"deal": None, "repair": repair}, exhibits()[identity][0]).message
    )


@pytest.mark.parametrize("identity", IDS)
@pytest.mark.parametrize(
    "deal", ["Z♠ / Q♥", 7, ["x"], [0, 0], [1.5, 2], object, {"a": 1}, "WWX", [99, 99], b"x"]
)
def test_a_deal_that_cannot_be_read_is_refused_in_one_line(identity: str, deal: Any) -> None:
    outcome = check_answer(identity, {"deal": deal, "repair": None}, exhibits()[identity][0])
    assert outcome.state == "not right"
    assert "exposes" not in outcome.message
    assert "\n" not in outcome.message


@pytest.mark.parametrize(
    ("identity", "deal", "says"),
    [
        ("12-category", "Q♠ Q♥ / 9♠ 9♦ 8♣ 6♥ 3♦", "wanted are 3 cards / 5 cards here, not 2 / 5"),
        ("12-category", "Q♠ Q♥ 2♣ / 9♠ 9♦ 8♣ 6♥ Q♥", "Q♥ stands twice"),
        ("12-suits", "A♠ A♦ 2♣ / A♣ A♥ 2♦ 3♦", "wanted are 3 cards / 3 cards here, not 3 / 4"),
        (
            "12-wheel",
            "A♠ A♦ A♣ 3♠ 2♣ / K♣ K♥ K♦ 2♦ 2♥",
            "about a straight flush; A♠ A♦ A♣ 3♠ 2♣ is a three of a kind",
        ),
        ("12-copied", "Q♠ Q♥ 2♣ / 9♠ 9♦ 8♣ 6♥ 3♦ / A♠ K♠ J♠ 10♠ 4♠", "this one is a foul at front-middle"),
        ("12-six-pairs", "2♣ 2♦", "wanted are 13 cards here, not 2"),
        ("12-dragon", [13, 4], "a deck of 1 to 16 cards is wanted"),
    ],
)
def test_refusals_name_what_is_wrong(identity: str, deal: Any, says: str) -> None:
    outcome = check_answer(identity, {"deal": deal, "repair": None}, exhibits()[identity][0])
    assert says in outcome.message


@pytest.mark.parametrize("identity", IDS)
def test_the_panel_says_what_the_file_says(identity: str) -> None:
    """Deal, reason and question stand in the notebook as they do on a printed sheet."""
    exercise = load_exercise(identity)
    text = "\n".join(source for kind, source in cells() if kind == "markdown")
    panel = text.replace("**The deal.** ", "").replace("\n\n**The repair.** ", " ")
    assert exercise.question in text
    assert exercise.solution in panel


@pytest.mark.parametrize("ranks", [1, 2, 3])
@pytest.mark.parametrize("suits", [1, 2, 3])
def test_hands_of_a_small_deck_by_hand(ranks: int, suits: int) -> None:
    by_hand = {
        (1, 1): 1,
        (1, 2): 2,
        (1, 3): 3,
        (2, 1): 1,
        (2, 2): 4,
        (2, 3): 9,
        (3, 1): 1,
        (3, 2): 8,
        (3, 3): 27,
    }
    assert ASKED["one of each rank"].right({}, ranks, suits) == by_hand[ranks, suits]
