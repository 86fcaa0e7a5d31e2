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
from rbsim.arms import cluster
from rbsim.arms.cluster import ClusterExecutor, connected
from rbsim.arms.origin import origin
from rbsim.arms.pools import Outcome, in_order

distributed = pytest.importorskip("distributed", reason="dask is not installed (the dask extra)")
dask = pytest.importorskip("dask")


@pytest.fixture(scope="module", autouse=True)
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Where schedulers and workers, children too, leave what they leave."""
    folder = str(tmp_path_factory.mktemp("dask"))
    settings = {
        "temporary_directory": folder,
        # After 15 seconds by default a cluster closes a worker that is being started again, which
        # takes longer on a busy machine, and starts no other one.
        "distributed.deploy.lost-worker-timeout": "10 minutes",
    }
    with pytest.MonkeyPatch.context() as patch, dask.config.set(settings):
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
    with connected(address) as executor:
        how = {"games": 4_000, "seed": 2, **how}
        return rbsim.advantage("standard", executor=executor, **how)


def once(act: Callable[[], None]) -> Callable[[int, int], None]:
    """Progress that does something after some pieces."""
    left = [act]
    return lambda done, _: left.pop()() if left and done > 300 else None


def alone() -> Any:
    return rbsim.advantage("standard", games=4_000, seed=2)


@pytest.mark.full
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
        def submit(self, work: Any, /, *what: Any) -> Future[Outcome]:
            future: Future[Outcome] = Future()
            asked.append(what[1])
            if len(asked) == 2:
                lost = SimpleNamespace(status="lost", _result=result)
                asyncio.run(cascade(lost, future))
            else:
                future.set_result(work(*what))
            return future

    assert list(in_order(abs, [0, -2, -4, -6], 2, Lossy())) == [0, 2, 4, 6]
    assert sorted(asked) == [-6, -4, -2, -2, 0]


def test_work_that_dask_never_ends_is_given_up_when_the_scheduler_is_lost() -> None:
    client = SimpleNamespace(
        submit=lambda *what, **how: SimpleNamespace(cancel=lambda: None),
        loop=SimpleNamespace(add_callback=lambda *what: None),
        nthreads=Mock(side_effect=OSError("nobody answers")),
    )
    executor = ClusterExecutor(client, distributed)
    watch = threading.Thread(target=executor.watch)
    watch.start()
    try:
        with pytest.raises(CancelledError):
            executor.submit(int).result(30)
    finally:
        executor.ended.set()
        watch.join()
    assert not executor.is_deserted


def play_on(is_ours: bool, local: Any, address: str, **how: Any) -> Any:
    """A study on the cluster by our executor, or by that of a caller's client."""
    if not is_ours:
        return rbsim.simulate(**how, executor=local.get_executor())
    with connected(address) as executor:
        return rbsim.simulate(**how, executor=executor)


