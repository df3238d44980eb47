"""What holds of the public functions for any input there is; what else is proved of each name, and where.

Relabelling: suits never decide who is stronger, so exchanging suits (pairs of one colour staying together, because
some special hands are of one colour), turning the cards of a row round or calling the players otherwise changes
nothing.
"""

from __future__ import annotations

import ast
import json
import random
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st

import cptutor
from cptutor import (
    Agreement,
    Card,
    Layout,
    RuleError,
    Seat,
    TutorError,
    check,
    compare_rows,
    find_specials,
    load_agreement,
    load_example,
    load_profile,
    parse_cards,
    profile_ids,
    rank_row,
    repairs,
    score,
    settle,
)
from cptutor.analysis import POLICIES, set_hand
from cptutor.cards import SUITS, SYMBOLS
from cptutor.examples import example_ids
from cptutor.exercises import Outcome, check_answer, exercise_ids, hint, solution
from cptutor.rules import read_ruling
from cptutor.rules.agreement_files import agreement_toml, demonstration_agreement
from cptutor.rules.profiles import Gap
from cptutor.specials import QUESTIONS, compare_same, load_specials
from cptutor.terms import ROWS
from cptutor.widgets import AgreementChecklist, Practice, RoyaltyBench, ScorebookExplorer, Threshold
from tests.strategies import layouts, placed, placements, rows, shuffles, with_all_rulings
from tests.test_settlement_properties import tables

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

PROPERTIES = {
    "Agreement": "test_an_agreement_comes_back_from_its_file",
    "Card": "test_a_card_prints_as_code_that_rebuilds_it",
    "CardError": "test_any_text_is_cards_or_a_short_line",
    "Comparison": "test_comparing_is_antisymmetric_and_transitive",
    "DealError": "test_no_damaged_deal_ends_in_a_traceback",
    "Example": "test_an_example_runs_alike_each_time",
    "Gap": "test_a_ruling_typed_is_the_value_or_refused",
    "Layout": "test_what_is_printed_is_read",
    "Pairing": "test_a_scorebook_adds_up_and_is_what_its_json_says",
    "Payment": "test_every_payment_keeps_to_its_limits",
    "Profile": "test_any_damage_leaves_a_profile_or_one_error_that_names_the_file",
    "Repair": "test_repairs_are_legal_and_the_fewest",
    "RuleError": "test_some_damage_of_every_sort",
    "RulingNeeded": "test_answering_the_questions_settles_the_deal",
    "Scorebook": "test_a_scorebook_adds_up_and_is_what_its_json_says",
    "Seat": "test_names_of_players_and_suits_change_no_settlement",
    "Session": "test_any_session_comes_back",
    "Strength": "test_a_strength_prints_as_code_that_rebuilds_it",
    "Transfer": "test_a_scorebook_adds_up_and_is_what_its_json_says",
    "TutorError": "test_long_values_are_cut_in_every_error",
    "Verdict": "test_a_verdict_is_the_same_with_other_suits",
    "check": "test_a_verdict_is_the_same_with_other_suits",
    "compare_rows": "test_comparing_is_antisymmetric_and_transitive",
    "deal": "test_a_deal_is_a_pack_without_repeats",
    "demonstration_agreement": "test_a_demonstration_settles_every_deal",
    "find_specials": "test_specials_are_the_same_with_other_suits",
    "load_agreement": "test_an_agreement_comes_back_from_its_file",
    "load_example": "test_an_example_runs_alike_each_time",
    "load_examples": "test_an_example_runs_alike_each_time",
    "load_profile": "test_some_damage_of_every_sort",
    "load_session": "test_a_file_cut_off_anywhere_is_refused_by_name",
    "parse_cards": "test_what_is_printed_is_read",
    "profile_ids": "test_any_damage_leaves_a_profile_or_one_error_that_names_the_file",
    "rank_row": "test_order_and_suits_make_no_difference",
    "repairs": "test_repairs_are_legal_and_the_fewest",
    "score": "test_a_score_is_turned_round_with_its_results",
    "settle": "test_names_of_players_and_suits_change_no_settlement",
}
"""For each name that cptutor offers, a property that is tested with inputs drawn for it."""

# Exchanges of suits under which black and red stay apart, in the order of SUITS: clubs, diamonds, hearts, spades.
RELABELLINGS = [
    dict(zip(SUITS, suits, strict=True))
    for suits in (
        [*(black[:1]), *red, *(black[1:])] if not turned else [red[0], *black, red[1]]
        for black, red, turned in product(
            (["clubs", "spades"], ["spades", "clubs"]),
            (["diamonds", "hearts"], ["hearts", "diamonds"]),
            (0, 1),
        )
    )
]
relabellings = st.sampled_from(RELABELLINGS)


