"""How long a game takes, of every form and every one of its players, to compare two versions.

    python benchmarks/patience_forms.py > before.tsv

prints a line a form and player: microseconds a game on one core, the best of three turns, CPU time.
"""

from __future__ import annotations

import time

import numpy as np

from rbpatience import book, playing

TURNS = 3
MIN = 0.05  # seconds of a turn


def seconds(number: str, player: str, games: int) -> float:
    """What so many games take."""
    rows = np.zeros(games, playing.ROW)
    begun = time.process_time()
    playing.play(number, player, 1, 0, rows)
    return time.process_time() - begun


def a_game(number: str, player: str) -> float:
    """The seconds of a game, of as many as make a turn long enough to measure."""
    games = 1
    while seconds(number, player, games) < MIN:
        games *= 4
    return min(seconds(number, player, games) for _ in range(TURNS)) / games


def main() -> None:
    """Time all."""
    print("# game, player, microseconds a game")
    for number, game in book.GAMES.items():
        for player in game.players if number != "63" else ():
            print(number, player, f"{a_game(number, player) * 1e6:.3f}", sep="\t", flush=True)


if __name__ == "__main__":
    main()
