"""Tables: the keys of a table of a plan, known ones alone, each with its place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rbcore.cards.ranges import known_names, shown
from rbcore.rules.definition import hyphened
from rbcore.toml_file import TomlFile, Where


@dataclass(frozen=True)
class Value:
    """A value of a plan and where it is."""

    file: TomlFile
    where: Where
    value: object

    def text(self) -> str:
        """Return the value, which must be a text."""
        if not isinstance(self.value, str):
            raise self.file.wrong(self.where, f"{shown(self.value)} is no text; write it in quotes")
        return self.value


def read_table(
    file: TomlFile, where: Where, table: object, known: Sequence[str], whose: str
) -> dict[str, Value]:
    """Return the values of a table by their keys, with `_` for `-`.

    Raises ValueError with file, line and key for what is no table, and for unknown keys.
    """
    if not isinstance(table, dict):
        raise file.wrong(where, f"{shown(table)} is no table of keys and values")
    names = [name.replace("-", "_") for name in known]
    found: dict[str, Value] = {}
    for key, value in table.items():
        name = key.replace("-", "_")
        if name not in names:
            near = known_names(hyphened(key), map(hyphened, names))
            raise file.wrong((*where, key), f"{shown(key)} is not a key of {whose}; {near}")
        if name in found:
            raise file.wrong((*where, key), f"{hyphened(key)} is given twice; give it once")
        found[name] = Value(file, (*where, key), value)
    return found
