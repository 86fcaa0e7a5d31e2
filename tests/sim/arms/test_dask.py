"""Studies on a dask cluster: real schedulers and workers, which die."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest

import rbsim
from rbsim.arms import pools
from rbsim.arms.pools import connected, in_order

distributed = pytest.importorskip("distributed", reason="dask is not installed (the dask extra)")
dask = pytest.importorskip("dask")


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
def address(local: Any) -> str:
    local.wait_for_workers(2, timeout=120)
    return str(local.scheduler.address)


def play(address: str, **how: Any) -> Any:
    """A study on the cluster."""
    with connected(address) as (executor, threads):
        how = {"games": 4_000, "seed": 2, **how}
        return rbsim.advantage("standard", executor=executor, threads=threads, **how)


def once(act: Callable[[], None]) -> Callable[[int, int], None]:
    """Progress that does something after some pieces."""
    left = [act]
    return lambda done, _: left.pop()() if left and done > 300 else None


def alone() -> Any:
    return rbsim.advantage("standard", games=4_000, seed=2)


@pytest.mark.parametrize("stored", [False, True])
def test_a_worker_killed_midway_does_not_show(stored, local, address, tmp_path):
    pids = list(local.run(os.getpid).values())
    store = tmp_path if stored else None
    kill = once(lambda: os.kill(pids.pop(), signal.SIGKILL))
    found = play(address, store=store, progress=kill)
    assert len(pids) == 1
    assert found.to_dict() == alone().to_dict()
    if stored:
        assert rbsim.load(tmp_path).to_dict() == found.to_dict()
        assert not list(tmp_path.rglob(".rbsim-*"))


def test_a_result_that_dask_takes_for_an_error_is_asked_for_again() -> None:
    """As it does where a worker is lost just when its result has come in."""
    asked = []

    async def result(raiseit: bool) -> int:
        return 3

    async def cascade(lost: Any, future: Future[int]) -> None:
        await distributed.cfexecutor._cascade_future(lost, future)

    class Lossy(Executor):
        def submit(self, work: Any, piece: int, /) -> Future[int]:
            future: Future[int] = Future()
            asked.append(piece)
            if len(asked) == 2:
                lost = SimpleNamespace(status="lost", _result=result)
                asyncio.run(cascade(lost, future))
            else:
                future.set_result(work(piece))
            return future

    assert list(in_order(lambda piece: 2 * piece, range(4), 2, Lossy())) == [0, 2, 4, 6]
    assert sorted(asked) == [0, 1, 1, 2, 3]


def test_work_that_dask_never_ends_is_given_up_when_the_scheduler_is_lost() -> None:
    never: Future[int] = Future()
    client = SimpleNamespace(
        get_executor=lambda pure: SimpleNamespace(submit=lambda *what, **how: never),
        nthreads=Mock(side_effect=OSError("nobody answers")),
    )
    executor, deserted, ended = pools._ClusterExecutor(client), threading.Event(), threading.Event()
    watch = threading.Thread(target=pools._watch, args=(client, executor, deserted, ended))
    watch.start()
    try:
        with pytest.raises(CancelledError):
            executor.submit(int).result(30)
    finally:
        ended.set()
        watch.join()
    assert not deserted.is_set()


@pytest.mark.full
def test_workers_with_something_else_are_one_sentence(address, tmp_path, monkeypatch):
    monkeypatch.setattr("rbcore.GAMES_VERSION", 99)
    with pytest.raises(ValueError, match=r"a worker has .*, games version 99 there, as here"):
        play(address, store=tmp_path / "store")
    assert not (tmp_path / "store").exists()


@pytest.fixture
def shell(tmp_path: Path) -> Iterator[tuple[str, dict[str, subprocess.Popen[bytes]]]]:
    """The address of a scheduler, and its processes by name, as one starts them at a terminal."""
    file, started = tmp_path / "scheduler.json", {}
    for kind, more in (("scheduler", ["--port", "0", "--host", "127.0.0.1"]),
                       ("worker", ["--nthreads", "1", "--no-nanny"])):  # fmt: skip
        words = [sys.executable, "-m", "dask", kind, "--scheduler-file", str(file)]
        started[kind] = subprocess.Popen(
            [*words, "--no-dashboard", *more], cwd=tmp_path, stderr=subprocess.DEVNULL
        )
        deadline = time.monotonic() + 60
        while not file.exists():
            assert time.monotonic() < deadline
            time.sleep(0.02)
    try:
        where = json.loads(file.read_text())["address"]
        with distributed.Client(where, set_as_default=False) as client:
            client.wait_for_workers(1)
        yield where, started
    finally:
        for process in started.values():
            process.kill()
            process.wait()


@pytest.mark.full
@pytest.mark.parametrize(
    ("lost", "said"), [("scheduler", "the scheduler is lost"), ("worker", "all workers are lost")]
)
def test_what_is_lost_is_one_sentence_and_the_study_goes_on(
    lost: str, said: str, shell: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    where, processes = shell
    monkeypatch.setattr(pools, "TIMEOUT_S", 2)
    store = tmp_path / "store"
    with pytest.raises(ValueError, match=said):
        play(where, store=store, progress=once(processes[lost].kill))
    kept = {path: path.stat().st_mtime_ns for path in store.glob("arm-*/*.parquet")}
    assert kept
    assert rbsim.advantage("standard", games=4_000, seed=2, store=store).to_dict() == (
        alone().to_dict()
    )
    assert {path: path.stat().st_mtime_ns for path in kept} == kept


def test_functions_of_a_notebook_and_lambdas_are_sent(address: str) -> None:
    """As dask takes functions with their code, of which pickle would take the name alone."""
    for player in (lambda view, moves: moves[-1], eval("lambda view, moves: moves[0]")):
        how: dict[str, Any] = {"games": 4, "players": rbsim.Player(player, name="mine")}
        assert play(address, **how, max_moves=60) == rbsim.advantage(**how, seed=2, max_moves=60)
    lock = threading.Lock()
    locked = rbsim.Player(lambda view, moves: lock and moves[0], name="locked")
    with pytest.raises(ValueError, match="locked cannot be sent to other processes; let it"):
        play(address, games=4, players=locked, max_moves=60)
