"""Where it is uncomfortable: no UTF-8 in the locale, blanks and other letters in paths, no network, a read-only folder.

What JupyterLab makes of it is in ``browser/test_uncomfortable_long.py``.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import nbformat
import pytest

from cptutor.resources import resource

if TYPE_CHECKING:
    from pathlib import Path

LEGAL = "9♠ 9♦ 2♣ / Q♠ Q♥ 8♣ 6♥ 3♦ / A♠ K♠ J♠ 10♠ 4♠"
DEAL = """\
profile = "häus.toml"
[[seat]]
name = "Zoë"
layout = "A♣ Q♦ 5♥ / K♠ K♦ 9♣ 9♥ 3♠ / 8♠ 8♥ 8♦ 4♣ 4♦"
[[seat]]
name = "Ben"
layout = "6♠ 6♦ K♣ / Q♠ Q♣ 7♦ 7♣ 2♠ / J♥ 10♥ 6♥ 3♥ 2♥"
"""
HOUSE = 'schema = 1\nextends = "full"\nid = "häuslich"\ntitle = "Häuslich"\n'
LOCALES = {
    "C": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"},
    "latin-1": {"PYTHONIOENCODING": "latin-1"},
    "UTF-8": {"PYTHONUTF8": "1"},
}
posix_only = pytest.mark.skipif(os.name != "posix", reason="locales and file names as POSIX has them")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder whose name has blanks, an accent and another script, with a deal and house rules in it."""
    made = tmp_path / "mit Leerzeichen é 牌"
    made.mkdir()
    (made / "ein dél.toml").write_text(DEAL, "utf-8")
    (made / "häus.toml").write_text(HOUSE.replace("häuslich", "haus"), "utf-8")
    return made


def call(folder: Path, locale: str, *words: str, stdin: str = "") -> tuple[int, str, str]:
    """Run a command there in a process of its own: exit status, standard output, standard error."""
    done = subprocess.run(
        [sys.executable, "-m", "cptutor", *words],
        cwd=folder,
        input=stdin.encode(),
        capture_output=True,
        env=os.environ | LOCALES[locale],
        timeout=120,
        check=False,
    )
    coding = "latin-1" if locale == "latin-1" else "utf-8" if locale == "UTF-8" else "ascii"
    return done.returncode, done.stdout.decode(coding), done.stderr.decode(coding)


def data(folder: Path, locale: str, *words: str) -> Any:
    status, out, err = call(folder, locale, *words, "--json")
    assert (status, err) == (0, "")
    return json.loads(out)


@posix_only
@pytest.mark.parametrize("locale", LOCALES)
def test_commands_speak_every_locale_in_every_folder(folder: Path, locale: str) -> None:
    deal = str(folder / "ein dél.toml")
    assert data(folder, locale, "check", LEGAL)["legal"] is True
    assert data(folder, locale, "compare", "A♠ A♥ 3♦", "2♠ 2♥ 2♦")["result"] == -1
    assert data(folder, locale, "layouts", LEGAL.replace("/", ""))
    assert data(folder, locale, "equity", LEGAL, "--deals", "5")
    assert data(folder, locale, "settle", deal)["totals"] == {"Zoë": 1, "Ben": -1}
    assert data(folder, locale, "profiles", str(folder / "häus.toml"))
    status, out, err = call(folder, locale, "settle", "ein dél.toml")
    assert (status, err) == (0, "")
    assert "Ben" in out
    status, out, err = call(folder, locale, "settle", "kein dél.toml")
    assert (status, out) == (2, "")
    assert err.startswith("cptutor: kein d")
    assert err.endswith(".toml: No such file or directory\n")
    status, out, err = call(folder, locale, "check", LEGAL.replace("Q♠", "Q♤x"))
    assert (status, out) == (2, "")
    assert err.startswith("cptutor: middle: 'Q")


