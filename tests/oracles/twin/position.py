"""A whole position: piles of card texts, bottom to top."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class House:
    cards: list[str] = field(default_factory=list)
    down: int = 0  # how many of them, from the bottom, lie face down (V8)
    mark: str = ""  # "x" closed for good (V1), "." not laid yet (V14)

    @property
    def vacant(self) -> bool:
        """A space; a closed house and one not laid yet are none."""
        return not self.cards and not self.mark

    def copy(self) -> House:
        return House(self.cards.copy(), self.down, self.mark)


@dataclass
class Player:
    reserve: list[str] = field(default_factory=list)
    down: int = 0  # how many of the reserve, from the bottom, lie face down
    hand: list[str] = field(default_factory=list)  # the last card is turned up next
    waste: list[str] = field(default_factory=list)
    known: bool = False  # the hand was a waste before
    idle: int = 0  # turns ended since the last progress move (7.3)

    @property
    def shows(self) -> bool:
        """The reserve has a top card and it is face up (1.3)."""
        return len(self.reserve) > self.down

    def copy(self) -> Player:
        return Player(
            self.reserve.copy(),
            self.down,
            self.hand.copy(),
            self.waste.copy(),
            self.known,
            self.idle,
        )


@dataclass
class State:
    seat: int  # to move; -1 as long as nobody has started
    turned: str  # the turned-up hand card or ""
    foundations: dict[str, list[int]]  # heights of each suit's piles, tallest first
    houses: list[House]
    players: list[Player]
    turn: int = 0  # turns ended in the game
    fresh: bool = False  # no move made in this turn yet (V10, only kept under it)
    looked: bool = False  # has looked at the next hand card, turned none since (V11, only there)
    first: set[int] = field(default_factory=set)  # first turn not over (V12, V14, only there)
    left: int | None = None  # moves that the first turn still has (V19)
    from_ace: bool = True  # foundations start at the ace
    base: int = 0  # or, when not from_ace, at this rank; 0 as long as none is fixed (V15)

    def copy(self) -> State:
        return State(
            self.seat,
            self.turned,
            {suit: heights.copy() for suit, heights in self.foundations.items()},
            [house.copy() for house in self.houses],
            [player.copy() for player in self.players],
            self.turn,
            self.fresh,
            self.looked,
            self.first.copy(),
            self.left,
            self.from_ace,
            self.base,
        )

    def key(self) -> tuple[object, ...]:
        """What 7.3 and 7.4 compare: all but `looked`, `known`, `idle` and `turn`."""
        return (
            self.seat,
            self.turned,
            tuple(tuple(heights) for heights in self.foundations.values()),
            tuple((tuple(h.cards), h.down, h.mark) for h in self.houses),
            tuple((tuple(p.reserve), p.down, tuple(p.hand), tuple(p.waste)) for p in self.players),
            self.fresh,
            tuple(sorted(self.first)),
            self.left,
            self.base,
        )

    @property
    def own(self) -> Player:
        """The piles of the seat to move."""
        return self.players[self.seat]
