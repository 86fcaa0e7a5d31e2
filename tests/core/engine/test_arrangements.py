"""Arrangements of the houses (7.3): their fingerprint, and the steps from one to another.

Every card has a part in the fingerprint, the order of the houses none: two that share one are
walked once, so a position could pass for blocked. A step that is undone leaves nothing behind.
"""

from pathlib import Path

from support.outside import build, needs_compiler, printed

OUTSIDE = """
from libc.stdint cimport uint64_t
from libc.string cimport memcmp

import rbcore

from rbcore.board.position cimport base_of, clear, position_t
from rbcore.engine.endings cimport arrangement, do_step, next_step, step_t, undo_step
from rbcore.moves.legal_moves cimport find_moves, moves_t, nth_move
from rbcore.moves.transition cimport apply, deal
from rbcore.rules.compiled cimport compile_rules, rules_t

cdef rules_t r
cdef position_t p
compile_rules(rbcore.variant("covered"), &r)

def of(houses):
    "The fingerprint of houses, each a list of its cards and how many of them lie face down."
    clear(&p, &r)
    for house, (cards, face_down) in enumerate(houses):
        for card in cards:
            p.top[house] += 1
            p.cards[p.top[house]] = card
        p.first_face_up[house] = base_of(house) + 1 + face_down
    return arrangement(&p, &r)

def undone(str variant, uint64_t game, int moves):
    "How many steps can be made some moves into a game, and of which some field stays changed."
    cdef position_t before
    cdef moves_t m
    cdef step_t step
    cdef int n, steps = 0
    compile_rules(rbcore.variant(variant), &r)
    deal(&p, &r, 3, game, 0)
    for n in range(moves):
        if p.cards_left[p.seat] == 0:
            return 0, []
        find_moves(&p, &r, &m)
        apply(&p, &r, nth_move(&p, &r, &m, (n * n + <int>game) % m.count))
    step.house = step.extra_cards = step.place = step.uncovered = 0
    changed = []
    before = p
    while next_step(&p, &r, &step):
        do_step(&p, &r, &step)
        undo_step(&p, &r, &step)
        if (
            p.key != before.key or p.empty != before.empty
            or memcmp(p.top, before.top, sizeof(p.top))
            or memcmp(p.top_card, before.top_card, sizeof(p.top_card))
            or memcmp(p.first_face_up, before.first_face_up, sizeof(p.first_face_up))
            or memcmp(p.cards_left, before.cards_left, sizeof(p.cards_left))
        ):
            changed.append((variant, game, step.house, step.place))
        steps += 1
        step.place += 1
    return steps, changed
"""

SCRIPT = """
import random
from outside import of

CARDS = [suit * 16 + rank for suit in range(4) for rank in range(1, 14)]
rng = random.Random(1)

def with_card(houses, house, at, card):
    cards, face_down = houses[house]
    return [*houses[:house], ([*cards[:at], card, *cards[at + 1:]], face_down), *houses[house + 1:]]

def exchanged(houses, one, i, other, j):
    first, second = houses[one][0][i], houses[other][0][j]
    return with_card(with_card(houses, one, i, second), other, j, first)

def neighbours(houses):
    "What differs from some houses in a card, in two that change places, or in what lies face down."
    for house, (cards, face_down) in enumerate(houses):
        rest = houses[:house] + houses[house + 1:]
        for at in range(len(cards)):
            yield with_card(houses, house, at, next(c for c in CARDS if c not in cards))
            yield exchanged(houses, house, 0, house, at)
            for other in range(house):
                if at < len(houses[other][0]):
                    yield exchanged(houses, house, at, other, at)
        if face_down < len(cards):
            yield [*rest, (cards, face_down + 1)]
        if cards:
            yield [*rest, (cards[1:], face_down if face_down < len(cards) else face_down - 1)]

for lengths in [*([n] * 8 for n in range(16)), [0, 1, 2, 7, 8, 9, 14, 15]] * 4:
    houses = [(rng.sample(CARDS, n), min(n, house % 3)) for house, n in enumerate(lengths)]
    assert of(rng.sample(houses, 8)) == of(houses)
    found = {repr(sorted(one)): of(one) for one in [houses, *neighbours(houses)]}
    assert len(set(found.values())) == len(found) > sum(lengths), lengths
    assert 0 not in found.values()
print("all apart")
"""

STEPS = """
from outside import undone

for variant in "standard", "covered", "standard,group-moves=yes", "covered,group-moves=yes":
    made = 0
    for game in range(60):
        steps, changed = undone(variant, game, 3 * game)
        assert changed == []
        made += steps
    assert made > 100, (variant, made)
print("all undone")
"""


@needs_compiler
def test_arrangements_are_told_apart_and_steps_undone(tmp_path: Path) -> None:
    build(OUTSIDE, tmp_path)
    assert printed(SCRIPT, tmp_path) == "all apart\n"
    assert printed(STEPS, tmp_path) == "all undone\n"
