"""Benchmark: games that are equal on every machine, and how fast this machine plays them.

The timed work is fixed: a pass plays the same games everywhere. A faster machine plays more passes
in a round, but no other games.
"""

import hashlib
import math
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Barrier
from typing import Final, NamedTuple

import numpy as np

import rbcore

SEED: Final = 1
# The fields of a game that enter the signature, in a fixed order and byte order.
SIGNED: Final = np.dtype(
    [
        ("index", "<u8"),
        ("turns", "<u4"),
        ("moves", "<u4"),
        ("give_ups", "<u4"),
        ("scores", "<i2", 3),
        ("reserve", "u1", 3),
        ("hand", "u1", 3),
        ("waste", "u1", 3),
        ("starter", "i1"),
        ("winner", "i1"),
        ("outcome", "u1"),
    ]
)
# Games of each preset for each player. The last two cover the players without memory too, and
# `thorough` and `frugal`, which are other settings of `nested`.
GAMES: Final[Mapping[str, int]] = {
    "uniform": 200,
    "greedy": 200,
    "weighted": 200,
    "planner": 20,
    "search": 1,
    "lookahead+memory": 10,
    "nested+memory": 1,
}
EXPECTED: Final = "98dfa7fa5ffd19d2"  # the overall signature of this version's games
# Standard games in a pass of each timed player: 20 to 200 ms on machines of 2025.
PASSES: Final[Mapping[str, int]] = {
    "uniform": 500,
    "greedy": 2_000,
    "weighted": 500,
    "planner": 50,
    "search": 3,
    "lookahead+memory": 25,
    "nested+memory": 4,
    "thorough+memory": 2,
}
PRESET_PASS: Final = 250  # games of `greedy` in each other preset
ROUNDS: Final = 9
FLOOR_S: Final = 0.03  # least length of a round, to make clocks and thread starts negligible
SIZINGS: Final = 3
CLOSE: Final = 1.1  # largest ratio of the ends of an interval if rounds agree
LEVEL: Final = 0.95
# Other work on a machine, or beside a virtual one, only slows rounds down. A machine's figure is
# therefore that of its fastest rounds: their middle one, once so many of them are nearly alike.
FASTEST: Final = 9
ALIKE: Final = 0.97  # least ratio of the slowest of them to the fastest


def signature(preset: str, player: str, games: int) -> str:
    """Return the digest of a preset's first games of seed 1, one player in all seats."""
    rules = rbcore.variant(preset)
    rows = np.zeros(games, rbcore.GAME)
    rbcore.play(rules, (player,) * rules.seats, SEED, 0, rows)
    signed = np.zeros(games, SIGNED)
    for name in SIGNED.names or ():
        signed[name] = rows[name]
    return hashlib.sha256(signed.tobytes()).hexdigest()[:16]


def overall_signature() -> str:
    """Return one digest of GAMES in all presets: EXPECTED, unless games have changed."""
    digests = []
    for preset in rbcore.PRESETS:
        digests += [signature(preset, player, games) for player, games in GAMES.items()]
    return hashlib.sha256("".join(digests).encode()).hexdigest()[:16]


@dataclass
class Speed:
    """The speed of a player in a variant: times of rounds, each some passes of fixed games."""

    variant: str
    player: str
    threads: int
    games: int  # in a pass; every thread plays them all
    passes: int = 1  # in a round
    moves: int = 0  # in a pass
    seconds: list[float] = field(default_factory=list)  # of each round, wall-clock
    working: list[float] = field(default_factory=list)  # share of them in which threads ran

    @property
    def name(self) -> str:
        """Its name; it states the threads if there are several."""
        threads = f", {self.threads} threads" if self.threads > 1 else ""
        return f"{self.variant}, {self.player}{threads}"

    @property
    def rates(self) -> list[float]:
        """Games a second, of each round."""
        games = self.games * self.passes * self.threads
        return [games / seconds for seconds in self.seconds]

    @property
    def agrees(self) -> bool:
        """Whether its rounds agree."""
        _, low, high = median_interval(self.rates)
        return high <= CLOSE * low

    @property
    def fastest(self) -> list[float]:
        """The rates of its fastest rounds, the fastest first."""
        return sorted(self.rates, reverse=True)[:FASTEST]

    @property
    def is_settled(self) -> bool:
        """Whether its fastest rounds are alike, so that more rounds would change little."""
        return len(self.fastest) == FASTEST and self.fastest[-1] >= ALIKE * self.fastest[0]


