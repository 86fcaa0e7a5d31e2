"""What asv times of every commit: standard games of the players that take little, on one core."""

import numpy as np

import rbcore


class Games:
    """Games 0, 1, ... of seed 1, the same in every commit unless a player changed."""

    params = ("uniform", "greedy", "weighted", "planner")
    param_names = ("player",)

    def setup(self, player: str) -> None:
        """Make room for rows."""
        self.rules = rbcore.variant("standard")
        self.rows = np.zeros(50 if player == "planner" else 1_000, rbcore.GAME)

    def time_play(self, player: str) -> None:
        """Play them."""
        rbcore.play(self.rules, (player, player), 1, 0, self.rows)

    def track_signature(self, player: str) -> int:
        """Return a number of the games, as other games have other speeds."""
        self.time_play(player)
        return int(self.rows["moves"].sum())
