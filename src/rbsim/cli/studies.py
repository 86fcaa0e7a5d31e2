"""The commands `rbsim advantage`, `compare`, `sweep` and `ladder`; how commands play a study."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from functools import partial
from typing import Annotated, Any, Protocol

import typer

from rbsim import simulation
from rbsim.cli import console as runs
from rbsim.cli.options import AsJson, Conditions, Means, Players, Variant, spread
from rbsim.formatting.tables import Report
from rbsim.pipeline import engine
from rbsim.pipeline.arm_runner import play_arm
from rbsim.pipeline.stopping import Goal
from rbsim.pipeline.study import Study, make_arm
from rbsim.results.simulated import Result
from rbsim.running import dask_executor as cluster
from rbsim.running.batch import Batch
from rbsim.studies.axis_sweep import Sweep, grid, sweep_study
from rbsim.studies.comparison import Comparison, compare_study
from rbsim.studies.round_robin import Ladder, check_anchor, ladder_study, play_ladder
from rbsim.studies.starter_advantage import Advantage, advantage_study

Games = Annotated[int, typer.Option(help="Games of each arm.")]


class Shown(Protocol):
    """What a study found."""

    def to_dict(self) -> dict[str, Any]: ...
    def report(self) -> Report: ...


@contextmanager
def opened(study: Study, means: Means) -> Iterator[engine.Engine]:
    """What plays a study, on threads or on a cluster."""
    if means.threads is not None and means.dask is not None:
        raise ValueError("--threads is for this machine, and --dask for others; give one of them")
    with (
        cluster.connected(means.dask) as (executor, workers),
        engine.opened(
            study, workers or means.threads, executor, means.store, runs.command()
        ) as found,
    ):
        yield found


def play(study: Study, means: Means) -> engine.Tally:
    """Play a study with a bar."""
    with opened(study, means) as played, runs.bar(study.kind) as progress:
        return played.play(range(study.count), range(len(study.arms)), progress)


@contextmanager
def playing(
    kind: str, batches: Sequence[Batch], means: Means, goal: Goal | None = None
) -> Iterator[Callable[..., Result]]:
    """What plays each of several batches, as simulation.run does: here, or as a study's arm."""
    if means.store is None and means.dask is None:
        yield partial(simulation.run, goal=goal)
        return
    with opened(Study(kind, tuple(batches), goal=goal), means) as played:

        def run(batch: Batch, _: int | None, *more: Any) -> Result:
            return play_arm(played, batch, *more)

        yield run


def show(found: Shown, as_json: bool) -> None:
    """Print what a study found."""
    if as_json:
        runs.print_json([found.to_dict()])
    else:
        runs.print_report(found.report())


@spread
def advantage(
    *,
    variant: Variant = "standard",
    games: Annotated[int, typer.Option(help="Deals, each played in every way.")] = 100_000,
    players: Players = "greedy",
    conditions: Conditions,
    means: Means,
    as_json: AsJson = False,
) -> None:
    """Show what starting is worth: as it is played, and with every deal started by each seat."""
    study = advantage_study(make_arm(variant, players, games, **asdict(conditions)))
    show(Advantage(study, play(study, means)), as_json)


@spread
def compare(
    *,
    variants: Annotated[
        list[str], typer.Argument(metavar="VARIANT VARIANT...", help="the first, and others")
    ],
    games: Games = 100_000,
    players: Players = "greedy",
    conditions: Conditions,
    means: Means,
    as_json: AsJson = False,
) -> None:
    """Show how variants differ from the first one, on the same deals."""
    options = asdict(conditions)
    study = compare_study([make_arm(one, players, games, **options) for one in variants])
    show(Comparison(study, play(study, means)), as_json)


@spread
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
    means: Means,
    as_json: AsJson = False,
) -> None:
    """Show how the game changes along an axis of the rules, or over a grid of two."""
    points, options = grid(axes, variant), asdict(conditions)
    study = sweep_study([make_arm(point.rules, players, games, **options) for point in points])
    show(Sweep(points, study, play(study, means)), as_json)


@spread
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
    means: Means,
    as_json: AsJson = False,
) -> None:
    """Show who beats whom: every two players on the same deals in both seatings, and their Elo."""
    study = ladder_study(variant, players, games, until, **asdict(conditions))
    check_anchor(anchor, players)
    with opened(study, means) as played, runs.bar(study.kind) as progress:
        tally = play_ladder(study, played.play, progress)
    show(Ladder(study, tally, anchor), as_json)
