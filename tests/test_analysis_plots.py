"""Plots say in words what they show, and can be seen on any page."""

from __future__ import annotations

import re
from base64 import b64decode
from xml.etree import ElementTree

import pytest

from cptutor import CardError, Layout
from cptutor.analysis import AllLayouts, Bars, Plot, equity_of, plot_equity, plot_layouts

OWN = Layout.parse("9♠ 9♦ 2♣ / Q♠ Q♥ 8♣ 6♥ 3♦ / A♠ K♠ J♠ 10♠ 4♠")
HAND = AllLayouts(OWN, "basic")
SVG = "{http://www.w3.org/2000/svg}"


def drawn(plot: Plot) -> ElementTree.Element:
    """The picture within the plot's HTML, read as XML."""
    html = plot._repr_html_()
    assert "<svg" not in html  # Jupyter would take it out of a notebook that was not run yet
    found = re.search(r'src="data:image/svg\+xml;base64,([^"]+)"', html)
    assert found is not None
    assert f'alt="{str(plot).replace(chr(39), "&#x27;")}"' in html
    return ElementTree.fromstring(b64decode(found[1]).decode())


def test_layouts() -> None:
    plot = plot_layouts(HAND, OWN)
    picture = drawn(plot)
    assert len(picture.findall(f".//{SVG}circle")) == len(HAND.frontier)
    assert len(picture.findall(f".//{SVG}path")) == 1
    title = picture.find(f"{SVG}title")
    assert title is not None
    assert title.text == str(plot) == repr(plot)
    assert "19,734 legal layouts" in str(plot)
    assert "its back beats 100% of all rows, its front 92%" in str(plot)
    assert not drawn(plot_layouts(HAND)).findall(f".//{SVG}path")
    with pytest.raises(CardError, match="no row 'top'"):
        plot_layouts(HAND, across="top")


def test_everything_lies_within_the_picture() -> None:
    for across, up in (("back", "front"), ("middle", "front"), ("back", "middle")):
        for dot in drawn(plot_layouts(HAND, across=across, up=up)).findall(f".//{SVG}circle"):
            assert 0 <= float(dot.attrib["cx"]) <= 560
            assert 0 <= float(dot.attrib["cy"]) <= 340


def test_equity() -> None:
    found = equity_of([OWN, *HAND.frontier[:4]], "basic", deals=500)
    plot = plot_equity(found, own=0)
    picture = drawn(plot)
    assert len(picture.findall(f".//{SVG}circle")) == 4
    assert len(picture.findall(f".//{SVG}path")) == 1
    assert f"The cross is yours: {found.units[0]:+.2f}, 92%." in str(plot)
    assert "The cross" not in str(plot_equity(found))


def test_bars() -> None:
    bars = Bars("Layouts", (("all", 72_072), ("few", 1), ("none", 0)))
    assert str(bars).splitlines()[0] == "Layouts"
    assert [line.count("█") for line in str(bars).splitlines()[1:]] == [40, 1, 0]
    html = bars._repr_html_()
    assert "72,072" in html
    assert "width:300px" in html
    assert "width:0px" in html
    assert str(Bars("Nothing", (("none", 0),))).endswith("0  ")
