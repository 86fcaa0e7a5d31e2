"""The commands `rbsim simulate`, `match` and `survey`."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from rbsim.cli.options import (
    AsMarkdown,
    Conditions,
    Execution,
    Level,
    Of,
    Output,
    RowsFile,
    Runs,
    Threads,
    Until,
    Variant,
    flatten_options,
    near_variants,
    whole_option,
)
from rbsim.cli.playing import batches, play_and_show
from rbsim.pipeline.stopping import read_goal
from rbsim.pipeline.study import Study
from rbsim.running.batch import PLAYERS
from rbsim.running.row_kinds import MATCHES
from rbsim.simulation import survey_study
from rbsim.stats.level import LEVEL


@flatten_options
def simulate(
    *,
    variant: Variant = "standard",
    games: Annotated[int, whole_option("Games of each run.")] = 100_000,
    players: Runs = PLAYERS,
    conditions: Conditions,
    until: Until = None,
    of: Of = None,
    level: Level = LEVEL,
    execution: Execution,
    rows: RowsFile = None,
    output: Output,
) -> None:
    """Play many games and show how they ended."""
    arms = tuple(batches(variant, players, games, conditions))
    study = Study("simulate", arms, goal=read_goal(until, of))
    play_and_show(study, execution, level, rows, output)


@flatten_options
def match(
    *,
    variant: Variant = "standard",
    matches: Annotated[int, whole_option("Matches of each run.")] = 10_000,
    players: Runs = PLAYERS,
    conditions: Conditions,
    level: Level = LEVEL,
    threads: Threads = None,
    rows: RowsFile = None,
    output: Output,
) -> None:
    """Play many matches to a target score and show who won them."""
    arms = tuple(batches(variant, players, matches, conditions, MATCHES))
    play_and_show(Study("match", arms), Execution(threads=threads), level, rows, output)


@flatten_options
def survey(
    *,
    variants: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="VARIANT...", help="all presets unless given", autocompletion=near_variants
        ),
    ] = None,
    games: Annotated[int, whole_option("Games of each line.")] = 100_000,
    players: Runs = PLAYERS,
    conditions: Conditions,
    level: Level = LEVEL,
    execution: Execution,
    output: Output,
    as_markdown: AsMarkdown = False,
) -> None:
    """Play many games of every variant, and show variants and players side by side."""
    study = survey_study(variants or (), players, games, **asdict(conditions))
    play_and_show(study, execution, level, None, output, as_markdown)
