"""A description as a game: itself, or the record of what has a kernel or layout of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain

from rbcore.cards.text import RANKS
from rbcore.patience.descriptions.modules import module_rules
from rbcore.patience.descriptions.patterns import PILES
from rbcore.patience.descriptions.reader import Told
from rbcore.patience.descriptions.schema import Description, Foundations, Match
from rbcore.patience.descriptions.validation import pack_size, piles_dealt
from rbcore.patience.entry import Game, Pack
from rbcore.patience.kinds import (
    ENDLESS,
    Columns,
    Constitution,
    Fairest,
    Foundation,
    FourCorners,
    Layout,
    Marriage,
    Pairing,
    Rules,
    Sets,
)

__all__ = ["game_of", "pack_of", "rules_of"]

# What plays a game with moves of its own, until one engine plays all.
LAYOUTS = {
    
    "46": "shah", 
    "52": "packets", "58": "gallery",
    "58b": "gallery", 
}  # fmt: skip
# Those that know how many columns they have.
IN_COLUMNS = ("parallels", "blockade", "shah")
FREE = (Columns, Sets, Marriage, Fairest, Constitution, FourCorners)


def game_of(game: Told) -> Game:
    """The entry of a game, from what its file says of it and of its readings."""
    told, readings = game.description, game.readings
    rules, play = rules_of(told), told.play
    is_plain = play.plain or told.module
    return Game(
        told.number,
        told.name,
        told.line,
        rules,
        pack_of(told),
        "plain" if is_plain else "automatic" if play.automatic else "adviser",
        {
            one: {value: rules_of(reading) for value, reading in values.items()}
            for one, values in readings.items()
        },
        isinstance(rules, FREE) and play.decided,
        told.ways,
        told.version,
        {
            f"{one}={value}": reading.version
            for one, values in readings.items()
            for value, reading in values.items()
            if reading.version != told.version
        },
        told.player_versions,
    )  # fmt: skip


def pack_of(told: Description) -> Pack:
    """The cards of a game."""
    cards = told.cards
    return Pack(
        cards.decks,
        cards.ranks,
        cards.suits,
        cards.out,
        cards.out_by == "rank",
        cards.under,
        cards.shuffles,
    )


def rules_of(told: Description) -> Description | Rules:
    """The rules of a game."""
    if told.module:
        return module_rules(told.module, told.options)
    if told.number in SINGLE:
        return SINGLE[told.number](told)
    if told.number in LAYOUTS:
        return _layout(told, LAYOUTS[told.number])
    if (told.discard.equal or told.discard.sum) and not told.play.moves:
        return _pairing(told) if _lays(told) or _is_filled(told, "stock") else _columns(told)
    return told


def _is_filled(told: Description, source: str) -> bool:
    """Whether spaces are filled from the stock, the waste or a group."""
    return any(source in group.fill for group in told.piles.values())


def _foundations_of(told: Description) -> tuple[Foundation, ...]:
    return tuple(chain.from_iterable(map(_group, told.foundations.values())))


def _group(group: Foundations) -> Iterator[Foundation]:
    rules = (group.step, group.both, group.suit, group.ring, group.length)
    if group.begin in ("drawn", "suits"):
        yield from [Foundation("", "", *rules)] * group.count
    elif group.shared:
        yield from [Foundation("", group.begin, *rules)] * group.count
    else:
        text = group.base or group.begin
        cards = [text[i : i + 2] for i in range(0, len(text), 2)]
        for card in dict.fromkeys(cards):  # equal ones side by side
            one = Foundation(card, "", *rules) if group.base else Foundation("", card, *rules)
            yield from [one] * cards.count(card)


def _fill_of(told: Description) -> str:
    """Where spaces take their cards from, of stock and waste."""
    fills = [[one for one in group.fill if one in PILES] for group in told.piles.values()]
    return ", ".join(next(filter(None, fills), [])) or "none"


def _packed(told: Description) -> Match:
    """When a card may be packed, on a pile or on the waste."""
    on = [group.on for group in told.piles.values() if group.on]
    return next(iter([*on, told.stock.waste_on or Match()]))


def _lays(told: Description) -> bool:
    """Whether the card in hand is laid on a pile."""
    return any(one.step == "lay" for one in told.fixed_way)


def _pairing(told: Description) -> Pairing:
    discard = told.discard
    places = sum(group.count for group in told.piles.values())
    alone = min((RANKS.index(rank) + 1 for rank in discard.alone), default=0)
    if discard.sets:
        return Sets(places, total=discard.sum, alone_saves=discard.last == "any")
    return Pairing(
        places,
        laid=places if _lays(told) else 0,
        by_suit=discard.equal == "suit",
        total=discard.sum,
        alone=alone,
        alone_saves=discard.alone_saves,
        extras=ENDLESS if _lays(told) else discard.extra,
        counts_table=told.end.left == "all",
        playable=pack_size(told) - 4 * len(told.cards.under),
    )


def _columns(told: Description) -> Columns:
    columns, *reserve = told.piles.values()
    return Columns(
        columns.count,
        piles_dealt(columns)[0],
        sum(sum(piles_dealt(group)) for group in reserve),
        rectified=told.deal.distinct == "rank",
        reserve_pairs=not told.discard.apart,
        grace=columns.space == "any",
        best=any(one.chooser == "matching" for one in told.fixed_way),
    )


def _layout(told: Description, procedure: str) -> Layout:
    foundations, match = _foundations_of(told), _packed(told)
    groups = list(told.piles.values())
    lifts = [group.lift for group in groups if isinstance(group.lift, int)]
    deal, stock = told.deal, told.stock
    return Layout(
        procedure,
        foundations,
        sum(one.length for one in foundations) or pack_size(told),
        (),
        groups[0].count if procedure in IN_COLUMNS else 0,
        deals=stock.passes if deal.deals == 1 else deal.deals,
        waiting=told.play.waiting,
        fill=_fill_of(told),
        pack_step=match.step,
        pack_either=match.both,
        pack_suits=match.suit,
        keeps_way=match.way,
        run=lifts[0] if lifts else 1,
        idle=told.play.idle,
        other_way=_is_other_way(told, procedure),
    )


def _is_other_way(told: Description, procedure: str) -> bool:
    """Whether it is the other reading of the clause that its procedure has in doubt."""
    groups = told.piles.values()
    return {
        "parallels": any(not group.refill for group in groups),
        "gallery": any(group.space == "any" for group in groups),
    }.get(procedure, False)


def _fairest(told: Description) -> Fairest:
    return Fairest(any(one.chooser == "kings_apart" for one in told.fixed_way))


def _constitution(told: Description) -> Constitution:
    return Constitution(any(group.available == "latest" for group in told.piles.values()))


def _corners(told: Description) -> FourCorners:
    packs = any(one.step == "pack" for one in told.fixed_way)
    return FourCorners(told.deal.deals, told.deal.plays_from, packs)


SINGLE: dict[str, Callable[[Description], Rules]] = {
}
