"""What fits where: on foundations, on piles, on the waste and in spaces."""

from itertools import pairwise
from types import SimpleNamespace

from .cards import follows, rank, steps_between
from .table import OFF_PILES, WASTE, Foundation, Pile, Table


def fits_foundation(table: Table, card: str, one: Foundation) -> bool:
    """Whether a card may be the next of a foundation, tiers aside."""
    if not one.room or not is_open(table, one):
        return False
    return is_wanted(table, card, one)


def is_wanted(table: Table, card: str, one: Foundation) -> bool:
    if one.cards:
        return follows(card, one.cards[-1], one.rules)
    return card in one.first


def is_open(table: Table, one: Foundation) -> bool:
    """Whether its gate is open."""
    if one.rules.gate == "full":
        lower = [other for other in table.foundations if other.rules.tier < one.rules.tier]
        return all(not other.room for other in lower)
    if one.rules.gate == "begun":
        own = [other for other in table.foundations if other.group == one.group]
        return not has_begun(one) or all(map(has_begun, own))
    return True


def has_begun(one: Foundation) -> bool:
    """Whether a card has come to a foundation, besides its base."""
    return len(one.cards) > one.set_out


def fits_some(table: Table, card: str) -> bool:
    """Whether some foundation wants a card next."""
    if card[1] in table.held:
        return abs(rank(card) - rank(table.held[card[1]])) < 2
    return any(fits_foundation(table, card, one) for one in table.foundations)


def wanting(table: Table, card: str) -> list[Foundation]:
    """All foundations that take a card by itself."""
    return [
        one
        for one in table.foundations
        if not one.rules.whole and fits_foundation(table, card, one)
    ]


def takers(table: Table, card: str, groups: list[str] | None = None) -> list[Foundation]:
    """The foundations that a card may go to: of the lowest tier, of like ones the first."""
    found = [one for one in wanting(table, card) if not groups or one.group in groups]
    lowest = min((one.rules.tier for one in found), default=0)
    return unlike(table, [one for one in found if one.rules.tier == lowest])


def unlike(table: Table, found: list[Foundation]) -> list[Foundation]:
    """Of foundations that want the same cards, and as many, the first."""
    kept: list[tuple[object, Foundation]] = []
    for one in found if len(found) > 1 else []:
        wants = {card for card in table.cards if is_wanted(table, card, one)}
        if not any(
            wants == others and one.room == other.room
            and (one.rules.step == other.rules.step or one.room == 1)
            for others, other in kept
        ):  # fmt: skip
            kept.append((wants, one))
    return [one for _, one in kept] if len(found) > 1 else found


def takes_on_waste(table: Table, number: int, card: str) -> bool:
    """Whether a waste takes a card by `waste_on`."""
    waste, rule = table.wastes[WASTE - number], table.game.stock.waste_on
    return bool(waste) and rule is not None and follows(card, waste[-1], rule)


def takes(table: Table, pile: Pile, card: str, n: int) -> bool:
    """Whether a pile that is no space takes so many cards, of which this is the lowest."""
    rules = pile.rules
    if len(pile.cards) + n > rules.room:
        return False
    if rules.on is None or pile.is_space or pile.down == len(pile.cards) > 0:
        return False
    if rules.ends_at_base and table.drawn and pile.shown[0] == table.drawn[0]:
        return False
    if not follows(card, pile.shown, rules.on):
        return False
    return rules.on.both != "as begun" or goes_on(card, pile, rules.on)


def goes_first(table: Table, card: str, number: int) -> bool:
    """Whether no pile's top goes before this card: an equal one, or on piles one of its rank."""
    for pile in table.piles:
        first = pile.rules.first
        if pile.number == number or first == "none" or not pile.cards:
            continue
        top = pile.cards[-1]
        if first == "card" and top == card:
            return False
        if first == "rank" and top[0] == card[0] and number not in OFF_PILES:
            return False
    return True


def goes_on(card: str, pile: Pile, rule: SimpleNamespace) -> bool:
    """Whether a card goes on as the two uppermost cards of a pile went."""
    whole = pile.cards
    if len(whole) < 2:
        return True
    went = steps_between(whole[-1], whole[-2], rule.ring) & {rule.step, -rule.step}
    return bool(went & steps_between(card, whole[-1], rule.ring))


def runs(cards: list[str], rule: SimpleNamespace | None) -> int:
    """How many of the last cards are a run by a rule."""
    if not cards:
        return 0
    length = 1
    while length < len(cards) and rule is not None:
        if not follows(cards[-length], cards[-length - 1], rule):
            break
        length += 1
    return length


def takes_in_space(pile: Pile, card: str) -> bool:
    space = pile.rules.space
    return pile.is_space and (space == "any" or (space != "none" and card[0] in space))


def is_run_of(one: Foundation, cards: list[str]) -> bool:
    """Whether these cards, the first lowest, are all that a foundation takes, in its order."""
    return (
        len(cards) == one.rules.length
        and cards[0] in one.first
        and all(follows(b, a, one.rules) for a, b in pairwise(cards))
    )


def make_pair(table: Table, card: str, other: str) -> bool:
    """Whether two cards are a pair."""
    discard = table.game.discard
    if discard.equal == "rank":
        return card[0] == other[0]
    if discard.equal == "suit":
        return card[1] == other[1]
    return bool(discard.sum) and rank(card) + rank(other) == discard.sum


__all__ = [
    "fits_foundation",
    "fits_some",
    "goes_on",
    "is_run_of",
    "is_wanted",
    "make_pair",
    "runs",
    "takers",
    "takes",
    "takes_in_space",
    "takes_on_waste",
]  # fmt: skip
