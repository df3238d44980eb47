"""The game in JupyterLab: one deal by mouse and one by keys alone, from the cards to the review."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from cptutor import Layout, deal
from cptutor.setting import back_first
from tests.browser.boards import BoardPage
from tests.browser.control_pages import ControlPage
from tests.browser.jupyter import SCREENSHOTS

if TYPE_CHECKING:
    from tests.browser.jupyter import Notebook

SETUP = "from cptutor import *\nfrom cptutor.widgets import GameTable\n"
TALL = 3200
long = pytest.mark.browser_long


class GamePage:
    """A table on the page: its board and its control."""

    def __init__(self, notebook: Notebook) -> None:
        self.notebook, self.page = notebook, notebook.page
        self.board, self.control = BoardPage(notebook), ControlPage(notebook)

    @classmethod
    def show(cls, notebook: Notebook, call: str) -> GamePage:
        notebook.show(f"{SETUP}table = {call}\nboard = table.board\ntable")
        shown = cls(notebook)
        shown.control.listen()
        return shown

    def picture(self, name: str) -> None:
        """Keep a picture of the whole table."""
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        self.page.wait_for_timeout(300)
        self.page.locator(".jp-OutputArea-output .widget-vbox").screenshot(path=SCREENSHOTS / f"{name}.png")

    def axe(self) -> dict[str, list[str]]:
        return self.notebook.axe(".jp-OutputArea-output .widget-vbox")

    def in_python(self, expression: str) -> str:
        return self.notebook.run(f"print({expression})")


def mine(number: int, seats: int = 2) -> Layout:
    """The learner's cards of a deal, back first."""
    return back_first(deal(f"browser / deal {number}", seats=seats)[0], "basic")


def test_one_deal_by_mouse_and_one_by_keys(notebook: Notebook) -> None:
    table = GamePage.show(notebook, 'GameTable("basic", seed="browser", deals=2)')
    board, control = table.board, table.control
    expect(board.row("hand").locator(".cpt-card")).to_have_count(13)
    expect(board.root.get_by_text("Other cards")).to_be_hidden()
    notebook.theme("Dark")
    assert table.axe() == {"violations": [], "incomplete": []}
    notebook.theme("Light")
    assert table.axe() == {"violations": [], "incomplete": []}

    control.button("Commit").click()
    expect(control.alert).to_have_text("13 cards are not set yet: all thirteen go into the rows")
    for place, cards in mine(1):
        for card in cards:
            board.drag(str(card), place)
    control.button("Commit").click()
    expect(board.root).to_be_hidden()
    assert control.focused() == "reveal"
    assert control.said() == [f"Committed: {mine(1)}. Nothing can be changed now."]
    control.button("Reveal").click()
    expect(control.root).to_contain_text("Guest vs Bea")
    assert table.in_python("table.game.committed") == str(mine(1))
    control.button("Review my layout").click()
    expect(control.root).to_contain_text("different legal ones")
    assert control.focused() == "review"
    for theme in ("Dark", "Light"):
        notebook.theme(theme)
        assert table.axe() == {"violations": [], "incomplete": []}
    control.button("Next deal").click()

    keys = table.page.keyboard
    expect(board.row("hand").locator(".cpt-card")).to_have_count(13)
    expect(board.button("Undo")).to_have_attribute("aria-disabled", "true")
    assert control.focused() == "deal"
    board.root.locator('.cpt-card[tabindex="0"]').focus()
    for place, cards in mine(2):
        for card in cards:
            code = board.card(str(card)).get_attribute("data-card")
            for key in ("ArrowDown", "ArrowDown", "ArrowDown", "Home", *["ArrowRight"] * 12):
                if board.focused() != code:
                    keys.press(key)
            assert board.focused() == code
            keys.press(place[0])
            expect(board.row(place).locator(f"[data-card='{code}']")).to_have_count(1)
    for wanted in ("commit", "reveal"):
        for _ in range(30):
            if control.focused() == wanted:
                break
            keys.press("Tab")
        assert control.focused() == wanted
        keys.press("Enter")
        expect(control.button(wanted.capitalize())).to_have_count(0)
    expect(control.root).to_contain_text("The game is over")
    assert table.in_python("table.game.committed") == str(mine(2))
    assert notebook.cells() == ["code"]


@long
def test_questions_come_before_the_cards(notebook: Notebook) -> None:
    table = GamePage.show(notebook, 'GameTable("swc", seed="browser")')
    control = table.control
    expect(table.board.root).to_be_hidden()
    expect(control.root).to_contain_text("What does a foul pay each legal opponent")
    control.button("Deal the cards").click()
    expect(control.status).to_contain_text("7 questions to answer before the first deal.")
    assert table.axe() == {"violations": [], "incomplete": []}
    control.button("Play with made-up answers").click()
    expect(table.board.root).to_be_visible()
    expect(control.root).to_contain_text("made up for demonstration")


@long
@pytest.mark.parametrize("theme", ["Light", "Dark"])
@pytest.mark.parametrize("width", [400, 1280])
def test_pictures(notebook: Notebook, theme: str, width: int) -> None:
    notebook.theme(theme)
    call = 'GameTable("special-hands", dict(Bea="back first", Finn="frontier plus equity"), seed=2)'
    notebook.page.set_viewport_size({"width": width, "height": TALL})
    try:
        table = GamePage.show(notebook, call)
        control = table.control
        table.picture(f"game-asking-{width}-{theme.lower()}")
        control.button("Play with made-up answers").click()
        expect(table.board.root).to_be_visible()
        control.fold("How the others set").click()
        table.picture(f"game-setting-{width}-{theme.lower()}")
        assert [*table.board.overflowing(), *control.overflowing()] == []
        control.button("Commit").click()
        expect(control.alert).not_to_be_empty()
        control.fold("Another game").click()
        control.field("Lay my cards out back first to begin with").check()
        control.button("Deal a new game").click()
        expect(table.board.row("hand").locator(".cpt-card")).to_have_count(0)
        control.field("I announce a special hand").check()
        control.button("Commit").click()
        table.picture(f"game-committed-{width}-{theme.lower()}")
        control.button("Reveal").click()
        control.button("Review my layout").click()
        expect(control.root).to_contain_text("different legal ones")
        table.picture(f"game-revealed-{width}-{theme.lower()}")
        assert control.overflowing() == []
        assert table.axe() == {"violations": [], "incomplete": []}
    finally:
        notebook.page.set_viewport_size({"width": 1280, "height": 1000})
        notebook.theme("Light")
