"""What every control is as a widget: a state kept in Python, its parts in the browser, and a twin without one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import traitlets

from cptutor.terms import TutorError
from cptutor.widgets.bundle import script, styles
from cptutor.widgets.parts import page_dicts, page_html, page_text
from cptutor.widgets.view import View, in_words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cptutor.widgets.model import ControlState


class Control(View):
    """A control of the lessons; ``state`` holds all of it, and what is assigned to it is checked.

    The browser only asks for changes, by name and value; Python makes them and answers with what is to be shown.
    """

    _esm = script("control.js")
    _css = styles("shared.css", "mat.css", "control.css")

    keeps = "state"
    state = traitlets.Dict().tag(sync=True)

    _model: ControlState

    def __init__(self, model: ControlState, legend: Mapping[str, Any] | None = None) -> None:
        super().__init__(model, legend)

    # For lessons and programs

    def set(self, name: str, value: object) -> str:
        """Change a value by its name, as in the browser; says what was done."""
        return self._do("set", name, value)

    def press(self, name: str) -> str:
        """Press a button by its name; says what was done."""
        return self._do("press", name)

    # What the browser sends and gets

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """A browser asks for changes; it never makes them, so what it has set is put right."""
        if self.keeps in sync_data:
            self.send_state(self.keeps)

    def _perform(self, asked: dict[str, Any]) -> str:
        self._model.focus = ""
        said = self._change(asked)
        self._answer["focus"] = self._model.focus
        return said

    def _change(self, asked: dict[str, Any]) -> str:
        action, name = asked.get("do"), asked.get("name")
        if action not in ("set", "press") or not isinstance(name, str):
            raise TutorError(f"a control cannot {action!r}")
        if action == "set":
            self._answer["field"] = name
            return self._model.set(name, asked.get("value"))
        drafts = asked.get("drafts")
        for field, text in (drafts if isinstance(drafts, dict) else {}).items():
            self._answer["field"] = field
            self._model.set(str(field), text)
        self._answer["field"] = ""
        return self._model.press(name)

    @traitlets.validate("state")
    def _check_state(self, proposal: dict[str, Any]) -> dict[str, Any]:
        if not self._publishing:
            before = self._model.snapshot()
            try:
                self._model.restore(proposal["value"])
            except Exception as error:
                self._model.restore(before)
                raise traitlets.TraitError(in_words(error)) from None
        return self._model.snapshot()

    @traitlets.observe("state")
    def _take_state(self, _change: dict[str, Any]) -> None:
        if not self._publishing:
            self._publish()

    def _snapshot(self) -> dict[str, Any]:
        return self._model.snapshot()

    def _to_show(self) -> dict[str, Any]:
        return {"label": self._model.label, "parts": page_dicts(self._model.parts())}

    # The static twin

    def __repr__(self) -> str:
        return page_text(self._model.parts())

    def _html(self) -> str:
        return page_html(self._model.parts())
