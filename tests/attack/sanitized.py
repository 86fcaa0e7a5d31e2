"""Every compiled player on several threads at once, for builds with a sanitizer.

NumPy alone is needed. The sanitizer prints what it finds, and ends the program with a status.
`python -m attack.sanitized race` does what is not allowed, which ThreadSanitizer must report.
"""

import random
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np

import rbcore

PLAYERS = (
    "uniform", "greedy~0.3", "weighted", "planner", "search-8", "search-5ms", "lookahead+memory",
)  # fmt: skip
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


def race() -> None:
    """Let two threads write into one array of rows."""
    rules, rows = rbcore.variant("standard"), np.zeros(200, rbcore.GAME)
    with ThreadPoolExecutor(2) as pool:
        for _ in range(2):
            pool.submit(rbcore.play, rules, ["greedy"] * 2, 1, 0, rows)


if __name__ == "__main__":
    if sys.argv[1:] == ["race"]:
        raise SystemExit(race())
    done, findings = attack()
    print(f"sanitized: {done} rounds", *findings, sep="\n")
    raise SystemExit(bool(findings))
