"""The console: printed reports and JSON, progress bars and status lines."""

import os
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import timedelta

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from rbcore.cards.ranges import printable
from rbsim.arms.arm import versions
from rbsim.result import document, json_text
from rbsim.show.tables import Report

STATUS_S = 30.0  # between two status lines
# Seconds of which the time left is told: a study that goes on reads what it has a hundred times as
# fast as it plays.
RECENT_S = 10.0
LONG_S, ANNOUNCED_S = 60.0, 1.0  # what is told to be long, after so much play

Told = Callable[[int, int], None]


def print_list(
    described: Sequence[Mapping[str, object]], lines: Iterable[str], as_json: bool
) -> None:
    """Print what can be named on a command line, as lines or one object of JSON."""
    if as_json:
        print(json_text(document(described, versions(), command())))
    else:
        print("\n".join(lines))


def command() -> list[str]:
    """Return the command line, word by word; bytes of names that are no text are written out."""
    return [
        "rbsim",
        *(os.fsencode(word).decode("utf-8", "backslashreplace") for word in sys.argv[1:]),
    ]


@contextmanager
def bar(name: str, quiet: bool = False) -> Iterator[Told]:
    """Yield a function of (games done, games in all), which shows them by a bar or by lines."""
    if quiet:
        yield lambda done, total: None
        return
    if not sys.stderr.isatty() or is_dumb():
        yield _status_lines(name)
        return
    columns = "{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    # Painted when something is done, as a bar that paints itself starts a thread.
    console = Console(stderr=True)
    with Progress(
        *columns,
        console=console,
        transient=True,
        auto_refresh=False,
        speed_estimate_period=RECENT_S,
    ) as progress:
        task = progress.add_task(name, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total, refresh=True)


def announcing(told: Told, option: str, games: int) -> Told:
    """Return a function that tells the same, and once how long a study takes that is long.

    Parameters
    ----------
    told : callable
        Takes (games done, games in all).
    option : str
        The option that says how many games are played, as ``--games``.
    games : int
        What it says now.
    """
    begin = time.monotonic()
    first: tuple[float, int] | None = None
    is_open = True  # whether it may still be said

    def tell(done: int, total: int) -> None:
        nonlocal first, is_open
        now = time.monotonic()
        told(done, total)
        if first is None:
            first = now, done
        elif is_open and now - first[0] >= ANNOUNCED_S and done > first[1]:
            seconds = (now - first[0]) * total / (done - first[1])
            is_open = now - begin < RECENT_S and seconds < LONG_S
            if seconds >= LONG_S and done < total:
                fewer = int(games * LONG_S / seconds)
                fewer -= fewer % 10 ** max(0, len(str(fewer)) - 2)
                say(
                    f"this will take about {round(seconds / 60):,} minutes; "
                    f"{option} {max(1, fewer):,} takes one"
                )

    return tell


def is_dumb() -> bool:
    """Return whether the terminal takes plain lines alone."""
    return os.environ.get("TERM", "").lower() in ("dumb", "unknown")


def has_colours() -> bool:
    """Return whether standard output shows colours, and they are wanted (no-color.org)."""
    return sys.stdout.isatty() and not is_dumb() and not os.environ.get("NO_COLOR")


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
        say(f"{name}: {done:,} of {total:,}, {done / total:.0%}; {left} left")

    return tell


def print_report(report: Report) -> None:
    """Print headline, tables and notes; columns of tables that are too wide give way."""
    head, *lines = report.text_lines(Console().width)
    print(f"\n\033[1m{head}\033[0m" if has_colours() else f"\n{head}")
    print("\n".join(lines))
    if not report.is_full:
        print("--full shows all tables")


def say(sentence: str) -> None:
    """Print a sentence on standard error, on one line and without control characters."""
    print("rbsim: " + printable(" ".join(sentence.split())), file=sys.stderr)
