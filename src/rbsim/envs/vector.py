"""PoolEnv: many games at once for Gymnasium, played by the core's game pool."""

from typing import Any, Unpack

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

import rbcore
from rbcore.api.game_pool import GIVE_UP, LEAVE, MOST_SLOTS
from rbcore.cards.ranges import MOST_WORD, check_range
from rbcore.rules.limits import LimitOptions
from rbsim.envs.game_series import ILLEGAL, REWARDS, checked_limits
from rbsim.envs.observation import Layout, Numbers, Observation, check_choice, printed_short
from rbsim.envs.opponents import seated_opponents
from rbsim.running.player import Players

UNFINISHED = rbcore.OUTCOMES.index("unfinished")

Actions = npt.NDArray[np.integer[Any]]
Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
Step = tuple[Observation, Floats, Flags, Flags, dict[str, Any]]


def vector_env(
    variant: str | rbcore.Rules = "standard",
    num_envs: int = 256,
    opponent: Players = "greedy",
    **options: Any,
) -> VectorEnv[Observation, Actions, Floats]:
    """Return a Gymnasium vector environment: games of one agent, played together in the core.

    Its games are those of `gym_env` with the same options, numbered in the order in which they
    begin: `reset(seed=s)` begins with games 0 to num_envs - 1 of the seed, and a reset without a
    seed, or with `options={"first": k}`, goes on with later ones. Forced moves are made by
    themselves. A game that ends is replaced in the same step (`AutoresetMode.SAME_STEP`): its last
    observation is in `info["final_obs"]`, its `outcome` and `scores` in `info["final_info"]`.
    `info["game"]` numbers the games that are observed, and `info["illegal"]` says which actions
    were. The opponents' moves stay in the core; `gym_env` has them.

    Parameters
    ----------
    variant : str or Rules
        What is played.
    num_envs : int
        Games at a time, 1 to 65,536.
    opponent : str or list of str
        The compiled player of the other seats, or one for each in turn order.
    seat, illegal, rewards, observation
        As `gym_env` takes them.
    copy : bool
        Whether each step returns arrays of its own, true unless given. Without, the next step fills
        the same ones.
    **options
        max_turns, max_moves, search_limit, as rbcore.play takes them.

    Raises
    ------
    ValueError
        In one sentence, for an unknown variant or opponent, and any other option out of range.

    Examples
    --------
    >>> from rbsim.envs import vector_env
    >>> envs = vector_env("standard", num_envs=64, opponent="uniform")
    >>> seen, info = envs.reset(seed=1)
    >>> for _ in range(10):
    ...     actions = seen["action_mask"].argmax(axis=1)
    ...     seen, rewards, terminated, truncated, info = envs.step(actions)
    >>> seen["observation"].shape[0], int(info["illegal"].sum())
    (64, 0)
    """
    return PoolEnv(variant, num_envs, opponent, **options)


