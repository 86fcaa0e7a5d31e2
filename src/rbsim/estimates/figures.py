"""Figures: an estimate with its interval, as a record and as text; and estimates from sums."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from numbers import Real
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

import rbcore
from rbcore.cards.ranges import check_range, count_text, shown
from rbsim.arguments import check_argument, checked
from rbsim.estimates import intervals
from rbsim.estimates.intervals import (
    BOUNDED,
    NAN,
    QUANTILES,
    UNBOUNDED,
    Ends,
    two_sided,
    wilson,
)
from rbsim.estimates.tally import CODES, UNFINISHED, Histogram, K, Tally
from rbsim.options import LEVEL

Label = str | int | float | bool | None
Weights = Mapping[int, Mapping[str, int]]  # of outcomes (CODES), by arm

PLACES = ("starter", "second", "third")  # in turn order
LEADING = {"win": 1, "loss": -1, "third": -1}
RATES = ("starter_wins", "other_wins", "nobody_wins", "stalemate", "standoff", "unfinished")
NUMBERS = ("number", "change", "whole")  # forms other than shares
# Allowance for a variance that is too small: so many of its standard errors, and so many unseen
# values as far out as the farthest.
RARE, UNSEEN = 2.0, 6.0
NOTED = 0.1  # unfinished games get a note if they make up more than this part of an interval
MAX_PLACES, MIN_P = 12, 0.0001
COLUMNS = (  # columns of the table, after labels
    "quantity",
    "estimate",
    "low",
    "high",
    "level",
    "standard_error",
    "method",
    "p",
    "p_adjusted",
    "n",
    "undecided_low",
    "undecided_high",
)


class Quantity(NamedTuple):
    """The quantity that a figure estimates: its name in words, and its form."""

    words: str
    form: str = "share"  # in per cent; or a difference of shares, in points; or a number
    weights: Mapping[str, int] = {}  # what a game counts, by outcome, if outcomes decide it
    low: int = 0  # the least that an unfinished game might count
    high: int = 1  # the most


def _every() -> Iterator[tuple[str, Quantity]]:
    yield "advantage", Quantity("advantage", "difference", LEADING, -1)
    yield "decided_advantage", Quantity("advantage, decided games", "difference")
    yield "advantage_together", Quantity("advantage, causal, all together", "difference")
    yield "slope", Quantity("advantage, for each step of the axis", "difference")
    yield "lead", Quantity("lead", "difference", {"win": 1, "loss": -1}, -1)
    yield "expected_lead", Quantity("expected lead", "difference")
    yield "misfit", Quantity("misfit", "difference")
    for name, weights in {
        "starter_wins": {"win": 1},
        "other_wins": {"loss": 1, "third": 1},
        "second_wins": {"loss": 1},
        "third_wins": {"third": 1},
        "won": {"win": 1},
        "lost": {"loss": 1},
        "nobody_wins": {"stalemate": 1, "standoff": 1},
        "stalemate": {"stalemate": 1},
        "standoff": {"standoff": 1},
    }.items():
        yield name, Quantity(name.replace("_", " "), "share", weights)
    yield "unfinished", Quantity("unfinished", "share", {"unfinished": 1}, 1)
    yield "elo", Quantity("Elo", "change")
    yield "variance_share", Quantity("share of the variance")
    yield "common_share", Quantity("in common to both starts", "difference")
    yield "first_of_two", Quantity("games with the first of two")
    yield "wins", Quantity("comes out")
    yield "more_wins", Quantity("comes out, minus the first", "difference")
    yield "cost", Quantity("cost of a move")
    yield "given_up", Quantity("unfinished")  # its player gave the game up
    seats = (f"seat_{seat}_wins" for seat in range(len(PLACES)))
    for name in ("first_starter_wins", "unfinished_games", "deals_better", "deals_worse", *seats):
        yield name, Quantity(name.replace("_", " "))
    yield "variance", Quantity("variance", "number")
    yield "give_ups", Quantity("stalemate searches given up", "number")
    counted = {
        "turns": "turns",
        "moves": "moves",
        "games": "games",
        "winner_score": "winner's score",
        "other_score": "others' score",
        "cards_left": "cards left",
        "passes": "passes",
        "hits": "hits in the first pass",
        "pairs_left": "pairs left at the end",
        "pairs_stuck": "pairs left when first stuck",
    }
    for name, words in counted.items():
        yield name, Quantity(words, "number")
        for share in QUANTILES:
            of = "median" if share == 0.5 else f"{100 * share:.0f}% quantile"
            yield f"{name}_q{round(100 * share):02}", Quantity(f"{words}, {of}", "whole")
    for name in ("turns", "moves"):
        yield f"decided_{name}", Quantity(f"{name}, decided games", "number")
    for column in ("score", "offences", "calls"):
        for place in PLACES:
            yield f"{place}_{column}", Quantity(f"{place}'s {column}", "number")


QUANTITIES = dict(_every())


def key_of(words: str) -> str:
    """Return the name of a quantity that a user wrote, such as `starter's score`; or ValueError."""
    name = str(words).strip().replace("'s", "").replace("s' ", "_").replace(" ", "_")
    name = name.replace("-", "_")
    if name in QUANTITIES:
        return name
    sure, near = (get_close_matches(name[:80], QUANTITIES, *how) for how in ((1,), (3, 0.5)))
    hint = f"did you mean {' or '.join(sure or near)}?"
    known = f"the quantities are {', '.join(name for name in QUANTITIES if '_q' not in name)}"
    raise ValueError(f"{shown(words)} is not a quantity; {hint if near else known}")


@dataclass(frozen=True, eq=False)
class Figure:
    """One number of a result, with its interval: a row of the table.

    Attributes
    ----------
    quantity : str
        The quantity, one of QUANTITIES, such as `starter_wins`, `advantage` or `turns`.
    estimate, low, high : float
        The estimate takes unfinished games as won by nobody, with the turns and moves played so
        far. The interval, at `level`, allows for every way in which these games might have ended.
        An end is infinite if it has no bound, and NaN if there is no interval.
    n : int
        The number of games, deals or matches (`unit`).
    method : str
        The method of the interval (docs/statistics.md); empty without one.
    standard_error, p, p_adjusted : float
        The standard error; the two-sided p of no difference; and p after Holm's correction for all
        tests of the result. NaN if there was no test.
    undecided : tuple of float, optional
        The estimate with all unfinished games counted against it, and for it; infinite if it has
        no bound.
    unfinished : int
        For a mean or a quantile, the number of unfinished games; for matches, the number of
        unfinished matches and of those with unfinished games.
    form : str
        How it is written: share, difference, number, change or whole.
    labels : mapping
        Variant, players and axes, by the names of their columns.
    count : int, optional
        For a rate, the number of games counted.
    absent : str
        Why there is no interval, e.g. ``needs 10,000``.
    excess : float
        The factor by which a narrower interval may need more games than its width suggests,
        because the farthest values may not have been seen yet.

    Examples
    --------
    >>> import rbsim
    >>> found = rbsim.advantage("standard", games=1_000, seed=1).advantage
    >>> found
    +15.6 points (11.3 to 19.8), 1,000 deals
    >>> found.estimate, found.p < 0.05
    (0.1555, True)
    """

    quantity: str
    estimate: float
    low: float = math.nan
    high: float = math.nan
    n: int = 0
    unit: str = "games"
    method: str = ""
    standard_error: float = math.nan
    p: float = math.nan
    p_adjusted: float = math.nan
    undecided: Ends | None = None
    unfinished: int = 0
    level: float = LEVEL
    form: str = ""  # if it is not that of the quantity, e.g. for a change of turns
    labels: Mapping[str, Label] = field(default_factory=dict)
    count: int | None = None
    absent: str = ""
    excess: float = 1.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "form", self.form or QUANTITIES[self.quantity].form)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Figure) and self.record == other.record

    def __hash__(self) -> int:
        return hash((self.quantity, *self.labels.items()))

    @property
    def record(self) -> dict[str, Any]:
        """The figure as plain values for JSON: None for NaN, text for infinite values."""
        values = {name: _as_plain(value) for name, value in vars(self).items() if name != "excess"}
        return values | {"undecided": self.undecided and [*map(_as_plain, self.undecided)]}

    @classmethod
    @checked
    def from_record(cls, record: Mapping[str, Any]) -> Figure:
        """Return the figure of a `record`."""
        if lacking := [name for name in (*cls("turns", 0.0).record,) if name not in record]:
            raise ValueError(f"record lacks {', '.join(lacking)}; give a record of a Figure")
        numbers = ("estimate", "low", "high", "standard_error", "p", "p_adjusted")
        values = {name: _from_plain(record[name]) for name in numbers}
        ends = record["undecided"]
        undecided = ends and (_from_plain(ends[0]), _from_plain(ends[1]))
        return cls(**{**record, **values, "undecided": undecided})

    @property
    def interval(self) -> Ends:
        """The ends of the interval; NaN where there is none."""
        return self.low, self.high

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    @property
    def uncut_half(self) -> float:
        """Half the width that it would have if a share of the variance were not cut off at 0.

        The number of deals for a narrower interval follows from this, since only the uncut width
        shrinks with the root of their number.
        """
        return max(self.half, self.high - self.estimate) if self.method == "delta" else self.half

    @property
    def moved(self) -> float:
        """How far unfinished games may move the estimate."""
        return 0.0 if self.undecided is None else self.undecided[1] - self.undecided[0]

    @property
    def is_open(self) -> bool:
        """Whether unfinished games leave the interval without an end."""
        return self.is_endless or (self.unfinished > 0 and any(map(math.isinf, self.interval)))

    @property
    def is_endless(self) -> bool:
        """Whether they do so whatever the number of games."""
        return self.unfinished > 0 and math.isinf(self.moved)

    def of(self, **labels: Label) -> Figure:
        """Return the figure with more labels."""
        return replace(self, labels={**self.labels, **labels})

    @property
    def row(self) -> dict[str, Label]:
        """The figure as a row of the table; None where there is no number."""
        values = {**vars(self), **dict(zip(COLUMNS[-2:], self.undecided or NAN, strict=True))}
        values |= {} if self.method else {"level": None, "method": None}
        known = {
            k: None if isinstance(values[k], float) and not math.isfinite(values[k]) else values[k]
            for k in COLUMNS
        }
        return {**self.labels, **known}

    def __repr__(self) -> str:
        moved = f"; {self.extremes_text}" if self.is_noted else ""
        return f"{self.text}, {count_text(self.n, self.unit)}{moved}"

    # ---- text: half-widths have two significant digits, ends as many decimal places ----
    # If no p is known, an end that is not 0 has more places rather than being written as 0.

    @property
    def text(self) -> str:
        """The figure for people, `+13.0 points (9.9 to 16.1)`; a bound is `under 0.38%`."""
        if math.isnan(self.estimate):
            return "-"
        if self.is_bound:
            low, high = map(self.show, self.interval)
            return f"under {high}" if self.is_never else f"over {low}"
        if math.isinf(self.estimate):
            return f"{'above' if self.estimate > 0 else 'below'} all ({self.interval_text})"
        interval = self.interval_text
        return self.show(self.estimate) + (f" ({interval})" if interval else "")

    @property
    def interval_text(self) -> str:
        """The interval, `9.9 to 16.1`, or why there is none."""
        if math.isnan(self.low) and math.isnan(self.high):
            return self.absent
        low, high = ("-" if math.isnan(e) else self.show(e, True) for e in self.interval)
        if not any(map(math.isinf, self.interval)):
            return f"{low} to {high}"
        if all(map(math.isinf, self.interval)):
            return "no bound"
        if self.is_open:
            return f"at least {low}" if math.isinf(self.high) else f"at most {high}"
        return f"over {low}" if math.isinf(self.high) else f"under {high}"

    @property
    def is_noted(self) -> bool:
        """Whether unfinished games move it by over a tenth of its interval, or leave it open."""
        return self.is_open or bool(self.moved > NOTED * (self.high - self.low))

    @property
    def extremes_text(self) -> str:
        """The estimate with all unfinished games counted against it, and all for it, in words."""
        if self.is_open:
            return f"{self.open_ends}, because {self.unfinished_text}"
        low, high = map(self.show, self.undecided or (self.estimate,) * 2)
        if self.method != "Wilson":
            low = low.removesuffix(" points")
            return f"{low} to {high}, depending on how unfinished games would have ended"
        count = round(self.moved * self.n)
        left = count_text(count, f"unfinished {self.unit}")
        which = "the" if count == 1 else "all"
        return f"{high} if {which} {left} had ended this way, {low} if none had"

    @property
    def open_ends(self) -> str:
        """Which ends of the interval unfinished games leave open, in words."""
        ends = zip(self.interval, self.undecided or NAN, strict=True)
        low, high = (math.isinf(end) or math.isinf(most) for end, most in ends)
        if low and high:
            return "no end on either side"
        return "no upper end" if high else "no lower end"

    @property
    def unfinished_text(self) -> str:
        """How many of its games are unfinished, in words."""
        verb = "is" if self.unfinished == 1 else "are"
        more = " or with unfinished games" if self.unit == "matches" else ""
        return f"{count_text(self.unfinished, self.unit)} {verb} unfinished{more}"

    @property
    def is_share(self) -> bool:
        """Whether it is written in per cent or in points."""
        return self.form not in NUMBERS

    @property
    def is_bound(self) -> bool:
        """Whether it is the rate of something that was never seen, or was seen in every game."""
        return self.n > 0 and self.count in (0, self.n) and not self.moved > 0

    @property
    def is_never(self) -> bool:
        """Whether it is the rate of something that was never seen."""
        return self.n > 0 and self.count == 0

    def show(self, value: float, bare: bool = False, places: int | None = None) -> str:
        """Return a number in the form of the figure; `bare` without sign and unit."""
        check_argument("bare", bare, bool)
        if not isinstance(value, Real):
            raise TypeError(f"value={shown(value)} is not a number")
        places = None if places is None else check_range("places", places, 0, MAX_PLACES)
        scale, unit = (100, "%") if self.is_share else (1, "")
        sign = "+" if self.form in ("difference", "change") else ""
        if self.form == "difference":
            unit = " points"
        if bare:
            sign = unit = ""
        digits = self._places(scale) if places is None else places
        text = f"{scale * value:{sign},.{digits}f}"
        # A value that rounds to zero never has a minus sign.
        return (text if text.strip("-+0.,") else text.replace("-", sign)) + unit

    def _places(self, scale: int) -> int:
        if self.form == "whole":
            return 0
        ends = [scale * end for end in self.interval if math.isfinite(end)]
        half = 0.0
        if len(ends) == 2:
            half = ends[1] - ends[0] if self.is_bound else (ends[1] - ends[0]) / 2
        if any(map(math.isinf, self.interval)) and ends and math.isfinite(self.estimate):
            half = abs(scale * self.estimate - ends[0])
        if half > 0:
            places = max(0, 1 - math.floor(math.log10(half)))
        else:
            ends = ends or [scale * self.estimate]
            whole = not math.isfinite(ends[0]) or ends[0] == round(ends[0])
            digits = 0 if whole else max(0, 2 - math.floor(math.log10(abs(ends[0]))))
            places = 2 if scale > 1 else digits
        if not math.isnan(self.p):  # which tells whether the true value may be 0
            return min(places, MAX_PLACES)
        smallest = min((abs(end) for end in ends if abs(end) > 10.0**-MAX_PLACES), default=1.0)
        while places < MAX_PLACES and round(smallest, places) == 0:
            places += 1
        return min(places, MAX_PLACES)


def _as_plain(value: Any) -> Any:
    if not isinstance(value, float) or math.isfinite(value):
        return value
    return None if math.isnan(value) else str(value)


def _from_plain(value: Any) -> float:
    return math.nan if value is None else float(value)


def p_text(p: float) -> str:
    """Return a p-value with two significant digits."""
    if not p >= MIN_P:
        return "-" if math.isnan(p) else f"< {MIN_P}"
    return "1" if p >= 0.995 else f"{p:.{1 - math.floor(math.log10(p))}f}"


# ---- figures of one arm ----


def rate(
    quantity: str,
    count: int,
    n: int,
    left: int = 0,
    level: float = LEVEL,
    unit: str = "games",
    doubtful: int = 0,
) -> Figure:
    """Return a share of games with Wilson's interval.

    Of `n` games, `count` are counted. Another `left` games might count too, and `doubtful` of those
    counted might not.
    """
    least, most = count - doubtful, count + left
    low, _ = wilson(least, n, level)
    _, high = wilson(most, n, level)
    share = count / n if n else math.nan
    return Figure(
        quantity,
        share,
        low,
        high,
        n,
        unit,
        "Wilson",
        standard_error=math.sqrt(share * (1 - share) / n) if n else math.nan,
        undecided=(least / n, most / n) if n else None,
        level=level,
        count=count,
    )


class Reach(NamedTuple):
    """The extremes of counted values, allowing for unfinished games.

    Attributes
    ----------
    lowest, highest : Histogram
        The values with every unfinished game as low, and as high, as it may end. A value without a
        bound on that side is left out.
    unfinished : int
        The number of unfinished games.
    unbounded_above, unbounded_below : int
        The number of values that `highest` leaves out, and that `lowest` leaves out.
    """

    lowest: Histogram
    highest: Histogram
    unfinished: int
    unbounded_above: int = 0
    unbounded_below: int = 0


def growing_reach(seen: Histogram, unfinished: Histogram) -> Reach:
    """Return the reach of a quantity that grows with play; unfinished games have a minimum."""
    games = unfinished.total
    return Reach(seen, seen + -unfinished, games, unbounded_above=games)


def growing_or_absent_reach(seen: Histogram, unfinished: Histogram) -> Reach:
    """Return the reach of a quantity that grows with play, if unfinished games may not count.

    The mean is least if only the unfinished games below it count, with what they have so far.
    """
    values, counts = unfinished.record
    total, n, lowest = seen.sum, seen.total, seen
    for value, count in zip(values, counts, strict=True):  # in ascending order
        if n and value * n < total:
            total, n, lowest = (
                total + value * count,
                n + count,
                lowest + Histogram.all_of(value, count),
            )
    return Reach(lowest, seen, unfinished.total, unbounded_above=unfinished.total)


def bounded_reach(
    seen: Histogram, unknown: int, low: int, high: int, unfinished: int | None = None
) -> Reach:
    """Return the reach of some values and of `unknown` others between `low` and `high`.

    By default there is one unknown value for each unfinished game.
    """
    lowest, highest = (seen + Histogram.all_of(end, unknown) for end in (low, high))
    return Reach(lowest, highest, unknown if unfinished is None else unfinished)


def most_points(rules: Any) -> int:
    """Return an upper bound of a seat's score in a game: a win with all cards left to others."""
    assert isinstance(rules, rbcore.Rules)
    cards = rules.pack_size * rules.seats
    return rules.win_bonus + cards * max(rules.hand_card, rules.reserve_card)


