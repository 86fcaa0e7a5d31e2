"""The packs of games: the cards that each is dealt from, and packs given as text."""

from __future__ import annotations

from collections import Counter

from rbcore.cards.ranges import shown
from rbcore.cards.text import RANKS, read_cards
from rbcore.patience.entry import Game


def pack_cards(game: Game) -> list[int]:
    """Return the cards of a game that are not set out: of each pack those left, in order."""
    pack = game.pack
    each = read_cards("".join(r + s for r in RANKS if r in pack.ranks for s in pack.suits), "pack")
    left = Counter(each * pack.decks)
    left.subtract(read_cards(pack.out, "out"))
    return [c for _ in range(pack.decks) for c in each if _take(left, c)]


def _take(left: Counter[int], c: int) -> bool:
    """Take a card of what is left; return whether there was one."""
    left[c] -= 1
    return left[c] >= 0


def _without(cards: list[int], out: Counter[int], any_suit: bool) -> list[int]:
    """Return a full pack without the cards set out, or without the first of their ranks."""
    if not any_suit:
        return [c for c in cards if not _take(out, c)]
    ranks = Counter(c & 15 for c in out.elements())
    return [c for c in cards if not _take(ranks, c & 15)]


def _own_cards(game: Game, cards: list[int]) -> list[int] | None:
    """Return the cards of one whole pack, without those set out; None if it is no pack."""
    wanted, out = pack_cards(game), read_cards(game.pack.out, "out")
    if sorted(cards) == sorted(wanted):
        return cards
    if sorted(cards) == sorted([*wanted, *out]):
        return _without(cards, Counter(out), game.pack.any_suit)
    return None


def read_pack(game: Game, text: str) -> list[int]:
    """Return a pack's cards from text, as many as its play reads: without those set out.

    Raises ValueError unless they are the game's, each as often as it has them.
    """
    if not isinstance(text, str):
        raise ValueError(f"{shown(text)} is not a pack; write its cards as text, 7c8dJh...")
    given = read_cards(text, "pack")
    size, over = divmod(len(given), game.pack.shuffles)
    parts = [_own_cards(game, given[size * n :][:size]) for n in range(game.pack.shuffles)]
    cards = [card for part in parts for card in part or ()]
    if over or None in parts:
        times = f", {game.pack.shuffles} times" if game.pack.shuffles > 1 else ""
        raise ValueError(
            f"this is no pack of {game.name}; it has {len(pack_cards(game))} cards{times}, each as "
            "often as the game has it"
        )
    under = len(game.pack.under) * len(game.pack.suits)
    if under and any(RANKS[(c & 15) - 1] not in game.pack.under for c in cards[-under:]):
        raise ValueError(
            f"this is no pack of {game.name}; its last {under} cards are those of the ranks "
            f"{' '.join(game.pack.under)}, which lie below the others"
        )
    return cards
