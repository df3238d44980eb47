"""Practice without its widget: a stream of questions by seed, what was answered, the score, and what to repeat.

>>> state = PracticeState(seed=1, kinds=("row",))
>>> state.question.prompt, state.question.answer
('Who wins this row?', 'second')
>>> state.press("answer:first").startswith("Not right:")
True
>>> state.score, len(state.missed)
((0, 1), 1)
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from cptutor.tables import signed
from cptutor.terms import TutorError
from cptutor.widgets.close_rows import Draw
from cptutor.widgets.model import ControlState, RulesChosen, no_such
from cptutor.widgets.parts import Button, Check, Field, Figure, Figures, Fold, Group, Message, Static, Tools
from cptutor.widgets.questions import KINDS, Question, make_question

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from cptutor.rules import Rules
    from cptutor.widgets.parts import Part

_ANSWER: Final = "answer:"
_KIND: Final = "kind:"
_NUMBER: Final = "number:"


class PracticeState(ControlState):
    """A stream of questions and how it has gone so far.

    Args:
        seed: any whole number or text; the same seed asks the same questions everywhere.
        kinds: what is asked, of :data:`~cptutor.widgets.questions.KINDS`; all by default.
        rules: an agreement, a profile or its id.

    A question counts once: a repeat that is right takes it off the list of what was missed, not onto the score.
    """

    label = "Practice"

    def __init__(self, seed: int | str = 1, kinds: Iterable[str] = (), rules: Rules = "swc") -> None:
        self.seed = _seed(seed)
        self.kinds = _kinds((kinds,) if isinstance(kinds, str) else tuple(kinds) or tuple(KINDS))
        self.rules = RulesChosen(rules)
        self._start()

    def _start(self) -> None:
        self.right = self.asked = 0
        self.missed: tuple[str, ...] = ()
        self.queue: tuple[str, ...] = ()
        self._ask(1)

    def _ask(self, number: int) -> None:
        """Go on to a question of the stream."""
        self.number = number
        kind = Draw(f"kind/{self.seed}/{number}").pick(self.kinds)
        self._show(f"{kind}/{number}")

    def _show(self, name: str) -> None:
        kind, _, number = name.partition("/")
        self.name, self.given, self.draft = name, "", ""
        self.question: Question = make_question(kind, f"{self.seed}/{number}", self.rules.agreement)

    @property
    def score(self) -> tuple[int, int]:
        """How many were right, of how many."""
        return self.right, self.asked

    @property
    def repeating(self) -> bool:
        """Whether the question is one of those before."""
        return self.name.partition("/")[2] != str(self.number)

    @property
    def is_right(self) -> bool:
        """Whether the answer that was given is right."""
        return self.given == self.question.answer

    def set(self, name: str, value: object) -> str:
        """Change what is asked, the rules, or what is typed as an answer."""
        if name == "profile":
            before = self.rules.id
            said = self.rules.choose(value)
            try:
                self._start()
            except TutorError:
                self.rules.choose(before)
                self._start()
                raise
            return f"{said} The practice starts again."
        if name.startswith(_KIND):
            kind = name.removeprefix(_KIND)
            chosen = {*self.kinds, kind} if value is True else set(self.kinds) - {kind}
            self.kinds = _kinds(tuple(each for each in (*KINDS, kind) if each in chosen))
            if not self.given and not self.queue:
                self._ask(self.number)
            return f"{KINDS[kind]}: {'asked' if value is True else 'not asked'} from now on."
        if name == f"{_NUMBER}{self.name}" and not self.question.options and not self.given:
            text = str(value).strip().replace("−", "-")
            if not re.fullmatch(r"[+-]?[0-9]{1,6}", text):
                raise TutorError(f"a whole number is wanted, such as 2 or -4, not {str(value)[:20]!r}")
            self.draft = str(int(text))
            return f"{self.draft}."
        raise no_such("choice", name)

    def press(self, name: str) -> str:
        """Answer, go on, repeat what was missed, or start again."""
        if name == "next" and self.given:
            return self._next()
        if name == "repeat" and self.missed:
            self.queue = self.missed
            return self._next()
        if name == "restart":
            self._start()
            self.focus = "question"
            return f"Started again. {self.question.prompt}"
        if not self.given:
            options = dict(self.question.options)
            if name == "check" and not options:
                if not self.draft:
                    raise TutorError("type a whole number first")
                return self._take(self.draft)
            if name.startswith(_ANSWER) and name.removeprefix(_ANSWER) in options:
                return self._take(name.removeprefix(_ANSWER))
        raise no_such("button", name)

    def _take(self, answer: str) -> str:
        self.given, self.focus = answer, "next"
        repeated = self.name in self.missed
        if not repeated:
            self.asked += 1
            self.right += self.is_right
        if self.is_right:
            self.missed = tuple(name for name in self.missed if name != self.name)
        elif not repeated:
            self.missed = (*self.missed, self.name)
        verdict = "Right." if self.is_right else f"Not right: {_small(self.question.solution)}."
        return f"{verdict} {self.question.told[0]}."

    def _next(self) -> str:
        self.focus = "question"
        if self.queue:
            name, *rest = self.queue
            self.queue = tuple(rest)
            self._show(name)
            return f"Repeated: {self.question.prompt}"
        self._ask(self.asked + 1)  # whatever was repeated in between
        return f"Question {self.number}. {self.question.prompt}"

    def snapshot(self) -> dict[str, Any]:
        """The stream, where it is, and how it has gone."""
        return {
            **self.rules.snapshot(),
            "seed": self.seed,
            "kinds": list(self.kinds),
            "number": self.number,
            "question": self.name,
            "given": self.given,
            "right": self.right,
            "asked": self.asked,
            "missed": list(self.missed),
            "queue": list(self.queue),
        }

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Come back to a place in the stream."""
        numbers = {key: kept.get(key, getattr(self, key)) for key in ("number", "right", "asked")}
        names = {key: kept.get(key, list(getattr(self, key))) for key in ("missed", "queue")}
        for key, value in numbers.items():
            if isinstance(value, bool) or not isinstance(value, int) or value < 0:
                raise TutorError(f"{key}: a whole number is wanted, not {value!r}")
        for key, value in names.items():
            if not isinstance(value, list) or not all(map(_is_name, value)):
                raise TutorError(f"{key}: names of questions such as row/3 are wanted, not {value!r}")
        name, given = kept.get("question", self.name), kept.get("given", self.given)
        if not _is_name(name) or not isinstance(given, str):
            raise TutorError(f"question: a name such as row/3 is wanted, not {name!r}")
        self.seed = _seed(kept.get("seed", self.seed))
        self.kinds = _kinds(tuple(kept.get("kinds", self.kinds)))
        self.rules.restore(kept)
        self.number, self.right, self.asked = numbers.values()
        self.missed, self.queue = (tuple(value) for value in names.values())
        self._show(name)
        self.given = given

    def parts(self) -> tuple[Part, ...]:
        """The score, the question, its answers or what was right, and what may be asked."""
        missed = len(self.missed)
        figures = (
            Figure("score-right", "right", f"{self.right} of {self.asked}", True),
            Figure("score-missed", "to repeat", str(missed)),
        )
        boxes = tuple(Check(f"{_KIND}{kind}", words, kind in self.kinds) for kind, words in KINDS.items())
        repeat = f"Repeat what was missed ({missed})" if missed else "Repeat what was missed"
        return (
            Group("question", self._title(), tuple(self._question_parts()), "panel", self._hint()),
            Figures("score", "Score", figures),
            Tools(
                "again",
                "Repeat or start again",
                (Button("repeat", repeat, off=not missed), Button("restart", "Start again")),
            ),
            Fold("asked", "What is asked", (Tools("kinds", "Kinds", boxes), self.rules.part()), twin=False),
        )

    def _title(self) -> str:
        again = self.repeating or (self.name in self.missed and not self.given)
        return f"{'Repeated' if again else f'Question {self.number}'}: {self.question.prompt}"

    def _hint(self) -> str:
        if self.question.kind == "row":
            return ""
        hint = f"Rules: {self.rules.agreement.profile.title}."
        invented = ", ".join(self.question.invented)
        return f"{hint} Rulings invented for this question: {invented}." if invented else hint

    def _question_parts(self) -> list[Part]:
        asked, given = self.question, bool(self.given)
        after = given and asked.html_after
        parts: list[Part] = [
            Static(
                f"cards-{self.name}",
                "The cards",
                asked.html_after if after else asked.html,
                asked.text_after if after else asked.text,
            )
        ]
        if asked.options:
            buttons = tuple(self._option(value, words) for value, words in asked.options)
            parts.append(Tools(f"answers-{self.name}", asked.prompt, buttons))
        elif not given:
            hint = "A whole number; with a minus for a loss."
            parts.append(
                Field(f"{_NUMBER}{self.name}", "Net", "", hint, numeric=True, press="check", twin=False)
            )
            parts.append(Tools("check-tools", "Answer", (Button("check", "Answer", "main"),)))
        if given:
            title = f"{'right' if self.is_right else 'not right'}: {_small(asked.solution)}"
            if not asked.options and not self.is_right:
                title += f", not {signed(int(self.given))}"
            parts.append(Message("feedback", "good" if self.is_right else "bad", title, asked.told))
            parts.append(Tools("next-tools", "Go on", (Button("next", "Next question", "main"),)))
        return parts

    def _option(self, value: str, words: str) -> Button:
        if not self.given:
            return Button(f"{_ANSWER}{value}", words)
        if value == self.question.answer:
            return Button(f"{_ANSWER}{value}", f"✓ {words}", "right", off=True)
        if value == self.given:
            return Button(f"{_ANSWER}{value}", f"✗ {words}", "wrong", off=True)
        return Button(f"{_ANSWER}{value}", words, off=True)


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]


def _seed(seed: object) -> int | str:
    if isinstance(seed, bool) or not isinstance(seed, (int, str)) or len(str(seed)) > 200:
        raise TutorError("a practice has a number or a short text as its seed")
    return seed


def _kinds(kinds: tuple[object, ...]) -> tuple[str, ...]:
    known = tuple(kind for kind in KINDS if kind in kinds)
    if strange := [kind for kind in kinds if kind not in KINDS]:
        raise TutorError(f"there is no kind of question {strange[0]!r}: {', '.join(KINDS)}")
    if not known:
        raise TutorError("at least one kind of question is asked")
    return known


def _is_name(name: object) -> bool:
    return isinstance(name, str) and re.fullmatch(rf"({'|'.join(KINDS)})/[0-9]{{1,9}}", name) is not None
