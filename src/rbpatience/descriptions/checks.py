"""Checks of a whole description: names that exist, cards that add up, shapes that fit.

Without these checks the engine could read beyond an array or never stop.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import chain

from rbcore.cards.ranges import nothing_text
from rbcore.cards.text import RANKS, SUITS, cards_text, read_cards
from rbcore.toml_file import Where, Wrong
from rbpatience.descriptions import schema
from rbpatience.descriptions.schema import (
    Description,
    Foundations,
    Match,
    Pattern,
    custom_options,
    foundation_count,
    known_or_wrong,
    pack_size,
    piles_dealt,
    unknown,
)

__all__ = ["NAME", "check", "check_users", "idle_patterns", "patterns_of"]

NAME = re.compile(r"[\w-]{1,40}")
MAX_LINE = 120


def check(rules: Description) -> None:
    """Raise Wrong for the first problem of a description as a whole."""
    _check_kind(rules)
    _check_cards(rules)
    _check_names(rules)
    _check_sizes(rules)
    _check_deal(rules)
    _check_matches(rules)
    _check_foundations(rules)
    _check_ways_up(rules)
    _check_discards(rules)
    _check_end(rules)
    check_shape(rules)


def _name_problem(name: str) -> str:
    """Return why a game cannot have a name; empty if it can."""
    if not NAME.fullmatch(name):
        return "a name may have only letters, digits, - and _, at most 40"
    return nothing_text(name)


def _check_kind(rules: Description) -> None:
    for key in ("name", "line"):
        if not getattr(rules, key):
            raise Wrong((key,), "a game needs a name, and a line that describes it")
    if problem := _name_problem(rules.name):
        raise Wrong(("name",), problem)
    if not rules.line.isprintable() or len(rules.line) > MAX_LINE:
        raise Wrong(("line",), f"a line must be printable text of at most {MAX_LINE} characters")
    for player, version in rules.player_versions.items():
        if player not in schema.PLAYERS or type(version) is not int:
            raise Wrong(
                ("player_versions", player),
                f"this must be a number for each of {', '.join(schema.PLAYERS)}",
            )
    if rules.options and not rules.custom:
        raise Wrong(("options",), "options are for a custom game; name it or leave them out")
    try:
        custom_options(rules.custom, rules.options)
    except ValueError as error:
        raise Wrong(("options",), error) from None
    for key in ("piles", "foundations"):
        if rules.is_procedure and getattr(rules, key):
            raise Wrong((key,), f"{rules.custom} has its own deal; leave this out")
    if not (rules.piles or rules.foundations or rules.custom):
        raise Wrong((), "a game needs piles or foundations")


def _check_cards(rules: Description) -> None:
    cards = rules.cards
    for key in ("ranks", "suits"):
        if not getattr(cards, key):
            raise Wrong(("cards", key), "without any, the pack has no cards")
    deck = read_cards("".join(r + s for r in cards.ranks for s in cards.suits), "pack")
    lacking = Counter(read_cards(cards.out, "out")) - Counter(deck * cards.decks)
    if lacking:
        raise Wrong(("cards", "out"), f"the pack has no {cards_text(lacking)} to set out")


def _check_names(rules: Description) -> None:
    for kind in ("piles", "foundations"):
        for name in getattr(rules, kind):
            if name in schema.PILES or (kind == "foundations" and name in rules.piles):
                raise Wrong((kind, name), "other piles have this name; choose another")
    known = (*rules.piles, *schema.PILES)
    for name, group in rules.piles.items():
        for source in group.fill:
            if source not in known:
                raise Wrong(("piles", name, "fill"), unknown(source, known))
    for name in rules.discard.apart:
        if name not in rules.piles:
            raise Wrong(("discard", "apart"), unknown(name, rules.piles))


def _check_sizes(rules: Description) -> None:
    count = sum(map(foundation_count, rules.foundations.values()))
    if count > schema.MAX_FOUNDATIONS:
        raise Wrong(("foundations",), f"there are {count}, but at most {schema.MAX_FOUNDATIONS}")
    count = sum(group.count for group in rules.piles.values())
    if count > schema.MAX_PILES or len(rules.piles) > schema.MAX_GROUPS:
        raise Wrong(
            ("piles",),
            f"a game can have at most {schema.MAX_PILES} piles in {schema.MAX_GROUPS} groups",
        )


def _check_deal(rules: Description) -> None:
    size, dealt = pack_size(rules), 0
    for name, group in rules.piles.items():
        where, deal = ("piles", name, "deal"), piles_dealt(group)
        if len(deal) != group.count:
            raise Wrong(where, f"this lists {len(deal)} piles, but there are {group.count}")
        cards_of_group = sum(deal)
        dealt += cards_of_group
        if dealt > size:
            before = f", {dealt} with those before" if dealt > cards_of_group else ""
            taken = "1 pile takes" if group.count == 1 else f"{group.count} piles take"
            raise Wrong(where, f"{taken} {cards_of_group} cards{before}, but the pack has {size}")


def _check_matches(rules: Description) -> None:
    matches: list[tuple[Where, Match | None]] = [
        (("piles", name, "on"), group.on) for name, group in rules.piles.items()
    ]
    for where, match in [*matches, (("stock", "waste_on"), rules.stock.waste_on)]:
        if match is not None and not match.step:
            raise Wrong((*where, "step"), "a card lies on a higher or lower one; name the step")


def _check_foundations(rules: Description) -> None:
    out = Counter(read_cards(rules.cards.out, "out"))
    room = 0
    for name, group in rules.foundations.items():
        where = ("foundations", name)
        if bool(group.base) == bool(group.begin):
            raise Wrong(where, "name either `base`, cards that are set out, or `begin`")
        is_counted = group.shared or group.begin == "drawn"
        if is_counted and not group.count:
            raise Wrong(where, "give their number in `count`")
        if group.count and not is_counted:
            raise Wrong((*where, "count"), "there is one for each card named; leave this out")
        lacking = Counter(read_cards(group.base, "base")) - out
        if lacking:
            raise Wrong((*where, "base"), f"add {cards_text(lacking)} to cards.out")
        out -= Counter(read_cards(group.base, "base"))
        if group.gate == "full" and group.tier == 1:
            raise Wrong((*where, "gate"), "it waits for a lower tier, but there is none below 1")
        room += foundation_count(group) * group.length
    wanted = pack_size(rules)
    if rules.foundations and room != wanted and not rules.custom:
        raise Wrong(
            ("foundations",),
            f"they take {room} cards, but {wanted} must go there, so no game can be won",
        )


def _check_ways_up(rules: Description) -> None:
    """Check that each foundation can be filled from the pack, and all of them at once.

    Each place of a foundation takes one of the cards that its steps reach; for a drawn base, this
    must hold for some rank.
    """
    pack = Counter(
        rules.cards.decks * [r + s for r in rules.cards.ranks for s in rules.cards.suits]
    )
    pack -= Counter(_cards(rules.cards.out))
    drawn = any(group.begin == "drawn" for group in rules.foundations.values())
    tried = [_places(rules, pack, rank) for rank in (rules.cards.ranks if drawn else " ")]
    if not any(isinstance(places, list) for places in tried):
        raise next(wrong for wrong in tried if isinstance(wrong, Wrong))
    short = [_lacking(places, pack) for places in tried if isinstance(places, list)]
    if all(short):
        ranks = "".join(rank for rank in RANKS if rank in {card[0] for card in short[0]})
        suits = "".join(suit for suit in SUITS if suit in {card[1] for card in short[0]})
        raise Wrong(
            ("foundations",),
            f"they take more cards of the ranks {ranks} in the suits {suits} than the pack has, so "
            "no game can be won",
        )


def _places(rules: Description, pack: Counter[str], drawn: str) -> list[set[str]] | Wrong:
    """Return the cards that each place of the foundations may take, or a problem."""
    places: list[set[str]] = []
    for name, group in rules.foundations.items():
        if rules.stock.to == name:  # which takes any card
            continue
        for begins in _begins(group, pack, drawn):
            at, way = begins, list[set[str]]()
            for _ in range(group.length):
                # A base is set out; any other first card comes from the pack.
                at = _following(at, group, pack) if group.base or way else at & pack.keys()
                if not at:
                    problem = "the pack has no card that begins it"
                    if group.base or way:
                        first, before = (
                            min(cards, key=lambda card: RANKS.index(card[0]))
                            for cards in (begins, (way or [begins])[-1])
                        )
                        problem = (
                            f"nothing follows {before} on the way from {first} to its last card"
                        )
                        problem += f", {group.length} cards on"
                    return Wrong(("foundations", name), f"{problem}, so no game can be won")
                way.append(at)
            places += way
    return places


def _begins(group: Foundations, pack: Counter[str], drawn: str) -> list[set[str]]:
    """Return, for each foundation, the cards that may begin it."""
    if group.begin == "drawn":
        return [{card for card in pack if card[0] == drawn}] * group.count
    cards = _cards(group.base or group.begin)
    return [set(cards)] * group.count if group.shared else [{card} for card in cards]


def _following(at: set[str], group: Foundations, pack: Counter[str]) -> set[str]:
    """Return the cards of the pack that may follow any of some cards."""
    steps = (group.step, -group.step) if group.both else (group.step,)
    following = set[str]()
    for card in at:
        rank, suit = card[0], card[1]
        if rank in group.ends:
            continue
        others = "dh" if suit in "cs" else "cs"
        suits = {
            "any": SUITS,
            "same": suit,
            "other colour": others,
            "other suit": SUITS.replace(suit, ""),
            "same colour": SUITS.translate(dict.fromkeys(map(ord, others))),
        }[group.suit]
        for step in steps:
            after = _stepped(RANKS.index(rank) + 1, step, group.ring)
            if 1 <= after <= len(RANKS):
                following.update(RANKS[after - 1] + of_suit for of_suit in suits)
    return following & pack.keys()


def _lacking(places: list[set[str]], pack: Counter[str]) -> set[str]:
    """Return cards that are too few for the places that take only them; none if all suffice.

    This uses augmenting paths: a place takes a card that is left, or one whose place finds another.
    """
    taken: dict[str, list[int]] = {card: [] for card in pack}

    def find(place: int, seen: set[str]) -> bool:
        for card in sorted(places[place]):
            if card in seen:
                continue
            seen.add(card)
            if len(taken[card]) < pack[card]:
                taken[card].append(place)
                return True
            for i, other in enumerate(taken[card]):
                if find(other, seen):
                    taken[card][i] = place
                    return True
        return False

    for place in sorted(range(len(places)), key=lambda number: len(places[number])):
        seen: set[str] = set()
        if not find(place, seen):
            return seen
    return set()


def _cards(text: str) -> list[str]:
    return [text[i : i + 2] for i in range(0, len(text), 2)]


def _stepped(rank: int, step: int, ring: int) -> int:
    """Return the rank a step away from another, in a ring or not; 0 if there is none."""
    if ring:
        return (rank + step - 1) % ring + 1 if rank <= ring else 0
    return rank + step


def _check_discards(rules: Description) -> None:
    discard, ranks = rules.discard, rules.cards.ranks
    if discard.equal and discard.sum:
        raise Wrong(
            ("discard", "sum"), "pairs are either equal or add up to this; leave one of them out"
        )
    if (discard.equal or discard.sum) and rules.foundations:
        raise Wrong(
            ("discard",), "cards either leave in pairs or go to foundations; leave one of them out"
        )
    for rank in ranks if discard.sum and not rules.custom else "":
        other = discard.sum - RANKS.index(rank) - 1
        if rank not in discard.alone and not (
            1 <= other <= len(RANKS) and RANKS[other - 1] in ranks
        ):
            raise Wrong(
                ("discard", "sum"),
                f"no card makes {discard.sum} with {rank}, so no game can be won; `alone` names "
                "ranks that leave singly",
            )


def _check_end(rules: Description) -> None:
    if rules.play.plain and rules.play.automatic:
        raise Wrong(
            ("play", "automatic"), "the fixed way is either this or plain; leave one of them out"
        )
    if rules.stock.shuffle and rules.stock.passes == schema.ENDLESS:
        raise Wrong(("stock", "passes"), "they would never end, because the waste is shuffled")


# What the engine can play: shapes that fit, and no infinite loops

BEFORE_A_TURN = {"play", "pack", "fill", "pair", "throw", "back"}


def check_shape(rules: Description) -> None:
    """Raise Wrong for the first part that the engine cannot play."""
    if rules.is_procedure:
        return
    _check_groups(rules)
    _check_grids(rules)
    _check_fills(rules)
    _check_beginnings(rules)
    _check_stock(rules)
    _check_redeals(rules)
    _check_dealing(rules)
    _check_patterns(rules)


def check_users(rules: Description) -> None:
    """Raise Wrong if a user's game has something reserved for the book's games."""
    if rules.number:
        raise Wrong(("number",), "only the book's games have numbers; leave it out")
    if rules.custom:
        raise Wrong(("custom",), "only the book's games have this; give the rules by keys")
    if rules.cards.shuffles > 1 or rules.cards.out_by == "rank":
        raise Wrong(("cards",), "only the book's games have `shuffles` and `out_by`")
    if not (rules.play.moves and rules.play.decided):
        raise Wrong(("play",), "name the `moves`, in the order in which they are listed")
    for pattern in rules.fixed_way:
        if pattern.chooser:
            raise Wrong(("play",), "only the book's games have choosers (`by ...`); leave it out")


def _check_groups(rules: Description) -> None:
    for name, group in rules.piles.items():
        where: Where = ("piles", name)
        dealt = piles_dealt(group)
        if isinstance(group.face, tuple) and (
            len(group.face) != group.count
            or any(down and down >= size for down, size in zip(group.face, dealt, strict=False))
        ):
            raise Wrong((*where, "face"), "give the number of face-down cards of each pile")
        for f in chain.from_iterable(group.beside):
            if f >= sum(map(foundation_count, rules.foundations.values())):
                raise Wrong(
                    (*where, "beside"), f"there is no foundation {f}; their numbers start at 0"
                )
        if group.first != "none" and (
            group.count > 1
            or sum(pile_group.first != "none" for pile_group in rules.piles.values()) > 1
        ):
            raise Wrong((*where, "first"), "only a single pile can go before the others")
        if group.on and group.on.both == "as begun" and group.on.ring:
            raise Wrong((*where, "on", "both"), "a sequence that continues as it began has no ring")


def _check_grids(rules: Description) -> None:
    for name, group in rules.piles.items():
        where: Where = ("piles", name)
        if group.grid and len(rules.piles) > 1:
            raise Wrong((*where, "grid"), "a game with a grid has no other piles")
        if group.cover in schema.BELOW and not group.grid:
            raise Wrong((*where, "cover"), "only places of a grid lie below each other")
        if group.cover == "pyramid" and (
            group.grid or group.count not in (1, 3, 6, 10, 15, 21, 28)
        ):
            raise Wrong((*where, "cover"), "a pyramid has 3, 6, 10, 15, 21 or 28 places")
        if group.fill_when in schema.OF_GRIDS and not group.grid:
            raise Wrong((*where, "fill_when"), f"only grids have {group.fill_when}")
        if group.grid and group.fill and group.fill_when not in schema.OF_GRIDS:
            raise Wrong((*where, "fill_when"), "a grid is filled by row, or when stuck")
        if group.grid and (group.deal or group.face != "up"):
            raise Wrong(where, "a grid is dealt by rows; leave out `deal` and `face`")


def _check_fills(rules: Description) -> None:
    """Check that piles do not fill each other, which would never end."""
    for name, group in rules.piles.items():
        if len(group.fill) > schema.MAX_SOURCES:
            raise Wrong(
                ("piles", name, "fill"), f"at most {schema.MAX_SOURCES} sources can fill a space"
            )
        seen, waiting = {name}, [other for other in group.fill if other in rules.piles]
        while waiting:
            source = waiting.pop()
            if source in seen:
                raise Wrong(("piles", name, "fill"), "piles cannot fill each other in a circle")
            seen.add(source)
            waiting += [other for other in rules.piles[source].fill if other in rules.piles]


def _check_beginnings(rules: Description) -> None:
    groups = rules.foundations
    if len({group.whole for group in groups.values()}) > 1:
        raise Wrong(("foundations",), "either all take only complete runs, or none does")
    dealt = sum(chain.from_iterable(map(piles_dealt, rules.piles.values())))
    for name, group in groups.items():
        where: Where = ("foundations", name)
        if group.whole and (group.gives or group.base or rules.play.waiting != "none"):
            raise Wrong(
                (*where, "whole"), "a foundation of complete runs has no base and gives none back"
            )
        if group.whole and rules.deal.plays != "none":
            raise Wrong(
                (*where, "whole"),
                "runs cannot be complete if cards are played while they are dealt",
            )
        if group.begin == "drawn":
            if group.drawn_after:
                known_or_wrong((*where, "drawn_after"), group.drawn_after, rules.piles)
            if dealt >= pack_size(rules) or not rules.piles:
                raise Wrong((*where, "begin"), "no card is left to draw")
            if len(groups) > 1:
                raise Wrong(
                    (*where, "begin"),
                    "a drawn base applies to all foundations, but there are two groups",
                )
            if rules.deal.plays != "none" or any(
                pile_group.grid for pile_group in rules.piles.values()
            ):
                raise Wrong(
                    (*where, "begin"), "a base can be drawn only if piles are dealt before play"
                )
        if group.gate == "begun" and len(groups) > 1:
            raise Wrong((*where, "gate"), "only games without other foundations have this")
    if rules.play.waiting != "none":
        _check_waiting(rules)


def _check_waiting(rules: Description) -> None:
    """Check for two foundations of each suit, one up and one down, between which a card waits."""
    steps_and_suits = [
        (group.step, card[1])
        for group in rules.foundations.values()
        if group.suit == "same" and not group.both and group.begin != "drawn"
        for card in _cards(group.base or group.begin)
    ]
    if steps_and_suits != [(step, suit) for step in (1, -1) for suit in SUITS]:
        raise Wrong(
            ("play", "waiting"),
            "this needs foundations of each suit that go up by one, then others that go down",
        )


def _check_stock(rules: Description) -> None:
    stock = rules.stock
    places = ("hand", "waste", *rules.piles, *rules.foundations)
    known_or_wrong(("stock", "to"), stock.to, places)
    if stock.to in rules.foundations:
        group = rules.foundations[stock.to]
        if foundation_count(group) != 1 or group.length < pack_size(rules):
            raise Wrong(("stock", "to"), "one foundation, with room for all cards, can take them")
    piles = rules.piles[stock.to].count if stock.to in rules.piles and stock.turn > 1 else 0
    if piles and stock.turn * piles < _undealt(rules):
        raise Wrong(("stock", "turn"), "the piles of `to` must have room for the stock")


def _check_redeals(rules: Description) -> None:
    """Check that passes, new deals and playing during the deal are not combined."""
    stock, deal = rules.stock, rules.deal
    if stock.wastes > 1 and stock.passes != 1:
        raise Wrong(("stock", "wastes"), "two wastes are never turned over; leave out `passes`")
    if stock.passes != 1 and deal.deals != 1:
        raise Wrong(("stock", "passes"), "the piles are dealt again; leave this out")
    if deal.plays != "none" and (stock.passes != 1 or stock.wastes > 1):
        raise Wrong(("deal", "plays"), "all cards are dealt; leave out how the stock is turned")


def _undealt(rules: Description) -> int:
    return pack_size(rules) - sum(chain.from_iterable(map(piles_dealt, rules.piles.values())))


def _check_dealing(rules: Description) -> None:
    deal = rules.deal
    sizes = list(chain.from_iterable(map(piles_dealt, rules.piles.values())))
    if deal.plays != "none" and (
        not rules.piles or any(pile_group.grid for pile_group in rules.piles.values())
    ):
        raise Wrong(("deal", "plays"), "this needs piles to deal to, but the game has none")
    each = sizes[0] if sizes else 0
    is_uneven = any(size != each for size in sizes[:-1]) or sizes[-1:] > [each]
    if deal.plays == "tops" and (is_uneven or each * len(sizes) < pack_size(rules)):
        raise Wrong(
            ("deal", "plays"), "tops: the piles must be of one size, with room for the pack"
        )
    is_dealt_again = deal.deals != 1 and deal.plays == "none" and not rules.custom
    is_dealt_again &= deal.gather != "rotated"
    if is_dealt_again and (
        not each or is_uneven or each * len(sizes) < pack_size(rules) or _undealt(rules) > 0
    ):
        raise Wrong(
            ("deal", "deals"),
            "this needs all cards dealt to piles of one size, any number of times",
        )
    if deal.plays == "all" and rules.play.waiting != "none":
        raise Wrong(("deal", "plays"), "no card can wait between foundations if tops go up")
    is_open = all(group.face == "up" for group in rules.piles.values())
    if (deal.deals != 1 or deal.plays != "none") and not is_open:
        raise Wrong(
            ("deal",),
            "piles that are dealt again, or played from during the deal, must lie face up",
        )


def _check_patterns(rules: Description) -> None:
    play, number = rules.play, 0
    for where, patterns in patterns_of(rules).items():
        for pattern in patterns:
            _check_pattern(where, pattern, rules)
            number += len(pattern.steps)
            if where[1] in ("plain", "automatic"):
                continue
            if pattern.step == "deal" and rules.deal.deals == schema.ENDLESS:
                problem = "`deal` is a move if deals are counted; set `stop` to allow it"
                raise Wrong(where, problem)
            if where[0] == "stock" and not {*pattern.steps} <= BEFORE_A_TURN:
                raise Wrong(where, f"a turn may wait only for {', '.join(sorted(BEFORE_A_TURN))}")
    # The card in hand has its own patterns, for moves and for the fixed way.
    if number + len(play.moves) + 8 > schema.MAX_PATTERNS:
        raise Wrong(("play",), f"there are {number} patterns, which is too many")
    if len(play.duties) > schema.MAX_TIERS:
        raise Wrong(("play", "duties"), f"there can be at most {schema.MAX_TIERS} tiers")
    duties = chain.from_iterable(play.duties)
    steps = {step for pattern in (*play.moves, *play.opening, *duties) for step in pattern.steps}
    feeds = any("stock" in group.fill or group.grid for group in rules.piles.values())
    if (
        play.moves
        and not rules.custom
        and rules.deal.plays == "none"
        and (not feeds and not steps & {"turn", "row"} and _is_left(rules))
    ):
        raise Wrong(("play", "moves"), "cards are left in the stock; name `turn` to take the next")
    listed = chain(play.moves, play.opening, chain.from_iterable(play.duties))
    has_fill = any("fill" in pattern.steps and not pattern.sources for pattern in listed)
    for name, group in rules.piles.items():
        if play.moves and group.fill and group.fill_when == "by choice" and not has_fill:
            problem = "`by choice` requires a move; name `fill` without sources among the moves"
            raise Wrong(("piles", name, "fill_when"), problem)
    leaves = {"play"} if rules.foundations else {"pair", "throw"}
    goes = rules.custom or rules.deal.plays != "none" or rules.stock.to in rules.foundations
    if play.moves and not goes and not steps & leaves:
        problem = f"no card ever leaves the piles, so no game can be won; name `{min(leaves)}`"
        raise Wrong(("play", "moves"), problem)


def patterns_of(rules: Description) -> dict[Where, tuple[Pattern, ...]]:
    """Return the lists of patterns by their keys."""
    play, stock = rules.play, rules.stock
    return {
        ("play", "moves"): play.moves,
        ("play", "opening"): play.opening,
        ("play", "duties"): tuple(chain.from_iterable(play.duties)),
        ("play", "plain"): play.plain,
        ("play", "automatic"): play.automatic,
        ("stock", "after"): stock.after,
    }


def idle_patterns(rules: Description) -> dict[tuple[Where, Pattern], str]:
    """Return the patterns that can never apply, each with the reason."""
    play, stock, groups = rules.play, rules.stock, rules.piles.values()
    if rules.custom:
        return {}
    lists = patterns_of(rules)
    is_dealt = rules.deal.plays != "none"  # card by card, which may be held
    lays = any("waste" in pattern.targets for pattern in chain.from_iterable(lists.values()))
    # A redeal turns a waste into a stock.
    has_stock = _is_left(rules) or lays or bool(stock.waste_on)
    is_turned = has_stock and stock.to in ("hand", "waste")
    lacks = {
        "hand": not is_dealt and play.waiting == "none" and not (has_stock and stock.to == "hand"),
        "waste": not (is_dealt or is_turned or lays or stock.waste_on),
    } | {name: not is_dealt and _stays_empty(rules, name) for name in rules.piles}
    ranks = rules.cards.ranks
    opens = {
        name: group.fill or group.space == "any" or {*group.space} & {*ranks}
        for name, group in rules.piles.items()
    }
    packs = stock.waste_on or any(group.on for group in groups)
    fills = any(group.fill and group.fill_when != "at once" for group in groups)
    gives = any(group.gives for group in rules.foundations.values())
    one_deal = "there is one deal; `deal.deals` gives their number"
    never: dict[tuple[str, ...], str] = {
        ("turn",): "" if has_stock or is_dealt else "there is no stock to turn",
        ("redeal",): "" if has_stock or is_dealt else "there is no stock to turn over",
        ("row",): "" if has_stock or is_dealt else "there is no stock to deal a row from",
        ("hand",): "no card ever lies in the hand" if lacks["hand"] else "",
        ("deal",): one_deal if rules.deal.deals == 1 else "",
        ("back",): "" if gives else "no foundation has `gives`",
        ("lift",): "there is no waste to lift from" if lacks["waste"] else "",
        ("pack",): "" if packs else "nothing is packed; set `on` of a pile",
        ("throw",): "" if {*rules.discard.alone} & {*ranks} else "the pack has no such card",
        ("fill",): "" if fills else "no move fills a space; set `fill` of a pile",
    }
    idle = {}
    for where, patterns in lists.items():
        for pattern in patterns:
            problem = (
                "" if pattern.step == "fill" and pattern.sources else never.get(pattern.steps, "")
            )
            if pattern.sources and all(lacks.get(source) for source in pattern.sources):
                problem = f"no card ever lies in the {' or '.join(pattern.sources)}"
            if pattern.steps == ("fill",) and not any(
                opens.get(to, True) for to in pattern.targets or opens
            ):
                problem = "the pack has none of the cards that `space` names"
            if problem:
                text = " ".join(("+".join(pattern.steps), *pattern.sources))
                idle[where, pattern] = f"{problem}, so `{text}` never applies"
    return idle


def _stays_empty(rules: Description, name: str) -> bool:
    """Return whether no card is ever dealt, laid or packed to a group's piles."""
    group, plays = rules.piles[name], (*rules.play.moves, *rules.play.opening, *rules.fixed_way)
    return (
        not any(piles_dealt(group))
        and group.space == "none"
        and not (group.grid or group.fill or group.on)
        and name != rules.stock.to
        and not any(name in pattern.targets for pattern in plays)
    )


