"""Game series: one game after the other, what environments ask of each, and of their options."""

from collections.abc import Mapping
from typing import Any, Unpack

import numpy as np
import numpy.typing as npt

import rbcore
from rbcore.cards.ranges import MOST_WORD, check_range, shown
from rbcore.rules.limits import LimitOptions
from rbsim.envs.observation import Layout, Observation, check_choice

REWARDS = ("win", "score")
RENDER_MODES = ("human", "ansi", "svg", "rgb_array")
ILLEGAL = ("ignore", "lose", "raise")


def render(game: rbcore.Game, mode: str | None) -> str | npt.NDArray[np.uint8] | None:
    """Return the table in a render mode; `human` prints it, None is nothing."""
    if mode is None:
        return None
    drawing = game.draw()
    if mode == "rgb_array":
        return drawing.pixels()
    if mode == "svg":
        return drawing.svg.rstrip()
    if mode == "ansi":
        return drawing.text.rstrip()
    print(drawing.text, end="")
    return None


class GameSeries:
    """Numbered games of a seed, one at a time.

    Game k of a seed is the game that rbcore.play numbers so. A seed begins at game 0 and goes on to
    the next one at each deal; without any seed one is drawn.
    """

    def __init__(
        self,
        variant: str | rbcore.Rules,
        rewards: str,
        skip_forced: bool,
        render_mode: str | None,
        observation: str,
        **limits: Unpack[LimitOptions],
    ) -> None:
        self.rules = variant if isinstance(variant, rbcore.Rules) else rbcore.variant(variant)
        self.rewards = check_choice("rewards", rewards, REWARDS)
        self.skip_forced = bool(skip_forced)
        if render_mode is not None:
            check_choice("render_mode", render_mode, RENDER_MODES)
        self.layout = Layout.of(self.rules, observation)
        self._limits = checked_limits(limits)
        self._seed: int | None = None
        self._next = 0
        self.game = rbcore.Game.deal(self.rules, 0, 0, **limits)  # refuses limits out of range

    def deal(
        self,
        seed: int | None = None,
        options: Mapping[str, Any] | None = None,
        rng: np.random.Generator | None = None,
    ) -> rbcore.Game:
        """Deal the next game, or the first of a seed, or the one that `options["game"]` numbers."""
        if seed is not None:
            self._seed, self._next = check_range("seed", seed, 0, MOST_WORD), 0
        elif self._seed is None:
            self._seed = int((rng or np.random.default_rng()).integers(1 << 63))
        if options and "game" in options:
            self._next = check_range("game", options["game"], 0, MOST_WORD - 1)
        self.game = rbcore.Game.deal(self.rules, self._seed, self._next, **self._limits)
        self._next += 1
        return self.game

    def make_forced(self) -> bool:
        """Make the only move that there is, if such are made by themselves; whether it was."""
        if not self.skip_forced or self.game.is_over or len(self.game.legal_actions()) != 1:
            return False
        self.game.apply(self.game.legal_actions()[0])
        return True

    def observe(self, seat: int) -> Observation:
        """Return what a seat sees; no action is legal unless it is to move."""
        return self.layout.observation(self.game, seat)

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


def checked_limits(given: LimitOptions) -> LimitOptions:
    """Return options as they are; TypeError, in a sentence, for one that is no limit."""
    known = LimitOptions.__annotations__
    for name in given:
        if name not in known:
            raise TypeError(
                f"{shown(name)} is not an option here; `opponent` says who else plays, and limits "
                f"are {', '.join(known)}"
            )
    return given
