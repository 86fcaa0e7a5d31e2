"""Making a move, and what follows of itself."""

from types import SimpleNamespace

from .dealing import deal, deal_on, deal_row, draw_row, lay_in_grid
from .dealing import next_deal as following_deal
from .filling import fill
from .fitting import takers
from .listing import moves
from .playing import Move, go_up
from .reach import is_shut
from .table import ASIDE, HAND, WASTE, Foundation, Pile, Table


def laid_out(game: SimpleNamespace, pack: list[str]) -> Table:
    """A table after the deal."""
    table = Table(game, pack)
    deal(table)
    settle(table)
    table.most_up = table.up_before = table.up
    return table


def make(table: Table, move: Move) -> None:
    """Make a legal move, with all that follows of itself."""
    kind, source, target, n = move
    before = out(table)
    if kind not in ("turn", "redeal") and target != WASTE:
        table.gained = True
    MAKING[kind](table, source, target, n)
    deal_on(table)
    settle(table)
    counted = kind in ("turn", "redeal") and table.game.stock.passes != "endless"
    brought = table.up > table.most_up or out(table) < before or counted
    table.idle = 0 if brought else table.idle + 1
    table.most_up = max(table.most_up, table.up)


def next_deal(table: Table) -> bool:
    """Begin the next deal, if there is one, with all that follows of itself."""
    more = following_deal(table)
    if more:
        settle(table)
    return more


def out(table: Table) -> int:
    """The cards of stock, hand and wastes."""
    return len(table.stock) + table.waste_cards() + (table.hand is not None)


# ---- moves --------------------------------------------------------------------------


def play(table: Table, source: int, target: int, n: int) -> None:
    if table.foundations[target].rules.whole:
        table.foundations[target].cards += taken(table, source, n)
    else:
        go_up(table, taken_out(table, source, n), "play", target)


def hold(table: Table, source: int, target: int, n: int) -> None:
    go_up(table, taken_out(table, source, n), "hold", target)


def shift(table: Table, source: int, target: int, n: int) -> None:
    if source == HAND and table.game.deal.plays != "none":
        table.turn = (table.turn + 1) % len(table.piles)
    cards_of(table, target).extend(taken(table, source, n))


def back(table: Table, source: int, target: int, n: int) -> None:
    cards_of(table, target).append(table.foundations[source].cards.pop())


def pair(table: Table, source: int, target: int, n: int) -> None:
    for one in (source, target):
        taken(table, one, 1)
        table.thrown += 1


def throw(table: Table, source: int, target: int, n: int) -> None:
    taken(table, source, 1)
    table.thrown += 1


def lift(table: Table, source: int, target: int, n: int) -> None:
    table.lifted = True
    table.piles[target].cards.append(taken_out(table, source, n))


def fill_by_move(table: Table, source: int, target: int, n: int) -> None:
    space = table.piles[target]
    if space.rules.fill_when == "by row":
        first = (table.reach - 1) // space.rules.count * space.rules.count
        for pile in table.piles[first : table.reach]:
            if pile.is_space and table.stock:
                lay_in_grid(table, pile)
    else:
        space.cards.append(table.stock.pop(0))


def row(table: Table, source: int, target: int, n: int) -> None:
    if table.opening:
        table.opening = False
    elif table.piles[0].rules.grid:
        deal_row(table)
    else:
        turn(table, source, target, n)


def turn(table: Table, source: int, target: int, n: int) -> None:
    stock = table.game.stock
    if stock.to == "hand":
        table.hand = table.stock.pop(0)
    elif stock.to == "waste":
        waste = table.wastes[table.turned % len(table.wastes)]
        for _ in range(min(stock.turn, len(table.stock))):
            waste.append(table.stock.pop(0))
    elif stock.to in table.game.foundations:
        one = next(one for one in table.foundations if one.group == stock.to)
        one.cards.append(table.stock.pop(0))
    elif stock.turn > 1:
        turn_pile(table)
    else:
        draw_row(table, table.of_group(stock.to))
    table.turned += 1


