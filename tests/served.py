"""The commands that serve, as the tests start them: refused in one line, without a module, with a broken Python."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

posix_only = pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals and files")


def free_port() -> int:
    """A port that nobody has."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def refused(folder: Path, command: str, *options: str) -> str:
    """Run a command where it must give up, and return its one line."""
    return _refusal([sys.executable, "-m", "cptutor", command, "--no-browser", *options], folder)


def refused_without(module: str, folder: Path, command: str) -> str:
    """The same where a module is not installed."""
    program = (
        "import importlib.util, sys\n"
        "from cptutor.cli import main\n"
        "find = importlib.util.find_spec\n"
        f"importlib.util.find_spec = lambda name, *rest: None if name == {module!r} else find(name, *rest)\n"
        f"sys.exit(main([{command!r}]))\n"
    )
    return _refusal([sys.executable, "-c", program], folder)


def _refusal(words: list[str], folder: Path) -> str:
    run = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=60)
    assert run.returncode == 2, run.stderr
    assert run.stdout == ""
    assert run.stderr.count("\n") == 1, run.stderr
    return run.stderr


def log_of_broken_jupyterlab(folder: Path, command: str, **environment: str) -> str:
    """What the log holds that the command names when JupyterLab says "out of order" and ends with status 3."""
    program = (
        "import sys\n"
        "from pathlib import Path\n"
        "from cptutor.cli import main\n"
        "Path('broken').write_text('#!/bin/sh\\necho out of order\\nexit 3\\n')\n"
        "Path('broken').chmod(0o755)\n"
        "sys.executable = str(Path('broken').resolve())\n"
        f"sys.exit(main([{command!r}, '--no-browser', '--port', sys.argv[1]]))\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", program, str(free_port())],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
        env=os.environ | environment,
    )
    assert run.returncode == 2
    assert "(status 3)" in run.stderr
    return Path(run.stderr.rsplit("its log is ", 1)[1].strip()).read_text()
