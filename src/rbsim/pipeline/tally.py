"""Tally: the sums over the games of a study, of each arm and of every two arms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from rbsim.running.batch import Batch
from rbsim.sums.histograms import Rows
from rbsim.sums.pairs import Pairs


@dataclass
class Tally:
    """Exact sums of the arms that played, by their numbers, and of their pairs.

    Attributes
    ----------
    arms : dict of int to Totals
        Sums of each arm; MatchTotals for matches.
    pairs : Pairs, optional
        Joint outcomes of every two arms, if the study is paired.
    seconds : float
        Wall time of playing, and of reading stored games.

    Examples
    --------
    >>> import rbsim
    >>> tally = rbsim.compare("standard", "strict", games=10, seed=1, threads=1).tally
    >>> tally.arms[1].games, tally.pairs.games
    (10, 10)
    """

    arms: dict[int, Any] = field(default_factory=dict)
    pairs: Pairs | None = None
    seconds: float = 0.0

    @classmethod
    def from_rows(
        cls, arms: Sequence[Batch], rows: Mapping[int, Rows], paired: bool, view: int | None
    ) -> Tally:
        """Return the tally of the same games of every arm; arms without rows did not play."""
        tally = cls()
        for arm, arm_rows in rows.items():
            tally.arms[arm] = arms[arm].row_kind.sums(arms[arm].rules.seats)
            tally.arms[arm].add(arm_rows)
        if paired:
            every = [rows.get(i, np.zeros(0, arm.row_kind.row)) for i, arm in enumerate(arms)]
            tally.pairs = Pairs.from_rows(every, [arm.rules.seats for arm in arms], view)
        return tally

    def merge(self, other: Tally) -> None:
        """Add the sums over other games of the same study."""
        for arm, sums in other.arms.items():
            if arm in self.arms:
                self.arms[arm].merge(sums)
            else:
                self.arms[arm] = sums
        if self.pairs is None:
            self.pairs = other.pairs
        elif other.pairs is not None:
            self.pairs.merge(other.pairs)
        self.seconds += other.seconds

    @property
    def joined(self) -> Pairs:
        """The pairs. Raises ValueError if the study is not paired."""
        if self.pairs is None:
            raise ValueError("this study did not look at pairs")
        return self.pairs
