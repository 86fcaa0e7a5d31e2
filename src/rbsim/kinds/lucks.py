"""Luck: how much of the variance of a game's outcome is the start, cards, players and play.

Each deal is played in some cells, which are who sits where and who starts, in each by several
shuffles of the cards that lie face down and several replicates of each. X is 1 if the seat from
which a game is seen wins, -1 if it loses, else 0; with three seats 2, -1 and 0, seen from each.

Let m be the mean of X in each cell, O the mean over deals of the product of what two cells expect
given the open cards, from pairs of games of different shuffles, and A the same given all cards,
from different replicates of one shuffle. A pattern w of cells has the part (w'm)^2 of the start or
the players, w'(O - mm')w of the open cards and w'(A - O)w of the hidden ones; the rest is play.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import combinations_with_replacement, product
from typing import Any, Unpack

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
from rbsim.kinds.starting import arms_of
from rbsim.options import LEVEL, GameKeywords, GameOptions
from rbsim.packages import need
from rbsim.result import Kind, Result, by_part, study_of
from rbsim.show.tables import TableLayout
from rbsim.study.run import Study
from rbsim.study.settings import LuckSettings
from rbsim.variants import Variant

CAUSAL, PLAYED = "causal", "as played"
MAX_GAMES = 16  # of a deal in a cell
OPEN, HIDDEN, ALL = "open cards", "hidden cards", "cards and players"
SOURCES = ("start", OPEN, HIDDEN, "play", "players", ALL, "players and start")
MEAN, TOTAL = "mean", "total"
Floats = npt.NDArray[Any]
Term = tuple[float, str, Floats]  # how often, of which matrix (O is OPEN, A is ALL), which pattern


def tally_deals(
    rows: Sequence[Rows], seats: Sequence[int], shuffles: int, replicates: int
) -> Tally:
    """Return the products of what the games of each deal add up to."""
    # A deal has a 1; for each seat that it is seen from and each cell the sum of X; for each cell
    # that of the squares; for every two cells the sum of products over games of different shuffles,
    # then over games of one shuffle; and how many of all these are of unfinished games.
    codes = np.array([codes_of(arm_rows, n, 0) for arm_rows, n in zip(rows, seats, strict=True)])
    games = codes.reshape(len(codes) // (shuffles * replicates), shuffles, replicates, -1)
    x, over = outcomes(seats[0])[:, games], (games != UNFINISHED).astype(np.int64)
    sums, squares = x.sum(axis=(2, 3)), (x**2).sum(axis=(0, 2, 3))
    products, known = sum(pair_sums(seen) for seen in x), pair_sums(over)
    left = _pairs_of(shuffles, replicates).repeat(len(known) // 2)[:, np.newaxis] - known
    ones = np.ones((1, codes.shape[1]), np.int64)
    numbers = np.concatenate([ones, *sums, squares, products, (1 - over).sum(axis=(1, 2)), left])
    numbers = numbers.astype(float)
    return Tally(codes.shape[1], {}, (numbers @ numbers.T).astype(np.int64))


def outcomes(seats: int) -> npt.NDArray[np.int64]:
    """Return X by the seat from which it is seen, of all but one of two, and by code (CODES)."""
    views = range(1 if seats == 2 else seats)
    won = [[seats - 1 if place == view else -1 for place in range(seats)] for view in views]
    return np.pad(np.array(won), ((0, 0), (0, len(CODES) - seats)))


def pair_sums(games: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return by two cells the sums of products over games of different shuffles, then of one."""
    shuffles, totals = games.sum(axis=2), games.sum(axis=(1, 2))
    pairs = list(combinations_with_replacement(range(len(games)), 2))
    within = [(shuffles[a] * shuffles[b]).sum(axis=0) for a, b in pairs]
    same = [(games[a] * games[b]).sum(axis=(0, 1)) for a, b in pairs]
    apart = [
        totals[a] * totals[b] - product_sum
        for (a, b), product_sum in zip(pairs, within, strict=True)
    ]
    within = same if games.shape[2] == 1 else [o - s for o, s in zip(within, same, strict=True)]
    return np.array(apart + within)


