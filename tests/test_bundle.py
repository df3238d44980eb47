"""The browser's half of the widgets: one text each, in which everything that is imported comes first, and once."""

from __future__ import annotations

import re

import pytest

from cptutor.widgets.bundle import script, styles


@pytest.mark.parametrize("name", ["board.js", "control.js"])
def test_a_script_stands_alone(name: str) -> None:
    text = script(name)
    assert not re.search(r"^import\b", text, re.MULTILINE)
    assert re.findall(r"^export .*", text, re.MULTILINE) == ["export default { render };"]
    declared = re.findall(r"^(?:async )?(?:function|const|let|class) (\w+)", text, re.MULTILINE)
    assert "render" in declared
    assert sorted(declared) == sorted(set(declared))  # a name of two files would be an error in the browser
    assert text.index("function make(") < text.index("function link(") < text.index("function render(")


def test_styles_come_in_order() -> None:
    text = styles("shared.css", "mat.css")
    assert text.index(".cpt-widget") < text.index(".cpt-card")
