"""A byte of any file that is read back is changed: refused in a sentence, or the same figures.

Files are the shards and the manifest of a store, rows, tables as JSON and Parquet, the plan that a
store and a table keep, and rows as older versions wrote them, whose figures nothing protects.
"""

from __future__ import annotations

import contextlib
import io
import random
import shutil
import tempfile
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

import rbsim
from rbsim.cli.main import run

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
    """A file, or a folder of files, and what is read from it.

    `protected` is whether other figures are a finding; without a digest they are not.
    """

    path: Path
    read: Callable[[], Any]
    protected: bool = True


def resume(folder: Path) -> bytes:
    """The rows of the study that the store holds."""
    result = rbsim.simulate(games=GAMES, players="greedy", seed=1, threads=1, store=folder)
    assert result.games is not None
    return bytes(result.games.tobytes())


def load(path: Path) -> Any:
    """The figures of a file or a store."""
    return rbsim.load(path).to_dict()


def make(folder: Path) -> list[Kind]:
    """Write a file of every kind; return them all."""
    plan, store = folder / "plan.toml", folder / "stores" / "store"
    rows, old = folder / "rows.parquet", folder / "old.parquet"
    tables = [folder / "table.json", folder / "table.parquet"]
    plan.write_text(PLAN)
    played = rbsim.play_plan(plan, stores=store.parent, threads=1)["store"]
    for table in tables:
        played.save(table)
    with contextlib.redirect_stdout(io.StringIO()):
        assert run(["simulate", "--games", str(GAMES), "--rows", str(rows), "--quiet"]) == 0
    kept = rbsim.load(rows)
    assert isinstance(kept, rbsim.Result)
    pq.write_table(kept.to_arrow(rows=True), old)
    return [
        Kind(store, lambda: resume(store)),
        Kind(store, lambda: load(store)),
        Kind(store, lambda: rbsim.read_plan(store).text),
        Kind(rows, lambda: load(rows)),
        *(Kind(table, lambda table=table: load(table)) for table in tables),  # type: ignore[misc]
        Kind(tables[0], lambda: rbsim.read_plan(tables[0]).text),
        Kind(old, lambda: load(old), protected=False),
    ]


def finding(kind: Kind, path: Path, content: bytes, rng: random.Random, wanted: Any) -> str:
    """Change a byte of a file while it is read; return what is wrong, or nothing."""
    flipped = bytearray(content)
    at, change = rng.randrange(len(content)), 1 << rng.randrange(8)
    flipped[at] ^= change
    path.write_bytes(flipped)
    where = f"{path.name}, byte {at} of {len(content)}"
    try:
        return "" if kind.read() == wanted or not kind.protected else f"{where}: other figures"
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
    with tempfile.TemporaryDirectory() as scratch, warnings.catch_warnings():
        warnings.simplefilter("ignore")
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
