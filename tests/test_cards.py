from __future__ import annotations

import copy
import pickle
import unicodedata
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cptutor import Card, CardError, deal, parse_cards
from cptutor.cards import DECK, RANKS, SUITS, show_cards
from tests.strategies import cards, shuffles

RANK_LETTERS = dict(zip(range(2, 15), "23456789TJQKA", strict=True))
SUIT_LETTERS = {"clubs": "c", "diamonds": "d", "hearts": "h", "spades": "s"}
BLACK = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}
WHITE = {"clubs": "♧", "diamonds": "♢", "hearts": "♡", "spades": "♤"}
GLYPH_RANKS = [
    "ACE",
    "TWO",
    "THREE",
    "FOUR",
    "FIVE",
    "SIX",
    "SEVEN",
    "EIGHT",
    "NINE",
    "TEN",
    "JACK",
    "QUEEN",
    "KING",
]


def notations(card: Card) -> dict[str, str]:
    """Every way in which a card may be written, from its rank and suit alone."""
    letter, suit = RANK_LETTERS[card.rank], card.suit
    ranks = {letter, letter.lower(), *(["10"] if card.rank == 10 else [])}
    suits = {SUIT_LETTERS[suit], SUIT_LETTERS[suit].upper()}
    symbols = {BLACK[suit], WHITE[suit], *(BLACK[suit] + selector for selector in "\ufe0e\ufe0f")}
    glyph = f"PLAYING CARD {GLYPH_RANKS[(card.rank - 1) % 13]} OF {suit.upper()}"
    written = [rank + suit for rank in ranks for suit in suits | symbols]
    written += [symbol + rank for rank in ranks for symbol in symbols]
    return {
        text: ascii(text)
        for text in [*written, unicodedata.lookup(glyph), unicodedata.lookup(glyph) + "\ufe0e"]
    }


def test_the_deck_is_every_rank_in_every_suit() -> None:
    assert [(card.rank, card.suit) for card in DECK] == [
        (rank, suit) for rank in range(2, 15) for suit in SUITS
    ]
    assert tuple(range(2, 15)) == RANKS
    assert len(set(DECK)) == 52


@pytest.mark.parametrize("card", DECK, ids=lambda card: card.name)
def test_every_notation_of_every_card(card: Card) -> None:
    for text in notations(card):
        assert Card(text) == card, ascii(text)
        assert (Card(text).rank, Card(text).suit) == (card.rank, card.suit)


@given(shuffles(13), st.data())
def test_what_is_printed_is_read(hand: list[Card], data: st.DataObject) -> None:
    assert parse_cards(show_cards(hand)) == tuple(hand)
    assert parse_cards("".join(map(str, hand))) == tuple(hand)
    written = [data.draw(st.sampled_from(sorted(notations(card)))) for card in hand]
    blank = data.draw(st.sampled_from((" ", ",", ", ", "\t", "\n", "\u00a0", " , ,")))
    assert parse_cards(blank.join(written)) == tuple(hand)
    assert parse_cards(written) == tuple(hand)


@given(cards)
def test_a_card_prints_as_code_that_rebuilds_it(card: Card) -> None:
    assert eval(repr(card)) == card
    assert pickle.loads(pickle.dumps(card)) == card
    assert copy.deepcopy(card) == card
    assert hash(Card(str(card))) == hash(card)


def test_a_card_does_not_change() -> None:
    card = Card("Q♥")
    for name in ("index", "rank", "colour"):
        with pytest.raises(AttributeError, match="Q♥"):
            setattr(card, name, 1)
    with pytest.raises(AttributeError, match="Q♥"):
        del card.index
    assert card == Card("Q♥")


def test_cards_in_words_and_in_order() -> None:
    assert Card("Qh").name == "queen of hearts"
    assert Card("2c").name == "deuce of clubs"
    assert sorted(map(Card, ["As", "2c", "10h", "10d"])) == list(parse_cards("2c 10d 10h As"))
    assert Card("As") != "As"
    with pytest.raises(TypeError):
        assert Card("As") < "Ks"  # type: ignore[operator]


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("Q♠ Q♥ X♣", "X♣"),
        ("1♠", "1♠"),
        ("11♠ A♠", "11♠"),
        ("100♠", "100♠"),
        ("A", "A"),
        ("♠", "♠"),
        ("A♠K", "A♠K"),
        ("A♠K♥Q", "A♠K♥Q"),
        ("hello", "hello"),
        ("A ♠", "A"),
        ("10", "10"),
        ("A♠;K♠", "A♠;K♠"),
        ("A♠\x00", "A♠\\x00"),
        ("\ufe0f", "\ufe0f"),
        ("A♠\u200bK♠", "A♠\\u200bK♠"),
        ("\u212a♠", "\u212a♠"),  # the Kelvin sign, which ignoring case would make a king
        ("A\u017f", "A\u017f"),  # the long s
        ("\u0410♠", "\u0410♠"),  # a Cyrillic A
        ("\uff21♠", "\uff21♠"),  # a wide A
        ("\u0663♠", "\u0663♠"),  # an Arabic three
        ("²♠", "²♠"),
        ("🂡K♠", "🂡"),
    ],
)
def test_the_offending_token_is_named(text: str, token: str) -> None:
    with pytest.raises(CardError) as refused:
        parse_cards(text)
    assert token in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("text", ["", " ", ",", " , \n", [], (), set()])
