"""The arguments and options that commands share, and the examples of their help."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer

import rbcore
from rbcore.cards.ranges import shown
from rbcore.rules.limits import Limits
from rbcore.rules.variants import AXES
from rbsim.pipeline.stopping import QUANTITIES
from rbsim.running.batch import SEED


def read_whole(text: str | int) -> int:
    """Return a whole number as people write it: `1000000`, `1_000_000`, `1e6`."""
    if isinstance(text, int):  # a default
        return text
    plain = text.replace("_", "") if re.fullmatch(r"\d+(_\d+)*", text, re.ASCII) else text
    if re.fullmatch(r"-?\d{1,80}", plain, re.ASCII):
        return int(plain)
    parts = re.fullmatch(r"(\d{1,15})(?:\.(\d{1,15}))?[eE]\+?(\d{1,2})", plain, re.ASCII)
    if parts is None or len(parts[2] or "") > int(parts[3]):
        raise typer.BadParameter(f"{shown(text)} is not a whole number, as 20 or 1e6")
    decimals = parts[2] or ""
    zeros = int(parts[3]) - len(decimals)
    return int(parts[1] + decimals + zeros * "0")


def read_half_width(text: str | float) -> float:
    """Return a half-width as people write it: `0.01`, `1e-2`."""
    return _number(text, "0.05")


def read_level(text: str | float) -> float:
    """Return a level as people write it: `0.99`."""
    return _number(text, "0.95")


def _number(text: str | float, example: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise typer.BadParameter(f"{shown(text)} is not a number, as {example}") from None


def near_variants(incomplete: str) -> list[str]:
    """Return the presets, or the axes after a comma, that a word on the command line begins."""
    done, comma, last = incomplete.rpartition(",")
    names = [f"{axis}=" for axis in AXES] if comma else list(rbcore.PRESETS)
    return [f"{done}{comma}{name}" for name in names if name.startswith(last)]


def near_players(incomplete: str) -> list[str]:
    """Return the players that the last name of a word on the command line begins."""
    done, last = re.fullmatch(r"(?s)(.*[,:])?(.*)", incomplete).groups()  # type: ignore[union-attr]
    return [f"{done or ''}{name}" for name in rbcore.PLAYERS if name.startswith(last)]


def near_axes(incomplete: str) -> list[str]:
    """Return the axes that a word on the command line begins."""
    return [f"{axis}=" for axis in AXES if axis.startswith(incomplete)]


def near_quantities(incomplete: str) -> list[str]:
    """Return the quantities that a word on the command line begins."""
    return [name for name in QUANTITIES if name.startswith(incomplete)]


def whole_option(help_text: str) -> Any:
    """Return an option that is a whole number."""
    return typer.Option(help=help_text, parser=read_whole, metavar="N")


def number_option(help_text: str, read: Callable[[str], float]) -> Any:
    """Return an option that is a number."""
    return typer.Option(help=help_text, parser=read, metavar="NUMBER")


VARIANT_HELP = "preset, or preset,axis=value,..."
Variant = Annotated[str, typer.Argument(help=VARIANT_HELP, autocompletion=near_variants)]
VariantOption = Annotated[
    str, typer.Option("--variant", help="What is played.", autocompletion=near_variants)
]
PositionText = Annotated[str, typer.Argument(metavar="POSITION", help="a line of notation")]
Partial = Annotated[
    bool, typer.Option("--partial", help="Read a position in which cards are missing.")
]
Seed = Annotated[int, whole_option("Seed, 0 to 2**64-1.")]
First = Annotated[int, whole_option("Number in the seed of the first game.")]
Runs = Annotated[
    str,
    typer.Option(
        help="Runs, by commas; seats, by colons: uniform,greedy:uniform",
        autocompletion=near_players,
    ),
]
Until = Annotated[
    float | None,
    number_option(
        "Stop when --of is known to this half-width; --games is the most then.", read_half_width
    ),
]
Of = Annotated[
    str | None,
    typer.Option(
        help=f"What --until asks for: {', '.join(QUANTITIES)}.", autocompletion=near_quantities
    ),
]
Level = Annotated[float, number_option("Level of all intervals but anytime ones.", read_level)]
Threads = Annotated[int | None, whole_option("Threads; all cores unless given.")]
Out = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Keep the table of figures: .parquet, .csv or .json."),
]
RowsFile = Annotated[
    Path | None,
    typer.Option(
        "--rows", metavar="FILE", help="Keep a row of every game or match, runs in turn: .parquet."
    ),
]
Force = Annotated[bool, typer.Option("--force", help="Replace files that exist.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")]
AsMarkdown = Annotated[bool, typer.Option("--markdown", help="Print Markdown instead of a table.")]
Quiet = Annotated[bool, typer.Option("--quiet", help="Show no progress on standard error.")]
MaxTurns = Annotated[int, whole_option("Turns after which a game is unfinished.")]
MaxMoves = Annotated[int, whole_option("Moves after which a game is unfinished.")]
SlipText = Annotated[
    str,
    typer.Option(
        "--slip",
        help="Probability of overlooking what is compulsory, or reserve=P,foundation=P,release=P,"
        "load=P,space=P; seats, by colons.",
    ),
]
WatchText = Annotated[
    str, typer.Option("--watch", help="Probability of noticing an offence; seats, by colons.")
]
CallText = Annotated[
    str,
    typer.Option(
        "--call",
        help="Whether one who notices calls Stop: always, or if-better; seats, by colons.",
    ),
]
Players = Annotated[
    str,
    typer.Option(help="One for all seats, or one each: a:b", autocompletion=near_players),
]
Store = Annotated[
    Path | None,
    typer.Option(
        metavar="DIR", help="Folder that keeps all rows, and takes an interrupted run up again."
    ),
]
Dask = Annotated[
    str | None,
    typer.Option("--dask", metavar="ADDRESS", help="Play on the dask cluster at tcp://HOST:PORT."),
]
SearchLimit = Annotated[int, whole_option("Work limit of a stalemate search.")]

# A test runs them.
EXAMPLES: dict[str, tuple[str, ...]] = {
    "simulate": (
        "rbsim simulate strict --games 1e6",
        "rbsim simulate standard,reserve-size=11 --players uniform,greedy:uniform",
        "rbsim simulate --until 0.001 --of stalemate --out known.json",
        "rbsim simulate --games 1e6 --rows games.parquet",
    ),
    "match": ("rbsim match standard,target=500,starter=alternate --matches 1000",),
    "advantage": (
        "rbsim advantage strict --games 1e6 --level 0.99",
        "rbsim advantage --players greedy:uniform --out advantage.csv",
    ),
    "compare": ("rbsim compare standard strict crossley --games 1e5",),
    "sweep": (
        "rbsim sweep reserve-size=5..20",
        "rbsim sweep release=no,any peek=no,yes --out grid.parquet",
    ),
    "ladder": (
        "rbsim ladder uniform greedy weighted --games 1000",
        "rbsim ladder greedy,planner --until decided",
    ),
    "survey": ("rbsim survey standard strict --players uniform,greedy --markdown",),
    "study": ("rbsim study PLAN", "rbsim study PLAN --stores DIR --quiet"),
    "sympathy": ("rbsim sympathy --games 1e7", "rbsim sympathy --heaps 17 --json"),
    "patience": (
        "rbsim patience",
        "rbsim patience talkative --games 1e6",
        "rbsim patience talkative roll-call --until 0.001 --games 2e6 --out out.json",
        "rbsim patience robert,passes=3 --deal 7 --show",
        "rbsim patience --all --games 1e5 --markdown",
    ),
    "report": ("rbsim report STORE --out page.html",),
    "check": ("rbsim check STORE", "rbsim check STORE --repair"),
    "moves": ("rbsim moves standard 'POSITION'",),
    "perft": ("rbsim perft standard 3 'POSITION'", "rbsim perft --check counts.tsv"),
    "judge": ("rbsim judge standard 'POSITION' waste",),
    "replay": (
        "rbsim replay standard --seed 1 --game 7",
        "rbsim replay strict --players greedy:uniform --plain",
    ),
    "players": ("rbsim players", "rbsim players --json"),
    "variants": ("rbsim variants", "rbsim variants strict,plan-limit=4"),
}


def epilog(command: str) -> str:
    """Return the examples of a command as the end of its help; \\b keeps their lines."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in EXAMPLES[command])


