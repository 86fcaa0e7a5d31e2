"""Result: what a batch adds up to, its rows, and where they come from."""

from __future__ import annotations

import platform
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

import rbcore
from rbsim.formatting import tables
from rbsim.optional import need
from rbsim.pipeline.stopping import Goal, Stopped, play_until
from rbsim.results.summary import Summary
from rbsim.running.batch import Batch, Rows
from rbsim.running.player import versioned
from rbsim.sums.totals import Totals


class Played(ABC):
    """What the results of games and of matches share.

    rows: structured array, one row a game or match in the order of their numbers, or None
    seconds: wall time of the playing alone
    """

    def __init__(self, batch: Batch, seconds: float, rows: Rows | None) -> None:
        self.batch = batch
        self.seconds = seconds
        self.rows = rows

    @abstractmethod
    def summary(self) -> Any:
        """Rates, means and quantiles with their intervals."""

    @abstractmethod
    def report(self) -> tables.Report:
        """The tables that a terminal or a notebook shows."""

    @property
    def variant(self) -> str:
        return rbcore.variant_text(self.batch.rules)

    @property
    def players(self) -> str:
        return self.batch.player_text

    @property
    def provenance(self) -> dict[str, Any]:
        """All it takes to play these again, and what played them."""
        return provenance(self.batch)

    def to_dict(self) -> dict[str, Any]:
        """The summary with its provenance, as plain numbers for JSON."""
        return {
            "variant": self.variant,
            "seed": self.batch.seed,
            "players": self.players,
            **self.summary().to_dict(),
            "provenance": self.provenance,
        }

    def to_arrow(self) -> Any:
        """The rows as a pyarrow.Table, provenance as JSON in its metadata under b"rbsim".

        Raises ValueError if no rows were kept or pyarrow is not installed.
        """
        if self.rows is None:
            raise ValueError("no rows were kept; play with rows=True")
        need("pyarrow", "parquet")
        from rbsim.pipeline import parquet as arrow

        table = arrow.table(self.batch, self.players, self.rows)
        return table.replace_schema_metadata(arrow.metadata([self.provenance]))

    def to_pandas(self) -> Any:
        """The rows as a pandas.DataFrame. Raises ValueError as `to_arrow` does."""
        need("pandas", "pandas")
        return self.to_arrow().to_pandas()

    def __repr__(self) -> str:
        n = f"{self.batch.count:,} {self.batch.NOUN}"
        return f"<{type(self).__name__}: {n} of {self.variant}, {self.players}>"

    def _repr_html_(self) -> str:
        return self.report().html()


class Result(Played):
    """What `simulate` returns.

    games: structured array of rbcore.GAME, one row a game in the order of their numbers, or None
    totals: exact sums of all games (rbsim.sums.totals.Totals)
    seconds: wall time of the playing alone
    stopped: how the playing ended that went on until something was known, or None
    """

    def __init__(
        self,
        batch: Batch,
        totals: Totals,
        seconds: float,
        games: Rows | None = None,
        stopped: Stopped | None = None,
    ) -> None:
        super().__init__(batch, seconds, games)
        self.totals = totals
        self.stopped = stopped

    @classmethod
    def of(
        cls,
        batch: Batch,
        goal: Goal | None,
        play: Callable[[range, Totals], float],
        kept: Rows | None = None,
    ) -> Result:
        """Of a batch, or as much of it as the goal wants.

        `play` plays a span, which enters the totals and `kept`, and says how many seconds it took.
        """
        totals = Totals(batch.rules.seats)
        if goal is None:
            return cls(batch, totals, play(range(batch.count), totals), kept)
        stopped, seconds = play_until(batch, goal, totals, lambda span: play(span, totals))
        rows = None if kept is None else kept[: stopped.games]
        return cls(replace(batch, count=stopped.games), totals, seconds, rows, stopped)

    @property
    def games(self) -> Rows | None:
        return self.rows

    def summary(self) -> Summary:
        return Summary.of(self.totals, self.seconds)

    def report(self) -> tables.Report:
        return tables.report(self)

    def to_dict(self) -> dict[str, Any]:
        """With `until`, if the playing went on until something was known."""
        until = {} if self.stopped is None else {"until": self.stopped.to_dict()}
        return super().to_dict() | until


def provenance(batch: Batch) -> dict[str, Any]:
    """All it takes to play a batch again, and the versions that played it."""
    rules = {axis: getattr(batch.rules, axis) for axis in batch.rules.__dataclass_fields__}
    return {
        "variant": rbcore.variant_text(batch.rules),
        "rules": rules,
        "players": [versioned(player) for player in batch.players],
        "seed": batch.seed,
        "first": batch.first,
        batch.NOUN: batch.count,
        "max_turns": batch.max_turns,
        "max_moves": batch.max_moves,
        "search_limit": batch.search_limit,
        "slips": batch.attention and [dict(one.slips) for one in batch.attention],
        "watch": batch.attention and [one.watch for one in batch.attention],
        **versions(),
    }


def versions() -> dict[str, Any]:
    """What games were played with."""
    return {
        "version": rbcore.__version__,
        "games_version": rbcore.GAMES_VERSION,
        "python": platform.python_version(),
        "numpy": np.__version__,
    }
