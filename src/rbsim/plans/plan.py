"""Plan: studies with their options, presets of one's own, and what becomes of results."""

from collections.abc import Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

import rbcore
from rbcore.cards.ranges import known_names, shown
from rbsim.pipeline.engine import Engine, open_engine
from rbsim.pipeline.study import Study
from rbsim.results.options import Option
from rbsim.results.result import StudyResult
from rbsim.results.study_kind import StudyKind
from rbsim.running.batch import Progress
from rbsim.stats.level import LEVEL

LEAST_PART = 10  # games of a study in a part of its plan, so that its figures can be worked out


def plan_options(kind: StudyKind[Any]) -> dict[str, Option]:
    """Return the options that a plan can name: those that decide what is played."""
    return {name: one for name, one in kind.options.items() if one.plays}


@dataclass(frozen=True)
class PlannedStudy:
    """A study of a plan.

    Attributes
    ----------
    name : str
        Its name, which is that of its store too.
    kind : rbsim.results.study_kind.StudyKind
        What kind of study it is.
    options : mapping
        What the plan says of it, by the names of Python; rules in place of variants' names.
    study : Study
        Its arms.
    """

    name: str
    kind: StudyKind[Any]
    options: Mapping[str, Any]
    study: Study

    @property
    def level(self) -> float:
        """The level of its intervals."""
        return float(self.options.get("level", LEVEL))

    def part(self, one_in: int) -> Self:
        """Return the study with one in so many of its games, but LEAST_PART if it has as many."""
        least = min(LEAST_PART, self.study.count)
        count = {self.study.arms[0].row_kind.noun: max(least, self.study.count // one_in)}
        options = {**self.options, **count}
        return replace(self, options=options, study=self.kind.study(options))

    def play(
        self,
        *,
        threads: int | None = None,
        executor: Executor | None = None,
        store: str | Path | None = None,
        progress: Progress | None = None,
    ) -> StudyResult:
        """Play the study, or read it from its store; parameters as of `rbsim.simulate`."""
        with open_engine(self.study, threads, executor, store) as engine:
            return self.play_on(engine, progress)

    def play_on(self, engine: Engine, progress: Progress | None = None) -> StudyResult:
        """Play the study on an open engine."""
        made: StudyResult = self.kind.play_on(engine, self.level, progress)
        return made


@dataclass(frozen=True)
class Output:
    """What becomes of the results of a plan; empty for nothing."""

    stores: str = ""  # the folder of the stores, one for each study
    out: str = ""  # the file of a study's figures, with ``{name}`` for its name
    report: str = ""  # the page about the stores
    figures: bool = False  # whether the pictures of the page lie beside it too

    def part(self, one_in: int) -> Self:
        """Return the places of a part of the plan, so that it never mixes with the whole."""
        mark = f"-part-{one_in}"
        out, report = (
            str(path.with_name(f"{path.stem}{mark}{path.suffix}")) if path.name else ""
            for path in map(Path, (self.out, self.report))
        )
        stores = f"{self.stores.rstrip('/')}{mark}" if self.stores else ""
        return replace(self, stores=stores, out=out, report=report)


@dataclass(frozen=True)
class Plan:
    """Studies as a file says them; `read_plan` reads it.

    Attributes
    ----------
    file : str
        The name of the file.
    text : str
        All that it says; stores and reports keep it.
    title : str
        The heading of the report.
    presets : mapping of str to rbcore.Preset
        The presets of one's own.
    studies : tuple of PlannedStudy
        In the order of the file.
    output : Output
        What becomes of results.

    Examples
    --------
    >>> import os, tempfile, rbsim
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = os.path.join(folder, "plan.toml")
    ...     with open(file, "w") as plan:
    ...         _ = plan.write('[[study]]\\nkind = "advantage"\\nvariant = ["strict", "peek"]')
    ...     plan = rbsim.read_plan(file)
    >>> plan
    <Plan: plan.toml, strict, peek>
    >>> plan["peek"].study.count
    100000
    """

    file: str
    text: str
    title: str
    presets: Mapping[str, rbcore.Preset]
    studies: tuple[PlannedStudy, ...]
    output: Output

    def __getitem__(self, name: str) -> PlannedStudy:
        """Return the study of a name. Raises ValueError, which names the nearest, without one."""
        for one in self.studies:
            if one.name == name:
                return one
        names = [one.name for one in self.studies]
        raise ValueError(f"{shown(name)} is not a study of {self.file}; {known_names(name, names)}")

    def __iter__(self) -> Iterator[PlannedStudy]:
        """Return the studies in the order of the file."""
        return iter(self.studies)

    def __len__(self) -> int:
        """Return how many studies there are."""
        return len(self.studies)

    def __repr__(self) -> str:
        names = [one.name for one in self.studies]
        more = "" if len(names) <= 3 else f", ... {len(names)} studies"
        return f"<Plan: {self.file}, {', '.join(names[:3])}{more}>"
