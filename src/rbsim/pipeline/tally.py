"""Tally: what the games of a study add up to, arm by arm and pair by pair."""

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
        Sums of each arm, of the kind that its rows have.
    pairs : Pairs, optional
        Joint outcomes of every two arms, if the study is paired.
    seconds : float
        Wall time of the playing, and of the reading of what was stored.
    """

    arms: dict[int, Any] = field(default_factory=dict)
    pairs: Pairs | None = None
    seconds: float = 0.0

    @classmethod
    def from_rows(
        cls, arms: Sequence[Batch], rows: Mapping[int, Rows], paired: bool, view: int | None
    ) -> Tally:
        """Sum up the same games of every arm that has rows; the others did not play."""
        tally = cls()
        for arm, own in rows.items():
            tally.arms[arm] = arms[arm].row_kind.sums(arms[arm].rules.seats)
            tally.arms[arm].add(own)
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
        """The pairs of a paired study."""
        if self.pairs is None:
            raise ValueError("this study did not look at pairs")
        return self.pairs
