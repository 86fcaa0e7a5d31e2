"""Histograms of real games for the tests of coverage, of the presets with the longest tails.

    python tests/data/lengths.py

plays a million games or two of each, some minutes of CPU, and writes lengths.npz beside itself.
`VARIANT PLAYERS MEASURE` has two rows, values and how often each was seen; `less` is of pairs of
games, one of either variant.
"""

from pathlib import Path

import numpy as np

import rbsim

GAMES = {
    ("standard", "greedy"): 2_000_000,
    ("simplified", "greedy"): 2_000_000,
    ("waste-available", "greedy"): 2_000_000,
    ("waste-available", "uniform"): 2_000_000,
}
PAIRS = (("waste-available", "standard"), ("simplified", "standard"))  # of greedy players


def main() -> None:
    """Play, and write the histograms."""
    columns = {key: play(*key, games) for key, games in GAMES.items()}
    found = {}
    for (variant, players), column in columns.items():
        for measure, values in column.items():
            found[f"{variant} {players} {measure}"] = counted(values)
    for one, other in PAIRS:
        a, b = columns[one, "greedy"], columns[other, "greedy"]
        for measure in ("turns", "moves", "score"):
            found[f"{one} less {other} {measure}"] = counted(a[measure] - b[measure])
    np.savez_compressed(Path(__file__).with_name("lengths.npz"), **found)


def play(variant: str, players: str, games: int) -> dict[str, np.ndarray]:
    """Return the measures game by game; scores are the starter's."""
    rows = rbsim.simulate(variant, games=games, players=players, seed=1, rows=True).games
    scores = rows["scores"][np.arange(games), rows["starter"]]
    return {
        "turns": rows["turns"].astype(np.int64),
        "moves": rows["moves"].astype(np.int64),
        "score": scores.astype(np.int64),
    }


def counted(values: np.ndarray) -> np.ndarray:
    """Return values and counts."""
    return np.array(np.unique(values, return_counts=True), np.int32)


if __name__ == "__main__":
    main()
