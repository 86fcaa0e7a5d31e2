"""Dealing and counting, card by card."""

from functools import partial
from math import gcd

PIQUET = "789TJQKA"


def harvest(pack: list[str], runs_on: bool = False) -> tuple[bool, int, int]:
    """5 and 5b: the calls with which hitless passes began are kept in a list."""
    hand, call, barren, passes = list(pack), 0, [], 0
    while hand and call not in barren:
        start, passes, kept = call, passes + 1, []
        for card in hand:
            hit = card[0] == PIQUET[call]
            call = 0 if hit and not runs_on else (call + 1) % len(PIQUET)
            if not hit:
                kept.append(card)
        barren = [*barren, start] if len(kept) == len(hand) else []
        hand = kept
    return not hand, len(hand), passes


def talkative(pack: list[str], words: str = "A23456789TJQK") -> tuple[bool, int, int]:
    """18 and 18b: lost after as many barren passes running as 18.4 says."""
    hand, said, barren, passes = list(pack), 0, 0, 0
    while hand:
        kept = []
        for card in hand:
            if card[0] != words[said % len(words)]:
                kept.append(card)
            said += 1
        passes += 1
        barren = barren + 1 if len(kept) == len(hand) else 0
        hand = kept
        if hand and barren == len(words) // gcd(len(hand), len(words)):
            return False, len(hand), passes
    return True, 0, passes


def hope(pack: list[str]) -> tuple[bool, int, int]:
    out: list[str] = []
    for operation in range(3):
        shuffled = [c for c in pack[32 * operation : 32 * operation + 32] if c not in out]
        for start in range(0, 15, 3):
            out += [c for c in shuffled[start : start + 3] if c[1] == "c"]
        if len(out) == 8:
            return True, 0, operation + 1
    return False, 8 - len(out), 3


def caesar(pack: list[str]) -> tuple[bool, int, int]:
    pips = ["A23456789".index(c[0]) + 1 for c in pack]
    rows = [pips[0:3], pips[3:6], pips[6:9]]
    lines = [*rows, *map(list, zip(*rows, strict=True))]
    lines += [[rows[i][i] for i in range(3)], [rows[i][2 - i] for i in range(3)]]
    left = sum(sum(line) != 15 for line in lines)
    return left == 0, left, 1


TWINS = {
    "3": hope, "5": harvest, "5b": partial(harvest, runs_on=True), "8": caesar,
    "18": talkative, "18b": partial(talkative, words="A23456789T"),
}  # fmt: skip
