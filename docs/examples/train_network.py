"""A trained baseline: a small network in NumPy that learns from `greedy`.

It learns by imitation, not from rewards: of each decision of `greedy` in some games it gets what
lies on the table, the legal actions and the one chosen, and learns to choose alike, by cross
entropy and Adam. The same seed makes the same weights, which are saved. Then it plays `greedy`,
itself as it was before, and `uniform`. Run it as

    python docs/examples/train_network.py [--games N] [--epochs N] [--seed N] [--out FILE]
    python docs/examples/train_network.py --play FILE [--deals N]
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import rbcore
import rbsim

RULES = rbcore.variant("standard")
ACTIONS = 195
UNITS = 128
CODES = 64  # of cards, of heights and of sizes: one vector for each, in each place
Weights = dict[str, Any]


def tops(piles: Any, below: int = 0) -> Any:
    """The last card of each pile, or one below it; 0 where there is none."""
    at = np.count_nonzero(piles, axis=-1, keepdims=True) - 1 - below
    return np.where(at < 0, 0, np.take_along_axis(piles, np.maximum(at, 0), axis=-1))[..., 0]


def see(views: rbcore.Views) -> Any:
    """What the network sees: a code for each place, in a row for each game."""
    n = len(views.game)
    houses = [tops(views.houses, below) for below in range(3)]
    reserves = np.minimum(np.count_nonzero(views.reserves, axis=2), 15)
    places = [*houses, tops(views.reserves), reserves, tops(views.wastes), views.turned[:, None],
              views.heights.reshape(n, -1), views.seat[:, None]]  # fmt: skip
    return np.hstack(places).astype(np.int16)


def lessons(games: int, seed: int) -> Iterator[tuple[Any, Any, int]]:
    """Yield what `greedy` saw, what was legal and what it chose, where it had a choice."""
    for number in range(games):
        game = rbcore.Game.deal(RULES, seed, number)
        while not game.is_over:
            views, action = game.observation(), game.action(game.choose("greedy"))
            if np.count_nonzero(views.legal) > 1:
                yield see(views)[0], views.legal[0].copy(), action
            game.apply(action)


def untrained(seed: int) -> Weights:
    """Return the weights before learning."""
    rng, places = np.random.default_rng(seed), len(next(lessons(1, seed))[0])
    return {
        "codes": rng.normal(0, 0.1, (places * CODES, UNITS)).astype(np.float32),
        "bias": np.zeros(UNITS, np.float32),
        "out": rng.normal(0, 0.1, (UNITS, ACTIONS)).astype(np.float32),
        "out_bias": np.zeros(ACTIONS, np.float32),
    }


def forward(weights: Weights, seen: Any, legal: Any) -> tuple[Any, Any, Any]:
    """Return the inputs, one of each place's codes at 1, the units, and each action's share."""
    inputs = np.zeros((len(seen), len(weights["codes"])), np.float32)
    np.put_along_axis(inputs, seen + np.arange(seen.shape[1]) * CODES, 1, axis=1)
    units = np.maximum(inputs @ weights["codes"] + weights["bias"], 0)
    scores = np.where(legal, units @ weights["out"] + weights["out_bias"], -np.inf)
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    return inputs, units, shares / shares.sum(axis=1, keepdims=True)


def train(games: int, epochs: int, seed: int = 1) -> Iterator[tuple[Weights, float]]:
    """Yield the weights, and how often decisions kept back are greedy's, before and each epoch."""
    seen, legal, chosen = map(np.array, zip(*lessons(games, seed), strict=True))
    weights, rng = untrained(seed), np.random.default_rng(seed)
    moments = [{name: np.zeros_like(w) for name, w in weights.items()} for _ in range(2)]
    kept, rows = np.split(np.arange(len(seen)), [len(seen) // 20])
    step = 0
    for epoch in range(epochs + 1):
        shares = forward(weights, seen[kept], legal[kept])[2]
        alike = float((shares.argmax(axis=1) == chosen[kept]).mean())
        yield {name: w.copy() for name, w in weights.items()}, alike
        if epoch == epochs:
            return
        for some in np.array_split(rng.permutation(rows), max(1, len(rows) // 256)):
            inputs, units, error = forward(weights, seen[some], legal[some])
            error[np.arange(len(some)), chosen[some]] -= 1
            back = (error @ weights["out"].T) * (units > 0)
            slopes = {"codes": inputs.T @ back, "bias": back.sum(0), "out": units.T @ error,
                      "out_bias": error.sum(0)}  # fmt: skip
            step += 1
            rate = 0.003 * (1 - epoch / epochs) * np.sqrt(1 - 0.999**step) / (1 - 0.9**step)
            for name, slope in slopes.items():
                slope /= len(some)
                moments[0][name] += 0.1 * (slope - moments[0][name])
                moments[1][name] += 0.001 * (slope**2 - moments[1][name])
                weights[name] -= rate * moments[0][name] / (np.sqrt(moments[1][name]) + 1e-8)


def draw(shares: Any, views: rbcore.Views) -> Any:
    """Return an action of each row, drawn by its shares from nothing but the game and the move."""
    upto = np.cumsum(shares, axis=1)
    mixed = (views.game << np.uint64(20)) + views.move + np.uint64(1)
    for factor in (0xBF58476D1CE4E5B9, 0x94D049BB133111EB):  # as SplitMix64 mixes
        mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(factor)
    return (upto > (mixed >> np.uint64(11))[:, None] / 2.0**53 * upto[:, -1:]).argmax(axis=1)


def player(weights: Weights, name: str) -> rbsim.Player:
    """Return a player that draws by the squared shares: one that does not, may go to and fro."""

    def choose(views: rbcore.Views) -> Any:
        return draw(forward(weights, see(views), views.legal)[2] ** 2, views)

    return rbsim.Player(choose, width=256, name=name, version="1")


def load(path: str | Path) -> rbsim.Player:
    """Return the player of saved weights, for `rbsim.ladder` and every other study."""
    with np.load(path) as saved:
        return player(dict(saved), "network")


def measure(
    network: rbsim.Player, opponents: Sequence[str | rbsim.Player], deals: int
) -> tuple[float, float]:
    """Print a line for each opponent; return the interval of the lead over the last."""
    for opponent in opponents:
        duel = rbsim.ladder(network, opponent, games=deals, seed=2)
        lead = duel.figure("lead")
        print(f"against {opponent}: won {duel.figure('won').text}; "
              f"lead {lead.low:+.2f} to {lead.high:+.2f} (95%)")  # fmt: skip
    return lead.low, lead.high


def main(
    games: int = 400, epochs: int = 5, deals: int = 20, seed: int = 1, out: Path | None = None
) -> tuple[float, float]:
    """Train, save and measure; return the interval of the lead over `uniform`."""
    (start, alike), *course = train(games, epochs, seed)
    print("decisions alike, by epoch:", *(f"{one:.1%}" for one in (alike, *(a for _, a in course))))
    if out is not None:
        np.savez(out, **course[-1][0])
        print(f"weights in {out}")
    network, before = player(course[-1][0], "network"), player(start, "untrained")
    return measure(network, ("greedy", before, "uniform"), deals)


def run(
    words: tuple[str, ...], about: str | None, name: str, says: dict[str, tuple[int, str]],
    main: Callable[..., Any], load: Callable[[Path], rbsim.Player],
) -> None:  # fmt: skip
    """Train or play as a command line asks; of each number it says what is usual, and of what."""
    parser = argparse.ArgumentParser(
        description=about, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    says = {**says, "deals": (20, "against each opponent, in both seats")}
    for word, (usual, said) in says.items():
        parser.add_argument(f"--{word}", type=int, default=usual, help=f"{said}: {usual}")
    parser.add_argument("--seed", type=int, default=1, help="of games and choices: 1")
    parser.add_argument("--out", type=Path, default=f"{name}.npz", help=f"of weights: {name}.npz")
    parser.add_argument("--play", type=Path, help="do not train; measure these weights")
    asked = vars(parser.parse_args(words))
    if min(asked[word] for word in says) < 1:
        parser.error(f"{', '.join(says)} are at least 1")
    if (saved := asked.pop("play")) is None:
        main(**asked)
    elif not saved.exists():
        parser.error(f"{saved} is not there; training writes it")
    else:
        measure(load(saved), ("greedy", "uniform"), asked["deals"])


def command(*words: str) -> None:
    """Do what is asked on the command line."""
    says = {"games": (400, "of greedy, to learn from"), "epochs": (5, "how often it sees them")}
    run(words, __doc__, "network", says, main, load)


if __name__ == "__main__":
    command(*sys.argv[1:])
