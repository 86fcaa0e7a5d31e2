"""Study commands: a command for each kind of study, made of its function's signature.

`rbsim study` plays a plan of several.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from rbsim.cli import console
from rbsim.cli.playing import (
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
from rbsim.results.options import Option, Threads
from rbsim.results.study_kind import StudyKind
from rbsim.running.batch import versions


def command_of(kind: StudyKind[Any]) -> Callable[..., None]:
    """Return the command of a kind of study."""

    def command(
        *, dask: Dask = None, rows: RowsFile = None, output: Output, **options: Any
    ) -> None:
        play_and_show(kind, output, dask, rows, **options)

    command.__name__, command.__doc__ = kind.name, kind.words
    without = ["dask"] * (not kind.stored) + ["rows"] * (not kind.has_rows)
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
    force: Force = False,
    threads: Threads = None,
    dask: Dask = None,
    shown: Shown,
) -> None:
    """Play a plan, studies as a file; write the stores, files and page that it names."""
    check_shown(shown)
    files = Files(read_plan(plan, imports=imports), names or (), stores, force)
    rows: list[dict[str, object]] = []
    played: list[dict[str, object]] = []
    statuses = [0]
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
        statuses.append(status_of(result))
    if files.page is not None:
        with console.bar(str(files.page), shown.quiet) as progress:
            files.report(progress)
    if shown.as_json:
        console.print_json(document(rows, {"studies": played} | versions(), console.command()))
    if max(statuses):
        raise typer.Exit(max(statuses))
