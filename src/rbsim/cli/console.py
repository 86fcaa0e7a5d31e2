"""The console: what commands print, and the bars that they show."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
)
from rich.table import Table

from rbsim.formatting.tables import Report

UNBOUNDED = 10_000  # columns


class Shown(Protocol):
    """What can be printed, as tables and as JSON."""

    def to_dict(self) -> dict[str, Any]: ...
    def report(self) -> Report: ...


def show(results: Sequence[Shown], as_json: bool) -> None:
    """Print results."""
    if as_json:
        print_json([result.to_dict() for result in results])
    else:
        for result in results:
            print_report(result.report())


def print_json(results: Sequence[dict[str, Any]]) -> None:
    """Print one object, or a list of several, each with the command that made it."""
    objects = [result | {"command": command()} for result in results]
    print(json.dumps(objects[0] if len(objects) == 1 else objects, indent=2, allow_nan=False))


def command() -> list[str]:
    """Return the command line."""
    return ["rbsim", *sys.argv[1:]]


@contextmanager
def bar(name: str) -> Iterator[Callable[[int, int], None]]:
    """Show a bar on standard error; yield what is called with how many of how many are done."""
    shown = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
    with shown:
        task = shown.add_task(name, total=None)
        yield lambda done, total: shown.update(task, completed=done, total=total)


def print_report(report: Report) -> None:
    """Print the tables of a result."""
    console = Console(highlight=False)
    console.print(f"\n[bold]{report.title}[/bold]")
    for head, *rows in report.tables:
        table = Table(box=None, pad_edge=False)
        for i, name in enumerate(head):
            table.add_column(name, justify="left" if i == 0 else "right", no_wrap=True)
        for row in rows:
            table.add_row(*row)
        # Rather a long line than a figure cut short.
        needed = Console(width=UNBOUNDED).measure(table).maximum
        Console(highlight=False, width=max(console.width, needed)).print(table)
    console.print(report.footnote)
