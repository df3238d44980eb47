"""What starting costs: the core needs the standard library alone, and a command only what it uses."""

from __future__ import annotations

import subprocess
import sys

import pytest

LOADED = """
import sys
before = set(sys.modules)
{code}
loaded = {{name.partition(".")[0] for name in set(sys.modules) - before}}
print(*sorted(loaded - set(sys.stdlib_module_names) - {{"cptutor", "__mp_main__"}}))
"""

LAYOUT = "9♠ 9♦ 2♣ / Q♠ Q♥ 8♣ 6♥ 3♦ / A♠ K♠ J♠ 10♠ 4♠"


def foreign(code: str) -> set[str]:
    """The modules from outside the standard library that some code loads in a fresh interpreter."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED.format(code=code)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    return set(done.stdout.splitlines()[-1].split())


def test_the_probe_sees_what_is_loaded() -> None:
    assert "fastjsonschema" in foreign("import fastjsonschema")


@pytest.mark.parametrize(
    "code",
    [
        "import cptutor",
        "from cptutor import Card, Layout, rank_row; rank_row('As Ks Qs')",
        "import cptutor.cli, cptutor.commands.check, cptutor.commands.settle, cptutor.commands.lab",
        "import cptutor.settlement, cptutor.settlement.scorebook, cptutor.tables, cptutor.html, cptutor.specials",
        "import cptutor; [getattr(cptutor, name) for name in cptutor.__all__]",
    ],
)
def test_the_core_imports_the_standard_library_alone(code: str) -> None:
    assert foreign(code) == set()


@pytest.mark.parametrize(
    "code",
    [
        f"from cptutor import check; check({LAYOUT!r}, 'basic')",
        f"from cptutor.cli import main; main(['check', {LAYOUT!r}, '--json'])",
        "from cptutor.cli import main; main(['profiles', '--json'])",
    ],
)
def test_a_rule_file_needs_the_validator_and_nothing_else(code: str) -> None:
    assert foreign(code) <= {"fastjsonschema"}


def test_every_public_name_can_be_used() -> None:
    import cptutor

    assert len(set(cptutor.__all__)) == len(cptutor.__all__)
    for name in cptutor.__all__:
        assert getattr(cptutor, name).__doc__
        assert name in dir(cptutor)
    with pytest.raises(AttributeError, match="no attribute 'pusoy'"):
        _ = cptutor.pusoy
