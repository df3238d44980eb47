"""The royalty bench and the agreement checklist without a browser."""

from __future__ import annotations

import json
import tomllib
from typing import TYPE_CHECKING

import pytest

from cptutor import (
    Agreement,
    CardError,
    RuleError,
    TutorError,
    load_agreement,
    load_profile,
    profile_ids,
)
from cptutor.comparing import compare_rules
from cptutor.widgets import AgreementChecklist
from cptutor.widgets.checklist import ChecklistState
from cptutor.widgets.parts import Answer, Field, Part, page_html, page_text
from cptutor.widgets.royalties import BenchState

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def all_parts(parts: tuple[Part, ...]) -> Iterator[Part]:
    for part in parts:
        yield part
        yield from all_parts(getattr(part, "parts", ()))


def bench(row: str, hand: str) -> BenchState:
    state = BenchState()
    state.set("row", row)
    state.set("hand", hand)
    return state


# The royalty bench


@pytest.mark.parametrize(
    ("row", "hand", "pays"),
    [
        ("front", "pair", "–"),
        ("front", "three of a kind", "+3"),
        ("middle", "flush", "–"),
        ("middle", "full house", "+2"),
        ("middle", "four of a kind", "+4"),
        ("middle", "straight flush", "+5"),
        ("middle", "royal flush", "+5"),
        ("back", "full house", "–"),
        ("back", "four of a kind", "+4"),
        ("back", "straight flush", "+5"),
    ],
)
def test_bench_says_what_the_workshop_lists(row: str, hand: str, pays: str) -> None:
    line = next(line for line in bench(row, hand).lines if line.profile.id == "swc")
    assert line.pays == pays
    assert line.why.endswith("(workshop, royalty table)" if line.paid else f"{hand} in {row}: not listed")


def test_bench_agrees_with_a_settled_deal() -> None:
    """The same full house, in the middle of a deal that is settled."""
    deal = {
        "A": "A♠ K♦ 9♣ / Q♠ Q♥ Q♦ 5♣ 5♦ / K♠ K♥ K♣ 7♠ 7♦",
        "B": "J♠ 10♦ 8♣ / 9♠ 9♥ 6♣ 4♦ 2♥ / A♥ J♥ 10♥ 6♥ 3♥",
    }
    compared = compare_rules(deal)
    for line in bench("middle", "full house").lines:
        found = compared.books[line.profile.id].transfers
        paid = [each for each in found if each.row == "middle" and each.component == "royalty"]
        assert [f"+{each.units}" for each in paid] == ([line.pays] if line.paid else []), line


def test_bench_tells_why_not() -> None:
    text = page_text(bench("back", "full house").parts())
    assert "full house in back: not listed" in text
    assert "no royalties in these rules" in text
    assert "Back: queens full of fives" in text
    royal = {line.profile.id: line.why for line in bench("middle", "royal flush").lines}
    assert royal["swc"].startswith("listed as straight flush; on top of the row’s units")


@pytest.mark.parametrize("row", ["front", "middle", "back"])
def test_bench_can_show_every_hand(row: str) -> None:
    state = bench(row, "high card")
    (choice,) = (part for part in all_parts(state.parts()) if part.key == "hand")
    for name, _ in getattr(choice, "options", ()):
        assert state.set("hand", name).startswith(f"{row.capitalize()}: ")
        assert state.kind == name
        page_html(state.parts())
        kept = json.loads(json.dumps(state.snapshot()))
        state.restore(kept)
        assert state.snapshot() == kept


def test_bench_takes_cards_of_ones_own() -> None:
    state = BenchState()
    assert state.set("cards", "2c 2d 2h Ks Kd").startswith("Middle: deuces full of kings.")
    assert state.press("show") == state.outcome
    assert state.set("row", "back").startswith("Back: deuces full of kings.")
    assert state.set("row", "front").startswith("Front: three threes.")
    for name, value in (
        ("cards", "2c 2d"),
        ("cards", "2c 2d 1h"),
        ("cards", 5),
        ("hand", "flush"),
        ("row", "top"),
    ):
        with pytest.raises(TutorError):
            state.set(name, value)
    with pytest.raises(CardError, match="back: 5 cards are wanted, not 3"):
        state.restore({"row": "back", "cards": "2c 2d 2h"})
    assert state.row == "front"


