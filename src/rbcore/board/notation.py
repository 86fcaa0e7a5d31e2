"""Text <-> piles, positions and moves, in the notation of docs/notation.md.

`read` splits a text into a `Setup`, which may be nonsense; validation.check then tests it under
some rules. Both raise ValueError with a message of one sentence.
"""

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from rbcore.cards.ranges import MAX_GAME, MAX_WORD, count_text, printable, shown
from rbcore.cards.text import JOKER, RANKS, SUITS, UNKNOWN, card_text, cards_text, read_cards
from rbcore.rules.definition import Rules

MAX_TURNS = 2**32 - 1  # position_t counts no further
MAX_IDLE = 65_535
MAX_CHARACTERS = 2_000  # far more than a position of any variant needs

# Pile numbers, as in compiled.pxd.
RESERVE, WASTE, FOUNDATION, HAND, TURNED, NEVER_AVAILABLE = 9, 12, 15, 16, 19, 22


@dataclass
class Pile:
    """Cards bottom to top, as numbers suit*16 + rank; the lowest `down` are face down.

    An empty house can have a state: `x` closed (V1), `.` not laid yet (V14).
    """

    cards: list[int] = field(default_factory=list)
    down: int = 0
    state: str = ""

    @property
    def face_up(self) -> list[int]:
        """The face-up cards."""
        return self.cards[self.down :]


@dataclass
class SeatPiles:
    """The piles of one seat."""

    reserve: Pile
    hand: Pile
    waste: Pile


@dataclass
class Setup:
    """A position as plain lists; `heights` lists the foundations of each suit, tallest first."""

    seat: int
    turned: Pile
    heights: list[list[int]]
    houses: list[Pile]
    players: list[SeatPiles]
    idle: list[int]
    turn: int = 0
    fresh: bool = False
    first: set[int] = field(default_factory=set)
    left: int | None = None  # moves left in the starter's first turn (V19)
    looked: bool = False
    base: int | None = 0  # rank of the foundations' first card, less 1; None if there is none yet
    known: set[int] = field(default_factory=set)  # seats whose hand was a waste before
    seen: dict[int, int] = field(default_factory=dict)  # pile -> face-down cards put back by Stop


# ---- piles -------------------------------------------------------------------------------------


def pile_text(pile: Pile) -> str:
    """Return a pile in notation: `-`, or its cards, with face-down cards in parentheses."""
    if not pile.cards:
        return pile.state or "-"
    hidden = f"({cards_text(pile.cards[: pile.down])})" if pile.down else ""
    return hidden + cards_text(pile.cards[pile.down :])


def read_pile(text: str, where: str) -> Pile:
    """Return the pile of a field; its face-down cards come first, in parentheses.

    Raises ValueError, with `where` at the start of its message, if the text is not a pile.
    """
    if text == "-":
        return Pile()
    hidden = ""
    if text.startswith("("):
        hidden, closed, text = text[1:].partition(")")
        if not closed:
            raise ValueError(f"{where}: the parenthesis around the face-down cards is not closed")
        if not hidden:
            raise ValueError(f"{where}: the parentheses hold no card; leave them out")
    if not hidden and not text:
        raise ValueError(f"{where}: this is empty; write - for an empty pile")
    down = read_cards(hidden, where)
    return Pile(down + read_cards(text, where), len(down))


# ---- positions ---------------------------------------------------------------------------------


def read(text: str, rules: Rules) -> Setup:
    """Split a line into fields; check only that each is there and well-formed."""
    if len(text) > MAX_CHARACTERS:
        raise ValueError(
            f"a position has at most {MAX_CHARACTERS} characters, this has {len(text)}"
        )
    fields = text.split(" ")
    needed = 4 + rules.seats
    if len(fields) < needed or "" in fields:
        raise ValueError(
            f"a position is {needed} fields with single spaces between them (seat, turned-up card, "
            f"foundations, houses, {rules.seats} players) and keys; this has {len(fields)}"
        )
    seat, turned, foundations, houses, *players = fields[:needed]
    if seat not in list(map(str, range(rules.seats))):
        raise ValueError(f"seat: {shown(seat)} is not a seat; it is 0 to {rules.seats - 1}")
    setup = Setup(
        seat=int(seat),
        turned=read_pile(turned, "turned-up card"),
        heights=[],
        houses=_read_houses(houses, rules.houses),
        players=[_read_player(text, i) for i, text in enumerate(players)],
        idle=[0] * rules.seats,
    )
    if rules.foundation_base == "first-card":
        setup.base = None
    _read_keys(fields[needed:], setup, rules)
    setup.heights = read_foundations(foundations, rules.packs, setup.base)
    return setup


