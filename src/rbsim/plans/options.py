"""Options: the values of a plan's keys, each as the study's function takes it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import rbcore
from rbcore.cards.ranges import shown

Presets = Mapping[str, rbcore.Preset]

WHOLE = ("games", "matches", "seed", "first", "max_turns", "max_moves", "search_limit")
NUMBERS = ("level",)
EITHER = ("until", "watch", "slip")
TABLES = ("slip",)
VARIANTS = ("variant", "variants")
MANY = ("variants", "axes", "forms")  # options that are a list in Python


def read_option(key: str, value: object, several: bool, presets: Presets) -> Any:
    """Return the value of an option.

    Parameters
    ----------
    key : str
        The option.
    value : object
        What the plan says.
    several : bool
        Whether the option has several values in one study, a list or a single one.
    presets : mapping of str to rbcore.Preset
        What variants begin with.

    Raises
    ------
    ValueError
        In one sentence, for a value of another type, and unknown variants.
    """
    if not several:
        return _one(key, value, presets)
    values = [_one(key, one, presets) for one in (value if isinstance(value, list) else [value])]
    if not values:
        raise ValueError("the list is empty; name one at least")
    return values


def joined(kind: str, key: str, values: list[Any]) -> Any:
    """Return several values as the kind of study takes them.

    Runs of players are a text with commas; a ladder's players are as many as the commas say.
    """
    if key in MANY:
        return values
    text = ",".join(values)
    return text.split(",") if kind == "ladder" else text


def _one(key: str, value: object, presets: Presets) -> Any:
    if key in WHOLE:
        return _whole(value)
    plain = type(value) in (int, float)
    if key in NUMBERS or (key in EITHER and plain):
        if not plain:
            raise ValueError(f"{shown(value)} is not a number")
        return value
    if key in TABLES and isinstance(value, dict):
        return value
    if not isinstance(value, str):
        raise ValueError(f"{shown(value)} is no text; write it in quotes")
    return rbcore.variant(value, presets) if key in VARIANTS else value


def _whole(value: object) -> int:
    if type(value) is float and value.is_integer():
        return int(value)
    if type(value) is not int:
        raise ValueError(f"{shown(value)} is not a whole number, as 1_000_000 or 1e6")
    return value