# The agreement checklist


def answer_everything(state: ChecklistState) -> None:
    """Give every question its first allowed answer, until none is left."""
    for _ in range(100):
        if not state.open:
            return
        gap = state.open[0]
        state.set(f"ruling:{gap.key}", str(gap.answer.samples()[0]))
    raise AssertionError("the questions do not end")


@pytest.mark.parametrize("profile", profile_ids())
def test_every_profile_can_be_agreed(profile: str, tmp_path: Path) -> None:
    state = ChecklistState(profile)
    asked = {part.key for part in all_parts(state.parts()) if isinstance(part, Answer)}
    assert asked >= {f"ruling:{gap.key}" for gap in state.open}
    assert page_text(state.parts()).count("Still open") == 1
    answer_everything(state)
    assert "nothing is open" in str([part.as_dict() for part in state.parts()])
    (toml,) = (part for part in all_parts(state.parts()) if isinstance(part, Field) and part.key == "toml")
    file = tmp_path / "ours.toml"
    file.write_text(toml.value, encoding="utf-8")
    assert load_agreement(file) == state.agreement


def test_checklist_shows_the_agreement_as_it_grows() -> None:
    state = ChecklistState("swc")
    assert state.progress == "0 of 13 questions answered"
    assert state.set("ruling:foul.price", "4") == "Ruled: foul.price = 4. 1 of 13 questions answered."
    text = page_text(state.parts())
    assert "A foul pays each legal opponent 4. [ruling]" in text
    assert "foul.price:" not in text.partition("Still open")[2]
    assert "A foul pays each legal opponent 4. [ruling]" in page_html(state.parts())
    assert state.set("ruling:foul.price", "").startswith("foul.price is open again.")
    with pytest.raises(RuleError):
        state.set("ruling:foul.price", "-1")
    state.set("ruling:rake.taken", "no")
    assert state.progress == "1 of 12 questions answered"
    assert "rake.units" in str([part.as_dict() for part in state.parts() if part.key == "idle"])


def test_checklist_fills_in_and_starts_again() -> None:
    state = ChecklistState("full")
    state.set("ruling:session.deals", "7")
    assert state.press("fill").startswith("Filled in with invented rulings.")
    assert state.agreement.invented
    assert state.agreement["session.deals"] == 7
    assert not state.agreement.open_gaps
    assert "invented" in page_text(state.parts())
    state.press("clear")
    assert state.agreement == Agreement("full")


def test_checklist_offers_options_too() -> None:
    state = ChecklistState("full")
    (option,) = (part for part in all_parts(state.parts()) if part.key == "ruling:special.played")
    assert isinstance(option, Answer)
    assert option.pair()[1].startswith("as written: ")
    before = {part.key for part in all_parts(state.parts())}
    state.set("ruling:special.played", "yes")
    assert "ruling:special.order" in {part.key for part in all_parts(state.parts())} - before


def test_checklist_has_a_name() -> None:
    control = AgreementChecklist("simplest")
    control.set("title", "  Friday   table ")
    control.set("ruling:foul.price", "rows")
    assert control.agreement.title == "Friday table"
    assert "Friday table" in repr(control)
    kept = json.loads(json.dumps(control.state))
    other = AgreementChecklist("swc")
    other.state = kept
    assert other.agreement == control.agreement
    toml = next(part for part in all_parts(other._model.parts()) if part.key == "toml")
    assert tomllib.loads(getattr(toml, "value", ""))["title"] == "Friday table"
    for wrong in (3, "x" * 101):
        with pytest.raises(TutorError):
            control.set("title", wrong)


def test_house_rules_without_a_demonstration_are_not_filled(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(
        'schema = 1\nid = "ours"\ntitle = "2 a row"\nextends = "simplest"\n\n'
        '[row]\nunits = { value = 2, source = "us" }\n',
        encoding="utf-8",
    )
    state = ChecklistState(load_profile(file))
    assert "House rules" in page_text(state.parts())
    state.press("fill")
    assert not state.open
