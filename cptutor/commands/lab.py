"""The ``cptutor lab`` command: the lessons in JupyterLab, on a copy that belongs to the learner."""

from __future__ import annotations

import contextlib
import errno
import http.client
import importlib.util
import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO
from urllib.parse import quote

from cptutor.resources import resource
from cptutor.terms import TutorError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

HOST = "127.0.0.1"
DEFAULT_PORT = 8888
DEFAULT_FOLDER = "cptutor-notebooks"
LOG_NAME = ".cptutor-lab.log"

START_SECONDS = 120
"""How long JupyterLab may take to answer: a first start on a slow disk takes long."""

STOP_SECONDS = 15
"""How long JupyterLab may take to end its kernels."""

POLL_SECONDS = 0.1

SETTINGS = {
    "@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False},
    "@jupyterlab/extensionmanager-extension:plugin": {"enabled": False},
}
"""JupyterLab defaults that keep it from asking about news and from looking anything up."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of ``cptutor lab``.

    Args:
        parser: The parser, or subparser, that gets the options; :func:`run` takes what it parses.
    """
    parser.add_argument(
        "--folder",
        type=Path,
        default=Path(DEFAULT_FOLDER),
        metavar="DIR",
        help="your copy of the notebooks, made when missing and kept ever after (default: %(default)s)",
    )
    parser.add_argument(
        "--fresh", action="store_true", help="start on a new copy; the old one is moved aside, not deleted"
    )
    parser.add_argument(
        "--port", type=int, default=DEFAULT_PORT, help="port on this machine (default: %(default)s)"
    )
    parser.add_argument("--no-browser", action="store_true", help="print the address, open no browser")
    parser.add_argument(
        "--verbose", action="store_true", help="show JupyterLab's own messages instead of keeping a log file"
    )


def run(args: argparse.Namespace) -> int:
    """Serve the learner's copy of the notebooks on this machine until Ctrl-C.

    Args:
        args: What a parser with :func:`add_arguments` parsed.

    Returns:
        The exit status: 0 after Ctrl-C, a termination signal, or "Shut Down" in JupyterLab.

    Raises:
        TutorError: JupyterLab is missing, the port cannot be used, the folder cannot be written, or
            JupyterLab failed.
    """
    with _stop_signals() as stop:
        _require_jupyterlab()
        _require_port(args.port)
        folder = args.folder.expanduser().resolve()
        if args.fresh:
            _move_aside(folder)
        _copy_notebooks(folder)
        with _log(folder, args.verbose) as log, _runtime(folder) as runtime:
            return _serve(folder, runtime, log, args, stop)


class _Stop:
    """Whether a signal has asked for the end.

    A flag that is polled, because an exception raised in a handler could strike between starting
    JupyterLab and taking charge of it, and leave it behind.
    """

    requested = False

    def request(self, *_: object) -> None:
        self.requested = True


@contextlib.contextmanager
def _stop_signals() -> Iterator[_Stop]:
    """Turn the signals that end a program into a request, and put the old handlers back afterwards."""
    stop = _Stop()
    names = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")  # not every system has all four
    old = {
        number: signal.signal(number, stop.request)
        for number in (getattr(signal, name, None) for name in names)
        if number is not None
    }
    try:
        yield stop
    finally:
        for number, handler in old.items():
            signal.signal(number, handler)


def _require_jupyterlab() -> None:
    for module in ("jupyterlab", "ipykernel"):
        if importlib.util.find_spec(module) is None:
            raise TutorError(
                f"{module} is not installed: install cptutor with its extra named lab, "
                'as in python -m pip install -e ".[lab]"'
            )


def _require_port(port: int) -> None:
    if not 1 <= port <= 65535:
        raise TutorError(f"--port {port} is out of range: choose one from 1 to 65535")
    with socket.socket() as probe:
        if os.name == "posix":  # as the server will: a port that was closed a moment ago is free
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise TutorError(f"port {port} is taken: choose another with --port") from error
            raise TutorError(f"port {port} cannot be used: {error.strerror}") from error


