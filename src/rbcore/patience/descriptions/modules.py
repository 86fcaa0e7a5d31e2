"""Games that a procedure plays, as their cards only fall: what each is told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any

from rbcore.patience.descriptions.values import unknown

__all__ = ["HEAPS", "Calls", "Heaps", "Operations", "Row", "Square", "Sympathy", "module_rules"]

HEAPS = ("amazons", "walk", "court cards", "valentine")  # in the order of procedures/heaps.pxd


@dataclass(frozen=True)
class Calls:
    """Cards dealt while ranks are called (docs/patience).

    Attributes
    ----------
    first, ranks : int
        The rank called first, and how many there are.
    restarts : bool
        Whether they are called from the first again after a hit.
    """

    first: int
    ranks: int
    restarts: bool = False


@dataclass(frozen=True)
class Operations:
    """Three operations of fifteen cards: no. 3."""


@dataclass(frozen=True)
class Square:
    """Nine cards in a square: no. 8."""


@dataclass(frozen=True)
class Heaps:
    """Cards dealt in heaps that are gathered and dealt again (docs/patience).

    Attributes
    ----------
    procedure : str
        One of HEAPS.
    gathering : int
        How heaps become the next stock: a number that the procedure explains.
    standing : int
        Fresh starts of a walk; passes without gain that lose the Amazons.
    all_moved : bool
        Whether a walk is won only if every card was moved.
    tops_go_up : bool
        Whether the last card of a packet of the Amazons goes up, once it is the next.
    """

    procedure: str
    gathering: int = 0
    standing: int = 0
    all_moved: bool = False
    tops_go_up: bool = False


@dataclass(frozen=True)
class Row:
    """Cards between two that are alike leave a row: no. 6.

    Attributes
    ----------
    transposes : bool
        Whether two cards may be exchanged at the end.
    discards : bool
        No. 6c: the ends of the row are any two cards of a suit, two cards between go if they are
        alike themselves, and any three may go at the end.
    """

    transposes: bool = False
    discards: bool = False


@dataclass(frozen=True)
class Sympathy:
    """Two packs in heaps of three: no. 63, which rbcore.sympathy plays.

    Attributes
    ----------
    heaps : int
        16, or 17 for the harder form.
    """

    heaps: int = 16


MODULES: dict[str, type] = {
    "calls": Calls, "hope": Operations, "square": Square, "row": Row, "sympathy": Sympathy,
    "amazons": Heaps, "walk": Heaps, "court cards": Heaps, "valentine": Heaps,
}  # fmt: skip
TYPES = {"int": (int, "a whole number"), "bool": (bool, "true or false")}


def module_rules(module: str, options: Mapping[str, Any]) -> Any:
    """The rules of a game that a module plays; ValueError if it is not told what it knows."""
    if module not in MODULES:
        raise ValueError(f"the module {unknown(module, MODULES)}")
    kind = MODULES[module]
    given = {"procedure": module} if kind is Heaps else {}
    known = {one.name: one for one in fields(kind) if one.name not in given}
    for name, value in options.items():
        if name not in known:
            raise ValueError(f"the option {unknown(name, known)}")
        of, words = TYPES[str(known[name].type)]
        if type(value) is not of:
            raise ValueError(f"the option {name} is {words}")
    for name, one in known.items():
        if name not in options and one.default is MISSING:
            raise ValueError(f"the option {name} is missing")
    return kind(**given, **options)
