"""The deal: groups in the order of the file, what is drawn, cards that go up as they are dealt."""

from .cards import SUITS, rank
from .fitting import fits_some, takers, wanting
from .playing import go_up, goes_up_first, goes_up_of_itself
from .table import Foundation, Pile, Table

BARREN = 2  # deals without end in a row that lose if none brings a card to foundations


def deal(table: Table) -> None:
    """Lay out the piles from the stock, as far as the player has nothing to say."""
    game = table.game
    table.dealt = table.turn = 0
    table.queue = []
    if any(one.grid for one in game.piles.values()):
        if not any("stuck" in one.fill_when for one in game.piles.values()):
            deal_row(table)
        return
    if game.deal.plays != "none":
        table.queue = order_of_play(table)
        deal_on(table)
        return
    drawn = next((one for one in game.foundations.values() if one.begin == "drawn"), None)
    after = (drawn.drawn_after or list(game.piles)[-1]) if drawn else None
    for name in game.piles:
        deal_group(table, table.of_group(name))
        if after == name and table.drawn is None:
            draw(table)
    for pile in table.piles:
        pile.down = face_down(pile)


def draw_row(table: Table, piles: list[Pile]) -> None:
    """A card to each pile, as far as the stock goes."""
    for pile in piles:
        if table.stock:
            pile.cards.append(table.stock.pop(0))


def deal_row(table: Table) -> None:
    """Deal the next row of a grid, as far as the stock goes."""
    count = table.piles[0].rules.count
    end = min(table.reach + count, table.reach + len(table.stock))
    for pile in table.piles[table.reach : end]:
        lay_in_grid(table, pile)
    table.reach = end


def lay_in_grid(table: Table, pile: Pile) -> None:
    """Deal a card to a place, unless it begins a foundation of itself."""
    card = table.stock.pop(0)
    for one in takers(table, card):
        if one.rules.at_once == "begin" and len(one.cards) == one.set_out:
            one.cards.append(card)
            return
    pile.cards.append(card)


def deal_group(table: Table, piles: list[Pile]) -> None:
    wanted = [cards_dealt(pile) for pile in piles]
    order = [pile for pile, n in zip(piles, wanted, strict=True) for _ in range(n)]
    if table.game.deal.rounds:
        order = [
            pile for n in range(max(wanted)) for pile, w in zip(piles, wanted, strict=True) if n < w
        ]
    for pile in order:
        if table.stock:
            pile.cards.append(table.stock.pop(0))
    for pile in piles:
        pile.cards.sort(key=lambda card: card[0] not in pile.rules.sunk)


def cards_dealt(pile: Pile) -> int:
    deal = pile.rules.deal
    return int(deal[pile.place] if isinstance(deal, list) else deal)


def face_down(pile: Pile) -> int:
    face = pile.rules.face
    if face == "up":
        return 0
    if face == "top":
        return max(0, len(pile.cards) - 1)
    return min(int(face[pile.place]), len(pile.cards))


def draw(table: Table) -> None:
    """The next card is the base: its rank begins the foundations that are drawn."""
    first = next(one for one in table.foundations if one.rules.begin == "drawn")
    table.drawn = table.stock.pop(0)
    for one in table.foundations:
        if one.rules.begin == "drawn":
            one.first = {table.drawn[0] + suit for suit in SUITS}
    first.cards.append(table.drawn)


# ---- deals in which cards go up -----------------------------------------------------


def order_of_play(table: Table) -> list[Pile]:
    """The piles to which cards are dealt: in turn, or for tops each pile whole."""
    if table.game.deal.plays == "tops":
        return [pile for pile in table.piles for _ in range(cards_dealt(pile))]
    return table.piles * (len(table.stock) + 1)


