"""What a board and a control on the page have in common, as the tests handle them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from tests.browser.jupyter import Notebook


class ViewPage:
    """A widget that the notebook's cell has shown; ``index`` counts where there are several."""

    root_class = "cpt-widget"
    first_part: str
    """What is on the page once the widget is drawn."""

    def __init__(self, notebook: Notebook, index: int = 0) -> None:
        self.notebook = notebook
        self.page = notebook.page
        self.root = self.page.locator(f".jp-OutputArea-output .{self.root_class}").nth(index)
        self.status = self.root.get_by_role("status")
        self.alert = self.root.get_by_role("alert")

    def listen(self) -> None:
        """Wait for the widget, and keep what its live region says from now on.

        One entry for each change of its text, as a screen reader meets it.
        """
        expect(self.root.locator(self.first_part).first).to_be_visible()
        self.root.evaluate(
            """(root) => {
                root.said = [];
                const region = root.querySelector('[role=status]');
                new MutationObserver(() => region.textContent && root.said.push(region.textContent.trim()))
                    .observe(region, { childList: true, characterData: true, subtree: true });
            }"""
        )

    def said(self) -> list[str]:
        """What the live region has said since this was last asked."""
        said: list[str] = self.root.evaluate("(root) => root.said.splice(0)")
        return said

    def button(self, name: str) -> Locator:
        """A button by its name."""
        return self.root.get_by_role("button", name=name, exact=True)

    def overflowing(self) -> list[str]:
        """What stands out of the widget's right edge; tables that scroll by themselves do not."""
        found: list[str] = self.root.evaluate(
            """(root) => [...root.querySelectorAll('*')].filter((node) => !node.closest('.cpt-hidden') &&
                !node.parentElement.closest('.cpc-static') &&
                node.getBoundingClientRect().right > root.getBoundingClientRect().right + 0.5)
                .map((node) => node.outerHTML.slice(0, 200))"""
        )
        return found