def other(cards: Iterable[Card], suits: dict[str, str]) -> list[Card]:
    """The same cards with their suits exchanged."""
    return [Card(str(card)[:-1] + SYMBOLS[SUITS.index(suits[card.suit])]) for card in cards]


def of_other_suits(layout: Layout, suits: dict[str, str], source: random.Random) -> Layout:
    """The same layout with suits exchanged, and the cards of each row in another order."""
    return Layout(*(source.sample(other(row, suits), len(row)) for row in layout.rows))


def test_every_public_name_has_a_property() -> None:
    assert sorted(PROPERTIES) == sorted(cptutor.__all__)
    drawn = set()
    for path in Path(__file__).parent.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef):
                marks = [ast.unparse(mark) for mark in node.decorator_list]
                if any(
                    mark.startswith(("given(", "each_small", "pytest.mark.parametrize")) for mark in marks
                ):
                    drawn.add(node.name)
    assert set(PROPERTIES.values()) <= drawn


def test_there_are_eight_ways_to_exchange_suits_within_the_colours() -> None:
    assert len({tuple(suits.values()) for suits in RELABELLINGS}) == 8
    for suits in RELABELLINGS:
        assert sorted(suits.values()) == sorted(SUITS)
        assert {suits["clubs"], suits["spades"]} in ({"clubs", "spades"}, {"diamonds", "hearts"})


# --- cards and verdicts ---


@given(st.integers() | st.text(st.characters(exclude_categories=["Cs"])), st.integers(1, 4))
def test_a_deal_is_a_pack_without_repeats(seed: int | str, seats: int) -> None:
    hands = cptutor.deal(seed, seats)
    assert [len(hand) for hand in hands] == [13] * seats
    assert len({card for hand in hands for card in hand}) == 13 * seats
    assert hands == cptutor.deal(seed, seats)


@settings(max_examples=60)
@given(layouts(right_counts=False) | layouts(), st.permutations(SUITS), st.randoms(use_true_random=False))
def test_a_verdict_is_the_same_with_other_suits(
    layout: Layout, suits: list[str], source: random.Random
) -> None:
    """Any exchange of suits will do here: a row of one suit stays one."""
    changed = of_other_suits(layout, dict(zip(SUITS, suits, strict=True)), source)
    for profile in ("basic", "thirteen-26"):
        agreement = with_all_rulings(Agreement(profile), source.randrange)
        assert check(changed, agreement).as_dict() == check(layout, agreement).as_dict()
        assert check(changed, agreement).reasons == check(layout, agreement).reasons


def legal(layout: Layout) -> bool:
    front, middle, back = map(rank_row, layout.rows)
    return front < middle <= back


def brute_force(layout: Layout) -> tuple[int, set[Layout]]:
    """The fewest exchanges that lead to a legal layout, and all legal layouts that far: by trying every layout."""
    hand = [card for row in layout.rows for card in row]
    found: set[Layout] = set()
    fewest = -1
    for word, distance in placements().items():  # the nearest come first
        if found and distance > fewest:
            break
        candidate = placed(hand, word)
        if legal(candidate):
            fewest = distance
            found.add(candidate)
    return fewest, found


@pytest.mark.proof
@settings(max_examples=200)
@given(layouts())
def test_repairs_are_legal_and_the_fewest(layout: Layout) -> None:
    """In the ordinary tests two layouts stand for all, in ``test_legality.py``."""
    fewest, wanted = brute_force(layout)
    found = repairs(layout, "basic")
    assert {repair.layout for repair in found} == wanted
    assert len(found) == len(wanted)
    for repair in found:
        assert len(repair.exchanges) == fewest
        changed = layout
        for pair in repair.exchanges:
            changed = changed.exchange(*pair)
        assert changed == repair.layout
        assert check(changed, "basic").legal


@given(rows, rows)
def test_strengths_compare_as_their_rows(a: list[Card], b: list[Card]) -> None:
    assert compare_rows(rank_row(a), rank_row(b)) == compare_rows(a, b)
    assert compare_rows(" ".join(map(str, a)), b) == compare_rows(a, parse_cards(b))


# --- special hands ---

answers = st.fixed_dictionaries({key: st.sampled_from(choices) for key, choices in QUESTIONS.items()})


@st.composite
def special_hands(draw: st.DrawFn) -> list[Card]:
    """Hands that are special more often than a deal is: of few suits, of each rank, of pairs, or as dealt."""
    source = random.Random(draw(st.integers(0, 2**32)))
    deck = [Card(f"{rank}{suit}") for rank in "23456789TJQKA" for suit in "cdhs"]
    form = draw(st.sampled_from(("few suits", "each rank", "pairs", "as dealt")))
    if form == "few suits":
        suits = source.sample(SUITS, 2)
        return source.sample([card for card in deck if card.suit in suits], 13)
    if form == "each rank":
        return [source.choice([card for card in deck if card.rank == rank]) for rank in range(2, 15)]
    if form == "pairs":
        ranks = source.sample(range(2, 15), 4)
        return source.sample([card for card in deck if card.rank in ranks], 13)
    return draw(shuffles(13))


