"""Simulation on executors and from stores: rows, files and goals as if it had run undisturbed."""

from __future__ import annotations

import json
import multiprocessing
import random
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest
from test_store import finish, finish_here, kept, shards, start, timeless

import rbsim
from rbsim.cli.main import run
from rbsim.stats.number_text import figure_text
from support.tables import table

UNTIL = ["simulate", "--players", "greedy,greedy~0.2", "--games", "200000", "--until", "0.0014",
         "--of", "standoff", "--threads", "2", "--json"]  # fmt: skip


@pytest.fixture(scope="module")
def workers() -> Iterator[Executor]:
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as executor:
        yield executor


@pytest.mark.full
@pytest.mark.parametrize("until", [None, 0.03])
@pytest.mark.parametrize("stored", [False, True])
@pytest.mark.parametrize("elsewhere", [False, True])
def test_executors_and_stores_do_not_show(
    until: float | None,
    stored: bool,
    elsewhere: bool,
    workers: Executor,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("rbsim.pipeline.stopping.BLOCK", 500)

    def found(**more: Any) -> rbsim.Result:
        games = 1_300 if until is None else 9_999
        return rbsim.simulate(
            "standard", games=games, players="greedy", seed=6, first=5, until=until, **more
        )

    plain = found()
    where: dict[str, Any] = {"executor": workers if elsewhere else None}
    if stored:
        where["store"] = tmp_path / "store"
    for _ in range(2):  # played, then read
        result = found(**where)
        assert plain.games is not None
        assert result.games is not None
        assert (result.games == plain.games).all()
        assert result.stopped == plain.stopped
        assert result.to_dict() == plain.to_dict()
        assert found(**where, rows=False).games is None
    if stored:
        rows = ds.dataset(tmp_path / "store" / "arm-0").to_table().sort_by("index")
        assert (
            rows.to_pylist() == plain.to_arrow(rows=True).to_pylist()
        )  # and none that were played ahead


@pytest.mark.full
def test_until_killed_at_random_moments_ends_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    wanted = finish_here(UNTIL, whole, capsys)
    total = shards(whole)
    stopped = wanted["provenance"]["stopped"]
    assert [one["reached"] for one in stopped] == [True, True]
    assert len({one["games"] for one in stopped}) == 2
    rng = random.Random(2)
    interrupted = 0
    for _ in range(4):
        before = shards(killed)
        process = start(UNTIL, killed)
        deadline = time.monotonic() + 60
        while shards(killed) < min(before + rng.randint(1, 3), total) and process.poll() is None:
            assert time.monotonic() < deadline
            time.sleep(0.001)
        time.sleep(rng.uniform(0, 0.05))
        process.kill()
        process.communicate()
        interrupted += process.returncode != 0
    assert interrupted >= 2
    assert finish(UNTIL, killed) == wanted
    assert kept(killed) == kept(whole)
    alone = rbsim.simulate(
        games=200_000, players="greedy", seed=1, until=0.0014, of="standoff", rows=False
    )
    assert table(alone) == [one for one in wanted["results"] if one["players"] == "greedy"]
    assert alone.stopped is not None
    assert alone.stopped.record == stopped[0]


@pytest.mark.full
@pytest.mark.parametrize("goal", [[], ["--until", "0.05", "--of", "advantage"]])
def test_the_file_of_rows_is_made_from_the_store(
    goal: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store, arguments = tmp_path / "store", ["simulate", "--games", "1200", "--json", *goal]
    arguments += ["--players", "uniform,greedy"]
    ends = (0, 3) if goal else (0,)  # the cap may come first
    assert run([*arguments, "--rows", str(tmp_path / "plain.parquet")]) in ends
    wanted = capsys.readouterr().out
    assert run([*arguments, "--store", str(store)]) in ends
    next(store.glob("arm-1/*.parquet")).unlink()
    capsys.readouterr()
    out = tmp_path / "kept.parquet"
    assert run([*arguments, "--store", str(store), "--rows", str(out)]) in ends
    assert timeless(json.loads(capsys.readouterr().out)) == timeless(json.loads(wanted))
    files = [pq.read_table(tmp_path / f"{name}.parquet") for name in ("plain", "kept")]
    assert files[0].to_pylist() == files[1].to_pylist()
    said = [json.loads(one.schema.metadata[b"rbsim"]) for one in files]
    assert timeless(said[0]) == timeless(said[1])
    assert run([*arguments, "--store", str(store), "--rows", str(out)]) == 2
    assert "exists" in capsys.readouterr().err


def test_another_goal_is_another_store(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["simulate", "--games", "500", "--until", "0.05", "--store", str(tmp_path)]
    assert run(arguments) == 3  # the cap comes first
    before = kept(tmp_path)
    for other in (["--until", "0.1"], ["--of", "standoff"], ["--games", "400"]):
        assert run([*arguments, *other]) == 2
        assert "keeps another study: " in capsys.readouterr().err
    assert run([*arguments[:3], *arguments[5:]]) == 2
    assert "until is 0.05, not null" in capsys.readouterr().err
    assert kept(tmp_path) == before


@pytest.mark.full
def test_a_report_stops_where_the_playing_did(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("matplotlib", reason="rbsim report needs matplotlib")
    monkeypatch.setattr("rbsim.pipeline.stopping.BLOCK", 300)
    store, page = tmp_path / "store", tmp_path / "page.html"
    arguments = ["simulate", "--games", "9000", "--until", "0.05", "--of", "stalemate"]
    assert run([*arguments, "--players", "greedy,uniform", "--store", str(store), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["provenance"]["stopped"]
    assert run(["report", str(store), "--out", str(page)]) == 0
    html = page.read_text()
    assert len(found) == 2
    for one in found:
        assert f"<td>{one['games']:,}</td>" in html
    read = rbsim.load(store)
    for figure in read.figures:
        assert figure.method != "anytime" or figure_text(figure) in html
    max(store.glob("arm-1/*.parquet")).unlink()
    assert run(["report", str(store), "--out", str(page), "--force"]) == 2
    assert "games of arm 1; give the command" in capsys.readouterr().err
