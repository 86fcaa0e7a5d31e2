"""Playouts: who wins after each of some lines, with the same hidden cards for all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import rbcore
from rbsim.opinions.lines import Line
from rbsim.stats.intervals import Rate

STREAMS = 1 << 63  # the first seed of playouts, which are other streams than those of worlds


@dataclass
class Count:
    """Playouts after a line, and who won them."""

    wins: list[int]  # by seat
    games: int = 0
    unfinished: int = 0

    def add(self, other: Count) -> None:
        """Add playouts of the same line in other worlds."""
        self.wins = [a + b for a, b in zip(self.wins, other.wins, strict=True)]
        self.games += other.games
        self.unfinished += other.unfinished

    def rate(self, seat: int) -> Rate:
        """Return the share of playouts that a seat won."""
        return Rate(self.wins[seat], self.games, self.unfinished)


@dataclass
class Worlds:
    """Worlds of a game, one after another, each dealt once and played out after every line.

    A world is a determinization, which knows no more than the seat to move; or the game itself, if
    all cards are open.
    """

    game: rbcore.Game
    players: tuple[str, ...]
    seed: int
    is_open: bool = False
    dealt: int = 0

    def next(self) -> rbcore.Game:
        """Return another world."""
        self.dealt += 1
        if self.is_open:
            return self.game.clone()
        memory = "+memory" in self.players[self.game.seat]
        return self.game.determinize(self.seed, self.dealt, memory=memory)

    def count(self) -> Count:
        """Return a count of no playouts."""
        return Count([0] * self.game.rules.seats)

    def play(self, lines: Sequence[Line], worlds: int) -> list[Count]:
        """Return how the lines came out in so many new worlds."""
        counts = [self.count() for _ in lines]
        for _ in range(worlds):
            world = self.next()
            for line, count in zip(lines, counts, strict=True):
                self.play_one(world.clone(), line.moves, count)
        return counts

    def play_one(self, world: rbcore.Game, moves: Sequence[str], count: Count) -> int | None:
        """Make moves in a world and play it to its end; return the seat that won, if any."""
        for move in moves:
            world.apply(move)
        if not world.is_over:
            world.play_out(self.players, seed=STREAMS + self.dealt)
        count.games += 1
        count.unfinished += world.outcome == "unfinished"
        winner = world.winner if world.outcome == "win" else None
        if winner is not None:
            count.wins[winner] += 1
        return winner
