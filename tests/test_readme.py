"""The README keeps step with what it describes; its Python is run as a doctest."""

from __future__ import annotations

import re
import struct
import tomllib
from pathlib import Path

import cptutor
from cptutor.commands import ABOUT

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
LARGEST_PICTURE = 150_000
"""Bytes; the pictures travel with every clone."""


def test_every_command_has_its_line() -> None:
    assert sorted(re.findall(r"^\| `cptutor (\w+)", README, re.MULTILINE)) == sorted(ABOUT)


def test_the_documents_are_cited_by_their_titles() -> None:
    documents = tomllib.loads((ROOT / "rules_data/sources.toml").read_text(encoding="utf-8"))["documents"]
    cited = re.findall(r"^\| `([a-z-]+)` \| \*(.+)\* \|$", README, re.MULTILINE)
    assert cited == [(name, document["title"]) for name, document in documents.items()]


def test_pictures_are_small_and_told_in_words() -> None:
    pictures = re.findall(r"<picture>\s*(.+?)\s*</picture>", README, re.DOTALL)
    assert len(pictures) == 2
    for picture in pictures:
        assert len(re.search(r'alt="([^"]+)"', picture)[1]) > 80  # type: ignore[index]
        light, dark = sorted(re.findall(r'(?:src|srcset)="([^"]+)"', picture), reverse=True)
        assert (light.replace("-light", ""), dark.replace("-dark", "")) == (dark.replace("-dark", ""),) * 2
        sizes = []
        for name in (light, dark):
            content = (ROOT / name).read_bytes()
            assert content.startswith(b"\x89PNG")
            assert len(content) < LARGEST_PICTURE
            sizes.append(struct.unpack(">II", content[16:24]))
        assert sizes[0] == sizes[1]


def test_links_lead_somewhere() -> None:
    for page in (README, (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")):
        for target in re.findall(r"\]\(([^)#]+)", page):
            assert target.startswith("https://") or (ROOT / target).exists(), target


def test_one_version_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert project["version"] == cptutor.__version__
    assert f"\nversion: {cptutor.__version__}\n" in citation
    assert f"cptutor {cptutor.__version__})" in README
