"""The controls without a browser: what their states say and refuse, and the widgets around them."""

from __future__ import annotations

import copy
import json
from typing import TYPE_CHECKING, Any

import pytest
import traitlets

from cptutor import Agreement, load_example, profile_ids
from cptutor.html import MESSAGES
from cptutor.terms import DealError, RuleError, TutorError
from cptutor.widgets import AgreementChecklist, Practice, RoyaltyBench, ScorebookExplorer, Threshold
from cptutor.widgets.explorer import OFFERED, ExplorerState
from cptutor.widgets.parts import Mat, Message, Part, page_html, page_text
from cptutor.widgets.seat_text import read_seats, write_seats
from cptutor.widgets.threshold import ThresholdState

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from cptutor.widgets.control import Control
    from cptutor.widgets.model import ControlState

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
SEATS = {
    "A": "2♠ 2♥ A♦ / 7♣ 7♦ 9♠ 5♥ 3♦ / 10♣ J♣ Q♣ K♣ A♣",
    "B": "3♠ 3♥ 4♦ / 6♣ 6♦ 8♠ 5♣ 2♦ / 9♣ 9♦ 10♥ 10♠ A♠",
}


class Wire:
    """A control, and the messages that it sends to its browser."""

    def __init__(self, control: Control) -> None:
        self.control = control
        self.sent: list[dict[str, Any]] = []
        object.__setattr__(control, "_send", lambda message, **_: self.sent.append(copy.deepcopy(message)))

    def ask(self, content: object) -> dict[str, Any]:
        """What the browser sends, and the answer that it gets."""
        message = {"view": "v", "seq": 7, **content} if isinstance(content, dict) else content
        self.control._handle_custom_msg(message, [])
        answer: dict[str, Any] = self.control.shown["answer"]
        return answer


def text_of(state: ControlState) -> str:
    return page_text(state.parts())


def all_parts(parts: Any) -> Iterator[Part]:
    for part in parts:
        yield part
        yield from all_parts(getattr(part, "parts", ()))


CONTROLS: list[Callable[[], Control]] = [
    Threshold,
    ScorebookExplorer,
    Practice,
    RoyaltyBench,
    AgreementChecklist,
]


# The threshold calculator


@pytest.mark.parametrize("example", ["threshold-table", "threshold-table-steps"])
def test_threshold_says_what_the_document_says(example: str) -> None:
    found = load_example(example)
    state = ThresholdState(found.profile)
    for number, rows in enumerate(found.data["results"]):
        for row, letter in zip(("front", "middle", "back"), rows, strict=True):
            state.set(row, letter)
        state.press("calculate")
        assert state.result.pairing is not None
        figures = dict(state.result.figures)
        signs = {key: int(value.replace("−", "-")) for key, value in figures.items()}
        assert signs["total"] == found.expect["net"][number]
        assert signs["opponent"] == found.expect["opponent"][number]
        if "components" in found.expect:
            assert signs["row net"] == found.expect["components"]["rows"][number]
            assert signs["overall"] == found.expect["components"]["overall"][number]


def test_threshold_starts_resets_and_goes_stale() -> None:
    state = ThresholdState("swc")
    assert "Row net +1, Overall +1, Total +2, Opponent −2" in text_of(state)
    assert state.set("back", "W") == "Back: win. The selection has changed: calculate again."
    assert state.set("front", "T") == "Front: tie."
    assert "calculate again" in text_of(state)
    assert "Total +2" not in text_of(state).partition("Before")[0]
    assert state.press("calculate").startswith("Row net +2, overall +1, total +3")
    assert state.press("reset") == "Win, win, lose. Row net +1, overall +1, total +2, opponent −2."
    assert not state.stale
    state.set("back", "W")
    state.set("back", "L")
    assert not state.stale


def test_threshold_live_calculates_every_change() -> None:
    state = ThresholdState("swc", live=True)
    assert state.set("back", "W") == "Back: win. Row net +3, overall +1, total +4, opponent −4."
    assert state.set("profile", "full").endswith("Row net +3, scoop +3, total +6, opponent −6.")
    assert [part.key for part in all_parts(state.parts()) if part.kind == "button"] == ["reset"]


