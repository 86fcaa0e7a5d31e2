"""Stores by version 0.1.0 as it was before its modules moved: taken up again, or refused in words.

A store names the versions of Python, NumPy and pyarrow that wrote it, and is refused to others;
here they are changed to those that are there.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

import rbsim
from rbsim.cli.main import run
from rbsim.pipeline.store import MANIFEST

OLD = Path(__file__).parent / "old_stores"
STUDIES: dict[str, Any] = {
    "simulate": lambda **more: rbsim.simulate(games=40, players="greedy", seed=3, **more),
    "advantage": lambda **more: rbsim.advantage(games=30, players="greedy", seed=3, **more),
}


def manifest(store: Path, change: dict[str, str]) -> None:
    """Write a manifest anew with other versions, wherever they stand in it."""
    found = json.loads((store / MANIFEST).read_text())
    for part in (found, *found["arms"]):
        part.update({key: value for key, value in change.items() if key in part})
    (store / MANIFEST).write_text(json.dumps(found))


@pytest.fixture(params=STUDIES)
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy of an old store, as if this Python had written it."""
    name = request.param
    store = tmp_path / name
    shutil.copytree(OLD / name, store)
    STUDIES[name](store=tmp_path / "new")
    new = json.loads((tmp_path / "new" / MANIFEST).read_text())
    known = {**new, **new["arms"][0]}
    manifest(store, {key: known[key] for key in ("python", "numpy", "pyarrow")})
    return store


def rows(found: Any) -> Any:
    return found.games.tobytes() if isinstance(found, rbsim.Result) else found.to_dict()


def shards(store: Path) -> dict[str, bytes]:
    return {str(p.relative_to(store)): p.read_bytes() for p in store.rglob("*.parquet")}


def test_they_are_read_and_not_played_again(old: Path) -> None:
    before = shards(old)
    assert rows(STUDIES[old.name](store=old)) == rows(STUDIES[old.name]())
    assert shards(old) == before
    assert len(before) == {"simulate": 1, "advantage": 3}[old.name]


def test_they_are_taken_up_again(old: Path) -> None:
    """What a killed run had not played yet is played, and is what the old version would have."""
    last = sorted(old.rglob("*.parquet"))[-1]
    last.unlink()
    assert rows(STUDIES[old.name](store=old)) == rows(STUDIES[old.name]())
    assert last.exists()


def test_they_are_reported(old: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="rbsim report needs matplotlib")
    assert run(["report", str(old), "--out", str(tmp_path / "page.html")]) == 0
    assert "greedy" in (tmp_path / "page.html").read_text()


@pytest.mark.parametrize("key", ["python", "numpy", "pyarrow", "version"])
def test_those_of_other_versions_are_refused_in_a_sentence(old: Path, key: str) -> None:
    manifest(old, {key: "0.0.1"})
    with pytest.raises(ValueError, match=r"0\.0\.1") as refused:
        STUDIES[old.name](store=old)
    assert "\n" not in str(refused.value)
