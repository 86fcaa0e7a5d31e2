"""Libraries for learning, each put behind the environments as docs/interfaces.md says.

They are large, so `make libraries` installs them in an environment of their own; a test is skipped
where its library is missing.
"""

from __future__ import annotations

import random
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

from rbsim.envs import aec_env, gym_env, vector_env
from support.environments import pick

pytestmark = pytest.mark.filterwarnings("ignore")  # of the libraries themselves


@pytest.fixture(scope="module", autouse=True)
def nothing_left() -> Iterator[None]:
    """What the libraries leave in the temporary folder goes."""
    folder = Path(tempfile.gettempdir())
    before = set(folder.iterdir())
    yield
    for path in set(folder.iterdir()) - before:
        shutil.rmtree(path, ignore_errors=True)


@pytest.mark.sample(1)
@pytest.mark.parametrize("mask", ["dict", "info"])
def test_torchrl_plays_a_game_of_agents(mask: str) -> None:
    pytest.importorskip("torchrl")
    from torchrl.envs import PettingZooWrapper

    env = PettingZooWrapper(
        aec_env("simplified", mask=mask), use_mask=True, categorical_actions=True
    )
    steps = env.rollout(5000)
    assert steps["next", "done"][-1].all()
    assert not steps["next", "done"][:-1].any()
    rewards = [steps["next", agent, "reward"].sum().item() for agent in ("seat_0", "seat_1")]
    assert sum(rewards) == 0


@pytest.mark.parametrize(
    ("make", "options"),
    [
        (gym_env, {}),
        (gym_env, {"mask": "info"}),
        (vector_env, {"num_envs": 4, "autoreset_mode": "Disabled"}),
        (vector_env, {"num_envs": 4, "mask": "info"}),
    ],
)
def test_torchrl_plays_an_agent(make: Callable[..., Any], options: dict[str, Any]) -> None:
    """The last observation of each game is its own, not the first of the next."""
    torch = pytest.importorskip("torch")
    pytest.importorskip("torchrl")
    from torchrl.envs import ActionMask, GymWrapper, TransformedEnv

    env = make("simplified", observation="encoded", max_turns=8, **options)
    ends: list[tuple[int, np.ndarray]] = []  # the row of each, and the vector
    step = env.step

    def noting(actions: Any) -> Any:
        seen, rewards, terminated, truncated, info = step(actions)
        last = info.get("final_obs", seen["observation"] if isinstance(seen, dict) else seen)
        if make is gym_env:
            ends.extend([(0, last)] * (terminated or truncated))
        else:
            ends.extend((row, last[row]) for row in np.flatnonzero(terminated | truncated))
        return seen, rewards, terminated, truncated, info

    env.step = noting
    wrapped = GymWrapper(env, categorical_action_encoding=True)
    if make is gym_env and "mask" in options:
        wrapped.auto_register_info_dict()
    learned = TransformedEnv(wrapped, ActionMask())
    torch.manual_seed(1)
    ends.clear()
    steps = learned.rollout(200, break_when_any_done=False)
    assert steps["action_mask"].gather(-1, steps["action"].unsqueeze(-1)).all()
    told = steps["next", "observation"][steps["next", "done"].squeeze(-1)].numpy()
    assert len(told) == len(ends) > 3
    ends.sort(key=lambda end: end[0])  # by rows, as TorchRL has them
    assert all((vector == last).all() for vector, (_, last) in zip(told, ends, strict=True))


