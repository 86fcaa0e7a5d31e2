"""Play every game of the book, every reading and player; write book.csv, book.md and book.svg.

Forms whose sums are in book.csv are not played again unless their rules have changed since. Games
without decisions are played until their odds are known to 0.02 points, layouts and the games of
players who decide 50,000 times (10,000 where cards go to and fro, which is slow), all others
200,000 times. It takes an hour on one core; `rbsim patience --all` has such a table of as many
games each.
"""

from __future__ import annotations

import argparse
import csv
import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, fields
from fractions import Fraction
from hashlib import blake2b
from pathlib import Path

from entries import markdown

import rbsim
from rbcore.patience.book import GAMES
from rbcore.patience.book import by_number as place_in_book
from rbsim.rendering.section import Cell, Plot, Shape
from rbsim.arms.rows import Form
from rbsim.stats.figure import figure
from rbsim.stats.intervals import Rate

HERE = Path(__file__).parent
CSV, PAGE, PICTURE = HERE / "book.csv", HERE / "book.md", HERE / "book.svg"
SAYS = HERE / "book_says.toml"
COUNTED = HERE.parent / "patience" / "odds.csv"
SEED = 1
PILOT, LEAST, MOST = 100_000, 1_000_000, 25_000_000
OTHERS, DECIDED = 200_000, 50_000
FEWER = {"valentine": 100_000}
LAYOUTS = {*range(40, 53), 58, 59, 60}  # by number, with their forms
TO_AND_FRO = (
    "auxiliary-sequences", "lucas", "rouge-et-noir", "rouge-et-noir-endless", "twos", "crescent",
    "trefoil-two-packs",
)  # fmt: skip
FEW = 10_000
WIDE = 9.7e7  # games per variance of a game, for 0.02 points
HALF = 0.5


@dataclass(frozen=True)
class Line:
    """The sums over the games of a form, with its player and a digest of its rules."""

    game: str
    player: str
    rules: str
    games: int
    won: int
    undecided: int
    left: float
    passes: float
    unhit: int  # games without a hit in the first pass, where ranks are called; else 0

    @property
    def form(self) -> Form:
        """The game with its reading."""
        return Form(self.game)

    @property
    def rate(self) -> Rate:
        """How often it comes out."""
        return Rate(self.won, self.games, self.undecided)


def runs() -> Iterator[tuple[str, str]]:
    """Name every game and every reading of it, with each player."""
    for game in GAMES.values():
        readings = [f",{key}={value}" for key, values in game.readings.items() for value in values]
        for form in (game.name + reading for reading in ("", *readings)):
            yield from ((form, player) for player in Form(form).game.players)


def digest(form: str, player: str) -> str:
    """Return a digest of the rules of a form, and of versions of game and player above 1."""
    game, record = Form(form).game, Form(form).record
    versions = (f"games/{game.version}", game.versioned(player))
    said = [json.dumps(record), *(one for one in versions if not one.endswith("/1"))]
    return blake2b(" ".join(said).encode(), digest_size=4).hexdigest()


def is_decided(form: Form) -> bool:
    """Return whether the player decides something."""
    return GAMES[form.game.number].is_decided


