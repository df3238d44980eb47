"""Loading profiles: from the shipped files, or from house rules that change one of them.

>>> swc = load_profile("swc")
>>> swc["bonus.overall.units"].value, str(swc["bonus.overall.units"].source)
(1, 'workshop, row points')
>>> swc["foul.price"].question
'What does a foul pay each legal opponent: the rows, as if scooped, or how many units?'
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cptutor.datafiles import load_schema, read_data, validate
from cptutor.resources import resource
from cptutor.rules.profiles import Answer, Gap, Profile, Rule, Source
from cptutor.rules.remarks import find_remarks
from cptutor.terms import RuleError

if TYPE_CHECKING:
    from collections.abc import Iterator

HOUSE = "house rules"
"""The document of a rule that a table has made for itself."""


def profile_ids() -> tuple[str, ...]:
    """The ids of the shipped profiles, in alphabetical order."""
    return tuple(sorted(path.stem for path in _profile_folder().glob("*.toml")))


def load_profile(name: str | Path) -> Profile:
    """A shipped profile by its id, or a profile from a file of one's own.

    Args:
        name: an id of :func:`profile_ids`, or the path of a ``.toml`` file.

    Raises:
        RuleError: no such profile; or names the file and the key that is unknown, missing or of a wrong kind.
    """
    if isinstance(name, str) and not name.endswith(".toml"):
        if name not in profile_ids():
            raise RuleError(f"no profile {name!r}; there are {', '.join(profile_ids())}")
        return _shipped(name)
    return replace(read_profile(read_data(Path(name)), str(name)), file=Path(name))


def read_source(source: str | dict[str, str], document: str, where: str) -> Source:
    """A source as it stands in a file: a section of ``document``, or a table with document and section.

    Raises:
        RuleError: the document or the section is not listed in ``rules_data/sources.toml``.
    """
    if isinstance(source, str):
        source = {"document": document, "section": source}
    if source["document"] == HOUSE:
        return Source(HOUSE, source["section"])
    documents = load_documents()
    if source["document"] not in documents:
        raise RuleError(f"{where}: no document {source['document']!r} in sources.toml")
    if source["section"] not in documents[source["document"]]["sections"]:
        raise RuleError(f"{where}: no section {source['section']!r} of {source['document']} in sources.toml")
    return Source(source["document"], source["section"])


@lru_cache
def load_documents() -> dict[str, dict[str, Any]]:
    """The documents by id, each with ``title``, ``file`` and ``sections``."""
    documents: dict[str, dict[str, Any]] = read_data(resource("rules_data") / "sources.toml")["documents"]
    return documents


def describe_key(key: str) -> dict[str, Any]:
    """What the schema says of a rule's key: ``description``, ``question``, and ``unit`` where it counts something.

    Raises:
        RuleError: the schema has no such key.
    """
    schema = load_schema("profile")
    node = schema
    for part in key.split("."):
        node = node.get("properties", {}).get(part) or node.get("additionalProperties") or {}
        if "$ref" in node:
            node = schema["definitions"][node["$ref"].rpartition("/")[2]]
    if "question" not in node:
        raise RuleError(f"no rule has the key {key!r}")
    return node


def allowed_answer(key: str) -> Answer:
    """What the schema allows as the value of a rule, and so as a ruling on it."""
    value = describe_key(key)["properties"]["value"]
    answer = Answer()
    for option in value.get("anyOf", [value]):
        if "enum" in option:
            answer = replace(answer, choices=tuple(option["enum"]))
        elif option["type"] == "integer":
            answer = replace(answer, minimum=option["minimum"], maximum=option.get("maximum"))
        else:
            answer = replace(answer, text=True, example=option.get("examples", [answer.example])[0])
    return answer


def _profile_folder() -> Path:
    return resource("rules_data") / "profiles"


@lru_cache
def _shipped_data(name: str) -> dict[str, Any]:
    """The data of a shipped profile, every source with its document, so that house rules can be laid over it."""
    data = read_data(_profile_folder() / f"{name}.toml")
    validate(data, "profile", f"{name}.toml")
    return _with_sources(data, data["document"], name)


@lru_cache
def _shipped(name: str) -> Profile:
    return _build(_shipped_data(name), f"{name}.toml")


def read_profile(data: dict[str, Any], name: str) -> Profile:
    """A profile, or house rules that extend a shipped one, from the data of a file; ``name`` is its name in errors.

    Raises:
        RuleError: names the file and the key.
    """
    if "extends" not in data:
        validate(data, "profile", name)
        return _build(data, name)
    base = data["extends"]
    if base not in profile_ids():
        raise RuleError(f"{name}: extends: no shipped profile {base!r}; there are {', '.join(profile_ids())}")
    if data.get("id") in profile_ids():
        raise RuleError(
            f"{name}: id: {data['id']!r} is a shipped profile; house rules need a name of their own"
        )
    below = _without(_shipped_data(base), data.get("without", []), base, name)
    below |= {"id": f"{base}-house", "title": f"{below['title']}, changed by house rules"}
    section = str(data.get("id", below["id"]))
    merged = _laid_over(below, _with_sources(data, HOUSE, section))
    merged = _with_gaps(merged, load_schema("profile"), {"document": HOUSE, "section": section})
    validate(merged, "profile", name)
    return _build(merged, name)


def _build(data: dict[str, Any], name: str) -> Profile:
    entries = {key: _read_entry(key, leaf, data["document"], name) for key, leaf in _leaves(data)}
    _refuse_contradictions(entries, name)
    remarks = tuple(
        find_remarks({key: rule.value for key, rule in entries.items() if isinstance(rule, Rule)})
    )
    return Profile(data["id"], data["title"], data["document"], entries, remarks, data.get("extends", ""))


def _is_leaf(node: object) -> bool:
    return isinstance(node, dict) and bool({"value", "gap", "source"} & node.keys())


def _leaves(tree: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    for name, node in tree.items():
        if _is_leaf(node):
            yield f"{prefix}{name}", node
        elif isinstance(node, dict):
            yield from _leaves(node, f"{prefix}{name}.")


def _with_sources(tree: dict[str, Any], document: str, section: str) -> dict[str, Any]:
    """The same tree with the document beside every section; a rule without a source is of ``section``."""
    made: dict[str, Any] = {}
    for name, node in tree.items():
        if _is_leaf(node):
            source = node.get("source", section)
            full = {"document": document, "section": source} if isinstance(source, str) else source
            made[name] = {**node, "source": full}
        else:
            made[name] = _with_sources(node, document, section) if isinstance(node, dict) else node
    return made


def _laid_over(base: dict[str, Any], house: dict[str, Any]) -> dict[str, Any]:
    """House rules over a profile's: rule by rule, the house's in place of the profile's or beside them."""
    merged = dict(base)
    for one, instead in (("units", "factor"), ("factor", "units")):
        if instead in house and one not in house:  # a bonus pays units or a factor
            merged.pop(one, None)
    for name, node in house.items():
        below = merged.get(name)
        both_sections = isinstance(node, dict) and isinstance(below, dict) and not _is_leaf(node)
        merged[name] = _laid_over(below, node) if both_sections and isinstance(below, dict) else node
    return merged


