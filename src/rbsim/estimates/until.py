"""Until: play until a figure is known to a half-width, or its sign is decided.

The half-width is checked as games come in, and play ends at the first interim look at which it is
small enough (Chow and Robbins, Ann. Math. Stat. 36, 1965). Looks are planned: each comes after four
fifths of the games that then seem to be missing, and at most at twice the games played. The width
of an interval says little about its position, so stopping this way costs little coverage, and looks
at 96% make up for it (docs/statistics.md has measurements). A sign is decided at looks whose errors
add up to 5%.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from statistics import NormalDist

from rbcore.cards.ranges import shown
from rbsim.estimates.figures import QUANTITIES, Figure
from rbsim.estimates.intervals import UNBOUNDED, two_sided, verdict
from rbsim.estimates.tally import Tally

LOOK = 1_000  # games before the first look
STEP = 100  # games; every look comes at a multiple of this
ALPHA, WATCHED = 0.05, 0.96  # the error of all looks together; the level of each look at a width
APPROACH = 0.8  # part of the missing games after which to look again
SURE = 3.0  # standard deviations by which counts may be off
DECIDED, RELATIVE = "decided", "of itself"

Look = Callable[[Tally, float], Figure]  # the figure of some sums at a level


@dataclass(frozen=True)
class Until:
    """A target: quantity `of`, to `half` in its unit, or `relative` to it; None: until decided."""

    of: str
    half: float | None
    relative: bool = False

    @classmethod
    def read(cls, until: str | float | None, of: str, name: str = "until") -> Until | None:
        """Return the target of the options; ValueError, in a sentence, if it is impossible."""
        if until is None:
            return None
        if isinstance(until, str) and until == DECIDED:
            return cls(of, None)
        text = str(until).strip().removeprefix("±").strip().replace("-of-itself", " " + RELATIVE)
        relative = text.endswith(RELATIVE)
        text = text.removesuffix(RELATIVE).strip()
        is_share = QUANTITIES[of].form in ("share", "difference")
        if is_share and not relative:
            text = re.sub(r"[ -]?points?$", "%", text)
        try:
            if isinstance(until, bool) or (text.endswith("%") and not (is_share or relative)):
                raise ValueError
            half = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
        except ValueError:
            units = {"share": "0.5%", "difference": "0.5 points"}
            unit = units.get(QUANTITIES[of].form, f"0.5, in {QUANTITIES[of].words}")
            refusal = f"{name}={shown(until)} is not a half-width of {of}; "
            refusal += f"give {unit}, 10% {RELATIVE}"
            if name == "until" and QUANTITIES[of].form in ("difference", "change"):
                refusal += f", or {DECIDED}"
            raise ValueError(refusal) from None
        is_bare = is_share and not (relative or text.endswith("%") or name == "half")
        if meant := [f"{v:.10g}%" for v in (half, 100 * half) if is_bare and 1e-3 <= v <= 50]:
            raise ValueError(f"{name}={shown(until)} has no unit; give {' or '.join(meant)}")
        if not 1e-5 <= half <= (0.5 if is_share or relative else 1e5):
            low, high = ("0.001%", "50%") if is_share or relative else ("0.00001", "100,000")
            raise ValueError(f"{name}={shown(until)} is out of range; it runs from {low} to {high}")
        return cls(of, half, relative)

    @property
    def text(self) -> str:
        """The target as options give it."""
        if self.half is None:
            return DECIDED
        is_share = self.relative or QUANTITIES[self.of].form in ("share", "difference")
        width = f"{100 * self.half:.10g}%" if is_share else f"{self.half:.10g}"
        return f"{width} {RELATIVE}" if self.relative else width

    @property
    def words(self) -> str:
        """The target in words, `stalemate, to ± 0.1 points`."""
        words = QUANTITIES[self.of].words
        if self.half is None or self.relative:
            return f"{words}, {'until' if self.half is None else 'to'} {self.text}"
        return f"{words}, to {self.width}"

    @property
    def width(self) -> str:
        """The half-width in words, `± 0.1 points`."""
        unit = " point" if self.text == "1%" else " points"
        return f"± {self.text.replace('%', unit)}"


def games_for(figure: Figure, half: float) -> float:
    """Return how many games give this half-width; infinite if unfinished games prevent it."""
    left = max(0.0, figure.moved / 2) * (1 + 1e-9)  # half may be equal except for rounding
    if half <= left:
        return math.inf
    power = 1 if figure.is_bound else 2  # the bound of something never seen falls as 1/games
    return figure.n * ((figure.uncut_half - left) / (half - left)) ** power


def told_apart(figure: Figure, times: float = 1.0, runs: int = 1) -> float:
    """Return the difference that is detected with 80% power by `times` as many games.

    For a single run it is the distance of the figure from 0, judged by its interval; for two `runs`
    it is their distance from each other, judged by their standard errors.
    """
    z, left = two_sided(figure.level), figure.moved / 2
    error = (figure.half - left) / z
    if runs > 1 and figure.standard_error > 0:
        error = figure.standard_error
    return runs * left + (z + NormalDist().inv_cdf(0.8)) * error * math.sqrt(runs / times)


@dataclass
class Watch:
    """The interim looks at one part of a study while it is played, and whether they end it.

    All counts are in the unit of the study's options and of `Tally.n`: games, matches or deals.
    (`Figure.n` is in the unit of the figure, which may be two games for each deal.)

    Attributes
    ----------
    until : Until, optional
        The target; None for a part with a fixed number of games.
    most : int
        The count at which the part ends in any case.
    looks : int
        The number of looks so far.
    next_look : int
        The count at which to look again.
    planned : int
        The count that seemed enough at the last look; 0 if that is not known yet.
    figure : Figure, optional
        The figure of the last look, at the level of that look; None before the first.
    reached : bool
        Whether the target is met: the interval is narrow enough or, for a sign, lies outside the
        margin or within it.
    margin : float
        The margin as a share; 0 except in `fair`.
    """

    until: Until | None
    most: int
    looks: int = 0
    next_look: int = LOOK
    planned: int = 0
    figure: Figure | None = None
    reached: bool = False
    margin: float = 0.0

    def goes_on(self, tally: Tally, look: Look) -> bool:
        """Look at the sums if a look is due, and return whether to play more games."""
        if self.until is not None and tally.n >= min(self.next_look, self.most):
            if self.until.half is None:
                self._look_for_sign(tally, look)
            else:
                self._look_at_width(tally.n, look(tally, WATCHED))
        return not self.reached and tally.n < self.most

    def _look_for_sign(self, tally: Tally, look: Look) -> None:
        """Look whether the sign is decided, at a level that keeps the error of all looks at 5%."""
        self.looks += 1
        self.figure = look(tally, _decided_level(self.looks))
        self.reached = verdict(*self.figure.interval, self.margin) != "open"
        self.next_look = LOOK * math.ceil(1.5 * tally.n / LOOK)

    def _look_at_width(self, n: int, figure: Figure) -> None:
        """Look whether the interval is narrow enough, and plan the next look; `n` is the count."""
        if figure.is_endless:
            self.figure, self.next_look = None, self.most
            return
        self.looks += 1
        step: float = UNBOUNDED - n if n < UNBOUNDED else n
        if math.isfinite(figure.half):  # unlike means of too few games
            self.figure, wanted = figure, self._wanted_half(figure)
            self.reached = figure.half <= wanted
            enough = games_for(figure, wanted) * n / figure.n
            step = max(APPROACH * (enough - n), n / 200, STEP)
            self.planned = math.ceil(min(self.most, enough))
        self.next_look = STEP * math.ceil(min(n + step, 2 * n) / STEP)

    def _wanted_half(self, figure: Figure) -> float:
        """Return the target half-width; for a sign, the distance of the figure from the margin."""
        assert self.until is not None
        if self.until.half is None:
            return abs(abs(figure.estimate) - self.margin)
        return self.until.half * (abs(figure.estimate) if self.until.relative else 1.0)

    def enough(self, tally: Tally, look: Look) -> float:
        """Return an estimate of the count at which a run would meet the target.

        It is infinite if unfinished games prevent that, and NaN if these sums do not tell.
        """
        assert self.until is not None
        half = self.until.half
        # A sign is judged at the level of the look after the next, in case that comes too early.
        figure = look(tally, _decided_level(self.looks + 2) if half is None else WATCHED)
        if figure.is_endless:
            least, most = figure.undecided or (figure.estimate, figure.estimate)
            may_be_decided = half is None and (least > self.margin or most < -self.margin)
            return math.nan if may_be_decided else math.inf
        if not 0 < figure.half < math.inf:
            return math.nan
        wanted = self._wanted_half(figure)
        if figure.form == "whole":  # its ends are whole numbers
            wanted = math.floor(2 * wanted) / 2
        if wanted > 0:
            games = games_for(figure, wanted) * max(figure.excess, _off(figure))
        elif figure.moved > figure.half:  # unfinished games cause most of the width
            return math.inf
        elif figure.count == 0 and half is not None:  # relative to a rate, which may be this high
            games = (two_sided(WATCHED) / half) ** 2 / figure.high
        else:
            return math.nan
        return max(games * tally.n / figure.n, tally.n + STEP)


def _off(figure: Figure) -> float:
    """Return the factor of games that may be needed because counts are off by chance."""
    is_share = figure.is_share and figure.standard_error > 0  # counts of a share may be smaller
    seen = (figure.standard_error * figure.n) ** 2 if is_share else figure.n / 2
    off = SURE**2 / max(seen, SURE**2)
    return 1 + off / 2 + math.sqrt(off + off**2 / 4)


def _decided_level(look: int) -> float:
    """Return the level of look k, whose error is 5% * 6 / (pi * k)^2."""
    return 1 - ALPHA * 6 / (math.pi * look) ** 2
