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
from rbcore.cards.ranges import shown
from rbsim.envs.observation import OUTCOMES, RENDER_MODES, GameSeries, Observation, SeriesOptions

WHO = "every seat is an agent"


def aec_env(
    variant: str | rbcore.Rules = "standard",
    *,
    skip_forced: bool = False,
    **options: Unpack[SeriesOptions],
) -> AECEnv[str, Observation, int]:
    """Return a PettingZoo environment in which every seat is an agent, `seat_0`, `seat_1`, ...

    It is wrapped as PettingZoo's own environments are: what is not an action is an AssertionError,
    and an illegal action ends the game with -1 for the agent and 0 for the others, terminations and
    truncations both true, as those of PettingZoo's TerminateIllegalWrapper. `unwrapped` raises
    ValueError for both, and the game stays as it is. Games are numbered and truncated as those of
    `gym_env` are. Infos have `seed`, `game`, `outcome` and `scores` as there.

    Parameters
    ----------
    variant : str or Rules
        The rules of the game.
    skip_forced : bool
        Whether the environment itself makes a move that is the only one.
    **options
        rewards, render_mode, observation, mask and limits, as `gym_env` takes them.

    Raises
    ------
    ValueError
        For an unknown variant, unknown choices, and limits out of range.
    TypeError
        For an option of any other name.

    Examples
    --------
    >>> from rbsim.envs import aec_env
    >>> env = aec_env("simplified", max_moves=300)
    >>> env.reset(seed=1)
    >>> for agent in env.agent_iter():
    ...     seen, reward, terminated, truncated, info = env.last()
    ...     env.step(None if terminated or truncated else int(seen["action_mask"].argmax()))
    """
    return CheckedEnv(AecEnv(variant, skip_forced=skip_forced, **options))


class AecEnv(AECEnv[str, Observation, int]):
    """The environment without wrappers; `aec_env` says what its parameters mean."""

    metadata: dict[str, Any] = {  # noqa: RUF012 (as PettingZoo has it)
        "name": "russian_bank_v1",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "outcomes": OUTCOMES,
    }

    def __init__(
        self,
        variant: str | rbcore.Rules = "standard",
        *,
        skip_forced: bool = False,
        **options: Unpack[SeriesOptions],
    ) -> None:
        super().__init__()
        self.series: GameSeries = GameSeries(variant, skip_forced, WHO, **options)
        self.render_mode: str | None = self.series.render_mode
        self.possible_agents: list[str] = [
            f"seat_{seat}" for seat in range(self.series.rules.seats)
        ]
        actions = self.series.layout.actions
        self.observation_spaces: dict[str, Any] = {
            a: self.series.space() for a in self.possible_agents
        }
        self.action_spaces: dict[str, Any] = {
            a: spaces.Discrete(actions) for a in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a game; see `aec_env` for its number."""
        if not isinstance(options, dict | None):
            raise TypeError(f"options={shown(options)} is not a dict")
        # PettingZoo's api_test gives an option of the name "options", which means nothing.
        known = {key: value for key, value in (options or {}).items() if key != "options"}
        self.series.deal(seed, known)
        self.agents: list[str] = list(self.possible_agents)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._skip_agent_selection = None
        self._gain(dict.fromkeys(self.agents, 0.0))
        self._enter()

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees; no action is legal unless it is the agent's turn."""
        if agent not in self.possible_agents:
            agents = ", ".join(self.possible_agents)
            raise ValueError(f"{agent!r} is not an agent; the agents are {agents}")
        seat = self.possible_agents.index(agent)
        return self.series.arrange(*self.series.game.vector(self.series.layout.writer, seat=seat))

    def step(self, action: int | None) -> None:
        """Make the selected agent's action; it is None if the agent's game is over.

        Raises ValueError, and changes nothing, for an action that is not legal.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} must move; None is only for agents whose game is over")
        self.series.game.apply(operator.index(action))
        self._enter()

    def forfeit(self) -> None:
        """End the game for all, with -1 for the selected agent and 0 for the others."""
        gains = dict.fromkeys(self.agents, 0.0) | {self.agent_selection: -1.0}
        self._gain(gains, ended=True, cut=True)
        self._deads_step_first()

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """Return the table as text, SVG or pixels, or print it, as `render_mode` says."""
        return self.series.render()

    def _enter(self) -> None:
        """Make forced moves; then note who is to move or, at the end, what each agent gains."""
        while self.series.make_forced():
            pass
        game = self.series.game
        self.agent_selection: str = self.possible_agents[game.seat]
        if game.is_over:
            cut = game.outcome == "unfinished"
            gains = dict(zip(self.possible_agents, self.series.gains(), strict=True))
            self._gain(gains, ended=not cut, cut=cut)
        elif self.series.mask == "info":
            self._tell(is_over=False)

    def _gain(self, gains: dict[str, float], ended: bool = False, cut: bool = False) -> None:
        """Note what each agent gains, and whether the game has ended or was cut off for all."""
        self.rewards = gains
        self.terminations: dict[str, bool] = dict.fromkeys(self.agents, ended)
        self.truncations: dict[str, bool] = dict.fromkeys(self.agents, cut)
        self._tell(is_over=ended or cut)
        self._accumulate_rewards()

    def _tell(self, is_over: bool) -> None:
        """Make the infos; masks in them have no action except for the agent whose turn it is."""
        game = self.series.game
        self.infos: dict[str, dict[str, Any]] = {}
        for agent in self.agents:
            mask = np.zeros(self.series.layout.actions, np.int8)
            if not is_over and self.possible_agents.index(agent) == game.seat:
                mask[game.legal_actions()] = 1
            self.infos[agent] = self.series.info(mask)


def _passed_on(name: str) -> Any:
    """Return a property that is the attribute of the environment inside.

    Before the first reset there is none, which is an AttributeError.
    """
    return property(lambda self: getattr(self.env, name))


class CheckedEnv(wrappers.OrderEnforcingWrapper[str, Observation, int]):
    """The wrappers OrderEnforcing, AssertOutOfBounds and TerminateIllegal of PettingZoo in one.

    Three wrappers around each other make only a quarter of the steps in the same time, as each
    looks attributes up in the next.
    """

    env: AecEnv

    agents: Any = _passed_on("agents")
    agent_selection: Any = _passed_on("agent_selection")
    rewards: Any = _passed_on("rewards")
    terminations: Any = _passed_on("terminations")
    truncations: Any = _passed_on("truncations")
    infos: Any = _passed_on("infos")
    _cumulative_rewards = _passed_on("_cumulative_rewards")

    def step(self, action: int | None) -> None:
        """Make the selected agent's action; it is None if the agent's game is over."""
        env = self.env
        if self._has_reset and env.agents:
            agent = env.agent_selection
            is_over = env.terminations[agent] or env.truncations[agent]
            if not (is_over and action is None):
                space = env.action_spaces[agent]
                # For most numbers this is known without the space, which is slower.
                is_action = isinstance(action, int | np.integer) and 0 <= action < space.n
                assert is_action or space.contains(action), "action is not in action space"
            if not is_over and action not in env.series.game.legal_actions():
                EnvLogger.warn_on_illegal_move()
                self._has_updated = True
                env.forfeit()
                return
        super().step(action)
