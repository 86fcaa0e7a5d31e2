"""The console: printed reports and JSON, and progress bars."""

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
    """A result that can be printed, as tables and as JSON."""

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""

    def report(self) -> Report:
        """Return the tables."""


def show(results: Sequence[Shown], as_json: bool) -> None:
    """Print results as tables or as JSON."""
    if as_json:
        print_json([result.to_dict() for result in results])
    else:
        for result in results:
            print_report(result.report())


def print_json(results: Sequence[dict[str, Any]]) -> None:
    """Print one object, or a list of several, each with the command line."""
    objects = [result | {"command": command()} for result in results]
    print(json.dumps(objects[0] if len(objects) == 1 else objects, indent=2, allow_nan=False))


def command() -> list[str]:
    """Return the command line, word by word."""
    return ["rbsim", *sys.argv[1:]]


@contextmanager
def bar(name: str) -> Iterator[Callable[[int, int], None]]:
    """Show a progress bar on standard error; yield a function of (games done, games in all)."""
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
    with progress:
        task = progress.add_task(name, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)


def print_report(report: Report) -> None:
    """Print title, tables and footnote."""
    console = Console(highlight=False)
    console.print(f"\n[bold]{report.title}[/bold]")
    for head, *rows in report.tables:
        table = Table(box=None, pad_edge=False)
        for i, name in enumerate(head):
            table.add_column(name, justify="left" if i == 0 else "right", no_wrap=True)
        for row in rows:
            table.add_row(*row)
        # A line longer than the terminal rather than a number cut short.
        needed = Console(width=UNBOUNDED).measure(table).maximum
        Console(highlight=False, width=max(console.width, needed)).print(table)
    console.print(report.footnote)
