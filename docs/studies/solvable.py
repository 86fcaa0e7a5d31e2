"""Search layouts of the book and well-known games for ways to win; write solvable.csv and .md.

It takes tens of minutes of a core. Games that solvable.csv has are not searched again: without that
file all are.
"""

from __future__ import annotations

import argparse
import csv
import math
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import ClassVar

import numpy as np
from entries import markdown

from rbcore.patience.book import find_game
from rbcore.patience.deciding import solver
from rbsim.stats.figure import PlainEstimate, figure
from rbsim.stats.intervals import Rate
from rbsim.stats.level import LEVEL, two_sided

HERE = Path(__file__).parent
CSV, PAGE = HERE / "solvable.csv", HERE / "solvable.md"
PLAYED = HERE.parent / "patience" / "known.csv"
SEED = 1
MEMORY = 1_500  # MiB of a search that goes far
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
    "canfield": (200, SHORT), "golf": (100, SHORT), "klondike": (10_000, LONG),
    "klondike,turn=1": (200, SHORT), "northwest-territory": (100, SHORT),
    "russian-solitaire": (3_600, LONG), "yukon": (100, SHORT),
}  # fmt: skip
# Of how many undecided ones, drawn at random, further positions are looked at, and how many.
FURTHER = {"klondike": (100, 50 * LONG)}
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
    # Of undecided games searched anew, with more work: how many, and what came of them.
    further: int = 0
    further_work: int = 0
    further_solvable: int = 0
    further_unsolvable: int = 0


@dataclass(frozen=True)
class Searched(PlainEstimate):
    """The share that can be won, where of the undecided games only some were searched further.

    These stand for all undecided ones; those of them that stayed undecided count against it and for
    it. The variance is that of double sampling (Cochran, Sampling Techniques, 12.2).
    """

    line: Line
    level: float = LEVEL
    method: ClassVar[str] = "double sampling"
    count: ClassVar[None] = None

    @property
    def n(self) -> int:
        """The games."""
        return self.line.games

    @property
    def value(self) -> float:
        """The share, with what is undecided counted against it."""
        return self._share(self.line.further_solvable)

    @property
    def extremes(self) -> tuple[float, float]:
        """The share with what is undecided counted against it, and for it."""
        return self.value, self._share(self.line.further - self.line.further_unsolvable)

    @property
    def interval(self) -> tuple[float, float]:
        """From the low end of the one to the high end of the other."""
        least, most = self.line.further_solvable, self.line.further - self.line.further_unsolvable
        return (
            max(0.0, self._share(least) - self._half(least)),
            min(1.0, self._share(most) + self._half(most)),
        )

    def _share(self, count: int) -> float:
        """The share, if so many of the games searched further can be won."""
        return (
            self.line.solvable + self.line.undecided * count / self.line.further
        ) / self.line.games

    def _half(self, count: int) -> float:
        """Half an interval of it; two games more of either kind keep a share from being 0 or 1."""
        further, undecided, games = self.line.further, self.line.undecided, self.line.games
        share, of_further = self._share(count), (count + 2) / (further + 4)
        variance = share * (1 - share) / games + (undecided / games) ** 2 * (
            of_further * (1 - of_further) * (1 / further - 1 / undecided)
        )
        return two_sided(self.level) * math.sqrt(variance)


def can_be_won(line: Line) -> Rate | Searched:
    """Return the share of games that can be won."""
    return Searched(line) if line.further else Rate(line.solvable, line.games, line.undecided)


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
    return Line(*astuple(line)[:7], further, further_work, *counts(rows))


def counts(rows: np.ndarray) -> tuple[int, int]:
    """Return how many can be won, and how many cannot."""
    found = np.bincount(rows["status"], minlength=len(solver.STATUSES))
    return int(found[1]), int(found[2])


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


def table(lines: list[Line], named: tuple[str, ...] = ("no.", "game")) -> str:
    """Return layouts as a table; those without a number are `named` once."""
    head = (
        *named, "solvable", "unsolvable", "undecided", "games", "at most", "positions, median",
    )  # fmt: skip
    rows = []
    for x in lines:
        shares_of = {"solvable": x.solvable, "unsolvable": x.unsolvable, "undecided": x.undecided}
        shares = (figure(name, Rate(count, x.games)) for name, count in shares_of.items())
        name = [x.game, find_game(x.game).name][: len(named)]
        rows.append([*name, *shares, x.games, x.work, x.positions])
    return markdown(head, rows)


def odds(lines: list[Line]) -> str:
    """Return a table of what can be won, and what the adviser wins."""
    with PLAYED.open(newline="") as file:
        played = {row["game"]: row for row in csv.DictReader(file) if row["player"] == "adviser"}
    rows = []
    for x in lines:
        row = played[x.game]
        won = Rate(int(row["won"]), int(row["games"]), int(row["undecided"]))
        able = can_be_won(x)
        low, high = able.interval
        half = f"{50 * (high - low):.2f}"
        rows.append(
            [x.game, figure("can be won", able), half, x.undecided, x.games, figure("wins", won)]
        )
    head = ("game", "can be won", "half the interval, points", "undecided", "games", "`adviser`")
    return markdown(head, rows)


def said_further(line: Line) -> str:
    """Say what came of the games that were searched further."""
    left = line.further - line.further_solvable - line.further_unsolvable
    return (
        f"Of the {line.undecided:,} undecided games of {line.game} {line.further:,}, drawn at\n"
        f"random, were searched as far as {line.further_work:,} positions, and stand for all:\n"
        f"{line.further_solvable:,} can be won, {line.further_unsolvable:,} cannot, and {left:,}\n"
        "stay undecided, which count both ways."
    )


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
            table([x for x in lines if x.game in KNOWN_OPEN], ("game",)),
            "",
            "As if stock and face-down cards were known:",
            "",
            table([x for x in lines if x.game in KNOWN_HIDDEN], ("game",)),
            "",
            "## Odds to a point",
            "",
            "Six games of which so few deals are undecided that one knows how many can be won; of",
            "Klondike others found 81.945 ± 0.084%",
            "([Blake and Gent](https://arxiv.org/abs/1906.12314)). The interval of 95% goes from",
            "that of the deals that were won to that of those that were not proved lost; what is",
            "undecided or given up counts both ways where it has a star. *Adviser* is what the",
            "[player](../patience/players.md) of that name, who sees no face-down card, wins of",
            "the first 2,000 deals.",
            "",
            odds([x for x in lines if x.game in TO_A_POINT]),
            "",
            *(said_further(x) + "\n" for x in lines if x.further),
            "`python docs/studies/solvable.py` writes this page.",
            "",
        ]
    )


def main() -> None:
    """Search and write, or write the page from the counts that are there."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000, help="games of each at most")
    parser.add_argument("--work", type=int, default=20 * LONG, help="positions of one at most")
    parser.add_argument(
        "--further", type=int, default=50 * LONG, help="positions at most of one searched further"
    )
    parser.add_argument("--page", action="store_true", help="write the page from solvable.csv")
    options = parser.parse_args()
    lines = {line.game: line for line in read_csv()}
    for game, (games, work) in () if options.page else WANTED.items():
        if game not in lines:
            further, far = FURTHER.get(game, (0, 0))
            lines[game] = search(
                game,
                min(games, options.games),
                min(work, options.work),
                further,
                min(far, options.further),
            )
            write_csv([lines[one] for one in WANTED if one in lines])
    PAGE.write_text(page(read_csv()))


if __name__ == "__main__":
    main()
