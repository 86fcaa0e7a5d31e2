"""Instructions per move under callgrind, for every preset: `make bench-check`.

Counts repeat to the last digit for one binary, so they show what noise hides from a clock. Only the
game loop is counted, with all that it calls; `weighted` and `planner`, which choose in functions
of their own, under the standard rules alone. The committed table (instructions.tsv) names its
compiler, since another one makes other code: with another one counts may be a quarter higher.

    python benchmarks/instructions.py            compare; a rise of more than 3% fails
    python benchmarks/instructions.py --short    a dozen rows of it, as CI does
    python benchmarks/instructions.py --write    write the table anew
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path

import numpy as np

import rbcore
from rbcore.cards.processor import has_v3_instructions

TABLE = Path(__file__).with_suffix(".tsv")
TOLERANCE, OTHER_COMPILER = 0.03, 0.25
THINKING = [("standard", "weighted"), ("standard", "planner")]
ALL = [*product(rbcore.PRESETS, ("uniform", "greedy")), *THINKING]
SHORT = [
    ("standard", "uniform"), ("standard", "greedy"), ("standard", "weighted"),
    ("strict", "greedy"), ("covered", "uniform"), ("three-player", "greedy"),
]  # fmt: skip
GAMES = {"planner": 10}  # and of the faster players
MAX = 100
PLAY = """
import sys, numpy, rbcore
variant, player, games = sys.argv[1], sys.argv[2], int(sys.argv[3])
rules = rbcore.variant(variant)
rbcore.play(rules, (player,) * rules.seats, 1, 0, numpy.zeros(games, rbcore.GAME))
"""


def compiler() -> str:
    command = sysconfig.get_config_var("CC").split()[0]
    line = subprocess.run([command, "--version"], capture_output=True, text=True, check=True)
    return line.stdout.splitlines()[0]


def instructions(variant: str, player: str, build: str) -> int:
    """Instructions that the game loop takes for some games."""
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run(
            [
                "valgrind", "--tool=callgrind", "--toggle-collect=*play_games",
                f"--callgrind-out-file={folder}/out",
                sys.executable, "-c", PLAY, variant, player,
                str(GAMES.get(player, MAX)),
            ],
            env={**os.environ, "PYTHONHASHSEED": "0", "RB_BASELINE": str(int(build == "plain"))},
            capture_output=True,
            text=True,
        )  # fmt: skip
    if run.returncode:
        sys.exit(run.stderr)
    counted = int(run.stderr.rsplit("Collected : ", 1)[1].split()[0])
    if not counted:
        sys.exit("callgrind found no play_games; `make bench-check` has a build with its name")
    return counted


def moves(variant: str, player: str) -> int:
    """Moves in those games."""
    rules = rbcore.variant(variant)
    rows = np.zeros(GAMES.get(player, MAX), rbcore.GAME)
    rbcore.play(rules, (player,) * rules.seats, 1, 0, rows)
    return int(rows["moves"].sum())


def measure(played: list[tuple[str, str]]) -> dict[tuple[str, str, str], float]:
    """Instructions a move of each of some variants and players, in the builds that run here."""
    builds = ("plain", "v3") if has_v3_instructions() else ("plain",)
    keys = [(*one, build) for one in played for build in builds]
    counts = {}
    with ThreadPoolExecutor() as pool:
        for key, count in zip(keys, pool.map(instructions, *zip(*keys, strict=True)), strict=True):
            counts[key] = count / moves(*key[:2])
            print("\t".join(key) + f"\t{counts[key]:.1f}", flush=True)
    return counts


def read_table() -> tuple[str, dict[tuple[str, str, str], float]]:
    first, _, *lines = TABLE.read_text().splitlines()
    rows = (line.split("\t") for line in lines)
    return first.removeprefix("# "), {(v, p, b): float(n) for v, p, b, n in rows}


def write_table(counts: dict[tuple[str, str, str], float]) -> None:
    lines = [f"# {compiler()}", "variant\tplayer\tbuild\tinstructions_per_move"]
    lines += ["\t".join(key) + f"\t{count:.1f}" for key, count in counts.items()]
    TABLE.write_text("\n".join(lines) + "\n")


def compare(counts: dict[tuple[str, str, str], float], tolerance: float) -> int:
    """Number of entries that have risen beyond the tolerance, or are missing."""
    _, table = read_table()
    worse = 0
    for key, count in counts.items():
        if key not in table:
            print(f"{' '.join(key)}: not in {TABLE.name}; run with --write")
            worse += 1
        elif count > table[key] * (1 + tolerance):
            print(f"{' '.join(key)}: {count:.1f} instructions a move, were {table[key]:.1f}")
            worse += 1
    return worse


def main() -> None:
    if not shutil.which("valgrind"):
        sys.exit("valgrind is not installed; instructions cannot be counted without it")
    if "--write" in sys.argv:
        write_table(measure(ALL))
        return
    tolerance = TOLERANCE
    if read_table()[0] != compiler():
        tolerance = OTHER_COMPILER
        print(
            f"the table is of {read_table()[0]}, this is {compiler()}: counts may be "
            f"{tolerance:.0%} higher, and a smaller rise is not seen"
        )
    if worse := compare(measure(SHORT if "--short" in sys.argv else ALL), tolerance):
        sys.exit(f"{worse} counts have risen by more than {tolerance:.0%}, or are missing")
    print("no count has risen by more")


if __name__ == "__main__":
    main()
