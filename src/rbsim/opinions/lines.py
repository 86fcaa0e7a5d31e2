"""Lines: what a seat can do in its turn before it learns anything new."""

from dataclasses import dataclass

import rbcore

LONGEST = 16  # moves; what a player does later in the same turn is left to the playouts
SPECIAL = ("turn", "waste", "pass")


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
