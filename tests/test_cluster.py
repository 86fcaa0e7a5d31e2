"""Studies on a dask cluster."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from typing import Any

import pytest

import rbsim
from rbsim.cli import run

distributed = pytest.importorskip("distributed", reason="dask is not installed (the dask extra)")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as made:
        yield made


def test_a_worker_killed_midway_does_not_show(cluster: Any, tmp_path: Any) -> None:
    with distributed.Client(cluster) as client:
        pids = list(client.run(os.getpid).values())

        def progress(done: int, total: int) -> None:
            if pids and done >= total // 5:
                os.kill(pids.pop(), signal.SIGKILL)
                pids.clear()

        found = rbsim.advantage(
            "standard", games=8_000, players="greedy:uniform", seed=2, store=tmp_path / "dask",
            executor=client.get_executor(), threads=2, progress=progress,
        )  # fmt: skip
    assert not pids
    alone = rbsim.advantage("standard", games=8_000, players="greedy:uniform", seed=2)
    assert found.to_dict() == alone.to_dict()
    assert len(list(tmp_path.glob("dask/arm-*/*.parquet"))) == 6 * 16
    assert not list(tmp_path.rglob(".rbsim-*"))


def test_the_command_plays_on_a_cluster(cluster: Any, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["sweep", "reserve-size=12,13", "--games", "300", "--json"]
    address = cluster.scheduler_address
    assert run([*arguments, "--dask", address]) == 0
    shown = json.loads(capsys.readouterr().out)
    alone = rbsim.sweep("reserve-size=12,13", games=300, seed=1)
    for point, result in zip(shown["points"], alone.results, strict=True):
        assert point["mean_moves"] == result.summary().moves.mean


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense", "tcp://", "http://x:1"])
def test_nobody_there_is_one_sentence(
    address: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rbsim.studies.cluster.PATIENCE", 1)
    assert run(["advantage", "--games", "10", "--dask", address]) == 2
    errors = capsys.readouterr().err
    assert errors.count("\n") == 1
    assert "answers" in errors
