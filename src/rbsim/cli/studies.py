"""The commands `rbsim advantage`, `compare`, `sweep`, `ladder` and `study`, which plays a plan."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from rbsim.cli import console
from rbsim.cli.options import (
    AsJson,
    Conditions,
    Dask,
    Execution,
    Force,
    Level,
    Output,
    Players,
    Quiet,
    Threads,
    Variant,
    VariantOption,
    flatten_options,
    near_axes,
    near_players,
    near_variants,
    whole_option,
)
from rbsim.cli.playing import check_output, open_command_engine, play_study, show
from rbsim.plans.playing import Files
from rbsim.plans.reading import read_plan
from rbsim.results.document import document
from rbsim.running.batch import PLAYERS, make_batch
from rbsim.running.provenance import versions
from rbsim.stats.level import LEVEL, check_level
from rbsim.studies.axis_sweep import Sweep, grid, sweep_study
from rbsim.studies.comparison import Comparison, compare_study
from rbsim.studies.round_robin import (
    Ladder,
    check_anchor,
    ladder_study,
    play_ladder,
    player_names,
)
from rbsim.studies.starter_advantage import Advantage, advantage_study

Games = Annotated[int, whole_option("Games of each arm.")]


@flatten_options
def advantage(
    *,
    variant: Variant = "standard",
    games: Annotated[int, whole_option("Deals, each played in every way.")] = 100_000,
    players: Players = PLAYERS,
    conditions: Conditions,
    level: Level = LEVEL,
    execution: Execution,
    output: Output,
) -> None:
    """Show what starting is worth: as it is played, and with every deal started by each seat."""
    check_level(level)
    check_output(output, execution)
    study = advantage_study(make_batch(variant, players, games, **asdict(conditions)))
    show(Advantage(study, play_study(study, execution, output.quiet), level), output)


@flatten_options
def compare(
    *,
    variants: Annotated[
        list[str],
        typer.Argument(
            metavar="VARIANT VARIANT...",
            help="the first, and others",
            autocompletion=near_variants,
        ),
    ],
    games: Games = 100_000,
    players: Players = PLAYERS,
    conditions: Conditions,
    level: Level = LEVEL,
    execution: Execution,
    output: Output,
) -> None:
    """Show how variants differ from the first one, on the same deals."""
    check_level(level)
    check_output(output, execution)
    options = asdict(conditions)
    study = compare_study([make_batch(one, players, games, **options) for one in variants])
    show(Comparison(study, play_study(study, execution, output.quiet), level), output)


@flatten_options
def sweep(
    *,
    axes: Annotated[
        list[str],
        typer.Argument(
            metavar="AXIS=VALUES...",
            help="one or two: reserve-size=5..20 release=no,any",
            autocompletion=near_axes,
        ),
    ],
    variant: VariantOption = "standard",
    games: Games = 100_000,
    players: Players = PLAYERS,
    conditions: Conditions,
    level: Level = LEVEL,
    execution: Execution,
    output: Output,
) -> None:
    """Show how the game changes along an axis of the rules, or over a grid of two."""
    check_level(level)
    check_output(output, execution)
    points, options = grid(axes, variant), asdict(conditions)
    study = sweep_study([make_batch(point.rules, players, games, **options) for point in points])
    show(Sweep(points, study, play_study(study, execution, output.quiet), level), output)


@flatten_options
def ladder(
    *,
    players: Annotated[
        list[str],
        typer.Argument(
            metavar="PLAYER PLAYER...",
            help="two or more; commas do as well as spaces",
            autocompletion=near_players,
        ),
    ],
    variant: VariantOption = "standard",
    games: Annotated[
        int, whole_option("Deals that every two players play, each in both seatings.")
    ] = 10_000,
    conditions: Conditions,
    until: Annotated[
        str | None,
        typer.Option(
            help="Stop a duel when it is `decided` who leads, or when the lead is known to this "
            "half-width; --games is the most then."
        ),
    ] = None,
    anchor: Annotated[
        str | None,
        typer.Option(
            help="The player whose Elo is 0; the first unless given.", autocompletion=near_players
        ),
    ] = None,
    level: Level = LEVEL,
    execution: Execution,
    output: Output,
) -> None:
    """Show who beats whom: every two players on the same deals in both seatings, and their Elo."""
    check_level(level)
    check_output(output, execution)
    named = [name for text in players for name in text.split(",")]
    study = ladder_study(variant, named, games, until, **asdict(conditions))
    check_anchor(anchor, player_names(study))
    with (
        open_command_engine(study, execution) as engine,
        console.bar(study.kind, output.quiet) as progress,
    ):
        tally = play_ladder(study, engine, progress)
    show(Ladder(study, tally, anchor, level), output)


def study(
    plan: Annotated[
        Path, typer.Argument(metavar="PLAN", help="a file of TOML, or a store that keeps its plan")
    ],
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME...", help="studies of the plan; all unless given"),
    ] = None,
    stores: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Folder of the stores, in place of the plan's."),
    ] = None,
    force: Force = False,
    threads: Threads = None,
    dask: Dask = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Play a plan, studies as a file; write the stores, files and page that it names."""
    read = read_plan(plan)
    files = Files(read, names or (), stores, force)
    rows: list[dict[str, object]] = []
    played: list[dict[str, object]] = []
    for one in files.studies:
        execution = Execution(threads, files.store(one), dask)
        with (
            open_command_engine(one.study, execution) as engine,
            console.bar(one.name, quiet) as progress,
        ):
            result = one.play_on(engine, progress)
        files.keep(one, result, console.command())
        if as_json:
            made = result.to_document()
            rows += ({"study": one.name} | row for row in made["results"])
            played.append(made["provenance"])
        else:
            console.print_report(result.report())
    if files.page is not None:
        with console.bar(str(files.page), quiet) as progress:
            files.report(progress)
    if as_json:
        console.print_json(document(rows, {"studies": played} | versions(), console.command()))
