"""Pieces in order: nobody waits for a slow worker while there is something to do."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import rbsim
from rbsim.arms import pools
from rbsim.arms.pools import IN_FLIGHT, in_order
from rbsim.study import run

WORKERS, PATIENCE_S = 2, 20.0  # at most, for what comes at once
begun: Counter[int] = Counter()
awaited = threading.Event()


class Elsewhere(Executor):
    """Workers that get pickled work, as those of another machine do."""

    def __init__(self) -> None:
        self.pool = ThreadPoolExecutor(WORKERS)

    def submit(self, work: Any, /, *what: Any) -> Future[Any]:
        return self.pool.submit(work, *what)


@pytest.fixture
def executor(monkeypatch: pytest.MonkeyPatch) -> Iterator[Elsewhere]:
    monkeypatch.setattr(pools, "LATE_S", 0.02)
    begun.clear()
    awaited.clear()
    executor = Elsewhere()
    try:
        yield executor
    finally:
        awaited.set()
        executor.pool.shutdown()


def first_waits_for_the_last(piece: int) -> int:
    """The first piece ends when the fortieth has begun."""
    if piece == 40:
        awaited.set()
    assert piece or awaited.wait(PATIENCE_S)
    return piece


def waits_to_be_begun_again(piece: int) -> int:
    """The sixth piece ends where it is begun a second time."""
    begun[piece] += 1
    if piece == 5 and begun[piece] == 1:
        assert awaited.wait(PATIENCE_S)
    elif piece == 5:
        awaited.set()
    return piece


def first_waits(piece: int) -> int:
    """The first piece takes a while, in which others could begin."""
    if piece == 0:
        awaited.wait(0.3)
    begun[piece] += 1
    return piece


def test_others_play_on_behind_a_piece_that_is_waited_for(executor: Elsewhere) -> None:
    pieces = in_order(first_waits_for_the_last, range(50), WORKERS, executor)
    assert list(pieces) == list(range(50))


@pytest.mark.parametrize("last", [5, 9])
def test_a_late_piece_is_done_again_by_whoever_is_free(executor: Elsewhere, last: int) -> None:
    pieces = in_order(waits_to_be_begun_again, range(last + 1), WORKERS, executor)
    assert list(pieces) == list(range(last + 1))
    assert begun[5] == 2


def test_results_that_wait_for_their_turn_are_bounded(executor: Elsewhere) -> None:
    """By what they hold; who takes the first one decides how many others there are."""
    most: list[int] = []
    pieces = in_order(first_waits, range(50), WORKERS, executor, lambda piece: pools.MAX_WAITING)
    for piece in pieces:
        most.append(len(begun))
        assert piece == len(most) - 1
    assert most[0] <= IN_FLIGHT * WORKERS + WORKERS


def late_piece(piece: run.Piece, *rest: Any, **how: Any) -> run.Chunk:
    """A piece before the second look, which ends where it is begun a second time."""
    begun[piece.games.start] += 1
    if piece.games.stop == 1_100 and begun[piece.games.start] == 1:
        assert awaited.wait(PATIENCE_S)
    elif piece.games.stop == 1_100:
        awaited.set()
    return play_piece(piece, *rest, **how)


play_piece = run.play_piece


@pytest.mark.parametrize("stored", [False, True])
def test_a_look_does_not_wait_for_a_slow_worker(
    executor: Elsewhere, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, stored: bool
) -> None:
    """It is of the same games, as the piece is played again; a store has them once."""
    goal: dict[str, Any] = {"until": "3.1%", "of": "starter_wins", "seed": 1, "games": 5_000}
    alone = rbsim.simulate("standard", **goal)
    monkeypatch.setattr(run, "play_piece", late_piece)
    store = tmp_path / "store" if stored else None
    found = rbsim.simulate("standard", **goal, executor=executor, threads=WORKERS, store=store)
    assert found.to_dict() == alone.to_dict()
    assert max(begun.values()) == 2
    if stored:
        executor.pool.shutdown()
        assert rbsim.load(tmp_path / "store").to_dict() == found.to_dict()
        assert not list(tmp_path.rglob(".rbsim-*"))
