"""A board on the page, as the tests handle it: with mouse, finger, keys or selectors."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

from cptutor.cards import Card, parse_cards
from cptutor.widgets.placement import PLACES, card_code
from tests.browser.jupyter import EXPECT_SECONDS
from tests.browser.views import ViewPage

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from tests.browser.jupyter import Notebook

SETUP = "from cptutor import *\nfrom cptutor.widgets import Board\n"


class BoardPage(ViewPage):
    """The board that a notebook's cell has shown; ``index`` counts where there are several."""

    root_class = "cpt-board"
    first_part = ".cpt-card"

    def __init__(self, notebook: Notebook, index: int = 0) -> None:
        super().__init__(notebook, index)
        self.title = self.root.locator(".cpt-title")

    @classmethod
    def show(cls, notebook: Notebook, call: str = "Board()") -> BoardPage:
        """Run ``board = …`` and wait for the cards; everything that is announced from now on is kept."""
        notebook.show(f"{SETUP}board = {call}\nboard")
        shown = cls(notebook)
        expect(shown.root.locator(".cpt-card")).to_have_count(13)
        shown.listen()
        return shown

    def card(self, card: str) -> Locator:
        """The card, wherever it lies."""
        return self.root.locator(f'[data-card="{card_code(Card(card))}"]')

    def row(self, place: str) -> Locator:
        """A row, or the hand."""
        return self.root.locator(f'.cpt-row[data-place="{place}"]')

    def selector(self, card: str) -> Locator:
        """The card's own row selector."""
        return self.root.get_by_role("combobox", name=f"Row of the {Card(card).name}", exact=True)

    def rows(self) -> dict[str, list[str]]:
        """The cards as the page shows them."""
        shown: dict[str, list[str]] = self.root.evaluate(
            """(root) => Object.fromEntries([...root.querySelectorAll('.cpt-row')].map((row) =>
                [row.dataset.place, [...row.querySelectorAll('[data-card]')].map((card) => card.dataset.card)]))"""
        )
        return shown

    def in_python(self) -> dict[str, list[str]]:
        """The cards as the kernel has them, once it has caught up with the page, which moves a card first."""
        deadline = time.monotonic() + EXPECT_SECONDS
        while True:
            rows: dict[str, list[str]] = json.loads(
                self.notebook.run("import json; print(json.dumps(board.rows))")
            )
            if rows == self.rows() or time.monotonic() > deadline:
                return rows

    def expect_rows(self, text: str) -> None:
        """Page and kernel both show these rows, ``front / middle / back``, in any order within a row."""
        wanted = {
            place: sorted(map(card_code, parse_cards(row) if row.strip() else ()))
            for place, row in zip(PLACES, [*text.split("/"), "", ""], strict=False)
        }
        for place, cards in wanted.items():
            for card in cards:
                expect(self.row(place).locator(f'[data-card="{card}"]')).to_have_count(1)
        for rows in (self.rows(), self.in_python()):
            assert {place: sorted(cards) for place, cards in rows.items()} == wanted

    def focused(self) -> Any:
        """The code of the card that has the focus."""
        return self.page.evaluate("document.activeElement?.dataset?.card")

    def move_times(self, moves: int) -> list[float]:
        """Milliseconds from a key on a live board of the workshop's foul to the next frame that shows the verdict."""
        times: list[float] = self.notebook.evaluate(
            """async ([index, moves]) => {
                const root = document.querySelectorAll('.jp-OutputArea-output .cpt-board')[index];
                const title = root.querySelector('.cpt-title');
                const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
                const times = [];
                for (let move = 0; move < moves; move += 1) {
                    const [key, wanted] = move % 2 ? ['f', 'Foul at front-middle'] : ['m', 'Fix the counts'];
                    const begin = performance.now();
                    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
                    root.querySelector('[data-card="Qs"]').dispatchEvent(event);
                    while (!title.textContent.includes(wanted)) await frame();
                    await frame();
                    times.push(performance.now() - begin);
                }
                return times;
            }""",
            [0, moves],
            seconds=60,
        )
        return times

    # Mouse and finger

    def _centre(self, target: Locator) -> tuple[float, float]:
        target.scroll_into_view_if_needed()
        box = target.bounding_box()
        assert box
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def free_spot(self, place: str) -> tuple[float, float]:
        """A point of a row where no card lies: its lower edge, under the words beside the cards."""
        box = self.row(place).bounding_box()
        assert box
        return box["x"] + box["width"] - 12, box["y"] + box["height"] - 6

    def start_drag(self, card: str, target: Locator | str) -> None:
        """Press on a card and carry it there, without letting go."""
        x, y = self._centre(self.card(card))
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        end = self.free_spot(target) if isinstance(target, str) else self._centre(target)
        self.page.mouse.move((x + end[0]) / 2, (y + end[1]) / 2, steps=4)
        self.page.mouse.move(*end, steps=4)

    def drag(self, card: str, target: Locator | str) -> None:
        """Carry a card to a free spot of a row, or onto another card, with the mouse."""
        self.start_drag(card, target)
        self.page.mouse.up()

    def touch_drag(self, card: str, target: Locator | str) -> None:
        """The same with a finger."""
        x, y = self._centre(self.card(card))
        end = self.free_spot(target) if isinstance(target, str) else self._centre(target)
        has_touch = self.page.evaluate("navigator.maxTouchPoints > 0")
        session = self.page.context.new_cdp_session(self.page)
        session.send("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 1})

        def touch(kind: str, *points: tuple[float, float]) -> None:
            named = [{"x": px, "y": py} for px, py in points]
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": named})

        touch("touchStart", (x, y))
        for step in range(1, 7):
            touch("touchMove", (x + (end[0] - x) * step / 6, y + (end[1] - y) * step / 6))
        touch("touchEnd")
        if not has_touch:
            session.send("Emulation.setTouchEmulationEnabled", {"enabled": False})
        session.detach()
