"""A position as one line of text and back (notation.md)."""

from __future__ import annotations

from .cards import RANKS, SUITS
from .position import House, Player, State
from .rules import Rules


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
