"""Small plots without a plotting library: a picture within the page, and text that says the same.

The picture is an SVG image with a ground of its own, so that it can be read on any page, also where a notebook has not
been run yet: Jupyter takes SVG that stands in the page itself out of notebooks it does not trust.

>>> print(Bars("Layouts", (("all", 8), ("legal", 2))))
Layouts
all    8  ████████████████████████████████████████
legal  2  ██████████
"""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Final

import numpy as np

from cptutor.analysis.criteria import share_beaten
from cptutor.html import Markup, table_html
from cptutor.terms import ROW_SIZES, ROWS, CardError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cptutor.analysis.equity import Equity
    from cptutor.analysis.layouts import AllLayouts, LayoutSet, SetLayout

_WIDTH, _HEIGHT, _LEFT, _BOTTOM, _TOP = 560, 340, 56, 44, 14
_ACROSS, _UP = 28, 18  # cells of the shading
_DOT, _OWN, _SHADE = "#0969da", "#cf222e", "#8250df"
_BAR: Final = 40


@dataclass(frozen=True, slots=True, repr=False)
class Bars:
    """Numbers as bars: a caption, and rows of a name and a number from 0."""

    caption: str
    rows: tuple[tuple[str, int], ...]

    def __str__(self) -> str:
        most = max(number for _, number in self.rows) or 1
        names = max(len(name) for name, _ in self.rows)
        digits = max(len(f"{number:,}") for _, number in self.rows)
        lines = [
            f"{name:<{names}}  {number:>{digits},}  {'█' * max(round(_BAR * number / most), number > 0)}"
            for name, number in self.rows
        ]
        return "\n".join([self.caption, *lines])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        most = max(number for _, number in self.rows) or 1
        rows = [(name, f"{number:,}", _bar(number / most)) for name, number in self.rows]
        return table_html(("", "number", ""), rows, self.caption)


@dataclass(frozen=True, slots=True, repr=False)
class Plot:
    """A picture and the text that says what it shows."""

    text: str
    svg: str

    def __str__(self) -> str:
        return self.text

    __repr__ = __str__

    def _repr_html_(self) -> str:
        image = b64encode(self.svg.encode()).decode()
        style = f"width:100%;max-width:{_WIDTH}px;"
        return (
            f'<div><img alt="{escape(self.text)}" style="{style}" src="data:image/svg+xml;base64,{image}"></div>'
            f"<div>{escape(self.text)}</div>"
        )


def plot_layouts(
    hand: AllLayouts, own: SetLayout | None = None, across: str = "back", up: str = "front"
) -> Plot:
    """The legal layouts of a hand by the strength of two rows, its frontier, and one's own layout.

    Args:
        hand: all layouts of the cards.
        own: one's own layout of them, or none.
        across: the row whose strength grows to the right.
        up: the row whose strength grows upward.

    A row's strength is the share of all rows of its size in a full deck that it beats, ties half: 0 to 1.

    Raises:
        CardError: no such row, or a layout of other cards.
    """
    legal, frontier = _shares(hand.legal, (across, up)), _shares(hand.frontier, (across, up))
    cells = (legal[0] * _ACROSS).astype(int) * _UP + (legal[1] * _UP).astype(int)
    counts = np.bincount(cells, minlength=_ACROSS * _UP).reshape(_ACROSS, _UP)
    most = counts.max()
    parts = []
    width, height = (_WIDTH - _LEFT) / _ACROSS, (_HEIGHT - _BOTTOM - _TOP) / _UP
    for column, row in np.argwhere(counts):
        left, top = _place(column / _ACROSS, (row + 1) / _UP)
        shade = 0.08 + 0.5 * float(counts[column, row] / most) ** 0.5
        parts.append(
            f'<rect x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{_SHADE}"'
            f' fill-opacity="{shade:.2f}"/>'
        )
    parts += [_dot(*_place(x, y), 3, _DOT) for x, y in zip(*frontier, strict=True)]
    text = (
        f"{len(hand.legal):,} legal layouts, the darker the more; the dots are the {len(hand.frontier)} of the"
        f" frontier. Across: the share of all rows that the {across} beats, up: the {up}'s."
    )
    if own is not None:
        mine = _shares(hand_set(hand, own), (across, up))
        x, y = float(mine[0][0]), float(mine[1][0])
        parts.append(_cross(*_place(x, y)))
        text += f" The cross is your layout: its {across} beats {x:.0%} of all rows, its {up} {y:.0%}."
    scale = (0.0, 0.25, 0.5, 0.75, 1.0)
    axes = _axes(across, up, [(at, f"{at:.0%}") for at in scale], [(at, f"{at:.0%}") for at in scale])
    return Plot(text, _svg(text, [*axes, *parts]))


