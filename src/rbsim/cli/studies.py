"""Study commands: one for each study, made of its signature; and those on what is kept."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, Any

import typer

from rbcore.cards.ranges import count_text, printable
from rbsim import kinds
from rbsim.arms.arm import versions
from rbsim.arms.pools import connected
from rbsim.cli import console, lists
from rbsim.cli.options import (
    KEYWORD,
    AsJson,
    Dask,
    Force,
    Full,
    Imports,
    Kept,
    Markdown,
    Output,
    Quiet,
    Threads,
    command_of,
    flag,
    option,
    play_and_show,
    real,
    show,
    status_of,
    whole,
)
from rbsim.kept import load
from rbsim.optional import need
from rbsim.plans import read_plan, write_report
from rbsim.result import document

Stores = Annotated[
    list[Path], typer.Argument(metavar="STORE...", help="stores, or .json files of results")
]
Level = Annotated[float | None, real("Level of all intervals; as they were kept unless given.")]
PAGE = Path("report.html")


def study(
    plan: Annotated[
        Path, typer.Argument(metavar="PLAN", help="a file of TOML, or a store that keeps its plan")
    ],
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME...", help="studies of the plan; all unless given"),
    ] = None,
    *,
    to: Annotated[
        Path | None,
        option("Folder for all that the plan writes; its own unless given.", metavar="DIR"),
    ] = None,
    part: Annotated[
        int | None, whole("Play one game in so many, into stores and files of its own.")
    ] = None,
    threads: Threads = None,
    full: Full = False,
    as_json: AsJson = False,
    markdown: Markdown = False,
    imports: Imports = False,
    dask: Dask = None,
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """Play a plan, studies as a file; write the stores, files and page that it names."""
    output = Output(full=full, as_json=as_json, as_markdown=markdown, force=force, quiet=quiet)
    output.check()
    read = read_plan(plan, imports=imports, part=part, to=to)
    chosen = [read[name] for name in dict.fromkeys(names or ())] or list(read)
    read.check_files(tuple(one.name for one in chosen), force)
    results, status = {}, 0
    if dask is not None and threads is not None:
        raise ValueError("--threads is for this machine, and --dask for others; give one of them")
    with nullcontext((None, threads)) if dask is None else connected(dask) as (executor, count):
        for one in chosen:
            with console.bar(one.name, quiet) as progress:
                how = {"executor": executor, "threads": count, "progress": progress}
                results[one.name] = result = one.play(
                    store=read.store(one.name), command=console.command(), **how
                )
            if (out := read.table(one.name)) is not None:
                result.save(out, force=force, command=console.command())
            if markdown:
                print(f"{result.report(full).markdown()}\n")
            elif not as_json:
                console.print_report(result.report(full))
            status = max(status, status_of(result, console.say))
    if read.report and len(chosen) == len(read):
        write_report(read, results, force)
    if as_json:
        made = [(name, result.to_document()) for name, result in results.items()]
        rows = [{"study": name, **row} for name, one in made for row in one["results"]]
        origin = {"studies": [one["provenance"] for _, one in made], **versions()}
        console.print_json(document(rows, origin, console.command()))
    if status:
        raise typer.Exit(status)


def report(
    sources: Stores,
    *,
    out: Annotated[Path, option("The page, one file.", "--out", "-o", metavar="FILE")] = PAGE,
    title: Annotated[str, option("The heading of the page.")] = "",
    figures: Annotated[
        bool, flag("--figures", "Put the pictures beside the page too, FILE-*.svg.")
    ] = False,
    partial: Annotated[
        bool, flag("--partial", "Of stores that lack games take what is there.")
    ] = False,
    level: Level = None,
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """Write a page about studies: figures, pictures, and how to play them again."""
    from rbsim.kept import report as write

    with console.bar(str(out), quiet) as progress:
        results = [load(one, level=level, partial=partial, progress=progress) for one in sources]
        page, *pictures = write(*results, out=out, title=title, figures=figures, force=force)
    print(f"{page} and {count_text(len(pictures), 'pictures')} beside it" if pictures else page)


def merge(
    sources: Stores,
    *,
    partial: Annotated[
        bool, flag("--partial", "Of stores that lack games take what is there.")
    ] = False,
    level: Level = None,
    output: Output,
) -> None:
    """Show what is kept of a study; several runs of it, over other games, are added up."""
    output.check()
    with console.bar("merge", output.quiet) as progress:
        result = load(*sources, level=level, partial=partial, progress=progress)
    show(result, output)


def check(
    store: Annotated[Path, typer.Argument(metavar="STORE", help="folder that --store made")],
    quiet: Quiet = False,
) -> None:
    """Read every file of a store, and say what is wrong; nothing is changed."""
    need("pyarrow", "parquet")
    from rbsim.store import check_store

    with console.bar(str(store), quiet) as progress:
        found = check_store(store, progress)
    for problem in found.problems:
        print(printable(problem))
    files, games = count_text(found.files, "files"), count_text(found.games, "games")
    are = "is" if found.files == 1 else "are"
    left = f"; {found.missing:,} games of each arm are still to be played" if found.missing else ""
    print(f"{files} of {games} {are} whole{left}")
    if found.problems:
        raise typer.Exit(1)


EXTRA = {
    "every": (Annotated[bool, flag("--all", "Play every game, and every reading.")], False),
    "deal": (Annotated[int | None, whole("Number of one game, with --show.")], None),
    "show_deal": (Annotated[bool, flag("--show", "Show one game card by card.")], False),
}
FOR_ONE = ("forms", "players", "seed", "every", "deal", "show_deal")  # others are for many games


def patience(call: Any, given: dict[str, Any], output: Output, kept: Kept) -> None:
    """List games of patience, play some side by side, or show one card by card."""
    every, deal, shown = (given.pop(name) for name in EXTRA)
    named, players = given["forms"] or [], given["players"]
    defaults = inspect.signature(call).parameters
    for_many = any(v != defaults[k].default for k, v in given.items() if k not in FOR_ONE)
    for_many = for_many or output.out is not None or output.picture is not None
    if shown != (deal is not None):
        raise ValueError("--deal NUMBER and --show go together")
    if deal is not None:
        if for_many or output.as_json or output.as_markdown:
            raise ValueError("--show is one game as text; leave out what is for many of them")
        if len(named) != 1:
            raise ValueError("--show wants a game, one; `rbsim patience` lists them")
        print(lists.show_game(named[0], deal, given["seed"], players))
    elif every and named:
        raise ValueError(f"--all plays {named[0]} too; leave out one of them")
    elif not (every or named):
        if for_many or output.as_markdown or players is not None:
            raise ValueError("name a game to play, or --all; without one the games are listed")
        console.print_list([*lists.patience_dicts()], lists.patience_lines(), output.as_json)
    else:
        play_and_show(call, given, output, kept)


def study_commands() -> Iterator[tuple[str, Callable[..., None]]]:
    """Yield the name and the command of each kind of study."""
    extra = [
        inspect.Parameter(name, KEYWORD, default=default, annotation=kind)
        for name, (kind, default) in EXTRA.items()
    ]
    for name in kinds.__all__:
        call = getattr(kinds, name)
        is_more = name == "patience"
        yield name, command_of(call, patience, extra) if is_more else command_of(call)