def mean(
    quantity: str,
    seen: Histogram,
    bounds: Ends | None = None,
    short_tailed: bool = False,
    level: float = LEVEL,
    tested: bool = False,
    unit: str = "games",
    form: str = "",
    reach: Reach | None = None,
) -> Figure:
    """Return the mean of counted values, with an interval by empirical likelihood.

    Parameters
    ----------
    quantity : str
        The name of the figure.
    seen : Histogram
        The values, and how often each was counted.
    bounds : pair of float, optional
        The least and the greatest possible value.
    short_tailed : bool
        Whether values without bounds have short tails, as scores have. They get an interval from
        BOUNDED values on, like values with bounds; others from UNBOUNDED values on.
    level : float
        The level of the interval.
    tested : bool
        Whether the figure gets the p of a mean of 0.
    unit, form : str
        As in `Figure`.
    reach : Reach, optional
        Possible changes by unfinished games. The interval goes from the low end of the lowest
        values to the high end of the highest.
    """

    def mean_of_values(values: Histogram) -> Figure:
        return _mean_of_values(quantity, values, bounds, short_tailed, level, tested, unit, form)

    figure = mean_of_values(seen)
    if reach is None or not reach.unfinished:
        return figure
    return _reaching(figure, mean_of_values(reach.lowest), mean_of_values(reach.highest), reach)


