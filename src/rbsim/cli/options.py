"""The arguments and options that commands share."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer

from rbcore.rules.limits import Limits
from rbsim.pipeline.stopping import QUANTITIES

Variant = Annotated[str, typer.Argument(help="preset, or preset,axis=value,...")]
PositionText = Annotated[str, typer.Argument(metavar="POSITION", help="a line of notation")]
Incomplete = Annotated[bool, typer.Option(help="Read a position in which cards are missing.")]
Seed = Annotated[int, typer.Option(help="Seed, 0 to 2**64-1.")]
Runs = Annotated[
    str, typer.Option(help="Runs, separated by commas; seats, by colons: uniform,greedy:uniform")
]
Until = Annotated[
    float | None,
    typer.Option(help="Stop when --of is known to this half-width; --games is the most then."),
]
Of = Annotated[str | None, typer.Option(help=f"What --until asks for: {', '.join(QUANTITIES)}.")]
Threads = Annotated[int | None, typer.Option(help="Threads; all cores unless given.")]
Out = Annotated[Path | None, typer.Option(help="Parquet file of all rows, runs in turn.")]
Force = Annotated[bool, typer.Option(help="Replace the file if it exists.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")]
MaxTurns = Annotated[int, typer.Option(help="Turns after which a game is unfinished.")]
MaxMoves = Annotated[int, typer.Option(help="Moves after which a game is unfinished.")]
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
Players = Annotated[str, typer.Option(help="One for all seats, or one each: a:b")]
Store = Annotated[
    Path | None,
    typer.Option(help="Folder that keeps all rows, and takes an interrupted run up again."),
]
Dask = Annotated[
    str | None,
    typer.Option("--dask", metavar="ADDRESS", help="Play on the dask cluster at tcp://HOST:PORT."),
]
SearchLimit = Annotated[int, typer.Option(help="Work limit of a stalemate search.")]


@dataclass(frozen=True)
class LimitChoices:
    """Limits at which games are left unfinished and stalemate searches give up (7.5, 7.6)."""

    max_turns: MaxTurns = Limits.max_turns
    max_moves: MaxMoves = Limits.max_moves
    search_limit: SearchLimit = Limits.search_limit


@dataclass(frozen=True)
class Conditions(LimitChoices):
    """Conditions of games besides rules and players: seed, limits and attention."""

    seed: Seed = 1
    slip: SlipText = "0"
    watch: WatchText = "1"
    call: CallText = "always"


@dataclass(frozen=True)
class Execution:
    """The machinery of a run: threads or a cluster, and a store."""

    threads: Threads = None
    store: Store = None
    dask: Dask = None


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
