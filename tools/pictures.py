"""Make the README's pictures from the real thing: the board, and a scorebook, each in a light and a dark page.

    .venv/bin/python -m tools.pictures

JupyterLab runs, a browser opens a notebook in it, and what the notebook shows is photographed. The same machine makes
the same pictures; another one has other fonts, so that no test compares them.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cptutor.handouts import find_chromium
from cptutor.handouts.printing import NO_CHROMIUM
from tests.browser.boards import BoardPage
from tests.browser.jupyter import Notebook, start_browser, start_server

if TYPE_CHECKING:
    from playwright.sync_api import Locator

FOLDER: Final = Path(__file__).resolve().parent.parent / "docs" / "pictures"
THEMES: Final = ("Light", "Dark")
SCOREBOOK: Final = "from cptutor import load_example\nload_example('scorebook-three').settle()"
WIDTH: Final = 1120
"""Pixels of the browser's window; the notebook's output is a little narrower."""


def main() -> int:
    """Write the four pictures; 0."""
    if find_chromium() is None:
        print(f"pictures: {NO_CHROMIUM}", file=sys.stderr)
        return 2
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as home,
        start_server(Path(home)) as server,
        start_browser() as browser,
    ):
        notebook = Notebook.open(browser, server, viewport={"width": WIDTH, "height": 1600})
        for theme in THEMES:
            notebook.theme(theme)
            board = BoardPage.show(notebook)
            board.button("Check").click()
            keep(board.root, f"board-{theme.lower()}")
            notebook.show(SCOREBOOK)
            book = notebook.page.locator(".jp-OutputArea-output.jp-RenderedHTML").first
            book.evaluate("(node) => { node.style.width = 'max-content'; node.style.padding = '0.75em'; }")
            keep(book, f"scorebook-{theme.lower()}")
        notebook.close()
    return 0


def keep(part: Locator, name: str) -> None:
    """Photograph a part of the page, with nothing pointed at."""
    part.page.mouse.move(0, 0)
    part.page.wait_for_timeout(500)  # the theme's colours are there when its transitions are over
    part.screenshot(path=FOLDER / f"{name}.png", animations="disabled")


if __name__ == "__main__":
    sys.exit(main())
