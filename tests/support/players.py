"""What tests of players share: who plays what, and hidden cards dealt anew."""

import random

import rbcore
from rbcore.board import notation
from support.mixtures import mixtures

VARIANTS = [*rbcore.PRESETS, "covered,peek=yes", "cut-start,peek=once",
            "wrangle,peek=once", "strict,group-moves=yes,seats=3,houses-each=3",
            "face-down,starter-face-up=2,second-face-up=9",
            *mixtures(12, seed=5)]  # fmt: skip
# `search` with a budget for tests; `thorough` and `frugal` have the code of `nested`, and are slow.
SLOW = ("search", "thorough", "frugal")
PLAYERS = [*(name for name in rbcore.PLAYERS if name not in SLOW), "search-12"]


def shuffled(
    position: rbcore.Position, rng: random.Random, known: bool = True, memory: bool = False
) -> rbcore.Position:
    """The position with its hidden cards dealt anew: hands, reserves and houses face down.

    With two seats a pack is a seat's own, but by now nobody knows whose card lies face down in
    whose hand but by the pack: so each seat's hidden cards are shuffled apart, and the houses' with
    them where they cover the seat's own houses. A next hand card that the seat knows (V11) stays,
    unless `known` is false; with `memory` so does all that a player remembers: a hand that was a
    waste, and cards that a called Stop put back.
    """
    rules = position.rules
    setup = notation.read(position.notation, rules)
    for seat, player in enumerate(setup.players):
        knows = known and (rules.peek == "yes" or setup.looked)
        peeks = knows and seat == setup.seat and player.hand.cards
        seen = setup.seen if memory else {}
        known_next = max(bool(peeks), seen.get(notation.HAND + seat, 0))
        hidden = [(player.hand.cards, i) for i in range(len(player.hand.cards) - known_next)]
        if memory and seat in setup.known:
            hidden = []
        down = player.reserve.down - seen.get(notation.RESERVE + seat, 0)
        hidden += [(player.reserve.cards, i) for i in range(down)]
        own = range(seat * rules.houses_each, (seat + 1) * rules.houses_each)
        for house, pile in ((setup.houses[i], i) for i in own):
            hidden += [(house.cards, i) for i in range(house.down - seen.get(pile, 0))]
        cards = [pile[i] for pile, i in hidden]
        rng.shuffle(cards)
        for (pile, i), card in zip(hidden, cards, strict=True):
            pile[i] = card
    return rbcore.Position.parse(notation.write(setup, rules), rules, partial=True)
