"""A linear policy for the vector environment, trained by evolution, against `uniform`.

The policy is softmax-free and tiny: it adds a weight for where a card comes from, one for where it
goes, and one for each pair of the two, and takes the legal action with the highest sum. CMA-ES
(`pip install cma`) seeks the weights by the share of games won; then they are tried on other games.
Run it as

    python docs/examples/train_policy.py [GENERATIONS] [GAMES]
"""

from __future__ import annotations

import argparse
from typing import Any

import cma
import numpy as np

from rbsim.envs import vector_env
from rbsim.intervals import wilson

HOUSE, RESERVE, HAND, WASTE, WORD = range(5)  # where a card comes from
KINDS = 5 * 5
MOST_STEPS = 600  # of a game; a policy that dawdles has not won


def kinds() -> Any:
    """The kind of each action: its source, and whether its place is a house, a load or the last."""
    source = np.repeat([HOUSE] * 9 + [RESERVE, HAND, WASTE], 16)
    place = np.tile([0] * 9 + [1] * 3 + [2] * 3 + [3], 12)
    return np.concatenate([source * 5 + place, WORD * 5 + np.arange(3)])


KIND = kinds()


def share_won(weights: Any, games: int, seed: int) -> float:
    """Return the share of games won by a policy, each the first of a slot."""
    envs = vector_env("standard", games, opponent="uniform", illegal="raise", copy=False)
    scores = np.asarray(weights, np.float32)[KIND]
    seen, _ = envs.reset(seed=seed)
    going, won = np.ones(games, bool), 0
    for _ in range(MOST_STEPS):
        actions = np.where(seen["action_mask"], scores, -np.inf).argmax(axis=1)
        seen, rewards, terminated, truncated, _ = envs.step(actions)
        won += int((rewards[going] > 0).sum())
        going &= ~(terminated | truncated)
        if not going.any():
            break
    return won / games


def train(generations: int, games: int) -> Any:
    """Return the weights at which the search ends."""
    options = {"seed": 1, "popsize": 10, "verbose": -9}
    search = cma.CMAEvolutionStrategy(np.zeros(KINDS), 1.0, options)
    for generation in range(generations):
        tried = search.ask()
        search.tell(tried, [-share_won(one, games, seed=generation) for one in tried])
    return search.result.xfavorite


def main(generations: int = 10, games: int = 64, trials: int = 400) -> tuple[float, float]:
    """Return the interval of the lead, games won less all others, of the trained policy."""
    before = share_won(np.zeros(KINDS), trials, seed=10_000)
    won = round(trials * share_won(train(generations, games), trials, seed=10_000))
    low, high = wilson(won, trials)
    print(f"untrained won {before:.0%}; trained won {won} of {trials}; "
          f"lead {2 * low - 1:+.2f} to {2 * high - 1:+.2f} (95%)")  # fmt: skip
    return 2 * low - 1, 2 * high - 1


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for word, usual in {"generations": 10, "games": 64}.items():
        parser.add_argument(word, nargs="?", type=int, default=usual, help=f"{usual} unless given")
    main(**vars(parser.parse_args()))
