"""The commands `rbsim patience` and `rbsim sympathy`."""

from __future__ import annotations

from typing import Annotated

import typer

from rbcore.patience.book import GAMES as BOOK
from rbsim.cli import console
from rbsim.cli.options import (
    AsMarkdown,
    Execution,
    First,
    Level,
    Output,
    RowsFile,
    Seed,
    flatten_options,
    number_option,
    read_half_width,
    whole_option,
)
from rbsim.cli.playing import play_and_show
from rbsim.formatting import patience_tables
from rbsim.patience_games import GAMES, forms_study, runs_study, show_game, sympathy_forms
from rbsim.running.batch import SEED
from rbsim.running.provenance import versions
from rbsim.stats.level import LEVEL

UNTIL_HELP = "Stop when it is known to this half-width how often the game comes out."
PatienceUntil = Annotated[float | None, number_option(UNTIL_HELP, read_half_width)]


def near_games(incomplete: str) -> list[str]:
    """Return the games that a word on the command line begins."""
    return [game.name for game in BOOK.values() if game.name.startswith(incomplete)]


@flatten_options
def patience(
    *,
    game: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME...",
            help="number or name, with a reading: robert,passes=3",
            autocompletion=near_games,
        ),
    ] = None,
    games: Annotated[int, whole_option("Games of each run.")] = GAMES,
    players: Annotated[
        str | None,
        typer.Option(help="Runs, by commas; each game's own way of playing unless given."),
    ] = None,
    until: PatienceUntil = None,
    level: Level = LEVEL,
    execution: Execution,
    rows: RowsFile = None,
    seed: Seed = SEED,
    first: First = 0,
    every: Annotated[
        bool, typer.Option("--all", help="Play every game, and every reading.")
    ] = False,
    deal: Annotated[int | None, whole_option("Number of one game, with --show.")] = None,
    show_deal: Annotated[bool, typer.Option("--show", help="Show one game card by card.")] = False,
    as_markdown: AsMarkdown = False,
    output: Output,
) -> None:
    """List the book's patience games, or play some and show how often they come out."""
    named = game or []
    # What only games in bulk have a use for.
    given = (until, rows, output.out, execution.store, execution.threads, execution.dask)
    for_many = games != GAMES or first or level != LEVEL or any(one is not None for one in given)
    if show_deal != (deal is not None):
        raise ValueError("--deal NUMBER and --show go together")
    if deal is not None:
        if output.as_json or as_markdown:
            raise ValueError("--show is text; leave out --json and --markdown")
        if for_many:
            raise ValueError("--show plays one game; leave out what is for many of them")
        if len(named) != 1:
            raise ValueError("--show wants a game, one; `rbsim patience` lists them")
        print(show_game(named[0], deal, seed, players))
    elif every and named:
        raise ValueError(f"--all plays {named[0]} too; leave out one of them")
    elif not (every or named):
        if for_many or as_markdown or players is not None:
            raise ValueError("name a game to play, or --all; without one the games are listed")
        _list_games(output.as_json)
    else:
        study = runs_study(named, players, games, until, seed, first)
        play_and_show(study, execution, level, rows, output, as_markdown)


def _list_games(as_json: bool) -> None:
    if as_json:
        console.print_document(patience_tables.list_dicts(), versions())
    else:
        print("\n".join(patience_tables.list_lines()))


@flatten_options
def sympathy(
    *,
    heaps: Annotated[int | None, whole_option("16 or 17; both unless given.")] = None,
    games: Annotated[int, whole_option("Games of each form.")] = GAMES,
    until: PatienceUntil = None,
    level: Level = LEVEL,
    execution: Execution,
    rows: RowsFile = None,
    seed: Seed = SEED,
    first: First = 0,
    output: Output,
) -> None:
    """Play Sympathy, a patience that both players win or neither, and show how often they do."""
    study = forms_study(sympathy_forms(heaps), None, games, until, seed, first)
    play_and_show(study, execution, level, rows, output)
