"""Runs: batches played one after another at the terminal, with a bar, a file and tables."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any, TypeVar

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
)
from rich.table import Table

import rbcore
from rbsim.cli.options import Conditions
from rbsim.formatting.tables import Report
from rbsim.optional import need
from rbsim.results.simulated import Played, provenance
from rbsim.running.attention import seat_attention
from rbsim.running.batch import Batch, seat_players

UNBOUNDED = 10_000  # columns

B = TypeVar("B", bound=Batch)
P = TypeVar("P", bound=Played)


def batches(
    kind: type[B], variant: str, players: str, count: int, conditions: Conditions
) -> list[B]:
    """A batch for each run that `players` names."""
    rules, given = rbcore.variant(variant), conditions
    attention = seat_attention(given.slip, given.watch, rules.seats)
    limits = (given.max_turns, given.max_moves, given.search_limit)
    return [
        kind(rules, seat_players(one, rules.seats), count, given.seed, 0, *limits, attention)
        for one in players.split(",")
    ]


def show(results: Sequence[Played], as_json: bool) -> None:
    """Print results."""
    if as_json:
        print_json([result.to_dict() for result in results])
    else:
        for result in results:
            print_report(result.report())


def play_all(
    batches: Sequence[Batch], run: Callable[..., P], threads: int | None, file: Any = None
) -> list[P]:
    """Play batches one after another, each with a bar."""
    return [_play_with_bar(batch, run, threads, file) for batch in batches]


def print_json(results: Sequence[dict[str, Any]]) -> None:
    """One object, or a list of several, each with the command that made it."""
    objects = [result | {"command": command()} for result in results]
    print(json.dumps(objects[0] if len(objects) == 1 else objects, indent=2, allow_nan=False))


def command() -> list[str]:
    return ["rbsim", *sys.argv[1:]]


def rows_file(
    out: Path | None, force: bool, batches: Sequence[Batch], noted: Mapping[str, Any] | None = None
) -> AbstractContextManager[Any]:
    """A file for the rows of batches, there when all are; None if no name is given.

    `noted` enters its provenance.
    """
    if out is None:
        return nullcontext()
    need("pyarrow", "parquet")
    from rbsim.pipeline import parquet as arrow

    arrow.check_target(out, force, ".parquet")
    more = {**(noted or {}), "command": command()}
    return arrow.RowsFile(out, [provenance(b) | more for b in batches])


def _play_with_bar(batch: Batch, run: Callable[..., P], threads: int | None, file: Any) -> P:
    takers = []
    if file is not None:
        file.start(batch, batch.player_text)
        takers = [file.write]
    with bar(f"{rbcore.variant_text(batch.rules)}, {batch.player_text}") as progress:
        return run(batch, threads, progress, takers)


@contextmanager
def bar(name: str) -> Iterator[Callable[[int, int], None]]:
    """A progress bar on standard error; what it gives is called with how many of how many."""
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
    """The tables of a result, at the terminal."""
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
