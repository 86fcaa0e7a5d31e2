"""The commands `rbsim simulate`, `match`, `survey`, `sympathy` and `patience`."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from rbcore.cards.ranges import MOST_WORD, check_range
from rbcore.patience.playing import PLAYERS as WAYS
from rbsim.cli import console
from rbsim.cli.options import (
    Conditions,
    Execution,
    First,
    Level,
    Of,
    Output,
    RowsFile,
    Runs,
    Seed,
    Threads,
    Until,
    Variant,
    count_option,
    flatten_options,
    near_variants,
)
from rbsim.cli.playing import (
    batches,
    check_apart,
    check_output,
    keep,
    play_runs,
    rows_file,
    show,
)
from rbsim.patience import book, book_tables
from rbsim.patience.sympathy_games import HEAPS, Sympathy, play
from rbsim.pipeline.stopping import read_goal
from rbsim.pipeline.study import Study
from rbsim.results.side_by_side import Survey
from rbsim.running.batch import PLAYERS, SEED, split_runs
from rbsim.running.provenance import versions
from rbsim.running.row_kinds import MATCHES
from rbsim.simulation import survey_study
from rbsim.stats.level import LEVEL, check_level


@flatten_options
def simulate(
    *,
    variant: Variant = "standard",
    games: Annotated[int, count_option("Games of each run.")] = 100_000,
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
    _play_and_show(study, execution, level, rows, output)


@flatten_options
def match(
    *,
    variant: Variant = "standard",
    matches: Annotated[int, count_option("Matches of each run.")] = 10_000,
    players: Runs = PLAYERS,
    conditions: Conditions,
    level: Level = LEVEL,
    threads: Threads = None,
    rows: RowsFile = None,
    output: Output,
) -> None:
    """Play many matches to a target score and show who won them."""
    arms = tuple(batches(variant, players, matches, conditions, MATCHES))
    _play_and_show(Study("match", arms), Execution(threads=threads), level, rows, output)


def _play_and_show(
    study: Study, execution: Execution, level: float, rows: Path | None, output: Output
) -> None:
    """Play the arms in turn, write rows and figures to files that are named, and show results."""
    check_level(level)
    check_output(output, execution)
    if rows is not None:
        check_apart(rows, execution)
        if output.out is not None and rows.resolve() == output.out.resolve():
            raise ValueError(f"{rows} cannot have both rows and figures; name two files")
    with rows_file(rows, output.force, study) as file:
        sinks = () if file is None else (file.add,)
        results = play_runs(study, execution, level, sinks, output.quiet)
    if len(results) == 1:
        show(results[0], output)
        return
    every = Survey(study, results, level)
    if output.as_json:
        show(every, output)
        return
    keep(every, output)
    for one in results:
        console.print_report(one.report())


@flatten_options
def survey(
    *,
    variants: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="VARIANT...", help="all presets unless given", autocompletion=near_variants
        ),
    ] = None,
    games: Annotated[int, count_option("Games of each line.")] = 100_000,
    players: Runs = PLAYERS,
    conditions: Conditions,
    level: Level = LEVEL,
    execution: Execution,
    output: Output,
    as_markdown: Annotated[
        bool, typer.Option("--markdown", help="Print Markdown instead of a table.")
    ] = False,
) -> None:
    """Play many games of every variant, and show variants and players side by side."""
    if output.as_json and as_markdown:
        raise ValueError("survey prints either --json or --markdown, not both")
    check_level(level)
    check_output(output, execution)
    study = survey_study(variants or (), split_runs(players), games, **asdict(conditions))
    result = Survey(study, play_runs(study, execution, level, quiet=output.quiet), level)
    if as_markdown:
        keep(result, output)
        print(result.report().markdown())
    else:
        show(result, output)


@flatten_options
def sympathy(
    *,
    heaps: Annotated[int | None, typer.Option(help="16 or 17; both unless given.")] = None,
    games: Annotated[int, count_option("Games of each form.")] = 1_000_000,
    seed: Seed = SEED,
    first: First = 0,
    level: Level = LEVEL,
    threads: Threads = None,
    output: Output,
) -> None:
    """Play Sympathy, a patience that both players win or neither, and show how often they do."""
    check_level(level)
    check_output(output)
    forms = []
    for form in HEAPS if heaps is None else (heaps,):
        with console.bar(f"Sympathy, {form} heaps", output.quiet) as progress:
            forms.append(
                play(form, games=games, seed=seed, first=first, threads=threads, progress=progress)
            )
    show(Sympathy(forms, level), output)


@flatten_options
def patience(
    *,
    game: Annotated[
        str | None, typer.Argument(help="number or name, with a reading: robert,passes=3")
    ] = None,
    games: Annotated[int, count_option("Games to play.")] = 1_000_000,
    player: Annotated[
        str | None, typer.Option(help=f"{' or '.join(WAYS)}; the game's own unless given.")
    ] = None,
    deal: Annotated[int | None, typer.Option(help="Number of one game, with --show.")] = None,
    show_game: Annotated[bool, typer.Option("--show", help="Show one game card by card.")] = False,
    seed: Seed = SEED,
    first: First = 0,
    level: Level = LEVEL,
    threads: Threads = None,
    output: Output,
) -> None:
    """List the book's patience games, or play one and show how often it comes out."""
    if show_game != (deal is not None):
        raise ValueError("--deal NUMBER and --show go together")
    if deal is not None and output.as_json:
        raise ValueError("--show is text; leave --json away")
    if game is None:
        if deal is not None:
            raise ValueError("--show wants a game; `rbsim patience` lists them")
        if output.as_json:
            console.print_document(book_tables.list_dicts(), versions())
        else:
            print("\n".join(book_tables.list_lines()))
        return
    if deal is not None:
        print(book.show(game, check_range("deal", deal, 0, MOST_WORD), seed))
        return
    check_level(level)
    check_output(output)
    with console.bar(game, output.quiet) as progress:
        result = book.play(
            game, player, games=games, seed=seed, first=first, level=level, threads=threads,
            progress=progress,
        )  # fmt: skip
    show(result, output)
