"""Build the lessons as a static site that needs no installation: JupyterLite, with Python running in the browser.

    .venv/bin/python -m pip install -c constraints.txt -e ".[site]"
    .venv/bin/python tools/static_site.py                       # into build/site
    .venv/bin/python -m http.server --bind 127.0.0.1 --directory build/site 8000

What is not the project's own is fetched once, by ``pip`` and ``npm``, and kept in ``build/site-parts``; from then on a
build asks nothing of any other machine, and the site itself never does.
"""

from __future__ import annotations

import argparse
import hashlib
import html
import json
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from dataclasses import dataclass
from email.parser import Parser
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import nbformat
from jupyterlite_pyodide_kernel.constants import PYODIDE_PYTHON_VERSION, PYODIDE_VERSION

if TYPE_CHECKING:
    from collections.abc import Iterable

ROOT: Final = Path(__file__).resolve().parent.parent
PARTS: Final = ROOT / "build" / "site-parts"
KERNEL_PLUGIN: Final = "@jupyterlite/pyodide-kernel-extension:kernel"

APPS: Final = ("lab", "notebooks", "tree")

PYODIDE_FILES: Final = (
    "pyodide.mjs",
    "pyodide.js",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
)
PYODIDE_PACKAGES: Final = ("micropip", "packaging", "ipython", "jedi", "typing-extensions")
"""What is kept of Pyodide's lock file, with all that it depends on: the kernel asks for these."""

LIBRARIES: Final = ("anywidget", "comm", "fastjsonschema", "ipywidgets", "jupyterlab-widgets", "psygnal")
"""What cptutor imports in the browser beside that: pure Python all of it. NumPy and pandas are not needed there."""

NEEDS_NUMPY: Final = "To read here; to run it, install the lessons (it needs NumPy)."


class SiteError(Exception):
    """The site cannot be built; the text says what is missing."""


@dataclass(frozen=True, slots=True)
class Wheel:
    """A wheel as Pyodide's lock file lists it."""

    path: Path
    name: str
    version: str
    imports: tuple[str, ...]
    requires: tuple[str, ...]

    @classmethod
    def read(cls, path: Path) -> Wheel:
        """Look into a wheel for its name, its modules, and what it always requires."""
        with zipfile.ZipFile(path) as archive:
            files = archive.namelist()
            metadata = next(name for name in files if name.endswith(".dist-info/METADATA"))
            fields = Parser().parsestr(archive.read(metadata).decode())
        modules = {name.split("/")[0].removesuffix(".py") for name in files if name.endswith(".py")}
        wanted = [text for text in fields.get_all("Requires-Dist", []) if ";" not in text]
        requires = tuple(_normal(re.match(r"[\w.-]+", text.strip())[0]) for text in wanted)  # type: ignore[index]
        return cls(path, _normal(fields["Name"]), fields["Version"], tuple(sorted(modules)), requires)

    def entry(self, depends: Iterable[str]) -> dict[str, Any]:
        """What the lock file says of it."""
        return {
            "name": self.name,
            "version": self.version,
            "file_name": self.path.name,
            "sha256": _sha256(self.path),
            "imports": list(self.imports),
            "depends": list(depends),
            "install_dir": "site",
            "package_type": "package",
            "unvendored_tests": False,
        }


