"""What else could make up for starting: a choice, a bonus, errors; a part of docs/studies/fair.md.

fair.py writes it. Deals are played many times, what lies face down shuffled anew, with either seat
starting; a seat that knows how half of these games ended chooses for the others. The sums are kept
in remedies.csv; a variant that is there is not played again.
"""

from __future__ import annotations

import csv
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
from entries import markdown

import rbcore
from rbsim.plans.plan import LEAST_PART
from rbsim.rendering.section import Cell
from rbsim.stats.figure import Figure, figure
from rbsim.stats.intervals import Mean, Rate
from rbsim.stats.quantity import Form

SEED = 32
DEALS, SHUFFLES = 2_000, 1_000  # of which half are known to who chooses
GAMES = 400_000  # of a starter that errs
PLAYER = "greedy"
VARIANTS = ("standard", "waste-available", "face-down", "crossley")
ERRORS = (0.1, 0.15, 0.2, 0.25, 0.3)
WIN, UNFINISHED = (rbcore.OUTCOMES.index(one) for one in ("win", "unfinished"))
MOST_SCORE = 1_000  # more than any game is worth

Sums = Counter[str]
Ints = npt.NDArray[np.int64]

CHOOSING = f"""
## The right to choose, and a bonus

What a seat gains that sees what lies face up and then chooses who starts (a pie rule whose divider
is chance), and what it gains that always starts: P(wins) less P(loses) between `{PLAYER}` players.
{{deals:,}} deals of seed {SEED} were each played {SHUFFLES:,} times by either start, all that lies
face down shuffled anew; it chooses by one half of these games, and is seen to win or lose in the
other. So it chooses by {SHUFFLES // 2:,} games of either start, and errs where they are near to
equal. *Bonus* is what the starter scores more than the other seat in a game (8.1): given to the
other, it makes the scores equal. Intervals are over deals. Unfinished games, {{unfinished}}, count
as nobody's. [remedies.csv](remedies.csv) has the sums.
"""
ERRING = f"""
## A starter that errs

What starting is worth, as played, if the starter makes a share of its moves at random and the other
seat does not: `rbsim simulate VARIANT,starter=seat-0 --players {PLAYER}~SHARE:{PLAYER}`,
{{games:,}} games of seed {SEED} each. Where it crosses 0, starting is worth as much as such errors
cost.
"""


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
    found: dict[str, Sums] = {}
    if data.exists():
        with data.open(newline="") as file:
            for row in csv.DictReader(file):
                found.setdefault(row["variant"], Counter())[row["what"]] = int(row["sum"])
    for variant in VARIANTS:
        if variant not in found:
            found[variant] = Counter(
                {**play(variant, deals), **err(variant, games)}
            )  # + would drop losses
            with data.open("w", newline="") as file:
                writer = csv.writer(file, lineterminator="\n")
                writer.writerow(("variant", "what", "sum"))
                writer.writerows((name, *one) for name, own in found.items() for one in own.items())
    return found


def mean(sums: Sums, name: str, groups: int, games: int, bound: int = 1) -> Figure:
    """Return what a game gains, given sums over groups of games and the games of a group."""
    group = Mean.from_sums(sums[name], sums[f"{name}, squares"], groups)
    ends = (-bound, bound)
    own = replace(group, mean=group.mean / games, deviation=group.deviation / games, bounds=ends)
    counted = "deals" if games > 1 else "games"
    return figure("advantage", own, counted, form=Form.DIFFERENCE if bound == 1 else Form.NUMBER)


def section(data: Path, part: int) -> str:
    """Return the part of the page in Markdown; what is not in the data is played, one in `part`."""
    deals, games = (max(LEAST_PART, one // part) for one in (DEALS, GAMES))
    choices, errors = list[list[Cell]](), list[list[Cell]]()
    found = played(data, deals, games)
    for variant in VARIANTS:
        sums = found[variant]
        names = ("starting", "choosing", "difference")
        worth = [mean(sums, name, deals, 2 * SHUFFLES) for name in names]
        share = figure("starts", Rate(sums["starts"], 2 * deals), "choices")
        bonus = mean(sums, "bonus", deals, 2 * SHUFFLES, MOST_SCORE)
        choices.append([variant, *worth, share, bonus])
        errors.append([variant, *(mean(sums, f"errs {one}", games, 1) for one in ERRORS)])
    unfinished = sum(one["unfinished"] for one in found.values())
    of = 2 * deals * SHUFFLES * len(VARIANTS)
    head = ("variant", "starting", "choosing", "the difference", "chooses to start", "bonus")
    return "\n".join(
        [
            CHOOSING.format(deals=deals, unfinished=f"{unfinished:,} of {of:,}"),
            markdown(head, choices),
            ERRING.format(games=games),
            markdown(("variant", *(f"{one:.0%} errors" for one in ERRORS)), errors),
        ]
    )
