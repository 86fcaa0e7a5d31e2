"""The commands that read stores: `rbsim check`, and `rbsim report`, which writes a page."""

from __future__ import annotations

import os
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from rbsim.cli import console
from rbsim.optional import need
from rbsim.pipeline.files import UNFINISHED


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


def report(
    stores: Annotated[
        list[Path], typer.Argument(metavar="STORE...", help="folders that --store made")
    ],
    out: Annotated[
        Path, typer.Option(help="The page; its figures lie beside it as FILE-*.svg.")
    ] = Path("report.html"),
    force: Annotated[bool, typer.Option(help="Replace files that exist.")] = False,
) -> None:
    """Write a page about stored studies: figures, tables, and how to play them again."""
    need("pyarrow", "report")
    need("matplotlib", "report")
    from rbsim.pipeline import parquet
    from rbsim.reporting import page, stored

    parquet.check_target(out, force, ".html")
    for folder, times in Counter(folder.resolve() for folder in stores).items():
        if times > 1:
            raise ValueError(f"{folder} is named {times} times; name each store once")
    studies = []
    for folder in stores:
        with console.bar(str(folder)) as progress:
            studies.append(stored.load_study(folder, progress))
    made = page.make(studies)
    texts = {out.with_name(f"{out.stem}-{one.name}.svg"): one.svg for one in made.pictures}
    for path in texts:
        parquet.check_target(path, force, ".svg")
    _write(texts | {out: made.html})
    print(f"{out} and {len(texts)} figures beside it")


def _write(texts: dict[Path, str]) -> None:
    """Write files under temporary names, then rename them all, the page last."""
    waiting = {path: path.with_name(f"{UNFINISHED}{os.getpid()}-{path.name}") for path in texts}
    try:
        for path, unfinished in waiting.items():
            unfinished.write_text(texts[path], encoding="utf-8", errors="replace")
        for path, unfinished in waiting.items():
            unfinished.replace(path)
    finally:
        for unfinished in waiting.values():
            with suppress(OSError):
                unfinished.unlink(missing_ok=True)
