"""How a scorebook, a pairing and an account look in a notebook; every figure and reason comes from the scorebook.

The text forms of the same values stand in :mod:`cptutor.settlement.scorebook`.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

from cptutor.html import Cell, Markup, message_html, row_html, signed, table_html
from cptutor.terms import ROWS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cptutor.layout import Layout
    from cptutor.settlement.scorebook import Account, Pairing, Scorebook, Transfer

_RESULTS: Final = {1: "won", 0: "tied", -1: "lost", None: "not compared"}
_PLAIN: Final = "font-weight:400;"


def layouts_html(layouts: Mapping[str, Layout]) -> Markup:
    """Layouts side by side, so that the rows that meet stand in one line."""
    rows: list[list[Cell]] = [
        [
            row,
            *(row_html(layout.row(row)) for layout in layouts.values()),
        ]
        for row in ROWS
    ]
    return table_html(("row", *layouts), rows)


def pairing_html(pairing: Pairing) -> Markup:
    """A pairing line by line: each row, then what is paid on top, then the net; notes below."""
    rows: list[list[Cell]] = []
    for row in pairing.rows:
        units = sum(
            _gain(pairing.first, transfer)
            for transfer in pairing.transfers
            if transfer.row == row.row and not _on_top(transfer)
        )
        result = _RESULTS[row.result]
        rows.append([row.row, result, signed(units), row.reason if row.reason != result else ""])
    for transfer in filter(_on_top, pairing.transfers):
        name, reason = transfer.component, transfer.reason.removeprefix(f"{transfer.component}: ")
        label = name if transfer.row is None else f"{name}, {transfer.row}"
        rows.append([label, "", signed(_gain(pairing.first, transfer)), reason])
    rows.append([_strong("net"), "", signed(pairing.net), ""])
    caption = _caption(
        f"{pairing.first} vs {pairing.second}: {signed(pairing.net)}", f"figures are {pairing.first}’s"
    )
    notes = message_html("note", "what pays nothing, and why", pairing.notes) if pairing.notes else ""
    return Markup(table_html(("", "result", "units", "why"), rows, caption) + notes)


def account_html(account: Account) -> Markup:
    """Every transfer behind a player's total, each with the rules it rests on."""
    rows: list[list[Cell]] = []
    for transfer in account:
        other = transfer.payer if transfer.payee == account.player else transfer.payee
        rules = "<br>".join(escape(str(rule)) for rule in transfer.rules)
        rows.append([other, signed(_gain(account.player, transfer)), transfer.reason, Markup(rules)])
    rows.append([_strong("total"), signed(account.total), "", ""])
    caption = _caption(f"{account.player}: {signed(account.total)}", "why, transfer by transfer")
    return table_html(("against", "units", "why", "rule and where it was read"), rows, caption)


def scorebook_html(book: Scorebook) -> Markup:
    """The pairings under their rules, then each player's net; then the rulings that were in force."""
    scores, nets = book._scores(), book._nets()
    profile = book.agreement.profile
    rulings = [f"{key} = {value}" for key, value in book.rulings.items()]
    title = "rulings by the table, where the rules are silent"
    if book.agreement.invented:
        title = "rulings invented by us for demonstration, where the rules are silent"
    return Markup(
        table_html(
            scores.columns,
            scores.shown(),
            _caption(f"Scorebook, {profile.id}", f"{profile.title}; figures are the first player’s"),
        )
        + nets._repr_html_()
        + (message_html("note", title, rulings) if rulings else "")
        + ("" if book.payments is None else book.payments._repr_html_())
    )


def _on_top(transfer: Transfer) -> bool:
    return transfer.row is None or transfer.component == "royalty"


def _gain(player: str, transfer: Transfer) -> int:
    return transfer.units if transfer.payee == player else -transfer.units


def _strong(text: str) -> Markup:
    return Markup(f"<strong>{escape(text)}</strong>")


def _caption(title: str, rest: str) -> Markup:
    return Markup(f'{escape(title)} <span style="{_PLAIN}">({escape(rest)})</span>')