def plot_equity(found: Equity, across: str = "front", own: int | None = None) -> Plot:
    """What layouts gain by the strength of one of their rows, each with two standard errors up and down.

    Args:
        found: the layouts' equity.
        across: the row whose strength grows to the right.
        own: the place of one's own layout among them, or none.

    Raises:
        CardError: no such row.
    """
    (shares,) = _shares(found.layouts, (across,))
    low, high = float((found.units - 2 * found.error).min()), float((found.units + 2 * found.error).max())
    low, high = np.floor(low * 2) / 2, np.ceil(high * 2) / 2
    span = max(high - low, 0.5)
    parts = []
    for place, (share, units, error) in enumerate(zip(shares, found.units, found.error, strict=True)):
        x, y = _place(share, (units - low) / span)
        half = 2 * error / span * (_HEIGHT - _BOTTOM - _TOP)
        colour = _OWN if place == own else _DOT
        parts.append(
            f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{y - half:.1f}" y2="{y + half:.1f}" stroke="{colour}"/>'
        )
        parts.append(_cross(x, y) if place == own else _dot(x, y, 2.5, colour))
    steps = [low + step * span / 4 for step in range(5)]
    best = found.best
    text = (
        f"Units a deal of {len(found.layouts)} layouts, with two standard errors up and down. Across: the share of all"
        f" rows that the {across} beats. The highest gains {found.units[best]:+.2f}, and its {across} beats"
        f" {shares[best]:.0%}."
    )
    if own is not None:
        text += f" The cross is yours: {found.units[own]:+.2f}, {shares[own]:.0%}."
    axes = _axes(
        across,
        "units a deal",
        [(at, f"{at:.0%}") for at in (0.0, 0.25, 0.5, 0.75, 1.0)],
        [((at - low) / span, f"{at:+.2f}") for at in steps],
    )
    return Plot(text.replace("-", "−"), _svg(text, [*axes, *parts]))


def _bar(share: float) -> Markup:
    """A bar of up to 300 pixels, none for 0."""
    width = max(round(300 * share), share > 0)
    return Markup(f'<div style="height:0.9em;background:{_DOT};width:{width}px;"></div>')


def hand_set(hand: AllLayouts, layout: SetLayout) -> LayoutSet:
    """One layout of a hand as a set of it."""
    from cptutor.analysis.layouts import LayoutSet

    return LayoutSet(hand, np.array([hand.number(layout)]))


def _shares(layouts: LayoutSet, rows: Iterable[str]) -> list[np.ndarray]:
    """By row, the share of all rows of its size that each layout's row beats."""
    found = []
    for row in rows:
        if row not in ROWS:
            raise CardError(f"no row {row!r}; there are {', '.join(ROWS)}")
        place = ROWS.index(row)
        shares = share_beaten(ROW_SIZES[place], layouts.hand.rows.wheel)
        found.append(shares.take(layouts.ordinals[place]))
    return found


def _place(x: float, y: float) -> tuple[float, float]:
    """Where a point of the unit square lies in the picture."""
    return _LEFT + x * (_WIDTH - _LEFT - 8), _HEIGHT - _BOTTOM - y * (_HEIGHT - _BOTTOM - _TOP)


def _dot(x: float, y: float, size: float, colour: str) -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size}" fill="{colour}"/>'


def _cross(x: float, y: float) -> str:
    return f'<path d="M{x - 7:.1f} {y - 7:.1f}l14 14m0 -14l-14 14" stroke="{_OWN}" stroke-width="3.5" fill="none"/>'


def _axes(
    across: str, up: str, ticks: Sequence[tuple[float, str]], steps: Sequence[tuple[float, str]]
) -> list[str]:
    """Lines and words along the bottom and the left side."""
    (left, bottom), (right, top) = _place(0, 0), _place(1, 1)
    line = 'stroke="#d0d7de"'
    parts = []
    for at, word in ticks:
        x, _ = _place(at, 0)
        anchor = "end" if at == 1 else "middle"
        parts.append(f'<text x="{x:.1f}" y="{bottom + 16:.1f}" text-anchor="{anchor}">{word}</text>')
    for at, word in steps:
        _, y = _place(0, at)
        parts.append(f'<line x1="{left}" x2="{right}" y1="{y:.1f}" y2="{y:.1f}" {line}/>')
        parts.append(
            f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end">{word.replace("-", "−")}</text>'
        )
    middle = (left + right) / 2
    parts.append(f'<text x="{middle:.1f}" y="{_HEIGHT - 8}" text-anchor="middle">{escape(across)}</text>')
    turned = f"rotate(-90 12 {(top + bottom) / 2:.1f})"
    parts.append(
        f'<text x="12" y="{(top + bottom) / 2:.1f}" text-anchor="middle" transform="{turned}">{escape(up)}</text>'
    )
    return parts


def _svg(text: str, parts: Iterable[str]) -> str:
    ground = f'<rect width="{_WIDTH}" height="{_HEIGHT}" rx="6" fill="#ffffff"/>'
    return (
        f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" height="{_HEIGHT}" font-size="12"'
        f' font-family="sans-serif" xmlns="http://www.w3.org/2000/svg"><title>{escape(text)}</title>{ground}'
        f'<g fill="#1f2328">{"".join(parts)}</g></svg>'
    )
