"""Run the whole attack, or some of it: `python -m attack [NAME [ROUNDS [SEED]]]`, from tests/.

`python -m attack --short [NAME ...]` makes a sample of each attack, or of some.
"""

import sys
import time
from importlib import import_module

# Of each attack the rounds of a sample: the suite's, and those of `--short`.
ROUNDS = {
    "wrong_types": 60, "readers": 1_500, "game_lines": 300, "game_files": 400, "packs": 500,
    "descriptions": 300, "flips": 60, "writes": 24, "kills": 3, "restarts": 1, "commands": 8,
    "sanitized": 8, "threads": 14, "allocations": 60,
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
        return sum(attack(name, ROUNDS[name], 3) for name in words[1:] or ATTACKS)
    return sum(attack(name, *map(int, words[1:])) for name in words[:1] or ATTACKS)


if __name__ == "__main__":
    sys.exit(bool(main(sys.argv[1:])))
