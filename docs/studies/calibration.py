"""Calibration: whether estimates of who wins come true; six minutes of one core."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from pages import HERE, Cell, fill, markdown

import rbcore
from rbsim.estimates.figures import rate

PAGE = HERE / "calibration.md"
VARIANTS = ("standard", "strict", "three-player")
GAMES = {"greedy": 5_200, "weighted": 1_900}  # of each variant
PLAYOUTS = 200
MAX_MOVES = 300  # before the position
SEED = 1
BINS = 10

LOSSES = ("variant", "players", "positions", "log-loss of playouts", "of the lead in cards",
          "of their share of wins", "bias")  # fmt: skip


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
        for _ in range(rng.randrange(MAX_MOVES)):
            if game.is_over:
                break
            game.apply(game.choose(player))
        if not game.is_over:
            found.append(_forecast(game, player))
    given, lead, won = map(np.array, zip(*found, strict=True))
    return Forecasts(given, lead, won)


def _forecast(game: rbcore.Game, player: str) -> tuple[float, int, bool]:
    seat, wins = game.seat, 0
    for number in range(1, PLAYOUTS + 1):
        world = game.determinize(SEED, number)
        world.play_out(player, seed=(1 << 63) + number)
        wins += world.outcome == "win" and world.winner == seat
    piles = zip(game.reserves, game.hands, game.wastes, strict=True)
    cards = [sum(map(len, own)) for own in piles]
    cards[seat] += bool(game.turned)
    others = min(number for own, number in enumerate(cards) if own != seat)
    game.play_out(player)
    won = game.outcome == "win" and game.winner == seat
    return wins / PLAYOUTS, others - cards[seat], won


def smoothed(given: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Shares of playouts as chances that are neither 0 nor 1."""
    return (given * PLAYOUTS + 0.5) / (PLAYOUTS + 1)


def log_loss(chance: Any, won: npt.NDArray[np.bool_]) -> float:
    """The mean of -log of what was given to what came."""
    return float(-np.log(np.where(won, chance, 1 - np.asarray(chance))).mean())


def logistic(lead: npt.NDArray[np.float64], won: npt.NDArray[np.bool_]) -> Any:
    """Coefficients of a logistic curve, of the greatest likelihood (Newton's), and their errors."""
    columns = np.column_stack((np.ones(len(lead)), lead))
    found = np.zeros(2)
    for _ in range(25):
        chance = 1 / (1 + np.exp(-columns @ found))
        curve = columns.T @ (columns * (chance * (1 - chance))[:, None])
        found = found + np.linalg.solve(curve + 1e-9 * np.eye(2), columns.T @ (won - chance))
    return found, np.sqrt(np.diag(np.linalg.inv(curve)))


def loss_row(variant: str, player: str, one: Forecasts) -> list[Cell]:
    """The log-losses of the three forecasts, on every second position."""
    fit, held = slice(0, None, 2), slice(1, None, 2)
    (base, slope), _ = logistic(one.lead[fit], one.won[fit])
    by_lead = 1 / (1 + np.exp(-(base + slope * one.lead[held])))
    won = one.won[held]
    bias = float((one.given - one.won).mean())
    losses = (
        log_loss(smoothed(one.given[held]), won),
        log_loss(by_lead, won),
        log_loss(np.full(len(won), one.won[fit].mean()), won),
    )
    told = (*(f"{loss:.3f}" for loss in losses), f"{100 * bias:+.1f} points")
    return [variant, player, len(one.won), *told]


def reliability(
    given: npt.NDArray[np.float64], won: npt.NDArray[np.bool_]
) -> Iterator[tuple[list[Cell], bool]]:
    """Yield a row for each tenth of what can be given, and whether what was won agrees with it."""
    tenth = np.minimum((given * BINS).astype(int), BINS - 1)
    for number in range(BINS):
        own = tenth == number
        if own.any():
            span = f"{100 * number // BINS} to {100 * (number + 1) // BINS}%"
            came = rate("wins", int(won[own].sum()), int(own.sum()))
            mean = given[own].mean()
            yield [span, came.n, f"{mean:.1%}", came], bool(came.low <= mean <= came.high)


def main() -> None:
    """Forecast, play on, and write the tables into the page."""
    every = {
        (variant, player): forecasts(variant, player, games)
        for player, games in GAMES.items()
        for variant in VARIANTS
    }
    given = np.concatenate([one.given for one in every.values()])
    won = np.concatenate([one.won for one in every.values()])
    tenths, held = zip(*reliability(given, won), strict=True)
    chance = smoothed(given)
    found, errors = logistic(np.log(chance / (1 - chance)), won)
    base, slope = (f"{x:.2f} ± {1.96 * error:.2f}" for x, error in zip(found, errors, strict=True))
    said = f"""There are {len(given):,} positions. In {sum(held)} of {len(held)} tenths the interval
of the games won contains the mean forecast. The logistic curve of games won over forecasts, in
log-odds, has slope {slope} and intercept {base}; for exact forecasts they would be 1 and 0.

"""
    head = ("given", "positions", "mean of what was given", "won")
    losses = markdown(LOSSES, [loss_row(*key, one) for key, one in every.items()])
    fill(PAGE, [said + markdown(head, tenths), losses])


if __name__ == "__main__":
    main()
