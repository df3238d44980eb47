"""``cptutor lab`` as a learner meets it: real servers, real signals, real folders."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import psutil
import pytest

from cptutor.commands import lab, lessons, saving
from cptutor.resources import resource
from cptutor.terms import TutorError
from tests.served import free_port, log_of_broken_jupyterlab, posix_only, refused, refused_without

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

COMMAND = [sys.executable, "-m", "cptutor", "lab", "--no-browser"]
LESSONS = sorted(path.name for path in resource("notebooks").glob("*.ipynb"))


class Session:
    """A running ``cptutor lab``."""

    def __init__(self, process: subprocess.Popen[str], before: list[str], address: str) -> None:
        self.process = process
        self.before = before
        self.address = address
        self.root, _, rest = address.partition("/lab")
        self.token = rest.partition("?token=")[2]

    def get(self, path: str, method: str = "GET") -> Any:
        headers = {"Authorization": f"token {self.token}"}
        request = urllib.request.Request(f"{self.root}/{path}", headers=headers, method=method)
        with urllib.request.urlopen(request, timeout=30) as response:
            return json.load(response)

    def stop(self, number: int = signal.SIGINT) -> str:
        self.process.send_signal(number)
        output, _ = self.process.communicate(timeout=60)
        return output


@contextmanager
def session(folder: Path, *options: str) -> Iterator[Session]:
    port = str(free_port())
    process = subprocess.Popen(
        [*COMMAND, "--port", port, *options],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        env=os.environ | {"PYTHONUTF8": "1"},
    )
    assert process.stdout is not None
    try:
        before: list[str] = []
        for line in process.stdout:
            if found := re.search(r"http://\S+", line):
                assert f"http://127.0.0.1:{port}/" in line
                yield Session(process, before, found[0])
                return
            before.append(line)
        pytest.fail("no address: " + "".join(before))
    finally:
        if process.poll() is None:
            process.terminate()
        process.wait(60)
        process.stdout.close()


@posix_only
def test_one_session_from_start_to_ctrl_c(tmp_path: Path) -> None:
    home = tmp_path / "mit Leerzeichen é 牌"
    home.mkdir()
    with session(home) as lab_session:
        folder = home / "cptutor-notebooks"
        assert str(folder) in lab_session.before[0]
        assert f"/lab/tree/{LESSONS[0]}?token=" in lab_session.address

        listed = lab_session.get("api/contents")["content"]
        assert sorted(item["name"] for item in listed if item["type"] == "notebook") == LESSONS
        specs = lab_session.get("api/kernelspecs")["kernelspecs"]
        assert specs["python3"]["spec"]["argv"][0] == sys.executable
        settings = lab_session.get("lab/api/settings/@jupyterlab/apputils-extension:notification")
        assert settings["schema"]["properties"]["fetchNews"]["default"] == "false"
        assert lab_session.get("lab/api/news")["news"] == []
        assert lab_session.get("lab/api/update")["notification"] is None

        lab_session.get("api/kernels", method="POST")
        family = psutil.Process(lab_session.process.pid).children(recursive=True)
        commands = [" ".join(process.cmdline()) for process in family]
        assert any("-m jupyterlab" in command for command in commands)
        assert any("-m ipykernel_launcher" in command for command in commands), commands
        output = lab_session.stop()

    assert lab_session.process.returncode == 0
    assert "Traceback" not in output
    assert output.count("\n") <= 2, output
    assert not [process for process in family if process.is_running()]


@posix_only
def test_server_is_reachable_from_this_machine_only(tmp_path: Path) -> None:
    with session(tmp_path) as lab_session:
        port = int(lab_session.root.rsplit(":", 1)[1])
        # Another address of this machine stays free to bind unless the server listens everywhere.
        with socket.socket() as probe:
            probe.bind(("127.0.0.2" if sys.platform == "linux" else socket.gethostname(), port))
        with pytest.raises(urllib.error.HTTPError, match="403"):
            urllib.request.urlopen(f"{lab_session.root}/api/contents", timeout=30)
        lab_session.stop(signal.SIGTERM)
    assert lab_session.process.returncode == 0


@posix_only
def test_ctrl_c_before_the_server_answers(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*COMMAND, "--port", str(free_port())],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline().startswith("Notebooks:")
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (0, "")


def test_taken_port_is_named(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert f"port {port} is taken" in refused(tmp_path, "lab", "--port", port)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("port", ["0", "-1", "65536"])
def test_port_out_of_range_is_named(tmp_path: Path, port: str) -> None:
    assert f"--port {port} is out of range" in refused(tmp_path, "lab", f"--port={port}")


def test_missing_jupyterlab_names_the_extra(tmp_path: Path) -> None:
    line = refused_without("jupyterlab", tmp_path, "lab")
    assert "jupyterlab is not installed" in line
    assert "[lab]" in line


@posix_only
def test_failing_jupyterlab_names_its_log(tmp_path: Path) -> None:
    assert log_of_broken_jupyterlab(tmp_path, "lab") == "out of order\n"


def test_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    line = refused(tmp_path, "lab", "--folder", "file/inside", "--port", str(free_port()))
    assert f"{tmp_path / 'file' / 'inside'} cannot be written" in line
    assert "cannot be written" in refused(tmp_path, "lab", "--folder", "file", "--port", str(free_port()))


@posix_only
def test_read_only_folder_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    lab._copy_notebooks(folder)
    folder.chmod(0o555)
    if os.access(folder, os.W_OK):
        pytest.skip("this user may write to a read-only folder, as root may")
    assert f"{folder} cannot be written" in refused(
        tmp_path, "lab", "--folder", "mine", "--port", str(free_port())
    )


def test_kept_folder_that_became_read_only_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lab._copy_notebooks(tmp_path)

    def refuse(**_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("tempfile.TemporaryFile", refuse)
    with pytest.raises(TutorError, match=r"cannot be written: Permission denied"):
        lab._copy_notebooks(tmp_path)


def test_copy_is_kept_and_completed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "mine"
    lab._copy_notebooks(folder)
    assert "a new copy" in capsys.readouterr().out
    edited, *others = (folder / name for name in LESSONS)
    edited.write_text("mine", encoding="utf-8")
    (folder / "own.ipynb").touch()
    for other in others:
        other.unlink()

    lab._copy_notebooks(folder)

    assert "kept as you left them" in capsys.readouterr().out
    assert edited.read_text(encoding="utf-8") == "mine"
    assert sorted(path.name for path in folder.iterdir()) == sorted([lessons.RECORD, *LESSONS, "own.ipynb"])


@posix_only
def test_copy_of_read_only_files_is_writable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = tmp_path / "shipped"
    shipped.mkdir()
    (shipped / "00-a.ipynb").touch(mode=0o444)
    (shipped / ".ipynb_checkpoints").mkdir()
    (shipped / ".ipynb_checkpoints" / "00-a.ipynb").touch()
    monkeypatch.setattr(lessons, "resource", lambda _: shipped)
    lab._copy_notebooks(tmp_path / "mine")
    assert sorted(path.name for path in (tmp_path / "mine").iterdir()) == [lessons.RECORD, "00-a.ipynb"]
    assert (tmp_path / "mine" / "00-a.ipynb").stat().st_mode & 0o200


def notebook(*sources: str, outputs: tuple[str, ...] = ()) -> str:
    cells = [{"cell_type": "code", "source": source, "outputs": list(outputs)} for source in sources]
    return json.dumps({"cells": cells})


def test_newer_and_new_lessons_are_told_and_overwrite_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shipped, mine = tmp_path / "shipped", tmp_path / "mine"
    shipped.mkdir()
    monkeypatch.setattr(lessons, "resource", lambda _: shipped)

    def start() -> list[str]:
        lab._copy_notebooks(mine)
        first, *further = capsys.readouterr().out.splitlines()
        assert first.startswith(f"Notebooks: {mine} (")
        return further

    for name in ("00-a", "01-b", "02-c"):
        (shipped / f"{name}.ipynb").write_text(notebook("old", name))
    assert start() == []
    (mine / "00-a.ipynb").write_text(notebook("my own answer"))
    (mine / "01-b.ipynb").write_text("no notebook any more")
    assert start() == []  # what the learner has changed is not newer

    (shipped / "00-a.ipynb").write_text(notebook("new"))
    (shipped / "01-b.ipynb").write_text(notebook("new too"))
    (shipped / "02-c.ipynb").write_text(notebook("old", "02-c", outputs=("run again",)))
    (shipped / "03-d.ipynb").write_text(notebook("more"))
    new, newer = start()
    assert new == "New lessons, added to yours: 03-d.ipynb"
    assert newer.startswith("Newer than your copies, which stay as they are: 00-a.ipynb, 01-b.ipynb. ")
    assert "rename" in newer
    assert "--fresh" in newer
    assert (mine / "00-a.ipynb").read_text() == notebook("my own answer")
    assert start() == [newer]

    (mine / "00-a.ipynb").rename(mine / "00-a mine.ipynb")
    (told,) = start()
    assert told.startswith("Newer than your copies, which stay as they are: 01-b.ipynb. ")
    assert (mine / "00-a.ipynb").read_text() == notebook("new")
    (mine / "01-b.ipynb").write_text(notebook("new too", outputs=("run",)))
    assert start() == []


@pytest.mark.parametrize("damaged", ["", "{", "[]", "null", '{"00-a.ipynb": 3}'])
def test_a_damaged_record_of_the_lessons_stops_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damaged: str
) -> None:
    shipped = tmp_path / "shipped"
    shipped.mkdir()
    (shipped / "00-a.ipynb").write_text(notebook("a"))
    monkeypatch.setattr(lessons, "resource", lambda _: shipped)
    lab._copy_notebooks(tmp_path / "mine")
    record = (tmp_path / "mine" / lessons.RECORD).read_text()
    (tmp_path / "mine" / lessons.RECORD).write_text(damaged)
    lab._copy_notebooks(tmp_path / "mine")
    assert (tmp_path / "mine" / lessons.RECORD).read_text() == record


def test_fresh_moves_the_old_copies_aside(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "mine"
    for edit in ("first", "second"):
        lab._move_aside(folder)
        lab._copy_notebooks(folder)
        (folder / LESSONS[0]).write_text(edit, encoding="utf-8")
    lab._move_aside(folder)
    assert not folder.exists()
    assert (tmp_path / "mine.1" / LESSONS[0]).read_text(encoding="utf-8") == "first"
    assert (tmp_path / "mine.2" / LESSONS[0]).read_text(encoding="utf-8") == "second"
    assert str(tmp_path / "mine.2") in capsys.readouterr().out


def test_fresh_never_moves_another_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = tmp_path / "thesis"
    other.mkdir()
    with pytest.raises(TutorError, match="is not such a copy"):
        lab._move_aside(other)
    lab._copy_notebooks(other)
    monkeypatch.chdir(other)
    with pytest.raises(TutorError, match="is not such a copy"):
        lab._move_aside(other)
    assert other.exists()


def test_a_saved_notebook_keeps_the_readable_half_of_a_widget() -> None:
    view = {saving.WIDGET_VIEW: {"model_id": "1"}}
    twin = {"text/plain": "Sora +2", "text/html": "<p>Sora +2</p>"}
    outputs: list[dict[str, Any]] = [
        {"output_type": "execute_result", "data": view | twin},
        {"output_type": "display_data", "data": dict(view)},
        {"output_type": "stream", "text": "2"},
    ]
    cells = [{"cell_type": "markdown", "source": "x"}, {"cell_type": "code", "outputs": outputs}]
    content = {"metadata": {"widgets": {}, "kernelspec": {}}, "cells": cells}
    model = {"type": "notebook", "content": content}
    saving.keep_twins(model=model, path="x.ipynb", contents_manager=None)
    assert outputs[0]["data"] == twin
    assert outputs[1]["data"] == view  # another's widget may have nothing else
    assert content["metadata"] == {"kernelspec": {}}
    for other in ({"type": "file", "content": "text"}, {"type": "notebook"}):
        before = dict(other)
        saving.keep_twins(model=other)
        assert other == before
