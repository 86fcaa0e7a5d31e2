"""Benchmark: games that are equal on every machine, and how fast this one plays."""

import hashlib
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Final

import numpy as np

import rbcore

SEED: Final = 1
# What is signed of a game, in a fixed order and byte order.
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
# Games of each preset that a player plays. Of the last two, memory covers the player without it.
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
ROUNDS: Final = 7  # odd, so that the median is one of them


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
    """Return one digest of GAMES in all presets; it is EXPECTED unless games have changed."""
    digests = []
    for preset in rbcore.PRESETS:
        digests += [signature(preset, player, games) for player, games in GAMES.items()]
    return hashlib.sha256("".join(digests).encode()).hexdigest()[:16]


@dataclass
class Speed:
    """How fast one player plays a variant: a time for each round, all rounds of the same games."""

    variant: str
    player: str
    threads: int
    games: int = 0  # in a round
    moves: int = 0  # in a round
    seconds: list[float] = field(default_factory=list)  # of each round, by the clock on the wall

    def rates(self) -> dict[str, float]:
        """Return games a second in the median, slowest and fastest round, and moves a second."""
        median = statistics.median(self.seconds)
        return {
            "games_per_second": self.games / median,
            "slowest": self.games / max(self.seconds),
            "fastest": self.games / min(self.seconds),
            "moves_per_second": self.moves / median,
        }


def timed(threads: int) -> list[Speed]:
    """Return what is to be timed: all presets on one thread, the standard game also on `threads`.

    The standard game is played by each player of GAMES, the others by `greedy`, who can play all.
    """
    speeds = []
    for player in GAMES:
        speeds.append(Speed("standard", player, 1))
        if threads != 1:
            speeds.append(Speed("standard", player, threads))
    for preset in rbcore.PRESETS:
        if preset != "standard":
            speeds.append(Speed(preset, "greedy", 1))
    return speeds


def measure(
    speeds: Sequence[Speed],
    seconds: float,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> None:
    """Time each of `speeds` in ROUNDS rounds, and note the times there.

    Parameters
    ----------
    speeds : sequence of Speed
        What is timed. How many games a round has is found by playing some first.
    seconds : float
        How long all rounds together take, about.
    progress : callable
        Called with (timings done, timings in all) after each.
    """
    share = seconds / ROUNDS / max(1, len(speeds))
    for speed in speeds:
        speed.games = _games_within(share, speed)
    for done in range(ROUNDS * len(speeds)):
        speed = speeds[done % len(speeds)]
        speed.seconds.append(_play(speed))
        progress(done + 1, ROUNDS * len(speeds))


def _games_within(seconds: float, speed: Speed) -> int:
    """Return how many games take about so long, one for each thread or more."""
    speed.games = speed.threads
    taken = _play(speed)
    while taken < seconds / 2:
        speed.games *= 2
        taken = _play(speed)
    return max(speed.threads, round(speed.games * seconds / taken))


def _play(speed: Speed) -> float:
    """Play a round, note its moves, and return how long it took.

    The games are the same on any number of threads.
    """
    begin = time.perf_counter()
    rules = rbcore.variant(speed.variant)
    threads = speed.threads
    rows = np.zeros(speed.games, rbcore.GAME)
    ends = [speed.games * i // threads for i in range(threads + 1)]

    def piece(start: int, end: int) -> None:
        rbcore.play(rules, (speed.player,) * rules.seats, SEED, start, rows[start:end])

    if threads == 1:
        piece(0, speed.games)
    else:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(piece, ends[:-1], ends[1:]))
    speed.moves = int(rows["moves"].sum())
    return time.perf_counter() - begin
