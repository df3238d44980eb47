"""Every kind of file, damaged in every way there is: one line names the file and what is at fault, and nothing changes.

The ordinary tests take some of the variants of each file, evenly; the proofs take all, of more files.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from cptutor import Agreement, TutorError, load_agreement, load_profile, load_session, profile_ids
from cptutor.datafiles import load_schema, parse_data, read_data
from cptutor.deals import read_deal
from cptutor.examples import load_cases
from cptutor.exercises import read_exercises
from cptutor.resources import resource
from cptutor.session import Session
from cptutor.specials import parse_specials
from cptutor.widgets.presets import read_presets
from tests.malformed import broken, cut_off, damaged, lines_repeated

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.malformed import Variant

DATA = resource("rules_data")
LONGEST_LINE = 500
"""Characters of an error, its file's name apart, whatever stands in the file."""

DEAL = """\
profile = "full"
dealer = "Ben"

[[seat]]
name = "Anna"
front = "A♣ Q♦ 5♥"
middle = "K♠ K♦ 9♣ 9♥ 3♠"
back = ["8♠", "8♥", "8♦", "4♣", "4♦"]
declared = false
surrendered = false

[[seat]]
name = "Ben"
layout = "6♠ 6♦ K♣ / Q♠ Q♣ 7♦ 7♣ 2♠ / J♥ 10♥ 6♥ 3♥ 2♥"
"""
AGREEMENT = """\
schema = 1
profile = "swc"
title = "Thursdays"
invented = true

[rulings]
"foul.price" = 6
"foul.both" = "nothing"
"front_middle.equal_prefix" = "foul"
"""
HOUSE = """\
schema = 1
id = "ours"
title = "Ours"
extends = "swc"
without = ["stakes"]

[row]
units = { value = 2 }

[foul.price]
value = 6
source = "around the table"

[royalty.pays.front."three of a kind"]
value = 5
"""
SPECIALS = """\
schema = 1

[[special]]
id = "six pairs"
title = "Six pairs"
compare = "pairs"
source = "the table"
groups = [2, 2, 2, 2, 2, 2, 1]
quads_as_two_pairs = "as agreed"

[[special]]
id = "court"
title = "All court cards"
compare = "none"
of_ranks = { ranks = ["J", "Q", "K"], at_least = 12 }
"""
PRESETS = """\
schema = 1

[[set]]
id = "workshop"
title = "The workshop"

[[set.preset]]
title = "Original"
example = "workshop-foul"
"""


def session_text() -> str:
    agreement = Agreement("swc", {"stakes.limit": "table stakes", "rake.taken": "no"})
    session = Session(agreement, ["Sora", "Pia"], deals=2, chips=50)
    session.buy("Pia", 5)
    session.play(
        {
            "Sora": "A♠ A♦ 2♣ / K♥ K♣ Q♥ Q♦ 3♠ / 9♥ 8♥ 7♥ 6♥ 4♥",
            "Pia": "Q♠ J♦ 4♣ / 10♦ 10♣ 6♦ 6♣ 5♦ / Q♣ 9♣ 8♣ 7♣ 5♣",
        }
    )
    session.buy("Sora", 2)
    return json.dumps(session.as_dict(), ensure_ascii=False, indent=1)


@dataclass(frozen=True)
class Kind:
    """One file of a kind: its schema, what reads it, its name, and its content."""

    schema: dict[str, Any]
    read: Callable[[Path], Any]
    name: str
    text: str

    def __str__(self) -> str:
        return self.name.removesuffix(".toml")


def without_requirements(schema: Any) -> Any:
    """A schema as it is for house rules: what they leave out is as in the profile that they extend."""
    if isinstance(schema, dict):
        return {
            key: without_requirements(part)
            for key, part in schema.items()
            if key not in ("required", "minProperties")
        }
    return list(map(without_requirements, schema)) if isinstance(schema, list) else schema


def shipped(schema: str, read: Callable[[Path], Any], file: str) -> Kind:
    return Kind(load_schema(schema), read, file.rpartition("/")[2], (DATA / file).read_text("utf-8"))


def as_deal(path: Path) -> object:
    return read_deal(read_data(path), str(path))


def as_specials(path: Path) -> object:
    return parse_specials(read_data(path), path.name)


