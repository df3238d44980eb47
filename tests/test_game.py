"""The game against computer players: what each may know, what is asked first, and that nothing is changed later."""

from __future__ import annotations

import inspect
import random
from typing import TYPE_CHECKING, Any

import pytest

from cptutor import (
    Agreement,
    CardError,
    DealError,
    Layout,
    RuleError,
    RulingNeeded,
    Session,
    check,
    deal,
    load_session,
    parse_cards,
    settle,
)
from cptutor.analysis import POLICIES, REGULARS, ComputerPlayer, Game, Policy, load_game
from cptutor.ranking import rank_row
from cptutor.rules.profile_files import profile_ids
from cptutor.setting import back_first
from cptutor.settlement.seats import Seat

if TYPE_CHECKING:
    from pathlib import Path

BEA = {"Bea": "back first"}
THREE = dict(REGULARS)
SIX_PAIRS = "2♠ 2♥ 4♠ 4♥ 6♠ 6♥ 8♠ 8♥ 10♠ 10♥ Q♠ Q♥ A♦"


def rows_of(cards: Any) -> Layout:
    """The cards as they come: three, five, five."""
    return Layout(tuple(cards[:3]), tuple(cards[3:8]), tuple(cards[8:]))


def a_foul(game: Game) -> Layout:
    """The learner's cards with the strongest row in the middle."""
    legal = back_first(game.cards, game.agreement)
    return Layout(legal.front, legal.back, legal.middle)


def strengths(layout: Layout) -> list[Any]:
    return [rank_row(row) for row in layout.rows]


# Deals and phases


def test_a_deal_goes_from_setting_to_the_ledger() -> None:
    game = Game("basic", THREE, seed="evening", deals=2)
    assert (game.phase, game.number, game.dealer, game.book, game.committed) == (
        "setting",
        1,
        "Guest",
        None,
        None,
    )
    mine = back_first(game.cards, "basic")
    game.commit(mine)
    assert (game.phase, game.committed, game.book) == ("committed", mine, None)
    book = game.reveal()
    assert (game.phase, game.number, game.committed) == ("revealed", 1, mine)
    seats = game.session.played[0].seats
    assert [seat.name for seat in seats] == ["Guest", "Bea", "Finn", "Ray"]
    assert book.totals == settle({seat.name: seat.layout for seat in seats}, "basic").totals
    assert len({card for seat in seats for card in seat.layout.cards}) == 52
    game.next_deal()
    assert (game.phase, game.number, game.dealer) == ("setting", 2, "Bea")
    game.commit(back_first(game.cards, "basic"))
    game.reveal()
    assert game.finished
    assert all(sum(line[1:]) == 0 for line in game.ledger.rows)  # type: ignore[arg-type]
    with pytest.raises(DealError, match="the game is over: its 2 deals are played"):
        game.next_deal()


def test_the_same_seed_is_the_same_game() -> None:
    games = [Game("basic", THREE, seed=seed) for seed in (5, 5, 6)]
    for game in games:
        game.commit(rows_of(game.cards))
        game.reveal()
    first, second, other = (game.session.played[0].seats for game in games)
    assert first == second
    assert first != other
    hands = deal("5 / deal 1", seats=4)
    assert [frozenset(seat.layout.cards) for seat in first] == list(map(frozenset, hands))


def test_how_many_deals() -> None:
    assert Game("basic").session.deals == 8  # the document's own number
    assert Game("basic", deals=3).session.deals == 3
    assert Game("full", deals=3).agreement["session.deals"] == 3
    assert Game(Agreement("full", {"session.deals": 5})).session.deals == 5
    with pytest.raises(DealError, match="whole number of deals from 1, not 0"):
        Game("basic", deals=0)


# Committing


def test_what_is_committed_stays() -> None:
    game = Game("basic", BEA)
    with pytest.raises(DealError, match="commit your layout first"):
        game.reveal()
    with pytest.raises(DealError, match="reveal the deal first"):
        game.review()
    with pytest.raises(DealError, match="deal 1 is not played to its end"):
        game.next_deal()
    mine = rows_of(game.cards)
    game.commit(mine)
    with pytest.raises(DealError, match="deal 1 is committed: nothing can be changed"):
        game.commit(back_first(game.cards, "basic"))
    assert game.committed == mine
    game.reveal()
    with pytest.raises(DealError, match="deal 1 is revealed already"):
        game.reveal()
    with pytest.raises(DealError, match="deal 1 is committed"):
        game.commit(mine)


