"""Keys: a value of a plan with its place, and the keys of one that is a table, known ones alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rbcore.cards.ranges import known_names, shown
from rbcore.rules.definition import hyphened
from rbsim.plans.toml_file import TomlFile, Where


@dataclass(frozen=True)
class Value:
    """A value of a plan and where it is."""

    file: TomlFile
    where: Where
    value: object

    def wrong(self, said: object) -> ValueError:
        """Return an error in one sentence that is about this value."""
        return self.file.wrong(self.where, said)

    def text(self) -> str:
        """Return the value, which must be a text."""
        if not isinstance(self.value, str):
            raise self.wrong(f"{shown(self.value)} is no text; write it in quotes")
        return self.value

    def table(self, known: Iterable[str], whose: str) -> dict[str, Value]:
        """Return the values of a table by their keys, with `_` for `-`.

        Raises ValueError with file, line and key for what is no table, and for unknown keys.
        """
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