@pytest.mark.parametrize("mask", ["dict", "info"])
def test_minari_records_infos(mask: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    minari = pytest.importorskip("minari")
    pytest.importorskip("jax")  # which its extra `create` has
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    env = minari.DataCollector(
        gym_env("simplified", "uniform", max_turns=12, mask=mask), record_infos=True
    )
    rng, outcomes = random.Random(1), []
    for seed in range(3):
        env.reset(seed=seed)
        over = False
        while not over:
            action = pick(env.unwrapped.action_masks(), rng)
            _, _, terminated, truncated, info = env.step(action)
            over = terminated or truncated
        outcomes.append(info["outcome"])
    episodes = list(env.create_dataset("russian-bank/test-v0"))
    assert [episode.infos["outcome"][-1] for episode in episodes] == outcomes
    assert all(episode.infos["opponent_moves"].shape[1:] == (128, 2) for episode in episodes)


WRAPPERS: dict[str, Callable[[Any, Any], Any]] = {
    "agent_indicator": lambda supersuit, env: supersuit.agent_indicator_v0(env),
    "clip_reward": lambda supersuit, env: supersuit.clip_reward_v0(env),
    "delay_observations": lambda supersuit, env: supersuit.delay_observations_v0(env, 2),
    "dtype": lambda supersuit, env: supersuit.dtype_v0(env, np.float64),
    "flatten": lambda supersuit, env: supersuit.flatten_v0(env),
    "frame_stack": lambda supersuit, env: supersuit.frame_stack_v1(env, 3),
    "max_observation": lambda supersuit, env: supersuit.max_observation_v0(env, 2),
    "nan_random": lambda supersuit, env: supersuit.nan_random_v0(env),
    "normalize_obs": lambda supersuit, env: supersuit.normalize_obs_v0(env),
    "pad_action_space": lambda supersuit, env: supersuit.pad_action_space_v0(env),
    "pad_observations": lambda supersuit, env: supersuit.pad_observations_v0(env),
}


@pytest.mark.parametrize("name", WRAPPERS)
def test_supersuits_wrappers(name: str) -> None:
    supersuit = pytest.importorskip("supersuit")
    options: dict[str, Any] = {"mask": "info", "observation": "encoded", "max_turns": 12}
    env = WRAPPERS[name](supersuit, aec_env("simplified", **options))
    env.reset(seed=1)
    rng, steps = random.Random(1), 0
    for agent in env.agent_iter():
        seen, _, terminated, truncated, info = env.last()
        assert env.observation_space(agent).contains(seen)
        over = terminated or truncated
        env.step(None if over else pick(info["action_mask"], rng))
        steps += 1
    assert env.unwrapped.metadata["outcomes"][info["outcome"]] != "none"
    assert steps > 20


@pytest.mark.parametrize("mask", ["dict", "info"])
def test_stable_baselines_learns(mask: str) -> None:
    sb3_contrib = pytest.importorskip("sb3_contrib")
    from stable_baselines3 import DQN, PPO
    from stable_baselines3.common.env_checker import check_env

    env = gym_env("simplified", observation="encoded", mask=mask, illegal="ignore", max_turns=20)
    check_env(env)
    policy = "MlpPolicy" if mask == "info" else "MultiInputPolicy"
    for learner in (PPO, sb3_contrib.MaskablePPO):
        learner(policy, env, n_steps=64, batch_size=64).learn(128)
    DQN(policy, env, buffer_size=1000, learning_starts=32).learn(64)


@pytest.mark.parametrize("agents", [False, True])
def test_rllib_masks_actions(agents: bool) -> None:
    ray = pytest.importorskip("ray")
    pytest.importorskip("ray.rllib")
    from ray.rllib.algorithms.ppo import PPOConfig
    from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
    from ray.rllib.core.rl_module.rl_module import RLModuleSpec
    from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
    from ray.rllib.examples.rl_modules.classes import action_masking_rlm
    from ray.tune.registry import register_env

    options: dict[str, Any] = {"observation": "encoded", "mask": "rllib", "max_turns": 20}

    def make(_: object) -> Any:
        if agents:
            return PettingZooEnv(aec_env("simplified", **options))
        return gym_env("simplified", illegal="raise", **options)

    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False)
    try:
        register_env("russian_bank", make)
        module = RLModuleSpec(
            module_class=action_masking_rlm.ActionMaskingTorchRLModule,
            model_config={"head_fcnet_hiddens": [32]},
        )
        config = PPOConfig().environment("russian_bank").env_runners(num_env_runners=0)
        config = config.training(train_batch_size=200, minibatch_size=50, num_epochs=1)
        if agents:
            config = config.multi_agent(
                policies={"all"}, policy_mapping_fn=lambda *_, **__: "all"
            ).rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={"all": module}))
        else:
            config = config.rl_module(rl_module_spec=module)
        algorithm = config.build_algo()
        assert algorithm.train()["env_runners"]["num_env_steps_sampled"] >= 200
        algorithm.stop()
    finally:
        ray.shutdown()


def test_tianshous_agents() -> None:
    pytest.importorskip("tianshou")
    from tianshou.env.pettingzoo_env import PettingZooEnv

    env, rng, over = PettingZooEnv(aec_env("simplified", max_turns=20)), random.Random(1), False
    seen, _ = env.reset(seed=1)
    while not over:
        seen, rewards, terminated, truncated, info = env.step(pick(np.array(seen["mask"]), rng))
        over = terminated or truncated
    assert sum(rewards) == 0
    assert info["outcome"] < 4


@pytest.mark.parametrize("options", [{}, {"mask": "info", "observation": "encoded"}])
def test_skrls_wrappers(options: dict[str, Any]) -> None:
    torch = pytest.importorskip("torch")
    pytest.importorskip("skrl")
    from skrl.envs.wrappers.torch import wrap_env

    choices = {"variant": "simplified", "max_turns": 10} | options
    for env in (
        gym_env(**choices),
        vector_env(num_envs=4, **choices),
        vector_env(num_envs=4, autoreset_mode="NextStep", **choices),
    ):
        wrapped = wrap_env(env)
        wrapped.reset()
        for _ in range(50):
            seen, *_ = wrapped.step(torch.zeros((wrapped.num_envs, 1), dtype=torch.int64))
        assert len(seen) == wrapped.num_envs
