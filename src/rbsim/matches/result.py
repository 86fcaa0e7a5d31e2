"""Result: the matches of one batch, what they add up to, and where they come from."""

from __future__ import annotations

from rbsim.batch import Batch, Rows
from rbsim.matches import tables
from rbsim.matches.summary import MatchSummary
from rbsim.matches.totals import MatchTotals
from rbsim.result import Played
from rbsim.tables import Report


class MatchResult(Played):
    """What `match` returns.

    matches: structured array of rbcore.MATCH, one row a match in the order of their numbers, or
    None
    totals: exact sums of all matches (rbsim.matches.totals.MatchTotals)
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
