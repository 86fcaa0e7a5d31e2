"""The book: every game, reading and player; book.csv, book.md and book.svg, in an hour of one core.

Forms whose sums are in book.csv are not played again unless their rules have changed since. Games
without decisions are played until their odds are known to 0.02 points.
"""

from __future__ import annotations

import argparse
import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import blake2b

import pages
from pages import Cell, markdown, read_csv, read_rows, write_rows

import rbsim
from rbpatience.book import GAMES, Game, find_game
from rbpatience.book import by_number as place_in_book
from rbsim.estimates.figures import rate

CSV, PAGE, PICTURE = pages.HERE / "book.csv", pages.HERE / "book.md", pages.HERE / "book.svg"
SAYS = pages.HERE / "book_says.toml"
COUNTED = pages.HERE.parent / "patience" / "odds.csv"
SEED = 1
PILOT, MIN, MAX = 100_000, 1_000_000, 25_000_000
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
    def printed(self) -> Game:
        """The game, with the rules of its reading."""
        return find_game(self.game)

    @property
    def reading(self) -> str:
        """The reading, as ``passes=3``; empty for the rules as printed."""
        return self.game.partition(",")[2]

    @property
    def number(self) -> str:
        """Number and reading."""
        return self.printed.number + f",{self.reading}" * bool(self.reading)

    @property
    def is_decided(self) -> bool:
        """Whether the player decides something."""
        return GAMES[self.printed.number].is_decided

    @property
    def rate(self) -> rbsim.Figure:
        """How often it comes out."""
        return rate("wins", self.won, self.games, self.undecided)


def runs() -> Iterator[tuple[str, str]]:
    """Name every game and every reading of it, with each player."""
    for game in GAMES.values():
        readings = [f",{key}={value}" for key, values in game.readings.items() for value in values]
        for form in (game.name + reading for reading in ("", *readings)):
            yield from ((form, player) for player in find_game(form).players)


def digest(form: str, player: str) -> str:
    """Return a digest of the rules of a form, and of versions of game and player above 1."""
    game = find_game(form)
    record = rbsim.patience(form, games=1, players=player).provenance["arms"][0]["form"]
    versions = (f"games/{game.version}", game.versioned(player))
    said = [json.dumps(record), *(one for one in versions if not one.endswith("/1"))]
    return blake2b(" ".join(said).encode(), digest_size=4).hexdigest()


