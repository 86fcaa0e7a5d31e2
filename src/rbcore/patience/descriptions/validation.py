"""What a description must say as a whole: names that are there, cards that add up, an end."""

from __future__ import annotations

import re
from collections import Counter

from rbcore.cards.text import RANKS, cards_text, read_cards
from rbcore.patience.descriptions.modules import module_rules
from rbcore.patience.descriptions.patterns import PILES
from rbcore.patience.descriptions.schema import Description, Foundations, Match
from rbcore.patience.descriptions.shapes import check_shape
from rbcore.patience.descriptions.sizes import foundation_count, pack_size, piles_dealt
from rbcore.patience.descriptions.values import ENDLESS, PLAYERS, Where, Wrong, unknown

__all__ = ["NAME", "check"]

NAME = re.compile(r"[\w-]{1,40}")
MOST_LINE = 120
MOST_CARDS, MOST_FOUNDATIONS, MOST_PILES, MOST_GROUPS, MOST_PATTERNS = 104, 16, 32, 8, 32


def check(told: Description) -> None:
    """Raise Wrong for the first thing that is wrong with a description as a whole."""
    _check_kind(told)
    _check_cards(told)
    _check_names(told)
    _check_sizes(told)
    _check_deal(told)
    _check_matches(told)
    _check_foundations(told)
    _check_ways_up(told)
    _check_discards(told)
    _check_end(told)
    check_shape(told)


def _check_kind(told: Description) -> None:
    for one in ("name", "line"):
        if not getattr(told, one):
            raise Wrong((one,), "a game has a name, and a line that says what it is")
    if not NAME.fullmatch(told.name):
        raise Wrong(("name",), "a name has letters, digits, - and _ alone, at most 40")
    if not told.line.isprintable() or len(told.line) > MOST_LINE:
        raise Wrong(("line",), f"a line is of printable letters, at most {MOST_LINE}")
    for player, version in told.player_versions.items():
        if player not in PLAYERS or type(version) is not int:
            raise Wrong(("player_versions", player), f"numbers by name, of {', '.join(PLAYERS)}")
    if told.module:
        try:
            module_rules(told.module, told.options)
        except ValueError as error:
            raise Wrong(("module",), error) from None
        for one in ("piles", "foundations"):
            if getattr(told, one):
                raise Wrong((one,), f"the module {told.module} deals by itself; leave this out")
    elif told.options:
        raise Wrong(("options",), "these are for a module; name it, or leave them out")
    elif not (told.piles or told.foundations):
        raise Wrong((), "a game has piles or foundations, or else a module that plays it")


def _check_cards(told: Description) -> None:
    cards = told.cards
    for one in ("ranks", "suits"):
        if not getattr(cards, one):
            raise Wrong(("cards", one), "without any there are no cards")
    deck = read_cards("".join(r + s for r in cards.ranks for s in cards.suits), "pack")
    lacking = Counter(read_cards(cards.out, "out")) - Counter(deck * cards.decks)
    if lacking:
        raise Wrong(("cards", "out"), f"the pack has no {cards_text(lacking)} to set out")
    for rank in cards.under:
        if rank not in cards.ranks:
            raise Wrong(("cards", "under"), f"the pack has no {rank}")


def _check_names(told: Description) -> None:
    for kind in ("piles", "foundations"):
        for name in getattr(told, kind):
            if name in PILES or (kind == "foundations" and name in told.piles):
                raise Wrong((kind, name), "other piles are called so; find another name")
    known = (*told.piles, *PILES)
    for name, group in told.piles.items():
        for source in group.fill:
            if source not in known:
                raise Wrong(("piles", name, "fill"), unknown(source, known))
        if group.under_stock > group.count:
            raise Wrong(("piles", name, "under_stock"), f"there are {group.count} piles")
    for name in told.discard.apart:
        if name not in told.piles:
            raise Wrong(("discard", "apart"), unknown(name, told.piles))


def _check_sizes(told: Description) -> None:
    count = sum(map(foundation_count, told.foundations.values()))
    if count > MOST_FOUNDATIONS:
        raise Wrong(("foundations",), f"there are {count}, and at most {MOST_FOUNDATIONS}")
    count = sum(group.count for group in told.piles.values())
    if count > MOST_PILES or len(told.piles) > MOST_GROUPS:
        raise Wrong(("piles",), f"a game has {MOST_PILES} piles in {MOST_GROUPS} groups at most")
    for one in ("duties", "plain", "automatic"):
        if len(getattr(told.play, one)) > MOST_PATTERNS:
            raise Wrong(("play", one), f"a list has {MOST_PATTERNS} patterns at most")


def _check_deal(told: Description) -> None:
    size, dealt = pack_size(told), 0
    for name, group in told.piles.items():
        where, deal = ("piles", name, "deal"), piles_dealt(group)
        if len(deal) != group.count:
            raise Wrong(where, f"this is of {len(deal)} piles, and there are {group.count}")
        own = sum(deal[:-1] if group.rest else deal)
        dealt += own
        if dealt > size:
            before = f", {dealt} with those before" if dealt > own else ""
            taken = "1 pile takes" if group.count == 1 else f"{group.count} piles take"
            raise Wrong(where, f"{taken} {own} cards{before}, and the pack has {size}")


