"""What else could make up for starting: a choice, or a bonus; a part of fair.md.

A seat that knows how half of a deal's games ended, with all that lies face down shuffled anew,
chooses who starts the others. What remedies.csv has is not played again.
"""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
from pages import Cell, Mean, markdown, mean_figure, read_counts, write_counts

import rbcore
import rbsim
from rbsim.estimates.figures import rate

SEED = 32
DEALS, SHUFFLES = 2_000, 1_000  # of which half are known to who chooses
MIN = 10  # deals of a part
PLAYER = "greedy"
VARIANTS = ("standard", "waste-available", "face-down", "crossley")
WIN, UNFINISHED = (rbcore.OUTCOMES.index(one) for one in ("win", "unfinished"))
MAX_SCORE = 1_000  # more than any game is worth

Sums = Counter[str]
Ints = npt.NDArray[np.int64]


def gains(variant: str, starter: int, deals: int) -> tuple[Ints, Ints, int]:
    """Return what seat 0 gains of each deal, in either half, what it scores more, and how many
    games are unfinished.
    """
    rules = replace(rbcore.variant(variant), starter=f"seat-{starter}")
    won, score = np.zeros((2, deals), np.int64), np.zeros(deals, np.int64)
    rows = np.zeros(deals, rbcore.game_dtype(2))
    unfinished = 0
    for shuffle in range(SHUFFLES):
        rbcore.play(rules, [PLAYER] * 2, SEED, 0, rows, shuffle=shuffle + 1)
        won[shuffle % 2] += _winners(rows)
        score += rows["scores"][:, 0] - rows["scores"][:, 1]
        unfinished += int((rows["outcome"] == UNFINISHED).sum())
    return won, score, unfinished


def _winners(rows: npt.NDArray[np.void]) -> Ints:
    """1 where seat 0 wins, -1 where another does, 0 where nobody does."""
    return np.where(rows["outcome"] == WIN, np.where(rows["winner"] == 0, 1, -1), 0)


def play(variant: str, deals: int) -> Sums:
    """Return the sums of a variant: what starting and choosing gain in all games of a deal."""
    with ThreadPoolExecutor() as pool:
        starting, other = pool.map(gains, [variant] * 2, (0, 1), [deals] * 2)
    halves = starting[0] - other[0]  # twice what starting gains, by half and deal
    chosen = np.where(halves >= 0, 1, -1)
    starts, chooses = halves.sum(0), halves[0] * chosen[1] + halves[1] * chosen[0]
    sums = Counter(unfinished=starting[2] + other[2], starts=int((chosen > 0).sum()))
    for name, values in (
        ("starting", starts),
        ("choosing", chooses),
        ("difference", chooses - starts),
        ("bonus", starting[1] - other[1]),
    ):
        sums[name], sums[f"{name}, squares"] = int(values.sum()), int((values**2).sum())
    return sums


def mean(sums: Sums, name: str, deals: int, bound: int = 1) -> rbsim.Figure:
    """Return what a game gains, given sums over all games of a deal."""
    own = Mean.from_sums(sums[name], sums[f"{name}, squares"], deals, 2 * SHUFFLES)
    form = "difference" if bound == 1 else "number"
    return mean_figure(deals, own, bounds=(-bound, bound), form=form)


def table(data: Path, part: int) -> str:
    """Return the table of the page; what is not in the data is played, of one deal in `part`."""
    deals, found, rows = max(MIN, DEALS // part), read_counts(data), list[list[Cell]]()
    for variant in VARIANTS:
        if variant not in found:
            found[variant] = play(variant, deals)
            write_counts(data, found, "sum")
        sums = found[variant]
        worth = [mean(sums, name, deals) for name in ("starting", "choosing", "difference")]
        chosen = rate("wins", sums["starts"], 2 * deals)
        rows.append([variant, *worth, chosen, mean(sums, "bonus", deals, MAX_SCORE)])
    unfinished = sum(one["unfinished"] for one in found.values())
    of = f"{unfinished:,} of {2 * deals * SHUFFLES * len(VARIANTS):,}"
    head = ("variant", "starting", "choosing", "the difference", "chooses to start", "bonus")
    said = f"{deals:,} deals, of whose games {of} are unfinished, and count as nobody's:"
    return f"{said}\n\n{markdown(head, rows)}"
