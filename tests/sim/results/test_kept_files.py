"""Files and stores of every kind, kept by 0.1.0: read, their figures are those that they keep.

`python tests/sim/results/test_kept.py` made them; what it writes today is of today's version.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import rbsim

KEPT = Path(__file__).parent / "kept"
GOAL = {"until": 0.009, "games": 20_000}
# Few games, as what is tried is what is kept; goals need a look, so those are of many.
STUDIES: dict[str, Callable[..., Any]] = {
    "simulate": lambda **more: rbsim.simulate(
        "strict", games=60, players="greedy:uniform", slip=0.1, seed=3, **more
    ),
    "survey": lambda **more: rbsim.survey(
        "standard", "three-player", games=40, players="uniform,greedy", seed=3, **more
    ),
    "advantage": lambda **more: rbsim.advantage(
        "wrangle", games=40, players="greedy:uniform", seed=3, **more
    ),
    "compare": lambda **more: rbsim.compare(
        "standard", "strict", "reserve-11", games=40, seed=3, **more
    ),
    "sweep": lambda **more: rbsim.sweep(
        "reserve-size=12..13", "release=no,any", games=40, seed=3, **more
    ),
    "ladder": lambda **more: rbsim.ladder(
        "greedy", "uniform", "weighted", games=40, anchor="weighted", seed=3, **more
    ),
    "patience": lambda **more: rbsim.patience("talkative", games=200, seed=3, **more),
    "patience-survey": lambda **more: rbsim.patience_survey(
        "sympathy", "sympathy,heaps=17", games=200, seed=3, **more
    ),
}
FILES_ALONE: dict[str, Callable[..., Any]] = {
    "match": lambda: rbsim.match("standard,target=50", matches=20, seed=3),
    "until": lambda: rbsim.simulate(of="stalemate", rows=False, seed=3, **GOAL),
    "ladder-until": lambda: rbsim.ladder("greedy", "uniform", until="decided", games=2_000, seed=3),
    "patience-until": lambda: rbsim.patience("talkative", rows=False, seed=3, **GOAL),
    "merged": lambda: (
        rbsim.compare("standard", "strict", games=40, seed=3)
        + rbsim.compare("standard", "strict", games=40, seed=3, first=100)
    ),
}
# Where nothing is decided in a patience, 0.1.0 called its only player otherwise.
AS_NOW = {
    (game, "plain"): {"players": "forced"}
    for game in ("talkative", "sympathy", "sympathy,heaps=17")
}


def table(file: Path) -> list[dict[str, Any]]:
    """The figures that a file of JSON keeps."""
    kept: list[dict[str, Any]] = json.loads(file.read_text())["results"]
    return [rounded(row | AS_NOW.get((row["variant"], row["players"]), {})) for row in kept]


def rows(result: Any) -> list[dict[str, Any]]:
    """The figures of a result, as a file of JSON has them."""
    columns = result.to_dict()
    return [
        rounded(dict(zip(columns, values, strict=True)))
        for values in zip(*columns.values(), strict=True)
    ]


def rounded(row: dict[str, Any]) -> dict[str, Any]:
    """Sums of floats may differ in their last digits from processor to processor."""
    return {k: float(f"{v:.11e}") if isinstance(v, float) else v for k, v in row.items()}


@pytest.mark.sample(6)
@pytest.mark.filterwarnings("ignore:.*digest")
@pytest.mark.parametrize("name", [*STUDIES, *FILES_ALONE])
def test_files_give_the_figures_that_they_keep(name: str) -> None:
    read = rbsim.load(KEPT / f"{name}.json")
    assert rows(read) == table(KEPT / f"{name}.json")


@pytest.mark.filterwarnings("ignore:.*digest")
@pytest.mark.parametrize("name", ["advantage", "survey"])
def test_parquet_gives_the_same(name: str) -> None:
    pytest.importorskip("pyarrow", reason="Parquet needs pyarrow")
    assert rows(rbsim.load(KEPT / f"{name}.parquet")) == table(KEPT / f"{name}.json")


@pytest.mark.sample(6)
@pytest.mark.parametrize("name", STUDIES)
def test_stores_give_the_same(name: str) -> None:
    pytest.importorskip("pyarrow", reason="stores need pyarrow")
    found = {repr(row) for row in rows(rbsim.load(KEPT / name))}
    # What a manifest does not keep, the anchor of a ladder, is the first player's in its stead.
    assert found >= {repr(row) for row in table(KEPT / f"{name}.json") if row["quantity"] != "elo"}


@pytest.mark.parametrize("name", ["patience", "patience-survey"])
def test_stores_of_players_with_other_names_are_played_on(name: str, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="stores need pyarrow")
    store = tmp_path / name
    shutil.copytree(KEPT / name, store)
    before = {file: file.read_bytes() for file in store.rglob("*.parquet")}
    again = STUDIES[name](store=store)
    assert rows(again) == table(KEPT / f"{name}.json")
    assert {file: file.read_bytes() for file in store.rglob("*.parquet")} == before
    assert rbsim.load(store).to_dict()["players"] == again.to_dict()["players"]


def test_the_names_of_before_are_still_taken(tmp_path: Path) -> None:
    now = rbsim.patience("talkative", games=50)
    assert now.players == "forced"
    assert rbsim.patience("talkative", games=50, players="plain") == now
    plan = tmp_path / "plan.toml"
    plan.write_text(
        '[[study]]\nkind = "patience"\ngame = "nestor"\nplayers = "plain"\ngames = 50\n'
    )
    (played,) = rbsim.play_plan(plan).values()
    assert played.players == "best"
    both = rbsim.patience_survey("nestor", "trefoil", players="plain", games=20)
    assert [one.players for one in both.results] == ["best", "plain"]
    with pytest.raises(ValueError, match="twice"):
        rbsim.patience_survey("nestor", players="plain,best", games=20)


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", [*STUDIES, *FILES_ALONE])
def test_games_played_today_give_the_same(name: str) -> None:
    played = (STUDIES | FILES_ALONE)[name]()
    assert rows(played) == table(KEPT / f"{name}.json")


if __name__ == "__main__":
    for name, play in STUDIES.items():
        played = play(store=KEPT / name)
        played.save(KEPT / f"{name}.json", force=True)
        if name in ("advantage", "survey"):
            played.save(KEPT / f"{name}.parquet", force=True)
    for name, play in FILES_ALONE.items():
        play().save(KEPT / f"{name}.json", force=True)
