"""Study kind: how options become arms, and which result their sums make."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

from rbcore.cards.ranges import known_names, shown
from rbcore.rules.definition import hyphened
from rbcore.rules.variants import AXES
from rbsim.optional import need
from rbsim.pipeline.engine import Engine, Sink, open_engine, play
from rbsim.pipeline.study import Study, Tally
from rbsim.results.options import SYNONYMS, Option, options_of
from rbsim.results.result import StudyResult
from rbsim.running.batch import Progress
from rbsim.running.player_errors import PlayersAlone
from rbsim.stats.level import LEVEL, check_level
from rbsim.sums.histograms import Rows

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
    has_games: bool = False  # whether the command can write its games, move by move
    has_command: bool = True  # whether the command is made of the signature, and not by hand
    needs: tuple[str, ...] = ()  # modules of the extra `stats` that it cannot do without

    @cached_property
    def options(self) -> dict[str, Option]:
        """The options by name, as the signature of `call` declares them."""
        return options_of(self.call)

    def study(self, given: Given) -> Study:
        """Return the study of some options, others as by default; TypeError for unknown ones."""
        return self._study(self._read(given))

    def _study(self, read: Given) -> Study:
        self._check_needs()
        own = {name: one.default for name, one in self.options.items()}
        check_level(read.get("level", LEVEL))
        return self.arms({**own, **read})

    def _read(self, given: Given) -> dict[str, Any]:
        """Return options with numbers as people write them read; TypeError for unknown ones."""
        read = dict(given)
        for name, value in given.items():
            if name not in self.options and name not in MACHINERY:
                raise TypeError(f"{shown(name)} is not an option here; {self._meant(name)}")
            if value is not None and name in self.options:
                read[name] = self.options[name].read(value)
        return read

    def _meant(self, name: str) -> str:
        """Return what to say of an option that is not there."""
        if hyphened(name) in AXES:
            return f"a rule is part of the variant, as 'standard,{hyphened(name)}=VALUE'"
        meant = SYNONYMS.get(name, name)
        return known_names(meant, self.options)

    def play(self, rows: bool = False, /, **given: Any) -> R:
        """Play or read the study of some options, as `call` does; keep a row a game if `rows`."""
        given = self._read(given)
        study = self._study(given)
        room = [arm.room() for arm in study.arms] if rows else []

        def keep(arm: int, own: Rows) -> None:
            start = int(own["index"][0]) - study.arms[arm].first
            room[arm][start : start + len(own)] = own

        machinery = [given.get(name) for name in ("threads", "executor", "store")]
        with PlayersAlone(), open_engine(study, *machinery) as engine:
            level, progress = given.get("level", LEVEL), given.get("progress")
            made = self.play_on(engine, level, progress, [keep] if rows else [])
        sums = made.tally.arms
        made.keep_rows([own[: sums[arm].count] for arm, own in enumerate(room)])
        return made

    def play_on(
        self,
        engine: Engine,
        level: float = LEVEL,
        progress: Progress | None = None,
        sinks: Sequence[Sink] = (),
    ) -> R:
        """Play the study of an open engine, or read it."""
        self._check_needs()
        with PlayersAlone():
            tally = play(engine, progress, sinks)
        return self.result(engine.study, tally, check_level(level))

    def _check_needs(self) -> None:
        for module in self.needs:
            need(module, "stats")


AnyKind = StudyKind[Any]
