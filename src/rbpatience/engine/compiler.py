"""Compiles a description to numbers: which cards fit which, as sets; patterns, as piles and steps.

The results have the names of `spec_t` in game.pxd, which documents each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import replace
from functools import cache
from itertools import accumulate, chain, pairwise
from typing import Any

from rbcore.cards.text import RANKS, read_cards
from rbpatience.descriptions import schema
from rbpatience.descriptions.schema import (
    FIRST_FOUNDATION,
    HAND,
    OTHER_WASTE,
    STOCK,
    WASTE,
    Description,
    Foundations,
    Match,
    Pattern,
    Piles,
    choice,
    foundation_count,
    pack_size,
    piles_dealt,
)

__all__ = ["compile_game"]

MAX_PILES = FIRST_FOUNDATION  # that are not foundations
MAX_GRID = 120  # places
ANY_CARD = (1 << 64) - 2
LAYS, REFILLS = schema.STEPS.index("lay"), len(schema.STEPS)
CARDS = [16 * suit + rank for suit in range(4) for rank in range(1, 14)]
NONE = [0] * 64
ANYWHERE = 0xFFFF  # any foundation
Numbers = dict[str, Any]
Spans = dict[str, Numbers]
NOWHERE: Numbers = {"first": 0, "end": 0}
NO_PATTERN: Numbers = {
    "step": 0,
    "how": 0,
    "chooser": 0,
    "joined": 0,
    "deep": False,
    "hand": False,
    "in_turn": False,
    "sources": 0,
    "targets": 0,
    "source": [NOWHERE] * schema.MAX_SOURCES,
    "target": [NOWHERE] * schema.MAX_SOURCES,
    "foundations": 0,
}


def compile_game(rules: Description) -> Numbers:
    """Compile a checked description."""
    spans = spans_of(rules)
    game = {
        **_foundations(rules, spans),
        **_groups(rules, spans),
        **_deal(rules),
        **_stock(rules, spans),
        **_discards(rules),
        **_patterns(rules, spans),
    }
    game |= _custom(rules, game, spans)
    game["settles"] = game["fills_at_once"] or game["begins_at_once"]
    return game | _symmetry(rules, game) | _advice(rules, game, spans)


def _custom(rules: Description, game: Numbers, spans: Spans) -> Numbers:
    """Return the number of cards that wins, and the options of a custom game's moves."""
    options = schema.custom_options(rules.custom, rules.options)
    total = pack_size(rules) - 2 * options["discards"]  # the ends of such a row stay
    if rules.custom == "covered":
        total -= game["piles"]  # the stock is to cover
    elif rules.custom == "gallery":
        total = sum(foundation_count(group) * group.length for group in rules.foundations.values())
    return {
        "custom": _number(rules.custom, schema.CUSTOM_MOVES),
        "layout": _number(rules.custom, schema.CUSTOM_DEALS),
        "sorted_first": spans["heaps"]["first"] if rules.custom == "manor" else -1,
        "run": options["run"] or options["transposes"],
        "other_reading": max(
            options[option]
            for option in ("discards", "cleared", "saves_courts", "shuts", "with_waste")
        ),
        "total": total,
        "idle": rules.play.idle,
        "may_stop": rules.play.stop,
    }


def _number(name: str, names: Sequence[str]) -> int:
    """Return the number of a name, from 1; 0 if it is not among the names."""
    return names.index(name) + 1 if name in names else 0


def _padded(some: Sequence[Any], length: int, blank: Any) -> list[Any]:
    return [*some, *[blank] * (length - len(some))]


