"""``cptutor board`` as a teacher meets it: a real server, a real page, a real Ctrl-C; and mistakes in one line."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from cptutor.cards import deal, parse_cards
from cptutor.commands import board
from cptutor.widgets import Board
from tests.served import free_port, log_of_broken_jupyterlab, posix_only, refused, refused_without

if TYPE_CHECKING:
    import argparse

COMMAND = [sys.executable, "-m", "cptutor", "board", "--no-browser"]
REPAIR = "9♠ 9♦ 2♣ / Q♠ Q♥ 8♣ 6♥ 3♦ / A♠ K♠ J♠ 10♠ 4♠"


def options(*words: str) -> argparse.Namespace:
    import argparse

    parser = argparse.ArgumentParser()
    board.add_arguments(parser)
    return parser.parse_args(words)


def shown(*words: str) -> Board:
    """The board that the command's notebook makes."""
    names: dict[str, Any] = {}
    *_, last = board._notebook(board._board(options(*words)))["cells"][0]["source"].splitlines()
    exec(f"from cptutor.widgets import Board\nmade = {last}", names)
    made = names["made"]
    assert isinstance(made, Board)
    return made


@posix_only
def test_one_session_from_start_to_ctrl_c(tmp_path: Path) -> None:
    port = free_port()
    process = subprocess.Popen(
        [*COMMAND, REPAIR, "--profile", "swc", "--port", str(port)],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        env=os.environ | {"PYTHONUTF8": "1", "TMPDIR": str(tmp_path)},
    )
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        found = re.match(
            rf"Open (http://127\.0\.0\.1:{port}/voila/render/board\.ipynb)\?token=(\S+) \(Ctrl-C", line
        )
        assert found, line
        other = "127.0.0.2" if sys.platform == "linux" else socket.gethostname()
        with socket.socket() as probe:  # served on one address of this machine alone
            probe.bind((other, port))
        with urllib.request.urlopen(f"{found[1]}?token={found[2]}", timeout=120) as answer:
            page = answer.read().decode()
        assert "application/vnd.jupyter.widget-view+json" in page
        assert "Error" not in re.sub(r"<(script|style).*?</\1>", "", page, flags=re.DOTALL)
        assert not re.findall(r"<(?:link|script|img)[^>]+https?://[^>]+>", page)
        with urllib.request.urlopen(found[1], timeout=60) as answer:
            assert "/login" in answer.geturl()  # without the token there is no board
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=60)
        assert (process.returncode, rest) == (0, "Stopped.\n")
        assert not [path for path in tmp_path.iterdir() if path.name.startswith("cptutor-")]
    finally:
        if process.poll() is None:
            process.terminate()
        process.wait(60)
        process.stdout.close()


def test_taken_port_is_named(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert f"port {port} is taken" in refused(tmp_path, "board", "--port", port)


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["Q♠ Q♥ / 2♣"], "a layout has three rows"),
        (["nonsense"], "nonsense"),
        (["--profile", "pokerstars"], "no profile 'pokerstars'"),
        ([REPAIR, "--seed", "3"], "cards or with --seed, not with both"),
        (["--port", "0"], "--port 0 is out of range"),
    ],
)
def test_mistakes_are_told_before_anything_starts(words: list[str], line: str, tmp_path: Path) -> None:
    assert line in refused(tmp_path, "board", *words)
    assert not list(tmp_path.iterdir())


def test_missing_voila_names_the_extra(tmp_path: Path) -> None:
    assert "voila is not installed" in refused_without("voila", tmp_path, "board")


@posix_only
def test_failing_jupyterlab_leaves_its_log(tmp_path: Path) -> None:
    assert log_of_broken_jupyterlab(tmp_path, "board", TMPDIR=str(tmp_path)) == "out of order\n"


def test_the_board_is_the_one_that_was_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert repr(shown()) == repr(Board())
    assert repr(shown(REPAIR)) == repr(Board(REPAIR))
    assert shown("--profile", "swc").agreement.profile.id == "swc"
    for words in (["--seed", "7"], [" ".join(map(str, deal("7")[0]))]):
        assert set(shown(*words).placement.hand) == set(deal("7")[0])
    odd = "Qs 2c / Qh 9s 9d 8c 6h 3d / As Ks Js Ts 4s"
    assert shown(odd).placement.cards == frozenset(parse_cards(odd.replace("/", " ")))
    monkeypatch.chdir(tmp_path)
    Path("house.toml").write_text(
        'schema = 1\nid = "house"\nextends = "swc"\ntitle = "ours"\n', encoding="utf-8"
    )
    made = board._board(options("--profile", "house.toml"))
    assert made["profile"] == str(tmp_path / "house.toml")
