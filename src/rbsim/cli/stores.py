"""The command `rbsim check`: what is in a store, and whether it is whole."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rbsim.cli import console
from rbsim.optional import need


def check(
    store: Annotated[Path, typer.Argument(metavar="STORE", help="folder that --store made")],
    repair: Annotated[
        bool,
        typer.Option(help="Set damaged shards aside, to be played again, and convert old ones."),
    ] = False,
) -> None:
    """Read every shard of a store, compare it with its digest, and say what is wrong."""
    need("pyarrow", "parquet")
    from rbsim.pipeline.store_check import check_store

    with console.bar(str(store)) as progress:
        result = check_store(store, repair, progress)
    for problem in result.problems:
        print(problem)
    print(f"{result.shards:,} shards of {result.games:,} games are whole")
    if result.old and not repair:
        print(f"{result.old:,} of them are of an older format, without digests; --repair converts")
    if result.converted:
        print(f"{result.converted:,} of them were converted")
    if result.aside:
        print(f"{len(result.aside):,} damaged ones were set aside; resume the study to play them")
    if len(result.problems) > len(result.aside):
        raise typer.Exit(1)
