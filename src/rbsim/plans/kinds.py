"""Kinds of studies that a plan can name: their options, their arms and their results."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rbcore.rules.limits import LimitOptions
from rbsim.patience_games import forms_study, patience, patience_survey, runs_study
from rbsim.pipeline.engine import Engine, play
from rbsim.pipeline.stopping import read_goal
from rbsim.pipeline.study import Study
from rbsim.results.side_by_side import Survey
from rbsim.results.simulated import play_arms
from rbsim.results.study_result import StudyResult
from rbsim.running.batch import PLAYERS, Batch, Options, Progress, make_batch, run_batches
from rbsim.running.row_kinds import GAMES, MATCHES, RowKind
from rbsim.simulation import match, simulate, survey, survey_study
from rbsim.stats.level import check_level
from rbsim.studies.axis_sweep import Sweep, grid, sweep, sweep_study
from rbsim.studies.comparison import Comparison, compare, compare_study
from rbsim.studies.round_robin import (
    Ladder,
    check_anchor,
    ladder,
    ladder_study,
    play_ladder,
    player_names,
)
from rbsim.studies.starter_advantage import Advantage, advantage, advantage_study

Given = Mapping[str, Any]  # the options of a study, by the names of the function's parameters

# How games are played and kept is not what is played.
APART = ("threads", "executor", "store", "rows", "progress", "options")
OF_GAMES = (*inspect.get_annotations(Options), *inspect.get_annotations(LimitOptions))


@dataclass(frozen=True)
class Kind:
    """A kind of study.

    Attributes
    ----------
    function : callable
        The function of `rbsim` that plays one; its parameters are the options.
    study : callable
        Returns the arms that all options make.
    result : callable
        Plays them on an engine.
    several : tuple of str
        Options that have several values in one study.
    needs : str
        An option that must be given, if there is one.
    stored : bool
        Whether a store can keep its rows.
    """

    function: Callable[..., StudyResult]
    study: Callable[[Given], Study]
    result: Callable[[Study, Engine, Given, Progress | None], StudyResult]
    several: tuple[str, ...] = ()
    needs: str = ""
    stored: bool = True

    @property
    def options(self) -> dict[str, Any]:
        """All options with their defaults; None for those of batches, which have their own."""
        parameters = inspect.signature(self.function).parameters.values()
        own = {p.name: None if p.default is p.empty else p.default for p in parameters}
        more = OF_GAMES if "options" in own else ()
        return {name: one for name, one in own.items() if name not in APART} | dict.fromkeys(more)

    def make(self, given: Given) -> Study:
        """Return the study of some options, all others as they are by default."""
        return self.study({**self.options, **given})

    def play(
        self, study: Study, engine: Engine, given: Given, progress: Progress | None
    ) -> StudyResult:
        """Play a study that `make` made."""
        return self.result(study, engine, {**self.options, **given}, progress)


def _of_games(given: Given) -> dict[str, Any]:
    check_level(given["level"])
    return {name: given[name] for name in OF_GAMES if given[name] is not None}


def _batch(given: Given, variant: Any) -> Batch:
    return make_batch(variant, given["players"], given["games"], **_of_games(given))


def _runs(given: Given, count: int, row_kind: RowKind) -> tuple[Batch, ...]:
    options = _of_games(given)
    return tuple(run_batches(given["variant"], given["players"], count, row_kind, **options))


def _simulation(given: Given) -> Study:
    goal = read_goal(given["until"], given["of"])
    return Study("simulate", _runs(given, given["games"], GAMES), goal=goal)


def _survey(given: Given) -> Study:
    players = given["players"] or PLAYERS
    return survey_study(given["variants"] or (), players, given["games"], **_of_games(given))


def _sweep(given: Given) -> Study:
    points = grid(given["axes"], given["variant"])
    return sweep_study([_batch(given, point.rules) for point in points])


def _ladder(given: Given) -> Study:
    study = ladder_study(
        given["variant"], given["players"], given["games"], given["until"], **_of_games(given)
    )
    check_anchor(given["anchor"], player_names(study))
    return study


def _patience(given: Given) -> Study:
    return runs_study((given["game"],), *_of_patience(given))


def _patience_survey(given: Given) -> Study:
    return forms_study(given["forms"] or (), *_of_patience(given))


def _of_patience(given: Given) -> list[Any]:
    check_level(given["level"])
    return [given[name] for name in ("players", "games", "until", "seed", "first")]


def _play_runs(study: Study, engine: Engine, given: Given, told: Progress | None) -> StudyResult:
    level = given["level"]
    results = play_arms(study, engine, told, level)
    one: StudyResult = results[0]
    return one if len(results) == 1 else Survey(study, results, level)


def _play_survey(study: Study, engine: Engine, given: Given, told: Progress | None) -> StudyResult:
    level = given["level"]
    return Survey(study, play_arms(study, engine, told, level), level)


KINDS: Mapping[str, Kind] = {
    "simulate": Kind(simulate, _simulation, _play_runs, ("players",)),
    "match": Kind(
        match,
        lambda given: Study("match", _runs(given, given["matches"], MATCHES)),
        _play_runs,
        ("players",),
        stored=False,
    ),
    "survey": Kind(survey, _survey, _play_survey, ("variants", "players")),
    "advantage": Kind(
        advantage,
        lambda given: advantage_study(_batch(given, given["variant"])),
        lambda study, engine, given, told: Advantage(
            study, play(study, engine, progress=told), given["level"]
        ),
    ),
    "compare": Kind(
        compare,
        lambda given: compare_study([_batch(given, one) for one in given["variants"]]),
        lambda study, engine, given, told: Comparison(
            study, play(study, engine, progress=told), given["level"]
        ),
        ("variants",),
        "variants",
    ),
    "sweep": Kind(
        sweep,
        _sweep,
        lambda study, engine, given, told: Sweep(
            grid(given["axes"], given["variant"]),
            study,
            play(study, engine, progress=told),
            given["level"],
        ),
        ("axes",),
        "axes",
    ),
    "ladder": Kind(
        ladder,
        _ladder,
        lambda study, engine, given, told: Ladder(
            study, play_ladder(study, engine, told), given["anchor"], given["level"]
        ),
        ("players",),
        "players",
    ),
    "patience": Kind(patience, _patience, _play_runs, ("players",), "game"),
    "patience-survey": Kind(patience_survey, _patience_survey, _play_survey, ("forms", "players")),
}


def find_kind(word: str) -> Kind | None:
    """Return the kind of a name, with `-` or `_`; None if there is none."""
    return KINDS.get(word.replace("_", "-"))
