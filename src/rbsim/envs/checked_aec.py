"""CheckedEnv: PettingZoo's usual wrappers in one.

Three on top of each other take most of a step, as each looks all attributes up in the next.
"""

from typing import Any

import numpy as np
from pettingzoo.utils import wrappers
from pettingzoo.utils.env_logger import EnvLogger

from rbsim.envs.observation import Observation

ILLEGAL_REWARD = -1.0


def _passed_on(name: str) -> Any:
    """An attribute of the environment; before the first reset that is an AttributeError."""
    return property(lambda self: getattr(self.env, name))


class CheckedEnv(wrappers.OrderEnforcingWrapper[str, Observation, int]):
    """What PettingZoo's OrderEnforcing, AssertOutOfBounds and TerminateIllegal wrappers do.

    The first of them it is itself. What is no action is an AssertionError; an illegal action ends
    the game for all.
    """

    env: Any  # an AecEnv

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

    def _is_action(self, action: Any) -> bool:
        space = self.env.action_space(self.env.agent_selection)
        if isinstance(action, int | np.integer):  # at once, as the space takes its time
            return bool(0 <= action < space.n)
        return bool(space.contains(action))
