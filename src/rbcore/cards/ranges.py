"""Whole numbers from Python, checked before compiled code gets them."""

from __future__ import annotations

from operator import index

MOST_WORD = 2**64 - 1  # of a seed, and of a game's number in it


def check_range(name: str, value: object, low: int, high: int) -> int:
    """Return a whole number as Python's int, if low <= value <= high.

    Raises ValueError, in one sentence that names it, for anything else.
    """
    try:
        number = index(value)  # type: ignore[arg-type]
    except TypeError:
        raise ValueError(f"{name}={value!r} is not a whole number") from None
    if not low <= number <= high:
        raise ValueError(f"{name}={number} is out of range; it runs from {low} to {high}")
    return number