def test_wrong_cards_and_counts_are_refused_and_nothing_happens() -> None:
    game = Game("basic", BEA)
    mine = rows_of(game.cards)
    stranger = next(card for card in deal("1 / deal 1", seats=2)[1])
    swapped = Layout((stranger, *mine.front[1:]), mine.middle, mine.back)
    with pytest.raises(CardError, match=f"{stranger} is not among your cards"):
        game.commit(swapped)
    with pytest.raises(CardError, match="2/6/5 cards stand in the rows, where 3/5/5 are wanted"):
        game.commit(Layout(mine.front[:2], (*mine.middle, mine.front[2]), mine.back))
    with pytest.raises(CardError, match="'1s' is not a card"):
        game.commit("1s 2s 3s / 4s 5s 6s 7s 8s / 9s Ts Js Qs Ks")
    with pytest.raises(DealError, match="no special hands are played here"):
        game.commit(mine, declared=True)
    assert game.phase == "setting"


def test_a_foul_may_be_committed_and_costs_what_the_rules_say() -> None:
    """Six to each opponent: full rules, scoring (a foul loses all three hands and pays as if scooped)."""
    game = Game("full", THREE, seed=3, deals=1)
    foul = a_foul(game)
    assert not check(foul, "full").legal
    game.commit(foul)
    assert game.reveal().totals["Guest"] == -18
    found = game.review(deals=200)
    assert not found.legal
    assert found.given_up > 0


# Computer players


