"""The game for Gymnasium: one seat is the agent, opponents play the others; one game, or many."""

from collections.abc import Sequence
from typing import Any, NoReturn, Unpack

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Discrete, Space
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

import rbcore
from rbcore.api.game_pool import GIVE_UP, LEAVE, MAX_SLOTS
from rbcore.cards.ranges import check_range, check_truth, shown
from rbsim.arms.players import (
    Choose,
    Player,
    Players,
    SeatedPlayer,
    core_player,
    resolve_player,
    stream,
)
from rbsim.envs.observation import (
    MAX_SEED,
    NO_OUTCOME,
    OUTCOMES,
    RENDER_MODES,
    Array,
    GameSeries,
    Layout,
    Observation,
    SeriesOptions,
    check_choice,
    check_options,
)

WHO = "`opponent` says who else plays"
ILLEGAL = ("ignore", "lose", "raise")
UNFINISHED = OUTCOMES.index("unfinished")
MAX_TOLD = 128  # moves of opponents in an info, which has room for so many
NO_MOVES = np.full((MAX_TOLD, 2), -1, np.int16)

Actions = npt.NDArray[np.integer[Any]]
Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
Step = tuple[Observation, Floats, Flags, Flags, dict[str, Any]]


def gym_env(
    variant: str | rbcore.Rules = "standard",
    opponent: Players = "greedy",
    *,
    seat: int = 0,
    illegal: str = "ignore",
    skip_forced: bool = True,
    **options: Unpack[SeriesOptions],
) -> gymnasium.Env[Observation, int]:
    """Return a Gymnasium environment in which one seat is the agent.

    `reset(seed=s)` deals game 0 of a seed, a reset without a seed the next game, and a reset with
    `options={"game": k}` game k. A game that ends before the agent has a choice is skipped. A game
    that is left unfinished is truncated. `action_masks()` has the legal actions.

    `info` has numbers alone, under the same keys from the first `reset` on: the `seed` and `game`
    that name the game; `outcome`, an index into `metadata["outcomes"]`, whose last, "none", is that
    of a game that goes on; `scores`, 0 until the end; `illegal`, whether the action was illegal;
    `opponent_move_count`, the opponents' moves since the agent's last; and `opponent_moves`, the
    newest 128 of these, a seat and an action each, -1 where there are fewer. All of them, with
    their moves as text, are in `env.unwrapped.opponent_moves`.

    Parameters
    ----------
    variant : str or Rules
        The rules of the game.
    opponent : str, rbsim.Player, function, or a list of these
        Players of the other seats: one for all, or one for each in turn order. A player in Python
        is called as rbsim.simulate calls it.
    seat : int
        The agent's seat.
    illegal : str
        The effect of an illegal action. `ignore`: nothing. `lose`: it ends the episode with the
        reward of a loss, -1 or with three seats -0.5. `raise`: it is a ValueError. A value that is
        not an action at all always raises a ValueError.
    skip_forced : bool
        Whether the environment itself makes a move that is the only one.
    rewards : str
        `win`, the default: at the end 1 for a win, -1 for a loss (with three seats -0.5), else 0.
        `score`: at the end the seat's score of section 8.
    render_mode : str, optional
        `ansi`, `svg`, `rgb_array` (which needs matplotlib), or `human`, which prints.
    observation : str
        `raw`, the default: int16, the numbers of rbcore.Views. `encoded`: for a network, one-hot
        and shares, float32 from 0 to 1 (docs/interfaces.md).
    mask : str
        Where the legal actions are found. `dict`, the default: an observation is a dict of
        `observation` and `action_mask`. `info`: it is the vector alone, and `info["action_mask"]`
        the mask. `rllib`: a dict of `observations` and a float `action_mask`, as RLlib's
        ActionMaskingTorchRLModule reads it.
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
    >>> reward, terminated, bool(info["illegal"])
    (0.0, False, False)
    """
    return gymnasium.make(
        "RussianBank-v1",
        variant=variant,
        opponent=opponent,
        seat=seat,
        illegal=illegal,
        skip_forced=skip_forced,
        **options,
    )


