"""Stores as other tools read them: arms of mixed variants and seats, nothing lost or confused."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest

import rbsim

VARIANTS = ("standard", "three-player", "strict")
SEATS = {"standard": 2, "three-player": 3, "strict": 2}
GAMES = 120


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store of two seats, three seats and two seats again, of two players each."""
    folder = tmp_path_factory.mktemp("mixed") / "store"
    rbsim.survey(*VARIANTS, games=GAMES, players="uniform,greedy", store=folder)
    return folder


@pytest.fixture(scope="module")
def wanted() -> list[dict[str, Any]]:
    """The same games, each run by itself."""
    return [
        one
        for variant in VARIANTS
        for players in ("uniform", "greedy")
        for one in rbsim.simulate(variant, games=GAMES, players=players)
        .to_arrow(rows=True)
        .to_pylist()
    ]


def in_order(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(rows, key=lambda one: (str(one["variant"]), str(one["players"]), one["index"]))


def test_arrow_reads_a_whole_store(store: Path, wanted: list[dict[str, Any]]) -> None:
    table = ds.dataset(store).to_table()
    assert in_order(table.to_pylist()) == in_order(wanted)
    assert Counter(table["variant"].to_pylist()) == dict.fromkeys(VARIANTS, 2 * GAMES)
    for one in table.to_pylist():
        missing = SEATS[one["variant"]] == 2
        assert (one["score_2"] is None) == (one["hand_2"] is None) == missing


def test_every_shard_has_the_same_columns(store: Path) -> None:
    schemas = [pq.read_schema(path).remove_metadata() for path in store.rglob("*.parquet")]
    assert len(schemas) >= 6
    assert all(schema.equals(schemas[0]) for schema in schemas)
    assert pa.types.is_dictionary(schemas[0].field("variant").type)
    assert pa.types.is_dictionary(schemas[0].field("players").type)


def test_polars_reads_a_whole_store(store: Path, wanted: list[dict[str, Any]]) -> None:
    polars = pytest.importorskip("polars")
    table = polars.read_parquet(f"{store}/*/*.parquet")
    assert in_order(table.to_dicts()) == in_order(wanted)
    lazy = polars.scan_parquet(f"{store}/*/*.parquet").filter(polars.col("score_2") >= 0)
    assert set(lazy.collect()["variant"].cast(polars.String)) == {"three-player"}


def test_duckdb_reads_a_whole_store(store: Path, wanted: list[dict[str, Any]]) -> None:
    duckdb = pytest.importorskip("duckdb")
    table = duckdb.sql(f"select * from '{store}/*/*.parquet'").arrow().read_all()
    assert in_order(table.to_pylist()) == in_order(wanted)
    counted = f"select variant, players, count(*) from '{store}/*/*.parquet' group by all"
    assert {n for _, _, n in duckdb.sql(counted).fetchall()} == {GAMES}


def test_rows_of_mixed_runs_go_into_one_file(tmp_path: Path, wanted: list[dict[str, Any]]) -> None:
    """As `simulate --rows` writes them, and rbsim.load reads them back."""
    from rbsim.cli.main import run

    file = tmp_path / "rows.parquet"
    arguments = ["--games", str(GAMES), "--players", "uniform,greedy", "--rows", str(file)]
    assert run(["simulate", "three-player", *arguments]) == 0
    assert pq.read_table(file).to_pylist() == wanted[2 * GAMES : 4 * GAMES]
    found = rbsim.load(file)
    assert isinstance(found, rbsim.Survey)
    alone = rbsim.simulate("three-player", games=GAMES, players="greedy")
    assert found.results[1].to_dict() == alone.to_dict()
    assert found.results[1].players == "greedy"


@pytest.mark.full
def test_rows_played_until_a_goal_are_read_back(tmp_path: Path) -> None:
    from rbsim.cli.main import run

    file = tmp_path / "rows.parquet"
    arguments = ["--games", "30000", "--until", "0.05", "--rows", str(file)]
    assert run(["simulate", *arguments]) == 0
    found = rbsim.load(file)
    played = rbsim.simulate(games=30_000, until=0.05)
    assert isinstance(found, rbsim.Result)
    assert found.stopped == played.stopped
    assert found.to_dict() == played.to_dict()
    assert found.games is not None
    assert played.games is not None
    assert found.games.tobytes() == played.games.tobytes()


def test_rows_of_matches_are_read_back(tmp_path: Path) -> None:
    from rbsim.cli.main import run

    file = tmp_path / "rows.parquet"
    assert run(["match", "--matches", "20", "--rows", str(file)]) == 0
    found = rbsim.load(file)
    assert isinstance(found, rbsim.MatchResult)
    assert found.to_dict() == rbsim.match(matches=20).to_dict()