class Estimate(NamedTuple):
    """A figure with the ends of its interval."""

    estimate: float
    low: float
    high: float


def median_interval(values: Sequence[float]) -> Estimate:
    """Return the median of some values, with a distribution-free interval by ranks.

    With fewer than six values no interval reaches the level; its ends are then the least and the
    greatest value.

    Examples
    --------
    >>> median_interval([4, 9, 1, 5, 2, 8, 3, 6, 7])
    Estimate(estimate=5, low=2, high=8)
    """
    ordered, count = sorted(values), len(values)
    below, left_out = 0, 1  # sign patterns with fewer than so many values below
    while 2 * (left_out + math.comb(count, below + 1)) <= (1 - LEVEL) * 2**count:
        below += 1
        left_out += math.comb(count, below)
    return Estimate(statistics.median(ordered), ordered[below], ordered[count - 1 - below])


def ratio(rates: Sequence[float], others: Sequence[float]) -> Estimate:
    """Return the ratio of the speeds of two sets of rounds, with an interval.

    The estimate is the median of all ratios of two rounds (Hodges and Lehmann). The interval is
    that of Mann and Whitney's test.

    Examples
    --------
    >>> ratio([20.0, 22.0, 21.0, 20.0], [10.0, 10.0, 10.0, 10.0])
    Estimate(estimate=2.05, low=2.0, high=2.2)
    """
    quotients = sorted(rate / other for rate in rates for other in others)
    tail = (1 - LEVEL) / 2 * math.comb(len(rates) + len(others), len(rates))
    cumulated = np.cumsum(_rank_orders(len(rates), len(others)))
    outside = max(0, int(np.searchsorted(cumulated, tail, side="right")) - 1)
    return Estimate(statistics.median(quotients), quotients[outside], quotients[-1 - outside])


def _rank_orders(first: int, second: int) -> np.ndarray:
    """Return the number of orders of two samples for each value of Mann and Whitney's U."""
    orders = np.zeros((first + 1, first * second + 1))
    orders[0, 0] = 1
    for rank in range(1, first + second + 1):
        for place in range(min(rank, first), 0, -1):
            passed = rank - place  # values of the second sample below the one that has this rank
            if passed <= second:
                orders[place, passed:] += orders[place - 1, : first * second + 1 - passed]
    counts: np.ndarray = orders[first]
    return counts


def figure_rows(speeds: Sequence[Speed]) -> list[Speed]:
    """Return the rows that make the figure of a machine: standard games on one thread."""
    return [speed for speed in speeds if speed.variant == "standard" and speed.threads == 1]


def machine_figure(speeds: Sequence[Speed]) -> Estimate | None:
    """Return the figure of a machine, or None unless all its rows were timed.

    It is the geometric mean, over the players of PASSES, of standard games a second on one thread
    in the middle one of the FASTEST fastest rounds. Its ends are those of the slowest and the
    fastest of these.
    """
    rows = figure_rows(speeds)
    if {speed.player for speed in rows} != set(PASSES):
        return None
    columns = zip(
        *((statistics.median(f), f[-1], f[0]) for f in (speed.fastest for speed in rows)),
        strict=True,
    )
    return Estimate(*map(statistics.geometric_mean, columns))


def timed(threads: int) -> list[Speed]:
    """Return the rows that can be timed, the most important first.

    These are the players of PASSES in the standard game, on one thread and on `threads`; then
    `greedy` in the other presets.
    """
    return [
        *(
            Speed("standard", player, count, games)
            for count in dict.fromkeys((1, threads))
            for player, games in PASSES.items()
        ),
        *(
            Speed(preset, "greedy", 1, PRESET_PASS)
            for preset in rbcore.PRESETS
            if preset != "standard"
        ),
    ]


