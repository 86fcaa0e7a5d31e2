"""Playouts: what a seat can do in its turn, and who wins after it, in the same worlds for all."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

import rbcore
from rbsim.arms.arm import all_cores
from rbsim.arms.pools import in_order, split
from rbsim.arms.rows import Stop
from rbsim.figures import Figure, rate

LONGEST = 16  # moves; what a player does later in the same turn is left to the playouts
SPECIAL = ("turn", "waste", "pass")
STREAMS = 1 << 63  # the first seed of playouts, which are other streams than those of worlds
PIECE = 100  # worlds that a thread plays at a time
GOES_ON = np.zeros(1, np.uint8)


@dataclass(frozen=True)
class Line:
    """Moves of known cards, up to where a card is turned up or the turn ends.

    Attributes
    ----------
    moves : tuple of str
        What is played.
    firsts : tuple of str
        The legal moves that come to the same, the first of `moves` among them.
    """

    moves: tuple[str, ...]
    firsts: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(self.moves)


def lines_of(game: rbcore.Game, player: str, seed: int) -> list[Line]:
    """Return a line for each legal move, which a player goes on with; equal ones are one.

    Lines are equal if the cards lie the same after them and the same seat is to move. Of these the
    shortest is kept.
    """
    steady = player.partition("~")[0]  # who goes on without erring
    found: dict[tuple[int, int], list[tuple[str, ...]]] = {}
    for move in game.moves():
        moves, end = _line(game, move, steady, seed)
        found.setdefault((end.position().fingerprint(), end.seat), []).append(moves)
    return [Line(min(same, key=len), tuple(moves[0] for moves in same)) for same in found.values()]


def _line(
    game: rbcore.Game, move: str, player: str, seed: int
) -> tuple[tuple[str, ...], rbcore.Game]:
    """Return the line that a move begins, and the game after it."""
    after = game.clone()
    moves = [move]
    unseen = len(after.view().unseen)
    after.apply(move)
    while (
        not after.is_over
        and after.seat == game.seat
        and moves[-1] not in SPECIAL
        and len(after.view().unseen) == unseen
        and len(moves) < LONGEST
    ):
        # By the position: nobody slips here, and no plan of the game's own is followed.
        moves.append(after.position().choose(player, seed))
        after.apply(moves[-1])
    return tuple(moves), after


@dataclass
class Count:
    """Playouts after a line, and who won them."""

    wins: list[int]  # by seat
    games: int = 0
    unfinished: int = 0
    gained: int = 0  # worlds that the seat to move won after this line, not after the first
    lost: int = 0  # and the other way round

    def add(self, other: Count) -> None:
        """Add playouts of the same line in other worlds."""
        self.wins = [a + b for a, b in zip(self.wins, other.wins, strict=True)]
        self.games += other.games
        self.unfinished += other.unfinished
        self.gained += other.gained
        self.lost += other.lost

    @property
    def lead(self) -> float:
        """How much more often the seat to move won than after the first line."""
        return (self.gained - self.lost) / max(1, self.games)

    @property
    def error(self) -> float:
        """The standard error of the lead, by the differences in each world."""
        games = max(1, self.games)
        return math.sqrt(((self.gained + self.lost) / games - self.lead**2) / games)

    def rate(self, seat: int) -> Figure:
        """Return the share of playouts that a seat won."""
        return rate("won", self.wins[seat], self.games, self.unfinished, unit="playouts")


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
        return self._world(self.dealt)

    def _world(self, number: int) -> rbcore.Game:
        if self.is_open:
            return self.game.clone()
        memory = "+memory" in self.players[self.game.seat]
        return self.game.determinize(self.seed, number, memory=memory)

    def count(self) -> Count:
        """Return a count of no playouts."""
        return Count([0] * self.game.rules.seats)

    def play(self, lines: Sequence[Line], worlds: int) -> list[Count]:
        """Return how the lines came out in so many new worlds; many are played on all cores."""
        numbers = range(self.dealt + 1, self.dealt + worlds + 1)
        self.dealt += worlds
        if worlds <= PIECE:
            return self._play(lines, numbers)
        counts = [self.count() for _ in lines]
        pieces = split(numbers, PIECE, worlds)
        for part in in_order(partial(self._play, lines), pieces, all_cores()):
            for count, more in zip(counts, part, strict=True):
                count.add(more)
        return counts

    def _play(self, lines: Sequence[Line], numbers: range, stop: Stop = GOES_ON) -> list[Count]:
        """Return how the lines came out in worlds of some numbers, or in those before `stop`."""
        counts = [self.count() for _ in lines]
        for number in numbers:
            if stop[0]:
                break
            world = self._world(number)
            first = None
            for line, count in zip(lines, counts, strict=True):
                won = self._play_one(world.clone(), number, line.moves, count) == self.game.seat
                first = won if first is None else first
                count.gained += won and not first
                count.lost += first and not won
        return counts

    def _play_one(
        self, world: rbcore.Game, number: int, moves: Sequence[str], count: Count
    ) -> int | None:
        """Make moves in a world and play it to its end; return the seat that won."""
        for move in moves:
            world.apply(move)
        if not world.is_over:
            world.play_out(self.players, seed=STREAMS + number)
        count.games += 1
        count.unfinished += world.outcome == "unfinished"
        winner = world.winner if world.outcome == "win" else None
        if winner is not None:
            count.wins[winner] += 1
        return winner
