"""Playouts: what a seat can do in its turn, and who wins after it, in the same worlds for all."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt

import rbcore
from rbsim.arms.arm import all_cores
from rbsim.arms.pools import in_order
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

    `firsts` are the legal moves that come to the same, the first of `moves` among them.
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


# A count of playouts after a line is whole numbers: the wins of each seat, and behind these the
# games, those unfinished, and the worlds that the seat to move won after this line and not after
# the first, or the other way round.
Counts = npt.NDArray[np.int64]
GAMES, LEFT, GAINED, LOST = range(-4, 0)
NONE: Counts = np.zeros(1, np.int64)


def rate_of(count: Counts, seat: int) -> Figure:
    """Return the share of playouts that a seat won."""
    won, games, left = (int(count[i]) for i in (seat, GAMES, LEFT))
    return rate("won", won, games, left, unit="playouts")


def lead_of(count: Counts) -> tuple[float, float]:
    """Return how much more often the seat to move won than after the first line, and its error."""
    games, gained, lost = max(1, count[GAMES]), count[GAINED], count[LOST]
    lead = float((gained - lost) / games)
    return lead, math.sqrt(((gained + lost) / games - lead**2) / games)


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

    def play(self, lines: Sequence[Line], worlds: int) -> Counts:
        """Return how the lines came out in so many new worlds; many are played on all cores."""
        numbers = range(self.dealt + 1, self.dealt + worlds + 1)
        self.dealt += worlds
        if worlds <= PIECE:
            return self._play(lines, numbers)
        pieces = [numbers[i : i + PIECE] for i in range(0, worlds, PIECE)]
        counts: Counts = sum(in_order(partial(self._play, lines), pieces, all_cores()), NONE)
        return counts

    def _play(self, lines: Sequence[Line], numbers: range, stop: Stop = GOES_ON) -> Counts:
        """Return how the lines came out in worlds of some numbers, or in those before `stop`."""
        counts = np.zeros((len(lines), self.game.rules.seats - GAMES), np.int64)
        for number in numbers:
            if stop[0]:
                break
            world = self._world(number)
            first = None
            for line, count in zip(lines, counts, strict=True):
                played = world.clone()
                for move in line.moves:
                    played.apply(move)
                if not played.is_over:
                    played.play_out(self.players, seed=STREAMS + number)
                winner = played.winner if played.outcome == "win" else None
                if winner is not None:
                    count[winner] += 1
                won = winner == self.game.seat
                first = won if first is None else first
                count[GAMES:] += 1, played.outcome == "unfinished", won > first, won < first
        return counts
