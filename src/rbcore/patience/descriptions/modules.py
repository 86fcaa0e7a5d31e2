"""Games that a procedure plays, as their cards only fall: what each is told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from rbcore.patience.descriptions.schema import key
from rbcore.patience.descriptions.values import FLAG, TEXT, unknown, whole

__all__ = ["HEAPS", "Calls", "Heaps", "Operations", "Row", "Square", "Sympathy", "module_rules"]

HEAPS = ("amazons", "walk", "court cards", "valentine")  # in the order of procedures/heaps.pxd


@dataclass(frozen=True)
class Calls:
    """Cards dealt while ranks are called: nos. 5 and 18."""

    first: int = key(1, whole(1, 13), "the rank called first")
    ranks: int = key(13, whole(1, 13), "how many there are")
    restarts: bool = key(False, FLAG, "whether they are called from the first again after a hit")


@dataclass(frozen=True)
class Operations:
    """Three operations of fifteen cards: no. 3."""


@dataclass(frozen=True)
class Square:
    """Nine cards in a square: no. 8."""


@dataclass(frozen=True)
class Heaps:
    """Cards dealt in heaps that are gathered and dealt again: nos. 4, 10, 17 and 26."""

    procedure: str = key("", TEXT, "one of HEAPS: the module's name")
    gathering: int = key(0, whole(0, 3), "how heaps become the next stock, as a procedure explains")
    standing: int = key(0, whole(0, 100), "fresh starts; passes without gain that lose no. 4")
    all_moved: bool = key(False, FLAG, "whether a walk is won only if every card was moved")
    tops_go_up: bool = key(False, FLAG, "whether the last card of a packet goes up if it is next")


@dataclass(frozen=True)
class Row:
    """Cards between two that are alike leave a row: no. 6."""

    transposes: bool = key(False, FLAG, "whether two cards may be exchanged at the end")
    discards: bool = key(
        False, FLAG, "no. 6c: two cards go if they are alike, any three at the end; the pack is cut"
    )


@dataclass(frozen=True)
class Sympathy:
    """Two packs in heaps of three: no. 63, which rbcore.sympathy plays."""

    heaps: int = key(16, whole(16, 17), "16, or 17 for the harder form")


MODULES: dict[str, type] = {
    "calls": Calls, "hope": Operations, "square": Square, "row": Row, "sympathy": Sympathy,
    **dict.fromkeys(HEAPS, Heaps),
}  # fmt: skip


def module_rules(module: str, options: Mapping[str, Any]) -> Any:
    """The rules of a game that a module plays; ValueError if it is not told what it knows."""
    if module not in MODULES:
        raise ValueError(f"the module {unknown(module, MODULES)}")
    kind = MODULES[module]
    read = {"procedure": module} if kind is Heaps else {}
    known = {one.name: one.metadata["kind"] for one in fields(kind) if one.name not in read}
    for name, value in options.items():
        if name not in known:
            raise ValueError(f"the option {unknown(name, known)}")
        try:
            read[name] = known[name].read(value)
        except ValueError:
            raise ValueError(f"the option {name} is {known[name].words}") from None
    return kind(**read)