SMALL = [
    Kind(load_schema("deal"), as_deal, "deal.toml", DEAL),
    Kind(load_schema("agreement"), load_agreement, "agreement.toml", AGREEMENT),
    Kind(without_requirements(load_schema("profile")), load_profile, "house.toml", HOUSE),
    shipped("profile", load_profile, "profiles/swc.toml"),
    Kind(load_schema("specials"), as_specials, "specials.toml", SPECIALS),
    Kind(load_schema("presets"), read_presets, "presets.toml", PRESETS),
    Kind(load_schema("session"), load_session, "session.json", session_text()),
    *(
        shipped("example", load_cases, f"examples/{name}.toml")
        for name in ("workshop-repair", "royalty-same-row", "wheel-lowest", "session")
    ),
    shipped("exercise", read_exercises, "exercises/02.toml"),
]
EXERCISES, EXAMPLES = (
    sorted(path.name for path in (DATA / kind).glob("*.toml")) for kind in ("exercises", "examples")
)
LARGE = [
    shipped("specials", as_specials, "specials.toml"),
    shipped("presets", read_presets, "presets.toml"),
    *(shipped("profile", load_profile, f"profiles/{name}.toml") for name in profile_ids()),
    *(shipped("agreement", load_agreement, f"agreements/{name}.toml") for name in profile_ids()),
    *(shipped("exercise", read_exercises, f"exercises/{name}") for name in EXERCISES),
    *(shipped("example", load_cases, f"examples/{name}") for name in EXAMPLES),
]
each_small = pytest.mark.parametrize("kind", SMALL, ids=str)


def variants(kind: Kind) -> Iterator[Variant]:
    yield from broken(kind.text.encode())
    yield from damaged(parse_data(kind.text.encode(), kind.name), kind.schema)
    if not kind.text.startswith("{"):
        yield from lines_repeated(kind.text.encode())


def complaint(kind: Kind, variant: Variant, folder: Path) -> str:
    """What is wrong with how a variant is read; nothing where all is well."""
    path = folder / kind.name
    path.write_bytes(variant.content)
    try:
        kind.read(path)
    except TutorError as error:
        said = str(error)
    except Exception as error:
        return f"{type(error).__name__}: {error!s:.200}"
    else:
        said = ""
    if path.read_bytes() != variant.content or [*folder.iterdir()] != [path]:
        return "a file has changed"
    if not said:
        return "accepted" if variant.certain else ""
    start = next((name for name in (f"{path}: ", f"{kind.name}: ") if said.startswith(name)), "")
    if not start:
        return f"no file in: {said[:200]}"
    if not any(wanted in said.removeprefix(start) for wanted in variant.wanted):
        return f"{variant.wanted!r} not in: {said[:200]}"
    if "\n" in said:
        return f"several lines: {said[:200]}"
    return f"{len(said)} characters: {said[:200]}" if len(said) > len(start) + LONGEST_LINE else ""


def complaints(kind: Kind, folder: Path, found: Iterator[Variant] | list[Variant]) -> dict[str, str]:
    said = {variant.how: complaint(kind, variant, folder) for variant in found}
    assert said
    return {how: complaint for how, complaint in said.items() if complaint}


@each_small
def test_the_file_itself_is_right(kind: Kind, tmp_path: Path) -> None:
    path = tmp_path / kind.name
    path.write_text(kind.text, "utf-8")
    assert kind.read(path)


@each_small
def test_some_damage_of_every_sort(kind: Kind, tmp_path: Path) -> None:
    every = list(variants(kind))
    assert sum(variant.certain for variant in every) > len(every) / 3
    some = every[:11] + every[11 :: max(1, len(every) // 60)]
    assert complaints(kind, tmp_path, some) == {}


@each_small
def test_cut_off_at_some_bytes(kind: Kind, tmp_path: Path) -> None:
    every = list(cut_off(kind.text.encode()))
    assert complaints(kind, tmp_path, every[:: max(1, len(every) // 40)]) == {}


@pytest.mark.proof
@each_small
def test_all_damage(kind: Kind, tmp_path: Path) -> None:
    assert complaints(kind, tmp_path, variants(kind)) == {}


@pytest.mark.proof
@each_small
def test_cut_off_at_every_byte(kind: Kind, tmp_path: Path) -> None:
    assert complaints(kind, tmp_path, cut_off(kind.text.encode())) == {}


@pytest.mark.proof
@pytest.mark.parametrize("kind", LARGE, ids=str)
def test_all_damage_of_what_is_shipped(kind: Kind, tmp_path: Path) -> None:
    assert complaints(kind, tmp_path, variants(kind)) == {}