def spans_of(rules: Description) -> dict[str, Numbers]:
    """Return the piles of each name; a grid has as many rows as the pack fills."""
    sizes = [
        min(MAX_GRID, -(-pack_size(rules) // group.count) * group.count)
        if group.grid
        else group.count
        for group in rules.piles.values()
    ]
    ends = pairwise(accumulate(sizes, initial=0))
    bounds = {
        "hand": (HAND, HAND + 1),
        "stock": (STOCK, STOCK + 1),
        "waste": (OTHER_WASTE if rules.stock.wastes > 1 else WASTE, WASTE + 1),
    } | dict(zip(rules.piles, ends, strict=True))
    return {name: {"first": first, "end": end} for name, (first, end) in bounds.items()}


# What may lie on what


def _set(cards: Iterable[int]) -> int:
    return sum({1 << card for card in cards})


def _of_rank(rank: int, ring: int, suit: str, on: int) -> int:
    """Return the cards of a rank, if it exists, that may follow a card by suit."""
    if ring and on & 15 > ring:
        return 0
    rank = (rank - 1) % ring + 1 if ring else rank
    if not 1 <= rank <= len(RANKS):
        return 0
    card_suit = on >> 4
    suits = {
        "any": range(4),
        "same": (card_suit,),
        "same colour": (card_suit, 3 - card_suit),
        "other colour": [other for other in range(4) if other not in (card_suit, 3 - card_suit)],
        "other suit": [other for other in range(4) if other != card_suit],
    }[suit]
    return _set(16 * of_suit + rank for of_suit in suits)


@cache
def _follows(step: int, both: bool, suit: str, ring: int) -> list[int]:
    """Return the cards that may lie on each card if the ranks differ by a step."""
    steps, on = (step, -step) if both else (step,), [0] * 64
    for card in CARDS:
        for step_up in steps:
            on[card] |= _of_rank((card & 15) + step_up, ring, suit, card)
    return on


def _matches(match: Match | Foundations | None) -> list[int]:
    if match is None:
        return NONE
    follows = _follows(match.step, bool(match.both), match.suit, match.ring)
    ends = match.ends if isinstance(match, Foundations) else ""
    ending = {card for card in CARDS if RANKS[(card & 15) - 1] in ends}
    return [0 if on in ending else following for on, following in enumerate(follows)]


def _begun_by(group: Foundations) -> list[tuple[int, Sequence[int]]]:
    """Return, for each foundation of a group, the card set out (or 0) and those that begin it."""
    if group.begin == "drawn":
        return [(0, ())] * group.count
    if group.shared:
        return [(0, read_cards(group.begin, "begin"))] * group.count
    cards = read_cards(group.base or group.begin, "base")
    equal_together = [card for card in dict.fromkeys(cards) for _ in range(cards.count(card))]
    return [(card, ()) if group.base else (0, (card,)) for card in equal_together]


def _foundation(group: Foundations, base: int, begins: int, kind: int) -> Numbers:
    return {
        "base": base,
        "begins": begins,
        "kind": kind,
        "length": group.length,
        "tier": group.tier,
        "gate": choice(group, "gate"),
        "whole": group.whole,
        "gives": group.gives,
        "begins_at_once": group.at_once == "begin",
        "step": group.step,
    }


def _foundations(rules: Description, spans: Spans) -> Numbers:
    kinds: list[tuple[Any, ...]] = []
    follows, foundations, all_begins = list[list[int]](), list[Numbers](), 0
    groups = sorted(rules.foundations.values(), key=lambda group: group.tier)
    drawn = -1
    for group in groups:
        match = (group.step, group.both, group.suit, group.ring, group.ends)
        if match not in kinds:
            kinds.append(match)
            follows.append(_matches(group))
        for base, begins in _begun_by(group):
            all_begins |= _set(begins)
            foundations.append(_foundation(group, base, _set(begins), kinds.index(match)))
        if group.begin == "drawn":
            drawn = list(rules.piles).index(group.drawn_after or [*rules.piles][-1])
    return {
        "founded": len(foundations),
        "foundations": _padded(
            foundations, schema.MAX_FOUNDATIONS, _foundation(Foundations(), 0, 0, 0)
        ),
        "follows": _padded(follows, schema.MAX_FOUNDATIONS, NONE),
        "begins": all_begins,
        "base_drawn": drawn >= 0,
        "drawn_after": drawn,
        "waiting": choice(rules.play, "waiting"),
        "is_gated": any(group.gate != "none" for group in groups),
        "begins_at_once": any(group.at_once == "begin" for group in groups),
    }


# Piles


def _group(group: Piles, span: Numbers, fills: Sequence[Numbers]) -> Numbers:
    space = {"any": ANY_CARD, "none": 0}.get(group.space)
    if space is None:
        space = _set(card for card in CARDS if RANKS[(card & 15) - 1] in group.space)
    return span | {
        "lift": choice(group, "lift"),
        "space_run": group.space_lift == "run",
        "fills": len(fills),
        "fill": _padded(fills, schema.MAX_SOURCES, NOWHERE),
        "fill_when": choice(group, "fill_when"),
        "room": group.room,
        "sunk": _set(card for card in CARDS if RANKS[(card & 15) - 1] in group.sunk),
        "packs": bool(group.on),
        "straight": bool(group.on and group.on.both == "as begun"),
        "alike": not group.beside,
        "ends_at_base": group.ends_at_base,
        "space": space,
        "is_cells": _is_cells(group),
    }


def _is_cells(group: Piles) -> bool:
    return group.room == 1 and group.space == "any" and not (group.on or group.fill)


def _groups(rules: Description, spans: Spans) -> Numbers:
    named = list(rules.piles.items())
    groups = [
        _group(group, spans[name], [spans[source] for source in group.fill])
        for name, group in named
    ]
    group_of = [schema.MAX_GROUPS] * MAX_PILES
    over = [[STOCK, STOCK] for _ in range(MAX_PILES)]
    prior = next((spans[name]["first"] for name, group in named if group.first != "none"), -1)
    for n, (name, group) in enumerate(named):
        first, end = spans[name]["first"], spans[name]["end"]
        group_of[first:end] = [n] * (end - first)
        for pile, pair in _covers(group, first):
            over[pile] = pair
    piles = [group for _, group in named]
    grid = next((group for group in piles if group.grid), None)
    is_covered = any(group.cover != "none" for group in piles)
    packs = [*(_matches(group.on) for group in piles)]
    waste = [_matches(rules.stock.waste_on)]
    runs = [_matches(group.run or group.on) for group in piles]
    return {
        "group": _padded(groups, schema.MAX_GROUPS, _group(Piles(), NOWHERE, ())),
        "groups": len(groups),
        "packs": _padded(packs, schema.MAX_GROUPS, NONE) + waste,
        "runs": _padded(runs, schema.MAX_GROUPS + 1, NONE),
        "group_of": group_of,
        "piles": max((compiled_group["end"] for compiled_group in groups), default=0),
        "over": over,
        "is_covered": is_covered,
        "both_cover": any(group.cover == "either" for group in piles),
        "both_at_end": any(group.cover == "below at first" for group in piles),
        "columns": grid.count if grid else 0,
        "refills": bool(grid and grid.fill_when == "stuck"),
        "stuck": bool(grid and grid.fill_when in ("stuck", "stuck once")),
        "by_row": bool(grid and grid.fill_when == "by row"),
        "prior": prior,
        "prior_rank": any(group.first == "rank" for group in piles),
        "fills_at_once": any(group.fill and group.fill_when == "at once" for group in piles),
    }


def _covers(group: Piles, first: int) -> Iterator[tuple[int, list[int]]]:
    """Yield the piles that cover each pile; a pile that covers itself stands for the stock."""
    if group.cover == "pyramid":
        yield from _pyramid(group.count, first)
    elif group.cover == "stock":
        yield from ((pile, [pile, STOCK]) for pile in range(first, first + group.count))
    elif group.cover != "none":
        end, both = first + MAX_GRID, group.cover != "below"
        for pile in range(first, end):
            below, above = pile + group.count, pile - group.count
            yield (
                pile,
                [below if below < end else STOCK, above if both and above >= first else STOCK],
            )


def _pyramid(count: int, first: int) -> Iterator[tuple[int, list[int]]]:
    """Yield the two places of the next row that cover each place."""
    row = end = 1
    for place in range(count):
        if place == end:
            row += 1
            end += row
        if place + row + 1 < count:
            yield first + place, [first + place + row, first + place + row + 1]


# Deal and stock


def _deal(rules: Description) -> Numbers:
    sizes = list(chain.from_iterable(map(piles_dealt, rules.piles.values())))
    dealt, down, beside = list[int](), list[int](), list[int]()
    for group in rules.piles.values():
        if group.grid:
            continue
        group_sizes = sizes[len(dealt) : len(dealt) + group.count]
        dealt += group_sizes
        of_face = (
            [max(0, size - 1) for size in group_sizes] if group.face == "top" else [0] * group.count
        )
        down += group.face if isinstance(group.face, tuple) else of_face
        masks = [sum(1 << f for f in foundations) for foundations in group.beside]
        beside += _padded(
            [mask or ANYWHERE for mask in masks[: group.count]], group.count, ANYWHERE
        )
    deal, piles = rules.deal, rules.piles.values()
    return {
        "dealt": _padded(dealt, MAX_PILES, 0),
        "down": _padded(down, MAX_PILES, 0),
        "beside": _padded(beside, MAX_PILES, 0),
        "is_beside": any(any(group.beside) for group in piles),
        "in_rounds": deal.rounds,
        "deals": deal.deals,
        "rotates": deal.gather == "rotated",
        "last_first": deal.gather == "reversed",
        "gather_from": len(dealt) // 2 if deal.gather == "second half first" else 0,
        "deal_plays": choice(deal, "plays"),
        "plays_from": sum(sizes) if deal.plays in ("must", "all") else 0,
    }


def _stock(rules: Description, spans: Spans) -> Numbers:
    stock, to = rules.stock, rules.stock.to
    turn_to = spans[to]["first"] if to in spans else WASTE
    if to in rules.foundations:
        names = sorted(rules.foundations, key=lambda name: rules.foundations[name].tier)
        before = names[: names.index(to)]
        turn_to = MAX_PILES + sum(foundation_count(rules.foundations[name]) for name in before)
    elif to == "waste":
        turn_to = WASTE
    return {
        "turn": stock.turn,
        "closes": stock.closes,
        "wastes": stock.wastes,
        "space_runs": any(group.space_lift for group in rules.piles.values()),
        "passes": stock.passes,
        "shuffles": stock.shuffle,
        "turn_to": turn_to,
        "turn_span": spans[to] if to in rules.piles else NOWHERE,
    }


def _discards(rules: Description) -> Numbers:
    """Return which cards leave together."""
    discard, pairs = rules.discard, [0] * 64
    for card in CARDS:
        rank, suit = card & 15, card >> 4
        if discard.equal == "suit":
            pairs[card] = 0xFFFF << 16 * suit
        elif discard.equal or discard.sum:
            other = rank if discard.equal else discard.sum - rank
            pairs[card] = _of_rank(other, 0, "any", card)
    is_all_dealt = sum(map(sum, map(piles_dealt, rules.piles.values()))) == pack_size(rules)
    return {
        "pairs": pairs,
        "alone": _set(card for card in CARDS if RANKS[(card & 15) - 1] in discard.alone),
        "apart": sum((name in discard.apart) << n for n, name in enumerate(rules.piles)),
        "pairs_are_safe": discard.equal == "rank"
        and not discard.apart
        and rules.cards.decks == 1
        and is_all_dealt,
    }


# What a solver may treat as equal, and what players know besides the rules


def _symmetry(rules: Description, game: Numbers) -> Numbers:
    suits = [group.suit for group in rules.foundations.values()]
    suits += [group.on.suit for group in rules.piles.values() if group.on]
    return {
        "no_suits": all(suit == "any" for suit in suits)
        and not game["waiting"]
        and rules.discard.equal != "suit"
        and not rules.stock.waste_on,
        "are_alike": game["deals"] == 1
        and game["sorted_first"] < 0
        and game["prior"] < 0
        and not any(game[flag] for flag in ("is_covered", "tiers", "closes", "fills_at_once")),
    }


def _advice(rules: Description, game: Numbers, spans: Spans) -> Numbers:
    advice, duties = rules.play.advice, rules.play.duties
    first = {
        name
        for tier in duties
        for pattern in tier
        if pattern.step == "pack"
        for name in pattern.sources
    }
    stores = [spans[name]["first"] for name in rules.piles if name in first]
    hand = game["patterns"][game["hand"]["end"] - 1]  # the last option of a card in hand
    lays = game["hand"]["end"] and hand["step"] == LAYS and hand["target"][0]["first"] == WASTE
    # The cards that could be packed on it are then on foundations already.
    packs = [group.on for group in rules.piles.values() if group.on]
    is_free = not duties or Pattern(("play",)) in duties[0]  # what it lays bare can be a duty
    return {
        "advice_play": choice(advice, "play"),
        "by_size": advice.by == "size",
        "advice_lay": ("", *schema.CHOOSERS).index(advice.lay),
        "hold_back": advice.hold_back,
        "advice_pairs": choice(advice, "pairs"),
        "high": advice.high,
        "only_frees": any(on.both and on.suit == "any" for on in packs),  # all can be undone
        "store": stores[-1] if stores else -1,  # the pile that plays before all others do (23.5)
        "digs": advice.by == "rank" and any(map(_is_cells, rules.piles.values())),
        "feeds": any(
            group.fill_when == "by choice" and {*group.fill} & {*rules.piles}
            for group in rules.piles.values()
        ),
        "turns_idly": lays
        and game["turn_to"] in (HAND, WASTE)
        and game["turn"] == 1
        and game["wastes"] == 1
        and not (
            rules.stock.waste_on or rules.stock.after or game["deal_plays"] or game["columns"]
        ),
        "plays_are_safe": bool(packs)
        and is_free
        and not game["waiting"]
        and all(on.step == -1 and not on.both and not on.ring for on in packs)
        and all(
            group.step == 1
            and group.suit == "same"
            and not (group.both or group.ring or group.whole)
            for group in rules.foundations.values()
        ),
    }


# Patterns


def _patterns(rules: Description, spans: Spans) -> Numbers:
    """Return the patterns of rights, duties and the fixed way."""
    play, stock = rules.play, rules.stock
    # Deals are made when no pattern has a move.
    plain = [pattern for pattern in rules.fixed_way if pattern.step != "deal"]
    rights = play.moves or plain
    in_hand = _of_hand(rights) or _hand_patterns(rules)
    way = [_unheld(rules, pattern) for pattern in plain]
    duties = list(chain.from_iterable(play.duties))
    lists: dict[str, Iterable[Pattern]] = {
        "hand": _left_to(duties, in_hand),
        "moves": _left_to(duties, _not_of_hand(rights)),
        "way": _not_of_hand(way),
        "way_hand": [_unheld(rules, pattern) for pattern in _of_hand(way) or in_hand],
        "after": stock.after,
        "opening": play.opening,
    }
    patterns = list[Numbers]()

    def compiled(some: Iterable[Pattern], *, held: bool = False) -> Numbers:
        """Compile patterns; with `held`, the hand is a source of patterns without one."""
        first = len(patterns)
        for pattern in some:
            for i, step in enumerate(pattern.steps):
                joined = len(pattern.steps) - 1 - i
                patterns.append(_pattern(rules, spans, pattern, step, held) | {"joined": joined})
        return {"first": first, "end": len(patterns)}

    ranges = {name: compiled(some) for name, some in lists.items()}
    free, tiers = 0, list[Numbers]()
    for tier in play.duties:
        if tier[0].step == "hand":
            free = len(tiers)
        else:
            tiers.append(compiled(tier, held=True))
    return ranges | {
        "patterns": _padded(patterns, schema.MAX_PATTERNS, NO_PATTERN),
        "tiers": len(tiers),
        "free_tiers": free,
        "duties": _padded(tiers, schema.MAX_TIERS, NOWHERE),
    }


def _left_to(duties: list[Pattern], rights: Iterable[Pattern]) -> list[Pattern]:
    """Return the rights not covered by a duty; they apply when no duty has a move."""
    from_all = [
        pattern for pattern in duties if pattern.step in ("play", "pack") and not pattern.sources
    ]
    return [
        pattern
        for pattern in rights
        if pattern not in duties and replace(pattern, sources=()) not in from_all
    ]


def _not_of_hand(patterns: Iterable[Pattern]) -> list[Pattern]:
    return [pattern for pattern in patterns if pattern.sources != ("hand",)]


def _of_hand(patterns: Iterable[Pattern]) -> list[Pattern]:
    """Return the patterns for the card in hand only; playing comes before laying."""
    from_hand = [pattern for pattern in patterns if pattern.sources == ("hand",)]
    if from_hand and not any(pattern.step == "play" for pattern in from_hand):
        from_hand.insert(0, Pattern(("play",), sources=("hand",)))
    return from_hand


def _hand_patterns(rules: Description) -> list[Pattern]:
    """Return the default patterns of a card in hand."""
    groups = rules.piles.values()
    steps = ["play"]
    if any(group.on for group in groups):
        steps.append("pack")
    if any(group.space != "none" for group in groups):
        steps.append("fill")
    lay = Pattern(("lay",), sources=("hand",), targets=("waste",))
    return [*(Pattern((step,), sources=("hand",)) for step in steps), lay]


def _unheld(rules: Description, pattern: Pattern) -> Pattern:
    """Return a pattern for the fixed way, which holds no card where that is a choice (60.6)."""
    if rules.play.waiting == "may" and pattern.step == "play":
        return replace(pattern, how="unheld")
    return pattern


def _pattern(rules: Description, spans: Spans, pattern: Pattern, step: str, held: bool) -> Numbers:
    how = ("", *schema.HOW, "unheld").index(pattern.how)
    named = {"how": how, "chooser": ("", *schema.CHOOSERS).index(pattern.chooser)}
    if pattern.steps == ("fill",) and not pattern.sources:
        return NO_PATTERN | named | {"step": REFILLS}
    sources = pattern.sources or _sources(rules, step, held)
    live_sources = [name for name in sources if name != "waste" or rules.stock.waste != "dead"]
    targets = pattern.targets or _targets(rules, step)
    to = [spans[name] for name in targets if name not in rules.foundations]
    return (
        NO_PATTERN
        | named
        | {
            "step": schema.STEPS.index(step),
            "hand": "hand" in sources,
            "in_turn": step == "lay" and not pattern.targets,
            "sources": len(live_sources),
            "targets": len(to),
            "source": _padded([spans[name] for name in live_sources], schema.MAX_SOURCES, NOWHERE),
            "target": _padded(to, schema.MAX_SOURCES, NOWHERE),
            "deep": _is_deep(rules, pattern, step, live_sources),
            "foundations": _foundation_bits(rules, {*pattern.targets} & {*rules.foundations}),
        }
    )


def _is_deep(rules: Description, pattern: Pattern, step: str, sources: Sequence[str]) -> bool:
    """Return whether a packing may move cards below the top of a pile."""
    groups = [rules.piles[name] for name in sources if name in rules.piles]
    return pattern.how == "whole" or any(group.lift != "top" for group in groups)


def _sources(rules: Description, step: str, held: bool) -> list[str]:
    """Return a step's default sources: plays take the waste first, packings last."""
    hand = ["hand"] if held else []
    if step == "play":
        return [*hand, "waste", *rules.piles]
    if step == "lift":
        return ["waste"]
    if step in ("pack", "fill"):
        return [*hand, *rules.piles, "waste"]
    return list(rules.piles)


def _targets(rules: Description, step: str) -> list[str]:
    """Return a step's default targets."""
    if step == "fill":
        return [name for name, group in rules.piles.items() if group.space != "none"]
    packed = [name for name, group in rules.piles.items() if group.on]
    if step == "lift":
        return packed
    return packed or (["waste"] if rules.stock.waste_on else [])


def _foundation_bits(rules: Description, names: Set[str]) -> int:
    """Return a bit for each foundation of these groups, or all bits without groups."""
    groups = sorted(rules.foundations.items(), key=lambda item: item[1].tier)
    each = [name for name, group in groups for _ in range(foundation_count(group))]
    return sum((name in names) << f for f, name in enumerate(each)) if names else ANYWHERE
