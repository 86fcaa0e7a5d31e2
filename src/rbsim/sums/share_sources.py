"""Share sources: what the variance of a game's outcome is shared out to, by the cells of a study.

Of each seating there is a cell as played, then one for each seat that starts.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial

import numpy as np

from rbsim.stats.level import LEVEL
from rbsim.sums.deal_moments import DealMoments
from rbsim.sums.variance_shares import Cards, Floats, Share, VarianceShares

CAUSAL, PLAYED = "causal", "as played"  # which cells a share is of
PLAYERS, START, OPEN, HIDDEN = "players", "start", "open cards", "hidden cards"
CARDS_AND_PLAYERS, PLAYERS_AND_START = "cards and players", "players and start"
SEAT, PLAY = "seat", "play"
CARDS = {OPEN: Cards.OPEN, HIDDEN: Cards.HIDDEN}


def source_names(seatings: int, replicates: int, start: str) -> list[str]:
    """Return the sources of a study, `causal` or `as played`, in the order of tables."""
    differ, causal = seatings > 1, start == CAUSAL
    return [
        *[PLAYERS] * differ,
        *[START] * causal,
        *CARDS,
        *[CARDS_AND_PLAYERS] * differ,
        *[PLAYERS_AND_START] * (differ and causal),
        SEAT,
        *[PLAY] * (replicates > 1),
    ]


class ShareSources:
    """The shares of all sources, of the cells with forced starts or of those as played.

    The moments are of one seating, or of the two of two players who differ; `start` is CAUSAL or
    PLAYED.
    """

    def __init__(self, moments: DealMoments, start: str = CAUSAL, level: float = LEVEL) -> None:
        self.seats, own = moments.seats, 1 + moments.seats
        self.seatings = moments.cells // own
        self.names = source_names(self.seatings, moments.replicates, start)
        self.cells = [i for i in range(moments.cells) if (i % own == 0) == (start == PLAYED)]
        self._starts = self.seats if start == CAUSAL else 1
        self._all = moments.cells
        self.variance = VarianceShares(moments, self.cells, level)

    def share(self, source: str) -> Share:
        """Return the share of a source, one of `names`."""
        return self._recipes[source]()

    def common(self, source: str) -> Share:
        """Return what the same cards give a seat whoever starts, of open or of hidden cards."""
        (mean,), halves = self._patterns("", ""), self._patterns("", "start")
        return self.variance.in_common(CARDS[source], mean, *halves)

    @cached_property
    def _recipes(self) -> dict[str, Callable[[], Share]]:
        of_cards, of_mean = self.variance.of_cards, self.variance.of_mean
        whoever_starts, more = ["", "start"][: self._starts], "players"
        alike = [one for by in whoever_starts for one in self._patterns("", by)]
        differing = [one for by in whoever_starts for one in self._patterns(more, by)]
        return {
            PLAYERS: partial(of_mean, *self._patterns(more, "")),
            START: partial(of_mean, *self._places()),
            **{name: partial(of_cards, cards, *alike) for name, cards in CARDS.items()},
            CARDS_AND_PLAYERS: partial(of_cards, Cards.ALL, *differing),
            PLAYERS_AND_START: partial(of_mean, *self._patterns(more, "start")),
            SEAT: partial(of_mean, *self._seats()),
            PLAY: self.variance.of_play,
        }

    def _patterns(self, seating: str, start: str) -> list[Floats]:
        """Return the cells' weights whose sums are means, or what differs by seating or start.

        Of two that is half a difference; by seating and start half that of the differences.
        """
        made = []
        for own in differences(self.seatings) if seating else [mean_of(self.seatings)]:
            for other in differences(self._starts) if start else [mean_of(self._starts)]:
                weights = np.zeros(self._all)
                weights[self.cells] = np.outer(own, other).ravel()
                made.append(weights)
        return made

    # Seats of a table differ by their place after the starter alone, so of three seats outcomes are
    # averaged over the table turned round. Of two what one seat sees is all there is to see.

    def _places(self) -> list[Floats]:
        """Return the patterns of what a seat's place after the starter is worth."""
        if self.seats == 2:
            return self._patterns("", "start")
        return self._turned(lambda seat, start: seat - start)

    def _seats(self) -> list[Floats]:
        """Return the patterns of what a seat is worth, and of which starts a certain seat."""
        if self.seats == 2:
            return self._patterns("", "")
        made = self._turned(lambda seat, start: seat)
        return made + self._turned(lambda seat, start: seat + start) * (self._starts > 1)

    def _turned(self, number: Callable[[int, int], int]) -> list[Floats]:
        """Return the patterns of outcomes that differ by a number, of seat and start, modulo."""
        made = []
        for difference in differences(self.seats):
            weights = np.zeros((self.seats, self._all))
            for start, cell in enumerate(self.cells):
                for seat in range(self.seats):
                    weights[seat, cell] = difference[number(seat, start) % self.seats]
            made.append(weights * self.seats**0.5 / len(self.cells))
        return made


def mean_of(count: int) -> Floats:
    """Return the weights of a mean."""
    return np.full(count, 1 / count)


def differences(count: int) -> list[Floats]:
    """Return weights that are orthogonal to the mean and to each other, as long as that is.

    They are Helmert's.
    """
    made = []
    for i in range(1, count):
        weights = np.array([1.0] * i + [-i] + [0.0] * (count - i - 1))
        made.append(weights / np.sqrt(count * i * (i + 1)))
    return made
