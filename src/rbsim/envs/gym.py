"""The game for Gymnasium: one seat the agent, the others played by opponents; one game, or many."""

from collections.abc import Sequence
from typing import Any, NoReturn, Unpack

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

import rbcore
from rbcore.api.game_pool import GIVE_UP, LEAVE, MAX_SLOTS
from rbcore.cards.ranges import MAX_WORD, check_range
from rbcore.rules.limits import LimitOptions
from rbsim.arms.players import Choose, Players, SeatedPlayer, resolve_player, stream
from rbsim.envs.observation import RENDER_MODES, GameSeries, Observation, check_choice

ILLEGAL = ("ignore", "lose", "raise")
UNFINISHED = rbcore.OUTCOMES.index("unfinished")

Actions = npt.NDArray[np.integer[Any]]
Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
Step = tuple[Observation, Floats, Flags, Flags, dict[str, Any]]


def gym_env(
    variant: str | rbcore.Rules = "standard", opponent: Players = "greedy", **options: Any
) -> gymnasium.Env[Observation, int]:
    """Return a Gymnasium environment in which one seat is the agent.

    `reset(seed=s)` deals game 0 of a seed, each reset without a seed the next one, and
    `options={"game": k}` game k; a game that ends before the agent has a choice is left out. A game
    that is left unfinished is truncated. `info` has the `seed` and `game` that name the game;
    `opponent_moves`, the (seat, move) pairs since the agent's last own move; `illegal`, whether the
    action was; and at the end `outcome` and `scores`. `action_masks()` has the legal actions.

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
        `raw`, the default: int16, the numbers of rbcore.Views. `encoded`: for a network, one-hot
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
    return gymnasium.make("RussianBank-v1", variant=variant, opponent=opponent, **options)


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
        skip_forced: bool = True,
        **options: Any,
    ) -> None:
        self.series = GameSeries(variant, skip_forced, **options)
        self.render_mode = self.series.render_mode
        self.seat = check_range("seat", seat, 0, self.series.rules.seats - 1)
        self.illegal = check_choice("illegal", illegal, ILLEGAL)
        self._players = seated_opponents(self.series.rules, self.seat, opponent)
        self._choosing: dict[int, Choose] = {}  # by seat: what a player started for this game
        self.observation_space = self.series.layout.space()
        self.action_space = Discrete(self.series.layout.actions)
        self._is_playing = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a game, and play on to the agent's first choice."""
        super().reset(seed=seed)
        self.series.deal(seed, options, self.np_random)
        while True:
            self._choosing.clear()
            moves = self._play_on()
            if not self.series.game.is_over:
                break
            self.series.deal()
        self._is_playing = True
        return self._seen(), self._info(moves)

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make the agent's action, and play on to its next choice; nothing, if it is refused."""
        if not self._is_playing:
            raise ResetNeeded("no game is being played; call reset() first")
        game = self.series.game
        number = check_range("action", action, 0, self.series.layout.actions - 1)
        illegal, lost, gained = number not in game.legal_actions(), False, 0.0
        moves: tuple[tuple[int, str], ...] = ()
        if not illegal or self.illegal == "raise":
            game.apply(number)  # which says in a sentence why one is not legal
            moves = self._play_on()
            gained = self.series.gains()[self.seat] if game.is_over else 0.0
        elif self.illegal == "lose":
            lost, gained = True, -1.0 / (game.rules.seats - 1)
        cut = game.outcome == "unfinished"
        self._is_playing = not (lost or game.is_over)
        ended = lost or (game.is_over and not cut)
        return self._seen(), gained, ended, cut, self._info(moves, illegal)

    def action_masks(self) -> Flags:
        """Return which actions are legal, as MaskablePPO of sb3-contrib asks for it."""
        masks = np.zeros(self.series.layout.actions, np.bool_)
        masks[self.series.game.legal_actions()] = True
        return masks

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """Return the table as text, SVG or pixels, or print it, as `render_mode` says."""
        return self.series.render()

    def _play_on(self) -> tuple[tuple[int, str], ...]:
        """Make forced moves and those of opponents up to the agent's next choice; theirs."""
        game, moves = self.series.game, []
        while not game.is_over:
            if game.seat != self.seat:
                moves.append((game.seat, self._choice()))
                game.apply(moves[-1][1])
            elif not self.series.make_forced():
                break
        return tuple(moves)

    def _choice(self) -> str:
        """The move of an opponent; ValueError if it is not legal."""
        game = self.series.game
        player = self._players[game.seat]
        if isinstance(player, str):
            return game.choose(player)
        assert player is not None
        moves = tuple(game.moves())
        if len(moves) == 1:
            return moves[0]
        if game.seat not in self._choosing:
            choose = player.choose
            if hasattr(choose, "start"):
                choose = choose.start(stream(game.seed, game.index, game.seat))
            self._choosing[game.seat] = choose
        move = self._choosing[game.seat](game.view(), moves)
        if move not in moves:
            raise ValueError(f"{player}: {move!r} is not legal; legal are {', '.join(moves)}")
        return move

    def _seen(self) -> Observation:
        return self.series.layout.observation(self.series.game, self.seat)

    def _info(self, moves: tuple[tuple[int, str], ...], illegal: bool = False) -> dict[str, Any]:
        return {**self.series.info(), "opponent_moves": moves, "illegal": illegal}


