"""Rows shown side by side say the same in text and in HTML."""

from __future__ import annotations

import pytest

from cptutor.showing import fold, show_comparison, show_rows
from cptutor.terms import CardError


def test_rows_in_both_forms() -> None:
    shown = show_rows("7♠ 7♦ K♣", "10♠ 9♠ 8♠ 7♠ 6♠")
    assert repr(shown) == (
        "7♠ 7♦ K♣         pair            pair of sevens, king kicker\n"
        "10♠ 9♠ 8♠ 7♠ 6♠  straight flush  ten-high straight flush"
    )
    html = shown._repr_html_()
    for part in ("king of clubs", "straight flush", "pair of sevens, king kicker"):
        assert part in html


@pytest.mark.parametrize(
    ("first", "second", "title"),
    [
        ("K♠ K♥ 7♦", "K♦ K♣ 7♣ 3♥ 2♠", "The second row wins"),
        ("K♠ K♥ 7♦", "K♦ K♣ 6♠ 5♥ 4♦", "The first row wins"),
        ("A♠ A♦ 2♣", "A♣ A♥ 2♦", "A tie"),
    ],
)
def test_comparison_says_who_wins(first: str, second: str, title: str) -> None:
    shown = show_comparison(first, second)
    assert f"\n{title}: " in repr(shown)
    assert title in shown._repr_html_()


def test_fold_is_closed_in_html_and_open_in_text() -> None:
    folded = fold("Answer: <yes>", show_rows("7♠ 7♦ K♣"))
    html = folded._repr_html_()
    assert html.startswith("<details ")
    assert " open" not in html
    assert "<summary>Answer: &lt;yes&gt;</summary>" in html
    assert "pair of sevens, king kicker" in html
    assert repr(folded).endswith("pair of sevens, king kicker")
    assert "<pre>{&#x27;a&#x27;: -1}</pre>" in fold("s", {"a": -1})._repr_html_()


def test_bad_row_is_named() -> None:
    with pytest.raises(CardError, match="'Z♠' is not a card"):
        show_rows("Z♠ 7♦ K♣")
    with pytest.raises(CardError, match="3 or 5 cards"):
        show_comparison("7♠ 7♦", "7♥ 7♣ 2♦")
