"""Play many generated descriptions: python -m oracles.described 10000 [first seed], from tests."""

import sys

from .comparing import play_generated


def main() -> int:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    played, refused, parted = play_generated(first, count)
    for seed, text, found in parted:
        print(f"--- {seed}", *found, text, sep="\n")
    print(f"{played} played alike or not, {refused} refused, {len(parted)} parted")
    return bool(parted)


if __name__ == "__main__":
    sys.exit(main())
