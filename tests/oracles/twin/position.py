"""A position: piles of card texts, bottom to top; and as a line of text (notation.md)."""

from __future__ import annotations

from dataclasses import dataclass, field

from .rules import RANKS, SUITS, Rules, rank


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


def fits_foundation(state: State, card: str) -> bool:
    """1.4: some pile of the suit has height r-1; V15 counts ranks from the base."""
    start = 1 if state.from_ace else state.base
    if start == 0:  # V15: no card has been turned yet
        return False
    return (rank(card) - start) % 13 in state.foundations[card[1]]


def _cards(text: str) -> list[str]:
    return [] if text == "-" else [text[i : i + 2] for i in range(0, len(text), 2)]


def _pile(text: str) -> tuple[list[str], int]:
    """The cards of a pile and how many of them lie face down."""
    hidden, closing, shown = text.rpartition(")")
    down = _cards(hidden[1:]) if closing else []
    return down + _cards(shown), len(down)


def _house(text: str) -> House:
    return House(mark=text) if text in ("x", ".") else House(*_pile(text))


def _player(text: str) -> Player:
    reserve, hand, waste = text.split("/")
    cards, down = _pile(reserve)
    return Player(cards, down, _cards(hand), _cards(waste))


def _height(top: str, start: int) -> int:
    """Of a foundation with this top rank, when foundations start at `start` (1.4, V15)."""
    return 0 if top == "-" else (RANKS.index(top) + 1 - start) % 13 + 1


def _top(height: int, start: int) -> str:
    return "-" if height == 0 else RANKS[(start - 1 + height - 1) % 13]


def read(text: str, rules: Rules) -> State:
    """Read a well-formed line."""
    parts = text.split(" ")
    seat, turned, foundations, houses = parts[:4]
    keys = dict(part.split("=") for part in parts[4 + rules.seats :])
    from_ace = rules.foundation_base == "ace"
    base = RANKS.index(keys["base"]) + 1 if "base" in keys else 0
    start = 1 if from_ace else base
    width = 1 + rules.packs  # the suit's letter, then a rank for each pile
    state = State(
        seat=int(seat),
        turned="" if turned == "-" else turned,
        foundations={
            foundations[i]: [_height(top, start) for top in foundations[i + 1 : i + width]]
            for i in range(0, len(foundations), width)
        },
        houses=[_house(house) for house in houses.split("|")] if rules.houses else [],
        players=[_player(part) for part in parts[4 : 4 + rules.seats]],
        turn=int(keys.get("turn", 0)),
        fresh=keys.get("fresh") == "1",
        looked=keys.get("looked") == "1",
        first={int(digit) for digit in keys.get("first", "")},
        left=int(keys["left"]) if "left" in keys else None,
        from_ace=from_ace,
        base=base,
    )
    if "known" in keys:
        for seat in keys["known"].split(","):
            state.players[int(seat)].known = True
    if "idle" in keys:
        for player, idle in zip(state.players, keys["idle"].split(","), strict=True):
            player.idle = int(idle)
    return state


def _write_pile(cards: list[str], down: int = 0) -> str:
    hidden = f"({''.join(cards[:down])})" if down else ""
    return hidden + "".join(cards[down:]) or "-"


def _keys(state: State) -> list[str]:
    """In the order of notation.md, each left out when it says nothing."""
    keys = []
    if state.fresh:
        keys.append("fresh=1")
    if state.first:
        keys.append("first=" + "".join(str(seat) for seat in sorted(state.first)))
    if state.left is not None:
        keys.append(f"left={state.left}")
    if state.base:
        keys.append("base=" + RANKS[state.base - 1])
    if state.looked:
        keys.append("looked=1")
    if any(player.known for player in state.players):
        known = [str(seat) for seat, player in enumerate(state.players) if player.known]
        keys.append("known=" + ",".join(known))
    if any(player.idle for player in state.players):
        keys.append("idle=" + ",".join(str(player.idle) for player in state.players))
    if state.turn:
        keys.append(f"turn={state.turn}")
    return keys


def write(state: State) -> str:
    start = 1 if state.from_ace else state.base
    foundations = "".join(
        suit + "".join(_top(height, start) for height in state.foundations[suit]) for suit in SUITS
    )
    houses = [house.mark or _write_pile(house.cards, house.down) for house in state.houses]
    players = [
        f"{_write_pile(p.reserve, p.down)}/{_write_pile(p.hand)}/{_write_pile(p.waste)}"
        for p in state.players
    ]
    fields = [str(state.seat), state.turned or "-", foundations, "|".join(houses) or "-"]
    return " ".join(fields + players + _keys(state))