def read_foundations(text: str, packs: int, base: int | None) -> list[list[int]]:
    """Return the heights of each suit's foundations, tallest first.

    A suit's field is its letter, then the top rank of each of its foundations, one for each pack.
    """
    step = 1 + packs
    heights = []
    for i, suit in enumerate(SUITS):
        part = text[i * step : (i + 1) * step]
        tops = [RANKS.find(top) + 1 for top in part[1:]]
        wrong = any(top == 0 and sign != "-" for top, sign in zip(tops, part[1:], strict=True))
        if part[:1] != suit or len(tops) != packs or wrong or len(text) != 4 * step:
            raise ValueError(
                f"foundations: {text[:40]!r} is not c, d, h, s, each followed by the top rank "
                f"or - of {packs} {'piles' if packs > 1 else 'pile'}"
            )
        if base is None and any(tops):
            raise ValueError(
                f"foundations: {shown(part)} has cards, but no base= gives their first rank"
            )
        piles = [(top - 1 - (base or 0)) % 13 + 1 if top else 0 for top in tops]
        if piles != sorted(piles, reverse=True):
            raise ValueError(f"foundations: {shown(part)} must have the taller pile first")
        heights.append(piles)
    return heights


def _read_houses(text: str, houses: int) -> list[Pile]:
    if houses == 0:
        if text != "-":
            raise ValueError("houses: there are none under these rules; write -")
        return []
    parts = text.split("|")
    if len(parts) != houses:
        raise ValueError(f"houses: {houses} are needed, joined by |; there are {len(parts)}")
    return [
        Pile(state=part) if part in ("x", ".") else read_pile(part, f"house {i}")
        for i, part in enumerate(parts, 1)
    ]


def _read_player(text: str, seat: int) -> SeatPiles:
    parts = text.split("/")
    if len(parts) != 3:
        raise ValueError(f"player {seat}: {text[:40]!r} is not reserve/hand/waste")
    names = ("reserve", "hand", "waste")
    return SeatPiles(
        *(read_pile(p, f"{name} {seat}") for p, name in zip(parts, names, strict=True))
    )


def _read_keys(parts: list[str], setup: Setup, rules: Rules) -> None:
    seen = set()
    for part in parts:
        key, equals, value = part.partition("=")
        if not equals:
            raise ValueError(f"{part[:40]!r} is not KEY=VALUE")
        if key in seen:
            raise ValueError(f"{key}: the key appears twice")
        seen.add(key)
        if key not in _keys(rules):
            raise ValueError(
                f"{key[:40]!r} is not a key of these rules; the keys are {', '.join(_keys(rules))}"
            )
        _read_key(key, value, setup, rules)


def _keys(rules: Rules) -> list[str]:
    """Return the keys that positions under these rules can have, in writing order."""
    keys = {
        "fresh": rules.early_turn,
        "first": rules.reserve_face_down or rules.late_layout,
        "left": rules.first_moves > 0,
        "base": rules.foundation_base == "first-card",
        "looked": rules.peek == "once",
        "known": True,
        "seen": True,
        "idle": True,
        "turn": True,
    }
    return [key for key, there in keys.items() if there]


def _read_key(key: str, value: str, setup: Setup, rules: Rules) -> None:
    if key == "turn":
        setup.turn = _read_number(value, key, MAX_TURNS)
    elif key == "left":
        setup.left = _read_number(value, key, rules.first_moves)
    elif key == "idle":
        setup.idle = [_read_number(n, key, MAX_IDLE) for n in value.split(",")]
        if len(setup.idle) != rules.seats:
            raise ValueError(f"idle: {rules.seats} numbers are needed, not {len(setup.idle)}")
    elif key in ("fresh", "looked"):
        if value != "1":
            raise ValueError(f"{key}: {value[:40]!r} is not 1; leave the key out otherwise")
        setattr(setup, key, True)
    elif key == "known":
        setup.known = _read_seats(value, rules, ",")
    elif key == "seen":
        setup.seen = _read_seen(value, rules)
    elif key == "base":
        if len(value) != 1 or value not in RANKS:
            raise ValueError(f"base: {value[:40]!r} is not a rank; use one of {RANKS}")
        setup.base = RANKS.index(value)
    else:
        setup.first = _read_seats(value, rules, "")


