"""Static pages as a visitor meets them: a folder served on this machine, and a browser that reaches nothing else."""

from __future__ import annotations

from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING, Any

from tests.browser.jupyter import new_context

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext, Route


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Nothing: the tests say what they need."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a folder as the plainest of web servers serves it, on this machine alone."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder))) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


class Visitor:
    """A browser that reaches one address and nothing else; what it asks of others is refused and kept."""

    def __init__(self, browser: Browser, address: str, **wanted: Any) -> None:
        self.address = address
        self.refused: list[str] = []
        self.context: BrowserContext = new_context(browser, **wanted)
        self.context.route(lambda url: not url.startswith((address, "data:", "blob:")), self.refuse)

    def refuse(self, route: Route) -> None:
        self.refused.append(route.request.url)
        route.abort()
