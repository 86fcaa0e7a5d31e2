"""The arguments and options that commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rbsim.until import QUANTITIES

Variant = Annotated[str, typer.Argument(help="preset, or preset,axis=value,...")]
PositionText = Annotated[str, typer.Argument(metavar="POSITION", help="a line of notation")]
Study = Annotated[bool, typer.Option(help="Read a position in which cards are missing.")]
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
