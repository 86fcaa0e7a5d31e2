"""Study commands: a command for each kind of study, made of its function's signature.

`rbsim study` plays a plan of several, `rbsim patience` also lists games or shows one card by card.
"""

from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from typing import Annotated, Any

import typer

from rbsim.cli import console, patience_text
from rbsim.cli.playing import (
    GamesOut,
    check_shown,
    open_command_engine,
    play_and_show,
    print_report,
    status_of,
)
from rbsim.cli.typer_options import Dask, Force, Output, RowsFile, Shown, as_command, flag
from rbsim.plans.plan_files import Files
from rbsim.plans.reading import read_plan
from rbsim.results.document import document
from rbsim.results.options import Option, Threads, whole
from rbsim.results.study_kind import StudyKind
from rbsim.running.batch import versions
from rbsim.studies.patience_games import GAME, KIND, SURVEY


def command_of(kind: StudyKind[Any]) -> Callable[..., None]:
    """Return the command of a kind of study."""

    def command(
        *,
        dask: Dask = None,
        rows: RowsFile = None,
        written: GamesOut,
        output: Output,
        **options: Any,
    ) -> None:
        play_and_show(kind, output, dask, rows, written, **options)

    command.__name__, command.__doc__ = kind.name, kind.words
    without = ["dask"] * (not kind.stored) + ["rows"] * (not kind.has_rows)
    if not kind.has_games:
        without += [field.name for field in fields(GamesOut)]
    return as_command(command, kind.options.values(), without)


def study(
    plan: Annotated[
        Path, typer.Argument(metavar="PLAN", help="a file of TOML, or a store that keeps its plan")
    ],
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME...", help="studies of the plan; all unless given"),
    ] = None,
    *,
    stores: Annotated[
        Path | None, Option("Folder of the stores, in place of the plan's.", metavar="DIR")
    ] = None,
    imports: Annotated[
        bool,
        flag("--imports", "Import modules of players that a store or a file of results names."),
    ] = False,
    part: Annotated[
        int | None, whole("Play one game in so many, into stores and files of its own.")
    ] = None,
    force: Force = False,
    threads: Threads = None,
    dask: Dask = None,
    shown: Shown,
) -> None:
    """Play a plan, studies as a file; write the stores, files and page that it names."""
    check_shown(shown)
    files = Files(read_plan(plan, imports=imports, part=part), names or (), stores, force)
    rows: list[dict[str, object]] = []
    played: list[dict[str, object]] = []
    status = 0
    for one in files.studies:
        with (
            open_command_engine(one.study, threads, dask, files.store(one)) as engine,
            console.bar(one.name, shown.quiet) as progress,
        ):
            result = one.play_on(engine, progress)
        files.keep(one, result, console.command())
        if shown.as_json:
            made = result.to_document()
            rows += ({"study": one.name} | row for row in made["results"])
            played.append(made["provenance"])
        else:
            print_report(result, shown)
        status = max(status, status_of(result))
    if files.page is not None:
        with console.bar(str(files.page), shown.quiet) as progress:
            files.report(progress)
    if shown.as_json:
        console.print_json(document(rows, {"studies": played} | versions(), console.command()))
    if status:
        raise typer.Exit(status)


# ---- patience ----------------------------------------------------------------------------------

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
