"""Studies on a dask cluster: real schedulers and workers, which die."""

from __future__ import annotations

import json
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import pytest

import rbsim
from rbsim.cli.main import run
from rbsim.pipeline.engine import play_chunk
from rbsim.pipeline.study import Study
from rbsim.running.batch import make_batch
from rbsim.running.dask_executor import connected
from support.tables import table

distributed = pytest.importorskip("distributed", reason="dask is not installed (the dask extra)")
dask = pytest.importorskip("dask")

HIDDEN = "import sys; sys.modules['rbsim.running.dask_executor'] = None"
SHOWN = "import sys; del sys.modules['rbsim.running.dask_executor']"
ADVANTAGE = ["advantage", "--seed", "2", "--json", "--games", "4000"]


@pytest.fixture(scope="module", autouse=True)
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Where schedulers and workers, children too, leave what they leave."""
    folder = str(tmp_path_factory.mktemp("dask"))
    with pytest.MonkeyPatch.context() as patch, dask.config.set(temporary_directory=folder):
        patch.setenv("DASK_TEMPORARY_DIRECTORY", folder)
        yield


@pytest.fixture(scope="module")
def local() -> Iterator[Any]:
    """A client of two worker processes, which are started again if they die."""
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
        ) as cluster,
        distributed.Client(cluster, set_as_default=False) as client,
    ):
        yield client


@pytest.fixture
def client(local: Any) -> Any:
    local.wait_for_workers(2, timeout=120)
    return local


@pytest.fixture
def shell(tmp_path: Path) -> Iterator[tuple[str, Callable[[str], subprocess.Popen[bytes]]]]:
    """The address of a scheduler, and its processes by name, as one starts them at a terminal."""
    file = tmp_path / "scheduler.json"
    started: dict[str, subprocess.Popen[bytes]] = {}
    for kind, more in (("scheduler", ["--port", "0", "--host", "127.0.0.1"]),
                       ("worker", ["--nthreads", "1", "--no-nanny"])):  # fmt: skip
        command = [sys.executable, "-m", "dask", kind, "--scheduler-file", str(file)]
        started[kind] = subprocess.Popen(
            [*command, "--no-dashboard", *more], cwd=tmp_path, stderr=subprocess.DEVNULL
        )
        wait_for(file.exists)
    try:
        address = json.loads(file.read_text())["address"]
        with distributed.Client(address, set_as_default=False) as client:
            client.wait_for_workers(1)
        yield address, started.__getitem__
    finally:
        for process in started.values():
            process.kill()
            process.wait()


def wait_for(happened: Callable[[], bool], seconds: float = 30) -> None:
    deadline = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def once(act: Callable[[], None]) -> Callable[[int, int], None]:
    """Progress that does something after the first chunk."""
    left = [act]
    return lambda *_: left.pop()() if left else None


def act_midway(monkeypatch: pytest.MonkeyPatch, act: Callable[[], None]) -> None:
    """Have a command do something after its first chunk."""

    @contextmanager
    def bar(_: str, quiet: bool) -> Iterator[Callable[[int, int], None]]:
        yield once(act)

    monkeypatch.setattr("rbsim.cli.console.bar", bar)


def failing(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one sentence of a command that fails."""
    capsys.readouterr()
    assert run(list(arguments)) == 2
    shown = capsys.readouterr()
    assert not shown.out
    assert shown.err.startswith("rbsim: ")
    assert shown.err.count("\n") == 1
    return shown.err


@pytest.mark.full
@pytest.mark.parametrize("how", ["command", "command, store", "dask's executor"])
def test_a_worker_killed_midway_does_not_show(client: Any, tmp_path: Path, how: str) -> None:
    pids = list(client.run(os.getpid).values())
    assert len(pids) == 2
    store = tmp_path / "store" if "store" in how else None
    with executor(client, how) as (where, threads):
        found = rbsim.advantage(
            "standard", games=8_000, players="greedy", seed=2, store=store,
            executor=where, threads=threads,
            progress=once(lambda: os.kill(pids.pop(), signal.SIGKILL)),
        )  # fmt: skip
    assert len(pids) == 1
    alone = rbsim.advantage("standard", games=8_000, players="greedy", seed=2)
    assert found.to_dict() == alone.to_dict()
    if store is not None:
        assert len(list(store.glob("arm-*/*.parquet"))) == 3 * 16
        assert not list(store.rglob(".rbsim-*"))


def executor(client: Any, how: str) -> AbstractContextManager[tuple[Any, int | None]]:
    @contextmanager
    def own() -> Iterator[tuple[Any, int]]:
        yield client.get_executor(pure=False), 2

    return connected(client.scheduler.address) if "command" in how else own()


