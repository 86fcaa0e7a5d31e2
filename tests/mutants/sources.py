"""Sources: where the hot path can be changed, and how."""

import io
import re
import tokenize
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

# Legal moves, what moves do, how games end, the loop, and the rules as masks.
HOT: Final = (
    "board/memory.pxd", "board/position.pxd", "engine/endings.pxd",
    "engine/endings.pyx", "engine/game_loop.pyx", "moves/house_plans.pyx", "moves/legal_moves.pxd",
    "moves/transition.pxd", "players/greedy.pyx", "rules/compiled.pyx",
)  # fmt: skip
SWAPPED: Final = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "and": "or", "or": "and",
}  # fmt: skip
# What the thin layer counts, estimates, stops by and keeps.
THIN: Final = (
    "estimates/figures.py",
    "estimates/intervals.py",
    "estimates/tally.py",
    "estimates/until.py",
    "study/store.py",
)
SIGNS: Final = {"+": "-", "-": "+", "min": "max", "max": "min"}
# Lines that say what is there, and decide nothing.
SAID: Final = re.compile(r"\s*(from|import|cimport|cdef extern|ctypedef|def |cpdef |@|#|raise)")
CAST: Final = re.compile(r"<[\w ]+\**>")


@dataclass(frozen=True)
class Mutant:
    """One change of one token."""

    file: str  # below the package
    line: int
    column: int
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.before} becomes {self.after}"

    def applied(self, text: str) -> str:
        """Return the text of the file with the change made."""
        lines = text.splitlines(keepends=True)
        own = lines[self.line - 1]
        end = self.column + len(self.before)
        assert own[self.column : end] == self.before
        lines[self.line - 1] = own[: self.column] + self.after + own[end:]
        return "".join(lines)


def mutants(package: Path, files: Sequence[str] = HOT) -> Iterator[Mutant]:
    """Yield every change of one comparison, connective or whole number; in Python of signs too."""
    for file in files:
        path = package / file
        if path.exists():
            for token in _tokens(path.read_text()):
                after = _after(token) or (SIGNS.get(token.string) if path.suffix == ".py" else None)
                if after is not None and not SAID.match(token.line):
                    yield Mutant(file, token.start[0], token.start[1], token.string, after)


def _tokens(text: str) -> Iterator[tokenize.TokenInfo]:
    """Yield what Python's own tokenizer makes of Cython, but text and comments."""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in (tokenize.OP, tokenize.NAME, tokenize.NUMBER):
            yield token


def _after(token: tokenize.TokenInfo) -> str | None:
    """Return what a token becomes; None of one that stays."""
    if token.type == tokenize.NUMBER:
        return str(int(token.string) + 1) if token.string.isdecimal() else None
    ends = {i for cast in CAST.finditer(token.line) for i in (cast.start(), cast.end() - 1)}
    return None if token.start[1] in ends else SWAPPED.get(token.string)
