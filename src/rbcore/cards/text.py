"""Text <-> cards, in the notation of docs/notation.md."""

from collections.abc import Iterable

RANKS = "A23456789TJQK"
SUITS = "cdhs"

# As in card.pxd.
JOKER = 15
UNKNOWN = 14


def card_text(card: int) -> str:
    """Return a card in notation: `Td`, `**` for a joker, `??` for an unknown card."""
    if card == JOKER:
        return "**"
    if card == UNKNOWN:
        return "??"
    return RANKS[(card & 15) - 1] + SUITS[card >> 4]


def cards_text(cards: Iterable[int]) -> str:
    """Return cards in notation, one after another."""
    return "".join(map(card_text, cards))


def read_cards(text: str, where: str) -> list[int]:
    """Return the cards of a text; `where` names the text in error messages."""
    cards = []
    for i in range(0, len(text), 2):
        if text[i : i + 2] == "**":
            cards.append(JOKER)
            continue
        rank, suit = RANKS.find(text[i]), SUITS.find(text[i + 1 : i + 2] or "?")
        if rank < 0 or suit < 0:
            raise ValueError(
                f"{where}: {text[i : i + 2]!r} is not a card; write a rank of {RANKS} "
                f"and a suit of {SUITS}"
            )
        cards.append(suit * 16 + rank + 1)
    return cards
