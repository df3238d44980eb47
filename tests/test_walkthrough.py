"""The walk-throughs of ``rules_data/README.md``, done as they are written, in a copy of the repository."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r"^( *)```(toml|console)\n(.*?)\n *```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("copy")
    for name in ("cptutor", "rules_data"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "README.md"))
    return folder


def run(copy: Path, words: str) -> subprocess.CompletedProcess[str]:
    program, *arguments = shlex.split(words)
    assert program == "cptutor"
    return subprocess.run(
        [sys.executable, "-m", "cptutor", *arguments],
        cwd=copy,
        env=os.environ | {"PYTHONPATH": str(copy), "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def total(printed: str, player: str) -> str:
    """A player's total in a printed scorebook: the last figure of the player's line."""
    (line,) = (line for line in printed.splitlines() if line.startswith(f"{player} ") and " vs " not in line)
    return line.split()[-1]


def test_every_step_does_what_the_page_says(copy: Path) -> None:
    page = (ROOT / "rules_data" / "README.md").read_text("utf-8")
    steps = page[page.index("\n## Step by step\n") :]
    said: dict[str, str] = {}
    for _, kind, content in BLOCK.findall(steps):
        text = textwrap.dedent(content)
        if kind == "toml":
            mark = text.splitlines()[0].removeprefix("# ")
            file = copy / mark.removeprefix("add to ")
            before = file.read_text("utf-8") + "\n" if mark.startswith("add to ") else ""
            assert bool(before) == file.exists()
            file.write_text(before + text + "\n", "utf-8")
            continue
        for line in text.splitlines():
            done = run(copy, line.removeprefix("$ "))
            assert (done.returncode, done.stderr.replace("cptutor: written: ", "")) in (
                (0, ""),
                (0, "agreed.toml\nagreed.html\n"),
            ), line
            said[line.removeprefix("$ cptutor ")] = done.stdout
    deal = said['settle deal.toml --profile club.toml --ruling "foul.opponent_royalties=paid"']
    assert total(deal, "Ben") == "+9"
    assert "What these house rules change in swc" in said["profiles club.toml"]
    assert ["foul.price", "6", "gap"] in map(str.split, said["profiles --diff club.toml swc"].splitlines())
    assert "- foul.opponent_royalties: " in said["agree club.toml"]
    by_hand = said["settle deal.toml --agreement agreed-by-hand.toml"]
    assert by_hand == said["settle deal.toml --agreement agreed.toml"]
    assert total(by_hand, "Ben") == "+9"
    assert total(said["settle deal.toml --profile leaflet"], "Ben") == "+7"
    assert "Made up for demonstration" in said["agree leaflet --demonstration"]
    assert total(said["settle aces-deal.toml --profile aces.toml"], "Cleo") == "+5"
    assert "✓ leaflet-foul" in said["verify"]
    assert len(said) == 12


def test_the_page_names_every_folder() -> None:
    page = (ROOT / "rules_data" / "README.md").read_text("utf-8")
    folders = [path.name for path in (ROOT / "rules_data").iterdir() if path.is_dir()]
    assert [name for name in folders if f"| `{name}/` |" not in page] == []
