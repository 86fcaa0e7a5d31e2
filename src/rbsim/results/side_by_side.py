"""Side by side: the results of several runs, variants and players next to each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Self

from rbsim.formatting import patience_tables, side_by_side
from rbsim.formatting.tables import Report, joined_reports, run_lengths
from rbsim.pipeline.study import Study
from rbsim.pipeline.tally import Tally
from rbsim.results.batch_result import BatchResult
from rbsim.results.patience_result import Patience
from rbsim.results.simulated import Result
from rbsim.results.study_result import StudyResult
from rbsim.stats.figure import Figure
from rbsim.stats.level import LEVEL


class Survey(StudyResult):
    """Several runs of games, of matches or of games of patience, side by side.

    Attributes
    ----------
    study : Study
        An arm for each run.
    results : list of Result, MatchResult or Patience
        Each run by itself.
    level : float
        Of all intervals; `at` gives the same result at another level.

    Examples
    --------
    >>> import rbsim
    >>> found = rbsim.survey("standard", "strict", games=100, players="greedy")
    >>> found
    <Survey: 2 runs of 100 games>
    >>> [one.variant for one in found.results]
    ['standard', 'strict']
    >>> found.figure("stalemate", variant="strict").n
    100
    """

    def __init__(self, study: Study, results: Sequence[BatchResult], level: float = LEVEL) -> None:
        arms = {arm: one.totals for arm, one in enumerate(results)}
        self._keep(study, Tally(arms, None, sum(one.seconds for one in results)), level)
        self.results = [one.at(self.level) for one in results]

    def _figures(self) -> Iterator[Figure]:
        for result in self.results:
            yield from (replace(figure, again=None) for figure in result.figures)

    @property
    def _origin(self) -> dict[str, Any]:
        stopped = [one.stopped.record for one in self.results if one.stopped is not None]
        return {**self.provenance, **({"stopped": stopped} if stopped else {})}

    def _remade(self, study: Study, tally: Tally, level: float) -> Self:
        share = tally.seconds / len(study.arms)
        results = [
            type(one)(
                replace(one.batch, count=batch.count) if one.stopped is None else one.batch,
                tally.arms[arm],
                share,
                one._rows if tally.arms[arm] is one.totals else None,
                one.stopped,
                level,
            )
            for arm, (one, batch) in enumerate(zip(self.results, study.arms, strict=True))
        ]
        return type(self)(study, results, level)

    @property
    def _is_several(self) -> bool:
        return True

    @property
    def answer(self) -> Figure | None:
        """None: every run has an answer of its own."""
        return None

    @property
    def _default_quantity(self) -> str:
        return self.results[0].answer.quantity

    def report(self) -> Report:
        """Return a table with one line for each run; of matches, the tables of each."""
        shown: list[Any] = list(self.results)
        if isinstance(shown[0], Result):
            return side_by_side.report(shown, self.parts, self.level)
        if isinstance(shown[0], Patience):
            return patience_tables.survey_report(shown, self.parts, self.level)
        return joined_reports([one.report() for one in shown])

    def __repr__(self) -> str:
        noun = self.study.arms[0].row_kind.noun
        return f"<Survey: {len(self.results)} runs of {run_lengths(self.results)} {noun}>"
