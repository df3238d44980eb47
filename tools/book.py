"""Build the lessons as a book to read: static pages with search, every profile, and an index of the worked examples.

    .venv/bin/python -m pip install -c constraints.txt -e ".[book]"
    .venv/bin/python tools/book.py                       # into build/book
    .venv/bin/python -m http.server --bind 127.0.0.1 --directory build/book 8000

The lessons are run once more for it. Boards can be used in the book, without Python and so without a verdict; of
other widgets the book shows the text and HTML.
"""

from __future__ import annotations

import argparse
import contextlib
import html
import io
import json
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sphinx.cmd.build import main as sphinx_build

from cptutor.widgets import Board
from tools import book_pages, notebooks

if TYPE_CHECKING:
    from tools.notebooks import Json

ROOT: Final = Path(__file__).resolve().parent.parent
SOURCE: Final = ROOT / "docs" / "book"
BOARD: Final = f"{Board.__module__}.{Board.__qualname__}"


class BookError(Exception):
    """The book cannot be built; the text says why."""


def main() -> int:
    """Build the book; 0 when it stands, 2 with what Sphinx complains of when it cannot."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--output", type=Path, default=ROOT / "build" / "book", help="folder to build into")
    arguments = parser.parse_args()
    try:
        build(arguments.output.resolve())
    except (BookError, notebooks.NotebookError) as error:
        print(f"book: {error}", file=sys.stderr)
        return 2
    print(f"{arguments.output}: serve this folder over HTTP; opened as a file, its boards stay pictures")
    return 0


def build(output: Path) -> None:
    """Put the pages together and let Sphinx make the book in ``output``; an earlier book there is replaced.

    Raises:
        BookError: ``output`` holds something else, or Sphinx warned of anything: a broken link, a picture missing.
        NotebookError: A lesson does not run.
    """
    if output.exists() and not (output / "searchindex.js").is_file() and any(output.iterdir()):
        raise BookError(f"{output}: not a book of an earlier build; name an empty or a new folder")
    with tempfile.TemporaryDirectory() as folder:
        source, built = Path(folder) / "source", Path(folder) / "built"
        shutil.copytree(SOURCE, source)
        legend = write_lessons(source / "lessons")
        write_board(source / "static", legend)
        for name, text in book_pages.pages():
            (source / name).parent.mkdir(exist_ok=True)
            (source / name).write_text(text, encoding="utf-8")
        said = io.StringIO()
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            code = sphinx_build(["-b", "html", "-W", "--keep-going", "-q", str(source), str(built)])
        if code:
            raise BookError(said.getvalue().strip() or f"Sphinx ended with {code}")
        for page in built.rglob("*.html"):
            page.write_text(accessible(page.read_text(encoding="utf-8")), encoding="utf-8")
        shutil.rmtree(output, ignore_errors=True)
        output.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(built, output)


def write_lessons(folder: Path) -> Json:
    """Run every lesson and store it with its boards ready to be used; returns what a board knows of the cards."""
    folder.mkdir()
    legend: Json = {}
    for path in notebooks.stored():
        lesson, widgets = notebooks.execute_with_widgets(path)
        boards = {model: state for model, state in widgets.items() if state.get("_anywidget_id") == BOARD}
        for cell in lesson["cells"]:
            for output in cell.get("outputs", ()):
                view = output.get("data", {}).pop(notebooks.WIDGET_VIEW, None)
                if view and view["model_id"] in boards:
                    output["data"]["text/html"] = live_board(
                        boards[view["model_id"]], output["data"]["text/html"]
                    )
        for state in boards.values():
            legend = state["legend"]
        (folder / path.name).write_text(notebooks.normalise(lesson, path.stem), encoding="utf-8")
    return legend


def live_board(state: Json, twin: str) -> str:
    """A board's place on the page: its HTML, until the page has put the board itself there."""
    start = json.dumps({"rows": state["rows"], "hand": state["shown"]["hand"]})
    return f'<div class="live-board" data-live-board="{html.escape(start)}">\n{twin}\n</div>'


ACCESS: Final = (
    ('<aside class="sidebar-drawer"', '<aside aria-label="Contents of the book" class="sidebar-drawer"'),
    ('<aside class="toc-drawer', '<aside aria-label="Contents of this page" class="toc-drawer'),
    ("<th></th>", "<td></td>"),  # the corners that pandas leaves empty
    (
        '<noscript>\n<div class="admonition error">',
        '<h1>Search</h1>\n<noscript>\n<div class="admonition error">',
    ),
)
"""What keyboards and screen readers need beside what Sphinx, its theme and pandas write."""


def accessible(page: str) -> str:
    """A page that can be read with keyboard and screen reader."""
    for written, wanted in ACCESS:
        page = page.replace(written, wanted)
    return page


def write_board(folder: Path, legend: Json) -> None:
    """The board's front end, as the widget itself has it."""
    (folder / "board.js").write_text(str(Board._esm), encoding="utf-8")
    (folder / "board.css").write_text(str(Board._css), encoding="utf-8")
    (folder / "legend.js").write_text(f"export default {json.dumps(legend)};\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
