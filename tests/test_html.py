from __future__ import annotations

import re
from html.parser import HTMLParser
from itertools import chain

import pytest

from cptutor.cards import DECK, Card, parse_cards
from cptutor.html import (
    FACE,
    MESSAGES,
    SUIT_COLOURS,
    Kind,
    Markup,
    card_html,
    cards_html,
    layout_html,
    message_html,
    signed,
    table_html,
)
from cptutor.layout import Layout

LAYOUT = Layout.parse("Q♠ Q♥ 2♣ / 9♠ 9♦ 8♣ 6♥ 3♦ / A♠ K♠ J♠ 10♠ 4♠")
TEXT = "\ufe0e"
JUPYTER_DARK = "#111111"

EVERY_FORM = {
    "cards": cards_html(DECK),
    "layout": layout_html(LAYOUT, {"front": "pair of queens", "back": Card("A♠")}, caption="Yours"),
    "empty row": layout_html(Layout("", "10♥ J♥ 9♦ 8♣ 6♥ 3♦ 2♦ 2♥", "A♠ K♠ J♠ 10♠ 4♠")),
    "table": table_html(
        ["", "cards", "units"], [["front", LAYOUT.front, 1], ["back", "", signed(-2)]], caption="Units"
    ),
    **{kind: message_html(kind, "title", ["one", "two"]) for kind in ("good", "bad", "question", "note")},
    "one line": message_html("good", "title", ["one"]),
}
each_form = pytest.mark.parametrize("html", EVERY_FORM.values(), ids=EVERY_FORM.keys())


