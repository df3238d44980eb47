"""Every lesson as a learner opens it: in JupyterLab after Run All, and as a page in Voilà; pictures of its widgets."""

from __future__ import annotations

import re
import shutil
from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import expect

from tests.browser.jupyter import SCREENSHOTS, START_SECONDS, Notebook, new_context
from tools import notebooks

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext, Locator, Page

    from tests.browser.jupyter import Server

pytestmark = pytest.mark.browser_long

RUN_SECONDS: Final = 120
"""How long all cells of a lesson may take; the slowest takes about ten on an idle machine."""

WIDGETS: Final = {"01": 1, "02": 12, "03": 1, "04": 1, "05": 2, "06": 1, "11": 2}
"""How many widgets each lesson shows."""

ROOTS: Final = ".jp-OutputArea-output :is(.cpt-board, .cpt-control)"

WRONG: Final = re.compile(
    "Error displaying widget|model not found|Loading widget|Error creating widget|Traceback"
)

LESSONS: Final = [pytest.param(path, id=path.stem) for path in notebooks.stored()]

PAGES: Final = [
    pytest.param(path, theme, id=f"{path.stem}-{theme}")
    for path in notebooks.stored()
    for theme in ("light", "dark")
    if theme == "light" or path.stem[:2] in WIDGETS
]
"""A lesson's widgets are looked at in both themes."""


@pytest.fixture(scope="module")
def window(browser: Browser) -> Iterator[BrowserContext]:
    """One window for all lessons, so that JupyterLab's own files are fetched once; high, to see much of a lesson."""
    context = new_context(browser, viewport={"width": 1280, "height": 1600})
    yield context
    context.close()


def copied(path: Path, server: Server) -> str:
    """A copy of a lesson in the server's folder: its name there."""
    shutil.copyfile(path, server.folder / path.name)
    return path.name


def run_all(lesson: Notebook) -> list[str]:
    """Run All; the errors that cells have raised."""
    raised: list[str] = lesson.evaluate(
        """async () => {
            await window.jupyterapp.commands.execute('notebook:run-all-cells');
            const cells = window.jupyterapp.shell.currentWidget.content.widgets;
            const outputs = cells.flatMap((cell) => cell.model.outputs?.toJSON() ?? []);
            return outputs.filter((each) => each.output_type === 'error').map((each) => each.evalue);
        }""",
        seconds=RUN_SECONDS,
    )
    return raised


def end(lesson: Notebook) -> None:
    """End the kernel and close the page."""
    lesson.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.shutdown()")
    lesson.page.close()


def alive(page: Page, path: Path) -> list[Locator]:
    """The widgets on the page, as many as the lesson has, each with something to use."""
    roots = page.locator(ROOTS)
    expect(roots).to_have_count(WIDGETS.get(path.stem[:2], 0))
    for index, root in enumerate(roots.all()):
        root.scroll_into_view_if_needed()
        expect(root.get_by_role("button").first).to_be_visible()
        root.evaluate("(root, index) => root.setAttribute('data-widget', index)", index)
    return roots.all()


def picture(page: Page, root: Locator, name: str) -> None:
    """Keep the widget with the words above it."""
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    root.evaluate(
        "(root) => root.scrollIntoView({ block: root.offsetHeight > innerHeight * 0.8 ? 'start' : 'center' })"
    )
    page.wait_for_timeout(200)
    page.screenshot(path=SCREENSHOTS / f"{name}.png")


@pytest.mark.parametrize("path", LESSONS)
def test_in_jupyterlab(path: Path, window: BrowserContext, server: Server) -> None:
    lesson = Notebook.open_file(window, server, copied(path, server))
    page = lesson.page
    content = page.locator(".jp-Notebook")
    assert not WRONG.search(content.inner_text())  # as it comes: twins, no widget
    expect(page.locator(ROOTS)).to_have_count(0)

    assert run_all(lesson) == []
    widgets = alive(page, path)
    assert not WRONG.search(content.inner_text())
    for theme in ("Light", "Dark") if widgets else ():
        lesson.theme(theme)
        for index, root in enumerate(widgets):
            found = lesson.axe(f"[data-widget='{index}']")
            assert found == {"violations": [], "incomplete": []}, (theme, index)
            picture(page, root, f"lab-{path.stem}-{index + 1}-{theme.lower()}")
    assert lesson.complaints == []
    end(lesson)


@pytest.mark.parametrize(("path", "theme"), PAGES)
def test_as_a_page(path: Path, theme: str, window: BrowserContext, server: Server) -> None:
    """In Voilà, without the code; and nothing is fetched from another machine."""
    page = window.new_page()
    lesson = Notebook(page)
    outside: list[str] = []
    page.on("console", lambda message: lesson.hear(message.type, message.text))
    page.on("pageerror", lambda error: lesson.hear("error", str(error)))
    page.on("request", lambda asked: None if is_own(asked.url, server) else outside.append(asked.url))
    page.goto(
        f"{server.address}/voila/render/{copied(path, server)}?token={server.token}&theme={theme}",
        wait_until="domcontentloaded",
        timeout=START_SECONDS * 1000,
    )
    content = page.locator("#rendered_cells")
    content.wait_for(timeout=RUN_SECONDS * 1000)
    for index, root in enumerate(alive(page, path)):
        assert lesson.axe(f"[data-widget='{index}']") == {"violations": [], "incomplete": []}, index
        picture(page, root, f"page-{path.stem}-{index + 1}-{theme}")
    assert not WRONG.search(content.inner_text())
    expect(page.locator(".jp-OutputArea-output[data-mime-type*='stderr']")).to_have_count(0)
    assert lesson.complaints == []
    assert outside == []
    page.close()


def is_own(address: str, server: Server) -> bool:
    """Whether an address leads to our server, or nowhere at all."""
    own = server.address.partition("://")[2]
    return address.startswith((f"http://{own}/", f"ws://{own}/", "data:", "blob:"))


def test_a_saved_lesson_is_readable_without_its_kernel(window: BrowserContext, server: Server) -> None:
    path = next(path for path in notebooks.stored() if path.stem.startswith("03"))
    lesson = Notebook.open_file(window, server, copied(path, server))
    assert run_all(lesson) == []
    alive(lesson.page, path)
    lesson.evaluate("() => window.jupyterapp.shell.currentWidget.context.save()")
    alive(lesson.page, path)  # saving takes nothing from the page
    end(lesson)

    again = Notebook.open_file(window, server, path.name)
    content = again.page.locator(".jp-Notebook")
    words = content.inner_text()
    assert "One row, two points" in words  # what the widget is about stands there without it
    assert "choose Run, then Run All Cells" in words
    assert not WRONG.search(words)
    expect(content.locator("table", has_text="Row net")).to_be_visible()  # the calculator's own twin
    assert run_all(again) == []
    alive(again.page, path)
    assert not WRONG.search(content.inner_text())
    end(again)
