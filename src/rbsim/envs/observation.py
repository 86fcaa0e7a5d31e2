"""What a seat sees as one vector of numbers: the layout that all environments share."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

import rbcore
from rbcore.cards.ranges import shown
from rbcore.observation.vectors import Vectors

if TYPE_CHECKING:
    from gymnasium import spaces

Numbers = npt.NDArray[np.int32] | npt.NDArray[np.float32]
Observation = dict[str, npt.NDArray[np.generic]]

OBSERVATIONS = ("raw", "encoded")


@dataclass(frozen=True)
class Layout:
    """Where the arrays of an observation lie in its vector.

    A raw vector has the arrays of rbcore.Views but `game` and `legal`, one after the other, each in
    its own order: cards, counts and flags are the numbers that Views has, as int32. An encoded one
    has the arrays of docs/interfaces.md for networks, as float32 from 0 to 1.

    Attributes
    ----------
    shapes : dict of str to tuple of int
        The arrays in their order, with the shape of each for one seat.
    highs : dict of str to int
        The largest number that each may hold; the smallest is 0.
    actions : int
        How many actions there are, the length of the mask.

    Examples
    --------
    >>> import rbcore
    >>> layout = Layout.of(rbcore.variant("standard"))
    >>> game = rbcore.Game.deal(rbcore.variant("standard"), seed=1, game=0)
    >>> vector = layout.vectors(game.observation())[0]
    >>> len(vector) == layout.size, layout.named(vector)["hands"].tolist()
    (True, [35, 35])
    """

    shapes: dict[str, tuple[int, ...]]
    highs: dict[str, int]
    actions: int
    _vectors: Vectors = field(repr=False, compare=False)

    @staticmethod
    def of(rules: rbcore.Rules, observation: str = "raw") -> Layout:
        """Return the layout of `raw` or `encoded` vectors under these rules.

        Raises
        ------
        ValueError
            For any other kind of vector.
        """
        return _layout(rules, check_choice("observation", observation, OBSERVATIONS) == "encoded")

    @property
    def _sizes(self) -> list[int]:
        return [math.prod(shape) for shape in self.shapes.values()]

    @property
    def slices(self) -> dict[str, slice]:
        """Where each array lies."""
        ends = accumulate(self._sizes, initial=0)
        return {name: slice(*pair) for name, pair in zip(self.shapes, pairwise(ends), strict=True)}

    @property
    def size(self) -> int:
        """The length of a vector."""
        return sum(self._sizes)

    def vectors(self, views: rbcore.Views, out: Numbers | None = None) -> Numbers:
        """Return a vector for each row, in `out` if that is given.

        Raises
        ------
        ValueError
            For views of other rules, and an `out` of another type or shape.
        """
        if out is None:
            out = np.empty((len(views), self.size), self._vectors.dtype)
        return self._vectors.write(views, out)

    def named(self, vectors: npt.NDArray[np.generic]) -> dict[str, npt.NDArray[np.generic]]:
        """Return the arrays by name, not copied, of a vector or of an array with one in each row.

        Raises
        ------
        ValueError
            For an array whose last axis has another length.
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
        """Return the largest numbers that a vector may hold."""
        most = np.repeat([self.highs[name] for name in self.shapes], self._sizes)
        return most.astype(self._vectors.dtype)

    def space(self) -> spaces.Dict:
        """Return the space of observations, as Gymnasium and PettingZoo describe it."""
        from gymnasium import spaces

        most = self.most()
        vector = spaces.Box(np.zeros_like(most), most, dtype=self._vectors.dtype)
        mask = spaces.Box(0, 1, (self.actions,), np.int8)
        return printed_short(spaces.Dict({"observation": vector, "action_mask": mask}))

    def observation(self, game: rbcore.Game, seat: int) -> Observation:
        """Return what a seat sees of a game: the vector, and the mask of actions."""
        vector, mask = game.vector(self._vectors, seat=seat)
        return {"observation": vector, "action_mask": mask}


def printed_short(space: spaces.Dict) -> spaces.Dict:
    """Return a space of observations that is printed in a line, without all of its numbers."""
    vectors = space["observation"]
    vectors.high_repr = "1.0" if vectors.high.max() == 1 else "Layout.most()"
    return space


@lru_cache(maxsize=64)
def _layout(rules: rbcore.Rules, encoded: bool) -> Layout:
    """The layout of some rules, found once."""
    vectors = Vectors(rules, encoded)
    views = rbcore.Game.deal(rules, 0, 0).observation()
    highs = {name: 1 if encoded else _most(getattr(views, name).dtype) for name in vectors.shapes}
    return Layout(vectors.shapes, highs, views.legal.shape[1], vectors)


def _most(dtype: np.dtype[np.integer]) -> int:
    """The largest number of a type, if an int32 can hold it."""
    return 1 if dtype == np.bool_ else min(int(np.iinfo(dtype).max), int(np.iinfo(np.int32).max))


def check_choice(name: str, value: object, choices: tuple[str, ...]) -> str:
    """Return one of the choices; ValueError, in a sentence, for anything else."""
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"{name}={shown(value)} is not one of {', '.join(choices)}")
    return value
