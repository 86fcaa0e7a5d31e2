"""Steps a second of each interface, for the table of docs/interfaces.md.

    python benchmarks/interfaces.py [SECONDS]

Actions are drawn at random among the legal ones, by scores made beforehand; choosing them is part
of the time, but for the lines of 1,024 games, which take actions chosen before. CPU time of one
core, standard rules, `greedy` opponents; the median of five runs.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator

import numpy as np
import pyspiel
from open_spiel.python.observation import make_observation

import rbcore
import rbsim.envs.openspiel  # noqa: F401 (registers russian_bank)
from rbsim.envs import aec_env, gym_env, vector_env

RULES = rbcore.variant("standard")
WIDTH, MANY, BANK = 256, 1024, 32


def scores(rows: int) -> np.ndarray:
    return np.random.default_rng(1).random((BANK, rows, 195), np.float32)


def by_game() -> Iterator[int]:
    """Integers by rbcore.Game, both seats."""
    draw = random.Random(1).random
    for number in range(1 << 60):
        game = rbcore.Game.deal(RULES, 1, number)
        steps = 0
        while not game.is_over:
            legal = game.legal_actions()
            game.apply(legal[int(draw() * len(legal))])
            steps += 1
        yield steps


def by_pool() -> Iterator[int]:
    pool = rbcore.GamePool(RULES, (0, "greedy"), 1, width=WIDTH)
    bank = scores(WIDTH)
    for i in range(1 << 60):
        pool.step((pool.observe().legal * bank[i % BANK]).argmax(axis=1))
        yield WIDTH


def by_vector(copy: bool, observation: str = "raw") -> Iterator[int]:
    envs = vector_env("standard", WIDTH, copy=copy, observation=observation)
    bank = scores(WIDTH)
    seen, _ = envs.reset(seed=1)
    for i in range(1 << 60):
        seen, *_ = envs.step((seen["action_mask"] * bank[i % BANK]).argmax(axis=1))
        yield WIDTH


def by_chosen(observation: str) -> Iterator[int]:
    """Many games without copies, their actions chosen before."""
    envs = vector_env("standard", MANY, copy=False, observation=observation)
    bank, chosen = scores(MANY), []
    seen, _ = envs.reset(seed=1)
    for i in range(500):
        chosen.append((seen["action_mask"] * bank[i % BANK]).argmax(axis=1))
        seen, *_ = envs.step(chosen[-1])
    while True:
        envs.reset(seed=1)
        for actions in chosen:
            yield MANY
            envs.step(actions)


def by_gym(observation: str = "raw") -> Iterator[int]:
    env, bank = gym_env("standard", observation=observation), scores(1)[:, 0]
    seen, _ = env.reset(seed=1)
    for i in range(1 << 60):
        seen, _, terminated, truncated, _ = env.step(
            (seen["action_mask"] * bank[i % BANK]).argmax()
        )
        if terminated or truncated:
            seen, _ = env.reset()
        yield 1


def by_aec() -> Iterator[int]:
    env, bank = aec_env("standard"), scores(1)[:, 0]
    while True:
        env.reset()
        for i, _ in enumerate(env.agent_iter()):
            seen, _, terminated, truncated, _ = env.last()
            over = terminated or truncated
            env.step(None if over else (seen["action_mask"] * bank[i % BANK]).argmax())
            yield not over


def by_openspiel(tensors: str = "") -> Iterator[int]:
    """Its states; with the tensor of each as a list, or filled into an observer's array."""
    game, draw = pyspiel.load_game("russian_bank"), random.Random(1).random
    observer = make_observation(game)
    for number in range(1 << 60):
        state = game.new_initial_state()
        state.apply_action(number % 1000)
        while not state.is_terminal():
            if tensors == "list":
                state.observation_tensor(state.current_player())
            elif tensors:
                observer.set_from(state, state.current_player())
            legal = state.legal_actions()
            state.apply_action(legal[int(draw() * len(legal))])
            yield 1


RUNS: dict[str, Callable[[], Iterator[int]]] = {
    "rbcore.Game": by_game,
    "rbcore.GamePool": by_pool,
    "vector_env, copy=False": lambda: by_vector(False),
    "vector_env": lambda: by_vector(True),
    "vector_env, encoded": lambda: by_vector(True, "encoded"),
    "vector_env, 1,024 games": lambda: by_chosen("raw"),
    "the same, encoded": lambda: by_chosen("encoded"),
    "gym_env": by_gym,
    "gym_env, encoded": lambda: by_gym("encoded"),
    "aec_env": by_aec,
    "openspiel": by_openspiel,
    "openspiel, tensor lists": lambda: by_openspiel("list"),
    "openspiel, observer": lambda: by_openspiel("observer"),
}


def speed(run: Callable[[], Iterator[int]], seconds: float) -> float:
    """Steps a second of CPU time, in one run."""
    stepping, steps = run(), 0
    next(stepping)  # what is made beforehand
    begun = time.process_time()
    while time.process_time() - begun < seconds:
        steps += next(stepping)
    return steps / (time.process_time() - begun)


def main(seconds: float = 1.0) -> None:
    """Print the table."""
    found: dict[str, list[float]] = {name: [] for name in RUNS}
    for _ in range(5):  # in turn, so that what else the machine does meets all alike
        for name, run in RUNS.items():
            found[name].append(speed(run, seconds))
    for name, speeds in found.items():
        print(f"{name:24} {statistics.median(speeds):10,.0f}")


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))
