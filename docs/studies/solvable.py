"""Search layouts of the book and well-known games for ways to win; write solvable.csv and .md.

It takes some minutes on two cores.
"""

from __future__ import annotations

import argparse
import csv
from concurrent.futures import ThreadPoolExecutor
from dataclasses import astuple, dataclass, fields
from itertools import repeat
from pathlib import Path

import numpy as np
from entries import markdown

from rbcore.patience.book import find_game
from rbcore.patience.deciding import solver
from rbsim.stats.figure import figure
from rbsim.stats.intervals import Rate

HERE = Path(__file__).parent
CSV, PAGE = HERE / "solvable.csv", HERE / "solvable.md"
SEED = 1
WORK = 50_000
PAIRS = dict.fromkeys(("1", "1a", "6", "6b", "6c", "9"), 5_000)
FANS = dict.fromkeys(("25", "27", "27b", "27c"), 500)
OPEN = {
    **PAIRS,
    **FANS,
    "30": 200,
    "43": 500,
    "45": 500,
    "49": 200,
    "50": 500,
    "52": 500,
    "59": 500,
}
HIDDEN = dict.fromkeys(("22", "32", "33", "40", "42", "51", "58", "58b", "60"), 200)
KNOWN_OPEN = dict.fromkeys(
    (
        "bakers-game", "beleaguered-castle", "black-hole", "eight-off", "fan", "free-cell",
        "king-albert", "seahaven-towers", "simple-simon", "streets-and-alleys",
    ),
    500,
)  # fmt: skip
KNOWN_HIDDEN = dict.fromkeys(
    ("canfield", "golf", "klondike", "klondike,turn=1", "northwest-territory"), 500
)
WANTED = {**OPEN, **HIDDEN, **KNOWN_OPEN, **KNOWN_HIDDEN}


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


def search(game: str, games: int, work: int) -> Line:
    """Search the first games of a layout."""
    rows = np.zeros(games, solver.SOLUTION)
    solver.solve(game, SEED, 0, rows, work)
    undecided, solvable, unsolvable = map(int, np.bincount(rows["status"], minlength=3))
    positions = int(np.median(rows["work"]))
    return Line(game, games, work, solvable, unsolvable, undecided, positions)


def write_csv(lines: list[Line]) -> None:
    """Write the counts."""
    with CSV.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(field.name for field in fields(Line))
        writer.writerows(astuple(line) for line in lines)


def read_csv() -> list[Line]:
    """Read them again."""
    with CSV.open(newline="") as file:
        return [
            Line(row["game"], *(int(row[field.name]) for field in fields(Line)[1:]))
            for row in csv.DictReader(file)
        ]


def table(lines: list[Line]) -> str:
    """Return layouts as a table."""
    head = ("no.", "game", "solvable", "unsolvable", "undecided", "games", "positions, median")
    rows = []
    for x in lines:
        counts = {"solvable": x.solvable, "unsolvable": x.unsolvable, "undecided": x.undecided}
        shares = (figure(name, Rate(count, x.games)) for name, count in counts.items())
        rows.append([x.game, find_game(x.game).name, *shares, x.games, x.positions])
    return markdown(head, rows)


def page(lines: list[Line]) -> str:
    """Return the page."""
    work = f"{lines[0].work:,}"
    return "\n".join(
        [
            "# How many layouts can be won",
            "",
            "A search ([solver](../patience/solver.md)) looked for a way to win games of the book",
            "as printed, and well-known ones, those of seed 1 from the first on. *Solvable*: it",
            "found one; *unsolvable*: it proved that there is none; *undecided*: it looked at",
            f"{work} positions and knew neither. The share that can be won lies between the first",
            "column and the first and third together. In brackets 95% intervals.",
            "",
            "## All cards lie open",
            "",
            "No. 1 if it is dealt face up, no. 6 when all are dealt, no. 45 but for its reserves,",
            "and nos. 49 and 52 from the end of the first deal on. Nos. 1a and 9 are decided by",
            "another search too, in [the book, played](book.md), and alike. Of nos. 25, 27 and 30",
            "all deals are known, as the packets are gathered unshuffled.",
            "",
            table([x for x in lines if x.game in OPEN]),
            "",
            "## As if the stock were known",
            "",
            "What a player with luck could reach, not with skill.",
            "",
            table([x for x in lines if x.game in HIDDEN]),
            "",
            "## Well-known games",
            "",
            "All cards lie open:",
            "",
            table([x for x in lines if x.game in KNOWN_OPEN]),
            "",
            "As if stock and face-down cards were known:",
            "",
            table([x for x in lines if x.game in KNOWN_HIDDEN]),
            "",
            "`python docs/studies/solvable.py` writes this page.",
            "",
        ]
    )


def main() -> None:
    """Search and write, or write the page from the counts that are there."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=5_000, help="games of each layout at most")
    parser.add_argument("--work", type=int, default=WORK, help="positions of a game at most")
    parser.add_argument("--page", action="store_true", help="write the page from solvable.csv")
    options = parser.parse_args()
    if not options.page:
        with ThreadPoolExecutor() as pool:  # the solver leaves the GIL to others
            counts = [min(n, options.games) for n in WANTED.values()]
            write_csv(list(pool.map(search, WANTED, counts, repeat(options.work))))
    PAGE.write_text(page(read_csv()))


if __name__ == "__main__":
    main()
