"""Files of perft counts: variant, depth, count and position, separated by tabs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import rbcore
from rbcore.cards.ranges import shown
from rbsim.files import read_plain


@dataclass(frozen=True)
class Entry:
    """A line of the file: a count of sequences of moves from a position."""

    line: int
    variant: str
    depth: int
    count: int
    position: rbcore.Position


def read_entries(path: Path) -> list[Entry]:
    """Return the entries of a file, without its header and lines that begin with #.

    Raises ValueError, with the line's number, for a line of another form, and for a file without
    entries, as a check of it would always pass.
    """
    entries = list(_entries(path))
    if not entries:
        raise ValueError(f"{path} has no entries; a line is variant, depth, count, position")
    return entries


def _entries(path: Path) -> Iterator[Entry]:
    for number, line in enumerate(read_plain(path).splitlines(), 1):
        try:
            text = line.decode()
            if text.strip() and not text.startswith(("#", "variant\t")):
                yield _entry(number, text)
        except UnicodeDecodeError:
            raise ValueError(f"{path}, line {number}: this is not text in UTF-8") from None
        except ValueError as error:
            raise ValueError(f"{path}, line {number}: {error}") from None


def _entry(number: int, line: str) -> Entry:
    fields = line.split("\t")
    if len(fields) != 4:
        raise ValueError(f"variant, depth, count and position are needed, not {len(fields)} fields")
    variant, depth, count, text = fields
    if not (depth.isdecimal() and count.isdecimal()):
        raise ValueError(f"depth {shown(depth)} and count {shown(count)} must be whole numbers")
    position = rbcore.Position.parse(text, rbcore.variant(variant))
    return Entry(number, variant, int(depth), int(count), position)
