"""Who beats whom: `python tools/strength.py`, a Markdown table.

Each pair plays every deal twice, once from either seat. A game without a winner counts half; the
intervals are of the mean over deals, so that what a deal gives either player is no noise. `search`,
which takes long, plays a tenth of the deals.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ThreadPoolExecutor

import numpy as np

import rbcore

PAIRS = [("greedy", "uniform"), ("weighted", "greedy"), ("planner", "weighted"),
         ("planner", "greedy"), ("search", "planner"), ("search", "weighted")]  # fmt: skip


def play(variant: str, players: tuple[str, str], deals: int) -> np.ndarray:
    rows = np.zeros(deals, rbcore.GAME)
    rbcore.play(rbcore.variant(variant), players, 1, 0, rows)
    return rows["winner"].astype(int)


def line(variant: str, better: str, worse: str, deals: int) -> str:
    with ThreadPoolExecutor() as pool:
        seatings = [(better, worse), (worse, better)]
        first, second = pool.map(lambda players: play(variant, players, deals), seatings)
    wins = (first == 0) + 0.0 + (second == 1)
    losses = (first == 1) + 0.0 + (second == 0)
    points = (2 + wins - losses) / 4
    half = 1.96 * points.std(ddof=1) / np.sqrt(deals)
    won, lost = int(wins.sum()), int(losses.sum())
    counts = (f"{n:,}" for n in (2 * deals, won, lost, 2 * deals - won - lost))
    share = f"{100 * points.mean():.2f} ± {100 * half:.2f}%"
    cells = (variant, better, worse, *counts, share)
    return "| " + " | ".join(cells) + " |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=20_000)
    deals = parser.parse_args().deals
    print("| variant | player | against | games | won | lost | neither | share |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for variant in ("standard", "standard,starter=cut"):
        for better, worse in PAIRS:
            played = deals // 10 if better == "search" else deals
            print(line(variant, better, worse, played), flush=True)


if __name__ == "__main__":
    main()
