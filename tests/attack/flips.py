"""A byte of a store is changed, and its study resumed: refused in a sentence, or the same rows."""

from __future__ import annotations

import random
import shutil
import tempfile
from pathlib import Path

import rbsim

GAMES = 600
FLIPS = 10_000


def resume(folder: Path) -> bytes:
    """The rows of the study that the store holds."""
    result = rbsim.simulate(games=GAMES, players="greedy", seed=1, threads=1, store=folder)
    assert result.games is not None
    return bytes(result.games.tobytes())


def finding(folder: Path, path: Path, content: bytes, rng: random.Random, wanted: bytes) -> str:
    """Change a byte of a file for one resumption; return what is wrong, or nothing."""
    flipped = bytearray(content)
    at, change = rng.randrange(len(content)), 1 << rng.randrange(8)
    flipped[at] ^= change
    path.write_bytes(flipped)
    try:
        return "" if resume(folder) == wanted else f"{path.name}, byte {at}: other figures"
    except ValueError as error:
        whole = str(error) and "\n" not in str(error)
        return "" if whole else f"{path.name}, byte {at}: says {str(error)[:100]!r}"
    except Exception as error:
        return f"{path.name}, byte {at}: {type(error).__name__}: {str(error)[:100]}"
    finally:
        path.write_bytes(content)


def attack(rounds: int = FLIPS, seed: int = 1) -> tuple[int, list[str]]:
    """Make so many changes to shards and to the manifest; return how many, and the findings."""
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch, "store")
        wanted = resume(folder)
        spare = shutil.copytree(folder, Path(scratch, "spare"))
        found = []
        for _ in range(rounds):
            files = sorted(path for path in folder.rglob("*") if path.stat().st_size)
            path = rng.choice([path for path in files if path.is_file()])
            problem = finding(folder, path, path.read_bytes(), rng, wanted)
            if problem:
                found.append(problem)
                shutil.rmtree(folder)
                shutil.copytree(spare, folder)
    return rounds, found
