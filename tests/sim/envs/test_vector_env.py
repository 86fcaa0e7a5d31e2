"""The Gymnasium vector environment: its games are those of the single one, ends and all."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import rbcore
import rbsim

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode

from rbsim.envs import gym_env, vector_env


def act(masks: Any, games: Any, steps: Any) -> np.ndarray:
    """Actions that follow from the games and their steps, drawn as if at random."""
    chosen = []
    for mask, game, step in zip(masks, games, steps, strict=True):
        legal = np.flatnonzero(mask)
        chosen.append(legal[random.Random(int(game) * 10_007 + int(step)).randrange(len(legal))])
    return np.array(chosen, np.int64)


@pytest.mark.sample(1)
@pytest.mark.parametrize("variant", ["standard", "three-player", "crossley", "simplified", "peek"])
@pytest.mark.parametrize(("opponent", "rewards"), [("greedy", "win"), ("uniform", "score")])
def test_games_are_those_of_the_single_environment(
    variant: str, opponent: str, rewards: str
) -> None:
    options: dict[str, Any] = {"opponent": opponent, "rewards": rewards, "max_moves": 400}
    width = 7
    envs = vector_env(variant, width, seat=1, **options)
    seen, info = envs.reset(seed=3)
    singles: dict[int, Any] = {}
    steps: dict[int, int] = {}
    ended = 0
    for _ in range(250):
        games = info["game"].tolist()
        for row, number in enumerate(games):
            if number not in singles:
                single = gym_env(variant, seat=1, **options)
                one, told = single.reset(seed=3, options={"game": number})
                assert told["game"] == number
                singles[number], steps[number] = single, 0
                assert (one["observation"] == seen["observation"][row]).all()
                assert (one["action_mask"] == seen["action_mask"][row]).all()
        actions = act(seen["action_mask"], games, [steps[number] for number in games])
        seen, gained, terminated, truncated, info = envs.step(actions)
        assert not info["illegal"].any()
        for row, number in enumerate(games):
            one, *got, told = singles[number].step(int(actions[row]))
            steps[number] += 1
            assert got == [gained[row], terminated[row], truncated[row]]
            over = terminated[row] or truncated[row]
            assert over == (info["game"][row] != number)
            there = info["final_obs"][row] if over else {k: v[row] for k, v in seen.items()}
            assert (one["observation"] == there["observation"]).all()
            assert (one["action_mask"] == there["action_mask"]).all()
            if over:
                ended += 1
                final = info["final_info"]
                assert info["_final_obs"][row]
                assert info["_final_info"][row]
                assert final["outcome"][row] == told["outcome"]
                assert tuple(final["scores"][row]) == told["scores"]
                assert final["game"][row] == number
                del singles[number]
            elif "final_obs" in info:
                assert info["final_obs"][row] is None
    assert ended > 3


def test_what_gymnasium_asks_of_vector_environments() -> None:
    envs = vector_env("standard", 8, "uniform")
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    seen, _ = envs.reset(seed=1)
    assert seen in envs.observation_space
    assert envs.single_observation_space == gym_env("standard").observation_space
    recorded = gymnasium.wrappers.vector.RecordEpisodeStatistics(envs)
    recorded.reset(seed=1)
    rng, lengths = np.random.default_rng(1), []
    for _ in range(900):
        mask = envs.unwrapped._views.legal
        actions = (mask * rng.random(mask.shape)).argmax(axis=1)
        seen, _, _, _, info = recorded.step(actions)
        lengths += info.get("episode", {"l": np.zeros(0)})["l"].tolist()
    assert seen in envs.observation_space
    assert sum(length > 0 for length in lengths) > 3
    made = gymnasium.make_vec("RussianBank-v1", num_envs=3, variant="simplified", opponent="greedy")
    assert made.reset(seed=2)[0]["action_mask"].shape[0] == 3
    envs.close()


@pytest.mark.full
def test_masked_random_steps_are_legal() -> None:
    """A million; fewer with three seats."""
    rng = np.random.default_rng(1)
    for variant, steps in (("standard", 2_000), ("three-player", 100)):
        envs = vector_env(variant, 500, "greedy", illegal="raise", copy=False)
        scores = rng.random((500, envs.single_action_space.n), np.float32) + 1
        seen, _ = envs.reset(seed=5)
        for _ in range(steps):
            seen, *_ = envs.step((seen["action_mask"] * rng.permutation(scores)).argmax(axis=1))


def test_copies_are_kept() -> None:
    for copy in (True, False):
        envs = vector_env("standard", 4, copy=copy)
        seen, _ = envs.reset(seed=1)
        kept = {name: array.copy() for name, array in seen.items()}
        envs.step(seen["action_mask"].argmax(axis=1))
        same = all((array == kept[name]).all() for name, array in seen.items())
        assert same == copy


def test_resets() -> None:
    envs = vector_env("standard", 4)
    first, info = envs.reset(seed=9)
    assert info["game"].tolist() == [0, 1, 2, 3]
    assert envs.reset()[1]["game"].tolist() == [4, 5, 6, 7]
    assert envs.reset(options={"first": 100})[1]["game"].tolist() == [100, 101, 102, 103]
    again, _ = envs.reset(seed=9)
    assert all((array == first[name]).all() for name, array in again.items())
    drawn = [vector_env("standard", 4).reset()[0]["observation"].tobytes() for _ in range(2)]
    assert drawn[0] != drawn[1]


@pytest.mark.parametrize("illegal", ["ignore", "lose", "raise"])
@pytest.mark.parametrize("variant", ["standard", "three-player"])
def test_illegal_actions(illegal: str, variant: str) -> None:
    seats = rbcore.variant(variant).seats
    envs = vector_env(variant, 5, illegal=illegal)
    seen, info = envs.reset(seed=1)
    actions = seen["action_mask"].argmax(axis=1)
    actions[2] = (seen["action_mask"][2] == 0).argmax()
    games = info["game"].tolist()
    if illegal == "raise":
        with pytest.raises(ValueError, match=r"row 2: action \d+ is not legal"):
            envs.step(actions)
        actions[2] = seen["action_mask"][2].argmax()
        envs.step(actions)  # nothing was done before
        return
    after, gained, terminated, truncated, info = envs.step(actions)
    assert info["illegal"].tolist() == [False, False, True, False, False]
    lost = illegal == "lose"
    assert (gained[2], terminated[2], truncated[2]) == (-lost / (seats - 1), lost, False)
    assert (info["game"][2] == games[2]) != lost
    there = info["final_obs"][2] if lost else {k: v[2] for k, v in after.items()}
    assert (there["observation"] == seen["observation"][2]).all()
    if lost:
        assert info["_final_info"][2]
        assert not info["final_info"]["_outcome"][2]
    assert not terminated[[0, 1, 3, 4]].any()


@pytest.mark.parametrize(
    ("actions", "said"),
    [
        (np.zeros(4, np.int64), r"int64 of shape \(4,\); they have to be whole numbers of"),
        (np.zeros(5), "float64 of shape"),
        (np.array([0, 195, 0, 0, 0]), "row 1: 195 is no action; actions are 0 to 194"),
        (np.array([0, 0, 0, 0, -1]), "row 4: -1 is no action"),
        (None, "object of shape"),
    ],
)
def test_actions_that_are_refused(actions: Any, said: str) -> None:
    envs = vector_env("standard", 5)
    with pytest.raises(ResetNeeded, match=r"call reset\(\) first"):
        envs.step(np.zeros(5, np.int64))
    envs.reset(seed=1)
    with pytest.raises(ValueError, match=said):
        envs.step(actions)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"num_envs": 0}, "num_envs=0 is out of range"),
        ({"opponent": rbsim.Player(lambda view, moves: moves[0], name="first")}, "are compiled"),
        ({"seat": 5}, "seat=5 is out of range"),
        ({"illegal": 1}, "illegal=1 is not one of"),
        ({"max_turns": 0}, "max_turns=0 is out of range"),
    ],
)
def test_options_that_are_refused(options: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        vector_env("standard", **options)


def test_resets_that_are_refused() -> None:
    envs = vector_env("standard", 2)
    for given, said in (
        ({"seed": [1, 2]}, "numbered games of one seed"),
        ({"seed": -1}, "seed=-1 is out of range"),
        ({"options": {"reset_mask": np.ones(2, bool)}}, "reset_mask is not needed"),
        ({"options": {"first": -1}}, "first=-1 is out of range"),
    ):
        with pytest.raises(ValueError, match=said):
            envs.reset(**given)  # type: ignore[arg-type]
