"""The book: built, served from a folder, and read page by page without any network."""

from __future__ import annotations

import subprocess
import sys
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote, urldefrag, urljoin

import pytest
from playwright.sync_api import expect

from cptutor.examples import example_ids
from cptutor.rules import profile_ids
from tests.browser.folders import Visitor, served
from tests.browser.jupyter import SCREENSHOTS, Notebook
from tools import notebooks

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser_long

BUILD_SECONDS: Final = 600

IN_THE_DARK: Final = (
    "index.html",
    "examples.html",
    "lessons/02-foul-and-repair.html",
    "lessons/04-scorebook.html",
)
"""Pages that have everything the others have; the rest is read in the light alone."""

UNDECIDED: Final = "color-contrast"
"""Where cards or columns overlap, axe cannot tell the background; it then asks a person to look."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    built = tmp_path_factory.mktemp("book") / "book"
    command = [sys.executable, "tools/book.py", "--output", str(built)]
    subprocess.run(command, cwd=notebooks.ROOT, check=True, timeout=BUILD_SECONDS)
    return built


@pytest.fixture(scope="module", params=["light", "dark"])
def reader(browser: Browser, folder: Path, request: pytest.FixtureRequest) -> Iterator[Visitor]:
    with served(folder) as address:
        visiting = Visitor(
            browser, address, viewport={"width": 1280, "height": 1200}, color_scheme=request.param
        )
        yield visiting
        visiting.context.close()


class _Links(HTMLParser):
    """The links of a page, what it loads, and the places in it that links can name."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.places: set[str] = set()
        self.feed(page.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if value and name in ("href", "src"):
                (self.links if tag == "a" else self.loads).append(value)
            elif value and name == "id":
                self.places.add(value)


def test_all_links_resolve(folder: Path) -> None:
    pages = {page.relative_to(folder).as_posix(): _Links(page) for page in folder.rglob("*.html")}
    broken = []
    for name, page in pages.items():
        assert [link for link in page.loads if link.startswith(("http:", "https:", "//"))] == []
        for link in [*page.links, *page.loads]:
            if link.startswith(("http:", "https:", "data:")):
                continue  # the theme names its maker
            target, place = urldefrag(urljoin(name, link))
            target = unquote(target.split("?")[0])
            named = not place or target not in pages or unquote(place) in pages[target].places
            if not (named and (folder / target).is_file()):
                broken.append((name, link))
    assert broken == []


def pages_of(folder: Path) -> list[str]:
    return sorted(page.relative_to(folder).as_posix() for page in folder.rglob("*.html"))


def test_axe_finds_nothing(reader: Visitor, folder: Path) -> None:
    page = reader.context.new_page()
    looking = Notebook(page)
    page.on("pageerror", lambda error: looking.hear("error", str(error)))
    found = {}
    for name in pages_of(folder):
        if _scheme(page) == "dark" and name not in IN_THE_DARK:
            continue
        page.goto(f"{reader.address}/{name}")
        axe = looking.axe("html")
        undecided = [each for each in axe["incomplete"] if not each.startswith(UNDECIDED)]
        if axe["violations"] or undecided:
            found[name] = (axe["violations"], undecided)
    assert found == {}
    assert (looking.complaints, reader.refused) == ([], [])
    page.close()


def test_a_board_in_the_book_moves_but_does_not_judge(reader: Visitor) -> None:
    page = reader.context.new_page()
    page.goto(f"{reader.address}/lessons/02-foul-and-repair.html")
    root = page.locator(".live-board .cpt-board").first
    queen = root.locator('[data-card="Qs"]')
    queen.focus()
    page.keyboard.press("m")
    middle = root.locator('.cpt-row[data-place="middle"]')
    expect(middle.locator('[data-card="Qs"]')).to_have_count(1)
    expect(queen).to_be_focused()
    expect(root.get_by_role("status")).to_contain_text("Queen of spades is now in the middle.")
    root.get_by_role("button", name="Undo").click()
    expect(middle.locator(".cpt-card")).to_have_count(5)
    expect(root.get_by_role("alert")).to_be_empty()
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    root.screenshot(path=SCREENSHOTS / f"book-board-{_scheme(page)}.png")
    page.close()


def test_answers_are_closed_on_screen_and_open_on_paper(reader: Visitor) -> None:
    page = reader.context.new_page()
    page.goto(f"{reader.address}/lessons/02-foul-and-repair.html")
    answer = page.get_by_text("The fault is at front-middle, and only there").first
    expect(answer).to_be_hidden()
    page.emulate_media(media="print")
    expect(answer).to_be_visible()
    page.close()


def test_search_finds(reader: Visitor) -> None:
    page = reader.context.new_page()
    page.goto(f"{reader.address}/search.html?q=scoop")
    expect(page.locator("#search-results li a").first).to_be_visible()
    page.close()


def test_every_profile_and_example_has_its_place(folder: Path) -> None:
    examples = (folder / "examples.html").read_text("utf-8")
    assert [name for name in example_ids() if f">{name}<" not in examples] == []
    assert [name for name in profile_ids() if not (folder / "profiles" / f"{name}.html").is_file()] == []
    assert [
        path for path in notebooks.stored() if not (folder / "lessons" / f"{path.stem}.html").is_file()
    ] == []


def _scheme(page: Page) -> str:
    dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    return "dark" if dark else "light"
