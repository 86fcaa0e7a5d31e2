"""Run the whole attack, or some of it: `python -m attack [NAME [ROUNDS [SEED]]]`, from tests/.

`python -m attack --short [NAME ...]` makes a sample of each attack, or of some.
"""

import sys
import time
from importlib import import_module

# Of each attack rounds of two minutes together, on two cores, and those that the suite makes.
ROUNDS = {
    "wrong_types": (300, 50), "readers": (10_000, 600), "game_lines": (1_500, 200),
    "game_files": (2_000, 300), "packs": (3_000, 300), "descriptions": (1_500, 200),
    "flips": (300, 50), "writes": (60, 24), "kills": (6, 3), "restarts": (6, 1),
    "commands": (40, 4), "sanitized": (24, 6), "threads": (28, 7), "allocations": (300, 50),
}  # fmt: skip
ATTACKS = {name: import_module(f"attack.{name}").attack for name in ROUNDS}


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
        return sum(attack(name, ROUNDS[name][0], 3) for name in words[1:] or ATTACKS)
    return sum(attack(name, *map(int, words[1:])) for name in words[:1] or ATTACKS)


if __name__ == "__main__":
    sys.exit(bool(main(sys.argv[1:])))
