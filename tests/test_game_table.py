"""The game as a widget, without a browser: its state, its buttons, its board, and what stands there without one."""

from __future__ import annotations

import json
from typing import Any

import pytest
import traitlets

from cptutor import Agreement, Layout, TutorError, deal
from cptutor.analysis import Game
from cptutor.setting import back_first
from cptutor.widgets import GameTable
from cptutor.widgets.playing import PlayingState

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
BOTH = {"Bea": "back first", "Ray": "random legal"}


def ask(table: GameTable, do: str, name: str, **more: Any) -> dict[str, Any]:
    """What the browser does with the control, and the answer that it gets."""
    table.control._handle_custom_msg({"view": "v", "seq": 7, "do": do, "name": name, **more}, [])
    answer: dict[str, Any] = table.control.shown["answer"]
    return answer


def keys(table: GameTable) -> list[str]:
    return [part["key"] for part in table.control.shown["parts"]]


def set_all(table: GameTable) -> Layout:
    """Move every card from the hand, one by one as in a browser."""
    layout = back_first(table.game.cards, table.game.agreement)
    for place, cards in layout:
        for card in cards:
            table.board.move(card, place)
    return layout


def test_a_deal_by_its_buttons() -> None:
    table = GameTable("basic", BOTH, seed="table", deals=2)
    hand = sorted(deal("table / deal 1", seats=3)[0], reverse=True)
    assert list(table.board.placement.hand) == hand
    assert (
        ask(table, "press", "commit")["problem"] == "13 cards are not set yet: all thirteen go into the rows"
    )
    layout = set_all(table)
    assert ask(table, "press", "reveal")["problem"] == "commit your layout first"
    answer = ask(table, "press", "commit")
    assert answer["say"] == f"Committed: {layout}. Nothing can be changed now."
    assert answer["focus"] == "reveal"
    assert table.board.layout.display == "none"
    assert ask(table, "press", "reveal")["say"].startswith("Revealed: Guest ")
    assert keys(table) == ["deal", "review", "kept", "others", "another"]
    said = ask(table, "press", "review")["say"]
    assert said.startswith("Your layout is legal")
    assert "different legal ones" in repr(table)
    assert ask(table, "press", "next")["say"].startswith("Deal 2 of 2: set your cards.")
    assert table.board.layout.display is None
    assert not table.board.shown["undo"]
    assert "different legal ones" not in repr(table)
    set_all(table)
    table.press("commit")
    table.press("reveal")
    assert ask(table, "press", "next")["problem"] == "the game is over: its 2 deals are played"
    assert "the game is over" in repr(table)
    assert table.game.finished


def test_the_board_cannot_change_what_is_committed() -> None:
    table = GameTable("basic", seed="table", arranged=True)
    table.press("commit")
    before = table.game.committed
    table.board.rows = {
        **table.board.rows,
        "front": table.board.rows["middle"][:3],
        "middle": [*table.board.rows["front"], *table.board.rows["middle"][3:]],
    }
    assert ask(table, "press", "commit")["problem"] == "deal 1 is committed: nothing can be changed"
    table.press("reveal")
    assert table.game.session.played[0].seats[0].layout == before


def test_a_foul_is_committed_and_said_after_the_reveal() -> None:
    table = GameTable("basic", seed="table", arranged=True)
    layout = table.board.current_layout
    table.board.put(Layout(layout.front, layout.back, layout.middle))
    assert "foul" not in table.press("commit").lower()
    assert "Foul at middle-back" not in repr(table)
    table.press("reveal")
    assert "Guest: Foul at middle-back" in repr(table)
    assert "foul" in table.press("review")


def test_questions_stand_before_the_first_deal() -> None:
    table = GameTable("swc")
    assert table.board.layout.display == "none"
    with pytest.raises(TutorError, match="the game has not begun"):
        _ = table.game
    with pytest.raises(TutorError, match="no button 'commit'"):
        table.press("commit")
    asked = [gap.key for gap in table._playing.questions]
    assert table.press("start") == f"{len(asked)} questions to answer before the first deal."
    answers = Game("swc", demonstration=True).agreement
    for key in asked[:-1]:
        table.control.set(f"ruling:{key}", str(answers[key]))
    assert ask(table, "set", f"ruling:{asked[-1]}", value=str(answers[asked[-1]]))["say"].endswith(
        "Nothing is open any more: deal the cards."
    )
    assert table.press("start").startswith("Deal 1 of 8: set your cards.")
    assert dict(table.game.agreement.rulings) == {key: answers[key] for key in asked}
    assert not table.game.agreement.invented
    assert "made up" not in repr(table)


