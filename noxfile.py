"""Sessions for those who work on cptutor: ``nox -l`` lists them, ``nox`` runs lint, types and tests.

A Python that is not installed is passed over, except under ``nox --error-on-missing-interpreters``.
"""

from __future__ import annotations

from pathlib import Path

import nox

PYTHONS = ("3.11", "3.12", "3.13", "3.14")
FAST = ("tests", "--ignore=tests/browser", "--ignore=tests/test_style.py", "--ignore=tests/test_notebooks.py")
"""What does not compare notebooks, style or pages with one set of versions."""

PLAIN = (
    "-o",
    "addopts=--import-mode=importlib -p no:nbval",
    "-m",
    "not browser_long and not proof and not package",
)

nox.options.sessions = ["lint", "types", "tests"]
nox.options.error_on_missing_interpreters = False


def install(session: nox.Session, extra: str) -> None:
    """Install the clone with an extra, in the versions of constraints.txt."""
    session.install("-c", "constraints.txt", "-e", f".[{extra}]")


@nox.session(python=PYTHONS)
def tests(session: nox.Session) -> None:
    """The ordinary tests; words after ``--`` go to pytest."""
    install(session, "test")
    session.run("pytest", *session.posargs)


@nox.session(python="3.11")
def lint(session: nox.Session) -> None:
    """Style and form of code and notebooks."""
    session.install("-c", "constraints.txt", "ruff")
    session.run("ruff", "check")
    session.run("ruff", "format", "--check")


@nox.session(python="3.11")
def types(session: nox.Session) -> None:
    """Types, strictly."""
    install(session, "test")
    session.run("mypy")


@nox.session(python="3.11")
def oldest(session: nox.Session) -> None:
    """The fast tests with the lowest versions that pyproject.toml allows; needs uv beside nox."""
    lowest = Path(session.create_tmp(), "lowest.txt").resolve()
    session.run(
        *("uv", "pip", "compile", "--quiet", "--resolution", "lowest-direct", "--python-version", "3.11"),
        *("--extra", "test", "pyproject.toml", "-o", str(lowest)),
        external=True,
    )
    session.install("-r", str(lowest))
    session.install("--no-deps", "-e", ".")
    session.run("pytest", *PLAIN, *(session.posargs or FAST))


@nox.session(python="3.14")
def newest(session: nox.Session) -> None:
    """The fast tests with the newest versions there are, whatever constraints.txt says."""
    session.install("--upgrade", "-e", ".[test]")
    session.run("pytest", *PLAIN, *(session.posargs or FAST))


@nox.session(python="3.11")
def proof(session: nox.Session) -> None:
    """The long proofs."""
    install(session, "test")
    session.run("pytest", "-m", "proof", *session.posargs)


@nox.session(python=PYTHONS)
def wheel(session: nox.Session) -> None:
    """The built wheel in an environment with nothing else, away from the clone."""
    folder = Path(session.create_tmp()).resolve()
    session.install("build")
    session.run("python", "-m", "build", "--outdir", str(folder))
    (built,) = folder.glob("*.whl")
    session.run("pip", "uninstall", "--yes", "--quiet", "build", "pyproject_hooks")
    session.install(f"{built}[lab]")
    session.chdir(folder)
    session.run("cptutor", "verify")
    session.run("cptutor", "check", "9♠ 9♦ 2♣ / Q♠ Q♥ 8♣ 6♥ 3♦ / A♠ K♠ J♠ 10♠ 4♠")
    session.run("cptutor", "handout", "02-repair", "--no-pdf", "--force")
    session.run("cptutor", "lab", "--help", silent=True)
