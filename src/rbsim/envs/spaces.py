"""Spaces: observations as Gymnasium and PettingZoo describe them."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces

from rbsim.envs.observation import Layout


def observation_space(layout: Layout) -> spaces.Dict:
    """Return the space of observations: a vector of numbers, and the mask of legal actions."""
    return spaces.Dict(
        {
            "observation": spaces.Box(
                np.zeros(layout.size, np.int32), layout.most(), dtype=np.int32
            ),
            "action_mask": spaces.Box(0, 1, (layout.actions,), np.int8),
        }
    )
