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
    files,
    flips,
    game_files,
    game_lines,
    kills,
    lines,
    packs,
    sanitized,
    threads,
    writes,
    wrong_types,
)

ATTACKS = {
    "wrong_types": wrong_types.attack,
    "lines": lines.attack,
    "game_lines": game_lines.attack,
    "game_files": game_files.attack,
    "packs": packs.attack,
    "descriptions": descriptions.attack,
    "files": files.attack,
    "flips": flips.attack,
    "writes": writes.attack,
    "kills": kills.attack,
    "commands": commands.attack,
    "sanitized": sanitized.attack,
    "threads": threads.attack,
    "allocations": allocations.attack,
}
SHORT = {  # rounds of two minutes together, on two cores
    "wrong_types": 300,
    "lines": 30_000,
    "game_lines": 1_500,
    "game_files": 2_000,
    "packs": 3_000,
    "descriptions": 1_500,
    "files": 600,
    "flips": 300,
    "writes": 60,
    "kills": 6,
    "commands": 40,
    "sanitized": 24,
    "threads": 30,
    "allocations": 300,
}


def attack(name: str, *numbers: int) -> int:
    """Run an attack, with so many rounds and a seed; return how many findings there were."""
    began = time.monotonic()
    rounds, found = ATTACKS[name](*numbers)
    print(*found, sep="\n", end="\n" * bool(found))
    print(f"{name}: {rounds:,} rounds in {time.monotonic() - began:.0f} s, {len(found)} findings")
    return len(found)


def main(words: list[str]) -> int:
    """Run what the words name; return how many findings there were."""
    if words[:1] == ["--short"]:
        return sum(attack(name, SHORT[name], 3) for name in words[1:] or SHORT)
    return sum(attack(name, *map(int, words[1:])) for name in words[:1] or ATTACKS)


if __name__ == "__main__":
    sys.exit(bool(main(sys.argv[1:])))
