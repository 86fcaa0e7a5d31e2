"""Choices: options of environments that are one of a few words, and which options there are."""

from rbcore.cards.ranges import shown
from rbcore.rules.limits import LimitOptions

REWARDS = ("win", "score")
RENDER_MODES = ("human", "ansi", "svg", "rgb_array")
ILLEGAL = ("ignore", "lose", "raise")
OBSERVATIONS = ("raw", "encoded")


def check_choice(name: str, value: object, choices: tuple[str, ...]) -> str:
    """Return one of the choices; ValueError, in a sentence, for anything else."""
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"{name}={shown(value)} is not one of {', '.join(choices)}")
    return value


def checked_limits(given: LimitOptions) -> LimitOptions:
    """Return options as they are; TypeError, in a sentence, for one that is no limit."""
    known = LimitOptions.__annotations__
    for name in given:
        if name not in known:
            raise TypeError(
                f"{shown(name)} is not an option here; `opponent` says who else plays, and limits "
                f"are {', '.join(known)}"
            )
    return given
