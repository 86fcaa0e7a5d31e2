"""Progress: how far a study is, as a bar or as lines, in a terminal and in a notebook."""

from __future__ import annotations

import os
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.progress import Progress

STATUS_S = 30.0  # between two status lines
# Seconds of which the time left is told: a study that goes on reads what it has a hundred times as
# fast as it plays.
RECENT_S = 10.0
SILENT_S = 3.0  # that a notebook waits for a cell before it shows a bar unasked
SHOWN_S = 0.5  # between two states of a bar in a notebook

Told = Callable[[int, int], None]  # called with games or deals done, and those in all


@contextmanager
def shown(name: str, wanted: Told | bool | None) -> Iterator[Told]:
    """Yield who is told of progress: a function, a bar, or unless asked a notebook's after a while.

    Parameters
    ----------
    name : str
        What goes on.
    wanted : callable, bool or None
        A function that is told, True for a bar, False for nothing. None is a bar in a notebook
        whose cell takes more than some seconds.
    """
    if callable(wanted):
        yield wanted
    elif wanted is not False and _has_kernel():
        with _notebook_bar(name, 0 if wanted else SILENT_S) as tell:
            yield tell
    else:
        with bar(name, quiet=not wanted) as tell:
            yield tell


@contextmanager
def bar(name: str, quiet: bool = False) -> Iterator[Told]:
    """Yield a function of (games done, games in all), which shows them by a bar or by lines."""
    if quiet:
        yield lambda done, total: None
        return
    if sys.stderr is None or not sys.stderr.isatty() or is_dumb():
        yield _status_lines(name)
        return
    # Painted when something is done, as a bar that paints itself starts a thread.
    with _progress(transient=True, auto_refresh=False) as progress:
        task = progress.add_task(name, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total, refresh=True)


def _progress(**how: Any) -> Progress:
    """Return rich's bar, which is loaded when one is wanted."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = "{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    return Progress(*columns, console=Console(stderr=True), speed_estimate_period=RECENT_S, **how)


def is_dumb() -> bool:
    """Return whether the terminal takes plain lines alone."""
    return os.environ.get("TERM", "").lower() in ("dumb", "unknown")


def _status_lines(name: str) -> Told:
    """Return a function that prints a line when half a minute has gone by since the last."""
    last = time.monotonic()
    recent = deque([(last, 0)])  # when how many were done

    def tell(done: int, total: int) -> None:
        nonlocal last
        now = time.monotonic()
        recent.append((now, done))
        while len(recent) > 2 and recent[1][0] <= now - RECENT_S:
            recent.popleft()
        begin, gained = recent[0][0], done - recent[0][1]
        if now - last < STATUS_S or not done:
            return
        last = now
        left = timedelta(seconds=round((now - begin) * (total - done) / gained)) if gained else "?"
        text = f"rbsim: {name}: {done:,} of {total:,}, {done / total:.0%}; {left} left"
        print(text, file=sys.stderr)

    return tell


def _has_kernel() -> bool:
    """Return whether a notebook's kernel runs this, whose displays can be changed."""
    ipython = sys.modules.get("IPython")
    shell = ipython and ipython.get_ipython()
    return getattr(shell, "kernel", None) is not None


@contextmanager
def _notebook_bar(name: str, after: float) -> Iterator[Told]:
    """Yield what shows a bar below a cell, of which nothing is left once it is over.

    It is a display that is changed, as a bar of widgets would stay in a notebook as text.
    """
    from IPython.display import display

    progress = _progress(disable=True)
    task = progress.add_task(name, total=None)
    handle: Any = None
    next_time = time.monotonic() + after

    def tell(done: int, total: int) -> None:
        nonlocal handle, next_time
        progress.update(task, completed=done, total=total)
        if (now := time.monotonic()) < next_time:
            return
        next_time = now + SHOWN_S
        table = progress.make_tasks_table(progress.tasks)
        if handle is None:
            handle = display(table, display_id=True)  # type: ignore[no-untyped-call]
        else:
            handle.update(table)

    try:
        yield tell
    finally:
        if handle is not None:
            handle.update({}, raw=True)
