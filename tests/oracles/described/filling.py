"""Spaces filled from the first source that has a card."""

from .reach import is_shut, wastes
from .table import ASIDE, WASTE, Pile, Table

STOCK = -1


def fillers(table: Table, pile: Pile) -> list[list[int]]:
    """The numbers of the piles that can fill a space, by source: of those that have a card."""
    found = []
    for name in pile.rules.fill:
        if name == "stock":
            numbers = [STOCK] if table.stock else []
        elif name == "waste":
            numbers = [one for one in wastes(table) if table.wastes[WASTE - one]]
        else:
            numbers = [
                other.number
                for other in table.of_group(name)
                if other.cards and not is_shut(table, other)
            ]
        if numbers:
            found.append(numbers)
    return found


def fill(table: Table, pile: Pile) -> bool:
    """Fill a space from the first source that has a card, if there is one."""
    found = fillers(table, pile)
    if not found:
        return False
    number = found[0][0]
    if number == STOCK:
        pile.cards.append(table.stock.pop(0))
    elif number <= WASTE and number >= ASIDE:
        pile.cards.append(table.wastes[WASTE - number].pop())
    else:
        pile.cards.append(table.piles[number].cards.pop())
    return True
