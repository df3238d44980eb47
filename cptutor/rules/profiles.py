"""A table's rules as values: profiles, their rules, and the gaps their documents leave.

A profile is a tree of rules. Each has a key (``bonus.overall.units``) and either a value with the section it was
read in, or a gap: the document is silent, and the table must give a ruling before a deal that needs it can be
settled. No profile borrows from another.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

    from cptutor.rules.differences import Differences

Value = int | str
"""What a rule says: a number of units, rows or chips, or one of the choices that the schema lists."""


def is_line(text: str) -> bool:
    """Whether a text is one line that shows something, without signs that steer a terminal."""
    return bool(text.strip()) and not any(unicodedata.category(sign) in ("Cc", "Cs") for sign in text)


@dataclass(frozen=True, slots=True)
class Source:
    """A document (an id of ``rules_data/sources.toml``) and a section of it."""

    document: str
    section: str

    def __str__(self) -> str:
        return f"{self.document}, {self.section}"


@dataclass(frozen=True, slots=True)
class Answer:
    """What a rule's value may be: one of ``choices``, or a whole number within the bounds, or text.

    Args:
        choices: the words allowed, if any.
        minimum, maximum: bounds of a number; None where there is none. Numbers are allowed only with a minimum.
        text: whether any text of one line will do.
        example: a text that will do, where not any will.
    """

    choices: tuple[str, ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    text: bool = False
    example: str = "as agreed"

    def allows(self, value: object) -> bool:
        """Whether a value is an allowed answer."""
        if isinstance(value, str):
            return value in self.choices or (self.text and is_line(value))
        if isinstance(value, bool) or not isinstance(value, int) or self.minimum is None:
            return False
        return self.minimum <= value and (self.maximum is None or value <= self.maximum)

    def read(self, text: str) -> Value:
        """An answer typed as text: a number where numbers are allowed, else the text itself."""
        text = text.strip()
        text = next((choice for choice in self.choices if choice.casefold() == text.casefold()), text)
        digits = text.removeprefix("-")
        number = self.minimum is not None and digits.isascii() and digits.isdigit() and len(digits) < 20
        return int(text) if number else text

    def samples(self) -> tuple[Value, ...]:
        """One answer of each sort, enough to find out which further questions an answer leads to.

        Of numbers the least and the next: none of something, or a price of nothing, often asks no more.
        """
        least = () if self.minimum is None else (self.minimum, self.minimum + 1)
        numbers = tuple(number for number in least if self.allows(number))
        return (*self.choices, *numbers, *((self.example,) if self.text else ()))

    def __str__(self) -> str:
        parts = list(self.choices)
        if self.minimum is not None:
            parts.append(
                f"a whole number from {self.minimum}"
                + (f" to {self.maximum}" if self.maximum is not None else "")
            )
        if self.text:
            parts.append("any text")
        return " or ".join(parts)


@dataclass(frozen=True, slots=True)
class Rule:
    """One value of a profile and where it was read.

    ``answer`` is set where the document lets the table agree otherwise, and says what may be agreed.
    """

    key: str
    value: Value
    source: Source
    note: str = ""
    answer: Answer | None = None


@dataclass(frozen=True, slots=True)
class Gap:
    """A place where a document is silent: the question to put to the table and the answers it may give."""

    key: str
    question: str
    answer: Answer
    source: Source
    gap: str

    def __str__(self) -> str:
        return f"{self.key}: {self.question} ({self.answer})"

    def as_dict(self) -> dict[str, str]:
        """The gap for JSON."""
        return {
            "key": self.key,
            "question": self.question,
            "answer": str(self.answer),
            "source": str(self.source),
            "gap": self.gap,
        }


@dataclass(frozen=True)
class Profile(Mapping[str, "Rule | Gap"]):
    """A table's rules: every key with a :class:`Rule` or a :class:`Gap`, in the order of its file.

    ``id``, ``title`` (the scoring in numbers) and ``document`` say which table it is; ``remarks`` name what looks
    like a slip of the pen in it. House rules have a ``file`` and mostly the id of a profile that they ``extend``.
    """

    id: str
    title: str
    document: str
    entries: Mapping[str, Rule | Gap] = field(repr=False)
    remarks: tuple[str, ...] = ()
    extends: str = ""
    file: Path | None = field(default=None, compare=False, repr=False)

    def __getitem__(self, key: str) -> Rule | Gap:
        return self.entries[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def __hash__(self) -> int:
        return hash(self.id)

    def __repr__(self) -> str:
        return f"load_profile({self.id if self.file is None else str(self.file)!r})"

    @property
    def rules(self) -> tuple[Rule, ...]:
        """What the profile says."""
        return tuple(entry for entry in self.entries.values() if isinstance(entry, Rule))

    @property
    def gaps(self) -> tuple[Gap, ...]:
        """What it leaves open."""
        return tuple(entry for entry in self.entries.values() if isinstance(entry, Gap))

    def as_dict(self) -> dict[str, Any]:
        """The profile for JSON."""
        return {
            "id": self.id,
            "title": self.title,
            "document": self.document,
            "extends": self.extends or None,
            "remarks": list(self.remarks),
            "rules": [
                {
                    "key": rule.key,
                    "value": rule.value,
                    "source": str(rule.source),
                    "note": rule.note,
                    "option": str(rule.answer) if rule.answer else None,
                }
                for rule in self.rules
            ],
            "gaps": [gap.as_dict() for gap in self.gaps],
        }

    def differences(self, other: Profile) -> Differences:
        """Every key on which this profile and another say different things: a tuple that prints as a table."""
        from cptutor.rules.differences import Differences

        return Differences(self, other)

    def names(self, section: str) -> tuple[str, ...]:
        """The names that stand under a section: ``names("bonus")`` is ``("overall",)`` for ``swc``."""
        prefix = section + "."
        found = {key[len(prefix) :].split(".")[0]: None for key in self.entries if key.startswith(prefix)}
        return tuple(found)
