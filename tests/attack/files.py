"""Files that commands read, mutated: counts of perft, and manifests of stores.

Bits are flipped, pieces cut out, doubled and put elsewhere, values of a manifest replaced by
others, nested ones among them. The commands run in this process: only a status and a sentence
may come out.
"""

from __future__ import annotations

import contextlib
import io
import json
import random
import tempfile
from pathlib import Path
from typing import Any

import rbcore
import rbsim
from rbsim.cli.main import run

FILES = 20_000
DEEP = "deep"  # what stands for lists in lists
VALUES: tuple[Any, ...] = (None, True, -1, 0, 1e400, 10**30, "", "x", "٣", [], {}, [[]], {"a": {}},
                           "standard", ["greedy"], 0.5)  # fmt: skip


def counts(rng: random.Random) -> str:
    """A file of perft counts out of random games, cheap to check."""
    lines = ["# variant depth count position"]
    for game in range(4):
        position = rbcore.Position.deal(rbcore.variant("standard"), 1, rng.randrange(1_000))
        for _ in range(rng.randrange(60)):
            moves = position.moves()
            if not moves:
                break
            position.apply(rng.choice(moves))
        lines.append(
            f"standard\t{1 + game % 2}\t{rbcore.perft(position, 1 + game % 2)}\t{position}"
        )
    return "\n".join(lines) + "\n"


def ends(content: bytes) -> bool:
    """Whether no depth in a file of counts is one that takes for ever."""
    depths = (line.split(b"\t")[1] for line in content.splitlines() if b"\t" in line)
    return all(not depth.isdigit() or int(depth) < 3 for depth in depths)


def mutate(content: bytes, rng: random.Random) -> bytes:
    """Content with one to three changes of bytes."""
    for _ in range(rng.randint(1, 3)):
        at, to = sorted((rng.randrange(len(content) + 1), rng.randrange(len(content) + 1)))
        kind = rng.randrange(5)
        if kind == 0 and at < len(content):
            flipped = bytes([content[at] ^ 1 << rng.randrange(8)])
            content = content[:at] + flipped + content[at + 1 :]
        elif kind == 1:
            content = content[:at] + content[at + rng.randrange(40) :]
        elif kind == 2:
            content = content[:at] + content[at:to][:200] + content[at:]
        elif kind == 3:
            content = content[:to]
        else:
            content = (
                content[:at] + rng.choice((b"\t", b"\n", b"\0", b"\xff", b"-1")) + content[at:]
            )
    return content


def replace(found: Any, rng: random.Random) -> Any:
    """JSON with one value, however deep, replaced by another."""
    if isinstance(found, dict | list) and found and rng.random() < 0.85:
        key = rng.choice(list(found) if isinstance(found, dict) else range(len(found)))
        found[key] = replace(found[key], rng)
        return found
    return DEEP if rng.random() < 0.02 else rng.choice(VALUES)


def problem(words: list[str]) -> str:
    """Run a command; return what is wrong, or nothing."""
    said = io.StringIO()
    try:
        with contextlib.redirect_stderr(said), contextlib.redirect_stdout(io.StringIO()):
            status = run(words)
    except BaseException as error:
        return f"{words[0]}: {type(error).__name__}: {str(error)[:100]}"
    lines = said.getvalue().splitlines()
    sound = status in (0, 1) or (status == 2 and len(lines) == 1)
    return "" if sound else f"{words[0]}: status {status}, {lines}"


def attack(rounds: int = FILES, seed: int = 1) -> tuple[int, list[str]]:
    """Read so many files; return how many, and the findings."""
    rng = random.Random(seed)
    found = []
    with tempfile.TemporaryDirectory() as scratch:
        path, store = Path(scratch, "counts.tsv"), Path(scratch, "store")
        rbsim.simulate(games=40, players="greedy", seed=1, threads=1, store=store)
        manifest = store / "_study.json"
        whole = manifest.read_bytes()
        for number in range(rounds):
            if number % 2:
                content = mutate(counts(rng).encode(), rng)
                if not ends(content):
                    continue
                path.write_bytes(content)
                said = problem(["perft", "--check", str(path)])
            else:
                text = json.dumps(replace(json.loads(whole), rng))
                content = text.replace(json.dumps(DEEP), "[" * 5_000 + "]" * 5_000).encode()
                content = content if rng.random() < 0.7 else mutate(content, rng)
                manifest.write_bytes(content)
                said = problem(["check", str(store)])
            if said:
                found.append(f"{said} of {content[:300]!r}")
        manifest.write_bytes(whole)
    return rounds, found
