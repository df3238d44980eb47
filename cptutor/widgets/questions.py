"""Questions to practise with: made by a seed, answered by the library, close more often than not.

>>> question = make_question("row", "1/1", Agreement("swc"))
>>> question.prompt, [words for _, words in question.options]
('Who wins this row?', ['The first row', 'Neither: a tie', 'The second row'])
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from cptutor.cards import show_cards
from cptutor.html import Markup, row_html, table_html
from cptutor.layout import Layout
from cptutor.legality import check
from cptutor.ranking import compare_rows, rank_row
from cptutor.rules import Agreement
from cptutor.rules.agreement_files import demonstration_rulings
from cptutor.settlement import settle
from cptutor.settlement.scorebook import Layouts
from cptutor.settlement.scorebook_html import layouts_html
from cptutor.tables import signed
from cptutor.terms import FRONT_MIDDLE, MIDDLE_BACK, ROWS, RulingNeeded, TutorError
from cptutor.widgets.close_rows import Cards, Draw, NotPossibleError, close_rows, rows_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cptutor.cards import Card
    from cptutor.widgets.parts import Option

KINDS: Final = {"row": "Who wins this row", "legal": "Is this legal", "net": "What is the net"}
"""The kinds of questions, and the words for them."""

RULING: Final = "ruling"
_TRIES: Final = 3000
_SILENT: Final = 30
_BOTH: Final = f"{FRONT_MIDDLE} and {MIDDLE_BACK}"
_MIX: Final = ("legal", "legal", "legal", FRONT_MIDDLE, FRONT_MIDDLE, MIDDLE_BACK, MIDDLE_BACK, _BOTH, RULING)
_FRONTS: Final = "front_kicker front_high front_suited_run front_trips"
_MIDDLES: Final = "kicker two_pair high_cards trips wheel no_wrap"
_BACKS: Final = "flush_and_straight flushes full_houses quads wheel trips"
_NAMES: Final = ("Anna", "Ben")


@dataclass(frozen=True)
class Question:
    """A question with its right answer and the step that decides.

    ``options`` are the answers to pick from; where there are none a whole number is wanted. ``html`` and ``text`` show
    the cards; ``html_after`` and ``text_after`` say what they are, once the question has been answered. ``invented``
    are rulings that were made up, because the rules alone cannot settle anything.
    """

    kind: str
    prompt: str
    html: str
    text: str
    options: tuple[Option, ...]
    answer: str
    told: tuple[str, ...]
    html_after: str = ""
    text_after: str = ""
    invented: tuple[str, ...] = ()

    @property
    def solution(self) -> str:
        """The right answer in words."""
        return dict(self.options).get(self.answer) or signed(int(self.answer))


def make_question(kind: str, seed: str, agreement: Agreement) -> Question:
    """The question of a kind and a seed; the same everywhere.

    Raises:
        TutorError: there is no such kind.
    """
    if kind not in KINDS:
        raise TutorError(f"there is no kind of question {kind!r}: {', '.join(KINDS)}")
    draw = Draw(f"{kind}/{seed}")
    make = {"row": _row, "legal": _legal, "net": _net}[kind]
    wanted = draw.pick(_MIX if _may_be_silent(agreement) else _MIX[:-1])
    silent = 0
    for attempt in range(_TRIES):
        try:
            question = make(draw, agreement)
        except RulingNeeded:
            silent += 1
            if silent == _SILENT:  # no deal can be settled under these rules without a ruling
                agreement = _demonstration(agreement)
            continue
        except NotPossibleError:
            continue
        if kind != "legal" or question.answer == wanted or attempt > _TRIES // 10:
            return question
    raise TutorError(f"no question of kind {kind!r} can be made under {agreement.profile.id}")


def _row(draw: Draw, agreement: Agreement) -> Question:
    size = draw.pick([3, 5, 5])
    first, second = (_shuffled(draw, row) for row in close_rows(draw, size, size))
    wheel = agreement.wheel
    comparison = compare_rows(first, second, wheel)
    named = (("first", first), ("second", second))
    words = [rank_row(row, wheel).describe() for _, row in named]
    lines = [f"{name:<6}  {show_cards(row)}" for name, row in named]
    options = (("first", "The first row"), ("tie", "Neither: a tie"), ("second", "The second row"))
    answer = {1: "first", 0: "tie", -1: "second"}[comparison.result]
    return Question(
        "row",
        "Who wins this row?",
        _rows_html(named),
        "\n".join(lines),
        options,
        answer,
        (comparison.reason,),
        _rows_html(named, words),
        "\n".join(f"{line}  {said}" for line, said in zip(lines, words, strict=True)),
    )


def _legal(draw: Draw, agreement: Agreement) -> Question:
    rows: tuple[Cards, Cards, Cards]
    if draw.below(2):
        front, middle = close_rows(draw, 3, 5)
        rows = (front, middle, _third(draw, 5, {*front, *middle}))
    else:
        middle, back = close_rows(draw, 5, 5)
        rows = (_third(draw, 3, {*middle, *back}), middle, back)
    layout = Layout(*(_shuffled(draw, row) for row in rows))
    words = {row: rank_row(layout.row(row), agreement.wheel).describe() for row in ROWS}
    options = [
        ("legal", "Legal"),
        (FRONT_MIDDLE, f"Foul at {FRONT_MIDDLE}"),
        (MIDDLE_BACK, f"Foul at {MIDDLE_BACK}"),
        (_BOTH, "Foul at both"),
    ]
    if _may_be_silent(agreement):
        options.append((RULING, "The rules are silent"))
    try:
        verdict = check(layout, agreement)
    except RulingNeeded as needed:
        answer, told = RULING, tuple(f"{gap.question} ({gap.source})" for gap in needed.questions)
    else:
        answer, told = " and ".join(verdict.fouls) or "legal", verdict.reasons
    lines = [f"{name:<6}  {show_cards(cards)}" for name, cards in layout]
    return Question(
        "legal",
        "Is this legal?",
        _rows_html(tuple(layout)),
        "\n".join(lines),
        tuple(options),
        answer,
        told,
        _rows_html(tuple(layout), tuple(words.values())),
        "\n".join(f"{line}  {said}" for line, said in zip(lines, words.values(), strict=True)),
    )


def _net(draw: Draw, agreement: Agreement) -> Question:
    taken: set[Card] = set()
    sides: tuple[list[Cards], list[Cards]] = ([], [])
    for names in (_BACKS, _MIDDLES, _FRONTS):
        pair = rows_of(draw, names, taken)
        for side, row in zip(sides, pair, strict=True):
            side.insert(0, _shuffled(draw, row))
            taken.update(row)
    layouts = Layouts(
        (name, Layout(front, middle, back)) for name, (front, middle, back) in zip(_NAMES, sides, strict=True)
    )
    if not all(check(layout, agreement).legal for layout in layouts.values()):
        raise NotPossibleError
    book = settle(layouts, agreement)
    (pairing,) = book.pairings
    told = [
        f"{row.row}: {('a tie' if not row.result else f'{_NAMES[row.result < 0]} wins')}: {row.reason}"
        for row in pairing.rows
    ]
    told += [
        f"{signed(each.units if each.payee == pairing.first else -each.units)} {each.reason}"
        for each in pairing.transfers
        if each.component != "rows"
    ]
    return Question(
        "net",
        f"What is {_NAMES[0]}’s net from {_NAMES[1]}?",
        layouts_html(layouts),
        "\n".join(f"{name:<4}  {layout}" for name, layout in layouts.items()),
        (),
        str(pairing.net),
        (*told, f"{_components(pairing.components)} = {signed(pairing.net)}", *pairing.notes),
        invented=tuple(f"{key} = {value}" for key, value in book.rulings.items() if agreement.invented),
    )


def _demonstration(agreement: Agreement) -> Agreement:
    """The same rules with the made-up rulings of this project where they are silent."""
    profile = agreement.profile
    return Agreement(profile, {**demonstration_rulings(profile), **agreement.rulings}, invented=True)


def _rows_html(named: Sequence[tuple[str, Cards]], words: Sequence[str] = ()) -> str:
    """Rows below each other; the words for one stand below its cards, where a narrow page has room for them."""
    shown = words or [""] * len(named)
    rows = [[name, Markup(f"{row_html(row)}{said}")] for (name, row), said in zip(named, shown, strict=True)]
    return table_html((), rows)


def _may_be_silent(agreement: Agreement) -> bool:
    """Whether the rules leave open if equal rows of one's own are legal."""
    return any(gap.key in ("front_middle.equal_prefix", "middle_back.equal") for gap in agreement.open_gaps)


def _components(components: dict[str, int]) -> str:
    shown = [f"{name} {signed(units)}" for name, units in components.items() if units or name == "rows"]
    return ", ".join(shown)


def _third(draw: Draw, size: int, taken: set[Card]) -> Cards:
    """Another row: mostly one that leaves the close pair to decide."""
    weak = draw.rest(size, taken)
    if size == 5 and draw.below(4):
        pair = rows_of(draw, _BACKS, taken)
        return pair[0]
    return weak


def _shuffled(draw: Draw, row: Cards) -> Cards:
    return tuple(draw.some(row, len(row)))
