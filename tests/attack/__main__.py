"""Run the whole attack, or some of it: `python -m attack [NAME [ROUNDS [SEED]]]`, from tests/.

`python -m attack --short [NAME ...]` makes a sample of each attack, or of some.
"""

from __future__ import annotations

import sys
import time

from attack import (
    allocations,
    commands,
    descriptions,
    flips,
    game_files,
    game_lines,
    kills,
    packs,
    readers,
    sanitized,
    threads,
    writes,
    wrong_types,
)  # fmt: skip

# Of each attack rounds of two minutes together, on two cores, and those that the suite makes.
ATTACKS = {
    "wrong_types": (wrong_types.attack, 300, 50),
    "readers": (readers.attack, 10_000, 600),
    "game_lines": (game_lines.attack, 1_500, 200),
    "game_files": (game_files.attack, 2_000, 300),
    "packs": (packs.attack, 3_000, 300),
    "descriptions": (descriptions.attack, 1_500, 200),
    "flips": (flips.attack, 300, 50),
    "writes": (writes.attack, 60, 24),
    "kills": (kills.attack, 6, 6),
    "commands": (commands.attack, 40, 4),
    "sanitized": (sanitized.attack, 24, 6),
    "threads": (threads.attack, 30, 6),
    "allocations": (allocations.attack, 300, 50),
}


def attack(name: str, *numbers: int) -> int:
    """Run an attack, with so many rounds and a seed; return how many findings there were."""
    began = time.monotonic()
    rounds, found = ATTACKS[name][0](*numbers)
    print(*found, sep="\n", end="\n" * bool(found))
    print(f"{name}: {rounds:,} rounds in {time.monotonic() - began:.0f} s, {len(found)} findings")
    return len(found)


def main(words: list[str]) -> int:
    """Run what the words name; return how many findings there were."""
    if words[:1] == ["--short"]:
        return sum(attack(name, ATTACKS[name][1], 3) for name in words[1:] or ATTACKS)
    return sum(attack(name, *map(int, words[1:])) for name in words[:1] or ATTACKS)


if __name__ == "__main__":
    sys.exit(bool(main(sys.argv[1:])))