def test_a_computer_player_knows_its_own_cards_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the same cards it sets the same, whatever the others hold or do."""
    assert list(inspect.signature(ComputerPlayer.seat).parameters) == ["self", "cards", "agreement", "seed"]

    def played(commits: Any) -> tuple[Seat, ...]:
        game = Game("basic", THREE, seed="ignorant")
        game.commit(commits(game))
        game.reveal()
        return game.session.played[0].seats

    mine, bea, finn, ray = deal("ignorant / deal 1", seats=4)
    seats = played(lambda game: back_first(game.cards, "basic"))
    assert played(a_foul)[1:] == seats[1:]
    for hands, same in (((ray, bea, finn, mine), (1, 2)), ((finn, bea, mine, ray), (1, 3))):
        monkeypatch.setattr(Game, "_hands", lambda _game, _number, hands=hands: hands)
        others = played(lambda game: rows_of(game.cards))
        assert [others[place] for place in same] == [seats[place] for place in same]


def test_computer_players_keep_to_their_rules() -> None:
    game = Game("basic", THREE, seed="rules", deals=12)
    ray = []
    for number in range(1, 13):
        game.commit(rows_of(game.cards))
        game.reveal()
        seats = game.session.played[-1].seats
        cards = deal(f"rules / deal {number}", seats=4)
        assert strengths(seats[1].layout) == strengths(back_first(cards[1], "basic"))
        assert all(check(seat.layout, "basic").legal for seat in seats[1:])
        ray.append(strengths(seats[3].layout) == strengths(back_first(cards[3], "basic")))
        if not game.finished:
            game.next_deal()
    assert not all(ray)


def test_a_special_hand_is_announced_where_it_is_played() -> None:
    bea = ComputerPlayer("Bea", POLICIES["back first"])
    special = Game("special-hands", demonstration=True).agreement
    assert bea.seat(parse_cards(SIX_PAIRS), special, 1).declared is True
    assert bea.seat(deal(1)[0], special, 1).declared is False


def special_table(**rulings: Any) -> Agreement:
    """Special hands, with answers that are made up but for these."""
    made_up = Game("special-hands", demonstration=True).agreement.rulings
    return Agreement(
        "special-hands", {**made_up, **{key.replace("__", "."): each for key, each in rulings.items()}}
    )


@pytest.mark.parametrize("ruled", ["foul", "ordinary"])
def test_a_false_announcement_is_settled_as_the_table_ruled(ruled: str) -> None:
    game = Game(special_table(special__false_declaration=ruled, foul__price=4), BEA, seed=2)
    game.commit(back_first(game.cards, game.agreement), declared=True)
    total = game.reveal().totals["Guest"]
    seats = [Seat(seat.name, seat.layout) for seat in game.session.played[0].seats]
    assert total == (-4 if ruled == "foul" else settle(seats, game.agreement).totals["Guest"])


def test_a_special_hand_that_is_announced_collects() -> None:
    """Three flushes are worth 3: scoring chart, special hands. Unannounced it is an ordinary hand."""
    totals = []
    for declared in (True, "three flushes", False):
        game = Game(special_table(), BEA, seed=1)
        game.commit(back_first(game.cards, game.agreement), declared)
        totals.append(game.reveal().totals["Guest"])
    seats = [Seat(seat.name, seat.layout) for seat in game.session.played[0].seats]
    assert totals == [3, 3, settle(seats, game.agreement).totals["Guest"]]
    game.next_deal()
    with pytest.raises(DealError, match="no special hand 'five aces' here"):
        game.commit(rows_of(game.cards), "five aces")


@pytest.mark.parametrize(
    ("opponents", "words"),
    [
        ({}, "one to 3 opponents can play, not 0"),
        (dict.fromkeys("ABCD", "back first"), "one to 3 opponents can play, not 4"),
        ({"Guest": "back first"}, "two seats have the name 'Guest'"),
        ({"": "back first"}, "a seat needs a name"),
        ({"Bea": "bluff"}, "no policy 'bluff'; there are back first"),
        (["back first"], "opponents are policies by name, not list"),
        (
            {"Fay": Policy("careless", "fouls", POLICIES["random legal"].choose, may_foul=True)},
            "Fay: a computer",
        ),
    ],
)
def test_opponents_who_cannot_play(opponents: Any, words: str) -> None:
    with pytest.raises((CardError, DealError), match=words):
        Game("basic", opponents)


@pytest.mark.parametrize("seed", [True, None, 1.5, "x" * 300])
def test_seeds_that_cannot_be(seed: Any) -> None:
    with pytest.raises(DealError, match="a whole number or a short text as its seed"):
        Game("basic", seed=seed)


# Questions


def test_everything_is_asked_before_the_first_deal() -> None:
    with pytest.raises(RulingNeeded) as asked:
        Game("swc", BEA)
    keys = [gap.key for gap in asked.value.questions]
    assert {"front_middle.equal_prefix", "middle_back.equal", "foul.price", "royalty.equal_rows"} <= set(keys)
    with pytest.raises(RulingNeeded) as special:
        Game("special-hands", BEA)
    assert "special.false_declaration" in [gap.key for gap in special.value.questions]
    answered = Game(
        Agreement("swc", {key: Game("swc", demonstration=True).agreement[key] for key in keys}), BEA
    )
    assert not answered.agreement.invented
    assert Game("swc", demonstration=True).agreement.invented


@pytest.mark.parametrize("profile", profile_ids())
@pytest.mark.parametrize("opponents", [1, 3])
def test_nothing_is_asked_later(profile: str, opponents: int) -> None:
    """Only what was asked is answered; then fouls and announcements of every sort are played, and nothing is open."""
    try:
        rules: Agreement = Agreement(profile)
        Game(rules, dict(list(THREE.items())[:opponents]))
    except RulingNeeded as asked:
        given = Game(profile, demonstration=True).agreement.rulings
        while True:
            rules = Agreement(
                profile, {**rules.rulings, **{gap.key: given[gap.key] for gap in asked.questions}}
            )
            try:
                Game(rules, dict(list(THREE.items())[:opponents]))
                break
            except RulingNeeded as more:
                asked = more
    names = dict(zip(("Bea", "Bob", "Ray"), ("back first", "back first", "random legal"), strict=True))
    game = Game(rules, dict(list(names.items())[:opponents]), seed=profile, deals=12)
    draw = random.Random(profile)
    while True:
        choose = draw.choice([a_foul, lambda game: back_first(game.cards, game.agreement), a_foul])
        game.commit(choose(game), declared=game.declares and draw.random() < 0.5)
        assert sum(game.reveal().totals.values()) == 0
        if game.finished:
            break
        game.next_deal()


# Kept in a file


def played_game(deals: int = 3) -> Game:
    game = Game("basic", THREE, seed="kept", deals=deals)
    for _ in range(2):
        game.commit(rows_of(game.cards))
        game.reveal()
        game.next_deal()
    return game


def test_a_saved_game_is_a_session_and_goes_on(tmp_path: Path) -> None:
    game = played_game()
    file = tmp_path / "evening.json"
    game.save(file)
    assert load_session(file) == game.session
    again = load_game(file, THREE, seed="kept")
    assert (again.number, again.phase, again.cards) == (3, "setting", game.cards)
    for each in (game, again):
        each.commit(rows_of(each.cards))
        each.reveal()
    assert again.session == game.session
    assert again.finished
    again.save(file)
    over = load_game(file, THREE, seed="kept")
    assert (over.phase, over.finished, over.number) == ("revealed", True, 3)
    assert over.book is not None


@pytest.mark.parametrize(
    ("opponents", "seed", "words"),
    [
        (THREE, "other", "deal 1: Guest holds other cards than seed 'other' deals"),
        ({**THREE, "Bea": "random legal"}, "kept", "deal [12]: Bea has not set as its policy does"),
        (BEA, "kept", "the opponents of this session are Bea, Finn, Ray, not Bea"),
    ],
)
def test_a_file_that_is_of_another_game(tmp_path: Path, opponents: Any, seed: str, words: str) -> None:
    file = tmp_path / "evening.json"
    played_game().save(file)
    with pytest.raises(RuleError, match=f"evening.json: {words}"):
        load_game(file, opponents, seed=seed)


def test_a_session_whose_rules_are_open_is_asked_about() -> None:
    with pytest.raises(RulingNeeded):
        Game.resume(Session("swc", ["Guest", "Bea"], deals=2), BEA)


# The review


def test_the_review_is_of_the_committed_layout_under_the_rules_of_the_table() -> None:
    from cptutor.analysis import review_layout

    game = Game("full", {"Finn": "frontier plus equity", "Ray": "random legal"}, seed=4)
    mine = back_first(game.cards, "full")
    game.commit(mine)
    game.reveal()
    assert game.reviewed_against == "random legal"
    found = game.review(deals=300)
    same = review_layout(mine, game.agreement, opponents=2, deals=300, policy="random legal")
    assert str(found) == str(same)
    assert found.own == mine
    with pytest.raises(CardError, match="no policy 'bluff'"):
        game.review("bluff")


def test_a_bank_that_is_named_is_reviewed_too() -> None:
    rulings = {**Game("banker", demonstration=True).agreement.rulings, "bank.seat": "Bea"}
    game = Game(Agreement("banker", rulings), {"Bea": "back first", "Ray": "random legal"}, seed=2, deals=1)
    game.commit(back_first(game.cards, game.agreement))
    game.reveal()
    assert game.review(deals=100).equity.pairings == 1


# Shown


def test_text_and_html_say_the_same() -> None:
    game = Game("basic", BEA, seed=1)
    assert repr(game) == (
        "Deal 1 of 8, Guest deals, basic: set your cards\n"
        "Guest  A♠ A♣ K♠ Q♥ J♥ 10♣ 9♣ 8♣ 7♠ 7♥ 6♥ 2♥ 2♣\n"
        "Bea  sets back first"
    )
    hidden = [str(card) for card in deal("1 / deal 1", seats=2)[1]]
    game.commit(rows_of(game.cards))
    assert not any(card in f"{game!r} {game._repr_html_()}".replace("\ufe0e", "") for card in hidden)
    game.reveal()
    for text in (repr(game), game._repr_html_().replace("\ufe0e", "")):
        assert all(name in text for name in ("Deal 1 of 8", "Guest", "Bea"))
        assert str(game.session.played[0].seats[1].layout) in text
