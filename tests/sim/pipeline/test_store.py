"""Studies kept on disk: killed anywhere, taken up again, the same to the bit."""

from __future__ import annotations

import errno
import json
import multiprocessing
import os
import random
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pyarrow.dataset as ds
import pytest

import rbsim
from rbsim.cli.main import run
from rbsim.files import UNFINISHED
from rbsim.pipeline import manifest
from rbsim.pipeline.store import open_store
from rbsim.running.batch import make_batch
from rbsim.studies import Study
from rbsim.studies import run as play

ADVANTAGE = ["advantage", "standard", "--games", "6000", "--threads", "2", "--json"]
LADDER = ["ladder", "greedy", "uniform", "weighted", "--games", "2000", "--until", "decided",
          "--threads", "2", "--json"]  # fmt: skip
SMALL = ["advantage", "standard", "--games", "1100", "--json"]


def start(arguments: list[str], store: Path, limit: Callable[[], None] | None = None) -> Any:
    return subprocess.Popen(
        [sys.executable, "-m", "rbsim", *arguments, "--store", str(store)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=limit,
    )


def finish(arguments: list[str], store: Path) -> Any:
    process = start(arguments, store)
    out, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors
    return timeless(json.loads(out))


def finish_here(arguments: list[str], store: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    """As `finish`, without a process of its own."""
    capsys.readouterr()
    assert run([*arguments, "--store", str(store)]) == 0
    return timeless(json.loads(capsys.readouterr().out))


def kept(store: Path) -> dict[str, bytes]:
    """Every file of a store with what is in it."""
    found = {str(p.relative_to(store)): p.read_bytes() for p in store.rglob("*") if p.is_file()}
    del found[".lock"]
    said = json.loads(found.pop(manifest.NAME))
    del said["command"], said["digest"]
    return found | {manifest.NAME: json.dumps(said).encode()}


def shards(store: Path) -> int:
    return len(list(store.glob("arm-*/games-*.parquet")))


@pytest.mark.full
@pytest.mark.parametrize(("command", "kills"), [(ADVANTAGE, 8), (LADDER, 4)], ids=["all", "until"])
def test_killed_at_random_moments_it_ends_the_same(
    command: list[str], kills: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    wanted = finish_here(command, whole, capsys)
    every = shards(whole)
    rng = random.Random(1)
    interrupted = 0
    for _ in range(kills):
        before = shards(killed)
        process = start(command, killed)
        if rng.random() < 0.2:  # while it starts
            time.sleep(rng.uniform(0, 0.5))
        else:  # after some shards more, or while it reads those it has
            deadline = time.monotonic() + 60
            while shards(killed) < min(before + rng.randint(0, 3), every):
                assert time.monotonic() < deadline
                time.sleep(0.001)
            time.sleep(rng.uniform(0, 0.02))
        process.kill()
        process.communicate()
        interrupted += shards(killed) < every
    assert interrupted >= 3
    assert finish(command, killed) == wanted
    assert kept(killed) == kept(whole)


@pytest.mark.full
def test_a_finished_store_is_read_not_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wanted = finish_here(SMALL, tmp_path / "store", capsys)
    stamps = {p: p.stat().st_mtime_ns for p in tmp_path.rglob("*.parquet")}
    assert finish(SMALL, tmp_path / "store") == wanted
    assert {p: p.stat().st_mtime_ns for p in tmp_path.rglob("*.parquet")} == stamps


@pytest.mark.parametrize("kept", [[0, 1], [0], [1]], ids=["all", "the-first-arm", "the-last"])
def test_no_speed_is_told_of_games_that_were_read(tmp_path: Path, kept: list[int]) -> None:
    def played() -> rbsim.Sweep:
        return rbsim.sweep("reserve-size=7..8", games=300, store=tmp_path, seed=1)

    assert played().seconds > 0
    for arm in {0, 1} - set(kept):
        for path in tmp_path.glob(f"arm-*{arm}/*.parquet"):
            path.unlink()
    again = played()
    assert again.seconds == 0
    assert again.to_document()["provenance"]["seconds"] is None


@pytest.mark.full
def test_ctrl_c_leaves_whole_shards(tmp_path: Path) -> None:
    store = tmp_path / "store"
    arguments = ["advantage", "standard", "--games", "1000000", "--players", "uniform"]
    process = start(arguments, store)
    deadline = time.monotonic() + 60
    while shards(store) < 1:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=20)
    assert process.returncode == 130
    assert errors.strip() == "rbsim: interrupted; nothing half-written is left"
    assert not list(store.rglob(".rbsim-*"))


def no_room() -> None:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))


@pytest.mark.full
def test_a_full_disk_is_a_sentence_and_no_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = tmp_path / "store"
    process = start(SMALL, store, no_room)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 2
    assert errors.count("\n") == 1
    assert not list(store.rglob(".rbsim-*"))
    finish_here(SMALL, store, capsys)
    finish_here(SMALL, tmp_path / "other", capsys)
    assert kept(store) == kept(tmp_path / "other")


