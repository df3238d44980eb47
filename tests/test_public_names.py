"""The names that ``cptutor`` offers: each can be had, and none is loaded before it is asked for."""

import subprocess
import sys

import pytest

import cptutor


@pytest.mark.parametrize("name", cptutor.__all__)
def test_every_name_can_be_had(name: str) -> None:
    value = getattr(cptutor, name)
    assert getattr(cptutor, name) is value
    assert value.__doc__


def test_the_three_lists_agree() -> None:
    offered = [name for names in cptutor._NAMES.values() for name in names]
    assert sorted(offered) == sorted(cptutor.__all__)
    assert set(cptutor.__all__) <= set(dir(cptutor))


def test_other_names_are_refused() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        cptutor.nothing  # noqa: B018


def test_import_loads_nothing_else_of_the_package() -> None:
    program = "import sys, cptutor; print([name for name in sys.modules if name.startswith('cptutor.')])"
    loaded = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout
    assert loaded.strip() == "['cptutor.on_demand']"
