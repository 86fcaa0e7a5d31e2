"""Views: the single table of what seats see; arrays, vectors and the docs derive from it."""

from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields
from inspect import getdoc
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

Bools = npt.NDArray[np.bool_]
Bytes = npt.NDArray[np.uint8]
Shorts = npt.NDArray[np.uint16]
Words = npt.NDArray[np.uint32]
Longs = npt.NDArray[np.uint64]
Scalar = TypeVar("Scalar", bound=np.generic)


def _each(kind: type[Scalar], shape: str, words: str) -> npt.NDArray[Scalar]:
    """Return an array field with this row shape: numbers, and letters that the rules replace."""
    metadata = {"dtype": np.dtype(kind), "shape": shape.split(), "words": words}
    array: npt.NDArray[Scalar] = field(metadata=metadata)
    return array  # checked by mypy against the annotation; unused at run time


@dataclass(frozen=True)
class Views:
    """The observations of the seats to move, one row each.

    There are n rows, S seats, H houses, P packs and A actions. In an array with an entry for each
    seat, the seat to move comes first, then the next seat. A card is suit * 16 + rank, with suits
    c d h s = 0 to 3 and ranks ace = 1 to king = 13; 0 is no card and 14 a face-down card. Piles are
    bottom to top. A slice of Views is Views. The next decision overwrites the arrays: copy what you
    keep.
    """

    game: Longs = _each(np.uint64, "", "The game's number within its seed.")
    move: Words = _each(np.uint32, "", "Moves made in the game so far, including forced ones.")
    seat: Bytes = _each(np.uint8, "", "The seat to move.")
    turn: Words = _each(np.uint32, "", "Turns ended so far.")
    houses: Bytes = _each(np.uint8, "H 15", "The houses.")
    in_use: Bools = _each(np.bool_, "H", "Whether a house is laid (V14) and not closed (V1).")
    reserves: Bytes = _each(np.uint8, "S 111", "The reserves.")
    wastes: Bytes = _each(np.uint8, "S 111", "The wastes.")
    hands: Bytes = _each(np.uint8, "S", "The number of cards in each hand.")
    turned: Bytes = _each(np.uint8, "", "The turned-up hand card of the seat to move.")
    next_card: Bytes = _each(
        np.uint8,
        "",
        "The next card of the seat's hand: 14, or the card itself under V11; 0 if it is empty.",
    )
    heights: Bytes = _each(np.uint8, "4 P", "Cards on the foundations of each suit, taller first.")
    base: Bytes = _each(
        np.uint8, "", "The first rank of the foundations; 0 until it is fixed (V15)."
    )
    idle: Shorts = _each(np.uint16, "S", "Turns ended since the last progress move (7.3).")
    fresh: Bools = _each(np.bool_, "", "No move has been made in this turn (kept under V10).")
    first: Bools = _each(np.bool_, "S", "The first turn is not over (kept under V12 and V14).")
    legal: Bools = _each(
        np.bool_, "A", "The legal actions; rbcore.action_texts has the move of each number."
    )
    remembered: Bytes = _each(
        np.uint8,
        "S 111",
        "Remembered hands: 14, or the card itself if the hand was a waste before.",
    )
    unseen: Bytes = _each(
        np.uint8,
        "64",
        "For each card, the face-down copies whose place a player does not remember.",
    )

    def __len__(self) -> int:
        return len(self.game)

    def __getitem__(self, rows: slice | npt.NDArray[np.intp]) -> "Views":
        return Views(*(getattr(self, name)[rows] for name in DTYPES))


# The dtype of each array, and the shape of a row.
DTYPES = {field.name: field.metadata["dtype"] for field in fields(Views)}
_SHAPES = {field.name: field.metadata["shape"] for field in fields(Views)}


def shapes_of(sizes: Mapping[str, int]) -> dict[str, tuple[int, ...]]:
    """Return the row shape of each array, given S, H, P and A."""
    return {
        name: tuple(sizes[n] if n in sizes else int(n) for n in shape)
        for name, shape in _SHAPES.items()
    }


def empty_views(n: int, sizes: Mapping[str, int]) -> Views:
    """Return Views of n rows, all zeros."""
    shapes = shapes_of(sizes)
    return Views(*(np.zeros((n, *shapes[name]), dtype) for name, dtype in DTYPES.items()))


def _doc_lines(field: Field[Any]) -> str:
    sizes = ", ".join(_SHAPES[field.name])
    shape = f"(n, {sizes})" if sizes else "(n,)"
    return f"{field.name} : {shape} {DTYPES[field.name]}\n    {field.metadata['words']}\n"


Views.__doc__ = f"{getdoc(Views)}\n\nAttributes\n----------\n" + "".join(
    map(_doc_lines, fields(Views))
)