def _pairs_of(shuffles: int, replicates: int) -> npt.NDArray[np.int64]:
    """Return how many products of two cells a deal has, of different shuffles and of one."""
    games = shuffles * replicates
    return np.array([games * (shuffles - 1) * replicates, games * (replicates - 1 or 1)])


@dataclass
class Shares:
    """The shares of the variance, of the cells with forced starts or of those as played."""

    tally: Tally
    seats: int
    shuffles: int
    replicates: int
    start: str
    level: float = LEVEL

    def __post_init__(self) -> None:
        cells_of_start, n, views = 1 + self.seats, self.tally.n or 1, len(outcomes(self.seats))
        products = self.tally.products
        assert products is not None
        size, self.games = len(products), self.shuffles * self.replicates
        # 1 + (views + 1) * cells + pairs of two sorts, then unfinished: cells + pairs
        self.cells = next(c for c in range(1, 99) if 1 + (views + 2) * c + 2 * c * (c + 1) == size)
        self.seatings, self.scale = (
            self.cells // cells_of_start,
            int((outcomes(self.seats)[:, 0] ** 2).sum()),
        )
        self.used = [
            i for i in range(self.cells) if (i % cells_of_start == 0) == (self.start == PLAYED)
        ]
        self.starts = self.seats if self.start == CAUSAL else 1
        kept = 1 + (views + 1) * self.cells + self.cells * (self.cells + 1)
        p = products.astype(object)  # Python's whole numbers do not overflow
        self.means = (p[0, 1:kept] / n).astype(float)
        scatter = n * p[1:kept, 1:kept] - np.outer(p[0, 1:kept], p[0, 1:kept])
        self.covariance = np.full(scatter.shape, np.nan)
        if n > 1:
            self.covariance = (scatter / (n * n * (n - 1))).astype(float)
        self.left = (p[0, kept:] / n).astype(float)
        self.views = views

    # What follows from the means of a deal's numbers; all take these, so that `error` varies them.

    def _split(self, t: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        """Return m by seat and cell, the squares of each cell, and the matrices O and A."""
        c, v = self.cells, self.views
        pairs, count = list(combinations_with_replacement(range(c), 2)), c * (c + 1) // 2
        m = t[: v * c].reshape(v, c) / (self.games * self.scale**0.5)
        matrices = np.zeros((2, c, c), t.dtype)
        for sort, of in enumerate(_pairs_of(self.shuffles, self.replicates)):
            for k, (a, b) in enumerate(pairs):
                pair_sums_of_view = t[(v + 1) * c + sort * count + k] / (of * self.scale)
                matrices[sort, a, b] = matrices[sort, b, a] = pair_sums_of_view
        return m, t[v * c : (v + 1) * c] / (self.games * self.scale), *matrices

    def part(self, t: Floats, terms: Sequence[Term]) -> Any:
        """Return a part of the variance: so many times what goes with a pattern, for each term."""
        m, squares, o, a = self._split(t)
        of = {MEAN: m.T @ m, OPEN: o, ALL: a}
        return sum(
            times * (squares[self.used].mean() if kind == TOTAL else w @ of[kind] @ w)
            for times, kind, w in terms
        )

    def total(self, t: Floats) -> Any:
        """Return the variance: the mean square of the outcome."""
        return self.part(t, [(1.0, TOTAL, self.means)])

    def error(self, of: Callable[[Floats], Any]) -> float:
        """Return the standard error of a function of the means, by the delta method."""
        (slope,) = self._slopes([of])
        return math.sqrt(max(float(slope @ self.covariance @ slope), 0.0))

    # ---- shares ----

    @cached_property
    def sources(self) -> dict[str, Callable[[], Figure]]:
        """What the variance is shared out to, in the order of tables."""
        differ, causal, by = self.seatings > 1, self.start == CAUSAL, ["", "start"][: self.starts]
        alike = [w for start in by for w in self._patterns("", start)]
        apart = [w for start in by for w in self._patterns("players", start)]
        cells = [np.eye(self.cells)[cell] / len(self.used) ** 0.5 for cell in self.used]
        play: list[Term] = [(1.0, TOTAL, self.means), *((-1.0, ALL, w) for w in cells)]
        every: dict[str, tuple[bool, Callable[[], Figure]]] = {
            "players": (differ, partial(self.of_mean, self._patterns("players", ""))),
            "start": (causal, partial(self.of_mean, self._places())),
            OPEN: (True, partial(self.of_terms, cards(OPEN, alike))),
            HIDDEN: (True, partial(self.of_terms, cards(HIDDEN, alike))),
            ALL: (differ, partial(self.of_terms, cards(ALL, apart))),
            "players and start": (
                differ and causal,
                partial(self.of_mean, self._patterns("players", "start")),
            ),
            "seat": (True, partial(self.of_mean, self._seats())),
            "play": (self.replicates > 1, partial(self.of_terms, play)),
        }
        return {name: of for name, (there, of) in every.items() if there}

    def in_common(self, source: str) -> Figure:
        """Return what the same cards give a seat whoever starts, of open or hidden cards."""
        halves = self._patterns("", "start")
        less = [(-times / len(halves), kind, w) for times, kind, w in cards(source, halves)]
        return self.of_terms([*cards(source, self._patterns("", "")), *less], -1.0)

    def of_terms(self, terms: Sequence[Term], least: float = 0.0) -> Figure:
        """Return the share of some terms, which is linear in the means of a deal's numbers."""
        total, counted = self.total(self.means), self.part(self.means, terms)
        if total == 0:  # nobody has won
            return self._none()
        # Less what chance adds to the square of a mean.
        correction = -sum(n * self._mean_variance(w) for n, kind, w in terms if kind == MEAN)
        share = (counted + correction) / total
        error = self.error(lambda t: (self.part(t, terms) + correction) / self.total(t))
        shown, reach = min(max(least, share), 1.0), two_sided(self.level) * error
        low, high = max(least, min(share, shown) - reach), min(1.0, max(share, shown) + reach)
        each = [
            (times, (total, total) if kind == TOTAL else self._ends_of(kind, w))
            for times, kind, w in terms
        ]
        lowest, highest = (
            sum(times * ends[end if times > 0 else 1 - end] for times, ends in each)
            for end in (0, 1)
        )
        return self._made(shown, error, (low, high), counted, (lowest, highest), least)

    def _none(self) -> Figure:
        """Return a share of no variance at all."""
        return Figure("variance_share", math.nan, n=self.tally.n, unit="deals", level=self.level)

    def of_mean(self, patterns: Sequence[Floats]) -> Figure:
        """Return the share of the squares of some means; its ends are those of the root squared."""
        total = self.total(self.means)
        part = sum(self._mean_of(w, self.means) ** 2 for w in patterns)
        if total == 0:
            return self._none()
        roots = [
            partial(lambda w, t: self._mean_of(w, t) / self.total(t) ** 0.5, pattern)
            for pattern in patterns
        ]
        slopes = self._slopes(roots)
        spread = slopes @ self.covariance @ slopes.T
        widest = math.nan
        if np.isfinite(spread).all():
            widest = math.sqrt(max(float(np.linalg.eigvalsh(spread)[-1]), 0.0))
        # As far as a normal point of so many dimensions lies from its mean at most.
        far = need("scipy.special", "stats").chdtri(len(patterns), 1 - self.level)
        reach, root = math.sqrt(far) * widest, math.sqrt(part / total)
        low, high = max(0.0, root - reach) ** 2, min(1.0, (root + reach) ** 2)
        value = min(max(low, (part - sum(map(self._mean_variance, patterns))) / total), high)
        slope = np.array([root(self.means) for root in roots]) @ slopes
        error = 2 * math.sqrt(max(0.0, float(slope @ self.covariance @ slope)))
        ends = [self._mean_ends(w) for w in patterns]
        least, most = (sum(pair[end] for pair in ends) for end in (0, 1))
        return self._made(value, error, (low, high), part, (least, most))

    def _mean_of(self, w: Floats, t: Floats) -> Any:
        """Return the mean of a pattern with a row for each seat, or for the first one."""
        rows = np.reshape(w, (-1, self.cells))
        return (rows * self._split(t)[0][: len(rows)]).sum()

    def _slopes(self, functions: Sequence[Callable[[Floats], Any]]) -> Floats:
        steps = self.means + 1e-30j * np.eye(len(self.means))  # so that derivatives are exact
        return np.array([[of(step).imag / 1e-30 for step in steps] for of in functions])

    def _made(
        self,
        value: float,
        error: float,
        interval: Ends,
        counted: float,
        ends: Ends,
        least: float = 0.0,
    ) -> Figure:
        """Return a share whose interval is as much wider as unfinished games could move it."""
        total = self.total(self.means)
        most = total + sum(self.left[c] for c in self.used) / self.games / len(self.used)
        lowest, highest = ends[0] / (most if ends[0] > 0 else total), ends[1] / total
        down = max(0.0, counted / total - max(least, lowest))
        up = max(0.0, highest - counted / total)
        low, high = max(least, interval[0] - down), min(1.0, interval[1] + up)
        undecided = float(max(least, value - down)), float(min(1.0, value + up))
        value, low, high = map(float, (value, low, high))
        return Figure(
            "variance_share",
            value,
            low,
            high,
            self.tally.n,
            "deals",
            "delta",
            error,
            undecided=undecided,
            level=self.level,
        )

    # ---- how far unfinished games leave a part open, and what chance adds to it ----

    def _mean_variance(self, w: Floats) -> float:
        rows = [w] if np.ndim(w) > 1 else [np.outer(view, w) for view in np.eye(self.views)]
        return sum(self.error(partial(self._mean_of, row)) ** 2 for row in rows)

    def _mean_ends(self, w: Floats) -> Ends:
        if np.ndim(w) == 1 and self.views > 1:
            each = [self._mean_ends(np.outer(np.eye(self.views)[v], w)) for v in range(self.views)]
            return sum(e[0] for e in each), sum(e[1] for e in each)
        rows = np.reshape(w, (-1, self.cells))
        mean = float(self._mean_of(w, self.means))
        left = float(np.abs(rows).sum(axis=0) @ self.left[: self.cells]) / self.games
        left *= (self.seats - 1) / self.scale**0.5
        return max(0.0, abs(mean) - left) ** 2, (abs(mean) + left) ** 2

    def _ends_of(self, kind: str, w: Floats) -> Ends:
        if kind == MEAN:
            return self._mean_ends(w)
        sort = (OPEN, ALL).index(kind)
        pairs = list(combinations_with_replacement(range(self.cells), 2))
        unfinished = self.left[self.cells + sort * len(pairs) :]
        left = sum(
            (1 if a == b else 2) * abs(w[a] * w[b]) * count
            for (a, b), count in zip(pairs, unfinished, strict=False)
        )
        left /= _pairs_of(self.shuffles, self.replicates)[sort]
        value = float(w @ self._split(self.means)[2 + sort] @ w)
        return value - left, value + left

    # ---- patterns of cells ----

    def _patterns(self, seating: str, start: str) -> list[Floats]:
        """Return weights whose sums are means, or what differs by seating or start."""
        ways = [
            helmert(count) if differ else [np.full(count, 1 / count)]
            for count, differ in ((self.seatings, seating), (self.starts, start))
        ]
        cells = np.eye(self.cells)[self.used]
        return [
            np.outer(seating_weights, other).ravel() @ cells
            for seating_weights, other in product(*ways)
        ]

    def _places(self) -> list[Floats]:
        """Return the patterns of what a seat's place after the starter is worth."""
        if self.seats == 2:
            return self._patterns("", "start")
        return self._turned(lambda seat, start: seat - start)

    def _seats(self) -> list[Floats]:
        """Return the patterns of what a seat is worth, and of which starts a certain seat."""
        if self.seats == 2:
            return self._patterns("", "")
        both = self._turned(lambda seat, start: seat + start) if self.starts > 1 else []
        return self._turned(lambda seat, start: seat) + both

    def _turned(self, number: Callable[[int, int], int]) -> list[Floats]:
        """Return the patterns of outcomes that differ by a number, of seat and start, modulo."""
        patterns = []
        for contrast in helmert(self.seats):
            weights = np.zeros((self.seats, self.cells))
            for (start, cell), seat in product(enumerate(self.used), range(self.seats)):
                weights[seat, cell] = contrast[number(seat, start) % self.seats]
            patterns.append(weights * self.seats**0.5 / len(self.used))
        return patterns


def cards(source: str, patterns: Sequence[Floats]) -> list[Term]:
    """Return the terms of the part that goes with some cards, of some patterns together."""
    more, less = (OPEN if source == OPEN else ALL), (OPEN if source == HIDDEN else MEAN)
    return [term for w in patterns for term in ((1.0, more, w), (-1.0, less, w))]


def helmert(count: int) -> list[Floats]:
    """Return weights that are orthogonal to the mean and to each other, as long as that is."""
    rows = [np.array([1.0] * i + [-i] + [0.0] * (count - i - 1)) for i in range(1, count)]
    return [row / np.sqrt(count * i * (i + 1)) for i, row in enumerate(rows, 1)]


# ---- figures ----


def figures(study: Study, part: int, tally: Tally, level: float) -> Iterator[Figure]:
    """Yield the shares of a part with forced starts and as played, then the cells."""
    arms, sizes = study.parts[part], _sizes(study)
    seats = arms[0].rules.seats
    causal, played = (Shares(tally, seats, *sizes, start, level) for start in (CAUSAL, PLAYED))
    for of in (causal, played):
        for source, share in of.sources.items():
            yield share().of(start=of.start, source=source)
        variance = Figure("variance", float(of.total(of.means)), n=tally.n, unit="deals")
        yield variance.of(start=of.start)
    for source in (OPEN, HIDDEN):
        common = replace(causal.in_common(source), quantity="common_share", form="difference")
        yield common.of(start=CAUSAL, source=source)
    starts = [PLAYED, *(f"seat {seat} starts" for seat in range(seats))]
    for cell, arm in enumerate(arms[:: causal.games]):
        named: dict[str, Label] = {"start": starts[cell % len(starts)], "seating": arm.player_text}
        yield lead(causal, cell).of(**named)
        yield nobody_wins(causal, cell).of(**named)
        unfinished = float(causal.left[cell]) / causal.games
        yield Figure("unfinished", unfinished, n=tally.n * causal.games).of(**named)


def lead(shares: Shares, cell: int) -> Figure:
    """Return seat 0's wins less others' of a cell."""

    def of(t: Floats) -> Any:
        m, squares = shares._split(t)[:2]
        wins, all_but_two = m[0, cell] * shares.scale**0.5, shares.seats - 2
        return (2 * wins - all_but_two * squares[cell]) / shares.seats

    mean, error = float(of(shares.means)), shares.error(of)
    left = float(shares.left[cell]) / shares.games
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
    """Return how often nobody wins in a cell; what is not won may be unfinished."""

    def of(t: Floats) -> Any:
        return 1 - shares._split(t)[1][cell]

    n, error = shares.tally.n, shares.error(of)
    most = Mean(float(of(shares.means)), error * math.sqrt(n), n, (0.0, 1.0))
    least = replace(most, value=most.value - float(shares.left[cell]) / shares.games)
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
    """Return the shares as played, and that of the start where each seat starts every deal."""
    named = {"start": CAUSAL, **dict.fromkeys(("players", OPEN, HIDDEN, "play"), PLAYED)}
    if result.study.until:
        answer = result.answer_labels
        named = {str(answer["source"]): str(answer["start"])}
    words = {PLAYED: "as played", CAUSAL: "with each seat starting"}
    sentences = []
    for part in range(len(result.tallies)):
        labels = result.study.labels(part)
        of = {
            (figure.labels["source"], figure.labels["start"]): figure.text
            for figure in result.figures
            if figure.quantity == "variance_share" and labels.items() <= figure.labels.items()
        }
        shares = "; ".join(
            f"{words[start]}: {', '.join(each)}"
            for start in words
            if (
                each := [
                    f"{source} {of[key]}"
                    for source, its in named.items()
                    if its == start and (key := (source, start)) in of
                ]
            )
        )
        sentences.append(f"{result.part_text(labels)}, " * (len(result.tallies) > 1) + shares)
    return f"Of the variance of a game's outcome, {'; '.join(sentences)}."


def layouts(result: Result) -> list[TableLayout]:
    """Return the shares with each seat starting, and as played; then the cells."""
    quantities, rows = (
        ("variance_share", "common_share"),
        result.parts_by * (len(result.tallies) > 1),
    )
    return [
        TableLayout(
            "Each seat starting", (*rows, "source"), quantities, {"start": (CAUSAL,)}, brief=True
        ),
        TableLayout("As played", (*rows, "source"), quantities, {"start": (PLAYED,)}, brief=True),
        TableLayout("Cells", (*rows, "seating", "start"), ("lead", "nobody_wins", "unfinished")),
    ]


def goals(study: Study, part: int, tally: Tally, level: float) -> Iterator[Figure]:
    """Yield the share of the source that is asked for, and what both starts have in common."""
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
    figures=partial(by_part, of=figures),
    headline=headline,
    layouts=layouts,
    goals=goals,
    answer={"quantity": "variance_share"},
    goal="variance_share",
    sums=lambda settings: partial(
        tally_deals, shuffles=settings.shuffles, replicates=settings.replicates
    ),
    settings=LuckSettings,
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
    """Split the variance of a game's outcome by what decides it: start, cards, players, play.

    Each deal is played under the variant's own starter and with each seat starting, several times:
    what lies face up is the same, and what lies face down is shuffled anew. Players that differ are
    seated in both orders.

    Parameters
    ----------
    *variants : str or rbcore.Rules
        As of `simulate`.
    games : int
        Number of deals.
    shuffles : int
        How often the hidden cards of each deal are shuffled, 2 or more.
    replicates : int, optional
        How often each shuffle is played; 2 if players draw at random, else 1, unless given.
    source : str
        Whose share `until` is about: ``start``, ``open-cards``, ``hidden-cards``, ``play``,
        ``players``, ``cards-and-players``, ``players-and-start``; with ``-as-played`` of games as
        the variant starts them.
    players : str, Player, callable, or sequence of these
        As of `simulate`; runs with commas.

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
            raise ValueError(f"{run.player_text} differ; of {seats} seats luck is of players alike")
        if _draws(run) and replicates == 1:
            raise ValueError(
                f"{run.player_text} may play the same cards differently; give replicates=2"
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
        raise ValueError(f"source={printable(name[:80])} is none of {known}")
    answer = {"source": asked, "start": start}
    settings = LuckSettings(answer=answer, shuffles=shuffles, replicates=replicates)
    return Study("luck", tuple(parts), options, settings)


def _draws(run: Arm) -> bool:
    """Return whether a run may play the same cards in several ways."""
    return run.attention is not None or any(
        not isinstance(player, str) or parse_player(player).draws for player in run.players
    )
