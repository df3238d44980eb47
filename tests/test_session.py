"""Sessions: ledger, standings, chips from deal to deal, and files that are whole whatever happens."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cptutor import Agreement, DealError, Layout, RuleError, RulingNeeded, Seat, deal, load_profile, settle
from cptutor.datafiles import LARGEST_FILE
from cptutor.rules.agreement_files import demonstration_agreement
from cptutor.rules.profiles import Profile
from cptutor.session import Session, load_session, read_session
from cptutor.session.ledger import Standings
from cptutor.terms import CardError

if TYPE_CHECKING:
    from collections.abc import Callable

    from cptutor.rules.profiles import Value

# A wins two rows of three (the worked deal of the basic settlement).
A_WINS = {
    "A": "2♠ 2♥ A♦ / 7♣ 7♦ 9♠ 5♥ 3♦ / 10♣ J♣ Q♣ K♣ A♣",
    "B": "3♠ 3♥ 4♦ / 6♣ 6♦ 8♠ 5♣ 2♦ / 9♣ 9♦ 10♥ 10♠ A♠",
}
B_WINS = {"A": A_WINS["B"], "B": A_WINS["A"]}
# The workshop's table of three: totals +2 +2 −4.
THREE = {
    "Sora": "A♠ A♦ 2♣ / K♥ K♣ Q♥ Q♦ 3♠ / 9♥ 8♥ 7♥ 6♥ 4♥",
    "Owen": "A♣ A♥ 2♦ / K♠ K♦ J♥ J♣ 3♦ / 10♠ 9♠ 8♠ 7♠ 5♠",
    "Pia": "Q♠ J♦ 4♣ / 10♦ 10♣ 6♦ 6♣ 5♦ / Q♣ 9♣ 8♣ 7♣ 5♣",
}
STAKES = {"stakes.limit": "table stakes", "rake.taken": "no"}


def chips_session(**chips: int) -> Session:
    return Session(Agreement("swc", STAKES), tuple(THREE), deals=4, chips=chips or 50)


def house(base: str, **more: str) -> Profile:
    """The rules of a shipped profile and of sections of others, by section and profile."""
    profile = load_profile(base)
    entries = dict(profile.entries)
    for section, other in more.items():
        entries |= {key: rule for key, rule in load_profile(other).items() if key.startswith(f"{section}.")}
    return Profile("house", profile.title, profile.document, entries)


# --- playing ---


def test_ledger_dealer_and_end() -> None:
    session = Session("basic", ["A", "B"])
    assert (session.deals, session.dealer, session.finished) == (8, "A", False)
    assert session.play(A_WINS).totals == {"A": 1, "B": -1}
    assert session.dealer == "B"
    session.play(A_WINS)
    session.play(B_WINS)
    assert session.ledger.columns == ("deal", "A", "B")
    assert session.ledger.rows == ((0, 0, 0), (1, 1, -1), (2, 2, -2), (3, 1, -1))
    assert [played.dealer for played in session.played] == ["A", "B", "A"]
    for _ in range(5):
        session.play(B_WINS)
    assert (session.finished, session.deals_left) == (True, 0)
    before = session.as_dict()
    with pytest.raises(DealError, match="finished: its 8 deals"):
        session.play(A_WINS)
    assert session.as_dict() == before
    assert session.totals == {"A": -4, "B": 4}


def test_dealer_moves_left_from_whoever_begins() -> None:
    session = Session("swc", THREE, deals=4, dealer="Pia")
    dealers = []
    while not session.finished:
        dealers.append(session.dealer)
        session.play(THREE)
    assert dealers == ["Pia", "Sora", "Owen", "Pia"]


@pytest.mark.parametrize(
    ("totals", "expected"),
    [
        ({"A": 5, "B": 3, "C": 3, "D": -11}, [(1, "A"), (2, "B"), (2, "C"), (4, "D")]),
        ({"A": 0, "B": 0, "C": 0}, [(1, "A"), (1, "B"), (1, "C")]),
        ({"A": -4, "B": 2, "C": 2}, [(1, "B"), (1, "C"), (3, "A")]),
        ({"A": -1, "B": -1, "C": -1, "D": 3}, [(1, "D"), (2, "A"), (2, "B"), (2, "C")]),
    ],
)
def test_equal_totals_share_a_position(totals: dict[str, int], expected: list[tuple[int, str]]) -> None:
    assert [(place.position, place.player) for place in Standings.of(totals)] == expected


@given(st.dictionaries(st.sampled_from("ABCD"), st.integers(-20, 20), min_size=2))
def test_a_position_is_one_more_than_the_players_ahead(totals: dict[str, int]) -> None:
    standings = Standings.of(totals)
    assert {place.player: place.total for place in standings} == totals
    for place in standings:
        assert place.position == 1 + sum(total > place.total for total in totals.values())


def test_seats_in_any_order_are_put_in_that_of_the_table() -> None:
    session = Session("swc", THREE, deals=1)
    book = session.play(dict(reversed(THREE.items())))
    assert book.seats == tuple(THREE)


def refused(session: Session, seats: Any, error: type[Exception], text: str) -> None:
    before = session.as_dict()
    with pytest.raises(error, match=text):
        session.play(seats)
    assert session.as_dict() == before


def test_a_refused_deal_changes_nothing() -> None:
    session = chips_session()
    session.buy("Pia", 5)
    refused(session, {name: THREE[name] for name in ("Sora", "Owen")}, DealError, "seat Pia: no layout")
    refused(session, {**THREE, "Rex": A_WINS["A"]}, DealError, "3♦ is held by both Owen and Rex")
    refused(session, {"Sora": THREE["Sora"], "Rex": THREE["Pia"]}, DealError, "seat Rex: no player")
    refused(session, {**THREE, "Pia": "Q♠ J♦"}, CardError, "seat Pia")
    refused(session, "nonsense", DealError, "layouts by name")
    wrong = [Seat(name, Layout.parse(text), chips=49) for name, text in THREE.items()]
    refused(session, wrong, DealError, "seat Sora: 49 chips, where 50")
    fouled = {**THREE, "Pia": "Q♠ Q♣ 9♣ / 10♦ J♦ 6♦ 4♣ 5♦ / 10♣ 6♣ 8♣ 7♣ 5♣"}
    refused(session, fouled, RulingNeeded, r"foul\.price")


def test_a_ruling_in_the_middle_of_a_session() -> None:
    session = Session("swc", ("Sora", "Pia"), deals=2)
    fouled = {"Sora": THREE["Sora"], "Pia": "Q♠ Q♣ 9♣ / 10♦ J♦ 6♦ 4♣ 5♦ / 10♣ 6♣ 8♣ 7♣ 5♣"}
    refused(session, fouled, RulingNeeded, r"foul\.price")
    session.rule("foul.price", 4)
    assert session.play(fouled).totals == {"Sora": 4, "Pia": -4}
    with pytest.raises(RuleError, match="not open"):
        session.rule("foul.price", 5)
    with pytest.raises(RuleError, match=r"foul\.both"):
        session.rule("foul.both", 77)
    assert session.agreement.rulings == {"foul.price": 4}


# --- how many deals ---


def test_number_of_deals_is_a_rule_a_gap_or_asked_for() -> None:
    assert Session("basic", ["A", "B"], deals=8).deals == 8
    shorter = Session("basic", ["A", "B"], deals=3)
    assert (shorter.deals, shorter.agreement.rulings) == (3, {"session.deals": 3})
    with pytest.raises(RulingNeeded, match=r"session\.deals"):
        Session("full", ["A", "B"])
    given_here = Session("full", ["A", "B"], deals=3)
    assert (given_here.deals, given_here.agreement.rulings) == (3, {"session.deals": 3})
    ruled = Agreement("full", {"session.deals": 5})
    assert Session(ruled, ["A", "B"]).deals == Session(ruled, ["A", "B"], deals=5).deals == 5
    with pytest.raises(RuleError, match=r"session\.deals = 5"):
        Session(ruled, ["A", "B"], deals=3)
    with pytest.raises(RuleError, match="swc says nothing about sessions"):
        Session("swc", ["A", "B"])
    for wrong in (0, -1, True, 2.0, "3"):
        with pytest.raises(DealError, match="whole number of deals"):
            Session("swc", ["A", "B"], deals=wrong)  # type: ignore[arg-type]


def test_questions_of_a_session_come_all_at_once() -> None:
    with pytest.raises(RulingNeeded) as caught:
        Session(house("full", stakes="swc", rake="swc"), ["A", "B"], chips=8)
    assert {gap.key for gap in caught.value.questions} == {
        "session.deals",
        "stakes.limit",
        "rake.taken",
        "rake.units",
    }


@pytest.mark.parametrize(
    ("players", "text"),
    [
        (["A"], "two to 4 seats"),
        (list("ABCDE"), "two to 4 seats"),
        (["A", "A"], "two seats have the name 'A'"),
        (["A B", "A  B"], "two seats have the name"),
        (["A", " "], "needs a name"),
        (["A", 2], "needs a name"),
        ("AB", "several names"),
    ],
)
def test_wrong_players(players: Any, text: str) -> None:
    with pytest.raises(DealError, match=text):
        Session("basic", players)


def test_dealer_must_be_a_player() -> None:
    with pytest.raises(DealError, match="'C'"):
        Session("basic", ["A", "B"], dealer="C")


# --- chips ---


def test_chips_are_carried_and_bought() -> None:
    session = chips_session(Sora=50, Owen=50, Pia=5)
    book = session.play(THREE)
    assert book.payments is not None
    assert session.chips == {"Sora": 52, "Owen": 52, "Pia": 1}
    session.buy("Pia", 3)
    session.buy("Pia", 1)
    assert session.chips == {"Sora": 52, "Owen": 52, "Pia": 5}
    book = session.play(THREE)  # Owen deals: he is paid first
    assert book.payments is not None
    assert [(p.payer, p.payee, p.paid) for p in book.payments] == [("Pia", "Owen", 2), ("Pia", "Sora", 2)]
    session.play(THREE)  # Pia deals with one chip: Sora, on her left, has it
    assert session.chips == {"Sora": 55, "Owen": 54, "Pia": 0}
    assert session.totals == {"Sora": 5, "Owen": 4, "Pia": -9}
    assert [place.position for place in session.standings] == [1, 2, 3]
    assert session.played[2].book.totals == {"Sora": 2, "Owen": 2, "Pia": -4}
    assert session.ledger.rows[-1] == (3, 5, 4, -9)
    assert session.chips_ledger is not None
    assert session.chips_ledger.rows == (
        ("start", 50, 50, 5),
        ("after deal 1", 52, 52, 1),
        ("bought before deal 2", 0, 0, 4),
        ("after deal 2", 54, 54, 1),
        ("after deal 3", 55, 54, 0),
    )


def test_where_nothing_is_owed_the_rake_is_still_carried_on() -> None:
    rules = Agreement("swc", {"stakes.limit": "table stakes", "rake.taken": "yes", "rake.units": 2})
    session = Session(rules, ("Sora", "Owen"), deals=2, chips=9)
    session.play({name: THREE[name] for name in session.players})  # these two exchange nothing
    assert session.played[0].book.payments is not None
    assert session.played[0].book.payments.payments == ()
    assert session.chips == {"Sora": 7, "Owen": 7}


def test_buying_is_refused_where_it_cannot_be() -> None:
    session = chips_session()
    for chips in (0, -3, True, 1.0):
        with pytest.raises(DealError, match="Pia buys"):
            session.buy("Pia", chips)  # type: ignore[arg-type]
    with pytest.raises(DealError, match="'Rex'"):
        session.buy("Rex", 3)
    with pytest.raises(DealError, match="played without"):
        Session("basic", ["A", "B"]).buy("A", 3)
    while not session.finished:
        session.play(THREE)
    with pytest.raises(DealError, match="finished"):
        session.buy("Pia", 3)
    assert session.bought == {}


def test_a_debt_must_be_bought_off_before_the_next_deal() -> None:
    rules = Agreement("swc", {"stakes.limit": "none", "rake.taken": "no"})
    session = Session(rules, THREE, deals=2, chips=1)
    session.play(THREE)
    assert session.chips == {"Sora": 3, "Owen": 3, "Pia": -3}
    refused(session, THREE, DealError, "seat Pia: 3 chips below zero")
    session.buy("Pia", 3)
    session.play(THREE)


@pytest.mark.parametrize(
    ("chips", "text"),
    [
        ({"Sora": 1, "Owen": 1}, "seat Pia: no chips"),
        ({"Sora": 1, "Owen": 1, "Pia": 1, "Rex": 1}, "'Rex'"),
        ({"Sora": 1, "Owen": 1, "Pia": -1}, "seat Pia: .*-1"),
        (1.5, "seat Sora: .*1.5"),
    ],
)
def test_wrong_chips(chips: Any, text: str) -> None:
    with pytest.raises(DealError, match=text):
        Session(Agreement("swc", STAKES), THREE, deals=1, chips=chips)


def test_chips_under_rules_without_stakes() -> None:
    with pytest.raises(DealError, match=r"seat A: .*basic"):
        Session("basic", ["A", "B"], chips=8)


def test_seats_with_chips_where_there_are_none() -> None:
    at = [Seat(name, Layout.parse(text), chips=3) for name, text in A_WINS.items()]
    refused(Session("basic", ["A", "B"]), at, DealError, "seat A: 3 chips, where none")


# --- forms ---


def test_text_and_html_say_the_same() -> None:
    session = chips_session()
    session.play(THREE)
    text, html = str(session), session._repr_html_()
    for form in (text, html):
        for words in ("1 of 4 deals played, Owen deals next", "stakes.limit = table stakes", "after deal 1"):
            assert words in form
    assert repr(session) == text
    assert str(session.standings).splitlines()[1:] == [
        "       1  Sora       +2",
        "       1  Owen       +2",
        "       3  Pia        −4",
    ]
    assert "Standings" in session.standings._repr_html_()
    assert session != "a session"
    with pytest.raises(TypeError, match="unhashable"):
        hash(session)


# --- files ---


def some_session() -> Session:
    session = Session(Agreement("swc", STAKES), THREE, deals=4, dealer="Owen", chips=50)
    session.play(THREE)
    session.buy("Pia", 7)
    session.play(THREE)
    session.buy("Sora", 2)
    return session


def test_saved_and_loaded_is_the_same(tmp_path: Path) -> None:
    session = some_session()
    session.save(tmp_path / "s.json")
    loaded = load_session(tmp_path / "s.json")
    assert loaded == session
    assert str(loaded) == str(session)
    assert [p.name for p in tmp_path.iterdir()] == ["s.json"]
    loaded.play(THREE)
    assert loaded != session


def test_the_file_can_be_read_by_people(tmp_path: Path) -> None:
    some_session().save(tmp_path / "s.json")
    text = (tmp_path / "s.json").read_text("utf-8")
    assert '"front": "A♠ A♦ 2♣"' in text
    assert text.count("\n") > 60
    assert max(map(len, text.splitlines())) < 80


NAMES = ["Ada", "Bo 李", "C"]


@settings(max_examples=25)
@given(
    st.lists(
        st.tuples(
            st.integers(0, 10**6),
            st.sampled_from([False, True, "six pairs"]),
            st.booleans(),
            st.dictionaries(st.sampled_from(NAMES), st.integers(1, 9)),
        ),
        max_size=4,
    ),
    st.sampled_from(NAMES),
)
def test_any_session_comes_back(
    tmp_path_factory: pytest.TempPathFactory,
    deals: list[tuple[int, bool | str, bool, dict[str, int]]],
    dealer: str,
) -> None:
    rulings: dict[str, Value] = {"rake.units": 1, "session.deals": 5}
    agreement = Agreement(house("full", stakes="casino", rake="casino"), rulings)
    session = Session(agreement, NAMES, dealer=dealer, chips=9)
    for seed, declared, surrendered, bought in deals:
        for name, chips in bought.items():
            session.buy(name, chips)
        at = [
            Seat(name, Layout(hand[:3], hand[3:8], hand[8:]), declared, surrendered and name == "C")
            for name, hand in zip(NAMES, deal(seed, 3), strict=True)
        ]
        try:
            session.play(at)
        except (DealError, RulingNeeded):
            session.play([Seat(seat.name, seat.layout) for seat in at])
    path = tmp_path_factory.mktemp("sessions") / "s.json"
    session.save(path)
    loaded = load_session(path, agreement.profile)
    assert loaded == session
    assert loaded.ledger == session.ledger
    chips_bought = sum(sum(played.bought.values()) for played in session.played)
    raked = sum(sum(p.book.payments.rake.values()) for p in session.played if p.book.payments)
    assert session.chips is not None
    assert sum(session.chips.values()) == 27 + chips_bought - raked


def changed(change: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(json.dumps(some_session().as_dict()))
    change(data)
    return data


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (lambda d: d.pop("players"), "s.json: key 'players' is missing"),
        (lambda d: d.update(colour="red"), "s.json: unknown key 'colour'"),
        (lambda d: d.update(schema=2), "s.json: schema: "),
        (lambda d: d.update(profile="swcc"), "s.json: profile: no shipped profile 'swcc'"),
        (lambda d: d["rulings"].update({"foul.prize": 3}), "s.json: ruling 'foul.prize'"),
        (lambda d: d.update(dealer="Rex"), "s.json: no seat 'Rex'"),
        (lambda d: d.update(deals=1), "s.json: deal 2: .*the session is finished"),
        (lambda d: d.update(deals="1"), "s.json: deals: "),
        (lambda d: d["chips"].update(Pia=1.0), "s.json: seat Pia: chips"),
        (lambda d: d["bought"].update(Rex=2), "s.json: bought: no player 'Rex'"),
        (lambda d: d["played"][1]["bought"].update(Pia=0), "s.json: deal 2: Pia buys"),
        (lambda d: d["played"][1]["seat"].pop(), "s.json: deal 2: seat Pia: no layout"),
        (
            lambda d: d["played"][1]["seat"][0].pop("back"),
            r"s.json: played\[2\].seat\[Sora\]: key 'back' is missing",
        ),
        (lambda d: d["played"][0]["seat"][0].update(back="9♥"), "s.json: deal 1: seat Sora: a layout has"),
        (lambda d: d["played"][1].update(dealer="Sora"), "s.json: deal 2: dealer: 'Sora', where 'Pia' deals"),
        (
            lambda d: d["played"][1]["totals"].update(Sora=3),
            "s.json: deal 2: totals.Sora: 3, where .* gives 2",
        ),
        (lambda d: d["played"][1]["totals"].pop("Owen"), "s.json: deal 2: totals.Owen: missing"),
        (lambda d: d["played"][1]["totals"].update(Rex=0), "s.json: deal 2: totals.Rex: no player"),
        (
            lambda d: d["played"][0]["chips"].update(Pia=47),
            "s.json: deal 1: chips.Pia: 47, where .* gives 46",
        ),
        (lambda d: d["played"][0].pop("chips"), "s.json: deal 1: chips.Sora: missing"),
        (lambda d: d["rulings"].pop("rake.taken"), "s.json: swc gives no rule here.*rake.taken"),
    ],
)
def test_a_wrong_file_is_refused_with_what_and_where(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: Callable[[dict[str, Any]], object], text: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("s.json").write_text(json.dumps(changed(change)), "utf-8")
    with pytest.raises(RuleError, match="^" + text):
        load_session("s.json")


def test_chips_in_the_file_of_a_session_without() -> None:
    session = Session("basic", ["A", "B"])
    session.play(A_WINS)
    data = json.loads(json.dumps(session.as_dict()))
    assert read_session(data, "s.json") == session
    data["played"][0]["chips"] = {"A": 1, "B": 1}
    with pytest.raises(RuleError, match="deal 1: chips: this session is played without"):
        read_session(data, "s.json")


@settings(max_examples=200)
@given(st.data())
def test_a_file_cut_off_anywhere_is_refused_by_name(data: st.DataObject) -> None:
    from cptutor.datafiles import parse_data

    content = json.dumps(some_session().as_dict(), ensure_ascii=False).encode()
    cut = data.draw(st.integers(0, len(content) - 1))
    with pytest.raises(RuleError, match=r"^s\.json: "):
        read_session(parse_data(content[:cut], "s.json"), "s.json")


def test_house_rules_are_given_beside_the_file(tmp_path: Path) -> None:
    mine = house("basic")
    session = Session(mine, ["A", "B"])
    session.play(A_WINS)
    session.save(tmp_path / "s.json")
    with pytest.raises(RuleError, match="no shipped profile 'house'"):
        load_session(tmp_path / "s.json")
    with pytest.raises(RuleError, match="played under 'house', not 'basic'"):
        load_session(tmp_path / "s.json", load_profile("basic"))
    assert load_session(tmp_path / "s.json", mine) == session


def test_house_rules_under_a_shipped_name_are_not_saved(tmp_path: Path) -> None:
    false = Profile("basic", "", "basic-settlement", house("basic", foul="swc").entries)
    with pytest.raises(RuleError, match="'basic'"):
        Session(false, ["A", "B"]).save(tmp_path / "s.json")
    assert not list(tmp_path.iterdir())


# --- saving whatever happens ---


def test_saving_says_why_it_cannot(tmp_path: Path) -> None:
    session = some_session()
    with pytest.raises(RuleError, match=r"none.s\.json: No such file"):
        session.save(tmp_path / "none" / "s.json")
    with pytest.raises(RuleError, match="directory"):
        session.save(tmp_path)
    with pytest.raises(RuleError, match="null"):
        session.save(tmp_path / "a\0b")
    assert not list(tmp_path.iterdir())


def test_what_could_not_be_loaded_is_not_saved(tmp_path: Path) -> None:
    name = "A" * (LARGEST_FILE // 2)
    with pytest.raises(RuleError, match="larger than"):
        Session("basic", [name, "B"], dealer=name).save(tmp_path / "s.json")
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(os.name != "posix", reason="rights and links of POSIX")
def test_rights_and_links_stay_as_they_are(tmp_path: Path) -> None:
    real, link = tmp_path / "real.json", tmp_path / "link.json"
    some_session().save(real)
    real.chmod(0o640)
    link.symlink_to(real)
    chips_session().save(link)
    assert link.is_symlink()
    assert real.stat().st_mode & 0o777 == 0o640
    assert load_session(real) == chips_session()


class CrashError(BaseException):
    """The end of the program: nothing after it happens, not even cleaning up."""


class Torn:
    """A file that takes so many bytes and then the program ends."""

    def __init__(self, file: Any, room: int) -> None:
        self.file, self.room = file, room

    def __enter__(self) -> Torn:
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()

    def write(self, content: bytes) -> int:
        self.file.write(content[: self.room])
        self.file.flush()
        if self.room < len(content):
            raise CrashError
        return len(content)

    def flush(self) -> None:
        self.file.flush()

    def fileno(self) -> int:
        return int(self.file.fileno())


def crash(*_: object, **__: object) -> None:
    raise CrashError


OPEN = Path.open


def open_torn(room: int) -> Callable[..., Any]:
    """Path.open whose files for writing take so many bytes."""

    def torn(path: Path, mode: str = "r", *rest: Any, **more: Any) -> Any:
        file = OPEN(path, mode, *rest, **more)
        return Torn(file, room) if "x" in mode or "w" in mode else file

    return torn


@pytest.mark.parametrize("before", [None, "old"])
def test_a_crash_at_any_byte_leaves_the_old_file_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: str | None
) -> None:
    path = tmp_path / "s.json"
    if before:
        chips_session().save(path)
    old = path.read_bytes() if before else None
    session = some_session()
    length = len((json.dumps(session.as_dict(), ensure_ascii=False, indent=2) + "\n").encode())
    for room in range(length):
        with monkeypatch.context() as patch:
            patch.setattr(Path, "open", open_torn(room))
            patch.setattr(Path, "unlink", crash)
            patch.setattr(os, "fsync", lambda _: None)
            with pytest.raises(CrashError):
                session.save(path)
        assert (path.read_bytes() if path.exists() else None) == old
        for left in tmp_path.glob(".*"):
            assert left.stat().st_size == room
            left.unlink()
    session.save(path)
    assert path.stat().st_size == length
    assert load_session(path) == session


def then_crash(module: Any, name: str) -> Callable[..., Any]:
    """The function of a module, after which the program ends."""
    done = getattr(module, name)

    def torn(*args: Any, **more: Any) -> None:
        done(*args, **more)
        raise CrashError

    return torn


@pytest.mark.parametrize(
    ("module", "name", "after", "saved"),
    [
        (os, "fsync", False, False),
        (os, "fsync", True, False),
        (Path, "chmod", False, False),
        (Path, "chmod", True, False),
        (os, "replace", False, False),
        (os, "replace", True, True),
        (os, "open", False, True),
    ],
)
def test_a_crash_at_any_step_leaves_one_of_the_two_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: Any, name: str, after: bool, saved: bool
) -> None:
    path, old, new = tmp_path / "s.json", chips_session(), some_session()
    old.save(path)
    with monkeypatch.context() as patch:
        patch.setattr(module, name, then_crash(module, name) if after else crash)
        patch.setattr(Path, "unlink", crash)
        with pytest.raises(CrashError):
            new.save(path)
    assert load_session(path) == (new if saved else old)
    new.save(path)  # what the crash left behind is in nobody's way
    assert load_session(path) == new


@pytest.mark.parametrize("name", ["fsync", "replace"])
def test_a_full_disk_is_said_and_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    path, old = tmp_path / "s.json", chips_session()
    old.save(path)
    with monkeypatch.context() as patch:
        patch.setattr(os, name, full)
        with pytest.raises(RuleError, match=r"s\.json: No space left"):
            some_session().save(path)
    assert load_session(path) == old
    assert [p.name for p in tmp_path.iterdir()] == ["s.json"]


def test_settle_and_session_agree_on_payments() -> None:
    session = chips_session(Sora=3, Owen=1, Pia=3)
    at = [
        Seat(name, Layout.parse(text), chips=n)
        for (name, text), n in zip(THREE.items(), (3, 1, 3), strict=True)
    ]
    assert session.play(THREE).payments == settle(at, session.agreement, "Sora").payments
    assert session.chips == {"Sora": 5, "Owen": 2, "Pia": 0}


def test_a_saved_session_keeps_what_its_agreement_is(tmp_path: Path) -> None:
    session = Session(demonstration_agreement("swc"), ["A", "B"], 2)
    session.save(tmp_path / "s.json")
    loaded = load_session(tmp_path / "s.json")
    assert loaded == session
    assert loaded.agreement.invented


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_only_a_regular_file_is_written_over(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(RuleError, match="not a regular file"):
        Session("basic", ["A", "B"]).save(pipe)
    assert pipe.is_fifo()
