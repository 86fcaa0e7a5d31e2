"""The command `rbsim bench`: golden games, and how fast this machine plays."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated

import typer

from rbcore.cards.ranges import check_range
from rbsim.bench.signatures import EXPECTED, overall_signature
from rbsim.bench.speeds import ROUNDS, Speed, contests, machine, measure
from rbsim.cli import console
from rbsim.cli.options import AsJson, Quiet, Threads, whole
from rbsim.running.batch import thread_count, versions
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
    timed = contests(thread_count(threads))
    found = overall_signature()
    with console.bar("bench", quiet) as told:
        speeds = measure(timed, seconds, told)
    if as_json:
        signed = {"kind": "signature", "found": found, "expected": EXPECTED, **machine()}
        console.print_list([signed, *map(_row, speeds)], (), as_json=True)
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
    one = speed.contest
    numbers = map(round, (*speed.games_per_second, speed.moves_per_second))
    return f"{one.variant}, {one.player}", one.threads, *numbers


def _notes() -> tuple[str, ...]:
    """Return what the figures are, and what they hang on."""
    of = machine()
    made = versions()
    return (
        f"median, slowest and fastest of {ROUNDS} rounds, in each of which all rows are timed",
        f"{of['processor']}; {of['build']} build; {of['system']}",
        f"version {made['version']}, Python {made['python']}, NumPy {made['numpy']}",
    )


def _row(speed: Speed) -> dict[str, object]:
    """Return a row with its times, unrounded."""
    middle, slowest, fastest = speed.games_per_second
    return {
        "kind": "speed",
        **asdict(speed),
        "games_per_second": middle,
        "slowest": slowest,
        "fastest": fastest,
        "moves_per_second": speed.moves_per_second,
    }
