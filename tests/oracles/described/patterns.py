"""Patterns: `pack whole columns to aside` is a step, how it is made, from what and to what."""

from typing import Any, NamedTuple

HOW = ("loose", "whole", "unfit")


class Pattern(NamedTuple):
    steps: list[str]
    how: str
    sources: list[str]
    targets: list[str]


Tier = list[Pattern] | None  # None is the word `hand`


def read_pattern(text: str) -> Pattern:
    before, _, after = text.partition(" to ")
    steps, *words = before.split()
    how = words.pop(0) if words and words[0] in HOW else ""
    return Pattern(steps.split("+"), how, words, after.split())


def read_tiers(said: list[Any]) -> list[Tier]:
    """Tiers of duties: each a pattern, a list of patterns, or the word `hand`."""
    tiers: list[Tier] = []
    for one in said:
        if one == "hand":
            tiers.append(None)
        else:
            tiers.append([read_pattern(text) for text in ([one] if isinstance(one, str) else one)])
    return tiers
