"""HTML for cards, layouts, tables and verdicts: one static form for notebooks, GitHub, print, screen readers.

JupyterLab cleans the output of a notebook that its reader has not run: ``<style>``, ``role``, ``aria-*`` and
every colour written as ``var(…)`` go; ``scope``, ``title`` and plain inline styles stay. So styles are inline
and plain, text outside a card's white face inherits its colour, lines are translucent to suit any theme, and
nothing is said by style alone: with all of it gone, the text still reads in order.

>>> signed(-3)
'−3'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Final, Literal

from cptutor.cards import Card


class Markup(str):
    """Text that is HTML already: :func:`table_html` and :func:`message_html` leave it as it is.

    Every form in this module is one, and a notebook shows it. Joining or formatting gives plain ``str``
    again, which is escaped: wrap the result when it is meant as HTML.
    """

    __slots__ = ()

    def _repr_html_(self) -> str:
        return str(self)


Cell = str | float | Card | Sequence[Card]
"""What a table cell or a line can hold: text (escaped), :class:`Markup`, a number, a card or cards."""

Kind = Literal["good", "bad", "question", "note"]
"""What a message says: all is well, something is wrong, the rules need an answer, or only worth knowing."""

SUIT_COLOURS: Final = {"spades": "#1a1a1a", "hearts": "#c4122f", "diamonds": "#0b57b7", "clubs": "#0b6b33"}
"""The four-colour deck; the suit's symbol always stands beside its colour."""

FACE: Final = "#ffffff"
"""The face of a card and of a message's sign, in every theme."""

MESSAGES: Final = {
    "good": ("✓", "Good", "#1a7f37"),
    "bad": ("✗", "Problem", "#cf222e"),
    "question": ("?", "Question", "#9a6700"),
    "note": ("i", "Note", "#0969da"),
}
"""Sign, word and colour of each kind of message."""

_LINE: Final = "1px solid rgba(128,128,128,0.35)"
_CARD: Final = (
    f"display:inline-block;box-sizing:border-box;min-width:2.4em;margin:0.1em 0;padding:0.25em 0.2em;"
    f"background:{FACE};border:1px solid #767676;border-radius:0.3em;"
    f"font-size:1.2em;font-weight:600;line-height:1.35;text-align:center;white-space:nowrap;"
)
_TABLE: Final = "border-collapse:collapse;margin:0.25em 0 1em 0;page-break-inside:avoid;"
_CAPTION: Final = "caption-side:top;padding:0.25em 0.6em;text-align:left;font-weight:600;"
_CELL: Final = f"padding:0.35em 0.6em;border-bottom:{_LINE};vertical-align:middle;"
_LEFT: Final = "text-align:left;"
_TOGETHER: Final = 3
"""Cards of a row that always stand side by side; a narrow page breaks a row of five behind them, nowhere else."""

_RIGHT: Final = "text-align:right;white-space:nowrap;"
_BOX: Final = (
    f"margin:0.25em 0 1em 0;padding:0.6em 0.8em;border:{_LINE};border-radius:4px;page-break-inside:avoid;"
)
_BADGE: Final = (
    f"display:inline-block;box-sizing:border-box;width:1.6em;margin-right:0.25em;background:{FACE};"
    f"border-radius:50%;line-height:1.5;text-align:center;"
)

_BARE_SUIT: Final = re.compile("([♠♥♦♣])(?![\ufe0e\ufe0f])")
_NUMBER: Final = re.compile(r"[+−-]?\d[\d.,]*\s?%?|–")  # a dash stands for a number that is not there


def card_html(card: Card) -> Markup:
    """One little playing card, named in words for screen readers and the mouse; copied, it is plain text."""
    colour = SUIT_COLOURS[card.suit]
    return Markup(
        f'<span role="img" aria-label="{card.name}" title="{card.name}" style="{_CARD}color:{colour};">'
        f"{_text(str(card))}</span>"
    )


def cards_html(cards: Iterable[Card]) -> Markup:
    """Cards side by side with blanks between, so that copied text reads back with ``parse_cards``."""
    return Markup(" ".join(map(card_html, cards)))


def layout_html(
    layout: Iterable[tuple[str, Iterable[Card]]],
    notes: Mapping[str, Cell] | None = None,
    caption: Cell | None = None,
) -> Markup:
    """The rows of a layout one under the other, front at the top.

    Args:
        layout: a :class:`~cptutor.layout.Layout`, or any rows as ``(name, cards)``; a row may be empty.
        notes: words for the third column by name of row: ``{"front": "pair of queens"}``.
        caption: a line above the rows.

    Raises:
        ValueError: a note names a row that is not there.
    """
    named = [(name, tuple(cards)) for name, cards in layout]
    notes = notes or {}
    strangers = [name for name in notes if name not in dict(named)]
    if strangers:
        raise ValueError(f"no row is called {strangers[0]!r}: {', '.join(dict(named))}")
    rows: list[list[Cell]] = [
        [name, row_html(cards), *([notes.get(name, "")] if notes else [])] for name, cards in named
    ]
    return table_html((), rows, caption)


