"""One JupyterLab for all browser tests; a browser and an open notebook for each module of them.

Playwright's driver keeps an event loop running in this thread, which must not outlive the tests that need it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.jupyter import Notebook, start_browser, start_server

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

    from tests.browser.jupyter import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with start_server(tmp_path_factory.mktemp("jupyter")) as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with start_browser() as started:
        yield started


@pytest.fixture(scope="module")
def shared_notebook(browser: Browser, server: Server) -> Iterator[Notebook]:
    notebook = Notebook.open(browser, server)
    yield notebook
    notebook.close()


@pytest.fixture
def notebook(shared_notebook: Notebook) -> Iterator[Notebook]:
    """The module's open notebook; after the test its page must not have complained."""
    shared_notebook.complaints.clear()
    yield shared_notebook
    assert shared_notebook.complaints == []
