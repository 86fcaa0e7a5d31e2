"""Tally: exact sums over games, in any order: histograms, and products of outcomes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
import numpy.typing as npt

import rbcore
from rbsim.arms.forms import FORMS
from rbsim.arms.rows import Rows

Ints = npt.NDArray[np.int64]

# Outcomes as seen from a seat: it wins, the next seat wins, the one after wins; or nobody does.
CODES = ("win", "loss", "third", "stalemate", "standoff", "unfinished")
K, UNFINISHED = len(CODES), CODES.index("unfinished")
WIN = rbcore.OUTCOMES.index("win")
BLOCKS = 64  # of games by number, so that blocks of different arms have the same deals
MAX_SEEN = 10**8  # largest range of counted values
_COMES_OUT = np.array([1, 0, K - 1])  # the codes of patience games: lost, won, given up
_CODE = np.array([CODES.index(name) if name in CODES else 0 for name in rbcore.OUTCOMES])


@dataclass(frozen=True)
class Histogram:
    """A histogram of whole numbers: `counts[i]` is how often `start` + i occurred."""

    start: int = 0
    counts: Ints = field(default_factory=lambda: np.zeros(0, np.int64))

    @classmethod
    def of(cls, values: npt.NDArray[Any]) -> Histogram:
        """Return the histogram of some values."""
        start = int(values.min()) if len(values) else 0
        return cls(start, np.bincount(values.astype(np.int64) - start))

    @classmethod
    def all_of(cls, value: int, count: int) -> Histogram:
        """Return the histogram of one value that occurred `count` times."""
        return cls(value, np.array([count]))

    def __add__(self, other: Histogram) -> Histogram:
        start = min(self.start, other.start)
        ends = (seen.start + len(seen.counts) for seen in (self, other))
        counts = np.zeros(max(ends) - start, np.int64)
        for seen in (self, other):
            counts[seen.start - start :][: len(seen.counts)] += seen.counts
        return Histogram(start, counts)

    def __neg__(self) -> Histogram:
        return Histogram(self.start, -self.counts)

    def array(self, size: int) -> list[int]:
        """Return how often 0, 1, ... occurred, as `size` numbers."""
        padded = np.zeros(size, np.int64)
        padded[self.start : self.start + len(self.counts)] = self.counts
        return [int(count) for count in padded]

    @property
    def record(self) -> tuple[list[int], list[int]]:
        """The values that occurred, and how often, as plain numbers."""
        at = np.flatnonzero(self.counts)
        return (self.start + at).tolist(), self.counts[at].tolist()

    @classmethod
    def from_record(cls, values: Sequence[int], counts: Sequence[int]) -> Histogram:
        """Return what `record` was made from."""
        start, last = (values[0], values[-1]) if values else (0, -1)
        if last - start >= MAX_SEEN:
            raise ValueError("its sums are of numbers too far apart")
        padded = np.zeros(last - start + 1, np.int64)
        padded[np.array(values, np.int64) - start] = counts
        return cls(start, padded)

    @property
    def total(self) -> int:
        """The number of values."""
        return int(self.counts.sum())

    def at_least(self, value: int) -> int:
        """Return how many values were at least this large."""
        return int(self.counts[max(0, value - self.start) :].sum())

    @property
    def sum(self) -> int:
        """The sum of the values."""
        return int(self.counts @ (self.start + np.arange(len(self.counts))))


@dataclass
class Tally:
    """The sums of the games that some arms played on the same deals.

    `seen` has histograms by arm and name. `products[a, i, b, j]` is the number of deals with
    outcome i (CODES) in arm a and j in arm b.
    """

    n: int = 0
    seen: dict[tuple[int, str], Histogram] = field(default_factory=dict)
    products: Ints | None = None

    def __add__(self, other: Tally) -> Tally:
        seen = {
            key: self.seen.get(key, Histogram()) + other.seen.get(key, Histogram())
            for key in self.seen | other.seen
        }
        both = [tally.products for tally in (self, other) if tally.products is not None]
        return Tally(self.n + other.n, seen, sum(both[1:], both[0]) if both else None)

    def __sub__(self, other: Tally) -> Tally:
        less = {key: -seen for key, seen in other.seen.items()}
        return self + Tally(-other.n, less, None if other.products is None else -other.products)

    @property
    def arms(self) -> int:
        """How many arms have products."""
        return 0 if self.products is None else len(self.products)

    @property
    def matrix(self) -> Ints:
        """The products as a matrix of outcomes of all arms."""
        assert self.products is not None
        return self.products.reshape(self.arms * K, -1)

    def pairs(self, arm: int, other: int) -> Ints:
        """Return the number of deals by their outcome in one arm and in another."""
        assert self.products is not None
        return self.products[arm, :, other, :]

    def counts(self, arm: int = 0) -> Ints:
        """Return how often an arm had each outcome."""
        return self.pairs(arm, arm).diagonal()

    def only(self, *arms: int) -> Tally:
        """Return the sums of some arms, as arms 0, 1, ..."""
        seen = {
            (arms.index(a), name): histogram
            for (a, name), histogram in self.seen.items()
            if a in arms
        }
        assert self.products is not None
        return Tally(self.n, seen, self.products[list(arms)][:, :, list(arms)])

    def blocks(self, arm: int = 0) -> Ints:
        """Return how often an arm had each outcome in each block of games."""
        return np.reshape(self.seen[arm, "blocks"].array(BLOCKS * K), (BLOCKS, K))

    @property
    def record(self) -> dict[str, Any]:
        """The sums as plain values for JSON."""
        seen = [[*key, *histogram.record] for key, histogram in self.seen.items()]
        products = None if self.products is None else self.products.tolist()
        return {"n": self.n, "seen": seen, "products": products}

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Tally:
        """Return what `record` was made from."""
        n, products = record["n"], record["products"]
        seen = {
            (arm, name): Histogram.from_record(values, counts)
            for arm, name, values, counts in record["seen"]
        }
        counted = [seen_counts.counts for seen_counts in seen.values()]
        if type(n) is not int or any((each < 0).any() or each.sum() > n for each in counted):
            raise ValueError("its sums contradict each other")
        return cls(n, seen, None if products is None else np.array(products, np.int64))


def tally_games(rows: Sequence[Rows], seats: Sequence[int], view: int | None = None) -> Tally:
    """Return sums of the same games in several arms, seen from seat `view` or from the starter."""
    codes, seen = [], {}
    for arm, (arm_rows, n) in enumerate(zip(rows, seats, strict=True)):
        codes.append(codes_of(arm_rows, n, view))
        for name, values in game_columns(arm_rows, n).items():
            seen[arm, name] = Histogram.of(values)
    return Tally(len(rows[0]), seen, _products(codes))


def _products(codes: Sequence[Ints]) -> Ints:
    """Return how many deals had outcome i in arm a and j in arm b, as `products[a, i, b, j]`."""
    arms = range(len(codes))
    products = np.zeros((len(codes), K, len(codes), K), np.int64)
    # Two arms at a time, since a matrix product would start NumPy's threads for every piece.
    for a, b in combinations_with_replacement(arms, 2):
        deals = np.bincount(K * codes[a] + codes[b], minlength=K * K).reshape(K, K)
        products[a, :, b, :] = deals
        products[b, :, a, :] = deals.T
    return products


def tally_blocks(rows: Sequence[Rows], seats: Sequence[int], view: int | None = None) -> Tally:
    """Return the sums of `tally_games`, and outcomes by block: the game number modulo BLOCKS."""
    tally, blocks = tally_games(rows, seats, view), rows[0]["index"] % BLOCKS
    for arm, (arm_rows, n) in enumerate(zip(rows, seats, strict=True)):
        tally.seen[arm, "blocks"] = Histogram.of(K * blocks + codes_of(arm_rows, n, view))
    return tally


def codes_of(rows: Rows, seats: int, view: int | None = None) -> Ints:
    """Return the outcome of each game (CODES), seen from seat `view` or from its starter."""
    first = rows["starter"].astype(np.int64) if view is None else np.full(len(rows), view)
    place = (rows["winner"].astype(np.int64) - first) % seats
    return np.where(rows["outcome"] == WIN, place, _CODE[rows["outcome"]])


def game_columns(rows: Rows, seats: int) -> dict[str, npt.NDArray[Any]]:
    """Return the values that are counted besides outcomes, with seats in turn order."""
    won, over = rows["outcome"] == WIN, rows["outcome"] != rbcore.OUTCOMES.index("unfinished")
    columns = {"give_ups": rows["give_ups"]}
    for name in ("turns", "moves"):
        columns |= {name: rows[name], f"decided_{name}": rows[name][won]}
        columns[f"unfinished_{name}"] = rows[name][~over]
    for place in range(seats):
        seat = (rows["starter"].astype(np.intp) + place) % seats
        for name in ("scores", "offences", "calls"):
            values = rows[name][np.arange(len(rows)), seat]
            columns[f"{name}_{place}"] = values[over] if name == "scores" else values
    return columns


def tally_differences(rows: Sequence[Rows], seats: Sequence[int]) -> Tally:
    """Return the sums of two arms, and of the second arm's values minus the first's."""
    tally = tally_games(rows, seats)
    over = np.all(
        [arm_rows["outcome"] != rbcore.OUTCOMES.index("unfinished") for arm_rows in rows], axis=0
    )
    for name in ("turns", "moves"):
        tally.seen[1, f"more_{name}"] = Histogram.of(rows[1][name] - rows[0][name])
    for place in range(min(seats)):
        first, other = (
            r["scores"][np.arange(len(r)), (r["starter"].astype(np.intp) + place) % n]
            for r, n in zip(rows, seats, strict=True)
        )
        tally.seen[1, f"more_scores_{place}"] = Histogram.of((other - first)[over])
    return tally


def tally_matches(rows: Sequence[Rows], seats: Sequence[int]) -> Tally:
    """Return the sums of matches of one arm, with histograms over the won ones.

    Histograms named `open_games` and so on cover the won matches that had an unfinished game.
    """
    (matches,), (n,) = rows, seats
    columns = _won_matches(matches, n)
    with_unfinished = _won_matches(matches[matches["unfinished_games"] > 0], n)
    columns |= {f"open_{name}": values for name, values in with_unfinished.items()}
    for name in ("unfinished_games", "nobody_wins", "give_ups"):
        columns[name] = matches[name]
    columns["games_played"] = matches["games"]
    return Tally(
        len(matches), {(0, name): Histogram.of(values) for name, values in columns.items()}
    )


def _won_matches(rows: Rows, seats: int) -> dict[str, npt.NDArray[Any]]:
    """Return who won each match (0 first starter, 1 another, 2 nobody), and values of won ones."""
    won = rows[rows["winner"] >= 0]
    is_winner = np.arange(seats) == won["winner"][:, np.newaxis]
    outcome = np.full(len(rows), 2)
    outcome[rows["winner"] >= 0] = won["winner"] != won["starter"]
    scores = won["scores"][:, :seats]
    return {
        "outcome": outcome,
        "winner": won["winner"],
        "games": won["games"],
        "winner_score": scores[is_winner],
        "other_score": scores[~is_winner],
    }


def tally_patience(rows: Sequence[Rows], seats: Sequence[int]) -> Tally:
    """Return the sums of an arm's patience games, and products of its outcomes and another's."""
    names = [name for name in rows[0].dtype.names or () if name not in ("index", "pad")]
    seen = {(0, name): Histogram.of(rows[0][name]) for name in names}
    given_up = rows[0][rows[0]["outcome"] == FORMS.outcomes.index("given up")]
    for name in ("left", "passes", "first_pass"):
        seen[0, f"unfinished_{name}"] = Histogram.of(given_up[name])
    return Tally(
        len(rows[0]), seen, _products([_COMES_OUT[arm_rows["outcome"]] for arm_rows in rows])
    )
