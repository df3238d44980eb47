"""Slides, opened as a teacher opens them: the file itself, in a browser that reaches nothing else."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING, Any, Final

import pytest
from playwright.sync_api import expect

from tests.browser.folders import Visitor
from tests.browser.jupyter import SCREENSHOTS, Notebook
from tools import notebooks, slides

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser_long

BUILD_SECONDS: Final = 300
LESSON: Final = "02-foul-and-repair"


NO_NPM: Final = "no npm to fetch reveal.js for the slides with: install one (apt-get install npm)"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if shutil.which("npm") is None and not slides.PARTS.is_dir():
        if os.environ.get("CI") == "true":
            pytest.fail(NO_NPM, pytrace=False)
        pytest.skip(NO_NPM)
    built = tmp_path_factory.mktemp("slides")
    command = [sys.executable, "-m", "tools.slides", "--output", str(built)]
    subprocess.run(command, cwd=notebooks.ROOT, check=True, timeout=BUILD_SECONDS)
    return built


@pytest.fixture(params=["light", "dark"])
def visitor(browser: Browser, folder: Path, request: pytest.FixtureRequest) -> Iterator[Visitor]:
    wanted = {"viewport": {"width": 1280, "height": 720}, "color_scheme": request.param}
    visiting = Visitor(browser, folder.as_uri(), **wanted)
    yield visiting
    assert visiting.refused == []
    visiting.context.close()


def opened(visitor: Visitor, name: str) -> tuple[Page, Notebook]:
    page = visitor.context.new_page()
    looking = Notebook(page)
    page.on("pageerror", lambda error: looking.hear("error", str(error)))
    page.goto(f"{visitor.address}/{name}.html")
    page.wait_for_function("Reveal.isReady()")
    return page, looking


def current(page: Page) -> Any:
    return page.locator(".slides > section.present")


def go_to(page: Page, heading: str) -> None:
    place = heading.replace(" ", "-")
    page.evaluate("(place) => { location.hash = `#/${place}`; }", place)
    expect(current(page).locator("h1")).to_have_text(heading)


def test_keys_turn_the_pages(visitor: Visitor) -> None:
    page, looking = opened(visitor, LESSON)
    expect(current(page).locator("h1")).to_have_text("Fouling, and putting it right")
    page.keyboard.press("ArrowRight")
    expect(current(page).locator("h1")).to_have_text("A layout with something wrong")
    for card in ("queen of spades", "four of spades"):
        expect(current(page).get_by_role("img", name=card)).to_be_visible()
    page.keyboard.press("Space")
    expect(current(page).locator("h1")).to_have_text("Your turn: where is the fault?")
    page.keyboard.press("ArrowLeft")
    expect(current(page).locator("h1")).to_have_text("A layout with something wrong")
    assert looking.complaints == []


def test_answers_wait_until_they_are_asked_for(visitor: Visitor) -> None:
    page, _ = opened(visitor, LESSON)
    go_to(page, "Your turn: where is the fault?")
    answer = current(page).get_by_text("The fault is at front-middle, and only there")
    code = current(page).locator("details.code pre")
    expect(answer).to_be_hidden()
    page.keyboard.press("a")
    expect(answer).to_be_visible()
    expect(code).to_be_hidden()
    page.keyboard.press("a")
    expect(answer).to_be_hidden()
    summary = current(page).locator("summary").first
    summary.focus()
    page.keyboard.press("Space")
    expect(answer).to_be_visible()
    expect(current(page).locator("h1")).to_have_text("Your turn: where is the fault?")
    page.keyboard.press("Enter")
    expect(answer).to_be_hidden()


def test_what_does_not_fit_is_scrolled_by_keys(visitor: Visitor) -> None:
    page, _ = opened(visitor, LESSON)
    go_to(page, "Worked examples in this lesson")
    top = "document.querySelector('.slides > section.present').scrollTop"
    assert page.evaluate(top) == 0
    page.keyboard.press("ArrowDown")
    assert page.evaluate(top) > 100
    page.keyboard.press("ArrowUp")
    assert page.evaluate(top) < 5  # half a page down and half a page up are rounded


def test_no_slide_is_wider_than_the_wall(visitor: Visitor, folder: Path) -> None:
    wide = {}
    for path in sorted(folder.glob("*.html")):
        page, looking = opened(visitor, path.stem)
        found = page.evaluate(
            """() => [...document.querySelectorAll('.slides > section')].map((each, number) => {
                Reveal.slide(number);
                return each.scrollWidth > each.clientWidth + 1 ? number : -1;
            }).filter((number) => number >= 0)"""
        )
        if found or looking.complaints:
            wide[path.stem] = found, looking.complaints
        page.close()
    assert wide == {}


def test_slides_can_be_read_by_everybody(visitor: Visitor) -> None:
    """Axe, on each slide of the lesson; where it cannot tell a colour's background, a person has looked."""
    page, looking = opened(visitor, LESSON)
    found = {}
    for number in range(page.evaluate("Reveal.getTotalSlides()")):
        page.evaluate("(number) => Reveal.slide(number)", number)
        axe = looking.axe("html")
        undecided = [each for each in axe["incomplete"] if not each.startswith("color-contrast")]
        if axe["violations"] or undecided:
            found[number] = axe["violations"], undecided
    assert found == {}


def test_links_between_the_lessons_resolve(folder: Path) -> None:
    for path in folder.glob("*.html"):
        for name in re.findall(r'<a href="([^"#]+\.html)', path.read_text("utf-8")):
            assert (folder / name).is_file(), (path.name, name)


def test_pictures_to_look_at(visitor: Visitor) -> None:
    page, _ = opened(visitor, LESSON)
    scheme = "dark" if page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches") else "light"
    go_to(page, "A layout with something wrong")
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"slides-{scheme}.png")
    paper = page.evaluate("getComputedStyle(document.querySelector('.reveal-viewport')).backgroundColor")
    assert paper == {"light": "rgb(255, 255, 255)", "dark": "rgb(22, 22, 22)"}[scheme]
