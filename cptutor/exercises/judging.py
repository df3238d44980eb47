"""Judges: how an answer to an exercise is compared with the right one.

A judge returns nothing when the answer is right. When it is not, it raises :class:`NotRightError` with a sentence that
says what is wrong and leaves the right answer to be found; any other :class:`~cptutor.terms.TutorError` says what
cannot be read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from cptutor.cards import parse_cards, show_cards
from cptutor.layout import Layout
from cptutor.legality import check
from cptutor.ranking import compare_rows
from cptutor.terms import ROWS, TutorError

if TYPE_CHECKING:
    from collections.abc import Callable

Options = Mapping[str, Any]


_PLACES: Final = (
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
)


class NotRightError(TutorError):
    """An answer that can be read and is not right; the text is a sentence."""


def judge_number(answer: object, expected: Any, _options: Options) -> None:
    """A whole number: as such, or as text (``"+2"``, ``"−4"``)."""
    if _number(answer) != expected:
        raise NotRightError(f"{_shown(answer)} is not it.")


def judge_numbers(answer: object, expected: Any, _options: Options) -> None:
    """Several numbers by name, or in a list; says which of them are not right."""
    wanted = by_name(expected)
    given = _in_full(by_name(answer), wanted)
    missing = [name for name in wanted if name not in given or given[name] in (None, ...)]
    strangers = [name for name in given if name not in wanted]
    if strangers and isinstance(answer, Mapping):
        raise NotRightError(f"The names wanted are {listed(wanted)}, not {listed(strangers)}.")
    if strangers or (missing and not isinstance(answer, Mapping)):
        raise NotRightError(
            f"Here {len(given)} numbers are given; wanted are {len(wanted)}"
            + (f": {listed(wanted)}." if isinstance(expected, Mapping) else ".")
        )
    wrong = [name for name in wanted if name not in missing and _number(given[name]) != wanted[name]]
    said = []
    if wrong:
        good = len(wanted) - len(wrong) - len(missing)
        said.append(
            f"Look again at {listed(wrong)}" + (f" ({good} of {len(wanted)} are right)." if good else ".")
        )
    if missing:
        said.append(f"Still empty: {listed(missing)}.")
    if said:
        raise NotRightError(" ".join(said))


def judge_word(answer: object, expected: Any, options: Options) -> None:
    """A word or a few, in any case and spacing; ``options["also"]`` are words as right as the expected ones."""
    if not isinstance(answer, (str, list, tuple)):
        raise NotRightError(f"A word is wanted, in quotation marks, not {_shown(answer)}.")
    if _word(answer) not in {_word(expected), *map(_word, options.get("also", ()))}:
        raise NotRightError(f"{_shown(answer)} is not it.")


def judge_cards(answer: object, expected: Any, _options: Options) -> None:
    """Cards in any order."""
    given, wanted = set(parse_cards(_as_text(answer))), set(parse_cards(expected))
    if given != wanted:
        good = len(given & wanted)
        raise NotRightError(
            f"{len(wanted)} cards are wanted, not {len(given)}."
            if len(given) != len(wanted)
            else f"{good} of your {len(given)} cards belong to the answer."
        )


def judge_layout(answer: object, expected: Any, _options: Options) -> None:
    """One certain layout, the cards of each row in any order."""
    given, wanted = _layout(answer), Layout.parse(expected)
    _refuse_strangers(given, wanted)
    if wrong := [name for name in ROWS if set(given.row(name)) != set(wanted.row(name))]:
        raise NotRightError(f"Not every card is in its place: look again at {listed(wrong)}.")


def judge_legal_layout(answer: object, _expected: Any, options: Options) -> None:
    """Any legal layout of the start's cards, within so many exchanges, none that is excepted."""
    given, start = _layout(answer), Layout.parse(options["start"])
    _refuse_strangers(given, start)
    verdict = check(given, options["profile"])
    if not verdict.legal:
        title = str(verdict).partition("\n")[0]
        raise NotRightError(
            f"{title}." if not verdict.fouls else f"{title}: {verdict.reasons[0].partition(': ')[2]}."
        )
    if given in map(Layout.parse, options.get("except", ())):
        raise NotRightError("It is legal, but that layout has already been shown; find one of your own.")
    most = options.get("exchanges")
    if most is not None and (distance := start.distance(given)) > most:
        raise NotRightError(f"It is legal, but {distance} exchanges away; {most} must do.")


