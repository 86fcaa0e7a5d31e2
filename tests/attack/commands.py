"""Generated command lines, in odd environments and with odd streams.

Words come from the commands' own parameters, with values that are right, nearly right and wrong.
All find files of counts, plans and results in their folder, half of them a store, which is whole
or has a mutated file. In a third of the rounds one of these is a pipe, a device, a folder, a
socket or a link to nowhere or to itself.
Wanted are status 0, 1, 2, 3 or 130, no traceback and an end in time.
"""

import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import typer.main

import rbcore
import rbsim
from attack.changes import mutate_bytes
from rbsim.cli.main import command_line
from rbsim.games import pick, write

COMMANDS = 2_000
TIME_S = 120
STATUSES = (0, 1, 2, 3, 130)
SMALL = ("1", "2", "7", "20")
ODD = (
    "", " ", "-1", "0", "x", "nan", "inf", "1e400", "9" * 5_000, "0x10", "٣", "²", "♠", "-", "--",
    "=", ":", ",", "a.b", "a" * 3_000, "../..", "/dev/null", "/dev/full", "/", ".", "\n", "\x1b[2J",
    "\udcff", "%s", "{}", "1_0", "+1", "1.5", "true", "None",
)  # fmt: skip
OWN = ("counts.tsv", "plan.toml", "result.json", "some.games")  # files of every round
PLAN = '[[study]]\nkind = "simulate"\ngames = 20\nplayers = "greedy"\n'
# Commands that read a file, in words that are right.
READING = (
    *(("study", name, "--quiet") for name in ("plan.toml", "kept")),
    ("study", "kept", "--to", "again", "--quiet"),
    ("perft", "--check", "counts.tsv"),
    ("replay", "some.games"),
    ("analyse", "some.games", "--games", "4", "--by", "greedy"),
    ("games", "kept", "--limit", "3"),
    ("check", "kept"),
    ("merge", "result.json", "--out", "both.json"),
    ("report", "kept"),
    ("simulate", "--games", "20", "--players", "greedy", "--store", "kept"),
)
# Folders that cannot be written to, even by root: of the kernel, a file, below a file.
CLOSED = ("/proc", "/proc/none", "counts.tsv", "counts.tsv/none")
NUMBERS = {"games", "matches", "depth", "threads", "max_moves", "max_turns", "search_limit",
           "max_turn_moves"}  # fmt: skip
VALUES: dict[str, tuple[str, ...]] = {
    "variant": (*rbcore.PRESETS, "standard,reserve-size=5", "strict,plan-limit=1"),
    "variants": tuple(rbcore.PRESETS),
    "players": ("uniform", "greedy", "greedy:uniform", "weighted~0.3", "planner", "greedy,uniform"),
    "axes": ("reserve-size=5..7", "release=no,any", "houses-each=0..4", "reserve-size=5.."),
    "position": (rbcore.Position.deal(rbcore.variant("standard"), 1, 0).notation,),
    "move": ("turn", "waste", "pass", "r>F", "h>1"),
    "seed": ("1", "18446744073709551615"),
    "game": ("0", "7"),
    "slip": ("0.1", "reserve=0.1,load=0.2", "0.1:0", "misplacing=0.1"),
    "watch": ("0.5", "1:0"),
    "until": ("20%", "40%", "decided"),
    "of": ("starter-wins", "stalemate", "advantage"),
    "time": ("0.2s", "1s"),
    "anchor": ("greedy",),
    "heaps": ("16", "17"),
    "depth": ("1", "2"),
    "store": ("kept", "kept", "kept", *CLOSED),
    "to": ("again", *CLOSED),
    "out": (
        "table.json",
        "table.csv",
        "page.html",
        *(f"{folder}/rows.parquet" for folder in CLOSED),
    ),
    "rows": ("rows.parquet",),
    "source": ("kept", "kept", "result.json", *CLOSED),
    "file": ("some.games", "some.games", "counts.tsv", *CLOSED),
    "player": ("greedy", "weighted", "greedy:uniform"),
    "where": ("outcome = 'stalemate'", "turns < 40 and winner != starter"),
    "level": ("0.9", "0.999"),
    "check": ("counts.tsv",),
    "plan": ("plan.toml", "plan.toml", "result.json", "kept", *CLOSED),
    "names": ("simulate",),
    "max_turn_moves": ("40",),
    "dask": ("tcp://127.0.0.1:1", "nowhere"),
}
# No time or size of these must come from chance: they are always given, and small.
ALWAYS = {"games": ("--games",), "matches": ("--matches",)}
ENVIRONMENTS: tuple[dict[str, str | None], ...] = (
    {}, {}, {}, {"LC_ALL": "C"}, {"LC_ALL": "POSIX", "PYTHONUTF8": "0"}, {"TERM": "dumb"},
    {"PYTHONIOENCODING": "ascii"}, {"PYTHONIOENCODING": "utf-16"}, {"PYTHONIOENCODING": "cp437"},
    {"NO_COLOR": "1"}, {"FORCE_COLOR": "1"}, {"COLUMNS": "1"}, {"COLUMNS": "x"}, {"LINES": "0"},
    {"HOME": None}, {"TMPDIR": "/no/such/folder"}, {"PATH": None}, {"RB_BASELINE": "1"},
)  # fmt: skip
STREAMS = ("", "", "", "<&-", ">/dev/full", ">&-", "2>&-", "2>/dev/full", "| head -c 1", "| true",
           "<&- >&- 2>&-")  # fmt: skip


