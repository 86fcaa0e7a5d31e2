"""Layouts on which the player decides, in plain Python, written from the clauses of docs/patience.

Each class lists the legal moves of a position and makes them; the tests let it and the core play
the same moves.
"""

from oracles.twin.patience.layouts import choices, columns, rows, wastes
from oracles.twin.patience.layouts.table import Layout

TWINS: dict[str, type[Layout]] = {
    "40": rows.Parallels, "41": rows.Blockade, "41b": rows.TwoWay, "42": wastes.Sultan,
    "43": columns.Manor, "44": wastes.Wheatsheaf, "45": columns.Juvenile, "46": rows.Shah,
    "47": wastes.Spark, "48": wastes.Parisienne, "49": columns.Capricieuse,
    "50": columns.Nationale, "51": wastes.Fly, "52": columns.PetitsPaquets,
    "58": columns.Gallery, "58b": columns.GalleryThrees, "59": columns.Kings, "60": columns.Louis,
    "1": choices.Wish, "1a": choices.WishWithoutGrace, "6": choices.Marriage,
    "6b": choices.PushPin, "6c": choices.Discards, "9": choices.Nestor, "14b": choices.Sets,
    "22": choices.Fairest, "32": choices.Constitution, "33": choices.FourCorners,
}  # fmt: skip
