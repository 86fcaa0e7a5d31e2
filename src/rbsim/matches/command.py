"""The command `rbsim match`."""

from __future__ import annotations

from typing import Annotated

import typer

import rbcore
from rbsim import runs
from rbsim.attention import seat_attention
from rbsim.matches.simulation import MatchBatch, run
from rbsim.options import (
    AsJson,
    Force,
    MaxMoves,
    MaxTurns,
    Out,
    Runs,
    SearchLimit,
    Seed,
    SlipText,
    Threads,
    Variant,
    WatchText,
)  # fmt: skip


def match(
    variant: Variant = "standard",
    matches: Annotated[int, typer.Option(help="Matches of each run.")] = 10_000,
    seed: Seed = 1,
    players: Runs = "uniform,greedy",
    threads: Threads = None,
    out: Out = None,
    force: Force = False,
    as_json: AsJson = False,
    max_turns: MaxTurns = 1_000,
    max_moves: MaxMoves = 100_000,
    search_limit: SearchLimit = 100_000,
    slip: SlipText = "0",
    watch: WatchText = "1",
) -> None:
    """Play many matches to a target score and show who won them."""
    rules = rbcore.variant(variant)
    attention = seat_attention(slip, watch, rules.seats)
    batches = runs.batches(
        MatchBatch, rules, players, matches, seed, 0, max_turns, max_moves, search_limit, attention
    )
    runs.play(batches, run, threads, out, force, as_json)
