"""Times of the core: `make bench`. Each benchmark says in extra_info what one round did."""

from __future__ import annotations

import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import rbcore
import rbsim
from rbpatience import playing
from rbsim.arms.arm import make_arm
from rbsim.options import GameOptions

STANDARD = rbcore.variant("standard")
MIDGAME = (
    "0 - cK6d75hTTsT5 -|-|KsQd|Td|Jd|KdQc|Qs|9d -/KsQsJsTs9s8s7sQhJh8d/- "
    "-/9c6s6d7d9d8d8cTdKdQdTcJcKcJdJsJh/7cKhQhKh turn=78"
)


LONG_PLANS = [f"{name},plan-limit=12" for name in ("strict", "strict-fewest", "covered")]


def play(player: str, games: int, first: int = 0, rules: rbcore.Rules = STANDARD) -> np.ndarray:
    rows = np.zeros(games, rbcore.GAME)
    rbcore.play(rules, (player,) * rules.seats, 1, first, rows)
    return rows


@pytest.mark.parametrize("player", sorted(rbcore.PLAYERS))
def test_playouts(benchmark, player):
    """2,000 standard games on one core; of the planner 200, of search 20."""
    games = {"planner": 200, "search": 20}.get(player, 2_000)
    rows = benchmark(play, player, games)
    moves = int(rows["moves"].sum())
    benchmark.extra_info["ns_per_move"] = 1e9 * benchmark.stats["median"] / moves
    benchmark.extra_info["games_per_second"] = games / benchmark.stats["median"]


@pytest.mark.parametrize("player", ["uniform", "greedy"])
@pytest.mark.parametrize("variant", [*rbcore.PRESETS, *LONG_PLANS])
def test_variants(benchmark, variant, player):
    """500 games of a variant on one core: docs/studies/variants.md."""
    rows = benchmark.pedantic(
        play, (player, 500, 0, rbcore.variant(variant)), rounds=5, warmup_rounds=1
    )
    median = benchmark.stats["median"]
    benchmark.extra_info["ns_per_move"] = 1e9 * median / int(rows["moves"].sum())
    benchmark.extra_info["us_per_game"] = 1e6 * median / len(rows)


@pytest.mark.parametrize("what", ["clone", "legal_actions", "apply", "undo", "choose greedy"])
def test_game(benchmark, what):
    """2,000 calls of a method of Game from Python, in as many games."""
    games = [rbcore.Game.deal(STANDARD, 1, number) for number in range(2_000)]
    for game in games:
        for _ in range(40):
            if game.moves():
                game.apply(game.choose("greedy"))
    games = [game for game in games if not game.is_over]
    actions = {id(game): game.legal_actions()[0] for game in games}

    def call(ready: list[rbcore.Game]) -> None:
        if what == "clone":
            for game in ready:
                game.clone()
        elif what == "legal_actions":
            for game in ready:
                game.legal_actions()
        elif what == "choose greedy":
            for game in ready:
                game.choose("greedy")
        elif what == "undo":
            for game in ready:
                game.undo()
        else:
            for game, action in zip(ready, actions.values(), strict=True):
                game.apply(action)

    benchmark.pedantic(call, setup=lambda: (([one.clone() for one in games],), {}), rounds=20)
    benchmark.extra_info["us_per_call"] = 1e6 * benchmark.stats["median"] / len(games)


def test_game_loop(benchmark):
    """Whole games of random play by a loop in Python over legal_actions and apply."""
    draw = random.Random(1).random

    def loop() -> int:
        moves = 0
        for number in range(50):
            game = rbcore.Game.deal(STANDARD, 1, number)
            while not game.is_over:
                actions = game.legal_actions()
                game.apply(actions[int(draw() * len(actions))])
            moves += game.ply
        return moves

    moves = benchmark(loop)
    benchmark.extra_info["moves_per_second"] = moves / benchmark.stats["median"]


@pytest.mark.parametrize("opponent", [0, "greedy", "uniform"])
def test_pool_steps(benchmark, opponent):
    """1,000 steps of 256 games at once, with the first legal actions."""
    pool = rbcore.GamePool(STANDARD, (0, opponent), 1, width=256)

    def step() -> None:
        for _ in range(1_000):
            pool.step(pool.observe().legal.argmax(axis=1))

    benchmark.pedantic(step, rounds=5)
    benchmark.extra_info["steps_per_second"] = 256_000 / benchmark.stats["median"]


