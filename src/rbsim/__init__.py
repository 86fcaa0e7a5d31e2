"""Simulation of Russian Bank and its house rules: who wins, how often nobody wins, and why.

A study is one call. It plays the games of a seed, which are the same on every machine and with any
number of threads, and returns a `Result`, which prints its answer with tables:

>>> import rbsim
>>> found = rbsim.simulate("standard", "strict", games=1_000, players="greedy", seed=1)
>>> found.figure("turns", variant="strict")
39.3 (38.5 to 40.9), 1,000 games

    simulate    who wins, how often nobody wins, how long games are; variants side by side
    advantage   the value of starting, with every seat starting each deal
    compare     variants compared with the first one, deal by deal
    sweep       one or two axes of the rules, such as ``"reserve-size=5..20"``
    fair        handicaps of the starter that make starting worth nothing
    ladder      players against each other, with Elo ratings
    luck        how much of the outcome depends on the deal, the shuffle, the players' draws
    match       matches to a target score
    patience    games for one player, solved or played

Variants are names (``rbsim variants`` lists them), names with axes, ``"standard,reserve-size=9"``,
files, or rbcore.Rules; players are names (``rbsim players``), `Player`, or functions.
``until="0.5%"`` plays until the answer is known to 0.5 points; ``store="DIR"`` keeps every game and
continues a stopped run; ``rows=True`` keeps rows in memory.

A `Result` has `answer`, `figure`, `figures`, `report`, `plot`, `to_pandas`, `save`; results of
other games of a study are added with ``+``. `load` reads stores and saved results, `report` makes
a page of them, and `play_plan` plays the studies of a file.

`rbsim.games` has games move by move: it writes, reads, selects and shows them, and estimates what
their moves are worth. Environments for learning are in `rbsim.envs`; positions, moves and
single games in `rbcore`.
"""

TYPE_CHECKING = False  # instead of typing, which is slow to import
if TYPE_CHECKING:
    from rbsim.arms.players import Player as Player
    from rbsim.estimates.figures import Figure as Figure
    from rbsim.keeping.loading import load as load
    from rbsim.keeping.loading import report as report
    from rbsim.keeping.plans import Plan as Plan
    from rbsim.keeping.plans import PlannedStudy as PlannedStudy
    from rbsim.keeping.plans import play_plan as play_plan
    from rbsim.keeping.plans import read_plan as read_plan
    from rbsim.kinds import *  # noqa: F403
    from rbsim.result import Result as Result
    from rbsim.result import last as last

__version__ = "0.1.0"  # that of rbcore, which rbsim.packages compares

# Nothing is imported before it is needed, so that a command can be interrupted before NumPy is
# loaded, and studies cost nothing when unused.
STUDIES = (
    "advantage",
    "compare",
    "fair",
    "ladder",
    "luck",
    "match",
    "patience",
    "simulate",
    "sweep",
)
MODULES = {
    "Figure": "estimates.figures",
    "Plan": "keeping.plans",
    "PlannedStudy": "keeping.plans",
    "Player": "arms.players",
    "Result": "result",
    "last": "result",
    "load": "keeping.loading",
    "play_plan": "keeping.plans",
    "read_plan": "keeping.plans",
    "report": "keeping.loading",
    **dict.fromkeys(STUDIES, "kinds"),
}
FOLDERS = (
    "arms",
    "cli",
    "envs",
    "estimates",
    "games",
    "keeping",
    "kinds",
    "options",
    "packages",
    "result",
    "show",
    "study",
    "telling",
    "variants",
)

__all__ = ["__version__", *sorted(MODULES)]


def __getattr__(name: str) -> object:
    """Return a public name or a folder of rbsim, loading it on first use."""
    from importlib import import_module  # which takes half the time of the import

    if name in FOLDERS:
        return import_module(f"rbsim.{name}")
    if name not in __all__:
        reason = f"module {__name__!r} has no attribute {name!r}"
        if not name.startswith("_") and name in dir(import_module("rbcore")):
            reason += f"; rbcore.{name} is one"
        raise AttributeError(reason)
    import_module("rbsim.packages")
    value: object = getattr(import_module(f"rbsim.{MODULES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Return the public names, whether they are loaded or not."""
    return sorted([*__all__, "envs"])
