"""An agreement as one readable page: what is played, in words and numbers, what was ruled, and what is still open.

The page is made once, as sections of lines and small tables; text and HTML are two ways of showing it.
"""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from cptutor.rules.agreement_words import BANK_GAME, GAME, sentence
from cptutor.rules.profile_files import HOUSE, describe_key, load_profile
from cptutor.rules.profiles import Gap, Rule
from cptutor.rules.remarks import find_remarks
from cptutor.tables import Table
from cptutor.terms import CATEGORIES, ROWS, ROYAL

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cptutor.html import Markup
    from cptutor.rules.agreement import Agreement

WIDTH = 100
"""Columns of the page as text."""

INVENTED = (
    "Made up for demonstration: the rulings marked here are this project’s own and stand in no document."
)

SECTIONS = (
    ("Agreed beforehand", ("table", "session")),
    ("Rows of one’s own", ("ranking", "front_middle", "middle_back", "counts")),
    ("Rows and bonuses", ("row", "bonus", "sweep")),
    ("Royalties", ("royalty",)),
    ("Fouls", ("foul",)),
    ("Special hands", ("special",)),
    ("Surrender", ("surrender",)),
    ("Side bet on aces", ("aces",)),
    ("Bank", ("bank",)),
    ("Chips", ("stakes", "rake")),
)
"""The headings of the page, and the sections of a profile that stand under each."""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with sentences and, if need be, a table."""

    title: str
    lines: tuple[str, ...] = ()
    table: Table | None = None


def page_text(agreement: Agreement) -> str:
    """The page as plain text."""
    parts = ["\n".join([_heading(agreement), "=" * min(len(_heading(agreement)), WIDTH)])]
    if agreement.invented:
        parts.append(_wrapped(INVENTED))
    for section in page(agreement):
        shown = [section.title, "-" * len(section.title)]
        if section.table is not None:
            shown += [textwrap.indent(str(section.table), "  "), ""]
        shown += [_wrapped(line, "- ") for line in section.lines]
        parts.append("\n".join(shown).rstrip())
    return "\n\n".join(parts)


def page_html(agreement: Agreement, heading: str = "p") -> Markup:
    """The page as HTML for a notebook or a browser.

    Args:
        agreement: what is shown.
        heading: the element of the title, such as ``h1`` where the page stands alone.
    """
    from cptutor.html import Cell, Markup, message_html, table_html

    title = Markup(f"<strong>{escape(_heading(agreement))}</strong>")
    parts = [Markup(f'<{heading} style="margin:0 0 0.75em 0;font-size:1.25em;">{title}</{heading}>')]
    if agreement.invented:
        parts.append(message_html("note", INVENTED))
    for section in page(agreement, keys=False):
        if section.table is not None:
            parts.append(Markup(section.table._repr_html_()))
        if section.title == OPEN:
            parts.append(message_html("question", OPEN, section.lines))
        elif section.lines:
            rows: list[list[Cell]] = [[line] for line in section.lines]
            named = section.table is not None and section.table.caption == section.title
            parts.append(table_html((), rows, None if named else section.title, row_headers=False))
    return Markup("\n".join(parts))


OPEN = "Still open"


def page(agreement: Agreement, keys: bool = True) -> tuple[Section, ...]:
    """The sections of the page; the keys of rules stand in it for those who answer by key."""
    return tuple(section for section in _sections(agreement, keys) if section.lines or section.table)


def remarks(agreement: Agreement) -> tuple[str, ...]:
    """What looks like a slip of the pen in the rules in force."""
    return tuple(find_remarks(agreement.in_force()))


def idle(key: str, agreement: Agreement) -> bool:
    """Whether a rule makes no difference, because what it belongs to is not played.

    >>> from cptutor.rules.agreement import Agreement
    >>> idle("special.order", Agreement("full")), idle("special.order", Agreement("full", {"special.played": "yes"}))
    (True, False)
    """
    section, _, last = key.rpartition(".")
    switches = [f"{section}.played", f"{key.split('.')[0]}.played", f"{section}.taken"]
    values = agreement.in_force()
    return last not in ("played", "taken") and any(values.get(switch) == "no" for switch in switches)


def _heading(agreement: Agreement) -> str:
    return agreement.title or f"Agreement: {agreement.profile.id}"


def _sections(agreement: Agreement, with_keys: bool) -> Iterator[Section]:
    profile, values = agreement.profile, agreement.in_force()
    bank = values.get("bank.played") == "yes" and values.get("bank.others_settle") != "yes"
    game = GAME.rpartition(" Each ")[0] + f" {BANK_GAME}" if bank else GAME
    yield Section("The game", (game, f"Scoring: {profile.title} ({profile.id})."))
    for title, names in SECTIONS:
        keys = [key for key in values if key.split(".")[0] in names and not idle(key, agreement)]
        table = _table(title, agreement)
        if title == "Rows and bonuses":
            lines = [*_bonus_lines(agreement)]
            at = sum(key.startswith("row.") for key in keys)
            said = [_line(key, agreement) for key in keys if not key.startswith("bonus.")]
            yield Section(title, (*said[:at], *lines, *said[at:]), table)
        else:
            lines = [_line(key, agreement) for key in keys if ".pays." not in key and ".count." not in key]
            yield Section(title, tuple(lines), table)
    yield Section("Options", tuple(_options(agreement, with_keys)))
    if profile.extends:
        differences = profile.differences(load_profile(profile.extends))
        yield Section(
            f"House rules: what they change in {profile.extends}",
            () if differences else ("Nothing.",),
            differences._table() if differences else None,
        )
    yield Section("Worth a second look", remarks(agreement))
    yield Section(OPEN, tuple(_questions(agreement, with_keys)))


def _line(key: str, agreement: Agreement) -> str:
    return sentence(key, agreement[key]) + _mark(agreement, key)


def _mark(agreement: Agreement, *keys: str) -> str:
    """What kind of rule this is, where it does not come from the profile's document."""
    ruled = [key for key in keys if key in agreement.rulings]
    if ruled:
        option = isinstance(agreement.profile[ruled[0]], Rule)
        words = ("invented " if agreement.invented else "") + "ruling" + (" on an option" if option else "")
        return f" [{words}]"
    documents = {agreement.profile[key].source.document for key in keys if key in agreement.profile}
    return " [house rule]" if HOUSE in documents else ""


