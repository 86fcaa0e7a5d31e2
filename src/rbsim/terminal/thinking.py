"""Thinking: work on a thread, of which the result is taken only if nobody has moved on."""

import asyncio
from collections.abc import Callable
from threading import Thread
from typing import Any, TypeVar

from textual.app import App

Found = TypeVar("Found")


class Thinking:
    """One piece of work at a time; a thread that is no longer wanted ends with the program."""

    def __init__(self, app: App[Any]) -> None:
        self._app = app
        self._current: object = None

    @property
    def is_busy(self) -> bool:
        """Whether something is worked on."""
        return self._current is not None

    def forget(self) -> None:
        """Want the result no more."""
        self._current = None

    def begin(
        self,
        work: Callable[[], Found],
        then: Callable[[Found], None],
        failed: Callable[[Exception], None],
    ) -> None:
        """Work, and hand the result, or what was raised, on to the app's own thread."""
        take = self._taker()

        def run() -> None:
            try:
                found = work()
            except Exception as error:
                self._app.call_later(take, failed, error)
            else:
                self._app.call_later(take, then, found)

        Thread(target=run, daemon=True).start()

    def begin_later(self, seconds: float, step: Callable[[], None]) -> None:
        """Do something after so many seconds, or soon.

        Not with a timer of the app: one that is short is dropped where the machine is busy.
        """
        loop = asyncio.get_running_loop()
        loop.call_later(max(seconds, 0.0), self._app.call_later, self._taker(), step)

    def _taker(self) -> Callable[..., None]:
        """Return what does a step, unless something else has begun by then."""
        token = self._current = object()

        def take(step: Callable[..., None], *found: object) -> None:
            if token is self._current:
                self._current = None
                step(*found)

        return take
