"""Playing for commands: an engine, progress, files of rows and results, and what is shown."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rbcore.cards.ranges import check_range, known_names, shown
from rbsim.cli import console
from rbsim.cli.typer_options import Output, Shown
from rbsim.files import check_apart, check_target, real_path
from rbsim.games.compression import SUFFIXES
from rbsim.games.picking import Wanted, games_of
from rbsim.games.writing import GameFile
from rbsim.optional import need
from rbsim.pipeline.engine import Engine, Sink, open_engine
from rbsim.pipeline.study import Study
from rbsim.results.document import check_file
from rbsim.results.options import Option, whole
from rbsim.results.result import StudyResult
from rbsim.results.shared_sections import stop_text
from rbsim.results.study_kind import StudyKind
from rbsim.running import dask_executor
from rbsim.running.batch import MOST
from rbsim.stats.quantity import QUANTITIES, key_of
from rbsim.sums.histograms import Rows

if TYPE_CHECKING:
    from rbsim.pipeline.parquet import RowsFile

NOT_REACHED = 3  # the status of a run whose cap came before its goal


def check_shown(shown: Shown) -> None:
    """Raise ValueError for two ways to print a result."""
    if shown.as_json and shown.as_markdown:
        raise ValueError("tables are printed by either --json or --markdown, not both")


def check_output(output: Output, store: Path | None = None) -> None:
    """Raise ValueError for a file that cannot be written, before anything is played."""
    check_shown(output)
    if output.out is not None:
        check_file(output.out, output.force)
        check_apart(output.out, store)
    if output.picture_of is not None:
        if output.picture is None:
            raise ValueError(f"picture_of={shown(output.picture_of)} wants picture, a file")
        if key_of(output.picture_of) not in QUANTITIES:
            named = known_names(key_of(output.picture_of), QUANTITIES)
            raise ValueError(f"{shown(output.picture_of)} is nothing to draw; {named}")
    if output.picture is not None:
        need("matplotlib", "report")
        from rbsim.rendering import svg

        check_target(output.picture, output.force, *svg.SUFFIXES)
        check_apart(output.picture, store)


@contextmanager
def open_command_engine(
    study: Study, threads: int | None, dask: str | None, store: Path | None
) -> Iterator[Engine]:
    """Open the engine of a study on threads or a cluster, as a command's options say."""
    if threads is not None and dask is not None:
        raise ValueError("--threads is for this machine, and --dask for others; give one of them")
    with (
        dask_executor.connected(dask) as (executor, workers),
        open_engine(study, workers or threads, executor, store, console.command()) as engine,
    ):
        yield engine


@dataclass(frozen=True, kw_only=True)
class GamesOut:
    """Which games of a study are kept in a game file, if any."""

    games_out: Annotated[
        Path | None,
        Option("Keep games move by move, to replay: .games, .gz or .zst.", metavar="FILE"),
    ] = None
    games_out_limit: Annotated[
        int, whole("Games that --games-out keeps at most; matches count as one.")
    ] = 1_000
    games_out_where: Annotated[
        str | None,
        Option(
            "Which games it keeps: \"outcome = 'stalemate' and turns < 40\".", metavar="CONDITION"
        ),
    ] = None

    def check(self, force: bool, store: Path | None, *others: Path | None) -> None:
        """Raise ValueError for a file that cannot be written, and for a condition on none."""
        path = self.games_out
        check_range("games_out_limit", self.games_out_limit, 1, MOST)
        if path is None:
            if self.games_out_where is not None:
                raise ValueError("--games-out-where wants --games-out FILE, where the games go")
            return
        check_target(path, force, *SUFFIXES)
        check_apart(path, store)
        if real_path(path) in [real_path(one) for one in others if one is not None]:
            raise ValueError(f"{path} cannot have games and other things; name two files")

    @contextmanager
    def sink(self, study: Study, force: bool) -> Iterator[Sequence[Sink]]:
        """Yield what takes the rows of a study and keeps its games, if any are to be kept."""
        if self.games_out is None:
            yield ()
            return
        wanted = Wanted(self.games_out_where, self.games_out_limit)
        for arm in study.arms:
            wanted.check(arm)
        with GameFile(self.games_out, force=force) as file:

            def keep(arm: int, rows: Rows) -> None:
                for one in games_of(study.arms[arm], rows, wanted) if wanted.left else ():
                    file.add(one)

            yield (keep,)


def play_and_show(
    kind: StudyKind[Any],
    output: Output,
    dask: str | None,
    rows: Path | None,
    written: GamesOut | None = None,
    **options: Any,
) -> None:
    """Play the study of some options, write the files that are named, and show its result."""
    store = options.get("store")
    check_output(output, store)
    if rows is not None:
        check_apart(rows, store)
        if output.out is not None and real_path(rows) == real_path(output.out):
            raise ValueError(f"{rows} cannot have both rows and figures; name two files")
    written = written or GamesOut()
    written.check(output.force, store, rows, output.out, output.picture)
    for name, value in options.items():
        if isinstance(value, list):
            options[name] = kind.options[name].joined(value)
    study = kind.study(options)
    with (
        rows_file(rows, output.force, study) as file,
        written.sink(study, output.force) as game_sinks,
        open_command_engine(study, options.get("threads"), dask, store) as engine,
        console.bar(kind.name, output.quiet) as progress,
    ):
        sinks = [*game_sinks, *(() if file is None else (file.add,))]
        result = kind.play_on(engine, options["level"], progress, sinks)
    show(result, output)
    if status := status_of(result):
        raise typer.Exit(status)


def status_of(result: StudyResult) -> int:
    """Return NOT_REACHED, and say so, if games ran out before the goal; else 0."""
    missed = [one for one in result.tally.stopped if not one.reached]
    for text in dict.fromkeys(map(stop_text, missed)):
        print(f"rbsim: {text}; more --games go on", file=sys.stderr)
    return NOT_REACHED if missed else 0


def show(result: StudyResult, output: Output) -> None:
    """Keep a result in the files that are named, and print it as tables, Markdown or JSON."""
    if output.out is not None:
        result.save(output.out, force=output.force, command=console.command())
    if output.picture is not None:
        result.plot(output.picture_of).save(output.picture, force=output.force)
    if output.as_json:
        console.print_json(result.to_document(console.command()))
    else:
        print_report(result, output)


def print_report(result: StudyResult, shown: Shown) -> None:
    """Print a result as tables or Markdown."""
    report = result.report(shown.full)
    if shown.as_markdown:
        print(report.markdown())
    else:
        console.print_report(report)


def rows_file(
    rows: Path | None, force: bool, study: Study
) -> AbstractContextManager[RowsFile | None]:
    """Return a context with a file for the rows of a study, or with None if `rows` is None."""
    if rows is None:
        return nullcontext()
    if len({arm.row_kind.numbers for arm in study.arms}) > 1:
        raise ValueError("the rows of Sympathy are other ones; keep them in a file of their own")
    need("pyarrow", "parquet")
    from rbsim.pipeline import parquet

    check_target(rows, force, ".parquet")
    goal = {} if study.goal is None else study.goal.provenance
    run = {**goal, "command": console.command()}
    return parquet.RowsFile(rows, study.arms, [b.provenance | run for b in study.arms])
