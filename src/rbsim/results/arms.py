"""Arms: the games of each arm of a study by itself, for the tables that all studies share."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rbsim.pipeline.study import Study
from rbsim.pipeline.tally import Tally
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
    """One arm of games with its sums.

    Attributes
    ----------
    name : str
        What tells it from other arms.
    batch : Batch
        The games.
    totals : rbsim.sums.totals.Totals
        Their sums.
    level : float
        Of all intervals.
    """

    name: str
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
        most = self.batch.limits.max_turns
        return {
            "turns": self._distribution(self.totals.turns, bounds=(0, most)),
            "moves": self._distribution(self.totals.moves),
        }

    @property
    def lengths(self) -> dict[str, Distribution]:
        """Turns, moves and scores of finished games; of all games in sums of older versions."""
        totals, most = self.totals, self.batch.limits.max_turns
        finished = totals.finished_turns is not None
        turns, moves = (
            (totals.finished_turns, totals.finished_moves)
            if finished
            else (totals.turns, totals.moves)
        )
        found = {
            "turns": self._distribution(turns, bounds=(0, most)),
            "moves": self._distribution(moves),
        }
        for place, histogram in zip(PLACES, totals.scores.histograms, strict=False):
            found[f"{place}_score"] = self._distribution(histogram, tame=True)
        return found

    def _distribution(self, histogram: Histogram, **known: Any) -> Distribution:
        return Distribution(self.name, histogram, level=self.level, **known)


def arms_of(study: Study, tally: Tally, names: list[str], level: float) -> list[Arm]:
    """Return the arms of a study of games, by these names."""
    return [
        Arm(name, batch, tally.arms[i], level)
        for i, (name, batch) in enumerate(zip(names, study.arms, strict=True))
    ]
