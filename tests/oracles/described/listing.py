"""The legal moves, as (kind, source, target, cards), in the order in which patterns find them."""

from collections.abc import Iterator

from .dealing import is_dealing
from .filling import STOCK, fillers
from .fitting import fits_some, is_run_of, make_pair, takes, takes_in_space, takes_on_waste
from .patterns import Pattern
from .playing import Move, plays_of
from .reach import amounts, available, is_shut, lies_well, sources, targets, to_space, wastes
from .table import ASIDE, HAND, OFF_PILES, Pile, Table


def moves(table: Table) -> list[Move]:
    """All legal moves: of the first tier of duties that has one, else of the patterns."""
    play = table.game.play
    held_alone = table.hand is not None and None not in play.duties
    for tier in play.duties:
        if tier is None:
            held_alone = table.hand is not None
        elif found := listed(table, tier, held_alone):
            return found
    patterns = play.opening if table.opening else play.moves
    if table.hand is not None:
        return list(dict.fromkeys(of_held(table, play.moves)))
    return listed(table, patterns)


def of_held(table: Table, patterns: list[Pattern]) -> Iterator[Move]:
    """What a card in hand can do: go to a foundation, and what patterns of the hand alone say.

    Without such patterns it goes on a pile that takes it, in a space, or on the waste.
    """
    anywhere = Pattern([], "", [], [])
    own = [pattern for pattern in patterns if pattern.sources == ["hand"]]
    if not any(pattern.steps == ["play"] for pattern in own):
        yield from plays(table, anywhere, HAND)
    if own:
        yield from listed(table, own)
    else:
        for step in (packs, into_spaces):
            yield from step(table, anywhere, HAND)
        for waste in wastes(table):
            yield "shift", HAND, waste, 1


def listed(table: Table, patterns: list[Pattern], held_alone: bool = False) -> list[Move]:
    """What the patterns find, each move once for every pattern that finds it."""
    return [move for one in patterns for move in of_pattern(table, one, held_alone)]


def of_pattern(table: Table, pattern: Pattern, held_alone: bool) -> Iterator[Move]:
    (step, *_) = pattern.steps
    if step == "fill" and not pattern.sources:
        step = "fill alone"
    if step in ALONE:
        if not held_alone:
            yield from ALONE[step](table, pattern)
        return
    for source in sources(table, pattern):
        if not held_alone or source == HAND:
            for one in pattern.steps:
                yield from FROM[one](table, pattern, source)


# ---- from pile to pile --------------------------------------------------------------


def plays(table: Table, pattern: Pattern, source: int) -> Iterator[Move]:
    cards = available(table, source)
    if not cards:
        return
    yield from plays_of(table, source, cards[-1], 1, pattern.targets)
    if source != HAND:
        for one in table.foundations:
            n = one.rules.length
            if one.rules.whole and not one.cards and is_run_of(one, cards[-n:]):
                yield "play", source, one.number, n
                break


def packs(table: Table, pattern: Pattern, source: int) -> Iterator[Move]:
    cards = available(table, source)
    if not cards or (pattern.how == "unfit" and fits_some(table, cards[-1])):
        return
    lift = table.piles[source].rules.lift if source not in OFF_PILES else "top"
    found = [n for n in amounts(table, source, lift, pattern.how)
             if not (pattern.how == "loose" and lies_well(table, source, n))]  # fmt: skip
    for pile in targets(table, pattern):
        for n in found:
            if pile.number == source or is_shut(table, pile):
                continue
            if takes(table, pile, cards[-n], n):
                yield "shift", source, pile.number, n
    for waste in target_wastes(table, pattern):
        for n in found:
            if waste != source and takes_on_waste(table, waste, cards[-n]):
                yield "shift", source, waste, n


def target_wastes(table: Table, pattern: Pattern) -> list[int]:
    """The wastes on which a pattern packs: if it names them, or if there are no other piles."""
    packed = any(one.on for one in table.game.piles.values())
    named = "waste" in pattern.targets or not (packed or pattern.targets)
    return wastes(table) if named else []


def into_spaces(table: Table, pattern: Pattern, source: int) -> Iterator[Move]:
    cards = available(table, source)
    if not cards or (pattern.how == "unfit" and fits_some(table, cards[-1])):
        return
    for alike in spaces(table, pattern):
        for n in to_space(table, source, alike[0], pattern.how):
            for pile in [] if pattern.how == "loose" and lies_well(table, source, n) else alike:
                if n <= pile.rules.room and takes_in_space(pile, cards[-n]):
                    yield "shift", source, pile.number, n


def spaces(table: Table, pattern: Pattern) -> list[list[Pile]]:
    """The spaces that a pattern goes to, group by group: the first, if they are one choice."""
    kept: dict[str, list[Pile]] = {}
    for pile in targets(table, pattern):
        if pile.is_space and is_dealt(table, pile):
            kept.setdefault(pile.group, []).append(pile)
    return [group[:1] if not group[0].rules.beside else group for group in kept.values()]


