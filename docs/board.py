"""Write board.svg, the picture of docs/index.md and README.md: a game after 60 moves."""

from __future__ import annotations

from pathlib import Path

import rbcore
from rbcore.drawing.drawn import Drawing

FILE = Path(__file__).with_name("board.svg")


def drawing() -> Drawing:
    """Return the picture."""
    game = rbcore.Game.deal("standard", seed=1, game=0)
    for _ in range(60):
        game.apply(game.choose("greedy"))
    return game.draw()


if __name__ == "__main__":
    drawing().save(FILE, force=True)
