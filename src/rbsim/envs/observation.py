"""Shared parts of all environments: what a seat sees, as one vector, and the games of a seed."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np
import numpy.typing as npt

import rbcore
from rbcore.cards.ranges import check_range, check_truth, shown
from rbcore.observation.arrays import Vectors
from rbcore.rules.limits import LimitOptions
from rbsim.arguments import checked
from rbsim.variants import Variant, read_rules

if TYPE_CHECKING:
    from gymnasium import spaces

Numbers = npt.NDArray[np.int16] | npt.NDArray[np.float32]
Array = npt.NDArray[np.generic]
Observation = dict[str, Array] | Array

OBSERVATIONS = ("raw", "encoded")
MASKS = ("dict", "info", "rllib")
REWARDS = ("win", "score")
# The names of `outcome` in infos; the last is that of games that have no outcome, or none yet.
OUTCOMES = (*rbcore.OUTCOMES, "none")
NO_OUTCOME = np.int64(OUTCOMES.index("none"))
MAX_SEED = (1 << 63) - 1  # of environments: learners keep infos in int64
RENDER_MODES = ("human", "ansi", "svg", "rgb_array")


class SeriesOptions(LimitOptions, total=False):
    """The options that every environment takes; `gym_env` says what they mean."""

    rewards: str
    render_mode: str | None
    observation: str
    mask: str


@dataclass(frozen=True)
class Layout:
    """Where the arrays of an observation lie in its vector.

    A raw vector has all arrays of rbcore.Views but `game` and `legal`, one after the other. Cards,
    counts and flags are the numbers that Views has, as int16, larger ones as 32,767. An encoded
    vector has the arrays for networks that docs/interfaces.md lists, as float32 from 0 to 1.

    Attributes
    ----------
    shapes : dict of str to tuple of int
        The arrays in their order, with the shape of each for one seat.
    actions : int
        How many actions there are, which is the length of the mask.
    writer : Vectors
        Writes the vectors in the core; `GamePool.show` takes it.

    Examples
    --------
    >>> import rbcore
    >>> layout = Layout.of("standard")
    >>> game = rbcore.Game.deal("standard", seed=1, game=0)
    >>> vector = layout.observation(game, 0)["observation"]
    >>> len(vector) == layout.size, layout.named(vector)["hands"].tolist()
    (True, [35, 35])
    """

    shapes: dict[str, tuple[int, ...]]
    actions: int
    writer: Vectors = field(repr=False, compare=False)

    @staticmethod
    def of(rules: Variant, observation: str = "raw") -> Layout:
        """Return the layout of `raw` or `encoded` vectors under these rules.

        Raises ValueError for an unknown variant, and for any other kind of observation.
        """
        is_encoded = check_choice("observation", observation, OBSERVATIONS) == "encoded"
        return _layout(read_rules(rules), is_encoded)

    @property
    def slices(self) -> dict[str, slice]:
        """Where each array lies in a vector."""
        slices = {}
        begin = 0
        for name, shape in self.shapes.items():
            end = begin + math.prod(shape)
            slices[name] = slice(begin, end)
            begin = end
        return slices

    @property
    def size(self) -> int:
        """The length of a vector."""
        return self.writer.size

    @checked
    def named(self, vectors: npt.NDArray[np.generic]) -> dict[str, npt.NDArray[np.generic]]:
        """Return the arrays of a vector, or of rows of vectors, by name, as views of them.

        Raises ValueError for vectors of another length.
        """
        if vectors.shape[-1:] != (self.size,):
            raise ValueError(
                f"vectors of these rules have {self.size} numbers; the shape is {vectors.shape}"
            )
        rows = vectors.shape[:-1]
        return {
            name: vectors[..., where].reshape((*rows, *self.shapes[name]))
            for name, where in self.slices.items()
        }

    def most(self) -> Numbers:
        """Return the largest numbers that a vector may hold; the smallest are 0."""
        largest = np.ones(self.size, self.writer.dtype)
        if largest.dtype != np.int16:
            return largest
        views = rbcore.Game.deal(self.writer.rules, 0, 0).observation()
        for name, where in self.slices.items():
            dtype = getattr(views, name).dtype
            if dtype != np.bool_:
                largest[where] = min(np.iinfo(dtype).max, np.iinfo(np.int16).max)
        return largest

    def space(self, rows: int | None = None) -> spaces.Dict:
        """Return the space of observations, or of rows of them, as Gymnasium describes it."""
        from gymnasium import spaces
        from gymnasium.vector.utils import batch_space

        if rows is not None:
            rows = check_range("rows", rows, 1, 1 << 24)
        largest = self.most()
        vector = spaces.Box(np.zeros_like(largest), largest, dtype=self.writer.dtype)
        mask = spaces.Box(0, 1, (self.actions,), np.int8)
        space = spaces.Dict({"observation": vector, "action_mask": mask})
        if rows is not None:
            space = batch_space(space, rows)
        # So that it is printed in a line, without all of its numbers.
        space["observation"].high_repr = "1.0" if largest.max() == 1 else "Layout.most()"
        return space

    @checked
    def observation(self, game: rbcore.Game, seat: int) -> dict[str, Array]:
        """Return what a seat sees of a game: the vector, and the mask of actions."""
        vector, mask = game.vector(self.writer, seat=seat)
        return {"observation": vector, "action_mask": mask}


@lru_cache(maxsize=64)
def _layout(rules: rbcore.Rules, encoded: bool) -> Layout:
    """Return the layout under these rules, which is made once."""
    vectors = Vectors(rules, encoded)
    return Layout(vectors.shapes, len(rbcore.action_texts(rules, 0)), vectors)


def check_choice(name: str, value: object, choices: tuple[str, ...]) -> str:
    """Return a value that is one of the choices; raise ValueError, in a sentence, for any other."""
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"{name}={shown(value)} is not one of {', '.join(choices)}")
    return value


class GameSeries:
    """The options of an environment, and the game of a seed that it plays, as rbcore.play has it.

    `gym_env` says what the options mean; `who` says who plays, in the sentence about an option that
    there is not. Raises ValueError for one that is out of range, and TypeError for limits of any
    other name.
    """

    def __init__(
        self,
        variant: str | rbcore.Rules,
        skip_forced: bool,
        who: str,
        /,
        rewards: str = "win",
        render_mode: str | None = None,
        observation: str = "raw",
        mask: str = "dict",
        **limits: Unpack[LimitOptions],
    ) -> None:
        self.rules: rbcore.Rules = read_rules(variant)
        self.rewards: str = check_choice("rewards", rewards, REWARDS)
        self.skip_forced: bool = check_truth("skip_forced", skip_forced)
        if render_mode is not None:
            check_choice("render_mode", render_mode, RENDER_MODES)
        self.render_mode = render_mode
        self.layout: Layout = Layout.of(self.rules, observation)
        self.mask: str = check_choice("mask", mask, MASKS)
        known = LimitOptions.__annotations__
        for name in limits:
            if name not in known:
                raise TypeError(
                    f"{shown(name)} is not an option here; {who}, and limits are {', '.join(known)}"
                )
        self.limits = limits
        self._no_scores = np.zeros(self.rules.seats, np.int16)
        self._seed: int | None = None
        self._next = 0  # the number of the game that is dealt next
        self.game: rbcore.Game = rbcore.Game.deal(self.rules, 0, 0, **limits)

    def deal(
        self,
        seed: int | None = None,
        options: Mapping[str, Any] | None = None,
        rng: np.random.Generator | None = None,
    ) -> None:
        """Deal the next game, or the first of a seed, or the one that `options["game"]` numbers.

        If no seed was ever given, one is drawn from `rng`.
        """
        default = self._next if seed is None else 0
        check_options(options, {"game": "numbers the game"})
        number = check_range("game", (options or {}).get("game", default), 0, MAX_SEED - 1)
        if seed is not None:
            self._seed = check_range("seed", seed, 0, MAX_SEED)
        elif self._seed is None:
            self._seed = int((rng or np.random.default_rng()).integers(1 << 63))
        self.game = rbcore.Game.deal(self.rules, self._seed, number, **self.limits)
        self._next = number + 1

    def make_forced(self) -> bool:
        """Make the move if it is the only one and forced moves are skipped; tell whether it was."""
        if not self.skip_forced or self.game.is_over:
            return False
        actions = self.game.legal_actions()
        if len(actions) != 1:
            return False
        self.game.apply(actions[0])
        return True

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """Return the table as text, SVG or pixels, or print it, as `render_mode` says."""
        drawing = self.game.draw()
        if self.render_mode == "rgb_array":
            return drawing.pixels()
        if self.render_mode == "svg":
            return drawing.svg.rstrip()
        if self.render_mode == "ansi":
            return drawing.text.rstrip()
        if self.render_mode == "human":
            print(drawing.text, end="")
        return None

    def gains(self) -> tuple[float, ...]:
        """Return what each seat gains at the end of the game: its return, or its score."""
        if self.rewards == "score":
            return tuple(float(score) for score in self.game.scores())
        return self.game.returns()

    def info(self, mask: Array) -> dict[str, Any]:
        """Return the numbers that name the game, its outcome and scores, and a mask if asked for.

        The keys, types and shapes are the same from the first observation on, as libraries for
        learning ask, some of them for a dtype too. Scores are 0 until the game is over.
        """
        game = self.game
        info: dict[str, Any] = {
            "seed": np.int64(game.seed),
            "game": np.int64(game.index),
            "outcome": NO_OUTCOME,
            "scores": self._no_scores.copy(),
        }
        if game.is_over:
            info["outcome"] = np.int64(OUTCOMES.index(game.outcome))
            info["scores"][:] = game.scores()
        if self.mask == "info":
            info["action_mask"] = mask
        return info

    def space(self, rows: int | None = None) -> spaces.Space[Any]:
        """Return the space of what `arrange` returns."""
        from gymnasium import spaces

        space = self.layout.space(rows)
        if self.mask == "info":
            return space["observation"]
        if self.mask == "rllib":
            mask = spaces.Box(0, 1, space["action_mask"].shape, np.float32)
            return spaces.Dict({"observations": space["observation"], "action_mask": mask})
        return space

    def arrange(self, vector: Array, mask: Array) -> Observation:
        """Return a vector and the mask of actions, or rows of them, as `mask` says."""
        if self.mask == "info":
            return vector
        if self.mask == "rllib":
            return {"observations": vector, "action_mask": mask.astype(np.float32)}
        return {"observation": vector, "action_mask": mask}


def check_options(options: Mapping[str, Any] | None, known: Mapping[str, str]) -> None:
    """Raise ValueError for an option of `reset` that is not among those with what they say.

    Raises TypeError if the options are not a dict.
    """
    if not isinstance(options, dict | None):
        raise TypeError(f"options={shown(options)} is not a dict")
    for key in options or {}:
        if key not in known:
            what = ", ".join(f"{name!r} {words}" for name, words in known.items())
            raise ValueError(f"{shown(key)} is not an option of reset; {what}")