def test_made_up_answers_say_so() -> None:
    table = GameTable("swc")
    table.press("demonstration")
    assert table.game.agreement.invented
    assert "Some rulings were made up for demonstration." in repr(table)
    table.press("start")  # another game of the same sort
    assert table.game.agreement.invented


def test_another_game_and_who_plays_it() -> None:
    table = GameTable("basic")
    first = table.game
    assert ask(table, "set", "seat:Bea", value=False)["problem"] == "one to 3 opponents can play, not 0"
    table.control.set("seat:Ray", True)
    table.control.set("seat:Bea", False)
    assert ask(table, "set", "profile", value="full")["say"].endswith("It holds for the next game.")
    table.control.set("arranged", True)
    assert table.game is first
    ask(table, "press", "start", drafts={"seed": "other"})
    assert table.game.session.players == ("Guest", "Ray")
    assert table.game.agreement.profile.id == "full"
    assert table.board.current_layout == back_first(deal("other / deal 1", seats=2)[0], "full")
    assert table.board.agreement == table.game.agreement


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("declared", True, "no choice 'declared'"),
        ("arranged", "yes", "true or false is wanted, not 'yes'"),
        ("against", "frontier plus equity", "none of back first, random legal"),
        ("seat:Zoe", True, "no choice 'seat:Zoe'"),
        ("profile", "poker", "no profile 'poker'"),
        ("seed", "x" * 5000, "5000 characters are too many"),
    ],
)
def test_what_cannot_be_set_is_said_and_nothing_changes(name: str, value: object, words: str) -> None:
    table = GameTable("basic")
    before = table.control.state
    assert words in ask(table, "set", name, value=value)["problem"]
    assert table.control.state == before


def test_announcing_is_for_tables_with_special_hands() -> None:
    rules = Game("special-hands", demonstration=True).agreement
    table = GameTable(Agreement(rules.profile, rules.rulings), seed=1, arranged=True)
    table.control.set("declared", True)
    table.press("commit")
    table.press("reveal")
    assert table.game.session.played[0].seats[0].declared is True
    assert "Guest announced a special hand" in repr(table)
    assert table.game.session.totals["Guest"] == 3  # three flushes: scoring chart, special hands


def test_a_state_is_kept_and_comes_back() -> None:
    table = GameTable("basic", BOTH, seed="kept", deals=3, arranged=True)
    states = [table.control.state]
    for button in ("commit", "reveal", "next", "commit"):
        table.press(button)
        states.append(table.control.state)
    other = GameTable("full", seed="kept")
    for state in states:
        assert json.loads(json.dumps(state)) == state
        other.control.state = state
        assert other.control.state == state
    assert other.game.session == table.game.session
    assert other.game.committed == table.game.committed
    wrong = json.loads(json.dumps(states[-1]))
    wrong["game"]["session"]["played"][0]["totals"]["Guest"] += 1
    with pytest.raises(traitlets.TraitError, match="session: deal 1: totals"):
        other.control.state = wrong
    assert other.control.state == states[-1]


def test_text_and_html_stand_for_the_widget() -> None:
    table = GameTable("basic", seed="twin", arranged=True)
    again = GameTable("basic", seed="twin", arranged=True)
    assert repr(table) == repr(again)
    for button in ("commit", "reveal", "review"):
        data, _ = table._repr_mimebundle_()
        assert data["text/plain"] == repr(table)
        assert WIDGET_VIEW in data
        assert data["text/html"] == again._repr_mimebundle_()[0]["text/html"]
        for one in (table, again):
            one.press(button)
    html = table._repr_mimebundle_()[0]["text/html"]
    for words in ("Guest vs Bea", "Running totals", "Standings", "different legal ones", "back first"):
        assert words in html


def test_nothing_hidden_travels_to_the_browser() -> None:
    state = PlayingState("basic", seed="secret", arranged=True)
    hidden = deal("secret / deal 1", seats=2)[1]
    for _ in range(2):
        sent = json.dumps([state.snapshot(), [part.as_dict() for part in state.parts()]], ensure_ascii=False)
        assert not any(str(card) in sent for card in hidden)
        state.press("commit") if state.is_setting else None
