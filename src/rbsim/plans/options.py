"""Options: the values of a plan's keys, each as the study's function takes it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import rbcore
from rbcore.cards.ranges import shown
from rbsim.results.options import Kind, Option

Presets = Mapping[str, rbcore.Preset]


def read_option(one: Option, value: object, presets: Presets) -> Any:
    """Return the value of an option; variants begin with one of the presets.

    Raises ValueError, in one sentence, for a value of another type, and unknown variants.
    """
    if not one.many:
        return _read(one.kind, value, presets)
    every = value if isinstance(value, list) else [value]
    if not every:
        raise ValueError("the list is empty; name one at least")
    return one.joined([_read(one.kind, each, presets) for each in every])


def _read(kind: Kind, value: object, presets: Presets) -> Any:
    if kind is Kind.WHOLE:
        if type(value) is float and value.is_integer():
            return int(value)
        if type(value) is not int:
            raise ValueError(f"{shown(value)} is not a whole number, as 1_000_000 or 1e6")
        return value
    if type(value) in (int, float) and kind in (Kind.NUMBER, Kind.EITHER, Kind.TABLE):
        return value
    if kind is Kind.NUMBER:
        raise ValueError(f"{shown(value)} is not a number")
    if kind is Kind.TABLE and isinstance(value, dict):
        return value
    if not isinstance(value, str):
        raise ValueError(f"{shown(value)} is no text; write it in quotes")
    return rbcore.variant(value, presets) if kind is Kind.VARIANT else value