@pytest.mark.parametrize("profile", profile_ids())
def test_threshold_takes_every_profile(profile: str) -> None:
    state = ThresholdState(profile)
    for rows in ("WWL", "WTL", "LLL"):
        state.restore({"rows": rows})
        assert (state.result.pairing is None) == bool(state.result.questions)
        page_html(state.parts())


def test_threshold_asks_and_goes_on_with_the_ruling() -> None:
    state = ThresholdState("extra-units")
    assert "Is this bonus in force?: still open" in text_of(state)
    said = state.set("ruling:bonus.overall.played", "yes")
    assert said == "Ruled: bonus.overall.played = yes. Row net +1, overall +1, total +2, opponent −2."
    assert "a ruling of this table" in text_of(state)
    assert state.set("ruling:bonus.overall.played", "").startswith("bonus.overall.played is open again.")
    state.set("ruling:bonus.overall.played", "no")
    state.set("profile", "swc")
    state.set("profile", "extra-units")
    assert state.rules.agreement.rulings == {"bonus.overall.played": "no"}
    with pytest.raises(RuleError, match="is not yes or no"):
        state.set("ruling:bonus.overall.played", "perhaps")
    with pytest.raises(RuleError, match="answers this itself"):
        state.set("ruling:row.units", "2")


# Seats as text, and the scorebook explorer


@pytest.mark.parametrize("name", OFFERED)
def test_offered_deals_are_read_back_and_shown(name: str) -> None:
    state = ExplorerState(name)
    assert read_seats(write_seats(state.seats)) == state.seats
    page_html(state.parts())
    json.dumps([part.as_dict() for part in state.parts()])
    kept = state.snapshot()
    state.restore(json.loads(json.dumps(kept)))
    assert state.snapshot() == kept


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "two to 4 seats"),
        ("A 2♠", "'Name: front / middle / back' is wanted"),
        (f"A, asleep: {SEATS['A']}\nB: {SEATS['B']}", "seat A: 'asleep' is not understood"),
        (f"A: {SEATS['A']}\nB: {SEATS['A']}", "is held by both A and B"),
        (f"A: {SEATS['A'].replace('A♦', '1♦')}", "seat A: front: '1♦' is not a card"),
        (f'"A: {SEATS["A"]}', "quotation marks do not close"),
        (f": {SEATS['A']}", "a seat needs a name"),
    ],
)
def test_seats_that_cannot_be_are_refused(text: str, words: str) -> None:
    with pytest.raises(TutorError, match=words.replace("(", r"\(")):
        read_seats(text)


def test_seats_keep_what_was_said_at_the_table() -> None:
    text = f'"A, the first: so", declared six pairs, 20 chips: {SEATS["A"]}\nB, surrendered: {SEATS["B"]}'
    first, second = read_seats(text)
    assert (first.name, first.declared, first.chips) == ("A, the first: so", "six pairs", 20)
    assert second.surrendered
    assert write_seats((first, second)) == text


def test_explorer_settles_as_the_document_says() -> None:
    found = load_example("scorebook-three")
    state = ExplorerState("scorebook-three")
    assert state.book is not None
    assert state.book.totals == found.expect["totals"]
    assert state.press("why:Pia") == "Pia −4, in 8 transfers."
    text = text_of(state)
    assert "Why Pia has −4\n  −1 to Sora: Sora wins the front: pair beats high card\n" in text
    assert "row.units = 1: read in “Chinese Poker rules: arrange thirteen cards" in text
    assert "section “row points”" in text
    assert state.press("why:Pia") == "The transfers of Pia are closed."
    with pytest.raises(TutorError, match="no button"):
        state.press("why:Nobody")


def test_explorer_asks_then_settles_with_the_rulings_visible() -> None:
    state = ExplorerState("foul-royalties")
    assert state.outcome == "A ruling is needed: 3 questions to answer."
    state.set("ruling:foul.price", "5")
    state.set("ruling:foul.opponent_royalties", "paid")
    assert state.set("ruling:foul.own_royalties", "not paid").endswith("Settled: fouled −8, legal +8.")
    assert "ruling: foul.price = 5" in text_of(state)
    assert state.set("profile", "full-royalties").endswith("Settled: fouled −8, legal +8.")


