"""Public names of a package that are loaded when they are first used, so that a program pays only for what it needs."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def names_on_demand(
    package: str, names: Mapping[str, tuple[str, ...]]
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """The functions ``__getattr__`` and ``__dir__`` of a package whose names are loaded on demand.

    Args:
        package: the package's ``__name__``.
        names: by module of the package, the names that it offers.
    """
    module_of = {name: module for module, offered in names.items() for name in offered}

    def load(name: str) -> object:
        if name not in module_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value: object = getattr(import_module(f"{package}.{module_of[name]}"), name)
        setattr(sys.modules[package], name, value)
        return value

    def offered() -> list[str]:
        return sorted({*vars(sys.modules[package]), *module_of})

    return load, offered
