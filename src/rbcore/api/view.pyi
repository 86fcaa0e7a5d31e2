"""View: what the seat to move can see, for players in Python."""

from typing import Final

from rbcore.rules.definition import Rules

HIDDEN: Final[str]
"""How a card is written that the seat cannot see: `??`."""

class View:
    """What the seat to move can see of a position, and what a person at the table would know.

    A pile is a tuple of cards as notation writes them (`Td`), bottom to top; a card that lies face
    down is `??`, so that `len` always tells how many there are. `str` is the position's line with
    the same signs (docs/notation.md). Views are equal if their rules and lines are.
    """

    @property
    def rules(self) -> Rules: ...
    @property
    def seat(self) -> int:
        """The seat to move, whose view it is."""
    @property
    def turn(self) -> int:
        """Turns ended so far."""
    @property
    def idle(self) -> tuple[int, ...]:
        """Turns each seat has ended since the last progress move (7.3)."""
    @property
    def turned(self) -> str:
        """The turned-up hand card, or ''."""
    @property
    def foundations(self) -> str:
        """The foundations as notation writes them."""
    @property
    def houses(self) -> tuple[tuple[str, ...] | None, ...]:
        """The houses, house 1 first; None for one that is closed (V1) or not laid yet (V14)."""
    @property
    def reserves(self) -> tuple[tuple[str, ...], ...]:
        """The reserves by seat."""
    @property
    def hands(self) -> tuple[tuple[str, ...], ...]:
        """The hands by seat, face down but for the own next card under V11; it is the last."""
    @property
    def wastes(self) -> tuple[tuple[str, ...], ...]:
        """The wastes by seat."""
