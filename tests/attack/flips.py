"""A bit of any file that is read back is changed: refused in a sentence, or the same figures.

Files are those of a store, its manifest, results as JSON, rows, and the plan that a store keeps.
"""

import random
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import rbsim
from rbsim.cli.main import run
from rbsim.study.store import read_rows_file

GAMES = 600
FLIPS = 10_000
PLAN = f"""games = {GAMES}
[output]
stores = "stores"
[[study]]
kind = "simulate"
name = "store"
"""


@dataclass(frozen=True)
class Kind:
    """A file, or a folder of files, and what is read from it."""

    path: Path
    read: Callable[[], Any]


def resume(folder: Path) -> Any:
    """The figures of the study that the store holds."""
    return rbsim.simulate(games=GAMES, seed=1, threads=1, store=folder).to_dict()


def make(folder: Path) -> list[Kind]:
    """Write a file of every kind; return them all."""
    plan, store, table = folder / "plan.toml", folder / "stores" / "store", folder / "table.json"
    rows = folder / "rows.parquet"
    run(["simulate", "standard", "three-player", "--games", "20", "--rows", str(rows), "--quiet"])
    plan.write_text(PLAN)
    rbsim.play_plan(plan, threads=1)["store"].save(table)
    return [
        Kind(store, lambda: resume(store)),
        Kind(store, lambda: rbsim.load(store).to_dict()),
        Kind(store, lambda: rbsim.read_plan(store).text),
        Kind(table, lambda: rbsim.load(table).to_dict()),
        Kind(rows, lambda: [own.tobytes() for _, own in read_rows_file(rows)]),
    ]


def finding(kind: Kind, path: Path, content: bytes, rng: random.Random, wanted: Any) -> str:
    """Change a bit of a file while it is read; return what is wrong, or nothing."""
    flipped = bytearray(content)
    at, change = rng.randrange(len(content)), 1 << rng.randrange(8)
    flipped[at] ^= change
    path.write_bytes(flipped)
    where = f"{path.name}, byte {at} of {len(content)}"
    try:
        return "" if kind.read() == wanted else f"{where}: other figures"
    except ValueError as error:
        said = str(error)
        whole = said.isprintable() and str(path.parent) in said
        return "" if whole else f"{where}: says {said[:100]!r}"
    except Exception as error:
        return f"{where}: {type(error).__name__}: {str(error)[:100]}"
    finally:
        path.write_bytes(content)


def attack(rounds: int = FLIPS, seed: int = 1) -> tuple[int, list[str]]:
    """Make so many changes to files of all kinds; return how many, and the findings."""
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch, "files")
        folder.mkdir()
        kinds = make(folder)
        wanted = [kind.read() for kind in kinds]
        spare = shutil.copytree(folder, Path(scratch, "spare"))
        found = []
        for number in range(rounds):
            kind = kinds[number % len(kinds)]
            files = sorted(kind.path.rglob("*")) if kind.path.is_dir() else [kind.path]
            path = rng.choice([one for one in files if one.is_file() and one.stat().st_size])
            own = wanted[number % len(kinds)]
            problem = finding(kind, path, path.read_bytes(), rng, own)
            if problem:
                found.append(problem)
                shutil.rmtree(folder)
                shutil.copytree(spare, folder)
    return rounds, found
