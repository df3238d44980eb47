"""Without a browser the tests are skipped with a line that says how to get one; under CI they fail with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser import jupyter

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(("ci", "outcome"), [("true", pytest.fail.Exception), ("", pytest.skip.Exception)])
def test_no_browser(ci: str, outcome: type[BaseException], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jupyter, "find_chromium", lambda _: None)
    monkeypatch.setenv("CI", ci)
    with pytest.raises(outcome, match="apt-get install chromium"), jupyter.start_browser():
        pass


def test_a_browser_that_is_named_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from playwright.sync_api import sync_playwright

    on_path = tmp_path / "chromium"
    on_path.touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("CPTUTOR_CHROMIUM", "named")
    with sync_playwright() as playwright:
        assert jupyter.find_chromium(playwright) == "named"
        monkeypatch.delenv("CPTUTOR_CHROMIUM")
        assert jupyter.find_chromium(playwright) == str(on_path)
