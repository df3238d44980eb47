"""What a control consists of: native inputs, buttons, figures and texts, as values that know nothing of a browser.

A control's state lists its parts; the browser shows them, and the same parts are its text and its HTML elsewhere.

>>> print(page_text([Choice("row", "Row", (("front", "Front"), ("back", "Back")), "back")]))
Row: Back
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from html import escape
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from cptutor.html import MESSAGES, Markup, message_html, table_html

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from cptutor.html import Cell, Kind

Option = tuple[str, str]
"""A value and the words for it."""


@dataclass(frozen=True, slots=True)
class Part:
    """One thing on the page; ``key`` names it.

    A part without a ``twin`` is shown in a browser only, one that is not ``live`` in the twin only.
    """

    kind: ClassVar[str] = ""
    key: str
    twin: bool = field(default=True, kw_only=True)
    live: bool = field(default=True, kw_only=True)

    def as_dict(self) -> dict[str, Any]:
        """The part as the browser gets it."""
        names = (each.name for each in fields(self) if each.name not in ("twin", "live", "text"))
        return {"kind": self.kind, **{name: _plain(getattr(self, name)) for name in names}}

    def lines(self) -> Iterator[str]:
        """The part as lines of text."""
        yield from ()

    def markup(self) -> str:
        """The part as HTML without a browser's help."""
        return ""

    def pair(self) -> tuple[str, str] | None:
        """Question and answer, if the part is one; neighbours then share a table."""
        return None


@dataclass(frozen=True, slots=True)
class Choice(Part):
    """One of some options, as radio buttons or as a list to pick from."""

    kind: ClassVar[str] = "choice"
    label: str
    options: tuple[Option, ...]
    value: str
    look: Literal["radio", "select"] = "radio"
    hint: str = ""

    def pair(self) -> tuple[str, str]:
        """The label, and the words of what is chosen."""
        return self.label, dict(self.options).get(self.value, self.value)


@dataclass(frozen=True, slots=True)
class Check(Part):
    """A box to tick."""

    kind: ClassVar[str] = "check"
    label: str
    value: bool


@dataclass(frozen=True, slots=True)
class Field(Part):
    """Something to type. What stands there is sent with the next button, or by Enter as if ``press`` were pressed."""

    kind: ClassVar[str] = "field"
    label: str
    value: str
    hint: str = ""
    rows: int = 1
    numeric: bool = False
    readonly: bool = False
    press: str = ""

    def lines(self) -> Iterator[str]:
        """The label and what stands in the field."""
        yield f"{self.label}: {self.value}" if self.rows == 1 else f"{self.label}:"
        if self.rows > 1:
            yield from (f"  {line}".rstrip() for line in self.value.splitlines())

    def markup(self) -> str:
        """What stands in the field, as it is."""
        return f"<p>{escape(self.label)}:</p>\n<pre>{escape(self.value)}</pre>"


@dataclass(frozen=True, slots=True)
class Answer(Part):
    """A question that the rules leave open: the words allowed, a number, a text, or no answer yet (an empty value)."""

    kind: ClassVar[str] = "answer"
    question: str
    about: str
    choices: tuple[str, ...]
    minimum: int | None
    maximum: int | None
    words: bool
    value: str
    without: str = "still open"

    def pair(self) -> tuple[str, str]:
        """The question and what was answered."""
        return self.question, self.value or self.without


@dataclass(frozen=True, slots=True)
class Button(Part):
    """Something to press; ``copies`` is the key of a field whose text the browser then copies by itself."""

    kind: ClassVar[str] = "button"
    label: str
    look: Literal["plain", "main", "right", "wrong"] = "plain"
    off: bool = False
    expanded: bool | None = None
    name: str = ""
    copies: str = ""


@dataclass(frozen=True, slots=True)
class Tools(Part):
    """Buttons (and boxes) side by side."""

    kind: ClassVar[str] = "tools"
    label: str
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Figure(Part):
    """A number with its name, and perhaps a button that leads on from it."""

    kind: ClassVar[str] = "figure"
    label: str
    value: str
    strong: bool = False
    button: Button | None = None


@dataclass(frozen=True, slots=True)
class Figures(Part):
    """Some figures side by side."""

    kind: ClassVar[str] = "figures"
    label: str
    parts: tuple[Figure, ...]

    def lines(self) -> Iterator[str]:
        """The figures on one line."""
        yield ", ".join(f"{figure.label} {figure.value}" for figure in self.parts)

    def markup(self) -> str:
        """The figures as a table of one row."""
        cells: list[Cell] = [figure.value for figure in self.parts]
        return table_html([figure.label for figure in self.parts], [cells], self.label, row_headers=False)


