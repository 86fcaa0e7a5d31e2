"""The commands `rbsim simulate`, `match` and `survey`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import rbcore
from rbsim.cli import console
from rbsim.cli.options import (
    AsJson,
    Conditions,
    Execution,
    Force,
    Of,
    Out,
    Runs,
    Threads,
    Until,
    Variant,
    flatten_options,
)
from rbsim.cli.playing import batches, play_runs, rows_file
from rbsim.formatting import survey as surveys
from rbsim.pipeline.stopping import read_goal
from rbsim.pipeline.study import Study
from rbsim.running.row_kinds import MATCHES


@flatten_options
def simulate(
    *,
    variant: Variant = "standard",
    games: Annotated[int, typer.Option(help="Games of each run.")] = 100_000,
    players: Runs = "uniform,greedy",
    conditions: Conditions,
    until: Until = None,
    of: Of = None,
    execution: Execution,
    out: Out = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Play many games and show how they ended."""
    arms = tuple(batches(variant, players, games, conditions))
    study = Study("simulate", arms, goal=read_goal(until, of))
    if out is not None and execution.store is not None and _is_in(out, execution.store):
        raise ValueError(f"{out} lies in the store; name a file elsewhere")
    _play_and_show(study, execution, out, force, as_json)


@flatten_options
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
    arms = tuple(batches(variant, players, matches, conditions, MATCHES))
    _play_and_show(Study("match", arms), Execution(threads=threads), out, force, as_json)


def _play_and_show(
    study: Study, execution: Execution, out: Path | None, force: bool, as_json: bool
) -> None:
    """Play the arms in turn, write their rows to a file if one is named, and show the results."""
    with rows_file(out, force, study) as file:
        results = play_runs(study, execution, () if file is None else (file.add,))
    console.show(results, as_json)


def _is_in(path: Path, folder: Path) -> bool:
    return path.resolve().is_relative_to(folder.resolve())


@flatten_options
def survey(
    *,
    variants: Annotated[
        list[str] | None, typer.Argument(help="variants; all presets unless given")
    ] = None,
    games: Annotated[int, typer.Option(help="Games of each line.")] = 100_000,
    players: Runs = "uniform,greedy",
    conditions: Conditions,
    execution: Execution,
    as_json: AsJson = False,
    as_markdown: Annotated[
        bool, typer.Option("--markdown", help="Print Markdown instead of a table.")
    ] = False,
) -> None:
    """Play many games of every variant, and show variants and players side by side."""
    if as_json and as_markdown:
        raise ValueError("survey prints either --json or --markdown, not both")
    arms = [
        batch
        for variant in variants or rbcore.PRESETS
        for batch in batches(variant, players, games, conditions)
    ]
    results = play_runs(Study("survey", tuple(arms)), execution)
    if as_json:
        console.print_json(surveys.to_dicts(results))
    elif as_markdown:
        print(surveys.report(results).markdown())
    else:
        console.print_report(surveys.report(results))
