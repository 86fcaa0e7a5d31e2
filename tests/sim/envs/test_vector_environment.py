"""The vector environment beside Gymnasium's SyncVectorEnv of single environments, step by step."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from rbsim.envs import gym_env, vector_env
from support.environments import pick
from support.quick import fewer

WIDTH = 6
IN_THE_CORE = {
    f"{_}{name}" for _ in ("", "_") for name in ("opponent_moves", "opponent_move_count")
}


class Numbered(gymnasium.Wrapper):  # type: ignore[misc]
    """A single environment whose games are numbered with those of others, as the pool's are."""

    def __init__(self, env: Any, numbers: Iterator[int]) -> None:
        super().__init__(env)
        self.numbers = numbers

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        """The next game of all that has a choice; all have one seed."""
        while True:
            number = next(self.numbers)
            seen, info = self.env.reset(seed=3, options={"game": number})
            if info["game"] == number:
                return seen, info


def beside(variant: str, mode: AutoresetMode, seeded: bool, **options: Any) -> tuple[Any, Any]:
    """The vector environment and Gymnasium's, of the same games."""
    numbers = itertools.count()

    def single() -> Any:
        env = gym_env(variant, seat=1, **options)
        return env if seeded else Numbered(env, numbers)

    many = vector_env(variant, WIDTH, seat=1, autoreset_mode=mode, **options)
    return many, SyncVectorEnv([single] * WIDTH, autoreset_mode=mode)


def check_alike(ours: Any, theirs: Any, where: str = "") -> None:
    """All that both told is equal, types and shapes included, but for moves in the core."""
    if isinstance(theirs, dict):
        assert set(ours) == set(theirs) - IN_THE_CORE, where
        for name, value in ours.items():
            check_alike(value, theirs[name], f"{where}/{name}")
    elif isinstance(theirs, tuple):
        assert len(ours) == len(theirs)
        for i, (a, b) in enumerate(zip(ours, theirs, strict=True)):
            check_alike(a, b, f"{where}/{i}")
    elif isinstance(theirs, np.ndarray):
        assert (ours.dtype, ours.shape) == (theirs.dtype, theirs.shape), where
        if theirs.dtype == object:
            check_alike(tuple(ours), tuple(theirs), where)
        else:
            assert (ours == theirs).all(), where
    else:
        assert ours == theirs, where


def masks_in(seen: Any, info: Any) -> np.ndarray:
    """The legal actions, wherever they are told."""
    return seen["action_mask"] if isinstance(seen, dict) else info["action_mask"]


def draw(masks: np.ndarray, rng: random.Random) -> np.ndarray:
    """Actions drawn at random; one in 40 is illegal, and where a game is over any will do."""
    return np.array([
        pick(mask == (rng.random() > 0.025), rng) if mask.any() else rng.randrange(len(mask))
        for mask in masks
    ])  # fmt: skip


@pytest.mark.sample(2)
@pytest.mark.parametrize("seeded", [False, True])
@pytest.mark.parametrize("mode", AutoresetMode)
@pytest.mark.parametrize(
    ("variant", "choices"),
    [
        ("standard", {"illegal": "lose", "max_moves": 300}),
        ("simplified", {"mask": "info", "observation": "encoded", "max_turns": 12}),
        ("three-player", {"opponent": "uniform", "rewards": "score", "max_moves": 200}),
        ("peek", {"mask": "rllib", "illegal": "lose", "max_moves": 200}),
    ],
)
def test_steps_are_those_of_single_environments(
    variant: str, choices: dict[str, Any], mode: AutoresetMode, seeded: bool
) -> None:
    many, singles = beside(variant, mode, seeded, **choices)
    assert many.metadata["autoreset_mode"] == singles.metadata["autoreset_mode"] == mode
    assert many.metadata["outcomes"] == singles.metadata["outcomes"]
    assert many.single_observation_space == singles.single_observation_space
    assert many.observation_space == singles.observation_space
    rng = random.Random(1)
    told = many.reset(seed=[5, 5, 9, 1, 2, 3] if seeded else 3)
    check_alike(told, singles.reset(seed=[5, 5, 9, 1, 2, 3] if seeded else None))
    seen, info = told
    masks, ended = masks_in(seen, info), 0
    for step in range(240):
        actions = draw(masks, rng)
        told = many.step(actions)
        check_alike(told, singles.step(actions), f"step {step}")
        seen, _, terminated, truncated, info = told
        assert many.observation_space.contains(seen)
        over = terminated | truncated
        ended += int(over.sum())
        masks = masks_in(seen, info)
        if mode is AutoresetMode.DISABLED:
            resets = [over] if over.any() else []
            if rng.random() < 0.05:  # of games that go on too
                resets.append(np.array([rng.random() < 0.5 for _ in range(WIDTH)]))
            for mask in resets:
                if mask.any():
                    told = many.reset(options={"reset_mask": mask})
                    check_alike(told, singles.reset(options={"reset_mask": mask}), f"reset {step}")
                    seen, info = told
                    masks = np.where(mask[:, np.newaxis], masks_in(seen, info), masks)
    assert ended > 2
    check_alike(many.call("action_masks"), singles.call("action_masks"))


