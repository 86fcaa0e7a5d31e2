"""Endings: what the definitions of stalemate and standoff decide; some minutes of one core."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import Any

import numpy as np
import numpy.typing as npt
from pages import HERE, RATES, Cell, Mean, fill, markdown, mean_figure

import rbcore
import rbsim
from rbsim.estimates.figures import rate
from rbsim.estimates.intervals import quantile

PAGE = HERE / "endings.md"
VARIANTS = ("standard", "waste-available")
GAMES = {"greedy": 200_000, "weighted": 20_000}
PAIRED = {"greedy": 1_000_000, "uniform": 10_000}  # under both definitions of stalemate
LEFT = 1_000_000  # of greedy players, for the cards left
CIRCLES = 120_000  # of greedy players, whose standoffs others play on
OTHERS = ("greedy", "greedy~0.05", "greedy~0.2", "uniform", "weighted", "planner",
          "lookahead+memory")  # fmt: skip
AXES = {"standoff-rounds": (1, 2, 3, 5, 10, 0), "standoff-visits": (2, 3, 5, 0)}
STANDARD = 3
SEED = 1
Rows = npt.NDArray[Any]

DIFFERS = ("variant", "players", "games", "differ", "stalemate to standoff",
           "standoff to stalemate", "other outcomes", "points of starter, other",
           "give-ups")  # fmt: skip
LEAVES = ("variant", "ended as", "games", "one reserve empty", "cards in reserves",
          "cards left in all", "turns of 25%", "50%", "75%")  # fmt: skip


def rows_of(variant: str, players: str, games: int) -> Rows:
    """The rows of games 0 and on."""
    return rbsim.simulate(variant, games=games, players=players, seed=SEED, rows=True).games


def points(rows: Rows) -> npt.NDArray[np.int64]:
    """The points of the starter and of the other seat, over all games."""
    starter, each = rows["starter"], np.arange(len(rows))
    scores = rows["scores"]
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
        reserves = ended["reserve"]
        left = reserves.sum(1) + ended["hand"].sum(1) + ended["waste"].sum(1)
        empty = rate("wins", int(((reserves == 0).sum(1) == 1).sum()), len(ended))
        counts = np.bincount(ended["turns"])
        turns = (rbsim.Figure(f"turns_q{round(100 * share)}", *quantile(counts, share), len(ended))
                 for share in (0.25, 0.5, 0.75))  # fmt: skip
        yield [variant, name, len(ended), empty, mean(reserves.sum(1)), mean(left), *turns]


def played_on(games: int) -> str:
    """How standoffs of greedy players end if others go on."""
    variant = VARIANTS[0]
    outcomes = rows_of(variant, "greedy", games)["outcome"]
    standoffs = np.flatnonzero(outcomes == rbcore.OUTCOMES.index("standoff"))
    ends = [end_of(variant, int(number)) for number in standoffs]
    rows: list[list[Cell]] = []
    for players in OTHERS if ends else ():
        found = []
        for number, end in zip(standoffs, ends, strict=True):
            game = rbcore.Game.start(end, seed=SEED, game=int(number))
            game.play_out((players, players))
            found.append(game.outcome)
        names = ("win", "stalemate", "unfinished")
        rows.append([players, *(rate("wins", found.count(one), len(found)) for one in names)])
    return (
        f"Of {games:,} games of `standard` between `greedy` players {len(ends):,} are standoffs:"
        "\n\n" + markdown(("played on by", "won", "stalemate", "unfinished"), rows)
    )


def end_of(variant: str, number: int) -> rbcore.Position:
    """Return where a game of greedy players ended, under the same rules without 7.4."""
    game = rbcore.Game.deal(rbcore.variant(variant), seed=SEED, game=number)
    game.play_out(("greedy", "greedy"))
    endless = rbcore.variant(variant, standoff_rounds=0, standoff_visits=0)
    return rbcore.Position.parse(game.position().notation, endless)


def mean(values: Rows) -> rbsim.Figure:
    """The mean of whole numbers."""
    ends, kind = (-inf, inf), {"form": "number", "unit": "games"}
    return mean_figure(len(values), Mean.of(values), bounds=ends, **kind)


def tables() -> Iterator[str]:
    """The tables of the page, as they are played."""
    pairs = ((variant, *one) for one in PAIRED.items() for variant in VARIANTS)
    yield markdown(DIFFERS, [stalemate_row(*one) for one in pairs])
    yield markdown(LEAVES, [row for one in VARIANTS for row in cards_left_rows(one, LEFT)])
    yield played_on(CIRCLES)
    parts = []
    for players, games in GAMES.items():
        for axis, values in AXES.items():
            points = ((variant, axis, value) for variant in VARIANTS for value in values)
            rows = [standoff_row(*point, players, games) for point in points]
            head = ("variant", axis, *(name.replace("_", " ") for name in RATES), "turns")
            title = f"### `{axis}`, `{players}`, {games:,} games a line"
            parts += [title, markdown(head, rows)]
    yield "\n\n".join(parts)


if __name__ == "__main__":
    fill(PAGE, list(tables()))
