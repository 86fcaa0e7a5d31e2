"""Writes endings.md: what the definitions of stalemate and standoff decide.

    python docs/studies/endings.py

Some minutes of one core. Every line is of games 0 and on of seed 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt

import rbcore
import rbsim
from rbsim.formatting.numbers import rate_with_interval
from rbsim.stats.intervals import Rate
from rbsim.sums.histograms import Rows

PAGE = Path(__file__).with_suffix(".md")
VARIANTS = ("standard", "waste-available")
GAMES = {"greedy": 200_000, "weighted": 20_000}
PAIRED = {"greedy": 1_000_000, "uniform": 10_000}  # under both definitions of stalemate
LEFT = 1_000_000  # of greedy players, for the cards left
AXES = {"standoff-rounds": (1, 2, 3, 5, 10, 0), "standoff-visits": (2, 3, 5, 0)}
STANDARD = 3
SEED = 1

INTRO = """# How games end

What outcomes owe to the definitions of stalemate (7.3, V17) and standoff (7.4). Written by

    python docs/studies/endings.py

with 95% Wilson intervals; rates and intervals from all unfinished games counted against to all
counted for.

- **The definition of stalemate hardly matters.** A house's card that is loaded leaves the card it
  lay on, where it can be played again from the reserve or hand that it came to: so a load of a
  house's card all but always makes a play. Only houses' cards that go to foundations tell the two
  apart, and they must go there as soon as they can.
- **The numbers of 7.4 decide little but the name.** Games that go in circles go on in circles: with
  more rounds or visits they end later, without visits they run into the limit on turns, and hardly
  any is won. Nearly all standoffs are of 7.4 (b).
"""
STALEMATES = """## Stalemate: any progress, or plays alone (V17)

The same games of `VARIANT` and `VARIANT,stalemate=reserve-or-hand`: those that end otherwise or at
another turn, what moves between the outcomes, whose points change, and stalemate searches that gave
up.

    rbsim compare VARIANT VARIANT,stalemate=reserve-or-hand --players PLAYERS --games GAMES --seed 1

| variant | players | games | differ | stalemate to standoff | standoff to stalemate | other outcomes | points of starter, other | give-ups |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
"""  # noqa: E501
CARDS_LEFT = f"""
## What is left on the table

The same {LEFT:,} games of `VARIANT` between `greedy` players, `rbsim simulate VARIANT --players
greedy --games {LEFT} --out FILE.parquet`, by how they ended: those in which just one reserve is
empty; cards in the reserves and in all, per game with standard error; the turns of the middle half.

| variant | ended as | games | one reserve empty | cards in reserves | cards left in all | turns of 25, 50, 75% |
| --- | --- | ---: | ---: | ---: | ---: | ---: |
"""  # noqa: E501
STANDOFFS = """## Standoff: the two numbers of 7.4

One number at a time, the other 3; 0 is never.

    rbsim sweep AXIS=VALUES --variant VARIANT --players PLAYERS --games GAMES --seed 1

"""
HEAD = (
    "| variant | {axis} | starter wins | other wins | stalemate | standoff | unfinished | turns |\n"
    "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n"
)


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


def stalemate_line(variant: str, players: str, games: int) -> str:
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
    cells = (
        f"{games:,}", f"{differ.sum():,}", f"{to_standoff:,}", f"{to_stalemate:,}", f"{others:,}",
        f"{starter:+,}, {other:+,}", f"{int(plays['give_ups'].sum()):,}",
    )  # fmt: skip
    return f"| {variant} | {players} | {' | '.join(cells)} |\n"


def standoff_line(variant: str, axis: str, value: int, players: str, games: int) -> str:
    """How games end with one number of 7.4."""
    named = variant if value == STANDARD else f"{variant},{axis}={value}"
    summary = rbsim.simulate(named, games=games, players=players, seed=SEED).summary()
    rates = (
        summary.starter_wins, summary.other_wins, summary.stalemates, summary.standoffs,
        summary.unfinished,
    )  # fmt: skip
    cells = map(rate_with_interval, rates)
    low, high = summary.turns.interval
    return (
        f"| {variant} | {value or 'never'} | {' | '.join(cells)} | "
        f"{summary.turns.mean:.2f} ({low:.2f} to {high:.2f}) |\n"
    )


def cards_left_lines(variant: str, games: int) -> Iterator[str]:
    """What lies on the table at the end, by outcome."""
    rows = rows_of(variant, "greedy", games)
    for outcome, name in enumerate(rbcore.OUTCOMES):
        ended = rows[rows["outcome"] == outcome]
        if len(ended) < 2:
            continue
        reserves = ended["reserve"][:, :2].astype(float)
        left = reserves.sum(1) + ended["hand"][:, :2].sum(1) + ended["waste"][:, :2].sum(1)
        one_empty = Rate(int(((reserves == 0).sum(1) == 1).sum()), len(ended))
        low, high = one_empty.interval
        turns = np.percentile(ended["turns"], (25, 50, 75), method="inverted_cdf").astype(int)
        cells = (
            f"{len(ended):,}", f"{one_empty.rate:.1%} ({low:.1%} to {high:.1%})",
            with_error(reserves.sum(1)), with_error(left), ", ".join(map(str, turns)),
        )  # fmt: skip
        yield f"| {variant} | {name} | {' | '.join(cells)} |\n"


def with_error(values: npt.NDArray[np.float64]) -> str:
    """A mean and its standard error."""
    return f"{values.mean():.2f} ({values.std(ddof=1) / len(values) ** 0.5:.2f})"


def sections() -> Iterator[str]:
    """The parts of the page, as they are played."""
    yield INTRO + "\n" + STALEMATES
    for players, games in PAIRED.items():
        for variant in VARIANTS:
            yield stalemate_line(variant, players, games)
    yield CARDS_LEFT
    for variant in VARIANTS:
        yield from cards_left_lines(variant, LEFT)
    yield "\n" + STANDOFFS
    for players, games in GAMES.items():
        for axis, values in AXES.items():
            yield f"### `{axis}`, `{players}`, {games:,} games a line\n\n"
            yield HEAD.format(axis=axis)
            for variant in VARIANTS:
                for value in values:
                    yield standoff_line(variant, axis, value, players, games)
            yield "\n"


def main() -> None:
    """Play it all, and write the page."""
    PAGE.write_text("".join(sections()).rstrip() + "\n")


if __name__ == "__main__":
    main()
