"""The sheet that learners get: the task, mats and cards for each hand, a blank scorebook, and the rules in force.

Each part is a page (the rules may take several). Suits are told by shape, letter and colour, so that a black-and-white
printer does as well.
"""

from __future__ import annotations

from html import escape
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cptutor.html import Markup
from cptutor.rules.agreement_files import agreement_html
from cptutor.settlement.scorebook_html import layouts_html
from cptutor.settlement.seats import MOST_SEATS
from cptutor.terms import ROW_SIZES, ROWS, TutorError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cptutor.cards import Card
    from cptutor.handouts.handout import Handout
    from cptutor.rules import Agreement

PAPERS: Final = {"a4": "A4", "letter": "letter"}
"""Papers by the names they are asked for, and as CSS calls them."""

CARD_SIZE: Final = (43, 60)
"""Width and height of a card in mm, as ``sheet.css`` has it: the small size that patience is played with."""

_STYLE: Final = Path(__file__).with_name("sheet.css")
_STRONGER: Final = {
    "front": "the weakest row",
    "middle": "not weaker than the front",
    "back": "the strongest row: not weaker than the middle",
}
_NOBODY: Final = tuple("ABCD"[:MOST_SEATS])
"""Players of a scorebook without names; who sits where is written in."""


def sheet_html(handout: Handout, paper: str = "a4") -> str:
    """The learners' sheet as a whole page of HTML, without the answers; the same handout gives the same text.

    Raises:
        TutorError: the paper is none of :data:`PAPERS`.
    """
    pages = [page_html("", f'{_task(handout)}\n<div class="scores">\n{_scorebook(handout)}\n</div>')]
    for player, cards in handout.hands.items():
        pages += [page_html("mats", _mats(handout, player)), page_html("cut", _cut_outs(player, cards))]
    pages.append(page_html("", f"<h2>The rules that are played</h2>\n{agreement_html(handout.agreement)}"))
    return whole_page(handout.title, pages, paper)


def whole_page(title: str, pages: Iterable[str], paper: str) -> str:
    """Pages as one document with the style of all sheets.

    Raises:
        TutorError: the paper is none of :data:`PAPERS`.
    """
    if paper not in PAPERS:
        raise TutorError(f"{paper!r} is no paper: {' or '.join(PAPERS)}")
    size = PAPERS[paper]
    style = _STYLE.read_text(encoding="utf-8")
    sizes = f"@page {{ size: {size} portrait; }}\n@page mats {{ size: {size} landscape; }}"
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}</title>",
            f"<style>\n{style}\n{sizes}\n</style>",
            "</head>",
            "<body>",
            "<main>",
            *pages,
            "</main>",
            "</body>",
            "</html>",
            "",
        ]
    )


def task_html(handout: Handout) -> str:
    """The heading, the task in words, and what lies on the table."""
    parts = [f"<h1>{escape(handout.title)}</h1>"]
    parts += [f'<p class="task">{escape(text)}</p>' for text in handout.task]
    if handout.layouts:
        parts.append(layouts_html(handout.layouts))
    return "\n".join(parts)


def page_html(kind: str, content: str) -> str:
    """A page of the sheet; ``kind`` is ``"mats"``, which lies on its side, ``"cut"``, or nothing."""
    return f'<section class="{f"page {kind}".rstrip()}">\n{content}\n</section>'


def _task(handout: Handout) -> str:
    parts = ['<ul class="lines"><li>Name</li><li>Date</li></ul>', task_html(handout)]
    if handout.exercise is not None:
        parts.append('<h2>Your answer, and why</h2>\n<ul class="answer"><li></li><li></li><li></li></ul>')
    return "\n".join(parts)


def _mats(handout: Handout, player: str) -> str:
    """Three mats with a place for each card; beside the front there is room to say whose they are."""
    aside = (
        f'<div class="aside"><h2>{escape(player)}</h2><p>{escape(handout.title)}</p>'
        "<p>Three rows, thirteen cards. Say what each row is, and check both boundaries before you leave it.</p></div>"
    )
    mats = []
    for row, size in zip(ROWS, ROW_SIZES, strict=True):
        caption = (
            f"<figcaption><b>{row}</b><small>{size} cards, {_STRONGER[row]}</small>"
            '<small>It is a</small><span class="fill"></span></figcaption>'
        )
        slots = '<div class="slot"></div>' * size
        mats.append(f'<figure class="mat">{caption}{slots}{aside if row == "front" else ""}</figure>')
    return "\n".join(mats)


def _cut_outs(player: str, cards: Iterable[Card]) -> str:
    width, height = CARD_SIZE
    size = f"{width} × {height} mm when printed at 100 %"
    shown = "\n".join(_card(card, player) for card in cards)
    return (
        f"<h2>{escape(player)}</h2>\n<p>Thirteen cards to cut out, {size}.</p>\n"
        f'<div class="cards">\n{shown}\n</div>'
    )


def _card(card: Card, player: str) -> str:
    """One card; its suit is told by symbol, letter and colour, and its name in words."""
    symbol = f"{card.symbol}\ufe0e"  # as text: an emoji has colours of its own
    index = f"{escape(str(card)[:-1])}<i>{symbol} {card.suit[0].upper()}</i>"
    return (
        f'<div class="card {card.suit}" role="img" aria-label="{card.name}">'
        f'<span class="corner">{index}</span><span class="owner">{escape(player)}</span>'
        f'<span class="pip">{symbol}</span><span class="name">{card.name}</span>'
        f'<span class="corner turned">{index}</span></div>'
    )


def _scorebook(handout: Handout) -> str:
    """Lines to fill in: every pairing of the players, then each player's total."""
    players = handout.players if len(handout.players) > 1 else _NOBODY
    written = (
        '<ul class="lines">' + "".join(f"<li>{name}</li>" for name in players) + "</ul>\n"
        if players == _NOBODY
        else ""
    )
    few = " With fewer players some lines stay empty." if players == _NOBODY else ""
    pairs = [f"{escape(first)} vs {escape(second)}" for first, second in combinations(players, 2)]
    names = [escape(name) for name in players]
    return "\n".join(
        [
            "<h2>Scorebook</h2>",
            f'{written}<p class="small">Figures are those of the player named first: +1 for a gain of 1, −1 for a loss.'
            f" Where there is a bank, only its lines are used.{few}</p>",
            _blank("pairing", (*ROWS, *_columns(handout.agreement), "net"), pairs, "Pairing by pairing"),
            _blank(
                "player",
                (*(f"vs {name}" for name in names), "total"),
                names,
                "Player by player; the totals add up to 0 when every line is right",
            ),
        ]
    )


def _columns(agreement: Agreement) -> Iterator[str]:
    """What these rules may pay beside the rows, a column each; the rest shares one."""
    profile = agreement.profile
    yield from map(escape, profile.names("bonus"))
    if profile.names("royalty.pays"):
        yield "royalty"
    yield "other"


def _blank(first: str, columns: Iterable[str], lines: Iterable[str], caption: str) -> Markup:
    columns = tuple(columns)
    head = "".join(f'<th scope="col">{name}</th>' for name in (first, *columns))
    body = "\n".join(f'<tr><th scope="row">{name}</th>{"<td></td>" * len(columns)}</tr>' for name in lines)
    return Markup(
        f'<table class="book">\n<caption>{caption}</caption>\n<thead><tr>{head}</tr></thead>\n'
        f"<tbody>\n{body}\n</tbody>\n</table>"
    )