def is_dealt(table: Table, pile: Pile) -> bool:
    """Whether a place lies in a row that was dealt; a pile always does."""
    return not pile.rules.grid or pile.number < table.reach


def lays(table: Table, pattern: Pattern, source: int) -> Iterator[Move]:
    if not available(table, source):
        return
    if not pattern.targets:
        yield "shift", source, table.turn, 1
    for name in pattern.targets:
        piles = wastes(table) if name == "waste" else [one.number for one in table.of_group(name)]
        for number in piles:
            yield "shift", source, number, 1


def throws(table: Table, pattern: Pattern, source: int) -> Iterator[Move]:
    cards = available(table, source)
    if cards and cards[-1][0] in table.game.discard.alone:
        yield "throw", source, 1, 1


def lifts(table: Table, pattern: Pattern, source: int) -> Iterator[Move]:
    """Any card of the waste but its top, once, when the stock is out."""
    if table.lifted or table.stock:
        return
    cards = available(table, source)
    for up in range(2, len(cards) + 1):
        card = cards[-up]
        yield from plays_of(table, source, card, up, [])
        for name, rules in table.game.piles.items():
            group = table.of_group(name)
            if rules.on is None:
                continue
            for pile in group:
                if takes(table, pile, card, 1) and not is_shut(table, pile):
                    yield "lift", source, pile.number, up
            space = next((pile for pile in group if pile.is_space), None)
            if space and takes_in_space(space, card):
                yield "lift", source, space.number, up


FROM = {
    "play": plays, "pack": packs, "fill": into_spaces, "lay": lays, "throw": throws, "lift": lifts,
}  # fmt: skip


# ---- what goes from no pile ---------------------------------------------------------


def pairs(table: Table, pattern: Pattern) -> Iterator[Move]:
    tops = [(one, available(table, one)) for one in sources(table, pattern)]
    tops = [(one, cards) for one, cards in tops if cards]
    for i, (one, cards) in enumerate(tops):
        for other, more in tops[i + 1 :]:
            if make_pair(table, cards[-1], more[-1]) and not is_apart(table, one, other):
                yield "pair", one, other, 1


def is_apart(table: Table, one: int, other: int) -> bool:
    """Whether two cards of one group are no pair."""
    if one in OFF_PILES or other in OFF_PILES:
        return False
    group = table.piles[one].group
    return group == table.piles[other].group and group in table.game.discard.apart


def turns(table: Table, pattern: Pattern) -> Iterator[Move]:
    if table.stock and not listed(table, table.game.stock.after):
        yield "turn", 0, 0, 0


def redeals(table: Table, pattern: Pattern) -> Iterator[Move]:
    stock = table.game.stock
    if table.stock or not table.wastes[0]:
        return
    more = table.gained if stock.passes == "endless" else table.passes < stock.passes
    if more and not listed(table, stock.after):
        yield "redeal", 0, 0, 0


def next_deals(table: Table, pattern: Pattern) -> Iterator[Move]:
    deals = table.game.deal.deals
    if not is_dealing(table) and (deals == "endless" or table.deals < deals):
        yield "redeal", 0, 0, 0


def rows(table: Table, pattern: Pattern) -> Iterator[Move]:
    """The next row, or the end of the opening: not while there are spaces, but to piles."""
    dealt = [pile for pile in table.piles if is_dealt(table, pile)]
    to_piles = table.game.stock.to in table.game.piles
    if table.stock and (to_piles or not any(pile.is_space for pile in dealt)):
        yield "row", 0, 0, 0


def fills(table: Table, pattern: Pattern) -> Iterator[Move]:
    """The first space of each group that a move fills, from its sources: at will from the first."""
    for name, rules in table.game.piles.items():
        space = next(
            (one for one in table.of_group(name) if one.is_space and is_dealt(table, one)), None
        )
        if space is None or rules.fill_when in ("at once", "stuck", "stuck once"):
            continue
        if rules.fill_when == "by row":
            if table.stock and rules.fill:
                yield "fill", 0, 0, 0
            continue
        found = fillers(table, space)
        for group in found[:1] if rules.fill_when == "at will" else found:
            for number in group:
                if number == STOCK:
                    yield "fill", 0, space.number, 0
                else:
                    yield "shift", number, space.number, 1


def backs(table: Table, pattern: Pattern) -> Iterator[Move]:
    for one in table.foundations:
        if one.rules.gives and len(one.cards) > one.set_out:
            card = one.cards[-1]
            for pile in targets(table, pattern):
                if takes(table, pile, card, 1) and not is_shut(table, pile):
                    yield "back", one.number, pile.number, 1
            for waste in target_wastes(table, pattern):
                if takes_on_waste(table, waste, card):
                    yield "back", one.number, waste, 1


ALONE = {
    "fill alone": fills, "turn": turns, "redeal": redeals, "back": backs, "pair": pairs,
    "deal": next_deals, "row": rows,
}  # fmt: skip

__all__ = ["ASIDE", "Move", "listed", "moves"]
