"""Writes calibration.md: whether estimates of who wins come true.

    python docs/studies/calibration.py

Six minutes of one core. Every line is of games 0 and on of seed 1, a position of each.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from entries import markdown

import rbcore
from rbsim.games.opinion import NOTHING
from rbsim.games.playouts import Worlds
from rbsim.rendering.section import Cell
from rbsim.stats.figure import figure
from rbsim.stats.intervals import Rate

PAGE = Path(__file__).with_suffix(".md")
VARIANTS = ("standard", "strict", "three-player")
GAMES = {"greedy": 5_200, "weighted": 1_900}  # of each variant
PLAYOUTS = 200
MOST_MOVES = 300  # before the position
SEED = 1
BINS = 10

INTRO = """# Do estimates come true?

`rbsim hint` says how often a seat wins. Here the same playouts forecast games whose end is known.
Written by

    python docs/studies/calibration.py

with 95% intervals (Wilson). {positions:,} positions, one of each game so that they are
independent: players play a game of seed 1 up to a move drawn at random, the seat to move is given
a forecast by {playouts} playouts in as many worlds by the same players, and the game is played to
its end as it was dealt. A game that ended before that move has no position.

- **From 30 to 90% they do**, as far as this can tell. Nearer to the ends they are too sure, by two
  or three points: of 96% given, 93% are won. Chance in {playouts} playouts makes a part of it.
  Another is likely that worlds deal a hand that was a waste before like any other, though its
  cards were left over. In {held} of {tenths} tenths the interval of what was won holds the mean
  that was given.
- **The cards left tell less.** A forecast by the lead in cards alone, a logistic curve fitted to
  every other game, has a greater log-loss on the rest in every line.

"""
LOSS_WORDS = """The log-loss of a forecast is the mean of -log of the chance that it gave to
what came: 0.693 for who always says 50%. On every second position; the curve over the lead and the
share of wins are of the others. The bias is how much more often the playouts won than the games.

"""
LOSSES = (
    "variant", "players", "positions", "log-loss of playouts", "of the lead in cards",
    "of their share of wins", "bias",
)  # fmt: skip


@dataclass(frozen=True)
class Forecasts:
    """Forecasts of the seat to move in positions of different games, and what came of them."""

    given: npt.NDArray[np.float64]  # the share of playouts that were won
    lead: npt.NDArray[np.float64]  # cards fewer than the best of the others
    won: npt.NDArray[np.bool_]


def forecasts(variant: str, player: str, games: int) -> Forecasts:
    """Forecast a position of each of some games, and play them to their ends."""
    rules = rbcore.variant(variant)
    rng = random.Random(f"{variant} {player}")
    found = []
    for number in range(games):
        game = rbcore.Game.deal(rules, SEED, number)
        for _ in range(rng.randrange(MOST_MOVES)):
            if game.is_over:
                break
            game.apply(game.choose(player))
        if not game.is_over:
            found.append(_forecast(game, player))
    given, lead, won = map(np.array, zip(*found, strict=True))
    return Forecasts(given, lead, won)


def _forecast(game: rbcore.Game, player: str) -> tuple[float, int, bool]:
    worlds = Worlds(game, (player,) * game.rules.seats, SEED)
    (count,), seat = worlds.play([NOTHING], PLAYOUTS), game.seat
    cards = [
        sum(map(len, piles)) for piles in zip(game.reserves, game.hands, game.wastes, strict=True)
    ]
    cards[seat] += bool(game.turned)
    others = min(number for own, number in enumerate(cards) if own != seat)
    game.play_out(player)
    won = game.outcome == "win" and game.winner == seat
    return count.rate(seat).rate, others - cards[seat], won


def smoothed(given: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Shares of playouts as chances that are neither 0 nor 1."""
    return (given * PLAYOUTS + 0.5) / (PLAYOUTS + 1)


def log_loss(chance: Any, won: npt.NDArray[np.bool_]) -> float:
    """The mean of -log of what was given to what came."""
    return float(-np.log(np.where(won, chance, 1 - np.asarray(chance))).mean())


def logistic(lead: npt.NDArray[np.float64], won: npt.NDArray[np.bool_]) -> Any:
    """Coefficients of a logistic curve, of the greatest likelihood (Newton's method)."""
    columns = np.column_stack((np.ones(len(lead)), lead))
    found = np.zeros(2)
    for _ in range(25):
        chance = 1 / (1 + np.exp(-columns @ found))
        curve = columns.T @ (columns * (chance * (1 - chance))[:, None])
        found = found + np.linalg.solve(curve + 1e-9 * np.eye(2), columns.T @ (won - chance))
    return found


def loss_row(variant: str, player: str, one: Forecasts) -> list[Cell]:
    """The log-losses of the three forecasts, on every second position."""
    fit, held = slice(0, None, 2), slice(1, None, 2)
    base, slope = logistic(one.lead[fit], one.won[fit])
    by_lead = 1 / (1 + np.exp(-(base + slope * one.lead[held])))
    won = one.won[held]
    bias = float((one.given - one.won).mean())
    losses = (
        log_loss(smoothed(one.given[held]), won),
        log_loss(by_lead, won),
        log_loss(np.full(len(won), one.won[fit].mean()), won),
    )
    return [variant, player, len(one.won), *(f"{loss:.3f}" for loss in losses), f"{bias:+.1%}"]


@dataclass(frozen=True)
class Tenth:
    """The positions that were given a chance in one tenth of all chances."""

    span: str
    given: float  # the mean
    rate: Rate

    @property
    def held(self) -> bool:
        """Whether the interval of what was won holds the mean of what was given."""
        low, high = self.rate.interval
        return low <= self.given <= high

    @property
    def row(self) -> list[Cell]:
        """A row of the table."""
        won = figure("seat_0_wins", self.rate)
        return [self.span, self.rate.games, f"{self.given:.1%}", won]


def reliability(given: npt.NDArray[np.float64], won: npt.NDArray[np.bool_]) -> Iterator[Tenth]:
    """Yield each tenth of what can be given: how many got it, and how many won."""
    tenth = np.minimum((given * BINS).astype(int), BINS - 1)
    for number in range(BINS):
        own = tenth == number
        if own.any():
            span = f"{100 * number // BINS} to {100 * (number + 1) // BINS}%"
            yield Tenth(span, float(given[own].mean()), Rate(int(won[own].sum()), int(own.sum())))


def main() -> None:
    every = {
        (variant, player): forecasts(variant, player, games)
        for player, games in GAMES.items()
        for variant in VARIANTS
    }
    given = np.concatenate([one.given for one in every.values()])
    won = np.concatenate([one.won for one in every.values()])
    head = ("given", "positions", "mean of what was given", "won")
    tenths = list(reliability(given, won))
    held = sum(one.held for one in tenths)
    parts = [
        INTRO.format(positions=len(given), playouts=PLAYOUTS, held=held, tenths=len(tenths)),
        "## All positions\n\n",
        markdown(head, [one.row for one in tenths]),
        "\n\n",
    ]
    parts += ["## Line by line\n\n", LOSS_WORDS]
    parts += [markdown(LOSSES, [loss_row(*key, one) for key, one in every.items()]), "\n"]
    PAGE.write_text("".join(parts))


if __name__ == "__main__":
    main()
