"""Information-set Monte Carlo tree search as a player, against `uniform`.

After Cowling, Powley and Whitehouse (docs/glossary.md): one tree for all that may be hidden. Each
iteration deals the hidden cards anew, walks down the tree by the moves that are legal there, adds a
node, plays out in the core, and adds the return to the nodes that it came by. Run it as

    python docs/examples/tree_search.py [DEALS] [ITERATIONS]
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

import rbcore
import rbsim

EXPLORE = 0.7  # how much a move that was seldom tried is preferred


@dataclass
class Node:
    """What is known of a series of moves: how often it was tried, could be, and what it gained."""

    tried: int = 0
    possible: int = 0
    gained: float = 0.0  # by the seat whose move leads here
    after: dict[str, Node] = field(default_factory=dict)

    def worth(self) -> float:
        """The upper confidence bound of its return."""
        if not self.tried:
            return math.inf
        return self.gained / self.tried + EXPLORE * math.sqrt(math.log(self.possible) / self.tried)


@dataclass(frozen=True)
class TreeSearch:
    """A player for every study; `start` gives each seat of a game its own random numbers."""

    iterations: int
    version = "1"

    def start(self, rng: np.random.Generator) -> Callable[[rbcore.View, tuple[str, ...]], str]:
        """Return what chooses in one game."""
        return lambda view, moves: search(view, self.iterations, rng)


def search(view: rbcore.View, iterations: int, rng: np.random.Generator) -> str:
    """Return the move that was tried most."""
    root = Node()
    for seed in map(int, rng.integers(2**63, size=iterations)):
        world, path, node = rbcore.Game.start(view.determinize(seed), seed=seed), [], root
        while not world.is_over:
            legal = rng.permutation(world.moves()).tolist()  # of equals any, not the first houses'
            for move in legal:
                node.after.setdefault(move, Node()).possible += 1
            best = max(legal, key=lambda move: node.after[move].worth())
            node = node.after[best]
            path.append((world.seat, node))
            world.apply(best)
            if not node.tried:
                break
        if not world.is_over:
            world.play_out("greedy")
        for seat, node in path:
            node.tried += 1
            node.gained += world.returns()[seat]
    return max(root.after, key=lambda move: (root.after[move].tried, root.after[move].gained))


def main(deals: int = 10, iterations: int = 30) -> tuple[float, float]:
    """Return the interval of the lead: games won less all others, of each deal in both seats."""
    player = rbsim.Player(TreeSearch(iterations), name="tree")
    lead = rbsim.ladder(player, "uniform", games=deals).figure("lead")
    print(f"{deals} deals in both seats: lead {lead.low:+.2f} to {lead.high:+.2f} (95%)")
    return lead.low, lead.high


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for word, usual in {"deals": 10, "iterations": 30}.items():
        parser.add_argument(word, nargs="?", type=int, default=usual, help=f"{usual} unless given")
    main(**vars(parser.parse_args()))
