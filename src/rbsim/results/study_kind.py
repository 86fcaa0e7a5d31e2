"""Study kind: how options become arms, and which result their sums make."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

from rbcore.cards.ranges import known_names, shown
from rbsim.pipeline.engine import Sink, Source, open_engine
from rbsim.pipeline.study import Study
from rbsim.pipeline.tally import Tally
from rbsim.results.options import Option, options_of
from rbsim.results.playing import play_arms
from rbsim.results.result import StudyResult
from rbsim.running.batch import Progress
from rbsim.stats.level import LEVEL, check_level

R = TypeVar("R", bound=StudyResult)
Given = Mapping[str, Any]  # the options of a study, by the names of its function's parameters
MACHINERY = ("executor", "progress")  # what no option declares, as it is not of commands


@dataclass(frozen=True)
class StudyKind(Generic[R]):
    """A kind of study: all that the command line, plans, files and pages need to know of it."""

    name: str  # of the command, of the plan's kind, and in stores and files
    call: Callable[..., R]  # the public function; its signature declares the options
    arms: Callable[[Given], Study]  # makes the study of all options
    result: Callable[[Study, Tally, float], R]  # of a study, its sums and a level
    heading: str  # of a page about it
    words: str  # what the command does
    examples: tuple[str, ...] = ()  # command lines, for help
    stored: bool = True  # whether a store can keep its rows
    has_rows: bool = False  # whether the command can write its rows to a file
    has_command: bool = True  # whether the command is made of the signature, and not by hand

    @cached_property
    def options(self) -> dict[str, Option]:
        """The options by name, as the signature of `call` declares them."""
        return options_of(self.call)

    def study(self, given: Given) -> Study:
        """Return the study of some options, all others as they are by default.

        Raises TypeError, in one sentence, for an unknown option.
        """
        unknown = sorted(set(given) - {*self.options, *MACHINERY})
        if unknown:
            known = known_names(unknown[0], self.options)
            raise TypeError(f"{shown(unknown[0])} is not an option here; {known}")
        own = {name: one.default for name, one in self.options.items()}
        check_level(given.get("level", LEVEL))
        return self.arms({**own, **given})

    def play(self, **given: Any) -> R:
        """Play the study of some options, or read it from its store."""
        study = self.study(given)
        own = [given.get(name) for name in ("threads", "executor", "store")]
        with open_engine(study, *own) as engine:
            level = given.get("level", LEVEL)
            return self.play_on(study, engine, level, given.get("progress"))

    def play_on(
        self,
        study: Study,
        source: Source,
        level: float = LEVEL,
        progress: Progress | None = None,
        sinks: Sequence[Sink] = (),
    ) -> R:
        """Play a study on an open engine, or read it."""
        tally = play_arms(study, source, progress, sinks)
        made = self.result(study, tally, check_level(level))
        made.keep_plan(study.plan)
        return made
