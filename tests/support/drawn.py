"""What is drawn instead of played: outcomes from known chances, summed up as played ones are."""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import special, stats

import rbcore
from rbsim.arms.arm import Arm
from rbsim.estimates.tally import BLOCKS, CODES, UNFINISHED, Histogram, K, Tally
from rbsim.estimates.until import Watch
from rbsim.kinds.lucks import tally_deals
from rbsim.study.run import Played, Study

LEFT = rbcore.OUTCOMES.index("unfinished")
WIN, LOSS, STANDOFF = map(CODES.index, ("win", "loss", "standoff"))
DRAWN = 0.1  # games that nobody wins, of two seats
Outcomes = np.ndarray[Any, np.dtype[np.int64]]


def holds(covered: Iterable[bool], nominal: float) -> bool:
    """Whether so many intervals hold, but for chance once in 10,000 times."""
    seen = list(covered)
    return bool(sum(seen) >= stats.binom.ppf(1e-4, len(seen), nominal))


def tally_of(codes: npt.ArrayLike) -> Tally:
    """The sums of outcomes (CODES) by arm and deal."""
    own = np.asarray(codes)
    marks = (own[:, np.newaxis] == np.arange(K)[:, np.newaxis]).astype(float)
    marks = marks.reshape(len(own) * K, -1)
    products = (marks @ marks.T).astype(np.int64).reshape(len(own), K, len(own), K)
    at = K * (np.arange(own.shape[1]) % BLOCKS)
    return Tally(own.shape[1], {(a, "blocks"): Histogram.of(at + one) for a, one in enumerate(own)},
                 products)  # fmt: skip


def leads(rows: np.ndarray, fate: float = 0) -> np.ndarray:
    """1 where the starter won, -1 where another did; what an unfinished game is counted as."""
    won = np.where(rows["winner"] == rows["starter"], 1.0, -1.0)
    return np.where(rows["outcome"] == LEFT, fate, (rows["outcome"] == 0) * won)


def rows_of(codes: npt.ArrayLike, seats: int = 2) -> list[npt.NDArray[np.void]]:
    """Rows of games of these outcomes by arm and deal, which seat 0 starts."""
    made = []
    for own in np.asarray(codes):
        rows = np.zeros(len(own), rbcore.GAME)
        names = [CODES[code] for code in own]
        won = own < UNFINISHED - 2
        rows["winner"] = np.where(won, own, -1)
        rows["outcome"] = [rbcore.OUTCOMES.index("win" if w else name)
                           for w, name in zip(won, names, strict=True)]  # fmt: skip
        made.append(rows)
    return made


# ---- games whose chances are known, in the arms of a study ---------------------------------------

GAMES, LUCK, DRAWS = 150, 0.15, 0.03  # by which a deal favours a seat; games that nobody wins


def same_deals(
    rng: np.random.Generator, worth: Callable[[Arm], float] = lambda arm: 0.0, games: int = GAMES
) -> Callable[[Arm], np.ndarray]:
    """The rows of an arm, of the same deals: each favours a seat, and starting is worth something.

    Of games that are won, the starter wins so many more.
    """
    lucky, starters = rng.integers(0, 2, (2, games))

    def rows(arm: Arm) -> np.ndarray:
        own, forced = np.zeros(games, rbcore.GAME), arm.rules.starter
        own["index"] = np.arange(games)
        own["starter"] = int(forced[-1]) if forced.startswith("seat-") else starters
        side = np.where(own["starter"] == 0, 0.5, -0.5) * worth(arm)
        own["winner"] = rng.random(games) >= 0.5 + side + np.where(lucky == 0, LUCK, -LUCK)
        own["outcome"] = np.where(rng.random(games) < DRAWS, rbcore.OUTCOMES.index("standoff"), 0)
        own["turns"], own["moves"] = rng.integers(20, 60, games), 150
        return own

    return rows


def summed(study: Study, rows: Callable[[Arm], np.ndarray]) -> Played:
    """The sums of rows that are drawn."""
    drawn = {number: rows(arm) for number, arm in enumerate(study.arms)}
    tallies = [study.tally(part, drawn) for part in range(len(study.parts))]
    return Played(tallies, [Watch(None, tally.n) for tally in tallies])


# ---- duels of players whose strengths are known --------------------------------------------------


def duels(
    rng: np.random.Generator, strengths: list[float], deals: list[int], draws: float = 0.0
) -> list[Outcomes]:
    """Outcomes of all duels of players of these strengths, in log odds."""
    return duels_of(rng, [i - j for i, j in combinations(strengths, 2)], deals, draws)


def duels_of(
    rng: np.random.Generator, log_odds: list[float], deals: list[int], draws: float = 0.0
) -> list[Outcomes]:
    """Outcomes of duels whose log odds are known, which need not fit one scale; seen from seat 0.

    The deal favours a seat, so that all games of a deal depend on each other.
    """
    favour, arms = rng.standard_normal(max(deals)), []
    for odds, n in zip(log_odds, deals, strict=True):
        both = []
        for own in (odds, -odds):
            share = 1 / (1 + math.exp(-own))
            luck = special.ndtr(0.7 * favour[:n] + math.sqrt(0.51) * rng.standard_normal(n))
            codes = np.where(luck < share - draws / 2, WIN, LOSS)
            codes[abs(luck - share) < draws / 2] = STANDOFF
            both.append(codes)
        arms.append(np.array(both))
    return arms


