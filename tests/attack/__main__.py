"""Run the whole attack, or some of it: `python -m attack [NAME [ROUNDS [SEED]]]`, from tests/.

`python -m attack --short` makes a sample of each attack.
"""

from __future__ import annotations

import sys
import time

from attack import commands, files, flips, kills, lines, sanitized, wrong_types

ATTACKS = {
    "wrong_types": wrong_types.attack,
    "lines": lines.attack,
    "files": files.attack,
    "flips": flips.attack,
    "kills": kills.attack,
    "commands": commands.attack,
    "sanitized": sanitized.attack,
}
SHORT = {  # rounds of two minutes together, on two cores
    "wrong_types": 300,
    "lines": 30_000,
    "files": 600,
    "flips": 300,
    "kills": 6,
    "commands": 40,
    "sanitized": 24,
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
    if words == ["--short"]:
        return sum(attack(name, rounds, 3) for name, rounds in SHORT.items())
    return sum(attack(name, *map(int, words[1:])) for name in words[:1] or ATTACKS)


if __name__ == "__main__":
    sys.exit(bool(main(sys.argv[1:])))
