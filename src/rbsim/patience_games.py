"""Games of patience: the calls that play the book's other games, and Sympathy."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import replace
from pathlib import Path

from rbcore.cards.ranges import MOST_WORD, check_once, check_range
from rbcore.patience import playing
from rbcore.patience import sympathy as two_packs
from rbcore.patience.entries.two_players import SYMPATHY
from rbcore.patience.kinds import Sympathy
from rbsim.formatting import patience_tables
from rbsim.pipeline.engine import open_engine
from rbsim.pipeline.stopping import read_goal
from rbsim.pipeline.study import Study
from rbsim.results.patience_result import Patience
from rbsim.results.side_by_side import Survey
from rbsim.results.simulated import play_arm, play_arms
from rbsim.running.batch import SEED, Progress, make_patience_batch, split_runs
from rbsim.running.forms import Form, every_form
from rbsim.running.row_kinds import PATIENCE
from rbsim.stats.level import LEVEL, check_level

GAMES = 1_000_000  # of each run, unless it is said how many


def patience(
    game: str,
    *,
    games: int = GAMES,
    players: str | None = None,
    until: float | None = None,
    level: float = LEVEL,
    threads: int | None = None,
    executor: Executor | None = None,
    store: str | Path | None = None,
    rows: bool = True,
    progress: Progress | None = None,
    seed: int = SEED,
    first: int = 0,
) -> Patience:
    """Play a game of patience many times; return rows, sums and estimates.

    A game depends only on its number, the seed, the rules and the player; so the result is the same
    for all threads, executors and stores.

    Parameters
    ----------
    game : str
        Number or name, with a reading: ``5b``, ``harvest-running``, ``robert,passes=3``
        (docs/patience).
    games : int
        Number of games; with `until`, the most.
    players : str, optional
        Who plays, by name; the game's own way of playing unless given. Where nothing is decided it
        is the only one.
    until : float, optional
        Stop as soon as it is known to this half-width how often the game comes out, as
        `rbsim.simulate` does.
    level : float
        Of all intervals; ``Patience.at`` gives the same result at another level.
    threads, executor, store : see `rbsim.simulate`
        As `rbsim.simulate` takes them.
    rows : bool
        Keep a row of each game, 11 or 14 bytes, in ``Patience.games``.
    progress : callable, optional
        Called with (games done, games in all) now and then.
    seed, first : int
        Games first to first+games-1 of a seed.

    Returns
    -------
    Patience
        How many came out, and histograms of cards left, passes and hits.

    Raises
    ------
    ValueError
        In one sentence, for an unknown game, reading or player, for numbers out of range, and for
        a store of another study.

    Examples
    --------
    >>> patience("dial", games=1000).wins.count
    1000
    >>> patience("robert,passes=3", games=500, seed=2)
    <Patience: 500 games of robert,passes=3, plain; wins 0.00% (0.00 to 0.76), 500 games>
    """
    batch = make_patience_batch(game, players, games, seed, first)
    study = Study("patience", (batch,), goal=read_goal(until, None, PATIENCE))
    level = check_level(level)
    room = batch.room() if rows else None
    with open_engine(study, threads, executor, store) as engine:
        result: Patience = play_arm(study, engine, progress=progress, room=room, level=level)
    return result


def patience_survey(
    *forms: str,
    games: int = GAMES,
    players: str | None = None,
    until: float | None = None,
    level: float = LEVEL,
    threads: int | None = None,
    executor: Executor | None = None,
    store: str | Path | None = None,
    progress: Progress | None = None,
    seed: int = SEED,
    first: int = 0,
) -> Survey:
    """Play several games of patience, and put them side by side.

    Parameters
    ----------
    *forms : str
        Games with their readings; every game and every reading unless given.
    games : int
        Games of each run.
    players : str, optional
        Runs with a comma between them, ``plain,uniform``; each game's own way unless given.
    until, level, threads, executor, store, progress, seed, first : see `patience`
        As `patience` takes them; `progress` is called for each run.

    Returns
    -------
    Survey
        A result for each form and run, without rows.

    Raises
    ------
    ValueError
        In one sentence, as of `patience`.

    Examples
    --------
    >>> patience_survey("pairs", "star", games=100)
    <Survey: 2 runs of 100 games>
    """
    study = forms_study(forms, players, games, until, seed, first)
    level = check_level(level)
    with open_engine(study, threads, executor, store) as engine:
        return Survey(study, play_arms(study, engine, progress, level), level)


def forms_study(
    forms: Sequence[str],
    players: str | None,
    games: int,
    until: float | None = None,
    seed: int = SEED,
    first: int = 0,
) -> Study:
    """Return a study of an arm for each form, all unless given, and each run of players."""
    runs = [None] if players is None else [str(run) for run in split_runs(players)]
    every = [Form(form).text for form in forms or every_form()]
    check_once(every)
    check_once(run for run in runs if run is not None)
    arms = [make_patience_batch(form, run, games, seed, first) for form in every for run in runs]
    return Study("survey", tuple(arms), goal=read_goal(until, None, PATIENCE))


def runs_study(
    forms: Sequence[str],
    players: str | None,
    games: int,
    until: float | None = None,
    seed: int = SEED,
    first: int = 0,
) -> Study:
    """Return a study of runs as `forms_study` does, or of a single one as `patience` plays it."""
    study = forms_study(forms, players, games, until, seed, first)
    return study if len(study.arms) > 1 else replace(study, kind="patience")


def sympathy(
    heaps: int | None = None,
    *,
    games: int = GAMES,
    until: float | None = None,
    level: float = LEVEL,
    threads: int | None = None,
    executor: Executor | None = None,
    store: str | Path | None = None,
    progress: Progress | None = None,
    seed: int = SEED,
    first: int = 0,
) -> Survey:
    """Play games of Sympathy, a patience that both players win or neither.

    It is no. 63 of the book, which `patience` plays too, as ``sympathy,heaps=17``.

    Parameters
    ----------
    heaps : int, optional
        16, or 17 for the harder form; both unless given.
    games, until, level, threads, executor, store, progress, seed, first : see `patience`
        As `patience` takes them.

    Returns
    -------
    Survey
        A result for each form: games won, and pairs left, with their intervals.

    Raises
    ------
    ValueError
        In one sentence, for numbers out of range.

    Examples
    --------
    >>> sympathy(16, games=1_000).results[0].answer
    23.30% (20.79 to 26.02), 1,000 games
    """
    return patience_survey(
        *sympathy_forms(heaps), games=games, until=until, level=level, threads=threads,
        executor=executor, store=store, progress=progress, seed=seed, first=first,
    )  # fmt: skip


def sympathy_forms(heaps: int | None = None) -> list[str]:
    """Return the form of Sympathy with so many heaps, or both. Raises ValueError for others."""
    if heaps is not None:
        two_packs.check_heaps(heaps)
    wanted = two_packs.HEAPS if heaps is None else (heaps,)
    return [SYMPATHY.name + ("" if n == two_packs.HEAPS[0] else f",heaps={n}") for n in wanted]


def show_game(game: str, number: int, seed: int = SEED, players: str | None = None) -> str:
    """Return one game of the book as text: its pack, what happens to each card, how it ends.

    Parameters
    ----------
    game : str
        Number or name, with a reading.
    number, seed : int
        Which game.
    players : str, optional
        Who plays; the game's own way of playing unless given.

    Returns
    -------
    str
        Lines of at most 78 columns.

    Raises
    ------
    ValueError
        In one sentence, for an unknown game or player, and for numbers out of range.

    Examples
    --------
    >>> show_game("hope", 7).splitlines()[0]
    'no. 3 hope, game 7 of seed 1'
    """
    form = Form(game)
    number = check_range("deal", number, 0, MOST_WORD)
    player = form.game.player if players is None else players
    if "," in player:
        raise ValueError(f"players={player} are several, where one shows a game; name one of them")
    playing.check_player(form.game, player)
    head = f"no. {form.game.number} {form.text}, game {number} of seed {seed}"
    if isinstance(form.game.rules, Sympathy):
        heaps = form.game.rules.heaps
        packs = two_packs.deal(seed, number)
        return patience_tables.packs_text(head, heaps, packs, two_packs.pair(heaps, *packs))
    pack = playing.deal(form.text, seed, number)
    row, story = playing.play_pack(form.text, pack, player, seed, number)
    return patience_tables.story_text(head, pack, row, story)
