"""The console: printed reports and JSON, and sentences on standard error."""

import os
import sys
from collections.abc import Iterable, Mapping, Sequence

from rich.console import Console

from rbcore.cards.ranges import printable
from rbsim.arms.arm import versions
from rbsim.result import document, json_text
from rbsim.show.progress import is_dumb
from rbsim.show.tables import Report


def print_list(
    described: Sequence[Mapping[str, object]], lines: Iterable[str], as_json: bool
) -> None:
    """Print what can be named on a command line, as lines or one object of JSON."""
    if as_json:
        print(json_text(document(described, versions(), command())))
    else:
        print("\n".join(lines))


def command() -> list[str]:
    """Return the command line, word by word."""
    return ["rbsim", *sys.argv[1:]]


def has_colours() -> bool:
    """Return whether standard output shows colours, and they are wanted (no-color.org)."""
    return sys.stdout.isatty() and not is_dumb() and not os.environ.get("NO_COLOR")


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
