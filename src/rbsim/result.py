"""Result: the games of one batch, what they add up to, and where they come from."""

from __future__ import annotations

import platform
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

import rbcore
from rbsim import tables
from rbsim.extras import need
from rbsim.summary import Summary

if TYPE_CHECKING:
    from rbsim.simulation import Batch
    from rbsim.totals import Totals


class Result:
    """What `simulate` returns.

    games: structured array of rbcore.GAME, one row a game in the order of their numbers, or None
    totals: exact sums of all games (rbsim.totals.Totals)
    seconds: wall time of the playing alone
    """

    def __init__(self, batch: Batch, totals: Totals, seconds: float) -> None:
        self.batch = batch
        self.totals = totals
        self.seconds = seconds
        self.games: npt.NDArray[np.void] | None = None

    @property
    def variant(self) -> str:
        return rbcore.variant_text(self.batch.rules)

    @property
    def players(self) -> str:
        return self.batch.player_text

    def summary(self) -> Summary:
        """Rates, means and quantiles with their intervals."""
        return Summary.of(self.totals, self.seconds)

    @property
    def provenance(self) -> dict[str, Any]:
        """All it takes to play these games again, and what played them."""
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
        if self.games is None:
            raise ValueError("no rows were kept; simulate with rows=True")
        need("pyarrow", "parquet")
        from rbsim import arrow

        table = arrow.table(self.batch, self.players, self.games)
        return table.replace_schema_metadata(arrow.metadata([self.provenance]))

    def to_pandas(self) -> Any:
        """The rows as a pandas.DataFrame. Raises ValueError as `to_arrow` does."""
        need("pandas", "pandas")
        return self.to_arrow().to_pandas()

    def __repr__(self) -> str:
        return f"<Result: {self.totals.games:,} games of {self.variant}, {self.players}>"

    def _repr_html_(self) -> str:
        return tables.html(self)


def provenance(batch: Batch) -> dict[str, Any]:
    """All it takes to play a batch again, and the versions that played it."""
    rules = {axis: getattr(batch.rules, axis) for axis in batch.rules.__dataclass_fields__}
    return {
        "variant": rbcore.variant_text(batch.rules),
        "rules": rules,
        "players": [f"{name}/{rbcore.PLAYERS[name]}" for name in batch.players],
        "seed": batch.seed,
        "first": batch.first,
        "games": batch.games,
        "max_turns": batch.max_turns,
        "max_moves": batch.max_moves,
        "search_limit": batch.search_limit,
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