@settings(max_examples=60)
@given(special_hands(), relabellings, st.randoms(use_true_random=False), answers)
def test_specials_are_the_same_with_other_suits(
    hand: list[Card], suits: dict[str, str], source: random.Random, options: dict[str, str]
) -> None:
    found = find_specials(hand, options)
    again = find_specials(source.sample(other(hand, suits), 13), options)
    assert [(special.kind, special.order) for special in again] == [(s.kind, s.order) for s in found]
    for special, same in zip(found, again, strict=True):
        assert compare_same(special, same) == 0
        shown = [card for _, cards in special.witness for card in cards]
        assert sorted(shown) == sorted(hand)  # every card stands in one part
    for kind in load_specials():
        assert find_specials(hand, options, [kind]) == tuple(s for s in found if s.kind == kind)


# --- settlement ---


@pytest.mark.parametrize("profile", profile_ids())
@settings(max_examples=6)
@given(data=st.data(), suits=relabellings, source=st.randoms(use_true_random=False))
def test_names_of_players_and_suits_change_no_settlement(
    profile: str, data: st.DataObject, suits: dict[str, str], source: random.Random
) -> None:
    seats, agreement = data.draw(tables(profile))
    names = {seat.name: f"player {number}" for number, seat in enumerate(seats)}
    others = [
        Seat(names[s.name], of_other_suits(s.layout, suits, source), s.declared, s.surrendered, s.chips)
        for s in seats
    ]
    before, after = settle(seats, agreement), settle(others, agreement)
    assert after.totals == {names[name]: total for name, total in before.totals.items()}
    for pairing, same in zip(before.pairings, after.pairings, strict=True):
        assert same.components == pairing.components
        assert [same.result(row) for row in ROWS] == [pairing.result(row) for row in ROWS]
        assert [(t.units, t.row, t.component) for t in same.transfers] == [
            (t.units, t.row, t.component) for t in pairing.transfers
        ]


@pytest.mark.parametrize("profile", profile_ids())
@settings(max_examples=6)
@given(data=st.data())
def test_a_scorebook_adds_up_and_is_what_its_json_says(profile: str, data: st.DataObject) -> None:
    """A total is what a player is paid less what they pay, transfer by transfer; and each rests on a rule."""
    seats, agreement = data.draw(tables(profile))
    book = settle(seats, agreement)
    transfers = [t for pairing in book.pairings for t in pairing.transfers]
    for seat in seats:
        paid = sum(t.units for t in transfers if t.payer == seat.name)
        assert book.totals[seat.name] == sum(t.units for t in transfers if t.payee == seat.name) - paid
    assert all(t.units > 0 and t.rules and t.payer != t.payee for t in transfers)
    for pairing in book.pairings:
        assert all({t.payer, t.payee} == {pairing.first, pairing.second} for t in pairing.transfers)
    told = json.loads(json.dumps(book.as_dict()))
    assert told["totals"] == book.totals
    assert [p["net"] for p in told["pairings"]] == [p.net for p in book.pairings]
    assert all(name in str(book) and name in book._repr_html_() for name in book.totals)


results = st.tuples(*[st.sampled_from((1, 0, -1))] * 3)


@pytest.mark.parametrize("profile", profile_ids())
@settings(max_examples=20)
@given(found=results, number=st.integers(0, 2**16))
def test_a_score_is_turned_round_with_its_results(profile: str, found: tuple[int, ...], number: int) -> None:
    agreement = with_all_rulings(Agreement(profile), random.Random(number).randrange)
    ours = score(dict(zip(ROWS, found, strict=True)), agreement)
    theirs = score(dict(zip(ROWS, (-result for result in found), strict=True)), agreement)
    assert ours.net == -theirs.net
    assert ours.components == {name: -units for name, units in theirs.components.items()}
    assert (ours.net > 0) == (sum(found) > 0)


# --- rules, examples and exercises ---


@pytest.mark.parametrize("profile", profile_ids())
@settings(max_examples=4)
@given(number=st.integers(0, 2**32))
def test_an_agreement_comes_back_from_its_file(
    tmp_path_factory: pytest.TempPathFactory, profile: str, number: int
) -> None:
    source = random.Random(number)
    agreement = with_all_rulings(Agreement(profile, title="Ours"), source.randrange)
    few = {key: value for key, value in agreement.rulings.items() if source.random() < 0.7}
    agreement = Agreement(profile, few, invented=source.random() < 0.5, title="Ours")
    file = tmp_path_factory.mktemp("agreements") / "a.toml"
    file.write_text(agreement_toml(agreement), "utf-8")
    assert load_agreement(file) == agreement
    assert load_agreement(file).open_gaps == agreement.open_gaps


