"""AecEnv: the game for PettingZoo, every seat an agent that moves in its turn."""

import operator
from typing import Any, Unpack

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.env_logger import EnvLogger

import rbcore
from rbcore.rules.limits import LimitOptions
from rbsim.envs.game_series import RENDER_MODES, GameSeries, render
from rbsim.envs.observation import Observation

ILLEGAL_REWARD = -1.0


def aec_env(
    variant: str | rbcore.Rules = "standard", **options: Any
) -> AECEnv[str, Observation, int]:
    """Return a PettingZoo environment in which every seat is an agent, `seat_0`, `seat_1`, ...

    It is wrapped as PettingZoo's own are: what is no action is an AssertionError, and an illegal
    action ends the game with -1 for the agent and 0 for the others. `unwrapped` raises ValueError
    for both and is unchanged. `reset(seed=s)` deals game 0 of a seed, each reset without a seed the
    next one, and `options={"game": k}` game k. A game that is left unfinished is truncated.

    Parameters
    ----------
    variant : str or Rules
        What is played.
    rewards : str
        `win`: at the end 1 for the winner and -1 shared by the others, else 0. `score`: at the end
        the scores of section 8.
    skip_forced : bool
        Whether a move is made by itself where it is the only one.
    render_mode : str, optional
        `ansi`, `svg`, `rgb_array` (which needs matplotlib), or `human`, which prints.
    observation : str
        `raw` or `encoded`, as `gym_env` takes it.
    **options
        max_turns, max_moves, search_limit, as rbcore.play takes them.

    Raises
    ------
    ValueError
        For an unknown variant, choices that are not among those above, and limits out of range.

    Examples
    --------
    >>> from rbsim.envs import aec_env
    >>> env = aec_env("simplified", max_moves=300)
    >>> env.reset(seed=1)
    >>> for agent in env.agent_iter():
    ...     seen, reward, terminated, truncated, info = env.last()
    ...     env.step(None if terminated or truncated else int(seen["action_mask"].argmax()))
    """
    return CheckedEnv(AecEnv(variant, **options))


class AecEnv(AECEnv[str, Observation, int]):
    """The environment without wrappers; `aec_env` says what its parameters mean."""

    metadata = {  # noqa: RUF012 (as PettingZoo has it)
        "name": "russian_bank_v1",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
    }

    def __init__(
        self,
        variant: str | rbcore.Rules = "standard",
        *,
        rewards: str = "win",
        skip_forced: bool = False,
        render_mode: str | None = None,
        observation: str = "raw",
        **limits: Unpack[LimitOptions],
    ) -> None:
        super().__init__()
        self.series = GameSeries(variant, rewards, skip_forced, render_mode, observation, **limits)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.series.rules.seats)]
        layout = self.series.layout
        self.observation_spaces = {a: layout.space() for a in self.possible_agents}
        self.action_spaces = {a: spaces.Discrete(layout.actions) for a in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a game; see `aec_env` for its number."""
        self.series.deal(seed, options)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._skip_agent_selection = None
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: self.series.info() for agent in self.agents}
        self._enter()

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees; no action is legal unless it is to move."""
        if agent not in self.possible_agents:
            raise ValueError(f"{agent!r} is no agent; there are {', '.join(self.possible_agents)}")
        return self.series.observe(self.possible_agents.index(agent))

    def step(self, action: int | None) -> None:
        """Make the selected agent's action if it is legal; None of one whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is to move; None is for agents whose game is over")
        self.series.game.apply(operator.index(action))
        self._enter()

    def forfeit(self, reward: float) -> None:
        """End the game for all, with a reward for the selected agent alone."""
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.rewards[self.agent_selection] = reward
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """Return the table as text, SVG or pixels, or print it, as `render_mode` says."""
        return render(self.series.game, self.render_mode)

    def _enter(self) -> None:
        """Make forced moves, and enter who is to move then, or what the end brings."""
        while self.series.make_forced():
            pass
        game = self.series.game
        self.agent_selection = self.possible_agents[game.seat]
        if game.is_over:
            self._enter_end()

    def _enter_end(self) -> None:
        """Enter what the end brings; until then nobody gains anything."""
        cut = self.series.is_unfinished
        self.terminations = dict.fromkeys(self.agents, not cut)
        self.truncations = dict.fromkeys(self.agents, cut)
        self.infos = {agent: self.series.info() for agent in self.agents}
        self.rewards = dict(zip(self.possible_agents, self.series.gains(), strict=True))
        self._accumulate_rewards()


def _passed_on(name: str) -> Any:
    """An attribute of the environment; before the first reset that is an AttributeError."""
    return property(lambda self: getattr(self.env, name))


class CheckedEnv(wrappers.OrderEnforcingWrapper[str, Observation, int]):
    """What PettingZoo's OrderEnforcing, AssertOutOfBounds and TerminateIllegal wrappers do, in one.

    The first of them it is itself. What is no action is an AssertionError; an illegal action ends
    the game for all. Three on top of each other take most of a step, as each looks all attributes
    up in the next.
    """

    env: AecEnv

    agents = _passed_on("agents")
    agent_selection = _passed_on("agent_selection")
    rewards = _passed_on("rewards")
    terminations = _passed_on("terminations")
    truncations = _passed_on("truncations")
    infos = _passed_on("infos")
    _cumulative_rewards = _passed_on("_cumulative_rewards")

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees; no action is legal unless it is to move."""
        if not self._has_reset:
            EnvLogger.error_observe_before_reset()
        seen: Observation = self.env.observe(agent)
        return seen

    def step(self, action: int | None) -> None:
        """Make the selected agent's action; None of one whose game is over."""
        if not self._has_reset:
            EnvLogger.error_step_before_reset()
        self._has_updated = True
        env = self.env
        if not env.agents:
            EnvLogger.warn_step_after_terminated_truncated()
        elif env.terminations[env.agent_selection] or env.truncations[env.agent_selection]:
            assert action is None or self._is_action(action), "action is not in action space"
            env.step(action)
        else:
            assert self._is_action(action), "action is not in action space"
            if action in env.series.game.legal_actions():
                env.step(action)
            else:
                EnvLogger.warn_on_illegal_move()
                env.forfeit(ILLEGAL_REWARD)

    def _is_action(self, action: object) -> bool:
        space = self.env.action_space(self.env.agent_selection)
        if isinstance(action, int | np.integer):  # at once, as the space takes its time
            return bool(0 <= action < space.n)
        return bool(space.contains(action))