def _read_seats(value: str, rules: Rules, separator: str) -> set[int]:
    """Read seats in order: `known=0,2` with commas, `first=02` as digits."""
    written = value.split(separator) if separator else list(value)
    known = {str(seat) for seat in range(rules.seats)}
    if not written or written != sorted(known & set(written)):
        key, how = "first", "their digits in order"
        if separator:
            key, how = "known", "them in order with commas"
        raise ValueError(f"{key}: {value[:40]!r} is not a list of seats; write {how}")
    return {int(seat) for seat in written}


def _piles_seen(rules: Rules) -> dict[str, int]:
    """Return the piles that can have face-down cards, by their names in `seen=`."""
    hands = {f"h{seat}": HAND + seat for seat in range(rules.seats)}
    reserves = {f"r{seat}": RESERVE + seat for seat in range(rules.seats)}
    return hands | reserves | (_houses(rules) if rules.covered_houses else {})


def _read_seen(value: str, rules: Rules) -> dict[int, int]:
    piles, seen = _piles_seen(rules), {}
    for part in value.split(","):
        name, star, count = part.partition("*")
        if name not in piles or piles[name] in seen:
            raise ValueError(
                f"seen: {part[:40]!r} is not a pile with face-down cards, or is named twice; "
                f"the piles are {', '.join(piles)}"
            )
        seen[piles[name]] = _read_number(count, "seen", MAX_IDLE) if star else 1
    return seen


def _read_number(text: str, where: str, most: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 20 and int(text) <= most):
        raise ValueError(f"{where}: {shown(text)} is not a whole number from 0 to {most}")
    return int(text)


def write(setup: Setup, rules: Rules) -> str:
    """Return the line of a position."""
    base = setup.base or 0
    heights = "".join(
        suit + "".join(RANKS[(base + h - 1) % 13] if h else "-" for h in piles)
        for suit, piles in zip(SUITS, setup.heights, strict=True)
    )
    fields = [
        str(setup.seat),
        pile_text(setup.turned),
        heights,
        "|".join(map(pile_text, setup.houses)) or "-",
        *("/".join(map(pile_text, (p.reserve, p.hand, p.waste))) for p in setup.players),
    ]
    keys = _keys(rules)
    if setup.fresh and "fresh" in keys:
        fields.append("fresh=1")
    if setup.first:
        fields.append("first=" + "".join(map(str, sorted(setup.first))))
    if setup.left is not None:
        fields.append(f"left={setup.left}")
    if setup.base is not None and "base" in keys:
        fields.append("base=" + RANKS[setup.base])
    if setup.looked and "looked" in keys:
        fields.append("looked=1")
    if setup.known:
        fields.append("known=" + ",".join(map(str, sorted(setup.known))))
    if setup.seen:
        piles = [(name, setup.seen.get(pile, 0)) for name, pile in _piles_seen(rules).items()]
        texts = [name + (f"*{count}" if count > 1 else "") for name, count in piles if count]
        fields.append("seen=" + ",".join(texts))
    if any(setup.idle):
        fields.append("idle=" + ",".join(map(str, setup.idle)))
    if setup.turn:
        fields.append(f"turn={setup.turn}")
    return " ".join(fields)


# ---- moves -------------------------------------------------------------------------------------


def read_move(text: str, seat: int, rules: Rules) -> tuple[int, int, int]:
    """Return the source and place of a move (compiled.pxd), and its number of extra cards.

    Every pile on the table may be named. A source that no seat can take cards from is
    NEVER_AVAILABLE, and so is a place that takes no cards, such as the own reserve. Raises
    ValueError if the text names no piles of these rules. It does not matter whether the move is
    legal.
    """
    special = {
        "turn": (HAND + seat, TURNED + seat),
        "waste": (TURNED + seat, WASTE + seat),
        "pass": (FOUNDATION, FOUNDATION),
    }
    if text in special:
        return (*special[text], 0)
    taken, arrow, place = text.partition(">")
    source, star, count = taken.partition("*")
    if not arrow:
        raise ValueError(f"{text[:40]!r} is not a move; write SOURCE>PLACE, turn, waste or pass")
    sources, places = sources_of(seat, rules), places_of(seat, rules)
    if source not in sources:
        raise ValueError(
            f"{source[:40]!r} is not a source of these rules; these are: {', '.join(sources)}"
        )
    if place not in places:
        raise ValueError(
            f"{place[:40]!r} is not a place of these rules; these are: {', '.join(places)}"
        )
    return sources[source], places[place], _read_group(source, star, count, rules)


