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
    Force,
    Means,
    Of,
    Out,
    Runs,
    Threads,
    Until,
    Variant,
    spread,
)
from rbsim.cli.playing import batches, play_runs, rows_file
from rbsim.formatting import survey as surveys
from rbsim.pipeline.stopping import read_goal
from rbsim.pipeline.study import Study
from rbsim.running.row_kinds import MATCHES


@spread
def simulate(
    *,
    variant: Variant = "standard",
    games: Annotated[int, typer.Option(help="Games of each run.")] = 100_000,
    players: Runs = "uniform,greedy",
    conditions: Conditions,
    until: Until = None,
    of: Of = None,
    means: Means,
    out: Out = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Play many games and show how they ended."""
    arms = tuple(batches(variant, players, games, conditions))
    study = Study("simulate", arms, goal=read_goal(until, of))
    if out is not None and means.store is not None and _lies_in(out, means.store):
        raise ValueError(f"{out} lies in the store; name a file elsewhere")
    _play(study, means, out, force, as_json)


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
    arms = tuple(batches(variant, players, matches, conditions, MATCHES))
    _play(Study("match", arms), Means(threads=threads), out, force, as_json)


def _play(study: Study, means: Means, out: Path | None, force: bool, as_json: bool) -> None:
    """Play the arms in turn, with a file of their rows, and show them."""
    with rows_file(out, force, study) as file:
        results = play_runs(study, means, () if file is None else (file.add,))
    console.show(results, as_json)


def _lies_in(path: Path, folder: Path) -> bool:
    return path.resolve().is_relative_to(folder.resolve())


@spread
def survey(
    *,
    variants: Annotated[
        list[str] | None, typer.Argument(help="variants; all presets unless given")
    ] = None,
    games: Annotated[int, typer.Option(help="Games of each line.")] = 100_000,
    players: Runs = "uniform,greedy",
    conditions: Conditions,
    means: Means,
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
    results = play_runs(Study("survey", tuple(arms)), means)
    if as_json:
        console.print_json(surveys.to_dicts(results))
    elif as_markdown:
        print(surveys.report(results).markdown())
    else:
        console.print_report(surveys.report(results))
