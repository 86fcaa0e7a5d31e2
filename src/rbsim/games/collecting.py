"""Collecting: the games of rows that a study plays, or that a file of rows has, as transcripts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from rbcore.board.game_line import OUTCOMES
from rbcore.cards.ranges import check_range
from rbsim.games.by_number import check_repeatable, transcripts
from rbsim.games.conditions import condition
from rbsim.games.transcript import Transcript
from rbsim.games.writing import GameFile
from rbsim.optional import need
from rbsim.running.batch import MOST, Batch
from rbsim.running.row_kinds import GAMES
from rbsim.sums.histograms import Rows


class Wanted:
    """Which rows are wanted: so many at most, and those alone that meet a condition."""

    def __init__(self, where: Any = None, limit: int | None = None) -> None:
        self.left = MOST if limit is None else check_range("limit", limit, 1, MOST)
        self._where = where
        self._condition: Any = None

    def check(self, batch: Batch) -> None:
        """Raise ValueError if games of the batch cannot be made, or for a wrong condition."""
        check_repeatable(batch)
        self._among(batch, np.zeros(0, batch.row_kind.row))

    def among(self, batch: Batch, rows: Rows) -> Rows:
        """Return those of some rows that are wanted, and no more than are left."""
        found: Rows = rows[self._among(batch, rows)][: self.left]
        self.left -= len(found)
        return found

    def _among(self, batch: Batch, rows: Rows) -> Any:
        if self._where is None:
            return slice(None)
        pa = need("pyarrow", "parquet")
        from rbsim.pipeline import parquet

        table = parquet.rows_table(batch, rows)
        if self._condition is None:
            self._condition = condition(self._where, table.schema)
        numbers = table.append_column("number", pa.array(np.arange(len(rows))))
        return numbers.filter(self._condition)["number"].to_numpy()


class Collector:
    """A sink of an engine that writes the wanted games of a study to a game file as they come."""

    def __init__(self, arms: Sequence[Batch], file: GameFile, wanted: Wanted) -> None:
        self.arms = arms
        self.file = file
        self.wanted = wanted

    def add(self, arm: int, rows: Rows) -> None:
        """Write those games of the next rows of an arm that are wanted."""
        if not self.wanted.left:
            return
        for one in games_of(self.arms[arm], rows, self.wanted):
            self.file.add(one)


def games_of(batch: Batch, rows: Rows, wanted: Wanted) -> Iterator[Transcript]:
    """Yield those games of some rows that are wanted; ValueError if they are not as rows say."""
    for row in wanted.among(batch, rows):
        for one in transcripts(batch, int(row["index"])):
            if batch.row_kind is GAMES and one.outcome != OUTCOMES[row["outcome"]]:
                raise ValueError(
                    f"game {row['index']} of seed {batch.seed} ends in {one.outcome}, and its row "
                    f"says {OUTCOMES[row['outcome']]}; the rows are damaged, or of another rbsim"
                )
            yield one
