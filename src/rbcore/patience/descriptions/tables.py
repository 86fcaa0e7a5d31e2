"""A description as the record of a table, and what its players decide there."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from rbcore.patience.descriptions.patterns import PILES, Pattern
from rbcore.patience.descriptions.schema import Description, Foundations, Match
from rbcore.patience.descriptions.validation import pack_size, piles_dealt
from rbcore.patience.kinds import Choices, Foundation, Table

__all__ = ["choices_of", "fill_of", "foundations_of", "is_filled", "packed", "table_of"]

GATHERINGS = {"reversed": "last uppermost", "in order": "first first"}


def is_filled(told: Description, source: str) -> bool:
    """Whether spaces are filled from the stock, the waste or a group."""
    return any(source in group.fill for group in told.piles.values())


def foundations_of(told: Description) -> tuple[Foundation, ...]:
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


def _sources(told: Description, step: str, but: str = "") -> list[str]:
    """What a step of the fixed way may go from, in its order, but for one group."""
    patterns = [one for one in told.fixed_way if one.step == step]
    return [name for one in patterns for name in one.sources if name != but]


def _first_place(told: Description, name: str) -> int:
    """The number of the first pile of a group."""
    groups = list(told.piles)
    return sum(told.piles[one].count for one in groups[: groups.index(name)])


def _first_of(told: Description, names: list[str]) -> int:
    """The number of the first pile of these groups; -1 if there is none."""
    return min((_first_place(told, one) for one in names if one in told.piles), default=-1)


def _prefix(told: Description, names: list[str]) -> int | None:
    """How many piles these groups have, which come first; None for all, or if none is named."""
    chosen = [one for one in told.piles if one in names]
    if not chosen or len(chosen) == len(told.piles):
        return None
    return sum(told.piles[one].count for one in chosen)


def _store(told: Description) -> str:
    """The group whose card goes before all else, or ""."""
    tiers = chain.from_iterable(told.play.duties)
    found = (one.sources for one in tiers if one.step == "pack" and one.sources)
    return next(found, ("",))[0]


def _fed(told: Description, store: str) -> tuple[tuple[int, int], tuple[int, int]]:
    """The piles that other piles fill, and these others."""
    for name, group in told.piles.items():
        for source in group.fill:
            if source in told.piles and source != store:
                fed, feeds = _first_place(told, name), _first_place(told, source)
                return (fed, fed + group.count), (feeds, feeds + told.piles[source].count)
    return (0, 0), (0, 0)


def fill_of(told: Description) -> str:
    """Where spaces take their cards from, of stock and waste."""
    fills = [[one for one in group.fill if one in PILES] for group in told.piles.values()]
    return ", ".join(next(filter(None, fills), [])) or "none"


def _waste_is_first(told: Description) -> bool:
    plays = _sources(told, "play", _store(told))
    return "waste" not in plays or plays.index("waste") == 0


def packed(told: Description) -> Match:
    """When a card may be packed, on a pile or on the waste."""
    on = [group.on for group in told.piles.values() if group.on]
    return next(iter([*on, told.stock.waste_on or Match()]))


def table_of(told: Description) -> Table:
    """The rules of a table."""
    stock, deal = told.stock, told.deal
    return Table(
        foundations_of(told),
        **_tiers(told),
        **_piles(told),
        **_fills(told),
        **_packings(told),
        waiting=told.play.waiting == "must",
        passes=stock.passes,
        dead_waste=stock.waste == "dead",
        grace=bool(told.play.grace),
        transfers=deal.rotate,
        deals=deal.deals,
        barren=deal.barren,
        gathering=GATHERINGS[deal.gather],
    )


def _tiers(told: Description) -> dict[str, Any]:
    """Which foundations come before others, and how they begin."""
    groups = told.foundations.values()
    lowest = [one for group in groups if group.tier == 1 for one in _group(group)]
    begins = {group.begin for group in groups}
    return {
        "first_tier": len(lowest) if any(group.tier > 1 for group in groups) else 0,
        "gated": any(group.gate == "full" for group in groups),
        "base_drawn": "drawn" in begins,
        "corners": "suits" in begins,
    }


def _piles(told: Description) -> dict[str, Any]:
    """What is dealt to each pile, and which are played from."""
    store = _store(told)
    shut = [
        _first_place(told, name) + group.under_stock - 1
        for name, group in told.piles.items()
        if group.under_stock
    ]
    return {
        "places": _places(told),
        "in_rounds": told.deal.rounds,
        "beneath": "".join(group.beneath for group in told.piles.values()),
        "givers": _prefix(told, _sources(told, "play", store)),
        "waste_first": _waste_is_first(told),
        "blocked": shut[0] if shut else -1,
        "store": _first_place(told, store) if store else -1,
    }


def _fills(told: Description) -> dict[str, Any]:
    """What fills spaces, of itself or by the player's leave."""
    store, is_free = _store(told), _lifts_runs(told)
    fed, feeders = _fed(told, store)
    from_waste = any(one.step == "fill" and one.sources == ("waste",) for one in told.fixed_way)
    return {
        "fed": fed,
        "feeders": feeders,
        "fill": "waste" if is_free else fill_of(told),
        "fills_last": any(group.fill_when == "at will" for group in told.piles.values()),
        "late_fill": from_waste and not is_free,
        "store_fills": not store or is_filled(told, store),
    }


def _packings(told: Description) -> dict[str, Any]:
    """What is packed on what, and by which piles."""
    match = packed(told)
    return {
        "takers": _prefix(told, [name for name, group in told.piles.items() if group.on]),
        "movers": _first_of(told, _sources(told, "pack", _store(told))),
        "pack_step": match.step,
        "pack_either": match.both,
        "pack_suits": match.suit,
        "pack_ring": match.ring,
        "onto_waste": told.stock.waste_on is not None,
        "whole": any(one.how == "whole" for one in told.fixed_way),
    }


def _lifts_runs(told: Description) -> bool:
    """Whether runs are moved and any card goes to a space, as in no. 23b."""
    return any(group.lift == "run" for group in told.piles.values())


def _places(told: Description) -> tuple[int, ...]:
    """The cards dealt to each pile."""
    dealt = list(chain.from_iterable(map(piles_dealt, told.piles.values())))
    if any(group.rest for group in told.piles.values()):
        dealt[-1] = pack_size(told) - sum(dealt[:-1])
    return tuple(dealt)


def _duty(tiers: tuple[tuple[Pattern, ...], ...]) -> str:
    if any(one.step == "play" and not one.sources for tier in tiers for one in tier):
        return "every play"
    is_waste = any(
        one.step == "play" and one.sources == ("waste",) for tier in tiers for one in tier
    )
    return "waste first" if is_waste else "none"


def choices_of(told: Description) -> Choices:
    """What is decided at a table."""
    groups = told.piles
    firsts = [name for name, group in groups.items() if group.first == "card"]
    words = {"before turn": "either", "at will": "at will"}
    waits = [words[group.fill_when] for group in groups.values() if group.fill_when in words]
    return Choices(
        duty=_duty(told.play.duties),
        spaces="at will" if _lifts_runs(told) else next(iter(waits), "at once"),
        in_hand=told.stock.to == "hand",
        bases_at_once=any(group.at_once == "begin" for group in told.foundations.values()),
        runs=_lifts_runs(told),
        prior=_first_of(told, firsts),
        idle=told.play.idle,
    )