def sources_of(seat: int, rules: Rules) -> dict[str, int]:
    """Return all piles that a seat can name as a move's source, by name."""
    sources = {"r": RESERVE + seat, "h": TURNED + seat, "w": WASTE + seat, **_houses(rules)}
    sources["F"] = NEVER_AVAILABLE
    for other in range(rules.seats):
        if other != seat:
            sources |= dict.fromkeys(_piles_of(other, rules), NEVER_AVAILABLE)
    return sources


def places_of(seat: int, rules: Rules) -> dict[str, int]:
    """Return all piles that a seat can name as a move's place, by name."""
    places = {"F": FOUNDATION, **_houses(rules)}
    for other in range(rules.seats):
        reserve, waste, hand = _piles_of(other, rules)
        if other != seat:
            places |= {reserve: RESERVE + other, waste: WASTE + other, hand: RESERVE + seat}
        elif rules.seats > 2:
            places |= dict.fromkeys((reserve, waste, hand), RESERVE + seat)
    # The own waste is no place either: laying a card there is the move `waste`.
    return places | dict.fromkeys("rwh", RESERVE + seat)


def _piles_of(seat: int, rules: Rules) -> tuple[str, str, str]:
    """Return the other seats' names for a seat's reserve, waste and hand."""
    digit = "" if rules.seats == 2 else str(seat)
    return "R" + digit, "W" + digit, "H" + digit


def _read_group(source: str, star: str, count: str, rules: Rules) -> int:
    """Return how many extra cards move with the one that fits: two for `4*3`."""
    if not star:
        return 0
    if source not in _houses(rules):
        raise ValueError(
            f"'{printable(f'{source[:10]}*{count[:10]}')}' is not a source of these rules; "
            "only house cards move in groups"
        )
    if not (count.isascii() and count.isdigit() and 2 <= int(count[:3]) <= 13 and count[0] != "0"):
        raise ValueError(f"{count[:10]!r} is not the size of a group; a group has 2 to 13 cards")
    return int(count) - 1


def _houses(rules: Rules) -> dict[str, int]:
    return {str(house + 1): house for house in range(rules.houses)}


def move_text(source: int, place: int, extra_cards: int, seats: int) -> str:
    """Return a move in notation."""
    if source == FOUNDATION:
        return "pass"
    if place >= TURNED:
        return "turn"
    if source >= TURNED and place == source - TURNED + WASTE:
        return "waste"
    taken = "h"
    if source < RESERVE:
        taken = str(source + 1) + (f"*{extra_cards + 1}" if extra_cards else "")
    elif source < FOUNDATION:
        taken = "r" if source < WASTE else "w"
    if place < RESERVE:
        return f"{taken}>{place + 1}"
    if place == FOUNDATION:
        return taken + ">F"
    base, letter = (RESERVE, "R") if place < WASTE else (WASTE, "W")
    return f"{taken}>{letter}{place - base if seats > 2 else ''}"


# ---- games: a position's line, ` ; `, and the keys of a game in progress -------------------------


BETWEEN = " ; "
MAX_COUNT = 2**32 - 1  # the core's counters wrap around after it
OUTCOMES = ("win", "stalemate", "standoff", "unfinished")
COUNTED = ("offences", "calls", "wrong_stops")  # the keys with a number for each seat


@dataclass
class GameFields:
    """The fields of a game in progress, with the names of the keys in its line."""

    seed: int
    game: int
    starter: int
    offences: list[int]  # by the offender's seat
    calls: list[int]  # offences that were called
    wrong_stops: list[int]  # by the caller's seat (V34)
    replicate: int = 0
    moves: int = 0
    give_ups: int = 0  # stalemate searches that reached their limit
    play: int = 0  # 32-bit draws from the game's play stream
    lapses: int = 0  # 32-bit draws from its lapse stream
    history: list[int] = field(default_factory=list)  # fingerprints of 7.4 (b), the oldest first
    plan: list[str] = field(default_factory=list)  # a player and the moves it plans
    stopped: int = 0  # the verdict of a called Stop whose omitted move is due, or 0
    took_back: int = 0  # whether the seat to move has just taken back a card that did not fit
    outcome: str = ""


def write_game(position: str, fields: GameFields) -> str:
    """Return the line of a game."""
    keys = [f"seed={fields.seed}", f"game={fields.game}", f"starter={fields.starter}"]
    for key in ("replicate", "moves", "give_ups", "play", "lapses", "stopped", "took_back"):
        number = getattr(fields, key)
        keys += [f"{key}={number}"] if number else []
    for key in COUNTED:
        counts = getattr(fields, key)
        keys += [f"{key}={','.join(map(str, counts))}"] if any(counts) else []
    if fields.history:
        keys.append("history=" + ",".join(f"{zobrist_key:016x}" for zobrist_key in fields.history))
    if fields.plan:
        keys.append("plan=" + ",".join(fields.plan))
    if fields.outcome:
        keys.append(f"outcome={fields.outcome}")
    return position + BETWEEN + " ".join(keys)