def _shown(key: str, agreement: Agreement) -> str:
    """A value for a table's cell with its mark; a dash where there is no such rule."""
    entry = agreement.profile.get(key)
    if entry is None:
        return "–"
    if isinstance(entry, Gap) and key not in agreement.rulings:
        return "open"
    return f"{agreement[key]}{_mark(agreement, key)}"


def _bonus_lines(agreement: Agreement) -> Iterator[str]:
    for name in agreement.profile.names("bonus"):
        key = f"bonus.{name}"
        if _shown(f"{key}.played", agreement).startswith("no"):
            yield f"The {name} bonus is not in force.{_mark(agreement, f'{key}.played')}"
            continue
        parts = ("rows_won", "units", "factor", "factor_of", "played")
        keys = [f"{key}.{part}" for part in parts if f"{key}.{part}" in agreement]
        values = agreement.in_force()
        rows, units = values.get(f"{key}.rows_won", "?"), values.get(f"{key}.units", "?")
        times, of = values.get(f"{key}.factor", "?"), values.get(f"{key}.factor_of", "rows")
        wanted = "all three rows" if rows == len(ROWS) else f"at least {rows} rows"
        pays = (
            f"multiplies the gain from {of} by {times}"
            if f"{key}.factor" in agreement
            else f"pays {units} more"
        )
        asked = (
            " Whether it is in force is open."
            if f"{key}.played" not in values and f"{key}.played" in keys
            else ""
        )
        yield f"The {name} bonus for {wanted} won {pays}.{asked}{_mark(agreement, *keys)}"


def _table(title: str, agreement: Agreement) -> Table | None:
    if title == "Royalties":
        return _royalty_table(agreement)
    if title == "Special hands":
        return _special_table(agreement)
    if title == "Side bet on aces" and "aces.played" in agreement and not idle("aces.count.0", agreement):
        counts = tuple((str(n), _shown(f"aces.count.{n}", agreement)) for n in range(5))
        return Table("Side bet on aces", ("aces", "count"), counts)
    return None


def _royalty_table(agreement: Agreement) -> Table | None:
    rows = []
    for category in (*CATEGORIES, ROYAL):
        cells = [_shown(f"royalty.pays.{row}.{category}", agreement) for row in ROWS]
        if any(cell != "–" for cell in cells):
            rows.append((category, *cells))
    return Table("Royalties", ("royalty", *ROWS), tuple(rows)) if rows else None


def _special_table(agreement: Agreement) -> Table | None:
    """The specials from lowest to highest, as far as values and order say."""
    kinds = list(agreement.profile.names("special.pays"))
    if not kinds or idle("special.pays", agreement):
        return None
    values = agreement.in_force()
    text = str(values.get("special.order", ""))
    order = [part.strip() for part in text.split("<")] if "<" in text else kinds
    place = {kind: order.index(kind) if kind in order else len(order) for kind in kinds}
    kinds.sort(key=lambda kind: (int(values.get(f"special.pays.{kind}", 0)), place[kind]))
    rows = tuple((kind, _shown(f"special.pays.{kind}", agreement)) for kind in kinds)
    return Table("Special hands, low to high", ("special hand", "from each opponent"), rows)


def _options(agreement: Agreement, with_keys: bool) -> Iterator[str]:
    for rule in agreement.profile.rules:
        if rule.answer is None:
            continue
        if rule.key in agreement.rulings:
            kept = f"agreed: {agreement[rule.key]} (without an agreement: {rule.value})"
        else:
            kept = f"{rule.value}, as no other was agreed ({rule.answer})"
        asked = f"{rule.key}:" if with_keys else describe_key(rule.key)["question"]
        yield f"{asked} {kept}{_mark(agreement, rule.key)}"


def _questions(agreement: Agreement, with_keys: bool) -> Iterator[str]:
    for gap in agreement.open_gaps:
        if not idle(gap.key, agreement):
            yield str(gap) if with_keys else f"{gap.question} ({gap.answer})"
    if without := [gap for gap in agreement.open_gaps if idle(gap.key, agreement)]:
        named = (
            ", ".join(gap.key for gap in without) if with_keys else " ".join(gap.question for gap in without)
        )
        yield f"Open too, but without effect while it is not played: {named}"


def _wrapped(text: str, bullet: str = "") -> str:
    return textwrap.fill(
        " ".join(text.split()), WIDTH, initial_indent=bullet, subsequent_indent=" " * len(bullet)
    )
