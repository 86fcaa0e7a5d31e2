"""Stalemate (7.3): the core's `blocked` against a search through whole positions, on few cards."""

import random
from collections import Counter

import pytest

import rbcore
from oracles import twin
from oracles.twin.rules import builds
from oracles.twin.settle import settle

LIMIT = 1_500  # positions, beyond which the twin is not asked
POSITIONS = 1_000  # at most: till both verdicts were ENOUGH times
ENOUGH = {True: 25, False: 200}

# Variants of few houses, one for every axis that has a say in what can be reached.
VARIANTS = [
    "standard,houses-each=2,reserve-size=1",
    "standard,houses-each=1,reserve-size=1",
    "standard,houses-each=2,reserve-size=1,waste-available=yes",
    "standard,houses-each=1,reserve-size=1,release=any,must-load=yes,must-make-spaces=yes",
    "standard,houses-each=2,reserve-size=1,covered-houses=yes",
    "standard,houses-each=2,reserve-size=1,covered-houses=yes,must-uncover=yes,plan-limit=2",
    "standard,houses-each=1,reserve-size=1,early-turn=yes",
    "standard,houses-each=1,reserve-size=1,covered-houses=yes,must-uncover=yes,early-turn=yes",
    "standard,houses-each=1,reserve-size=1,reserve-face-down=yes,starter=cut",
    "standard,houses-each=2,reserve-size=1,group-moves=yes",
    "standard,houses-each=2,reserve-size=1,house-build=same-suit",
    "standard,houses-each=1,reserve-size=1,vacant-house=own-waste",
    "standard,houses-each=1,reserve-size=1,vacant-house=own-waste,house-to-house=no",
    "standard,houses-each=2,reserve-size=1,house-to-house=no",
    "standard,houses-each=1,reserve-size=1,load-match=any-suit",
    "standard,houses-each=2,reserve-size=1,load-only-unplayable=yes",
    "standard,houses-each=1,reserve-size=1,load-equal-rank=yes",
    "standard,houses-each=1,reserve-size=1,load-equal-rank=yes,waste-available=yes",
    "standard,houses-each=2,reserve-size=1,space-only-unplayable=yes,lone-card-to-space=no",
    "standard,houses-each=2,reserve-size=1,turn-over-space=yes",
    "standard,houses-each=2,reserve-size=1,load-onto=waste",
    "standard,houses-each=2,reserve-size=1,load-onto=none",
    "standard,houses-each=2,reserve-size=1,turned-up-card=alone,reserve-first=no",
    "standard,houses-each=2,reserve-size=1,waste-available=yes,turned-up-card=to-waste",
    "standard,houses-each=1,reserve-size=1,waste-available=yes,waste-after-reserve=yes,"
    "turned-up-card=to-waste",
    "three-player,houses-each=1,reserve-size=1,waste-available=yes,turned-up-card=to-waste",
    "standard,houses-each=2,reserve-size=1,waste-available=yes,waste-after-reserve=yes",
    "standard,houses-each=2,reserve-size=1,must-play-reserve=yes,hand-load-compulsory=yes",
    "cut-start,houses-each=2,reserve-size=1,turn-reserve=yes",
    "standard,houses-each=1,reserve-size=1,load-from=not-houses",
    "standard,houses-each=1,reserve-size=1,load-from=hand",
    "standard,houses-each=2,reserve-size=1,load-from=hand,waste-available=yes",
    "three-player,houses-each=1,reserve-size=1,load-from=not-houses",
    "three-player,houses-each=1,reserve-size=1,load-from=hand",
    "standard,houses-each=1,reserve-size=1,foundations-compulsory=no",
    "standard,houses-each=1,reserve-size=1,hand-card-compulsory=yes",
    "standard,houses-each=1,reserve-size=1,foundation-base=first-card",
    "wrangle,houses-each=1,reserve-size=1",
    "wrangle-open,houses-each=1,reserve-size=1",
    "here-and-there",
    "simplified,houses-each=1,reserve-size=1",
    "three-player,houses-each=1,reserve-size=1",
    "three-player,houses-each=1,reserve-size=1,waste-available=yes",
    "three-player,houses-each=1,reserve-size=1,covered-houses=yes",
    "three-player,houses-each=0,reserve-size=1,starter=cut",
    "standard,houses-each=1,reserve-size=1,covered-houses=yes,group-moves=yes",
    "standard,houses-each=2,reserve-size=1,covered-houses=yes,group-moves=yes",
]

