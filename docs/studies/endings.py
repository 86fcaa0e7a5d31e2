"""Writes endings.md: what the definitions of stalemate and standoff decide.

    python docs/studies/endings.py

Some minutes of one core. Every line is of games 0 and on of seed 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt
from entries import RATES, markdown

import rbcore
import rbsim
from rbsim.rendering.section import Cell
from rbsim.stats.figure import Figure, figure
from rbsim.stats.intervals import Mean, Rate
from rbsim.stats.quantity import Form
from rbsim.sums.histograms import Rows

PAGE = Path(__file__).with_suffix(".md")
VARIANTS = ("standard", "waste-available")
GAMES = {"greedy": 200_000, "weighted": 20_000}
PAIRED = {"greedy": 1_000_000, "uniform": 10_000}  # under both definitions of stalemate
LEFT = 1_000_000  # of greedy players, for the cards left
CIRCLES = 120_000  # of greedy players, whose standoffs others play on
OTHERS = (
    "greedy", "greedy~0.05", "greedy~0.2", "uniform", "weighted", "planner", "lookahead+memory",
)  # fmt: skip
AXES = {"standoff-rounds": (1, 2, 3, 5, 10, 0), "standoff-visits": (2, 3, 5, 0)}
STANDARD = 3
SEED = 1

INTRO = """# How games end

Here you can see what outcomes owe to the definitions of stalemate (7.3, V17) and standoff (7.4).
Written by

    python docs/studies/endings.py

with 95% intervals, those of rates Wilson's and from all unfinished games counted against to all
counted for; where an asterisk stands that widens them by more than a tenth.

- **The definition of stalemate hardly matters.** A load of a house's card all but always makes a
  play: the card can be played again from the reserve or hand that it came to. Only houses' cards
  that go to foundations tell the two apart, and they must go there as soon as they can.
- **The numbers of 7.4 decide little but the name**, as long as the same players go on: with more
  rounds or visits their games end later, without visits they run into the limit on turns, and
  hardly any is won. Nearly all standoffs are of 7.4 (b).
