"""Until: play until a figure is known to a half-width, or its sign is decided.

A width is reached by planned looks (Stein, Ann. Math. Stat. 16, 1945): the first games say how many
more should be enough, and the figure is of those alone, whose number nothing in them decided. So
any interval that holds for a fixed number of games will do. If it is too wide after all, another
look is planned, at a fifth of the error. A sign is decided at looks whose errors add up to 5%.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from statistics import NormalDist

from rbcore.cards.ranges import shown
from rbsim.estimates.figures import QUANTITIES, Figure
from rbsim.estimates.intervals import two_sided, verdict, wilson
from rbsim.estimates.tally import Tally

LOOK = 1_000  # games between looks at least
ALPHA, PLANNED = 0.05, 0.04  # the error of all looks, and of the first planned one
STUDIED = 0.05  # part of the games up to a look by which it is planned
SURE = 3.0  # standard deviations by which a plan may be off
LIKELY = 0.68  # the level at which the share of unfinished games is allowed for
DECIDED, RELATIVE = "decided", "of itself"

Look = Callable[[Tally, float], Figure]  # the figure of some sums at a level


@dataclass(frozen=True)
class Until:
    """What is played for: `of`, to `half` in its unit, or `relative` to it; None until decided."""

    of: str
    half: float | None
    relative: bool = False

    @classmethod
    def read(cls, until: str | float | None, of: str, name: str = "until") -> Until | None:
        """Return what the options say; ValueError, in a sentence, for what cannot be played for."""
        if until is None:
            return None
        if until == DECIDED:
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
            refusal = f"{name}={shown(until)} is no half-width of {of}; give {unit}, 10% {RELATIVE}"
            is_apart = name == "until" and QUANTITIES[of].form in ("difference", "change")
            raise ValueError(refusal + f", or {DECIDED}" * is_apart) from None
        is_bare = is_share and not (relative or text.endswith("%") or name == "half")
        if meant := [f"{v:.10g}%" for v in (half, 100 * half) if is_bare and 1e-3 <= v <= 50]:
            raise ValueError(f"{name}={shown(until)} has no unit; give {' or '.join(meant)}")
        if not 1e-5 <= half <= (0.5 if is_share or relative else 1e5):
            low, high = ("0.001%", "50%") if is_share or relative else ("0.00001", "100,000")
            raise ValueError(f"{name}={shown(until)} is out of range; it runs from {low} to {high}")
        return cls(of, half, relative)

    @property
    def text(self) -> str:
        """What is played for, as options have it."""
        if self.half is None:
            return DECIDED
        is_share = self.relative or QUANTITIES[self.of].form in ("share", "difference")
        width = f"{100 * self.half:.10g}%" if is_share else f"{self.half:.10g}"
        return f"{width} {RELATIVE}" if self.relative else width

    @property
    def words(self) -> str:
        """What is played for in words, `stalemate, to ± 0.1 points`."""
        words = QUANTITIES[self.of].words
        if self.half is None or self.relative:
            return f"{words}, {'until' if self.half is None else 'to'} {self.text}"
        return f"{words}, to ± {self.text.replace('%', ' point' + 's' * (self.text != '1%'))}"


def games_for(figure: Figure, half: float) -> float:
    """Return how many games give a figure this half-width; unfinished ones may allow of none."""
    left = max(0.0, figure.moved / 2) * (1 + 1e-9)  # as half may be the same, but for rounding
    power = 1 if figure.is_bound else 2  # as the bound of what was never seen falls with the games
    return figure.n * ((figure.half - left) / (half - left)) ** power if half > left else math.inf


def told_apart(figure: Figure) -> float:
    """Return the difference, or that of two runs, which is told from none four times in five."""
    power = NormalDist().inv_cdf(0.8) / two_sided(figure.level)
    is_one = figure.form in ("difference", "change")
    return figure.half * (1 + power) * (1 if is_one else math.sqrt(2))


@dataclass
class Watch:
    """What is known of the figure of one part, at a level that allows for all looks.

    It is played for `until`, `most` games at most. There were so many `looks`; `next` are the games
    after which to look again: as planned by the sums `before`, of whose games that look is not, or
    only to plan. `figure` is that of the last look, by which it is `reached`: of what is to be
    decided, that it lies beyond a `margin` of 0, or within.
    """

    until: Until | None
    most: int
    looks: int = 0
    next: int = LOOK
    before: Tally | None = None
    figure: Figure | None = None
    reached: bool = False
    margin: float = 0.0

    def goes_on(self, tally: Tally, look: Look) -> bool:
        """Look at the sums so far, and return whether more games are to be played."""
        if self.until is not None and tally.n >= min(self.next, self.most):
            if self.until.half is None:  # ever more seldom, at errors that add up to 5%
                self.looks += 1
                self.figure = look(tally, _decided_level(self.looks))
                self.reached = verdict(*self.figure.interval, self.margin) != "open"
                self.next = _whole(1.5 * tally.n)
            else:
                self._measure(tally, look)
        return not self.reached and tally.n < self.most

    def _measure(self, tally: Tally, look: Look) -> None:
        """Look as planned, and plan the next look, by 5% at least of the games up to it."""
        if look(tally, _level(self.looks)).is_endless:
            self.before, self.figure, self.next = None, None, self.most
            return
        if self.before is not None:
            figure, was = look(tally - self.before, _level(self.looks)), self.figure
            if was is not None and max(was.low, figure.low) <= min(was.high, figure.high):
                figure = replace(
                    figure, low=max(was.low, figure.low), high=min(was.high, figure.high)
                )
            self.figure = figure
            self.looks += 1
            self.reached = figure.half <= self._wanted(figure)
        if not self.reached:
            self._plan(tally, look(tally, _level(self.looks)))

    def _wanted(self, figure: Figure) -> float:
        assert self.until is not None
        assert self.until.half is not None
        return self.until.half * (abs(figure.estimate) if self.until.relative else 1.0)

    def enough(self, tally: Tally, look: Look) -> float:
        """Return how many games would do, as far as these tell: inf if none, NaN if they do not."""
        assert self.until is not None
        half = self.until.half
        # As at the look at the end, which would be the first if there were as many games.
        level = _decided_level(self.looks + 2) if half is None else _level(max(0, self.looks - 1))
        figure = look(tally, level)
        if figure.is_endless:
            least, most = figure.undecided or (figure.estimate, figure.estimate)
            may_be_decided = half is None and (least > self.margin or most < -self.margin)
            return math.nan if may_be_decided else math.inf
        wanted = abs(abs(figure.estimate) - self.margin) if half is None else self._wanted(figure)
        if not 0 < figure.half < math.inf or not (wanted > 0 or figure.count == 0):
            return math.nan
        is_share = (
            figure.is_share and figure.standard_error > 0
        )  # of what counts there may be fewer
        seen = (figure.standard_error * figure.n) ** 2 if is_share else figure.n / 2
        off = SURE**2 / max(seen, SURE**2)
        games = games_for(figure, wanted) * (1 + off / 2 + math.sqrt(off + off**2 / 4))
        if half is not None and not wanted > 0:  # a part of a rate that is as high as it may be
            games = (two_sided(level) / half) ** 2 / figure.high
        # A look that failed leaves all games up to it out of the next.
        return LOOK + games * tally.n / figure.n / (1 - 2 * STUDIED) + tally.n * (self.looks > 1)

    def _plan(self, tally: Tally, figure: Figure) -> None:
        """Plan a look; however many games, unfinished ones take their part of the width."""
        if not math.isfinite(figure.half):  # as of too few games; no plan can be made of these
            self.before, self.next = None, _whole(2 * tally.n)
            return
        left = max(0.0, figure.moved / 2)
        reach, half = figure.half - left, self._wanted(figure)
        if left > 0 or figure.form not in ("number", "change", "whole"):
            half -= wilson(left * tally.n, tally.n, LIKELY)[1]
        planned = self.most
        if half > 0:
            more = tally.n * (reach / half) ** 2 * (1 + SURE / math.sqrt(tally.n / 2))
            # As many again at least, of which there is an interval, as there is of these.
            planned = min(self.most, _whole(tally.n + max(tally.n, more)))
        self.before, self.next, studied = tally, planned, _whole(STUDIED * planned)
        if tally.n < studied:  # so the plan is made again
            # Sooner, as an early plan may be far too large where unfinished games are rare.
            self.before, self.next = None, max(min(studied, 2 * tally.n), tally.n + LOOK)


def _level(looks: int) -> float:
    """Return the level of a planned look, after so many."""
    return 1 - PLANNED * ((ALPHA - PLANNED) / ALPHA) ** looks


def _decided_level(look: int) -> float:
    """Return the level of a look of which errors are 5% * 6 / (pi * k)^2."""
    return 1 - ALPHA * 6 / (math.pi * look) ** 2


def _whole(games: float) -> int:
    return LOOK * math.ceil(games / LOOK)
