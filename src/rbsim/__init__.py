"""Simulation of Russian Bank: games and matches, statistics of outcomes, a command line."""

from importlib import import_module

TYPE_CHECKING = False  # as of typing, which is large enough to be interrupted in
if TYPE_CHECKING:
    from rbsim.loading import load
    from rbsim.page_writer import report
    from rbsim.patience_games import patience, patience_survey, sympathy
    from rbsim.plans.plan import Plan, PlannedStudy
    from rbsim.plans.playing import play_plan
    from rbsim.plans.reading import read_plan
    from rbsim.results.match_summary import MatchSummary
    from rbsim.results.patience_result import Patience, PatienceSummary
    from rbsim.results.side_by_side import Survey
    from rbsim.results.simulated import MatchResult, Result
    from rbsim.results.summary import Summary
    from rbsim.running.player import Player
    from rbsim.simulation import match, simulate, survey
    from rbsim.stats.figure import Figure
    from rbsim.studies.axis_sweep import Sweep, sweep
    from rbsim.studies.comparison import Comparison, compare
    from rbsim.studies.round_robin import Ladder, ladder
    from rbsim.studies.starter_advantage import Advantage, advantage

__version__ = "0.1.0"  # that of rbcore, which rbsim.core_version compares

# Nothing is imported before it is asked for: a command can be interrupted before NumPy is there,
# and studies cost nothing where none is made.
MODULES = {
    "Figure": "stats.figure",
    "MatchResult": "results.simulated",
    "MatchSummary": "results.match_summary",
    "Patience": "results.patience_result",
    "PatienceSummary": "results.patience_result",
    "Plan": "plans.plan",
    "PlannedStudy": "plans.plan",
    "Player": "running.player",
    "Result": "results.simulated",
    "Summary": "results.summary",
    "Survey": "results.side_by_side",
    "load": "loading",
    "match": "simulation",
    "patience": "patience_games",
    "patience_survey": "patience_games",
    "play_plan": "plans.playing",
    "read_plan": "plans.reading",
    "report": "page_writer",
    "simulate": "simulation",
    "survey": "simulation",
    "sympathy": "patience_games",
}
FOLDERS = (
    "cli", "core_version", "envs", "formatting", "loading", "optional", "page_writer",
    "patience_games", "pictures", "pipeline", "plans", "reporting", "results", "running",
    "simulation", "stats", "studies", "sums",
)  # fmt: skip

__all__ = [
    "Advantage",
    "Comparison",
    "Figure",
    "Ladder",
    "MatchResult",
    "MatchSummary",
    "Patience",
    "PatienceSummary",
    "Plan",
    "PlannedStudy",
    "Player",
    "Result",
    "Summary",
    "Survey",
    "Sweep",
    "__version__",
    "advantage",
    "compare",
    "ladder",
    "load",
    "match",
    "patience",
    "patience_survey",
    "play_plan",
    "read_plan",
    "report",
    "simulate",
    "survey",
    "sweep",
    "sympathy",
]


def __getattr__(name: str) -> object:
    """Return a public name or a folder of rbsim, which loads when it is first asked for."""
    if name in FOLDERS:
        return import_module(f"rbsim.{name}")
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import_module("rbsim.core_version")
    value: object = getattr(import_module(f"rbsim.{MODULES.get(name, 'studies')}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Return all names, whether they are loaded or not."""
    return sorted({*globals(), *__all__})
