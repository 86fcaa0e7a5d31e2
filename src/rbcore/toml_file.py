"""TOML files: the one reader of plans, variants and game descriptions.

Errors name the file, the line and the key, and report everything that is wrong at once.
"""

import codecs
import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Self

from rbcore.cards.ranges import printable, unwritten

Where = tuple[str | int, ...]  # keys from the outside in; a number counts the tables of a list
BARE = "; text needs quotes"
PLACE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")
MAX_BYTES = 1 << 20
MAX_SAID = 12  # problems that one message lists
MAX_DOTS = 16  # in a key, because tomllib's time grows with their square

# Quoted text and comments. Each match runs to its end, or the text's, without backtracking.
QUOTED = re.compile(
    r'''"""(?:[^"\\]|\\.|"(?!""))*+"{0,5}+|"(?:[^"\\\n]|\\[^\n])*+"?+'''
    r"""|'''(?:[^']|'(?!''))*+'{0,5}+|'[^'\n]*+'?+|\#[^\n]*+""",
    re.DOTALL,
)
TOKEN = re.compile(rf"{QUOTED.pattern}|[\[\]{{}}\n]", re.DOTALL)
LONG_KEY = re.compile(rf"(?<![\w-])[\w-]++(?:[ \t]*+\.[ \t]*+[\w-]++){{{MAX_DOTS + 1}}}")


class Wrong(Exception):
    """A problem at a key of a file, or several problems, which `each` lists with their keys."""

    def __init__(self, where: Where, problem: object) -> None:
        super().__init__(where, problem)
        self.where: Where = where
        self.problem: object = problem
        self.each: tuple[tuple[Where, object], ...] = ((where, problem),)

    @classmethod
    def together(cls, wrongs: Sequence[Self]) -> Self:
        """Return all problems as one error."""
        together = cls(wrongs[0].where, wrongs[0].problem)
        together.each = tuple(pair for wrong in wrongs for pair in wrong.each)
        return together


@contextmanager
def noted(wrongs: list[Wrong], where: Where) -> Iterator[None]:
    """Collect a problem, at this place unless it names another, so that checks can go on."""
    try:
        yield
    except Wrong as wrong:
        wrongs.append(wrong)
    except RecursionError:
        wrongs.append(Wrong(where, "its value is nested too deeply"))
    except (ValueError, TypeError) as error:
        wrongs.append(Wrong(where, error))


class TomlFile:
    """The text of a TOML file, and its values.

    Files are in UTF-8, or in UTF-16 with a byte order mark, as some editors write them. Invalid
    TOML raises ValueError, in one sentence with file and line. `name` is the file's name in error
    messages.
    """

    def __init__(self, name: str, content: bytes, max_bytes: int = MAX_BYTES) -> None:
        self.name = name
        if len(content) > max_bytes:
            raise ValueError(f"{name} is too long; the maximum is {max_bytes:,} bytes")
        is_wide = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
        try:
            text = content.decode("utf-16" if is_wide else "utf-8-sig")
        except UnicodeDecodeError as error:
            line = content.count(b"\n", 0, error.start) + 1
            encoding = "UTF-16, as its first bytes say" if is_wide else "UTF-8"
            raise ValueError(f"{name}, line {line}: this is not text in {encoding}") from None
        self.text: str = text.replace("\r\n", "\n")
        plain = QUOTED.sub(lambda quoted: "q" + "\n" * quoted[0].count("\n"), self.text)
        if long_key := LONG_KEY.search(plain):
            line = plain.count("\n", 0, long_key.start()) + 1
            raise ValueError(f"{name}, line {line}: a key can have at most {MAX_DOTS} dots")
        try:
            self.values: dict[str, Any] = tomllib.loads(self.text)
        except (ValueError, RecursionError) as error:
            raise self._not_toml(str(error)) from None
        self._check_texts()

    def _not_toml(self, problem: str) -> ValueError:
        lines = self.text.rstrip("\n").split("\n")
        place = PLACE.search(problem)
        number = int(place[1]) if place and place[1] else len(lines)
        key = re.match(r"\s*([\w.-]+)\s*=", lines[min(number, len(lines)) - 1], re.ASCII)
        return ValueError(
            f"{self.name}, line {number}{f', {key[1]}' if key else ''}: this is not TOML: "
            f"{PLACE.sub('', problem)}{BARE if 'Invalid value' in problem else ''}"
        )

    def refusal(self, wrong: Wrong) -> ValueError:
        """Return one error sentence: the file, then line and key of each problem."""
        lines = key_lines(self.text)
        texts = []
        for where, problem in wrong.each:
            line = next(lines[where[:n]] for n in range(len(where), -1, -1) if where[:n] in lines)
            key = printable(".".join(part for part in where if isinstance(part, str)))
            texts.append(f"line {line}{f', {key}' if key else ''}: {problem}")
        texts = list(dict.fromkeys(texts))
        if len(texts) > MAX_SAID:
            texts[MAX_SAID:] = [f"and {len(texts) - MAX_SAID} more"]
        return ValueError(f"{self.name}, {'; '.join(texts)}")

    @contextmanager
    def refusing(self) -> Iterator[list[Wrong]]:
        """Yield a list that collects problems; raise ValueError at the end if there are any."""
        wrongs: list[Wrong] = []
        with noted(wrongs, ()):
            yield wrongs
        if wrongs:
            raise self.refusal(Wrong.together(wrongs)) from None

    def _check_texts(self) -> None:
        """Raise ValueError for text with characters unsafe for a terminal or page."""
        with self.refusing() as wrongs:
            for where, text in _texts(self.values, ()):
                if sign := unwritten(text):
                    problem = f"it has {sign}, which is unsafe for a terminal or page"
                    wrongs.append(Wrong(where, problem))


def key_lines(text: str) -> dict[Where, int]:
    """Return the line of every key and table of a TOML text.

    `tomllib` gives no line numbers, so each statement is parsed once more by itself.
    """
    lines: dict[Where, int] = {(): 1}
    tables: Counter[Where] = Counter()
    table: Where = ()
    for line, statement in _statements(text):
        try:
            values = tomllib.loads(statement)
        except RecursionError:  # deeper in the call stack than where the file was read
            continue
        if statement.lstrip().startswith("["):
            table = max(_wheres(values), key=len, default=())
            if statement.lstrip().startswith("[["):
                tables[table] += 1
            table = _numbered(table, tables)
            for n in range(1, len(table) + 1):
                lines.setdefault(table[:n], line)
        else:
            for where in _wheres(values):
                lines.setdefault(table + where, line)
    return lines


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """Yield the statements of a TOML text, each with its first line.

    A statement ends with its line unless a bracket is open. Quotes and comments do not count.
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
    """Yield the path of every key, including keys inside tables."""
    for key, value in values.items():
        yield (key,)
        if isinstance(value, dict):
            yield from ((key, *inner) for inner in _wheres(value))


def _texts(value: Any, where: Where) -> Iterator[tuple[Where, str]]:
    """Yield every text, including keys, with its path."""
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
    """Return a table's path, with the number of each table that is one of several."""
    where: Where = ()
    for n, key in enumerate(table, 1):
        where += (key,)
        if tables[table[:n]]:
            where += (tables[table[:n]] - 1,)
    return where
