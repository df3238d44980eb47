"""Slides of the lessons: where they begin, what is on them, where links lead. How they look: tests/browser."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import nbformat
import pytest

from tools import notebooks, slides

if TYPE_CHECKING:
    from pathlib import Path

LESSONS = {path.stem: nbformat.read(path, as_version=4) for path in notebooks.stored()}
DECKS = {name: slides.slides(lesson) for name, lesson in LESSONS.items()}


def notebook(*cells: tuple[str, str, str]) -> dict[str, Any]:
    """A notebook of cells: kind, source, and what it has printed."""
    return {
        "cells": [
            {"cell_type": kind, "source": source}
            | (
                {"outputs": [{"output_type": "stream", "text": said}] if said else []}
                if kind == "code"
                else {}
            )
            for kind, source, said in cells
        ]
    }


@pytest.mark.parametrize("name", LESSONS)
def test_a_slide_begins_at_every_heading(name: str) -> None:
    headings = []
    for cell in LESSONS[name].cells:
        if cell.cell_type == "markdown":
            without_code = re.sub(r"^```.*?^```", "", cell.source, flags=re.DOTALL | re.MULTILINE)
            headings += re.findall(r"^#+ (.+)$", without_code, re.MULTILINE)
    begun = [slide for slide in DECKS[name] if slide.place]
    assert [slide.heading for slide in begun] == headings
    assert len({slide.place for slide in begun}) == len(headings)


@pytest.mark.parametrize("name", LESSONS)
def test_answers_are_closed_and_all_there(name: str) -> None:
    html = "\n".join(map(slides.section, DECKS[name]))
    titles = [
        title
        for cell in LESSONS[name].cells
        if cell.cell_type == "markdown"
        for title in re.findall(r"<summary>(Answer: .*?)</summary>", cell.source)
    ]
    for title in titles:
        assert f"<summary>{title}</summary>" in html
    assert not re.search(r"<details[^>]*\bopen\b", html)
    assert html.count("<details") == html.count("</details>")
    assert "not attempted yet" not in html


@pytest.mark.parametrize("name", LESSONS)
def test_what_cells_have_shown_is_there(name: str) -> None:
    html = "\n".join(map(slides.section, DECKS[name]))
    for cell in LESSONS[name].cells:
        if cell.cell_type == "code" and not re.match(r"check_answer\(|AnswerPad\(", cell.source):
            for output in cell.outputs:
                assert output.get("data", {}).get("text/html", "") in html


def test_a_new_thought_begins_a_new_slide_and_an_answer_does_not() -> None:
    deck = slides.slides(
        notebook(
            ("markdown", "# One\n\nFirst.", ""),
            ("code", "import this", ""),
            ("markdown", "Second.", ""),
            ("code", "print(2)", "2"),
            ("markdown", "<details>\n<summary>Answer: it</summary>\n\nTwo.\n\n</details>", ""),
            ("markdown", "Third.\n\n```python\n# no heading\n```\n\n## Two\n\nFourth.", ""),
            ("code", "def f():\n    return 1 < 2", ""),
            ("code", "assert f()", ""),
        )
    )
    assert [(slide.heading, slide.place) for slide in deck] == [("One", "One"), ("One", ""), ("Two", "Two")]
    texts = [slides.section(slide) for slide in deck]
    assert "First." in texts[0]
    assert "Second." in texts[0]
    assert "<summary>Answer: it</summary>" in texts[0]
    assert "Third." in texts[1]
    assert "# no heading" in texts[1]
    assert '<h1 class="on">One</h1>' in texts[1]
    assert "return 1 &lt; 2" in texts[2]
    assert "import this" not in "".join(texts)
    assert "assert" not in "".join(texts)


def test_links_lead_to_slides_or_are_plain_text() -> None:
    body = '<a href="02-b.ipynb">two</a> <a href="03-c.ipynb#The-end">three</a> <a href="#Here">here</a> <a href="https://x.org">x</a>'
    assert slides.linked(body, ["03-c"]) == (
        'two <a href="03-c.html#/The-end">three</a> <a href="#/Here">here</a> <a href="https://x.org">x</a>'
    )


def test_files_are_written_and_others_are_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(slides, "fetch_reveal", lambda: ("const turned = 'pages';", ".reveal { top: 0 }"))
    lesson = str(notebooks.FOLDER / "00-welcome.ipynb")
    for _ in range(2):  # the second time over its own
        assert slides.main([lesson, "--output", str(tmp_path)]) == 0
    page = (tmp_path / "00-welcome.html").read_text("utf-8")
    assert "const turned = 'pages';" in page
    assert ".reveal { top: 0 }" in page
    assert "<title>Welcome: thirteen cards, three rows</title>" in page
    assert page.count("<section") == len(DECKS["00-welcome"])
    capsys.readouterr()
    (tmp_path / "00-welcome.html").write_text("mine", "utf-8")
    (tmp_path / "broken.ipynb").write_text("{", "utf-8")
    for arguments, named in (
        ([lesson, "--output", str(tmp_path)], "00-welcome.html"),
        ([str(tmp_path / "broken.ipynb")], "broken.ipynb"),
        ([str(tmp_path / "none.ipynb")], "none.ipynb"),
    ):
        assert slides.main(arguments) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.count("\n") == 1
        assert named in err
    assert (tmp_path / "00-welcome.html").read_text("utf-8") == "mine"


def test_another_package_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slides, "PARTS", tmp_path)
    (tmp_path / f"reveal.js-{slides.REVEAL}.tgz").write_bytes(b"something else")
    with pytest.raises(slides.SlidesError, match=r"not reveal\.js"):
        slides.fetch_reveal()
