"""The games of the book, a table: an entry each (docs/patience)."""

from __future__ import annotations

from dataclasses import replace

from rbcore.cards.ranges import shown
from rbcore.cards.text import RANKS
from rbcore.cards.text import SUITS as SUIT_LETTERS
from rbcore.patience.kinds import (
    ENDLESS,
    Calls,
    Foundation,
    Game,
    Heaps,
    Operations,
    Pack,
    Pairing,
    Sets,
    Square,
    Table,
)

PIQUET = "A789TJQK"


def _of(ranks: str, suits: str = SUIT_LETTERS) -> str:
    """Return the cards of some ranks and suits as text."""
    return "".join(rank + suit for rank in ranks for suit in suits)


def _each(ranks: str, decks: int = 1, **rules: object) -> tuple[Foundation, ...]:
    """Return foundations with a base each: these ranks in all suits, once a deck."""
    bases = [rank + suit for rank in ranks for suit in SUIT_LETTERS for _ in range(decks)]
    return tuple(Foundation(base, **rules) for base in bases)  # type: ignore[arg-type]


_PAIRS = Pairing(9, extras=2)
_ELEVENS = Pairing(9, total=11, alone=11, extras=ENDLESS)
_SETS = Sets(9, total=11, alone_saves=False)
_AMAZONS = Heaps("amazons", standing=2)
_COURT = Heaps("court cards")
_VALENTINE = Heaps("valentine")

PAIRING = (
    Game(
        "1b", "pairs", "equal ranks among nine cards; two extra cards", _PAIRS,
        readings={"extras": {
            "0": replace(_PAIRS, extras=0),
            "1": replace(_PAIRS, extras=1),
            "every-block": replace(_PAIRS, extras=ENDLESS),
        }},
    ),
    Game("2", "star", "a star of sixteen cards; the stock pairs with them",
         Pairing(16, laid=16, extras=ENDLESS, playable=32), Pack(ranks=PIQUET)),
    Game(
        "13", "elevens", "pairs of eleven among nine cards, court cards alone; extra cards",
        _ELEVENS,
        readings={"court": {"loses": replace(_ELEVENS, alone_saves=False)}},
    ),
    Game("13b", "elevens-plain", "elevens without extra cards", replace(_ELEVENS, extras=0)),
    Game("14", "covered-elevens", "elevens covered on twelve places, court cards last",
         Pairing(12, total=11, counts_table=False, playable=40), Pack(under="JQK")),
    Game(
        "14b", "elevens-and-courts", "elevens and K Q J covered on nine places, in the best order",
        _SETS,
        readings={"last-court": {"wins": replace(_SETS, alone_saves=True)}},
    ),
    Game("20", "thirteens", "pairs of thirteen among ten cards, kings alone",
         Pairing(10, total=13, alone=13)),
    Game("24", "covering", "two of one suit among four cards are covered",
         Pairing(4, by_suit=True, counts_table=False)),
)  # fmt: skip

COUNTING = (
    Game("3", "hope", "three times fifteen cards turned, to meet eight clubs",
         Operations(), Pack(ranks=PIQUET, shuffles=3)),
    Game("5", "harvest", "seven to ace called, from seven again after a hit",
         Calls(7, 8, restarts=True), Pack(ranks=PIQUET)),
    Game("5b", "harvest-running", "seven to ace called, on and on",
         Calls(7, 8), Pack(ranks=PIQUET)),
    Game("8", "caesar", "nine cards in a square that makes 15 every way, as they fall",
         Square(), Pack(ranks="A23456789", suits="s")),
    Game("18", "talkative", "ace to king called, on and on", Calls(1, 13)),
    Game("18b", "roll-call", "ace to ten called, on and on",
         Calls(1, 10), Pack(ranks="A23456789T")),
)  # fmt: skip

