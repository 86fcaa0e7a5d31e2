"""What a description must say as a whole: names that are there, cards that add up, an end."""

from __future__ import annotations

import re
from collections import Counter

from rbcore.cards.text import RANKS, SUITS, cards_text, read_cards
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
    """The pack has a way for each foundation from its first card to its last, and for all at once.

    Each place of a foundation takes one of the cards to which its steps lead; of a base that is
    drawn, and of `suits` and `crown`, as it is not said which begins them, those of any.
    """
    pack = Counter(told.cards.decks * [r + s for r in told.cards.ranks for s in told.cards.suits])
    pack -= Counter(_cards(told.cards.out)) + Counter(_cards(told.cards.dead))
    drawn = any(group.begin == "drawn" for group in told.foundations.values())
    tried = [_places(told, pack, rank) for rank in (told.cards.ranks if drawn else " ")]
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


def _places(told: Description, pack: Counter[str], drawn: str) -> list[set[str]] | Wrong:
    """The cards that each place of the foundations may take, or what is wrong with one of them."""
    places: list[set[str]] = []
    for name, group in told.foundations.items():
        if told.stock.to == name:  # which takes any card
            continue
        for begins in _begins(group, pack, drawn):
            at, way = begins, list[set[str]]()
            for _ in range(group.length):
                # A base is set out; any other first card is of the pack.
                at = _following(at, group, pack) if group.base or way else at & pack.keys()
                if not at:
                    said = "the pack has no card that begins it"
                    if group.base or way:
                        first, before = (
                            min(cards, key=lambda card: RANKS.index(card[0]))
                            for cards in (begins, (way or [begins])[-1])
                        )
                        said = f"nothing follows {before} on the way from {first} to its last card"
                        said += f", {group.length} cards on"
                    return Wrong(("foundations", name), f"{said}, so no game can be won")
                way.append(at)
            places += way
    return places


def _begins(group: Foundations, pack: Counter[str], drawn: str) -> list[set[str]]:
    """Of each foundation the cards that may begin it."""
    if group.begin == "suits":
        return [{card for card in pack if card[1] == suit} for suit in SUITS]
    if group.begin == "crown":
        return [set(pack)] * group.count
    if group.begin == "drawn":
        return [{card for card in pack if card[0] == drawn}] * group.count
    cards = _cards(group.base or group.begin)
    return [set(cards)] * group.count if group.shared else [{card} for card in cards]


def _following(at: set[str], group: Foundations, pack: Counter[str]) -> set[str]:
    """The cards of the pack that may follow any of some cards."""
    steps = (group.step, -group.step) if group.both else (group.step,)
    found = set[str]()
    for card in at:
        rank, suit = card[0], card[1]
        others = "dh" if suit in "cs" else "cs"
        suits = {
            "any": SUITS, "same": suit, "other colour": others,
            "colour": SUITS.translate({ord(other): None for other in others}),
        }[group.suit]  # fmt: skip
        for step in steps:
            after = _stepped(RANKS.index(rank) + 1, step, group.ring)
            if 1 <= after <= len(RANKS):
                found.update(RANKS[after - 1] + one for one in suits)
    return found & pack.keys()


def _lacking(places: list[set[str]], pack: Counter[str]) -> set[str]:
    """Cards of which there are too few for the places that take only them; none if all suffice.

    By augmenting paths: a place takes a card that is left, or one whose place finds another.
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

    for place in sorted(range(len(places)), key=lambda one: len(places[one])):
        seen: set[str] = set()
        if not find(place, seen):
            return seen
    return set()


def _cards(text: str) -> list[str]:
    return [text[i : i + 2] for i in range(0, len(text), 2)]


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
