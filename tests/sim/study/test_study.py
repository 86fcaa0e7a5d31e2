"""Studies in pieces: of some seconds each, whatever the speed, and of all games once."""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import rbcore
import rbsim
from rbsim.arms.pools import ENDING, in_order, interrupts_held
from rbsim.study.run import CHUNK_S, MAX_ROWS, SOME_FAR_GAMES, Chunk, Pace, Piece, Study

SECONDS = (1e-6, 1e-4, 1e-2, 1.0, 100.0)  # of patience, greedy, lookahead, search, nested


def study(parts: int, games: int = 10**6, players: Any = "greedy") -> Study:
    arm = rbsim.simulate(games=1, players=players, seed=1, max_moves=5).study.arms[0]
    arms = [replace(arm, count=games, seed=seed) for seed in range(parts)]
    return Study("simulate", tuple((one,) for one in arms))


def pieces(own: Study, seconds: float, most: int, threads: int = 2) -> list[Piece]:
    """The first pieces, when a game takes so long, and so many are begun before one is there."""
    pace, waiting, found = Pace(own, threads, None), [], []
    for piece in pace.pieces(0, own.count, range(len(own.parts))):
        found.append(piece)
        waiting.append(piece)
        if len(waiting) > 3 * threads:
            done = waiting.pop(0)
            pace.learn(Chunk(done, [], {}, [], seconds * len(done.games) * len(done.parts)))
        if len(found) == most:
            break
    return found


@pytest.mark.parametrize("workers", [2, 300])
def test_a_sweep_of_many_arms_sends_little_from_elsewhere(workers: int) -> None:
    """The sums of an arm are as large whatever games they are of, so each piece has few arms."""
    own = study(208)
    own = replace(own, options=replace(own.options, executor=ProcessPoolExecutor(1)))
    pace, sent, played = Pace(own, workers, None), 0, 0
    pace.room = pace.most  # as soon as it knows how fast games are
    for piece in pace.pieces(0, own.count, range(len(own.parts))):
        sent += len(piece.parts)
        played += len(piece.parts) * len(piece.games)
    assert played == own.count * len(own.parts)
    assert sent <= 2 * played / SOME_FAR_GAMES


@pytest.mark.sample(3)
@pytest.mark.parametrize("seconds", SECONDS)
@pytest.mark.parametrize("parts", [1, 12, 1_000])
def test_a_piece_is_seconds_of_play_at_most_and_not_much_less(parts: int, seconds: float) -> None:
    found = pieces(study(parts), seconds, 400)
    took = [len(one.games) * len(one.parts) * seconds for one in found]
    assert max(took) <= max(CHUNK_S, seconds)  # one game at least
    assert len(found[0].games) == len(found[0].parts) == 1  # so the bar soon moves
    rows = max(len(one.games) * len(one.parts) for one in found)
    assert rows <= MAX_ROWS
    if seconds <= 1e-2:  # of long games no piece is long enough
        assert rows * seconds > CHUNK_S / 4 or rows > MAX_ROWS / 2


@pytest.mark.parametrize(("parts", "games"), [(1, 10_000), (7, 1), (40, 999), (300, 50)])
def test_every_game_of_every_arm_is_in_one_piece(parts: int, games: int) -> None:
    found = pieces(study(parts, games), 1e-4, 10**9)
    seen: dict[int, list[int]] = {}
    for piece in found:
        for part in piece.parts:
            seen.setdefault(part, []).extend(piece.games)
    assert seen == {part: list(range(games)) for part in range(parts)}


def test_arms_that_several_parts_share_are_in_one_piece() -> None:
    own = rbsim.compare("standard", "strict", "simplified", games=20).study
    assert all(sorted(piece.parts) == [0, 1] for piece in pieces(own, 1.0, 99))


def all_last(views: Any) -> Any:
    raise AssertionError("asked for nothing")


def test_players_of_many_games_at_once_have_enough_of_them() -> None:
    player = rbsim.Player(all_last, width=64, name="wide")
    own = study(2)
    own = replace(own, parts=tuple((replace(a, players=(player,) * 2),) for a in own.arms))
    assert all(len(piece.games) >= 64 for piece in pieces(own, 1.0, 20))


