"""The lessons without an installation: the static site built, served from a folder, and used without any network."""

from __future__ import annotations

import os
import shutil
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING, Any, Final

import pytest
from playwright.sync_api import expect

from tests.browser.boards import BoardPage
from tests.browser.jupyter import START_SECONDS, Notebook, new_context
from tests.browser.test_lessons_long import run_all
from tools import notebooks, static_site

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, BrowserContext, Route

pytestmark = pytest.mark.browser_long

NO_NPM: Final = "no npm to fetch Pyodide for the site with: install one (apt-get install npm)"

LESSONS: Final = [
    pytest.param(path.name, id=path.stem) for path in notebooks.stored() if not static_site.needs_numpy(path)
]


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Nothing: the tests say what they need."""


@contextmanager
def served(folder: str) -> Iterator[str]:
    """A folder as the plainest of web servers serves it, on this machine alone."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=folder)) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    if shutil.which("npm") is None:
        if os.environ.get("CI") == "true":
            pytest.fail(NO_NPM, pytrace=False)
        pytest.skip(NO_NPM)
    folder = tmp_path_factory.mktemp("site") / "site"
    static_site.build(folder, notebooks.FOLDER)
    with served(str(folder)) as running:
        yield running


class Visitor:
    """A browser that reaches the site and nothing else; what it asks of others is refused and kept."""

    def __init__(self, browser: Browser, address: str, **wanted: Any) -> None:
        self.address = address
        self.refused: list[str] = []
        self.context: BrowserContext = new_context(browser, **wanted)
        self.context.route(lambda url: not url.startswith((address, "data:", "blob:")), self.refuse)

    def refuse(self, route: Route) -> None:
        self.refused.append(route.request.url)
        route.abort()

    def open(self, name: str) -> Notebook:
        """A lesson, its kernel at rest."""
        page = self.context.new_page()
        lesson = Notebook(page)
        page.on("console", lambda message: lesson.hear(message.type, message.text))
        page.on("pageerror", lambda error: lesson.hear("error", str(error)))
        page.goto(f"{self.address}/notebooks/index.html?path={name}", timeout=START_SECONDS * 1000)
        page.wait_for_function(
            """() => {
                const panel = window.jupyterapp?.shell.currentWidget;
                return panel?.context?.isReady && panel.sessionContext.session?.kernel?.status === 'idle';
            }""",
            timeout=START_SECONDS * 1000,
        )
        return lesson


@pytest.fixture(scope="module")
def visitor(browser: Browser, address: str) -> Iterator[Visitor]:
    """A learner with a tablet, 800 pixels wide."""
    visiting = Visitor(browser, address, viewport={"width": 800, "height": 1100}, has_touch=True)
    yield visiting
    visiting.context.close()


@pytest.mark.parametrize("name", LESSONS)
def test_every_lesson_runs_in_the_browser(visitor: Visitor, name: str) -> None:
    """All cells run, assertions and all, with neither NumPy nor pandas, and nothing is asked of another machine."""
    lesson = visitor.open(name)
    assert run_all(lesson) == []
    assert (lesson.complaints, visitor.refused) == ([], [])
    lesson.page.close()


def test_a_card_moves_by_key_and_python_answers(visitor: Visitor) -> None:
    lesson = visitor.open("02-foul-and-repair.ipynb")
    assert run_all(lesson) == []
    board = BoardPage(lesson)
    board.root.scroll_into_view_if_needed()
    board.root.locator(".cpt-check").click()
    expect(board.title).to_contain_text("Foul at front-middle")
    board.card("Q♠").focus()
    lesson.page.keyboard.press("m")
    expect(board.row("middle").locator('[data-card="Qs"]')).to_have_count(1)
    board.card("9♠").focus()
    lesson.page.keyboard.press("f")
    board.root.locator(".cpt-check").click()
    expect(board.title).to_contain_text("Legal")
    lesson.picture(board.root, "site-board")
    assert (lesson.complaints, visitor.refused) == ([], [])
    lesson.page.close()


def test_the_front_page(visitor: Visitor) -> None:
    page = visitor.context.new_page()
    page.goto(f"{visitor.address}/index.html", timeout=START_SECONDS * 1000)
    links = page.get_by_role("listitem").get_by_role("link")
    expect(links).to_have_count(len(notebooks.stored()))
    for link in links.all():
        wanted = link.get_attribute("href")
        assert wanted is not None
        assert page.request.get(f"{visitor.address}/{wanted}").ok
        assert page.request.get(f"{visitor.address}/files/{wanted.split('=')[1]}").ok
    lesson = Notebook(page)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        lesson.picture(page.locator("main"), f"site-front-{scheme}")
        assert lesson.axe("body") == {"violations": [], "incomplete": []}
    page.close()