def _mean_of_values(
    quantity: str,
    seen: Histogram,
    bounds: Ends | None,
    short_tailed: bool,
    level: float,
    tested: bool,
    unit: str,
    form: str,
) -> Figure:
    """Return the mean of values as they were counted; with too few it has no interval."""
    values, counts = seen.record
    n, total, deviation = _moments(values, counts)
    needed = BOUNDED if short_tailed or bounds else UNBOUNDED
    interval, p, absent = NAN, math.nan, ""
    if deviation == 0:
        absent = "all alike"
        p = 1.0 if total == 0 and n >= needed else math.nan
    elif n >= needed:
        interval, p = intervals.empirical(
            np.array(values, float), np.array(counts, float), bounds, level
        )
    elif n:
        absent = f"needs {needed:,}"
    return Figure(
        quantity,
        total / n if n else math.nan,
        *interval,
        n,
        unit,
        "empirical likelihood",
        standard_error=deviation / math.sqrt(n) if n > 1 else math.nan,
        p=p if tested else math.nan,
        level=level,
        form=form,
        absent=absent,
        excess=_excess(values, counts) if deviation > 0 else 1.0,
    )


def _moments(values: Sequence[int], counts: Sequence[int]) -> tuple[int, int, float]:
    """Return the number of values, their sum, and their standard deviation, NaN for one value.

    The sums are Python integers and therefore exact.
    """
    n = sum(counts)
    total = sum(value * count for value, count in zip(values, counts, strict=True))
    squares = sum(value**2 * count for value, count in zip(values, counts, strict=True))
    if n < 2:
        return n, total, math.nan
    return n, total, math.sqrt((n * squares - total**2) / (n * (n - 1)))


