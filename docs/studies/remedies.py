"""What else could make up for starting: a choice, a bonus, errors; a part of fair.md.

Deals are played many times, what lies face down shuffled anew, with either seat starting; a seat
that knows how half of these games ended chooses for the others. The sums are kept in remedies.csv;
a variant that is there is not played again.
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
from rbsim.figures import rate

SEED = 32
DEALS, SHUFFLES = 2_000, 1_000  # of which half are known to who chooses
GAMES = 400_000  # of a starter that errs
LEAST = 10  # of either in a part
PLAYER = "greedy"
VARIANTS = ("standard", "waste-available", "face-down", "crossley")
ERRORS = (0.1, 0.15, 0.2, 0.25, 0.3)
WIN, UNFINISHED = (rbcore.OUTCOMES.index(one) for one in ("win", "unfinished"))
MOST_SCORE = 1_000  # more than any game is worth

Sums = Counter[str]
Ints = npt.NDArray[np.int64]


def gains(variant: str, starter: int, deals: int) -> tuple[Ints, Ints, int]:
    """Return what seat 0 gains of each deal, in either half, what it scores more, and how many
    games are unfinished.
    """
    rules = replace(rbcore.variant(variant), starter=f"seat-{starter}")
    won, score = np.zeros((2, deals), np.int64), np.zeros(deals, np.int64)
    rows = np.zeros(deals, rbcore.GAME)
    unfinished = 0
    for shuffle in range(SHUFFLES):
        rbcore.play(rules, [PLAYER] * 2, SEED, 0, rows, shuffle=shuffle + 1)
        won[shuffle % 2] += _winners(rows)
        score += rows["scores"][:, 0].astype(np.int64) - rows["scores"][:, 1]
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


def err(variant: str, games: int) -> Sums:
    """Return the sums of games in which the starter errs."""
    rules = replace(rbcore.variant(variant), starter="seat-0")
    rows = [np.zeros(games, rbcore.GAME) for _ in ERRORS]
    with ThreadPoolExecutor() as pool:
        for share, own in zip(ERRORS, rows, strict=True):
            pool.submit(rbcore.play, rules, [f"{PLAYER}~{share}", PLAYER], SEED, 0, own)
    sums: Sums = Counter()
    for share, own in zip(ERRORS, map(_winners, rows), strict=True):
        sums[f"errs {share}"], sums[f"errs {share}, squares"] = int(own.sum()), int((own**2).sum())
    return sums


def played(data: Path, deals: int, games: int) -> dict[str, Sums]:
    """Return the sums of every variant: read if they are there, or else played."""
    found = read_counts(data)
    for variant in VARIANTS:
        if variant not in found:  # + would drop losses
            found[variant] = Counter({**play(variant, deals), **err(variant, games)})
            write_counts(data, found, "sum")
    return found


def mean(sums: Sums, name: str, groups: int, games: int, bound: int = 1) -> rbsim.Figure:
    """Return what a game gains, given sums over groups of games and the games of a group."""
    own = Mean.from_sums(sums[name], sums[f"{name}, squares"], groups, games)
    form = "difference" if bound == 1 else "number"
    return mean_figure(groups, own, bounds=(-bound, bound), form=form)


def tables(data: Path, part: int) -> tuple[str, str]:
    """Return the tables of the page; what is not in the data is played, one in `part`."""
    deals, games = (max(LEAST, one // part) for one in (DEALS, GAMES))
    choices, errors = list[list[Cell]](), list[list[Cell]]()
    found = played(data, deals, games)
    for variant in VARIANTS:
        sums = found[variant]
        names = ("starting", "choosing", "difference")
        worth = [mean(sums, name, deals, 2 * SHUFFLES) for name in names]
        share = rate("wins", sums["starts"], 2 * deals)
        bonus = mean(sums, "bonus", deals, 2 * SHUFFLES, MOST_SCORE)
        choices.append([variant, *worth, share, bonus])
        errors.append([variant, *(mean(sums, f"errs {one}", games, 1) for one in ERRORS)])
    unfinished = sum(one["unfinished"] for one in found.values())
    head = ("variant", "starting", "choosing", "the difference", "chooses to start", "bonus")
    of = f"{unfinished:,} of {2 * deals * SHUFFLES * len(VARIANTS):,}"
    return (
        f"{deals:,} deals, of whose games {of} are unfinished, and count as nobody's:\n\n"
        + markdown(head, choices),
        f"{games:,} games each:\n\n"
        + markdown(("variant", *(f"{one:.0%} errors" for one in ERRORS)), errors),
    )
