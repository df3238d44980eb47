"""A control on the page, as the tests handle it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from tests.browser.jupyter import Notebook

SETUP = "from IPython.display import display\nfrom cptutor import *\nfrom cptutor.widgets import *\n"


class ControlPage:
    """A control that the notebook's cell has shown; ``index`` counts where there are several."""

    def __init__(self, notebook: Notebook, index: int = 0) -> None:
        self.notebook = notebook
        self.page = notebook.page
        self.root = self.page.locator(".jp-OutputArea-output .cpt-control").nth(index)
        self.status = self.root.get_by_role("status")
        self.alert = self.root.get_by_role("alert")
        self.result = self.root.locator(".cpc-panel").last

    @classmethod
    def show(cls, notebook: Notebook, *calls: str) -> tuple[ControlPage, ...]:
        """Show the controls below each other; everything that is announced from now on is kept."""
        notebook.show(f"{SETUP}controls = [{', '.join(calls)}]\ndisplay(*controls)")
        shown = tuple(cls(notebook, index) for index in range(len(calls)))
        for control in shown:
            expect(control.root.locator(".cpc-body > *").first).to_be_visible()
            control.listen()
        return shown

    def listen(self) -> None:
        """Keep what the live region says: one entry for each change of its text, as a screen reader meets it."""
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

    def radio(self, group: str, name: str) -> Locator:
        """A radio button of the group of this name."""
        found = self.root.get_by_role("radiogroup", name=group).or_(
            self.root.get_by_role("group", name=group)
        )
        return found.get_by_role("radio", name=name, exact=True)

    def field(self, label: str) -> Locator:
        """Something to type into, or to pick from."""
        return self.root.get_by_label(label, exact=True)

    def fold(self, words: str) -> Locator:
        """What opens and closes a part."""
        return self.root.locator("summary").filter(has_text=words).first

    def focused(self) -> Any:
        """The key of the part that has the focus."""
        return self.page.evaluate("document.activeElement?.dataset?.key")

    def overflowing(self) -> list[str]:
        """What stands out of the control's right edge; tables that scroll by themselves do not."""
        found: list[str] = self.root.evaluate(
            """(root) => [...root.querySelectorAll('*')].filter((node) => !node.closest('.cpc-hidden') &&
                !node.parentElement.closest('.cpc-static') &&
                node.getBoundingClientRect().right > root.getBoundingClientRect().right + 0.5)
                .map((node) => node.outerHTML.slice(0, 200))"""
        )
        return found