def judge_trade_off(answer: object, _expected: Any, options: Options) -> None:
    """A legal layout, and its rows (1 stronger, 0 equal, -1 weaker) against those of ``options["than"]``."""
    if not isinstance(answer, Mapping) or set(answer) != {"layout", *ROWS}:
        raise NotRightError("Wanted are four entries: layout, front, middle and back.")
    judge_legal_layout(answer["layout"], None, options)
    given, base = _layout(answer["layout"]), Layout.parse(options["than"])
    truth = {name: compare_rows(given.row(name), base.row(name)).result for name in ROWS}
    try:
        judge_numbers({name: answer[name] for name in ROWS}, truth, options)
    except NotRightError as wrong:
        raise NotRightError(
            f"The layout is legal; what you say it gains and gives up is not yet right. {wrong}"
        ) from None


JUDGES: Final[dict[str, Callable[[object, Any, Options], None]]] = {
    "number": judge_number,
    "numbers": judge_numbers,
    "word": judge_word,
    "cards": judge_cards,
    "layout": judge_layout,
    "legal layout": judge_legal_layout,
    "trade-off": judge_trade_off,
}
"""The judges by the names that exercise files use."""


def same_answer(answer: object, mistake: object) -> bool:
    """Whether an answer is a certain mistake, however it is written."""
    try:
        if isinstance(mistake, int):
            return _number(answer) == mistake
        if isinstance(mistake, (dict, list)):
            given, wanted = by_name(answer), by_name(mistake)
            return set(given) == set(wanted) and all(
                same_answer(given[name], wanted[name]) for name in wanted
            )
        if "/" in str(mistake):
            return _layout(answer) == Layout.parse(str(mistake))
        return _word(answer) == _word(mistake)
    except TutorError:
        return False


def _number(answer: object) -> int:
    if isinstance(answer, str) and re.fullmatch(r"\s*[+−-]?\s*\d{1,9}\s*", answer):
        return int(re.sub(r"\s", "", answer).replace("−", "-"))
    if isinstance(answer, float) and answer.is_integer():
        return int(answer)
    if isinstance(answer, bool) or not isinstance(answer, int):
        raise NotRightError(f"A whole number is wanted, not {_shown(answer)}.")
    return answer


def by_name(values: Any) -> dict[str, Any]:
    """Numbers by name; those of a list are called by their place."""
    if isinstance(values, Mapping):
        return {str(name): value for name, value in values.items()}
    if isinstance(values, Iterable) and not isinstance(values, (str, bytes)):
        return {_place(place): value for place, value in enumerate(values, start=1)}
    raise NotRightError(f"Several numbers are wanted, not {_shown(values)}.")


def _place(number: int) -> str:
    """The name of a place in a list. Not "number 2": the numbers of some lists are themselves numbers of something."""
    return f"the {_PLACES[number - 1]} place" if number <= len(_PLACES) else f"place {number}"


def _in_full(given: dict[str, Any], wanted: Iterable[str]) -> dict[str, Any]:
    """What is given with its names as they are wanted, where they are short for just one of them (``N`` for North)."""
    full = {}
    for name, value in given.items():
        meant = [whole for whole in wanted if name and whole.casefold().startswith(name.casefold())]
        full[meant[0] if len(meant) == 1 and name not in wanted else name] = value
    return full if len(full) == len(given) else given


def _word(text: Any) -> str:
    if isinstance(text, (list, tuple)):
        return _word(" and ".join(map(str, text)))
    return re.sub(r"[\s–-]+", "", _text(text)).casefold()


def _layout(answer: object) -> Layout:
    answer = getattr(answer, "current_layout", answer)  # a board with the layout on it
    return Layout.parse(answer if isinstance(answer, (str, Layout, list, tuple)) else _text(answer))


def _refuse_strangers(given: Layout, wanted: Layout) -> None:
    if strangers := sorted(given.cards - wanted.cards):
        are = "is not one" if len(strangers) == 1 else "are not"
        raise NotRightError(f"{show_cards(strangers)} {are} of this deal's thirteen cards.")


def _as_text(answer: object) -> Any:
    return answer if isinstance(answer, (str, Iterable)) else _text(answer)


def listed(names: Iterable[str]) -> str:
    """Names as one reads them aloud."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def _shown(answer: object, limit: int = 40) -> str:
    text = " ".join(_text(answer).split())
    return text if len(text) <= limit else text[: limit - 1] + "…"


def _text(answer: object) -> str:
    try:
        return str(answer)
    except Exception:  # a learner's own object may fail to print; the message must not
        return type(answer).__name__
