"""Arms: the games of each arm of a study by itself, for the tables that all studies share."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rbsim.results.game_figures import game_figures
from rbsim.results.summary import Summary
from rbsim.running.batch import Batch
from rbsim.stats.distribution import Distribution
from rbsim.stats.figure import Figure
from rbsim.stats.level import LEVEL
from rbsim.stats.quantity import PLACES
from rbsim.sums.histograms import Histogram


@dataclass(frozen=True)
class Arm:
    """One arm of games with its sums."""

    name: str  # what tells it from other arms
    batch: Batch
    totals: Any
    level: float = LEVEL

    @cached_property
    def summary(self) -> Summary:
        """Rates, means and quantiles."""
        most = self.batch.limits.max_turns
        return Summary.from_totals(self.totals, 0.0, most, self.level)

    @cached_property
    def figures(self) -> dict[str, Figure]:
        """The figures by quantity."""
        found = game_figures(self.summary, self.batch, None)
        return {one.quantity: one for one in found}

    @property
    def of_all(self) -> dict[str, Distribution]:
        """Turns and moves of all games, unfinished ones as they were cut off."""
        return self._lengths(self.totals.turns, self.totals.moves)

    @property
    def lengths(self) -> dict[str, Distribution]:
        """Turns, moves and scores of finished games; of all games in sums of older versions."""
        totals = self.totals
        found = (
            self.of_all
            if totals.finished_turns is None
            else self._lengths(totals.finished_turns, totals.finished_moves)
        )
        for place, histogram in zip(PLACES, totals.scores.histograms, strict=False):
            found[f"{place}_score"] = self._distribution(histogram, tame=True)
        return found

    def _lengths(self, turns: Histogram, moves: Histogram) -> dict[str, Distribution]:
        bounds = (0, self.batch.limits.max_turns)
        return {
            "turns": self._distribution(turns, bounds=bounds),
            "moves": self._distribution(moves),
        }

    def _distribution(self, histogram: Histogram, **known: Any) -> Distribution:
        return Distribution(self.name, histogram, level=self.level, **known)
