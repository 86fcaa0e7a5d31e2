"""Text <-> cards, piles, positions and moves, as docs/notation.md has them.

Reading is in two steps: `read` takes the text apart into a `Setup`, which may be nonsense;
`check` says what is wrong with it under some rules. Both raise ValueError in one sentence.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise

from rbcore.rules import Rules

RANKS = "A23456789TJQK"
SUITS = "cdhs"
MOST_TURNS = 1_000_000_000
MOST_IDLE = 65_535
LONGEST = 2_000  # characters; no position of any variant comes near

# Pile numbers, as in table.pxd.
RESERVE, WASTE, FOUNDATION, HAND, TURNED = 9, 12, 15, 16, 19


@dataclass
class Pile:
    """Cards bottom to top, as numbers suit*16 + rank; the lowest `down` lie face down."""

    cards: list[int] = field(default_factory=list)
    down: int = 0


@dataclass
class Player:
    reserve: Pile
    hand: Pile
    waste: Pile


@dataclass
class Setup:
    """A position as plain lists; `heights` has for each suit its foundations, tallest first."""

    seat: int
    turned: Pile
    heights: list[list[int]]
    houses: list[Pile]
    players: list[Player]
    idle: list[int]
    turn: int = 0


# ---- cards and piles ---------------------------------------------------------------------------


def card_text(card: int) -> str:
    return RANKS[(card & 15) - 1] + SUITS[card >> 4]


def cards_text(cards: list[int]) -> str:
    return "".join(map(card_text, cards))


def pile_text(pile: Pile) -> str:
    """A pile as notation writes it: `-`, or cards with the face-down ones in parentheses."""
    if not pile.cards:
        return "-"
    hidden = f"({cards_text(pile.cards[: pile.down])})" if pile.down else ""
    return hidden + cards_text(pile.cards[pile.down :])


def read_cards(text: str, where: str) -> list[int]:
    cards = []
    for i in range(0, len(text), 2):
        rank, suit = RANKS.find(text[i]), SUITS.find(text[i + 1 : i + 2] or "?")
        if rank < 0 or suit < 0:
            raise ValueError(
                f"{where}: {text[i : i + 2]!r} is not a card; write a rank of {RANKS} "
                f"and a suit of {SUITS}"
            )
        cards.append(suit * 16 + rank + 1)
    return cards


def read_pile(text: str, where: str) -> Pile:
    if text == "-":
        return Pile()
    hidden = ""
    if text.startswith("("):
        hidden, closed, text = text[1:].partition(")")
        if not closed:
            raise ValueError(f"{where}: the parenthesis of the face-down cards is not closed")
        if not hidden:
            raise ValueError(f"{where}: the parenthesis holds no card; leave it out")
    if not hidden and not text:
        raise ValueError(f"{where}: nothing stands there; an empty pile is written -")
    down = read_cards(hidden, where)
    return Pile(down + read_cards(text, where), len(down))


# ---- positions ---------------------------------------------------------------------------------


def read(text: str, rules: Rules) -> Setup:
    """Take the line apart; the fields must be there and well-formed, no more is checked."""
    if len(text) > LONGEST:
        raise ValueError(f"a position has at most {LONGEST} characters, this has {len(text)}")
    fields = text.split(" ")
    needed = 4 + rules.seats
    if len(fields) < needed or "" in fields:
        raise ValueError(
            f"a position is {needed} fields with single spaces between them (seat, turned-up card, "
            f"foundations, houses, {rules.seats} players) and keys; this has {len(fields)}"
        )
    seat, turned, foundations, houses, *players = fields[:needed]
    if seat not in list(map(str, range(rules.seats))):
        raise ValueError(f"seat: {seat!r} is not a seat; it is 0 to {rules.seats - 1}")
    setup = Setup(
        seat=int(seat),
        turned=read_pile(turned, "turned-up card"),
        heights=_read_foundations(foundations, rules.packs),
        houses=_read_houses(houses, rules.houses),
        players=[_read_player(text, i) for i, text in enumerate(players)],
        idle=[0] * rules.seats,
    )
    _read_keys(fields[needed:], setup, rules)
    return setup


def _read_foundations(text: str, packs: int) -> list[list[int]]:
    step = 1 + packs
    heights = []
    for i, suit in enumerate(SUITS):
        part = text[i * step : (i + 1) * step]
        tops = [RANKS.find(top) + 1 for top in part[1:]]
        wrong = any(top == 0 and sign != "-" for top, sign in zip(tops, part[1:], strict=True))
        if part[:1] != suit or len(tops) != packs or wrong or len(text) != 4 * step:
            raise ValueError(
                f"foundations: {text[:40]!r} is not c, d, h, s, each followed by the top rank "
                f"or - of {packs} pile{'s' * (packs > 1)}"
            )
        if tops != sorted(tops, reverse=True):
            raise ValueError(f"foundations: {part!r} does not have the taller pile first")
        heights.append(tops)
    return heights


def _read_houses(text: str, houses: int) -> list[Pile]:
    if houses == 0:
        if text != "-":
            raise ValueError("houses: these rules have none; write -")
        return []
    parts = text.split("|")
    if len(parts) != houses:
        raise ValueError(f"houses: {houses} joined by | are needed, there are {len(parts)}")
    return [read_pile(part, f"house {i}") for i, part in enumerate(parts, 1)]


def _read_player(text: str, seat: int) -> Player:
    parts = text.split("/")
    if len(parts) != 3:
        raise ValueError(f"player {seat}: {text[:40]!r} is not reserve/hand/waste")
    names = ("reserve", "hand", "waste")
    return Player(*(read_pile(p, f"{name} {seat}") for p, name in zip(parts, names, strict=True)))


def _read_keys(parts: list[str], setup: Setup, rules: Rules) -> None:
    seen = set()
    for part in parts:
        key, equals, value = part.partition("=")
        if not equals:
            raise ValueError(f"{part[:40]!r} is not KEY=VALUE")
        if key in seen:
            raise ValueError(f"{key}: the key stands twice")
        seen.add(key)
        if key == "turn":
            setup.turn = _read_number(value, key, MOST_TURNS)
        elif key == "idle":
            setup.idle = [_read_number(n, key, MOST_IDLE) for n in value.split(",")]
            if len(setup.idle) != rules.seats:
                raise ValueError(
                    f"idle: {rules.seats} numbers are needed, there are {len(setup.idle)}"
                )
        else:
            raise ValueError(f"{key[:40]!r} is not a key of these rules; there are idle, turn")


def _read_number(text: str, where: str, most: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 10 and int(text) <= most):
        raise ValueError(f"{where}: {text[:40]!r} is not a whole number from 0 to {most}")
    return int(text)


def write(setup: Setup) -> str:
    """The line of a position."""
    heights = "".join(
        suit + "".join(RANKS[h - 1] if h else "-" for h in piles)
        for suit, piles in zip(SUITS, setup.heights, strict=True)
    )
    fields = [
        str(setup.seat),
        pile_text(setup.turned),
        heights,
        "|".join(map(pile_text, setup.houses)) or "-",
        *("/".join(map(pile_text, (p.reserve, p.hand, p.waste))) for p in setup.players),
    ]
    if any(setup.idle):
        fields.append("idle=" + ",".join(map(str, setup.idle)))
    if setup.turn:
        fields.append(f"turn={setup.turn}")
    return " ".join(fields)


# ---- what a position must be -------------------------------------------------------------------


def check(setup: Setup, rules: Rules, study: bool = False) -> None:
    """Raise ValueError unless a game could show this position; a study may lack cards."""
    if len(setup.turned.cards) > 1 or setup.turned.down:
        raise ValueError("turned-up card: it is one card, face up, or -")
    for number, house in enumerate(setup.houses, 1):
        _check_house(house, number)
    for seat, player in enumerate(setup.players):
        _check_player(player, seat)
    _check_winner(setup)
    _check_counts(setup, rules, study)


def _check_house(house: Pile, number: int) -> None:
    if house.down:
        raise ValueError(f"house {number}: no card of a house lies face down under these rules")
    for under, over in pairwise(house.cards):
        colours = {under >> 4 in (1, 2), over >> 4 in (1, 2)}
        if (over & 15) + 1 != (under & 15) or len(colours) != 2:
            raise ValueError(
                f"house {number}: {card_text(over)} does not lie on {card_text(under)} there; "
                f"houses go down by one in alternating colours"
            )


def _check_player(player: Player, seat: int) -> None:
    for name, pile in (("hand", player.hand), ("waste", player.waste)):
        if pile.down:
            raise ValueError(f"{name} {seat}: it is written without parentheses")
    if player.reserve.cards and player.reserve.down == len(player.reserve.cards):
        raise ValueError(f"reserve {seat}: its top card lies face up; it must have surfaced")


def _check_winner(setup: Setup) -> None:
    """7.1: a seat without cards has won, and the winner is the seat to move."""
    for seat, player in enumerate(setup.players):
        bare = not (player.reserve.cards or player.hand.cards or player.waste.cards)
        if bare and seat != setup.seat:
            raise ValueError(
                f"player {seat} has no card left and so has won, but seat {setup.seat} is to move"
            )


def _check_counts(setup: Setup, rules: Rules, study: bool) -> None:
    count: Counter[int] = Counter()
    for suit, piles in enumerate(setup.heights):
        for height in piles:
            count.update(suit * 16 + rank for rank in range(1, height + 1))
    for pile in [setup.turned, *setup.houses]:
        count.update(pile.cards)
    for player in setup.players:
        count.update(player.reserve.cards + player.hand.cards + player.waste.cards)
    for suit in range(4):
        for rank in range(1, 14):
            n = count[suit * 16 + rank]
            if n > rules.packs or (n < rules.packs and not study):
                raise ValueError(
                    f"{card_text(suit * 16 + rank)} stands {n} times, foundations included; "
                    f"there are {rules.packs} of each card"
                )


# ---- moves -------------------------------------------------------------------------------------


def read_move(text: str, seat: int, rules: Rules) -> tuple[int, int]:
    """The pile a move takes from and the pile it goes to (table.pxd).

    Raises ValueError for what is no move of these rules at all; whether the move is legal is not
    looked at.
    """
    words = {
        "turn": (HAND + seat, TURNED + seat),
        "waste": (TURNED + seat, WASTE + seat),
        "pass": (FOUNDATION, FOUNDATION),
    }
    if text in words:
        return words[text]
    source, arrow, place = text.partition(">")
    if not arrow:
        raise ValueError(f"{text[:40]!r} is not a move; write SOURCE>PLACE, turn, waste or pass")
    sources = {"r": RESERVE + seat, "h": TURNED + seat, "w": WASTE + seat, **_houses(rules)}
    places = {"F": FOUNDATION, **_houses(rules)}
    for other in range(rules.seats):
        mark = "" if rules.seats == 2 else str(other)
        if mark or other != seat:
            places |= {"R" + mark: RESERVE + other, "W" + mark: WASTE + other}
    if source not in sources:
        raise ValueError(
            f"{source[:40]!r} is not a source of these rules; there are {', '.join(sources)}"
        )
    if place not in places:
        raise ValueError(
            f"{place[:40]!r} is not a place of these rules; there are {', '.join(places)}"
        )
    return sources[source], places[place]


def _houses(rules: Rules) -> dict[str, int]:
    return {str(house + 1): house for house in range(rules.houses)}


def move_text(source: int, place: int, seats: int) -> str:
    """A move as notation writes it."""
    if source == FOUNDATION:
        return "pass"
    if place >= TURNED:
        return "turn"
    if source >= TURNED and place == source - TURNED + WASTE:
        return "waste"
    if source < RESERVE:
        taken = str(source + 1)
    else:
        taken = "r" if source < WASTE else "w" if source < FOUNDATION else "h"
    if place < RESERVE:
        return f"{taken}>{place + 1}"
    if place == FOUNDATION:
        return taken + ">F"
    base, letter = (RESERVE, "R") if place < WASTE else (WASTE, "W")
    return f"{taken}>{letter}{place - base if seats > 2 else ''}"
