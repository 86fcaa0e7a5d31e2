"""Cards as texts, `Td`, and when one may lie on another."""

from functools import cache
from types import SimpleNamespace

RANKS = "A23456789TJQK"
SUITS = "cdhs"


def rank(card: str) -> int:
    """1 to 13, ace low."""
    return RANKS.index(card[0]) + 1


def is_red(card: str) -> bool:
    return card[1] in "dh"


def cards_named(text: str) -> list[str]:
    """The cards of a text as `A 2 Kd`, a rank alone being the four of that rank.

    Those named twice are there twice, beside each other.
    """
    named = [
        card
        for word in text.split()
        for card in ([word] if len(word) == 2 else [word + suit for suit in SUITS])
    ]
    return sorted(named, key=named.index)


def pack_of(ranks: str, suits: str) -> list[str]:
    return [rank + suit for rank in RANKS if rank in ranks for suit in suits]


@cache
def suits_match(how: str, card: str, other: str) -> bool:
    """Whether two suits match: same, any, other colour or other suit."""
    if how in ("same", "other suit"):
        return (card[1] == other[1]) == (how == "same")
    if how == "any":
        return True
    return (is_red(card) == is_red(other)) == (how == "same colour")


@cache
def steps_between(card: str, other: str, ring: int) -> frozenset[int]:
    """The steps from `other` to `card`: their difference, and round the ring, if there is one."""
    step = rank(card) - rank(other)
    if not ring:
        return frozenset((step,))
    if max(rank(card), rank(other)) > ring:
        return frozenset()
    return frozenset((step, step + ring, step - ring))


def card_ends(card: str, rule: SimpleNamespace) -> bool:
    """Whether nothing is built on a card, by a rule of foundations."""
    return card[0] in getattr(rule, "ends", "")


def follows(card: str, other: str, rule: SimpleNamespace) -> bool:
    """Whether a card may lie on another by a rule with `step`, `both`, `suit` and `ring`."""
    steps = steps_between(card, other, rule.ring)
    if card_ends(other, rule):
        return False
    near = rule.step in steps or (rule.both and -rule.step in steps)
    return near and suits_match(rule.suit, card, other)
