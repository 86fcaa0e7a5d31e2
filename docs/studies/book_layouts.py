"""Play the layouts of the book by all their players; write book_layouts.csv beside this program.

It takes some ten minutes on one core. The page of `book.py` shows the figures.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Iterator
from dataclasses import astuple, dataclass, fields
from pathlib import Path

import numpy as np

from rbcore.patience import playing
from rbcore.patience.book import GAMES
from rbcore.patience.entries.layouts import LAYOUTS
from rbsim.stats.intervals import Rate

CSV = Path(__file__).parent / "book_layouts.csv"
SEED = 1
GAMES_EACH = 100_000


@dataclass(frozen=True)
class Line:
    """A form of a layout, its player, and the sums over its games."""

    game: str
    player: str
    games: int
    won: int
    given_up: int
    left: float


def forms() -> Iterator[tuple[str, str]]:
    """Name every layout and every reading of it, with each player."""
    for game in LAYOUTS:
        readings = [f",{key}={value}" for key, values in game.readings.items() for value in values]
        for reading in ("", *readings):
            for player in game.players:
                yield game.number + reading, player


def play(form: str, player: str, games: int) -> Line:
    """Play a form by one player."""
    rows = np.zeros(games, playing.ROW)
    playing.play(form, player, SEED, 0, rows)
    outcomes = np.bincount(rows["outcome"], minlength=3)
    left = round(float(rows["left"].mean()), 3)
    return Line(form, player, games, int(outcomes[1]), int(outcomes[2]), left)


def write_csv(lines: list[Line]) -> None:
    """Write the sums."""
    with CSV.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(field.name for field in fields(Line))
        writer.writerows(astuple(line) for line in lines)


def read_csv() -> list[Line]:
    """Read them again."""
    with CSV.open(newline="") as file:
        return [
            Line(r["game"], r["player"], *map(int, (r["games"], r["won"], r["given_up"])),
                 float(r["left"]))
            for r in csv.DictReader(file)
        ]  # fmt: skip


def table(lines: list[Line]) -> list[str]:
    """Return the layouts as a table, in the order of the book."""
    rows = [
        "| no. | game | player | comes out | 95% interval | given up | games | cards left |",
        "| --- " * 8 + "|",
    ]
    for line in lines:
        number, _, reading = line.game.partition(",")
        rate = Rate(line.won, line.games)
        low, high = rate.interval
        rows.append(
            f"| {number} | {reading or GAMES[number].name} | {line.player} | {rate.rate:.3%} | "
            f"{low:.3%} to {high:.3%} | {line.given_up / line.games:.1%} | {line.games:,} | "
            f"{line.left:.2f} |"
        )
    return rows


def section() -> list[str]:
    """Return the layouts' part of the page."""
    return [
        "## With decisions",
        "",
        "Layouts ([layouts.md](../patience/layouts.md)) by a fixed way of playing, by moves drawn",
        "among all that are legal, and by an adviser. *Given up*: stopped with moves left.",
        "`python docs/studies/book_layouts.py` writes these figures.",
        "",
        *table(read_csv()),
        "",
    ]


def main() -> None:
    """Play and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES_EACH, help="games of each form")
    options = parser.parse_args()
    write_csv([play(form, player, options.games) for form, player in forms()])


if __name__ == "__main__":
    main()
