"""The commands `rbsim simulate`, `match`, `survey` and `patience`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import rbcore
from rbcore.cards.ranges import MOST_WORD, check_range
from rbcore.patience.playing import PLAYERS
from rbsim.cli import console
from rbsim.cli.options import (
    AsJson,
    Conditions,
    Execution,
    Force,
    Of,
    Out,
    Runs,
    Seed,
    Threads,
    Until,
    Variant,
    flatten_options,
)
from rbsim.cli.playing import batches, play_runs, rows_file
from rbsim.formatting import survey as surveys
from rbsim.patience import book, book_tables
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


def patience(
    game: Annotated[
        str | None, typer.Argument(help="number or name, with a reading: robert,passes=3")
    ] = None,
    games: Annotated[int, typer.Option(help="Games to play.")] = 1_000_000,
    player: Annotated[
        str | None, typer.Option(help=f"{' or '.join(PLAYERS)}; the game's own unless given.")
    ] = None,
    seed: Seed = 1,
    deal: Annotated[int | None, typer.Option(help="Number of one game, with --show.")] = None,
    show: Annotated[bool, typer.Option("--show", help="Show one game card by card.")] = False,
    threads: Threads = None,
    as_json: AsJson = False,
) -> None:
    """List the book's patience games, or play one and show how often it comes out."""
    if game is None:
        if show or deal is not None:
            raise ValueError("--deal and --show want a game; `rbsim patience` lists them")
        if as_json:
            console.print_json(book_tables.list_dicts())
        else:
            print("\n".join(book_tables.list_lines()))
        return
    if show != (deal is not None):
        raise ValueError("--deal NUMBER and --show go together")
    if deal is not None:
        if as_json:
            raise ValueError("--show is text; leave --json away")
        print(book.show(game, check_range("deal", deal, 0, MOST_WORD), seed))
        return
    with console.bar(game) as progress:
        result = book.play(game, player, games=games, seed=seed, threads=threads, progress=progress)
    if as_json:
        console.print_json([result.to_dict()])
    else:
        console.print_report(result.report())
