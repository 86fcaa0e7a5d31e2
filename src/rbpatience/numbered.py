"""Numbered deals: Microsoft's of FreeCell, and those of the package pysol-cards."""

from __future__ import annotations

import re
from importlib import import_module

from rbcore.cards.ranges import shown
from rbcore.cards.text import RANKS
from rbpatience.book import find_game
from rbpatience.entry import AnyGame

__all__ = ["numbered_deal"]

MAX_MICROSOFT = 2**31 - 1
MAX_PYSOL = 10**20
COLUMNS = 8
# The names in pysol-cards of the games that it deals as we do.
PYSOL_GAMES = {
    "bakers-dozen": "bakers_dozen",
    "bakers-game": "bakers_game",
    "beleaguered-castle": "beleaguered_castle",
    "black-hole": "black_hole",
    "eight-off": "eight_off",
    "fan": "fan",
    "free-cell": "freecell",
    "golf": "golf",
    "klondike": "klondike",
    "seahaven-towers": "seahaven_towers",
    "simple-simon": "simple_simon",
    "streets-and-alleys": "streets_and_alleys",
    "thumb-and-pouch": "thumb_and_pouch",
    "yukon": "yukon",
}
BY_EIGHT = ("free-cell", "bakers-game")  # Microsoft deals need no such package here


def numbered_deal(game: AnyGame, number: str) -> str:
    """Return the layout of a deal that other programs know by a number.

    Parameters
    ----------
    game : str
        The name of the game, optionally with readings.
    number : str
        ``ms:11982`` is a deal of Microsoft's FreeCell or, in other games, of its shuffle as
        pysol-cards lays it out. ``pysol:100000`` is a deal of PySolFC, by that package; its numbers
        up to 32000 are Microsoft's.

    Returns
    -------
    str
        A layout that `Board.parse` reads.

    Raises
    ------
    ValueError
        If the number is invalid, the game has no numbered deals, or pysol-cards is needed and
        missing.

    Examples
    --------
    >>> from rbpatience.numbered import numbered_deal
    >>> numbered_deal("free-cell", "ms:1").splitlines()[0]
    'JD KD 2S 4C 3S 6D 6S'
    """
    name = find_game(game).name
    match = (
        re.fullmatch(r"(ms|pysol):?\s*([0-9]{1,21})", number) if isinstance(number, str) else None
    )
    if not match:
        raise ValueError(f"{shown(number)} is not a deal's number; write ms:11982 or pysol:100000")
    which, value = match[1], int(match[2])
    low, high = (1, MAX_MICROSOFT) if which == "ms" else (0, MAX_PYSOL)
    if not low <= value <= high:
        raise ValueError(f"{number} is out of range; numbers of {which} run from {low} to {high}")
    if which == "ms" and name in BY_EIGHT:
        cards = _microsoft_order(value)
        return "".join(f"{' '.join(cards[column::COLUMNS])}\n" for column in range(COLUMNS))
    if name not in PYSOL_GAMES:
        known = ", ".join(sorted(PYSOL_GAMES))
        raise ValueError(f"{name} has no numbered deals; these games have: {known}")
    return _pysol_layout(PYSOL_GAMES[name], value, which)


def _microsoft_order(number: int) -> list[str]:
    """Return the cards in the order in which Microsoft's FreeCell deals them, column by column.

    The random numbers are those of the C library's rand, as Jim Horne describes.
    """
    left = [rank + suit for rank in RANKS for suit in "CDHS"]
    cards, state = list[str](), number
    while left:
        state = (214013 * state + 2531011) % 2**31
        at = (state >> 16) % len(left)
        left[at], left[-1] = left[-1], left[at]
        cards.append(left.pop())
    return cards


def _pysol_layout(game: str, number: int, which: str) -> str:
    """Return the layout that pysol-cards gives."""
    try:
        cards, deals = import_module("pysol_cards.cards"), import_module("pysol_cards.deal_game")
        base = import_module("pysol_cards.random_base").RandomBase
    except ModuleNotFoundError:
        raise ValueError(
            "pysol_cards is not installed; pip install 'russian-bank[deals]'"
        ) from None
    kind = base.DEALS_MS if which == "ms" else base.DEALS_PYSOLFC
    return str(deals.Game(game, number, kind).calc_layout_string(cards.CardRenderer(True)))
