"""Series: the arms of a study one after another, each by itself; so there are rows, and goals."""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from rbsim.batch import Batch, Progress, Rows, Taker
from rbsim.result import Result
from rbsim.studies.engine import play_rows
from rbsim.studies.study import Study
from rbsim.studies.work import Stop, in_order
from rbsim.totals import Totals

Part = tuple[Totals, Rows | None]


@dataclass(frozen=True)
class Series:
    """A study that is not paired, on threads or an executor, with the folder of its open store."""

    study: Study
    executor: Executor | None = None
    folder: Path | None = None

    def play(
        self,
        batch: Batch,
        threads: int,
        progress: Progress | None = None,
        takers: Sequence[Taker] = (),
        kept: Rows | None = None,
    ) -> Result:
        """Play a batch of the study, or what the goal wants of it; as rbsim.simulation.run does."""
        arm = next(i for i, one in enumerate(self.study.arms) if one is batch)
        size = self.study.chunk if self.folder is None else self.study.shard
        with_rows = bool(takers) or kept is not None
        work = partial(play_part, batch, arm, store=self.folder, with_rows=with_rows)

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

        with closing(in_order(work, batch.count, size, threads, self.executor)) as parts:
            result = Result.of(batch, self.study.goal, play, kept)
        if self.folder is not None:
            from rbsim.studies import store

            store.cut(self.folder, arm, result.batch.count)
        return result


def play_part(
    batch: Batch,
    arm: int,
    start: int,
    games: int,
    store: Path | None,
    with_rows: bool,
    stop: Stop | None = None,
) -> Part:
    """Play, or read from the store, games of one arm: their sums, and the rows if asked."""
    stop = np.zeros(1, np.uint8) if stop is None else stop
    rows = play_rows(batch, arm, start, games, store, stop)
    totals = Totals(batch.rules.seats)
    totals.add(rows)
    return totals, rows if with_rows else None