def _move_aside(folder: Path) -> None:
    """Give the old copy a numbered name, so that a fresh start destroys no work."""
    if not folder.exists():
        return
    lessons = {path.name for path in resource("notebooks").glob("*.ipynb")}
    if (
        folder == Path.cwd()
        or folder in Path.cwd().parents
        or not any((folder / n).exists() for n in lessons)
    ):
        raise TutorError(f"--fresh moves the old copy aside, but {folder} is not such a copy")
    number = 1
    while (aside := folder.with_name(f"{folder.name}.{number}")).exists():
        number += 1
    with _folder_errors(folder):
        folder.rename(aside)
    print(f"The old notebooks are now in {aside}", flush=True)


def _copy_notebooks(folder: Path) -> None:
    """Add the shipped files that the folder lacks; what is there is the learner's and stays."""
    kept = folder.exists()
    shipped = resource("notebooks")
    with _folder_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
        for source in sorted(shipped.rglob("*")):
            name = source.relative_to(shipped)
            if source.is_file() and not any(part.startswith((".", "__")) for part in name.parts):
                _add(source, folder / name)
        with tempfile.TemporaryFile(dir=folder):
            pass  # a kept copy that lacks nothing must be writable too
    print(f"Notebooks: {folder} ({'kept as you left them' if kept else 'a new copy'})", flush=True)


def _add(source: Path, target: Path) -> None:
    """Copy one file unless it exists; a copy cut short leaves no half file under the final name."""
    if target.exists():
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(f".{target.name}.part")
    shutil.copyfile(source, part)  # the contents alone: an installed file may be read-only
    part.rename(target)


