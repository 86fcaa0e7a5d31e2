"""TOML file: what a file says, and on which line, for errors."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

Where = tuple[str | int, ...]  # keys from the outside in; the number of a table in a list of them
PLACE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")
MOST = 1 << 20  # bytes


class TomlFile:
    """The values of a file of TOML.

    Parameters
    ----------
    name : str
        The file, as errors name it.
    content : bytes
        What is in it.

    Attributes
    ----------
    text : str
        The same as text.
    values : dict
        What it says.

    Raises
    ------
    ValueError
        In one sentence with file and line, for what is no TOML.
    """

    def __init__(self, name: str, content: bytes) -> None:
        self.name = name
        if len(content) > MOST:
            raise ValueError(f"{name} is too long; a plan has {MOST:,} bytes at most")
        try:
            self.text = content.decode().replace("\r\n", "\n")
        except UnicodeDecodeError as error:
            line = content.count(b"\n", 0, error.start) + 1
            raise ValueError(f"{name}, line {line}: this is no text in UTF-8") from None
        try:
            self.values = tomllib.loads(self.text)
        except (ValueError, RecursionError) as error:
            raise self._no_toml(str(error)) from None

    def _no_toml(self, said: str) -> ValueError:
        lines = self.text.rstrip("\n").split("\n")
        place = PLACE.search(said)
        number = int(place[1]) if place and place[1] else len(lines)
        key = re.match(r"\s*([\w.-]+)\s*=", lines[min(number, len(lines)) - 1], re.ASCII)
        return ValueError(
            f"{self.name}, line {number}{f', {key[1]}' if key else ''}: this is no TOML: "
            f"{PLACE.sub('', said)}"
        )

    def wrong(self, where: Where, said: object) -> ValueError:
        """Return an error in one sentence, with the file, the line and the key that it is about."""
        lines = key_lines(self.text)
        line = next(lines[where[:n]] for n in range(len(where), -1, -1) if where[:n] in lines)
        key = ".".join(part for part in where if isinstance(part, str))
        return ValueError(f"{self.name}, line {line}{f', {key}' if key else ''}: {said}")


def key_lines(text: str) -> dict[Where, int]:
    """Return the line of every key and table of a text in TOML.

    `tomllib` tells no lines. So each statement is read by itself: it is one line, or as many as it
    takes until they can be read.
    """
    found: dict[Where, int] = {(): 1}
    tables: Counter[Where] = Counter()
    table: Where = ()
    statement, first = "", 1
    for number, line in enumerate(text.split("\n"), 1):
        statement += f"{line}\n"
        try:
            values = tomllib.loads(statement)
        except tomllib.TOMLDecodeError:
            continue  # it goes on in the next line
        if statement.lstrip().startswith("["):
            table = max(_wheres(values), key=len, default=())
            if statement.lstrip().startswith("[["):
                tables[table] += 1
            table = _numbered(table, tables)
            found.setdefault(table, first)
        else:
            for where in _wheres(values):
                found.setdefault(table + where, first)
        statement, first = "", number + 1
    return found


def _wheres(values: Mapping[str, Any]) -> Iterator[Where]:
    """Yield where all keys are, those inside tables too."""
    for key, value in values.items():
        yield (key,)
        if isinstance(value, dict):
            yield from ((key, *inner) for inner in _wheres(value))


def _numbered(table: Where, tables: Mapping[Where, int]) -> Where:
    """Return where a table is, with the numbers of those that are one of several."""
    where: Where = ()
    for n, key in enumerate(table, 1):
        where += (key,)
        if tables[table[:n]]:
            where += (tables[table[:n]] - 1,)
    return where
