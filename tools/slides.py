"""Make slides of the lessons: for each one HTML file that needs nothing else, neither a network nor Python.

    .venv/bin/python tools/slides.py                                        # all lessons, into build/slides
    .venv/bin/python tools/slides.py notebooks/02-foul-and-repair.ipynb     # one of them

A slide begins at every heading, and within a long part at every new thought. What the cells have shown is on the
slides as it is stored, their code is folded away, and the answers stay closed until they are asked for.

reveal.js turns the pages. It is fetched once, by ``npm``, and kept in ``build/slides-parts``; from then on nothing is
asked of any other machine.
"""

from __future__ import annotations

import argparse
import ast
import base64
import hashlib
import html
import re
import shutil
import subprocess
import sys
import tarfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import nbformat
from nbconvert.filters.markdown_mistune import markdown2html_mistune

from tools import notebooks

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ROOT: Final = notebooks.ROOT
PARTS: Final = ROOT / "build" / "slides-parts"
TEMPLATE: Final = Path(__file__).with_name("slides.html")
REVEAL: Final = "5.2.1"
REVEAL_INTEGRITY: Final = (
    "sha512-r7//6mIM5p34hFiDMvYfXgyjXqGRta+/psd9YtytsgRlrpRzFv4RbH76TXd2qD+7ZPZEbpBDhdRhJaFgfQ7zNQ=="
)
"""Of the package as it was published, so that no other can slip in."""

ANSWER: Final = re.compile(r"\s*<details>.*</details>\s*", re.DOTALL)
HEADING: Final = re.compile(r"(#{1,6})\s+(.+?)\s*#*\s*")
LESSON_LINK: Final = re.compile(r'<a href="([^":/#]+)\.ipynb(#[^"]*)?">(.*?)</a>', re.DOTALL)
PLACE_LINK: Final = re.compile(r'href="#(?!/)')
ANCHOR: Final = re.compile(r'<a class="anchor-link".*?</a>', re.DOTALL)
MARK: Final = "Reveal.initialize("
FOR_LEARNERS: Final = ("check_answer(", "AnswerPad(")
"""What only makes sense where something can be typed."""


class SlidesError(Exception):
    """The slides cannot be made; the text says why."""


@dataclass(slots=True)
class Slide:
    """One slide: its heading, that of the slide before it where it goes on with that, and its parts as HTML."""

    heading: str
    level: int
    place: str = ""
    """Where links lead; none where it goes on."""
    parts: list[str] = field(default_factory=list)
    shown: bool = False
    """Whether a cell has shown something here, after which a new thought begins a new slide."""


