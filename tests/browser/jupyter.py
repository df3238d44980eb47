"""JupyterLab in a real browser, as the tests use it: a server of its own, and one notebook to show things in.

Nothing here waits without end: every step in the browser has a timeout, also those that Playwright gives none.
"""

from __future__ import annotations

import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import nbformat
import pytest
from nbformat import v4

from cptutor.commands import saving, serving

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, BrowserContext, Locator, Page, Playwright

STEP_SECONDS: Final = 30
"""How long one step in the browser may take on a busy machine."""

EXPECT_SECONDS: Final = 15
"""How long the page may take to show what it should."""

START_SECONDS: Final = 120
"""How long the server, and the first page, may take."""

SCREENSHOTS: Final = Path(__file__).resolve().parents[2] / "build" / "screenshots"
"""Pictures to look at; git ignores the folder."""

NO_BROWSER: Final = (
    "no Chromium for the browser tests: install one (apt-get install chromium, or playwright install chromium), "
    "or name it in CPTUTOR_CHROMIUM"
)

_NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_FLAGS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
_SETTINGS: Final = {
    "@jupyterlab/apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
    "@jupyterlab/notebook-extension/tracker": {"windowingMode": "none"},  # cells out of sight exist as well
}
_HARMLESS: Final = (
    "Failed to load resource",  # JupyterLab asks for files that need not be there
    "favicon",
)


def find_chromium(playwright: Playwright) -> str | None:
    """The browser that is named, else one on the path, else the one that Playwright has fetched."""
    named = os.environ.get("CPTUTOR_CHROMIUM")
    if named:
        return named
    for name in _NAMES:
        if found := shutil.which(name):
            return found
    own = playwright.chromium.executable_path
    return own if Path(own).is_file() else None