class PoolEnv(VectorEnv[Observation, Actions, Floats]):
    """The environment; `vector_env` says what its parameters mean."""

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        variant: str | rbcore.Rules = "standard",
        num_envs: int = 256,
        opponent: Players = "greedy",
        *,
        seat: int = 0,
        illegal: str = "ignore",
        rewards: str = "win",
        copy: bool = True,
        observation: str = "raw",
        **limits: Unpack[LimitOptions],
    ) -> None:
        self.rules = variant if isinstance(variant, rbcore.Rules) else rbcore.variant(variant)
        self.num_envs = check_range("num_envs", num_envs, 1, MOST_SLOTS)
        self.seat = check_range("seat", seat, 0, self.rules.seats - 1)
        self.illegal = check_choice("illegal", illegal, ILLEGAL)
        self.rewards = check_choice("rewards", rewards, REWARDS)
        self.copy = bool(copy)
        self.layout = Layout.of(self.rules, observation)
        self.single_observation_space = self.layout.space()
        self.single_action_space = Discrete(self.layout.actions)
        self.observation_space = printed_short(
            batch_space(self.single_observation_space, self.num_envs)
        )
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._players = self._seated(opponent)
        self._limits = checked_limits(limits)
        self._vectors: Numbers | None = None
        self._rows = np.arange(self.num_envs)
        self._pool = self._new_pool(0, 0)  # refuses limits out of range
        self._views: rbcore.Views | None = None

    def _seated(self, opponent: Players) -> list[str | int]:
        """The pool's player of each seat; 0 is the agent."""
        seated: list[str | int] = []
        for one in seated_opponents(self.rules, self.seat, opponent):
            if one is not None and not isinstance(one, str):
                raise ValueError(
                    f"{one} is a player in Python; opponents of a vector environment are compiled, "
                    f"as {', '.join(rbcore.PLAYERS)}"
                )
            seated.append(0 if one is None else one)
        return seated

    def _new_pool(self, seed: int, first: int) -> rbcore.GamePool:
        return rbcore.GamePool(
            self.rules, self._players, seed, first, width=self.num_envs, **self._limits
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal games in all slots, and play on to the agent's first choices."""
        options = options or {}
        if isinstance(seed, list | tuple):
            raise ValueError("the games are numbered games of one seed; give a single one")
        if "reset_mask" in options:
            raise ValueError(
                "reset_mask is not needed here: a game that ends is replaced by itself"
            )
        if seed is not None:
            seed = check_range("seed", seed, 0, MOST_WORD)
            super().reset(seed=seed)
        first = 0
        if seed is None and self._views is not None:
            seed, first = self._pool.seed, int(self._views.game.max()) + 1
        elif seed is None:
            seed = int(self.np_random.integers(1 << 63))
        if "first" in options:
            first = check_range("first", options["first"], 0, MOST_WORD - self.num_envs)
        if seed == self._pool.seed:
            self._pool.reset(first)
        else:
            self._pool = self._new_pool(seed, first)
        return self._observe(), self._info(np.zeros(self.num_envs, np.bool_))

    def step(self, actions: Actions) -> Step:
        """Make an action in each game, and play on to the agent's next choices.

        Nothing is done if any is no action, or under `illegal="raise"` an illegal one.
        """
        numbers, illegal = self._read(actions)
        instead = None
        if illegal.any():
            what = LEAVE if self.illegal == "ignore" else GIVE_UP
            instead = np.where(illegal, np.uint8(what), np.uint8(0))
        steps = self._pool.step(numbers, instead)
        ended, lost = steps.ended, illegal & steps.ended
        unfinished = steps.outcome == UNFINISHED
        by_seat = steps.scores if self.rewards == "score" else steps.returns
        rewards = by_seat[:, self.seat].astype(np.float64)
        rewards[lost] = -1.0 / (self.rules.seats - 1)
        terminated, truncated = ended & (~unfinished | lost), ended & unfinished & ~lost
        info = self._final(steps, lost) if ended.any() else {}
        return self._observe(), rewards, terminated, truncated, info | self._info(illegal)

    def _read(self, actions: Actions) -> tuple[npt.NDArray[np.int64], Flags]:
        """The actions, and which of them are illegal."""
        if self._views is None:
            raise ValueError("no games have been dealt; call reset() first")
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise ValueError(
                f"actions are {given.dtype} of shape {given.shape}; they have to be whole numbers "
                f"of shape ({self.num_envs},)"
            )
        count = self.layout.actions
        if given.min() < 0 or given.max() >= count:
            row = int(((given < 0) | (given >= count)).argmax())
            raise ValueError(f"row {row}: {given[row]} is no action; actions are 0 to {count - 1}")
        numbers = np.ascontiguousarray(given, np.int64)
        illegal = ~self._views.legal[self._rows, numbers]
        if self.illegal == "raise" and illegal.any():
            row = int(illegal.argmax())
            raise ValueError(
                f"row {row}: action {numbers[row]} is not legal; action_mask has 1 where they are"
            )
        return numbers, illegal

    def _observe(self) -> Observation:
        self._views = self._pool.observe()
        into = None if self.copy else self._vectors
        self._vectors = self.layout.vectors(self._views, into)
        mask = self._views.legal.view(np.int8)
        return {"observation": self._vectors, "action_mask": mask.copy() if self.copy else mask}

    def _info(self, illegal: Flags) -> dict[str, Any]:
        assert self._views is not None
        every = np.ones(self.num_envs, np.bool_)
        return {
            "game": self._views.game.copy(), "_game": every,
            "illegal": illegal, "_illegal": every.copy(),
        }  # fmt: skip

    def _final(self, steps: rbcore.Steps, lost: Flags) -> dict[str, Any]:
        """What the ended games were in the end, as Gymnasium's own vector environments have it."""
        ended = steps.ended.copy()
        seen = np.full(self.num_envs, None, object)
        outcome = np.full(self.num_envs, None, object)
        rows = np.flatnonzero(ended)
        final = steps.final[rows]
        vectors, masks = self.layout.vectors(final), final.legal.view(np.int8)
        for i, row in enumerate(rows):
            seen[row] = {"observation": vectors[i], "action_mask": masks[i]}
            outcome[row] = None if lost[row] else rbcore.OUTCOMES[steps.outcome[row]]
        info = {"outcome": outcome, "scores": steps.scores.copy()}
        games = np.zeros(self.num_envs, np.uint64)
        games[rows] = final.game
        info |= {"game": games, "_game": ended, "_outcome": ended & ~lost, "_scores": ended & ~lost}
        return {"final_obs": seen, "_final_obs": ended, "final_info": info, "_final_info": ended}
