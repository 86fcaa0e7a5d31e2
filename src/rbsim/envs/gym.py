"""The game for Gymnasium: one seat is the agent, opponents play the others; one game, or many."""

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

    `reset(seed=s)` deals game 0 of a seed, a reset without a seed the next game, and a reset with
    `options={"game": k}` game k. A game that ends before the agent has a choice is skipped. A game
    that is left unfinished is truncated. `info` has the `seed` and `game` that name the game;
    `opponent_moves`, the (seat, move) pairs since the agent's last move; `illegal`, whether the
    action was illegal; and at the end `outcome` and `scores`. `action_masks()` has the legal
    actions.

    Parameters
    ----------
    variant : str or Rules
        What is played.
    opponent : str, rbsim.Player, function, or a list of these
        Who plays the other seats: one for all, or one for each in turn order. A player in Python is
        called as rbsim.simulate calls it.
    seat : int
        The agent's seat, 0 by default.
    illegal : str
        What an illegal action does. `ignore`, the default: nothing. `lose`: it ends the episode
        with the reward of a loss, -1 or with three seats -0.5. `raise`: it is a ValueError. What is
        not an action at all is always a ValueError.
    rewards : str
        `win`, the default: at the end 1 for a win, -1 for a loss (with three seats -0.5), else 0.
        `score`: at the end the seat's score of section 8.
    skip_forced : bool
        Whether the environment itself makes a move that is the only one, true by default.
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
    TypeError
        For an option of any other name.

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
        self._choosing: dict[int, Choose] = {}  # by seat, what players in Python use in this game
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
        return self._observation(), self._info(moves)

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make the agent's action, and play on to its next choice.

        Raises ValueError, and changes nothing, for what is not an action, and for an illegal action
        if `illegal` is `raise`; ResetNeeded if no game is being played.
        """
        if not self._is_playing:
            raise ResetNeeded("no game is being played; call reset() first")
        game = self.series.game
        number = check_range("action", action, 0, self.series.layout.actions - 1)
        illegal = number not in game.legal_actions()
        lost = illegal and self.illegal == "lose"
        gained = 0.0
        moves: tuple[tuple[int, str], ...] = ()
        if not illegal or self.illegal == "raise":
            game.apply(number)  # raises ValueError for an illegal one
            moves = self._play_on()
            if game.is_over:
                gained = self.series.gains()[self.seat]
        elif lost:
            gained = -1.0 / (game.rules.seats - 1)
        cut = game.outcome == "unfinished"
        self._is_playing = not (lost or game.is_over)
        ended = lost or (game.is_over and not cut)
        return self._observation(), gained, ended, cut, self._info(moves, illegal)

    def action_masks(self) -> Flags:
        """Return which actions are legal, as MaskablePPO of sb3-contrib asks for it."""
        masks = np.zeros(self.series.layout.actions, np.bool_)
        masks[self.series.game.legal_actions()] = True
        return masks

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """Return the table as text, SVG or pixels, or print it, as `render_mode` says."""
        return self.series.render()

    def _play_on(self) -> tuple[tuple[int, str], ...]:
        """Play on to the agent's next choice, and return the moves of opponents with their seats.

        Forced moves of the agent are made too, if they are skipped.
        """
        game = self.series.game
        moves = []
        while not game.is_over:
            if game.seat != self.seat:
                move = self._choice()
                moves.append((game.seat, move))
                game.apply(move)
            elif not self.series.make_forced():
                break
        return tuple(moves)

    def _choice(self) -> str:
        """Return the move of the opponent whose turn it is; raise ValueError if it is not legal."""
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

    def _observation(self) -> Observation:
        """Return what the agent sees."""
        return self.series.layout.observation(self.series.game, self.seat)

    def _info(self, moves: tuple[tuple[int, str], ...], illegal: bool = False) -> dict[str, Any]:
        """Return the info of a step in which opponents made these moves."""
        return {**self.series.info(), "opponent_moves": moves, "illegal": illegal}


def seated_opponents(
    rules: rbcore.Rules, seat: int, opponent: Players
) -> list[SeatedPlayer | None]:
    """Return who plays each seat, with None for the agent's.

    Parameters
    ----------
    rules : Rules
        What is played.
    seat : int
        The agent's seat.
    opponent : player, or list of players
        One for all other seats, or one for each, in turn order from the agent on.

    Raises
    ------
    ValueError
        For an unknown player, the wrong number of players, and one that plays many games at a time.
    """
    count = rules.seats - 1
    if isinstance(opponent, str) or not isinstance(opponent, Sequence):
        opponent = [opponent] * count
    opponents = [resolve_player(player) for player in opponent]
    if len(opponents) != count:
        raise ValueError(
            f"{len(opponents)} opponents for {count} other seats; give one, or one a seat"
        )
    for player in opponents:
        if not isinstance(player, str) and player.width is not None:
            raise ValueError(
                f"{player} plays many games at a time; an opponent here plays one by one"
            )
    after = count - seat  # how many seats come after the agent's
    return [*opponents[after:], None, *opponents[:after]]


def vector_env(
    variant: str | rbcore.Rules = "standard",
    num_envs: int = 256,
    opponent: Players = "greedy",
    **options: Any,
) -> VectorEnv[Observation, Actions, Floats]:
    """Return a Gymnasium vector environment: games of one agent, played together in the core.

    Its games are those of `gym_env` with the same options, numbered in the order in which they
    begin. `reset(seed=s)` begins with games 0 to num_envs - 1 of the seed, a reset without a seed
    goes on with later ones, and a reset with `options={"first": k}` begins with game k. Forced
    moves are skipped. A game that ends is replaced in the same step (`AutoresetMode.SAME_STEP`):
    its last observation is in `info["final_obs"]`, its `outcome` and `scores` in
    `info["final_info"]`. `info["game"]` numbers the games that are observed, and `info["illegal"]`
    says which actions were illegal. The opponents' moves stay in the core. The environment cannot
    be copied or pickled; that of `gym_env` can.

    Parameters
    ----------
    variant, opponent
        As `gym_env` takes them, without players in Python.
    num_envs : int
        Games at a time, 1 to 65,536.
    copy : bool
        Whether each step returns new arrays, true by default. If not, the next step overwrites
        them, and observations cannot be written to.
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
        for player in seated_opponents(rules, self.seat, opponent):
            if player is not None and not isinstance(player, str):
                raise ValueError(
                    f"{player} is a player in Python; opponents of a vector environment are "
                    f"compiled, as {', '.join(rbcore.PLAYERS)}"
                )
            self._players.append(0 if player is None else player)  # 0 is the agent
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
            seed = self._pool.seed
            first = int(self._games.max()) + 1
        else:
            seed = int(self.np_random.integers(1 << 63))
        first = self.series.number_in(options, "first", MAX_WORD - self.num_envs, first)
        self._pool = rbcore.GamePool(
            self.series.rules, self._players, seed, first, width=self.num_envs, **self.series.limits
        )
        # The arrays of the newest observation, which the pool overwrites at each step.
        self._numbers, self._legal, self._games, self._ends = self._pool.show(self.layout.writer)
        return self._observation(), self._info(np.zeros(self.num_envs, np.bool_))

    def step(self, actions: Actions) -> Step:
        """Make an action in each game, and play on to the next choices.

        Raises ValueError, and changes no game, if one is not an action, or is illegal and `illegal`
        is `raise`; ResetNeeded if no games have been dealt.
        """
        if self._pool is None:
            raise ResetNeeded("no games have been dealt; call reset() first")
        numbers, illegal = self._read(actions)
        instead = None  # what the pool does in place of illegal actions
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
        return self._observation(), rewards, steps.ended & ~cut, cut, info | self._info(illegal)

    def _read(self, actions: Actions) -> tuple[npt.NDArray[np.int64], Flags]:
        """Return the actions, and which of them are illegal.

        Raises ValueError for what is not an action, and for an illegal one if `illegal` is `raise`.
        """
        array = np.asarray(actions)
        if array.shape != (self.num_envs,) or array.dtype.kind not in "iu":
            raise ValueError(
                f"actions are {array.dtype} of shape {array.shape}; they have to be whole numbers "
                f"of shape ({self.num_envs},)"
            )
        count = self.layout.actions
        is_wrong = (array < 0) | (array >= count)
        if is_wrong.any():
            row = int(is_wrong.argmax())
            raise ValueError(f"row {row}: {array[row]} is no action; actions are 0 to {count - 1}")
        numbers = np.ascontiguousarray(array, np.int64)
        illegal = ~self._legal.take(self._row_starts + numbers)
        if self.illegal == "raise" and illegal.any():
            row = int(illegal.argmax())
            raise ValueError(
                f"row {row}: action {numbers[row]} is not legal; action_mask has 1 where they are"
            )
        return numbers, illegal

    def _observation(self) -> Observation:
        """Return what the agent sees in each game, copied if `copy` says so."""
        numbers, mask = self._numbers, self._legal.view(np.int8)
        if self.copy:
            return {"observation": numbers.copy(), "action_mask": mask.copy()}
        return {"observation": numbers, "action_mask": mask}

    def _info(self, illegal: Flags) -> dict[str, Any]:
        """Return the numbers of the games, and which actions were illegal.

        As in Gymnasium's own, an array with an underscore says which rows of another are set.
        """
        every = np.ones(self.num_envs, np.bool_)
        return {"game": self._games.copy(), "_game": every, "illegal": illegal, "_illegal": every}

    def _final(self, steps: rbcore.Steps, lost: Flags) -> dict[str, Any]:
        """Return how the games ended that did, laid out as in Gymnasium's vector environments.

        Games `lost` by an illegal action have no outcome and no scores.
        """
        ended = steps.ended.copy()
        rows = np.flatnonzero(ended)
        has_outcome = ended & ~lost
        games = np.zeros(self.num_envs, np.uint64)
        games[rows] = steps.final.game[rows]
        observations = np.full(self.num_envs, None, object)
        outcomes = np.full(self.num_envs, None, object)
        vectors = self._ends[rows]
        masks = np.zeros((len(rows), self.layout.actions), np.int8)
        for i, row in enumerate(rows):
            observations[row] = {"observation": vectors[i], "action_mask": masks[i]}
            if has_outcome[row]:
                outcomes[row] = rbcore.OUTCOMES[steps.outcome[row]]
        final_info = {
            "game": games,
            "_game": ended,
            "outcome": outcomes,
            "_outcome": has_outcome,
            "scores": steps.scores.copy(),
            "_scores": has_outcome,
        }
        return {
            "final_obs": observations,
            "_final_obs": ended,
            "final_info": final_info,
            "_final_info": ended,
        }
