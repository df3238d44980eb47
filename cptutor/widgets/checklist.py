"""The agreement checklist without its widget: what the rules leave open, as questions; the agreement as it grows.

>>> state = ChecklistState("simplest")
>>> state.progress
'0 of 6 questions answered'
>>> state.set("ruling:foul.price", "4")
'Ruled: foul.price = 4. 1 of 6 questions answered.'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cptutor.rules import Agreement
from cptutor.rules.agreement_files import agreement_toml, demonstration_rulings
from cptutor.rules.agreement_page import SECTIONS, idle, page_html, page_text
from cptutor.terms import RuleError, TutorError
from cptutor.widgets.model import RULING, ControlState, RulesChosen, no_such
from cptutor.widgets.parts import Button, Field, Fold, Group, Message, Static, Tools

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cptutor.rules import Rules
    from cptutor.rules.profiles import Gap
    from cptutor.widgets.parts import Part

_OPTIONS: Final = "Options of these rules"


class ChecklistState(ControlState):
    """An agreement that is being made.

    Args:
        rules: an agreement to go on with, a profile or its id.
    """

    label = "Agreement checklist"

    def __init__(self, rules: Rules = "swc") -> None:
        self.rules = RulesChosen(rules)

    @property
    def agreement(self) -> Agreement:
        """The agreement as it stands."""
        return self.rules.agreement

    @property
    def open(self) -> tuple[Gap, ...]:
        """The questions that are still to be answered; those without effect are left out."""
        return tuple(gap for gap in self.agreement.open_gaps if not idle(gap.key, self.agreement))

    @property
    def progress(self) -> str:
        """How far it is, in words."""
        answered = sum(gap.key in self.agreement.rulings for gap in self.agreement.profile.gaps)
        whole = answered + len(self.open)
        return f"{answered} of {whole} question{'s' * (whole != 1)} answered"

    def set(self, name: str, value: object) -> str:
        """Pick rules, answer a question, or name the agreement."""
        if name == "profile":
            said = self.rules.choose(value)
        elif name == "title":
            self._name(value)
            return "Named." if self.agreement.title else "Without a name."
        elif name.startswith(RULING):
            said = self.rules.rule(name.removeprefix(RULING), value)
        else:
            raise no_such("choice", name)
        return f"{said} {self.progress}."

    def press(self, name: str) -> str:
        """Fill in the project's made-up answers, start again, or put the name in."""
        now = self.agreement
        if name == "name":
            return "Named." if now.title else "Without a name."
        if name == "fill":
            rulings = {**demonstration_rulings(now.profile), **now.rulings}
            self.rules.agree(Agreement(now.profile, rulings, invented=True, title=now.title))
            return f"Filled in with invented rulings. {self.progress}."
        if name == "clear":
            self.rules.agree(Agreement(now.profile))
            return f"Every question is open again. {self.progress}."
        raise no_such("button", name)

    def _name(self, value: object) -> None:
        text = " ".join(str(value).split())
        if len(text) > 100 or not isinstance(value, str):
            raise TutorError("a name is one line of at most 100 characters")
        now = self.agreement
        self.rules.agree(Agreement(now.profile, now.rulings, invented=now.invented, title=text))

    def snapshot(self) -> dict[str, Any]:
        """Rules, rulings, name, and whether rulings are invented."""
        now = self.agreement
        return {**self.rules.snapshot(), "title": now.title, "invented": now.invented}

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Come back to an agreement."""
        self.rules.restore(kept)
        if "title" in kept:
            self._name(kept["title"])
        if "invented" in kept:
            now = self.agreement
            invented = kept["invented"] is True
            self.rules.agree(Agreement(now.profile, now.rulings, invented=invented, title=now.title))

    def parts(self) -> tuple[Part, ...]:
        """The rules, what is open, the questions by section, the page, and the file."""
        agreement = self.agreement
        page = page_text(agreement)
        toml = agreement_toml(agreement)
        buttons: list[Part] = [Button("clear", "Open every question again", off=not agreement.rulings)]
        if self._can_fill():
            buttons.insert(0, Button("fill", "Fill in with invented answers"))
        return (
            self.rules.part(),
            self._standing(),
            *self._questions(),
            Tools("start", "Start", tuple(buttons)),
            Group(
                "page",
                "",
                (Static("page-text", "The agreement as a page", page_html(agreement), page),),
                "panel",
            ),
            Fold(
                "file",
                "The agreement as a file",
                (
                    Field("title", "Name of the agreement", agreement.title, press="name"),
                    Field(
                        "toml",
                        "Text of the file (TOML)",
                        toml,
                        "Keep it as a .toml file; “cptutor settle --agreement” and load_agreement read it.",
                        rows=min(toml.count("\n") + 1, 16),
                        readonly=True,
                    ),
                    Tools(
                        "file-tools",
                        "Name and copy",
                        (
                            Button("copy", "Copy the text", "main", copies="toml"),
                            Button("name", "Use this name"),
                        ),
                    ),
                ),
                twin=False,
            ),
        )

    def _standing(self) -> Message:
        if not self.open:
            return Message("standing", "good", f"nothing is open: {self.progress}", twin=False)
        return Message("standing", "question", self.progress, twin=False)

    def _questions(self) -> list[Part]:
        """The questions under the headings of the page; what is open stands unfolded in the first of them."""
        agreement, groups = self.agreement, []
        asked = dict.fromkeys(
            key
            for key, entry in agreement.profile.items()
            if entry.answer is not None and not idle(key, agreement)
        )
        shown = False
        for title, sections in SECTIONS:
            keys = [key for key in asked if key.partition(".")[0] in sections]
            if not keys:
                continue
            left = sum(gap.key in keys for gap in self.open)
            count = f"{left} open" if left else "nothing open"
            answers = tuple(self.rules.answer(key) for key in keys)
            opened = bool(left) and not shown
            shown = shown or opened
            groups.append(Fold(f"section-{title}", f"{title} ({count})", answers, twin=False, opened=opened))
        without = [key for key, entry in agreement.profile.items() if entry.answer and idle(key, agreement)]
        parts: list[Part] = [Group("questions", "", tuple(groups), twin=False)]
        if without:
            note = f"Not asked, as what they belong to is not played: {', '.join(without)}."
            parts.append(Message("idle", "note", "some questions make no difference", (note,), twin=False))
        return parts

    def _can_fill(self) -> bool:
        try:
            demonstration_rulings(self.agreement.profile)
        except RuleError:
            return False
        return True
