"""Put the rule files and the notebooks inside the wheel.

A build hook rather than the ``force-include`` table, because the table also applies to editable installs,
where the copies would go stale: an editable install is to read the clone.
"""

from __future__ import annotations

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ResourcesHook(BuildHookInterface):  # type: ignore[type-arg]  # its parameter is hatchling's own affair
    """Adds both folders to a standard wheel, where :func:`cptutor.resources.resource` looks for them."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name the folders to include; ``version`` is the kind of wheel: ``standard`` or ``editable``."""
        if version == "standard":
            build_data["force_include"] |= {name: f"cptutor/{name}" for name in ("rules_data", "notebooks")}