def _excess(values: Sequence[int], counts: Sequence[int]) -> float:
    """Return the factor by which the true variance may well exceed that of some values.

    By chance the values may lack the few farthest ones, which contribute most to it.
    """
    n, x = sum(counts), np.array(values, float)
    weights = np.array(counts, float) / n
    squares = (x - weights @ x) ** 2
    variance = float(weights @ squares)
    error = math.sqrt(max(0.0, float(weights @ squares**2) / variance**2 - 1) / n)
    return 1 + RARE * error + UNSEEN * float(squares.max()) / variance / n


def _reaching(figure: Figure, lowest: Figure, highest: Figure, reach: Reach) -> Figure:
    """Return a mean with an interval from the lowest values to the highest, given unfinished games.

    Its p is the largest over all ways in which these games may end. It has none if 0 is possible.
    """
    low, least = lowest.low, lowest.estimate
    high, most = highest.high, highest.estimate
    if reach.unbounded_below:
        low = least = -math.inf
    if reach.unbounded_above:
        high = most = math.inf
    absent = ""
    if math.isnan(low) or math.isnan(high):
        low, high = NAN
        absent = lowest.absent or highest.absent or figure.absent
    p = math.nan
    if least > 0:
        p = lowest.p
    elif most < 0:
        p = highest.p
    return replace(
        figure,
        low=low,
        high=high,
        p=p,
        undecided=(least, most),
        unfinished=reach.unfinished,
        absent=absent,
    )


