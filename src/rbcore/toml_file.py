"""TOML file: what a file says, and on which line, for errors."""

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rbcore.cards.ranges import printable, unwritten

Where = tuple[str | int, ...]  # keys from the outside in; the number of a table in a list of them
BARE = "; text stands in quotes"
PLACE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")
MOST = 1 << 20  # bytes
MOST_DOTS = 16  # in a key, as tomllib takes time with their square

# What is quoted, and comments. Each goes on to its end, or that of the text, and none goes back.
QUOTED = re.compile(
    r'''"""(?:[^"\\]|\\.|"(?!""))*+"{0,5}+|"(?:[^"\\\n]|\\[^\n])*+"?+'''
    r"""|'''(?:[^']|'(?!''))*+'{0,5}+|'[^'\n]*+'?+|\#[^\n]*+""",
    re.DOTALL,
)
TOKEN = re.compile(rf"{QUOTED.pattern}|[\[\]{{}}\n]", re.DOTALL)
LONG_KEY = re.compile(rf"(?<![\w-])[\w-]++(?:[ \t]*+\.[ \t]*+[\w-]++){{{MOST_DOTS + 1}}}")


class TomlFile:
    """The text of a file of TOML, and the values that it says.

    Raises ValueError in one sentence with file and line, for what is no TOML; the name is the
    file's, as errors name it.
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
        plain = QUOTED.sub(lambda quoted: "q" + "\n" * quoted[0].count("\n"), self.text)
        if long_key := LONG_KEY.search(plain):
            line = plain.count("\n", 0, long_key.start()) + 1
            raise ValueError(f"{name}, line {line}: a key has {MOST_DOTS} dots at most")
        try:
            self.values = tomllib.loads(self.text)
        except (ValueError, RecursionError) as error:
            raise self._no_toml(str(error)) from None
        check_texts(self.values, self.wrong)

    def _no_toml(self, said: str) -> ValueError:
        lines = self.text.rstrip("\n").split("\n")
        place = PLACE.search(said)
        number = int(place[1]) if place and place[1] else len(lines)
        key = re.match(r"\s*([\w.-]+)\s*=", lines[min(number, len(lines)) - 1], re.ASCII)
        return ValueError(
            f"{self.name}, line {number}{f', {key[1]}' if key else ''}: this is no TOML: "
            f"{PLACE.sub('', said)}{BARE if 'Invalid value' in said else ''}"
        )

    def wrong(self, where: Where, said: object) -> ValueError:
        """Return an error in one sentence, with the file, the line and the key that it is about."""
        lines = key_lines(self.text)
        line = next(lines[where[:n]] for n in range(len(where), -1, -1) if where[:n] in lines)
        key = printable(".".join(part for part in where if isinstance(part, str)))
        return ValueError(f"{self.name}, line {line}{f', {key}' if key else ''}: {said}")


def key_lines(text: str) -> dict[Where, int]:
    """Return the line of every key and table of a text in TOML.

    `tomllib` tells no lines. So each statement is read once more by itself.
    """
    found: dict[Where, int] = {(): 1}
    tables: Counter[Where] = Counter()
    table: Where = ()
    for line, statement in _statements(text):
        try:
            values = tomllib.loads(statement)
        except RecursionError:  # this deep in calls; where the file was read, it just went
            continue
        if statement.lstrip().startswith("["):
            table = max(_wheres(values), key=len, default=())
            if statement.lstrip().startswith("[["):
                tables[table] += 1
            table = _numbered(table, tables)
            for n in range(1, len(table) + 1):
                found.setdefault(table[:n], line)
        else:
            for where in _wheres(values):
                found.setdefault(table + where, line)
    return found


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """Yield the statements of a text in TOML, each with its first line.

    One ends with its line, unless a bracket is open; in quotes and comments there are none.
    """
    line, begin, newlines, depth = 1, 0, 0, 0
    for token in TOKEN.finditer(text):
        sign = token[0]
        depth += (sign in ("[", "{")) - (sign in ("]", "}"))
        newlines += sign.count("\n")
        if sign == "\n" and not depth:
            yield line, text[begin : token.end()]
            line, begin, newlines = line + newlines, token.end(), 0
    yield line, text[begin:]


def _wheres(values: Mapping[str, Any]) -> Iterator[Where]:
    """Yield where all keys are, those inside tables too."""
    for key, value in values.items():
        yield (key,)
        if isinstance(value, dict):
            yield from ((key, *inner) for inner in _wheres(value))


def _wrong(where: Where, said: str) -> ValueError:
    return ValueError(f"{printable('.'.join(map(str, where)))}: {said}")


def check_texts(values: Any, wrong: Callable[[Where, str], Exception] = _wrong) -> None:
    """Raise ValueError for a text that has what no terminal or page may get."""
    for where, text in _texts(values, ()):
        if sign := unwritten(text):
            raise wrong(where, f"it has {sign}, which no terminal or page may get")


def _texts(value: Any, where: Where) -> Iterator[tuple[Where, str]]:
    """Yield all texts, keys too, each with where it stands."""
    if isinstance(value, str):
        yield where, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield (*where, key), key
            yield from _texts(inner, (*where, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _texts(inner, (*where, number) if isinstance(inner, dict) else where)


def _numbered(table: Where, tables: Mapping[Where, int]) -> Where:
    """Return where a table is, with the numbers of those that are one of several."""
    where: Where = ()
    for n, key in enumerate(table, 1):
        where += (key,)
        if tables[table[:n]]:
            where += (tables[table[:n]] - 1,)
    return where
