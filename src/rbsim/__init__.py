"""Simulation of Russian Bank: games and matches, statistics of outcomes, a command line."""

from importlib import import_module

from rbsim.studies import modules

TYPE_CHECKING = False  # as of typing, which is large enough to be interrupted in
if TYPE_CHECKING:
    from rbsim.plans.plan import Plan as Plan
    from rbsim.plans.plan import PlannedStudy as PlannedStudy
    from rbsim.plans.plan_files import play_plan as play_plan
    from rbsim.plans.reading import read_plan as read_plan
    from rbsim.results.summary import MatchSummary as MatchSummary
    from rbsim.results.summary import PatienceSummary as PatienceSummary
    from rbsim.results.summary import Summary as Summary
    from rbsim.running.player import Player as Player
    from rbsim.stats.figure import Figure as Figure
    from rbsim.studies import Advantage as Advantage
    from rbsim.studies import Comparison as Comparison
    from rbsim.studies import Fair as Fair
    from rbsim.studies import Ladder as Ladder
    from rbsim.studies import Luck as Luck
    from rbsim.studies import MatchResult as MatchResult
    from rbsim.studies import Patience as Patience
    from rbsim.studies import Result as Result
    from rbsim.studies import Survey as Survey
    from rbsim.studies import Sweep as Sweep
    from rbsim.studies import advantage as advantage
    from rbsim.studies import compare as compare
    from rbsim.studies import fair as fair
    from rbsim.studies import ladder as ladder
    from rbsim.studies import luck as luck
    from rbsim.studies import match as match
    from rbsim.studies import patience as patience
    from rbsim.studies import patience_survey as patience_survey
    from rbsim.studies import simulate as simulate
    from rbsim.studies import survey as survey
    from rbsim.studies import sweep as sweep
    from rbsim.studies import sympathy as sympathy
    from rbsim.studies.result_pages import report as report
    from rbsim.studies.stored_results import load as load

__version__ = "0.1.0"  # that of rbcore, which rbsim.core_version compares

# Nothing is imported before it is asked for: a command can be interrupted before NumPy is there,
# and studies cost nothing where none is made.
MODULES = {
    "Figure": "stats.figure",
    "MatchSummary": "results.summary",
    "PatienceSummary": "results.summary",
    "Plan": "plans.plan",
    "PlannedStudy": "plans.plan",
    "Player": "running.player",
    "Summary": "results.summary",
    "load": "studies.stored_results",
    "play_plan": "plans.plan_files",
    "read_plan": "plans.reading",
    "report": "studies.result_pages",
} | modules()
FOLDERS = (
    "cli", "core_version", "envs", "games", "opinions", "optional", "pipeline", "plans",
    "rendering", "results", "running", "stats", "studies", "sums",
)  # fmt: skip

__all__ = ["__version__", *sorted(MODULES)]


def __getattr__(name: str) -> object:
    """Return a public name or a folder of rbsim, which loads when it is first asked for."""
    if name in FOLDERS:
        return import_module(f"rbsim.{name}")
    if name not in __all__:
        said = f"module {__name__!r} has no attribute {name!r}"
        if not name.startswith("_") and name in dir(import_module("rbcore")):
            said += f"; rbcore.{name} is one"
        raise AttributeError(said)
    import_module("rbsim.core_version")
    value: object = getattr(import_module(f"rbsim.{MODULES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Return the public names, whether they are loaded or not."""
    return sorted([*__all__, "envs", "stats"])