@given(st.sampled_from(profile_ids()), st.data())
def test_a_ruling_typed_is_the_value_or_refused(profile: str, data: st.DataObject) -> None:
    found = load_profile(profile)
    gaps = [entry for entry in found.values() if isinstance(entry, Gap)]
    if not gaps:
        return
    gap = data.draw(st.sampled_from(gaps))
    value = data.draw(st.sampled_from(list(gap.answer.samples())))
    assert read_ruling(found, gap.key, str(value)) == value
    text = data.draw(st.text() | st.integers().map(str))
    try:
        typed, said = read_ruling(found, gap.key, text), gap.key
    except RuleError as error:
        typed, said = value, str(error)
    assert gap.key in said
    assert Agreement(profile, {gap.key: typed})[gap.key] == typed


@settings(max_examples=25)
@given(st.sampled_from(example_ids()))
def test_an_example_runs_alike_each_time(name: str) -> None:
    example = load_example(name)
    assert load_example(name) == example
    assert eval(repr(example)) == example
    assert example.verify() == example.verify()


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary(),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4) | st.integers(), inner, max_size=3)
    ),
    max_leaves=6,
)


@given(st.sampled_from(exercise_ids()), anything)
def test_any_answer_has_an_outcome(exercise: str, answer: object) -> None:
    outcome = check_answer(exercise, answer)
    assert isinstance(outcome, Outcome)
    assert outcome.message
    assert "Traceback" not in outcome._repr_html_()


@given((st.text() | anything).filter(lambda name: name not in exercise_ids()))
def test_any_other_name_of_an_exercise_is_refused(name: Any) -> None:
    with pytest.raises(TutorError, match="no exercise"):
        hint(name)
    with pytest.raises(TutorError, match="no exercise"):
        solution(name)
    with pytest.raises(TutorError, match="no exercise"):
        check_answer(name, 1)


@given(st.text("aZ0-é ", min_size=300, max_size=500), st.text("a b'\"", max_size=20))
def test_long_values_are_cut_in_every_error(value: str, around: str) -> None:
    said = str(TutorError(f"file.toml: key: {value!r} is wrong"))
    assert said.startswith("file.toml: key: '")
    assert len(said) < 120
    assert str(TutorError(around)) == around


# --- computer players and controls ---


@settings(max_examples=15)
@given(shuffles(13), st.sampled_from(sorted(POLICIES)), st.sampled_from(profile_ids()))
def test_a_computer_player_sets_its_cards_legally(hand: list[Card], policy: str, profile: str) -> None:
    agreement = demonstration_agreement(profile)
    layout = set_hand(hand, policy, agreement)
    assert sorted(layout.cards) == sorted(hand)
    assert check(layout, agreement).legal


CONTROLS: dict[str, Callable[[], Any]] = {
    "checklist": lambda: AgreementChecklist("swc"),
    "practice": Practice,
    "royalties": RoyaltyBench,
    "scorebook": lambda: ScorebookExplorer(load_example("scorebook-three").layouts, "swc"),
    "threshold": Threshold,
}


@pytest.mark.parametrize("control", CONTROLS)
@settings(max_examples=8)
@given(data=st.data())
def test_whatever_the_browser_sends_a_control_stays_in_order(control: str, data: st.DataObject) -> None:
    made = CONTROLS[control]()
    names = [part["name"] for part in made.shown["parts"] if isinstance(part.get("name"), str)]
    asked = st.fixed_dictionaries(
        {"do": st.sampled_from(["set", "press"]) | anything},
        optional={
            "name": st.sampled_from([*names, "?"]) | anything,
            "value": anything,
            "drafts": st.dictionaries(st.sampled_from([*names, "?"]), anything, max_size=2) | anything,
            "view": anything,
            "seq": anything,
        },
    )
    for message in data.draw(st.lists(asked | anything, max_size=6)):
        made._handle_custom_msg(message, [])
        made.set_state({"state": message})
        assert made.shown["parts"]
        assert repr(made)


@pytest.mark.parametrize("kind", ["six pairs", "three straights", "three flushes", "complete straight"])
def test_hands_that_are_drawn_are_special_often_enough(kind: str) -> None:
    widest = {key: choices[-1] for key, choices in QUESTIONS.items()}
    assert find(special_hands(), lambda hand: bool(find_specials(hand, widest, [kind])))
