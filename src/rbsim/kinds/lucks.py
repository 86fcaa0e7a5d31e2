"""Luck: the shares of start, cards, players and play in the variance of a game's outcome.

Each deal is played in several cells; a cell says who sits where and who starts. In each cell the
cards that lie face down are shuffled several times, and each shuffle is played in several
replicates. X is 1 if the seat from which a game is seen wins, -1 if it loses and 0 otherwise; with
three seats it is 2, -1 or 0, and each game is seen from every seat.

Let m be the mean of X in each cell. Let O be the mean over deals of the product of the expectations
of two cells given the open cards, estimated from pairs of games with different shuffles. Let A be
the same given all cards, estimated from different replicates of one shuffle. For a pattern w of
cells, the start or the players contribute (w'm)^2 to the variance, the open cards w'(O - mm')w and
the hidden cards w'(A - O)w; the rest is play.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import combinations_with_replacement, product
from typing import Any, NamedTuple, Self, Unpack

import numpy as np
import numpy.typing as npt

from rbcore.cards.ranges import check_range, printable
from rbcore.players.names import parse_player
from rbsim.arms.arm import Arm, run_arms
from rbsim.arms.players import Players
from rbsim.arms.rows import Rows
from rbsim.estimates.figures import Figure, Label, Mean
from rbsim.estimates.intervals import Ends, two_sided
from rbsim.estimates.tally import CODES, UNFINISHED, Tally, codes_of
from rbsim.kinds.starting import arm_numbers, arms_of, by_start
from rbsim.options import LEVEL, GameKeywords, GameOptions
from rbsim.packages import need
from rbsim.result import Kind, Result, by_part, study_of
from rbsim.show.tables import TableLayout
from rbsim.study.run import Study
from rbsim.study.settings import LuckSettings
from rbsim.variants import Variant

CAUSAL, PLAYED = "causal", "as played"
MAX_GAMES = 16  # games of a deal in a cell
MAX_CELLS = 99
STEP = 1e-30  # along the imaginary axis, where derivatives lose no digits
OPEN, HIDDEN, ALL = "open cards", "hidden cards", "cards and players"
SOURCES = ("start", OPEN, HIDDEN, "play", "players", ALL, "players and start")
MEAN, TOTAL = "mean", "total"
Floats = npt.NDArray[Any]


class Term(NamedTuple):
    """A multiple of w'Mw, for a pattern w of cells and a matrix M, or a multiple of the total.

    Attributes
    ----------
    times : float
        The factor.
    matrix : str
        MEAN is mm', OPEN is O and ALL is A, each `[cell, cell]`. TOTAL is the variance.
    pattern : array [cell]
        The weights of cells; empty for TOTAL.
    """

    times: float
    matrix: str
    pattern: Floats


class DealNumbers(NamedTuple):
    """The numbers of a deal, or their means over deals.

    Attributes
    ----------
    outcomes : array [view, cell]
        The sum of X.
    squares : array [cell]
        The sum of X squared, over all views.
    products : array [2, pair of cells]
        The sums of products over games of different shuffles, and over games of one shuffle.
    """

    outcomes: Floats
    squares: Floats
    products: Floats

    @classmethod
    def read(cls, vector: Floats, cells: int) -> Self:
        """Return the numbers of a vector, which has them in this order."""
        pairs = cells * (cells + 1)
        outcomes, squares, products = np.split(vector, [-cells - pairs, -pairs])
        return cls(outcomes.reshape(-1, cells), squares, products.reshape(2, -1))


class UnfinishedNumbers(NamedTuple):
    """How many of a deal's numbers involve unfinished games, or the means of these counts.

    Attributes
    ----------
    games : array [cell]
        The number of unfinished games.
    products : array [2, pair of cells]
        The number of products of games that involve one, over different shuffles and within one.
    """

    games: Floats
    products: Floats

    @classmethod
    def read(cls, vector: Floats, cells: int) -> Self:
        """Return the counts of a vector, which has them in this order."""
        return cls(vector[:cells], vector[cells:].reshape(2, -1))


class Moments(NamedTuple):
    """Moments that follow from the means of a deal's numbers.

    Attributes
    ----------
    outcomes : array [view, cell]
        m, the mean of X over deals, as it is seen from each seat.
    squares : array [cell]
        The mean of X squared, over all seats.
    given_open, given_all : array [cell, cell]
        O and A.
    """

    outcomes: Floats
    squares: Floats
    given_open: Floats
    given_all: Floats


def tally_deals(
    rows: Sequence[Rows], seats: Sequence[int], shuffles: int, replicates: int
) -> Tally:
    """Return the products of the sums over the games of each deal.

    The sums of a deal are a 1, its DealNumbers and its UnfinishedNumbers, in one vector.
    """
    codes = np.array([codes_of(arm_rows, n, 0) for arm_rows, n in zip(rows, seats, strict=True)])
    arms, deals = codes.shape
    cells = arms // (shuffles * replicates)
    games = codes.reshape(cells, shuffles, replicates, deals)
    x = outcomes(seats[0])[:, games]  # [view, cell, shuffle, replicate, deal]
    is_finished = (games != UNFINISHED).astype(np.int64)
    finished_pairs = pair_sums(is_finished)
    pairs = _pairs_of(shuffles, replicates).repeat(len(finished_pairs) // 2)
    known = DealNumbers(
        outcomes=x.sum(axis=(2, 3)),
        squares=(x**2).sum(axis=(0, 2, 3)),
        products=np.sum([pair_sums(as_seen) for as_seen in x], axis=0),
    )
    unfinished = UnfinishedNumbers(
        games=(1 - is_finished).sum(axis=(1, 2)),
        products=pairs[:, np.newaxis] - finished_pairs,
    )
    arrays = (np.ones((1, deals), np.int64), *known, *unfinished)
    flat = (array.reshape(math.prod(array.shape[:-1]), deals) for array in arrays)
    numbers = np.concatenate([*flat]).astype(float)
    return Tally(deals, {}, (numbers @ numbers.T).astype(np.int64))


def outcomes(seats: int) -> npt.NDArray[np.int64]:
    """Return X by view and by code (CODES); with two seats one view is enough."""
    views = range(1 if seats == 2 else seats)
    won = [[seats - 1 if place == view else -1 for place in range(seats)] for view in views]
    return np.pad(np.array(won), ((0, 0), (0, len(CODES) - seats)))


def pair_sums(games: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return, for every two cells, the sums of products over different shuffles, then over one.

    `games` is `[cell, shuffle, replicate, deal]`. The products within a shuffle are those of
    different replicates, or of a game with itself if there is only one.
    """
    by_shuffle, by_cell = games.sum(axis=2), games.sum(axis=(1, 2))
    apart, together = [], []
    for a, b in combinations_with_replacement(range(len(games)), 2):
        same_shuffle = (by_shuffle[a] * by_shuffle[b]).sum(axis=0)
        same_game = (games[a] * games[b]).sum(axis=(0, 1))
        apart.append(by_cell[a] * by_cell[b] - same_shuffle)
        together.append(same_game if games.shape[2] == 1 else same_shuffle - same_game)
    return np.array(apart + together)


