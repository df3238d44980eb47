"""Which code of a lesson gives an answer away, and what of it the rest of the lesson cannot do without.

A cell gives an answer away if it folds one, ``fold("Answer: …", …)``, by itself or through a function of the lesson;
if it has the answer judged, ``assert check_answer(…)``; or if it only asserts, directly after such a cell.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Folds = dict[str, tuple[str, ...]]
"""The functions that fold answers away, each with the titles that it folds them under."""

_FOLD: Final = "fold"
_JUDGE: Final = "check_answer"
_TITLE: Final = "Answer: "
_DEFINITIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_SCOPES: Final = (*_FUNCTIONS, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


@dataclass(frozen=True, slots=True)
class AnswerCell:
    """A cell that gives an answer away: the titles of what it folds, and the code that later cells need of it."""

    titles: tuple[str, ...]
    needed: str


def answer_cells(sources: Sequence[str | None]) -> list[AnswerCell | None]:
    r"""For each cell of a lesson what gives an answer away there.

    Args:
        sources: the code of each cell in order; None for a text.

    Returns:
        As many values; None for a text, and for code that gives nothing away.

    >>> cells = ["x = 6 * 7\ny = 1\nfold('Answer: how many', x)", "assert check_answer('00-it', x).right", None, "x"]
    >>> answer_cells(cells)
    [AnswerCell(titles=('Answer: how many',), needed='x = 6 * 7'), AnswerCell(titles=(), needed=''), None, None]
    """
    cells = [_statements(source) for source in sources]
    folds = _folding_functions(cells)
    giving: list[bool] = []
    for cell in cells:
        after = bool(giving and giving[-1])
        giving.append(any(_gives_away(part, folds) for part in cell) or (after and _only_asserts(cell)))
    always = {  # what functions name is looked up when they are called, perhaps much later
        name
        for cell, given in zip(cells, giving, strict=True)
        if not given
        for statement in cell
        for part in ast.walk(statement)
        if isinstance(part, _FUNCTIONS)
        for name in _reads(part)
    }
    needed = set(always)
    found: list[AnswerCell | None] = []
    for source, cell, given in zip(reversed(sources), reversed(cells), reversed(giving), strict=True):
        kept = []
        for statement in reversed(cell):
            if given and not _is_needed(statement, needed, last=statement is cell[-1]):
                continue
            kept.append(statement)
            needed -= _rebinds(statement)
            needed |= _reads(statement) | always
        titles = tuple(title for part in cell for title in _titles(part, folds))
        text = "\n".join(_text(source or "", statement) for statement in reversed(kept))
        found.append(AnswerCell(titles, text) if given else None)
    return found[::-1]


def _statements(source: str | None) -> list[ast.stmt]:
    """The statements of a cell; none of a text or of what is not plain Python."""
    try:
        return ast.parse(source or "").body
    except SyntaxError:
        return []


def _folding_functions(cells: Iterable[list[ast.stmt]]) -> Folds:
    """``fold`` itself, whose title is its first argument, and the lesson's functions that call it."""
    folds: Folds = {_FOLD: ()}
    for cell in cells:
        for statement in cell:
            if isinstance(statement, ast.FunctionDef) and (titles := _folded_in(statement)):
                folds[statement.name] = titles
    return folds


def _folded_in(node: ast.AST) -> tuple[str, ...]:
    """The titles of all answers that are folded somewhere in a piece of code, each once."""
    calls = (part for part in ast.walk(node) if isinstance(part, ast.Call) and _name(part) == _FOLD)
    titles = (call.args[0].value for call in calls if call.args and isinstance(call.args[0], ast.Constant))
    return tuple(dict.fromkeys(str(title) for title in titles if str(title).startswith(_TITLE)))


def _titles(statement: ast.stmt, folds: Folds) -> tuple[str, ...]:
    """The titles of the answers that a statement shows."""
    if not isinstance(statement, ast.Expr) or not isinstance(statement.value, ast.Call):
        return ()
    return folds.get(_name(statement.value)) or _folded_in(statement)


def _gives_away(statement: ast.stmt, folds: Folds) -> bool:
    judged = isinstance(statement, ast.Assert) and any(
        isinstance(part, ast.Call) and _name(part) == _JUDGE for part in ast.walk(statement)
    )
    return judged or bool(_titles(statement, folds))


def _only_asserts(cell: list[ast.stmt]) -> bool:
    return any(isinstance(part, ast.Assert) for part in cell) and all(
        isinstance(part, (ast.Assert, ast.Assign, ast.FunctionDef, ast.Import, ast.ImportFrom))
        for part in cell
    )


def _is_needed(statement: ast.stmt, needed: set[str], *, last: bool) -> bool:
    """Whether later cells need a statement: it binds a name of theirs, or changes what a name of theirs stands for."""
    if isinstance(statement, ast.Assert):
        return False
    if isinstance(statement, ast.Expr):
        call = statement.value
        changes = isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute)
        return changes and not last and bool(_reads(statement) & needed)
    return bool(_binds(statement) & needed)


def _binds(node: ast.AST) -> set[str]:
    """All names that code may bind, or whose parts it may change; not those of functions and comprehensions inside."""
    if isinstance(node, _DEFINITIONS):
        return {node.name}
    if isinstance(node, _SCOPES):
        return set()
    if isinstance(node, ast.alias):
        return {(node.asname or node.name).partition(".")[0]}
    if isinstance(node, ast.Name):
        return {node.id} if isinstance(node.ctx, ast.Store) else set()
    changed = _reads(node) if _is_part_changed(node) else set()
    return changed.union(*(_binds(child) for child in ast.iter_child_nodes(node)))


def _rebinds(statement: ast.stmt) -> set[str]:
    """The names to which a statement surely gives a value that owes nothing to an earlier one."""
    if not isinstance(statement, (*_DEFINITIONS, ast.Assign, ast.AnnAssign, ast.Import, ast.ImportFrom)):
        return set()
    changed = (_reads(part) for part in ast.walk(statement) if _is_part_changed(part))
    return _binds(statement).difference(*changed)


def _is_part_changed(node: ast.AST) -> bool:
    """Whether code puts something into an object, as ``x[0] = 1`` and ``x.y = 1`` do."""
    return isinstance(node, (ast.Attribute, ast.Subscript)) and isinstance(node.ctx, ast.Store)


def _reads(node: ast.AST) -> set[str]:
    """All names that code reads from the lesson, those of ``+=`` too; functions and comprehensions have their own."""
    if isinstance(node, ast.Name):
        return {node.id} if isinstance(node.ctx, ast.Load) else set()
    names: set[str] = set().union(*(_reads(child) for child in ast.iter_child_nodes(node)))
    if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
        names.add(node.target.id)
    if not isinstance(node, _SCOPES):
        return names
    own = {part.arg for part in ast.walk(node) if isinstance(part, ast.arg)}
    return names - own.union(*(_binds(child) for child in ast.iter_child_nodes(node)))


def _name(call: ast.Call) -> str:
    """What is called, if it is called by a plain name."""
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _text(source: str, statement: ast.stmt) -> str:
    """A statement as it is written, with its decorators; a definition with blank lines around it."""
    decorators = statement.decorator_list if isinstance(statement, _DEFINITIONS) else []
    first = min([statement.lineno, *(decorator.lineno for decorator in decorators)])
    text = "\n".join(source.splitlines()[first - 1 : statement.end_lineno])
    return f"\n\n{text}\n\n" if isinstance(statement, _DEFINITIONS) else text
