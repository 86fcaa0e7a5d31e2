"""The kinds of studies, a module each; knows no command and no plan.

KINDS is the registry: of a new kind it has one line, and type checkers one import.
"""

from importlib import import_module

TYPE_CHECKING = False  # as of typing, which is large enough to be interrupted in
if TYPE_CHECKING:
    from rbsim.pipeline.engine import run as run
    from rbsim.pipeline.study import Study as Study
    from rbsim.pipeline.study import Tally as Tally
    from rbsim.results.study_kind import AnyKind
    from rbsim.studies.axis_sweep import Sweep as Sweep
    from rbsim.studies.axis_sweep import sweep as sweep
    from rbsim.studies.comparison import Comparison as Comparison
    from rbsim.studies.comparison import compare as compare
    from rbsim.studies.fair_start import Fair as Fair
    from rbsim.studies.fair_start import fair as fair
    from rbsim.studies.luck_and_skill import Luck as Luck
    from rbsim.studies.luck_and_skill import luck as luck
    from rbsim.studies.matches import MatchResult as MatchResult
    from rbsim.studies.matches import match as match
    from rbsim.studies.patience_games import Patience as Patience
    from rbsim.studies.patience_games import patience as patience
    from rbsim.studies.patience_games import patience_survey as patience_survey
    from rbsim.studies.patience_games import sympathy as sympathy
    from rbsim.studies.round_robin import ladder as ladder
    from rbsim.studies.side_by_side import Survey as Survey
    from rbsim.studies.side_by_side import survey as survey
    from rbsim.studies.simulation import Result as Result
    from rbsim.studies.simulation import simulate as simulate
    from rbsim.studies.standings import Ladder as Ladder
    from rbsim.studies.starter_advantage import Advantage as Advantage
    from rbsim.studies.starter_advantage import advantage as advantage

# By the name of the kind: its module, its call, and its result. In the order of help.
KINDS = {
    "simulate": ("simulation", "simulate", "Result"),
    "match": ("matches", "match", "MatchResult"),
    "survey": ("side_by_side", "survey", "Survey"),
    "advantage": ("starter_advantage", "advantage", "Advantage"),
    "fair": ("fair_start", "fair", "Fair"),
    "compare": ("comparison", "compare", "Comparison"),
    "sweep": ("axis_sweep", "sweep", "Sweep"),
    "ladder": ("round_robin", "ladder", "Ladder"),
    "luck": ("luck_and_skill", "luck", "Luck"),
    "patience": ("patience_games", "patience", "Patience"),
    "patience-survey": ("patience_games", "patience_survey", "Survey"),
    "sympathy": ("patience_games", "sympathy", "Survey"),
}
# Arms of one's own.
ARMS = {"Study": "pipeline.study", "Tally": "pipeline.study", "run": "pipeline.engine"}


def modules() -> dict[str, str]:
    """Return the module of every public name of the kinds, below rbsim."""
    named = list(KINDS.values())
    calls = {call: f"studies.{module}" for module, call, _ in named}
    # Of kinds with the same result, that of the first.
    return calls | {result: f"studies.{module}" for module, _, result in reversed(named)}


def find_kind(name: str) -> "AnyKind":
    """Return the kind of study of a name, with `-` or `_`. Raises ValueError if there is none."""
    from rbcore.cards.ranges import known_names, shown
    from rbsim.results.study_kind import StudyKind

    known = str(name).replace("_", "-")
    if known not in KINDS:
        raise ValueError(f"{shown(name)} is not a kind of study; {known_names(name, list(KINDS))}")
    module = import_module(f"rbsim.studies.{KINDS[known][0]}")
    kinds = (one for one in vars(module).values() if isinstance(one, StudyKind))
    return next(one for one in kinds if one.name == known)


def every_kind() -> "list[AnyKind]":
    """Return all kinds of studies."""
    return list(map(find_kind, KINDS))


__all__ = sorted([*modules(), *ARMS])


def __getattr__(name: str) -> object:
    """Return a public name, whose module loads when it is first asked for."""
    module = (modules() | ARMS).get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"rbsim.{module}"), name)
    globals()[name] = value
    return value