@contextlib.contextmanager
def _folder_errors(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise TutorError(f"{folder} cannot be written: {error.strerror or error}") from error


@contextlib.contextmanager
def _log(folder: Path, verbose: bool) -> Iterator[BinaryIO | None]:
    """Open the file for JupyterLab's messages; ``None`` leaves them on the terminal."""
    if verbose:
        yield None
        return
    with _folder_errors(folder):
        file = (folder / LOG_NAME).open("wb")
    with file:
        yield file


@contextlib.contextmanager
def _runtime(folder: Path) -> Iterator[Path]:
    """Make the folder of what lives as long as the server: kernel, settings, workspace, connection files.

    The kernel named python3 could otherwise be that of another environment, found earlier on a search path.
    """
    with tempfile.TemporaryDirectory(prefix="cptutor-lab-", ignore_cleanup_errors=True) as name:
        runtime = Path(name)
        kernel = {
            "argv": [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"],
            "display_name": "Python 3",
            "language": "python",
            "metadata": {"debugger": True, "supported_encryption": ["curve"]},
        }
        _write_json(runtime / "data" / "kernels" / "python3" / "kernel.json", kernel)
        _write_json(runtime / "settings" / "overrides.json", SETTINGS)
        # A value in a file reaches JupyterLab as it is, whatever letters the path has.
        _write_json(runtime / "config" / "jupyter_server_config.json", _config(folder, runtime))
        yield runtime


def _write_json(path: Path, content: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content), encoding="utf-8")


def _config(folder: Path, runtime: Path) -> dict[str, object]:
    return {
        "KernelManager": {"transport_encryption": "auto"},  # else every kernel warns of open connections
        "ServerApp": {
            "allow_root": True,  # in a container the learner often is root
            "base_url": "/",
            "open_browser": False,  # opened here, once the server answers
            "port_retries": 0,
            "root_dir": str(folder),
        },
        "LabApp": {
            "app_settings_dir": str(runtime / "settings"),
            "check_for_updates_class": "jupyterlab.NeverCheckForUpdate",
            "extension_manager": "readonly",
            "news_url": None,
            "workspaces_dir": str(runtime / "workspaces"),
        },
    }


def _environment(runtime: Path, token: str) -> dict[str, str]:
    """Extend this environment with what JupyterLab reads from it.

    The token goes here because every user of the machine can read a command line.
    """
    search_path = [str(runtime / "data"), *filter(None, [os.environ.get("JUPYTER_PATH")])]
    return os.environ | {
        "JUPYTER_CONFIG_DIR": str(runtime / "config"),
        "JUPYTER_PATH": os.pathsep.join(search_path),
        "JUPYTER_RUNTIME_DIR": str(runtime / "run"),
        "JUPYTER_TOKEN": token,
        "JUPYTERLAB_SETTINGS_DIR": os.environ.get("JUPYTERLAB_SETTINGS_DIR") or _user_settings(),
    }


def _user_settings() -> str:
    """Return where JupyterLab keeps the learner's own settings, such as a dark theme."""
    from jupyter_core.paths import jupyter_config_dir  # comes with the lab extra only

    return str(Path(jupyter_config_dir(), "lab", "user-settings"))


def _serve(folder: Path, runtime: Path, log: BinaryIO | None, args: argparse.Namespace, stop: _Stop) -> int:
    token = secrets.token_hex(24)
    started = time.monotonic()
    server = subprocess.Popen(
        # On the command line, where no configuration file of this machine can open the server to others.
        [sys.executable, "-m", "jupyterlab", f"--ServerApp.ip={HOST}", f"--ServerApp.port={args.port}"],
        cwd=runtime,  # not the notebooks: a learner's random.py there would hide Python's own
        env=_environment(runtime, token),
        stdin=subprocess.DEVNULL,
        stdout=log,
        stderr=log,
        # Ctrl-C reaches this process alone, which then stops JupyterLab without its question.
        start_new_session=True,
        creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
    )
    answered = False
    try:
        while not stop.requested and server.poll() is None:
            if not answered and (answered := _answers(args.port, token)):
                _announce(_address(folder, args.port, token), browser=not args.no_browser)
            if not answered and time.monotonic() - started > START_SECONDS:
                raise TutorError(f"JupyterLab gave no answer in {START_SECONDS} s; {_where(log)}")
            time.sleep(POLL_SECONDS)
    finally:
        _end(server)
    if stop.requested or (answered and server.returncode == 0):
        print("Stopped. Your notebooks stay where they are.", flush=True)
        return 0
    raise TutorError(f"JupyterLab ended by itself (status {server.returncode}); {_where(log)}")


def _answers(port: int, token: str) -> bool:
    """Tell whether our own server answers: one that does not know the token is another."""
    connection = http.client.HTTPConnection(HOST, port, timeout=5)
    try:
        connection.request("GET", "/api/status", headers={"Authorization": f"token {token}"})
        return connection.getresponse().status == http.client.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def _address(folder: Path, port: int, token: str) -> str:
    first = min((path.name for path in folder.glob("00-*.ipynb")), default="")
    page = f"lab/tree/{quote(first)}" if first else "lab"
    return f"http://{HOST}:{port}/{page}?token={token}"


def _announce(address: str, *, browser: bool) -> None:
    print(f"Open {address} (Ctrl-C here stops it)", flush=True)
    if browser and _has_window():
        # Some browsers keep their caller waiting until they are closed.
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _has_window() -> bool:
    """Tell whether the browser has a window of its own; one for the terminal would take this one over."""
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return False
    return "BROWSER" in os.environ or type(browser) is not webbrowser.GenericBrowser


def _where(log: BinaryIO | None) -> str:
    return "its messages are above" if log is None else f"its log is {log.name}"


def _end(server: subprocess.Popen[bytes]) -> None:
    """Stop JupyterLab and, through it, its kernels; a kernel whose server is killed ends by itself."""
    if server.poll() is None:
        server.terminate()
        try:
            server.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()
