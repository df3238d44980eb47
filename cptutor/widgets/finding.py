"""What a board says about its cards: counts first, then both boundaries, or the questions that the rules leave open.

>>> from cptutor.widgets.placement import Placement
>>> find(Placement.read("Q♠ 2♣ / Q♥ 9♠ 9♦ 8♣ 6♥ 3♦ / A♠ K♠ J♠ 10♠ 4♠"), "basic")
Fix the counts first: 2/6/5 where 3/5/5 is wanted
  front: 2 cards where 3 are wanted
  middle: 6 cards where 5 are wanted
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from cptutor.legality import Verdict, check, row_strengths
from cptutor.rules import as_agreement
from cptutor.terms import BOUNDARIES, ROW_SIZES, ROWS, RulingNeeded
from cptutor.widgets.placement import HAND

if TYPE_CHECKING:
    from cptutor.html import Kind
    from cptutor.layout import Layout
    from cptutor.rules import Agreement, Rules
    from cptutor.widgets.placement import Placement

_SIZES: Final = dict(zip(ROWS, ROW_SIZES, strict=True))


@dataclass(frozen=True, slots=True)
class Remark:
    """One line of a finding, and the places it concerns; ``kind`` as in :data:`cptutor.html.MESSAGES`."""

    about: str
    kind: Kind
    text: str

    @property
    def places(self) -> tuple[str, ...]:
        """The two rows of a boundary, or the one place."""
        return tuple(self.about.split("-")) if self.about in BOUNDARIES else (self.about,)

    def __str__(self) -> str:
        return f"{self.about}: {self.text}"


@dataclass(frozen=True, slots=True, repr=False)
class Finding:
    """A title and what stands below it.

    ``words`` describe the rows once they are ranked; ``remarks`` belong to a boundary, a place, or a rule's key;
    ``verdict`` is the library's, where there is one.
    """

    kind: Kind
    title: str
    words: dict[str, str] = field(default_factory=dict)
    remarks: tuple[Remark, ...] = ()
    verdict: Verdict | None = None

    @property
    def lines(self) -> tuple[str, ...]:
        """What is wrong or asked, a line each; where all is well, why."""
        return tuple(str(remark) for remark in self.remarks if remark.kind == self.kind)

    @property
    def spoken(self) -> str:
        """The finding in sentences, to be read aloud."""
        told = [remark for remark in self.remarks if remark.kind == self.kind]
        texts = [remark.text if remark.about in BOUNDARIES else str(remark) for remark in told]
        sentences = [text if text.endswith("?") else f"{text}." for text in (self.title, *texts)]
        return " ".join(sentence[:1].upper() + sentence[1:] for sentence in sentences)

    def as_dict(self) -> dict[str, Any]:
        """The finding as the browser gets it."""
        return {
            "kind": self.kind,
            "title": self.title,
            "words": dict(self.words),
            "remarks": [
                {
                    "about": remark.about,
                    "places": list(remark.places),
                    "kind": remark.kind,
                    "text": remark.text,
                }
                for remark in self.remarks
            ],
        }

    def __str__(self) -> str:
        return "\n  ".join([self.title, *self.lines])

    def __repr__(self) -> str:
        return str(self)


def find(placement: Placement, rules: Rules) -> Finding:
    """Judge where the cards lie. A ruling that is missing becomes a question, not an error."""
    layout = placement.layout
    if layout is None:
        return _not_set(placement)
    agreement = as_agreement(rules)
    try:
        verdict = check(layout, agreement)
    except RulingNeeded as needed:
        return _asked(layout, agreement, needed)
    title, *_ = str(verdict).split("\n")
    if not layout.counts_right:
        return Finding("bad", title, {}, _count_remarks(placement), verdict)
    remarks = tuple(
        Remark(boundary.name, "good" if boundary.legal else "bad", boundary.reason)
        for boundary in verdict.boundaries
    )
    words = {name: strength.describe() for name, strength in zip(ROWS, verdict.strengths, strict=True)}
    return Finding("good" if verdict.legal else "bad", title, words, remarks, verdict)


def _not_set(placement: Placement) -> Finding:
    left = len(placement.hand)
    cards = "1 card is" if left == 1 else f"{left} cards are"
    return Finding("bad", f"Set every card first: {cards} still in the hand", {}, _count_remarks(placement))


def _count_remarks(placement: Placement) -> tuple[Remark, ...]:
    found = []
    for name, count in placement.counts.items():
        wanted = _SIZES.get(name, 0)
        if count != wanted:
            cards = "1 card" if count == 1 else f"{count} cards"
            text = f"{cards} to set" if name == HAND else f"{cards} where {wanted} are wanted"
            found.append(Remark(name, "bad", text))
    return tuple(found)


def _asked(layout: Layout, agreement: Agreement, needed: RulingNeeded) -> Finding:
    try:
        strengths = row_strengths(layout, agreement)
    except RulingNeeded:  # even the order of the rows is open
        words = {}
    else:
        words = {name: strength.describe() for name, strength in zip(ROWS, strengths, strict=True)}
    remarks = []
    for gap in needed.questions:
        boundary = gap.key.partition(".")[0].replace("_", "-")
        about = boundary if boundary in BOUNDARIES else gap.key
        allowed = "" if str(gap.answer) in gap.question else f" ({gap.answer})"
        remarks.append(Remark(about, "question", gap.question + allowed))
    title = "A ruling is needed: the rules are silent here"
    return Finding("question", title, words, tuple(remarks))
