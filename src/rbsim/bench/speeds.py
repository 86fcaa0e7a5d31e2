"""Speeds: how many games and moves a second are played here, by variant, player and threads."""

import platform
import re
import statistics
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np

import rbcore
from rbcore.builds import BUILD
from rbsim.bench.signatures import GAMES, SEED

ROUNDS: Final = 7  # an odd number, of which the median is one
EVERYWHERE: Final = "greedy"  # plays every preset; the others play the standard game


@dataclass(frozen=True)
class Contest:
    """What is timed: a variant between players of one name, on some threads."""

    variant: str
    player: str
    threads: int


@dataclass
class Speed:
    """How fast one contest is played: a time for each round, of as many games in each."""

    contest: Contest
    games: int
    moves: int = 0  # in a round
    seconds: list[float] = field(default_factory=list)

    @property
    def games_per_second(self) -> tuple[float, float, float]:
        """The median of the rounds, the slowest and the fastest."""
        times = statistics.median(self.seconds), max(self.seconds), min(self.seconds)
        middle, slowest, fastest = (self.games / one for one in times)
        return middle, slowest, fastest

    @property
    def moves_per_second(self) -> float:
        """The median of the rounds."""
        return self.moves / statistics.median(self.seconds)


def contests(threads: int) -> list[Contest]:
    """Return all that is timed: presets on one thread, the standard game on all of them, too."""
    presets = [preset for preset in rbcore.PRESETS if preset != "standard"]
    return [
        *(Contest("standard", player, n) for player in GAMES for n in dict.fromkeys((1, threads))),
        *(Contest(preset, EVERYWHERE, 1) for preset in presets),
    ]


def measure(
    timed: Sequence[Contest],
    seconds: float,
    told: Callable[[int, int], None] = lambda done, total: None,
) -> list[Speed]:
    """Play every contest in each of ROUNDS, so that all share what disturbs the machine.

    It takes about so many seconds, of slow games more; `told` is called with the contests timed and
    those to be timed in all rounds.

    Examples
    --------
    >>> one, = measure([Contest("standard", "greedy", 1)], seconds=0.1)
    >>> middle, slowest, fastest = one.games_per_second
    >>> 0 < slowest <= middle <= fastest
    True
    """
    share = seconds / ROUNDS / max(1, len(timed))
    speeds = [Speed(contest, _games_in(contest, share)) for contest in timed]
    total = ROUNDS * len(speeds)
    for turn in range(ROUNDS):
        for number, speed in enumerate(speeds):
            begin = time.perf_counter()
            speed.moves = _play(speed.contest, speed.games)
            speed.seconds.append(time.perf_counter() - begin)
            told(turn * len(speeds) + number + 1, total)
    return speeds


def _games_in(contest: Contest, seconds: float) -> int:
    """Return how many games take about so many seconds, by games played before; one a thread."""
    games, taken = contest.threads, 0.0
    while taken < seconds / 2:
        games *= 2 if taken else 1
        begin = time.perf_counter()
        _play(contest, games)
        taken = time.perf_counter() - begin
    return max(contest.threads, round(games * seconds / taken))


def _play(contest: Contest, games: int) -> int:
    """Play games on a contest's threads, the same games whatever these; their moves."""
    rules = rbcore.variant(contest.variant)
    rows = np.zeros(games, rbcore.GAME)
    ends = [games * i // contest.threads for i in range(contest.threads + 1)]

    def piece(start: int, end: int) -> None:
        rbcore.play(rules, (contest.player,) * rules.seats, SEED, start, rows[start:end])

    if contest.threads == 1:
        piece(0, games)
    else:
        with ThreadPoolExecutor(contest.threads) as pool:
            list(pool.map(piece, ends[:-1], ends[1:]))
    return int(rows["moves"].sum())


def machine() -> dict[str, str]:
    """Return what the figures hang on: processor, system and build of the core."""
    return {"processor": _processor(), "system": platform.platform(), "build": BUILD}


def _processor() -> str:
    """Return the processor's name as the system tells it."""
    path = Path("/proc/cpuinfo")  # of Linux
    text = path.read_text(errors="replace") if path.is_file() else ""
    name = re.search(r"^model name\s*:\s*(.*\S)", text, re.MULTILINE)
    return name[1] if name else platform.processor() or platform.machine()
