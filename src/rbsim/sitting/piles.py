"""Piles: which pile of a scene a part of a move's notation is, seen from a seat."""

from collections.abc import Iterator

from rbcore.cards.text import RANKS
from rbcore.drawing.scene import Scene

SPECIAL = {"turn": ("h", "t"), "waste": ("t", "w")}


def ends(move: str, seat: int, seats: int) -> tuple[str, str]:
    """Return the keys of the piles that a move goes from and to; of a foundation `F`."""
    if move in SPECIAL:
        source, place = SPECIAL[move]
        return f"{source}{seat}", f"{place}{seat}"
    source, arrow, place = move.partition(">")
    if not arrow:
        return "", ""  # to pass moves nothing
    return source_key(source, seat), place_key(place, seat, seats)


def source_key(source: str, seat: int) -> str:
    """Return the key of a source: `r`, `h`, `w`, a house or its last cards."""
    if source[0].isdigit():
        return f"H{source[0]}"
    return f"{'t' if source == 'h' else source}{seat}"


def place_key(place: str, seat: int, seats: int) -> str:
    """Return the key of a place: `F`, a house, `R` or `W` with a seat if there are three."""
    if place == "F":
        return place
    if place.isdigit():
        return f"H{place}"
    return f"{place[0].lower()}{place[1:] or (seat + 1) % seats}"


def place_of(key: str, seats: int) -> str:
    """Return the place that another's pile or one of all is, as notation writes it; or nothing."""
    if key[0] == "F":
        return "F"
    if key[0] == "H":
        return key[1:]
    return key[0].upper() + (key[1:] if seats > 2 else "") if key[0] in "rw" else ""


def takers(scene: Scene, card: str) -> Iterator[str]:
    """Yield the keys of the foundations on which a card fits next (1.4)."""
    founded = [pile for pile in scene.piles if pile.key[0] == "F"]
    base = next((pile.cards[0][0] for pile in founded if pile.cards), "A")
    height = (RANKS.index(card[0]) - RANKS.index(base)) % 13
    for pile in founded:
        if pile.key[1] == card[1] and len(pile.cards) == height:
            yield pile.key
