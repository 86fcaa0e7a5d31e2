"""Finds the weights of `weighted` and `planner`, and writes src/rbcore/weights.py.

    python tools/fit_weighted.py > weights.py && mv weights.py src/rbcore/

Three stages, each with fresh deals in every generation, the same for all its candidates and played
from either seat, under rules that give neither seat the start:

1. `trial` against `greedy`;
2. `trial` against `champion`, the stage's weights so far: whenever the new ones beat it on fresh
   deals, they become the champion;
3. `trialplanner` against that champion: `planner` adds up whole turns, so what single moves weigh
   against the houses they leave behind is another matter for it.

The method is that of cross-entropy: candidates are drawn from a normal distribution, whose mean and
deviations then follow the better half of them. The result is a mean, to which every game of the
search has contributed, so that luck, which favours single candidates, evens out; methods that keep
the best candidates (SciPy's `differential_evolution`) keep the lucky ones. The same arguments give
the same weights, to the last digit, whatever the threads.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

import rbcore
from rbcore.weights import FEATURES
from rbcore.worth import try_weights

Floats = NDArray[np.float64]

# Where the search begins: the weights of version 1, found from ones set by hand; new features at 0.
START = {
    "turn": 34, "waste": -447, "waste_exposed": -88,
    "house_loads_reserve": 159, "house_loads_waste": -9,
    "reserve_loads_reserve": 746, "reserve_loads_waste": 457, "reserve_to_house": 229,
    "hand_loads_reserve": 87, "hand_loads_waste": -84, "hand_to_house": 595,
    "load_blocks": 71, "load_returns": -13, "load_undone": 0, "stale": 600,
    "top_fits": -168, "top_fits_next": -31, "top_fits_later": -4,
    "top_takes_own": 65, "top_takes_other": 39, "top_takes_hand": 137,
    "top_loads_reserve": 146, "top_loads_waste": 290, "top_rank": -47,
    "under_fits": -280, "under_fits_next": -69, "under_fits_later": -10,
    "bottom_rank": 0, "in_order": 19, "space": 8, "more_spaces": -52,
    "bares_unknown": 47, "house_builds": 60,
}  # fmt: skip
# Set by hand and held: the games of `weighted` turn on neither, or next to never.
HELD = ("stale", "house_builds")
# What `planner` has weights of its own for: moves that are progress.
OF_PLANNER = (
    "house_loads_reserve", "house_loads_waste", "reserve_loads_reserve", "reserve_loads_waste",
    "reserve_to_house", "hand_loads_reserve", "hand_loads_waste", "hand_to_house", "house_builds",
)  # fmt: skip
# Set by hand over what the search finds: it keeps `planner` out of standoffs at equal strength. The
# search cannot feel that, as a standoff is half a win to either seat.
AGAINST_STANDOFFS = {"reserve_to_house": 350}
RULES = rbcore.variant("standard,starter=cut")
CHECKS = 1 << 40  # seeds of checks are beyond those of generations


def _play(players: tuple[str, str], seat: int, seed: int, deals: int) -> Floats:
    """The points of a seat in each game: 1 for a win, a half where nobody won."""
    rows = np.zeros(deals, rbcore.GAME)
    rbcore.play(RULES, players, seed, 0, rows)
    return np.where(rows["winner"] < 0, 0.5, rows["winner"] == seat)


def points(player: str, opponent: str, seed: int, deals: int, pool: ThreadPoolExecutor) -> Floats:
    """The mean of both seatings, a deal each."""
    first = pool.submit(_play, (player, opponent), 0, seed, deals)
    second = pool.submit(_play, (opponent, player), 1, seed, deals)
    return (first.result() + second.result()) / 2


def said(found: Floats) -> str:
    half = 1.96 * found.std(ddof=1) / np.sqrt(len(found))
    return f"{100 * found.mean():.2f} ± {100 * half:.2f}%"


class Search:
    """A normal distribution of the `free` weights, and the deals of one stage."""

    def __init__(
        self, given: argparse.Namespace, stage: int, start: Floats, free: list[int],
        pool: ThreadPoolExecutor,
    ) -> None:  # fmt: skip
        self.given, self.free, self.pool = given, free, pool
        self.player, self.deals = "trial", given.games
        self.seed = 1_000_000 * (10 * given.seed + stage)
        self.random = np.random.default_rng([given.seed, stage])
        self.mean = start.copy()
        self.deviation = 8 + 0.12 * np.abs(start)
        ranks = np.arange(1, given.population // 2 + 1)
        self.shares = np.log(given.population / 2 + 0.5) - np.log(ranks)
        self.shares /= self.shares.sum()

    def strength(self, weights: Floats, opponent: str, seed: int, deals: int) -> Floats:
        try_weights([round(w) for w in weights])
        return points(self.player, opponent, seed, deals, self.pool)

    def step(self, opponent: str, generation: int) -> None:
        """One generation; candidates come in pairs on either side of the mean."""
        half = self.random.standard_normal((self.given.population // 2, len(self.free)))
        steps = np.vstack([half, -half]) * self.deviation[self.free]
        seed = self.seed + generation
        found = np.empty(len(steps))
        for i, step in enumerate(steps):
            weights = self.mean.copy()
            weights[self.free] += step
            found[i] = self.strength(weights, opponent, seed, self.deals).mean()
        better = steps[np.argsort(-found, kind="stable")[: len(half)]]
        self.mean[self.free] += self.shares @ better
        kept = 0.9 * self.deviation[self.free] ** 2 + 0.1 * (self.shares @ better**2)
        self.deviation[self.free] = np.sqrt(kept)
        print(f"{generation}: mean {100 * found.mean():.2f}%", file=sys.stderr, flush=True)

    def run(self, opponent: str, generations: range) -> Floats:
        """So many generations; the mean of their later half's means, in whole numbers."""
        means = []
        for generation in generations:
            self.step(opponent, generation)
            means.append(self.mean.copy())
        return np.round(np.mean(means[len(means) // 2 :], axis=0))


def fit(given: argparse.Namespace, pool: ThreadPoolExecutor) -> tuple[Floats, list[str]]:
    """The weights of `weighted`, and what to say of them: stages 1 and 2."""
    start = np.array([START[name] for name in FEATURES], float)
    free = [i for i, name in enumerate(FEATURES) if name not in HELD]
    report = []

    first = Search(given, 1, start, free, pool)
    best = first.run("greedy", range(given.generations))
    found = first.strength(best, "greedy", CHECKS + given.seed, 10 * given.games)
    report.append(f"stage 1, against greedy: {said(found)}")

    second = Search(given, 2, best, free, pool)
    for challenge in range(given.challenges):
        try_weights([round(w) for w in best], champion=True)
        done = challenge * given.generations
        new = second.run("champion", range(done, done + given.generations))
        seed = CHECKS + given.seed + 1 + challenge
        found = second.strength(new, "champion", seed, 10 * given.games)
        report.append(f"stage 2, against champion {challenge + 1}: {said(found)}")
        best = new if found.mean() > 0.5 else best
    return best, report


def fit_planner(
    given: argparse.Namespace, weights: Floats, pool: ThreadPoolExecutor
) -> tuple[Floats, str]:
    """The weights of `planner`, and what to say of them: stage 3."""
    free = [i for i, name in enumerate(FEATURES) if name in OF_PLANNER]
    third = Search(given, 3, weights, free, pool)
    third.player, third.deals = "trialplanner", max(2, given.games // 4)
    third.deviation = 40 + 0.25 * np.abs(weights)
    try_weights([round(w) for w in weights], champion=True)
    best = third.run("champion", range(max(1, given.generations // 2)))
    for name, weight in AGAINST_STANDOFFS.items():
        best[list(FEATURES).index(name)] = weight
    found = third.strength(best, "champion", CHECKS, 5 * given.games)
    return best, f"stage 3, planner against champion: {said(found)}"


def written(weights: Floats, of_planner: Floats, command: str, report: list[str]) -> str:
    """The text of src/rbcore/weights.py."""
    program, options = command.split(" --", 1)
    options = "--" + options
    pairs = list(zip(FEATURES, weights, of_planner, strict=True))
    return "\n".join([
        '"""What the features of `weighted` and `planner` weigh. COMMAND wrote it, saying REPORT.',
        "",
        "docs/players.md says what each feature is. A change is a new version of both players.",
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
        "# In the order of worth.pxd.",
        "FEATURES = {",
        *[f'    "{name}": {round(weight)},' for name, weight, _ in pairs],
        "}",
        "",
        "# What some of them weigh for `planner`.",
        "PLANNER = {",
        *[f'    "{name}": {round(weight)},' for name, _, weight in pairs if name in OF_PLANNER],
        "}",
    ])  # fmt: skip


def command(given: argparse.Namespace) -> str:
    """The command in full, so that other defaults change nothing."""
    values = {name: value for name, value in vars(given).items() if name != "threads"}
    options = " ".join(f"--{name} {value}" for name, value in values.items())
    return f"python tools/fit_weighted.py {options}"


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--generations", type=int, default=60, help="of a stage or challenge")
    parser.add_argument("--games", type=int, default=1_000, help="deals for a candidate")
    parser.add_argument("--population", type=int, default=20)
    parser.add_argument("--challenges", type=int, default=3, help="of the champion")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2, help="1 or 2; the weights are the same")
    given = parser.parse_args(arguments)
    with ThreadPoolExecutor(given.threads) as pool:
        weights, report = fit(given, pool)
        of_planner, last = fit_planner(given, weights, pool)
    print(written(weights, of_planner, command(given), [*report, last]))


if __name__ == "__main__":
    main(sys.argv[1:])
