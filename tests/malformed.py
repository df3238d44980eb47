"""Malformed files, generated from a valid one and its schema: every kind of file is damaged in the same ways.

A variant is a file's content, how it was damaged, and what an error about it has to name.
"""

from __future__ import annotations

import json
import re
from copy import deepcopy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cptutor.datafiles import LARGEST_FILE

if TYPE_CHECKING:
    from collections.abc import Iterator

Path = tuple[str | int, ...]
"""Keys and places in lists that lead to a value."""

TYPES = {bool: "boolean", int: "integer", str: "string", list: "array", dict: "object"}
LONG = "x" * 5_000
WRONG: tuple[Any, ...] = (
    None, True, 7, -1, 10**30, 1.5, float("nan"), "", " ", "no such value", "A♠ A♠", LONG, [], [7], {}, {"odd": 7}
)  # fmt: skip
"""Values of every type, and at the edges of each; what is right in one place is wrong in another."""


@dataclass(frozen=True, slots=True)
class Variant:
    """An error names one of ``wanted``; ``certain`` where nothing but an error will do."""

    how: str
    content: bytes
    wanted: tuple[str, ...] = ("",)
    certain: bool = True


def damaged(data: dict[str, Any], schema: dict[str, Any]) -> Iterator[Variant]:
    """Each key missing, misspelt and repeated, and each value of every wrong sort."""
    for path, value in _walk(data):
        last = path[-1]
        if isinstance(last, str):
            known = not _free(schema, path)
            needed = _required(schema, path)
            yield Variant(
                f"{_of(path)} missing", _without(data, path), (repr(last),) if needed else ("",), needed
            )
            for typo in (last[:-1] + last[-1] * 2, LONG):
                # Where the key is needed, that it is missing says enough.
                said = known and not _in_alternatives(schema, path)
                wanted = (repr(typo)[:30], f"key {last!r} is missing") if said else ("",)
                yield Variant(f"{_of(path)} misspelt {typo:.20}", _renamed(data, path, typo), wanted, known)
            yield Variant(f"{_of(path)} repeated", _repeated(data, path), (repr(last),))
        key = next(part for part in reversed(path) if isinstance(part, str))
        for wrong in WRONG:
            if type(wrong) is not type(value) or wrong != value:
                certain = not _may_be(schema, path, wrong)
                named = key if certain and not _in_alternatives(schema, path) else ""
                yield Variant(f"{_of(path)} = {wrong!r:.20}", _changed(data, path, wrong), (named,), certain)


def broken(content: bytes) -> Iterator[Variant]:
    """The text of a file that nothing can be read from: another encoding, no text at all, or too much of it."""
    text = content.decode()
    odd = f"# é\n{text}"
    yield Variant("latin-1", odd.encode("latin-1", "replace"), ("UTF-8",))
    yield Variant("UTF-16", odd.encode("utf-16"), ("UTF-8",))
    yield Variant("UTF-16 without a mark", text.encode("utf-16-le"))
    yield Variant("zeros", bytes(1000))
    yield Variant("noise", bytes(range(256)))
    yield Variant("huge", content + b"\n" + b"#" * LARGEST_FILE, (f"{LARGEST_FILE:,}",))
    yield Variant("a list", b"[1, 2]")
    yield Variant("deep JSON", b'{"odd":' * 100_000)
    yield Variant("deep TOML", b"odd = " + b"[" * 100_000)
    if not text.startswith("{"):
        deep = b"\n[odd]\n" + b".".join([b"odd"] * 5_000) + b" = 1\n"
        yield Variant("deep keys", content + deep, ("odd",))
    yield Variant("empty", b"")


def cut_off(content: bytes) -> Iterator[Variant]:
    """A file cut off at each byte; TOML that ends with a line may be a file still, JSON never is."""
    certain = content.lstrip().startswith(b"{")
    for end in range(1, len(content.rstrip())):
        yield Variant(f"cut at byte {end}", content[:end], certain=certain)


def lines_repeated(content: bytes) -> Iterator[Variant]:
    """Each line of TOML that gives a value, twice."""
    lines = content.decode().splitlines()
    for number, line in enumerate(lines):
        key, equals, _ = line.partition(" = ")
        if equals and not key.startswith((" ", "#", "[", "{", '"', "]")) and tidy(line):
            twice = [*lines[: number + 1], line, *lines[number + 1 :]]
            yield Variant(f"line {number + 1} twice", "\n".join(twice).encode(), (key.partition(".")[0],))


def tidy(line: str) -> bool:
    """Whether a line of TOML is whole in itself."""
    return not line.rstrip().endswith(("[", "{", "'''", '"""', ",")) and line.count('"""') != 1


def _json(data: object) -> bytes:
    return json.dumps(data, ensure_ascii=False).encode()


def _of(path: Path) -> str:
    return ".".join(map(str, path))


