"""Mutants of the core's functions: each is one small change, of the sorts that mutmut makes.

mutmut's own runner loads the tests anew for each mutant and leaves properties and cached functions alone; here a
mutant is one code object, put in the place of a function's own in a process of its own (see ``tools/mutation.py``).
"""

from __future__ import annotations

import gc
from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cache, cached_property
from types import FunctionType
from typing import TYPE_CHECKING, Any, Final

import libcst as cst
import libcst.matchers as m
from libcst.metadata import MetadataWrapper, PositionProvider
from mutmut.mutation.mutators import mutation_operators

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from types import CodeType

_LEFT_ALONE: Final = (cst.Annotation, cst.Decorator, cst.Parameters)
"""What is no part of a function's code."""

_NEVER_OF_NONE: Final = ("len", "isinstance")
"""Calls that only fail when their arguments are changed, which any test notices."""

_STRICT: Final = m.Arg(keyword=m.Name("strict"))

_WRITTEN: Final = cst.Module([])


@dataclass(frozen=True)
class Mutant:
    """One small change of one function."""

    file: Path
    function: str
    before: str
    after: str
    which: int
    """The how-manieth such change in the function, from 1."""
    lines: range
    """The lines of the statement, as far as it is no block."""
    all_lines: range
    """The lines of the function."""
    place: int
    """Its place among the mutants of its file."""

    def key(self, root: Path) -> str:
        """What it is, whatever its line number."""
        again = f" ({self.which})" if self.which > 1 else ""
        return (
            f"{self.file.relative_to(root).as_posix()} {self.function}: {self.before} → {self.after}{again}"
        )

    def code(self) -> CodeType:
        """The function's changed code.

        Raises:
            SyntaxError: the change is none that Python can read.
        """
        node, changed = _Source.of(self.file).changes[self.place][1]
        text = _Source.of(self.file).tree.deep_replace(node, changed).code
        return next(
            code for name, code in _codes(compile(text, str(self.file), "exec")) if name == self.function
        )

    def begin(self) -> None:
        """Make the change in this process, which it does not outlive."""
        changed = self.code()
        functions = living()[str(self.file), self.function]
        if not functions:
            raise LookupError(f"{self.file}: no function {self.function} is loaded")
        for function in functions:
            function.__code__ = changed


def mutants_of(file: Path) -> list[Mutant]:
    """All mutants of a file, in order."""
    return [mutant for mutant, _ in _Source.of(file).changes]


class _Source:
    def __init__(self, file: Path) -> None:
        self.file = file
        wrapper = MetadataWrapper(cst.parse_module(file.read_bytes()))
        self.tree = wrapper.module
        self.places = wrapper.resolve(PositionProvider)

    @staticmethod
    @cache
    def of(file: Path) -> _Source:
        return _Source(file)

    @cached_property
    def changes(self) -> list[tuple[Mutant, tuple[Any, Any]]]:
        found: list[tuple[Mutant, tuple[Any, Any]]] = []
        for name, function in self._functions(self.tree, ""):
            counted: Counter[tuple[str, str]] = Counter()
            for node, changed, lines in self._inside(function.body, self._lines(function)):
                texts = _text(node), _text(changed)
                counted[texts] += 1
                mutant = Mutant(
                    self.file,
                    name,
                    *texts,
                    counted[texts],
                    lines,
                    self._lines(function, whole=True),
                    len(found),
                )
                found.append((mutant, (node, changed)))
        return found

    def _functions(self, node: Any, within: str) -> Iterator[tuple[str, Any]]:
        for child in node.children:
            if isinstance(child, cst.FunctionDef):
                yield within + child.name.value, child
            elif isinstance(child, cst.ClassDef):
                yield from self._functions(child, f"{within}{child.name.value}.")
            else:
                yield from self._functions(child, within)

    def _inside(self, node: Any, lines: range) -> Iterator[tuple[Any, Any, range]]:
        """Nodes below a node, each with what it may be changed into, and the lines of its statement."""
        if isinstance(node, _LEFT_ALONE) or (
            isinstance(node, cst.Call)
            and isinstance(node.func, cst.Name)
            and node.func.value in _NEVER_OF_NONE
        ):
            return
        if isinstance(node, (cst.SimpleStatementLine, cst.BaseCompoundStatement)):
            lines = self._lines(node)
        for sort, changes in mutation_operators:
            if isinstance(node, sort):
                for changed in changes(node):
                    if not _lets_lengths_differ(node, changed):
                        yield node, changed, lines
        for child in node.children:
            if not m.matches(child, _STRICT):
                yield from self._inside(child, lines)

    def _lines(self, node: Any, *, whole: bool = False) -> range:
        first, last = self.places[node].start.line, self.places[node].end.line
        if isinstance(node, cst.BaseCompoundStatement) and not whole:
            last = max(first, self.places[node.body].start.line - 1)
        return range(first, last + 1)


def _lets_lengths_differ(node: Any, changed: Any) -> bool:
    """Whether a change only takes ``strict=True`` away, which guards against mistakes that the code does not make."""
    given, left = (getattr(call, "args", ()) for call in (node, changed))
    strict = [arg for arg in given if m.matches(arg, _STRICT)]
    return bool(strict) and strict[0] not in left


def _text(node: Any) -> str:
    return " ".join(_WRITTEN.code_for_node(node).split())


def _codes(code: CodeType) -> Iterator[tuple[str, CodeType]]:
    for part in code.co_consts:
        if hasattr(part, "co_qualname"):
            yield part.co_qualname, part
            yield from _codes(part)


@cache
def living() -> dict[tuple[str, str], list[FunctionType]]:
    """All functions in memory by file and name, whatever decorators have wrapped around them.

    To be called first where the mutated modules are loaded, and before the collector's objects are frozen.
    """
    found = defaultdict(list)
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType):
            found[thing.__code__.co_filename, thing.__code__.co_qualname].append(thing)
    return found
