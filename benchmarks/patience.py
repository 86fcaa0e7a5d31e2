"""Games of patience: how much faster the core is than the twin, both playing the same packs.

    python benchmarks/patience.py

prints a line a game, of a kernel each: games a second of one core, of the twin in plain Python
(tests/oracles/twin/patience), and their ratio; the best of three turns, CPU time.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from oracles.twin.patience import TWINS
from rbpatience import book, playing

GAMES = ("2", "5", "10", "9", "6", "11", "25", "12")
TURNS, BY_CORE, BY_TWIN = 3, 50_000, 200


def core(number: str) -> float:
    """Seconds a game, of the core."""
    rows = np.zeros(BY_CORE, playing.ROW)
    begun = time.process_time()
    playing.play(number, book.find_game(number).player, 1, 0, rows)
    return (time.process_time() - begun) / BY_CORE


def twin(number: str) -> float:
    """Seconds a game, of the twin; shuffling is the core's, and not counted."""
    dealt = (playing.deal(number, 1, game) for game in range(BY_TWIN))
    packs = [[text[i : i + 2] for i in range(0, len(text), 2)] for text in dealt]
    begun = time.process_time()
    for pack in packs:
        TWINS[number](pack)
    return (time.process_time() - begun) / BY_TWIN


def main() -> None:
    """Time both in turn."""
    print("| no. | game | core, games a second | twin | ratio |")
    print("| --- | --- | ---: | ---: | ---: |")
    for number in GAMES:
        turns = [(core(number), twin(number)) for _ in range(TURNS)]
        fast, slow = (min(one) for one in zip(*turns, strict=True))
        name = book.find_game(number).name
        print(f"| {number} | {name} | {1 / fast:,.0f} | {1 / slow:,.0f} | {slow / fast:,.0f} |")


if __name__ == "__main__":
    main()
