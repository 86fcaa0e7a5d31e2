"""Suits, ranks and the back of a card as paths, so that no font decides what a card looks like.

A path has the commands M, L, C and Z of SVG, all absolute. Suits are filled, in a box of 10 by 10.
Ranks are lines with round ends, WEIGHT wide, in a box of 10 by 14; that of the ten is wider.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

WEIGHT = 2.2  # of the lines of a rank
RANK_HEIGHT = 14.0

SUITS = {
    "c": "M5 .2C6.4 .2 7.4 1.2 7.4 2.5C7.4 3.1 7.2 3.7 6.8 4.1C8.4 3.7 9.8 4.8 9.8 6.3C9.8 7.6 8.8"
    " 8.6 7.5 8.6C6.8 8.6 6.1 8.2 5.6 7.6L6.6 9.9L3.4 9.9L4.4 7.6C3.9 8.2 3.2 8.6 2.5 8.6C1.2"
    " 8.6 .2 7.6 .2 6.3C.2 4.8 1.6 3.7 3.2 4.1C2.8 3.7 2.6 3.1 2.6 2.5C2.6 1.2 3.6 .2 5 .2Z",
    "d": "M5 0C6 1.9 7.3 3.6 8.9 5C7.3 6.4 6 8.1 5 10C4 8.1 2.7 6.4 1.1 5C2.7 3.6 4 1.9 5 0Z",
    "h": "M5 9.8C2.6 7.5 .2 5.6 .2 3.1C.2 1.6 1.3 .5 2.7 .5C3.7 .5 4.6 1.1 5 2.1C5.4 1.1 6.3 .5 "
    "7.3 .5C8.7 .5 9.8 1.6 9.8 3.1C9.8 5.6 7.4 7.5 5 9.8Z",
    "s": "M5 .1C6.3 2.4 9.8 4 9.8 6.5C9.8 7.9 8.8 8.8 7.5 8.8C6.8 8.8 6.1 8.4 5.6 7.8L6.6 9.9L3.4 "
    "9.9L4.4 7.8C3.9 8.4 3.2 8.8 2.5 8.8C1.2 8.8 .2 7.9 .2 6.5C.2 4 3.7 2.4 5 .1Z",
}
RANKS = {
    "A": "M1.2 12.8L5 1.3L8.8 12.8M2.7 8.9L7.3 8.9",
    "2": "M1.5 4.5C1.5 2.5 3 1.2 5 1.2C7 1.2 8.5 2.5 8.5 4.4C8.5 6 7.6 7.1 6.1 8.5L1.6 12.8L8.7 "
    "12.8",
    "3": "M1.7 1.2L8.3 1.2L4.7 5.8C7 5.8 8.7 7.2 8.7 9.3C8.7 11.4 7.1 12.8 4.9 12.8C3.2 12.8 1.9 "
    "12 1.3 10.7",
    "4": "M6.6 12.8L6.6 1.2L1.2 9.8L8.8 9.8",
    "5": "M8 1.2L2.6 1.2L2 6.4C2.8 5.7 3.8 5.3 5 5.3C7.2 5.3 8.7 6.9 8.7 9C8.7 11.3 7.2 12.8 5 "
    "12.8C3.3 12.8 2 12 1.4 10.7",
    "6": "M7.4 1.3C4.6 2.2 1.3 4.9 1.3 9C1.3 11.3 2.9 12.8 5 12.8C7.1 12.8 8.7 11.3 8.7 9.2C8.7 "
    "7.1 7.2 5.7 5.1 5.7C3.2 5.7 1.7 6.9 1.3 9",
    "7": "M1.3 1.2L8.7 1.2L4.2 12.8",
    "8": "M5 1.2C6.9 1.2 8.1 2.3 8.1 3.9C8.1 5.5 6.9 6.6 5 6.6C3.1 6.6 1.9 5.5 1.9 3.9C1.9 2.3 3.1"
    " 1.2 5 1.2ZM5 6.6C7.2 6.6 8.7 7.8 8.7 9.7C8.7 11.6 7.2 12.8 5 12.8C2.8 12.8 1.3 11.6 1.3"
    " 9.7C1.3 7.8 2.8 6.6 5 6.6Z",
    "9": "M2.6 12.7C5.4 11.8 8.7 9.1 8.7 5C8.7 2.7 7.1 1.2 5 1.2C2.9 1.2 1.3 2.7 1.3 4.8C1.3 6.9 "
    "2.8 8.3 4.9 8.3C6.8 8.3 8.3 7.1 8.7 5",
    "T": "M1.2 3.6L3.6 1.2L3.6 12.8M10.2 1.2C12.2 1.2 13.4 3.4 13.4 7C13.4 10.6 12.2 12.8 10.2 "
    "12.8C8.2 12.8 7 10.6 7 7C7 3.4 8.2 1.2 10.2 1.2Z",
    "J": "M6.9 1.2L6.9 9.3C6.9 11.4 5.7 12.8 3.9 12.8C2.4 12.8 1.4 11.9 1.2 10.4",
    "Q": "M5 1.2C7.4 1.2 8.8 3.4 8.8 7C8.8 10.6 7.4 12.8 5 12.8C2.6 12.8 1.2 10.6 1.2 7C1.2 3.4 "
    "2.6 1.2 5 1.2ZM5.8 9.4L8.8 12.9",
    "K": "M1.6 1.2L1.6 12.8M8.5 1.2L1.6 8.4M4.2 5.8L8.8 12.8",
    "*": "M5 3L5 11M1.5 5L8.5 9M8.5 5L1.5 9",  # the joker
}
RANK_WIDTHS = {rank: 14.6 if rank == "T" else 8.1 if rank == "J" else 10.0 for rank in RANKS}


ARROW = "M0 0L10 5L0 10Z"  # before who is to move


def lattice(width: float, height: float, step: float) -> str:
    """The lines of a back: two ways, slanting, from edge to edge of a box."""
    lines = []
    for n in range(1, int((width + height) / step) + 1):
        c = n * step  # x + y = c, and the same seen from the right
        x0, x1 = max(0.0, c - height), min(width, c)
        for a, b in ((x0, x1), (width - x0, width - x1)):
            lines.append(f"M{a:g} {c - x0:g}L{b:g} {c - x1:g}")
    return "".join(lines)


def box_of(name: str, width: float, height: float) -> tuple[float, float]:
    """The box that a glyph's path is drawn in; that of a lattice is as large as it is to be."""
    if name in RANKS:
        return RANK_WIDTHS[name], RANK_HEIGHT
    return (width, height) if name == "lattice" else (10.0, 10.0)


def path_of(name: str, width: float, height: float) -> str:
    """The path of a glyph in its box: a rank, a suit, `arrow` or `lattice`."""
    if name == "lattice":
        return lattice(width, height, 8)
    return ARROW if name == "arrow" else (RANKS.get(name) or SUITS[name])


def commands(path: str) -> Iterator[tuple[str, list[tuple[float, float]]]]:
    """Yield each command of a path and its points."""
    starts = [i for i, sign in enumerate(path) if sign.isalpha()]
    for start, end in pairwise([*starts, len(path)]):
        numbers = [float(n) for n in path[start + 1 : end].split()]
        yield path[start], list(zip(numbers[::2], numbers[1::2], strict=True))
