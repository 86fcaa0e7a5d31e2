"""Progress: how far a study is, as a bar or as lines, in a terminal or a notebook."""

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
# The last seconds, from which the time left is estimated: a study that continues reads its games a
# hundred times as fast as it plays new ones.
RECENT_S = 10.0
SILENT_S = 3.0  # before a notebook shows a bar by itself
SHOWN_S = 0.5  # between two updates of a bar in a notebook

Told = Callable[[int, int], None]  # called with (games or deals done, total)


@contextmanager
def shown(name: str, wanted: Told | bool | None) -> Iterator[Told]:
    """Yield the progress function that the option asks for.

    Parameters
    ----------
    name : str
        The name beside the bar.
    wanted : callable, bool or None
        A progress function, True for a bar, or False for none. None shows a bar only in a notebook,
        if its cell takes more than a few seconds.
    """
    if callable(wanted):
        yield wanted
    elif (wanted is None or wanted) and _has_kernel():
        with _notebook_bar(name, 0 if wanted else SILENT_S) as tell:
            yield tell
    else:
        with bar(name, quiet=not wanted) as tell:
            yield tell


@contextmanager
def bar(name: str, quiet: bool = False) -> Iterator[Told]:
    """Yield a function of (games done, total) that shows a bar, or prints lines."""
    if quiet:
        yield lambda done, total: None
        return
    if sys.stderr is None or not sys.stderr.isatty() or is_dumb():
        yield _status_lines(name)
        return
    # Painted when games are done, since a bar that paints itself starts a thread.
    with _progress(transient=True, auto_refresh=False) as progress:
        task = progress.add_task(name, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total, refresh=True)


def _progress(**how: Any) -> Progress:
    """Return rich's progress bar, imported here because few runs need it."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = "{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    return Progress(*columns, console=Console(stderr=True), speed_estimate_period=RECENT_S, **how)


def is_dumb() -> bool:
    """Return whether the terminal can only print plain lines."""
    return os.environ.get("TERM", "").lower() in ("dumb", "unknown")


def _status_lines(name: str) -> Told:
    """Return a function that prints a line at most every half minute."""
    last = time.monotonic()
    recent = deque([(last, 0)])  # (time, number done)

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
    """Return whether this runs in a notebook's kernel, whose displays can be updated."""
    ipython = sys.modules.get("IPython")
    shell = ipython and ipython.get_ipython()
    return getattr(shell, "kernel", None) is not None


@contextmanager
def _notebook_bar(name: str, after: float) -> Iterator[Told]:
    """Yield a function that shows a bar below a cell and removes it at the end.

    It updates a display, since a bar of widgets would stay in the notebook as text.
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
