"""Simulation: the calls that play batches of games and of matches."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import Unpack

import rbcore
from rbcore.cards.ranges import check_once
from rbsim.pipeline.engine import open_engine
from rbsim.pipeline.stopping import read_goal
from rbsim.pipeline.study import Study
from rbsim.results.side_by_side import Survey
from rbsim.results.simulated import MatchResult, Result, play_arm, play_arms
from rbsim.running.batch import (
    PLAYERS,
    Options,
    Players,
    Progress,
    make_batch,
    read_rules,
    run_batches,
)
from rbsim.running.row_kinds import MATCHES
from rbsim.stats.level import LEVEL, check_level


def simulate(
    variant: str | rbcore.Rules = "standard",
    *,
    games: int = 100_000,
    players: Players = PLAYERS,
    until: float | None = None,
    of: str | None = None,
    level: float = LEVEL,
    threads: int | None = None,
    executor: Executor | None = None,
    store: str | Path | None = None,
    rows: bool = True,
    progress: Progress | None = None,
    **options: Unpack[Options],
) -> Result:
    """Play games of a seed and return their rows, sums and estimates.

    A game depends only on its number, the seed, rules, players, limits and attention; so the result
    is the same for all threads, executors and stores.

    Parameters
    ----------
    variant : str or rbcore.Rules
        A preset, ``preset,axis=value,...``, or rules (docs/rules.md).
    games : int
        Number of games; with `until`, the most.
    players : str, Player, callable, or sequence of these
        One for all seats, ``greedy``, or one for each, ``greedy:uniform``; names of compiled
        players (rbcore.PLAYERS) and players in Python (rbsim.Player).
    until : float, optional
        Stop as soon as the quantity `of` is known to this half-width, by an interval that allows
        for all looks, which are after fixed numbers of games (``Result.stopped``). It is of 95%,
        whatever the level.
    of : str, optional
        The quantity, one of those of rbsim.pipeline.stopping.Goal; ``starter-wins`` unless given.
    level : float
        Of all intervals; ``Result.at`` gives the same result at another level.
    threads : int, optional
        All cores unless given.
    executor : concurrent.futures.Executor, optional
        Plays the games, in other processes or on other machines.
    store : path, optional
        A folder that keeps all rows, and from which an interrupted run is resumed.
    rows : bool
        Keep a row of each game, 50 bytes, in ``Result.games``. Without rows, memory stays flat.
    progress : callable, optional
        Called with (games done, games in all) now and then.
    **options
        ``seed`` and ``first``: games first to first+games-1 of a seed, 0 to 2**64 - 1.
        ``max_turns`` and ``max_moves``: limits at which a game is left unfinished (7.5).
        ``search_limit``: arrangements of the houses that a stalemate search looks at before it
        gives up (7.6). ``slip`` and ``watch``: probabilities that a seat overlooks a priority, and
        that it notices another's offence (section 6; rbsim.running.attention.seat_attention);
        ``call``: `always`, or `if-better`, if one who notices calls Stop only to gain by it.

    Returns
    -------
    Result
        Rows, exact sums and, by `summary()`, estimates with their intervals.

    Raises
    ------
    ValueError
        In one sentence, for unknown names, numbers out of range, and a store of another study.
    KeyboardInterrupt
        On Ctrl-C, which stops the threads at once.

    Examples
    --------
    >>> result = simulate("standard", games=100, players="greedy", seed=1)
    >>> result.advantage
    +16.00% (-3.44 to 35.44), 100 games
    >>> result.games["index"][:3]
    array([0, 1, 2], dtype=uint64)
    >>> result.summary().starter_wins.games
    100
    """
    batch = make_batch(variant, players, games, **options)
    study = Study("simulate", (batch,), goal=read_goal(until, of))
    level = check_level(level)
    room = batch.room() if rows else None
    with open_engine(study, threads, executor, store) as engine:
        result: Result = play_arm(study, engine, progress=progress, room=room, level=level)
    return result


def survey(
    *variants: str | rbcore.Rules,
    games: int = 100_000,
    players: Players | None = None,
    level: float = LEVEL,
    threads: int | None = None,
    executor: Executor | None = None,
    store: str | Path | None = None,
    progress: Progress | None = None,
    **options: Unpack[Options],
) -> Survey:
    """Play games of many variants and players, and put them side by side.

    Parameters
    ----------
    *variants : str or rbcore.Rules
        All presets unless given.
    games : int
        Games of each run.
    players : str, optional
        Runs with a comma between them, ``uniform,greedy:uniform``; or as of `simulate`.
        ``greedy`` unless given.
    level, threads, executor, store, progress, **options : see `simulate`
        As `simulate` takes them; `progress` is called for each run.

    Returns
    -------
    Survey
        A result for each variant and run, without rows.

    Raises
    ------
    ValueError
        In one sentence, as of `simulate`.

    Examples
    --------
    >>> survey("standard", "strict", games=20, players="uniform,greedy")
    <Survey: 4 runs of 20 games>
    """
    study = survey_study(variants, PLAYERS if players is None else players, games, **options)
    level = check_level(level)
    with open_engine(study, threads, executor, store) as engine:
        return Survey(study, play_arms(study, engine, progress, level), level)


def survey_study(
    variants: Sequence[str | rbcore.Rules],
    players: Players,
    games: int,
    **options: Unpack[Options],
) -> Study:
    """Return a study of an arm for each variant, all presets unless given, and each run."""
    every = [read_rules(variant) for variant in variants or rbcore.PRESETS]
    check_once(map(rbcore.variant_text, every))
    arms = [arm for rules in every for arm in run_batches(rules, players, games, **options)]
    return Study("survey", tuple(arms))


def match(
    variant: str | rbcore.Rules = "standard",
    *,
    matches: int = 10_000,
    players: Players = PLAYERS,
    level: float = LEVEL,
    threads: int | None = None,
    rows: bool = True,
    progress: Progress | None = None,
    **options: Unpack[Options],
) -> MatchResult:
    """Play matches of a seed to a target score (8.3); return rows, sums and estimates.

    A match is won by the first seat to reach the rules' target. The games of match m are games
    1,024 m and on of the seed; after 1,024 games a match is unfinished. With ``starter=alternate``
    the seats take turns to start them (3.5). The result is the same for all threads.

    Parameters
    ----------
    variant : str or rbcore.Rules
        A preset, ``preset,axis=value,...`` as in ``standard,target=500``, or rules.
    matches : int
        Number of matches.
    players : str or sequence of str
        Compiled players: one for all seats, or one for each.
    level : float
        Of all intervals.
    threads : int, optional
        All cores unless given.
    rows : bool
        Keep a row of each match, 35 bytes, in ``MatchResult.matches``.
    progress, **options : see `simulate`
        Of these, ``first`` counts matches.

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
    >>> match("standard,target=50", matches=10, players="greedy", seed=1).answer
    30.00% (10.78 to 60.32), 10 matches
    """
    batch = make_batch(variant, players, matches, MATCHES, **options)
    study = Study("match", (batch,))
    level = check_level(level)
    room = batch.room() if rows else None
    with open_engine(study, threads) as engine:
        result: MatchResult = play_arm(study, engine, progress=progress, room=room, level=level)
    return result
