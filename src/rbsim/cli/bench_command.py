"""The command `rbsim bench`: golden games, and how fast this machine plays."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated

import typer

from rbcore.cards.ranges import check_range
from rbsim.arms.arm import thread_count, versions
from rbsim.bench import EXPECTED, ROUNDS, Speed, machine, measure, overall_signature, timed
from rbsim.cli import console
from rbsim.cli.options import AsJson, Quiet, Threads, whole
from rbsim.show.tables import Cell, Report, Table

SECONDS = 40
MOST_SECONDS = 86_400


def bench(
    *,
    seconds: Annotated[int, whole("About how long games are timed.")] = SECONDS,
    threads: Threads = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Check that games here are those of everywhere, and time how fast they are played."""
    check_range("seconds", seconds, 1, MOST_SECONDS)
    speeds = timed(thread_count(threads))
    found = overall_signature()
    with console.bar("bench", quiet) as told:
        measure(speeds, seconds, told)
    if as_json:
        signed = {"kind": "signature", "found": found, "expected": EXPECTED, **machine()}
        rows = [{"kind": "speed", **asdict(one), **one.rates()} for one in speeds]
        console.print_list([signed, *rows], (), as_json=True)
    else:
        console.print_report(Report(_headline(found), (_table(speeds),), _notes()))
    if found != EXPECTED:
        raise typer.Exit(1)


def _headline(found: str) -> str:
    """Return the answer: whether the games are as they should be."""
    if found == EXPECTED:
        return f"Signature {found}: the games are those that every machine plays."
    return f"Signature {found}, where {EXPECTED} is right: these are not the games of this version."


def _table(speeds: Sequence[Speed]) -> Table:
    head = "played", "threads", "games/s", "slowest", "fastest", "moves/s"
    return Table("", head, tuple(map(_cells, speeds)))


def _cells(speed: Speed) -> tuple[Cell, ...]:
    return f"{speed.variant}, {speed.player}", speed.threads, *map(round, speed.rates().values())


def _notes() -> tuple[str, ...]:
    """Return what the figures are, and what they hang on."""
    of = machine()
    made = versions()
    return (
        f"by the clock, not the processor's time: median, slowest and fastest of {ROUNDS} rounds, "
        "in each of which all rows are timed",
        f"{of['processor']}; {of['build']} build by {of['compiler']}; {of['system']}",
        f"version {made['version']}, Python {made['python']}, NumPy {made['numpy']}",
    )
