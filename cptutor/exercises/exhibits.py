"""Exhibits: plausible functions that err. A learner exposes one with a deal, then mends it.

An exhibit and its repair are the lesson's and the learner's own functions; what is right is asked of the library here,
on the same input. The names of :data:`ASKED` are those that exercise files use under ``asks``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any, Final

from cptutor.cards import Card, parse_cards, show_cards
from cptutor.exercises.judging import NotRightError, Options
from cptutor.layout import Layout
from cptutor.legality import check
from cptutor.ranking import compare_rows, rank_row
from cptutor.rules import Agreement
from cptutor.rules.profile_files import load_profile
from cptutor.rules.profiles import Rule
from cptutor.settlement import score, settle
from cptutor.specials import QUESTIONS, find_specials
from cptutor.terms import HAND_SIZE, ROWS, CardError, DealError

Input = tuple[Any, ...]
"""What an exhibit is called with; cards are given as tuples of :class:`~cptutor.cards.Card`."""

ASK: Final = "ask the table"
"""The right answer where no document decides."""

_LARGEST_DECK: Final = 16  # its hands are counted one by one


@dataclass(frozen=True, slots=True)
class Asked:
    """What an exhibit answers: ``read`` turns a learner's deal into its input, ``right`` is the library's answer.

    ``needs`` are the keys that an exercise's file must have for it.
    """

    read: Callable[[Any, Options], Input]
    right: Callable[..., Any]
    needs: tuple[str, ...] = ()


def _rows(answer: Any, *sizes: int) -> Input:
    texts = answer.split("/") if isinstance(answer, str) else list(_several(answer))
    rows = tuple(parse_cards(text) for text in texts)
    if tuple(map(len, rows)) != sizes:
        wanted = " / ".join(f"{size} cards" for size in sizes)
        raise CardError(f"wanted are {wanted} here, not {' / '.join(str(len(row)) for row in rows)}")
    parse_cards([card for row in rows for card in row])  # all of one deal
    return rows


def _several(answer: Any) -> Iterable[Any]:
    if not isinstance(answer, (list, tuple)):
        raise CardError(f"cards are wanted as text, not {type(answer).__name__}")
    return answer


def _front_and_middle(answer: Any, _options: Options) -> Input:
    return _rows(answer, 3, 5)


def _row_and_row(answer: Any, options: Options) -> Input:
    texts = answer.split("/") if isinstance(answer, str) else list(_several(answer))
    size = len(parse_cards(texts[0])) if texts else 0
    rows = _rows(answer, size, size)
    for row in rows:
        if (category := rank_row(row).category) != options.get("category", category):
            raise CardError(
                f"this exhibit is about a {options['category']}; {show_cards(row)} is a {category}"
            )
    return rows


def _long_row(answer: Any, _options: Options) -> Input:
    return _rows([answer] if isinstance(answer, str) else answer, 5)


def _thirteen(answer: Any, _options: Options) -> Input:
    text = answer.replace("/", " ") if isinstance(answer, str) else answer
    return _rows([text], HAND_SIZE)


def _legal_layout(answer: Any, options: Options) -> Input:
    layout = Layout.parse(answer)
    verdict = check(layout, options["profile"])
    if not verdict.legal:
        raise DealError(
            f"a legal layout is wanted here; this one is a {str(verdict).splitlines()[0].lower()}"
        )
    return (layout,)


def _two_layouts(answer: Any, _options: Options) -> Input:
    if not isinstance(answer, (list, tuple)) or len(answer) != 2:
        raise DealError("two layouts are wanted, in a list: ['… / … / …', '… / … / …']")
    return tuple(map(Layout.parse, answer))


def _results(answer: Any, options: Options) -> Input:
    if not isinstance(answer, str):
        raise DealError(f"three results are wanted as text, such as 'WWL', not {_in_words(answer)}")
    score(answer, options["profile"])  # refuses what is no pattern of three results
    return ("".join(filter(str.isalpha, answer.upper())),)


def _small_deck(answer: Any, _options: Options) -> Input:
    if not isinstance(answer, (list, tuple)) or len(answer) != 2 or any(type(n) is not int for n in answer):
        raise DealError("two whole numbers are wanted, ranks and suits of a small deck, such as [2, 2]")
    if min(answer) < 1 or answer[0] * answer[1] > _LARGEST_DECK:
        raise DealError(f"a deck of 1 to {_LARGEST_DECK} cards is wanted: its hands are counted one by one")
    return tuple(answer)


def _in_order(_options: Options, front: tuple[Card, ...], middle: tuple[Card, ...]) -> bool:
    return rank_row(front) <= rank_row(middle)


def _winner(_options: Options, first: tuple[Card, ...], second: tuple[Card, ...]) -> int:
    return compare_rows(first, second).result


def _category(_options: Options, row: tuple[Card, ...]) -> str:
    return rank_row(row).category


def _price(options: Options, name: str, row: tuple[Card, ...]) -> int:
    """What a row is a candidate for under the exercise's profile."""
    price = load_profile(options["profile"]).get(f"royalty.pays.{name}.{rank_row(row).category}")
    return int(price.value) if isinstance(price, Rule) else 0


def _back_royalty(options: Options, back: tuple[Card, ...]) -> int:
    return _price(options, "back", back)


def _royalties(options: Options, layout: Layout) -> int:
    return sum(_price(options, name, layout.row(name)) for name in ROWS)


def _net(options: Options, first: Layout, second: Layout) -> int:
    return settle({"first": first, "second": second}, options["profile"]).totals["first"]


def _net_of_results(options: Options, results: str) -> int:
    return score(results, options["profile"]).net


def _both_nets(options: Options, results: str) -> tuple[int, int]:
    net = score(results, options["profile"]).net
    return net, -net