- **Others would win some of these games**, players who err or who look further a third and more
  ([below](#standoffs-played-on)).
"""
STALEMATES = """## Stalemate: any progress, or plays alone (V17)

The same games of `VARIANT` and `VARIANT,stalemate=reserve-or-hand`: those that end otherwise or at
another turn, and how.

    rbsim compare VARIANT VARIANT,stalemate=reserve-or-hand --players PLAYERS --games GAMES --seed 1

"""
DIFFERS = (
    "variant", "players", "games", "differ", "stalemate to standoff", "standoff to stalemate",
    "other outcomes", "points of starter, other", "give-ups",
)  # fmt: skip
CARDS_LEFT = f"""
## What is left on the table

The same {LEFT:,} games of `VARIANT` between `greedy` players, `rbsim simulate VARIANT --players
greedy --games {LEFT} --out FILE.parquet`, by how they ended: those in which just one reserve is
empty; cards in the reserves and in all, per game; the turns of the middle half.

"""
LEAVES = (
    "variant", "ended as", "games", "one reserve empty", "cards in reserves", "cards left in all",
    "turns of 25, 50, 75%",
)  # fmt: skip
PLAYED_ON = """
## Standoffs, played on

Of {games:,} games of `standard` between `greedy` players {standoffs:,} are standoffs. They are gone
on with from where they ended, without 7.4 (`standoff-rounds=0,standoff-visits=0`) and for 1,000
turns more at most, by two players of another kind.

"""
STANDOFFS = """## Standoff: the two numbers of 7.4

One number at a time, the other 3; 0 is never.

    rbsim sweep AXIS=VALUES --variant VARIANT --players PLAYERS --games GAMES --seed 1

"""


def rows_of(variant: str, players: str, games: int) -> Rows:
    """The rows of games 0 and on."""
    rows = rbsim.simulate(variant, games=games, players=players, seed=SEED).games
    assert rows is not None
    return rows


def points(rows: Rows) -> npt.NDArray[np.int64]:
    """The points of the starter and of the other seat, over all games."""
    starter, each = rows["starter"], np.arange(len(rows))
    scores = rows["scores"].astype(np.int64)
    return np.array([scores[each, starter].sum(), scores[each, 1 - starter].sum()])


def stalemate_row(variant: str, players: str, games: int) -> list[Cell]:
    """What V17 changes in the same games."""
    any_progress = rows_of(variant, players, games)
    plays = rows_of(f"{variant},stalemate=reserve-or-hand", players, games)
    stalemate, standoff = (rbcore.OUTCOMES.index(name) for name in ("stalemate", "standoff"))
    before, after = any_progress["outcome"], plays["outcome"]
    differ = (before != after) | (any_progress["turns"] != plays["turns"])
    to_standoff = int(((before == stalemate) & (after == standoff)).sum())
    to_stalemate = int(((before == standoff) & (after == stalemate)).sum())
    others = int((before != after).sum()) - to_standoff - to_stalemate
    starter, other = points(plays) - points(any_progress)
    return [
        variant, players, games, int(differ.sum()), to_standoff, to_stalemate, others,
        f"{starter:+,}, {other:+,}", int(plays["give_ups"].sum()),
    ]  # fmt: skip


def standoff_row(variant: str, axis: str, value: int, players: str, games: int) -> list[Cell]:
    """How games end with one number of 7.4."""
    named = variant if value == STANDARD else f"{variant},{axis}={value}"
    found = rbsim.simulate(named, games=games, players=players, seed=SEED)
    return [variant, str(value or "never"), *map(found.figure, (*RATES, "turns"))]


def cards_left_rows(variant: str, games: int) -> Iterator[list[Cell]]:
    """What lies on the table at the end, by outcome."""
    rows = rows_of(variant, "greedy", games)
    for outcome, name in enumerate(rbcore.OUTCOMES):
        ended = rows[rows["outcome"] == outcome]
        if len(ended) < 2:
            continue
        reserves = ended["reserve"][:, :2].astype(np.int64)
        left = reserves.sum(1) + ended["hand"][:, :2].sum(1) + ended["waste"][:, :2].sum(1)
        one_empty = Rate(int(((reserves == 0).sum(1) == 1).sum()), len(ended))
        turns = np.percentile(ended["turns"], (25, 50, 75), method="inverted_cdf").astype(int)
        empty = figure("one_reserve_empty", one_empty)
        means = mean(reserves.sum(1)), mean(left)
        yield [variant, name, len(ended), empty, *means, ", ".join(map(str, turns))]


def played_on(games: int) -> Iterator[str]:
    """How standoffs of greedy players end if others go on."""
    variant = VARIANTS[0]
    outcomes = rows_of(variant, "greedy", games)["outcome"]
    standoffs = np.flatnonzero(outcomes == rbcore.OUTCOMES.index("standoff"))
    ends = [end_of(variant, int(number)) for number in standoffs]
    yield PLAYED_ON.format(games=games, standoffs=len(ends))
    rows: list[list[Cell]] = []
    for players in OTHERS if ends else ():
        found = []
        for number, end in zip(standoffs, ends, strict=True):
            game = rbcore.Game.start(end, seed=SEED, game=int(number))
            game.play_out((players, players))
            found.append(game.outcome)
        rates = (Rate(found.count(name), len(found)) for name in ("win", "stalemate", "unfinished"))
        rows.append([players, *map(figure, ("won", "stalemate", "unfinished"), rates)])
    yield markdown(("played on by", "won", "stalemate", "unfinished"), rows) + "\n"


def end_of(variant: str, number: int) -> rbcore.Position:
    """Return where a game of greedy players ended, under the same rules without 7.4."""
    game = rbcore.Game.deal(rbcore.variant(variant), seed=SEED, game=number)
    game.play_out(("greedy", "greedy"))
    endless = rbcore.variant(variant, standoff_rounds=0, standoff_visits=0)
    return rbcore.Position.parse(str(game.position()), endless)


def mean(values: npt.NDArray[np.int64]) -> Figure:
    """The mean of whole numbers."""
    numbers = values.astype(np.int64)
    total, squares = int(numbers.sum()), int((numbers**2).sum())
    return figure("cards", Mean.from_sums(total, squares, len(numbers)), form=Form.NUMBER)


def sections() -> Iterator[str]:
    """The parts of the page, as they are played."""
    yield INTRO + "\n" + STALEMATES
    pairs = ((variant, *one) for one in PAIRED.items() for variant in VARIANTS)
    yield markdown(DIFFERS, [stalemate_row(*one) for one in pairs]) + "\n"
    yield CARDS_LEFT
    yield markdown(LEAVES, [row for one in VARIANTS for row in cards_left_rows(one, LEFT)]) + "\n"
    yield from played_on(CIRCLES)
    yield "\n" + STANDOFFS
    for players, games in GAMES.items():
        for axis, values in AXES.items():
            yield f"### `{axis}`, `{players}`, {games:,} games a line\n\n"
            points = ((variant, axis, value) for variant in VARIANTS for value in values)
            rows = [standoff_row(*point, players, games) for point in points]
            yield markdown(("variant", axis, *RATES, "turns"), rows) + "\n\n"


def main() -> None:
    """Play it all, and write the page."""
    PAGE.write_text("".join(sections()).rstrip() + "\n")


if __name__ == "__main__":
    main()
