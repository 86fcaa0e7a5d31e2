"""The commands `rbsim advantage`, `rbsim compare` and `rbsim sweep`; how commands play a study."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Protocol

import typer

from rbsim import runs, simulation
from rbsim.batch import Batch, thread_count
from rbsim.options import (
    AsJson,
    Dask,
    MaxMoves,
    MaxTurns,
    Players,
    SearchLimit,
    Seed,
    SlipText,
    Store,
    Threads,
    Variant,
    WatchText,
)  # fmt: skip
from rbsim.result import Result
from rbsim.studies import cluster, engine
from rbsim.studies.advantage import Advantage, advantage_study
from rbsim.studies.compare import Comparison, compare_study
from rbsim.studies.series import Series
from rbsim.studies.study import Study, make_arm
from rbsim.studies.sweep import Sweep, grid, sweep_study
from rbsim.tables import Report
from rbsim.until import Goal

Games = Annotated[int, typer.Option(help="Games of each arm.")]


class Shown(Protocol):
    """What a study found."""

    def to_dict(self) -> dict[str, Any]: ...
    def report(self) -> Report: ...


def play(study: Study, threads: int | None, store: Path | None, dask: str | None) -> engine.Tally:
    """Play a study with a bar, on threads or on a cluster."""
    with cluster.connected(dask) as (executor, workers), runs.bar(study.kind) as progress:
        return engine.run(study, workers or threads, progress, executor, store, runs.command())


def play_results(
    kind: str,
    batches: Sequence[Batch],
    threads: int | None,
    store: Path | None,
    dask: str | None,
) -> list[Result]:
    """Play batches as the arms of one study; their results."""
    counts = play(Study(kind, tuple(batches)), threads, store, dask)
    seconds = counts.seconds / len(batches)
    return [Result(b, totals, seconds) for b, totals in zip(batches, counts.arms, strict=True)]


@contextmanager
def playing(
    batches: Sequence[Batch],
    threads: int | None,
    goal: Goal | None,
    store: Path | None,
    dask: str | None,
) -> Iterator[Callable[..., Result]]:
    """What plays each batch of `rbsim simulate`, as simulation.run does: here, or as a study."""
    if store is None and dask is None:
        yield partial(simulation.run, goal=goal)
        return
    thread_count(threads)  # whatever is wrong with it, before there is a store
    study = Study("simulate", tuple(batches), goal=goal)
    with (
        cluster.connected(dask) as (executor, workers),
        engine.opened(store, study, runs.command()) as folder,
    ):
        series = Series(study, executor, folder)

        def run(batch: Batch, threads: int | None, *more: Any) -> Result:
            return series.play(batch, workers or thread_count(threads), *more)

        yield run


def show(found: Shown, as_json: bool) -> None:
    """Print what a study found."""
    if as_json:
        runs.print_json([found.to_dict()])
    else:
        runs.print_report(found.report())


def advantage(
    variant: Variant = "standard",
    games: Annotated[int, typer.Option(help="Deals, each played in every way.")] = 100_000,
    seed: Seed = 1,
    players: Players = "greedy",
    threads: Threads = None,
    store: Store = None,
    dask: Dask = None,
    as_json: AsJson = False,
    max_turns: MaxTurns = 1_000,
    max_moves: MaxMoves = 100_000,
    search_limit: SearchLimit = 100_000,
    slip: SlipText = "0",
    watch: WatchText = "1",
) -> None:
    """Show what starting is worth: as it is played, and with every deal started by each seat."""
    batch = make_arm(
        variant, players, games, seed=seed, max_turns=max_turns, max_moves=max_moves,
        search_limit=search_limit, slip=slip, watch=watch,
    )  # fmt: skip
    study = advantage_study(batch)
    show(Advantage(study, play(study, threads, store, dask)), as_json)


def compare(
    variants: Annotated[
        list[str], typer.Argument(metavar="VARIANT VARIANT...", help="the first, and others")
    ],
    games: Games = 100_000,
    seed: Seed = 1,
    players: Players = "greedy",
    threads: Threads = None,
    store: Store = None,
    dask: Dask = None,
    as_json: AsJson = False,
    max_turns: MaxTurns = 1_000,
    max_moves: MaxMoves = 100_000,
    search_limit: SearchLimit = 100_000,
    slip: SlipText = "0",
    watch: WatchText = "1",
) -> None:
    """Show how variants differ from the first one, on the same deals."""
    arms = [
        make_arm(
            variant, players, games, seed=seed, max_turns=max_turns, max_moves=max_moves,
            search_limit=search_limit, slip=slip, watch=watch,
        )
        for variant in variants
    ]  # fmt: skip
    study = compare_study(arms)
    show(Comparison(study, play(study, threads, store, dask)), as_json)


def sweep(
    axes: Annotated[
        list[str],
        typer.Argument(
            metavar="AXIS=VALUES...", help="one or two: reserve-size=5..20 release=no,any"
        ),
    ],
    variant: Annotated[str, typer.Option(help="What is varied.")] = "standard",
    games: Games = 100_000,
    seed: Seed = 1,
    players: Players = "greedy",
    threads: Threads = None,
    store: Store = None,
    dask: Dask = None,
    as_json: AsJson = False,
    max_turns: MaxTurns = 1_000,
    max_moves: MaxMoves = 100_000,
    search_limit: SearchLimit = 100_000,
    slip: SlipText = "0",
    watch: WatchText = "1",
) -> None:
    """Show how the game changes along an axis of the rules, or over a grid of two."""
    points = grid(axes, variant)
    arms = [
        make_arm(
            point.rules, players, games, seed=seed, max_turns=max_turns, max_moves=max_moves,
            search_limit=search_limit, slip=slip, watch=watch,
        )
        for point in points
    ]  # fmt: skip
    study = sweep_study(arms)
    show(Sweep(points, study, play(study, threads, store, dask)), as_json)