class Page(HTMLParser):
    """Reads a form as a browser would: every element with its attributes and its text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str], list[str]]] = []
        self.open: list[tuple[str, list[str]]] = []
        self.text = ""
        self.feed(html)
        self.close()
        assert self.open == [], "an element is left open"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        text: list[str] = []
        self.elements.append((tag, {name: value or "" for name, value in attrs}, text))
        self.open.append((tag, text))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop()[0] == tag

    def handle_data(self, data: str) -> None:
        self.text += data
        for _, text in self.open:
            text.append(data)

    def all(self, *tags: str) -> list[tuple[str, dict[str, str]]]:
        return [("".join(text), attributes) for tag, attributes, text in self.elements if tag in tags]

    def texts(self, *tags: str) -> list[str]:
        return [text for text, _ in self.all(*tags)]


def style_of(attributes: dict[str, str]) -> dict[str, str]:
    return dict(part.split(":", 1) for part in attributes.get("style", "").split(";") if part)


def contrast(one: str, other: str) -> float:
    """WCAG 2 contrast of two colours written as #rrggbb."""

    def luminance(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_contrast_is_measured_right() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#ffffff", "#777777") == pytest.approx(4.48, abs=0.005)  # the well-known near miss


# --- cards


def test_a_card_has_its_symbol_in_text_form_and_its_name_in_words() -> None:
    [(text, attributes)] = Page(card_html(Card("Qh"))).all("span")
    assert text == "Q♥" + TEXT
    assert (attributes["role"], attributes["aria-label"], attributes["title"]) == (
        "img",
        "queen of hearts",
        "queen of hearts",
    )


@pytest.mark.parametrize("card", DECK, ids=str)
def test_a_card_is_readable_on_its_face(card: Card) -> None:
    [(_, attributes)] = Page(card_html(card)).all("span")
    style = style_of(attributes)
    assert style["background"] == FACE == "#ffffff"
    assert contrast(style["color"], style["background"]) >= 4.5
    assert style["border"].startswith("1px solid #")
    assert style["white-space"] == "nowrap"


def test_four_suits_have_four_colours() -> None:
    assert (
        len({style_of(Page(card_html(Card("A" + suit))).all("span")[0][1])["color"] for suit in "♠♥♦♣"}) == 4
    )
    assert set(SUIT_COLOURS) == {"spades", "hearts", "diamonds", "clubs"}


def test_a_card_shows_itself_in_a_notebook() -> None:
    assert DECK[0]._repr_html_() == card_html(DECK[0])


def test_copied_cards_read_back() -> None:
    assert Page(cards_html(parse_cards("10♥ 2♣ A♠"))).text == f"10♥{TEXT} 2♣{TEXT} A♠{TEXT}"
    assert parse_cards(Page(cards_html(DECK)).text) == DECK
    assert cards_html(()) == ""


# --- layouts


def test_a_layout_has_front_at_the_top_and_named_rows() -> None:
    page = Page(layout_html(LAYOUT))
    assert page.texts("th") == ["front", "middle", "back"]
    assert {attributes["scope"] for _, attributes in page.all("th")} == {"row"}
    assert [parse_cards(text) for text in page.texts("td")] == list(LAYOUT.rows)
    assert page.texts("caption") == []
    assert LAYOUT._repr_html_() == layout_html(LAYOUT)


def test_a_layout_takes_words_and_a_caption() -> None:
    page = Page(layout_html(LAYOUT, {"front": "pair of <queens>"}, caption="Before & after"))
    assert page.texts("caption") == ["Before & after"]
    assert page.texts("td")[1::2] == ["pair of <queens>", "", ""]


def test_an_empty_row_says_so() -> None:
    layout = Layout("", "10♥ J♥ 9♦ 8♣ 6♥ 3♦ 2♦ 2♥", "A♠ K♠ J♠ 10♠ 4♠")
    assert Page(layout_html(layout)).texts("td")[0] == "empty"


def test_rows_need_no_whole_layout() -> None:
    page = Page(layout_html({"front": [Card("2♣")], "left over": []}.items()))
    assert page.texts("th", "td") == ["front", f"2♣{TEXT}", "left over", "empty"]


def test_a_note_for_no_row_is_refused() -> None:
    with pytest.raises(ValueError, match="no row is called 'top': front, middle, back"):
        layout_html(LAYOUT, {"top": "pair"})


# --- tables


def test_a_table_names_columns_and_rows() -> None:
    page = Page(table_html(["row", "units"], [["front", 1], ["back", -1]], caption="Units"))
    assert page.texts("caption") == ["Units"]
    assert [(text, a["scope"]) for text, a in page.all("th")] == [
        ("row", "col"),
        ("units", "col"),
        ("front", "row"),
        ("back", "row"),
    ]
    assert page.texts("td") == ["1", "−1"]
    assert [tag for tag, _, _ in page.elements if tag in ("thead", "tbody", "tr")] == [
        "thead",
        "tr",
        "tbody",
        "tr",
        "tr",
    ]


def test_the_first_column_need_not_name_the_row() -> None:
    page = Page(table_html(["units"], [[1], [2]], row_headers=False))
    assert page.texts("th") == ["units"]
    assert page.texts("td") == ["1", "2"]


def test_an_empty_corner_is_no_header() -> None:
    assert Page(table_html(["", "units"], [["front", 1]])).texts("td") == ["", "1"]


@pytest.mark.parametrize("number", [0, 12, -3, 1.5, "+1", "−1", "0", "-2", "1,234", "12.5%", "12 %"])
def test_numbers_stand_right(number: float | str) -> None:
    page = Page(table_html(["row", "units"], [["front", number]]))
    assert style_of(page.all("td")[0][1])["text-align"] == "right"
    assert style_of(page.all("th")[1][1])["text-align"] == "right"


@pytest.mark.parametrize("words", ["", "one", "1 to 3", "2-4", "+", Card("10♠"), LAYOUT.front, Markup("1")])
def test_all_else_stands_left(words: str | Card) -> None:
    page = Page(table_html(["row", "units"], [["front", words], ["back", 1]]))
    assert style_of(page.all("td")[0][1])["text-align"] == "left"
    assert style_of(page.all("th")[1][1])["text-align"] == "left"


def test_text_is_escaped_and_markup_is_not() -> None:
    html = table_html(["<b>"], [["<script>"], [Markup("<b>bold</b>")], ['"A & B"']], row_headers=False)
    page = Page(html)
    assert page.texts("script") == []
    assert page.texts("b") == ["bold"]
    assert page.texts("th", "td") == ["<b>", "<script>", "bold", '"A & B"']


def test_markup_joined_to_text_is_text_again() -> None:
    assert Page(table_html((), [[card_html(DECK[0]) + "<script>"]], row_headers=False)).texts("script") == []


def test_suits_in_words_are_text_too_and_only_once() -> None:
    page = Page(table_html((), [["Q♥ beats J♠\ufe0e, not K♦\ufe0f"]], row_headers=False))
    assert page.texts("td") == ["Q♥\ufe0e beats J♠\ufe0e, not K♦\ufe0f"]


def test_ragged_rows_are_refused() -> None:
    with pytest.raises(ValueError, match="row 2 of the table has 1 cells, not 2"):
        table_html(["row", "units"], [["front", 1], ["back"]])
    with pytest.raises(ValueError, match="row 2 of the table has 3 cells, not 2"):
        table_html((), [["front", 1], ["back", 1, 2]])


def test_a_table_may_have_no_rows() -> None:
    page = Page(table_html(["row", "units"], []))
    assert page.texts("th") == ["row", "units"]
    assert page.texts("td") == []


@pytest.mark.parametrize(
    ("number", "text"), [(1, "+1"), (-1, "−1"), (0, "0"), (12, "+12"), (-0.5, "−0.5"), (-0.0, "0")]
)
def test_signed(number: float, text: str) -> None:
    assert signed(number) == text


# --- messages


@pytest.mark.parametrize(
    ("kind", "start"),
    [("good", "✓ Good: "), ("bad", "✗ Problem: "), ("question", "? Question: "), ("note", "i Note: ")],
)
def test_a_message_has_sign_and_word(kind: Kind, start: str) -> None:
    page = Page(message_html(kind, "What <now>?", ["Q♠ here", Card("2♣")]))
    assert page.texts("p") == [start + "What <now>?"]
    assert page.texts("li") == [f"Q♠{TEXT} here", f"2♣{TEXT}"]
    [(sign, attributes)] = [found for found in page.all("span") if "aria-hidden" in found[1]]
    assert sign == start[0]
    assert contrast(style_of(attributes)["color"], style_of(attributes)["background"]) >= 4.5


def test_a_message_needs_no_list_for_one_line() -> None:
    assert Page(message_html("note", "title", ["only"])).texts("p", "li") == ["i Note: title", "only"]
    assert Page(message_html("note", "title")).texts("p", "li", "ul") == ["i Note: title"]


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="'ugly' is no kind of message: good, bad, question, note"):
        message_html("ugly", "title")  # type: ignore[arg-type]