def _check_matches(told: Description) -> None:
    matches: list[tuple[Where, Match | None]] = [
        (("piles", name, "on"), group.on) for name, group in told.piles.items()
    ]
    for where, match in [*matches, (("stock", "waste_on"), told.stock.waste_on)]:
        if match is not None and not match.step:
            raise Wrong((*where, "step"), "a card lies on a higher or lower one; name the step")
        if match is not None and match.way and not match.both:
            raise Wrong((*where, "way"), "a sequence may take either way only if `both` is true")


def _check_foundations(told: Description) -> None:
    out = Counter(read_cards(told.cards.out, "out"))
    room = 0
    for name, group in told.foundations.items():
        where = ("foundations", name)
        if bool(group.base) == bool(group.begin):
            raise Wrong(where, "name one of `base`, cards that are set out, and `begin`")
        is_counted = group.shared or group.begin in ("drawn", "suits", "crown")
        if is_counted and not group.count:
            raise Wrong(where, "`count` says how many there are")
        if group.count and not is_counted:
            raise Wrong((*where, "count"), "there is one for each card named; leave this out")
        lacking = Counter(read_cards(group.base, "base")) - out
        if lacking:
            raise Wrong((*where, "base"), f"add {cards_text(lacking)} to cards.out")
        out -= Counter(read_cards(group.base, "base"))
        if group.gate == "full" and group.tier == 1:
            raise Wrong((*where, "gate"), "it waits for a lower tier, and there is none below 1")
        room += foundation_count(group) * group.length
    wanted = pack_size(told) - len(told.cards.dead) // 2
    if told.foundations and room != wanted:
        raise Wrong(
            ("foundations",),
            f"they take {room} cards, and {wanted} are to lie there, so no game can be won",
        )


def _check_ways_up(told: Description) -> None:
    """Every foundation finds in the pack all ranks from its first card to its last."""
    ranks = {RANKS.index(rank) + 1 for rank in told.cards.ranks}
    for name, group in told.foundations.items():
        text = told.cards.ranks if group.begin == "drawn" else group.base or group.begin
        if text in ("suits", "crown") or told.stock.to == name:  # takes any card
            continue
        begins = text if group.begin == "drawn" else text[::2]
        ends = [_last_rank(RANKS.index(rank) + 1, group, ranks) for rank in begins]
        if all(ends) if group.shared or group.begin == "drawn" else any(ends):
            rank, after = next(one for one in zip(begins, ends, strict=True) if one[1])
            raise Wrong(
                ("foundations", name),
                f"nothing follows {after} on the way from {rank} to its last card, {group.length} "
                "cards on, so no game can be won",
            )


def _last_rank(rank: int, group: Foundations, ranks: set[int]) -> str:
    """The rank after which no card of the pack follows before a foundation is full; "" if none."""
    at = {rank}
    for _ in range(group.length - (not group.base)):
        steps = (group.step, -group.step) if group.both else (group.step,)
        follow = {_stepped(one, step, group.ring) for one in at for step in steps} & ranks
        if not follow:
            return RANKS[min(at) - 1]
        at = follow
    return ""


def _stepped(rank: int, step: int, ring: int) -> int:
    """The rank that is a step from another, in a ring or not; 0 if there is none."""
    if ring:
        return (rank + step - 1) % ring + 1 if rank <= ring else 0
    return rank + step


def _check_discards(told: Description) -> None:
    discard, ranks = told.discard, told.cards.ranks
    if discard.equal and discard.sum:
        raise Wrong(("discard", "sum"), "pairs are equal or add up to this; leave one of them out")
    if (discard.equal or discard.sum) and told.foundations:
        raise Wrong(
            ("discard",), "cards leave in pairs or go to foundations; leave one of them out"
        )
    alone = {*discard.alone, *told.cards.under, *"".join(discard.sets)}
    for rank in ranks if discard.sum else "":
        other = discard.sum - RANKS.index(rank) - 1
        if rank not in alone and not (1 <= other <= len(RANKS) and RANKS[other - 1] in ranks):
            raise Wrong(
                ("discard", "sum"),
                f"no card makes {discard.sum} with {rank}, so no game can be won; `alone` names "
                "ranks that leave singly",
            )


def _check_end(told: Description) -> None:
    deal = told.deal
    if deal.deals == ENDLESS and not deal.barren:
        raise Wrong(("deal", "deals"), "without end this takes `barren`: how many in vain lose")
    if deal.barren and deal.deals != ENDLESS:
        raise Wrong(("deal", "barren"), "this is for deals without end; leave it out")
    if told.play.plain and told.play.automatic:
        raise Wrong(("play", "automatic"), "the fixed way is this or plain; leave one of them out")
    if told.stock.shuffle and told.stock.passes == ENDLESS:
        raise Wrong(("stock", "passes"), "they would never end, as the waste is shuffled")
