"""An answer cell that stops with an error leaves no answer behind.

All exercises of a lesson keep the answer under one name. Where a cell stops before it has set it, the name would still
hold the answer to the question before, and the check would judge that.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from typing import Any, Final

ANSWER: Final = "answer"
_SETS_ANSWER: Final = re.compile(rf"^{ANSWER}\s*=(?!=)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Unfinished:
    """What stands in place of an answer whose cell has stopped: ``error`` is the error's name."""

    error: str


def watch_answers() -> None:
    """In a notebook, see to it that a cell that should have set ``answer`` and stopped leaves :class:`Unfinished`."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    if shell is not None and _forget_answer not in shell.events.callbacks["post_run_cell"]:
        shell.events.register("post_run_cell", _forget_answer)


def _forget_answer(result: Any) -> None:
    from IPython import get_ipython

    error = result.error_before_exec or result.error_in_exec
    cell = getattr(result.info, "raw_cell", None) or ""
    if error is not None and _SETS_ANSWER.search(cell):
        get_ipython().user_ns[ANSWER] = Unfinished(type(error).__name__)