@contextmanager
def start_browser() -> Iterator[Browser]:
    """Chromium without a window. Where there is none the test is skipped, and fails under ``CI=true``."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=EXPECT_SECONDS * 1000)
    with sync_playwright() as playwright:
        path = find_chromium(playwright)
        if path is None:
            if os.environ.get("CI") == "true":
                pytest.fail(NO_BROWSER, pytrace=False)
            pytest.skip(NO_BROWSER)
        browser = playwright.chromium.launch(
            executable_path=path, args=list(_FLAGS), timeout=START_SECONDS * 1000
        )
        try:
            yield browser
        finally:
            browser.close()


@dataclass(frozen=True)
class Server:
    """A running JupyterLab."""

    address: str
    token: str
    folder: Path


@contextmanager
def start_server(home: Path) -> Iterator[Server]:
    """JupyterLab with configuration, data, settings and notebooks of its own, below one folder."""
    folder = home / "notebooks"
    folder.mkdir()
    for name, values in _SETTINGS.items():
        path = home / "settings" / f"{name}.jupyterlab-settings"
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps(values), encoding="utf-8")
    own = {
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_DATA_DIR": "data",
        "JUPYTER_RUNTIME_DIR": "runtime",
        "IPYTHONDIR": "ipython",
        "JUPYTERLAB_SETTINGS_DIR": "settings",
        "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
    }
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    serving.write_page(home / "data")
    pages = {"ServerApp": {"tornado_settings": {"mathjax_url": serving.NO_MATHJAX}}}
    serving.write_json(
        home / "config" / "jupyter_server_config.json",
        pages | {"VoilaConfiguration": {"template": serving.PAGE}},
    )
    saving.write_save_rule(home / "config")
    token = secrets.token_hex(16)
    log = home / "server.log"
    options = [
        "--no-browser",
        "--ip=127.0.0.1",
        f"--port={port}",
        "--ServerApp.port_retries=0",
        f"--IdentityProvider.token={token}",
        f"--ServerApp.root_dir={folder}",
        "--ServerApp.allow_root=True",
        "--LabApp.expose_app_in_browser=True",
    ]
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "jupyterlab", *options],
            stdout=output,
            stderr=output,
            cwd=folder,
            env=os.environ | {name: str(home / place) for name, place in own.items()},
        )
    server = Server(f"http://127.0.0.1:{port}", token, folder)
    try:
        _wait_for(process, f"{server.address}/api/status?token={token}", log)
        yield server
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(20)


def _wait_for(process: subprocess.Popen[bytes], address: str, log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        if process.poll() is not None:
            break
        try:
            with urllib.request.urlopen(address, timeout=5):
                return
        except OSError:
            time.sleep(0.2)
    pytest.fail("JupyterLab did not start:\n" + log.read_text("utf-8", errors="replace")[-3000:])


def new_context(browser: Browser, **wanted: Any) -> BrowserContext:
    """A browser window of its own, in which nothing moves, and without what another has stored."""
    usual = {"viewport": {"width": 1280, "height": 1000}, "reduced_motion": "reduce"}
    return browser.new_context(**usual | wanted)


@dataclass
class Notebook:
    """A notebook of one cell, open in JupyterLab. Showing something runs that cell with other code."""

    page: Page
    complaints: list[str] = field(default_factory=list)

    @classmethod
    def open(cls, browser: Browser, server: Server, **context: Any) -> Notebook:
        """A new page with a new notebook and a kernel of its own."""
        name = f"lesson-{secrets.token_hex(4)}.ipynb"
        document = v4.new_notebook(cells=[v4.new_code_cell("None")])
        document.metadata.kernelspec = {"name": "python3", "display_name": "Python 3", "language": "python"}
        nbformat.write(document, server.folder / name)
        return cls.open_file(new_context(browser, **context), server, name)

    @classmethod
    def open_file(cls, context: BrowserContext, server: Server, name: str) -> Notebook:
        """A new page with a notebook that lies in the server's folder."""
        page = context.new_page()
        page.set_default_timeout(STEP_SECONDS * 1000)
        notebook = cls(page)
        page.on("console", lambda message: notebook.hear(message.type, message.text))
        page.on("pageerror", lambda error: notebook.hear("error", str(error)))
        page.goto(
            f"{server.address}/lab/tree/{name}?token={server.token}&reset",
            wait_until="domcontentloaded",
            timeout=START_SECONDS * 1000,
        )
        page.wait_for_selector(".jp-NotebookPanel .jp-Cell", timeout=START_SECONDS * 1000)
        notebook.evaluate(
            """async () => {
                await window.jupyterapp.restored;
                const panel = window.jupyterapp.shell.currentWidget;
                await panel.context.ready;
                await panel.sessionContext.ready;
                await panel.sessionContext.session.kernel.info;
                window.jupyterapp.shell.collapseLeft();
            }""",
            seconds=START_SECONDS,
        )
        return notebook

    def close(self) -> None:
        """Close the page and forget its storage."""
        self.page.context.close()

    def hear(self, kind: str, text: str) -> None:
        """Keep what the browser complains of, but for what is harmless."""
        if kind == "error" and not any(part in text for part in _HARMLESS):
            self.complaints.append(text)

    def evaluate(self, function: str, argument: Any = None, seconds: float = STEP_SECONDS) -> Any:
        """Call a JavaScript function with a time limit, which Playwright's own ``evaluate`` does not have."""
        return self.page.evaluate(
            f"""async ([argument, limit]) => {{
                let timer;
                const late = new Promise((_, refuse) => {{
                    timer = setTimeout(() => refuse(new Error(`no answer in ${{limit}} ms`)), limit);
                }});
                try {{ return await Promise.race([({function})(argument), late]); }}
                finally {{ clearTimeout(timer); }}
            }}""",
            [argument, seconds * 1000],
        )

    def show(self, code: str) -> None:
        """Run the notebook's one cell with this code, and wait until it is done."""
        failed = self.evaluate(
            """async (code) => {
                const app = window.jupyterapp;
                const notebook = app.shell.currentWidget.content;
                notebook.activeCellIndex = 0;
                notebook.activeCell.model.sharedModel.setSource(code);
                await app.commands.execute('notebook:run-cell');
                const outputs = notebook.widgets[0].model.outputs.toJSON();
                return outputs.filter((output) => output.output_type === 'error').map((output) => output.evalue);
            }""",
            code,
            seconds=60,
        )
        assert failed == [], failed

    def run(self, code: str) -> str:
        """Run code in the notebook's kernel, past the page; return what it printed."""
        printed: str = self.evaluate(
            """async (code) => {
                const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
                let printed = '';
                const future = kernel.requestExecute({ code, store_history: false });
                future.onIOPub = (message) => {
                    if (message.header.msg_type === 'stream') printed += message.content.text;
                    if (message.header.msg_type === 'error') printed += message.content.evalue;
                };
                await future.done;
                return printed;
            }""",
            code,
        )
        return printed.rstrip("\n")

    def cells(self) -> list[str]:
        """The kinds of the notebook's cells: one code cell, unless a key has reached the notebook."""
        kinds: list[str] = self.evaluate(
            "() => window.jupyterapp.shell.currentWidget.content.widgets.map((cell) => cell.model.type)"
        )
        return kinds

    def theme(self, name: str) -> None:
        """Change JupyterLab's theme: ``Light`` or ``Dark``."""
        self.evaluate(
            """async (name) => {
                await window.jupyterapp.commands.execute('apputils:change-theme', { theme: `JupyterLab ${name}` });
                const light = String(name === 'Light');
                while (document.body.dataset.jpThemeLight !== light) await new Promise((go) => setTimeout(go, 50));
            }""",
            name,
        )
        self.page.wait_for_timeout(300)

    def picture(self, part: Locator, name: str) -> None:
        """Keep a picture of a part of the page, whole: JupyterLab scrolls, so the window is made high for it."""
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        size = self.page.viewport_size
        assert size
        self.page.set_viewport_size({"width": size["width"], "height": 2400})
        self.page.wait_for_timeout(300)
        part.scroll_into_view_if_needed()
        part.screenshot(path=SCREENSHOTS / f"{name}.png")
        self.page.set_viewport_size(size)

    def axe(self, selector: str) -> dict[str, list[str]]:
        """What axe-core finds wrong, and what it cannot decide, in one part of the page."""
        from axe_playwright_python.base import AXE_FILE_PATH

        if not self.page.evaluate("Boolean(window.axe)"):
            self.page.evaluate(Path(AXE_FILE_PATH).read_text("utf-8"))
        found: dict[str, list[str]] = self.evaluate(
            """async (selector) => {
                const results = await axe.run(selector, { resultTypes: ['violations', 'incomplete'] });
                const why = (node) => [...node.any, ...node.all, ...node.none].map((check) => check.message);
                const told = (each) => [each.id, each.help, ...each.nodes.map((node) =>
                    `${node.html.slice(0, 160)} ${why(node)}`)].join(' | ');
                return { violations: results.violations.map(told), incomplete: results.incomplete.map(told) };
            }""",
            selector,
            seconds=60,
        )
        return found
