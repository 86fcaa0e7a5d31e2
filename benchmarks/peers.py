"""Our playouts and OpenSpiel's random rollouts, timed in turn in one process.

    python benchmarks/peers.py [ROUNDS]

Installs nothing: where `open_spiel` cannot be imported it says so and times ours alone. OpenSpiel's
rollouts are its own C++ random simulations where the installed version exposes them to Python
(`pyspiel.RandomRolloutEvaluator`), counted in moves by replaying the same number of random games.
Each round times every peer once, so that noise of the machine falls on all alike; what is printed
are medians over rounds and their ratios.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable

import numpy as np
import rbcore

try:
    import pyspiel
except ImportError:
    pyspiel = None

PEERS = ("crazy_eights", "spades")
ROLLOUTS = 2_000
LENGTH_SAMPLE = 200


def ours() -> float:
    """Moves per second of uniform standard play."""
    rules = rbcore.variant("standard")
    rows = np.zeros(2_000, rbcore.GAME)
    start = time.perf_counter()
    rbcore.play(rules, ("uniform", "uniform"), 1, 0, rows)
    return float(rows["moves"].sum()) / (time.perf_counter() - start)


def random_length(game: object) -> int:
    """Actions, chance included, in one random game."""
    state = game.new_initial_state()  # type: ignore[attr-defined]
    length = 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(actions, weights)[0])
        else:
            state.apply_action(random.choice(state.legal_actions()))
        length += 1
    return length


def peer(name: str) -> Callable[[], float]:
    """A function that times C++ rollouts of a game, in actions per second."""
    game = pyspiel.load_game(name)
    mean_length = statistics.fmean(random_length(game) for _ in range(LENGTH_SAMPLE))
    start_state = game.new_initial_state()

    def rollouts() -> float:
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=ROLLOUTS, seed=1)
        start = time.perf_counter()
        evaluator.evaluate(start_state)
        return ROLLOUTS * mean_length / (time.perf_counter() - start)

    return rollouts


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    random.seed(1)
    timed: dict[str, Callable[[], float]] = {"ours": ours}
    if pyspiel is None:
        print("open_spiel is not installed, so there is nobody to compare with")
    else:
        timed |= {name: peer(name) for name in PEERS}
    rates: dict[str, list[float]] = {name: [] for name in timed}
    for _ in range(rounds):
        for name, run in timed.items():
            rates[name].append(run())
    for name, values in rates.items():
        rate = statistics.median(values)
        ratios = [a / b for a, b in zip(rates["ours"], values, strict=True)]
        line = f"{name:14} {rate / 1e6:7.2f} million moves a second"
        print(line if name == "ours" else f"{line}; ours {statistics.median(ratios):.1f} times that")


if __name__ == "__main__":
    main()
