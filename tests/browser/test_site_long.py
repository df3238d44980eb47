"""The lessons without an installation: the static site built, served from a folder, and used without any network."""

from __future__ import annotations

import os
import shutil
import subprocess
import venv
from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import expect

from tests.browser.boards import BoardPage
from tests.browser.folders import Visitor, served
from tests.browser.jupyter import START_SECONDS, Notebook
from tests.browser.test_lessons_long import run_all
from tools import notebooks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser_long

NO_NPM: Final = "no npm to fetch Pyodide for the site with: install one (apt-get install npm)"

BUILD_SECONDS: Final = 600

LESSONS: Final = [
    pytest.param(path.name, id=path.stem)
    for path in notebooks.stored()
    if "cptutor.analysis" not in path.read_text(encoding="utf-8")  # there is no NumPy in the browser
]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    if shutil.which("npm") is None:
        if os.environ.get("CI") == "true":
            pytest.fail(NO_NPM, pytrace=False)
        pytest.skip(NO_NPM)
    work = tmp_path_factory.mktemp("site")
    python = work / "venv" / "bin" / "python"
    venv.create(
        work / "venv", with_pip=True
    )  # as the builder says: JupyterLab is not to find the browser's Python
    for command in (
        ("-m", "pip", "install", "--quiet", "-c", "constraints.txt", ".[site]"),
        ("tools/static_site.py", "--output", work / "site"),
    ):
        subprocess.run([python, *command], cwd=notebooks.ROOT, check=True, timeout=BUILD_SECONDS)
    with served(work / "site") as running:
        yield running


def open_lesson(visitor: Visitor, name: str) -> Notebook:
    """A lesson on the site, its kernel at rest."""
    page = visitor.context.new_page()
    lesson = Notebook(page)
    page.on("console", lambda message: lesson.hear(message.type, message.text))
    page.on("pageerror", lambda error: lesson.hear("error", str(error)))
    page.goto(f"{visitor.address}/notebooks/index.html?path={name}", timeout=START_SECONDS * 1000)
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
    lesson = open_lesson(visitor, name)
    assert run_all(lesson) == []
    assert (lesson.complaints, visitor.refused) == ([], [])
    lesson.page.close()


def test_a_card_moves_by_key_and_python_answers(visitor: Visitor) -> None:
    lesson = open_lesson(visitor, "02-foul-and-repair.ipynb")
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
