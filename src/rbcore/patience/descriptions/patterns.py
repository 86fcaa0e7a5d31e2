"""Patterns: steps with what they go from and to, as `pack loose row waste`."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from rbcore.cards.ranges import shown
from rbcore.patience.descriptions.values import unknown

__all__ = ["CHOOSERS", "PILES", "Pattern", "read_pattern"]

# In the order of engine/game.pxd, as the words of CHOOSERS are.
STEPS = (
    "play", "pack", "fill", "lay", "throw", "lift", "back", "pair", "cover", "turn", "row",
    "redeal", "deal", "extra", "rotate",
)  # fmt: skip
HOW = ("loose", "whole", "unfit")
PILES = ("hand", "waste", "stock")  # that every game has
CHOOSERS = (
    "best_cover",
    "highest_pile",
    "kings_apart",
    "least_covered",
    "lowest_cover",
    "matching",
    "soonest_wanted",
)


@dataclass(frozen=True)
class Pattern:
    """Steps with what they may go from and to; none named: all that apply.

    How they are made: `loose`, a card that does not lie already on one that could take it; `whole`,
    all cards of a pile; `unfit`, a card that fits no foundation. The chooser picks among the moves.
    Several steps, as `pack+fill`, are tried together from source to source.
    """

    steps: tuple[str, ...]
    how: str = ""
    sources: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    chooser: str = ""

    @property
    def step(self) -> str:
        """The first of its steps."""
        return self.steps[0]


def read_pattern(text: str, names: Collection[str]) -> Pattern:
    """Read a pattern, whose piles and foundations are of some names; ValueError if it is none."""
    words = text.split()
    steps = tuple(words[0].split("+")) if words else ("",)
    for step in steps:
        if step not in STEPS:
            raise ValueError(f"a pattern begins with a step; {unknown(step, STEPS)}")
    rest = words[1:]
    how = rest.pop(0) if rest[:1] and rest[0] in HOW else ""
    rest, by, choosers = _parted(rest, "by")
    sources, to, targets = _parted(rest, "to")
    for name in (*sources, *targets):
        if name not in (*names, *PILES):
            raise ValueError(f"in {shown(text)} {unknown(name, (*names, *PILES))}")
    if by and (len(choosers) != 1 or choosers[0] not in CHOOSERS):
        raise ValueError(f"in {shown(text)} {unknown(' '.join(choosers), CHOOSERS)}")
    if to and not targets:
        raise ValueError(f"{shown(text)} ends in `to`; name a pile or foundation")
    return Pattern(steps, how, tuple(sources), tuple(targets), "".join(choosers))


def _parted(words: list[str], at: str) -> tuple[list[str], bool, list[str]]:
    """What stands before and after a word, and whether it is there."""
    if at not in words:
        return words, False, []
    place = words.index(at)
    return words[:place], True, words[place + 1 :]
