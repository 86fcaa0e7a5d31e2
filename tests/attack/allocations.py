"""Every allocation of the compiled core fails in turn.

What asks for memory must raise MemoryError, or give what it gives with all memory, and the next
call must give that too. A program of its own with a `malloc` of ours, compiled here: Linux alone.
"""

import ctypes
import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable
from itertools import count
from pathlib import Path
from shutil import which

import numpy as np
import pytest

import rbcore
from rbpatience import playing
from rbpatience.board import Board
from rbpatience.solving import solver

ALLOCATIONS = 8_000  # enough for each scene to have all of its own
SOURCE = Path(__file__).with_name("failing_malloc.c")
COMPILER = which("cc") or which("gcc")
# No card fits another, so nobody makes progress.
DULL = (
    "0 - c--d--h--s-- Td|6h Th/2cQd8d8s2hQs6c2s6s4dQh6hQc4s8h4cTs4h8c2d6dTc/- "
    "Ts/4dTd6d4c2h2sQs4sQhTc2c2d6cTh4hQd6s8s8h8cQc8d/-"
)
DULL_OF_THREE = (
    "0 - c--d--h--s-- 8d|Qd|6d 6s/Tc8s8c2dQh8s2dQc4dQd6c4h6h4s4d6d/- "
    "8c/QcTd2c2cTsTh8d**2h4s8h4hTh/- Td/QhTsQs8hQs4c2s6s2h4c6h6cTc2s/-"
)
_fresh = count(100_001)


def fresh() -> dict[str, int]:
    """Limits that no call has had, so that nothing kept for reuse fits; figures are the same."""
    return {"search_limit": next(_fresh)}


def whole(variant: str, players: str = "greedy", **more: object) -> Callable[[], object]:
    """Games in bulk."""
    rules = rbcore.variant(variant)

    def run() -> object:
        rows = np.zeros(3, rbcore.GAME)
        limits = {"max_turns": 60} | fresh()
        rbcore.play(rules, [players] * rules.seats, 1, 0, rows, **limits, **more)  # type: ignore[arg-type]
        return rows.tobytes()

    return run


def traced() -> object:
    """A game long enough for its list of moves to grow."""
    moves = rbcore.trace(rbcore.variant("standard"), ("uniform",) * 2, 1, 1_812, **fresh())[1]
    return len(moves), moves[-1]


def matches() -> object:
    rows = np.zeros(1, rbcore.MATCH)
    rules = rbcore.variant("standard,target=30")
    rbcore.play_matches(rules, ("greedy", "greedy"), 1, 0, rows, **fresh())
    return rows.tobytes()


def stepped(variant: str, player: str, moves: int) -> Callable[[], object]:
    """A game move by move, taken back, written and read."""
    rules = rbcore.variant(variant)

    def run() -> object:
        limits = {"max_turns": 80} | fresh()
        game = rbcore.Game.deal(rules, 1, 0, **limits)
        while not game.is_over and game.ply < moves:
            before = game.notation
            move = game.choose(player)
            chosen = game.notation
            try:
                game.apply(move)
            except MemoryError:
                assert game.notation in (before, chosen)
                raise
        game.undo()
        game = rbcore.Game.parse(game.clone().notation, rules, **limits)
        game.determinize(seed=2).play_out(player)
        game.play_out(player)
        return game.notation, game.row().tobytes()

    return run


def pooled(variant: str) -> Callable[[], object]:
    """Games of a pool."""
    rules = rbcore.variant(variant)

    def run() -> object:
        rows = np.zeros(3, rbcore.GAME)
        seats = (0, *["greedy"] * (rules.seats - 1))
        pool = rbcore.GamePool(rules, seats, 1, rows=rows, width=2, max_moves=200, **fresh())
        while pool.done < len(rows):
            pool.step(pool.observe().legal.argmax(axis=1))
        return rows.tobytes()

    return run


def searched(number: int) -> Callable[[], object]:
    """A pool with a game in which nobody gets on, so that stalemate is searched for many times.

    A pool that had no memory for a search is lost, and says so whatever it is asked.
    """
    rules = rbcore.variant("standard,stalemate=reserve-or-hand")
    played = rbcore.trace(rules, ("greedy", "greedy"), 1, number)[1]

    def run() -> object:
        rows = np.zeros(1, rbcore.GAME)
        pool = rbcore.GamePool(rules, (0, 0), 1, number, rows=rows, **fresh())
        asks = (pool.gather, pool.observe, pool.reset, lambda: pool.done, lambda: pool.make(0, 0))
        while pool.done == 0:
            pool.gather()
            move = pool.moves(0).index(played[int(pool.observe().move[0])])
            try:
                pool.make(0, move)
            except MemoryError:
                for ask in asks:
                    with pytest.raises(
                        MemoryError, match="memory ran out while this pool was playing"
                    ):
                        ask()
                raise
        return rows.tobytes()

    return run