@pytest.mark.parametrize(
    "play",
    [lambda **how: rbsim.simulate("standard", "strict", games=300, players="uniform", **how),
     lambda **how: rbsim.advantage("standard", games=300, **how),
     lambda **how: rbsim.sweep("reserve-size=10..13", games=90, until="40%", **how)],
    ids=["simulate", "advantage", "until"],
)  # fmt: skip
def test_progress_counts_the_games_or_deals_of_all_parts(play: Any) -> None:
    told: list[tuple[int, int]] = []
    found = play(threads=2, progress=lambda *one: told.append(one))
    done = [one for one, _ in told]
    assert done == sorted(done)
    assert told[-1][0] == told[-1][1]
    assert told[-1][0] == sum(tally.n for tally in found.tallies)
    assert len(told) > 3


def test_a_busy_machine_makes_no_small_files(tmp_path, monkeypatch):
    """Where the clock goes on while others have the processor; players alone say what is fast."""
    pytest.importorskip("pyarrow")
    monkeypatch.setattr("rbsim.study.run.time.perf_counter", itertools.count(0, 100).__next__)
    for call, name in ((rbsim.simulate, "standard"), (rbsim.patience, "golf")):
        call(name, games=5_000, store=tmp_path / name, threads=1)
        sizes = [int(path.stem.split("-")[2]) for path in (tmp_path / name).glob("arm-*/*.parquet")]
        assert (sum(sizes), len(sizes) < 10) == (5_000, True)
    slow = [one for one in (*rbcore.PLAYERS, last) if not study(1, players=one).arms[0].is_fast]
    assert slow == ["search", "nested", "thorough", "frugal", last]


def last(view: Any, moves: Sequence[str]) -> str:
    return moves[-1]


def test_executors_do_not_show() -> None:
    player = rbsim.Player(last, name="last", version="1")
    how: dict[str, Any] = {"games": 6, "players": [player, "uniform"], "max_moves": 300}
    alone = rbsim.simulate(**how)
    with ProcessPoolExecutor(1) as far, ThreadPoolExecutor(2) as near:
        assert rbsim.simulate(**how, executor=far) == rbsim.simulate(**how, executor=near) == alone
        lost = rbsim.Player(lambda view, moves: moves[-1], name="lost")
        with pytest.raises(ValueError, match="cannot be sent to other processes"):
            rbsim.simulate(games=6, players=lost, executor=far)
    with pytest.raises(TypeError, match="executor=3 is no"):
        rbsim.simulate(games=6, executor=3)


def test_too_many_rows_are_refused_before_any_game() -> None:
    with pytest.raises(ValueError, match=r"too many to keep a row of each.*rows=False"):
        rbsim.simulate(games=10**9, rows=True)


@pytest.mark.full
def test_without_rows_memory_is_flat_in_the_number_of_games(monkeypatch):
    """Of pieces that are alike long, whatever else the machine does."""
    monkeypatch.setattr("rbsim.study.run.MAX_ROWS", 2_000)

    def peak(games: int) -> int:
        tracemalloc.start()
        rbsim.simulate(games=games, players="greedy", threads=1)
        used = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return used

    peak(50_000)
    assert peak(400_000) < 1.3 * peak(50_000) + 10**6


# ---- work in pieces ------------------------------------------------------------------------------


