"""Every compiled player on several threads at once, for builds with a sanitizer.

NumPy alone is needed. The sanitizer prints what it finds, and ends the program with a status.
"""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor

import numpy as np

import rbcore

PLAYERS = ("uniform", "greedy~0.3", "weighted", "planner", "search-8", "search-5ms")
VARIANTS = ("standard", "strict,plan-limit=2", "crossley", "three-player")
ROUNDS = 72
GAMES = 6


def play(number: int, seed: int) -> tuple[bytes, list[str]]:
    """Play and trace games by one player of one variant; the rows and the traced moves."""
    name = PLAYERS[number % len(PLAYERS)]
    rules = rbcore.variant(VARIANTS[number // len(PLAYERS) % len(VARIANTS)])
    rows = np.zeros(GAMES, rbcore.GAME)
    names = [name] * rules.seats
    short = {"max_turns": 12} if name.startswith("search") else {"max_turns": 200}
    rbcore.play(rules, names, seed, number, rows, **short)
    return rows.tobytes(), rbcore.trace(rules, names, seed, number, **short)[1]


def attack(rounds: int = ROUNDS, seed: int = 1) -> tuple[int, list[str]]:
    """Play on four threads, in two orders; games that depend on no clock are the same."""
    numbers = list(range(rounds))
    shuffled = random.Random(seed).sample(numbers, rounds)
    with ThreadPoolExecutor(4) as pool:
        first = list(pool.map(lambda number: play(number, seed), numbers))
        second = dict(zip(shuffled, pool.map(lambda n: play(n, seed), shuffled), strict=True))
    return rounds, [
        f"{PLAYERS[number % len(PLAYERS)]}, game {number}: other games in another order"
        for number in numbers
        if first[number] != second[number] and not PLAYERS[number % len(PLAYERS)].endswith("ms")
    ]


if __name__ == "__main__":
    done, findings = attack()
    print(f"sanitized: {done} rounds", *findings, sep="\n")
    raise SystemExit(bool(findings))
