"""A control on the page, as the tests handle it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.browser.views import ViewPage

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from tests.browser.jupyter import Notebook

SETUP = "from IPython.display import display\nfrom cptutor import *\nfrom cptutor.widgets import *\n"


class ControlPage(ViewPage):
    """A control that the notebook's cell has shown; ``index`` counts where there are several."""

    root_class = "cpt-control"
    first_part = ".cpc-body > *"

    def __init__(self, notebook: Notebook, index: int = 0) -> None:
        super().__init__(notebook, index)
        self.result = self.root.locator(".cpc-panel").last

    @classmethod
    def show(cls, notebook: Notebook, *calls: str) -> tuple[ControlPage, ...]:
        """Show the controls below each other; everything that is announced from now on is kept."""
        notebook.show(f"{SETUP}controls = [{', '.join(calls)}]\ndisplay(*controls)")
        shown = tuple(cls(notebook, index) for index in range(len(calls)))
        for control in shown:
            control.listen()
        return shown

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