def _pairs_of(shuffles: int, replicates: int) -> npt.NDArray[np.int64]:
    """Return how many products of two cells a deal has, over different shuffles and within one."""
    games = shuffles * replicates
    return np.array([games * (shuffles - 1) * replicates, games * (replicates - 1 or 1)])


def _number_counts(cells: int, views: int) -> tuple[int, int]:
    """Return the lengths of the vectors of DealNumbers and UnfinishedNumbers."""
    pairs = cells * (cells + 1)  # of cells, over different shuffles and within one
    return (views + 1) * cells + pairs, cells + pairs


def _cell_count(numbers: int, views: int) -> int:
    """Return how many cells a deal has, given the count of its numbers in `tally_deals`."""
    for cells in range(1, MAX_CELLS):
        if numbers == 1 + sum(_number_counts(cells, views)):
            return cells
    raise ValueError(f"no deal has {numbers} numbers")


@dataclass(frozen=True)
class Cells:
    """The cells that shares refer to: all seatings, with forced starts or as played.

    A deal's cells are numbered as the arms of `arms_of`, by seating and then by start. Patterns are
    weights by cell; the patterns of a set are orthogonal.

    Attributes
    ----------
    count, seats : int
        How many cells a deal has, and how many seats a game.
    start : str
        CAUSAL or PLAYED.
    """

    count: int
    seats: int
    start: str

    @cached_property
    def used(self) -> list[int]:
        """The numbers of the cells."""
        played, forced = by_start(arm_numbers(self.count, self.seats))
        return forced if self.start == CAUSAL else played

    @property
    def seatings(self) -> int:
        """How many seatings there are."""
        return self.count // (1 + self.seats)

    @property
    def starts(self) -> int:
        """How many starts each of them has."""
        return self.seats if self.start == CAUSAL else 1

    def patterns(self, *, by_seating: bool, by_start: bool) -> list[Floats]:
        """Return patterns of differences by seating or start; the mean of what does not differ."""
        ways = [
            helmert(count) if differs else [np.full(count, 1 / count)]
            for count, differs in ((self.seatings, by_seating), (self.starts, by_start))
        ]
        cells = np.eye(self.count)[self.used]
        return [
            np.outer(of_seatings, of_starts).ravel() @ cells
            for of_seatings, of_starts in product(*ways)
        ]

    def places(self) -> list[Floats]:
        """Return the patterns of the value of a seat's place after the starter."""
        if self.seats == 2:
            return self.patterns(by_seating=False, by_start=True)
        return self._turned(lambda seat, start: seat - start)

    def by_seat(self) -> list[Floats]:
        """Return the patterns of the value of a seat, and of the seat that starts."""
        if self.seats == 2:
            return self.patterns(by_seating=False, by_start=False)
        patterns = self._turned(lambda seat, start: seat)
        if self.starts > 1:
            patterns += self._turned(lambda seat, start: seat + start)
        return patterns

    def _turned(self, number: Callable[[int, int], int]) -> list[Floats]:
        """Return patterns `[seat, cell]` of differences by `number`, modulo the number of seats."""
        patterns = []
        for contrast in helmert(self.seats):
            weights = np.zeros((self.seats, self.count))
            for (start, cell), seat in product(enumerate(self.used), range(self.seats)):
                weights[seat, cell] = contrast[number(seat, start) % self.seats]
            patterns.append(weights * self.seats**0.5 / len(self.used))
        return patterns


