"""What tests of environments share: agents that play by a rule, and positions with a twist."""

import random
from typing import Any

import numpy as np

import rbcore
from support.players import shuffled


def pick(mask: Any, rng: random.Random) -> int:
    """A legal action drawn at random."""
    return rng.choice(np.flatnonzero(mask).tolist())


def alike(games: int, seed: int, variant: str) -> list[tuple[rbcore.Game, rbcore.Game]]:
    """Pairs of games that differ in hidden cards alone, at several moves of some games."""
    rng, rules, found = random.Random(seed), rbcore.variant(variant), []
    for number in range(games):
        position, moves, _ = rbcore.trace(rules, ("greedy",) * rules.seats, seed, number)
        for i, move in enumerate(moves[:150]):
            if i % 17 == 0:
                other = shuffled(position, rng, memory=True)
                if other != position:
                    one, two = (rbcore.Game.start(p, seed=seed) for p in (position, other))
                    found.append((one, two))
            position.apply(move)
    assert len(found) > 4
    return found
