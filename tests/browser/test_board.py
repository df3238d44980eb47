"""The board in JupyterLab: the workshop's repair with mouse, keys and selectors, and what each of them touches on."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.boards import SETUP, BoardPage
from tests.test_board_state import COUNT, FOUL, REPAIR

if TYPE_CHECKING:
    from tests.browser.jupyter import Notebook

FOUL_TITLE = "Foul at front-middle"
REASON = "the front outranks the middle (pair of queens beats pair of nines)"


@pytest.fixture
def board(notebook: Notebook) -> BoardPage:
    return BoardPage.show(notebook, 'Board(profile="swc")')


def starts_as_a_foul(board: BoardPage) -> None:
    expect(board.title).to_contain_text(FOUL_TITLE)
    line = board.root.locator(".cpt-boundary").first
    expect(line).to_contain_text(REASON)
    assert [board.row(place).get_attribute("data-fault") for place in ("front", "middle", "back")] == [
        "bad",
        "bad",
        "",
    ]


def counts_come_first(board: BoardPage) -> None:
    expect(board.title).to_contain_text("Fix the counts first: 2/6/5 where 3/5/5 is wanted")
    expect(board.row("front")).to_contain_text("2 cards where 3 are wanted")
    expect(board.row("middle")).to_contain_text("6 cards where 5 are wanted")
    expect(board.root.locator(".cpt-remark")).to_have_count(2)
    board.expect_rows(COUNT.replace("Q♠ 2♣ / Q♥", "Q♥ 2♣ / Q♠"))


def is_repaired(board: BoardPage) -> None:
    expect(board.title).to_contain_text("Legal")
    expect(board.row("middle")).to_contain_text("pair of queens")
    board.expect_rows(REPAIR)
    assert board.root.locator('[data-fault="bad"]').count() == 0


def test_repair_with_the_mouse_alone(board: BoardPage) -> None:
    check = board.root.locator(".cpt-check")
    check.click()
    starts_as_a_foul(board)
    board.drag("Q♠", "middle")
    check.click()
    counts_come_first(board)
    board.drag("9♠", "front")
    board.drag("Q♥", board.card("9♦"))
    check.click()
    is_repaired(board)


def test_repair_with_the_keyboard_alone(board: BoardPage) -> None:
    keys = board.page.keyboard
    board.button("Higher kicker").focus()
    keys.press("Tab")
    assert board.focused() == "Qs"
    keys.press("Tab")
    expect(board.button("Check")).to_be_focused()
    keys.press("Enter")
    starts_as_a_foul(board)
    keys.press("Shift+Tab")
    keys.press("m")
    assert board.focused() == "Qs"
    keys.press("Tab")
    keys.press("Enter")
    counts_come_first(board)
    keys.press("Shift+Tab")
    for key in ("Home", "f"):  # the nine of spades
        keys.press(key)
    assert board.focused() == "9s"
    for key in (
        "ArrowLeft",
        "ArrowLeft",
        "x",
        "ArrowDown",
        "Home",
    ):  # the queen of hearts, marked; the nine of diamonds
        keys.press(key)
    assert board.focused() == "9d"
    keys.press("x")
    assert board.focused() == "9d"
    keys.press("Tab")
    keys.press("Enter")
    is_repaired(board)
    assert board.notebook.cells() == ["code"]


def test_repair_with_selectors_alone(board: BoardPage) -> None:
    check = board.root.locator(".cpt-check")
    check.click()
    starts_as_a_foul(board)
    board.root.get_by_text("Card selectors").click()
    board.selector("Q♠").select_option("Middle")
    check.click()
    counts_come_first(board)
    for card, row in (("Q♥", "Middle"), ("9♠", "Front"), ("9♦", "Front")):
        board.selector(card).select_option(row)
    check.click()
    is_repaired(board)


def test_drag_with_a_finger(board: BoardPage) -> None:
    board.touch_drag("Q♠", "middle")
    board.expect_rows(COUNT.replace("Q♠ 2♣ / Q♥", "Q♥ 2♣ / Q♠"))
    board.touch_drag("Q♠", board.card("Q♥"))
    board.expect_rows(COUNT)
    assert board.focused() == "Qs"


def test_drag_that_ends_nowhere_or_is_called_off(board: BoardPage) -> None:
    board.start_drag("Q♠", "back")
    expect(board.row("back")).to_have_attribute("data-over", "true")
    board.page.keyboard.press("Escape")
    board.page.mouse.up()
    expect(board.root.locator(".cpt-lifted")).to_have_count(0)
    board.drag("Q♠", board.root.locator(".cpt-check"))
    board.expect_rows(FOUL)
    assert board.said() == ["The card stays where it was."]
    assert board.root.locator('[aria-pressed="true"]').count() == 0


def test_two_clicks_exchange_and_a_click_on_a_row_moves(board: BoardPage) -> None:
    board.card("Q♠").click()
    expect(board.card("Q♠")).to_have_attribute("aria-pressed", "true")
    board.card("3♦").click()
    board.expect_rows("3♦ Q♥ 2♣ / 9♠ 9♦ 8♣ 6♥ Q♠ / A♠ K♠ J♠ 10♠ 4♠")
    assert board.said() == [
        "Queen of spades is marked: choose the card to exchange it with, or a row.",
        "Queen of spades, now in the middle, and three of diamonds, now in the front, are exchanged.",
    ]
    board.card("Q♠").click()
    board.page.mouse.click(*board.free_spot("back"))
    board.expect_rows("3♦ Q♥ 2♣ / 9♠ 9♦ 8♣ 6♥ / A♠ K♠ J♠ 10♠ 4♠ Q♠")


def test_undo_redo_sort_and_reset(board: BoardPage) -> None:
    expect(board.button("Undo")).to_have_attribute("aria-disabled", "true")
    board.drag("Q♠", "back")
    board.button("Undo").click()
    board.expect_rows(FOUL)
    expect(board.button("Undo")).to_have_attribute("aria-disabled", "true")
    board.button("Redo").click()
    board.expect_rows("Q♥ 2♣ / 9♠ 9♦ 8♣ 6♥ 3♦ / A♠ K♠ J♠ 10♠ 4♠ Q♠")
    board.card("A♠").focus()
    board.page.keyboard.press("Control+z")
    board.expect_rows(FOUL)
    assert board.focused() == "As"
    board.page.keyboard.press("Control+Shift+z")
    board.expect_rows("Q♥ 2♣ / 9♠ 9♦ 8♣ 6♥ 3♦ / A♠ K♠ J♠ 10♠ 4♠ Q♠")
    board.button("Sort by rank").click()
    expect(board.row("back").locator(".cpt-card").nth(2)).to_have_attribute("data-card", "Qs")
    board.button("Sort by suit").click()
    expect(board.row("middle").locator(".cpt-card").nth(1)).to_have_attribute("data-card", "6h")
    board.button("Repair").click()
    board.expect_rows(REPAIR)
    board.button("Reset").click()
    board.expect_rows(FOUL)
    assert board.notebook.cells() == ["code"]


def test_keys_do_not_reach_the_notebook(board: BoardPage) -> None:
    board.card("Q♠").focus()
    for key in (
        "m",
        "b",
        "a",
        "d",
        "d",
        "ArrowDown",
        "ArrowUp",
        "1",
        "y",
        "Enter",
        "Escape",
        "Shift+Enter",
        "f",
    ):
        board.page.keyboard.press(key)
        assert board.page.evaluate("Boolean(document.activeElement.closest('.cpt-board'))"), key
    assert board.notebook.cells() == ["code"]
    board.root.get_by_text("Card selectors").click()
    selector = board.selector("A♠")
    selector.focus()
    board.page.keyboard.press("ArrowUp")
    expect(selector).to_have_value("middle")
    expect(selector).to_be_focused()
    expect(board.row("middle").locator('[data-card="As"]')).to_have_count(1)
    assert board.notebook.cells() == ["code"]


def test_each_action_is_announced_once(board: BoardPage) -> None:
    board.root.locator(".cpt-check").click()
    expect(board.title).to_contain_text(FOUL_TITLE)
    assert board.said() == [f"{FOUL_TITLE}. T{REASON[1:]}."]
    board.card("Q♠").focus()
    for _ in range(2):
        board.page.keyboard.press("f")
        board.page.wait_for_timeout(300)
    assert board.said() == ["Queen of spades is in the front already."] * 2
    board.page.keyboard.press("m")
    expect(board.status).to_contain_text("check again")
    assert board.said() == [
        "Queen of spades is now in the middle. Front 2 of 3, middle 6 of 5. The rows have changed: check again."
    ]


def test_a_change_makes_the_verdict_stale(board: BoardPage) -> None:
    board.root.locator(".cpt-check").click()
    expect(board.title).to_contain_text(FOUL_TITLE)
    board.drag("Q♠", "middle")
    expect(board.title).to_contain_text("The rows have changed: check again")
    expect(board.root).to_have_attribute("data-verdict", "stale")
    expect(board.root.locator(".cpt-remark")).to_have_count(0)
    expect(board.root.locator(".cpt-check")).to_have_text("Check again")
    board.button("Undo").click()
    expect(board.root).to_have_attribute("data-verdict", "bad")
    expect(board.root.locator(".cpt-remark")).to_have_count(2)


def test_live_board_judges_every_move(notebook: Notebook) -> None:
    board = BoardPage.show(notebook, f"Board({FOUL!r}, live=True)")
    expect(board.title).to_contain_text(FOUL_TITLE)
    expect(board.root.locator(".cpt-check")).to_be_hidden()
    board.drag("Q♥", board.card("3♦"))
    expect(board.title).to_contain_text("Legal")
    assert [line.rpartition(". ")[2] for line in board.said()] == ["Legal."]


def test_a_missing_ruling_is_asked_for(notebook: Notebook) -> None:
    board = BoardPage.show(notebook, 'Board("A♣ K♦ Q♥ / A♠ K♥ Q♣ 3♦ 2♥ / 2♠ 2♦ 7♠ 5♥ 3♣", profile="swc")')
    board.root.locator(".cpt-check").click()
    expect(board.title).to_contain_text("A ruling is needed")
    expect(board.root.locator('.cpt-boundary[data-kind="question"]')).to_contain_text("legal or foul?")
    expect(board.alert).to_be_empty()


def test_own_cards_with_an_error_lose_nothing(board: BoardPage) -> None:
    board.root.get_by_text("Other cards").click()
    field = board.root.get_by_label("Your own cards")
    typed = "Qs Qh 1c / 9s 9d 8c 6h 3d / As Ks Js Ts 4s"
    field.fill(typed)
    field.press("Enter")
    expect(board.alert).to_have_text("front: '1c' is not a card")
    expect(field).to_have_value(typed)
    expect(field).to_have_attribute("aria-invalid", "true")
    board.expect_rows(FOUL)
    board.drag("Q♠", "back")
    field.press("Control+z")  # the field's own undo, not the board's
    board.expect_rows("Q♥ 2♣ / 9♠ 9♦ 8♣ 6♥ 3♦ / A♠ K♠ J♠ 10♠ 4♠ Q♠")
    field.fill("Kh Kd 2c / 9s 9d 8c 6h 3d / As Ks Js Ts 4s")
    board.button("Use these cards").click()
    board.expect_rows("Kh Kd 2c / 9s 9d 8c 6h 3d / As Ks Js Ts 4s")
    expect(board.alert).to_be_empty()
    board.root.get_by_label("Deal number").fill("7")
    board.button("Deal").click()
    expect(board.row("hand").locator(".cpt-card")).to_have_count(13)
    assert board.in_python()["hand"] == json.loads(
        board.notebook.run("print(json.dumps(Board(seed=7).rows['hand']))")
    )
    assert board.notebook.cells() == ["code"]


def test_the_hand_takes_and_gives(notebook: Notebook) -> None:
    board = BoardPage.show(notebook, "Board(seed=7, hand=True)")
    board.root.locator(".cpt-check").click()
    expect(board.title).to_contain_text("Set every card first: 13 cards are still in the hand")
    first = board.rows()["hand"][0]
    board.root.locator(f'[data-card="{first}"]').focus()
    board.page.keyboard.press("b")
    expect(board.row("back").locator(".cpt-card")).to_have_count(1)
    board.page.keyboard.press("h")
    expect(board.row("back").locator(".cpt-card")).to_have_count(0)
    assert board.in_python()["hand"][-1] == first


def test_python_changes_show_and_callbacks_that_fail_too(board: BoardPage) -> None:
    board.notebook.run(f"board.rows = Board({COUNT!r}).rows")
    board.expect_rows(COUNT)
    assert board.said() == []
    board.notebook.run("board.observe(lambda change: 1 / 0, 'rows')")
    board.drag("Q♠", "back")
    expect(board.alert).to_have_text("ZeroDivisionError: division by zero")
    board.notebook.run("board.unobserve_all('rows')")


def test_a_page_that_loses_a_card_gets_the_good_rows(board: BoardPage) -> None:
    board.notebook.evaluate(
        """async () => {
            const panel = window.jupyterapp.shell.currentWidget;
            const view = panel.content.widgets[0].model.outputs.get(0).data['application/vnd.jupyter.widget-view+json'];
            const comm = panel.sessionContext.session.kernel._comms.get(view.model_id);
            (await comm).send({ method: 'update', state: { rows: { front: ['Qs'] } }, buffer_paths: [] });
        }"""
    )
    expect(board.alert).to_have_text("a board has thirteen cards, not 1")
    board.expect_rows(FOUL)


def test_two_boards_and_two_views(notebook: Notebook) -> None:
    notebook.show(
        f"{SETUP}from IPython.display import display\nboard, other = Board(), Board({REPAIR!r})\n"
        "display(board, board, other)"
    )
    one, again, other = (BoardPage(notebook, index) for index in range(3))
    expect(other.root.locator(".cpt-card")).to_have_count(13)
    for page in (one, again, other):
        page.listen()
    one.drag("Q♠", "back")
    one.expect_rows("Q♥ 2♣ / 9♠ 9♦ 8♣ 6♥ 3♦ / A♠ K♠ J♠ 10♠ 4♠ Q♠")
    expect(again.row("back").locator('[data-card="Qs"]')).to_have_count(1)
    assert other.rows()["back"] == ["As", "Ks", "Js", "Ts", "4s"]
    assert [len(page.said()) for page in (one, again, other)] == [1, 0, 0]
    ids = notebook.page.eval_on_selector_all(".cpt-board [id]", "(nodes) => nodes.map((node) => node.id)")
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("theme", ["Light", "Dark"])
def test_pictures_and_what_axe_finds(board: BoardPage, theme: str) -> None:
    notebook = board.notebook
    notebook.theme(theme)
    try:
        board.root.get_by_text("Card selectors").click()
        board.root.get_by_text("Other cards").click()
        board.root.locator(".cpt-check").click()
        expect(board.title).to_contain_text(FOUL_TITLE)
        notebook.picture(board.root, f"board-{theme.lower()}")
        assert notebook.axe(".cpt-board") == {"violations": [], "incomplete": []}
        board.root.get_by_label("Your own cards").fill("nothing")
        board.button("Use these cards").click()
        board.drag("Q♠", "middle")
        board.card("Q♠").click()
        assert notebook.axe(".cpt-board") == {"violations": [], "incomplete": []}
    finally:
        notebook.theme("Light")


def test_names_and_roles(board: BoardPage) -> None:
    tree = board.root.aria_snapshot()
    for line in (
        'group "Board with thirteen cards"',
        'group "Cards"',
        'group "Front"',
        'button "queen of spades, front, 1 of 3"',
        'button "four of spades, back, 5 of 5"',
        'button "Check"',
        'group "Changes"',
    ):
        assert line in tree, tree
    assert len(re.findall(r"button \"\w+ of \w+, ", tree)) == 13


def test_every_target_is_large_enough(board: BoardPage) -> None:
    board.root.get_by_text("Card selectors").click()
    board.root.get_by_text("Other cards").click()
    for node in board.root.locator("button, select, input, summary").all():
        box = node.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 44, node.inner_text()


def test_fits_a_narrow_page(board: BoardPage) -> None:
    page = board.page
    board.root.get_by_text("Card selectors").click()
    board.root.get_by_text("Other cards").click()
    board.root.locator(".cpt-check").click()
    expect(board.title).to_contain_text(FOUL_TITLE)
    page.set_viewport_size({"width": 400, "height": 1600})
    try:
        page.wait_for_timeout(500)
        assert board.overflowing() == []
        board.notebook.picture(board.root, "board-narrow")
        board.drag("Q♠", board.card("9♠"))
        expect(board.row("middle").locator('[data-card="Qs"]')).to_have_count(1)
    finally:
        page.set_viewport_size({"width": 1280, "height": 1000})
