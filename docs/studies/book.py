"""Play every game of the book and every reading; write book.csv and book.md beside this program.

Games without decisions are played until their odds are known to 0.02 points (no. 26: 0.06), the
others and other readings 200,000 times. It takes half an hour on one core.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import rbcore
import rbsim
from rbcore.patience.book import FIXED, GAMES
from rbcore.patience.kinds import Game
from rbsim.stats.intervals import Rate

HERE = Path(__file__).parent
CSV, PAGE = HERE / "book.csv", HERE / "book.md"
SEED = 1
PILOT, LEAST, MOST = 100_000, 1_000_000, 25_000_000
FEWER = {"26": 100_000}  # and of other readings, 200,000
SLOW = {"26": 3_000_000}  # as a game of it takes 40 µs
WIDE = 9.7e7  # games per variance of a game, for 0.02 points
HEAD = ("game", "games", "won", "left", "passes")
THEORY = {
    "3": "38.99559% [3]", "10,win=all-moved": "1/13", "11": "always [11.6]",
    "24": "5.508651820% [24.7]",
}  # fmt: skip
REMARKS = """\
- No. 37: the book finds the chances much in the player's favour. Simple play does not bear that
  out: it comes out once in nine games.
- No. 39b: the chances are said to be rather in the player's favour; they are even.
- No. 14b, the footnote: a published figure is just over one in ten, and so it is by both readings
  of its last card.
- No. 15 has not come out in a million games. The waste's top decides which games can be won at all:
  see nos. 7, 21 and 29 and no. 11 in two deals with it out of reach.
"""


@dataclass(frozen=True)
class Line:
    """A game with its reading, and the sums over its games."""

    game: str
    games: int
    won: int
    left: float
    passes: float


def forms() -> Iterator[str]:
    """Name every game, and every reading of it."""
    for game in GAMES.values():
        yield game.number
        for key, values in game.readings.items():
            yield from (f"{game.number},{key}={value}" for value in values)


def games_wanted(form: str, most: int) -> int:
    """Return how many games to play, from a pilot of the first ones."""
    game = GAMES[form.partition(",")[0]]
    if "," in form or game in FIXED:
        return min(most, FEWER.get(game.number, 200_000))
    rate = rbsim.patience(form, games=min(PILOT, most), seed=SEED, rows=False).wins.rate
    wanted = int(min(MOST, max(LEAST, rate * (1 - rate) * WIDE)))
    return min(most, SLOW.get(form, MOST), wanted // PILOT * PILOT)


def play(form: str, most: int) -> Line:
    """Play a form."""
    result = rbsim.patience(form, games=games_wanted(form, most), seed=SEED, rows=False)
    totals = result.totals
    means = [
        sum(value * int(n) for value, n in enumerate(counts)) / totals.games
        for counts in (totals.left, totals.passes)
    ]
    return Line(form, totals.games, totals.won, round(means[0], 3), round(means[1], 3))


def write_csv(lines: list[Line]) -> None:
    """Write the sums."""
    with CSV.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(HEAD)
        writer.writerows((x.game, x.games, x.won, x.left, x.passes) for x in lines)


def read_csv() -> list[Line]:
    """Read them again."""
    with CSV.open(newline="") as file:
        return [
            Line(r["game"], int(r["games"]), int(r["won"]), float(r["left"]), float(r["passes"]))
            for r in csv.DictReader(file)
        ]


def cells(line: Line, name: str) -> str:
    """Return a row of the page."""
    rate = Rate(line.won, line.games)
    low, high = rate.interval
    number, _, _ = line.game.partition(",")
    theory = THEORY.get(line.game, "")
    return (
        f"| {number} | {name} | {rate.rate:.3%} | {low:.3%} to {high:.3%} | {line.games:,} | "
        f"{line.left:.2f} | {line.passes:.2f} | {theory} |"
    )


def table(lines: list[Line], games: tuple[Game, ...]) -> list[str]:
    """Return the games as a table, those that come out oftenest first."""
    numbers = {game.number: game.name for game in games}
    own = sorted(
        (x for x in lines if x.game in numbers), key=lambda x: x.won / x.games, reverse=True
    )
    head = "| no. | game | comes out | 95% interval | games | cards left | passes | by theory |"
    rows = [head, "| --- " * 8 + "|"]
    for line in own:
        rows.append(cells(line, numbers[line.game]))
        rows += [
            cells(x, x.game.partition(",")[2]) for x in lines if x.game.startswith(line.game + ",")
        ]
    return rows


def page(lines: list[Line]) -> str:
    """Return the page."""
    free = tuple(game for game in GAMES.values() if game not in FIXED)
    return "\n".join(
        [
            "# The book, played",
            "",
            "How often other games of Professor Hoffmann's *Illustrated Book of Patience Games*",
            "(1892) come out, by the rules of [docs/patience](../patience/README.md). Below a game",
            "stand its other readings. Games of seed 1, from the first on; games version "
            f"{rbcore.GAMES_VERSION}.",
            "`python docs/studies/book.py` writes this page.",
            "",
            "## Nothing decided",
            "",
            *table(lines, free),
            "",
            "## In a fixed way of playing",
            "",
            "The player decides something in these; the figures are of one fixed way",
            "([fixed.md](../patience/fixed.md)), not of good play.",
            "",
            *table(lines, FIXED),
            "",
            "## What the book says of them",
            "",
            REMARKS,
        ]
    )


def main() -> None:
    """Play and write, or write the page from the sums that are there."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=MOST, help="games of each form at most")
    parser.add_argument("--page", action="store_true", help="write the page from book.csv")
    options = parser.parse_args()
    if not options.page:
        write_csv([play(form, options.games) for form in forms()])
    PAGE.write_text(page(read_csv()))


if __name__ == "__main__":
    main()