class Interrupted(Executor):
    """An executor that a signal reaches while it takes work, as a pool that holds its lock."""

    def __init__(self, number: signal.Signals) -> None:
        self.number = number
        self.taken = 0

    def submit(self, work: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        signal.raise_signal(self.number)
        self.taken += 1
        done: Future[Any] = Future()
        done.set_result(work(*given, **named))
        return done


@pytest.mark.parametrize("number", ENDING)
def test_an_interrupt_waits_until_a_pool_has_taken_the_work(number: signal.Signals) -> None:
    """Otherwise the pool's lock may stay locked, and the program hangs as it ends."""
    before = signal.signal(number, signal.default_int_handler)
    try:
        executor = Interrupted(number)
        with pytest.raises(KeyboardInterrupt):
            list(in_order(len, [range(3), range(4)], 1, executor))
        assert executor.taken == 1
        assert signal.getsignal(number) is signal.default_int_handler
    finally:
        signal.signal(number, before)


def test_handlers_of_others_are_left_alone() -> None:
    came: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    try:
        executor = Interrupted(signal.SIGINT)
        assert list(in_order(len, [range(3), range(4)], 1, executor)) == [3, 4]
    finally:
        signal.signal(signal.SIGINT, before)
    assert came == [signal.SIGINT] * 2


# ---- pools of processes that break ---------------------------------------------------------------


def ending_or_failing(piece: int) -> int:
    """Fail at once in the first piece, and end the process a while after, in the third."""
    if piece == 0:
        raise ValueError("the first piece fails")
    time.sleep(0.2 if piece == 2 else 1)
    if piece == 2:
        os._exit(1)
    return piece


BREAKING = """
from concurrent.futures import ProcessPoolExecutor
from rbsim.arms.pools import in_order
from test_study import ending_or_failing
if __name__ == "__main__":
    with ProcessPoolExecutor(2) as executor:
        try:
            list(in_order(ending_or_failing, range(40), 4, executor))
        except ValueError as error:
            print(error)
"""


@pytest.mark.skipif(os.name == "nt", reason="os._exit of a worker")
def test_a_pool_whose_worker_dies_while_a_run_ends_does_not_hang(tmp_path: Path) -> None:
    """Python's thread that manages the pool may die of futures that were cancelled."""
    (tmp_path / "breaking.py").write_text(BREAKING)
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), *sys.path])}
    done = subprocess.run(
        [sys.executable, tmp_path / "breaking.py"],
        env=env, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.stdout == "the first piece fails\n", done.stderr


def leave(view: Any, moves: Sequence[str]) -> str:
    os._exit(1)


@pytest.mark.parametrize("stored", [False, True])
def test_a_broken_pool_is_one_sentence(stored: bool, tmp_path: Path) -> None:
    store = tmp_path / "store" if stored else None
    kept = "of 8 games are saved in .*; the same call continues" if stored else "a store would have"
    with (
        ProcessPoolExecutor(1) as executor,
        pytest.raises(
            ValueError, match=rf"the process pool broke \(BrokenProcessPool\): .* {kept}"
        ),
    ):
        rbsim.simulate(games=8, players=leave, executor=executor, store=store)


def other_games() -> None:
    """Make a process one of another games version."""
    rbcore.GAMES_VERSION = 99


class Mixed(Executor):
    """Two processes that take turns, one of which has other games."""

    def __init__(self) -> None:
        self.pools = [ProcessPoolExecutor(1, initializer=other_games), ProcessPoolExecutor(1)]
        self.turn = 0

    def submit(self, work: Callable[..., Any], /, *what: Any, **how: Any) -> Future[Any]:
        self.turn += 1
        return self.pools[self.turn % len(self.pools)].submit(work, *what, **how)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        for pool in self.pools:
            pool.shutdown(wait, cancel_futures=cancel_futures)


def test_pieces_of_a_worker_with_other_games_are_played_elsewhere() -> None:
    alone = rbsim.simulate(games=4_000)
    with (
        Mixed() as executor,
        pytest.warns(UserWarning, match=r"process \d+ has .*games version 99.*played elsewhere"),
    ):
        assert rbsim.simulate(games=4_000, executor=executor) == alone


def test_workers_that_all_have_other_games_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rbsim.arms.pools.TRIES", 2)
    with (
        ProcessPoolExecutor(1, initializer=other_games) as executor,
        pytest.warns(UserWarning, match="games version 99"),
        pytest.raises(ValueError, match=r"all workers that answer play other games than .*version"),
    ):
        rbsim.simulate(games=400, executor=executor)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="fork")
def test_a_process_that_is_forked_while_interrupts_wait_hears_sigterm() -> None:
    """Else a pool that is broken waits for ever for its other workers, which it has terminated."""
    before = signal.signal(signal.SIGTERM, lambda number, _: os._exit(7))
    try:
        reads, writes = os.pipe()
        with interrupts_held():
            child = os.fork()
            if not child:
                os.write(writes, b"!")  # before this Python drops signals
                time.sleep(60)
                os._exit(0)
        os.read(reads, 1)
        os.kill(child, signal.SIGTERM)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
        os.close(reads)
        os.close(writes)
    finally:
        signal.signal(signal.SIGTERM, before)
