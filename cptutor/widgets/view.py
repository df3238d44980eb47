"""What the board and the controls have in common: a state kept in Python, requests from the browser, and a static twin.

The browser only asks for changes; Python makes them, and answers with everything that is to be shown. An answer carries
the view and the number of its request, so that it is announced once, where it was asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import anywidget
import traitlets

from cptutor.terms import TutorError
from cptutor.widgets.legend import SIGNS

if TYPE_CHECKING:
    from collections.abc import Mapping


class View(anywidget.AnyWidget):
    """A widget that shows a model. Subclasses say what is synchronised, shown and written in its place.

    Args:
        model: does everything; its methods say in words what was done.
        legend: names and colours for the browser, beside the signs.
    """

    keeps: ClassVar[str]
    """The traitlet that holds the whole state."""

    shown = traitlets.Dict().tag(sync=True)
    legend = traitlets.Dict().tag(sync=True)

    def __init__(self, model: Any, legend: Mapping[str, Any] | None = None) -> None:
        self._model = model
        self._publishing = False
        self._answer: dict[str, Any] = {}
        own = {self.keeps: self._snapshot()}
        super().__init__(shown=self._all_shown(), legend={**SIGNS, **(legend or {})}, **own)
        self.on_msg(self._on_message)

    # What a subclass says

    def _snapshot(self) -> dict[str, Any]:
        """The state as it is synchronised."""
        raise NotImplementedError

    def _to_show(self) -> dict[str, Any]:
        """Everything the browser draws."""
        raise NotImplementedError

    def _perform(self, asked: dict[str, Any]) -> str:
        """Do what the browser asks for; says what was done, and may say more in ``self._answer``."""
        raise NotImplementedError

    def _html(self) -> str:
        """The static twin as HTML; ``repr`` is the one as text."""
        raise NotImplementedError

    # What the browser sends and gets

    def _do(self, action: str, *arguments: Any) -> str:
        """Do something for a lesson or a program."""
        said: str = getattr(self._model, action)(*arguments)
        self._publish()
        return said

    def _on_message(self, _widget: object, content: object, _buffers: object) -> None:
        """Do what a browser asks for. Nobody sees an exception here, so each becomes words in the widget."""
        asked = content if isinstance(content, dict) else {}
        self._answer = {"view": asked.get("view"), "seq": asked.get("seq")}
        try:
            self._publish(say=self._perform(asked))
        except Exception as error:
            self._publish(problem=in_words(error))
        finally:
            self._answer = {}

    def _publish(self, say: str = "", problem: str = "") -> None:
        """Show the state: everything that changed goes to the browser in one message, so that nothing flickers."""
        self._answer = {**self._answer, "say": say, "problem": problem}
        self._publishing = True
        try:
            with self.hold_sync():
                self.shown = self._all_shown()
                setattr(self, self.keeps, self._snapshot())
        finally:
            self._publishing = False

    def _all_shown(self) -> dict[str, Any]:
        return {**self._to_show(), "answer": dict(self._answer)}

    # The static twin

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle = super()._repr_mimebundle_(**kwargs)
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle or {}, {})
        return {**data, "text/plain": repr(self), "text/html": self._html()}, metadata


def in_words(error: Exception) -> str:
    """One line for the learner; a fault of a program rather than of the input says what kind it is."""
    text = " ".join(str(error).split())
    if isinstance(error, TutorError):
        return text
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
