"""Contrast goals: what a study of several arms is played for until it is known.

Ready-made are the leads of a ladder, the advantage over forced starts, and the differences of a
comparison. Each is a list of contrasts that share the error.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import NormalDist
from typing import Any, ClassVar

from rbcore.cards.ranges import known_names, shown
from rbsim.stats.inference import Interval
from rbsim.stats.quantity import QUANTITIES as ALL_QUANTITIES
from rbsim.stats.quantity import key_of
from rbsim.stats.sequential import ALPHA
from rbsim.sums.contrasts import Contrast
from rbsim.sums.totals import ADVANTAGE, QUANTITIES

LEAD_BLOCK = 1_000  # deals between looks at a contrast, at least
MOST_BLOCKS = 10  # of these, between looks at a contrast for which many are needed
LOOKS = 40  # about so many at a contrast, so that a block too many costs little
PER_VARIANCE = 8  # deals that a sequence takes, in units of variance / half-width^2
LEAST = 1e-5
DECIDED = "decided"

LEAD = "lead"
RARE = 0.01  # a guess of the rate of outcomes that no seat wins


@dataclass(frozen=True)
class WidthGoal:
    """A goal that is no contrast: to know one quantity to a half-width.

    Attributes
    ----------
    of : str
        The quantity.
    half : float
        The half-width.

    Raises
    ------
    ValueError
        In one sentence, for a half-width out of range.
    """

    of: str
    half: float

    contrasts: ClassVar[tuple[Contrast, ...]] = ()

    def __post_init__(self) -> None:
        if not LEAST <= self.half < 0.5:
            raise ValueError(
                f"until={self.half} is out of range; it runs from {LEAST:.5f} to below 0.5"
            )

    @property
    def provenance(self) -> dict[str, Any]:
        """The goal as options."""
        return {"until": self.half, "of": self.of}

    def is_reached(self, interval: Interval) -> bool:
        """Return whether an interval is narrow enough."""
        return (interval[1] - interval[0]) / 2 <= self.half


@dataclass(frozen=True)
class ContrastGoal:
    """A goal for contrasts of several arms, all at 95% together.

    Attributes
    ----------
    of : str
        The quantity that the contrasts are of: ``lead``, ``advantage``, ...
    half : float, optional
        Half-width of each contrast's interval to reach; None is until it is decided on which side
        of 0 the contrast lies.
    contrasts : tuple of Contrast
        What is to be known. An arm rests when all contrasts on it are; arms in none of them rest
        when all are.
    block : int
        Deals of each arm between looks; LEAD_BLOCK unless given.
    or_decided : bool
        Whether it is enough, too, that a contrast's side of 0 is decided.
    planned : bool
        Whether one look is planned for each half-width, which saves a quarter of the deals or more.

    Raises
    ------
    ValueError
        In one sentence, for a half-width out of range, or contrasts that cannot be decided.

    Examples
    --------
    >>> ContrastGoal("lead", 0.02, lead_contrasts(2)).provenance
    {'until': 0.02, 'of': 'lead'}
    """

    of: str
    half: float | None
    contrasts: tuple[Contrast, ...]
    block: int = field(default_factory=lambda: LEAD_BLOCK)
    or_decided: bool = False
    planned: bool = False

    def __post_init__(self) -> None:
        if not self.contrasts:
            raise ValueError("a goal of contrasts needs one at least")
        if self.block < 1:
            raise ValueError(f"block={self.block} is out of range; looks are a deal apart at least")
        for low, high in (one.bounds for one in self.contrasts):
            if self.half is None:
                if not low < 0 < high:
                    raise ValueError(
                        f"until={DECIDED} wants a quantity of either sign, and {self.of} is of one;"
                        " give a half-width"
                    )
            elif not LEAST <= self.half < (high - low) / 2:
                raise ValueError(
                    f"until={self.half} is out of range; it runs from {LEAST:.5f} to below "
                    f"{(high - low) / 2:g}"
                )

    @property
    def is_of_leads(self) -> bool:
        """Whether it is that of a ladder: the lead of every two arms."""
        return self.of == LEAD and self.contrasts == lead_contrasts(2 * len(self.contrasts))

    @property
    def provenance(self) -> dict[str, Any]:
        """The goal as options, and what these mean in this study, from which it is made again.

        The options of a ladder say it all.
        """
        options: dict[str, Any] = {
            "until": DECIDED if self.half is None else self.half,
            "of": self.of,
            **({"planned": True} if self.planned else {}),
        }
        if self.is_of_leads:
            return options
        return options | {
            "look_every": self.block,
            "contrasts": [one.record for one in self.contrasts],
            **({"or_decided": True} if self.or_decided else {}),
        }

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> ContrastGoal:
        """Return the goal whose `provenance` names its contrasts."""
        contrasts = tuple(map(Contrast.from_record, record["contrasts"]))
        half = None if record["until"] == DECIDED else float(record["until"])
        more = (record.get(name, False) for name in ("or_decided", "planned"))
        return cls(record["of"], half, contrasts, record["look_every"], *more)

    @property
    def alpha(self) -> float:
        """The error of each contrast: all share ALPHA."""
        return ALPHA / len(self.contrasts)

    def tightest(self, contrast: Contrast, most: int) -> float:
        """Return the half-width at which a contrast's sequence is to be tightest.

        It is the one sought, or else the one that so many deals would give.
        """
        if self.half is not None:
            return self.half
        low, high = contrast.bounds
        widest = NormalDist().inv_cdf(1 - self.alpha / 2) * math.sqrt(contrast.variance / most)
        return min((high - low) / 4, widest)

    def is_reached(self, interval: Interval) -> bool:
        """Return whether an interval is narrow enough, or excludes 0."""
        low, high = interval
        if (self.half is None or self.or_decided) and (low > 0 or high < 0):
            return True
        return self.half is not None and (high - low) / 2 <= self.half


def lead_goal(until: str | float | None, arms: int) -> ContrastGoal | None:
    """Return the goal of a ladder's option `until`: the lead in every duel of so many arms.

    `until` is ``decided`` or a half-width. Raises ValueError if it makes no goal.
    """
    if until is None:
        return None
    half = _half(until)
    return ContrastGoal(LEAD, half, lead_contrasts(arms), planned=half is not None)


def causal_goal(
    until: str | float | None, of: str | None, seats: int, seatings: int = 1
) -> ContrastGoal | None:
    """Return the goal of an advantage: a quantity with every seat starting, over all seatings.

    The arms are, for each seating, one as played and one for each seat that starts. `of` is one of
    QUANTITIES, ``advantage`` unless given; `until` as of `lead_goal`.
    """
    _, forced = by_start(range(seatings * (1 + seats)), seats)
    return _goal(until, of, lambda name: (mean_contrast(name, forced, seats),))


def by_start(arms: Sequence[int], seats: int) -> tuple[list[int], list[int]]:
    """Return those of some arms that are as played, and those in which each seat starts.

    For each seating there is one as played, and then one for each seat.
    """
    forced = [arm for i, arm in enumerate(arms) if i % (1 + seats)]
    return list(arms[:: 1 + seats]), forced


def fair_goal(
    until: str | float | None, seats: int, seatings: int, handicaps: int
) -> ContrastGoal | None:
    """Return the goal of a search for a fair handicap: the causal advantage under each of several.

    The arms are those of `causal_goal`, for one handicap after another. A handicap that is known
    not to be fair rests.
    """
    own = seatings * (1 + seats)

    def contrasts(of: str) -> tuple[Contrast, ...]:
        each = (by_start(range(i * own, (i + 1) * own), seats) for i in range(handicaps))
        return tuple(mean_contrast(of, forced, seats).beside(played) for played, forced in each)

    goal = _goal(until, None, contrasts)
    return None if goal is None else replace(goal, or_decided=True, planned=False)


def difference_goal(
    until: str | float | None, of: str | None, seats: Sequence[int]
) -> ContrastGoal | None:
    """Return the goal of a comparison: a quantity in each later arm less that in the first.

    `seats` has those of each arm; `of` and `until` are as of `causal_goal`.
    """
    return _goal(until, of, lambda name: difference_contrasts(name, seats))


def _goal(
    until: str | float | None, of: str | None, contrasts_of: Callable[[str], tuple[Contrast, ...]]
) -> ContrastGoal | None:
    """Return the goal of a quantity, with looks as far apart as costs little beside its deals.

    The last look comes half a block too late on average, which is 1 or 2% of the deals; more looks
    than that would save less than they and the many small shards of a store cost.
    """
    if until is None:
        check_no_quantity(of)
        return None
    of = read_quantity(of, (ADVANTAGE, *QUANTITIES))
    half, contrasts, block = _half(until), contrasts_of(of), LEAD_BLOCK
    if half is not None and half > 0:
        least = min((one.variance for one in contrasts), default=1.0)
        needed = PER_VARIANCE * least / half**2
        block *= max(1, min(MOST_BLOCKS, round(needed / LOOKS / LEAD_BLOCK)))
    return ContrastGoal(of, half, contrasts, block, planned=half is not None)


def check_no_quantity(of: str | None) -> None:
    """Raise ValueError if a quantity is named where nothing is played for."""
    if of is not None:
        raise ValueError(f"of={shown(of)} wants until, the half-width to play for")


def read_quantity(of: str | None, known: Sequence[str]) -> str:
    """Return the quantity that is named, the first one if none is."""
    of = of.replace("_", "-") if isinstance(of, str) else of
    of = known[0] if of is None else of
    if of not in known:
        raise ValueError(f"of={shown(of)} is not a quantity here; {known_names(of, known)}")
    return of


def _half(until: str | float) -> float | None:
    """Return the half-width of an option that may be ``decided``, which is None."""
    return None if until == DECIDED else half_width(until, f"neither {DECIDED} nor")


def half_width(until: str | float, otherwise: str = "not") -> float:
    """Return a half-width as users write it: 0.005, 0.5%, ±0.005. Raises ValueError for others."""
    try:
        if isinstance(until, bool):
            raise ValueError
        if not isinstance(until, str):
            return float(until)
        number, percent, rest = until.strip().removeprefix("±").partition("%")
        return float(number + rest) / (100 if percent else 1)
    except Exception:  # or whatever its __float__ or __index__ raises
        raise ValueError(
            f"until={shown(until)} is {otherwise} a half-width, as 0.005 or 0.5%"
        ) from None


def lead_contrasts(arms: int) -> tuple[Contrast, ...]:
    """Return the lead of each duel, two arms in both seatings, seen from seat 0."""
    return tuple(
        Contrast.of({arm: {"win": 1, "loss": -1}, arm + 1: {"win": -1, "loss": 1}}, scale=2)
        for arm in range(0, arms, 2)
    )


def mean_contrast(of: str, arms: Sequence[int], seats: int) -> Contrast:
    """Return the mean of a quantity over the games of a deal in some arms."""
    asked = ALL_QUANTITIES[key_of(of)]
    return Contrast.of(
        dict.fromkeys(arms, asked.weights),
        dict.fromkeys(arms, (asked.low, asked.high)),
        len(arms),
        game_variance(of, seats) / len(arms),
    )


def difference_contrasts(of: str, seats: Sequence[int]) -> tuple[Contrast, ...]:
    """Return a quantity in each arm after the first less that in the first, given seats by arm.

    Game k of an arm is taken with game k of the first, whether or not they share the deal. If they
    do not, the two are independent, and their differences are independent draws of one distribution
    with the wanted mean, as those of common deals are; so a confidence sequence of the differences
    is as valid. Nothing is lost by it: the variance of a difference is then the sum of both, as in
    any comparison of as many games of either. The guess of it is that sum for all arms, since the
    outcomes of a deal under two variants have little in common (correlations of 0 to 0.35).
    """
    asked = ALL_QUANTITIES[key_of(of)]
    less = {name: -weight for name, weight in asked.weights.items()}
    first = game_variance(of, seats[0])
    return tuple(
        Contrast.of(
            {0: less, arm: asked.weights},
            {0: (-asked.high, -asked.low), arm: (asked.low, asked.high)},
            variance=first + game_variance(of, own),
        )
        for arm, own in enumerate(seats)
        if arm
    )


def game_variance(of: str, seats: int) -> float:
    """Return a guess of a quantity's variance: seats are equals, and some seat nearly always wins.

    Examples
    --------
    >>> game_variance("advantage", 2), game_variance("starter-wins", 2)
    (1.0, 0.25)
    """
    if of == ADVANTAGE:
        return 1 - (2 / seats - 1) ** 2
    rate = 1 / seats if of in ("starter-wins", "other-wins") else RARE
    return rate * (1 - rate)
