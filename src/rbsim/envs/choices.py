"""Choices: options of environments that are one of a few words."""

from __future__ import annotations

from rbcore.cards.ranges import shown

REWARDS = ("win", "score")
RENDER_MODES = ("human", "ansi", "svg", "rgb_array")
ILLEGAL = ("ignore", "lose", "raise")
OBSERVATIONS = ("raw", "encoded")


def check_choice(name: str, value: object, choices: tuple[str, ...]) -> str:
    """Return one of the choices; ValueError, in a sentence, for anything else."""
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"{name}={shown(value)} is not one of {', '.join(choices)}")
    return value