@pytest.mark.parametrize("background", ["#ffffff", JUPYTER_DARK])
def test_the_bar_of_a_message_is_seen_in_both_themes(background: str) -> None:
    for _, _, colour in MESSAGES.values():
        assert contrast(colour, background) >= 3


# --- every form


# What JupyterLab 4's sanitizer lets through, the part of it that is used here; role and aria-* may be lost.
KEPT_TAGS = {
    "caption", "div", "em", "li", "p", "span", "strong", "table", "tbody", "td", "th", "thead", "tr", "ul"
}  # fmt: skip
KEPT_ATTRIBUTES = {"style", "title", "scope"}
LOST_ATTRIBUTES = {"role", "aria-label", "aria-hidden"}
_LENGTH = r"(0|(\d+\.)?\d+(px|em|%))"
_COLOUR = r"(#[0-9a-f]{6}|rgba\(\d+,\d+,\d+,0\.\d+\)|transparent)"
KEPT_STYLES = {
    "background": _COLOUR,
    "border": rf"1px solid {_COLOUR}",
    "border-bottom": rf"1px solid {_COLOUR}",
    "border-collapse": "collapse",
    "border-left": rf"5px solid {_COLOUR}",
    "border-radius": _LENGTH,
    "box-sizing": "border-box",
    "caption-side": "top",
    "color": _COLOUR,
    "display": "inline-block",
    "font-size": _LENGTH,
    "font-weight": "600",
    "line-height": r"\d\.\d+",
    "margin": rf"{_LENGTH}( {_LENGTH}){{0,3}}",
    "margin-right": _LENGTH,
    "min-width": _LENGTH,
    "padding": rf"{_LENGTH}( {_LENGTH}){{0,3}}",
    "padding-left": _LENGTH,
    "page-break-inside": "avoid",
    "text-align": "left|right|center",
    "vertical-align": "middle",
    "white-space": "nowrap",
    "width": _LENGTH,
}


@each_form
def test_everything_survives_an_untrusted_notebook(html: str) -> None:
    for tag, attributes, _ in Page(html).elements:
        assert tag in KEPT_TAGS
        assert set(attributes) <= KEPT_ATTRIBUTES | LOST_ATTRIBUTES
        for name, value in style_of(attributes).items():
            assert re.fullmatch(KEPT_STYLES[name], value), (name, value)


@each_form
def test_text_has_a_colour_only_where_it_has_a_ground(html: str) -> None:
    for _, attributes, _ in Page(html).elements:
        style = style_of(attributes)
        assert "color" not in style or style["background"] == FACE


def without_attributes(html: str) -> str:
    return re.sub(r"<(\w+)[^>]*>", r"<\1>", html)


def test_the_words_stand_apart_without_any_style() -> None:
    bare = without_attributes(EVERY_FORM["layout"])
    assert Page(bare).text.split() == list(
        chain(
            ["Yours", "front", f"Q♠{TEXT}", f"Q♥{TEXT}", f"2♣{TEXT}", "pair", "of", "queens"],
            ["middle", *(f"{card}{TEXT}" for card in LAYOUT.middle)],
            ["back", *(f"{card}{TEXT}" for card in LAYOUT.back), f"A♠{TEXT}"],
        )
    )
    assert Page(without_attributes(EVERY_FORM["bad"])).text.split() == [
        "✗",
        "Problem:",
        "title",
        "one",
        "two",
    ]


@each_form
def test_a_form_shows_itself(html: str) -> None:
    assert isinstance(html, Markup)
    assert html._repr_html_() == html
