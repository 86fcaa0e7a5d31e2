"""The result of a batch of games of patience: how often one comes out, and what is left."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rbsim.formatting import patience_tables
from rbsim.formatting.tables import Report
from rbsim.results.batch_figures import anytime_figure, quantile_figures, quantity_name
from rbsim.results.batch_result import BatchResult
from rbsim.results.match_summary import MeanAndQuantiles
from rbsim.stats.figure import Figure, mean_figure, rate_figure
from rbsim.stats.intervals import Rate
from rbsim.sums.histograms import Rows
from rbsim.sums.patience_totals import WINS, WON

if TYPE_CHECKING:
    from rbsim.pictures.drawing import Picture


@dataclass(frozen=True)
class PatienceSummary:
    """Estimates from a batch of games of patience, with their intervals.

    Attributes
    ----------
    wins : Rate
        Games that came out. One that was left undecided is open for it.
    rates : dict of str to Rate
        Games by outcome, wins first; then those that neither came out nor were lost.
    counted : dict of str to MeanAndQuantiles
        What is counted a game, by quantity: ``cards_left``, ``passes``; ``hits`` where ranks are
        called; ``pairs_left`` and ``pairs_stuck`` of Sympathy.

    Examples
    --------
    >>> import rbsim
    >>> summary = rbsim.patience("talkative", games=1_000).summary()
    >>> summary.wins.count, list(summary.counted)
    (622, ['cards_left', 'passes', 'hits'])
    """

    wins: Rate
    rates: dict[str, Rate]
    counted: dict[str, MeanAndQuantiles]


class Patience(BatchResult):
    """The result of `patience`: how often a game comes out.

    Attributes
    ----------
    batch : Batch
        The games that were played: form, player, seed.
    totals : PatienceTotals or SympathyTotals
        Exact sums of all games.
    seconds : float
        Wall time of playing.
    stopped : rbsim.pipeline.stopping.Stopped, optional
        How playing until the rate was known (`until`) ended.
    level : float
        Of all intervals; `at` gives the same result at another level.

    Examples
    --------
    >>> import rbsim
    >>> result = rbsim.patience("robert,passes=3", games=500)
    >>> result.variant, result.players, result.games.shape
    ('robert,passes=3', 'plain', (500,))
    >>> result.figure("cards_left").n
    500
    """

    @property
    def games(self) -> Rows | None:
        """One row for each game in the order of their numbers, if rows were kept.

        Of rbcore.patience.playing.ROW, or of Sympathy rbcore.patience.sympathy.GAME.
        """
        return self._rows

    @property
    def wins(self) -> Rate:
        """The rate of games that came out."""
        return Rate(self.totals.won, self.totals.games, self.totals.undecided, self.level)

    def summary(self) -> PatienceSummary:
        """Return rates, means and quantiles with their intervals."""
        totals, names = self.totals, self.batch.row_kind.outcomes
        rates = {WINS: self.wins}
        counts = dict(enumerate(totals.outcomes.tolist()))
        for outcome in range(WON + 1, len(names)):
            # Shown at 0 too where somebody decides, so that figures do not come and go by chance.
            if counts.get(outcome) or len(self.batch.rules.game.players) > 1:
                rate = Rate(counts.get(outcome, 0), totals.games, level=self.level)
                rates[names[outcome]] = rate
        counted = {
            quantity: MeanAndQuantiles.from_histogram(getattr(totals, name), self.level)
            for name, quantity in totals.COUNTED.items()
            if name != "hits" or totals.hits[1:].any()
        }
        return PatienceSummary(self.wins, rates, counted)

    def _figures(self) -> Iterator[Figure]:
        summary, n = self.summary(), self.totals.games
        figures = [rate_figure(quantity_name(name), one) for name, one in summary.rates.items()]
        if self.stopped is not None:
            figures.append(anytime_figure(self.stopped))
        for name, both in summary.counted.items():
            figures.append(mean_figure(name, both.mean))
            figures += quantile_figures(name, both.quantiles, n, self.level)
        for one in figures:
            yield one.of(variant=self.variant, players=self.players)

    @property
    def answer(self) -> Figure:
        """The rate of games that came out."""
        return self.figure(WINS)

    @property
    def _default_quantity(self) -> str:
        return WINS

    def _picture(self, quantity: str | None) -> Picture:
        from rbsim.pictures import plots

        for name, own in self.totals.COUNTED.items():
            if own == quantity:
                title = f"{self.variant}, {self.players}"
                histogram = getattr(self.totals, name)
                words = own.replace("_", " ")
                return plots.lengths(words, title, histogram, tame=True, level=self.level)
        return super()._picture(quantity)

    def report(self) -> Report:
        """Return the tables that a terminal or a notebook shows."""
        return patience_tables.report(self)
