"""Sympathy turn by turn, the way two people play it (docs/rules.md, Sympathy).

Packs are lists of cards in the order in which they are dealt.
"""

import random
from dataclasses import dataclass, field
from itertools import count


@dataclass
class Side:
    heaps: list[list[str]]  # each bottom to top
    grace: list[str]  # face down, the next to be turned up last
    shown: dict[int, str] = field(default_factory=dict)  # the heaps whose top is face up
    called: list[str] = field(default_factory=list)  # grace cards turned up and not thrown aside

    @property
    def exposed(self) -> list[str]:
        return [*self.shown.values(), *self.called]

    @property
    def covered(self) -> list[int]:
        """The heaps whose top lies face down."""
        return [i for i, heap in enumerate(self.heaps) if heap and i not in self.shown]

    @property
    def left(self) -> int:
        return sum(map(len, self.heaps)) + len(self.grace) + len(self.called)

    def turn_up(self, heap: int) -> str:
        self.shown[heap] = self.heaps[heap][-1]
        return self.shown[heap]

    def call(self) -> str:
        """Turn up a grace card."""
        self.called.append(self.grace.pop())
        return self.called[-1]

    def throw(self, card: str) -> None:
        if card in self.called:
            self.called.remove(card)
            return
        heap = next(i for i, top in self.shown.items() if top == card)
        del self.shown[heap]
        self.heaps[heap].pop()


@dataclass
class Outcome:
    left: int  # pairs never thrown aside
    stuck: int  # pairs left when the first grace card was turned up
    called: tuple[int, int]  # grace cards turned up, the leader's first


def lay_out(pack: list[str], heaps: int) -> Side:
    laid = 3 * heaps
    return Side([pack[i : i + 3] for i in range(0, laid, 3)], pack[laid:][::-1])


def play(leader_pack: list[str], second_pack: list[str], heaps: int) -> Outcome:
    leader, second = lay_out(leader_pack, heaps), lay_out(second_pack, heaps)
    graces = len(leader.grace)
    for heap in range(heaps):
        leader.turn_up(heap)
    pair_in_turns(second, leader)
    stuck = second.left
    for turn in count():
        caller, other = (leader, second) if turn % 2 == 0 else (second, leader)
        if not caller.grace:
            break
        card = caller.call()
        if card in other.exposed:
            throw_pair(caller, other, card)
            pair_in_turns(caller, other)
    assert leader.left == second.left
    return Outcome(leader.left, stuck, (graces - len(leader.grace), graces - len(second.grace)))


def pair_in_turns(side: Side, other: Side) -> None:
    """Turn and turn about, until neither has a top face down; it begins with `side`."""
    while side.covered or other.covered:
        for heap in side.covered:
            turn_through(side, other, heap)
        side, other = other, side


def turn_through(side: Side, other: Side, heap: int) -> None:
    """Turn up the cards of a heap until one finds no equal among the other's exposed cards."""
    while side.heaps[heap]:
        card = side.turn_up(heap)
        if card not in other.exposed:
            return
        throw_pair(side, other, card)


def throw_pair(side: Side, other: Side, card: str) -> None:
    side.throw(card)
    other.throw(card)


def play_at_random(packs: list[list[str]], heaps: int, rng: random.Random) -> int:
    """Pairs left when both turn up what they like, grace cards included, and pair in any order."""
    sides = [lay_out(pack, heaps) for pack in packs]
    while True:
        acts: list[tuple[str, int]] = []
        for i, side in enumerate(sides):
            acts += [("turn", i)] * len(side.covered) + [("call", i)] * len(side.grace)
        pairs = sorted(set(sides[0].exposed) & set(sides[1].exposed))
        acts += [("throw", 0)] * len(pairs)
        if not acts:
            return sides[0].left
        act, i = rng.choice(acts)
        if act == "turn":
            sides[i].turn_up(rng.choice(sides[i].covered))
        elif act == "call":
            rng.shuffle(sides[i].grace)
            sides[i].call()
        else:
            throw_pair(sides[0], sides[1], rng.choice(pairs))
