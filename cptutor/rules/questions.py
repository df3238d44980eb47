"""Which questions a piece of work raises: all that can matter, and none that cannot.

A question may hang on the answer to another (equal rows of one's own, then the price of a foul), so the work is tried
with each sort of answer until no new question comes up. What comes of it is a tree: a question, and for each answer
what it leads to. Where every answer leads to the same, the question need not be asked.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, TypeVar

from cptutor.terms import RulingNeeded, TutorError

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence

    from cptutor.rules.agreement import Agreement
    from cptutor.rules.profiles import Gap, Value

    Work = Callable[[Agreement], object]

Result = TypeVar("Result")

MOST_TRIES = 200
"""So often is work tried to find out which answers matter; beyond that, a question too many may be asked."""

_MANY = 100
"""A number so large that what hangs on an amount (chips that do not reach, a higher special hand) shows."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question, and what each of its answers leads to."""

    gap: Gap
    branches: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class _Refused:
    """The work is refused, in these words."""

    words: str


class _TooManyTriesError(Exception):
    """The work has been tried often enough."""


class Questions:
    """The questions of some work, as :func:`cptutor.rules.asking_everything` asks them.

    Args:
        agreement: the rules in force.
        work: what is to be done.
        outcome: what of a result counts, so that two results may be found to come to the same; without it every
            two results differ.
        samples: answers to try by key, where the gap itself cannot tell them, such as the names of the players.
    """

    def __init__(
        self,
        agreement: Agreement,
        work: Callable[[Agreement], Result],
        outcome: Callable[[Result], Hashable] | None,
        samples: Mapping[str, Sequence[Value]],
    ) -> None:
        self._agreement = agreement
        self._samples = samples
        self._left = MOST_TRIES

        def comes_to(trial: Agreement) -> object:
            result = work(trial)
            return outcome(result) if outcome else object()

        self._work: Work = comes_to

    def that_matter(self) -> set[Gap] | None:
        """Each question of which two answers come to different things; None where that takes too many tries.

        A number is always asked, as not all of them can be tried; so is what has a single answer, which the table is
        to give knowingly.
        """
        try:
            return set(_all_asked(self._tree(self._agreement)))
        except _TooManyTriesError:
            return None

    def any_answers(self, work: Work) -> set[Gap]:
        """Every question that some work raises under any answers."""
        return self._raised(work, every_two=False)

    def every_two_answers(self) -> set[Gap]:
        """Every question that the work raises under every two answers, which is quicker than under any."""
        return self._raised(self._work, every_two=True)

    def answers(self, gap: Gap) -> tuple[Value, ...]:
        """One answer of each sort to a question, enough to find what it leads on to."""
        return tuple(self._samples.get(gap.key, ()))[:1] or gap.answer.samples()

    def _all_answers(self, gap: Gap) -> tuple[Value, ...]:
        """Answers enough to find whether two of them come to different things."""
        many = (_MANY,) if gap.answer.allows(_MANY) else ()
        return (*(self._samples.get(gap.key) or gap.answer.samples()), *many)

    def _tree(self, trial: Agreement) -> object:
        if not self._left:
            raise _TooManyTriesError
        self._left -= 1
        try:
            return self._work(trial)
        except RulingNeeded as needed:
            gap = needed.questions[0]
        except TutorError as error:
            return _Refused(str(error))
        branches = tuple(self._tree(trial.with_ruling(gap.key, answer)) for answer in self._all_answers(gap))
        same = len(set(branches)) == 1
        number = gap.answer.minimum is not None
        if same and (isinstance(branches[0], _Refused) or (len(branches) > 1 and not number)):
            return branches[0]
        return _Asked(gap, branches)

    def _raised(self, work: Work, *, every_two: bool) -> set[Gap]:
        asked: set[Gap] = set()
        tried: set[frozenset[tuple[str, Value]]] = set()
        open_tries = [self._agreement]
        ruled = self._agreement.rulings
        while open_tries:
            trial = open_tries.pop()
            if every_two:
                answers = [(key, value) for key, value in trial.rulings.items() if key not in ruled]
                pairs = {frozenset(pair) for pair in combinations_with_replacement(answers, 2)}
                if answers and pairs <= tried:
                    continue
                tried |= pairs
            try:
                work(trial)
            except RulingNeeded as needed:
                for gap in needed.questions:
                    asked.add(gap)
                    open_tries += [trial.with_ruling(gap.key, answer) for answer in self.answers(gap)]
            except TutorError:
                continue  # this answer refuses the deal, so nothing further hangs on it
        return asked


def _all_asked(tree: object) -> Iterator[Gap]:
    if isinstance(tree, _Asked):
        yield tree.gap
        for branch in set(tree.branches):
            yield from _all_asked(branch)
