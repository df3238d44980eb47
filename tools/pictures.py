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
    from playwright.sync_api import FloatRect, Locator

FOLDER: Final = Path(__file__).resolve().parent.parent / "docs" / "pictures"
THEMES: Final = ("Light", "Dark")
SCOREBOOK: Final = "from cptutor import load_example\nload_example('scorebook-three').settle()"
MARGIN: Final = 12
"""Pixels between what a picture shows and its edge."""

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
            keep(book, f"scorebook-{theme.lower()}", margin_after="table")
        notebook.close()
    return 0


def keep(part: Locator, name: str, margin_after: str | None = None) -> None:
    """Photograph a part of the page, with nothing pointed at.

    Args:
        part: what is photographed.
        name: the picture's file, without its ending.
        margin_after: elements in it that the picture ends shortly after, where the part itself is as wide as the page.
    """
    page = part.page
    page.mouse.move(0, 0)
    part.scroll_into_view_if_needed()
    page.wait_for_timeout(500)  # the theme's colours are there when its transitions are over
    box = part.bounding_box()
    assert box
    clip: FloatRect = {"x": box["x"], "y": box["y"], "width": box["width"], "height": box["height"]}
    if margin_after is not None:
        inner = [found for each in part.locator(margin_after).all() if (found := each.bounding_box())]
        clip["width"] = max(found["x"] + found["width"] for found in inner) - box["x"] + MARGIN
    page.screenshot(path=FOLDER / f"{name}.png", clip=clip, animations="disabled")


if __name__ == "__main__":
    sys.exit(main())
