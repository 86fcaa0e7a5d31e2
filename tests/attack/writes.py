"""Each write fails in turn: opening, writing, syncing, naming; the n-th alone, or all from it on.

What is left must be whole: a file under its own name is the old one or the new one, a store is
played on to the same figures, nothing unfinished stays, and the error names the file.
"""

import builtins
import contextlib
import errno
import io
import os
import random
import tempfile
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

import pyarrow.parquet as pq

import rbsim
from rbsim.cli.main import run
from rbsim.files import BEGUN, write_all

WRITES = 400
CALLS = ("fsync", "link", "replace", "rename", "mkdir")  # of os


class Disk:
    """Counts what is written, and fails: the n-th time, and if `lasting` each time after it."""

    def __init__(self, failing: int, lasting: bool) -> None:
        self.failing, self.lasting, self.count = failing, lasting, 0

    def tick(self, *names: Any) -> None:
        """Count another write; OSError, which says what the system's would, if it fails."""
        self.count += 1
        if self.count == self.failing or (self.lasting and self.count > self.failing):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), *map(str, names))

    def counted(self, call: Callable[..., Any]) -> Callable[..., Any]:
        """The same call, which fails when its turn is."""

        def ticking(*arguments: Any, **more: Any) -> Any:
            self.tick(*[one for one in arguments[:1] if not isinstance(one, int)])
            return call(*arguments, **more)

        return ticking

    def opening(self, really: Callable[..., Any]) -> Callable[..., Any]:
        """`open`, whose files for writing fail too."""

        def opened(file: Any, mode: str = "r", *rest: Any, **more: Any) -> Any:
            if not set(mode) & set("wxa+") or isinstance(file, int):
                return really(file, mode, *rest, **more)
            self.tick(file)
            return FailingFile(really(file, mode, *rest, **more), self)

        return opened

    @contextlib.contextmanager
    def mounted(self) -> Iterator[None]:
        """Have all files written to this disk."""
        with contextlib.ExitStack() as stack:
            for name in CALLS:
                patched = mock.patch.object(os, name, self.counted(getattr(os, name)))
                stack.enter_context(patched)
            opening = self.opening(io.open)
            stack.enter_context(mock.patch.object(io, "open", opening))
            stack.enter_context(mock.patch.object(builtins, "open", opening))
            yield


class FailingFile:
    """A file on a disk that fails."""

    def __init__(self, file: Any, disk: Disk) -> None:
        self.file, self.disk = file, disk

    def write(self, content: bytes) -> int:
        """Write, if the disk does."""
        self.disk.tick()
        return int(self.file.write(content))

    def flush(self) -> None:
        """Bring to the system what was written, if the disk lets it."""
        self.disk.tick()
        self.file.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.file, name)


@dataclass(frozen=True)
class Task:
    """Something that writes in a folder: what was there, what is done, whether that is sound."""

    name: str
    prepare: Callable[[Path], object]
    write: Callable[[Path], object]
    is_sound: Callable[[Path], bool]


def play(store: Path | None = None) -> Any:
    """Games of several files, played into a store or resumed from it; their figures."""
    return rbsim.simulate(games=1_100, players="uniform", threads=1, store=store).to_dict()


def write_rows(folder: Path) -> None:
    """Write a file of rows by the command; OSError with its sentence if that fails."""
    words = ["simulate", "--games", "50", "--rows", str(folder / "rows.parquet"), "--force"]
    said = io.StringIO()
    with contextlib.redirect_stderr(said), contextlib.redirect_stdout(io.StringIO()):
        if run(words):
            raise OSError(said.getvalue())


def tasks() -> list[Task]:
    """All that the program writes, by the roads that differ."""
    wanted = play()
    one, other = (rbsim.simulate(games=games, seed=9) for games in (50, 60))
    rows = rbsim.simulate(games=50, rows=True).games
    pages = ("page.html", "page-1.svg")

    def nothing(folder: Path) -> None:
        """Find an empty folder."""

    def save(name: str) -> Task:
        with tempfile.TemporaryDirectory() as scratch:
            path = Path(scratch, name)
            one.save(path)
            old = path.read_bytes()
            other.save(path, force=True)
            either = (old, path.read_bytes())
        return Task(
            name,
            lambda folder: one.save(folder / name),
            lambda folder: other.save(folder / name, force=True),
            lambda folder: (folder / name).read_bytes() in either,
        )

    return [
        Task(
            "store",
            nothing,
            lambda folder: play(folder / "store"),
            lambda folder: bool(play(folder / "store") == wanted),
        ),
        *map(save, ("table.json", "table.parquet", "table.csv")),
        Task(
            "rows",
            write_rows,
            write_rows,
            lambda folder: (
                pq.read_table(folder / "rows.parquet")["turns"].to_pylist()
                == rows["turns"].tolist()
            ),
        ),
        Task(
            "page",
            lambda folder: [(folder / name).write_text("old") for name in pages],
            lambda folder: write_all({folder / name: "new" for name in pages}),
            lambda folder: all((folder / name).read_text() in ("old", "new") for name in pages),
        ),
    ]


def finding(task: Task, failing: int, lasting: bool) -> str | None:
    """Fail a write of a task; return what is wrong, or nothing; None if there is no such write."""
    where = f"{task.name}, write {failing}{' and all after' if lasting else ''}"
    with tempfile.TemporaryDirectory() as scratch:
        folder, disk = Path(scratch), Disk(failing, lasting)
        task.prepare(folder)
        said = ""
        try:
            with disk.mounted():
                task.write(folder)
        except (OSError, ValueError) as error:
            said = str(error)
        except BaseException as error:
            return f"{where}: {type(error).__name__}: {error}"
        if disk.count < failing:
            return None
        if BEGUN in said or (said and str(folder) not in said):
            return f"{where}: says {said!r}"
        if any(folder.rglob(f"{BEGUN}*")):
            return f"{where}: something unfinished is left"
        try:
            return "" if task.is_sound(folder) else f"{where}: other figures"
        except Exception as error:
            return f"{where}: then {type(error).__name__}: {error}"


def attack(rounds: int = WRITES, seed: int = 1) -> tuple[int, list[str]]:
    """Fail so many writes at most, all tasks in turn; return how many, and the findings."""
    found, done = [], 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        going = [(task, lasting) for task in tasks() for lasting in (False, True)]
        random.Random(seed).shuffle(going)
        failing = 1
        while going and done < rounds:
            for task, lasting in going[: rounds - done]:
                problem = finding(task, failing, lasting)
                if problem is None:
                    going.remove((task, lasting))
                    continue
                done += 1
                found += [problem] if problem else []
            failing += 1
    return done, found
