"""Files of perft counts: variant, depth, count and position, separated by tabs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import rbcore


@dataclass(frozen=True)
class Entry:
    line: int
    variant: str
    depth: int
    count: int
    position: rbcore.Position


def read(path: Path) -> list[Entry]:
    """The entries of a file; a header and lines that begin with # are passed over.

    Raises ValueError for a line that is not of the form, naming it, and for a file of no entries,
    with which anything would agree.
    """
    entries = list(_entries(path))
    if not entries:
        raise ValueError(f"{path} has no entries; a line is variant, depth, count, position")
    return entries


def _entries(path: Path) -> Iterator[Entry]:
    for number, line in enumerate(path.read_bytes().splitlines(), 1):
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
        raise ValueError(f"depth '{depth}' and count '{count}' must be whole numbers")
    position = rbcore.Position.parse(text, rbcore.variant(variant))
    return Entry(number, variant, int(depth), int(count), position)
