"""The command `rbsim patience`, which lists games, plays some, or shows one card by card."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from rbsim.cli import console, patience_text
from rbsim.cli.playing import play_and_show
from rbsim.cli.typer_options import Dask, Output, RowsFile, flag
from rbsim.results.options import whole
from rbsim.studies.patience_games import GAME, KIND, SURVEY

# Those of the study; but several games can be named, or none to have them listed.
OPTIONS = KIND.options | {"game": replace(GAME, name="game", many=True)}
FOR_ONE = ("game", "players", "seed")  # others have a use for many games alone


def patience(
    *,
    dask: Dask = None,
    rows: RowsFile = None,
    every: Annotated[bool, flag("--all", "Play every game, and every reading.")] = False,
    deal: Annotated[int | None, whole("Number of one game, with --show.")] = None,
    show_deal: Annotated[bool, flag("--show", "Show one game card by card.")] = False,
    output: Output,
    **options: Any,
) -> None:
    """List the book's patience games, or play some and show how often they come out."""
    many = [one for name, one in OPTIONS.items() if name not in FOR_ONE]
    for_many = any((dask, rows, output.out, output.picture)) or any(
        options[one.name] != one.default for one in many
    )
    named, players = options.pop("game") or [], options["players"]
    if show_deal != (deal is not None):
        raise ValueError("--deal NUMBER and --show go together")
    if deal is not None:
        if output.as_json or output.as_markdown:
            raise ValueError("--show is text; leave out --json and --markdown")
        if for_many:
            raise ValueError("--show plays one game; leave out what is for many of them")
        if len(named) != 1:
            raise ValueError("--show wants a game, one; `rbsim patience` lists them")
        print(patience_text.show_game(named[0], deal, options["seed"], players))
    elif every and named:
        raise ValueError(f"--all plays {named[0]} too; leave out one of them")
    elif not (every or named):
        if for_many or output.as_markdown or players is not None:
            raise ValueError("name a game to play, or --all; without one the games are listed")
        dicts, lines = patience_text.list_dicts(), patience_text.list_lines()
        console.print_list(dicts, lines, output.as_json)
    # One game is as `patience` plays it, by one player or several; others are side by side.
    elif len(named) == 1:
        play_and_show(KIND, output, dask, rows, game=named[0], **options)
    else:
        play_and_show(SURVEY, output, dask, rows, forms=named, **options)