def test_stored_or_not_threads_do_not_show(tmp_path: Path) -> None:
    alone = rbsim.advantage("standard", games=1_100, seed=1).to_dict()
    for threads in (1, 3):
        store = tmp_path / str(threads)
        found = rbsim.advantage("standard", games=1_100, seed=1, threads=threads, store=store)
        assert found.to_dict() == alone
    assert kept(tmp_path / "1") == kept(tmp_path / "3")


def test_shards_are_the_rows_of_simulate(tmp_path: Path) -> None:
    rbsim.compare("standard", "wrangle", games=700, seed=4, store=tmp_path)
    rows = ds.dataset(tmp_path / "arm-1").to_table()
    alone = rbsim.simulate("wrangle", games=700, seed=4, players="greedy").to_arrow(rows=True)
    assert rows.sort_by("index").to_pylist() == alone.to_pylist()


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("change", "said"),
    [
        (["--seed", "7"], "arm 0's seed is 1, not 7"),
        (["--players", "uniform"], 'arm 0\'s players are ["greedy/2", "greedy/2"], not '),
        (["--max-turns", "99"], "arm 0's max-turns is 1000, not 99"),
        (["--games", "1000"], "arm 0's games are 1100, not 1000"),
        (["--slip", "0.1"], "arm 0's slips is null"),
        (["strict"], "arm 0's variant is standard, not strict"),
    ],
)
def test_another_study_is_refused(
    change: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rbsim.advantage("standard", games=1_100, seed=1, store=tmp_path)
    before = kept(tmp_path)
    variant = [] if change == ["strict"] else ["standard"]
    arguments = ["advantage", *variant, "--games", "1100", "--store", str(tmp_path), *change]
    assert run(arguments) == 2
    errors = capsys.readouterr().err
    assert said in errors
    assert errors.count("\n") == 1
    assert kept(tmp_path) == before


def test_slips_of_another_version_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Games without slips are the same in all versions of slips, and are read."""
    play = ["simulate", "--games", "100", "--players", "greedy"]
    slips, none = tmp_path / "slips", tmp_path / "none"
    with monkeypatch.context() as older:
        older.setattr("rbsim.running.batch.SLIPS_VERSION", 1)
        assert run([*play, "--slip", "0.1", "--store", str(slips)]) == 0
        assert run([*play, "--store", str(none)]) == 0
    assert run([*play, "--store", str(none)]) == 0
    assert run(["check", str(none)]) == 0
    before = kept(slips)
    capsys.readouterr()
    for command in (
        [*play, "--slip", "0.1", "--store", str(slips)],
        ["report", str(slips), "--out", str(tmp_path / "a.html")],
        ["check", str(slips), "--repair"],
    ):
        assert run(command) == 2
        errors = capsys.readouterr().err
        assert "version" in errors
        assert errors.count("\n") == 1
    assert kept(slips) == before


def test_other_kinds_and_versions_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arm = make_batch("standard", "greedy", 600)
    play(Study("simulate", (arm,)), store=tmp_path)
    with pytest.raises(ValueError, match="study is simulate, not sweep"):
        play(Study("sweep", (arm,)), store=tmp_path)
    with pytest.raises(ValueError, match="it has 1 arm, not 2"):
        play(Study("simulate", (arm, arm)), store=tmp_path)
    monkeypatch.setattr("rbcore.GAMES_VERSION", 99)
    with pytest.raises(ValueError, match="games-version is 1, not 99"):
        play(Study("simulate", (arm,)), store=tmp_path)


def test_what_is_no_store_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "letters"
    folder.mkdir()
    (folder / "letter.txt").write_text("Dear")
    file = tmp_path / "file"
    file.write_text("x")
    false = tmp_path / "false"
    false.mkdir()
    (false / manifest.NAME).write_text('{"a": 1}')
    before = sorted(tmp_path.rglob("*"))
    for store in (folder, file, false):
        assert run([*SMALL, "--store", str(store)]) == 2
        assert capsys.readouterr().err.count("\n") == 1
        assert sorted(tmp_path.rglob("*")) == before
    assert (folder / "letter.txt").read_text() == "Dear"


def test_bad_input_makes_no_store(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = tmp_path / "store"
    for arguments in (
        ["advantage", "nonsense"],
        ["advantage", "--threads", "0"],
        ["compare", "standard"],
        ["simulate", "--out", str(tmp_path / "nowhere" / "a.parquet")],
        ["simulate", "--out", str(store / "a.parquet")],
        ["simulate", "--threads", "0"],
        ["simulate", "--until", "0.9"],
    ):
        assert run([*arguments, "--store", str(store)]) == 2
        assert capsys.readouterr().err.count("\n") == 1
        assert not list(tmp_path.iterdir())


@pytest.mark.full
def test_a_store_in_use_is_refused(tmp_path: Path) -> None:
    process = start(["advantage", "--games", "1000000", "--players", "uniform"], tmp_path)
    try:
        deadline = time.monotonic() + 60
        while not shards(tmp_path):
            assert time.monotonic() < deadline
            time.sleep(0.01)
        study = Study("advantage", (make_batch("standard", "greedy", 10),))
        with pytest.raises(ValueError, match="in use by another run"), open_store(tmp_path, study):
            pass
    finally:
        process.kill()
        process.communicate()


@pytest.mark.full
def test_worker_processes_write_shards_and_may_die(tmp_path: Path) -> None:
    study = Study("simulate", (make_batch("standard", "greedy", 6_000, seed=1),))
    play(study, store=tmp_path / "threads")
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(2, spawn) as executor:
        workers: list[Any] = []

        def kill_one(done: int, _: int) -> None:
            if not workers:
                workers.extend(spawn_children())
                os.kill(workers[0], signal.SIGKILL)

        with pytest.raises(BrokenProcessPool):
            play(study, 1, kill_one, executor, tmp_path / "killed")
    assert 0 < shards(tmp_path / "killed") < 12
    with ProcessPoolExecutor(2, spawn) as executor:
        play(study, executor=executor, store=tmp_path / "killed")
    assert kept(tmp_path / "killed") == kept(tmp_path / "threads")


def spawn_children() -> list[int]:
    return [child.pid for child in multiprocessing.active_children() if child.pid is not None]


def test_a_damaged_shard_is_named(tmp_path: Path) -> None:
    study = Study("simulate", (make_batch("standard", "greedy", 600),))
    play(study, store=tmp_path)
    shard = next(tmp_path.glob("arm-0/*.parquet"))
    shard.write_bytes(shard.read_bytes()[:-200])
    with pytest.raises(ValueError, match=r"is damaged \(its digest .* --repair sets it aside"):
        play(study, store=tmp_path)
    shard.unlink()
    play(study, store=tmp_path)


def test_what_a_killed_run_was_writing_is_removed(tmp_path: Path) -> None:
    (tmp_path / ".rbsim-1").write_text("half")
    (tmp_path / "arm-0").mkdir()
    study = Study("simulate", (make_batch("standard", "greedy", 600),))
    with pytest.raises(ValueError, match="not the store of a study"):
        play(study, store=tmp_path)
    (tmp_path / "arm-0").rmdir()
    play(study, store=tmp_path)
    (tmp_path / "arm-0" / ".rbsim-2").write_text("half")
    play(study, store=tmp_path)
    assert not list(tmp_path.rglob(".rbsim-*"))


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "command",
    [
        ["simulate", "standard", "--players", "greedy"],
        ["simulate", "standard", "--players", "greedy,uniform"],
        ["survey", "standard", "three-player"],
        ["compare", "standard", "strict"],
        ["sweep", "reserve-size=12,13"],
        ["ladder", "uniform", "greedy", "weighted"],
        ["ladder", "uniform", "greedy", "--until", "0.1"],
    ],
)
def test_every_command_keeps_and_resumes(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def shown(*more: str) -> Any:
        assert run([*command, "--games", "600", "--json", *more]) == 0
        return timeless(json.loads(capsys.readouterr().out))

    wanted = shown()
    assert shown("--store", str(tmp_path)) == wanted
    before = kept(tmp_path)
    for path in list(tmp_path.glob("arm-*/*500-*.parquet")):
        path.unlink()
    assert shown("--store", str(tmp_path)) == wanted
    assert kept(tmp_path) == before


def timeless(shown: Any) -> Any:
    """Without the command and how long it took."""
    if isinstance(shown, dict):
        left_out = ("command", "seconds", "games_per_second")
        return {key: timeless(value) for key, value in shown.items() if key not in left_out}
    return [timeless(value) for value in shown] if isinstance(shown, list) else shown


def test_a_folder_that_cannot_be_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if os.geteuid() == 0:
        pytest.skip("root may write anywhere")
    tmp_path.chmod(0o500)
    assert run([*SMALL, "--store", str(tmp_path / "store")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_two_first_starts_do_not_see_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While one writes the manifest, another begins: it waits for the lock, and takes nothing."""
    folder, said = tmp_path / "store", []
    really = manifest.write

    def write(*arguments: Any, **more: Any) -> None:
        monkeypatch.setattr(manifest, "write", really)
        with pytest.raises(ValueError, match="in use by another run") as refused:
            rbsim.simulate(games=20, store=folder)
        said.append(str(refused.value))
        really(*arguments, **more)

    monkeypatch.setattr(manifest, "write", write)
    assert rbsim.simulate(games=20, store=folder).totals.games == 20
    assert len(said) == 1
    assert UNFINISHED not in said[0]


def test_a_store_that_cannot_be_begun_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left") as failed:
        rbsim.simulate(games=20, store=tmp_path / "store")
    assert failed.value.filename == str(tmp_path / "store" / manifest.NAME)
    assert list(tmp_path.iterdir()) == []
