"""Streams that are closed, full or of another encoding, and signals that end a command."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import rbcore

RBSIM = f"{sys.executable} -m rbsim"


def shell(line: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        line, shell=True, text=True, capture_output=True, encoding="latin-1",
        env={**os.environ, **environment}, check=False,
    )  # fmt: skip


def test_closed_output_is_refused_before_anything_is_played() -> None:
    done = shell(f"{RBSIM} simulate --games 1000000000 >&-")
    assert done.returncode == 2
    assert done.stderr.startswith("rbsim: standard output is closed;")
    assert done.stderr.count("\n") == 1


@pytest.mark.full
def test_closed_errors_are_no_error() -> None:
    done = shell(f"{RBSIM} simulate --games 20 2>&-")
    assert done.returncode == 0
    assert "Starters win" in done.stdout
    assert shell(f"{RBSIM} simulate --games x 2>&-").returncode == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk_is_one_sentence() -> None:
    done = shell(f"{RBSIM} variants >/dev/full")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "rbsim: standard output: No space left on device\n"


@pytest.mark.full
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize("file", [False, True])
def test_counts_on_a_full_disk_are_one_sentence(file: bool, tmp_path: Path) -> None:
    position = rbcore.Position.deal(rbcore.variant("standard"), 1, 0)
    count = rbcore.perft(position, 1)
    (tmp_path / "counts.tsv").write_text(f"standard\t1\t{count}\t{position}\n")
    words = f"--check {tmp_path / 'counts.tsv'}" if file else f"standard 1 '{position}'"
    done = shell(f"{RBSIM} perft {words} >/dev/full")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "rbsim: standard output: No space left on device\n"


@pytest.mark.full
def test_a_full_disk_under_rows_names_their_file(tmp_path: Path) -> None:
    """And not standard output; the limit of a process stands for that of a disk."""
    rows = tmp_path / "rows.parquet"
    words = f"{RBSIM} simulate --games 3000 --players uniform --rows {rows}"
    done = shell(f"ulimit -f 8; {words}")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"rbsim: {rows}: File too large\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.full
def test_no_control_characters_reach_the_terminal(tmp_path: Path) -> None:
    """Of the names of files, and of what is in them."""
    folder = tmp_path / "a\x1b[2Jb\x07"
    folder.mkdir()
    (folder / "x.json").write_text(json.dumps({"schema": "\x1b[2J"}))
    for words in (["study", f"{folder}/x.json"], ["report", str(folder)], ["check", str(folder)]):
        done = subprocess.run([*RBSIM.split(), *words], capture_output=True, text=True, check=False)
        assert done.returncode == 2
        assert done.stderr.startswith("rbsim: ")
        assert done.stderr.removesuffix("\n").isprintable()
        assert r"a\x1b[2Jb\x07" in done.stderr


@pytest.mark.full
@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_terminals_without_suits_get_letters(encoding: str) -> None:
    done = shell(f"{RBSIM} replay --game 3 --players greedy", PYTHONIOENCODING=encoding)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Kh h>F" in done.stdout
    done = shell(f"{RBSIM} variants", PYTHONIOENCODING=encoding)
    name = "Günther" if encoding == "latin-1" else "Gunther"
    assert f"{name} Senst" in done.stdout


@pytest.mark.full
@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="no SIGHUP here")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_leaves_nothing_half_written(number: signal.Signals, tmp_path: Path) -> None:
    if signal.getsignal(number) == signal.SIG_IGN:
        pytest.skip("ignored here, as under nohup, and so by the command, too")
    store = tmp_path / "store"
    words = f"{RBSIM} simulate --games 1000000 --store {store}"
    run = subprocess.Popen(words.split(), stderr=subprocess.PIPE, text=True)
    until = time.monotonic() + 60
    while not any(store.rglob("*.parquet")) and time.monotonic() < until:
        time.sleep(0.02)
    run.send_signal(number)
    _, errors = run.communicate(timeout=60)
    assert run.returncode == 128 + number
    assert errors.endswith("rbsim: interrupted; nothing half-written is left\n")
    assert not list(store.rglob(".rbsim-*"))


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="no SIGHUP here")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_a_game_that_is_replayed(number: signal.Signals) -> None:
    if signal.getsignal(number) == signal.SIG_IGN:
        pytest.skip("ignored here, as under nohup, and so by the command, too")
    words = f"{RBSIM} replay standard --players search-1000000 --game 7"
    with subprocess.Popen(words.split(), stderr=subprocess.PIPE, text=True) as run:
        with pytest.raises(subprocess.TimeoutExpired):
            run.wait(2)
        run.send_signal(number)
        try:
            _, errors = run.communicate(timeout=10)
        finally:
            run.kill()
    assert run.returncode == 128 + number
    assert errors == "rbsim: interrupted; nothing half-written is left\n"


@pytest.mark.full
def test_names_of_stores_need_not_be_utf_8(tmp_path: Path) -> None:
    store = tmp_path / os.fsdecode(b"st\xff")
    try:
        store.mkdir()
    except OSError:
        pytest.skip("this file system takes UTF-8 only")
    for arguments in (
        ["simulate", "--games", "40", "--store", str(store)],
        ["check", str(store)],
        ["report", str(store), "--out", str(tmp_path / "page.html")],
    ):
        done = subprocess.run([*RBSIM.split(), *arguments], capture_output=True, check=False)
        assert (done.returncode, done.stderr.count(b"Traceback")) == (0, 0), done.stderr
    assert (tmp_path / "page.html").exists()
