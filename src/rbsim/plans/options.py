"""Options: the values of a plan's keys, each as the study's function takes it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import rbcore
from rbcore.cards.ranges import shown
from rbsim.results.options import Declared, Kind

Presets = Mapping[str, rbcore.Preset]


def read_option(one: Declared, value: object, presets: Presets) -> Any:
    """Return the value of an option.

    Parameters
    ----------
    one : Declared
        The option; one that can be `many` takes a list, or a single value.
    value : object
        What the plan says.
    presets : mapping of str to rbcore.Preset
        What variants begin with.

    Raises
    ------
    ValueError
        In one sentence, for a value of another type, and unknown variants.
    """
    if not one.option.many:
        return _read(one.option.kind, value, presets)
    every = value if isinstance(value, list) else [value]
    values = [_read(one.option.kind, each, presets) for each in every]
    if not values:
        raise ValueError("the list is empty; name one at least")
    return _joined(one, values)


def _joined(one: Declared, values: list[Any]) -> Any:
    """Return several values as the study takes them.

    Runs of players are a text with commas; a ladder's players are as many as the commas say.
    """
    if not one.is_argument:
        return ",".join(values)
    if one.name == "players":
        return [name for text in values for name in text.split(",")]
    return values


def _read(kind: Kind, value: object, presets: Presets) -> Any:
    if kind is Kind.WHOLE:
        return _whole(value)
    is_plain = type(value) in (int, float)
    if kind is Kind.NUMBER or (kind in (Kind.EITHER, Kind.TABLE) and is_plain):
        if not is_plain:
            raise ValueError(f"{shown(value)} is not a number")
        return value
    if kind is Kind.TABLE and isinstance(value, dict):
        return value
    if not isinstance(value, str):
        raise ValueError(f"{shown(value)} is no text; write it in quotes")
    return rbcore.variant(value, presets) if kind is Kind.VARIANT else value


def _whole(value: object) -> int:
    if type(value) is float and value.is_integer():
        return int(value)
    if type(value) is not int:
        raise ValueError(f"{shown(value)} is not a whole number, as 1_000_000 or 1e6")
    return value