def quantiles(
    quantity: str,
    seen: Histogram,
    level: float = LEVEL,
    unit: str = "games",
    reach: Reach | None = None,
) -> Iterator[Figure]:
    """Yield the quantiles of counted values, `turns_q50` for the median.

    With a `reach` the interval goes from the low end of the lowest values to the high end of the
    highest. It has no upper end if that is a value without an upper bound.
    """
    for share in QUANTILES:
        value, low, high = _quantile(seen, share, level)
        undecided, unfinished = None, 0
        if reach is not None and reach.unfinished:
            least, low, _ = _quantile(reach.lowest, share, level)
            most, _, high = _quantile(reach.highest, share, level, reach.unbounded_above)
            undecided, unfinished = (least, most), reach.unfinished
        yield Figure(
            f"{quantity}_q{round(100 * share):02}",
            value,
            low,
            high,
            seen.total,
            unit,
            "order statistics",
            undecided=undecided,
            unfinished=unfinished,
            level=level,
        )


def _quantile(
    seen: Histogram, share: float, level: float, above: int = 0
) -> tuple[float, float, float]:
    """Return a quantile and its interval, of some values and `above` more that exceed them all.

    A quantile among the latter is infinite.
    """
    places = intervals.quantile(np.append(seen.counts, above), share, level)
    beyond = len(seen.counts)
    value, low, high = (
        math.inf if above and place == beyond else seen.start + place for place in places
    )
    return value, low, high


