"""Files of studies, damaged like every other kind; apart, because one has to be made first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cptutor.analysis import load_study, run_study
from cptutor.analysis.study.files import study_toml
from cptutor.datafiles import load_schema
from tests.malformed import cut_off
from tests.test_malformed_files import Kind, complaints, variants

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def kind() -> Kind:
    text = study_toml(run_study("basic", deals=2, seed=5, examples=1))
    return Kind(load_schema("study"), load_study, "study.toml", text)


def test_some_damage_of_every_sort(kind: Kind, tmp_path: Path) -> None:
    every = list(variants(kind))
    assert sum(variant.certain for variant in every) > len(every) / 3
    assert complaints(kind, tmp_path, every[:11] + every[11::15]) == {}
    assert complaints(kind, tmp_path, list(cut_off(kind.text.encode()))[::150]) == {}


@pytest.mark.proof
def test_all_damage(kind: Kind, tmp_path: Path) -> None:
    assert complaints(kind, tmp_path, variants(kind)) == {}
    assert complaints(kind, tmp_path, cut_off(kind.text.encode())) == {}