def seated_opponents(
    rules: rbcore.Rules, seat: int, opponent: Players
) -> list[SeatedPlayer | None]:
    """Return who plays each seat, None for the agent's own; others are one player or a list."""
    n = rules.seats - 1
    if isinstance(opponent, str) or not isinstance(opponent, Sequence):
        opponent = [opponent] * n
    given = [resolve_player(one) for one in opponent]
    if len(given) != n:
        raise ValueError(f"{len(given)} opponents for {n} other seats; give one, or one a seat")
    for one in given:
        if not isinstance(one, str) and one.width is not None:
            raise ValueError(f"{one} plays many games at a time; an opponent here plays one by one")
    return [*given[n - seat :], None, *given[: n - seat]]


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
    were. The opponents' moves stay in the core. It cannot be copied or pickled; `gym_env` can.

    Parameters
    ----------
    variant, opponent
        As `gym_env` takes them, but for players in Python.
    num_envs : int
        Games at a time, 1 to 65,536.
    copy : bool
        Whether each step returns arrays of its own, true unless given. Without, the next step fills
        the same ones, and observations cannot be written to.
    **options
        seat, illegal, rewards, observation and limits, as `gym_env` takes them.

    Raises
    ------
    ValueError
        As `gym_env` does.

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
    return gymnasium.make_vec(
        "RussianBank-v1", num_envs, variant=variant, opponent=opponent, **options
    )


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
        self.series = GameSeries(variant, True, rewards, None, observation, **limits)
        rules, self.layout = self.series.rules, self.series.layout
        self.num_envs = check_range("num_envs", num_envs, 1, MAX_SLOTS)
        self.seat = check_range("seat", seat, 0, rules.seats - 1)
        self.illegal = check_choice("illegal", illegal, ILLEGAL)
        self.copy = bool(copy)
        self.single_observation_space = self.layout.space()
        self.single_action_space = Discrete(self.layout.actions)
        self.observation_space = self.layout.space(self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._players: list[str | int] = []
        for one in seated_opponents(rules, self.seat, opponent):
            if one is not None and not isinstance(one, str):
                raise ValueError(
                    f"{one} is a player in Python; opponents of a vector environment are compiled, "
                    f"as {', '.join(rbcore.PLAYERS)}"
                )
            self._players.append(0 if one is None else one)  # 0 is the agent
        self._row_starts = np.arange(self.num_envs) * self.layout.actions
        self._pool: rbcore.GamePool | None = None
        self._games: npt.NDArray[np.uint64]

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            "a vector environment cannot be copied or pickled: its games lie in the core; make one "
            "with the same options and reset(seed=..., options={'first': ...}), or copy a gym_env"
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal games in all slots, and play on to the agent's first choices."""
        first = 0
        if seed is not None:
            super().reset(seed=check_range("seed", seed, 0, MAX_WORD))
        elif self._pool is not None:
            seed, first = self._pool.seed, int(self._games.max()) + 1
        else:
            seed = int(self.np_random.integers(1 << 63))
        first = self.series.asked(options, "first", MAX_WORD - self.num_envs, first)
        self._pool = rbcore.GamePool(
            self.series.rules, self._players, seed, first, width=self.num_envs, **self.series.limits
        )
        # Of the newest observation, as the pool fills them.
        self._numbers, self._legal, self._games, self._ends = self._pool.show(self.layout.writer)
        return self._observe(), self._info(np.zeros(self.num_envs, np.bool_))

    def step(self, actions: Actions) -> Step:
        """Make an action in each game, and play on to the next choices; none, if one is refused."""
        if self._pool is None:
            raise ResetNeeded("no games have been dealt; call reset() first")
        numbers, illegal = self._read(actions)
        instead = None
        if illegal.any():
            what = LEAVE if self.illegal == "ignore" else GIVE_UP
            instead = np.where(illegal, np.uint8(what), np.uint8(0))
        steps = self._pool.step(numbers, instead)
        lost = illegal & steps.ended
        cut = (steps.outcome == UNFINISHED) & steps.ended & ~lost
        by_seat = steps.scores if self.series.rewards == "score" else steps.returns
        rewards = by_seat[:, self.seat].astype(np.float64)
        rewards[lost] = -1.0 / (self.series.rules.seats - 1)
        info = self._final(steps, lost) if steps.ended.any() else {}
        return self._observe(), rewards, steps.ended & ~cut, cut, info | self._info(illegal)

    def _read(self, actions: Actions) -> tuple[npt.NDArray[np.int64], Flags]:
        """The actions, and which of them are illegal."""
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise ValueError(
                f"actions are {given.dtype} of shape {given.shape}; they have to be whole numbers "
                f"of shape ({self.num_envs},)"
            )
        count = self.layout.actions
        if (wrong := (given < 0) | (given >= count)).any():
            row = int(wrong.argmax())
            raise ValueError(f"row {row}: {given[row]} is no action; actions are 0 to {count - 1}")
        numbers = np.ascontiguousarray(given, np.int64)
        illegal = ~self._legal.take(self._row_starts + numbers)
        if self.illegal == "raise" and illegal.any():
            row = int(illegal.argmax())
            raise ValueError(
                f"row {row}: action {numbers[row]} is not legal; action_mask has 1 where they are"
            )
        return numbers, illegal

    def _observe(self) -> Observation:
        seen: Observation = {"observation": self._numbers, "action_mask": self._legal.view(np.int8)}
        return {name: held.copy() for name, held in seen.items()} if self.copy else seen

    def _info(self, illegal: Flags) -> dict[str, Any]:
        every = np.ones(self.num_envs, np.bool_)
        return {"game": self._games.copy(), "_game": every, "illegal": illegal, "_illegal": every}

    def _final(self, steps: rbcore.Steps, lost: Flags) -> dict[str, Any]:
        """What the ended games were in the end, as Gymnasium's own vector environments have it."""
        ended = steps.ended.copy()
        rows = np.flatnonzero(ended)
        told = ended & ~lost
        seen, outcome = np.full((2, self.num_envs), None, object)
        games = np.zeros(self.num_envs, np.uint64)
        games[rows] = steps.final.game[rows]
        vectors, masks = self._ends[rows], np.zeros((len(rows), self.layout.actions), np.int8)
        for i, row in enumerate(rows):
            seen[row] = {"observation": vectors[i], "action_mask": masks[i]}
            outcome[row] = rbcore.OUTCOMES[steps.outcome[row]] if told[row] else None
        info = {
            "game": games,
            "_game": ended,
            "outcome": outcome,
            "_outcome": told,
            "scores": steps.scores.copy(),
            "_scores": told,
        }
        return {"final_obs": seen, "_final_obs": ended, "final_info": info, "_final_info": ended}
