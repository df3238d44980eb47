"""The controls in JupyterLab: each is used once; keys, announcements, narrow pages and access in the longer tests."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.control_pages import ControlPage
from tests.browser.jupyter import SCREENSHOTS, Notebook

ALL = (
    "Threshold()",
    "ScorebookExplorer('foul-royalties')",
    "Practice(seed=1, kinds=['row'])",
    "AgreementChecklist()",
    "RoyaltyBench()",
)
PRICE = "What does a foul pay each legal opponent"
TALL = 7000
"""Pixels in which the longest control stands whole: JupyterLab shows no more of it than fits."""
long = pytest.mark.browser_long


def keep_pictures(controls: tuple[ControlPage, ...], name: str) -> None:
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    names = ("threshold", "explorer", "practice", "agreement", "royalty")
    for control, what in zip(controls, names, strict=True):
        control.page.wait_for_timeout(200)
        control.root.screenshot(path=SCREENSHOTS / f"{what}-{name}.png")


def test_every_control_works(notebook: Notebook) -> None:
    threshold, explorer, practice, checklist, bench = ControlPage.show(notebook, *ALL)

    expect(threshold.result).to_contain_text("Total+2")
    threshold.radio("Back", "Win").check()
    expect(threshold.result).to_contain_text("The selection has changed: calculate again")
    threshold.button("Calculate again").click()
    expect(threshold.result).to_contain_text("Total+4")
    expect(threshold.result).to_contain_text("Opponent−4")
    threshold.button("Reset").click()
    expect(threshold.result).to_contain_text("Total+2")
    expect(threshold.radio("Back", "Lose")).to_be_checked()
    assert threshold.said() == [
        "Back: win. The selection has changed: calculate again.",
        "Row net +3, overall +1, total +4, opponent −4.",
        "Win, win, lose. Row net +1, overall +1, total +2, opponent −2.",
    ]

    expect(explorer.result).to_contain_text("A ruling is needed")
    explorer.root.get_by_role("spinbutton").fill("5")
    explorer.root.get_by_role("spinbutton").press("Enter")
    explorer.radio("legal opponent?", "paid").check()
    explorer.radio("its own royalty rows?", "not paid").check()
    expect(explorer.result).to_contain_text("foul.price = 5")
    explorer.button("Why has fouled −8?").click()
    expect(explorer.result).to_contain_text("Why fouled has −8")
    assert explorer.focused() == "account"
    explorer.root.locator(".cpc-steps summary").first.click()
    expect(explorer.result).to_contain_text("a ruling of this table, as “Chinese Poker rules")

    seat = explorer.root.locator(".cpc-mat").last
    seat.locator(".cpt-card").first.click()
    seat.locator(".cpt-card").last.click()
    expect(explorer.field("Deal")).to_have_value("own")
    expect(seat.locator(".cpt-card").first).to_be_focused()  # it went where the other came from
    explorer.page.keyboard.press("Control+z")
    expect(explorer.status).to_contain_text("legal: Undone.")

    practice.button("The first row").click()
    expect(practice.result).to_contain_text("Not right: the second row")
    expect(practice.result).to_contain_text("four kicker beats three kicker")
    expect(practice.button("Next question")).to_be_focused()
    practice.button("Repeat what was missed (1)").click()
    practice.button("The second row").click()
    expect(practice.result).to_contain_text("Right: the second row")
    expect(practice.root).to_contain_text("0 of 1")

    checklist.fold("Fouls (").click()
    checklist.radio(PRICE, "scooped").check()
    expect(checklist.result).to_contain_text("as if it had lost all three rows")
    checklist.fold("The agreement as a file").click()
    expect(checklist.field("Text of the file (TOML)")).to_have_value(re.compile('"foul.price" = "scooped"'))
    price = notebook.run("print(controls[3].agreement['foul.price'])")
    assert price == "scooped"

    bench.radio("Row", "Back").check()
    expect(bench.result).to_contain_text("full house in back: not listed")
    bench.field("A hand to begin with").select_option("straight flush")
    expect(bench.result).to_contain_text("Back: nine-high straight flush")
    for control in (threshold, explorer, practice, checklist, bench):
        expect(control.alert).to_be_empty()
    assert notebook.cells() == ["code"]


@long
def test_keys_stay_in_the_control(notebook: Notebook) -> None:
    threshold, explorer = ControlPage.show(notebook, "Threshold(live=True)", "ScorebookExplorer()")
    rules = threshold.field("Rules")
    rules.focus()
    for key in ("ArrowDown", "ArrowUp", "ArrowDown", "b", "m"):
        threshold.page.keyboard.press(key)
        expect(rules).to_be_focused()
    before = rules.input_value()
    rules.press("ArrowDown")
    expect(rules).not_to_have_value(before)
    threshold.radio("Front", "Win").focus()
    threshold.page.keyboard.press("ArrowRight")
    expect(threshold.radio("Front", "Tie")).to_be_checked()
    expect(threshold.radio("Front", "Tie")).to_be_focused()
    threshold.button("Reset").focus()
    for key in ("m", "a", "d", "d", "ArrowDown", "1", "y", "Escape", "Shift+Enter", "Space"):
        threshold.page.keyboard.press(key)
        expect(threshold.button("Reset")).to_be_focused()
    explorer.fold("The seats as text").click()
    seats = explorer.field("Seats")
    seats.press("End")
    for key in ("b", "Enter", "m", "ArrowUp", "Backspace"):
        seats.press(key)
        expect(seats).to_be_focused()
    assert notebook.cells() == ["code"]


@long
def test_tab_walks_through_every_control_in_order(notebook: Notebook) -> None:
    (threshold,) = ControlPage.show(notebook, "Threshold()")
    threshold.field("Rules").focus()
    seen = []
    for _ in range(7):
        seen.append(
            threshold.page.evaluate("document.activeElement.dataset.key ?? document.activeElement.value")
        )
        threshold.page.keyboard.press("Tab")
    assert seen == ["profile", "W", "W", "L", "calculate", "reset", "live"]


@long
def test_wrong_seats_are_said_and_kept(notebook: Notebook) -> None:
    (explorer,) = ControlPage.show(notebook, "ScorebookExplorer()")
    explorer.fold("The seats as text").click()
    seats = explorer.field("Seats")
    typed = seats.input_value().replace("A♦", "1d")
    seats.fill(typed)
    explorer.button("Settle these seats").click()
    expect(explorer.alert).to_have_text("seat Sora: front: '1d' is not a card")
    expect(seats).to_have_value(typed)
    expect(seats).to_have_attribute("aria-invalid", "true")
    assert explorer.said() == []
    seats.fill(typed.replace("1d", "ad").replace("Sora", "Sora, the first"))
    explorer.button("Settle these seats").click()
    expect(explorer.alert).to_contain_text("seat Sora: 'the first' is not understood")
    seats.fill(typed.replace("1d", "ad").replace("Sora", "Nora"))
    explorer.button("Settle these seats").click()
    expect(explorer.alert).to_be_empty()
    expect(seats).to_have_attribute("aria-invalid", "false")
    expect(explorer.field("Deal")).to_have_value("own")
    assert explorer.said() == ["Settled: Nora +2, Owen +2, Pia −4."]
    assert "Nora: A♠ A♦ 2♣" in seats.input_value()
    explorer.field("Deal").select_option("full-anna-ben")
    expect(explorer.field("Rules")).to_have_value("full")
    expect(explorer.result).to_contain_text("Anna vs Ben")


@long
def test_callbacks_that_fail_and_views_that_did_not_ask(notebook: Notebook) -> None:
    notebook.show(
        "from IPython.display import display\nfrom cptutor.widgets import *\n"
        "c = Threshold(live=True)\ncontrols = [c]\ndisplay(c, c)"
    )
    one, other = ControlPage(notebook), ControlPage(notebook, 1)
    for page in (one, other):
        expect(page.result).to_contain_text("Total")
        page.listen()
    one.radio("Back", "Tie").check()
    expect(other.radio("Back", "Tie")).to_be_checked()
    assert [len(page.said()) for page in (one, other)] == [1, 0]
    ids = notebook.page.eval_on_selector_all(".cpt-control [id]", "(nodes) => nodes.map((node) => node.id)")
    assert len(ids) == len(set(ids))
    notebook.run("c.state = {'rows': 'LLL'}")
    expect(one.result).to_contain_text("Total−4")
    assert one.said() == []
    notebook.run("c.observe(lambda change: 1 / 0, 'state')")
    one.radio("Back", "Win").check()
    expect(one.alert).to_have_text("ZeroDivisionError: division by zero")
    notebook.run("c.unobserve_all('state')")


@long
def test_copying_says_so(notebook: Notebook) -> None:
    (checklist,) = ControlPage.show(notebook, "AgreementChecklist()")
    checklist.fold("The agreement as a file").click()
    checklist.button("Copy the text").click()
    expect(checklist.status).to_contain_text(re.compile("Copied|copy it with Ctrl"))
    assert len(checklist.said()) == 1
    checklist.field("Name of the agreement").fill("Friday table")
    checklist.field("Name of the agreement").press("Enter")
    expect(checklist.result).to_contain_text("Friday table")


@long
def test_numbers_in_practice_are_typed_and_entered(notebook: Notebook) -> None:
    (practice,) = ControlPage.show(notebook, "Practice(seed=1, kinds=['net'])")
    net = practice.root.get_by_role("spinbutton", name="Net")
    net.press("Enter")
    expect(practice.alert).to_have_text("type a whole number first")
    net.fill("3")
    net.press("Enter")
    expect(practice.result).to_contain_text("Not right: +2, not +3")
    expect(practice.button("Next question")).to_be_focused()
    practice.page.keyboard.press("Enter")
    expect(practice.result).to_contain_text("Question 2")
    assert practice.focused() == "question"
    assert len(practice.said()) == 2


@long
@pytest.mark.parametrize("theme", ["Light", "Dark"])
def test_axe_finds_nothing(notebook: Notebook, theme: str) -> None:
    notebook.theme(theme)
    try:
        controls = ControlPage.show(notebook, *ALL)
        threshold, explorer, practice, checklist, bench = controls
        threshold.root.locator(".cpc-steps summary").first.click()
        explorer.fold("The seats as text").click()
        explorer.field("Seats").fill("nothing")
        explorer.button("Settle these seats").click()
        expect(explorer.alert).not_to_be_empty()
        practice.button("The first row").click()
        practice.fold("What is asked").click()
        checklist.fold("Fouls (").click()
        checklist.fold("The agreement as a file").click()
        bench.radio("Row", "Front").check()
        assert notebook.axe(".cpt-control") == {"violations": [], "incomplete": []}
        threshold.radio("Front", "Lose").check()
        explorer.field("Deal").select_option("scorebook-three")
        explorer.button("Why has Pia −4?").click()
        explorer.root.locator(".cpc-steps summary").first.click()
        expect(threshold.result).to_contain_text("calculate again")
        assert notebook.axe(".cpt-control") == {"violations": [], "incomplete": []}
        notebook.page.set_viewport_size({"width": 1280, "height": TALL})
        keep_pictures(controls, theme.lower())
    finally:
        notebook.page.set_viewport_size({"width": 1280, "height": 1000})
        notebook.theme("Light")


@long
@pytest.mark.parametrize("width", [400, 640])  # a phone, and a desk's page at 200 %
def test_fits_a_narrow_page(notebook: Notebook, width: int) -> None:
    controls = ControlPage.show(notebook, *ALL)
    _, explorer, practice, checklist, _ = controls
    explorer.fold("The seats as text").click()
    practice.button("The first row").click()
    checklist.fold("Fouls (").click()
    checklist.fold("The agreement as a file").click()
    page = notebook.page
    page.set_viewport_size({"width": width, "height": TALL})
    try:
        page.wait_for_timeout(500)
        assert [control.overflowing() for control in controls] == [[]] * len(controls)
        keep_pictures(controls, str(width))
        assert notebook.axe(".cpt-control") == {"violations": [], "incomplete": []}
        explorer.radio("legal opponent?", "paid").check()
        expect(explorer.radio("legal opponent?", "paid")).to_be_checked()
    finally:
        page.set_viewport_size({"width": 1280, "height": 1000})


@long
def test_every_target_is_large_enough(notebook: Notebook) -> None:
    for control in ControlPage.show(notebook, *ALL):
        for summary in control.root.locator(".cpc-fold > summary").all():
            if not summary.evaluate("(node) => node.parentElement.open"):
                summary.click()
        for node in control.root.locator(
            "button, select, textarea, summary, label.cpc-radio, label.cpc-check"
        ).all():
            box = node.bounding_box()
            assert box
            assert min(box["width"], box["height"]) >= 43.9, node.inner_text()