def turn_pile(table: Table) -> None:
    """So many cards to the next pile of a group, the first one uppermost."""
    stock = table.game.stock
    piles = table.of_group(stock.to)
    n = min(stock.turn, len(table.stock))
    if stock.closes and table.turned:
        piles[table.turned - 1].cards = []
    piles[table.turned].cards += reversed([table.stock.pop(0) for _ in range(n)])


def redeal(table: Table, source: int, target: int, n: int) -> None:
    """The waste is turned over; or the next deal begins."""
    if table.game.deal.deals != 1:
        following_deal(table)
        return
    table.stock, table.wastes[0] = table.wastes[0], []
    if table.game.stock.shuffle:
        table.stock = table.shuffled(table.stock)
    table.passes += 1
    table.turned = 0
    table.gained = False
    table.opening = bool(table.game.play.opening)


MAKING = {
    "play": play, "hold": hold, "shift": shift, "back": back, "pair": pair, "throw": throw,
    "lift": lift, "fill": fill_by_move, "row": row, "turn": turn, "redeal": redeal,
}  # fmt: skip


def cards_of(table: Table, number: int) -> list[str]:
    """The cards of a pile or waste."""
    if number in (WASTE, ASIDE):
        return table.wastes[WASTE - number]
    return table.piles[number].cards


def taken(table: Table, source: int, n: int) -> list[str]:
    """Take the last cards of a source, the lowest first."""
    if source == HAND:
        card, table.hand = table.hand, None
        assert card is not None
        return [card]
    cards = cards_of(table, source)
    gone = cards[-n:]
    del cards[-n:]
    return gone


def taken_out(table: Table, source: int, up: int) -> str:
    """Take a card from among those of a source, the top being number one."""
    if source == HAND or up == 1:
        return taken(table, source, 1)[0]
    if source == WASTE:
        table.lifted = True
    return cards_of(table, source).pop(-up)


# ---- what follows -------------------------------------------------------------------


def settle(table: Table) -> None:
    """Turn up, fill and begin until nothing happens; then rows of a grid."""
    while turned_up(table) or filled(table) or begun(table):
        pass
    refresh(table)


def turned_up(table: Table) -> bool:
    for pile in table.piles:
        if pile.cards and pile.down >= len(pile.cards):
            pile.down = len(pile.cards) - 1
            return True
        pile.down = min(pile.down, len(pile.cards))
    return False


def filled(table: Table) -> bool:
    """Fill the lowest space that is filled of itself."""
    return any(
        pile.is_space and pile.rules.fill_when == "at once" and fill(table, pile)
        for pile in table.piles
    )


def begun(table: Table) -> bool:
    """Send up the first card that begins a foundation of itself: of hand, wastes, then piles."""
    places = [*table.wastes, *(p.cards for p in table.piles if p.open and not is_shut(table, p))]
    if table.hand is not None:
        places.insert(0, [table.hand])
    for cards in places:
        for one in beginning(table, cards[-1]) if cards else []:
            one.cards.append(cards.pop())
            if table.hand is not None and cards is places[0]:
                table.hand = None
            return True
    return False


def beginning(table: Table, card: str) -> list[Foundation]:
    """The foundations that a card begins of itself."""
    return [
        one for one in takers(table, card)
        if one.rules.at_once == "begin" and len(one.cards) == one.set_out
    ]  # fmt: skip


def refresh(table: Table) -> None:
    """Fill places of a grid and deal rows, as far as that happens of itself."""
    rules = table.piles[0].rules if table.piles else None
    if rules is None or not rules.grid:
        return
    if rules.fill_when == "by row":
        lowest = (table.reach - 1) // rules.count * rules.count
        above = table.piles[:lowest]
        while table.stock and (space := first_space(above)):
            lay_in_grid(table, space)
    while rules.fill_when in ("stuck", "stuck once") and table.stock and not moves(table):
        dealt = table.piles[: table.reach]
        was_filled = first_space(dealt) is not None
        while table.stock and (space := first_space(dealt)):
            space.cards.append(table.stock.pop(0))
        if not was_filled or rules.fill_when == "stuck once":
            deal_row(table)


def first_space(piles: list[Pile]) -> Pile | None:
    return next((pile for pile in piles if pile.is_space), None)