def _walk(node: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every value below a node, with the way to it; of a list, the first and the last only."""
    if isinstance(node, dict):
        steps: list[tuple[str | int, Any]] = list(node.items())
    else:
        steps = list({0: node[0], len(node) - 1: node[-1]}.items()) if isinstance(node, list) and node else []
    for step, value in steps:
        yield (*path, step), value
        yield from _walk(value, (*path, step))


def _node(data: Any, path: Path) -> Any:
    for step in path:
        data = data[step]
    return data


def _changed(data: Any, path: Path, value: object) -> bytes:
    changed = deepcopy(data)
    _node(changed, path[:-1])[path[-1]] = value
    return _json(changed)


def _without(data: Any, path: Path) -> bytes:
    changed = deepcopy(data)
    del _node(changed, path[:-1])[path[-1]]
    return _json(changed)


def _renamed(data: Any, path: Path, name: str) -> bytes:
    """One key by another name, in its old place."""
    changed = deepcopy(data)
    node = _node(changed, path[:-1])
    items = [(name if key == path[-1] else key, value) for key, value in node.items()]
    node.clear()
    node.update(items)
    return _json(changed)


def _repeated(data: Any, path: Path) -> bytes:
    """JSON with one key twice; a dictionary cannot hold that, so a mark is put in its place."""
    changed = deepcopy(data)
    node = _node(changed, path[:-1])
    node["\N{BULLET}"] = node[path[-1]]
    return _json(changed).replace('"\N{BULLET}"'.encode(), json.dumps(path[-1], ensure_ascii=False).encode())


# --- what a schema says of a place ---


def _schemas(schema: dict[str, Any], path: Path) -> list[dict[str, Any]]:
    """Every part of a schema that may have a say at a place."""
    found = list(_parts(schema, schema))
    for step in path:
        below: list[dict[str, Any]] = []
        for part in found:
            if isinstance(step, int):
                inner = part.get("items")
            else:
                more = part.get("additionalProperties")
                inner = part.get("properties", {}).get(step, more if isinstance(more, dict) else None)
            if isinstance(inner, dict):
                below += _parts(inner, schema)
        found = below
    return found


def _parts(node: dict[str, Any], schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield node
    if "$ref" in node:
        target: Any = schema
        for step in node["$ref"].removeprefix("#/").split("/"):
            target = target[step]
        yield from _parts(target, schema)
    for inner in (*node.get("anyOf", ()), *node.get("allOf", ()), node.get("then"), node.get("else")):
        if isinstance(inner, dict):
            yield from _parts(inner, schema)
    for inner in node.get("dependencies", {}).values():
        if isinstance(inner, dict):
            yield from _parts(inner, schema)


def _required(schema: dict[str, Any], path: Path) -> bool:
    """Whether a key must be there whatever else there is: outside of all alternatives."""
    node: Any = schema
    for step in path[:-1]:
        while "$ref" in node:
            node = schema["definitions"][node["$ref"].rpartition("/")[2]]
        inner = node.get("items") if isinstance(step, int) else node.get("properties", {}).get(step)
        if not isinstance(inner, dict):
            return False
        node = inner
    while "$ref" in node:
        node = schema["definitions"][node["$ref"].rpartition("/")[2]]
    return path[-1] in node.get("required", ())


def _in_alternatives(schema: dict[str, Any], path: Path) -> bool:
    """Whether a place is within a value that may be of several forms; an error then names that value."""
    return any("anyOf" in part for end in range(1, len(path)) for part in _schemas(schema, path[:end]))


def _free(schema: dict[str, Any], path: Path) -> bool:
    """Whether the keys beside this one are anybody's, such as names of players; the schema cannot tell a typo."""
    more = [part.get("additionalProperties", True) for part in _schemas(schema, path[:-1])]
    return False not in more or any(isinstance(names, dict) for names in more)


def _may_be(schema: dict[str, Any], path: Path, value: Any) -> bool:
    """Whether some part of the schema lets a value pass at a place."""
    says = [part for part in _schemas(schema, path) if part.keys() & {"type", "enum"}]
    return not says or any(_passes(part, value) for part in says)


def _passes(part: dict[str, Any], value: Any) -> bool:
    if "enum" in part:
        return any(type(value) is type(choice) and value == choice for choice in part["enum"])
    types = part["type"] if isinstance(part["type"], list) else [part["type"]]
    if "number" in types and type(value) in (int, float):
        return bool(part.get("minimum", value) <= value <= part.get("maximum", value))
    if TYPES.get(type(value)) not in types:
        return False
    if isinstance(value, bool):
        return True
    if isinstance(value, int):
        return bool(part.get("minimum", value) <= value <= part.get("maximum", value))
    if isinstance(value, str):
        return len(value) >= part.get("minLength", 0) and bool(re.search(part.get("pattern", ""), value))
    if isinstance(value, list):
        return bool(len(value) >= part.get("minItems", 0))
    return isinstance(value, dict) and len(value) >= part.get("minProperties", 0)
