"""Pipes, devices, folders and loops of links where a command reads a file.

Each is refused in a sentence that names it, and none is waited for. A pipe that nobody writes into
would be waited for at its opening, one that is open for writing at the first read.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

import rbcore
import rbsim
from rbsim.cli.main import run

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")


def loop(path: Path) -> None:
    path.symlink_to(path.name)


def longer_loop(path: Path) -> None:
    path.symlink_to("there")
    path.with_name("there").symlink_to(path.name)


ODD: dict[str, Callable[[Path], object]] = {
    "pipe": os.mkfifo,
    "open pipe": os.mkfifo,
    "no end": lambda path: path.symlink_to("/dev/zero"),
    "nothing": lambda path: path.symlink_to("/dev/null"),
    "folder": Path.mkdir,
    "loop": loop,
    "longer loop": longer_loop,
    "no target": lambda path: path.symlink_to("nowhere"),
}
# The file of each command, and its words with the file, or the store that the file is of.
READING: dict[str, tuple[str, tuple[str, ...]]] = {
    "perft": ("counts.tsv", ("perft", "--check", "counts.tsv")),
    "plan": ("plan.toml", ("study", "plan.toml")),
    "game file": ("some.games", ("replay", "some.games")),
    "game file judged": ("some.games", ("analyse", "some.games")),
    "games of rows": ("some.parquet", ("games", "some.parquet")),
    "games of a store": ("store/_study.json", ("games", "store")),
    "games of a shard": ("store/arm-0/shard", ("games", "store")),
    "result as JSON": ("result.json", ("study", "result.json")),
    "result as Parquet": ("result.parquet", ("study", "result.parquet")),
    "check": ("store/_study.json", ("check", "store")),
    "check of a shard": ("store/arm-0/shard", ("check", "store")),
    "report": ("store/_study.json", ("report", "store")),
    "report of a shard": ("store/arm-0/shard", ("report", "store")),
    "plan of a store": ("store/_study.json", ("study", "store")),
    "resuming": ("store/_study.json", ("simulate", "--store", "store")),
    "resuming a shard": ("store/arm-0/shard", ("simulate", "--store", "store")),
    "check of no folder": ("store", ("check", "store")),
    "report of no folder": ("store", ("report", "store")),
    "playing into no folder": ("store", ("simulate", "--store", "store")),
}
GAMES = ("--games", "20", "--threads", "1", "--quiet")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.sample(3)
@pytest.mark.parametrize("kind", ODD)
@pytest.mark.parametrize("name", READING)
def test_commands_refuse_them(
    name: str, kind: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("pyarrow")
    place, words = READING[name]
    if words[0] == "simulate":
        words += GAMES
    path = folder / place
    if path.parent != folder:
        assert run(["simulate", *GAMES, "--store", "store"]) == 0
        if path.name == "shard":
            (path,) = path.parent.glob("*.parquet")
        path.unlink()
    elif kind == "folder" and path.name == "store":
        pytest.skip("a folder is right here")
    ODD[kind](path)
    writer = os.open(path, os.O_RDWR) if kind == "open pipe" else -1
    capsys.readouterr()
    status = run(list(words))
    if writer >= 0:
        os.close(writer)
    said = capsys.readouterr()
    if kind == "no target" and path.suffix == ".parquet" and "result" not in name:
        return  # as if it were not there
    assert status in (1, 2)
    told = (said.err + said.out).splitlines()
    assert len(told) == (2 if status == 1 else 1)
    assert path.name in told[0] or "store" in told[0]
    assert "interrupted" not in told[0]


@pytest.mark.parametrize("name", ["result.json", "result.parquet", "plan.toml"])
def test_so_do_functions(name: str, folder: Path) -> None:
    os.mkfifo(folder / name)
    call = rbsim.read_plan if name == "plan.toml" else rbsim.load
    with pytest.raises(ValueError, match=rf"{name} is not a plain file but a pipe; name one"):
        call(name)


def test_a_plan_is_read_no_further_than_its_longest(folder: Path) -> None:
    with open("plan.toml", "wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(ValueError, match=r"plan.toml is too long; a plan has 1,048,576 bytes at m"):
        rbsim.read_plan("plan.toml")


def test_standard_input_is_read_if_it_is_a_file(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`rbsim perft --check /dev/stdin < counts.tsv`; of a pipe it is refused."""
    position = rbcore.Position.deal(rbcore.variant("standard"), 1, 0)
    Path("counts.tsv").write_text(f"standard\t0\t1\t{position}\n")
    with open("counts.tsv", "rb") as file:
        assert run(["perft", "--check", f"/dev/fd/{file.fileno()}"]) == 0
    reading, writing = os.pipe()
    try:
        assert run(["perft", "--check", f"/dev/fd/{reading}"]) == 2
    finally:
        os.close(reading)
        os.close(writing)
    assert "is not a plain file but a pipe" in capsys.readouterr().err
