"""Work in pieces, here or on an executor, its results in the order of the pieces wherever they were worked on."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from concurrent.futures import Executor, Future

Result = TypeVar("Result")

AHEAD: Final = 256
"""Pieces that are handed to an executor before the first of them is done."""


def in_order(
    work: Callable[..., Result], pieces: Iterable[tuple[Any, ...]], executor: Executor | None
) -> Iterator[Result]:
    """What ``work(*piece)`` returns, piece by piece.

    Whoever stops asking, because of a keyboard interrupt for example, has the results of the first pieces, none left
    out; what has not been begun by then is not worked on. (Close the iterator, or let go of it.)

    Args:
        work: called with each piece's arguments; for other processes it has to be a function of a module.
        pieces: the arguments of each piece.
        executor: any executor of ``concurrent.futures`` or of its kind; without one, the work is done here.
    """
    if executor is None:
        for piece in pieces:
            yield work(*piece)
        return
    waiting: deque[Future[Result]] = deque()
    try:
        for piece in pieces:
            waiting.append(executor.submit(work, *piece))
            if len(waiting) >= AHEAD:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()
