"""What every control is as a widget: a state kept in Python, its parts in the browser, and a twin without one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import anywidget
import traitlets

from cptutor.html import MESSAGES
from cptutor.terms import TutorError
from cptutor.widgets.parts import page_html, page_text

if TYPE_CHECKING:
    from cptutor.widgets.model import ControlState

_HERE: Final = Path(__file__).parent

_LEGEND: Final[dict[str, Any]] = {
    kind: {"sign": sign, "word": word, "colour": colour} for kind, (sign, word, colour) in MESSAGES.items()
}


class Control(anywidget.AnyWidget):
    """A control of the lessons; ``state`` holds all of it, and what is assigned to it is checked.

    The browser only asks for changes, by name and value; Python makes them and answers with what is to be shown.
    """

    _esm = _HERE / "control.js"
    _css = _HERE / "control.css"

    state = traitlets.Dict().tag(sync=True)
    shown = traitlets.Dict().tag(sync=True)
    legend = traitlets.Dict().tag(sync=True)

    def __init__(self, model: ControlState) -> None:
        self._model = model
        self._publishing = False
        self._answer: dict[str, Any] = {}
        super().__init__(state=model.snapshot(), shown=self._to_show(), legend=_LEGEND)
        self.on_msg(self._on_message)

    # For lessons and programs

    def set(self, name: str, value: object) -> str:
        """Change a value by its name, as in the browser; says what was done."""
        return self._do("set", name, value)

    def press(self, name: str) -> str:
        """Press a button by its name; says what was done."""
        return self._do("press", name)

    def _do(self, action: str, *arguments: Any) -> str:
        said: str = getattr(self._model, action)(*arguments)
        self._publish()
        return said

    # What the browser sends and gets

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """A browser asks for changes; it never makes them, so what it has set is put right."""
        if "state" in sync_data:
            self.send_state("state")

    def _on_message(self, _widget: object, content: object, _buffers: object) -> None:
        """Do what a browser asks for. Nobody sees an exception here, so each becomes words in the control."""
        asked = content if isinstance(content, dict) else {}
        about = {"view": asked.get("view"), "seq": asked.get("seq")}
        self._answer = {**about, "say": "", "problem": "", "field": "", "focus": ""}
        self._model.focus = ""
        try:
            said = self._perform(asked)
            self._answer["focus"] = self._model.focus
            self._publish(say=said)
        except Exception as error:
            self._publish(problem=_in_words(error))
        finally:
            self._answer = {}

    def _perform(self, asked: dict[str, Any]) -> str:
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
                raise traitlets.TraitError(_in_words(error)) from None
        return self._model.snapshot()

    @traitlets.observe("state")
    def _take_state(self, _change: dict[str, Any]) -> None:
        if not self._publishing:
            self._publish()

    def _publish(self, say: str = "", problem: str = "") -> None:
        """Show the state: everything that changed goes to the browser in one message, so that nothing flickers."""
        self._answer = {**self._answer, "say": say, "problem": problem}
        self._publishing = True
        try:
            with self.hold_sync():
                self.shown = self._to_show()
                self.state = self._model.snapshot()
        finally:
            self._publishing = False

    def _to_show(self) -> dict[str, Any]:
        parts = [part.as_dict() for part in self._model.parts()]
        return {"label": self._model.label, "parts": parts, "answer": dict(self._answer)}

    # The static twin

    def __repr__(self) -> str:
        return page_text(self._model.parts())

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle = super()._repr_mimebundle_(**kwargs)
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle or {}, {})
        twin = {"text/plain": repr(self), "text/html": page_html(self._model.parts())}
        return {**data, **twin}, metadata


def _in_words(error: Exception) -> str:
    """One line for the learner; a fault of a program rather than of the input says what kind it is."""
    text = " ".join(str(error).split())
    if isinstance(error, TutorError):
        return text
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