# ---- figures of several arms, from the outcomes of each deal in all of them ----


@dataclass(frozen=True)
class Mean:
    """A mean `value` of `deals`, each within `bounds`, and their standard `deviation`."""

    value: float
    deviation: float
    deals: int
    bounds: Ends

    @property
    def error(self) -> float:
        """The standard error."""
        return self.deviation / math.sqrt(self.deals) if self.deals > 1 else math.nan

    def interval(self, level: float) -> Ends:
        """Return the normal interval, or Wilson's bound on other deals if all are alike."""
        if self.deviation > 0:
            half = two_sided(level) * self.error
            return max(self.value - half, self.bounds[0]), min(self.value + half, self.bounds[1])
        return NAN if self.deviation != 0 else self._of_others(level)

    def _of_others(self, level: float) -> Ends:
        others = wilson(0, self.deals, level)[1]
        low, high = (self.value + others * (bound - self.value) for bound in self.bounds)
        return low, high

    def score(self, level: float) -> Ends:
        """Return Wilson's interval for the number of independent games with this standard error."""
        bottom, width = self.bounds[0], self.bounds[1] - self.bounds[0]
        if not self.deviation > 0:
            return self._of_others(level)
        value = (self.value - bottom) / width
        n = value * (1 - value) / (self.error / width) ** 2
        low, high = wilson(value * n, n, level)
        return bottom + width * low, bottom + width * high

    def p(self) -> float:
        """Return the two-sided p that the true mean is 0."""
        if math.isnan(self.value) or math.isnan(self.error):
            return math.nan
        if self.deviation == 0:
            return 1.0 if self.value == 0 else math.nan
        return math.erfc(abs(self.value) / self.error / math.sqrt(2))


