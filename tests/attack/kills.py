"""Commands that store are killed at any moment, and resumed: the figures are those of one run."""

import json
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

KILLS = 120
PASSING = ("command", "seconds", "processor", "system", "compiler", "build")
COMMANDS = (
    "ladder greedy uniform --games 10000",
    "simulate --games 60000 --players greedy",
    "simulate standard,houses-each=3 --games 1000000 --until 1% --of stalemate --players greedy",
    "advantage --games 40000 --players greedy",
    "compare standard strict,plan-limit=1 --games 20000 --players greedy",
    "sweep reserve-size=11..13 --games 15000 --players greedy",
)


def start(command: str, *more: str) -> subprocess.Popen[str]:
    """The command, begun."""
    words = [sys.executable, "-m", "rbsim", *command.split(), "--json", *more]
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def figures(found: Any) -> Any:
    """What a run found, without how long it took, where, and by which command."""
    if isinstance(found, list):
        return [figures(one) for one in found]
    if isinstance(found, dict):
        return {name: figures(one) for name, one in found.items() if name not in PASSING}
    return found


def attack(rounds: int = KILLS, seed: int = 1) -> tuple[int, list[str]]:
    """Kill so many runs, each command in turn; return how many died, and the findings."""
    rng = random.Random(seed)
    killed, found = 0, []
    each = -(-rounds // len(COMMANDS))
    for command in COMMANDS[: -(-rounds // each)]:
        began = time.monotonic()
        whole, errors = start(command).communicate()
        took = time.monotonic() - began
        if errors and not whole:
            found.append(f"{command}: {errors[:200]}")
            continue
        with tempfile.TemporaryDirectory() as scratch:
            folder = Path(scratch, "store")
            deaths = 0
            for _ in range(4 * each):
                run = start(command, "--store", str(folder))
                try:
                    run.wait(rng.uniform(0.05, took))
                except subprocess.TimeoutExpired:
                    run.kill()
                    deaths += 1
                run.communicate()
                if deaths == each:
                    break
                if run.returncode == 0:
                    shutil.rmtree(folder)
                elif run.returncode > 0:
                    found.append(f"{command}: resumed with status {run.returncode}")
            killed += deaths
            resumed, errors = start(command, "--store", str(folder)).communicate()
            if not resumed or figures(json.loads(resumed)) != figures(json.loads(whole)):
                found.append(f"{command}: other figures after {deaths} kills {errors[:200]}")
    return killed, found