def main(arguments: list[str] | None = None) -> int:
    """Make the slides; 0 when they stand, 2 with one line when they cannot."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="*", type=Path, metavar="NOTEBOOK", help="default: all lessons")
    parser.add_argument("--output", type=Path, default=ROOT / "build" / "slides", help="folder to write into")
    options = parser.parse_args(arguments)
    files = options.files or notebooks.stored()
    try:
        decks = {path.stem: slides(_read(path)) for path in files}
        written = write(decks, options.output)
    except (SlidesError, OSError) as error:
        print(f"slides: {error}", file=sys.stderr)
        return 2
    for path in written:
        print(f"{path}: open it in any browser")
    return 0


def write(decks: dict[str, list[Slide]], output: Path) -> list[Path]:
    """Write each deck as a file of its own; returns the files.

    Raises:
        SlidesError: reveal.js could not be fetched, or a file of that name is something else.
    """
    script, style = fetch_reveal()
    output.mkdir(parents=True, exist_ok=True)
    known = {*decks, *(path.stem for path in output.glob("*.html"))}
    template = TEMPLATE.read_text(encoding="utf-8")
    written = []
    for name, deck in decks.items():
        body = "\n".join(map(section, deck))
        fillings = {"title": html.escape(deck[0].heading), "reveal.css": style, "reveal.js": script,
                    "slides": linked(body, known)}  # fmt: skip
        page = re.sub(r"<!-- (title|slides) -->|/\* (reveal\.(?:css|js)) \*/",
                      lambda found: fillings[found[1] or found[2]], template)  # noqa: B023 # fmt: skip
        path = output / f"{name}.html"
        if path.is_file() and MARK not in path.read_text(encoding="utf-8", errors="replace"):
            raise SlidesError(f"{path}: not made here; name another folder with --output")
        path.write_text(page, encoding="utf-8")
        written.append(path)
    return written


def fetch_reveal() -> tuple[str, str]:
    """The script and the style sheet of reveal.js, fetched by npm if they are not there yet.

    Raises:
        SlidesError: npm is missing or failed, or what came is not what was wanted.
    """
    archive = PARTS / f"reveal.js-{REVEAL}.tgz"
    if not archive.is_file():
        npm = shutil.which("npm")
        if npm is None:
            raise SlidesError("npm is not installed; it brings reveal.js, which turns the pages")
        PARTS.mkdir(parents=True, exist_ok=True)
        ended = subprocess.run(
            [npm, "pack", "--silent", f"reveal.js@{REVEAL}"],
            cwd=PARTS,
            capture_output=True,
            text=True,
            check=False,
        )
        if ended.returncode:
            said = ended.stderr.strip().splitlines()
            raise SlidesError(f"npm pack failed: {said[-1] if said else ended.returncode}")
    digest = base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
    if f"sha512-{digest}" != REVEAL_INTEGRITY:
        raise SlidesError(f"{archive}: not reveal.js {REVEAL} as it was published; delete it and try again")
    with tarfile.open(archive) as files:
        files.extractall(PARTS, filter="data")
    script, style = (
        (PARTS / "package" / "dist" / name).read_text(encoding="utf-8")
        for name in ("reveal.js", "reveal.css")
    )
    return re.sub(r"//# sourceMappingURL=.*", "", script).replace("</script", r"<\/script"), style


def slides(notebook: notebooks.Json) -> list[Slide]:
    """The slides of a notebook, in order."""
    deck: list[Slide] = []
    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown":
            for heading, text in pieces(cell["source"]):
                _add_text(deck, heading, text)
        elif cell["cell_type"] == "code":
            _add_code(deck, cell)
    return deck


def pieces(text: str) -> Iterator[tuple[str, str]]:
    """A text cut at its headings: each with what follows it; the first heading is empty where there is none."""
    heading, lines, fence = "", list[str](), False
    for line in text.splitlines():
        fence ^= line.startswith("```")
        if not fence and HEADING.fullmatch(line):
            if heading or any(map(str.strip, lines)):
                yield heading, "\n".join(lines)
            heading, lines = line, []
        else:
            lines.append(line)
    yield heading, "\n".join(lines)


def _add_text(deck: list[Slide], heading: str, text: str) -> None:
    found = HEADING.fullmatch(heading)
    if found:
        place = re.sub(r"\s", "-", found[2])
        taken = {slide.place for slide in deck}
        deck.append(Slide(found[2], len(found[1]), place if place not in taken else f"{place}-{len(deck)}"))
    elif not text.strip():
        return
    elif not deck:
        raise SlidesError("the first cell must begin with a heading")
    elif deck[-1].shown and not ANSWER.fullmatch(text):
        deck.append(Slide(deck[-1].heading, deck[-1].level))
    if text.strip():
        deck[-1].parts.append(_html(text))


def _add_code(deck: list[Slide], cell: notebooks.Json) -> None:
    """A cell of code: what it has shown, with the code folded away; or the definitions that it consists of."""
    source = cell["source"]
    if any(word in source.partition("\n")[0] for word in FOR_LEARNERS) or not deck:
        return
    code = f"<pre><code>{html.escape(source)}</code></pre>"
    shown = "".join(map(_output, cell["outputs"]))
    if shown:
        deck[-1].parts.append(
            f"<div class=out>{shown}</div><details class=code><summary>Python</summary>{code}</details>"
        )
    elif any(isinstance(part, (ast.FunctionDef, ast.ClassDef)) for part in _parsed(source)):
        deck[-1].parts.append(code)
    else:
        return
    deck[-1].shown = True


def _parsed(source: str) -> list[ast.stmt]:
    try:
        return ast.parse(source).body
    except SyntaxError:
        return []


def _output(output: notebooks.Json) -> str:
    """What a cell has shown, as HTML."""
    data = output.get("data", {})
    if "text/html" in data:
        return str(data["text/html"])
    if "image/svg+xml" in data:
        return str(data["image/svg+xml"])
    if "image/png" in data:
        png = base64.b64encode(base64.b64decode(data["image/png"])).decode()
        return f'<img alt="{html.escape(data.get("text/plain", "A picture"))}" src="data:image/png;base64,{png}">'
    return f"<pre>{html.escape(str(output.get('text', data.get('text/plain', ''))))}</pre>"


def _html(markdown: str) -> str:
    return ANCHOR.sub("", str(markdown2html_mistune(markdown)))


def section(slide: Slide) -> str:
    """A slide as reveal.js reads it. Each is a page of its own, and so has a heading of the first level."""
    place = f' id="{html.escape(slide.place)}"' if slide.place else ""
    kind = f"level-{slide.level}" if slide.place else "on"
    heading = re.sub(r"</?p>", "", _html(slide.heading)).strip()
    return f'<section{place}>\n<h1 class="{kind}">{heading}</h1>\n{"".join(slide.parts)}\n</section>'


def linked(body: str, known: Iterable[str]) -> str:
    """The slides with links that lead somewhere: to another lesson's slides where there are some, else none."""
    there = {*known}
    body = LESSON_LINK.sub(
        lambda found: (
            f'<a href="{found[1]}.html{(found[2] or "").replace("#", "#/")}">{found[3]}</a>'
            if found[1] in there
            else found[3]
        ),
        body,
    )
    return PLACE_LINK.sub('href="#/', body)


def _read(path: Path) -> Any:
    try:
        return nbformat.read(path, as_version=4)
    except (OSError, ValueError, nbformat.reader.NotJSONError) as error:
        raise SlidesError(f"{path}: {getattr(error, 'strerror', None) or 'not a notebook'}") from error


if __name__ == "__main__":
    sys.exit(main())