class LockedError(Exception):
    """An error that cannot be pickled, as many of libraries."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.lock = threading.Lock()


def failing(view: Any, moves: Any) -> str:
    raise LockedError("no move pleases me")


@pytest.mark.sample(1)
@pytest.mark.parametrize("is_ours", [True, False])
def test_an_error_that_cannot_be_pickled_ends_the_study(is_ours, local, address):
    """With a note of the game, and at once, by whichever executor of the cluster."""
    how = {"players": [failing, "greedy"], "games": 8}
    with pytest.raises(RuntimeError, match="LockedError: no move pleases me") as caught:
        play_on(is_ours, local, address, **how)
    assert "in standard, game 0 of seed 1" in caught.value.__notes__[0]


@pytest.mark.parametrize("is_ours", [True, False])
def test_a_worker_that_lacks_a_module_is_named_with_it(
    is_ours, local, address, tmp_path, monkeypatch
):
    (tmp_path / "only_here.py").write_text("def last(view, moves):\n    return moves[-1]\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    how = {"players": "only_here.last", "games": 8}
    words = r"worker at tcp://127.0.0.1:\d+ lacks the module only_here; put it on that worker"
    with pytest.raises(ValueError, match=words):
        play_on(is_ours, local, address, **how)


def test_an_asynchronous_client_is_refused() -> None:
    executor = SimpleNamespace(submit=None, _client=SimpleNamespace(_asynchronous=True))
    with pytest.raises(ValueError, match=r"asynchronous=True\), which answers only in"):
        rbsim.simulate(games=8, executor=executor)


def test_tls_without_certificates_is_one_sentence() -> None:
    with pytest.raises(ValueError, match=r"lacks distributed.comm.tls.ca-file, .*client.cert"):
        connected("tls://127.0.0.1:1").__enter__()


def play_other_games(version: int) -> str:
    """Make the games of a worker, in whose process this runs, those of another version."""
    import rbcore

    rbcore.GAMES_VERSION = version
    return str(distributed.get_worker().address)


@pytest.mark.full
def test_a_worker_of_other_games_is_named_and_plays_none(local, address, tmp_path):
    """Whether it is there at the start, or is one that joins later."""
    here = origin().games_version
    stranger = local.submit(play_other_games, 99, pure=False).result()
    try:
        with pytest.warns(UserWarning, match=f"{stranger} has .*games version 99.*install"):
            first = play(address)
        with connected(address) as executor:
            executor.strangers.clear()  # as if it had come just now
            words = f"{stranger} has .*games version 99.*played elsewhere"
            how = {"games": 4_000, "seed": 2, "store": tmp_path}
            with pytest.warns(UserWarning, match=words):
                found = rbsim.advantage("standard", **how, executor=executor)
            assert list(executor.strangers) == [stranger]
    finally:
        local.submit(play_other_games, here, pure=False, workers=[stranger]).result()
    assert first.to_dict() == found.to_dict() == alone().to_dict()


@pytest.mark.full
def test_workers_with_something_else_are_one_sentence(address, tmp_path, monkeypatch):
    monkeypatch.setattr("rbcore.GAMES_VERSION", 99)
    with pytest.raises(ValueError, match=r"no worker plays the same games .* games version 99"):
        play(address, store=tmp_path / "store")
    assert not (tmp_path / "store").exists()


@pytest.mark.full
def test_a_cluster_that_grows_by_need_is_waited_for_and_grows() -> None:
    """It has no worker before there is work, and more than one while there is more."""
    with (
        distributed.LocalCluster(
            n_workers=0, threads_per_worker=1, processes=True, dashboard_address=":0"
        ) as cluster_of_none,
    ):
        cluster_of_none.adapt(minimum=0, maximum=2, interval="500ms", target_duration="1s")
        with connected(cluster_of_none.scheduler_address) as executor:
            widths = set[int]()
            deadline = time.monotonic() + 300
            while 2 not in widths:
                assert time.monotonic() < deadline
                found = rbsim.simulate(
                    games=300_000,
                    players="uniform",
                    executor=executor,
                    progress=lambda done, total: widths.add(executor.width()),
                )
    assert found.tallies[0].n == 300_000


def test_a_worker_that_leaves_while_it_is_asked_is_not_waited_for() -> None:
    """As workers of adaptive clusters do; if it was the only one, the next is waited for."""
    lost = distributed.comm.CommClosedError("Stream is closed")
    answers = iter([{"a": lost}, {"a": lost, "b": origin()}])
    client = Mock(
        nthreads=Mock(side_effect=[{"a": 1}, {"a": 1}, {}, {"b": 1}, {"b": 1}]),
        run=Mock(side_effect=lambda *what, **how: next(answers)),
    )
    executor = ClusterExecutor(client, distributed)
    executor.wait_for_workers("tcp://nowhere")
    assert (executor.threads, executor.strangers) == ({"b": 1}, {})


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
    monkeypatch.setattr(cluster, "TIMEOUT_S", 2)
    store = tmp_path / "store"
    with pytest.raises(ValueError, match=said):
        play(where, store=store, progress=once(processes[lost].kill))
    kept = {path: path.stat().st_mtime_ns for path in store.glob("arm-*/*.parquet")}
    assert kept
    assert rbsim.advantage("standard", games=4_000, seed=2, store=store).to_dict() == (
        alone().to_dict()
    )
    assert {path: path.stat().st_mtime_ns for path in kept} == kept


@pytest.mark.full
def test_functions_of_a_notebook_and_lambdas_are_sent(address: str) -> None:
    """As dask takes functions with their code, of which pickle would take the name alone."""
    for player in (lambda view, moves: moves[-1], eval("lambda view, moves: moves[0]")):
        how: dict[str, Any] = {"games": 4, "players": rbsim.Player(player, name="mine")}
        assert play(address, **how, max_moves=60) == rbsim.advantage(**how, seed=2, max_moves=60)
    lock = threading.Lock()
    locked = rbsim.Player(lambda view, moves: lock and moves[0], name="locked")
    with pytest.raises(ValueError, match="locked cannot be sent to other processes; it must"):
        play(address, games=4, players=locked, max_moves=60)