def weigh(arms: int, weights: Weights) -> npt.NDArray[np.int64]:
    """Return the weights of outcomes by arm as an array."""
    array = np.zeros((arms, K), np.int64)
    for arm, named in weights.items():
        for name, weight in named.items():
            array[arm, CODES.index(name)] += weight
    return array


def mean_of(
    tally: Tally, weights: npt.NDArray[np.int64], scale: int = 1, paired: bool = True
) -> Mean:
    """Return the mean over deals of the weights of their outcomes in all arms, by `scale`."""
    n, counts = tally.n, [tally.counts(arm) for arm in range(len(weights))]
    total = sum(int(w @ tallied) for w, tallied in zip(weights, counts, strict=True))
    bounds = weights.min(axis=1).sum() / scale, weights.max(axis=1).sum() / scale
    if paired:
        flat = weights.reshape(-1)
        scatter = n * int(flat @ tally.matrix @ flat) - total**2
    else:
        sums = [
            (int(w @ tallied), int(w**2 @ tallied))
            for w, tallied in zip(weights, counts, strict=True)
        ]
        scatter = sum(n * squares - total**2 for total, squares in sums)
    deviation = math.sqrt(scatter / (n * (n - 1))) if n > 1 else math.nan
    return Mean(total / n / scale if n else math.nan, deviation / scale, n, bounds)


