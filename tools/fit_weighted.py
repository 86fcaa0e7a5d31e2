"""Finds weights for `weighted` and `planner`: CMA-ES on games that the player `trial` plays.

    python tools/fit_weighted.py --generations 150 --games 1500 --seed 1

needs `pip install cma`. Each candidate plays `games` deals from either seat against each opponent,
under rules that give neither seat the start; every generation has deals of its own, the same for
all its candidates. The mean of the last distribution is checked on fresh deals and printed in the
form of src/rbcore/weights.py; `--start` goes on from weights printed before.
"""

from __future__ import annotations

import argparse
import json
from concurrent.futures import ThreadPoolExecutor
from itertools import product

import cma
import numpy as np

import rbcore
from rbcore.weights import FEATURES
from rbcore.worth import try_weights

# Where the search begins: set by hand, and about as strong as `greedy`.
BY_HAND = {
    "turn": 0, "waste": -100, "waste_exposed": -20,
    "house_loads_reserve": 150, "house_loads_waste": 100,
    "reserve_loads_reserve": 400, "reserve_loads_waste": 350, "reserve_to_house": 250,
    "hand_loads_reserve": 200, "hand_loads_waste": 150, "hand_to_house": 60,
    "load_blocks": 40, "load_returns": -20,
    "top_fits": 150, "top_fits_next": 20, "top_fits_later": 10,
    "top_takes_own": 60, "top_takes_other": -20, "top_takes_hand": 60,
    "top_loads_reserve": 80, "top_loads_waste": 60, "top_rank": 2,
    "under_fits": -40, "under_fits_next": -15, "under_fits_later": -5,
    "in_order": 5, "space": 80, "more_spaces": 40, "bares_unknown": 40, "house_builds": 60,
}  # fmt: skip
RULES = rbcore.variant("standard,starter=cut")


def share(opponent: str, seat: int, seed: int, games: int) -> float:
    """The share of games that `trial` wins from a seat; a game without a winner counts half."""
    players = ("trial", opponent) if seat == 0 else (opponent, "trial")
    rows = np.zeros(games, rbcore.GAME)
    rbcore.play(RULES, players, seed, 0, rows)
    return float(np.mean(np.where(rows["winner"] < 0, 0.5, rows["winner"] == seat)))


def strength(weights: np.ndarray, opponents: list[str], seed: int, games: int) -> float:
    """The mean share over opponents and seats."""
    try_weights([round(w) for w in weights])
    with ThreadPoolExecutor() as pool:
        pairs = list(product(opponents, (0, 1)))
        return float(np.mean(list(pool.map(lambda p: share(*p, seed, games), pairs))))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--generations", type=int, default=150)
    parser.add_argument("--games", type=int, default=1_500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sigma", type=float, default=1.0)
    parser.add_argument("--population", type=int, default=14)
    parser.add_argument("--opponents", default="greedy")
    parser.add_argument("--start", help="a JSON file of weights; set by hand unless given")
    given = parser.parse_args()
    start = dict(BY_HAND)
    if given.start:
        with open(given.start) as file:
            start |= json.load(file)
    first = np.array(list(start.values()), float)
    scale = 15 + 0.3 * np.abs(first)
    opponents = given.opponents.split(",")
    search = cma.CMAEvolutionStrategy(
        np.zeros(len(first)), given.sigma,
        {"seed": given.seed, "popsize": given.population, "verbose": -9},
    )  # fmt: skip
    for generation in range(given.generations):
        tried = search.ask()
        seed = 1_000_000 * given.seed + generation
        found = [strength(first + scale * z, opponents, seed, given.games) for z in tried]
        search.tell(tried, [-x for x in found])
        print(f"{generation}: mean {np.mean(found):.4f}, best {max(found):.4f}", flush=True)
        if generation % 10 == 9 or generation == given.generations - 1:
            best = [round(w) for w in first + scale * search.mean]
            print(json.dumps(dict(zip(FEATURES, best, strict=True))))
            checked = strength(np.array(best), opponents, 999, 5 * given.games)
            print(f"on fresh deals: {checked:.4f}", flush=True)


if __name__ == "__main__":
    main()
