"""Attention: how often a seat overlooks compulsory moves, misplaces cards, notices offences."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from numbers import Real
from types import MappingProxyType
from typing import NamedTuple

from rbcore.cards.ranges import shown

# Increased when games with slips change and games without them do not.
SLIPS_VERSION = 2

# The priorities that can be overlooked, in the order of section 5 and compiled.pxd, with clauses.
PRIORITIES = MappingProxyType(
    {
        "reserve": "5.1",
        "foundation": "5.2",
        "release": "V4, V5",
        "load": "V6, V9",
        "space": "5.3, V7",
    }
)

# The slips that overlook nothing: a card attempted where it does not fit, and a wrong Stop (V34).
MISPLACING, MISCALLING = OTHER_SLIPS = ("misplacing", "miscalling")

CALLS = ("always", "if-better")


class Level(NamedTuple):
    """A level of attention: the probabilities of overlooking, noticing and calling wrongly."""

    slip: float
    watch: float
    miscalling: float


# The levels at which Bobcrapette's own player slips and notices (commit c87aa98, Rules.swift). That
# player never calls wrongly: how likely people do is this project's choice.
LEVELS = MappingProxyType(
    {
        "beginner": Level(0.5, 0.45, 0.05),
        "casual": Level(0.07, 0.85, 0.01),
        "attentive": Level(0.0, 1.0, 0.0),
    }
)


@dataclass(frozen=True)
class Attention:
    """One seat's attention, for games with Stop! (section 6).

    Attributes
    ----------
    slips : mapping of str to float
        For each priority, by its name in PRIORITIES, the probability that the seat overlooks it at
        a decision where it is in force. For `misplacing`, the probability that at a decision the
        seat first attempts an available card where it does not fit. For `miscalling`, the
        probability that it calls Stop wrongly when a turn comes to it (V34). Missing names have 0.
    watch : float
        The probability that the seat notices another's offence.
    call : str
        When the seat calls Stop on noticing: `always`, or `if-better`, which means if it gains by
        the call, judged by the cards that every seat sees.

    Raises
    ------
    ValueError
        If a slip or a call is unknown, or a number is not a probability; the message is one
        sentence.

    Examples
    --------
    >>> Attention({"reserve": 0.1}, watch=0.5).by_priority
    (0.1, 0.0, 0.0, 0.0, 0.0)
    >>> Attention({"misplacing": 0.02}).misplacing
    0.02
    """

    slips: Mapping[str, float] = field(default_factory=dict, hash=False)
    watch: float = 1.0
    call: str = "always"

    def __post_init__(self) -> None:
        if not isinstance(self.slips, Mapping):
            raise TypeError(f"slips={shown(self.slips)} is not a mapping of names to probabilities")
        for name, slip in self.slips.items():
            if name not in PRIORITIES and name not in OTHER_SLIPS:
                raise ValueError(
                    f"{shown(name)} is not a slip; the slips are "
                    f"{', '.join([*PRIORITIES, *OTHER_SLIPS])}"
                )
            _check_probability(f"slip {name}", slip)
        _check_probability("watch", self.watch)
        if not (isinstance(self.call, str) and self.call in CALLS):
            raise ValueError(f"call={shown(self.call)} is not one of {', '.join(CALLS)}")

    @classmethod
    def careless(cls, slip: float, watch: float = 1.0, call: str = "always") -> "Attention":
        """Return an Attention with the same slip for every priority."""
        return cls(dict.fromkeys(PRIORITIES, slip), watch, call)

    @property
    def by_priority(self) -> tuple[float, ...]:
        """The probability of overlooking each priority, in the order of PRIORITIES."""
        return tuple(float(self.slips.get(name, 0.0)) for name in PRIORITIES)

    @property
    def misplacing(self) -> float:
        """The probability at each decision of attempting a card that does not fit."""
        return float(self.slips.get(MISPLACING, 0.0))

    @property
    def miscalling(self) -> float:
        """The probability at each turn of calling Stop wrongly, where that has a penalty."""
        return float(self.slips.get(MISCALLING, 0.0))

    @property
    def slips_ever(self) -> bool:
        """Whether the seat can slip at all."""
        return any(self.slips.values())


def _check_probability(name: str, value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, Real):
        raise ValueError(f"{name}={shown(value)} is not a probability, a number from 0 to 1")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not 0 <= number <= 1:
        raise ValueError(f"{name}={shown(value)} is not a probability, which runs from 0 to 1")