def contrast(
    quantity: str,
    tally: Tally,
    arms: Sequence[int],
    less: Sequence[int] = (),
    *,
    paired: bool = True,
    level: float = LEVEL,
    tested: bool = False,
    unit: str = "deals",
) -> Figure:
    """Return the mean of a quantity over some arms, minus that over others.

    The interval goes from the low end with all unfinished games counted against the figure to the
    high end with all counted for it. If all deals are alike, its ends are Wilson's.

    Parameters
    ----------
    quantity : str
        One of QUANTITIES that depends on outcomes only.
    tally : Tally
        The outcomes of all arms.
    arms, less : sequence of int
        The numbers of the arms to average, and of those to subtract.
    paired : bool
        Whether all arms played the same deals.
    level : float
        The level of the interval.
    tested : bool
        Whether the figure gets the p of 0, the largest over all ways in which unfinished games may
        end.
    unit : str
        As in `Figure`.
    """
    # Means over several arms have fractions; times `scale`, weights are whole and sums exact.
    scale = math.lcm(len(arms), len(less) or 1)
    arm_weights = {arm: scale // len(arms) for arm in arms}
    arm_weights |= {arm: -scale // len(less) for arm in less}
    weights, against, for_it = _fate_weights(quantity, arm_weights, tally.arms)
    value, least, most = (
        mean_of(tally, array, scale, paired) for array in (weights, against, for_it)
    )
    bounds = least.bounds[0], most.bounds[1]
    low, _ = replace(least, bounds=bounds).interval(level)
    _, high = replace(most, bounds=bounds).interval(level)
    is_rate = not less and weights.min() >= 0 and weights.max() > 0
    is_never = is_rate and value.deals > 0 and value.value == 0
    return Figure(
        quantity,
        value.value,
        low,
        high,
        value.deals,
        unit,
        "normal",
        value.error,
        p=_largest_p(least, most) if tested else math.nan,
        undecided=(least.value, most.value),
        level=level,
        count=0 if is_never else None,
        form="difference" if less else "",
    )


def _fate_weights(
    quantity: str, arm_weights: Mapping[int, int], arms: int
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return the weights of outcomes by arm, for three fates of unfinished games.

    They count as nothing in the first array, against the quantity in the second, and for it in the
    third.
    """
    _, _, outcome_weights, low, high = QUANTITIES[quantity]
    counted = weigh(
        arms,
        {
            arm: {outcome: times * weight for outcome, weight in outcome_weights.items()}
            for arm, times in arm_weights.items()
        },
    )
    against, for_it = counted.copy(), counted.copy()
    for arm, times in arm_weights.items():
        against[arm, UNFINISHED] = min(times * low, times * high)
        for_it[arm, UNFINISHED] = max(times * low, times * high)
    return counted, against, for_it


def _largest_p(least: Mean, most: Mean) -> float:
    """Return the largest p of a mean between two; 1 if 0 is between them."""
    if least == most or least.value > 0:
        return least.p()
    return most.p() if most.value < 0 else 1.0


def ratio(
    quantity: str,
    tally: Tally,
    top: npt.NDArray[np.int64],
    bottom: npt.NDArray[np.int64],
    level: float = LEVEL,
    unit: str = "deals",
) -> Figure:
    """Return the ratio of two means over deals, by the delta method, with the p of a ratio of 0."""
    parts = np.stack([top.reshape(-1), bottom.reshape(-1)])
    (over, across), (_, under) = (parts @ tally.matrix @ parts.T).tolist()
    counts = np.concatenate([tally.counts(arm) for arm in range(len(top))])
    t, b = (parts @ counts).tolist()
    n = tally.n
    if b == 0:
        return Figure(quantity, math.nan, n=n, unit=unit, method="normal", level=level)
    scatter = over * b**2 - 2 * across * t * b + under * t**2
    deviation = math.sqrt(scatter / (n - 1)) * n / b**2 if n > 1 else math.nan
    kinds = top[bottom > 0] / bottom[bottom > 0]
    share = Mean(t / b, deviation, n, (float(kinds.min()), float(kinds.max())))
    return Figure(
        quantity,
        t / b,
        *share.interval(level),
        n,
        unit,
        "normal",
        share.error,
        share.p(),
        level=level,
    )


def game_figures(tally: Tally, arm: int, arm_played: Any, level: float = LEVEL) -> Iterator[Figure]:
    """Yield the figures of the games of arm number `arm`, which is `arm_played`."""
    n, counts = tally.n, dict(zip(CODES, tally.counts(arm).tolist(), strict=True))
    seen = {name: histogram for (a, name), histogram in tally.seen.items() if a == arm}
    left = counts["unfinished"]
    yield contrast("advantage", tally.only(arm), [0], level=level, tested=True, unit="games")
    for name in RATES:
        count = sum(counts[code] for code in QUANTITIES[name].weights)
        yield rate(name, count, n, 0 if name == "unfinished" else left, level)
    for name, bounds in (("turns", (0, arm_played.limits.max_turns)), ("moves", None)):
        unfinished, decided = seen[f"unfinished_{name}"], seen[f"decided_{name}"]
        reach = growing_reach(seen[name], unfinished)
        yield mean(name, seen[name], bounds, level=level, reach=reach)
        yield from quantiles(name, seen[name], level, reach=reach)
        reach = growing_or_absent_reach(decided, unfinished)
        yield mean(f"decided_{name}", decided, bounds, level=level, reach=reach)
    for place, at in enumerate(PLACES[: arm_played.rules.seats]):
        scores = seen[f"scores_{place}"]
        reach = bounded_reach(scores, left, 0, most_points(arm_played.rules))
        yield mean(f"{at}_score", scores, None, True, level, reach=reach)
    for name in ("offences", "calls") if arm_played.attention else ():
        for place, at in enumerate(PLACES[: arm_played.rules.seats]):
            values = seen[f"{name}_{place}"]
            reach = Reach(values, values, left, unbounded_above=left)
            yield mean(f"{at}_{name}", values, level=level, reach=reach)
    given_up = seen["give_ups"].sum / n if n else math.nan
    undecided = (given_up, math.inf) if left else None
    yield Figure("give_ups", given_up, n=n, undecided=undecided, unfinished=left)
