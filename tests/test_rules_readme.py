"""The page that explains the rule files keeps up with the schemas."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cptutor.datafiles import load_schema
from cptutor.examples.runners import KINDS
from cptutor.resources import resource

if TYPE_CHECKING:
    from collections.abc import Iterator

README = (resource("rules_data") / "README.md").read_text("utf-8")
PROFILE = load_schema("profile")
EXAMPLE = load_schema("example")


def rules(node: dict[str, Any], key: str = "") -> Iterator[tuple[str, str]]:
    """Each rule's key and description; a name of the file's own choice is called name, hand or category."""
    if "$ref" in node:
        node = PROFILE["definitions"][node["$ref"].rpartition("/")[2]]
    if "question" in node:
        yield key, node["description"]
        return
    for name, below in node.get("properties", {}).items():
        yield from rules(below, f"{key}.{name}" if key else name)
    if isinstance(node.get("additionalProperties"), dict):
        word = {"special.pays": "hand"}.get(key, "category" if key.startswith("royalty") else "name")
        yield from rules(node["additionalProperties"], f"{key}.{word}")


def test_every_rule_is_explained_as_in_the_schema() -> None:
    lines = [f"| `{key}` | {description} |" for key, description in rules(PROFILE)]
    assert lines
    assert [line for line in lines if line not in README] == []


def test_every_part_of_a_rule_and_of_a_profile_is_explained() -> None:
    head = [key for key, node in PROFILE["properties"].items() if node.get("type") != "object"]
    head = [key for key in head if "properties" not in PROFILE["properties"][key]]
    parts = [*head, *PROFILE["definitions"]["rule"]["properties"]]
    assert [part for part in parts if f"| `{part}` |" not in README] == []


def test_every_key_and_kind_of_an_example_is_explained() -> None:
    keys: set[str] = set()
    for definition in EXAMPLE["definitions"]["kinds"].values():
        keys |= set(definition["properties"]) | set(definition["properties"]["expect"]["properties"])
    keys -= {"layout", "seat", "repair", "pairing", "expect", "components", "chips"}  # headings, in brackets
    assert [key for key in sorted(keys) if f"`{key}`" not in README] == []
    assert [kind for kind in KINDS if f"| `{kind}` |" not in README] == []
    for heading in ("[layout]", "[[seat]]", "[[expect.repair]]", "[[expect.pairing]]", "[expect]", "[chips]"):
        assert f"`{heading}`" in README
