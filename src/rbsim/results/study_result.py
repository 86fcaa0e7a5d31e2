"""Study result: a result of the arms of a study, which runs over other games can join."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import replace
from typing import Any, Self

from rbsim.pipeline.study import Study
from rbsim.pipeline.sums_record import sums_record
from rbsim.pipeline.tally import Tally
from rbsim.results.parts import joined_parts, joined_study, parts_provenance
from rbsim.results.tabular import TabularResult
from rbsim.stats.level import check_level


class StudyResult(TabularResult):
    """A result of games that were played.

    Attributes
    ----------
    study : Study
        The arms that were played; of merged results, with all their games.
    tally : Tally
        Exact sums of all games.
    parts : tuple of Study
        The studies that were played: one, unless results were merged.
    """

    study: Study
    tally: Tally
    parts: tuple[Study, ...]

    def _keep(self, study: Study, tally: Tally, level: float) -> None:
        """Set the attributes that all results have."""
        self.study = study
        self.tally = tally
        self.seconds = tally.seconds
        self.level = check_level(level)
        self.parts = (study,)

    def keep_plan(self, plan: Mapping[str, str] | None) -> None:
        """Note the plan that the games are of, as rbsim.studies.Study has it."""
        self.study = replace(self.study, plan=plan)
        self.parts = (self.study,)

    @abstractmethod
    def _remade(self, study: Study, tally: Tally, level: float) -> Self:
        """Return a result of this kind of other sums, or at another level."""

    def at(self, level: float) -> Self:
        """Return the same result with all its intervals at another level, as 0.99."""
        made = self._remade(self.study, self.tally, check_level(level))
        made.study, made.parts = replace(made.study, plan=self.study.plan), self.parts
        return made

    @property
    def provenance(self) -> dict[str, Any]:
        """All that is needed to play the games again, and the versions that played them."""
        return parts_provenance(self.parts)

    @property
    def sums(self) -> dict[str, Any]:
        """The exact sums of all games as plain values, which files keep."""
        return sums_record(self.tally)

    def __add__(self, other: Self) -> Self:
        """Return the result of the games of both: the same study over other games.

        Raises
        ------
        ValueError
            In one sentence, for games that overlap, another study, and games until a goal.
        """
        if type(other) is not type(self):
            return NotImplemented
        parts = joined_parts(self.parts, other.parts)
        tally = deepcopy(self.tally)
        tally.merge(deepcopy(other.tally))
        made = self._remade(joined_study(parts), tally, self.level)
        made.parts = parts
        return made
