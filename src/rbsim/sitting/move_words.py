"""Move words: what a seat does, as one says it at the table."""

import rbcore
from rbcore.drawing.text import PLAIN
from rbsim.games.replay import CALLED, STOP, cards_of

SECOND = {"plays": "play", "moves": "move", "covers": "cover", "lays": "lay", "turns": "turn",
          "passes": "pass"}  # fmt: skip
FROM = {"r": "the reserve", "h": "the hand", "w": "the waste"}
KINDS = {"R": "reserve", "W": "waste"}


def entry_words(before: rbcore.Game, entry: str, after: rbcore.Game, person: int) -> str:
    """Return an entry of a game in a sentence, given how the game stood before and after."""
    seat = before.seat
    if entry == STOP:
        return "Your turn ends." if seat == person else f"The turn of seat {seat} ends."
    move = entry.removesuffix(CALLED)
    verb, rest = _words(before, move, after, person)
    said = f"You {SECOND[verb]}" if seat == person else f"Seat {seat} {verb}"
    sentence = f"{said} {rest}".rstrip() + "."
    return f"{sentence} Stop! {before.judge(move).words}" if entry != move else sentence


def _words(before: rbcore.Game, move: str, after: rbcore.Game, person: int) -> tuple[str, str]:
    """The verb, and what follows it."""
    if move == "pass":
        return "passes", ""
    if move == "turn":
        over = "" if before.hands[before.seat] else "the waste over and "
        shown = PLAIN.card(after.turned) if after.turned else "a card"
        return "turns", f"{over}up {shown}"
    if move == "waste":
        return "lays", f"{PLAIN.card(before.turned)} on the waste"
    source, _, place = move.partition(">")
    taken = cards_of(before, source)
    cards = " ".join(map(PLAIN.card, taken)) or "a card"
    origin = f"from {FROM.get(source) or f'house {source[0]}'}"
    if place == "F":
        return "plays", f"{cards} {origin} to a foundation"
    if place.isdigit():
        house = before.houses[int(place) - 1]
        onto = f"onto {PLAIN.card(house[-1])} in house {place}" if house else f"to space {place}"
        return ("moves" if source[0].isdigit() else "plays"), f"{cards} {origin} {onto}"
    other = int(place[1:] or 1 - before.seat)
    whose = "your" if other == person else f"seat {other}'s"
    return "covers", f"{whose} {KINDS[place[0]]} with {cards} {origin}"