def value(name: str, rng: random.Random) -> str:
    """A value for a parameter, right or odd."""
    if rng.random() < 0.15:
        word = rng.choice(ODD)
        return "x" if name in NUMBERS and word in ("9" * 5_000,) else word
    word = rng.choice(VALUES.get(name, SMALL))
    if rng.random() < 0.1 and name not in NUMBERS:
        at = rng.randrange(len(word) + 1)
        word = word[:at] + rng.choice(("=", ",", ":", "♠", "9", "-")) + word[at + 1 :]
    return word


def line(rng: random.Random) -> list[str]:
    """The words of a command."""
    commands: dict[str, Any] = typer.main.get_command(command_line()).commands  # type: ignore[attr-defined]
    name = rng.choice(sorted(commands))
    words: list[str] = []
    for parameter in commands[name].params:
        key = str(parameter.name)
        if parameter.param_type_name == "argument":
            words += [value(key, rng) for _ in range(rng.choice((0, 1, 1, 1, 2)))]
        elif key in ALWAYS:
            words += [*ALWAYS[key], value(key, rng)]
        elif rng.random() < 0.2:
            option = rng.choice([*parameter.opts, *parameter.secondary_opts])
            words += [option] if parameter.is_flag else [option, value(key, rng)]
    if rng.random() < 0.1:
        words.insert(rng.randrange(len(words) + 1), rng.choice(ODD))
    if name == "patience" and "--games" not in words:
        words += ["--games", "10"]
    if rng.random() < 0.02:
        name = rng.choice(ODD)
    return [name, *words]


def problem(words: list[str], folder: Path, rng: random.Random) -> str:
    """Run a command; return what is wrong, or nothing."""
    changes, stream = rng.choice(ENVIRONMENTS), rng.choice(STREAMS)
    environment = {**os.environ, **{name: text or "" for name, text in changes.items()}}
    for name, text in changes.items():
        if text is None:
            del environment[name]
    script = f'set -o pipefail; "$0" -m rbsim "$@" {stream}'
    where = f"{words!r} {stream} {changes}"
    process = subprocess.Popen(
        ["bash", "-c", script, sys.executable, *words], cwd=folder, env=environment,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        start_new_session=True,
    )  # fmt: skip
    try:
        _, errors = process.communicate(timeout=TIME_S)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return f"{where}: not over after {TIME_S} s"
    if b"Traceback" in errors or b"Error:" in errors.replace(b"ValueError:", b""):
        return f"{where}: {errors[-300:]!r}"
    return "" if process.returncode in STATUSES else f"{where}: status {process.returncode}"


def bound_socket(path: Path) -> None:
    """A socket with a name; names of sockets are short, so it is bound where it lies."""
    before = os.open(".", os.O_RDONLY)
    try:
        os.chdir(path.parent)
        with socket.socket(socket.AF_UNIX) as own:
            own.bind(path.name)
    finally:
        os.fchdir(before)
        os.close(before)


# What may be in the place of a file or a folder that a command reads.
IN_PLACE: tuple[Callable[[Path], object], ...] = (
    os.mkfifo,
    lambda path: path.symlink_to("/dev/zero"),
    lambda path: path.symlink_to("/dev/full"),
    lambda path: path.symlink_to("/dev/stdin"),
    lambda path: path.symlink_to(path.name),
    lambda path: path.symlink_to("nowhere"),
    lambda path: path.symlink_to("."),
    Path.mkdir,
    bound_socket,
)


@contextmanager
def replaced(folder: Path, rng: random.Random) -> Iterator[str]:
    """Put something odd in the place of a file or folder; yield what, and where.

    Half of the pipes are held open by a writer that writes nothing.
    """
    path = rng.choice([*OWN, *sorted(folder.glob("kept")), *sorted(folder.glob("kept/**/*"))])
    path = folder / path
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink()
    number = rng.randrange(len(IN_PLACE))
    IN_PLACE[number](path)
    writer = os.open(path, os.O_RDWR) if path.is_fifo() and rng.random() < 0.5 else None
    try:
        yield f" with {path.relative_to(folder)} replaced by {number}{', open' if writer else ''}"
    finally:
        if writer is not None:
            os.close(writer)


def attack(rounds: int = COMMANDS, seed: int = 1) -> tuple[int, list[str]]:
    """Run so many commands; return how many, and the findings."""
    rng = random.Random(seed)
    found = []
    with tempfile.TemporaryDirectory() as scratch:
        files = Path(scratch)
        (files / "counts.tsv").write_text(f"standard\t1\t4\t{VALUES['position'][0]}\n")
        (files / "plan.toml").write_text(PLAN)
        stored = files / "stores" / "simulate"
        rbsim.simulate(games=20, threads=1, store=stored).save(files / "result.json")
        write(files / "some.games", pick(stored, limit=3))
        for number in range(rounds):
            found.append(one_round(number, files, rng))
    return rounds, list(filter(None, found))


def one_round(number: int, files: Path, rng: random.Random) -> str:
    """Run a command in a folder of its own; return what is wrong, or nothing."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch, os.fsdecode(b"f\xff") if number % 7 == 0 else "folder")
        folder.mkdir()
        for name in OWN:
            shutil.copy(files / name, folder)
        if rng.random() < 0.5:
            shutil.copytree(files / "stores" / "simulate", folder / "kept")
            if rng.random() < 0.7:
                kept = sorted(p for p in (folder / "kept").rglob("*") if p.is_file())
                path = rng.choice([p for p in kept if p.stat().st_size])
                path.write_bytes(mutate_bytes(path.read_bytes(), rng))
        if rng.random() > 0.33:
            return problem(line(rng), folder, rng)
        words = list(rng.choice(READING)) if rng.random() < 0.7 else line(rng)
        with replaced(folder, rng) as what:
            said = problem(words, folder, rng)
        return said and said + what
