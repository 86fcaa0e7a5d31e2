"""Study commands: a command for each kind of study, made of its function's signature.

`rbsim study` plays a plan of several.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from rbsim.cli import console
from rbsim.cli.playing import Execution, open_command_engine, play_and_show, status_of
from rbsim.cli.typer_options import (
    AsJson,
    Dask,
    Force,
    Full,
    Output,
    Quiet,
    RowsFile,
    Threads,
    flatten_options,
    parameter,
)
from rbsim.plans.plan_files import Files
from rbsim.plans.reading import read_plan
from rbsim.results.document import document
from rbsim.results.options import Declared
from rbsim.results.study_kind import StudyKind
from rbsim.running.provenance import versions


def command_of(kind: StudyKind[Any]) -> Callable[..., None]:
    """Return the command of a kind of study."""
    declared = list(kind.options.values())
    machinery = {"dask": (Dask, None)} if kind.stored else {}
    if kind.has_rows:
        machinery["rows"] = (RowsFile, None)

    def command(*, output: Output, **given: Any) -> None:
        execution = Execution(
            given.pop("threads", None), given.pop("store", None), given.pop("dask", None)
        )
        rows = given.pop("rows", None)
        options = {name: _read(kind.options[name], value) for name, value in given.items()}
        play_and_show(kind, options, execution, rows, output)

    keyword = inspect.Parameter.KEYWORD_ONLY
    own = [parameter(one) for one in declared]
    more = [
        inspect.Parameter(name, keyword, default=default, annotation=hint)
        for name, (hint, default) in machinery.items()
    ]
    output = inspect.Parameter("output", keyword, annotation=Output)
    command.__name__, command.__doc__ = kind.name, kind.words
    command.__dict__["__signature__"] = inspect.Signature([*own, *more, output])
    command.__annotations__ = {p.name: p.annotation for p in (*own, *more, output)}
    return flatten_options(command)


def _read(one: Declared, value: Any) -> Any:
    """Return the value of an option; several words may have commas between them."""
    if one.is_argument and one.option.many and one.name == "players" and value is not None:
        return [name for text in value for name in text.split(",")]
    return value


def study(
    plan: Annotated[
        Path, typer.Argument(metavar="PLAN", help="a file of TOML, or a store that keeps its plan")
    ],
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME...", help="studies of the plan; all unless given"),
    ] = None,
    stores: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Folder of the stores, in place of the plan's."),
    ] = None,
    imports: Annotated[
        bool,
        typer.Option(
            "--imports", help="Import modules of players that a store or a file of results names."
        ),
    ] = False,
    force: Force = False,
    threads: Threads = None,
    dask: Dask = None,
    full: Full = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Play a plan, studies as a file; write the stores, files and page that it names."""
    read = read_plan(plan, imports=imports)
    files = Files(read, names or (), stores, force)
    rows: list[dict[str, object]] = []
    played: list[dict[str, object]] = []
    statuses = [0]
    for one in files.studies:
        execution = Execution(threads, files.store(one), dask)
        with (
            open_command_engine(one.study, execution) as engine,
            console.bar(one.name, quiet) as progress,
        ):
            result = one.play_on(engine, progress)
        files.keep(one, result, console.command())
        if as_json:
            made = result.to_document()
            rows += ({"study": one.name} | row for row in made["results"])
            played.append(made["provenance"])
        else:
            console.print_report(result.report(full))
        statuses.append(status_of(result))
    if files.page is not None:
        with console.bar(str(files.page), quiet) as progress:
            files.report(progress)
    if as_json:
        console.print_json(document(rows, {"studies": played} | versions(), console.command()))
    if max(statuses):
        raise typer.Exit(max(statuses))