def _is_left(rules: Description) -> bool:
    """Whether a stock is left when the piles are dealt."""
    drawn = any(group.begin == "drawn" for group in rules.foundations.values())
    return _undealt(rules) > drawn


def _check_targets(where: Where, pattern: Pattern, rules: Description) -> None:
    """Check that a pattern's targets take the cards that its steps bring."""
    kind = "foundations" if pattern.step == "play" else "piles"
    for name in pattern.targets:
        if (name in rules.foundations) != (pattern.step == "play"):
            raise Wrong(where, f"`{pattern.step}` goes to {kind}, but {name} is not one of them")
        if name in rules.piles and "fill" in pattern.steps and rules.piles[name].space == "none":
            raise Wrong(where, f"nothing fills a space of {name}; set its `space`")
        if name in rules.piles and "pack" in pattern.steps and not rules.piles[name].on:
            raise Wrong(where, f"nothing is packed on {name}; set its `on`")


def _check_pattern(where: Where, pattern: Pattern, rules: Description) -> None:
    """Check that a pattern's steps are possible: packing, filling, leaving in pairs."""
    discard, groups = rules.discard, rules.piles.values()
    if "pair" in pattern.steps and not (discard.equal or discard.sum):
        raise Wrong(where, "no pairs are defined; `discard` defines them")
    if "throw" in pattern.steps and not discard.alone:
        raise Wrong(where, "no card leaves singly; name such cards in `discard.alone`")
    if "play" in pattern.steps and not rules.foundations:
        raise Wrong(where, "there are no foundations to play to; leave this out")
    packs = rules.stock.waste_on or any(group.on for group in groups)
    if (
        "pack" in pattern.steps and not packs and where[1] != "moves"
    ):  # a form may have these moves as well
        raise Wrong(where, "nothing is packed; set `on` of a pile")
    if "fill" in pattern.steps and not any(group.fill or group.space != "none" for group in groups):
        raise Wrong(where, "nothing fills a space; set `space` or `fill` of a pile")
    _check_targets(where, pattern, rules)
    if len(pattern.sources) > schema.MAX_SOURCES or len(pattern.targets) > schema.MAX_SOURCES:
        raise Wrong(where, f"a pattern can name at most {schema.MAX_SOURCES} piles")
    if len(pattern.steps) > 1 and any(
        step in ("turn", "redeal", "back", "row") for step in pattern.steps
    ):
        raise Wrong(where, "only moves from pile to pile can be joined by +")
    if "stock" in (*pattern.sources, *pattern.targets) or (
        pattern.step not in ("play", "lay") and "hand" in pattern.targets
    ):
        raise Wrong(
            where, "a pattern can name the hand only as a source, and cannot name the stock"
        )
