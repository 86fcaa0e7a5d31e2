"""The packs of games: the cards that each is dealt from, and packs given as text."""

from __future__ import annotations

from collections import Counter

from rbcore.cards.ranges import shown
from rbcore.cards.text import RANKS, read_cards
from rbcore.patience.entry import Game


def pack_cards(game: Game) -> list[int]:
    """Return the cards of a game that are not set out, sorted by rank and suit."""
    pack = game.pack
    each = read_cards("".join(r + s for r in RANKS if r in pack.ranks for s in pack.suits), "pack")
    left = Counter(each * pack.decks)
    left.subtract(read_cards(pack.out, "out"))
    return [c for _ in range(pack.decks) for c in each if _take(left, c)]


def _take(left: Counter[int], c: int) -> bool:
    """Take a card of what is left; return whether there was one."""
    left[c] -= 1
    return left[c] >= 0


def _without_ranks(cards: list[int], out: Counter[int]) -> list[int]:
    """Return a full pack without the first cards of some ranks."""
    if len(set(cards)) != len(cards):
        raise ValueError("this is no pack; a card is in it twice")
    ranks = Counter(c & 15 for c in out.elements())
    return [c for c in cards if not _take(ranks, c & 15)]


def read_pack(game: Game, text: str) -> list[int]:
    """Return the cards of a game's pack from text, those set out left away.

    Raises ValueError unless they are the game's, each as often as it has them.
    """
    if not isinstance(text, str):
        raise ValueError(f"{shown(text)} is not a pack; write its cards as text, 7c8dJh...")
    cards = read_cards(text, "pack")
    wanted = pack_cards(game)
    out = Counter(read_cards(game.pack.out, "out"))
    if len(cards) == len(wanted) + out.total():
        if game.pack.any_suit:
            return _without_ranks(cards, out)
        cards = [c for c in cards if not _take(out, c)]
    size = len(wanted)
    whole: list[int] = []
    for n in range(game.pack.shuffles):
        part = cards[n * size : (n + 1) * size]
        if sorted(part) != sorted(wanted):
            break
        whole += part
    if len(whole) != len(cards) or len(whole) != size * game.pack.shuffles:
        times = f", {game.pack.shuffles} times" if game.pack.shuffles > 1 else ""
        raise ValueError(
            f"this is no pack of {game.name}; it has {size} cards{times}, each as often as the "
            f"game has it"
        )
    return whole
