"""The command `rbsim patience`, which lists games, plays some, or shows one card by card."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from rbsim.cli import console, patience_text
from rbsim.cli.playing import Execution, play_and_show
from rbsim.cli.typer_options import (
    Dask,
    Level,
    Output,
    RowsFile,
    Seed,
    flatten_options,
    parameter,
    whole_option,
)
from rbsim.running.batch import SEED
from rbsim.running.provenance import versions
from rbsim.stats.level import LEVEL
from rbsim.studies.patience_games import GAME, GAMES, KIND, SURVEY

OWN = {name: parameter(one).annotation for name, one in KIND.options.items()}


@flatten_options
def patience(
    *,
    game: Annotated[
        list[str] | None,
        typer.Argument(metavar=GAME.metavar, help=GAME.words, autocompletion=GAME.near),
    ] = None,
    games: Annotated[int, OWN["games"].__metadata__[0]] = GAMES,
    players: Annotated[str | None, OWN["players"].__metadata__[0]] = None,
    until: Annotated[float | None, OWN["until"].__metadata__[0]] = None,
    level: Level = LEVEL,
    threads: Annotated[int | None, OWN["threads"].__metadata__[0]] = None,
    store: Annotated[Path | None, OWN["store"].__metadata__[0]] = None,
    dask: Dask = None,
    rows: RowsFile = None,
    seed: Seed = SEED,
    first: Annotated[int, OWN["first"].__metadata__[0]] = 0,
    every: Annotated[
        bool, typer.Option("--all", help="Play every game, and every reading.")
    ] = False,
    deal: Annotated[int | None, whole_option("Number of one game, with --show.")] = None,
    show_deal: Annotated[bool, typer.Option("--show", help="Show one game card by card.")] = False,
    output: Output,
) -> None:
    """List the book's patience games, or play some and show how often they come out."""
    named = game or []
    # What only games in bulk have a use for.
    given = (until, rows, output.out, output.picture, store, threads, dask)
    for_many = games != GAMES or first or level != LEVEL or any(one is not None for one in given)
    if show_deal != (deal is not None):
        raise ValueError("--deal NUMBER and --show go together")
    if deal is not None:
        if output.as_json or output.as_markdown:
            raise ValueError("--show is text; leave out --json and --markdown")
        if for_many:
            raise ValueError("--show plays one game; leave out what is for many of them")
        if len(named) != 1:
            raise ValueError("--show wants a game, one; `rbsim patience` lists them")
        print(patience_text.show_game(named[0], deal, seed, players))
    elif every and named:
        raise ValueError(f"--all plays {named[0]} too; leave out one of them")
    elif not (every or named):
        if for_many or output.as_markdown or players is not None:
            raise ValueError("name a game to play, or --all; without one the games are listed")
        _list_games(output.as_json)
    else:
        options: dict[str, Any] = {"games": games, "players": players, "until": until,
                                   "level": level, "seed": seed, "first": first}  # fmt: skip
        execution = Execution(threads, store, dask)
        # One game is as `patience` plays it, by one player or several; others are side by side.
        if len(named) == 1:
            play_and_show(KIND, {"game": named[0], **options}, execution, rows, output)
        else:
            play_and_show(SURVEY, {"forms": named, **options}, execution, rows, output)


def _list_games(as_json: bool) -> None:
    if as_json:
        console.print_document(patience_text.list_dicts(), versions())
    else:
        print("\n".join(patience_text.list_lines()))