def measure(
    speeds: Sequence[Speed],
    seconds: float,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> list[Speed]:
    """Time `speeds` in ROUNDS rounds, taking turns, and store the times in them.

    Rows whose rounds disagree are timed a second time.

    Parameters
    ----------
    speeds : sequence of Speed
        The rows to time.
    seconds : float
        The approximate duration of all rounds. In a round, each row takes at least FLOOR_S and one
        pass.
    progress : callable
        Called with (timings done, total) after each.

    Returns
    -------
    list of Speed
        The first rows, as many as fit into the time, but at least one.
    """
    rows = _sized(speeds, seconds / ROUNDS)
    again: list[Speed] = []
    for timed_now in (rows, again):
        for done in range(ROUNDS * len(timed_now)):
            _play_round(timed_now[done % len(timed_now)])
            progress(done + 1, ROUNDS * len(timed_now))
        if timed_now is rows:
            again += [speed for speed in rows if not speed.agrees]
    return rows


def settle(
    rows: Sequence[Speed],
    seconds: float,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> None:
    """Time rows in turn, each in at least ROUNDS rounds, until their fastest rounds are alike.

    Parameters
    ----------
    rows : sequence of Speed
        The rows to time.
    seconds : float
        After so many seconds a row has no further round than these ROUNDS.
    progress : callable
        Called with (rows settled, all rows) whenever each waiting row was timed.
    """
    for speed in rows:
        _size(speed)
    end, waiting = time.perf_counter() + seconds, list(rows)
    while waiting:
        for speed in waiting:
            _play_round(speed)
        is_over = time.perf_counter() >= end
        waiting = [
            speed
            for speed in rows
            if len(speed.seconds) < ROUNDS or not (is_over or speed.is_settled)
        ]
        progress(len(rows) - len(waiting), len(rows))


def _sized(speeds: Sequence[Speed], seconds: float) -> list[Speed]:
    """Return the first rows that fit into a round of this length, with their number of passes."""
    lasting: list[float] = []
    for speed in speeds:
        if lasting and sum(lasting) + FLOOR_S > seconds:
            break
        least = _size(speed)
        if lasting and sum(lasting) + least > seconds:
            break
        lasting.append(least)
    rows = list(speeds[: len(lasting)])
    for speed, least in zip(rows, lasting, strict=True):
        speed.passes *= max(1, int(seconds / len(rows) / least))
    return rows


def _size(speed: Speed) -> float:
    """Give a row the fewest passes with which a round lasts FLOOR_S; return how long it lasts."""
    speed.passes = 1
    for _ in range(SIZINGS):
        _play_round(speed)
    shortest = min(speed.seconds)  # disturbances only make timings longer
    speed.seconds.clear()
    speed.working.clear()
    speed.passes = max(1, math.ceil(FLOOR_S / shortest))
    return speed.passes * shortest


def _play_round(speed: Speed) -> None:
    """Play a round and record its time, and the share in which its threads ran."""
    rules = rbcore.variant(speed.variant)
    players = (speed.player,) * rules.seats
    ready = Barrier(speed.threads)

    def play(thread_time: Callable[[], float]) -> tuple[float, float, float, int]:
        rows = np.zeros(speed.games, rbcore.GAME)
        ready.wait()
        begin, begin_working = time.perf_counter(), thread_time()
        for _ in range(speed.passes):
            rbcore.play(rules, players, SEED, 0, rows)
        working, end = thread_time() - begin_working, time.perf_counter()
        return begin, end, working, int(rows["moves"].sum())

    if speed.threads == 1:
        pieces = [play(time.process_time)]
    else:
        with ThreadPoolExecutor(speed.threads) as pool:
            try:
                pending = [pool.submit(play, time.thread_time) for _ in range(speed.threads)]
            except RuntimeError:  # a thread cannot start, and the others would wait for it
                ready.abort()
                raise
            pieces = [piece.result() for piece in pending]
    begins, ends, working, (speed.moves, *_) = zip(*pieces, strict=True)
    speed.seconds.append(max(ends) - min(begins))
    speed.working.append(sum(working) / (sum(ends) - sum(begins)))
