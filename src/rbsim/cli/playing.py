"""Playing for commands: batches from options, an engine, progress, files of rows and results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rbsim.cli import console
from rbsim.cli.options import Conditions, Execution, Output
from rbsim.optional import need
from rbsim.pipeline.engine import Engine, Sink, open_engine, play
from rbsim.pipeline.files import check_target
from rbsim.pipeline.study import Study
from rbsim.pipeline.tally import Tally
from rbsim.results.document import SUFFIXES
from rbsim.results.side_by_side import Survey
from rbsim.results.simulated import play_arm
from rbsim.results.tabular import TabularResult
from rbsim.running import dask_executor
from rbsim.running.batch import Batch, run_batches
from rbsim.running.provenance import batch_provenance
from rbsim.running.row_kinds import GAMES, RowKind
from rbsim.stats.level import check_level


def batches(
    variant: str, players: str, count: int, conditions: Conditions, row_kind: RowKind = GAMES
) -> list[Batch]:
    """Return a batch for each run in `players`, which have commas between them."""
    return run_batches(variant, players, count, row_kind, **asdict(conditions))


def check_output(output: Output, execution: Execution | None = None) -> None:
    """Raise ValueError for a file that cannot be written, before anything is played."""
    if output.out is None:
        return
    check_target(output.out, output.force, *SUFFIXES)
    if output.out.suffix == ".parquet":
        need("pyarrow", "parquet")
    if execution is not None:
        check_apart(output.out, execution)


def check_apart(path: Path, execution: Execution) -> None:
    """Raise ValueError for a file that would lie in the store."""
    if execution.store is not None and path.resolve().is_relative_to(execution.store.resolve()):
        raise ValueError(f"{path} lies in the store; name a file elsewhere")


@contextmanager
def open_command_engine(study: Study, execution: Execution) -> Iterator[Engine]:
    """Open the engine of a study on threads or a cluster, as a command's options say."""
    if execution.threads is not None and execution.dask is not None:
        raise ValueError("--threads is for this machine, and --dask for others; give one of them")
    with (
        dask_executor.connected(execution.dask) as (executor, workers),
        open_engine(
            study, workers or execution.threads, executor, execution.store, console.command()
        ) as engine,
    ):
        yield engine


def play_study(study: Study, execution: Execution, quiet: bool = False) -> Tally:
    """Play all arms of a study side by side, with a progress bar."""
    with (
        open_command_engine(study, execution) as engine,
        console.bar(study.kind, quiet) as progress,
    ):
        return play(study, engine, progress=progress)


def play_runs(
    study: Study,
    execution: Execution,
    level: float,
    sinks: Sequence[Sink] = (),
    quiet: bool = False,
) -> list[Any]:
    """Play the arms of a study one after another, each with a progress bar; return results."""
    results = []
    with open_command_engine(study, execution) as engine:
        for arm, batch in enumerate(study.arms):
            name = f"{batch.variant}, {batch.player_text}"
            with console.bar(name, quiet) as progress:
                results.append(play_arm(study, engine, arm, progress, sinks, level=level))
    return results


def play_and_show(
    study: Study,
    execution: Execution,
    level: float,
    rows: Path | None,
    output: Output,
    as_markdown: bool = False,
) -> None:
    """Play the arms in turn, write rows and figures to files that are named, and show results.

    Those of a survey are shown side by side, others one after another.
    """
    if output.as_json and as_markdown:
        raise ValueError("tables are printed by either --json or --markdown, not both")
    check_level(level)
    check_output(output, execution)
    if rows is not None:
        check_apart(rows, execution)
        if output.out is not None and rows.resolve() == output.out.resolve():
            raise ValueError(f"{rows} cannot have both rows and figures; name two files")
    with rows_file(rows, output.force, study) as file:
        sinks = () if file is None else (file.add,)
        results = play_runs(study, execution, level, sinks, output.quiet)
    if len(results) == 1 and study.kind != "survey":
        show(results[0], output, as_markdown)
        return
    every = Survey(study, results, level)
    if output.as_json or study.kind == "survey":
        show(every, output, as_markdown)
        return
    keep(every, output)
    for one in results:
        console.print_report(one.report())


def show(result: TabularResult, output: Output, as_markdown: bool = False) -> None:
    """Keep a result if a file is named, and print it as tables, as Markdown or as JSON."""
    keep(result, output)
    if as_markdown:
        print(result.report().markdown())
    elif output.as_json:
        console.print_json(result.to_document(console.command()))
    else:
        console.print_report(result.report())


def keep(result: TabularResult, output: Output) -> None:
    """Write a result to its file, if one is named."""
    if output.out is not None:
        result.save(output.out, force=output.force, command=console.command())


def rows_file(rows: Path | None, force: bool, study: Study) -> AbstractContextManager[Any]:
    """Return a context with a file for the rows of a study, or with None if `rows` is None.

    The file gets its name when all rows are in it.
    """
    if rows is None:
        return nullcontext()
    if len({arm.row_kind.numbers for arm in study.arms}) > 1:
        raise ValueError("the rows of Sympathy are other ones; keep them in a file of their own")
    need("pyarrow", "parquet")
    from rbsim.pipeline import parquet

    check_target(rows, force, ".parquet")
    goal = {} if study.goal is None else study.goal.provenance
    run = {**goal, "command": console.command()}
    return parquet.RowsFile(rows, study.arms, [batch_provenance(b) | run for b in study.arms])
