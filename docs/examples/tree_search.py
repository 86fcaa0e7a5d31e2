"""Information-set Monte Carlo tree search over rbcore.Game, against `uniform`.

After Cowling, Powley and Whitehouse (docs/glossary.md): one tree for all that may be hidden. Each
iteration deals the hidden cards anew, walks down the tree by the moves that are legal there, adds a
node, plays out in the core, and adds the return to the nodes that it came by. Run it as

    python docs/examples/tree_search.py [DEALS] [ITERATIONS]
"""

from __future__ import annotations

import math
import random
import sys
from dataclasses import dataclass, field

import rbcore
from rbsim.intervals import wilson

EXPLORE = 0.7  # how much a move that was seldom tried is preferred


@dataclass
class Node:
    """What is known of a series of moves: how often it was tried, could be, and what it gained."""

    tried: int = 0
    possible: int = 0
    gained: float = 0.0  # by the seat whose move leads here
    after: dict[int, Node] = field(default_factory=dict)

    def worth(self) -> float:
        """The upper confidence bound of its return."""
        if not self.tried:
            return math.inf
        return self.gained / self.tried + EXPLORE * math.sqrt(math.log(self.possible) / self.tried)


def search(game: rbcore.Game, iterations: int) -> int:
    """Return the action that was tried most."""
    root, rng = Node(), random.Random(game.ply)
    for i in range(iterations):
        world, path, node = game.determinize(seed=i, game=game.ply), [], root
        while not world.is_over:
            legal = world.legal_actions()
            rng.shuffle(legal)  # of equals any, or the first houses' cards would go to and fro
            for action in legal:
                node.after.setdefault(action, Node()).possible += 1
            best = max(legal, key=lambda action: node.after[action].worth())
            node = node.after[best]
            path.append((world.seat, node))
            world.apply(best)
            if not node.tried:
                break
        if not world.is_over:
            world.play_out("greedy", seed=i)
        for seat, node in path:
            node.tried += 1
            node.gained += world.returns()[seat]
    return max(root.after, key=lambda action: (root.after[action].tried, root.after[action].gained))


def play(number: int, seat: int, iterations: int) -> bool:
    """Play a deal against `uniform`; whether the search won."""
    game = rbcore.Game.deal(rbcore.variant("standard"), seed=1, game=number)
    while not game.is_over:
        legal = game.legal_actions()
        if game.seat != seat:
            game.apply(game.choose("uniform"))
        else:
            game.apply(search(game, iterations) if len(legal) > 1 else legal[0])
    return game.winner == seat


def main(deals: int = 10, iterations: int = 30) -> tuple[float, float]:
    """Return the interval of the lead: games won less all others, of each deal in both seats."""
    won = sum(play(number, seat, iterations) for number in range(deals) for seat in (0, 1))
    low, high = wilson(won, 2 * deals)
    print(f"won {won} of {2 * deals}; lead {2 * low - 1:+.2f} to {2 * high - 1:+.2f} (95%)")
    return 2 * low - 1, 2 * high - 1


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