def table_html(
    header: Sequence[Cell],
    rows: Iterable[Sequence[Cell]],
    caption: Cell | None = None,
    row_headers: bool = True,
) -> Markup:
    """A table that screen readers can walk through.

    Args:
        header: names of the columns; none for a table without a header line.
        rows: the cells of each row. Numbers, and texts that are one, stand to the right, and with them the
            name of a column that holds nothing else.
        caption: a line above the table.
        row_headers: whether the first cell of each row names the row.

    Raises:
        ValueError: a row is longer or shorter than the header, or than the first row.
    """
    body = [list(row) for row in rows]
    width = len(header) or len(body[0]) if body else len(header)
    for number, row in enumerate(body, start=1):
        if len(row) != width:
            raise ValueError(f"row {number} of the table has {len(row)} cells, not {width}")
    lines = [f'<table style="{_TABLE}">']
    if caption is not None:
        lines.append(f'<caption style="{_CAPTION}">{_inner(caption)}</caption>')
    if header:
        numeric = [
            bool(body) and not (row_headers and column == 0) and all(_is_number(row[column]) for row in body)
            for column in range(width)
        ]
        names = (_cell(name, "col", right) for name, right in zip(header, numeric, strict=True))
        lines += ["<thead>", _row(names), "</thead>"]
    lines.append("<tbody>")
    named = int(row_headers)
    for row in body:
        cells = [_cell(cell, "row", right=False) for cell in row[:named]]
        lines.append(_row(cells + [_cell(cell, None, _is_number(cell)) for cell in row[named:]]))
    return Markup("\n".join([*lines, "</tbody>", "</table>"]))


def message_html(kind: Kind, title: Cell, lines: Iterable[Cell] = ()) -> Markup:
    """A verdict, a question or a note in a box: sign, word and title, then one line or a list of lines.

    Raises:
        ValueError: the kind is none of :data:`MESSAGES`.
    """
    if kind not in MESSAGES:
        raise ValueError(f"{kind!r} is no kind of message: {', '.join(MESSAGES)}")
    sign, word, colour = MESSAGES[kind]
    box = f"{_BOX}border-left:5px solid {colour};"
    badge = f"{_BADGE}border:1px solid {colour};color:{colour};"
    parts = [
        f'<div role="note" style="{box}">',
        f'<p style="margin:0;"><strong><span aria-hidden="true" style="{badge}">{sign}</span> '
        f"{word}: {_inner(title)}</strong></p>",
    ]
    shown = [_inner(line) for line in lines]
    if len(shown) == 1:
        parts.append(f'<p style="margin:0.4em 0 0 0;">{shown[0]}</p>')
    elif shown:
        items = (f'<li style="margin:0.2em 0;">{line}</li>' for line in shown)
        parts += ['<ul style="margin:0.4em 0 0 0;padding-left:1.5em;">', *items, "</ul>"]
    return Markup("\n".join([*parts, "</div>"]))


def signed(number: float) -> str:
    """A number with its sign, the minus as wide as the plus: ``+1``, ``−1``, ``0``."""
    return f"{number:+}".replace("-", "−") if number else "0"


def row_html(cards: Sequence[Card]) -> Markup:
    """The cards of a row; where five do not fit they break into three and two, not four and one."""
    parts = [cards_html(part) for part in (cards[:_TOGETHER], cards[_TOGETHER:]) if part]
    spans = (f'<span style="white-space:nowrap;">{part}</span>' for part in parts)
    return Markup(f"<div>{' '.join(spans) or '<em>empty</em>'}</div>")


def _row(cells: Iterable[str]) -> str:
    return f'<tr style="background:transparent;">{" ".join(cells)}</tr>'


def _cell(cell: Cell, scope: str | None, right: bool) -> str:
    style = _CELL + (_RIGHT if right else _LEFT)
    inner = _inner(cell)
    if scope is None or not inner:  # an empty header cell would be announced as a header without a name
        return f'<td style="{style}">{inner}</td>'
    return f'<th scope="{scope}" style="{style}">{inner}</th>'


def _is_number(cell: Cell) -> bool:
    if isinstance(cell, str):
        return not isinstance(cell, Markup) and _NUMBER.fullmatch(cell) is not None
    return isinstance(cell, (int, float))


def _inner(cell: Cell) -> str:
    if isinstance(cell, Markup):
        return str(cell)
    if isinstance(cell, str):
        return _text(cell)
    if isinstance(cell, Card):
        return card_html(cell)
    if isinstance(cell, (int, float)):
        return str(cell).replace("-", "−")
    return cards_html(cell)


def _text(text: str) -> str:
    """Text made safe; suits ask for their plain form, as emoji they would lose colour and size."""
    return _BARE_SUIT.sub("\\1\ufe0e", escape(text))