@dataclass
class Shares:
    """The shares of the variance, over the cells with forced starts or over those as played.

    Attributes
    ----------
    tally : Tally
        The result of `tally_deals`.
    seats, shuffles, replicates : int
        How many there are.
    start : str
        CAUSAL or PLAYED.
    level : float
        The level of the intervals.
    games, views : int
        The number of games of each cell of a deal, and of views of a game.
    scale : int
        The sum of X squared over all views of a won game; its root is the unit of outcomes.
    cells : Cells
        The cells that are used.
    means, covariance : array [number], array [number, number]
        The means of a deal's numbers over deals, as a vector that `DealNumbers` reads, and the
        covariances of these means.
    unfinished : UnfinishedNumbers
        The means over deals.
    """

    tally: Tally
    seats: int
    shuffles: int
    replicates: int
    start: str
    level: float = LEVEL

    def __post_init__(self) -> None:
        products, n = self.tally.products, self.tally.n or 1
        assert products is not None
        self.games: int = self.shuffles * self.replicates
        self.views: int = len(outcomes(self.seats))
        self.scale: int = int((outcomes(self.seats)[:, 0] ** 2).sum())
        count = _cell_count(len(products), self.views)
        self.cells: Cells = Cells(count, self.seats, self.start)
        self.upper: tuple[Any, Any] = np.triu_indices(count)  # rows and columns of pairs of cells
        exact = products.astype(object)  # Python's whole numbers do not overflow
        known_count, _ = _number_counts(count, self.views)
        known = slice(1, 1 + known_count)
        sums = exact[0, known]
        self.means: Floats = (sums / n).astype(float)
        scatter = n * exact[known, known] - np.outer(sums, sums)
        self.covariance: Floats = np.full(scatter.shape, np.nan)
        if n > 1:
            self.covariance = (scatter / (n * n * (n - 1))).astype(float)
        unfinished = (exact[0, known.stop :] / n).astype(float)
        self.unfinished: UnfinishedNumbers = UnfinishedNumbers.read(unfinished, count)

    @cached_property
    def moments(self) -> Moments:
        """The moments that follow from the means."""
        return self._moments_at(self.means)

    @cached_property
    def _stepped(self) -> list[Moments]:
        """The moments after an imaginary step of each of the means, for exact derivatives."""
        steps = self.means + STEP * 1j * np.eye(len(self.means))
        return [self._moments_at(step) for step in steps]

    def _moments_at(self, means: Floats) -> Moments:
        """Return the moments, given the means of a deal's numbers."""
        count = self.cells.count
        numbers = DealNumbers.read(means, count)
        matrices = np.zeros((2, count, count), means.dtype)
        a, b = self.upper
        pairs = _pairs_of(self.shuffles, self.replicates)
        for matrix, of_pairs, number in zip(matrices, numbers.products, pairs, strict=True):
            matrix[a, b] = matrix[b, a] = of_pairs / (number * self.scale)
        return Moments(
            numbers.outcomes / (self.games * self.scale**0.5),
            numbers.squares / (self.games * self.scale),
            *matrices,
        )

    # These methods take moments, so that `error` can vary them.

    def part(self, moments: Moments, terms: Sequence[Term]) -> Any:
        """Return the part of the variance that is the sum of some terms."""
        m, squares, given_open, given_all = moments
        matrices = {MEAN: m.T @ m, OPEN: given_open, ALL: given_all}
        part: Any = 0
        for times, matrix, w in terms:
            is_total = matrix == TOTAL
            value = squares[self.cells.used].mean() if is_total else w @ matrices[matrix] @ w
            part += times * value
        return part

    def total(self, moments: Moments) -> Any:
        """Return the variance: the mean square of the outcome."""
        return moments.squares[self.cells.used].mean()

    def mean_of(self, pattern: Floats, moments: Moments) -> Any:
        """Return the mean outcome of a pattern, `[view, cell]`, or `[cell]` of the first view."""
        rows = np.atleast_2d(pattern)
        return (rows * moments.outcomes[: len(rows)]).sum()

    def error(self, function: Callable[[Moments], Any]) -> float:
        """Return the standard error of a function of the moments, by the delta method."""
        (slope,) = self._slopes([function])
        return math.sqrt(max(float(slope @ self.covariance @ slope), 0.0))

    def _slopes(self, functions: Sequence[Callable[[Moments], Any]]) -> Floats:
        """Return the derivatives of functions by the means, `[function, number]`."""
        return np.array(
            [[of(moments).imag / STEP for moments in self._stepped] for of in functions]
        )

    # ---- shares ----

    @cached_property
    def sources(self) -> dict[str, Callable[[], Figure]]:
        """The sources of the variance, in the order of tables."""
        cells, is_causal, players_differ = self.cells, self.start == CAUSAL, self.cells.seatings > 1
        ways = (False, True) if is_causal else (False,)
        alike = [w for way in ways for w in cells.patterns(by_seating=False, by_start=way)]
        apart = [w for way in ways for w in cells.patterns(by_seating=True, by_start=way)]
        each_cell = np.eye(cells.count)[cells.used] / len(cells.used) ** 0.5
        play = [Term(1.0, TOTAL, np.zeros(0)), *(Term(-1.0, ALL, w) for w in each_cell)]
        sources: dict[str, Callable[[], Figure]] = {}
        if players_differ:
            patterns = cells.patterns(by_seating=True, by_start=False)
            sources["players"] = partial(self.of_mean, patterns)
        if is_causal:
            sources["start"] = partial(self.of_mean, cells.places())
        sources[OPEN] = partial(self.of_terms, card_terms(OPEN, alike))
        sources[HIDDEN] = partial(self.of_terms, card_terms(HIDDEN, alike))
        if players_differ:
            sources[ALL] = partial(self.of_terms, card_terms(ALL, apart))
        if players_differ and is_causal:
            patterns = cells.patterns(by_seating=True, by_start=True)
            sources["players and start"] = partial(self.of_mean, patterns)
        sources["seat"] = partial(self.of_mean, cells.by_seat())
        if self.replicates > 1:
            sources["play"] = partial(self.of_terms, play)
        return sources

    def in_common(self, source: str) -> Figure:
        """Return the share that open or hidden cards give a seat, whoever starts."""
        starts = self.cells.patterns(by_seating=False, by_start=True)
        less = [
            Term(-times / len(starts), matrix, w) for times, matrix, w in card_terms(source, starts)
        ]
        alike = self.cells.patterns(by_seating=False, by_start=False)
        return self.of_terms([*card_terms(source, alike), *less], -1.0)

    def of_terms(self, terms: Sequence[Term], least: float = 0.0) -> Figure:
        """Return the share of some terms, which is linear in the means of a deal's numbers.

        It is cut off at `least`.
        """
        total, part = self.total(self.moments), self.part(self.moments, terms)
        if total == 0:  # nobody has won
            return self._none()
        # Minus the bias of the square of a mean.
        correction = -sum(
            times * self._mean_variance(w) for times, matrix, w in terms if matrix == MEAN
        )
        share = (part + correction) / total
        error = self.error(lambda m: (self.part(m, terms) + correction) / self.total(m))
        shown, half = min(max(least, share), 1.0), two_sided(self.level) * error
        low, high = max(least, min(share, shown) - half), min(1.0, max(share, shown) + half)
        lowest = highest = 0.0
        for times, matrix, w in terms:
            ends = (total, total) if matrix == TOTAL else self._ends_of(matrix, w)
            lowest += times * ends[0 if times > 0 else 1]
            highest += times * ends[1 if times > 0 else 0]
        return self._share(shown, error, (low, high), part, (lowest, highest), least)

    def of_mean(self, patterns: Sequence[Floats]) -> Figure:
        """Return the share of the squares of some means; its ends are those of the root squared."""
        total = self.total(self.moments)
        if total == 0:  # nobody has won
            return self._none()
        part = sum(self.mean_of(w, self.moments) ** 2 for w in patterns)
        chance = sum(map(self._mean_variance, patterns))  # which biases the squares upwards
        roots = [partial(self._root, w) for w in patterns]
        slopes = self._slopes(roots)
        spread = slopes @ self.covariance @ slopes.T
        widest = math.nan
        if np.isfinite(spread).all():
            widest = math.sqrt(max(float(np.linalg.eigvalsh(spread)[-1]), 0.0))
        # The largest distance of a normal point of so many dimensions from its mean, at this level.
        far = need("scipy.special", "stats").chdtri(len(patterns), 1 - self.level)
        half, root = math.sqrt(far) * widest, math.sqrt(part / total)
        low, high = max(0.0, root - half) ** 2, min(1.0, (root + half) ** 2)
        value = min(max(low, (part - chance) / total), high)
        slope = np.array([of(self.moments) for of in roots]) @ slopes
        error = 2 * math.sqrt(max(0.0, float(slope @ self.covariance @ slope)))
        ends = [self._square_ends(w) for w in patterns]
        least, most = sum(low for low, _ in ends), sum(high for _, high in ends)
        return self._share(value, error, (low, high), part, (least, most))

    def _root(self, pattern: Floats, moments: Moments) -> Any:
        """Return the mean of a pattern in standard deviations of the outcome."""
        return self.mean_of(pattern, moments) / self.total(moments) ** 0.5

    def _none(self) -> Figure:
        """Return the share when there is no variance."""
        return Figure("variance_share", math.nan, n=self.tally.n, unit="deals", level=self.level)

    def _share(
        self,
        value: float,
        error: float,
        interval: Ends,
        part: float,
        part_ends: Ends,
        least: float = 0.0,
    ) -> Figure:
        """Return a share, with its interval widened by as much as unfinished games could move it.

        Parameters
        ----------
        value, error, interval : float, float, pair of float
            The share, its standard error, and its interval, as if no game were unfinished.
        part, part_ends : float, pair of float
            The estimated part of the variance, and how small and large it might be.
        least : float
            The smallest possible share.
        """
        total = self.total(self.moments)
        largest_total = total + self.unfinished.games[self.cells.used].mean() / self.games
        smallest, largest = part_ends
        lowest = smallest / (largest_total if smallest > 0 else total)
        down = max(0.0, part / total - max(least, lowest))
        up = max(0.0, largest / total - part / total)
        return Figure(
            "variance_share",
            float(value),
            float(max(least, interval[0] - down)),
            float(min(1.0, interval[1] + up)),
            self.tally.n,
            "deals",
            "delta",
            error,
            undecided=(float(max(least, value - down)), float(min(1.0, value + up))),
            level=self.level,
        )

    # ---- how much unfinished games may change a part, and its bias ----

    def _by_view(self, pattern: Floats) -> list[Floats]:
        """Return a pattern for each view, `[view, cell]`, or a pattern that has views as it is."""
        if pattern.ndim == 2:
            return [pattern]
        return [np.outer(view, pattern) for view in np.eye(self.views)]

    def _mean_variance(self, pattern: Floats) -> float:
        """Return the variance of the mean of a pattern, over all views."""
        views = self._by_view(pattern)
        return sum(self.error(partial(self.mean_of, view)) ** 2 for view in views)

    def _square_ends(self, pattern: Floats) -> Ends:
        """Return the least and most that a pattern's mean, squared, might be, over all views."""
        least = most = 0.0
        for view in self._by_view(pattern):
            mean = abs(float(self.mean_of(view, self.moments)))
            left = float(np.abs(view).sum(axis=0) @ self.unfinished.games) / self.games
            left *= (self.seats - 1) / self.scale**0.5  # the most by which an outcome can differ
            least += max(0.0, mean - left) ** 2
            most += (mean + left) ** 2
        return least, most

    def _ends_of(self, matrix: str, pattern: Floats) -> Ends:
        """Return the least and the most that w'Mw might be, for a pattern w and a matrix M."""
        if matrix == MEAN:
            return self._square_ends(pattern)
        sort = (OPEN, ALL).index(matrix)
        a, b = self.upper
        times = np.where(a == b, 1, 2) * np.abs(pattern[a] * pattern[b])
        left = float(times @ self.unfinished.products[sort])
        left /= _pairs_of(self.shuffles, self.replicates)[sort]
        products = self.moments.given_open if matrix == OPEN else self.moments.given_all
        value = float(pattern @ products @ pattern)
        return value - left, value + left