class GymEnv(gymnasium.Env[Observation, int]):
    """The environment; `gym_env` says what its parameters mean."""

    metadata: dict[str, Any] = {  # noqa: RUF012 (as Gymnasium has it)
        "render_modes": list(RENDER_MODES),
        "render_fps": 4,
        "outcomes": OUTCOMES,
    }

    def __init__(
        self,
        variant: str | rbcore.Rules = "standard",
        opponent: Players = "greedy",
        *,
        seat: int = 0,
        illegal: str = "ignore",
        skip_forced: bool = True,
        **options: Unpack[SeriesOptions],
    ) -> None:
        self.series: GameSeries = GameSeries(variant, skip_forced, WHO, **options)
        self.render_mode: str | None = self.series.render_mode
        self.seat: int = check_range("seat", seat, 0, self.series.rules.seats - 1)
        self.illegal: str = check_choice("illegal", illegal, ILLEGAL)
        self._players = seated_opponents(self.series.rules, self.seat, opponent)
        self._choosing: dict[int, Choose] = {}  # by seat, what players in Python use in this game
        self._others_moves: list[tuple[int, str]] = []  # with their seats, since the agent's last
        rules = self.series.rules
        self._actions = [
            {text: action for action, text in enumerate(rbcore.action_texts(rules, seat)) if text}
            for seat in range(rules.seats)
        ]
        self.observation_space: Space[Any] = self.series.space()
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
            self._play_on()
            if not self.series.game.is_over:
                break
            self.series.deal()
        self._is_playing = True
        return self._told()

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
        if not illegal or self.illegal == "raise":
            game.apply(number)  # raises ValueError for an illegal one
            self._play_on()
            if game.is_over:
                gained = self.series.gains()[self.seat]
        else:
            self._others_moves = []
            gained = -1.0 / (game.rules.seats - 1) if lost else 0.0
        cut = game.outcome == "unfinished"
        self._is_playing = not (lost or game.is_over)
        ended = lost or (game.is_over and not cut)
        observation, info = self._told(illegal)
        return observation, gained, ended, cut, info

    def action_masks(self) -> Flags:
        """Return which actions are legal, as MaskablePPO of sb3-contrib asks for it."""
        masks = np.zeros(self.series.layout.actions, np.bool_)
        if self._is_playing:
            masks[self.series.game.legal_actions()] = True
        return masks

    @property
    def opponent_moves(self) -> tuple[tuple[int, str], ...]:
        """The opponents' moves since the agent's last, each with its seat."""
        return tuple(self._others_moves)

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """Return the table as text, SVG or pixels, or print it, as `render_mode` says."""
        return self.series.render()

    def _play_on(self) -> None:
        """Play on to the agent's next choice, and note the moves of opponents.

        Forced moves of the agent are made too, if they are skipped.
        """
        game = self.series.game
        self._others_moves = []
        while not game.is_over:
            if game.seat != self.seat:
                move = self._choice()
                self._others_moves.append((game.seat, move))
                game.apply(move)
            elif not self.series.make_forced():
                break

    def _choice(self) -> str:
        """Return the move of the opponent whose turn it is; raise ValueError if it is not legal."""
        game = self.series.game
        player = self._players[game.seat]
        assert player is not None
        if (compiled := core_player(player)) is not None:
            return game.choose(compiled)
        assert isinstance(player, Player)
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
            raise ValueError(f"{player}: {move!r} is not legal; legal moves are {', '.join(moves)}")
        return move

    def _told(self, illegal: bool = False) -> tuple[Observation, dict[str, Any]]:
        """Return what the agent sees and the info beside it."""
        series = self.series
        vector, mask = series.game.vector(series.layout.writer, seat=self.seat)
        if not self._is_playing:  # as after an illegal action that lost
            mask[:] = 0
        moves = NO_MOVES.copy()
        if self._others_moves:
            newest = self._others_moves[-MAX_TOLD:]
            moves[: len(newest)] = [(seat, self._actions[seat][move]) for seat, move in newest]
        info = series.info(mask) | {
            "illegal": np.array(illegal),  # Gymnasium makes objects of many numpy.bool
            "opponent_moves": moves,
            "opponent_move_count": np.int64(len(self._others_moves)),
        }
        return series.arrange(vector, mask), info


