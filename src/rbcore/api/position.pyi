"""Positions and perft: what Python sees of the rules."""

from typing import Final, Self

from rbcore.api.verdict import Verdict
from rbcore.api.view import View
from rbcore.rules.definition import Rules

OUTCOMES: Final[tuple[str, ...]]
"""How a game can end; a row's `outcome` is an index into this."""

class Position:
    """A position under some rules: parse or deal one, list its moves, apply them.

    Equality and hash are those of the rules and the text. Positions pickle through their text.
    """

    @classmethod
    def parse(cls, text: str, rules: Rules, *, study: bool = False) -> Self:
        """Read a line of notation (docs/notation.md); a `study` may lack cards.

        Raises ValueError, in one sentence that names the field, for what no game can show.
        """

    @classmethod
    def deal(cls, rules: Rules, seed: int, game: int) -> Self:
        """Game number `game` of a seed as dealt, the starter to move (2, 3).

        Both numbers run from 0 to 2**64 - 1. Raises ValueError outside of that.
        """

    @property
    def rules(self) -> Rules: ...
    @property
    def seat(self) -> int:
        """The seat to move; after a win, the winner."""
    @property
    def turn(self) -> int:
        """Turns ended so far."""
    @property
    def idle(self) -> tuple[int, ...]:
        """Turns each seat has ended since the last progress move (7.3)."""
    @property
    def winner(self) -> int | None:
        """The seat that has won (7.1), or None."""
    @property
    def turned(self) -> str:
        """The turned-up hand card, or ''."""
    @property
    def foundations(self) -> str:
        """The foundations as notation writes them."""
    @property
    def houses(self) -> list[str]:
        """The houses as notation writes them, house 1 first."""
    def reserve(self, seat: int) -> str:
        """A seat's reserve as notation writes it; likewise `hand` and `waste`."""
    def hand(self, seat: int) -> str: ...
    def waste(self, seat: int) -> str: ...
    def fingerprint(self) -> int:
        """A 64-bit hash of all but `idle` and `turn`: what 7.4 (b) compares."""
    def view(self) -> View:
        """What the seat to move sees."""
    def moves(self) -> list[str]:
        """The legal moves, sorted; none once the position is won."""
    def judge(self, move: str) -> Verdict:
        """The Stop! verdict on an attempted move (section 6).

        Raises ValueError for what is no move of these rules, and when the game is won.
        """
    def apply(self, move: str) -> None:
        """Make a legal move in place. Raises ValueError, and changes nothing, if it is not."""
    def blocked(self, search_limit: int = ...) -> bool | None:
        """Whether the position is blocked (7.3), decided exactly; None if the search gave up.

        The search gives up after `search_limit` arrangements of the houses, or positions where
        those do not decide (1 to 2**24), and 16,384 moves deep.
        """
    def scores(self, outcome: str) -> tuple[int, ...]:
        """The seats' scores (section 8) if the game ended here so.

        Raises ValueError for an unknown outcome and for a `win` that nobody has.
        """
    def copy(self) -> Self:
        """A position of its own, which moves do not share."""
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: object) -> Self: ...

def choose(position: Position, player: str, seed: int = 0, game: int = 0) -> str:
    """The move that a player would make; one that draws does so from the start of a game's stream.

    Raises ValueError for an unknown player, and when the game is won.
    """

def imagine(position: Position, seed: int = 0, game: int = 0) -> Position:
    """The position with its hidden cards dealt anew: one that the seat to move must reckon with.

    The hidden places get the cards that are in sight nowhere, any way as likely that leaves each
    seat's pack its own (docs/players.md); `seed` and `game` name the stream that is drawn from.
    `search` plays on in such positions. Of a study, any cards in sight nowhere may be dealt.
    """

def perft(position: Position, depth: int) -> int:
    """Number of sequences of `depth` legal moves (docs/notation.md); ends by win are cut short.

    The last ply is counted without being played. Raises ValueError unless depth is 0 to 64.
    """
