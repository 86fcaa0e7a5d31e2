"""Progress is told arm by arm, as a chunk of all arms may take ten minutes."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any

import pytest

import rbsim
from rbsim.pipeline import engine
from rbsim.running import chunks

ARMS, GAMES = 4, 30


def slow_down(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Let every arm of a chunk take so long."""
    play = engine._pick_or_play

    def slow(*given: Any) -> Any:
        time.sleep(seconds)
        return play(*given)

    monkeypatch.setattr(engine, "_pick_or_play", slow)
    monkeypatch.setattr(chunks, "TELL_S", seconds / 4)


@pytest.mark.sample(2)
@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("stored", [False, True])
def test_an_arm_that_is_played_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, threads: int, stored: bool
) -> None:
    slow_down(monkeypatch, 0.1)
    told: list[tuple[int, int]] = []
    callers = set()

    def progress(done: int, total: int) -> None:
        told.append((done, total))
        callers.add(threading.get_ident())

    store = tmp_path / "store" if stored else None
    axes = f"reserve-size=9..{8 + ARMS}"
    played = rbsim.sweep(axes, games=GAMES, threads=threads, store=store, progress=progress)
    assert callers == {threading.get_ident()}  # users' functions need not mind threads
    assert {total for _, total in told} == {ARMS * GAMES}
    done = [games for games, _ in told]
    assert done == sorted(done)
    assert done[-1] == ARMS * GAMES
    if threads == 1 and stored:  # one chunk, so nothing was told of its arms before
        assert set(done) >= {GAMES, 2 * GAMES, 3 * GAMES}
    assert len(set(done)) > 3
    assert played.to_dict() == rbsim.sweep(axes, games=GAMES, threads=2).to_dict()


def test_games_played_ahead_of_a_rest_are_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """An arm that rests gives up what was played ahead, and the total falls with it."""
    monkeypatch.setattr(chunks, "TELL_S", 0.001)
    told: list[tuple[int, int]] = []
    ladder = rbsim.ladder(
        "greedy", "uniform", "weighted", games=20_000, until="decided", threads=2,
        progress=lambda *one: told.append(one),
    )  # fmt: skip
    assert all(0 <= done <= total for done, total in told)
    deals = sum(duel.deals for duel in ladder.duels)
    assert deals < 3 * 20_000
    assert told[-1] == (2 * deals, 2 * deals)
