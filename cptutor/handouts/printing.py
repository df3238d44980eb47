"""HTML to PDF through a Chromium that is installed already; it opens the given page and nothing else."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from cptutor.terms import TutorError

CHROMIUM_NAMES: Final = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "msedge",
)
"""What the browser is called on the path."""

NO_CHROMIUM: Final = (
    "no Chromium for the PDF: install one, or name it in CPTUTOR_CHROMIUM, or print the HTML from any browser"
)

_SECONDS: Final = 120
_FLAGS: Final = (
    "--headless",
    "--disable-gpu",
    "--disable-extensions",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--no-pdf-header-footer",
)


def find_chromium() -> str | None:
    """The browser that ``CPTUTOR_CHROMIUM`` names, else one on the path, else Playwright's own, else None."""
    if named := os.environ.get("CPTUTOR_CHROMIUM"):
        return named
    for name in CHROMIUM_NAMES:
        if found := shutil.which(name):
            return found
    return _of_playwright()


def _of_playwright() -> str | None:
    if find_spec("playwright") is None:
        return None
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    return own if Path(own).is_file() else None


def html_to_pdf(html: str, browser: str, folder: Path) -> bytes:
    """A page as PDF, on the paper that its own style asks for.

    The words and shapes are the same for the same page; the dates in the PDF's own description are not.

    Args:
        html: the whole page.
        browser: the Chromium, as :func:`find_chromium` finds it.
        folder: where a temporary folder may be made. A Chromium in a snap sees nothing of the system's own.

    Raises:
        TutorError: the browser cannot be started, fails, or takes too long.
    """
    with tempfile.TemporaryDirectory(prefix="cptutor-", dir=folder, ignore_cleanup_errors=True) as name:
        work = Path(name).resolve()
        page, pdf = work / "page.html", work / "page.pdf"
        page.write_text(html, encoding="utf-8")
        command = [browser, *_FLAGS, f"--user-data-dir={work / 'profile'}", f"--print-to-pdf={pdf}"]
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            command.append("--no-sandbox")  # Chromium refuses to start for root without it
        try:
            run = subprocess.run(
                [*command, page.as_uri()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                timeout=_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise TutorError(f"{browser}: no PDF in {_SECONDS} seconds") from None
        except (OSError, ValueError) as error:
            raise TutorError(f"{browser}: {getattr(error, 'strerror', None) or error}") from None
        content = pdf.read_bytes() if pdf.is_file() else b""
    if run.returncode != 0 or not content.startswith(b"%PDF-"):
        said = run.stdout.decode(errors="replace").strip().splitlines()
        raise TutorError(f"{browser}: no PDF (status {run.returncode}){': ' + said[-1] if said else ''}")
    return content