def _without(tree: dict[str, Any], dropped: Any, base: str, name: str) -> dict[str, Any]:
    """A profile's data less the rules or sections that house rules do away with.

    Raises:
        RuleError: names the file and the key that the profile does not have.
    """
    if not isinstance(dropped, list):
        raise RuleError(f"{name}: without: a list of rules is wanted")
    made = deepcopy(tree)
    for key in dropped:
        *path, last = str(key).split(".")
        node: Any = made
        for part in path:
            node = node.get(part) if isinstance(node, dict) and not _is_leaf(node) else None
        if not isinstance(node, dict) or _is_leaf(node) or not isinstance(node.get(last), dict):
            raise RuleError(f"{name}: without: {base} has no rule {key!r}")
        del node[last]
    return made


def _with_gaps(tree: dict[str, Any], schema: dict[str, Any], source: dict[str, str]) -> dict[str, Any]:
    """House rules with a gap for each rule that their sections need and nobody has given."""
    made = dict(tree)
    for name in schema.get("required", ()):
        if name not in made and "question" in schema.get("properties", {}).get(name, {}):
            made[name] = {"gap": "The house rules do not say.", "source": source}
    for name, node in made.items():
        below = schema.get("properties", {}).get(name) or schema.get("additionalProperties")
        if isinstance(node, dict) and not _is_leaf(node) and isinstance(below, dict):
            made[name] = _with_gaps(node, below, source)
    for name, below in schema.get("dependencies", {}).items():
        if name in made:
            made = _with_gaps(made, _known_properties(below, schema), source)
    return made


def _known_properties(below: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    """A schema's dependency, with what the schema itself says of the properties that it names."""
    known = schema.get("properties", {})
    named = {name: known.get(name, {}) | part for name, part in below.get("properties", {}).items()}
    further = {name: _known_properties(part, schema) for name, part in below.get("dependencies", {}).items()}
    return {"properties": named, "dependencies": further}


def _read_entry(key: str, leaf: dict[str, Any], document: str, name: str) -> Rule | Gap:
    where = f"{name}: {key}"
    if ("value" in leaf) == ("gap" in leaf):
        raise RuleError(f"{where}: either a value or a gap is wanted")
    source = read_source(leaf["source"], document, f"{where}.source")
    if "value" in leaf:
        answer = allowed_answer(key) if leaf.get("option") else None
        return Rule(key, leaf["value"], source, leaf.get("note", ""), answer)
    return Gap(key, describe_key(key)["question"], allowed_answer(key), source, leaf["gap"])


def _refuse_contradictions(entries: dict[str, Rule | Gap], name: str) -> None:
    """What no schema can say of a single key.

    Raises:
        RuleError: names the file and the key.
    """
    sections = {key.rpartition(".")[0] for key in entries}
    for section in sections:
        one_of_two = section.startswith("bonus.") or section == "sweep"
        if one_of_two and (f"{section}.units" in entries) == (f"{section}.factor" in entries):
            raise RuleError(f"{name}: {section}: either units or a factor is wanted")
    specials = [key.removeprefix("special.pays.") for key in entries if key.startswith("special.pays.")]
    if specials:
        from cptutor.specials import load_specials

        for kind in specials:
            if kind not in load_specials():
                known = ", ".join(load_specials())
                raise RuleError(f"{name}: special.pays: no special hand {kind!r}; there are {known}")
