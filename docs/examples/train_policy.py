"""A policy that learns by reinforcement, from the rewards of the vector environment alone.

It is tiny: each action has a weight for where its card comes from and where it goes, 25 kinds in
all, and is drawn by softmax. REINFORCE (Williams 1992) climbs the expected reward: of each finished
game, win 1 and loss -1 less the mean, times the sum of what its choices would raise; Adam makes the
steps. The same seed makes the same weights, which are saved. Run it as

    python docs/examples/train_policy.py [--updates N] [--games N] [--seed N] [--out FILE]
    python docs/examples/train_policy.py --play FILE [--deals N]
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from train_network import draw, measure, run

import rbcore
import rbsim
from rbsim.envs import vector_env

HOUSE, RESERVE, HAND, WASTE, WORD = range(5)  # where a card comes from
KINDS = 5 * 5
OPPONENT = "greedy"


def kinds() -> Any:
    """The kind of each action: its source, and whether its place is a house, a load or the last."""
    source = np.repeat([HOUSE] * 9 + [RESERVE, HAND, WASTE], 16)
    place = np.tile([0] * 9 + [1] * 3 + [2] * 3 + [3], 12)
    return np.concatenate([source * 5 + place, WORD * 5 + np.arange(3)])


KIND = kinds()
IS_KIND = np.eye(KINDS)[KIND]


def shares(weights: Any, legal: Any) -> Any:
    """Return the share of each legal action."""
    found = legal * np.exp(weights - weights.max())[KIND]
    return found / found.sum(axis=1, keepdims=True)


def train(updates: int, games: int, seed: int = 1) -> Iterator[tuple[Any, float]]:
    """Yield the weights after each update, and the share won of the games that it is made of."""
    rng, weights, moments = np.random.default_rng(seed), np.zeros(KINDS), np.zeros((2, KINDS))
    envs = vector_env("standard", games, OPPONENT, illegal="raise", copy=False, max_turns=200)
    seen, _ = envs.reset(seed=seed)
    raised, ended = np.zeros((games, KINDS)), list[tuple[float, Any]]()
    for update in range(1, updates + 1):
        while len(ended) < games:
            share = shares(weights, seen["action_mask"])
            upto = share.cumsum(axis=1)
            actions = (upto > rng.random((games, 1)) * upto[:, -1:]).argmax(axis=1)
            raised += IS_KIND[actions] - share @ IS_KIND
            seen, rewards, terminated, truncated, _ = envs.step(actions)
            for row in np.flatnonzero(terminated | truncated):
                ended.append((rewards[row], raised[row].copy()))
                raised[row] = 0
        gained, sums = (np.array(own) for own in zip(*ended, strict=True))
        ended.clear()
        slope = ((gained - gained.mean())[:, None] * sums).mean(axis=0)
        moments[0] += 0.1 * (slope - moments[0])
        moments[1] += 0.01 * (slope**2 - moments[1])
        step = np.sqrt(moments[1] / (1 - 0.99**update)) + 1e-8
        weights = weights + 0.1 * moments[0] / (1 - 0.9**update) / step
        yield weights, float((gained > 0).mean())


def player(weights: Any, name: str) -> rbsim.Player:
    """Return a player for every study."""

    def choose(views: rbcore.Views) -> Any:
        return draw(shares(weights, views.legal), views)

    return rbsim.Player(choose, width=256, name=name, version="1")


def load(path: str | Path) -> rbsim.Player:
    """Return the player of saved weights."""
    with np.load(path) as saved:
        return player(saved["weights"], "policy")


def main(
    updates: int = 60, games: int = 128, deals: int = 20, seed: int = 1, out: Path | None = None
) -> tuple[float, float]:
    """Train, save and measure; return the interval of the lead over `uniform`."""
    course = list(train(updates, games, seed))
    won, weights = [f"{won:.0%}" for _, won in course], course[-1][0]
    print(f"won against {OPPONENT}, every tenth update and the last:", *won[:-1:10], won[-1])
    if out is not None:
        np.savez(out, weights=weights)
        print(f"weights in {out}")
    return measure(player(weights, "policy"), (OPPONENT, "uniform"), deals)


def command(*words: str) -> None:
    """Do what is asked on the command line."""
    says = {"updates": (60, "of the weights"), "games": (128, "of each update")}
    run(words, __doc__, "policy", says, main, load)


if __name__ == "__main__":
    command(*sys.argv[1:])