def test_explorer_takes_seats_of_ones_own() -> None:
    state = ExplorerState(SEATS, "basic")
    assert state.outcome == "Settled: A +1, B −1."
    assert "Seats of your own" in text_of(state)
    with pytest.raises(TutorError, match="'1♦' is not a card"):
        state.set("seats", write_seats(state.seats).replace("A♦", "1♦"))
    assert state.outcome == "Settled: A +1, B −1."
    said = state.set("seats", write_seats(state.seats).replace("A:", "A, surrendered:"))
    assert said == "Other seats. Not settled: seat A: basic has no surrender."
    assert "Problem: this deal is not settled" in text_of(state)
    with pytest.raises(DealError):
        ExplorerState({"A": SEATS["A"]})
    with pytest.raises(RuleError, match="with seats is wanted"):
        ExplorerState("threshold-table")


def test_explorer_takes_moves_on_a_seat_s_board() -> None:
    state = ExplorerState(SEATS, "basic")
    before = state.seats
    mats = {part.label: part for part in all_parts(state.parts()) if isinstance(part, Mat)}
    assert list(mats) == ["A", "B"]
    assert mats["A"].rows["front"] == ["2s", "2h", "Ad"]
    # The royal flush becomes a pair of aces, which loses to two pair: now B has won two rows.
    said = state.set("board:A", {"do": "exchange", "first": "Ad", "second": "Kc"})
    assert said.endswith("Settled: A −1, B +1.")
    assert write_seats(state.seats).startswith("A: 2♠ 2♥ K♣ / 7♣ 7♦ 9♠ 5♥ 3♦ / 10♣ J♣ Q♣ A♦ A♣")
    assert state.set("board:A", {"do": "undo"}).endswith("Settled: A +1, B −1.")
    assert state.seats == before
    said = state.set("board:B", {"do": "move", "card": "3s", "place": "middle"})
    assert said.startswith("B: Three of spades is now in the middle. Front 2 of 3, middle 6 of 5.")
    assert sorted(state.seats[1].layout.cards) == sorted(before[1].layout.cards)


@pytest.mark.parametrize(
    ("seat", "asked"),
    [
        ("C", {"do": "undo"}),
        ("A", "undo"),
        ("A", {"do": "put", "cards": "As"}),
        ("A", {"do": "move", "card": "2s", "place": "hand"}),
        ("A", {"do": "move", "card": "2s", "place": "table"}),
        ("A", {"do": "move", "card": "3s", "place": "back"}),
        ("A", {"do": "move", "card": 2, "place": "back"}),
        ("A", {"do": "exchange", "first": "2s", "second": "3s"}),
        ("A", {"do": "exchange", "first": "2s"}),
    ],
)
def test_a_wrong_move_on_a_seat_s_board_changes_nothing(seat: str, asked: object) -> None:
    state = ExplorerState(SEATS, "basic")
    before = state.snapshot()
    with pytest.raises(TutorError):
        state.set(f"board:{seat}", asked)
    assert state.snapshot() == before


def test_explorer_shows_the_notes_of_the_player_alone() -> None:
    state = ExplorerState("royalty-both-trips")
    assert state.book is not None
    assert [len(pairing.notes) for pairing in state.book.pairings] == [1, 0, 0]  # A and B alone
    for player, notes in (("A", 1), ("B", 1), ("C", 0)):
        state.press(f"why:{player}")
        assert [len(part.told) for part in all_parts(state.parts()) if isinstance(part, Message)] == [
            1
        ] * notes


def test_explorer_has_a_dealer_where_one_matters() -> None:
    state = ExplorerState("special-stakes")
    keys = [part.key for part in all_parts(state.parts())]
    assert "dealer" in keys
    assert state.set("dealer", state.names[1]).startswith(f"{state.names[1]} deals.")
    assert "dealer" not in [part.key for part in all_parts(ExplorerState().parts())]


# What all controls share


