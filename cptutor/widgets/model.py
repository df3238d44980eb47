"""What every control's state can do: be changed by a name and a value, be kept, and list its parts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, Final

from cptutor.rules import Agreement, as_agreement, read_ruling
from cptutor.rules.profile_files import profile_ids
from cptutor.rules.profiles import Gap, Rule
from cptutor.terms import RuleError, TutorError
from cptutor.widgets.parts import Answer, Choice

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from cptutor.rules import Rules
    from cptutor.widgets.parts import Option, Part

RULING: Final = "ruling:"
"""What the name of an answer's part begins with; the rule's key follows."""

LONGEST_TEXT: Final = 4000
"""Characters that a control takes at once."""


class ControlState(ABC):
    """A control without its widget.

    Everything that is done answers with a sentence for the learner. What cannot be done raises a ``TutorError`` of one
    line and changes nothing. ``focus`` is the key of the part where the learner should go on, empty to stay.
    """

    label: ClassVar[str]
    focus: str = ""

    @abstractmethod
    def set(self, name: str, value: object) -> str:
        """Change one value."""

    @abstractmethod
    def press(self, name: str) -> str:
        """Do what a button says."""

    @abstractmethod
    def parts(self) -> tuple[Part, ...]:
        """What is shown."""

    @abstractmethod
    def snapshot(self) -> dict[str, Any]:
        """All that is needed to come back here, for JSON."""

    @abstractmethod
    def restore(self, kept: Mapping[str, Any]) -> None:
        """Come back to what was kept; keys that are missing stay as they are."""


class RulesChosen:
    """The rules picked in a control; each profile keeps its own rulings, so that none borrows from another."""

    def __init__(self, rules: Rules) -> None:
        agreement = as_agreement(rules)
        self.id = agreement.profile.id
        self._kept: dict[str, Agreement] = {self.id: agreement}

    @property
    def agreement(self) -> Agreement:
        """What is in force."""
        return self._kept[self.id]

    def part(self) -> Choice:
        """The list to pick from; each profile's scoring is spelled out in numbers."""
        options: list[Option] = []
        for name in dict.fromkeys((*profile_ids(), *self._kept)):
            profile = (self._kept.get(name) or Agreement(name)).profile
            options.append((name, f"{name}: {profile.title}"))
        hint = self.agreement.profile.title
        return Choice("profile", "Rules", tuple(options), self.id, "select", hint)

    def choose(self, name: object) -> str:
        """Go on under another profile."""
        if not isinstance(name, str) or (name not in self._kept and name not in profile_ids()):
            raise RuleError(f"no profile {name!r}; there are {', '.join(profile_ids())}")
        self._kept.setdefault(name, Agreement(name))
        self.id = name
        return f"Rules: {self.agreement.profile.title}."

    def agree(self, agreement: Agreement) -> None:
        """Put other rules in force."""
        self.id = agreement.profile.id
        self._kept[self.id] = agreement

    def rule(self, key: str, text: object) -> str:
        """Answer a question; an empty answer opens it again."""
        value = _text(text).strip()
        agreement = self.agreement
        rulings = {name: ruling for name, ruling in agreement.rulings.items() if name != key}
        if value:
            rulings[key] = read_ruling(agreement.profile, key, value)
        self._kept[self.id] = Agreement(
            agreement.profile, rulings, invented=agreement.invented, title=agreement.title
        )
        return f"Ruled: {key} = {rulings[key]}." if value else f"{key} is open again."

    def snapshot(self) -> dict[str, Any]:
        """The profile's id and the rulings on it."""
        return {"profile": self.id, "rulings": dict(self.agreement.rulings)}

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Come back to a profile and its rulings."""
        if "profile" in kept:
            self.choose(kept["profile"])
        if "rulings" in kept:
            if not isinstance(kept["rulings"], dict):
                raise RuleError("rulings are answers by key")
            now = self.agreement
            self.agree(Agreement(now.profile, kept["rulings"], invented=now.invented, title=now.title))

    def answers(self, gaps: Iterable[Gap]) -> tuple[Answer, ...]:
        """The questions of some gaps, and of all that were ruled on already, as parts."""
        profile = self.agreement.profile
        keys = {gap.key for gap in gaps} | set(self.agreement.rulings)
        return tuple(self.answer(key) for key in profile if key in keys)

    def answer(self, key: str) -> Answer:
        """One question as a part: a gap's own, or that of an option with what holds unless agreed otherwise."""
        entry = self.agreement.profile[key]
        question = entry.question if isinstance(entry, Gap) else _option(entry)
        if entry.answer is None:
            raise RuleError(f"{key} is not left to the table")
        return Answer(
            f"{RULING}{key}",
            question,
            f"{key}: {'left open in' if isinstance(entry, Gap) else 'an option of'} {entry.source}",
            entry.answer.choices,
            entry.answer.minimum,
            entry.answer.maximum,
            entry.answer.text,
            str(self.agreement.rulings.get(key, "")),
            "still open" if isinstance(entry, Gap) else f"as written: {entry.value}",
        )


def _option(rule: Rule) -> str:
    from cptutor.rules.profile_files import describe_key

    return str(describe_key(rule.key)["question"])


def _text(value: object) -> str:
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        raise TutorError(f"a text is wanted, not {type(value).__name__}")
    return line_of(str(value))


def line_of(text: str) -> str:
    """A text that is not too long to look at.

    Raises:
        TutorError: it is.
    """
    if len(text) > LONGEST_TEXT:
        raise TutorError(f"{len(text)} characters are too many; {LONGEST_TEXT} will do")
    return text


def taken(value: object, options: Iterable[str], name: str) -> str:
    """A value that must be one of some options.

    Raises:
        TutorError: it is not.
    """
    known = tuple(options)
    if not isinstance(value, str) or value not in known:
        raise TutorError(f"{name}: {value!r} is none of {', '.join(known)}")
    return value


def no_such(what: str, name: object) -> TutorError:
    """The error for a part that is not there."""
    return TutorError(f"there is no {what} {name!r} here")
