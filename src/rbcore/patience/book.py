"""The games of the book, a table: an entry each (docs/patience)."""

from __future__ import annotations

from dataclasses import replace

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
        *(Foundation(starts="5" + s, step=-1, wraps=True, length=6) for s in SUIT_LETTERS),
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
_PYRAMID = Table(_each("A"), passes=2, places=15, opening_fill="stock", fill="waste")
_CORNERS = Table(
    (Foundation(wraps=True, length=13),) * 4,
    passes=3, places=5, corners=True, fill="stock", blocked=4,
)  # fmt: skip
_COTILLON = Table(
    (*_each("6", 2, length=6), *_each("5", 2, step=-1, wraps=True, length=5)), passes=3
)


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

GAMES = {game.number: game for game in (*PAIRING, *COUNTING, *HEAPS, *TABLES)}


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
    name, *chosen = text.split(",")
    by_name = {game.name: game for game in GAMES.values()}
    game = GAMES.get(name) or by_name.get(name)
    if game is None:
        raise ValueError(f"no game is called {name!r}; `rbsim patience` lists them")
    if len(chosen) > 1:
        raise ValueError(f"{text}: one reading at a time")
    for choice in chosen:
        key, _, value = choice.partition("=")
        values = game.readings.get(key)
        if values is None:
            known = ", ".join(game.readings) or "none"
            raise ValueError(f"{game.name} has no reading {key!r}; it has {known}")
        if value not in values:
            raise ValueError(f"{key}={value!r} of {game.name} is one of {', '.join(values)}")
        game = replace(game, rules=values[value], readings={})
    return game
