"""The command `rbsim match`."""

from __future__ import annotations

from typing import Annotated

import typer

from rbsim.cli import console as runs
from rbsim.cli.options import AsJson, Conditions, Force, Out, Runs, Threads, Variant, spread
from rbsim.matches import MatchBatch, run


@spread
def match(
    *,
    variant: Variant = "standard",
    matches: Annotated[int, typer.Option(help="Matches of each run.")] = 10_000,
    players: Runs = "uniform,greedy",
    conditions: Conditions,
    threads: Threads = None,
    out: Out = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Play many matches to a target score and show who won them."""
    batches = runs.batches(MatchBatch, variant, players, matches, conditions)
    with runs.rows_file(out, force, batches) as file:
        results = runs.play_all(batches, run, threads, file)
    runs.show(results, as_json)