def games_wanted(form: str, player: str, most: int) -> int:
    """Return how many games to play, from a pilot of the first ones."""
    game = find_game(form)
    if player != game.player or place_in_book(game.number)[0] in LAYOUTS:
        return min(most, FEW if game.name in TO_AND_FRO else DECIDED)
    if "," in form or GAMES[game.number].is_decided:
        return min(most, FEWER.get(game.name, OTHERS))
    share = rbsim.patience(form, games=min(PILOT, most), seed=SEED).figure("wins").estimate
    wanted = int(min(MAX, max(MIN, share * (1 - share) * WIDE)))
    return min(most, wanted // PILOT * PILOT)


def play(form: str, player: str, most: int) -> Line:
    """Play a form by a player."""
    count = games_wanted(form, player, most)
    found = rbsim.patience(form, games=count, players=player, seed=SEED)
    means = {one.quantity: round(one.estimate, 3) for one in found.figures}
    left = means.get("cards_left", means.get("pairs_left", 0.0))
    wins = found.figure("wins")
    assert wins.count is not None
    assert wins.undecided is not None
    undecided = round((wins.undecided[1] - wins.undecided[0]) * count)
    hits = found.tallies[0].seen.get((0, "first_pass"))
    unhit = dict(zip(*hits.record, strict=True)).get(0, 0) if hits and "hits" in means else 0
    return Line(form, player, digest(form, player), count, wins.count, undecided, left,
                means.get("passes", 1.0), unhit)  # fmt: skip


def played(most: int, again: bool) -> Iterator[Line]:
    """Yield the line of every run: those that are there, and those played now."""
    there = {} if again else {(x.game, x.player): x for x in read_rows(CSV, Line)}
    for run in runs():
        line = there.get(run)
        yield line if line and line.rules == digest(line.game, line.player) else play(*run, most)


# ---- the page ------------------------------------------------------------------------------------


def by_number(lines: Sequence[Line]) -> dict[str, Line]:
    """Return the lines of each game's own player, by number and reading."""
    own: dict[str, Line] = {}
    for line in lines:
        own.setdefault(line.number, line)
    return own


def verdict(claim: Mapping[str, str], lines: Mapping[str, Line]) -> str:
    """Return whether a remark of the book holds, by the 95% intervals."""
    line = lines[claim["game"]]
    low, high = line.rate.interval
    if claim["claim"] == "longest":
        others = [x.passes for x in lines.values() if not x.reading and x is not line]
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
    if line.is_decided:
        return f"{'yes,' if holds else 'not'} by `{line.player}` play"
    return "yes" if holds else "no"


def table(lines: Sequence[Line], said: Mapping[str, str]) -> str:
    """Return games as a table, those that come out oftenest first."""
    head = (
        "no.", "game", "player", "comes out", "games", "cards left", "passes",
        "the book on it: does it hold?",
    )  # fmt: skip
    order: dict[str, float] = {}
    for line in lines:
        order.setdefault(line.printed.number, line.rate.estimate)
    rows: list[list[Cell]] = []
    for line in sorted(lines, key=lambda line: -order[line.printed.number]):
        game, means = line.printed, (f"{mean:.2f}" for mean in (line.left, line.passes))
        is_first = not rows or line.player == game.players[0]
        names = (game.number, line.reading or game.name, line.player)
        remark = said.get(line.number, "") if is_first else ""
        rows.append([*names, line.rate, line.games, *means, remark])
    return markdown(head, rows)


def counted() -> dict[str, Fraction]:
    """Return the odds that docs/patience/odds.py has counted, by number and reading."""
    odds = {}
    for row in read_csv(COUNTED):
        name, comma, reading = row["game"].partition(",")
        odds[find_game(name).number + comma + reading] = Fraction(row["odds"])
    return odds


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
        here = rate("wins", line.unhit, line.games) if "what" in one else line.rate
        what = ", ".join(one[key] for key in ("name", "what") if key in one)
        name = line.game + (f" ({what})" if what else "")
        rows.append([line.printed.number, name, here, one["odds"], one["source"]])
    return markdown(("no.", "game", "here", "elsewhere", "source"), rows)


def tables(lines: Sequence[Line]) -> list[str]:
    """Return the tables of the page."""
    kept = tomllib.loads(SAYS.read_text())
    own = by_number(lines)
    strongest = by_number(sorted(lines, key=lambda line: -line.rate.estimate))
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
    return [
        *(table([x for x in lines if x.is_decided == way], said) for way in (False, True)),
        held(odds, own),
        elsewhere([*known, *kept["known"]], own),
    ]


@pages.styled
def picture(lines: Sequence[Line]) -> None:
    """Draw the odds of all games as printed, in order."""
    own = [line for line in by_number(lines).values() if not line.reading]
    own.sort(key=lambda line: -line.rate.estimate)
    title, note = "How often a patience comes out", f"{len(own)} games of a book of 1892, in order."
    axes = pages.canvas(title, [note, "Per cent, with 95% intervals."], 180, 24, left=16)
    for i, line in enumerate(own, 1):
        axes.plot([i, i], [100 * end for end in line.rate.interval], color=pages.BLUE, linewidth=2)
    axes.plot(range(1, len(own) + 1), [100 * line.rate.estimate for line in own], "o",
              color=pages.BLUE, markersize=2.5)  # fmt: skip
    axes.set_ylim(-2, 102)
    axes.grid(axis="y")
    words = "; ".join(f"{one.game} {one.rate.text}" for one in own)
    pages.finish(axes, PICTURE, title, words + ".")


def main() -> None:
    """Play what is missing and write, or write the page from the sums that are there."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=MAX, help="games of each form at most")
    parser.add_argument("--again", action="store_true", help="play what is in book.csv too")
    parser.add_argument("--page", action="store_true", help="write the page from book.csv")
    options = parser.parse_args()
    if not options.page:
        write_rows(CSV, list(played(options.games, options.again)))
    lines = read_rows(CSV, Line)
    pages.fill(PAGE, tables(lines))
    picture(lines)


if __name__ == "__main__":
    main()