def main() -> int:
    """Build the site; 0 when it stands, 2 with one line when it cannot."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--output", type=Path, default=ROOT / "build" / "site", help="folder to build into")
    parser.add_argument(
        "--notebooks", type=Path, default=ROOT / "notebooks", help="the lessons to put on the site"
    )
    parser.add_argument(
        "--book", type=Path, help="a book that tools/book.py has built, to put beside the lessons"
    )
    arguments = parser.parse_args()
    try:
        build(arguments.output.resolve(), arguments.notebooks.resolve(), arguments.book)
    except SiteError as error:
        print(f"site: {error}", file=sys.stderr)
        return 2
    print(f"{arguments.output}: serve this folder over HTTP and open its index.html")
    return 0


def build(output: Path, notebooks: Path, book: Path | None = None) -> None:
    """Put Python, the library and the lessons into ``output``; what stood there is replaced when all is ready.

    A ``book`` is put beside the lessons, and its link on the first page.

    Raises:
        SiteError: A part could not be fetched, or a step failed.
    """
    lessons = sorted(notebooks.glob("*.ipynb"))
    if not lessons:
        raise SiteError(f"{notebooks}: no notebooks there")
    if output.exists() and not (output / "jupyter-lite.json").is_file() and any(output.iterdir()):
        raise SiteError(f"{output}: not a site of an earlier build; name an empty or a new folder")
    if book is not None and not (book / "searchindex.js").is_file():
        raise SiteError(f"{book}: no book there; tools/book.py builds one")
    fetch_parts()
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        lay_out_python(work / "static" / "pyodide")
        (work / "jupyter-lite.json").write_text(json.dumps(_settings()), encoding="utf-8")
        contents = work / "contents"
        contents.mkdir()
        for lesson in lessons:
            (contents / lesson.name).write_text(lesson_for_site(lesson), encoding="utf-8")
        built = work / "built"
        run("jupyter", "lite", "build", "--lite-dir", work, "--output-dir", built, "--contents", contents,
            *(word for app in APPS for word in ("--apps", app)), "--no-sourcemaps", "--no-unused-shared-packages",
            cwd=work)  # fmt: skip
        for app in APPS:
            let_menus_be_touched(built / app / "index.html")
        if book is not None:
            shutil.copytree(book, built / "book")
        (built / "index.html").write_text(front_page(lessons, with_book=book is not None), encoding="utf-8")
        shutil.rmtree(output, ignore_errors=True)
        output.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(built, output)


def fetch_parts() -> None:
    """Fetch what is not the project's own, once: Pyodide's core by npm, pure-Python wheels by pip."""
    done = PARTS / f"complete-{PYODIDE_VERSION}"
    if done.is_file() and done.read_text(encoding="utf-8") == _wanted():
        return
    shutil.rmtree(PARTS, ignore_errors=True)
    PARTS.mkdir(parents=True)
    npm = shutil.which("npm")
    if npm is None:
        raise SiteError("npm is not installed; it brings Pyodide, the Python that runs in the browser")
    run(npm, "pack", "--silent", f"pyodide@{PYODIDE_VERSION}", cwd=PARTS)
    with tarfile.open(next(PARTS.glob("pyodide-*.tgz"))) as archive:
        archive.extractall(PARTS, filter="data")
    locked = _closure(_lock(), PYODIDE_PACKAGES)
    pins = [f"{name}=={entry['version']}" for name, entry in locked.items()]
    download = ("-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", "--platform", "any",
                "--python-version", PYODIDE_PYTHON_VERSION)  # fmt: skip
    run(sys.executable, *download, "--dest", PARTS / "wheels", *pins, cwd=ROOT)
    run(sys.executable, *download, "--dest", PARTS / "wheels", "-c", "constraints.txt", *LIBRARIES, cwd=ROOT)
    done.write_text(_wanted(), encoding="utf-8")


def lay_out_python(target: Path) -> None:
    """Put Pyodide, the wheels and a lock file of nothing but these into ``target``.

    The kernel looks up in that file what a cell imports, so that ``import cptutor`` finds the library in any lesson.
    """
    target.mkdir(parents=True)
    for name in PYODIDE_FILES:
        shutil.copy(PARTS / "package" / name, target)
    own = PARTS / "own"
    shutil.rmtree(own, ignore_errors=True)
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", own, ROOT, cwd=ROOT)
    wheels = [Wheel.read(path) for path in sorted([*(PARTS / "wheels").glob("*.whl"), *own.glob("*.whl")])]
    for wheel in wheels:
        shutil.copy(wheel.path, target)

    lock = _lock()
    packages = _closure(lock, PYODIDE_PACKAGES)
    present = {wheel.name for wheel in wheels}
    for wheel in wheels:
        if wheel.name in packages:
            packages[wheel.name] |= {"file_name": wheel.path.name, "sha256": _sha256(wheel.path)}
        else:
            depends = LIBRARIES if wheel.name == "cptutor" else wheel.requires
            packages[wheel.name] = wheel.entry(sorted(present.intersection(depends)))
    missing = sorted(packages.keys() - present)
    if missing:
        raise SiteError(f"no wheel for {', '.join(missing)}; delete {PARTS} and build again")
    lock["packages"] = dict(sorted(packages.items()))
    (target / "pyodide-lock.json").write_text(json.dumps(lock), encoding="utf-8")


def lesson_for_site(lesson: Path) -> str:
    """A lesson as the site shows it before it is run.

    A notebook's file keeps each text as a list of lines; in outputs JupyterLite would set commas between them.
    """
    return json.dumps(nbformat.read(lesson, as_version=4), ensure_ascii=False)


def let_menus_be_touched(page: Path) -> None:
    """Add to an app's page what lets a finger choose from its menus."""
    text = page.read_text(encoding="utf-8")
    if "</head>" not in text:
        raise SiteError(f"{page.parent.name}/{page.name}: no head to add a script to")
    touch = (Path(__file__).parent / "static_site_touch.js").read_text(encoding="utf-8")
    page.write_text(text.replace("</head>", f"<script>\n{touch}</script>\n</head>", 1), encoding="utf-8")


