"""Result: the matches of one batch, what they add up to, and where they come from."""

from __future__ import annotations

from rbsim.formatting import match_tables as tables
from rbsim.formatting.tables import Report
from rbsim.results.match_summary import MatchSummary
from rbsim.results.simulated import Played
from rbsim.running.batch import Batch, Rows
from rbsim.sums.match_totals import MatchTotals


class MatchResult(Played):
    """What `match` returns.

    matches: structured array of rbcore.MATCH, one row a match in the order of their numbers, or
    None
    totals: exact sums of all matches (rbsim.sums.match_totals.MatchTotals)
    seconds: wall time of the playing alone
    """

    def __init__(
        self, batch: Batch, totals: MatchTotals, seconds: float, matches: Rows | None = None
    ) -> None:
        super().__init__(batch, seconds, matches)
        self.totals = totals

    @property
    def matches(self) -> Rows | None:
        return self.rows

    def summary(self) -> MatchSummary:
        return MatchSummary.of(self.totals, self.seconds)

    def report(self) -> Report:
        return tables.report(self)