def deal_on(table: Table) -> None:
    """Deal on until the player has something to say, or all cards lie."""
    plays = table.game.deal.plays
    if plays == "may":
        if table.hand is None and table.stock:
            table.hand = table.stock.pop(0)
        return
    while table.queue and table.stock and table.hand is None:
        if plays == "tops":
            if any_top_fits(table):
                return
            table.queue.pop(0).cards.append(table.stock.pop(0))
            continue
        pile = table.piles[table.turn]
        card = table.stock.pop(0)
        table.dealt += 1
        may = table.dealt > sum(map(cards_dealt, table.piles))
        if not (may and goes_up(table, pile, card)):
            pile.cards.append(card)
            table.turn = (table.turn + 1) % len(table.piles)
        while plays == "all" and top_goes_up(table):
            pass
    if plays == "tops" and not any_top_fits(table):
        table.opening = False


def is_dealing(table: Table) -> bool:
    """Whether cards of a deal are still to be laid."""
    return bool(table.stock) or table.hand is not None


def any_top_fits(table: Table) -> bool:
    return any(pile.cards and fits_some(table, pile.cards[-1]) for pile in table.piles)


def goes_up(table: Table, pile: Pile, card: str) -> bool:
    """Play a card that is dealt to a pile, if it fits.

    Where some foundations lie beside piles it goes to the first that does; but what begins one goes
    there from anywhere. A card of the suit of one that is held goes if the side to which both then
    come is beside, its equal if either is.
    """
    beside = [one for one in table.foundations if is_beside(pile, one)]
    if len(beside) == len(table.foundations):
        if any(one.rules.beside for one in table.piles):
            return goes_up_first(table, card)
        return goes_up_of_itself(table, card)
    found = wanting(table, card)
    begins = [one for one in found if not one.cards]
    if not begins and card[1] in table.held:
        return settles_beside(table, card, beside)
    for one in begins or [one for one in found if one in beside]:
        one.cards.append(card)
        return True
    return False


def settles_beside(table: Table, card: str, beside: list[Foundation]) -> bool:
    up = table.foundations[SUITS.index(card[1])]
    down = table.foundations[SUITS.index(card[1]) + 4]
    step = rank(card) - rank(table.held[card[1]])
    sides = {0: [up, down], 1: [up], -1: [down]}.get(step, [])
    settles = any(one in beside for one in sides)
    if settles:
        go_up(table, card, "play", up.number)
    return settles


def is_beside(pile: Pile, one: Foundation) -> bool:
    beside = pile.rules.beside[pile.place : pile.place + 1]
    return not beside or not beside[0] or one.number in beside[0]


def top_goes_up(table: Table) -> bool:
    for pile in table.piles:
        for one in wanting(table, pile.cards[-1]) if pile.cards else []:
            if is_beside(pile, one):
                one.cards.append(pile.cards.pop())
                return True
    return False


# ---- the next deal ------------------------------------------------------------------


def next_deal(table: Table) -> bool:
    """Begin the next deal, if there is one."""
    rules, opening = table.game.deal, bool(table.game.play.opening)
    if is_dealing(table):
        return False
    if rules.deals != "endless" and table.deals >= rules.deals:
        return False
    table.barren = 0 if table.up > table.up_before else table.barren + 1
    if rules.deals == "endless" and table.barren == BARREN:
        return False
    table.up_before = table.up
    if rules.gather == "rotated":
        for pile in table.piles:
            pile.cards = pile.cards[1:] + pile.cards[:1]
    else:
        gather(table)
        table.opening = opening
        deal_again(table)
    table.deals += 1
    table.turned = table.idle = 0
    return True


def deal_again(table: Table) -> None:
    """Deal as at first: as many to each pile, as far as the cards go."""
    table.dealt = table.turn = 0
    if table.game.deal.plays != "none":
        table.queue = order_of_play(table)
        deal_on(table)
        return
    each = cards_dealt(table.piles[0])
    for n, card in enumerate(table.stock):
        rounds = table.game.deal.rounds
        table.piles[n % len(table.piles) if rounds else n // each].cards.append(card)
    table.stock = []


def gather(table: Table) -> None:
    """Take up all piles as the stock of the next deal."""
    piles = [pile.cards for pile in table.piles]
    how = table.game.deal.gather
    if how == "second half first":
        half = len(piles) // 2
        piles = piles[half:] + piles[:half]
    table.stock = [card for cards in piles for card in cards]
    if how == "reversed":
        table.stock.reverse()
    for pile in table.piles:
        pile.cards = []