@posix_only
@pytest.mark.parametrize("locale", LOCALES)
def test_agreements_are_written_in_utf_8_whatever_the_locale(folder: Path, locale: str) -> None:
    page, file = "seité é.html", "abmachung é.toml"
    words = ["agree", "häus.toml", "--title", "Donnerstags – bei Zoë", "--ruling", "table.point_value=5 €"]
    status, _, err = call(folder, locale, *words, "--ask", "--output", file, "--html", page)
    assert status == 0, err
    written = (folder / file).read_text("utf-8")
    assert 'title = "Donnerstags – bei Zoë"' in written
    assert 'profile = "häus.toml"' in written
    assert "5 €" in written
    assert "Donnerstags – bei Zoë" in (folder / page).read_text("utf-8")
    assert data(folder, locale, "settle", "ein dél.toml", "--agreement", file)["totals"] == {
        "Zoë": 1,
        "Ben": -1,
    }


@posix_only
def test_a_lesson_runs_without_utf_8_in_its_locale(folder: Path) -> None:
    """Each cell prints what is stored with it, in a kernel that has been told nothing of UTF-8."""
    from nbclient import NotebookClient

    path = resource("notebooks") / "01-three-rows.ipynb"
    lesson = nbformat.read(path, as_version=4)
    stored = [texts(cell) for cell in lesson.cells]
    client = NotebookClient(lesson, timeout=120, resources={"metadata": {"path": str(folder)}})
    client.execute(env={**os.environ, **LOCALES["C"]})
    assert [texts(cell) for cell in lesson.cells] == stored


def texts(cell: Any) -> list[str]:
    """What a cell has shown as text."""
    outputs = cell.get("outputs", [])
    return [each["text"] if "text" in each else each["data"].get("text/plain", "") for each in outputs]


NO_SOCKETS = """
import socket, sys

def refuse(*_, **__):
    raise SystemExit("a socket was asked for")

socket.socket.connect = socket.socket.connect_ex = socket.socket.bind = socket.socket.sendto = refuse
socket.getaddrinfo = socket.gethostbyname = socket.create_connection = refuse
from cptutor.cli import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize(
    "words",
    [
        ["check", LEGAL],
        ["compare", "A♠ A♥ 3♦", "2♠ 2♥ 2♦"],
        ["layouts", LEGAL],
        ["equity", LEGAL, "--deals", "5"],
        ["settle", "ein dél.toml"],
        ["profiles"],
        ["agree", "swc", "--html", "x.html"],
        ["verify"],
    ],
    ids=lambda words: words[0],
)
def test_no_command_asks_for_the_network(folder: Path, words: list[str]) -> None:
    """Not even for this machine; only lab and board open sockets, and those on 127.0.0.1."""
    done = subprocess.run(
        [sys.executable, "-c", NO_SOCKETS, *words],
        cwd=folder,
        capture_output=True,
        env=os.environ | {"PYTHONUTF8": "1"},
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    assert done.stdout


def test_the_guard_against_sockets_can_fail() -> None:
    program = NO_SOCKETS.partition("from cptutor.cli")[0] + "\nsocket.create_connection(('127.0.0.1', 1))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert done.returncode == 1
    assert b"a socket was asked for" in done.stderr


@posix_only
def test_a_read_only_folder_is_read_and_never_written(folder: Path) -> None:
    folder.chmod(0o555)
    if os.access(folder, os.W_OK):
        pytest.skip("this user may write to a read-only folder, as root may")
    try:
        assert call(folder, "UTF-8", "settle", "ein dél.toml")[0] == 0
        for option in ("--output", "--html"):
            status, out, err = call(folder, "UTF-8", "agree", "swc", option, "a.toml")
            assert (status, out) == (2, "")
            assert err == "cptutor: a.toml: Permission denied\n"
        assert sorted(path.name for path in folder.iterdir()) == ["ein dél.toml", "häus.toml"]
    finally:
        folder.chmod(0o755)
