"""Deals whose outcomes are drawn from known chances, so that shares of the variance are known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from rbsim.sums.deal_moments import DealMoments
from rbsim.sums.joint_outcomes import CODES, UNFINISHED

DRAWN = 0.1  # games that nobody wins, of two seats
Outcomes = np.ndarray[Any, np.dtype[np.int64]]


@dataclass(frozen=True)
class TwoSeats:
    """Of each deal: what its open cards give seat 0, by Beta's law of this spread, and the starter
    more; what starting is worth; what each shuffle of the hidden cards gives the seat, and the
    starter. All are of the mean outcome.
    """

    by_open: float = 0.0
    open_start: float = 0.0
    start: float = 0.0
    hidden: float = 0.0
    hidden_start: float = 0.0

    def draw(self, rng: Any, deals: int, shuffles: int, replicates: int) -> list[Outcomes]:
        """Outcomes (CODES) of games by arm, of a cell for either start."""
        cards = self.by_open * (2 * rng.beta(2, 2, deals) - 1)
        both = self.open_start * rng.choice([-1, 1], deals)
        hidden = rng.choice([-1, 1], (2, shuffles, deals))
        codes = []
        for sign in (1, -1):
            for shuffle in range(shuffles):
                mean = cards + sign * (self.start + both)
                mean = mean + self.hidden * hidden[0, shuffle]
                mean = mean + sign * self.hidden_start * hidden[1, shuffle]
                for _ in range(replicates):
                    at = rng.random(deals)
                    won = DRAWN + (1 - DRAWN) * (1 + mean) / 2
                    names = [CODES.index(name) for name in ("stalemate", "win", "loss")]
                    codes.append(np.select([at < DRAWN, at < won], names[:2], names[2]))
        return codes

    def moments(self, rng: Any, deals: int, shuffles: int, replicates: int) -> DealMoments:
        """The sums of such deals."""
        codes = self.draw(rng, deals, shuffles, replicates)
        return DealMoments.from_outcomes(dict(enumerate(codes)), shuffles, replicates)

    def with_played(
        self, rng: Any, deals: int, shuffles: int, replicates: int, left: float
    ) -> DealMoments:
        """The same with the cell as played first, whose starter the open cards decide by halves.

        Of all games a share is `left` unfinished.
        """
        codes = np.array(self.draw(rng, deals, shuffles, replicates))
        codes[rng.random(codes.shape) < left] = UNFINISHED
        forced = codes.reshape(2, -1, deals)
        played = np.where(rng.random(deals) < 0.5, *forced)
        every = dict(enumerate([*played, *codes]))
        return DealMoments.from_outcomes(every, shuffles, replicates)

    def truths(self, replicates: int) -> dict[str, float]:
        """The share of everything that a deal is made of."""
        known = {
            "open": self.by_open**2 / 5, "open start": self.open_start**2, "start": self.start**2,
            "seat": 0.0, "hidden": self.hidden**2, "hidden start": self.hidden_start**2,
        }  # fmt: skip
        truth = {name: (1 - DRAWN) * share for name, share in known.items()}
        rest = 1 - sum(truth.values())
        if replicates > 1:
            return {**truth, "play": rest}
        # What is drawn once a shuffle is of its cards, half of it in common to both starts.
        more = {name: truth[name] + rest / 2 for name in ("hidden", "hidden start")}
        return {**truth, **more}


@dataclass(frozen=True)
class ThreeSeats:
    """Of each deal the chances of the seats, each a third and what their place after the starter,
    the open cards and each shuffle of the hidden ones add to it.
    """

    places: tuple[float, float, float] = (0.0, 0.0, 0.0)
    by_open: float = 0.0  # of three vectors a deal has one, of this length
    open_start: float = 0.0  # the same, by who starts
    hidden: float = 0.0

    def moments(self, rng: Any, deals: int, shuffles: int, replicates: int) -> DealMoments:
        """The sums of such deals, of a cell as played and one for each start."""
        ways = np.array([np.roll([2, -1, -1], i) for i in range(3)]) / 6**0.5

        def drawn(*shape: int) -> Any:
            return ways[rng.integers(3, size=shape)]

        cards, by_start = drawn(deals), drawn(3, deals)
        hidden, cells = drawn(shuffles, deals), []
        for start in range(3):
            chances = 1 / 3 + np.roll(self.places, start) + self.by_open * cards
            chances = chances + self.open_start * by_start[start]
            for shuffle in range(shuffles):
                ends = (chances + self.hidden * hidden[shuffle]).cumsum(axis=1)
                assert ends.min() >= 0
                for _ in range(replicates):
                    cells.append((rng.random((deals, 1)) > ends[:, :2]).sum(axis=1))
        own = shuffles * replicates
        played = np.where(rng.random(deals) < 0.5, cells[:own], cells[own : 2 * own])
        every = dict(enumerate([*played, *cells]))
        return DealMoments.from_outcomes(every, shuffles, replicates, 3)

    def truths(self) -> dict[str, float]:
        """The shares of the sources: 3/2 of the squares of what is added, as all games are won."""
        known = {
            "start": sum(one**2 for one in self.places),
            "open cards": self.by_open**2 + self.open_start**2,
            "hidden cards": self.hidden**2,
        }
        truth = {name: 1.5 * share for name, share in known.items()}
        return {**truth, "seat": 0.0, "play": 1 - sum(truth.values())}
