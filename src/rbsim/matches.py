"""Simulation: batches of matches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import rbcore
from rbsim.results.match_result import MatchResult
from rbsim.running.attention import Slips, Watch, seat_attention
from rbsim.running.batch import Batch, Progress, Rows, Taker, rules_of, seat_players
from rbsim.sums.match_totals import MatchTotals


@dataclass(frozen=True)
class MatchBatch(Batch):
    """Matches first, first+1, ... of a seed: checked, unplayed."""

    NOUN = "matches"
    ROW = rbcore.MATCH
    NUMBERS = 2**64 // rbcore.MATCH_GAMES
    WEIGHT = 10  # to 300 points
    CORE = staticmethod(rbcore.play_matches)

    def __post_init__(self) -> None:
        for guest in self.guests:
            raise ValueError(f"a match is for compiled players; {guest} is one in Python")
        super().__post_init__()


def run(
    batch: MatchBatch,
    threads: int | None = None,
    progress: Progress | None = None,
    takers: Sequence[Taker] = (),
    kept: Rows | None = None,
) -> MatchResult:
    """Play a batch, as rbsim.simulation.run does; `kept` becomes MatchResult.matches."""
    totals = MatchTotals(batch.rules.seats)
    seconds = batch.play_all([totals.add, *takers], threads, progress, kept)
    return MatchResult(batch, totals, seconds, kept)


def match(
    variant: str | rbcore.Rules = "standard",
    *,
    matches: int = 10_000,
    players: str | Sequence[str] = "uniform",
    seed: int = 0,
    first: int = 0,
    threads: int | None = None,
    rows: bool = True,
    max_turns: int = 1_000,
    max_moves: int = 100_000,
    search_limit: int = 100_000,
    slip: Slips = 0.0,
    watch: Watch = 1.0,
    progress: Progress | None = None,
) -> MatchResult:
    """Play matches first to first+matches-1 of a seed; the same matches whatever the threads.

    A match is won by the first seat to reach the rules' target (8.3). Its games are those of the
    seed from number 1,024 times its own; after 1,024 of them it is unfinished. With
    `starter=alternate` the seats take turns to start them (3.5).

    variant: a preset, `preset,axis=value,...`, or a rbcore.Rules: `standard,target=500`.
    rows: keep a row of each match (35 bytes; `MatchResult.matches`).
    Everything else, errors too, is as in `simulate`.
    """
    rules = rules_of(variant)
    seated = seat_players(players, rules.seats)
    attention = seat_attention(slip, watch, rules.seats)
    batch = MatchBatch(
        rules, seated, matches, seed, first, max_turns, max_moves, search_limit, attention
    )  # fmt: skip
    return run(batch, threads, progress, kept=batch.room() if rows else None)
