"""One thread is the caller's: where the system starts none, all is played, and Ctrl-C ends it."""

from __future__ import annotations

import subprocess
import sys
import threading
import warnings
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import NoReturn

import pytest

import rbcore
import rbsim
from rbsim import bench
from rbsim.arms import pools
from rbsim.games import opinion
from rbsim.result import KINDS, Result
from support.work import assert_hears_ctrl_c


def last(view: rbcore.View, moves: tuple[str, ...]) -> str:
    return moves[-1]


# One or more of every kind.
STUDIES: dict[str, Callable[..., Result]] = {
    "simulate": partial(rbsim.simulate, "standard", players="uniform,search-2", games=20),
    "simulate in Python": partial(rbsim.simulate, "standard", players=[last, "greedy"], games=20),
    "simulate until": partial(rbsim.simulate, "standard", games=10**6, until="5%"),
    "sweep": partial(rbsim.sweep, "reserve-size=11..13", games=200),
    "match": partial(rbsim.match, "standard,target=50", matches=10),
    "patience": partial(rbsim.patience, "robert", games=300),
    "patience solved": partial(rbsim.patience, "free-cell", players="solver-2000", games=20),
    "advantage": partial(rbsim.advantage, "standard", games=200),
    "fair": partial(rbsim.fair, "standard", handicaps="first-moves=1,4", games=200),
    "compare": partial(rbsim.compare, "standard", "waste-available", games=200),
    "ladder": partial(rbsim.ladder, "greedy", "uniform", games=60),
    "luck": partial(rbsim.luck, "standard", games=60),
}


def test_every_kind_is_there() -> None:
    assert {name.split()[0] for name in STUDIES} == set(KINDS)


def refuse(self: threading.Thread) -> NoReturn:
    raise RuntimeError("can't start new thread")


@pytest.fixture
def without_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threading.Thread, "start", refuse)


@pytest.mark.parametrize("name", STUDIES)
def test_a_study_on_one_thread_starts_none(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    several = STUDIES[name](threads=2)
    monkeypatch.setattr(threading.Thread, "start", refuse)
    single = STUDIES[name](threads=1)
    assert single.figures == several.figures
    if "Python" not in name:
        stored = STUDIES[name](threads=1, store=tmp_path / "store")
        assert stored.figures == several.figures


def test_where_no_thread_starts_more_are_refused_in_a_sentence(without_threads: None) -> None:
    with pytest.raises(OSError, match="cannot start more threads; ask for fewer"):
        rbsim.simulate(games=1000, threads=2)


def test_games_are_timed_and_judged_without_threads(
    without_threads: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    speeds = bench.measure(bench.timed(1)[:2], 0.01)
    assert all(len(speed.seconds) >= bench.ROUNDS for speed in speeds)
    monkeypatch.setattr(opinion, "all_cores", lambda: 1)
    game = rbcore.Game.deal("standard", 1, 0)
    assert opinion.analyse(game, by="greedy", games=200)


PYODIDE = """
import platform, sys, sysconfig, threading, time
import numpy, rbcore, typer  # which ask of the system, too, and are to find the one that it is
sysconfig.get_config_vars()
platform.platform()

def refuse(*_):
    raise RuntimeError("can't start new thread")

threading._start_new_thread = threading._start_joinable_thread = refuse
sys.platform = "emscripten"
del time.thread_time
import rbsim.__main__
sys.exit(rbsim.__main__.main())
"""


def run(*words: str) -> str:
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.full
@pytest.mark.parametrize("words", [
    ["simulate", "--games", "2000", "--players", "uniform,greedy"],
    ["advantage", "--games", "400", "--json"],
    ["patience", "robert", "--games", "2000"],
], ids=" ".join)  # fmt: skip
def test_without_threads_and_their_clock_all_is_as_elsewhere(words: list[str]) -> None:
    """As in Pyodide, where nothing says how many threads to take."""
    there, here = run("-c", PYODIDE, *words), run("-m", "rbsim", *words)
    assert timeless(there) == timeless(here)


def timeless(text: str) -> list[str]:
    """What a command prints, but for how fast it was, on what, and by which command."""
    left = ("a second", "seconds", "per_second", "system", "command", "-c", "cores)", "threads)")
    return [line for line in text.splitlines() if not any(word in line for word in left)]


@pytest.mark.sample(1)
@pytest.mark.parametrize("line", [
    "rbsim.simulate(games=10**8, threads=1)",
    "rbsim.simulate(players='search-1000000', games=9, threads=1)",
    "rbsim.simulate(players=[slow, 'greedy'], games=9)",
    "rbsim.patience('klondike', players='solver-50000000', games=10**6, threads=1)",
], ids=["many games", "long games", "in Python", "solver"])  # fmt: skip
def test_ctrl_c_is_heard_on_one_thread(line: str) -> None:
    # What is imported when it is first asked for is there before the signal comes.
    begin = (
        "import time, numpy.random, rbsim\nrbsim.simulate, rbsim.patience\n"
        "def slow(view, moves): time.sleep(100)"
    )
    assert_hears_ctrl_c(begin, line)


def test_who_waits_for_a_player_on_another_thread_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the executor of a caller's own may wait for ever; a second Ctrl-C ends the waiting."""
    thinks, answers = threading.Event(), threading.Event()

    def slow(view: rbcore.View, moves: tuple[str, ...]) -> str:
        thinks.set()
        answers.wait()
        return moves[0]

    def hear(*_: object) -> NoReturn:
        thinks.wait()
        raise KeyboardInterrupt

    def give_in(text: str, **_: object) -> None:
        told.append(text)
        answers.set()

    told: list[str] = []
    monkeypatch.setattr(pools, "PATIENCE_S", 0.01)
    monkeypatch.setattr(pools._Pool, "receive", hear)
    monkeypatch.setattr(warnings, "warn", give_in)
    player = rbsim.Player(slow, name="slow")
    play = partial(rbsim.simulate, players=[player, "greedy"], games=1, max_turns=2, max_moves=9)
    with ThreadPoolExecutor(1) as executor, pytest.raises(KeyboardInterrupt):
        play(executor=executor)
    assert told == ["waiting for the player slow to answer; press Ctrl-C again to stop immediately"]