@pytest.mark.parametrize("make", CONTROLS)
def test_twin_and_wire(make: Callable[[], Control]) -> None:
    control = make()
    data, _ = control._repr_mimebundle_()
    assert data["text/plain"] == repr(control) == repr(make())
    assert data["text/html"]
    assert WIDGET_VIEW in data
    json.dumps(control.shown)
    assert set(control.legend["signs"]) == set(MESSAGES)
    keys = [part.key for part in all_parts(control._model.parts())]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("make", CONTROLS)
@pytest.mark.parametrize(
    "request_",
    [
        [],
        None,
        {},
        {"do": "close", "name": "profile"},
        {"do": "__init__", "name": ""},
        {"do": "set"},
        {"do": "set", "name": "nothing", "value": "x"},
        {"do": "set", "name": "profile", "value": ["swc"]},
        {"do": "set", "name": "profile", "value": "none"},
        {"do": "set", "name": "ruling:nothing", "value": "1"},
        {"do": "press", "name": "nothing"},
        {"do": "press", "name": "nothing", "drafts": {"seats": 3}},
    ],
)
def test_a_refusal_is_one_line_and_changes_nothing(make: Callable[[], Control], request_: Any) -> None:
    wire = Wire(make())
    before = wire.control.state
    answer = wire.ask(request_)
    assert answer["problem"]
    assert "\n" not in answer["problem"]
    assert answer["say"] == ""
    assert wire.control.state == before


def test_one_message_carries_state_and_answer() -> None:
    wire = Wire(Threshold(live=True))
    answer = wire.ask({"do": "set", "name": "back", "value": "W"})
    assert answer["say"] == "Back: win. Row net +3, overall +1, total +4, opponent −4."
    assert (answer["view"], answer["seq"], answer["problem"]) == ("v", 7, "")
    (message,) = wire.sent
    assert message["state"]["state"]["rows"] == "WWW"
    assert message["state"]["shown"]["answer"] == answer


def test_drafts_come_with_the_button_and_a_bad_one_is_named() -> None:
    wire = Wire(ScorebookExplorer(SEATS, "basic"))
    text = wire.control.state["seats"]
    answer = wire.ask({"do": "press", "name": "settle", "drafts": {"seats": text.replace("A♦", "1♦")}})
    assert (answer["problem"], answer["field"]) == ("seat A: front: '1♦' is not a card", "seats")
    answer = wire.ask({"do": "press", "name": "settle", "drafts": {"seats": text.replace("B:", "Ben:")}})
    assert answer["say"] == "Settled: A +1, Ben −1."
    answer = wire.ask({"do": "press", "name": "why:Ben"})
    assert (answer["say"], answer["focus"]) == ("Ben −1, in 3 transfers.", "account")


def test_state_can_be_assigned_and_wrong_ones_are_refused() -> None:
    control = Threshold("swc")
    control.state = {"rows": "WWW"}
    assert "Total +4" in repr(control)
    assert control.state["profile"] == "swc"
    for wrong in ({"rows": "WW"}, {"rows": 3}, {"profile": "none"}, {"rulings": {"row.units": 2}}):
        with pytest.raises(traitlets.TraitError):
            control.state = wrong
        assert control.state["rows"] == "WWW"


def test_what_a_browser_sets_is_put_right() -> None:
    wire = Wire(Threshold())
    wire.control.set_state({"state": {"rows": "LLL"}, "shown": {}, "legend": {}})
    assert wire.control.state["rows"] == "WWL"
    assert wire.sent[-1]["state"]["state"]["rows"] == "WWL"


def test_an_exception_in_a_callback_is_shown() -> None:
    wire = Wire(Threshold())
    wire.control.observe(lambda _change: 1 / 0, "state")
    answer = wire.ask({"do": "set", "name": "back", "value": "W"})
    assert answer["problem"] == "ZeroDivisionError: division by zero"


def test_methods_do_what_the_browser_does() -> None:
    control = Threshold(Agreement("extra-units", {"bonus.overall.played": "yes"}))
    assert control.set("back", "W").startswith("Back: win.")
    assert control.press("calculate").startswith("Row net +3, overall +1")
    assert control.state["rows"] == "WWW"
