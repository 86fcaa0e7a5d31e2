"""Games that a module of their own plays, as their rules are of no other game: what it is told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields
from typing import Any

from rbcore.patience.descriptions.values import unknown
from rbcore.patience.kinds import Calls, Heaps, Marriage, Operations, Rules, Square, Sympathy

__all__ = ["module_rules"]

MODULES: dict[str, type] = {
    "calls": Calls, "hope": Operations, "square": Square, "row": Marriage, "sympathy": Sympathy,
    "amazons": Heaps, "walk": Heaps, "court cards": Heaps, "valentine": Heaps,
}  # fmt: skip
TYPES = {"int": (int, "a whole number"), "bool": (bool, "true or false")}


def module_rules(module: str, options: Mapping[str, Any]) -> Rules:
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
    rules: Rules = kind(**given, **options)
    return rules