@dataclass(frozen=True, slots=True)
class Static(Part):
    """Ready HTML and its text, such as a table of the library's own; ``name`` says what it is."""

    kind: ClassVar[str] = "static"
    name: str
    html: str
    text: str

    def lines(self) -> Iterator[str]:
        """The text."""
        yield from self.text.splitlines()

    def markup(self) -> str:
        """The HTML."""
        return str(self.html)


@dataclass(frozen=True, slots=True)
class Mat(Part):
    """A seat's cards in their rows, to be moved and exchanged; ``rows`` holds their codes by row."""

    kind: ClassVar[str] = "mat"
    label: str
    about: str
    rows: Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Message(Part):
    """A verdict, a question or a note."""

    kind: ClassVar[str] = "message"
    sort: Kind
    title: str
    told: tuple[str, ...] = ()

    def lines(self) -> Iterator[str]:
        """Title and lines."""
        yield f"{MESSAGES[self.sort][1]}: {self.title}"
        yield from (f"  {line}" for line in self.told)

    def markup(self) -> str:
        """The box of the library."""
        return message_html(self.sort, self.title, self.told)


@dataclass(frozen=True, slots=True)
class Step:
    """One step of an explanation, and what it rests on."""

    title: str
    told: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """The step as the browser gets it."""
        return {"title": self.title, "told": list(self.told)}


@dataclass(frozen=True, slots=True)
class Steps(Part):
    """An explanation step by step; each opens to show what it rests on."""

    kind: ClassVar[str] = "steps"
    title: str
    steps: tuple[Step, ...]

    def lines(self) -> Iterator[str]:
        """The steps, what each rests on below it."""
        yield self.title
        for step in self.steps:
            yield f"  {step.title}"
            yield from (f"    {line}" for line in step.told)

    def markup(self) -> str:
        """A table: steps to the left, what they rest on to the right."""
        rows = [[step.title, Markup("<br>".join(map(escape, step.told)))] for step in self.steps]
        return table_html((), rows, self.title, row_headers=False) if rows else f"<p>{escape(self.title)}</p>"


@dataclass(frozen=True, slots=True)
class Group(Part):
    """Parts that belong together, under a title if there is one."""

    kind: ClassVar[str] = "group"
    title: str
    parts: tuple[Part, ...]
    look: Literal["plain", "panel", "columns"] = "plain"
    hint: str = ""

    def lines(self) -> Iterator[str]:
        """The title and the parts."""
        yield from filter(None, (self.title, self.hint))
        yield from page_lines(self.parts)

    def markup(self) -> str:
        """The title and the parts."""
        title = f"<p><strong>{escape(self.title)}</strong></p>\n" if self.title else ""
        hint = f"<p>{escape(self.hint)}</p>\n" if self.hint else ""
        return title + hint + page_html(self.parts)


@dataclass(frozen=True, slots=True)
class Fold(Group):
    """A group that opens and closes."""

    kind: ClassVar[str] = "fold"
    opened: bool = False


def page_dicts(parts: Iterable[Part]) -> list[dict[str, Any]]:
    """The parts of a page as the browser gets them."""
    return [part.as_dict() for part in parts if part.live]


def page_lines(parts: Iterable[Part]) -> Iterator[str]:
    """The parts of a page as lines of text."""
    for part in parts:
        if part.twin:
            pair = part.pair()
            yield from part.lines() if pair is None else (f"{pair[0]}: {pair[1]}",)


def page_text(parts: Iterable[Part]) -> str:
    """The parts of a page as text."""
    return "\n".join(page_lines(parts))


def page_html(parts: Sequence[Part]) -> str:
    """The parts of a page as HTML."""
    shown: list[str] = []
    pairs: list[tuple[str, str]] = []
    for part in (*parts, None):
        if part is not None and not part.twin:
            continue
        if part is not None and (pair := part.pair()):
            pairs.append(pair)
            continue
        if pairs:
            shown.append(table_html((), pairs))
            pairs = []
        if part is not None:
            shown.append(part.markup())
    return "\n".join(filter(None, shown))


def _plain(value: object) -> object:
    if isinstance(value, tuple):
        return [_plain(each) for each in value if not isinstance(each, Part) or each.live]
    return value.as_dict() if isinstance(value, (Part, Step)) else value
