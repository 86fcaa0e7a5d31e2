"""A position as lists of card texts, and how it is read and written (docs/notation.md)."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field

RANKS = "A23456789TJQK"
SUITS = "cdhs"


def rank(card: str) -> int:
    return RANKS.index(card[0]) + 1


def red(card: str) -> bool:
    return card[1] in "dh"


@dataclass
class Seat:
    reserve: list[str] = field(default_factory=list)
    down: int = 0  # cards of the reserve that lie face down
    hand: list[str] = field(default_factory=list)
    waste: list[str] = field(default_factory=list)
    idle: int = 0


@dataclass
class State:
    seat: int
    turned: str
    heights: dict[str, list[int]]
    houses: list[list[str]]
    seats: list[Seat]
    turn: int = 0

    def copy(self) -> State:
        return deepcopy(self)

    @property
    def own(self) -> Seat:
        return self.seats[self.seat]

    @property
    def other(self) -> Seat:
        return self.seats[1 - self.seat]


def cards(text: str) -> list[str]:
    text = "" if text == "-" else text
    return [text[i : i + 2] for i in range(0, len(text), 2)]


def read(text: str) -> State:
    """Read a well-formed line."""
    seat, turned, foundations, houses, *rest = text.split(" ")
    state = State(
        seat=int(seat),
        turned="" if turned == "-" else turned,
        heights={
            foundations[i]: [RANKS.find(top) + 1 for top in foundations[i + 1 : i + 3]]
            for i in range(0, len(foundations), 3)
        },
        houses=[cards(house) for house in houses.split("|")] if houses != "-" else [],
        seats=[],
    )
    for player in rest[:2]:
        reserve, hand, waste = player.split("/")
        hidden, _, shown = reserve.rpartition(")")
        down = cards(hidden[1:])
        state.seats.append(Seat(down + cards(shown), len(down), cards(hand), cards(waste)))
    for key, value in (part.split("=") for part in rest[2:]):
        if key == "turn":
            state.turn = int(value)
        else:
            for s, idle in zip(state.seats, value.split(","), strict=True):
                s.idle = int(idle)
    return state


def write(state: State) -> str:
    def pile(cards: list[str], down: int = 0) -> str:
        hidden = "(" + "".join(cards[:down]) + ")" if down else ""
        return hidden + "".join(cards[down:]) or "-"

    heights = "".join(
        suit + "".join("-" if h == 0 else RANKS[h - 1] for h in state.heights[suit])
        for suit in SUITS
    )
    parts = [
        str(state.seat),
        state.turned or "-",
        heights,
        "|".join(pile(house) for house in state.houses) or "-",
        *(f"{pile(s.reserve, s.down)}/{pile(s.hand)}/{pile(s.waste)}" for s in state.seats),
    ]
    if any(s.idle for s in state.seats):
        parts.append("idle=" + ",".join(str(s.idle) for s in state.seats))
    if state.turn:
        parts.append(f"turn={state.turn}")
    return " ".join(parts)
