"""Reading data files: TOML or JSON in, checked against a committed JSON Schema, one clear error out."""

from __future__ import annotations

import json
import math
import re
import tomllib
from difflib import get_close_matches
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from cptutor.resources import resource
from cptutor.terms import RuleError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

LARGEST_FILE = 1_000_000
"""Bytes; no rule, example or deal comes near it, and a wrong file should be refused before it is read."""

_TYPES = {
    "object": "a table",
    "array": "a list",
    "string": "text in quotation marks",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
}

DEEPEST = 40
"""Tables within tables; what goes through a file by recursion must come to its end."""


def read_data(path: Path) -> dict[str, Any]:
    """A TOML file (or JSON, by its first character) as a dictionary.

    Raises:
        RuleError: names the file and what is wrong: unreadable, too large, not UTF-8, or where it is malformed.
    """
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise RuleError(f"{path}: {error.strerror or error}") from None
    except ValueError as error:  # a name that no file can have
        raise RuleError(f"{path}: {error}") from None
    return parse_data(content, str(path))


def parse_data(content: bytes, name: str) -> dict[str, Any]:
    """The bytes of a TOML or JSON file as a dictionary; ``name`` stands for the file in errors.

    Raises:
        RuleError: as :func:`read_data`.
    """
    if len(content) > LARGEST_FILE:
        raise RuleError(f"{name}: larger than {LARGEST_FILE:,} bytes")
    try:
        text = content.decode("utf-8-sig")
        data = _parse_json(text) if text.lstrip().startswith("{") else tomllib.loads(text)
    except UnicodeDecodeError as error:
        raise RuleError(f"{name}: not UTF-8 at byte {error.start}") from None
    except (ValueError, RecursionError) as error:  # tomllib and json raise kinds of ValueError
        raise RuleError(f"{name}: {_one_line(error)}{_line_of(error, text)}") from None
    if not isinstance(data, dict):
        raise RuleError(f"{name}: a table of keys is wanted, not {type(data).__name__}")
    _refuse_odd(data, name, data)
    return data


def validate(data: dict[str, Any], schema: str, name: str) -> None:
    """Check data against ``rules_data/<schema>.schema.json``.

    Raises:
        RuleError: names the file and the key.
    """
    from fastjsonschema import JsonSchemaValueException

    try:
        _validator(schema, detailed=False)(data)
        return
    except JsonSchemaValueException:
        pass
    try:
        _validator(schema, detailed=True)(data)
    except JsonSchemaValueException as error:
        raise RuleError(f"{name}: {_explain(error, data)}") from None


@lru_cache
def load_schema(schema: str) -> dict[str, Any]:
    """A committed JSON Schema as a dictionary."""
    loaded: dict[str, Any] = json.loads((resource("rules_data") / f"{schema}.schema.json").read_text("utf-8"))
    return loaded


@lru_cache
def _validator(schema: str, *, detailed: bool) -> Callable[[dict[str, Any]], object]:
    """The compiled validator; one that can say where a fault lies takes ten times as long to make."""
    import fastjsonschema

    compiled: Callable[[dict[str, Any]], object] = fastjsonschema.compile(
        load_schema(schema), detailed_exceptions=detailed
    )
    return compiled


def _explain(error: Any, data: Any) -> str:
    """The validator's finding as ``key: what is wrong``."""
    key = _place(data, error.path[1:])
    where = f"{key}: " if key else ""
    value = error.value
    unknown = _unknown(value, error.definition)
    if error.rule == "additionalProperties" and unknown:
        return f"{where}{unknown}"
    if error.rule == "required":
        missing = next(name for name in error.rule_definition if name not in value)
        return f"{where}key {missing!r} is missing" + (f", and there is an {unknown}" if unknown else "")
    if error.rule == "type":
        return f"{where}{_wanted(error.definition)} is wanted, not {_shown(value)}"
    if error.rule == "anyOf":
        return f"{where}{_shown(value)} is of no kind that is allowed here"
    said = error.message.removeprefix(error.name).strip()
    return where + " ".join(said.split()) + (f"; there is an {unknown}" if unknown else "")


def _unknown(value: object, definition: dict[str, Any]) -> str:
    """The first key of a table that its schema does not know, in words; empty where it knows them all."""
    if not isinstance(value, dict) or definition.get("additionalProperties") is not False:
        return ""
    known = definition.get("properties", {})
    unknown = next((name for name in value if name not in known), None)
    if unknown is None:
        return ""
    close = get_close_matches(unknown[:60], known, n=1)
    return f"unknown key {unknown!r}" + (f" (did you mean {close[0]!r}?)" if close else "")


def _wanted(definition: dict[str, Any]) -> str:
    """What a schema wants in a place, in the words of the file."""
    types = definition["type"] if isinstance(definition["type"], list) else [definition["type"]]
    if types == ["object"] and "value" in definition.get("properties", {}):
        return "a table with the value in it, { value = … },"
    return " or ".join(_TYPES[name] for name in types)


def _shown(value: object) -> str:
    """A value as a file has it; of a table or a list, only that it is one."""
    if isinstance(value, (dict, list)):
        return f"{'an empty ' if not value else 'a '}{'table' if isinstance(value, dict) else 'list'}"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, bool) else repr(value)


def _place(data: Any, path: Sequence[str]) -> str:
    """A path through data as a key; an item of a list by its id or name, or else its number from 1."""
    key = ""
    for part in path:
        if isinstance(data, list):
            data = data[int(part)]
            names = [data.get(name) for name in ("id", "name")] if isinstance(data, dict) else []
            key += f"[{next((name for name in names if isinstance(name, str) and len(name) < 60), int(part) + 1)}]"
        else:
            data = data.get(part) if isinstance(data, dict) else None
            key += f".{part}" if key else part
    return key


def _refuse_odd(node: object, name: str, data: dict[str, Any], path: tuple[str, ...] = ()) -> None:
    """Refuse tables and lists within each other beyond all sense, and values that are none.

    Raises:
        RuleError: names the file and the key.
    """
    if isinstance(node, float) and not math.isfinite(node):
        raise RuleError(f"{name}: {_place(data, path)}: a number is wanted, not {node}")
    if node is None:
        raise RuleError(f"{name}: {_place(data, path)}: a value is wanted, not null")
    if not isinstance(node, (dict, list)):
        return
    if len(path) > DEEPEST:
        raise RuleError(f"{name}: {path[0]}: tables or lists within each other, more than {DEEPEST} deep")
    for key, inner in node.items() if isinstance(node, dict) else enumerate(node):
        _refuse_odd(inner, name, data, (*path, str(key)))


def _parse_json(text: str) -> Any:
    return json.loads(text, object_pairs_hook=_without_repeats)


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"key {key!r} stands twice")
        found[key] = value
    return found


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__


def _line_of(error: Exception, text: str) -> str:
    """The line of a file that an error gives the number of, so that it need not be looked for."""
    lines = text.rstrip().splitlines()
    number = re.search(r"\bline (\d+)", str(error))
    place = int(number[1]) if number else len(lines) if "end of document" in str(error) else 0
    if not 0 < place <= len(lines):
        return ""
    line = lines[place - 1].strip()
    return f": {line[:60]}…" if len(line) > 60 else f": {line}"
