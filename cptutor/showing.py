"""What lessons show: rows side by side, comparisons, what becomes of a deal, and a closed panel for later.

>>> show_comparison("A♠ A♦ 2♣", "A♣ A♥ 2♦")
first   A♠ A♦ 2♣  pair of aces, deuce kicker
second  A♣ A♥ 2♦  pair of aces, deuce kicker
A tie: both pair of aces; both deuce kicker: tie
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Final

from cptutor.cards import parse_cards, show_cards
from cptutor.html import Markup, message_html, table_html
from cptutor.ranking import compare_rows, rank_row
from cptutor.tables import Table, signed
from cptutor.terms import DealError, RulingNeeded

if TYPE_CHECKING:
    from cptutor.examples import Example
    from cptutor.html import Cell
    from cptutor.ranking import Row

_PANEL: Final = "margin:0.25em 0 1em 0;"
_WHO_WINS: Final = {1: "The first row wins", 0: "A tie", -1: "The second row wins"}


@dataclass(frozen=True, slots=True, repr=False)
class Shown:
    """Something to look at: ``text`` for people without a notebook, and the same as HTML."""

    text: str
    html: Markup

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return self.html


def show_rows(*rows: Row) -> Shown:
    """Rows one under the other: cards, category, and the row in words.

    Raises:
        CardError: not cards, a repeated card, or a row of other than three or five cards.

    >>> show_rows("7♠ 7♦ K♣", "Q♠ K♥ A♦ 2♣ 3♠")
    7♠ 7♦ K♣        pair       pair of sevens, king kicker
    Q♠ K♥ A♦ 2♣ 3♠  high card  ace high
    """
    read = [parse_cards(row) for row in rows]
    strengths = [rank_row(row) for row in read]
    lines = [
        (show_cards(cards), strength.category, strength.describe())
        for cards, strength in zip(read, strengths, strict=True)
    ]
    body: list[list[Cell]] = [
        [cards, category, words] for cards, (_, category, words) in zip(read, lines, strict=True)
    ]
    return Shown(_aligned(lines), table_html(("cards", "category", "in words"), body, row_headers=False))


def show_comparison(first: Row, second: Row) -> Shown:
    """Two rows, which of them wins, and the step that decides.

    Strengths are compared, so the two rows may name the same card.

    Raises:
        CardError: as :func:`show_rows`.
    """
    named = [("first", parse_cards(first)), ("second", parse_cards(second))]
    comparison = compare_rows(first, second)
    lines = [(name, show_cards(cards), rank_row(cards).describe()) for name, cards in named]
    body: list[list[Cell]] = [
        [name, cards, words] for (name, cards), (_, _, words) in zip(named, lines, strict=True)
    ]
    title = _WHO_WINS[comparison.result]
    return Shown(
        f"{_aligned(lines)}\n{title}: {comparison.reason}",
        Markup(table_html((), body) + message_html("note", title, [comparison.reason])),
    )


def fold(summary: str, thing: object) -> Shown:
    """Anything that can be shown, in a closed panel that the reader opens; its text form is open.

    >>> fold("Answer: seven cards", [7])
    Answer: seven cards
    [7]
    """
    html = thing._repr_html_() if hasattr(thing, "_repr_html_") else f"<pre>{escape(repr(thing))}</pre>"
    panel = f'<details style="{_PANEL}">\n<summary>{escape(summary)}</summary>\n{html}\n</details>'
    return Shown(f"{summary}\n{thing!r}", Markup(panel))


def show_cases(file: str, *profiles: str) -> Table:
    """What becomes of a deal that the cases of one file of worked examples share: a line for every case.

    Args:
        file: the id of the file.
        profiles: only the cases of these profiles, in this order; all cases if none is given.

    Raises:
        RuleError: there is no such file.

    >>> show_cases("surrender", "two-four", "basic")
    rules     ruling               what comes of it
    two-four  none                 asks surrender.units
    two-four  surrender.units = 2  Sora +2, Owen +2, Pia −4
    basic     none                 refused: seat Pia: basic has no surrender
    """
    from cptutor.examples import load_cases

    cases = load_cases(file)
    if profiles:
        cases = tuple(case for name in profiles for case in cases if case.profile == name)
    rows = []
    for case in cases:
        ruled = "; ".join(f"{key} = {value}" for key, value in case.agreement.rulings.items())
        rows.append((case.profile, ruled or "none", _outcome(case)))
    return Table(cases[0].title, ("rules", "ruling", "what comes of it"), tuple(rows))


def _outcome(case: Example) -> str:
    """Totals, questions or a refusal, in a few words."""
    try:
        totals = case.settle().totals
    except RulingNeeded as needed:
        return f"asks {', '.join(gap.key for gap in needed.questions)}"
    except DealError as error:
        return f"refused: {error}"
    return ", ".join(f"{name} {signed(units)}" for name, units in totals.items())


def _aligned(lines: list[tuple[str, str, str]]) -> str:
    widths = [max(len(line[column]) for line in lines) for column in range(2)]
    return "\n".join(f"{a:<{widths[0]}}  {b:<{widths[1]}}  {c}" for a, b, c in lines)
