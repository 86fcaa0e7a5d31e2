"""Keys: a value of a plan with its place, and as a text, a table of known keys, or an option."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import rbcore
from rbcore.cards.ranges import known_names, shown
from rbcore.rules.definition import hyphened
from rbcore.toml_file import TomlFile, Where
from rbsim.results.options import Kind, Option, read_whole

Presets = Mapping[str, rbcore.Preset]


@dataclass(frozen=True)
class Value:
    """A value of a plan and where it is."""

    file: TomlFile
    where: Where
    value: object

    def wrong(self, said: object) -> ValueError:
        """Return an error in one sentence that is about this value, which it names once."""
        key = str(self.where[-1] if self.where else "").replace("-", "_")
        return self.file.wrong(self.where, str(said).removeprefix(f"{key}="))

    def text(self) -> str:
        """Return the value, which must be a text."""
        if not isinstance(self.value, str):
            raise self.wrong(f"{shown(self.value)} is no text; write it in quotes")
        return self.value

    def table(self, known: Iterable[str], whose: str) -> dict[str, Value]:
        """Return the values of a table by their keys, `_` for `-`; ValueError for unknown keys."""
        if not isinstance(self.value, dict):
            raise self.wrong(f"{shown(self.value)} is no table of keys and values")
        names = [name.replace("-", "_") for name in known]
        found: dict[str, Value] = {}
        for key, value in self.value.items():
            name, one = key.replace("-", "_"), Value(self.file, (*self.where, key), value)
            if name not in names:
                near = known_names(hyphened(key), map(hyphened, names))
                raise one.wrong(f"{shown(key)} is not a key of {whose}; {near}")
            if name in found:
                raise one.wrong(f"{hyphened(key)} is given twice; give it once")
            found[name] = one
        return found


def read_option(one: Option, value: object, presets: Presets) -> Any:
    """Return the value of an option as its study takes it. Raises ValueError in one sentence."""
    if not one.many:
        return _read(one.kind, value, presets)
    every = value if isinstance(value, list) else [value]
    if not every:
        raise ValueError("the list is empty; name one at least")
    return one.joined([_read(one.kind, each, presets) for each in every])


def _read(kind: Kind, value: object, presets: Presets) -> Any:
    if kind is Kind.WHOLE:
        return read_whole(value)
    if type(value) in (int, float) and kind in (Kind.NUMBER, Kind.EITHER, Kind.TABLE):
        return value
    if kind is Kind.NUMBER:
        raise ValueError(f"{shown(value)} is not a number")
    if kind is Kind.TABLE and isinstance(value, dict):
        return value
    if not isinstance(value, str):
        raise ValueError(f"{shown(value)} is no text; write it in quotes")
    return rbcore.variant(value, presets) if kind is Kind.VARIANT else value
