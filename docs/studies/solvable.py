"""Search layouts of the book and well-known games for ways to win; write solvable.csv and .md.

It takes tens of minutes of a core. Games that solvable.csv has are not searched again: without that
file all are.
"""

from __future__ import annotations

import argparse
import csv
from dataclasses import astuple, dataclass, fields
from pathlib import Path

import numpy as np
from entries import markdown

from rbcore.patience.book import find_game
from rbcore.patience.deciding import solver
from rbsim.stats.figure import figure
from rbsim.stats.intervals import Rate

HERE = Path(__file__).parent
CSV, PAGE = HERE / "solvable.csv", HERE / "solvable.md"
PLAYED = HERE.parent / "patience" / "known.csv"
SEED = 1
# How many games of each are searched, and how many positions of a game are looked at at most.
SHORT, LONG = 50_000, 1_000_000
PAIRS = {"1": 5_000, "1a": 5_000, "6": 1_000, "6b": 1_000, "6c": 1_000, "9": 5_000}
OPEN = {game: (games, SHORT) for game, games in PAIRS.items()} | {
    "25": (500, SHORT), "27": (500, SHORT), "27b": (100, SHORT), "27c": (500, SHORT),
    "30": (50, SHORT), "43": (200, SHORT), "45": (500, SHORT), "49": (200, SHORT),
    "50": (500, SHORT), "52": (500, SHORT), "59": (500, SHORT),
}  # fmt: skip
HIDDEN = {
    "22": (200, SHORT), "32": (200, SHORT), "33": (50, SHORT), "40": (200, SHORT),
    "42": (1_250, 20 * LONG), "51": (200, SHORT), "58": (200, SHORT), "58b": (200, SHORT),
    "60": (200, SHORT),
}  # fmt: skip
KNOWN_OPEN = {
    "bakers-game": (7_700, LONG), "beleaguered-castle": (100, SHORT), "black-hole": (100, SHORT),
    "eight-off": (2_000, LONG), "fan": (100, SHORT), "free-cell": (1_000, LONG),
    "king-albert": (100, SHORT), "seahaven-towers": (4_600, LONG), "simple-simon": (500, SHORT),
    "streets-and-alleys": (100, SHORT),
}  # fmt: skip
KNOWN_HIDDEN = {
    "canfield": (200, SHORT), "golf": (100, SHORT), "klondike": (600, 4 * SHORT),
    "klondike,turn=1": (200, SHORT), "northwest-territory": (100, SHORT),
    "russian-solitaire": (3_600, LONG), "yukon": (100, SHORT),
}  # fmt: skip
WANTED = {**OPEN, **HIDDEN, **KNOWN_OPEN, **KNOWN_HIDDEN}
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


def search(game: str, games: int, work: int) -> Line:
    """Search the first games of a layout."""
    rows = np.zeros(games, solver.SOLUTION)
    solver.solve(game, SEED, 0, rows, work)
    counts = np.bincount(rows["status"], minlength=len(solver.STATUSES))
    solvable, unsolvable = int(counts[1]), int(counts[2])
    positions = int(np.median(rows["work"]))
    return Line(game, games, work, solvable, unsolvable, games - solvable - unsolvable, positions)


def write_csv(lines: list[Line]) -> None:
    """Write the counts."""
    with CSV.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(field.name for field in fields(Line))
        writer.writerows(astuple(line) for line in lines)


def read_csv() -> list[Line]:
    """Read them again; none if the file is not there."""
    if not CSV.exists():
        return []
    with CSV.open(newline="") as file:
        return [
            Line(row["game"], *(int(row[field.name]) for field in fields(Line)[1:]))
            for row in csv.DictReader(file)
        ]


def table(lines: list[Line]) -> str:
    """Return layouts as a table."""
    head = (
        "no.", "game", "solvable", "unsolvable", "undecided", "games", "at most",
        "positions, median",
    )  # fmt: skip
    rows = []
    for x in lines:
        counts = {"solvable": x.solvable, "unsolvable": x.unsolvable, "undecided": x.undecided}
        shares = (figure(name, Rate(count, x.games)) for name, count in counts.items())
        rows.append([x.game, find_game(x.game).name, *shares, x.games, x.work, x.positions])
    return markdown(head, rows)


def odds(lines: list[Line]) -> str:
    """Return a table of what can be won, and what the adviser wins."""
    with PLAYED.open(newline="") as file:
        played = {row["game"]: row for row in csv.DictReader(file) if row["player"] == "adviser"}
    rows = []
    for x in lines:
        row = played[x.game]
        won = Rate(int(row["won"]), int(row["games"]), int(row["undecided"]))
        able = Rate(x.solvable, x.games, x.undecided)
        low, high = able.interval
        half = f"{50 * (high - low):.2f}"
        rows.append(
            [x.game, figure("can be won", able), half, x.undecided, x.games, figure("wins", won)]
        )
    head = ("game", "can be won", "half the interval, points", "undecided", "games", "`adviser`")
    return markdown(head, rows)


def page(lines: list[Line]) -> str:
    """Return the page."""
    return "\n".join(
        [
            "# How many layouts can be won",
            "",
            "A search ([solver](../patience/solver.md)) looked for a way to win games of the book",
            "as printed, and well-known ones, those of seed 1 from the first on. *Solvable*: it",
            "found one; *unsolvable*: it proved that there is none; *undecided*: it looked at as",
            "many positions as the table says *at most*, and knew neither. The share that can be",
            "won lies between the first column and the first and third together. In brackets 95%",
            "intervals.",
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
            "## Odds to a point",
            "",
            "Five games of which so few deals are undecided that one knows how many can be won,",
            "and Klondike, of which 81.945 ± 0.084% can",
            "([Blake and Gent](https://arxiv.org/abs/1906.12314)). The interval of 95% goes from",
            "that of the deals that were won to that of those that were not proved lost; what is",
            "undecided or given up counts both ways where it has a star. *Adviser* is what the",
            "[player](../patience/players.md) of that name, who sees no face-down card, wins of",
            "the first 2,000 deals.",
            "",
            odds([x for x in lines if x.game in TO_A_POINT]),
            "",
            "`python docs/studies/solvable.py` writes this page.",
            "",
        ]
    )


def main() -> None:
    """Search and write, or write the page from the counts that are there."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000, help="games of each at most")
    parser.add_argument("--work", type=int, default=20 * LONG, help="positions of one at most")
    parser.add_argument("--page", action="store_true", help="write the page from solvable.csv")
    options = parser.parse_args()
    lines = {line.game: line for line in read_csv()}
    for game, (games, work) in () if options.page else WANTED.items():
        if game not in lines:
            lines[game] = search(game, min(games, options.games), min(work, options.work))
            write_csv([lines[one] for one in WANTED if one in lines])
    PAGE.write_text(page(read_csv()))


if __name__ == "__main__":
    main()