def seated_opponents(
    rules: rbcore.Rules, seat: int, opponent: Players
) -> list[SeatedPlayer | None]:
    """Return who plays each seat, with None for the agent's.

    Parameters
    ----------
    rules : Rules
        The rules of the game.
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
            f"{len(opponents)} opponents for {count} other seats; give one, or one for each seat"
        )
    for player in opponents:
        if not isinstance(player, str) and player.width is not None:
            raise ValueError(
                f"{player} plays many games at a time; an opponent must play one at a time"
            )
    after = count - seat  # how many seats come after the agent's
    return [*opponents[after:], None, *opponents[:after]]


def vector_env(
    variant: str | rbcore.Rules = "standard",
    num_envs: int = 256,
    opponent: Players = "greedy",
    *,
    seat: int = 0,
    illegal: str = "ignore",
    autoreset_mode: str | AutoresetMode = "SameStep",
    copy: bool = True,
    **options: Unpack[SeriesOptions],
) -> VectorEnv[Observation, Actions, Floats]:
    """Return a Gymnasium vector environment: games of one agent, played together in the core.

    Its games are those of `gym_env` with the same options, numbered in the order in which they
    begin. `reset(seed=s)` begins with games 0 to num_envs - 1 of the seed, a reset without a seed
    goes on with later ones, and a reset with `options={"first": k}` begins with game k. With a
    list of seeds, one for each environment, each plays games 0, 1, ... of its own. Forced moves are
    skipped. Infos are those of `gym_env`, laid out as Gymnasium's own vector environments have
    them, except for the opponents' moves, which stay in the core. The environment cannot be copied
    or pickled; that of `gym_env` can.

    Parameters
    ----------
    variant, opponent, seat, illegal
        As `gym_env` takes them, without players in Python.
    num_envs : int
        Games at a time, 1 to 65,536.
    autoreset_mode : str or AutoresetMode
        When a game that has ended is replaced, as SyncVectorEnv has it. `SameStep`, the default and
        the fastest: in the same step, with the last observation in `info["final_obs"]` and its info
        in `info["final_info"]`. `NextStep`: in the next step, whose action is ignored. `Disabled`:
        by `reset(options={"reset_mask": mask})`, before the next step.
    copy : bool
        Whether each step returns new arrays. If not, the next step may overwrite them, and
        observations cannot always be written to.
    **options
        rewards, observation, mask and limits, as `gym_env` takes them.

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
        "RussianBank-v1",
        num_envs,
        variant=variant,
        opponent=opponent,
        seat=seat,
        illegal=illegal,
        autoreset_mode=autoreset_mode,
        copy=copy,
        **options,
    )


