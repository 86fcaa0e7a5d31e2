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
# Of each preset; the last two with memory, since they are the same players without.
GAMES: Final[Mapping[str, int]] = {
    "uniform": 200,
    "greedy": 200,
    "weighted": 200,
    "planner": 20,
    "search": 1,
    "lookahead+memory": 10,
    "nested+memory": 1,
}
EXPECTED: Final = "98dfa7fa5ffd19d2"  # of the games of this version
ROUNDS: Final = 7  # an odd number, of which the median is one


def signature(preset: str, player: str, games: int) -> str:
    """Return the digest of a preset's first games of seed 1, one player in all seats."""
    rules = rbcore.variant(preset)
    rows = np.zeros(games, rbcore.GAME)
    rbcore.play(rules, (player,) * rules.seats, SEED, 0, rows)
    little = np.zeros(games, SIGNED)
    for name in SIGNED.names or ():
        little[name] = rows[name]
    return hashlib.sha256(little.tobytes()).hexdigest()[:16]


def overall_signature() -> str:
    """Return one digest of GAMES in all presets; EXPECTED, unless games are played otherwise."""
    parts = [signature(preset, *games) for preset in rbcore.PRESETS for games in GAMES.items()]
    return hashlib.sha256("".join(parts).encode()).hexdigest()[:16]


@dataclass
class Speed:
    """How fast one player plays a variant: a time for each round, of as many games in each."""

    variant: str
    player: str
    threads: int
    games: int = 0  # in a round
    moves: int = 0
    seconds: list[float] = field(default_factory=list)  # by the clock, not of the processor

    def rates(self) -> dict[str, float]:
        """Return games and moves a second, the median of the rounds; its slowest and fastest."""
        median = statistics.median(self.seconds)
        return {
            "games_per_second": self.games / median,
            "slowest": self.games / max(self.seconds),
            "fastest": self.games / min(self.seconds),
            "moves_per_second": self.moves / median,
        }


def timed(threads: int) -> list[Speed]:
    """Return what is to be timed: presets on one thread, the standard game on all of them, too."""
    every = [Speed("standard", player, n) for player in GAMES for n in dict.fromkeys((1, threads))]
    others = [preset for preset in rbcore.PRESETS if preset != "standard"]
    return every + [Speed(preset, "greedy", 1) for preset in others]  # who plays them all


def measure(
    speeds: Sequence[Speed],
    seconds: float,
    told: Callable[[int, int], None] = lambda done, total: None,
) -> None:
    """Play in each of ROUNDS what is to be timed, in some seconds; `told` hears what is done."""
    share = seconds / ROUNDS / max(1, len(speeds))
    for speed in speeds:  # games that take about a share, by games played before; one a thread
        speed.games, taken = speed.threads, 0.0
        while taken < share / 2:
            speed.games *= 2 if taken else 1
            taken = _play(speed)
        speed.games = max(speed.threads, round(speed.games * share / taken))
    for done in range(ROUNDS * len(speeds)):
        speed = speeds[done % len(speeds)]
        speed.seconds.append(_play(speed))
        told(done + 1, ROUNDS * len(speeds))


def _play(speed: Speed) -> float:
    """Play games, the same whatever the threads, and note their moves; how long they took."""
    begin = time.perf_counter()
    rules, threads = rbcore.variant(speed.variant), speed.threads
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