# ---- deals of which the shares of the variance are known -----------------------------------------


def deals_of(codes: npt.ArrayLike, shuffles: int, replicates: int, seats: int = 2) -> Tally:
    """The sums of luck of outcomes (CODES) by arm and deal."""
    sums = partial(tally_deals, shuffles=shuffles, replicates=replicates)
    rows = rows_of(codes, seats)
    return sums(rows, [seats] * len(rows))


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

    def draw(self, rng: Any, deals: int, shuffles: int, replicates: int) -> Outcomes:
        """Outcomes (CODES) by arm, of a cell as played, begun by a toss, and of each start."""
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
                    codes.append(np.select([at < DRAWN, at < won], [STANDOFF, WIN], LOSS))
        forced = np.array(codes).reshape(2, -1, deals)
        return np.concatenate([np.where(rng.random(deals) < 0.5, *forced), *forced])

    def truths(self, replicates: int) -> dict[str, float]:
        """The share of everything that a deal is made of, with each seat starting."""
        known = {
            "open cards": self.by_open**2 / 5 + self.open_start**2, "start": self.start**2,
            "seat": 0.0, "hidden cards": self.hidden**2 + self.hidden_start**2,
        }  # fmt: skip
        truth = {name: (1 - DRAWN) * share for name, share in known.items()}
        rest = 1 - sum(truth.values())
        if replicates > 1:
            return {**truth, "play": rest}
        return {**truth, "hidden cards": truth["hidden cards"] + rest}  # as it is drawn once each

    @property
    def in_common(self) -> float:
        """What the same open cards give a seat whoever starts."""
        return (1 - DRAWN) * (self.by_open**2 / 5 - self.open_start**2)


@dataclass(frozen=True)
class ThreeSeats:
    """Of each deal the chances of the seats, each a third and what their place after the starter,
    the open cards and each shuffle of the hidden ones add to it.
    """

    places: tuple[float, float, float] = (0.0, 0.0, 0.0)
    by_open: float = 0.0  # of three vectors a deal has one, of this length
    open_start: float = 0.0  # the same, by who starts
    hidden: float = 0.0

    def draw(self, rng: Any, deals: int, shuffles: int, replicates: int) -> Outcomes:
        """Outcomes (CODES) by arm, of a cell as played and one for each start."""
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
        return np.array([*played, *cells])

    def truths(self, replicates: int) -> dict[str, float]:
        """The shares of the sources: 3/2 of the squares of what is added, as all games are won."""
        assert replicates > 1
        known = {
            "start": sum(one**2 for one in self.places),
            "open cards": self.by_open**2 + self.open_start**2,
            "hidden cards": self.hidden**2,
        }
        truth = {name: 1.5 * share for name, share in known.items()}
        return {**truth, "seat": 0.0, "play": 1 - sum(truth.values())}


# ---- sums of games drawn from real ones, and from shares that are known --------------------------

DATA = Path(__file__).parents[1] / "data"
Draw = Callable[[np.random.Generator, int], Tally]


def outcomes(shares: npt.NDArray[Any]) -> tuple[Draw, Tally]:
    """What draws deals of arms whose outcomes are so frequent together, and the sums of many."""
    chances = shares / shares.sum()

    def draw(rng: np.random.Generator, n: int) -> Tally:
        return summed_up(rng.multinomial(n, chances.reshape(-1)).reshape(shares.shape))

    return draw, summed_up(np.rint(10**9 * chances).astype(np.int64))


def summed_up(table: npt.NDArray[np.int64]) -> Tally:
    """The sums of a table of how many deals had which outcome in each arm."""
    arms = table.ndim
    products = np.zeros((arms, K, arms, K), np.int64)
    for i in range(arms):
        products[i, range(K), i, range(K)] = _sum_but(table, i)
        for j in range(i + 1, arms):
            products[i, :, j, :] = _sum_but(table, i, j)
            products[j, :, i, :] = products[i, :, j, :].T
    return Tally(int(table.sum()), {}, products)


def _sum_but(table: npt.NDArray[np.int64], *axes: int) -> npt.NDArray[np.int64]:
    others = tuple(axis for axis in range(table.ndim) if axis not in axes)
    return np.asarray(table.sum(axis=others))


def real_outcomes(name: str) -> tuple[Draw, Tally]:
    """The same of real deals; see data/outcomes.py."""
    return outcomes(np.load(DATA / "outcomes.npz")[name])


def real_values(name: str) -> tuple[Draw, Tally]:
    """What draws `values` of real games, and the sums of all; see data/lengths.py."""
    values, counts = np.load(DATA / "lengths.npz")[name]
    start, size = int(values.min()), int(np.ptp(values)) + 1

    def of(drawn: npt.NDArray[np.int64]) -> Tally:
        padded = np.zeros(size, np.int64)
        padded[values - start] = drawn
        return Tally(int(drawn.sum()), {(0, "values"): Histogram(start, padded)})

    chances = counts / counts.sum()
    return lambda rng, n: of(rng.multinomial(n, chances)), of(counts)