def card_terms(source: str, patterns: Sequence[Floats]) -> list[Term]:
    """Return the terms of the part that some cards contribute, over several patterns."""
    more, less = (OPEN if source == OPEN else ALL), (OPEN if source == HIDDEN else MEAN)
    return [term for w in patterns for term in (Term(1.0, more, w), Term(-1.0, less, w))]


def helmert(count: int) -> list[Floats]:
    """Return weights orthogonal to the mean and to each other, of the same length as the mean's."""
    rows = [np.array([1.0] * i + [-i] + [0.0] * (count - i - 1)) for i in range(1, count)]
    return [row / np.sqrt(count * i * (i + 1)) for i, row in enumerate(rows, 1)]


# ---- figures ----


def figures(study: Study, part: int, tally: Tally, level: float) -> Iterator[Figure]:
    """Yield the shares of a part with forced starts and as played, then figures of the cells."""
    arms, sizes = study.parts[part], _sizes(study)
    seats = arms[0].rules.seats
    causal, played = (Shares(tally, seats, *sizes, start, level) for start in (CAUSAL, PLAYED))
    for shares in (causal, played):
        for source, share in shares.sources.items():
            yield share().of(start=shares.start, source=source)
        variance = float(shares.total(shares.moments))
        yield Figure("variance", variance, n=tally.n, unit="deals").of(start=shares.start)
    for source in (OPEN, HIDDEN):
        common = replace(causal.in_common(source), quantity="common_share", form="difference")
        yield common.of(start=CAUSAL, source=source)
    starts = [PLAYED, *(f"seat {seat} starts" for seat in range(seats))]
    for cell, arm in enumerate(arms[:: causal.games]):
        named: dict[str, Label] = {"start": starts[cell % len(starts)], "seating": arm.player_text}
        yield lead(causal, cell).of(**named)
        yield nobody_wins(causal, cell).of(**named)
        unfinished = float(causal.unfinished.games[cell]) / causal.games
        yield Figure("unfinished", unfinished, n=tally.n * causal.games).of(**named)


