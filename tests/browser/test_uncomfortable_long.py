"""``cptutor lab`` where it is uncomfortable: no UTF-8 in the locale, other letters and blanks in the path, one lesson
opened twice, kernels that are restarted, and no other machine to ask.
"""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from cptutor.commands.serving import write_json
from cptutor.resources import resource
from tests.browser.boards import BoardPage
from tests.browser.jupyter import Notebook, Server, new_context
from tests.browser.test_lessons_long import ROOTS, WRONG, alive, is_own, run_all
from tests.test_uncomfortable import LOCALES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext

pytestmark = [
    pytest.mark.browser_long,
    pytest.mark.skipif(os.name != "posix", reason="locales as POSIX has them"),
]

LESSON = next(path for path in resource("notebooks").glob("02-*.ipynb"))


@pytest.fixture(scope="module")
def lab_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The command itself, in a folder of blanks and other letters, with a locale that knows none of them."""
    home = tmp_path_factory.mktemp("lab") / "mit Leerzeichen é 牌"
    home.mkdir()
    write_json(home / "config" / "jupyter_server_config.json", {"LabApp": {"expose_app_in_browser": True}})
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen(
        [sys.executable, "-m", "cptutor", "lab", "--no-browser", "--port", str(port)],
        cwd=home,
        stdout=subprocess.PIPE,
        env=os.environ | LOCALES["C"] | {"JUPYTER_CONFIG_PATH": str(home / "config")},
    )
    assert process.stdout is not None
    try:
        found = None
        while not found:
            line = process.stdout.readline()
            assert line, "cptutor lab has ended"
            found = re.search(rb"(http://[^/]+)/lab/tree/\S+\?token=(\S+)", line)
        yield Server(found[1].decode(), found[2].decode(), home / "cptutor-notebooks")
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0
    finally:
        if process.poll() is None:
            process.kill()
            process.wait(60)
        process.stdout.close()


@pytest.fixture
def window(browser: Browser) -> Iterator[BrowserContext]:
    context = new_context(browser, viewport={"width": 1280, "height": 1600})
    yield context
    context.close()


def shut_down(lesson: Notebook) -> None:
    lesson.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.shutdown()")


def test_a_lesson_runs_restarts_and_asks_no_other_machine(window: BrowserContext, lab_server: Server) -> None:
    outside: list[str] = []
    window.on("request", lambda asked: None if is_own(asked.url, lab_server) else outside.append(asked.url))
    lesson = Notebook.open_file(window, lab_server, LESSON.name)
    content = lesson.page.locator(".jp-Notebook")
    for _ in range(2):
        assert run_all(lesson) == []
        assert alive(lesson.page, LESSON)
        assert not WRONG.search(content.inner_text())
        folder = lesson.run("import os, sys; print(ascii(os.getcwd()), sys.flags.utf8_mode)")
        assert folder == f"{os.fsencode(lab_server.folder).decode('ascii', 'surrogateescape')!a} 0"
        lesson.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()")
        lesson.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.info")
        assert lesson.run("print('FOUL' in globals())") == "False"
    assert run_all(lesson) == []
    assert alive(lesson.page, LESSON)
    assert outside == []
    shut_down(lesson)


def test_a_lesson_opened_twice_works_in_both_windows(browser: Browser, lab_server: Server) -> None:
    """One kernel serves both: what the second runs takes nothing from the first."""
    contexts = [new_context(browser, viewport={"width": 1280, "height": 1600}) for _ in range(2)]
    first, second = (Notebook.open_file(context, lab_server, LESSON.name) for context in contexts)
    kernels = [
        lesson.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.id")
        for lesson in (first, second)
    ]
    assert kernels[0] == kernels[1]
    for lesson in (first, second):
        assert run_all(lesson) == []
        assert alive(lesson.page, LESSON)
    one, other = (BoardPage(lesson, 0) for lesson in (first, second))
    before = other.rows()
    card = next(card for card in before["front"])
    for board in (one, other):
        board.root.locator(f'[data-card="{card}"]').focus()
        board.page.keyboard.press("b")
        expect(board.row("back").locator(f'[data-card="{card}"]')).to_have_count(1)
        assert sum(map(len, board.rows().values())) == 13
        assert other.rows() == (before if board is one else one.rows())
        expect(board.alert).to_have_text("")
    for lesson in (first, second):
        assert not WRONG.search(lesson.page.locator(".jp-Notebook").inner_text())
        expect(lesson.page.locator(ROOTS).first).to_be_visible()
    shut_down(first)
    for context in contexts:
        context.close()


def test_a_notebook_that_cannot_be_written_can_still_be_run(
    window: BrowserContext, lab_server: Server
) -> None:
    """The lesson is read-only; its cells run and its widgets work, and the file stays as it is."""
    path: Path = lab_server.folder / LESSON.name
    before = path.read_bytes()
    path.chmod(0o444)
    try:
        lesson = Notebook.open_file(window, lab_server, LESSON.name)
        assert run_all(lesson) == []
        assert alive(lesson.page, LESSON)
        shut_down(lesson)
    finally:
        path.chmod(0o644)
    assert path.read_bytes() == before
