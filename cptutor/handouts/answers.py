"""The sheet that the teacher keeps: an exercise's solution, the best of each hand dealt, a settled scorebook."""

from __future__ import annotations

from functools import partial
from html import escape
from typing import TYPE_CHECKING, Final

from cptutor.handouts.sheet import page_html, task_html, whole_page
from cptutor.html import Cell, message_html, table_html
from cptutor.layout import Layout
from cptutor.legality import check
from cptutor.rules import asking_everything
from cptutor.settlement import settle
from cptutor.terms import ROWS, RulingNeeded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from cptutor.cards import Card
    from cptutor.exercises import Exercise
    from cptutor.handouts.handout import Handout
    from cptutor.rules import Agreement

BEST: Final = 3
"""How many of a hand's best layouts are shown."""

CRITERION: Final = "quantiles"
"""What is best: a name of :data:`cptutor.analysis.CRITERIA`, whose explanation is printed with it."""


def answers_html(handout: Handout, paper: str = "a4") -> str:
    """The answer sheet as a whole page of HTML; where the rules are silent it asks instead of guessing.

    Raises:
        TutorError: the paper is none of :data:`~cptutor.handouts.PAPERS`.
        ModuleNotFoundError: a fresh deal needs NumPy for its best layouts.
    """
    parts = [task_html(handout)]
    if handout.exercise is not None:
        parts += _of_exercise(handout.exercise, handout)
    elif handout.seats:
        parts += _of_settled(handout)
    else:
        parts += _of_fresh(handout)
    return whole_page(f"{handout.title}: answers", [page_html("", "\n".join(parts))], paper)


def _of_exercise(exercise: Exercise, handout: Handout) -> Iterator[str]:
    yield message_html("good", "the answer", [exercise.solution])
    yield message_html("note", "a hint on the way", [exercise.hint])
    if exercise.mistakes:
        said: list[list[Cell]] = [[_shown(answer), says] for answer, says in exercise.mistakes]
        yield table_html(("answer", "what to say to it"), said, "Likely mistakes")
    verdicts = {name: layout for name, layout in handout.layouts.items() if layout.counts_right}
    if exercise.judge in ("legal layout", "trade-off"):
        verdicts["one answer of many"] = Layout.parse(_layout_of(exercise))
    yield from _verdicts(verdicts, handout.agreement)


def _layout_of(exercise: Exercise) -> str:
    expected = exercise.expected
    return str(expected["layout"] if isinstance(expected, dict) else expected)


def _of_settled(handout: Handout) -> Iterator[str]:
    yield from _verdicts(handout.layouts, handout.agreement)
    yield "<h2>The scorebook</h2>"
    yield _asking(lambda: _settled(handout))


def _settled(handout: Handout) -> str:
    book = settle(handout.seats, handout.agreement, handout.dealer)
    parts = [book._repr_html_(), "<h2>Why</h2>", *(pairing._repr_html_() for pairing in book.pairings)]
    return "\n".join(parts)


def _of_fresh(handout: Handout) -> Iterator[str]:
    """Each hand's figures and best layouts; then, as an example, what the best of all of them would pay."""
    from cptutor.analysis import CRITERIA

    yield f'<p class="small">“Best” means {CRITERION}: {escape(CRITERIA[CRITERION].about)}. It is one way to set the'
    yield "cards, and no promise: what a layout gains depends on the opponents and on what the table pays.</p>"
    best: dict[str, Layout] = {}
    for player, hand in handout.hands.items():
        yield f"<h2>{escape(player)}</h2>"
        yield _asking(partial(_hand, player, hand, handout.agreement, best))
    if len(best) == len(handout.hands) > 1:
        yield "<h2>If everyone sets their first layout</h2>"
        yield _asking(lambda: settle(best, handout.agreement)._repr_html_())


def _hand(player: str, hand: Sequence[Card], agreement: Agreement, best: dict[str, Layout]) -> str:
    from cptutor.analysis import AllLayouts

    layouts = AllLayouts(hand, agreement)
    legal, frontier, found = len(layouts.legal), len(layouts.frontier), layouts.best(CRITERION, BEST)
    best[player] = found[0]
    rows: list[list[Cell]] = [
        [f"{place}", *(layout.row(row) for row in ROWS), f"{value:.4f}"]
        for place, (layout, value) in enumerate(
            zip(found, found.values(CRITERION).tolist(), strict=True), start=1
        )
    ]
    figures = (
        f"{len(layouts):,} layouts, {legal:,} of them legal;"
        f" {frontier:,} that no other equals or beats in all three rows"
    )
    return table_html(("", *ROWS, "value"), rows, figures) + _specials(hand, agreement)


def _specials(hand: Sequence[Card], agreement: Agreement) -> str:
    """The special hands among those that the rules name; nothing where they name none."""
    from cptutor.settlement.declarations import FinerPoints
    from cptutor.specials import find_specials

    kinds = agreement.profile.names("special.pays")
    if not kinds:
        return ""
    found = asking_everything(agreement, lambda asked: find_specials(hand, FinerPoints(asked), kinds))
    if not found:
        return "<p>No special hand.</p>"
    return message_html("note", "special hands in it", [special.describe() for special in found])


def _verdicts(layouts: Mapping[str, Layout], agreement: Agreement) -> Iterator[str]:
    for name, layout in layouts.items():
        yield f"<h2>{escape(name)}</h2>"
        yield _asking(partial(_verdict, layout, agreement))


def _verdict(layout: Layout, agreement: Agreement) -> str:
    return check(layout, agreement)._repr_html_()


def _asking(show: Callable[[], str]) -> str:
    """What is shown, or the questions that the rules leave to the table."""
    try:
        return str(show())
    except RulingNeeded as needed:
        return message_html(
            "question", f"{needed.profile} gives no rule here", [str(gap) for gap in needed.questions]
        )


def _shown(answer: object) -> str:
    if isinstance(answer, dict):
        return ", ".join(f"{name} {value}" for name, value in answer.items())
    return ", ".join(map(str, answer)) if isinstance(answer, list) else str(answer)
