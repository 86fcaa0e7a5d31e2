"""What all environments share: what a seat sees as one vector, and numbered games to play."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np
import numpy.typing as npt

import rbcore
from rbcore.cards.ranges import MAX_WORD, check_range, shown
from rbcore.observation.arrays import Vectors
from rbcore.rules.limits import LimitOptions
from rbsim.variants import Variant, read_rules

if TYPE_CHECKING:
    from gymnasium import spaces

Numbers = npt.NDArray[np.int16] | npt.NDArray[np.float32]
Observation = dict[str, npt.NDArray[np.generic]]

OBSERVATIONS = ("raw", "encoded")
REWARDS = ("win", "score")
RENDER_MODES = ("human", "ansi", "svg", "rgb_array")


@dataclass(frozen=True)
class Layout:
    """Where the arrays of an observation lie in its vector.

    A raw vector has the arrays of rbcore.Views but `game` and `legal`, one after the other, each in
    its own order: cards, counts and flags are the numbers that Views has, as int16; more than
    32,767 stands as that. An encoded one has the arrays of docs/interfaces.md for networks, as
    float32 from 0 to 1.

    Attributes
    ----------
    shapes : dict of str to tuple of int
        The arrays in their order, with the shape of each for one seat.
    actions : int
        How many actions there are, the length of the mask.
    writer : Vectors
        What writes them in the core, as `GamePool.show` takes it.

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
        """Return the layout of `raw` or `encoded` vectors under these rules."""
        is_encoded = check_choice("observation", observation, OBSERVATIONS) == "encoded"
        return _layout(read_rules(rules), is_encoded)

    @property
    def slices(self) -> dict[str, slice]:
        """Where each array lies."""
        ends = accumulate(map(math.prod, self.shapes.values()), initial=0)
        return {name: slice(*pair) for name, pair in zip(self.shapes, pairwise(ends), strict=True)}

    @property
    def size(self) -> int:
        """The length of a vector."""
        return self.writer.size

    def named(self, vectors: npt.NDArray[np.generic]) -> dict[str, npt.NDArray[np.generic]]:
        """Return the arrays by name, not copied, of a vector or of rows of vectors."""
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
        most = np.ones(self.size, self.writer.dtype)
        views = rbcore.Game.deal(self.writer.rules, 0, 0).observation()
        for name, where in self.slices.items() if most.dtype == np.int16 else ():
            held = getattr(views, name).dtype
            if held != np.bool_:
                most[where] = min(np.iinfo(held).max, np.iinfo(np.int16).max)
        return most

    def space(self, rows: int | None = None) -> spaces.Dict:
        """Return the space of observations, or of rows of them, as Gymnasium describes it."""
        from gymnasium import spaces
        from gymnasium.vector.utils import batch_space

        most = self.most()
        vector = spaces.Box(np.zeros_like(most), most, dtype=self.writer.dtype)
        mask = spaces.Box(0, 1, (self.actions,), np.int8)
        space = spaces.Dict({"observation": vector, "action_mask": mask})
        space = space if rows is None else batch_space(space, rows)
        # Printed in a line, without all of its numbers.
        space["observation"].high_repr = "1.0" if most.max() == 1 else "Layout.most()"
        return space

    def observation(self, game: rbcore.Game, seat: int) -> Observation:
        """Return what a seat sees of a game: the vector, and the mask of actions."""
        vector, mask = game.vector(self.writer, seat=seat)
        return {"observation": vector, "action_mask": mask}


@lru_cache(maxsize=64)
def _layout(rules: rbcore.Rules, encoded: bool) -> Layout:
    """The layout of some rules, found once."""
    vectors = Vectors(rules, encoded)
    return Layout(vectors.shapes, len(rbcore.action_texts(rules, 0)), vectors)


def check_choice(name: str, value: object, choices: tuple[str, ...]) -> str:
    """Return one of the choices; ValueError, in a sentence, for anything else."""
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"{name}={shown(value)} is not one of {', '.join(choices)}")
    return value


class GameSeries:
    """What environments share: their options, and games of a seed, as rbcore.play numbers them."""

    def __init__(
        self,
        variant: str | rbcore.Rules,
        skip_forced: bool,
        rewards: str = "win",
        render_mode: str | None = None,
        observation: str = "raw",
        **limits: Unpack[LimitOptions],
    ) -> None:
        self.rules = read_rules(variant)
        self.rewards = check_choice("rewards", rewards, REWARDS)
        self.skip_forced = bool(skip_forced)
        if render_mode is not None:
            check_choice("render_mode", render_mode, RENDER_MODES)
        self.render_mode = render_mode
        self.layout = Layout.of(self.rules, observation)
        known = LimitOptions.__annotations__
        if wrong := [name for name in limits if name not in known]:
            raise TypeError(
                f"{shown(wrong[0])} is not an option here; `opponent` says who else plays, and "
                f"limits are {', '.join(known)}"
            )
        self.limits = limits
        self._seed: int | None = None
        self._next = 0
        self.game = rbcore.Game.deal(self.rules, 0, 0, **limits)

    def deal(
        self,
        seed: int | None = None,
        options: Mapping[str, Any] | None = None,
        rng: np.random.Generator | None = None,
    ) -> None:
        """Deal the next game, or the first of a seed, or the one that `options["game"]` numbers."""
        number = self.asked(options, "game", MAX_WORD - 1, self._next if seed is None else 0)
        if seed is not None:
            self._seed = check_range("seed", seed, 0, MAX_WORD)
        elif self._seed is None:
            self._seed = int((rng or np.random.default_rng()).integers(1 << 63))
        self.game = rbcore.Game.deal(self.rules, self._seed, number, **self.limits)
        self._next = number + 1

    @staticmethod
    def asked(options: Mapping[str, Any] | None, name: str, most: int, usual: int) -> int:
        """Return the game that options of `reset` number; ValueError for any other option."""
        for wrong in set(options or ()) - {name}:
            raise ValueError(f"{shown(wrong)} is not an option of reset; {name!r} numbers the game")
        return check_range(name, (options or {}).get(name, usual), 0, most)

    def make_forced(self) -> bool:
        """Make the only move that there is, if such are made by themselves; whether it was."""
        if not self.skip_forced or self.game.is_over or len(self.game.legal_actions()) != 1:
            return False
        self.game.apply(self.game.legal_actions()[0])
        return True

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """Return the table as text, SVG or pixels, or print it, as `render_mode` says."""
        drawing = self.game.draw()
        if self.render_mode == "rgb_array":
            return drawing.pixels()
        if self.render_mode in ("svg", "ansi"):
            return (drawing.svg if self.render_mode == "svg" else drawing.text).rstrip()
        if self.render_mode == "human":
            print(drawing.text, end="")
        return None

    def gains(self) -> tuple[float, ...]:
        """Return what each seat gains by the end of the game: its return, or its score."""
        if self.rewards == "score":
            return tuple(float(score) for score in self.game.scores())
        return self.game.returns()

    def info(self) -> dict[str, Any]:
        """Return the numbers that name the game, and when it is over its outcome and scores."""
        game = self.game
        ended = {"outcome": game.outcome, "scores": game.scores()} if game.is_over else {}
        return {"seed": game.seed, "game": game.index, **ended}
