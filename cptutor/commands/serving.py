"""A JupyterLab of one's own on this machine, from its start to Ctrl-C: what the commands that open one share."""

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

from cptutor.commands.saving import write_save_rule
from cptutor.terms import TutorError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

HOST = "127.0.0.1"

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

PAGE = "cptutor"
"""The template of pages without their code; Voilà's own would fetch fonts from outside."""

NO_MATHJAX = (
    "data:text/javascript,window.MathJax={Hub:"
    "{Config(){},Configured(){},Queue(){},Register:{StartupHook(){}}},Ajax:{}};//"
)
"""A script that leaves formulas as they are (no lesson has any), where Voilà would fetch one from outside."""


def add_options(parser: argparse.ArgumentParser, port: int) -> None:
    """Declare what every command that serves can be told.

    Args:
        parser: gets the options.
        port: the one where none is named.
    """
    parser.add_argument("--port", type=int, default=port, help="port on this machine (default: %(default)s)")
    parser.add_argument("--no-browser", action="store_true", help="print the address, open no browser")
    parser.add_argument(
        "--verbose", action="store_true", help="show JupyterLab's own messages instead of keeping a log file"
    )


class Stop:
    """Whether a signal has asked for the end.

    A flag that is polled, because an exception raised in a handler could strike between starting
    JupyterLab and taking charge of it, and leave it behind.
    """

    requested = False

    def request(self, *_: object) -> None:
        """Ask for the end."""
        self.requested = True


@contextlib.contextmanager
def stop_signals() -> Iterator[Stop]:
    """Turn the signals that end a program into a request, and put the old handlers back afterwards."""
    stop = Stop()
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


def require_modules(*modules: str) -> None:
    """Refuse to go on without what the extra brings.

    Raises:
        TutorError: names what is missing and how to get it.
    """
    for module in modules:
        if importlib.util.find_spec(module) is None:
            raise TutorError(
                f"{module} is not installed: install cptutor with its extra named lab, "
                'as in python -m pip install -e ".[lab]"'
            )


def require_port(port: int) -> None:
    """Refuse to go on with a port that cannot be had.

    Raises:
        TutorError: it is out of range, taken or reserved.
    """
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


@contextlib.contextmanager
def ready(args: argparse.Namespace, *modules: str) -> Iterator[Stop]:
    """Heed the signals that end a program, and make sure that there is something to serve with.

    Args:
        args: the values of :func:`add_options`.
        modules: what is needed beside JupyterLab and a kernel.

    Raises:
        TutorError: a module is missing, or the port cannot be used.
    """
    with stop_signals() as stop:
        require_modules("jupyterlab", "ipykernel", *modules)
        require_port(args.port)
        yield stop


@contextlib.contextmanager
def folder_errors(folder: Path) -> Iterator[None]:
    """Say in one line that a folder cannot be written."""
    try:
        yield
    except OSError as error:
        raise TutorError(f"{folder} cannot be written: {error.strerror or error}") from error


@contextlib.contextmanager
def log_file(path: Path, *, verbose: bool) -> Iterator[BinaryIO | None]:
    """Open the file for JupyterLab's messages; ``None`` leaves them on the terminal."""
    if verbose:
        yield None
        return
    with folder_errors(path.parent):
        file = path.open("wb")
    with file:
        yield file


@contextlib.contextmanager
def runtime_folder(folder: Path) -> Iterator[Path]:
    """Make the folder of what lives as long as the server: kernel, settings, workspace, connection files.

    The kernel named python3 could otherwise be that of another environment, found earlier on a search path.

    Args:
        folder: the notebooks that are served.
    """
    with tempfile.TemporaryDirectory(prefix="cptutor-lab-", ignore_cleanup_errors=True) as name:
        runtime = Path(name)
        kernel = {
            "argv": [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"],
            "display_name": "Python 3",
            "language": "python",
            "metadata": {"debugger": True, "supported_encryption": ["curve"]},
        }
        write_json(runtime / "data" / "kernels" / "python3" / "kernel.json", kernel)
        write_page(runtime / "data")
        write_json(runtime / "settings" / "overrides.json", SETTINGS)
        # A value in a file reaches JupyterLab as it is, whatever letters the path has.
        write_json(runtime / "config" / "jupyter_server_config.json", _config(folder, runtime))
        write_save_rule(runtime / "config")
        yield runtime


def write_json(path: Path, content: object) -> None:
    """Write a file, and its folder where it is missing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content), encoding="utf-8")


def write_page(data: Path) -> None:
    """Put the template of pages without their code where Voilà looks for it.

    Args:
        data: one of Jupyter's data folders.
    """
    place = data / "voila" / "templates" / PAGE
    write_json(place / "conf.json", {"base_template": "lab"})
    shutil.copyfile(Path(__file__).with_name("page.html.j2"), place / "index.html.j2")


def _config(folder: Path, runtime: Path) -> dict[str, object]:
    return {
        "KernelManager": {"transport_encryption": "auto"},  # else every kernel warns of open connections
        "ServerApp": {
            "allow_root": True,  # in a container the learner often is root
            "base_url": "/",
            "open_browser": False,  # opened here, once the server answers
            "port_retries": 0,
            "root_dir": str(folder),
            "tornado_settings": {"mathjax_url": NO_MATHJAX},
        },
        "LabApp": {
            "app_settings_dir": str(runtime / "settings"),
            "check_for_updates_class": "jupyterlab.NeverCheckForUpdate",
            "extension_manager": "readonly",
            "news_url": None,
            "workspaces_dir": str(runtime / "workspaces"),
        },
        "VoilaConfiguration": {"template": PAGE},
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


def serve(runtime: Path, page: str, log: BinaryIO | None, args: argparse.Namespace, stop: Stop) -> None:
    """Run JupyterLab until a signal, or "Shut Down" in it.

    Args:
        runtime: what :func:`runtime_folder` made.
        page: the page to open, as the part of its address behind the port.
        log: what :func:`log_file` opened.
        args: the values of :func:`add_options`.
        stop: what :func:`stop_signals` gave.

    Raises:
        TutorError: JupyterLab gave no answer, or failed.
    """
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
                address = f"http://{HOST}:{args.port}/{page}?token={token}"
                _announce(address, browser=not args.no_browser)
            if not answered and time.monotonic() - started > START_SECONDS:
                raise TutorError(f"JupyterLab gave no answer in {START_SECONDS} s; {_where(log)}")
            time.sleep(POLL_SECONDS)
    finally:
        _end(server)
    if not stop.requested and not (answered and server.returncode == 0):
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
