"""Studies in pieces: of some seconds each, whatever the speed, and of all games once."""

from __future__ import annotations

import signal
import subprocess
import sys
import tracemalloc
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

import rbsim
from rbsim.study import CHUNK_S, MOST_ROWS, Chunk, Pace, Piece, Study

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
            pace.learn(Chunk(done, [], {}, seconds * len(done.games) * len(done.parts)))
        if len(found) == most:
            break
    return found


@pytest.mark.parametrize("seconds", SECONDS)
@pytest.mark.parametrize("parts", [1, 12, 1_000])
def test_a_piece_is_seconds_of_play_at_most_and_not_much_less(parts: int, seconds: float) -> None:
    found = pieces(study(parts), seconds, 400)
    took = [len(one.games) * len(one.parts) * seconds for one in found]
    assert max(took) <= max(CHUNK_S, seconds)  # one game at least
    assert len(found[0].games) == len(found[0].parts) == 1  # so the bar soon moves
    rows = max(len(one.games) * len(one.parts) for one in found)
    assert rows <= MOST_ROWS
    if seconds <= 1e-2:  # of long games no piece is long enough
        assert rows * seconds > CHUNK_S / 4 or rows > MOST_ROWS / 2


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
def test_progress_counts_the_games_of_all_arms_once(play: Any) -> None:
    told: list[tuple[int, int]] = []
    found = play(threads=2, progress=lambda *one: told.append(one))
    done = [one for one, _ in told]
    assert done == sorted(done)
    assert told[-1][0] == told[-1][1]
    arms = zip(found.study.parts, found.tallies, strict=True)
    assert told[-1][0] == sum(len(part) * tally.n for part, tally in arms)
    assert len(told) > 3


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
def test_without_rows_memory_is_flat_in_the_number_of_games() -> None:
    def peak(games: int) -> int:
        tracemalloc.start()
        rbsim.simulate(games=games, players="greedy", threads=1)
        used = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return used

    peak(50_000)
    assert peak(400_000) < 1.3 * peak(50_000) + 10**6


@pytest.mark.full
@pytest.mark.parametrize("players", ["greedy", "search-1000000", "nested"])
def test_ctrl_c_ends_a_study(players: str) -> None:
    code = (
        "import rbsim, sys\n"
        "try: rbsim.simulate(games=10**8, players=sys.argv[1], threads=2,\n"
        "                    progress=lambda *_: print('begun', flush=True))\n"
        "except KeyboardInterrupt: print('interrupted')\n"
    )
    run = subprocess.Popen([sys.executable, "-c", code, players], stdout=subprocess.PIPE, text=True)
    assert run.stdout is not None
    if players == "greedy":
        assert run.stdout.readline() == "begun\n"
    else:
        with pytest.raises(subprocess.TimeoutExpired):
            run.wait(2)
    run.send_signal(signal.SIGINT)
    assert run.communicate(timeout=20)[0].endswith("interrupted\n")