def front_page(lessons: list[Path], *, with_book: bool) -> str:
    """The site's first page: what this is, and a link to each lesson."""
    items = "\n".join(
        f'<li><a href="notebooks/index.html?path={lesson.name}">{html.escape(_heading(lesson))}</a>'
        f"{f'<small>{NEEDS_NUMPY}</small>' if needs_numpy(lesson) else ''}</li>"
        for lesson in lessons
    )
    template = (Path(__file__).parent / "static_site.html").read_text(encoding="utf-8")
    link = (
        '<p>Or read them first: <a href="book/index.html">the book of the lessons</a>.</p>'
        if with_book
        else ""
    )
    return template.replace("<!-- lessons -->", items).replace("<!-- book -->", link)


def needs_numpy(lesson: Path) -> bool:
    """Whether a lesson uses ``cptutor.analysis``, which there is not in the browser."""
    return "cptutor.analysis" in lesson.read_text(encoding="utf-8")


def run(*command: str | Path, cwd: Path) -> None:
    """Run a program.

    Raises:
        SiteError: It failed; the text has the last line that it wrote.
    """
    program = [str(part) for part in command]
    if program[0] == "jupyter":
        program[:1] = [sys.executable, "-m", "jupyter"]
    ended = subprocess.run(program, cwd=cwd, capture_output=True, text=True, check=False)
    if ended.returncode:
        said = (ended.stderr.strip() or ended.stdout.strip()).splitlines()
        raise SiteError(f"{' '.join(program[:4])} … failed: {said[-1] if said else ended.returncode}")


def _settings() -> dict[str, Any]:
    return {
        "jupyter-lite-schema-version": 0,
        "jupyter-config-data": {
            "appName": "cptutor",
            "exposeAppInBrowser": True,
            "disabledExtensions": ["@voila-dashboards/jupyterlab-preview"],  # it needs a server
            "litePluginSettings": {
                KERNEL_PLUGIN: {"pyodideUrl": "./static/pyodide/pyodide.mjs", "disablePyPIFallback": True}
            },
        },
    }


def _lock() -> dict[str, Any]:
    lock: dict[str, Any] = json.loads((PARTS / "package" / "pyodide-lock.json").read_text(encoding="utf-8"))
    return lock


def _closure(lock: dict[str, Any], names: tuple[str, ...]) -> dict[str, dict[str, Any]]:
    """The lock file's entries of ``names`` and of all that they depend on."""
    found: dict[str, dict[str, Any]] = {}
    todo = list(names)
    while todo:
        name = _normal(todo.pop())
        if name not in found:
            found[name] = lock["packages"][name]
            todo += found[name]["depends"]
    return found


def _wanted() -> str:
    """What the parts must match; a change of it fetches them anew."""
    pins = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    return "\n".join([PYODIDE_VERSION, *(pin for pin in pins if pin.split("==")[0] in LIBRARIES)])


def _heading(lesson: Path) -> str:
    first = nbformat.read(lesson, as_version=4).cells[0].source
    return str(first.splitlines()[0].lstrip("# "))


def _normal(name: str) -> str:
    return name.lower().replace("_", "-").replace(".", "-")


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


if __name__ == "__main__":
    sys.exit(main())