def ended(variant: str, line: str) -> Callable[[], object]:
    """A game that ends in stalemate, as searches through whole positions or by stages find out."""
    rules = rbcore.variant(variant)

    def run() -> object:
        position = rbcore.Position.parse(line, rules, partial=True)
        game = rbcore.Game.start(position, **fresh())
        lines = [game.clone().play_out("uniform"), str(position.blocked(**fresh()))]
        while not game.is_over:
            move, before = game.choose("uniform"), game.ply
            try:
                game.apply(move)
            except MemoryError:
                assert (game.ply, game.is_over) == (before, False)
                raise
        return lines, game.notation

    return run


def patience() -> object:
    pack = playing.deal("juvenile", 1, 0)
    return (
        str(playing.play_pack("juvenile", pack)),
        solver.solve_pack("juvenile", pack, 2_000),
        Board("juvenile", pack).moves,
        str(playing.play_pack("sympathy", playing.deal("sympathy", 1, 0))),
    )


SCENES: dict[str, Callable[[], object]] = {
    "standard": whole("standard"),
    "inattentive": whole("standard", attention=(rbcore.Attention.careless(0.2),) * 2),
    "reserve-or-hand": whole("standard,stalemate=reserve-or-hand", "uniform"),
    "three-player": whole("three-player", "uniform"),
    "traced": traced,
    "matches": matches,
    "stepped": stepped("standard", "greedy", 60),
    "stepped reserve-or-hand": stepped("standard,stalemate=reserve-or-hand", "uniform", 150),
    "pooled": pooled("standard"),
    "pooled three-player": pooled("three-player"),
    "pooled reserve-or-hand": searched(854),
    "whole positions": ended("three-player,houses-each=1,reserve-size=1", DULL_OF_THREE),
    "stages": ended("standard,houses-each=1,reserve-size=1,stalemate=reserve-or-hand", DULL),
    "patience": patience,
}


def try_scene(
    name: str, fail_at: Callable[[int], int], most: int, rng: random.Random
) -> tuple[int, list[str]]:
    """Let allocations of a scene fail in turn, or so many of them; how many, and the findings."""
    run = SCENES[name]
    right = run()
    fail_at(0)
    run()
    asked = fail_at(0)
    numbers = range(1, asked + 1)
    found = []
    for n in numbers if asked <= most else sorted(rng.sample(numbers, most)):
        fail_at(n)
        try:
            figures = run()
        except MemoryError:
            figures = right
        except Exception as error:
            figures = repr(error)
        if fail_at(0) < n:
            found.append(f"{name}: allocation {n} of {asked} did not come")
        if figures != right:
            found.append(f"{name}: without allocation {n} of {asked} other figures: {figures!r}")
        if run() != right:
            found.append(f"{name}: other figures after allocation {n} of {asked} had failed")
    return min(asked, most), found


def main(rounds: int, seed: int, *names: str) -> None:
    """Try all scenes, or some, which share the rounds; print what was tried, and the findings."""
    fail_at = ctypes.CDLL(None).fail_at
    fail_at.argtypes, fail_at.restype = [ctypes.c_long], ctypes.c_long
    rng = random.Random(seed)
    chosen = names or tuple(SCENES)
    most = -(-rounds // len(chosen))
    tried = {}
    found: list[str] = []
    for name in chosen:
        tried[name], wrong = try_scene(name, fail_at, most, rng)
        found += wrong
    print(json.dumps([tried, found]))


def attack(rounds: int = ALLOCATIONS, seed: int = 1, *names: str) -> tuple[int, list[str]]:
    """Let so many allocations fail, or all, of some scenes; return the rounds, and the findings."""
    if sys.platform != "linux" or COMPILER is None:
        print("allocations: not tried, for want of Linux or a C compiler")
        return rounds, []
    with tempfile.TemporaryDirectory() as folder:
        ours = Path(folder) / "failing_malloc.so"
        subprocess.run([COMPILER, "-shared", "-fPIC", "-O1", "-o", ours, SOURCE], check=True)
        run = subprocess.run(
            [sys.executable, "-m", "attack.allocations", str(rounds), str(seed), *names],
            env=os.environ | {"LD_PRELOAD": str(ours)}, cwd=Path(__file__).parents[1],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
    if run.returncode:
        return rounds, [f"ended with {run.returncode}: {run.stderr[-500:]}"]
    tried, found = json.loads(run.stdout)
    return sum(tried.values()), found


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:])
