"""Table: one game after the other, and what environments of a single game ask of each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Unpack

import numpy as np

import rbcore
from rbcore.cards.ranges import MOST_WORD, check_range
from rbcore.rules.limits import LimitOptions
from rbsim.envs.choices import REWARDS, check_choice
from rbsim.envs.observation import Layout, Observation


class Table:
    """Numbered games of a seed, one at a time.

    Game k of a seed is the game that rbcore.play numbers so. A seed begins at game 0 and goes on to
    the next one at each deal; without any seed one is drawn.

    Parameters
    ----------
    rules : Rules
        What is played.
    rewards : str
        `win` or `score`: what `gains` gives.
    skip_forced : bool
        Whether a move is made by itself where it is the only one.
    **limits
        As rbcore.play takes them.
    """

    def __init__(
        self,
        rules: rbcore.Rules,
        rewards: str,
        skip_forced: bool,
        **limits: Unpack[LimitOptions],
    ) -> None:
        self.rules = rules
        self.rewards = check_choice("rewards", rewards, REWARDS)
        self.skip_forced = bool(skip_forced)
        self.layout = Layout.of(rules)
        self._limits = limits
        self._seed: int | None = None
        self._next = 0
        self.game = rbcore.Game.deal(rules, 0, 0, **limits)  # refuses limits out of range

    def deal(
        self,
        seed: int | None = None,
        options: Mapping[str, Any] | None = None,
        rng: np.random.Generator | None = None,
    ) -> rbcore.Game:
        """Deal the next game, or the first of a seed, or the one that `options["game"]` numbers.

        Raises
        ------
        ValueError
            For numbers out of range.
        """
        if seed is not None:
            self._seed, self._next = check_range("seed", seed, 0, MOST_WORD), 0
        elif self._seed is None:
            self._seed = int((rng or np.random.default_rng()).integers(1 << 63))
        if options and "game" in options:
            self._next = check_range("game", options["game"], 0, MOST_WORD - 1)
        self.game = rbcore.Game.deal(self.rules, self._seed, self._next, **self._limits)
        self._next += 1
        return self.game

    @property
    def is_forced(self) -> bool:
        """Whether the seat to move has one move only, which is made by itself here."""
        return self.skip_forced and not self.game.is_over and len(self.game.legal_actions()) == 1

    def observe(self, seat: int) -> Observation:
        """Return what a seat sees; no action is legal unless it is to move."""
        return self.layout.observation(self.game.observation(seat=seat))

    def gains(self) -> tuple[float, ...]:
        """Return what each seat gains by the end of the game: its return, or its score."""
        if self.rewards == "score":
            return tuple(float(score) for score in self.game.scores())
        return self.game.returns()

    @property
    def is_unfinished(self) -> bool:
        """Whether the game was left unfinished, which environments call truncated."""
        return self.game.outcome == "unfinished"

    def info(self) -> dict[str, Any]:
        """Return the numbers that name the game, and when it is over its outcome and scores."""
        named: dict[str, Any] = {"seed": self.game.seed, "game": self.game.index}
        if self.game.is_over:
            named |= {"outcome": self.game.outcome, "scores": self.game.scores()}
        return named
