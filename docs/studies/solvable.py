"""Solvable: how many layouts of the book and well-known games can be won; solvable.csv and .md.

Tens of minutes of a core. Games that solvable.csv has are not searched again.
"""

from __future__ import annotations

import argparse
import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from statistics import NormalDist

import numpy as np
from pages import HERE, fill, markdown, read_csv, read_rows, write_rows

import rbsim
from rbpatience.book import find_game
from rbpatience.solving import solver
from rbsim.estimates.figures import rate

CSV, PAGE = HERE / "solvable.csv", HERE / "solvable.md"
PLAYED = HERE.parent / "patience" / "known.csv"
SEED = 1
MEMORY = 1_500  # MiB of a search that goes far
LONG = 1_000_000
# The groups of layouts: games of each, and how many positions of one are looked at at most.
GROUPS = tomllib.loads((HERE / "solvable.toml").read_text("utf-8"))
WANTED = {game: most for group in GROUPS.values() for game, most in group.items()}
# Of how many undecided ones, drawn at random, further positions are looked at, and how many.
FURTHER = {"klondike": (100, 50 * LONG)}
# Those of which the odds are wanted to a point, and Klondike, of which others know them.
TO_A_POINT = (
    "bakers-game", "eight-off", "free-cell", "russian-solitaire", "seahaven-towers", "klondike",
)  # fmt: skip


@dataclass(frozen=True)
class Line:
    """A layout, and what a search of its games found."""

    game: str
    games: int
    work: int
    solvable: int
    unsolvable: int
    undecided: int
    positions: int  # looked at in the median game
    # Of undecided games searched anew, with more work: how many, and what came of them.
    further: int = 0
    further_work: int = 0
    further_solvable: int = 0
    further_unsolvable: int = 0


def can_be_won(line: Line) -> rbsim.Figure:
    """Return the share of games that can be won.

    Where of the undecided games only some were searched further these stand for all of them; those
    that stayed undecided count against it and for it. The variance is that of double sampling
    (Cochran, Sampling Techniques, 12.2).
    """
    if not line.further:
        return rate("wins", line.solvable, line.games, line.undecided)

    def known(count: int) -> tuple[float, float]:
        """The share and half its interval, if so many of the games searched further can be won."""
        further, undecided, games = line.further, line.undecided, line.games
        share = (line.solvable + undecided * count / further) / games
        of_further = (count + 2) / (further + 4)  # two more of either kind keep it from 0 and 1
        variance = share * (1 - share) / games + (undecided / games) ** 2 * (
            of_further * (1 - of_further) * (1 / further - 1 / undecided)
        )
        return share, NormalDist().inv_cdf(0.975) * math.sqrt(variance)

    least, most = (
        known(count) for count in (line.further_solvable, line.further - line.further_unsolvable)
    )
    ends = max(0.0, least[0] - least[1]), min(1.0, most[0] + most[1])
    return rbsim.Figure("wins", least[0], *ends, line.games, undecided=(least[0], most[0]))


def search(game: str, games: int, work: int, further: int = 0, further_work: int = 0) -> Line:
    """Search the first games of a layout, and some of the undecided ones further."""
    rows = np.zeros(games, solver.SOLUTION)
    solver.solve(game, SEED, 0, rows, work)
    solvable, unsolvable = counts(rows)
    positions = int(np.median(rows["work"]))
    undecided = np.flatnonzero((rows["status"] != 1) & (rows["status"] != 2))
    line = Line(game, games, work, solvable, unsolvable, len(undecided), positions)
    further = min(further, len(undecided))
    if not further:
        return line
    chosen = np.random.default_rng(SEED).choice(undecided, further, replace=False)
    rows = np.zeros(further, solver.SOLUTION)
    for number, index in enumerate(chosen):
        solver.solve(game, SEED, int(index), rows[number : number + 1], further_work, MEMORY)
    won, lost = counts(rows)
    return replace(line, further=further, further_work=further_work, further_solvable=won,
                   further_unsolvable=lost)  # fmt: skip


def counts(rows: np.ndarray) -> tuple[int, int]:
    """Return how many can be won, and how many cannot."""
    found = np.bincount(rows["status"], minlength=len(solver.STATUSES))
    return int(found[1]), int(found[2])


def table(named: Mapping[str, object], lines: Mapping[str, Line], *names: str) -> str:
    """Return some layouts as a table, those of the book with number and name."""
    head = (*names, "solvable", "unsolvable", "undecided", "games", "at most",
            "positions, median")  # fmt: skip
    rows = []
    for x in [lines[game] for game in named if game in lines]:
        shares = (rate("wins", n, x.games) for n in (x.solvable, x.unsolvable, x.undecided))
        name = [x.game, find_game(x.game).name][: len(names)]
        rows.append([*name, *shares, x.games, x.work, x.positions])
    return markdown(head, rows)


def odds(lines: Mapping[str, Line]) -> str:
    """Return a table of what can be won, and what the adviser wins."""
    played = {row["game"]: row for row in read_csv(PLAYED) if row["player"] == "adviser"}
    rows = []
    for x in [line for game, line in lines.items() if game in TO_A_POINT]:
        row, able = played[x.game], can_be_won(x)
        won = rate("wins", int(row["won"]), int(row["games"]), int(row["undecided"]))
        rows.append([x.game, able, f"{100 * able.half:.2f}", x.undecided, x.games, won])
    head = ("game", "can be won", "half the interval, points", "undecided", "games", "`adviser`")
    return markdown(head, rows)


def said_further(line: Line) -> str:
    """Say what came of the games that were searched further."""
    left = line.further - line.further_solvable - line.further_unsolvable
    return f"""A random sample of {line.further:,} of the {line.undecided:,} undecided games of
{line.game} was searched further, up to {line.further_work:,} positions:
{line.further_solvable:,} can be won, {line.further_unsolvable:,} cannot, and {left:,}
are still undecided. The interval allows for all undecided games."""


def tables(every: list[Line]) -> list[str]:
    """Return the tables of the page."""
    lines = {line.game: line for line in every}
    return [
        *(
            table(group, lines, *["game"] if "known" in name else ["no.", "game"])
            for name, group in GROUPS.items()
        ),
        "\n\n".join([odds(lines), *(said_further(x) for x in every if x.further)]),
    ]


def main() -> None:
    """Search and write, or write the page from the counts that are there."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000, help="games of each at most")
    parser.add_argument("--work", type=int, default=20 * LONG, help="positions of one at most")
    parser.add_argument("--further", type=int, default=50 * LONG, help="and of one further on")
    parser.add_argument("--page", action="store_true", help="write the page from solvable.csv")
    options = parser.parse_args()
    lines = {line.game: line for line in read_rows(CSV, Line)}
    for game, (games, work) in () if options.page else WANTED.items():
        if game not in lines:
            further, far = FURTHER.get(game, (0, 0))
            most = min(games, options.games), min(work, options.work)
            lines[game] = search(game, *most, further, min(far, options.further))
            write_rows(CSV, [lines[one] for one in WANTED if one in lines])
    fill(PAGE, tables(read_rows(CSV, Line)))


if __name__ == "__main__":
    main()