def lead(shares: Shares, cell: int) -> Figure:
    """Return seat 0's wins minus those of others in a cell."""

    def lead_of(moments: Moments) -> Any:
        outcome = moments.outcomes[0, cell] * shares.scale**0.5  # X, seats - 1 for a win and -1
        return (2 * outcome - (shares.seats - 2) * moments.squares[cell]) / shares.seats

    mean, error = float(lead_of(shares.moments)), shares.error(lead_of)
    left = float(shares.unfinished.games[cell]) / shares.games
    half = two_sided(shares.level) * error if error > 0 else math.nan
    low, high = max(mean - left - half, -1.0), min(mean + left + half, 1.0)
    return Figure(
        "lead",
        mean,
        low,
        high,
        shares.tally.n,
        "deals",
        "normal",
        error,
        undecided=(mean - left, mean + left),
        level=shares.level,
    )


def nobody_wins(shares: Shares, cell: int) -> Figure:
    """Return how often nobody wins in a cell; a game not won may be unfinished."""

    def not_won(moments: Moments) -> Any:
        return 1 - moments.squares[cell]

    n, error = shares.tally.n, shares.error(not_won)
    most = Mean(float(not_won(shares.moments)), error * math.sqrt(n), n, (0.0, 1.0))
    least = replace(most, value=most.value - float(shares.unfinished.games[cell]) / shares.games)
    return Figure(
        "nobody_wins",
        least.value,
        least.score(shares.level)[0],
        most.score(shares.level)[1],
        n,
        "deals",
        "Wilson, over deals",
        error,
        undecided=(least.value, most.value),
        level=shares.level,
        count=round(least.value * n * shares.games) if n else None,
    )