HEAPS = (
    Game(
        "4", "amazons", "four packets, a family above each", _AMAZONS,
        Pack(ranks="A789TJQ"),
        readings={"gathering": {"from-the-end": replace(_AMAZONS, gathering=1)}},
    ),
    Game(
        "10", "hidden-cards", "twelve heaps; each card names the next heap", Heaps("walk"),
        readings={"win": {"all-moved": Heaps("walk", all_moved=True)}},
    ),
    Game("10b", "all-fours", "thirteen heaps, and one fresh start", Heaps("walk", standing=1)),
    Game(
        "17", "five-court-cards", "heaps lose what lies above the first royal", _COURT,
        readings={"gathering": {
            "last-uppermost": replace(_COURT, gathering=1),
            "face-up": replace(_COURT, gathering=2),
            "face-up-last-first": replace(_COURT, gathering=3),
        }},
    ),
    Game(
        "26", "valentine", "four heaps grow at both ends and join", _VALENTINE,
        readings={"gathering": {
            "last-lowest": replace(_VALENTINE, gathering=1),
            "first-highest": replace(_VALENTINE, gathering=2),
            "first-lowest": replace(_VALENTINE, gathering=3),
        }},
    ),
)  # fmt: skip

_QUADRILLE = Table(
    (
        *(Foundation(starts="Q" + suit, length=1) for suit in SUIT_LETTERS),
        *(Foundation(starts="6" + suit, length=6) for suit in SUIT_LETTERS),
        *(Foundation(starts="5" + s, step=-1, ring=13, length=6) for s in SUIT_LETTERS),
    ),
    first_tier=4, gated=True, passes=4,
)  # fmt: skip
_QUADRILLE_FREE = replace(_QUADRILLE, first_tier=0, gated=False)
_DIAL = Table(
    tuple(Foundation(starts=r + "d", step=0, suits="other colour", length=4) for r in RANKS),
    passes=3,
)
_DIAL_TWO = replace(
    _DIAL, foundations=tuple(replace(f, length=8) for f in _DIAL.foundations), passes=4
)
_CLOCK = ("Ad", "5d", "9d", "2c", "6c", "Tc", "3h", "7h", "Jh", "4s", "8s", "Qs")
_ROBERT = Table((Foundation(starts=_of(RANKS), either=True, suits="any", length=52),), passes=4)
_PYRAMID = Table(_each("A"), passes=2, places=(1,) * 15, fill="waste")
_CORNERS = Table(
    (Foundation(ring=13, length=13),) * 4,
    passes=3, places=(0,) * 5, corners=True, fill="stock", blocked=4,
)  # fmt: skip
_COTILLON = Table((*_each("6", 2, length=6), *_each("5", 2, step=-1, ring=13, length=5)), passes=3)


def _by_passes(rules: Table, *passes: int) -> dict[str, Table]:
    return {str(n): replace(rules, passes=n) for n in passes}


def _table_readings(rules: Table, *passes: int) -> dict[str, dict[str, Table]]:
    """Return other numbers of passes, and the waste's top out of reach."""
    return {
        "passes": _by_passes(rules, *passes),
        "waste": {"dead": replace(rules, dead_waste=True)},
    }


TABLES = (
    Game("7", "quadrille", "sixes up and fives down, after the queens", _QUADRILLE,
         readings=_table_readings(_QUADRILLE, 3)),
    Game("7b", "quadrille-free", "sixes up and fives down from the start", _QUADRILLE_FREE,
         readings=_table_readings(_QUADRILLE_FREE, 3)),
    Game("11", "dial", "thirteen ranks, colours in turn; three deals", _DIAL,
         readings=_table_readings(_DIAL, 1)),
    Game("11-2deals", "dial-in-two", "the dial in two deals", replace(_DIAL, passes=2),
         readings={"waste": {"dead": replace(_DIAL, passes=2, dead_waste=True)}}),
    Game("11b", "dial-two-packs", "the dial with two packs; four deals", _DIAL_TWO,
         Pack(2), readings=_table_readings(_DIAL_TWO, 2, 3)),
    Game("15", "robert", "one pile up and down; three redeals", _ROBERT,
         readings=_table_readings(_ROBERT, 3)),
    Game("16", "pyramid", "fifteen cards in reserve; one redeal", _PYRAMID,
         Pack(out=_of("A")), readings={"passes": _by_passes(_PYRAMID, 1)}),
    Game("28", "corners", "four corners, five auxiliaries, the stock on one of them", _CORNERS,
         readings=_table_readings(_CORNERS, 2)),
    Game("28b", "corners-apart", "corners with the stock apart", replace(_CORNERS, blocked=-1),
         readings=_table_readings(replace(_CORNERS, blocked=-1), 2)),
    Game("29", "cotillon", "sixes up, fives down; two redeals", _COTILLON,
         Pack(2, out=_of("56") * 2), readings=_table_readings(_COTILLON, 2)),
)  # fmt: skip