def test_search(benchmark):
    """The playouts of 40 contested decisions, one every tenth move of games, 2,000 each."""
    found = []
    for game in range(20):
        position, moves, _ = rbcore.trace(STANDARD, ("weighted", "weighted"), 1, game)
        for i, move in enumerate(moves):
            chosen = {position.choose("search-1", seed=seed) for seed in range(6)}
            if i % 10 == 0 and len(chosen) > 1:
                found.append(position.copy())
            position.apply(move)
    found = found[:: len(found) // 40][:40]
    benchmark(lambda: [position.choose("search-2000") for position in found])
    benchmark.extra_info["playouts_per_second"] = 40 * 2_000 / benchmark.stats["median"]


@pytest.mark.parametrize("threads", [1, 2])
def test_threads(benchmark, threads):
    """8,000 uniform standard games shared among threads."""

    def share() -> None:
        with ThreadPoolExecutor(threads) as pool:
            n = 8_000 // threads
            list(pool.map(lambda i: play("uniform", n, i * n), range(threads)))

    benchmark.pedantic(share, rounds=7, warmup_rounds=1)


def external(benchmark, player, games, asked):
    """Standard games against greedy; decisions a second, from what `asked` has counted."""
    arm = make_arm(STANDARD, [player, "greedy"], games, GameOptions(max_moves=3_000))
    rows = arm.empty_rows(games)

    def round_() -> None:
        asked[0] = 0
        arm.play(0, rows, np.zeros(1, np.uint8))

    benchmark.pedantic(round_, rounds=7, warmup_rounds=1)
    benchmark.extra_info["us_per_decision"] = 1e6 * benchmark.stats["median"] / asked[0]


def test_external_alone(benchmark):
    """200 games of a player in Python, asked for a move at a time; with the compiled opponent."""
    asked = [0]

    def last(view, moves):
        asked[0] += 1
        return moves[-1]

    external(benchmark, last, 200, asked)


@pytest.mark.parametrize("width", [1, 16, 256, 1024, 4096])
def test_external_together(benchmark, width):
    """16 games a table (of width 1, 50) of a batched player that draws; with the opponent."""
    asked = [0]
    rng = np.random.default_rng(1)

    def draw(views):
        asked[0] += len(views)
        return (views.legal * rng.random(views.legal.shape, np.float32)).argmax(axis=1)

    external(benchmark, rbsim.Player(draw, width), max(50, 16 * min(width, 1024)), asked)


def test_one_game(benchmark):
    """A call for a single uniform game."""
    benchmark(play, "uniform", 1)


def test_deal(benchmark):
    """Dealing, from Python."""
    benchmark(rbcore.Position.deal, STANDARD, 1, 7)


def test_perft(benchmark):
    """perft 4 of a middle game: 34,641 leaves, the last ply counted in bulk."""
    position = rbcore.Position.parse(MIDGAME, STANDARD)
    assert benchmark(rbcore.perft, position, 4) == 34_641


@pytest.mark.parametrize("form", ["sympathy", "sympathy,heaps=17"])
def test_sympathy(benchmark, form):
    """100,000 games of Sympathy on one core, dealing included."""
    rows = np.zeros(100_000, playing.ROW)
    benchmark(playing.play, form, "forced", 1, 0, rows)
    benchmark.extra_info["ns_per_game"] = 1e9 * benchmark.stats["median"] / len(rows)


@pytest.mark.parametrize("game", ["pairs", "talkative", "hidden-cards", "cotillon"])
def test_patience(benchmark, game):
    """100,000 games of the book on one core, dealing included."""
    rows = np.zeros(100_000, playing.ROW)
    benchmark(playing.play, game, "plain", 1, 0, rows)
    benchmark.extra_info["ns_per_game"] = 1e9 * benchmark.stats["median"] / len(rows)


def test_import(benchmark):
    """A fresh Python that imports rbsim."""
    benchmark.pedantic(
        subprocess.run,
        args=([sys.executable, "-c", "import rbsim"],),
        kwargs={"check": True},
        rounds=5,
    )