def headline(result: Result) -> str:
    """Return the shares as played, and the share of the start with each seat starting."""
    start_of = {"start": CAUSAL, **dict.fromkeys(("players", OPEN, HIDDEN, "play"), PLAYED)}
    if result.study.until:
        answer = result.answer_labels
        start_of = {str(answer["source"]): str(answer["start"])}
    sentences = []
    for part in range(len(result.tallies)):
        labels = result.study.labels(part)
        texts = {
            (figure.labels["source"], figure.labels["start"]): figure.text
            for figure in result.figures
            if figure.quantity == "variance_share" and labels.items() <= figure.labels.items()
        }
        clauses = []
        for start, words in ((PLAYED, "as played"), (CAUSAL, "with each seat starting")):
            shares = [
                f"{source} {texts[source, start]}"
                for source, its_start in start_of.items()
                if its_start == start and (source, start) in texts
            ]
            if shares:
                clauses.append(f"{words}: {', '.join(shares)}")
        sentence = "; ".join(clauses)
        is_alone = len(result.tallies) == 1
        sentences.append(sentence if is_alone else f"{result.part_text(labels)}, {sentence}")
    return f"Shares of the variance of a game's outcome, {'; '.join(sentences)}."


def layouts(result: Result) -> list[TableLayout]:
    """Return tables of the shares with each seat starting and as played, then of the cells."""
    quantities = ("variance_share", "common_share")
    rows = result.parts_by if len(result.tallies) > 1 else ()
    return [
        TableLayout(
            "Each seat starting", (*rows, "source"), quantities, {"start": (CAUSAL,)}, brief=True
        ),
        TableLayout("As played", (*rows, "source"), quantities, {"start": (PLAYED,)}, brief=True),
        TableLayout("Cells", (*rows, "seating", "start"), ("lead", "nobody_wins", "unfinished")),
    ]


