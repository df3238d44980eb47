"""The lessons without an installation: the static site built, served from a folder, and used without any network."""

from __future__ import annotations

import os
import shutil
import subprocess
import venv
from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import expect

from cptutor.exercises import load_exercise
from tests.browser.boards import BoardPage
from tests.browser.folders import Visitor, served
from tests.browser.jupyter import START_SECONDS, Notebook
from tests.browser.test_lessons_long import WIDGETS, run_all
from tools import notebooks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Locator, Page

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


class Finger:
    """A learner without a keyboard: everything is tapped or dragged."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._touch = page.context.new_cdp_session(page)

    def run_all(self, widgets: int) -> None:
        """Run All Cells from the menu, until every widget stands there and Python is at rest."""
        for name in ("Run", "Run All Cells"):
            self.page.get_by_role("menuitem", name=name, exact=True).tap()
        expect(self.page.locator(".cpt-widget")).to_have_count(widgets, timeout=START_SECONDS * 1000)
        self.page.wait_for_function(
            "() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.status === 'idle'",
            timeout=START_SECONDS * 1000,
        )

    def drag(self, card: Locator, target: Locator) -> None:
        """A card, dragged onto another or to a row."""
        for end_of_it in (target, card):
            end_of_it.evaluate("(card) => card.scrollIntoView({ block: 'center' })")
        start, end = card.bounding_box(), target.bounding_box()
        assert start
        assert end
        x, y = start["x"] + start["width"] / 2, start["y"] + start["height"] / 2
        to_x, to_y = end["x"] + end["width"] / 2, end["y"] + end["height"] / 2
        self._send("touchStart", x, y)
        for part in (
            0.1,
            0.4,
            0.7,
            0.9,
            0.98,
            1,
        ):  # a hand comes to rest before it is lifted; else the browser takes
            self._send(
                "touchMove", x + (to_x - x) * part, y + (to_y - y) * part
            )  # the next tap for a stop of the swing
            self.page.wait_for_timeout(60)
        self._send("touchEnd")

    def _send(self, kind: str, *point: float) -> None:
        points = [{"x": point[0], "y": point[1]}] if point else []
        self._touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


class Pad:
    """An answer pad, found by what it asks."""

    def __init__(self, finger: Finger, exercise: str) -> None:
        self.finger = finger
        question = finger.page.get_by_text(load_exercise(exercise).question, exact=True)
        self.root = finger.page.locator(".cpt-control").filter(has=question)

    def pick(self, group: str, words: str) -> None:
        radio = self.root.get_by_role("radiogroup", name=group, exact=True).get_by_role(
            "radio", name=words, exact=True
        )
        radio.tap()
        expect(radio).to_be_checked()

    def step(self, name: str, times: int) -> None:
        for number in range(1, times + 1):
            self.root.get_by_role("button", name=f"{name}: one more").tap()
            expect(self.root.get_by_label(name, exact=True).and_(self.root.locator("input"))).to_have_value(
                str(number)
            )

    def card(self, code: str) -> Locator:
        return self.root.locator(f'[data-card="{code}"]')

    def swap(self, first: str, second: str) -> None:
        """Two taps exchange two cards."""
        self.card(first).tap()
        expect(self.card(first)).to_have_attribute("aria-pressed", "true")
        self.card(second).tap()
        expect(self.card(first)).to_have_attribute("aria-pressed", "false")

    def drag(self, first: str, second: str) -> None:
        """A drag exchanges two cards; the hand is lifted and Python has taken it before anything else is touched."""
        row = (
            self.root.locator(".cpt-row")
            .filter(has=self.finger.page.locator(f'[data-card="{second}"]'))
            .get_attribute("data-place")
        )
        self.finger.drag(self.card(first), self.card(second))
        expect(self.root.locator(f'[data-place="{row}"]').locator(f'[data-card="{first}"]')).to_have_count(1)
        expect(self.root.get_by_role("button", name="Undo")).to_have_attribute("aria-disabled", "false")

    def check(self, title: str = "That is right") -> None:
        self.root.get_by_role("button", name="Check", exact=True).tap()
        expect(self.root.locator("[data-key='outcome'] .cpc-title")).to_contain_text(title)


def test_lesson_02_is_finished_without_a_keyboard(visitor: Visitor) -> None:
    """On a tablet: run all, answer every exercise, go on to the next lesson; nothing is typed."""
    lesson = open_lesson(visitor, "02-foul-and-repair.ipynb")
    finger = Finger(lesson.page)
    finger.run_all(WIDGETS["02"])

    pad = Pad(finger, "02-boundary")
    pad.check("Not attempted yet")
    pad.pick("Your answer", "both")
    pad.check("Not right yet")
    pad.pick("Your answer", "front-middle")
    pad.check()

    pad = Pad(finger, "02-repair")  # queens and nines change places
    pad.drag("Qs", "9s")
    pad.swap("Qh", "9d")
    pad.check()

    pad = Pad(finger, "02-one-exchange")
    pad.drag("Qh", "3d")
    pad.check()

    pad = Pad(finger, "02-counts")
    for row, cards in (("Front", 2), ("Middle", 6), ("Back", 5)):
        pad.step(row, cards)
    pad.check()

    pad = Pad(finger, "02-swapped")
    pad.pick("Your answer", "middle-back")
    pad.check()

    pad = Pad(finger, "02-kicker")
    for row, words in (
        ("Repair front", "loss"),
        ("Repair middle", "win"),
        ("Kicker front", "win"),
        ("Kicker middle", "loss"),
    ):
        pad.pick(row, words)
    pad.check()

    pad = Pad(finger, "02-third")  # two pair in the middle, for the nines in front
    for mine, other in (("Qs", "8c"), ("Qh", "6h"), ("2c", "3d")):
        pad.swap(mine, other)
    for row, words in (("Front", "weaker"), ("Middle", "stronger"), ("Back", "equal")):
        pad.pick(row, words)
    pad.check()

    pad = Pad(finger, "02-new-deal")  # K♠ K♥ K♦ / Q♠ Q♥ J♥ 10♠ 9♥ / 7♣ 6♣ 5♣ 3♦ 2♥
    for mine, other in (("Ks", "Qh"), ("Kh", "7c"), ("Kd", "6c")):
        pad.swap(mine, other)
    pad.check("Not right yet")  # a straight stands before a pair of kings
    for mine, other in (("Qs", "5c"), ("Jh", "3d"), ("Ts", "2h"), ("9h", "Kh")):
        pad.swap(mine, other)
    pad.check()
    lesson.picture(pad.root, "site-pad")

    link = lesson.page.get_by_role("link", name="On to one pairing")
    with visitor.context.expect_page() as opened:
        link.tap()
    opened.value.wait_for_url("**/notebooks/index.html?path=03-one-pairing.ipynb")
    expect(opened.value.get_by_role("heading", level=1)).to_contain_text(
        "pairing", timeout=START_SECONDS * 1000
    )
    assert (lesson.complaints, visitor.refused) == ([], [])
    opened.value.close()
    lesson.page.close()