class PoolEnv(VectorEnv[Observation, Actions, Floats]):
    """The environment; `vector_env` says what its parameters mean.

    The pool replaces a game in the step in which it ends. In the modes that replace it later, the
    rows that are true in `_over` go on to show its end until then; None is that there are none.
    """

    def __init__(
        self,
        variant: str | rbcore.Rules = "standard",
        num_envs: int = 256,
        opponent: Players = "greedy",
        *,
        seat: int = 0,
        illegal: str = "ignore",
        autoreset_mode: str | AutoresetMode = "SameStep",
        copy: bool = True,
        **options: Unpack[SeriesOptions],
    ) -> None:
        self.series: GameSeries = GameSeries(variant, True, WHO, **options)
        if self.series.render_mode is not None:
            raise ValueError("a vector environment draws no pictures; gym_env does")
        rules = self.series.rules
        self.layout: Layout = self.series.layout
        self.num_envs: int = check_range("num_envs", num_envs, 1, MAX_SLOTS)
        self.seat: int = check_range("seat", seat, 0, rules.seats - 1)
        self.illegal: str = check_choice("illegal", illegal, ILLEGAL)
        self.autoreset_mode = read_mode(autoreset_mode)
        self.metadata: dict[str, Any] = {
            "autoreset_mode": self.autoreset_mode,
            "render_modes": [],
            "outcomes": OUTCOMES,
        }
        self.copy: bool = check_truth("copy", copy)
        self.single_observation_space: Space[Any] = self.series.space()
        self.single_action_space = Discrete(self.layout.actions)
        self.observation_space: Space[Any] = self.series.space(self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._players: list[str | rbcore.CompiledPlayer | int] = []
        for player in seated_opponents(rules, self.seat, opponent):
            seated = 0 if player is None else core_player(player)  # 0 is the agent
            if seated is None:
                raise ValueError(
                    f"{player} is a player in Python; opponents of a vector environment must be "
                    f"compiled, such as {', '.join(rbcore.PLAYERS)}"
                )
            self._players.append(seated)
        self._row_starts = np.arange(self.num_envs) * self.layout.actions
        self._pool: rbcore.GamePool | None = None
        self._games: npt.NDArray[np.int64]
        self._seeds = np.zeros(self.num_envs, np.int64)
        self._has_own_seed = np.zeros(self.num_envs, np.bool_)
        self._over: Flags | None = None
        self._no_outcomes = np.full(self.num_envs, NO_OUTCOME, np.int64)

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            "a vector environment cannot be copied or pickled: its games are in the core; make one "
            "with the same options and reset(seed=..., options={'first': ...}), or copy a gym_env"
        )

    # ---- resets --------------------------------------------------------------------------------

    def reset(
        self,
        *,
        seed: int | list[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal games in all rows, or in those of a mask, and play on to the agent's first choices.

        Raises ValueError or TypeError, and deals nothing, for a seed or an option out of range;
        ResetNeeded for a mask before there are games.
        """
        known = {"first": "numbers the first game", "reset_mask": "selects the rows to deal"}
        check_options(options, known)
        options = options or {}
        if isinstance(seed, tuple | np.ndarray):
            seed = list(seed)
        if "reset_mask" in options:
            which = self._read_mask(options["reset_mask"])
        else:
            which = np.ones(self.num_envs, np.bool_)
        if "first" in options and ("reset_mask" in options or isinstance(seed, list)):
            raise ValueError("'first' needs one seed for all rows")
        if isinstance(seed, list):
            self._deal_seeded(which, seed)
        elif "reset_mask" in options and seed is not None:
            raise ValueError("with 'reset_mask', seed must be a list with one seed for each row")
        elif "reset_mask" in options or (
            seed is None and "first" not in options and self._has_own_seed.any()
        ):
            self._deal_next(which)
        else:
            self._deal(seed, options.get("first"))
        if self._over is not None:
            over = self._over & ~which
            self._over = over if over.any() else None
        seen, mask = self._shown()
        columns = self._columns(np.zeros(self.num_envs, np.bool_), mask)
        for column in columns.values():
            column[~which] = 0
        return self.series.arrange(seen, mask), laid_out(columns, which)

    def _read_mask(self, mask: object) -> Flags:
        """Return which rows are reset; raise what SyncVectorEnv raises for what is no mask."""
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
            kind = mask.dtype if isinstance(mask, np.ndarray) else type(mask).__name__
            raise TypeError(f"reset_mask must be a numpy array of bool, not {kind}")
        if mask.shape != (self.num_envs,):
            raise ValueError(f"reset_mask must have shape ({self.num_envs},), not {mask.shape}")
        if not mask.any():
            raise ValueError("reset_mask has no True; it selects the rows to deal")
        if self._pool is None:
            raise ResetNeeded("no games have been dealt; call reset() without a mask first")
        return mask

    def _deal(self, seed: int | None, first: int | None) -> None:
        """Deal games of a seed from number `first` on; without either, go on where they were."""
        if first is None:
            is_next = seed is None and self._pool is not None
            first = int(self._games.max()) + 1 if is_next else 0
        first = check_range("first", first, 0, MAX_SEED - self.num_envs)
        if seed is not None:
            super().reset(seed=check_range("seed", seed, 0, MAX_SEED))
        elif self._pool is not None:
            seed = self._pool.seed
        else:
            seed = int(self.np_random.integers(1 << 63))
        self._pool = rbcore.GamePool(
            self.series.rules, self._players, seed, first, width=self.num_envs, **self.series.limits
        )
        self._seeds[:] = seed
        self._has_own_seed[:] = False
        # The arrays of the newest observation, which the pool overwrites at each step.
        self._numbers, self._legal, games, self._ends = self._pool.show(self.layout.writer)
        self._games = games.view(np.int64)

    def _deal_seeded(self, which: Flags, seeds: list[int | None]) -> None:
        """Deal each row the first game of its own seed; where that is None, the row's next game."""
        if len(seeds) != self.num_envs:
            raise ValueError(f"{len(seeds)} seeds for {self.num_envs} rows; give one for each")
        checked = self._seeds.copy()
        has_seed = np.zeros(self.num_envs, np.bool_)
        for row, seed in enumerate(seeds):
            if seed is not None and which[row]:
                checked[row] = check_range(f"seed[{row}]", seed, 0, MAX_SEED)
                has_seed[row] = True
        if self._pool is None:
            self._deal(None, None)
        assert self._pool is not None
        self._pool.deal(has_seed, checked.astype(np.uint64))
        self._seeds[has_seed] = checked[has_seed]
        self._has_own_seed |= has_seed
        if (which & ~has_seed).any():
            self._deal_next(which & ~has_seed)

    def _deal_next(self, which: Flags) -> None:
        """Deal rows their next games; the pool has dealt it already where a game is over."""
        assert self._pool is not None
        self._pool.deal(which if self._over is None else which & ~self._over)

    # ---- steps ---------------------------------------------------------------------------------

    def step(self, actions: Actions) -> Step:
        """Make an action in each game, and play on to the next choices.

        Raises ValueError, and changes no game, if one is not an action, or is illegal and `illegal`
        is `raise`; ResetNeeded if no games have been dealt, or if some are over and not replaced.
        """
        if self._pool is None:
            raise ResetNeeded("no games have been dealt; call reset() first")
        over = self._over
        if over is not None and self.autoreset_mode is AutoresetMode.DISABLED:
            raise ResetNeeded(
                f"the game of row {over.argmax()} is over; call reset(options={{'reset_mask': "
                "terminated | truncated}) first"
            )
        numbers, illegal = self._read(actions)
        instead = None  # what the pool does in place of illegal actions, and where a game is over
        has_illegal = np.count_nonzero(illegal) > 0  # faster than any()
        if over is not None or has_illegal:
            what = LEAVE if self.illegal == "ignore" else GIVE_UP
            instead = np.where(illegal, np.uint8(what), np.uint8(0))
            if over is not None:
                instead[over] = LEAVE
        steps = self._pool.step(numbers, instead)
        ended = steps.ended.copy()
        cut = steps.outcome == UNFINISHED
        by_seat = steps.scores if self.series.rewards == "score" else steps.returns
        rewards = by_seat[:, self.seat].astype(np.float64)
        if has_illegal:
            lost = illegal & ended  # given up, which is no outcome
            cut &= ~lost
            rewards[lost] = -1.0 / (self.series.rules.seats - 1)
        rows = ended.nonzero()[0]
        replaces = self.autoreset_mode is AutoresetMode.SAME_STEP
        self._over = None if replaces or len(rows) == 0 else ended
        seen, mask = self._shown()
        columns = self._columns(illegal, mask)
        info: dict[str, Any] = laid_out(columns, np.ones(self.num_envs, np.bool_))
        if replaces and len(rows):
            final = {name: np.zeros(c.shape, c.dtype) for name, c in columns.items()}
            self._enter_ends(final, rows, steps, illegal)
            illegal[rows] = False  # in the games that are observed
            info["final_obs"], info["final_info"] = self._ends_of(rows), laid_out(final, ended)
            info["_final_obs"] = info["_final_info"] = ended
        elif len(rows):
            self._enter_ends(columns, rows, steps, illegal)
        return self.series.arrange(seen, mask), rewards, ended ^ cut, cut, info

    def _read(self, actions: Actions) -> tuple[npt.NDArray[np.int64], Flags]:
        """Return the actions, and which of them are illegal; none are where a game is over.

        Raises ValueError for what is not an action, and for an illegal one if `illegal` is `raise`.
        """
        array = np.asarray(actions)
        if array.shape != (self.num_envs,) or array.dtype.kind not in "iu":
            raise ValueError(
                f"actions are {array.dtype} of shape {array.shape}; they must be whole numbers of "
                f"shape ({self.num_envs},)"
            )
        count = self.layout.actions
        numbers = np.ascontiguousarray(array, np.int64)
        if self._over is not None:
            numbers = np.where(self._over, 0, numbers)
        is_wrong = numbers.view(np.uint64) >= count  # a negative number is a large one
        if np.count_nonzero(is_wrong):
            row = int(is_wrong.argmax())
            raise ValueError(f"row {row}: {array[row]} is not an action from 0 to {count - 1}")
        illegal = ~self._legal.take(self._row_starts + numbers)
        if self._over is not None:
            illegal &= ~self._over
        if self.illegal == "raise" and illegal.any():
            row = int(illegal.argmax())
            raise ValueError(
                f"row {row}: action {numbers[row]} is not legal; action_mask is 1 for legal actions"
            )
        return numbers, illegal

    # ---- what is told --------------------------------------------------------------------------

    def _shown(self) -> tuple[Array, Array]:
        """Return the vectors and masks that the agent sees, copied if `copy` says so."""
        numbers, mask = self._numbers, self._legal.view(np.int8)
        if self.copy or self._over is not None:
            numbers, mask = numbers.copy(), mask.copy()
        if self._over is not None:
            numbers[self._over] = self._ends[self._over]
            mask[self._over] = 0
        return numbers, mask

    def _columns(self, illegal: Flags, mask: Array) -> dict[str, Array]:
        """Return the infos of games that go on."""
        columns: dict[str, Array] = {
            "seed": self._seeds.copy(),
            "game": self._games.copy(),
            "outcome": self._no_outcomes.copy(),
            "scores": np.zeros((self.num_envs, self.series.rules.seats), np.int16),
            "illegal": illegal,
        }
        if self.series.mask == "info":
            columns["action_mask"] = mask
        return columns

    def _enter_ends(
        self,
        columns: dict[str, Array],
        rows: npt.NDArray[np.intp],
        steps: rbcore.Steps,
        illegal: Flags,
    ) -> None:
        """Enter the infos of the games that ended in some rows; masks there are 0 already.

        Games lost by an illegal action have neither outcome nor scores.
        """
        columns["seed"][rows] = self._seeds[rows]
        columns["game"][rows] = steps.final.game[rows]
        columns["outcome"][rows] = steps.outcome[rows]
        columns["scores"][rows] = steps.scores[rows]
        lost = rows[illegal[rows]]
        if len(lost):
            columns["outcome"][lost] = NO_OUTCOME
            columns["scores"][lost] = 0
            columns["illegal"][lost] = True

    def _ends_of(self, rows: npt.NDArray[np.intp]) -> npt.NDArray[np.object_]:
        """Return the last observations of the games that ended in some rows."""
        observations = np.full(self.num_envs, None, object)
        vectors, masks = self._ends[rows], np.zeros((len(rows), self.layout.actions), np.int8)
        for row, vector, mask in zip(rows, vectors, masks, strict=True):
            observations[row] = self.series.arrange(vector, mask)
        return observations

    def call(self, name: str, *args: Any, **kwargs: Any) -> tuple[Any, ...]:
        """Return what each environment has by a name or, if it is a method, returns.

        They have `action_masks()`, and what they share: `action_space`, `observation_space`,
        `metadata`, `render_mode`, `seat` and `illegal`. Raises AttributeError for another name.
        """
        if name == "action_masks":
            if self._pool is None:
                raise ResetNeeded("no games have been dealt; call reset() first")
            masks = self._legal.copy()
            if self._over is not None:
                masks[self._over] = False
            return tuple(masks)
        shared = {
            "action_space": self.single_action_space,
            "observation_space": self.single_observation_space,
            "metadata": GymEnv.metadata,
            "render_mode": None,
            "seat": self.seat,
            "illegal": self.illegal,
        }
        if name not in shared:
            raise AttributeError(
                f"{shown(name)} is not available for games in the core; they have action_masks, "
                f"{', '.join(shared)}"
            )
        return (shared[name],) * self.num_envs

    def get_attr(self, name: str) -> tuple[Any, ...]:
        """Return what each environment has by a name, as `call` does."""
        return self.call(name)


def read_mode(mode: object) -> AutoresetMode:
    """Return the mode of a name or value of AutoresetMode; raise ValueError for any other."""
    for known in AutoresetMode:
        if mode in (known, known.name, known.value):
            return known
    names = ", ".join(known.value for known in AutoresetMode)
    raise ValueError(f"autoreset_mode={shown(mode)} is not one of {names}")


def laid_out(columns: dict[str, Array], rows: Flags) -> dict[str, Array]:
    """Return infos as Gymnasium's vector environments have them.

    Beside each array lies one, with an underscore, that says which rows of it are set; the others
    are 0.
    """
    return columns | {f"_{name}": rows for name in columns}
