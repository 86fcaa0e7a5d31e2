"""Run the whole attack, or some of it: `python -m attack [NAME [ROUNDS [SEED]]]`, from tests/."""

from __future__ import annotations

import sys
import time

from attack import flips, kills, lines, wrong_types

ATTACKS = {
    "wrong_types": wrong_types.attack,
    "lines": lines.attack,
    "flips": flips.attack,
    "kills": kills.attack,
}


def main(names: list[str], *numbers: int) -> int:
    """Run attacks; return how many findings there were."""
    findings = 0
    for name in names:
        began = time.monotonic()
        rounds, found = ATTACKS[name](*numbers)
        print(*found, sep="\n", end="\n" * bool(found))
        print(
            f"{name}: {rounds:,} rounds in {time.monotonic() - began:.0f} s, {len(found)} findings"
        )
        findings += len(found)
    return findings


if __name__ == "__main__":
    sys.exit(bool(main(sys.argv[1:2] or list(ATTACKS), *map(int, sys.argv[2:]))))
