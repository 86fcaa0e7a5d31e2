"""Simulation: batches of single games."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from pathlib import Path

import rbcore
from rbsim.pipeline.stopping import Goal, goal_of
from rbsim.results.simulated import Result
from rbsim.running.attention import Slips, Watch, seat_attention
from rbsim.running.batch import (
    Batch,
    Players,
    Progress,
    Rows,
    Taker,
    rules_of,
    seat_players,
    thread_count,
)
from rbsim.sums.totals import Totals


def run(
    batch: Batch,
    threads: int | None = None,
    progress: Progress | None = None,
    takers: Sequence[Taker] = (),
    kept: Rows | None = None,
    goal: Goal | None = None,
) -> Result:
    """Play a batch, or as much of it as the goal wants.

    The middle four as Batch.play_all takes them, `kept` being Result.games.
    """

    def play(span: range, totals: Totals) -> float:
        return batch.play_all([totals.add, *takers], threads, progress, kept, span)

    return Result.of(batch, goal, play, kept)


def simulate(
    variant: str | rbcore.Rules = "standard",
    *,
    games: int,
    players: Players = "uniform",
    seed: int = 0,
    first: int = 0,
    threads: int | None = None,
    rows: bool = True,
    max_turns: int = 1_000,
    max_moves: int = 100_000,
    search_limit: int = 100_000,
    slip: Slips = 0.0,
    watch: Watch = 1.0,
    until: float | None = None,
    of: str | None = None,
    executor: Executor | None = None,
    store: str | Path | None = None,
    progress: Progress | None = None,
) -> Result:
    """Play games first to first+games-1 of a seed; the same games whatever the threads.

    variant: a preset, `preset,axis=value,...`, or a rbcore.Rules (docs/rules.md).
    players: one for all seats, or one for each: `greedy`, `greedy:uniform`, a sequence; names, and
    players in Python (rbsim.Player).
    seed: 0 to 2**64 - 1. threads: all cores unless set.
    rows: keep a row of each game (50 bytes; `Result.games`); without, memory stays flat.
    max_turns, max_moves: where a game is left unfinished (7.5). search_limit: arrangements of the
    houses that a stalemate search looks at before it gives up (7.6).
    slip, watch: how often seats overlook what is compulsory and notice that another did (section 6;
    rbsim.running.attention.seat_attention).
    until, of: stop as soon as `of` (rbsim.pipeline.stopping.QUANTITIES; starter-wins unless given)
    is known to this half-width, by an interval that allows for the looking; `games` is the most
    then. The looks are after fixed numbers of games (`Result.stopped`).
    executor, store: as rbsim.studies.run takes them; the same games and figures, rows too. A store
    has all rows, whether they are asked for or not.
    progress: called with (games done, games in all) now and then.

    Raises ValueError, in one sentence, for anything out of range or unknown, or a store that is
    another study's. Ctrl-C stops the threads at once and comes out as KeyboardInterrupt.
    """
    rules = rules_of(variant)
    seated = seat_players(players, rules.seats)
    attention = seat_attention(slip, watch, rules.seats)
    batch = Batch(
        rules, seated, games, seed, first, max_turns, max_moves, search_limit, attention
    )  # fmt: skip
    goal = goal_of(until, of)
    threads, kept = thread_count(threads), batch.room() if rows else None
    if executor is None and store is None:
        return run(batch, threads, progress, kept=kept, goal=goal)
    from rbsim.pipeline.arm_runner import play_arm
    from rbsim.pipeline.engine import opened
    from rbsim.pipeline.study import Study

    study = Study("simulate", (batch,), goal=goal)
    with opened(study, threads, executor, store) as engine:
        return play_arm(engine, batch, progress, kept=kept)