# V17, under which cards leave the houses on the way: by stages, and by whole positions.
PLAYS = [
    f"{variant},stalemate=reserve-or-hand"
    for variant in (
        "standard,houses-each=2,reserve-size=1",
        "standard,houses-each=1,reserve-size=1",
        "standard,houses-each=1,reserve-size=1,waste-available=yes",
        "standard,houses-each=2,reserve-size=1,group-moves=yes",
        "standard,houses-each=2,reserve-size=1,house-to-house=no",
        "standard,houses-each=1,reserve-size=1,house-build=same-suit",
        "standard,houses-each=1,reserve-size=1,load-match=any-suit",
        "standard,houses-each=1,reserve-size=1,hand-card-compulsory=yes",
        "standard,houses-each=2,reserve-size=1,load-from=not-houses",
        "standard,houses-each=1,reserve-size=1,load-from=hand",
        "simplified,houses-each=1,reserve-size=1",
        "standard,houses-each=1,reserve-size=1,release=any,must-load=yes",
        "standard,houses-each=1,reserve-size=1,foundations-compulsory=no",
        "wrangle,houses-each=1,reserve-size=1",
        "three-player,houses-each=1,reserve-size=1",
    )
]


def house(rng: random.Random, deck: list[str], rules: twin.Rules) -> twin.House:
    """Some cards in their order, with nothing, or a card, face down under them."""
    made = twin.House()
    if rules.covered_houses and rng.random() < 0.6:
        made = twin.House([deck.pop()], down=1)
    if deck[-1] == "**":
        deck.insert(0, deck.pop())
    made.cards.append(deck.pop())
    while rng.random() < 0.45:
        lower = [card for card in deck if card != "**" and builds(card, made.cards[-1], rules)]
        if not lower:
            break
        made.cards.append(rng.choice(lower))
        deck.remove(made.cards[-1])
    return made


def some_heights(rng: random.Random, rules: twin.Rules) -> list[int]:
    """Foundations of a suit; where they matter beyond the first card that fits, some are built."""
    if rules.stalemate == "any-progress":
        return [0] * rules.packs
    return sorted((rng.choice([0] * 20 + [4, 8, 13]) for _ in range(rules.packs)), reverse=True)


def small_ending(rng: random.Random, rules: twin.Rules) -> str:
    """A position of few cards, many like it blocked or nearly so; it may be none at all."""
    deck = [rank + suit for rank in twin.RANKS for suit in twin.SUITS] * rules.packs
    rng.shuffle(deck)
    if rules.seats == 3 and rng.random() < 0.5:
        deck.insert(-rng.randint(1, 14), "**")
    houses = [house(rng, deck, rules) for _ in range(rules.houses)]
    for empty in (h for h in houses if rng.random() < 0.08):
        empty.cards, empty.down = [], 0
        if rules.seats == 3 and all(h.mark != "x" for h in houses):
            empty.mark = "x"
    players = [
        twin.Player(
            reserve=[deck.pop() for _ in range(rng.choice([0, 1, 1]))]
            if rules.reserve_size
            else [],
            hand=[deck.pop() for _ in range(rng.choice([0, 1, 2, 3]))],
            waste=[deck.pop() for _ in range(rng.choice([0, 1, 2]))],
        )
        for _ in range(rules.seats)
    ]
    state = twin.State(
        seat=rng.randrange(rules.seats),
        turned="",
        foundations={suit: some_heights(rng, rules) for suit in twin.SUITS},
        houses=houses,
        players=players,
        fresh=rules.early_turn and rng.random() < 0.7,
        from_ace=rules.foundation_base == "ace",
        base=rng.choice([0, 5, 9]) if rules.foundation_base == "first-card" else 0,
    )
    if rules.turn_reserve:
        for player in players:
            player.down = len(player.reserve)
    if rules.reserve_face_down:
        state.first = {seat for seat in (0, 1) if rng.random() < 0.5}
        for seat in state.first:
            players[seat].down = len(players[seat].reserve)
    settle(state, rules)
    return twin.write(state)


@pytest.mark.sample(1)
@pytest.mark.parametrize("variant", VARIANTS + PLAYS)
def test_blocked_is_decided_as_the_definition_says(variant: str) -> None:
    rules, twins = rbcore.variant(variant), twin.variant(variant)
    rng = random.Random(4)
    verdicts: Counter[bool] = Counter()
    for _ in range(POSITIONS):
        text = small_ending(rng, twins)
        try:
            position = rbcore.Position.parse(text, rules, partial=True)
        except ValueError:  # won, say, or a joker in a waste
            continue
        theirs = twin.blocked(twin.read(text, twins), twins, LIMIT)
        if theirs is not None:
            assert position.blocked() == theirs, text
            verdicts[theirs] += 1
        if all(verdicts[one] >= ENOUGH[one] for one in ENOUGH):
            break
    assert verdicts[True] >= (3 if variant in PLAYS else 8)
    assert verdicts[False] >= 200
