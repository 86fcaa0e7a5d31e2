"""Finds the weights of `weighted` and `planner`, and writes src/rbcore/players/weights.py.

    python benchmarks/fit_weights.py > weights.py && mv weights.py src/rbcore/players/

Two stages, under standard rules that give neither seat the start:

1. `trial` against `champion`, its own weights so far: whenever the new ones beat it on fresh deals,
   they become the champion;
2. `trialplanner` against that champion: `planner` adds up whole turns, so what single moves weigh
   against the houses they leave behind is another matter for it.

Each generation has fresh deals, the same for all its candidates and played from either seat. What
counts is games won: one that nobody wins is as bad as a loss, which keeps players out of standoffs
that half a win to either seat would leave them in.

The search is CMA-ES (`cma`, in the extra `fit`), with a variance for each weight but no
covariances: so few generations of noisy games could not tell them. The result is a mean of means,
to which every game of the later half has contributed, so that luck, which favours single
candidates, evens out. The same arguments give the same weights, to the last digit, whatever the
threads. It takes ten minutes of CPU time, on two threads.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ThreadPoolExecutor

import cma
import numpy as np
from numpy.typing import NDArray

import rbcore
from rbcore.api.position import try_weights

Floats = NDArray[np.float64]

# Where the search begins: weights that earlier searches found, from ones set by hand.
START = {
    "turn": 11, "waste": -645, "waste_exposed": -91,
    "house_loads_reserve": 125, "house_loads_waste": -67,
    "reserve_loads_reserve": 196, "reserve_loads_waste": 178, "reserve_to_house": 132,
    "hand_loads_reserve": 70, "hand_loads_waste": -101, "hand_to_house": 1337,
    "load_blocks": 41, "load_returns": -58, "load_undone": -23, "stale": 600,
    "top_fits": -113, "top_fits_next": -41, "top_fits_later": -9,
    "top_takes_own": 76, "top_takes_other": -22, "top_takes_hand": 131,
    "top_loads_reserve": 143, "top_loads_waste": 245, "top_rank": -8,
    "under_fits": -231, "under_fits_next": -13, "under_fits_later": -23,
    "bottom_rank": -39, "in_order": 49, "space": -2, "more_spaces": 1,
    "bares_unknown": -45, "house_builds": 60,
}  # fmt: skip
# The same of `planner`, which has weights of its own for moves that are progress; here
# `reserve_to_house` was set by hand, against standoffs.
START_OF_PLANNER = {
    "house_loads_reserve": 187, "house_loads_waste": 57,
    "reserve_loads_reserve": 157, "reserve_loads_waste": 571, "reserve_to_house": 350,
    "hand_loads_reserve": 58, "hand_loads_waste": -52, "hand_to_house": 1811, "house_builds": 37,
}  # fmt: skip
# Set by hand and held: the games of `weighted` turn on neither, or next to never.
HELD = ("stale", "house_builds")
RULES = rbcore.variant("standard,starter=cut")
CHECKS = 1 << 40  # seeds of checks are beyond those of generations


def _play(players: tuple[str, str], seat: int, seed: int, deals: int, nobody: float) -> Floats:
    """What a seat gets in each game: 1 for a win, `nobody` where nobody won."""
    rows = np.zeros(deals, rbcore.GAME)
    rbcore.play(RULES, players, seed, 0, rows)
    return np.where(rows["winner"] < 0, nobody, rows["winner"] == seat)


def said(found: Floats) -> str:
    half = 1.96 * found.std(ddof=1) / np.sqrt(len(found))
    return f"{100 * found.mean():.2f} ± {100 * half:.2f}%"


class Search:
    """A distribution of the weights `names`, and the deals of one stage."""

    def __init__(
        self, given: argparse.Namespace, stage: int, start: dict[str, int], names: list[str],
        pool: ThreadPoolExecutor,
    ) -> None:  # fmt: skip
        self.given, self.stage, self.start, self.names, self.pool = given, stage, start, names, pool
        self.player = ("trial", "trialplanner")[stage - 1]
        self.deals = (given.games, max(2, given.games // 4))[stage - 1]
        middle = np.array([start[name] for name in names], float)
        random = np.random.default_rng([given.seed, stage])
        self.search = cma.CMAEvolutionStrategy(middle, 1, {
            "CMA_stds": given.spread * (60 + np.abs(middle)),
            "CMA_diagonal": True,
            "popsize": given.population,
            "randn": lambda *shape: random.standard_normal(shape),
            "seed": np.nan,  # `randn` has its own
            "verbose": -9,
            "verb_log": 0,
        })  # fmt: skip

    def weights(self, found: Floats) -> dict[str, int]:
        return self.start | dict(zip(self.names, np.round(found).astype(int).tolist(), strict=True))

    def score(self, weights: dict[str, int], seed: int, deals: int, nobody: float = 0.0) -> Floats:
        """Against the champion: the mean of both seatings, a deal each."""
        try_weights(list(weights.values()))
        pairs = (self.player, "champion"), ("champion", self.player)
        both = [
            self.pool.submit(_play, pair, seat, seed, deals, nobody)
            for seat, pair in enumerate(pairs)
        ]
        return (both[0].result() + both[1].result()) / 2

    def check(self, weights: dict[str, int], seed: int, deals: int) -> Floats:
        """On fresh deals, where a game that nobody wins is half a win."""
        return self.score(weights, CHECKS + self.given.seed + seed, deals, 0.5)

    def step(self, generation: int) -> None:
        seed = 1_000_000 * (10 * self.given.seed + self.stage) + generation
        candidates = self.search.ask()
        found = [self.score(self.weights(c), seed, self.deals).mean() for c in candidates]
        self.search.tell(candidates, [-won for won in found])
        line = f"{generation}: mean {100 * np.mean(found):.2f}%, step {self.search.sigma:.2f}"
        print(line, file=sys.stderr, flush=True)

    def run(self, generations: range) -> dict[str, int]:
        """So many generations; the mean of their later half's means, in whole numbers."""
        means = []
        for generation in generations:
            self.step(generation)
            means.append(self.search.mean.copy())
        return self.weights(np.mean(means[len(means) // 2 :], axis=0))


def fit(given: argparse.Namespace, pool: ThreadPoolExecutor) -> tuple[dict[str, int], list[str]]:
    """The weights of `weighted`, and what to say of them: stage 1."""
    best, report = START, []
    search = Search(given, 1, START, [name for name in START if name not in HELD], pool)
    for challenge in range(given.challenges):
        try_weights(list(best.values()), champion=True)
        done = challenge * given.generations
        new = search.run(range(done, done + given.generations))
        found = search.check(new, 1 + challenge, 20 * given.games)
        report.append(f"stage 1, against champion {challenge + 1}: {said(found)}")
        best = new if found.mean() > 0.5 else best
    return best, report


def fit_planner(
    given: argparse.Namespace, weights: dict[str, int], pool: ThreadPoolExecutor
) -> tuple[dict[str, int], str]:
    """The weights of `planner`, and what to say of them: stage 2."""
    search = Search(given, 2, weights | START_OF_PLANNER, list(START_OF_PLANNER), pool)
    try_weights(list(weights.values()), champion=True)
    best = search.run(range(given.generations))
    found = search.check(best, 0, 5 * given.games)
    return best, f"stage 2, planner against champion: {said(found)}"


def written(
    weights: dict[str, int], of_planner: dict[str, int], command: str, report: list[str]
) -> str:
    """The text of src/rbcore/players/weights.py."""
    program, options = command.split(" --", 1)
    options = "--" + options
    return "\n".join([
        '"""The weights of `weighted` and `planner`, made by COMMAND with result REPORT.',
        "",
        "docs/players.md explains each feature. A change requires a new version of the players.",
        '"""',
        "",
        "COMMAND = (",
        f'    "{program} "',
        f'    "{options}"',
        ")",
        "REPORT = (",
        *[f'    "{line}",' for line in report],
        ")",
        "",
        "# In the order of evaluation.pxd.",
        "FEATURES = {",
        *[f'    "{name}": {weights[name]},' for name in weights],
        "}",
        "",
        "# Weights that differ for `planner`.",
        "PLANNER = {",
        *[f'    "{name}": {of_planner[name]},' for name in weights if name in START_OF_PLANNER],
        "}",
    ])  # fmt: skip


def command(given: argparse.Namespace) -> str:
    """The command in full, so that other defaults change nothing."""
    values = {name: value for name, value in vars(given).items() if name != "threads"}
    options = " ".join(f"--{name} {value}" for name, value in values.items())
    return f"python benchmarks/fit_weights.py {options}"


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--generations", type=int, default=50, help="of a stage or challenge")
    parser.add_argument("--games", type=int, default=1_000, help="deals for a candidate")
    parser.add_argument("--population", type=int, default=24)
    parser.add_argument("--challenges", type=int, default=3, help="of the champion")
    parser.add_argument("--spread", type=float, default=0.12, help="of candidates at first")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2, help="1 or 2; the weights are the same")
    given = parser.parse_args(arguments)
    with ThreadPoolExecutor(given.threads) as pool:
        weights, report = fit(given, pool)
        of_planner, last = fit_planner(given, weights, pool)
    print(written(weights, of_planner, command(given), [*report, last]))


if __name__ == "__main__":
    main(sys.argv[1:])
