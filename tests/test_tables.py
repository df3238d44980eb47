from __future__ import annotations

import builtins
import sys
from typing import Any

import pytest

from cptutor.tables import Table, show, signed

TABLE = Table("Nets", ("player", "net", "note"), (("Sora", 12, "a"), ("Pia", -4, None), ("Jo", 0, "longer")))


def test_numbers_on_the_right_and_text_on_the_left() -> None:
    assert str(TABLE).split("\n") == [
        "player  net  note",
        "Sora    +12  a",
        "Pia      −4  –",
        "Jo        0  longer",
    ]
    assert repr(TABLE) == str(TABLE)


@pytest.mark.parametrize(("cell", "text"), [(2, "+2"), (-4, "−4"), (0, "0"), (None, "–"), ("x", "x")])
def test_cells_as_text(cell: int | str | None, text: str) -> None:
    assert show(cell) == text
    if isinstance(cell, int):
        assert signed(cell) == text


def test_a_column_and_some_columns() -> None:
    assert TABLE["net"] == (12, -4, 0)
    some = TABLE[["note"]]
    assert isinstance(some, Table)
    assert (some.columns, some.rows) == (("player", "note"), (("Sora", "a"), ("Pia", None), ("Jo", "longer")))
    for wrong in ("nett", ["net", "nett"]):
        with pytest.raises(KeyError, match="no column 'nett'; there are player, net, note"):
            TABLE[wrong]


def test_columns_without_a_sign() -> None:
    assert str(Table("", ("a", "b"), ((1, 1),), unsigned=("a",))).split("\n") == ["a   b", "1  +1"]


def test_columns_stay_aligned_whatever_the_script() -> None:
    """A Chinese character or an emoji takes two columns of a terminal, a combining accent none."""
    table = Table("", ("player", "net"), (("李娜", 1), ("Rene\u0301", 1), ("👩", 1), ("Anna", 1)))
    assert str(table).split("\n") == [
        "player  net",
        "李娜     +1",
        "Rene\u0301     +1",
        "👩       +1",
        "Anna     +1",
    ]


def test_a_frame_has_the_same_figures() -> None:
    frame: Any = TABLE.frame()
    assert list(frame.columns) == ["net", "note"]
    assert list(frame.index) == ["Sora", "Pia", "Jo"]
    assert frame.index.name == "player"
    assert frame.loc["Pia", "net"] == -4


def test_without_pandas_a_table_is_its_own_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = builtins.__import__

    def refuse(name: str, *rest: Any, **more: Any) -> Any:
        if name == "pandas":
            raise ImportError(name)
        return kept(name, *rest, **more)

    monkeypatch.delitem(sys.modules, "pandas", raising=False)
    monkeypatch.setattr(builtins, "__import__", refuse)
    assert TABLE.frame() is TABLE


def test_the_html_form_holds_every_cell() -> None:
    html = TABLE._repr_html_()
    for text in ("Nets", "player", "Sora", "+12", "−4", "–"):
        assert text in html


def test_markup_in_a_cell_stays_text() -> None:
    html = Table("<i>", ("<a>", "b"), (("<b>x</b>", 1),))._repr_html_()
    assert "<b>x" not in html
    assert "&lt;b&gt;x" in html
