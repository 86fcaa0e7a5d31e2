"""Tally: the sums over the games of a study, of each arm and of every two arms."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rbsim.pipeline.stopping import Stopped
from rbsim.sums.contrasts import ContrastSums
from rbsim.sums.joint_outcomes import Pairs


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
    contrasts : dict of int to ContrastSums
        What the study is played for, by the number of the contrast, if it is one of several arms.
    stopped : list of Stopped
        How playing for a goal ended, if there was one: for each arm or contrast its last look. It
        cannot be worked out again from the sums, as looks depend on earlier looks.

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
    contrasts: dict[int, ContrastSums] = field(default_factory=dict)
    stopped: list[Stopped] = field(default_factory=list)

    def merge(self, other: Tally) -> None:
        """Add the sums over other games of the same study."""
        _merge(self.arms, other.arms)
        _merge(self.contrasts, other.contrasts)
        if self.pairs is None:
            self.pairs = other.pairs
        elif other.pairs is not None:
            self.pairs.merge(other.pairs)
        self.seconds += other.seconds
        self.stopped += other.stopped

    @property
    def joined(self) -> Pairs:
        """The pairs. Raises ValueError if the study is not paired."""
        if self.pairs is None:
            raise ValueError("this study did not look at pairs")
        return self.pairs


def _merge(own: dict[int, Any], others: dict[int, Any]) -> None:
    """Add sums by number to those that are there."""
    for number, sums in others.items():
        if number in own:
            own[number].merge(sums)
        else:
            own[number] = sums