@pytest.mark.parametrize("mode", AutoresetMode)
def test_resets_are_those_of_single_environments(mode: AutoresetMode) -> None:
    """Seeds for each, for some, and resets without any, while games are over and go on."""
    many, singles = beside("simplified", mode, True, max_turns=6)
    rng, over = random.Random(1), np.zeros(WIDTH, np.bool_)
    told = many.reset(seed=list(range(WIDTH)))
    check_alike(told, singles.reset(seed=list(range(WIDTH))))
    for _ in range(fewer(120)):
        if over.any() or rng.random() < 0.2:
            seeds = [rng.choice([None, 4, 1 << 62]) for _ in range(WIDTH)]
            mask = over | np.array([rng.random() < 0.3 for _ in range(WIDTH)])
            chosen = rng.choice([{}, {"seed": seeds}])
            if mask.any() and (mode is AutoresetMode.DISABLED or rng.random() < 0.5):
                chosen["options"] = {"reset_mask": mask}
            told = many.reset(**chosen)
            if "options" in chosen:
                chosen["options"] = {"reset_mask": mask}  # Gymnasium takes it out
            check_alike(told, singles.reset(**chosen))
        actions = draw(many.call("action_masks"), rng)
        told = many.step(actions)
        check_alike(told, singles.step(actions))
        over = (told[2] | told[3]) & (mode is not AutoresetMode.SAME_STEP)


def test_a_game_that_is_over_has_to_be_reset() -> None:
    """Its end is shown until then, whatever else is reset; single games raise the same."""
    many = vector_env(
        "simplified", 3, "uniform", autoreset_mode="Disabled", max_turns=2, copy=False
    )
    rng = random.Random(1)
    seen, info = many.reset(seed=1)
    over = np.zeros(3, np.bool_)
    while not over.any():
        seen, _, terminated, truncated, info = many.step(draw(seen["action_mask"], rng))
        over = terminated | truncated
    row = int(over.argmax())
    end = seen["observation"][row].copy()
    with pytest.raises(ResetNeeded, match=f"the game of row {row} is over; call reset"):
        many.step(np.zeros(3, np.int64))
    others = ~over
    seen, info = many.reset(options={"reset_mask": others})
    assert (seen["observation"][row] == end).all()
    assert not seen["action_mask"][row].any()
    assert info["_game"].tolist() == others.tolist()
    seen, info = many.reset(options={"reset_mask": over})
    assert seen["action_mask"].any(axis=1).all()
    many.step(draw(seen["action_mask"], rng))


def test_what_single_environments_are_asked() -> None:
    many, singles = beside("standard", AutoresetMode.SAME_STEP, True, illegal="lose")
    with pytest.raises(ResetNeeded):
        many.call("action_masks")
    many.reset(seed=list(range(WIDTH)))
    singles.reset(seed=list(range(WIDTH)))
    for name in ("action_masks", "action_space", "observation_space", "metadata", "render_mode"):
        check_alike(many.call(name), singles.call(name))
    for name in ("seat", "illegal"):
        assert many.get_attr(name) == singles.get_attr(name)
    with pytest.raises(AttributeError, match="'series' is not available for games in the core"):
        many.call("series")


@pytest.mark.parametrize("mode", ["NextStep", "NEXT_STEP", AutoresetMode.NEXT_STEP])
def test_modes_have_names(mode: Any) -> None:
    envs = gymnasium.make_vec("RussianBank-v1", 2, autoreset_mode=mode)
    assert envs.autoreset_mode is envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