_ACES = _each("A", 2)
_UP_AND_DOWN = (*_each("A"), *_each("K", step=-1))
_AK = _of("AK")
_CLOCK_TABLE = Table(
    (
        *(Foundation(base, ring=12, length=7) for base in _CLOCK),
        Foundation(starts=_of("K"), step=0, suits="any", length=8),
    ),
    passes=3,
)
_FAIREST = Table(
    tuple(
        Foundation(f"{2 * i}c", step=i, suits="any", ring=13, length=11) for i in range(1, 5)
    ),
    passes=3,
)  # fmt: skip
_LUCAS = Table(_ACES, passes=2, places=(3,) * 13, in_rounds=True, pack_step=-1, movers=0)
_RESERVES = Table(
    _UP_AND_DOWN, waiting=True, passes=3, places=(12,) * 4, pack_step=-1, pack_either=True,
    movers=0, onto_waste=True,
)  # fmt: skip
_ROUGE_ET_NOIR = Table(
    _ACES, passes=2, places=(1,) * 8, fill="stock", pack_step=-1, pack_suits="other colour",
    movers=0,
)  # fmt: skip
_TWOS = Table(
    _each("2", 2, ring=13), passes=3, places=(1,) * 10, fill="stock", pack_step=-1, pack_ring=13,
    movers=0,
)  # fmt: skip
_KINGDOM = Table(
    (
        Foundation("As", suits="any"),
        *(Foundation(starts=_of("A"), suits="any", length=13) for _ in range(7)),
    ),
    places=(1,) * 8, fill="waste, stock", fills_last=True,
)  # fmt: skip
_PATRIARCHS = Table(_UP_AND_DOWN, waiting=True, passes=2, places=(1,) * 9, fill="waste, stock")
_WINDMILL = Table(
    (
        Foundation("As", suits="any", ring=13, length=51),
        *(Foundation("K" + suit, step=-1, suits="any") for suit in SUIT_LETTERS),
    ),
    first_tier=1, places=(1,) * 8, fill="waste, stock",
)  # fmt: skip
_POLE = Table(
    tuple(Foundation(starts=_of("2"), suits="any") for _ in range(4)),
    places=(1,) * 8, fill="waste, stock",
)  # fmt: skip
_LIGHT_AND_SHADE = Table(
    _each("A", 2, suits="other colour"), passes=2, places=(1,) * 8, givers=4, takers=4, movers=4,
    fed=(0, 4), feeders=(4, 8), fill="stock", pack_step=-1, pack_suits="other colour",
    waste_first=False,
)  # fmt: skip
_PLAIT = Table(
    (Foundation(ring=13, length=13),) * 8,
    passes=4, places=(20, *(1,) * 12), fed=(1, 5), feeders=(0, 1), base_drawn=True, fill="stock",
    waste_first=False,
)  # fmt: skip
_QUEENS = Table(
    tuple(Foundation(starts="K" + s, ring=13, length=12) for s in SUIT_LETTERS for _ in range(2)),
    places=(0,) * 8, beneath=_of("Q") * 2, pack_step=-1, pack_suits="any", waste_first=False,
)  # fmt: skip
_QUADRANGLE = Table(
    (Foundation(ring=13, length=13),) * 8,
    places=(3,) * 12, base_drawn=True, fill="waste", pack_step=-1, pack_ring=13,
    waste_first=False,
)  # fmt: skip
_OCTAGON = Table(_ACES, passes=4, places=(5,) * 4, fill="waste", pack_step=-1, waste_first=False)

