"""The commands that read stores and files: `rbsim check`, `report` and `merge`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rbcore.cards.ranges import count_text, printable
from rbsim.cli import console
from rbsim.cli.playing import check_output, show
from rbsim.cli.typer_options import Force, Output, Quiet, flag
from rbsim.optional import need
from rbsim.results.options import Level
from rbsim.stats.level import LEVEL
from rbsim.studies import result_pages, stored_results

if TYPE_CHECKING:
    from rbsim.pipeline.store_check import StoreCheck


def check(
    store: Annotated[Path, typer.Argument(metavar="STORE", help="folder that --store made")],
    repair: Annotated[
        bool,
        flag("--repair", "Set damaged shards aside, to be played again, and convert old ones."),
    ] = False,
    quiet: Quiet = False,
) -> None:
    """Read every shard of a store, compare it with its digest, and say what is wrong."""
    need("pyarrow", "parquet")
    from rbsim.pipeline.store_check import check_store

    with console.bar(str(store), quiet) as progress:
        result = check_store(store, repair, progress)
    for problem in result.problems:
        print(printable(problem))
    shards, games = count_text(result.shards, "shards"), count_text(result.games, "games")
    print(f"{shards} of {games} {_are(result.shards)} whole{_still_to_play(result)}")
    if result.old and not repair:
        old = count_text(result.old, "shards")
        print(f"{old} {_are(result.old)} of an older format; --repair converts what is old")
    if result.converted:
        print(f"{count_text(result.converted, 'shards')} converted")
    if result.aside:
        damaged = count_text(len(result.aside), "damaged shards")
        print(f"{damaged} set aside; resume the study to play what is missing")
    if len(result.problems) > len(result.aside):
        raise typer.Exit(1)


def _are(count: int) -> str:
    return "is" if count == 1 else "are"


def _still_to_play(result: StoreCheck) -> str:
    """Return what a store lacks as the end of a sentence; nothing of one that is complete."""
    if not result.missing:
        return ""
    which = "before the next look" if result.most is None else f"of {result.most:,}"
    return f"; {result.missing:,} {which} {_are(result.missing)} still to be played"


def report(
    stores: Annotated[
        list[Path],
        typer.Argument(metavar="STORE...", help="folders that --store made, or files of results"),
    ],
    *,
    out: Annotated[Path, typer.Option(help="The page, one file.")] = Path("report.html"),
    title: Annotated[str, typer.Option(help="The heading of the page.")] = "",
    study_title: Annotated[
        list[str] | None,
        typer.Option(help="The heading of a study; give it once for each store, in order."),
    ] = None,
    figures: Annotated[
        bool, flag("--figures", "Put the pictures beside the page too, FILE-*.svg.")
    ] = False,
    extremes: Annotated[
        bool, flag("--extremes", "Put a page of extreme games beside it, FILE-games.html.")
    ] = False,
    level: Level = LEVEL,
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """Write a page about stored studies: pictures, tables, and how to play them again."""
    with console.bar(str(out), quiet) as progress:
        page, *pictures = result_pages.report(
            *stores,
            out=out,
            title=title,
            study_title=study_title or (),
            figures=figures,
            extremes=extremes,
            level=level,
            force=force,
            progress=progress,
        )
    beside = [f"{len(pictures) - extremes} pictures"] if figures else []
    beside += ["a page of games"] if extremes else []
    print(f"{page} and {' and '.join(beside)} beside it" if beside else page)


def merge(
    sources: Annotated[
        list[Path], typer.Argument(metavar="PATH PATH...", help="stores, or files of results")
    ],
    *,
    level: Level = LEVEL,
    output: Output,
) -> None:
    """Add up runs of the same study over other games, and show them as one."""
    check_output(output)
    if len(sources) < 2:
        raise ValueError("a merge is of two runs at least; name their stores or files")
    with console.bar("merge", output.quiet) as progress:
        result = stored_results.load(*sources, level=level, progress=progress)
    show(result, output)