def goals(study: Study, part: int, tally: Tally, level: float) -> Iterator[Figure]:
    """Yield the share of the source that the study asks for."""
    answer = study.settings.answer
    source, start = str(answer["source"]), str(answer["start"])
    shares = Shares(tally, study.parts[part][0].rules.seats, *_sizes(study), start, level)
    nothing = Figure("variance_share", math.nan, unit="deals", method="delta", level=level)
    yield (shares.sources[source]() if tally.n else nothing).of(**answer)


def _sizes(study: Study) -> tuple[int, int]:
    assert isinstance(study.settings, LuckSettings)
    return study.settings.shuffles, study.settings.replicates


KIND = Kind(
    name="luck",
    heading="Luck and skill",
    named="There is no other.",
    figures=partial(by_part, of=figures),
    headline=headline,
    layouts=layouts,
    goals=goals,
    answer={"quantity": "variance_share"},
    spread=("source",),
    examples=(
        "luck standard --games 2000",
        "luck strict --players planner:greedy --games 1000 --store DIR",
        "luck standard --source open-cards --until 1% --picture luck.svg",
    ),
    goal="variance_share",
    sums=lambda settings: partial(
        tally_deals, shuffles=settings.shuffles, replicates=settings.replicates
    ),
    settings=LuckSettings,
    option_words={
        "shuffle": "Here it is the first order that is played; `shuffles` says how many are.",
        "replicate": "Here it is the first one that is played; `replicates` says how many are.",
    },
)


