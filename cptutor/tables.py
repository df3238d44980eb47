"""Tables for people: pandas where it is installed, a plain table of the same figures where it is not."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

Cell = int | str | None


@dataclass(frozen=True, slots=True)
class Table:
    """A small table: a caption, column names (the first is that of the row names), and rows of cells.

    Numbers are shown with a sign, except in the columns named in ``unsigned``.

    >>> print(Table("Nets", ("player", "net"), (("Sora", 2), ("Pia", -4))))
    player  net
    Sora     +2
    Pia      −4

    Columns are taken as from a pandas table, so that a lesson reads the same with and without pandas.

    >>> Table("Nets", ("player", "net"), (("Sora", 2), ("Pia", -4)))["net"]
    (2, -4)
    """

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    unsigned: tuple[str, ...] = ()

    def __str__(self) -> str:
        lines = [self.columns, *self.shown()]
        widths = [max(_width(line[i]) for line in lines) for i in range(len(self.columns))]
        numeric = [any(isinstance(row[i], int) for row in self.rows) for i in range(len(self.columns))]
        return "\n".join(
            "  ".join(
                _pad(cell, width, right) for cell, width, right in zip(line, widths, numeric, strict=True)
            ).rstrip()
            for line in lines
        )

    def __repr__(self) -> str:
        return str(self)

    def __getitem__(self, names: str | Sequence[str]) -> tuple[Cell, ...] | Table:
        """The cells of one column; or, for several names, a table of those columns beside the row names.

        Raises:
            KeyError: no column of that name.
        """
        if isinstance(names, str):
            return tuple(row[self._place(names)] for row in self.rows)
        places = [0, *(self._place(name) for name in names)]
        return Table(
            self.caption,
            tuple(self.columns[i] for i in places),
            tuple(tuple(row[i] for i in places) for row in self.rows),
            self.unsigned,
        )

    def _place(self, name: str) -> int:
        if name not in self.columns:
            raise KeyError(f"no column {name!r}; there are {', '.join(self.columns)}")
        return self.columns.index(name)

    def _repr_html_(self) -> str:
        from cptutor.html import table_html

        return table_html(self.columns, self.shown(), self.caption)

    def shown(self) -> list[list[str]]:
        """The cells as text, a list a row."""
        return [
            [
                str(cell) if name in self.unsigned else show(cell)
                for name, cell in zip(self.columns, row, strict=True)
            ]
            for row in self.rows
        ]

    def frame(self) -> pd.DataFrame | Table:
        """The table as a pandas DataFrame, its first column the index; itself where pandas is not installed."""
        try:
            import pandas as pd
        except ImportError:
            return self
        data: dict[str, Any] = {}
        for i, name in enumerate(self.columns[1:], start=1):
            cells = [row[i] for row in self.rows]
            gapped = None in cells and not any(isinstance(cell, str) for cell in cells)
            data[name] = pd.array(cells, dtype="Int64") if gapped else cells  # whole numbers stay whole
        index = pd.Index([row[0] for row in self.rows], name=self.columns[0])
        return pd.DataFrame(data, index=index)


def show(cell: Cell) -> str:
    """A cell as text: numbers with a sign, nothing as a dash.

    >>> show(2), show(-4), show(0), show(None)
    ('+2', '−4', '0', '–')
    """
    if cell is None:
        return "–"
    return signed(cell) if isinstance(cell, int) else cell


def signed(number: int) -> str:
    """A number of units with its sign: ``+2``, ``−4``, ``0``."""
    return f"{number:+d}".replace("-", "−") if number else "0"


def _width(text: str) -> int:
    """Columns that a text takes in a terminal: a Chinese character or an emoji two, an accent of its own none."""
    return sum(
        0 if unicodedata.category(c) in ("Mn", "Me", "Cf") else 1 + (unicodedata.east_asian_width(c) in "WF")
        for c in text
    )


def _pad(text: str, width: int, right: bool) -> str:
    blanks = " " * (width - _width(text))
    return blanks + text if right else text + blanks
