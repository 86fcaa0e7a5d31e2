"""The commands that read stores: `rbsim check`, and `rbsim report`, which writes a page."""

from __future__ import annotations

from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from rbsim.cli import console
from rbsim.optional import need
from rbsim.pipeline.files import WholeFile


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
    out: Annotated[Path, typer.Option(help="The page, one file.")] = Path("report.html"),
    title: Annotated[str, typer.Option(help="The heading of the page.")] = "",
    study_title: Annotated[
        list[str] | None,
        typer.Option(help="The heading of a study; give it once for each store, in order."),
    ] = None,
    figures: Annotated[
        bool, typer.Option("--figures", help="Put the figures beside the page too, FILE-*.svg.")
    ] = False,
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
    made = page.make(studies, title or None, study_title or ())
    texts = {out: made.html}
    if figures:
        for one in made.pictures:
            texts[out.with_name(f"{out.stem}-{one.name}.svg")] = one.svg
    for path in texts.keys() - {out}:
        parquet.check_target(path, force, ".svg")
    _write(texts)
    print(f"{out} and {len(texts) - 1} figures beside it" if figures else out)


def _write(texts: dict[Path, str]) -> None:
    """Write files whole and all or none, the first one named last."""
    with ExitStack() as stack:
        for path, text in texts.items():
            whole = stack.enter_context(WholeFile(path))
            whole.write(text.encode("utf-8", "replace"))
