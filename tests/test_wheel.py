"""The package: what is built holds what a learner needs, and works from an environment of its own, in any folder.

Nothing is fetched: hatchling builds without isolation, and the new environment borrows the dependencies that are
installed here, but not this clone.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import sysconfig
import tarfile
import urllib.request
import venv
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.served import free_port, posix_only

if TYPE_CHECKING:
    from collections.abc import Mapping

ROOT = Path(__file__).resolve().parent.parent
FOUL = "Q♠ Q♥ 2♣ / 9♠ 9♦ 8♣ 6♥ 3♦ / A♠ K♠ J♠ 10♠ 4♠"
CONSUMER = f"""
from cptutor import check, settle
verdict = check("{FOUL}", "basic")
reveal_type(verdict.legal)
totals: dict[str, int] = settle({{}}, "basic").totals
wrong: str = verdict.legal
"""


def build(kind: str, source: Path, folder: Path) -> Path:
    """Build a wheel or an sdist from a folder with the sources."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder)],
        cwd=source,
        check=True,
        capture_output=True,
    )
    (built,) = folder.iterdir()
    return built


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("wheel", ROOT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of a new environment with the wheel in it."""
    home = tmp_path_factory.mktemp("environment with blank")
    venv.create(home)
    (site,) = home.rglob("site-packages")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", str(python_of(home))]
    install = [*pip, "install", "--quiet", "--no-index", "--no-deps", "--no-compile", str(wheel)]
    subprocess.run(install, check=True, capture_output=True)
    # A plain line borrows a folder without reading the links in it, such as the one to this clone.
    (site / "borrowed.pth").write_text(f"{sysconfig.get_path('purelib')}\n", encoding="utf-8")
    return python_of(home)


def python_of(home: Path) -> Path:
    return home / "Scripts" / "python.exe" if os.name == "nt" else home / "bin" / "python"


def environment() -> Mapping[str, str]:
    """The process's own, without what would lead back to the clone."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")} | {
        "PYTHONUTF8": "1",
        "JUPYTERLAB_DIR": str(Path(sys.prefix, "share", "jupyter", "lab")),  # borrowed as well
    }


def run(installed: Path, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [installed, "-m", "cptutor", *words],
        cwd=folder,
        env=environment(),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def files_below(*folders: str) -> set[str]:
    """What stands in folders of the clone and belongs in a wheel."""
    found = {
        path.relative_to(ROOT).as_posix()
        for folder in folders
        for path in (ROOT / folder).rglob("*")
        if path.is_file()
    }
    return {name for name in found if "__pycache__" not in name and ".ipynb_checkpoints" not in name}


def test_a_wheel_carries_library_rules_lessons_and_front_end(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        held = set(archive.namelist())
    beside = {f"cptutor/{name}" for name in files_below("rules_data", "notebooks")}
    assert held >= files_below("cptutor") | beside
    assert {Path(name).suffix for name in files_below("cptutor")} >= {".py", ".typed", ".js", ".css", ".j2"}
    assert {name.split("/")[0] for name in held} == {"cptutor", "cptutor-0.1.0.dist-info"}
    assert not [name for name in held if "__pycache__" in name or "checkpoint" in name]


def test_the_sdist_builds_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    sdist = build("sdist", ROOT, tmp_path / "sdist")
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    again = build("wheel", tmp_path / sdist.name.removesuffix(".tar.gz"), tmp_path / "wheel")
    with zipfile.ZipFile(wheel) as first, zipfile.ZipFile(again) as second:
        assert {i.filename: i.CRC for i in first.infolist()} == {i.filename: i.CRC for i in second.infolist()}


@pytest.mark.package
def test_check_and_verify_work_from_the_wheel_in_any_folder(installed: Path, tmp_path: Path) -> None:
    folder = tmp_path / "Ordner é 牌"
    folder.mkdir()
    foul = run(installed, folder, "check", FOUL)
    assert (foul.returncode, foul.stderr) == (1, "")
    assert "\nFoul at front-middle\n" in foul.stdout
    verified = run(installed, folder, "verify")
    assert (verified.returncode, verified.stderr) == (0, "")
    assert "failed" not in verified.stdout or "0 failed" in verified.stdout
    printed = run(installed, folder, "handout", "02-repair", "--no-pdf")
    assert printed.returncode == 0
    assert len(list(folder.iterdir())) == 2


@pytest.mark.package
@posix_only
def test_lab_works_from_the_wheel(installed: Path, tmp_path: Path) -> None:
    process = subprocess.Popen(
        [installed.with_name("cptutor"), "lab", "--no-browser", "--port", str(free_port())],
        cwd=tmp_path,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
    )
    assert process.stdout is not None
    try:
        said = []
        for line in process.stdout:
            said.append(line)
            if found := re.search(r"http://\S+", line):
                break
        else:
            pytest.fail("".join(said))
        with urllib.request.urlopen(found[0], timeout=60) as page:
            assert "jupyter-config-data" in page.read().decode()
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
        assert process.returncode == 0
    finally:
        if process.poll() is None:
            process.terminate()
        process.wait(60)
        process.stdout.close()
    copied = {path.name for path in (tmp_path / "cptutor-notebooks").glob("*.ipynb")}
    assert copied == {Path(name).name for name in files_below("notebooks") if name.endswith(".ipynb")}


@pytest.mark.package
def test_a_typed_program_sees_the_types_of_the_wheel(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "consumer.py").write_text(CONSUMER, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--python-executable", str(installed), "consumer.py"],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert 'Revealed type is "bool"' in done.stdout, done.stdout + done.stderr
    errors = [line for line in done.stdout.splitlines() if ": error:" in line]
    assert len(errors) == 1, done.stdout
    assert errors[0].startswith("consumer.py:6: error: Incompatible types in assignment")
