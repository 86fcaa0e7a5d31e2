"""Stores of format 1, by version 0.1.0: read with a remark, resumed, converted."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

import rbsim
from rbsim.cli.main import run
from rbsim.pipeline import manifest, store
from rbsim.pipeline.store_check import check_store

OLD = Path(__file__).parent / "old_stores"
STUDIES: dict[str, Any] = {
    "simulate": lambda **more: rbsim.simulate(games=40, players="uniform", seed=3, **more),
    "advantage": lambda **more: rbsim.advantage(games=30, players="uniform", seed=3, **more),
}
REMARKED = pytest.mark.filterwarnings("ignore:.*older format")


@pytest.fixture(params=STUDIES)
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy of an old store."""
    return Path(shutil.copytree(OLD / request.param, tmp_path / request.param))


def rows(result: Any) -> Any:
    return result.games.tobytes() if isinstance(result, rbsim.Result) else timeless(result)


def timeless(result: Any) -> Any:
    """What a study found, without the versions that played it."""
    return result.to_dict()


def shards(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*.parquet")}


def test_they_are_read_with_a_remark_and_not_played_again(old: Path) -> None:
    before = shards(old)
    with pytest.warns(UserWarning, match="older format, without digests"):
        result = STUDIES[old.name](store=old)
    assert rows(result) == rows(STUDIES[old.name]())
    assert shards(old) == before
    assert len(before) == {"simulate": 1, "advantage": 3}[old.name]


@REMARKED
def test_they_are_resumed(old: Path) -> None:
    """What a killed run had not played yet is played, and is what the old version would have."""
    last = sorted(old.rglob("*.parquet"))[-1]
    last.unlink()
    assert rows(STUDIES[old.name](store=old)) == rows(STUDIES[old.name]())
    (new,) = last.parent.glob("*.parquet")
    match = store.SHARD.fullmatch(new.name)
    assert match is not None
    assert match[2] == store.digest_of(new.read_bytes())


@pytest.mark.full
@REMARKED
def test_they_are_reported(old: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="rbsim report needs matplotlib")
    assert run(["report", str(old), "--out", str(tmp_path / "page.html")]) == 0
    assert "uniform" in (tmp_path / "page.html").read_text()


def test_they_are_converted(old: Path) -> None:
    result = check_store(old, repair=True)
    assert result.problems == []
    assert result.converted == len(shards(old))
    assert manifest.read(old)["format"] == manifest.FORMAT
    assert rows(STUDIES[old.name](store=old)) == rows(STUDIES[old.name]())  # without a remark


@pytest.mark.parametrize(
    ("key", "value"), [("games_version", 0), ("players", ["uniform/0", "uniform/0"]), ("seed", 4)]
)
def test_those_of_other_games_are_refused_in_a_sentence(old: Path, key: str, value: Any) -> None:
    path = old / manifest.OLD_NAME
    said = json.loads(path.read_text())
    for arm in said["arms"]:
        arm[key] = value
    path.write_text(json.dumps(said))
    with pytest.raises(ValueError, match="keeps another study: arm 0's") as refused:
        STUDIES[old.name](store=old)
    assert "\n" not in str(refused.value)
