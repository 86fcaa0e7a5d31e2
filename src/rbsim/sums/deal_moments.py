"""Deal moments: what the games of each deal add up to, and the products of these numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from rbsim.sums.joint_outcomes import CODES, UNFINISHED

Ints = npt.NDArray[np.int64]
MOST_GAMES = 16  # of a deal in a cell, so that sums of 10**12 deals stay far within 64 bits
KEPT = ("sums", "products", "unfinished")
WINS = ("win", "loss", "third")  # by place after the seat from which a game is seen


@dataclass
class DealMoments:
    """Sums over deals; each is played in some cells, in each by several shuffles and replicates.

    A cell is who sits where and who starts. X is the outcome of a game: 1 if the seat from which it
    is seen wins, -1 if it loses, else 0. A deal has these numbers, in this order: for each cell the
    sum of X and that of its square; for every two cells a <= b, a cell with itself among them, the
    sum of X in a times X in b over all pairs of games of different shuffles; and the same over all
    pairs of one shuffle and different replicates, or of one replicate if there is one alone.

    With three seats X is seen from each of them: 2 if it wins, -1 if another does, else 0. Sums of
    X are by seat, and in each the cells; squares and products are summed over seats.
    """

    cells: int
    shuffles: int
    replicates: int  # of each shuffle
    deals: int
    sums: Ints  # over deals, of each of these numbers
    products: Ints  # of every two of them, summed over deals
    unfinished: Ints  # games of each cell; then the pairs, in the order above, that have one
    seats: int = 2

    @classmethod
    def from_outcomes(
        cls, codes: Mapping[int, Ints], shuffles: int, replicates: int, seats: int = 2
    ) -> Self:
        """Return the moments of deals, given outcomes (CODES) by arm; arms of a cell in a row.

        They are seen from seat 0.
        """
        by_arm = np.array([codes[arm] for arm in sorted(codes)])
        deals = by_arm.shape[1]
        games = by_arm.reshape(-1, shuffles, replicates, deals)
        outcomes, known = _outcomes(seats)[:, games], (games != UNFINISHED).astype(np.int64)
        totals, decided = outcomes.sum(axis=(2, 3)), (outcomes**2).sum(axis=(0, 2, 3))
        products = np.sum([list(_pair_sums(seen)) for seen in outcomes], axis=0)
        numbers = np.concatenate([*totals, decided, products])
        made = cls(
            len(games),
            shuffles,
            replicates,
            deals,
            numbers.sum(axis=1),
            numbers @ numbers.T,
            np.zeros(0, np.int64),
            seats,
        )
        pairs = np.repeat([made.pairs(False), made.pairs(True)], len(_cell_pairs(len(games))))
        finished = np.array([one.sum() for one in _pair_sums(known)])
        made.unfinished = np.concatenate(
            [(1 - known).sum(axis=(1, 2, 3)), deals * pairs - finished]
        )
        return made

    def merge(self, other: DealMoments) -> None:
        """Add the sums over other deals."""
        self.deals += other.deals
        for name in KEPT:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def less(self, other: DealMoments) -> Self:
        """Return the sums over those deals that are not among another's, which are all in these."""
        left = {name: getattr(self, name) - getattr(other, name) for name in ("deals", *KEPT)}
        return replace(self, **left)

    @property
    def record(self) -> dict[str, Any]:
        """The sums as plain values for JSON."""
        return {"deals": self.deals, **{name: getattr(self, name).tolist() for name in KEPT}}

    @classmethod
    def from_record(
        cls, record: Mapping[str, Any], cells: int, shuffles: int, replicates: int, seats: int = 2
    ) -> Self:
        """Return what `record` kept; ValueError for sums that no deals have."""
        pairs = cells * (cells + 1)  # of cells, and of two sorts
        numbers = (len(_outcomes(seats)) + 1) * cells + pairs
        shapes = ((numbers,), (numbers,) * 2, (cells + pairs,))
        sums, products, unfinished = read = [np.array(record[name]) for name in KEPT]
        if any(one.dtype != np.int64 for one in read) or shapes != tuple(x.shape for x in read):
            raise ValueError("its moments of deals are not whole numbers, or not as many as it has")
        made = cls(cells, shuffles, replicates, record["deals"], sums, products, unfinished, seats)
        if not made._adds_up():
            raise ValueError("its moments of deals do not add up")
        return made

    def _adds_up(self) -> bool:
        """Return whether the sums can be those of any deals."""
        most = MOST_GAMES**2 * self.scale
        sums, decided = self.sums[: self.views * self.cells], self.sums[self.square(0) :]
        return (
            type(self.deals) is int
            and self.deals > 0
            and bool((self.products == self.products.T).all())
            and bool((abs(self.sums) <= self.deals * most).all())
            and bool((abs(self.products) <= self.deals * most**2).all())
            and bool((self.unfinished >= 0).all() and (self.unfinished <= self.deals * most).all())
            and bool((decided[: self.cells] >= abs(sums.reshape(-1, self.cells))).all())
        )

    @property
    def views(self) -> int:
        """From how many seats outcomes are seen; of two seats the other's are the opposite."""
        return len(_outcomes(self.seats))

    @property
    def scale(self) -> int:
        """What the squares of an outcome that a seat won add up to, over the seats seen from."""
        return int((_outcomes(self.seats)[:, 0] ** 2).sum())

    @property
    def won(self) -> bool:
        """Whether any game was."""
        return bool(self.sums[self.square(0) : self.square(self.cells)].any())

    def square(self, cell: int) -> int:
        """Return where among the numbers of a deal the squares of a cell stand."""
        return self.views * self.cells + cell

    def place(self, cell: int, other: int, same_shuffle: bool) -> int:
        """Return where among the numbers of a deal the products of two cells stand."""
        pairs = _cell_pairs(self.cells)
        at = pairs.index((min(cell, other), max(cell, other)))
        return self.square(self.cells) + at + same_shuffle * len(pairs)

    def pairs(self, same_shuffle: bool) -> int:
        """Return how many products of two cells a deal has."""
        others = self.replicates - 1 or 1 if same_shuffle else (self.shuffles - 1) * self.replicates
        return self.shuffles * self.replicates * others

    def means(self) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """Return the mean of each number of a deal, and how these means vary together."""
        n = self.deals
        sums = self.sums.astype(object)  # Python's whole numbers do not overflow
        scatter = n * self.products.astype(object) - np.outer(sums, sums)
        covariance = scatter / (n * n * (n - 1)) if n > 1 else np.full(scatter.shape, np.nan)
        return (sums / n).astype(np.float64), covariance.astype(np.float64)


