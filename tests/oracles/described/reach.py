"""Which cards can be reached: what a pattern names, what is shut, how many move together."""

from .cards import follows
from .fitting import runs
from .patterns import Pattern
from .table import ASIDE, HAND, OFF_PILES, WASTE, Pile, Table


def sources(table: Table, pattern: Pattern) -> list[int]:
    """Numbers of the piles from which a pattern goes, in order."""
    groups = list(table.game.piles)
    names = pattern.sources or {
        "play": ["hand", "waste", *groups],
        "pack": ["hand", *groups, "waste"],
        "fill": ["hand", *groups, "waste"],
        "lift": ["waste"],
    }.get(pattern.steps[0], groups)
    return [number for name in names for number in numbers(table, name)]


def numbers(table: Table, name: str) -> list[int]:
    special = {"hand": [HAND], "waste": wastes(table)}
    return special.get(name) or [pile.number for pile in table.of_group(name)]


def wastes(table: Table) -> list[int]:
    return [WASTE, ASIDE][: len(table.wastes)][::-1]


def targets(table: Table, pattern: Pattern) -> list[Pile]:
    """The piles to which a pattern goes."""
    if not pattern.targets:
        return table.piles
    return [pile for name in pattern.targets for pile in table.of_group(name)]


def available(table: Table, source: int) -> list[str]:
    """The cards of a source that may move, the last one first to go."""
    if source == HAND:
        return [table.hand] if table.hand else []
    if source in OFF_PILES:
        dead = table.game.stock.waste == "dead"
        return [] if dead else table.wastes[WASTE - source]
    pile = table.piles[source]
    return [] if is_shut(table, pile) else pile.open


def is_shut(table: Table, pile: Pile) -> bool:
    """Whether a pile neither gives nor takes."""
    rules = pile.rules
    if rules.cover == "stock":
        return bool(table.stock)
    own = table.of_group(pile.group)
    if rules.cover == "pyramid":
        row = next(n for n in range(99) if (n + 1) * (n + 2) // 2 > pile.place)
        below = [pile.place + row + 1, pile.place + row + 2]
        return any(own[n].cards for n in below if n < len(own))
    if rules.cover in ("below", "either", "below at first"):
        down, up = pile.place + rules.count, pile.place - rules.count
        is_below = down < len(own) and bool(own[down].cards)
        is_above = up >= 0 and bool(own[up].cards)
        below = rules.cover == "below" or (rules.cover == "below at first" and table.stock)
        return is_below and (is_above or bool(below))
    return False


def amounts(table: Table, source: int, lift: str, how: str) -> list[int]:
    """How many cards may go in one move: as `lift` says, and all that lie open if `how` does."""
    cards = available(table, source)
    if not cards:
        return []
    if source in OFF_PILES:
        return [1]
    if lift == "whole":
        return [len(cards)]
    most = {"any": len(cards), "top": 1, "run": runs(cards, table.piles[source].rules.run)}[lift]
    found = list(range(1, most + 1))
    return [n for n in found if n == len(cards)] if how == "whole" else found


def to_space(table: Table, source: int, space: Pile, how: str) -> list[int]:
    """How many cards may go to a space in one move."""
    lift = table.piles[source].rules.lift if source not in OFF_PILES else "top"
    found = amounts(table, source, lift, how)
    if space.rules.space_lift == "run":
        cards = available(table, source)
        found = list(range(1, runs(cards, space.rules.run) + 1))
        if how == "whole" and source not in OFF_PILES:
            found = [n for n in found if n == len(cards)]
    if source in OFF_PILES:
        return found
    pile = table.piles[source]
    if pile.group == space.group and not pile.rules.beside:
        # A pile that only changes its place gains nothing.
        found = [n for n in found if n < len(pile.cards)]
    return found


def lies_well(table: Table, source: int, n: int) -> bool:
    """Whether a card lies already on one that could take it."""
    if source in OFF_PILES:
        return False
    pile = table.piles[source]
    if pile.rules.on is None or n >= len(pile.open):
        return False
    return follows(pile.cards[-n], pile.cards[-n - 1], pile.rules.on)