def _six_pairs(_options: Options, cards: tuple[Card, ...]) -> str:
    held = {
        bool(find_specials(cards, dict(zip(QUESTIONS, answers, strict=True)), ["six pairs"]))
        for answers in product(*QUESTIONS.values())
    }
    return ASK if len(held) > 1 else "yes" if held == {True} else "no"


def _highest_special(options: Options, cards: tuple[Card, ...]) -> str:
    """The highest of the kinds that the exercise is about, by the order of its profile."""
    strict = {key: answers[0] for key, answers in QUESTIONS.items()}
    order = str(Agreement(options["profile"])["special.order"]).split(" < ")
    held = [special.kind for special in find_specials(cards, strict, options["kinds"])]
    return max(held, key=order.index, default="none")


def _one_deck(options: Options, first: Layout, second: Layout) -> bool:
    try:
        settle({"first": first, "second": second}, options["profile"])
    except DealError:
        return False
    return True


def _one_of_each_rank(_options: Options, ranks: int, suits: int) -> int:
    deck = product(range(ranks), range(suits))
    return sum(len({rank for rank, _ in hand}) == ranks for hand in combinations(deck, ranks))


ASKED: Final[dict[str, Asked]] = {
    "in order": Asked(_front_and_middle, _in_order),
    "winner": Asked(_row_and_row, _winner),
    "category": Asked(_long_row, _category),
    "back royalty": Asked(_long_row, _back_royalty, ("profile",)),
    "royalties": Asked(_legal_layout, _royalties, ("profile",)),
    "net": Asked(_two_layouts, _net, ("profile",)),
    "net of results": Asked(_results, _net_of_results, ("profile",)),
    "both nets": Asked(_results, _both_nets, ("profile",)),
    "six pairs": Asked(_thirteen, _six_pairs),
    "highest special": Asked(_thirteen, _highest_special, ("profile", "kinds")),
    "one deck": Asked(_two_layouts, _one_deck, ("profile",)),
    "one of each rank": Asked(_small_deck, _one_of_each_rank),
}
"""What exhibits answer, by the names that exercise files use."""


def judge_exhibit(answer: object, known: Any, options: Options) -> None:
    """Judge a deal that exposes an exhibit, and a repair.

    Args:
        answer: ``{"deal": …, "repair": …}``.
        known: a deal that is known to expose the exhibit; a repair must be right on it, whatever the learner's deal.
        options: ``exhibit``, the wrong function; ``asks``, a name of :data:`ASKED`; ``cases``, on which a repair must
            be right as well; and what the question itself needs.

    Raises:
        NotRightError: says which of the two is not right, and where.
        TutorError: the deal cannot be read.
    """
    if not isinstance(answer, Mapping) or set(answer) != {"deal", "repair"}:
        raise NotRightError("Wanted are two entries: deal and repair.")
    exhibit = options["exhibit"]
    if not callable(exhibit):
        raise NotRightError("The check needs the exhibit as well: check_answer(…, answer, its name).")
    asked = ASKED[options["asks"]]
    example = asked.read(known, options)
    if _answers(exhibit, "the exhibit", asked, example, options)[2]:
        raise NotRightError(
            "The exhibit has been mended in its case: run its cell as it was, and mend a copy."
        )
    if answer["deal"] is None or answer["deal"] is ...:
        raise NotRightError("Still empty: deal.")
    deal = asked.read(answer["deal"], options)
    said, right, agree = _answers(exhibit, "the exhibit", asked, deal, options)
    if agree:
        raise NotRightError(f"Here the exhibit is right, it is {_in_words(right)}; try another deal.")
    repair = answer["repair"]
    if repair is None or repair is ...:
        raise NotRightError(
            f"That exposes it: the exhibit says {_in_words(said)}, and it is {_in_words(right)}. Now mend a copy of it."
        )
    if not callable(repair):
        raise NotRightError(
            "The deal exposes it. For the repair a function is wanted: its name, without brackets."
        )
    for case, given in (
        (answer["deal"], deal),
        (known, example),  # a learner's own deal may be one that less than a repair gets right
        *((case, asked.read(case, options)) for case in options["cases"]),
    ):
        said, right, agree = _answers(repair, "the repair", asked, given, options)
        if not agree:
            at_fault, truth = _in_words(said), _in_words(right)
            if at_fault == truth:  # such as the text "yes" for True
                at_fault, truth = repr(said), repr(right)
            raise NotRightError(
                f"The deal exposes it. To {_in_words(case)} the repair says {at_fault}; it is {truth}."
            )


def _answers(
    function: Callable[..., Any], called: str, asked: Asked, given: Input, options: Options
) -> tuple[Any, Any, bool]:
    """What a function says, what is right, and whether the two agree; a list is as good as a tuple."""
    right = asked.right(options, *given)
    try:
        said = function(*given)
        said = tuple(said) if isinstance(said, list) else said
        agree = bool(said == right)
    except (Exception, SystemExit) as error:  # a learner's own function may do anything; the check must stand
        what = f"{type(error).__name__}: {_in_words(error)}".splitlines()[0]
        raise NotRightError(f"To {_in_words(given)}, {called} has no answer: {what}.") from None
    return said, right, agree


def _in_words(value: Any) -> str:
    try:
        return _words(value)
    except Exception:  # a learner's own value may fail to print, or hold itself
        return f"a value of the type {type(value).__name__}"


def _words(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (tuple, list)):
        if value and all(isinstance(part, Card) for part in value):
            return show_cards(value)
        cards = any(isinstance(part, (tuple, Layout)) for part in value)
        return (" | " if cards else ", ").join(map(_words, value))
    return str(value)
