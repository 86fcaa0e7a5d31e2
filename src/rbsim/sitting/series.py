"""Series: games that a person plays one after another, and the file in which they are kept."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from rbsim.games.reading import read
from rbsim.games.transcript import Transcript
from rbsim.games.writing import game_text
from rbsim.sitting.deals import PERSON, from_next_seat, next_deal
from rbsim.sitting.seated_game import SeatedGame


class Series:
    """The game that is played or goes on, those before it, and what all have scored in a match.

    `path` is their game file, which has those before already.
    """

    def __init__(self, game: Transcript, path: Path, before: Sequence[Transcript] = ()) -> None:
        self.game = SeatedGame(game)
        self.path = path
        self._before = [SeatedGame(one) for one in before if PERSON in one.players]
        self._texts = [game_text(one) for one in before]

    def text(self) -> str:
        """Return all games as a game file has them, the one that is played last."""
        return "\n".join([*self._texts, game_text(self.game.transcript())])

    # ---- one game after another ----

    def deal_next(self) -> None:
        """Leave the game for the next deal; ValueError where that cannot be."""
        if self.game.begun.match is not None and not self.game.is_over:
            raise ValueError("The match goes on when this game is over; it can be resigned.")
        if (winner := self.match_winner) is not None:
            raise ValueError(f"The match is over; it went to {self.name_of(winner)}.")
        self._begin(next_deal(self.game.begun))

    def change_seats(self) -> None:
        """Leave the game for the same deal, seen from the next seat; ValueError in a match."""
        if self.game.begun.match is not None:
            raise ValueError("In a match every deal is played once, from one's own seat.")
        self._begin(from_next_seat(self.game.begun))

    def _begin(self, game: Transcript) -> None:
        if self.game.has_moved or self.game.is_over:
            self._before.append(self.game)
            self._texts.append(game_text(self.game.transcript()))
        self.game = SeatedGame(game)

    # ---- a match (8.3) ----

    @property
    def match_points(self) -> tuple[int, ...] | None:
        """What each seat has scored in the games of the match; None if this is none."""
        begun = self.game.begun
        if begun.match is None:
            return None
        points = [0] * begun.rules.seats
        for one in (*self._before, self.game):
            if (one.begun.match, one.begun.seed) == (begun.match, begun.seed) and one.is_over:
                points = [sum(pair) for pair in zip(points, one.points(), strict=True)]
        return tuple(points)

    @property
    def match_winner(self) -> int | None:
        """The seat that has reached the target, if one has."""
        points = self.match_points
        if points is None or max(points) < self.game.begun.rules.target:
            return None
        return points.index(max(points))

    def name_of(self, seat: int) -> str:
        """Return who sits at a seat: you, or the player."""
        return "you" if seat == self.game.seat else self.game.begun.players[seat].partition("/")[0]


def opened(path: Path) -> Series:
    """Return the series of a person's file, whose last game goes on, or a new one."""
    *before, last = read(path)
    series = Series(last, path, before)
    if series.game.is_over:
        series.deal_next()
    return series


def taken_over(game: Transcript, players: Sequence[str]) -> Transcript:
    """Return a game of others that a person goes on with, its moves as they were.

    Raises ValueError if it is over.
    """
    if game.finished().is_over:
        raise ValueError("the last game of the file is over, so nobody can go on with it")
    return replace(game, players=tuple(players))