@study_of(KIND)
def luck(
    *variants: Variant,
    games: int = 10_000,
    shuffles: int = 4,
    replicates: int | None = None,
    source: str = "open-cards-as-played",
    players: Players = "greedy",
    **keywords: Unpack[GameKeywords],
) -> Study:
    """Estimate how much of a game's outcome is due to start, cards, players and play.

    Each deal is played several times with the variant's own starter and with each seat starting.
    Cards that lie face up stay, and cards that lie face down are reshuffled. Different players are
    seated in both orders.

    Parameters
    ----------
    *variants : str or rbcore.Rules
        As in `simulate`.
    games : int
        Number of deals.
    shuffles : int
        How many orders of the face-down cards to play in each deal, at least 2.
    replicates : int, optional
        How many games to play with each order; by default 2 if players choose at random, else 1.
    source : str
        The source whose share `until` refers to: ``start`` (who starts), ``open-cards`` (face up at
        the start), ``hidden-cards`` (face down), ``play`` (random choices and slips), ``players``
        (who has which seat), or the joint effects ``cards-and-players`` and ``players-and-start``.
        The ending ``-as-played`` selects the games in which the variant's own rule picks the
        starter.
    players : str, Player, callable, or sequence of these
        As in `simulate`.

    Returns
    -------
    Result
        Shares of the variance by `source` and `start`, with intervals over deals.

    Examples
    --------
    >>> found = luck("standard", games=300, seed=1)
    >>> found.figure("variance_share", source="hidden cards", start="as played").estimate > 0.8
    True
    """
    shuffles = check_range("shuffles", shuffles, 2, MAX_GAMES)
    options = GameOptions(**keywords)
    runs = run_arms(variants, players, games, options)
    draws = any(map(_draws, runs))
    most = max(1, MAX_GAMES // shuffles)
    replicates = check_range("replicates", 1 + draws if replicates is None else replicates, 1, most)
    parts = []
    for run in runs:
        seats, cells = run.rules.seats, arms_of(run)
        if seats > 2 and len(cells) > 1 + seats:
            raise ValueError(
                f"{run.player_text} differ; with {seats} seats luck needs one player in all seats"
            )
        if _draws(run) and replicates == 1:
            raise ValueError(
                f"{run.player_text} may play the same cards in several ways; give replicates=2"
            )
        parts.append(
            tuple(
                replace(cell, shuffle=run.shuffle + i // replicates, replicate=run.replicate + i)
                for cell in cells
                for i in range(shuffles * replicates)
            )
        )
    name = source.strip().replace(" ", "-").replace("_", "-")
    start = PLAYED if name.endswith("-as-played") else CAUSAL
    asked = name.removesuffix("-as-played").replace("-", " ")
    absent = {"play"} if replicates == 1 else set()
    if any(len(set(run.players)) == 1 for run in runs):
        absent |= {"players", ALL, "players and start"}
    if start == PLAYED:
        absent |= {"start", "players and start"}
    if asked not in SOURCES or asked in absent:
        known = ", ".join(
            source_name.replace(" ", "-") for source_name in SOURCES if source_name not in absent
        )
        raise ValueError(f"source={printable(name[:80])} is unknown here; name one of {known}")
    answer = {"source": asked, "start": start}
    settings = LuckSettings(answer=answer, shuffles=shuffles, replicates=replicates)
    return Study("luck", tuple(parts), options, settings)


def _draws(run: Arm) -> bool:
    """Return whether the players of a run may play the same cards differently each time."""
    return run.attention is not None or any(
        not isinstance(player, str) or parse_player(player).draws for player in run.players
    )
