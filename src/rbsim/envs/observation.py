"""What a seat sees as one vector of whole numbers: the layout that all environments share."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

import rbcore

# What is not in the vector: the number of the game names its deal, and the mask stands beside it.
APART = ("game", "legal")

Vectors = npt.NDArray[np.int32]
Observation = dict[str, npt.NDArray[np.generic]]


@dataclass(frozen=True)
class Layout:
    """Where the arrays of rbcore.Views lie in an observation's vector.

    The vector has all of them but `game` and `legal`, one after the other, each in its own order.
    Cards, counts and flags are the numbers that Views has, as int32.

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

    @staticmethod
    @lru_cache(maxsize=64)
    def of(rules: rbcore.Rules) -> Layout:
        """Return the layout under these rules."""
        views = rbcore.Game.deal(rules, 0, 0).observation()
        arrays = {name: array for name, array in vars(views).items() if name not in APART}
        shapes = {name: array.shape[1:] for name, array in arrays.items()}
        highs = {name: _most(array.dtype) for name, array in arrays.items()}
        return Layout(shapes, highs, views.legal.shape[1])

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

    def vectors(self, views: rbcore.Views, out: Vectors | None = None) -> Vectors:
        """Return a vector for each row, in `out` if that is given."""
        arrays = [getattr(views, name).reshape(len(views), -1) for name in self.shapes]
        dtype = np.int32 if out is None else None
        return np.concatenate(arrays, axis=1, out=out, dtype=dtype, casting="unsafe")

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

    def most(self) -> Vectors:
        """Return the largest numbers that a vector may hold."""
        return np.repeat([self.highs[name] for name in self.shapes], self._sizes).astype(np.int32)

    def space(self) -> Any:
        """Return the space of observations, as Gymnasium and PettingZoo describe it."""
        from gymnasium import spaces

        none = np.zeros(self.size, np.int32)
        vector = spaces.Box(none, self.most(), dtype=np.int32)
        mask = spaces.Box(0, 1, (self.actions,), np.int8)
        return spaces.Dict({"observation": vector, "action_mask": mask})

    def observation(self, views: rbcore.Views) -> Observation:
        """Return the first row as environments show it: the vector, and the mask of actions."""
        return {"observation": self.vectors(views)[0], "action_mask": views.legal[0].view(np.int8)}


def _most(dtype: np.dtype[Any]) -> int:
    """The largest number of a type, if an int32 can hold it."""
    return 1 if dtype == np.bool_ else min(int(np.iinfo(dtype).max), int(np.iinfo(np.int32).max))