def test_text_with_no_card_is_an_error_never_a_card(text: Any) -> None:
    with pytest.raises(CardError, match="no card in"):
        parse_cards(text)
    with pytest.raises(CardError):
        Card(text)


@pytest.mark.parametrize("text", ["7♥ 7♥", "7♥ K♠ 7h", "7♥7♡", ["7h", Card("7♥")]])
def test_a_repeated_card_is_named(text: Any) -> None:
    with pytest.raises(CardError, match="7♥ stands twice"):
        parse_cards(text)


def test_signs_of_playing_cards_are_what_unicode_calls_them() -> None:
    for point in range(0x1F0A0, 0x1F100):
        sign = chr(point)
        name = unicodedata.name(sign, "")
        words = name.removeprefix("PLAYING CARD ").split(" OF ")
        if len(words) == 2 and words[0] in GLYPH_RANKS:
            assert (Card(sign).rank - 2) % 13 == (GLYPH_RANKS.index(words[0]) - 1) % 13
            assert Card(sign).suit.upper() == words[1]
            continue
        kind = "a joker" if "JOKER" in name else "a knight" if "KNIGHT" in name else "not a card"
        with pytest.raises(CardError, match=f"is {kind}"):
            parse_cards(sign)


@pytest.mark.parametrize("text", ["joker", "Joker", "JKR", "red-joker"])
def test_a_joker_in_words(text: str) -> None:
    with pytest.raises(CardError, match="is a joker"):
        parse_cards(f"A♠ {text}")


@pytest.mark.parametrize(
    "thing", [None, 5, 1.5, b"As", bytearray(b"As"), {"As": 1}, object(), [None], [["As"]]]
)
def test_what_is_no_text_is_refused(thing: Any) -> None:
    with pytest.raises(CardError):
        parse_cards(thing)


def test_a_thing_that_cannot_even_be_printed_is_refused() -> None:
    class Broken:
        def __repr__(self) -> str:
            raise RuntimeError

    with pytest.raises(CardError, match="<Broken>"):
        parse_cards([Broken()])  # type: ignore[list-item]


@given(st.text())
def test_any_text_is_cards_or_a_short_line(text: str) -> None:
    try:
        cards, said = parse_cards(text), ""
    except CardError as error:
        cards, said = (), str(error)
    assert bool(cards) != bool(said)
    assert said.isprintable()
    assert len(said) < 120


def test_long_text_is_named_shortly_and_soon() -> None:
    with pytest.raises(CardError) as refused:
        parse_cards("x" * 1_000_000)
    assert len(str(refused.value)) < 100
    with pytest.raises(CardError, match="A♠ stands twice"):
        parse_cards("As" * 100_000)


def test_one_card_is_wanted() -> None:
    with pytest.raises(CardError, match="2 cards where one is wanted"):
        Card("As Ks")


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_a_deal_is_thirteen_different_cards_a_seat(seats: int) -> None:
    hands = deal("class 3b", seats)
    assert [len(hand) for hand in hands] == [13] * seats
    assert len({card for hand in hands for card in hand}) == 13 * seats
    assert deal("class 3b", seats) == hands
    assert deal("class 3c", seats) != hands


def test_cards_are_dealt_singly_in_turn() -> None:
    alone = deal(1)[0]
    two = deal(1, 2)
    assert [card for pair in zip(*two, strict=True) for card in pair][:13] == list(alone)


def test_every_card_can_be_dealt_first() -> None:
    assert {deal(seed)[0][0] for seed in range(1_000)} == set(DECK)


@pytest.mark.parametrize("seats", [0, 5, -1, 2.0, "2", None, []])
def test_a_number_of_seats_that_cannot_be(seats: Any) -> None:
    with pytest.raises(CardError, match="cannot be dealt"):
        deal(1, seats)


def test_a_seed_that_is_no_text_is_refused() -> None:
    with pytest.raises(CardError, match="no text to deal by"):
        deal("\ud800")
