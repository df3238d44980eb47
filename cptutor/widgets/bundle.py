"""The browser's half of a widget as one text, because Jupyter takes a widget's script alone, without files beside it.

The files in ``front/`` are plain ES modules that import each other by name, and plain style sheets. Here a module's
imports are put in front of it, once each, and the words ``import`` and ``export`` between them fall away. A name that
two files declare is then an error of the whole script, in the browser's console.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

_FRONT: Final = Path(__file__).parent / "front"
_IMPORT: Final = re.compile(r'^import \{[^}]*\} from "\./([a-z_]+\.js)";\n', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export (?=async |const |function )", re.MULTILINE)


def script(name: str) -> str:
    """A module of ``front/`` with everything that it imports, in one text.

    Args:
        name: of the file that exports ``render``, such as ``board.js``.
    """
    texts: dict[str, str] = {}
    _collect(name, texts)
    return "\n".join(texts.values())


def _collect(name: str, texts: dict[str, str]) -> None:
    """Add a file behind those that it imports; none is added twice."""
    source = (_FRONT / name).read_text("utf-8")
    for needed in _IMPORT.findall(source):
        if needed not in texts:
            _collect(needed, texts)
    texts[name] = _EXPORT.sub("", _IMPORT.sub("", source))


def styles(*names: str) -> str:
    """Style sheets of ``front/``, one after the other."""
    return "\n".join((_FRONT / name).read_text("utf-8") for name in names)
