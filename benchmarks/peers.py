"""Our playouts, those of yard.cpp and OpenSpiel's random rollouts, timed in turn.

    python benchmarks/peers.py [ROUNDS]

Installs nothing: what cannot be imported or built is said and left out. yard.cpp is the same game
between two random players alone, without variants, records or replays, tuned by hand and built for
processors with AVX2 and BMI2: a yardstick. OpenSpiel's rollouts are its own C++
RandomRolloutEvaluator, which Python reaches through an MCTS bot: one simulation that evaluates one
leaf by many rollouts. They are counted in moves, chance left out as it is in ours, by the mean
length of random games from there.
Each round times every peer once, so that noise of the machine falls on all alike; what is printed
are medians over rounds and their ratios.
"""

from __future__ import annotations

import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import rbcore

try:
    import pyspiel
except ImportError:
    pyspiel = None

PEERS = ("crazy_eights(players=2)", "spades")
ROLLOUTS = 2_000
LENGTH_SAMPLE = 200


def ours() -> float:
    """Moves per second of uniform standard play."""
    rules = rbcore.variant("standard")
    rows = np.zeros(2_000, rbcore.GAME)
    start = time.perf_counter()
    rbcore.play(rules, ("uniform", "uniform"), 1, 0, rows)
    return float(rows["moves"].sum()) / (time.perf_counter() - start)


def yardstick(folder: str) -> Callable[[], float] | None:
    """A function that times yard.cpp, in moves per second of its own clock; None if not built."""
    program, compiler = Path(folder, "yard"), shutil.which("c++") or shutil.which("g++")
    source = Path(__file__).with_name("yard.cpp")
    words = ["-std=c++17", "-O3", "-march=x86-64-v3", "-o", program, source]
    if not compiler or subprocess.run([compiler, *words], check=False).returncode:
        return None

    def played() -> float:
        run = subprocess.run([program, "2000"], capture_output=True, text=True, check=True)
        return 1e9 / float(run.stdout.rpartition(" ns/ply")[0].rpartition(" ")[2])

    return played


def dealt(game: Any) -> Any:
    """A state after the deal: the first at which a player decides."""
    state = game.new_initial_state()
    while state.is_chance_node():
        _random_step(state)
    return state


def _random_step(state: Any) -> None:
    if state.is_chance_node():
        actions, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(random.choices(actions, weights)[0])
    else:
        state.apply_action(random.choice(state.legal_actions()))


def random_length(game: Any) -> int:
    """Moves of players in one random game after the deal."""
    state = dealt(game)
    length = 0
    while not state.is_terminal():
        length += not state.is_chance_node()
        _random_step(state)
    return length


def peer(name: str) -> Callable[[], float]:
    """A function that times C++ rollouts of a game, in moves per second."""
    game = pyspiel.load_game(name)
    mean_length = statistics.fmean(random_length(game) for _ in range(LENGTH_SAMPLE))
    state = dealt(game)

    def rollouts() -> float:
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=ROLLOUTS, seed=1)
        # uct_c, one simulation, memory in MB, no solving, seed, quiet
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 10, False, 1, False)
        start = time.perf_counter()
        bot.mcts_search(state)
        return ROLLOUTS * mean_length / (time.perf_counter() - start)

    return rollouts


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    random.seed(1)
    timed: dict[str, Callable[[], float]] = {"ours": ours}
    with tempfile.TemporaryDirectory() as folder:
        if (yard := yardstick(folder)) is None:
            print("yard.cpp was not built: there is no C++ compiler for x86-64-v3")
        else:
            timed["yard.cpp"] = yard
        if pyspiel is None:
            print("open_spiel is not installed, so its games are left out")
        else:
            timed |= {name: peer(name) for name in PEERS}
        compare(timed, rounds)


def compare(timed: dict[str, Callable[[], float]], rounds: int) -> None:
    """Time all in turn, and print medians and their ratios."""
    rates: dict[str, list[float]] = {name: [] for name in timed}
    for _ in range(rounds):
        for name, run in timed.items():
            rates[name].append(run())
    for name, values in rates.items():
        rate = statistics.median(values)
        ratios = [a / b for a, b in zip(rates["ours"], values, strict=True)]
        line = f"{name:24} {rate / 1e6:7.2f} million moves a second"
        more = "" if name == "ours" else f"; ours {statistics.median(ratios):.2f} times that"
        print(line + more)


if __name__ == "__main__":
    main()
