"""Playing for commands: batches from options, an engine, progress bars, a file of rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import asdict
from pathlib import Path
from typing import Any

import rbcore
from rbsim.cli import console
from rbsim.cli.options import Conditions, Execution
from rbsim.optional import need
from rbsim.pipeline.engine import Engine, Sink, open_engine, play
from rbsim.pipeline.study import Study
from rbsim.pipeline.tally import Tally
from rbsim.results.simulated import play_arm
from rbsim.running import dask_executor
from rbsim.running.batch import Batch, make_batch
from rbsim.running.provenance import batch_provenance
from rbsim.running.row_kinds import GAMES, RowKind

MOST_RUNS = 1_000


def batches(
    variant: str, players: str, count: int, conditions: Conditions, row_kind: RowKind = GAMES
) -> list[Batch]:
    """Return a batch for each run in `players`, which have commas between them.

    Raises ValueError for more runs than anybody means to play, and for what a batch refuses.
    """
    runs, options = players.split(","), asdict(conditions)
    if len(runs) > MOST_RUNS:
        raise ValueError(f"{len(runs)} runs are too many for one command; name {MOST_RUNS} at most")
    return [make_batch(variant, run, count, row_kind, **options) for run in runs]


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


def play_study(study: Study, execution: Execution) -> Tally:
    """Play all arms of a study side by side, with a progress bar."""
    with open_command_engine(study, execution) as engine, console.bar(study.kind) as progress:
        return play(study, engine, progress=progress)


def play_runs(study: Study, execution: Execution, sinks: Sequence[Sink] = ()) -> list[Any]:
    """Play the arms of a study one after another, each with a progress bar; return results."""
    results = []
    with open_command_engine(study, execution) as engine:
        for arm, batch in enumerate(study.arms):
            name = f"{rbcore.variant_text(batch.rules)}, {batch.player_text}"
            with console.bar(name) as progress:
                results.append(play_arm(study, engine, arm, progress, sinks))
    return results


def rows_file(out: Path | None, force: bool, study: Study) -> AbstractContextManager[Any]:
    """Return a context with a file for the rows of a study, or with None if `out` is None.

    The file gets its name when all rows are in it.
    """
    if out is None:
        return nullcontext()
    need("pyarrow", "parquet")
    from rbsim.pipeline import parquet

    parquet.check_target(out, force, ".parquet")
    goal = {} if study.goal is None else study.goal.provenance
    run = {**goal, "command": console.command()}
    return parquet.RowsFile(out, study.arms, [batch_provenance(b) | run for b in study.arms])
