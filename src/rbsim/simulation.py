"""Simulation: the calls that play batches of games and of matches."""

from __future__ import annotations

from concurrent.futures import Executor
from pathlib import Path
from typing import Unpack

import rbcore
from rbsim.pipeline.engine import open_engine
from rbsim.pipeline.stopping import read_goal
from rbsim.pipeline.study import Study
from rbsim.results.simulated import MatchResult, Result, play_arm
from rbsim.running.batch import Options, Players, Progress, make_batch
from rbsim.running.row_kinds import MATCHES


def simulate(
    variant: str | rbcore.Rules = "standard",
    *,
    games: int,
    players: Players = "uniform",
    threads: int | None = None,
    rows: bool = True,
    until: float | None = None,
    of: str | None = None,
    executor: Executor | None = None,
    store: str | Path | None = None,
    progress: Progress | None = None,
    **options: Unpack[Options],
) -> Result:
    """Play games of a seed; the same games whatever the threads.

    Parameters
    ----------
    variant : str or rbcore.Rules
        A preset, ``preset,axis=value,...``, or rules (docs/rules.md).
    games : int
        How many; with `until`, at most.
    players
        One for all seats, or one for each: ``greedy``, ``greedy:uniform``, a sequence; names, and
        players in Python (rbsim.Player).
    threads : int, optional
        All cores unless given.
    rows : bool
        Keep a row of each game (50 bytes; ``Result.games``); without, memory stays flat.
    until, of
        Stop as soon as the quantity `of` (``starter-wins`` unless given) is known to this
        half-width, by an interval that allows for the looking. The looks are after fixed numbers of
        games (``Result.stopped``).
    executor, store
        As rbsim.studies.run takes them; the same games, figures and rows. A store has all rows,
        whether they are asked for or not.
    progress : callable, optional
        Called with (games done, games in all) now and then.
    **options
        ``seed`` and ``first``: games first to first+games-1 of a seed, 0 to 2**64 - 1.
        ``max_turns`` and ``max_moves``: where a game is left unfinished (7.5). ``search_limit``:
        arrangements of the houses that a stalemate search looks at before it gives up (7.6).
        ``slip`` and ``watch``: how often seats overlook what is compulsory, and notice that another
        seat did (section 6; rbsim.running.attention.seat_attention).

    Returns
    -------
    Result
        Rows, exact sums and, by `summary()`, estimates with their intervals.

    Raises
    ------
    ValueError
        In one sentence, for anything out of range or unknown, and for a store that is another
        study's. Ctrl-C stops the threads at once and comes out as KeyboardInterrupt.

    Examples
    --------
    >>> result = simulate("standard", games=100, players="greedy", seed=1)
    >>> int((result.games["outcome"] == 0).sum()) == 100 - result.summary().standoffs.count
    True
    """
    batch = make_batch(variant, players, games, **options)
    study = Study("simulate", (batch,), goal=read_goal(until, of))
    kept = batch.room() if rows else None
    with open_engine(study, threads, executor, store) as engine:
        result: Result = play_arm(study, engine, progress=progress, kept=kept)
    return result


def match(
    variant: str | rbcore.Rules = "standard",
    *,
    matches: int = 10_000,
    players: Players = "uniform",
    threads: int | None = None,
    rows: bool = True,
    progress: Progress | None = None,
    **options: Unpack[Options],
) -> MatchResult:
    """Play matches of a seed to a target score (8.3); the same whatever the threads.

    A match is won by the first seat to reach the rules' target. Its games are those of the seed
    from number 1,024 times its own; after 1,024 of them it is unfinished. With
    ``starter=alternate`` the seats take turns to start them (3.5).

    Parameters
    ----------
    variant : str or rbcore.Rules
        A preset, ``preset,axis=value,...`` as in ``standard,target=500``, or rules.
    matches : int
        How many.
    players
        Compiled players: one for all seats, or one for each.
    threads, progress, **options
        As `simulate` takes them; `first` counts matches.
    rows : bool
        Keep a row of each match (35 bytes; ``MatchResult.matches``).

    Returns
    -------
    MatchResult
        Rows, exact sums and, by `summary()`, estimates with their intervals.

    Raises
    ------
    ValueError
        As `simulate` does, and for players in Python.

    Examples
    --------
    >>> match("standard,target=50", matches=10, players="greedy", seed=1)
    <MatchResult: 10 matches of standard,target=50, greedy>
    """
    batch = make_batch(variant, players, matches, MATCHES, **options)
    study = Study("match", (batch,))
    kept = batch.room() if rows else None
    with open_engine(study, threads) as engine:
        result: MatchResult = play_arm(study, engine, progress=progress, kept=kept)
    return result
