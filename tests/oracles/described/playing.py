"""Cards that go to foundations, and those that wait between two of them."""

from collections.abc import Iterator

from .cards import SUITS, rank
from .fitting import fits_some, goes_first, takers
from .table import HAND, Table

Move = tuple[str, int, int, int]


def plays_of(table: Table, source: int, card: str, up: int, groups: list[str]) -> Iterator[Move]:
    """The plays of a card; one that fits both foundations of its suit may or must wait."""
    if not goes_first(table, card, source):
        return
    waiting = table.game.play.waiting
    if card[1] in table.held:
        if fits_some(table, card):
            yield "play", source, SUITS.index(card[1]), up
        return
    if waiting != "none":
        both = [one for one in takers(table, card) if one.number % 4 == SUITS.index(card[1])]
        if len(both) > 1:
            yield "hold", source, both[0].number, up
            if waiting == "must":
                return
    for one in takers(table, card, groups):
        yield "play", source, one.number, up


def go_up(table: Table, card: str, kind: str, number: int) -> None:
    """Lay a card on a foundation, or hold it; the next of its suit settles one that is held.

    One higher takes both to the side that goes up, one lower to the other; of two equal cards one
    goes to each.
    """
    if kind == "hold":
        table.held[card[1]] = card
        return
    held = table.held.pop(card[1], None)
    one = table.foundations[number]
    if held is None:
        one.cards.append(card)
        return
    other = table.foundations[number + 4]
    if card == held:
        one.cards.append(held)
        other.cards.append(card)
    else:
        side = one if rank(card) > rank(held) else other
        side.cards += [held, card]


def goes_up_of_itself(table: Table, card: str) -> bool:
    """Play a card just turned if there is one way; with more it is held in the hand."""
    found = list(plays_of(table, HAND, card, 1, []))
    if len(found) > 1:
        table.hand = card
    elif found:
        go_up(table, card, found[0][0], found[0][2])
    return bool(found)


def goes_up_first(table: Table, card: str) -> bool:
    """Play a card just turned in the first way that there is."""
    found = list(plays_of(table, HAND, card, 1, []))
    if found:
        go_up(table, card, found[0][0], found[0][2])
    return bool(found)
