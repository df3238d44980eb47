"""What JupyterLab keeps of a widget when a lesson is saved: its text and HTML, not the running view.

A view leads to a model in a kernel. Opened again without that kernel it would be an error message that hides the text
and HTML stored beside it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from pathlib import Path

WIDGET_VIEW: Final = "application/vnd.jupyter.widget-view+json"

_CONFIG: Final = """\
from cptutor.commands.saving import keep_twins

c.ContentsManager.pre_save_hook = keep_twins
"""


def keep_twins(model: dict[str, Any], **_: Any) -> None:
    """Take the views of widgets out of a notebook that is about to be saved, where something readable stays.

    Args:
        model: what is saved, as Jupyter's contents managers hand it over; changed in place.
    """
    notebook = model.get("content")
    if model.get("type") != "notebook" or not isinstance(notebook, dict):
        return
    notebook.get("metadata", {}).pop("widgets", None)
    for cell in notebook.get("cells", ()):
        for output in cell.get("outputs", ()):
            data = output.get("data", {})
            if WIDGET_VIEW in data and "text/html" in data:
                del data[WIDGET_VIEW]


def write_save_rule(config: Path) -> None:
    """Have a server save so.

    Args:
        config: the server's folder of configuration. The rule is Python, as only that can name a function.
    """
    config.mkdir(parents=True, exist_ok=True)
    (config / "jupyter_server_config.py").write_text(_CONFIG, encoding="utf-8")
