"""The console: printed reports and JSON, and sentences on standard error."""

import os
import shlex
import sys
import time
from collections.abc import Iterable, Mapping, Sequence

from rich.console import Console

from rbcore.cards.ranges import printable
from rbsim.arms.arm import versions
from rbsim.result import document, json_text
from rbsim.show.progress import RECENT_S, Told, is_dumb
from rbsim.show.tables import Report

LONG_S, ANNOUNCED_S = 60.0, 1.0  # a run is announced as long from this length, after so much play


def print_list(
    described: Sequence[Mapping[str, object]], lines: Iterable[str], as_json: bool
) -> None:
    """Print a list of names for the command line, as lines or as one JSON object."""
    if as_json:
        print(json_text(document(described, versions(), command())))
    else:
        print("\n".join(lines))


def command() -> list[str]:
    """Return the command line, word by word; bytes that are not text are escaped."""
    return [
        "rbsim",
        *(os.fsencode(word).decode("utf-8", "backslashreplace") for word in sys.argv[1:]),
    ]


def same_games(option: str, games: int) -> str:
    """Return the command line that repeats the games of this timed run."""
    words, kept = command(), list[str]()
    while words:
        word = words.pop(0)
        if word in ("--time", option, "-n"):
            del words[:1]  # its value
        elif not word.startswith(("--time=", f"{option}=")):
            kept.append(word)
    return shlex.join([*kept, option, str(games)])


def announcing(told: Told, option: str, games: int) -> Told:
    """Return a progress function that also announces once how long a long study takes.

    Parameters
    ----------
    told : callable
        Takes (games done, games in all).
    option : str
        The option for the number of games, such as ``--games``.
    games : int
        Its value.
    """
    begin = time.monotonic()
    first: tuple[float, int] | None = None
    is_open = True  # whether it may still be announced

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


def has_colours() -> bool:
    """Return whether standard output shows colours and the user wants them (no-color.org)."""
    return sys.stdout.isatty() and not is_dumb() and not os.environ.get("NO_COLOR")


def print_report(report: Report) -> None:
    """Print headline, tables and notes; columns that do not fit are left out."""
    head, *lines = report.text_lines(Console().width)
    print(f"\n\033[1m{head}\033[0m" if has_colours() else f"\n{head}")
    print("\n".join(lines))
    if not report.is_full:
        print("--full shows all tables")


def say(sentence: str) -> None:
    """Print a sentence on standard error, on one line and without control characters."""
    print("rbsim: " + printable(" ".join(sentence.split())), file=sys.stderr)
