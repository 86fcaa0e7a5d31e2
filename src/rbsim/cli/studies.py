"""The commands `rbsim advantage`, `compare`, `sweep` and `ladder`."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from rbsim.cli import console
from rbsim.cli.options import AsJson, Conditions, Execution, Players, Variant, flatten_options
from rbsim.cli.playing import open_command_engine, play_study
from rbsim.running.batch import make_batch
from rbsim.studies.axis_sweep import Sweep, grid, sweep_study
from rbsim.studies.comparison import Comparison, compare_study
from rbsim.studies.round_robin import Ladder, check_anchor, ladder_study, play_ladder
from rbsim.studies.starter_advantage import Advantage, advantage_study

Games = Annotated[int, typer.Option(help="Games of each arm.")]


@flatten_options
def advantage(
    *,
    variant: Variant = "standard",
    games: Annotated[int, typer.Option(help="Deals, each played in every way.")] = 100_000,
    players: Players = "greedy",
    conditions: Conditions,
    execution: Execution,
    as_json: AsJson = False,
) -> None:
    """Show what starting is worth: as it is played, and with every deal started by each seat."""
    study = advantage_study(make_batch(variant, players, games, **asdict(conditions)))
    console.show([Advantage(study, play_study(study, execution))], as_json)


@flatten_options
def compare(
    *,
    variants: Annotated[
        list[str], typer.Argument(metavar="VARIANT VARIANT...", help="the first, and others")
    ],
    games: Games = 100_000,
    players: Players = "greedy",
    conditions: Conditions,
    execution: Execution,
    as_json: AsJson = False,
) -> None:
    """Show how variants differ from the first one, on the same deals."""
    options = asdict(conditions)
    study = compare_study([make_batch(one, players, games, **options) for one in variants])
    console.show([Comparison(study, play_study(study, execution))], as_json)


@flatten_options
def sweep(
    *,
    axes: Annotated[
        list[str],
        typer.Argument(
            metavar="AXIS=VALUES...", help="one or two: reserve-size=5..20 release=no,any"
        ),
    ],
    variant: Annotated[str, typer.Option(help="What is varied.")] = "standard",
    games: Games = 100_000,
    players: Players = "greedy",
    conditions: Conditions,
    execution: Execution,
    as_json: AsJson = False,
) -> None:
    """Show how the game changes along an axis of the rules, or over a grid of two."""
    points, options = grid(axes, variant), asdict(conditions)
    study = sweep_study([make_batch(point.rules, players, games, **options) for point in points])
    console.show([Sweep(points, study, play_study(study, execution))], as_json)


@flatten_options
def ladder(
    *,
    players: Annotated[list[str], typer.Argument(metavar="PLAYER PLAYER...", help="two or more")],
    variant: Annotated[str, typer.Option(help="What they play.")] = "standard",
    games: Annotated[
        int, typer.Option(help="Deals that every two players play, each in both seatings.")
    ] = 10_000,
    until: Annotated[
        str | None,
        typer.Option(
            help="Stop a duel when it is `decided` who leads, or when the lead is known to this "
            "half-width; --games is the most then."
        ),
    ] = None,
    anchor: Annotated[
        str | None, typer.Option(help="The player whose Elo is 0; the first unless given.")
    ] = None,
    conditions: Conditions,
    execution: Execution,
    as_json: AsJson = False,
) -> None:
    """Show who beats whom: every two players on the same deals in both seatings, and their Elo."""
    study = ladder_study(variant, players, games, until, **asdict(conditions))
    check_anchor(anchor, players)
    with open_command_engine(study, execution) as engine, console.bar(study.kind) as progress:
        tally = play_ladder(study, engine, progress)
    console.show([Ladder(study, tally, anchor)], as_json)
