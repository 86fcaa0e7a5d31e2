"""Stores made before an axis was: it stands for its standard value in them.

Both were made by version 0.1.0, as `rbsim.simulate(VARIANT, games=40, players="uniform", seed=3)`,
when rules had no `load-from`, `stalemate` and `standoff-...`, and `wrangle` loaded houses' cards.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pyarrow.dataset as ds
import pytest

import rbsim
from rbsim.cli.main import run
from rbsim.pipeline import manifest
from rbsim.pipeline.store_check import check_store

OLD = Path(__file__).parent / "old_axes"
NOW = {"standard": "standard", "wrangle": "wrangle,load-from=any"}


def simulate(variant: str, **more: Any) -> rbsim.Result:
    return rbsim.simulate(variant, games=40, players="uniform", seed=3, **more)


@pytest.fixture(params=NOW)
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy of a store, in a folder of the preset's initial."""
    return Path(shutil.copytree(OLD / request.param, tmp_path / request.param[0]))


def preset(folder: Path) -> str:
    return {name[0]: name for name in NOW}[folder.name]


def rows(result: rbsim.Result) -> bytes:
    assert result.games is not None
    return result.games.tobytes()


def test_they_know_nothing_of_the_axis(old: Path) -> None:
    (arm,) = json.loads((old / manifest.NAME).read_text())["arms"]
    assert arm["variant"] == preset(old)
    assert "load_from" not in arm["rules"]


@pytest.mark.filterwarnings("error")
def test_they_are_read_and_resumed_as_what_they_are(old: Path) -> None:
    (shard,) = old.rglob("*.parquet")
    before = shard.stat().st_mtime_ns
    found = simulate(NOW[preset(old)], store=old)
    assert shard.stat().st_mtime_ns == before
    assert found.variant == NOW[preset(old)]
    assert rows(found) == rows(simulate(NOW[preset(old)]))
    shard.unlink()  # as if the run had been killed before
    assert rows(simulate(NOW[preset(old)], store=old)) == rows(found)


def test_they_are_checked(old: Path) -> None:
    result = check_store(old)
    assert (result.shards, result.games, result.problems, result.old) == (1, 40, [], 1)
    assert (check_store(old, repair=True).converted, check_store(old).old) == (1, 0)
    assert manifest.read(old)["format"] == manifest.FORMAT
    assert rows(simulate(NOW[preset(old)], store=old)) == rows(simulate(NOW[preset(old)]))
    assert set(ds.dataset(old).to_table()["variant"].to_pylist()) == {NOW[preset(old)]}


@pytest.mark.sample(1)
def test_they_are_reported_by_their_axes(old: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="rbsim report needs matplotlib")
    now, kept = NOW[preset(old)], old.rename(tmp_path / "kept")  # the page has the store's name
    assert run(["report", str(kept), "--out", str(tmp_path / "page.html")]) == 0
    page = unquote((tmp_path / "page.html").read_text())  # tables are there as CSV, too
    assert now in page
    assert page.count("wrangle") == page.count("wrangle,load-from=any")


def test_the_wrangle_of_today_is_another_study(tmp_path: Path) -> None:
    old = Path(shutil.copytree(OLD / "wrangle", tmp_path / "wrangle"))
    with pytest.raises(ValueError, match="keeps another study: arm 0's") as refused:
        simulate("wrangle", store=old)
    assert "load-from" in str(refused.value)
    assert "\n" not in str(refused.value)
