"""Views: the one table of what seats see, from which arrays, vectors and the docs follow."""

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
    """An array with this shape in each row: numbers, and letters for what rules decide."""
    metadata = {"dtype": np.dtype(kind), "shape": shape.split(), "words": words}
    array: npt.NDArray[Scalar] = field(metadata=metadata)
    return array  # mypy compares it with the annotation; nothing reads that at run time


@dataclass(frozen=True)
class Views:
    """What the seats to move see, a row each; n rows, S seats, H houses, P packs, A actions.

    Where an array has an entry for each seat, the first is the seat that is to move, then the next
    one. Cards are suit * 16 + rank, suits c d h s = 0 to 3, ranks ace = 1 to king = 13; 0 is no
    card, 14 one that lies face down. Piles are bottom to top. A slice of Views is Views. The arrays
    are filled anew for the next decision: copy what is kept.
    """

    game: Longs = _each(np.uint64, "", "Numbers of the games in their seed.")
    move: Words = _each(np.uint32, "", "Moves made in the game so far, forced ones included.")
    seat: Bytes = _each(np.uint8, "", "The seat to move.")
    turn: Words = _each(np.uint32, "", "Turns ended so far.")
    houses: Bytes = _each(np.uint8, "H 15", "The houses.")
    in_use: Bools = _each(np.bool_, "H", "Whether the house is laid (V14) and not closed (V1).")
    reserves: Bytes = _each(np.uint8, "S 111", "The reserves.")
    wastes: Bytes = _each(np.uint8, "S 111", "The wastes.")
    hands: Bytes = _each(np.uint8, "S", "Cards in the hands.")
    turned: Bytes = _each(np.uint8, "", "The turned-up hand card of the seat to move.")
    next_card: Bytes = _each(
        np.uint8,
        "",
        "The next card of the own hand: 14, its card under V11, 0 if the hand is empty.",
    )
    heights: Bytes = _each(
        np.uint8, "4 P", "Cards on the foundations of each suit, the taller first."
    )
    base: Bytes = _each(
        np.uint8, "", "The rank that foundations begin with; 0 as long as there is none (V15)."
    )
    idle: Shorts = _each(np.uint16, "S", "Turns ended since the last progress move (7.3).")
    fresh: Bools = _each(np.bool_, "", "No move has been made in this turn (kept under V10).")
    first: Bools = _each(np.bool_, "S", "The first turn is not over (kept under V12 and V14).")
    legal: Bools = _each(
        np.bool_, "A", "The legal actions; rbcore.action_texts says what each number means."
    )
    remembered: Bytes = _each(
        np.uint8,
        "S 111",
        "The hands as a player remembers them: 14, or the card in a hand that was a waste before.",
    )
    unseen: Bytes = _each(
        np.uint8,
        "64",
        "Of each card, how many copies lie face down where a player does not remember them.",
    )

    def __len__(self) -> int:
        return len(self.game)

    def __getitem__(self, rows: slice | npt.NDArray[np.intp]) -> "Views":
        return Views(*(getattr(self, name)[rows] for name in DTYPES))


# The type of each array's numbers, and the shape of a row.
DTYPES = {field.name: field.metadata["dtype"] for field in fields(Views)}
_SHAPES = {field.name: field.metadata["shape"] for field in fields(Views)}


def shapes_of(sizes: Mapping[str, int]) -> dict[str, tuple[int, ...]]:
    """The shape of each array's rows, given how many S, H, P and A are."""
    return {
        name: tuple(sizes[n] if n in sizes else int(n) for n in shape)
        for name, shape in _SHAPES.items()
    }


def empty_views(n: int, sizes: Mapping[str, int]) -> Views:
    """Views with room for n seats, all zeros."""
    shapes = shapes_of(sizes)
    return Views(*(np.zeros((n, *shapes[name]), dtype) for name, dtype in DTYPES.items()))


def _doc_lines(field: Field[Any]) -> str:
    shape = ", ".join(["n", *_SHAPES[field.name]]) + "," * (not _SHAPES[field.name])
    return f"{field.name} : ({shape}) {DTYPES[field.name]}\n    {field.metadata['words']}\n"


Views.__doc__ = f"{getdoc(Views)}\n\nAttributes\n----------\n" + "".join(
    map(_doc_lines, fields(Views))
)
