"""Series: the arms of a study one after another, each by itself; so there are rows, and goals."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

from rbsim.pipeline.engine import Engine, play_rows
from rbsim.results.simulated import Result
from rbsim.running.batch import Batch, Progress, Rows, Taker
from rbsim.running.chunks import Stop
from rbsim.sums.totals import Totals

Part = tuple[Totals, Rows | None]


def play_arm(
    engine: Engine,
    batch: Batch,
    progress: Progress | None = None,
    takers: Sequence[Taker] = (),
    kept: Rows | None = None,
) -> Result:
    """Play a batch of the study, or what the goal wants of it; as rbsim.simulation.run does."""
    arm = next(i for i, one in enumerate(engine.study.arms) if one is batch)
    with_rows = bool(takers) or kept is not None
    work = partial(play_part, batch, arm, with_rows=with_rows)

    def play(span: range, totals: Totals) -> float:
        start = time.perf_counter()
        while totals.games < span.stop:
            more, rows = next(parts)
            if rows is not None:
                for take in takers:
                    take(rows)
                if kept is not None:
                    kept[totals.games : totals.games + len(rows)] = rows
            totals.merge(more)
            if progress is not None:
                progress(totals.games, batch.count)
        return time.perf_counter() - start

    with closing(engine.in_order(work, range(batch.count))) as parts:
        result = Result.of(batch, engine.study.arm_goal, play, kept)
    if engine.folder is not None:
        from rbsim.pipeline import store

        store.cut(engine.folder, arm, result.batch.count)
    return result


def play_part(
    batch: Batch,
    arm: int,
    start: int,
    games: int,
    with_rows: bool,
    store: Path | None = None,
    stop: Stop | None = None,
) -> Part:
    """Play, or read from the store, games of one arm: their sums, and the rows if asked."""
    rows = play_rows(batch, arm, start, games, store, stop)
    totals = Totals(batch.rules.seats)
    totals.add(rows)
    return totals, rows if with_rows else None
