"""Sympathy by the million: how often both players win (docs/rules.md, Sympathy)."""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Event
from typing import Any

import numpy as np

import rbcore
from rbcore.patience import sympathy as core
from rbsim.formatting import tables
from rbsim.results.simulated import versions
from rbsim.results.summary import Quantiles, all_finite, finite
from rbsim.running.batch import MOST, MOST_THREADS, all_cores, check_range, whole
from rbsim.stats.intervals import Mean, Rate
from rbsim.sums.totals import Histogram

HEAPS = core.HEAPS
CHUNK = 50_000  # games; some twenty milliseconds, after which a thread looks whether to stop
PAIRS = 52


@dataclass(frozen=True)
class Sympathy:
    """What games first, first+1, ... of a seed came to.

    left, stuck: histograms of the pairs left at the end, and when the first grace card was needed
    seconds: wall time of the playing
    """

    heaps: int
    games: int
    seed: int
    first: int
    left: Histogram
    stuck: Histogram
    seconds: float

    @property
    def wins(self) -> Rate:
        """The games in which no pair was left."""
        return Rate(int(self.left[0]), self.games)

    @property
    def games_per_second(self) -> float:
        return self.games / self.seconds if self.seconds else float("inf")

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers for JSON; None stands where there is no number."""
        return {
            "game": "sympathy",
            "heaps": self.heaps,
            "seed": self.seed,
            "games": self.games,
            "wins": self.wins.count,
            "rates": {"wins": {"rate": self.wins.rate, "interval": self.wins.interval}},
            **_pairs_dict("left", self.left),
            **_pairs_dict("stuck", self.stuck),
            "seconds": self.seconds,
            "games_per_second": finite(self.games_per_second),
            "provenance": {
                "game": "sympathy",
                "heaps": self.heaps,
                "seed": self.seed,
                "first": self.first,
                "games": self.games,
                **versions(),
            },
        }


def _pairs_dict(name: str, histogram: Histogram) -> dict[str, Any]:
    mean = Mean.of_histogram(histogram)
    return {
        f"mean_{name}": mean.mean,
        f"mean_{name}_interval": all_finite(mean.interval),
        **Quantiles.of(histogram).to_dict(name),
        f"{name}_counts": {str(pairs): int(n) for pairs, n in enumerate(histogram) if n},
    }


def play(
    heaps: int = 16, *, games: int, seed: int = 0, first: int = 0, threads: int | None = None
) -> Sympathy:
    """Play games first to first+games-1 of a seed; the same games whatever the threads.

    heaps: 16, or 17 for the harder form. threads: all cores unless set. Raises ValueError, in one
    sentence, for anything out of range.
    """
    games, first = whole("games", games), whole("first", first)
    threads = all_cores() if threads is None else whole("threads", threads)
    check_range("games", games, 1, MOST)
    check_range("first", first, 0, 2**64 - 1 - MOST)
    check_range("threads", threads, 1, MOST_THREADS)
    core.play(heaps, seed, first, np.zeros(0, core.GAME))  # checks heaps and seed
    start = time.perf_counter()
    left, stuck = _count(heaps, games, seed, first, threads)
    return Sympathy(
        whole("heaps", heaps), games, whole("seed", seed), first, left, stuck,
        time.perf_counter() - start,
    )  # fmt: skip


def _count(heaps: int, games: int, seed: int, first: int, threads: int) -> Histogram:
    """The histograms of pairs left and stuck, as two rows; each thread plays every n-th chunk."""
    stop = Event()

    def count(thread: int) -> Histogram:
        counts = _no_counts()
        rows = np.zeros(min(CHUNK, games), core.GAME)
        for start in range(thread * CHUNK, games, threads * CHUNK):
            if stop.is_set():
                break
            chunk = rows[: games - start]
            core.play(heaps, seed, first + start, chunk)
            for i, name in enumerate(("left", "stuck")):
                counts[i] += np.bincount(chunk[name], minlength=PAIRS + 1)
        return counts

    with ThreadPoolExecutor(threads) as pool:
        try:
            return sum(pool.map(count, range(threads)), _no_counts())
        finally:
            stop.set()


def _no_counts() -> Histogram:
    return np.zeros((2, PAIRS + 1), np.int64)


def report(results: Sequence[Sympathy]) -> tables.Report:
    """All that is shown of one form, or of both."""
    return tables.Report(
        "Sympathy", (_win_cells(results), *map(_pair_cells, results)), _footnote(results)
    )


def _win_cells(results: Sequence[Sympathy]) -> tables.Cells:
    """Header and rows: form, games, games won, rate, 95% interval."""
    cells: tables.Cells = [("form", "games", "both win", "rate", "95% interval")]
    for result in results:
        low, high = result.wins.interval
        cells.append(
            (
                f"{result.heaps} heaps",
                f"{result.games:,}",
                f"{result.wins.count:,}",
                tables.percent(result.wins.rate),
                f"{tables.percent(low)} to {tables.percent(high)}",
            )
        )
    return cells


def _pair_cells(result: Sympathy) -> tables.Cells:
    """Mean and quantiles of the pairs left, at the end and before that."""
    return tables.spread_cells(
        f"{result.heaps} heaps, pairs left",
        [
            (when, Mean.of_histogram(histogram), Quantiles.of(histogram))
            for when, histogram in (("at the end", result.left), ("first stuck", result.stuck))
        ],
    )


def _footnote(results: Sequence[Sympathy]) -> str:
    """Where the figures come from."""
    one = results[0]
    speed = sum(result.games for result in results) / sum(result.seconds for result in results)
    return (
        f"{speed:,.0f} games a second; seed {one.seed}, "
        f"games {one.first} to {one.first + one.games - 1}; "
        f"version {rbcore.__version__}, games version {rbcore.GAMES_VERSION}"
    )