@dataclass(frozen=True)
class LimitChoices:
    """Limits at which games are left unfinished and stalemate searches give up (7.5, 7.6)."""

    max_turns: MaxTurns = Limits.max_turns
    max_moves: MaxMoves = Limits.max_moves
    search_limit: SearchLimit = Limits.search_limit


@dataclass(frozen=True)
class Conditions(LimitChoices):
    """Conditions of games besides rules and players: seed, limits and attention."""

    seed: Seed = SEED
    first: First = 0
    slip: SlipText = "0"
    watch: WatchText = "1"
    call: CallText = "always"


@dataclass(frozen=True)
class Execution:
    """The machinery of a run: threads or a cluster, and a store."""

    threads: Threads = None
    store: Store = None
    dask: Dask = None


@dataclass(frozen=True)
class Output:
    """What becomes of a result: tables or JSON on standard output, a file."""

    out: Out = None
    force: Force = False
    as_json: AsJson = False
    quiet: Quiet = False


def flatten_options(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command for Typer with an option for each field of its dataclass parameters."""
    hints = get_type_hints(command, include_extras=True)
    groups: dict[str, Any] = {name: kind for name, kind in hints.items() if is_dataclass(kind)}
    parameters = []
    for parameter in inspect.signature(command).parameters.values():
        kind = groups.get(parameter.name)
        if kind is None:
            options = [(parameter.name, parameter.default, hints[parameter.name])]
        else:
            inner = get_type_hints(kind, include_extras=True)
            options = [(f.name, f.default, inner[f.name]) for f in fields(kind)]
        parameters += [
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=given, annotation=hint)
            for name, given, hint in options
        ]

    @wraps(command)
    def flat_command(**given: Any) -> None:
        for name, kind in groups.items():
            given[name] = kind(**{field.name: given.pop(field.name) for field in fields(kind)})
        command(**given)

    flat_command.__dict__["__signature__"] = inspect.Signature(parameters)
    flat_command.__annotations__ = {p.name: p.annotation for p in parameters}
    return flat_command
