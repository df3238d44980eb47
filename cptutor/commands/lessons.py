"""A learner's copy of the lessons: completed, never overwritten, and told which lessons have become newer since.

Beside the copy stands a record of what each lesson was when it was copied. Only so can a lesson that has changed in an
update be told from one in which the learner has worked.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
from typing import TYPE_CHECKING

from cptutor.resources import resource

if TYPE_CHECKING:
    from pathlib import Path

RECORD = ".cptutor-lessons.json"


def complete(folder: Path) -> list[str]:
    """Add the shipped files that the folder lacks; what is there is the learner's and stays.

    Args:
        folder: the copy, which is made when missing.

    Returns:
        What there is to say about it, in lines.

    Raises:
        OSError: it cannot be written.
    """
    kept = folder.exists()
    shipped = resource("notebooks")
    folder.mkdir(parents=True, exist_ok=True)
    record = _read(folder / RECORD)
    new, newer, now = [], [], {}
    for source in sorted(shipped.rglob("*")):
        name = source.relative_to(shipped)
        if not source.is_file() or any(part.startswith((".", "__")) for part in name.parts):
            continue
        added = _add(source, folder / name)
        if source.suffix != ".ipynb":
            continue
        lesson, mark = name.as_posix(), _mark(source)
        copied = mark if added else record.get(lesson, mark)
        if copied != mark and _mark(folder / name) == mark:
            copied = mark  # the learner has fetched the new one
        if copied != mark:
            newer.append(lesson)
        if added and record and lesson not in record:
            new.append(lesson)
        now[lesson] = copied
    if now != record:
        _write(folder / RECORD, json.dumps(now, indent=1) + "\n")
    with tempfile.TemporaryFile(dir=folder):
        pass  # a kept copy that lacks nothing must be writable too
    lines = [f"Notebooks: {folder} ({'kept as you left them' if kept else 'a new copy'})"]
    if new:
        lines.append(f"New lessons, added to yours: {', '.join(new)}")
    if newer:
        lines.append(
            f"Newer than your copies, which stay as they are: {', '.join(newer)}. For the new text, rename your"
            " copy of a lesson and start again; or start with --fresh, which moves all of yours aside."
        )
    return lines


def _add(source: Path, target: Path) -> bool:
    """Copy one file unless it exists; a copy cut short leaves no half file under the final name."""
    if target.exists():
        return False
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(f".{target.name}.part")
    shutil.copyfile(source, part)  # the contents alone: an installed file may be read-only
    part.rename(target)
    return True


def _mark(lesson: Path) -> str:
    """A fingerprint of what a lesson says and asks; that it has been run again does not make it newer."""
    content = lesson.read_bytes()
    try:
        cells = json.loads(content)["cells"]
        content = json.dumps([[cell["cell_type"], "".join(cell["source"])] for cell in cells]).encode()
    except (ValueError, KeyError, TypeError):
        pass  # no notebook, so every byte of it counts
    return hashlib.sha256(content).hexdigest()[:16]


def _read(path: Path) -> dict[str, str]:
    """What the lessons were when they were copied; nothing where no record was kept, or it is damaged."""
    try:
        record = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return {}
    return record if isinstance(record, dict) else {}


def _write(path: Path, text: str) -> None:
    part = path.with_name(f"{path.name}.part")
    part.write_text(text, "utf-8")
    part.replace(path)