def test_games_of_patience_are_played_on_a_cluster(
    client: Any, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    arguments = ["patience", "harvest", "sympathy", "--games", "20000", "--until", "0.02", "--json"]
    arguments += ["--store", str(tmp_path / "store")]
    assert run([*arguments, "--dask", client.scheduler.address]) == 0
    alone = rbsim.patience_survey("harvest", "sympathy", games=20_000, until=0.02)
    assert json.loads(capsys.readouterr().out)["results"] == alone.to_document()["results"]
    assert rbsim.load(tmp_path / "store").to_dict() == alone.to_dict()


def test_the_command_plays_on_a_cluster(client: Any, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["sweep", "reserve-size=12,13", "--games", "300", "--json"]
    assert run([*arguments, "--dask", client.scheduler.address]) == 0
    alone = rbsim.sweep("reserve-size=12,13", games=300, seed=1)
    assert table(capsys.readouterr().out) == table(alone)


@pytest.mark.full
def test_nothing_plays_on_when_interrupted(client: Any) -> None:
    def busy() -> int:
        return sum(client.run(lambda dask_worker: dask_worker.state.executing_count).values())

    def interrupted() -> None:
        with connected(client.scheduler.address) as (where, _):
            assert where is not None
            future = where.submit(play_chunk, range(study.count), study, arms=[0])  # a minute
            wait_for(lambda: busy() == 1)
            future.cancel()
            raise KeyboardInterrupt

    study = Study("simulate", (make_batch("standard", "uniform", 1_000_000),))
    with pytest.raises(KeyboardInterrupt):
        interrupted()
    wait_for(lambda: busy() == 0)


@pytest.mark.full
@pytest.mark.parametrize(
    ("lost", "then", "again"),
    [
        ("scheduler", "the scheduler is lost", "no dask scheduler answers"),
        ("worker", "all workers are lost", "has no workers"),
    ],
)
def test_what_is_lost_is_one_sentence(
    shell: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch, lost: str, then: str, again: str,
) -> None:  # fmt: skip
    address, process = shell
    study = [*ADVANTAGE, "--store", str(tmp_path / "store")]
    monkeypatch.setattr("rbsim.running.dask_executor.TIMEOUT_S", 1)
    act_midway(monkeypatch, process(lost).kill)
    assert then in failing(capsys, *study, "--dask", address)
    assert again in failing(capsys, *study, "--dask", address)
    taken_up(study, tmp_path / "store", capsys)


def taken_up(study: list[str], store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A study of which shards are there ends, on threads, as if nothing had been."""
    kept = {path: path.stat().st_mtime_ns for path in store.glob("arm-*/*.parquet")}
    assert 0 < len(kept) < 3 * 8
    capsys.readouterr()
    assert run(study) == 0
    found = table(capsys.readouterr().out)
    assert {path: path.stat().st_mtime_ns for path in kept} == kept
    alone = rbsim.advantage("standard", games=4_000, players="greedy", seed=2)
    assert found == table(alone)


@pytest.mark.full
def test_workers_with_something_else_are_one_sentence(
    client: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    store = tmp_path / "store"
    command = [*ADVANTAGE, "--store", str(store), "--dask", client.scheduler.address]
    client.run(exec, HIDDEN)
    try:
        assert "a worker lacks rbsim" in failing(capsys, *command)
    finally:
        client.run(exec, SHOWN)
    with monkeypatch.context() as patch:
        patch.setattr("rbsim.running.dask_executor._version", lambda: ("9.9", 1))
        assert "install russian-bank 9.9" in failing(capsys, *command)
    assert not store.exists()
    assert run(command) == 0


@pytest.mark.full
@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense", "tcp://", "http://x:1", ""])
def test_nobody_there_is_one_sentence(
    address: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rbsim.running.dask_executor.TIMEOUT_S", 1)
    command = ["advantage", "--games", "10", "--dask", address]
    assert "no dask scheduler answers" in failing(capsys, *command)


@pytest.mark.full
def test_dasks_loggers_are_silent_and_others_are_not(
    client: Any, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ("distributed", "distributed.client", "tornado.application", "asyncio", "mine")
    loggers = [logging.getLogger(name) for name in names]
    monkeypatch.setattr(loggers[0], "propagate", True)  # to where pytest listens
    before = [(list(one.handlers), one.propagate, list(one.filters)) for one in loggers]

    def log() -> None:
        for logger in loggers:
            logger.error("from %s", threading.current_thread().name)

    def said() -> set[tuple[str, str]]:
        found = {(one.name, one.threadName or "") for one in caplog.records}
        caplog.clear()
        return found

    here = threading.current_thread().name
    with connected(client.scheduler.address) as (executor, _):
        assert executor is not None
        said()
        log()
        loop = threading.Thread(target=log, name="IO loop")
        loop.start()
        loop.join()
        others = {("mine", here), ("tornado.application", here), ("asyncio", here)}
        assert said() == {*others, ("mine", "IO loop")}
    assert [(one.handlers, one.propagate, one.filters) for one in loggers] == before
    said()
    log()
    assert said() == {(name, here) for name in names}