# Games in which the player decides, played in a fixed way.
FIXED = (
    Game("12", "clock", "twelve foundations round a clock; two redeals", _CLOCK_TABLE,
         Pack(2, out="".join(_CLOCK)), readings={"passes": _by_passes(_CLOCK_TABLE, 4)}),
    Game("21", "fairest", "four packets that step by one to four; two redeals", _FAIREST,
         Pack(out="Ac2c3c4c2d4d6c8c", any_suit=True),
         readings={"waste": {"dead": replace(_FAIREST, dead_waste=True)}}),
    Game(
        "31", "lucas", "thirteen columns of three packed in suit; one redeal", _LUCAS,
        Pack(2, out=_of("A") * 2), "automatic",
        readings={"spaces": {"from-waste": replace(_LUCAS, late_fill=True)}},
    ),
    Game("34", "reserves", "four reserves of twelve, aces up and kings down; two redeals",
         _RESERVES, Pack(2, out=_AK), "automatic"),
    Game(
        "35", "rouge-et-noir", "eight heaps packed in colours; one redeal", _ROUGE_ET_NOIR,
        Pack(2, out=_of("A") * 2), "automatic",
        readings={
            "passes": _by_passes(_ROUGE_ET_NOIR, 3),
            "spaces": {"from-waste": replace(_ROUGE_ET_NOIR, fill="waste, stock")},
        },
    ),
    Game("36", "twos", "ten heaps packed in suit, twos up to aces; two redeals", _TWOS,
         Pack(2, out=_of("2") * 2), "automatic", readings={"passes": _by_passes(_TWOS, 1, 2)}),
    Game(
        "37", "kingdom", "eight foundations whatever the suit, a row of eight; no redeal",
        _KINGDOM, Pack(2, out="As"), "automatic",
        readings={"spaces": {"from-stock": replace(_KINGDOM, fill="stock, waste")}},
    ),
    Game("38", "patriarchs", "nine auxiliaries, aces up and kings down; one redeal", _PATRIARCHS,
         Pack(2, out=_AK), "automatic", readings={"passes": _by_passes(_PATRIARCHS, 1)}),
    Game(
        "39", "windmill", "a centre four times round, four kings down; no redeal", _WINDMILL,
        Pack(2, out="AsKcKdKhKs"), "automatic",
        readings={"spaces": {"from-stock": replace(_WINDMILL, fill="stock, waste")}},
    ),
    Game("39b", "windmill-one-pack", "four deuces up whatever the suit, eight sails", _POLE,
         Pack(out=_of("A")), "automatic"),
    Game(
        "53", "light-and-shade", "four piles in colours fed by a reserve; one redeal",
        _LIGHT_AND_SHADE, Pack(2, out=_of("A") * 2),
        readings={
            "passes": _by_passes(_LIGHT_AND_SHADE, 1),
            "reserve": {"open": replace(_LIGHT_AND_SHADE, givers=8)},
        },
    ),
    Game("54", "plait", "a plait of twenty that fills four corners; three redeals", _PLAIT,
         Pack(2), readings={"passes": _by_passes(_PLAIT, 3)}),
    Game("55", "queens-and-knaves", "kings up to knaves, piles on eight queens; no redeal",
         _QUEENS, Pack(2, out=_of("Q") * 2)),
    Game("56", "quadrangle", "twelve piles of three, any base; no redeal", _QUADRANGLE, Pack(2)),
    Game("57", "octagon", "four piles of five; three redeals", _OCTAGON,
         Pack(2, out=_of("A") * 2), readings={"passes": _by_passes(_OCTAGON, 3)}),
)  # fmt: skip

GAMES = {game.number: game for game in (*PAIRING, *COUNTING, *HEAPS, *TABLES, *FIXED)}


def find_game(text: str) -> Game:
    """Return the game of a number or name, with readings: ``robert,passes=3``.

    Parameters
    ----------
    text : str
        ``5b``, ``harvest-running``, or either with ``,reading=value``.

    Raises
    ------
    ValueError
        In one sentence, for an unknown game, reading or value.

    Examples
    --------
    >>> find_game("5b").name
    'harvest-running'
    >>> find_game("robert,passes=3").rules.passes
    3
    """
    if not isinstance(text, str):
        raise ValueError(f"{shown(text)} is not the name of a game; `rbsim patience` lists them")
    name, *chosen = text.split(",")
    by_name = {game.name: game for game in GAMES.values()}
    game = GAMES.get(name) or by_name.get(name)
    if game is None:
        raise ValueError(f"no game is called {shown(name)}; `rbsim patience` lists them")
    if len(chosen) > 1:
        raise ValueError(f"{text}: one reading at a time")
    for choice in chosen:
        key, _, value = choice.partition("=")
        values = game.readings.get(key)
        if values is None:
            known = ", ".join(game.readings) or "none"
            raise ValueError(f"{game.name} has no reading {shown(key)}; it has {known}")
        if value not in values:
            raise ValueError(f"{key}={shown(value)} of {game.name} is one of {', '.join(values)}")
        game = replace(game, rules=values[value], readings={})
    return game
