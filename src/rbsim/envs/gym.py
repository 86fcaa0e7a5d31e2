"""GymEnv: the game for Gymnasium, one seat the agent and the others played by opponents."""

import operator
from dataclasses import replace
from typing import Any, SupportsIndex, Unpack

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.error import ResetNeeded

import rbcore
from rbcore.cards.ranges import check_range, shown
from rbcore.rules.limits import LimitOptions
from rbsim.envs.game_series import ILLEGAL, RENDER_MODES, GameSeries, render
from rbsim.envs.observation import Observation, check_choice
from rbsim.envs.opponents import Opponents
from rbsim.running.player import Players

ID = "RussianBank-v1"


def gym_env(
    variant: str | rbcore.Rules = "standard", opponent: Players = "greedy", **options: Any
) -> gymnasium.Env[Observation, int]:
    """Return a Gymnasium environment in which one seat is the agent.

    `reset(seed=s)` deals game 0 of a seed, each reset without a seed the next one, and
    `options={"game": k}` game k; a game that ends before the agent has a choice is left out. A game
    that is left unfinished is truncated. `info` has the `seed` and `game` that name the game;
    `opponent_moves`, the (seat, move) pairs since the agent's last own move; `illegal`, whether the
    action was; and at the end `outcome` and `scores`.

    Parameters
    ----------
    variant : str or Rules
        What is played.
    opponent : str, rbsim.Player, function, or a list of these
        Who plays the other seats: one for all, or one for each in turn order. A player in Python is
        called as rbsim.simulate calls it.
    seat : int
        The agent's seat, 0.
    illegal : str
        What an illegal action does: `ignore`, the default, nothing; `lose`, it ends the episode
        with the reward of a loss, -1 or with three seats -0.5; `raise`, a ValueError. What is no
        action at all is a ValueError always.
    rewards : str
        `win`: at the end 1 for a win, -1 for a loss, with three seats -0.5, else 0. `score`: at the
        end the seat's score of section 8.
    skip_forced : bool
        Whether a move is made by itself where it is the only one; true unless given.
    render_mode : str, optional
        `ansi`, `svg`, `rgb_array` (which needs matplotlib), or `human`, which prints.
    observation : str
        `raw`, the default: int32, the numbers of rbcore.Views. `encoded`: for a network, one-hot
        and shares, float32 from 0 to 1 (docs/interfaces.md).
    **options
        max_turns, max_moves, search_limit, as rbcore.play takes them.

    Raises
    ------
    ValueError
        In one sentence, for an unknown variant or opponent, and any other option out of range.

    Examples
    --------
    >>> from rbsim.envs import gym_env
    >>> env = gym_env("standard", opponent="uniform")
    >>> seen, info = env.reset(seed=1)
    >>> seen, reward, terminated, truncated, info = env.step(seen["action_mask"].argmax())
    >>> reward, terminated, info["illegal"]
    (0.0, False, False)
    """
    env = GymEnv(variant, opponent, **options)
    made = {"variant": variant, "opponent": opponent, **options}
    env.spec = replace(gymnasium.spec(ID), kwargs=made)  # the registered one stays as it is
    return env


class GymEnv(gymnasium.Env[Observation, int]):
    """The environment; `gym_env` says what its parameters mean."""

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 4}  # noqa: RUF012

    def __init__(
        self,
        variant: str | rbcore.Rules = "standard",
        opponent: Players = "greedy",
        *,
        seat: int = 0,
        illegal: str = "ignore",
        rewards: str = "win",
        skip_forced: bool = True,
        render_mode: str | None = None,
        observation: str = "raw",
        **limits: Unpack[LimitOptions],
    ) -> None:
        self.series = GameSeries(variant, rewards, skip_forced, render_mode, observation, **limits)
        self.render_mode = render_mode
        rules = self.series.rules
        self.seat = check_range("seat", seat, 0, rules.seats - 1)
        self.illegal = check_choice("illegal", illegal, ILLEGAL)
        self.loss = -1.0 / (rules.seats - 1)
        self.opponents = Opponents(rules, self.seat, opponent)
        self.observation_space = self.series.layout.space()
        self.action_space = gymnasium.spaces.Discrete(self.series.layout.actions)
        self._is_playing = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a game, and play on to the agent's first choice."""
        super().reset(seed=seed)
        self.series.deal(seed, options, self.np_random)
        while True:
            self.opponents.begin()
            moves = self._play_on()
            if not self.series.game.is_over:
                break
            self.series.deal()
        self._is_playing = True
        return self._seen(), self._info(moves)

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make the agent's action, and play on to its next choice.

        Nothing is done if it is no action, or under `illegal="raise"` an illegal one.
        """
        if not self._is_playing:
            raise ResetNeeded("no game is being played; call reset() first")
        number = self._read(action)
        game = self.series.game
        if number not in game.legal_actions():
            return self._refuse(number)
        game.apply(number)
        moves = self._play_on()
        if not game.is_over:
            return self._seen(), 0.0, False, False, self._info(moves)
        self._is_playing = False
        cut = self.series.is_unfinished
        return self._seen(), self.series.gains()[self.seat], not cut, cut, self._info(moves)

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """Return the table as text, SVG or pixels, or print it, as `render_mode` says."""
        return render(self.series.game, self.render_mode)

    def _read(self, action: SupportsIndex) -> int:
        most = self.series.layout.actions - 1
        try:
            number = operator.index(action)
        except TypeError:
            raise ValueError(f"{shown(action)} is no action; actions are 0 to {most}") from None
        return check_range("action", number, 0, most)

    def _refuse(self, number: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        if self.illegal == "raise":
            self.series.game.apply(number)  # which says in a sentence why it is not legal
        lost = self.illegal == "lose"
        self._is_playing = not lost
        return self._seen(), self.loss if lost else 0.0, lost, False, self._info((), illegal=True)

    def _play_on(self) -> tuple[tuple[int, str], ...]:
        """Make forced moves and those of opponents up to the agent's next choice; theirs."""
        game, moves = self.series.game, []
        while not game.is_over:
            if game.seat != self.seat:
                moves.append((game.seat, self.opponents.choose(game)))
                game.apply(moves[-1][1])
            elif not self.series.make_forced():
                break
        return tuple(moves)

    def _seen(self) -> Observation:
        return self.series.observe(self.seat)

    def _info(self, moves: tuple[tuple[int, str], ...], illegal: bool = False) -> dict[str, Any]:
        return {**self.series.info(), "opponent_moves": moves, "illegal": illegal}


gymnasium.register(
    ID, entry_point="rbsim.envs.gym:GymEnv", vector_entry_point="rbsim.envs.vector:PoolEnv",
    disable_env_checker=True,
)  # fmt: skip