def games_wanted(form: Form, player: str, most: int) -> int:
    """Return how many games to play, from a pilot of the first ones."""
    if player != form.game.player or place_in_book(form.game.number)[0] in LAYOUTS:
        return min(most, FEW if form.game.name in TO_AND_FRO else DECIDED)
    if form.reading or is_decided(form):
        return min(most, FEWER.get(form.game.name, OTHERS))
    rate = rbsim.patience(form.text, games=min(PILOT, most), seed=SEED, rows=False).wins.rate
    wanted = int(min(MOST, max(LEAST, rate * (1 - rate) * WIDE)))
    return min(most, wanted // PILOT * PILOT)


def play(form: str, player: str, most: int) -> Line:
    """Play a form by a player."""
    count = games_wanted(Form(form), player, most)
    return line_of(rbsim.patience(form, games=count, players=player, seed=SEED, rows=False))


def line_of(result: rbsim.Patience) -> Line:
    """Return the sums of a result."""
    totals, counted = result.totals, result.summary().counted
    left = counted.get("cards_left") or counted["pairs_left"]
    passes = round(counted["passes"].mean.mean, 3) if "passes" in counted else 1.0
    return Line(
        result.variant,
        result.players,
        digest(result.variant, result.players),
        totals.games,
        totals.won,
        totals.undecided,
        round(left.mean.mean, 3),
        passes,
        int(totals.hits[0]) if "hits" in counted else 0,
    )


def write_csv(lines: Sequence[Line]) -> None:
    """Write the sums."""
    with CSV.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(one.name for one in fields(Line))
        writer.writerows(map(astuple, lines))


def read_csv() -> list[Line]:
    """Read them again."""
    with CSV.open(newline="") as file:
        return [
            Line(r["game"], r["player"], r["rules"], int(r["games"]), int(r["won"]),
                 int(r["undecided"]), float(r["left"]), float(r["passes"]), int(r["unhit"]))
            for r in csv.DictReader(file)
        ]  # fmt: skip


def played(most: int, again: bool) -> Iterator[Line]:
    """Yield the line of every run: those that are there, and those played now."""
    there = {} if again or not CSV.exists() else {(x.game, x.player): x for x in read_csv()}
    for run in runs():
        line = there.get(run)
        yield line if line and line.rules == digest(line.game, line.player) else play(*run, most)


# ---- the page ------------------------------------------------------------------------------------


def by_number(lines: Sequence[Line]) -> dict[str, Line]:
    """Return the lines of each game's own player, by number and reading."""
    own: dict[str, Line] = {}
    for line in lines:
        reading = f",{line.form.reading}" if line.form.reading else ""
        own.setdefault(line.form.game.number + reading, line)
    return own


def by_strongest(lines: Sequence[Line]) -> dict[str, Line]:
    """Return the line of each game's player who brings it out oftenest, by number and reading."""
    return by_number(sorted(lines, key=lambda line: -line.rate.rate))


def verdict(claim: Mapping[str, str], lines: Mapping[str, Line]) -> str:
    """Return whether a remark of the book holds, by the 95% intervals."""
    line = lines[claim["game"]]
    low, high = line.rate.interval
    if claim["claim"] == "longest":
        others = [x.passes for x in lines.values() if not x.form.reading and x is not line]
        return "yes" if line.passes > max(others) else "no"
    if claim["claim"] in ("harder", "easier"):
        least, most = lines[claim["than"]].rate.interval
        holds, fails = (high < least, low > most) if claim["claim"] == "harder" else (
            low > most, high < least
        )  # fmt: skip
    else:
        holds, fails = (high < HALF, low > HALF)
        if claim["claim"] == "favour":
            holds, fails = fails, holds
    if not (holds or fails):
        return "open"
    if is_decided(line.form):
        return f"{'yes,' if holds else 'not'} by `{line.player}` play"
    return "yes" if holds else "no"


def cells(line: Line, said: Mapping[str, str]) -> list[Cell]:
    """Return a row of the page; readings are indented under their games."""
    game, reading = line.form.game, line.form.reading
    number = game.number + (f",{reading}" if reading else "")
    means = (f"{mean:.2f}" for mean in (line.left, line.passes))
    names = (game.number, reading or game.name, line.player)
    return [*names, figure("wins", line.rate), line.games, *means, said.get(number, "")]


def table(lines: Sequence[Line], said: Mapping[str, str]) -> str:
    """Return games as a table, those that come out oftenest first."""
    head = (
        "no.", "game", "player", "comes out", "games", "cards left", "passes",
        "the book on it: does it hold?",
    )  # fmt: skip
    order: dict[str, float] = {}
    for line in lines:
        order.setdefault(line.form.game.number, line.rate.rate)
    rows: list[list[Cell]] = []
    for line in sorted(lines, key=lambda line: -order[line.form.game.number]):
        first = not rows or line.player == line.form.game.players[0]
        rows.append(cells(line, said if first else {}))
    return markdown(head, rows)


def counted() -> dict[str, Fraction]:
    """Return the odds that docs/patience/odds.py has counted, by number and reading."""
    with COUNTED.open(newline="") as file:
        odds = {Form(row["game"]): Fraction(row["odds"]) for row in csv.DictReader(file)}
    return {
        form.game.number + (f",{form.reading}" if form.reading else ""): one
        for form, one in odds.items()
    }


def held(odds: Mapping[str, Fraction], lines: Mapping[str, Line]) -> str:
    """Say how many of the played intervals hold the odds that are counted."""
    found = [(lines[game].rate.interval, one) for game, one in odds.items() if game in lines]
    holding = sum(low <= one <= high for (low, high), one in found)
    return f"Of {len(found)} odds that are counted {holding} lie in the interval of 95% here."


def elsewhere(known: Sequence[Mapping[str, str]], lines: Mapping[str, Line]) -> str:
    """Return the odds known by theory or from others as a table."""
    rows: list[list[Cell]] = []
    for one in sorted(known, key=lambda one: place_in_book(one["game"].partition(",")[0])):
        line = lines.get(one["game"])
        if line is None:
            continue
        here = figure("wins", Rate(line.unhit, line.games) if "what" in one else line.rate)
        what = ", ".join(one[key] for key in ("name", "what") if key in one)
        name = line.game + (f" ({what})" if what else "")
        rows.append([line.form.game.number, name, here, one["odds"], one["source"]])
    return markdown(("no.", "game", "here", "elsewhere", "source"), rows)


def page(lines: Sequence[Line]) -> str:
    """Return the page."""
    kept = tomllib.loads(SAYS.read_text())
    own, strongest = by_number(lines), by_strongest(lines)
    judged = {"against": strongest, "favour": strongest}  # a good player counts
    said = {
        one["game"]: f"{one['words']}: {verdict(one, judged.get(one['claim'], own))}"
        for one in kept["says"]
        if {one["game"], one.get("than", one["game"])} <= set(own)
    }
    odds = counted()
    known = [
        {"game": game, "odds": f"{float(100 * one):.6f}%", "source": "by counting: `odds.py`"}
        for game, one in odds.items()
    ]
    free, decided = ([x for x in lines if is_decided(x.form) == way] for way in (False, True))
    return "\n".join(
        [
            "# The book, played",
            "",
            "How often other games of Professor Hoffmann's *Illustrated Book of Patience Games*",
            "(1892) come out, by the rules of [docs/patience](../patience/README.md). Below a game",
            "stand its other readings and players. Games of seed 1, from the first on.",
            "`python docs/studies/book.py` writes this page, and `rbsim patience --all` such a",
            "table. Intervals are of 95%; they run from all games that were given up counted as",
            "not won to all counted as won, and where an asterisk stands that widens them by more",
            "than a tenth. The last column has what the book says of a game's odds, in our",
            "words, and whether the interval bears it out. The waste's top card decides whether",
            "several games come out often or hardly ever: with `waste=dead` it is out of reach.",
            "",
            "![How often the games come out](book.svg)",
            "",
            "## Nothing decided",
            "",
            table(free, said),
            "",
            "## Where the player decides",
            "",
            "The figures are of the ways of playing that are named, not of the best play:",
            "`plain`, `automatic` and `best` are fixed, the others choose among all legal moves",
            "([players](../patience/players.md)).",
            "",
            table(decided, said),
            "",
            "## Known by theory and from others",
            "",
            "`docs/patience/odds.py` counts the odds of some games in which nothing is decided.",
            held(odds, own),
            "The figures of others are as they give them, with what they say of deals and rules.",
            "",
            elsewhere([*known, *kept["known"]], own),
            "",
        ]
    )


def picture(lines: Sequence[Line]) -> str:
    """Return a plot of the odds of all games as printed, in order, as SVG."""
    from rbsim.rendering.plots import draw

    own = [line for line in by_number(lines).values() if not line.form.reading]
    own.sort(key=lambda line: -line.rate.rate)
    figures = [figure("wins", line.rate).of(game=i) for i, line in enumerate(own, 1)]
    return draw(
        Plot(
            "book", "How often a patience comes out", Shape.CURVE, figures,
            names=[line.game for line in own], axes=("game",),
            note=f"{len(own)} games of a book of 1892, in order.",
        )
    ).svg  # fmt: skip


def main() -> None:
    """Play what is missing and write, or write the page from the sums that are there."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=MOST, help="games of each form at most")
    parser.add_argument("--again", action="store_true", help="play what is in book.csv too")
    parser.add_argument("--page", action="store_true", help="write the page from book.csv")
    options = parser.parse_args()
    if not options.page:
        write_csv(list(played(options.games, options.again)))
    lines = read_csv()
    PAGE.write_text(page(lines))
    PICTURE.write_text(picture(lines))


if __name__ == "__main__":
    main()