@lru_cache
def _outcomes(seats: int) -> Ints:
    """Return X by the seat from which it is seen, of all but one of two, and by code (CODES)."""
    by_place = [WINS.index(code) if code in WINS[:seats] else -1 for code in CODES]
    views = range(1 if seats == 2 else seats)
    won = seats - 1
    return np.array([
        [0 if place < 0 else won if place == view else -1 for place in by_place] for view in views
    ])  # fmt: skip


def _cell_pairs(cells: int) -> list[tuple[int, int]]:
    return list(combinations_with_replacement(range(cells), 2))


def _pair_sums(games: Ints) -> Iterator[Ints]:
    """Yield by pair of cells the sum of products over games of different shuffles, then of one.

    `games` has a value by cell, shuffle and replicate.
    """
    shuffles, totals = games.sum(axis=2), games.sum(axis=(1, 2))
    pairs = _cell_pairs(len(games))
    for a, b in pairs:
        yield totals[a] * totals[b] - (shuffles[a] * shuffles[b]).sum(axis=0)
    for a, b in pairs:
        alike = (games[a] * games[b]).sum(axis=(0, 1))
        one_shuffle = (shuffles[a] * shuffles[b]).sum(axis=0)
        yield alike if games.shape[2] == 1 else one_shuffle - alike