def read_game(text: str, seats: int) -> tuple[str, GameFields]:
    """Return the position's line, unread, and the fields of the game.

    Only the form of the fields is checked; the caller checks them against the rules.
    """
    position, between, keys = text.partition(BETWEEN)
    values: dict[str, str] = {}
    for part in keys.split(" ") if between else []:
        key, equals, value = part.partition("=")
        if not equals:
            raise ValueError(f"game: {part[:40]!r} is not KEY=VALUE")
        if key not in GameFields.__dataclass_fields__:
            raise ValueError(
                f"game: {key[:40]!r} is not a key; "
                f"the keys are {', '.join(GameFields.__dataclass_fields__)}"
            )
        if key in values:
            raise ValueError(f"game: the key {key} appears twice")
        values[key] = value
    missing = [key for key in ("seed", "game", "starter") if key not in values]
    if missing:
        raise ValueError(
            f"game: {missing[0]}= is missing; a game is a position, ` ; ` and keys such as "
            "seed=1 game=0 starter=0"
        )
    return position, GameFields(
        **{
            key: _value(key, value, seats)
            for key, value in (dict.fromkeys(COUNTED, ",".join("0" * seats)) | values).items()
        }
    )


def _value(key: str, text: str, seats: int) -> Any:
    if key in COUNTED:
        counts = [_read_number(part, f"game: {key}", MAX_COUNT) for part in text.split(",")]
        if len(counts) != seats:
            raise ValueError(f"game: {key} needs {seats} numbers; there are {len(counts)}")
        return counts
    if key == "history":
        return [_key(part) for part in text.split(",")]
    if key == "plan":
        return text.split(",")
    if key == "outcome":
        if text not in OUTCOMES:
            raise ValueError(f"game: outcome {text[:40]!r} is not one of {', '.join(OUTCOMES)}")
        return text
    most = dict.fromkeys(("seed", "replicate", "play", "lapses"), MAX_WORD)
    most |= {"game": MAX_GAME, "starter": seats - 1, "stopped": 6, "took_back": 1}
    return _read_number(text, f"game: {key}", most.get(key, MAX_COUNT))


def _key(text: str) -> int:
    if len(text) != 16 or set(text) - set("0123456789abcdef"):
        raise ValueError(f"game: history {text[:40]!r} is not 16 hexadecimal digits")
    return int(text, 16)


# ---- hidden cards: a view's line, read as a position with the same view -------------------------


HIDDEN = card_text(UNKNOWN)
CARD = re.compile(rf"[{RANKS}][{SUITS}]|{re.escape(card_text(JOKER))}")


def filled_in(line: str, rules: Rules) -> str:
    """Return a view's line with the missing cards in place of each `??`, in any order.

    The legal moves of the seat to move do not depend on that order. Raises ValueError if the line
    lacks fewer cards than it has `??`.
    """
    hidden = line.count(HIDDEN)
    if not hidden or line.count(" ") < 3 + rules.seats:  # or this is not a position at all
        return line
    missing = _missing(line, rules)
    if len(missing) < hidden:
        raise ValueError(
            f"{HIDDEN} appears {count_text(hidden, 'times')}, but only "
            f"{count_text(len(missing), 'cards')} are missing from the line"
        )
    cards = iter(missing)
    return re.sub(re.escape(HIDDEN), lambda _: next(cards), line)


def _missing(line: str, rules: Rules) -> list[str]:
    """Return the cards of the packs that a line does not show, a joker last."""
    suits, ranks = SUITS[: rules.suits], RANKS[: rules.ranks]
    every = [rank + suit for suit in suits for rank in ranks] * rules.packs
    if rules.seats == 3:
        every.append(card_text(JOKER))
    _, turned, foundations, *piles = line.split(" ")[: 4 + rules.seats]
    shown = Counter(CARD.findall(" ".join((turned, *piles))))
    key = re.search(rf" base=([{RANKS}])", line)
    base = RANKS.index(key[1]) if key else 0
    heights = read_foundations(foundations, rules.packs, base)
    for suit, built in zip(SUITS, heights, strict=True):
        shown.update(RANKS[(base + n) % 13] + suit for height in built for n in range(height))
    left = Counter(every) - shown
    return [card for card in dict.fromkeys(every) for _ in range(left[card])]
