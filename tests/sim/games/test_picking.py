"""Games picked out of stores and files of rows: the right ones, as they were played."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import rbcore
import rbsim
from rbsim.games import pick

pytest.importorskip("pyarrow")
import pyarrow.compute as pc
from rbsim.games.conditions import condition
from rbsim.pipeline import parquet

from rbsim.arms.arm import make_arm

SLIPS: Any = {"slip": "reserve=0.1:0", "watch": 0.5}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Any]]:
    """A store of two arms, and the rows of each, played apart."""
    folder: Path = tmp_path_factory.mktemp("picking") / "store"
    made = rbsim.compare(
        "standard", "reserve-11", games=600, seed=3, store=folder, threads=1, **SLIPS
    )
    each = []
    for batch in made.study.arms:
        own = batch.room()
        batch.play(0, own, np.zeros(1, np.uint8))
        each.append(own)
    return folder, each


@pytest.fixture
def store(played: tuple[Path, list[Any]]) -> Path:
    return played[0]


@pytest.fixture
def rows(played: tuple[Path, list[Any]]) -> list[Any]:
    return played[1]


CONDITIONS = {
    "outcome = 'win' and turns < 35": lambda r: (r["outcome"] == 0) & (r["turns"] < 35),
    "outcome IN ('stalemate', 'standoff')": lambda r: (r["outcome"] == 1) | (r["outcome"] == 2),
    'not (outcome == "win") or score_0 - score_1 < -110': lambda r: (
        (r["outcome"] != 0) | (r["scores"][:, 0] - r["scores"][:, 1] < -110)
    ),
    "winner is null": lambda r: r["winner"] < 0,
    "winner is not NULL and winner <> starter and index >= 570": lambda r: (
        (r["winner"] >= 0) & (r["winner"] != r["starter"]) & (r["index"] >= 570)
    ),
    "30 < turns <= 32": lambda r: (r["turns"] > 30) & (r["turns"] <= 32),
    "20 * offences_0 > turns": lambda r: 20 * r["offences"][:, 0].astype(int) > r["turns"],
    "outcome not in ('win') and index < 300": lambda r: (r["outcome"] != 0) & (r["index"] < 300),
}


@pytest.mark.full
@pytest.mark.parametrize("where", CONDITIONS)
def test_conditions_find_what_numpy_finds(where: str, store: Path, rows: list[Any]) -> None:
    wanted = [
        (variant, int(row["index"]), int(row["turns"]))
        for variant, own in zip(("standard", "reserve-11"), rows, strict=True)
        for row in own[CONDITIONS[where](own)]
    ]
    assert wanted
    found = [
        (rbcore.variant_text(one.rules), one.game, one.finished().turn)
        for one in pick(store, where)
    ]
    assert found == wanted


def test_picked_games_are_those_that_were_played(store: Path, rows: list[Any]) -> None:
    games = list(pick(store, "calls_0 > 0", limit=7))
    assert len(games) == 7
    for one in games:
        row = rows[0][one.game]
        again = one.finished().row()
        for name in ("turns", "moves", "offences", "calls", "scores", "outcome", "starter"):
            assert (again[name] == row[name]).all(), name


def test_a_file_of_rows_has_the_same_games(tmp_path: Path) -> None:
    from rbsim.cli.main import run

    path = tmp_path / "rows.parquet"
    assert run(["simulate", "--games", "90", "--players", "uniform,greedy", "--rows", str(path),
                "--threads", "1", "--quiet"]) == 0  # fmt: skip
    games = list(pick(path, "index >= 88"))
    assert [(one.game, one.players[0]) for one in games] == [
        (88, "uniform/1"), (89, "uniform/1"), (88, "greedy/2"), (89, "greedy/2"),
    ]  # fmt: skip
    assert len(list(pick(path, pc.field("index") < 3, limit=4))) == 4


def test_a_store_that_is_not_whole_gives_what_it_has(store: Path, tmp_path: Path) -> None:
    import shutil

    part = tmp_path / "part"
    shutil.copytree(store, part)
    shards = sorted((part / "arm-0").glob("*.parquet"))
    assert len(shards) > 1
    shards[0].unlink()
    first = next(iter(pick(part)))
    assert first.game == int(re.findall(r"games-(\d+)", shards[1].name)[0])


SCHEMA = parquet.rows_table(make_arm("standard", "greedy", 1), np.zeros(0, rbcore.GAME)).schema


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("turns", "is not a condition"),
        ("turns <", "is not a condition"),
        ("", "is not a condition"),
        ("1 = 1 or turns", "neither true nor false"),
        ("colour = 'red'", "colour is no column; there are"),
        ("turn < 3", r"turn is no column; did you mean turns\?"),
        ("turns = 'x'", "is not a condition"),
        ("outcome < 3", "is not a condition"),
        ("outcome in ('win', 3)", "is not a condition"),
        ("turns is 3", "what follows `is` is null"),
        ("turns < 10 ** 3", "no part of a condition"),
        ("__import__('os').system('true')", "no part of a condition"),
        ("turns < (lambda: 3)()", "no part of a condition"),
        ("turns < 1e999", "no part of a condition"),
        ("turns = win", "win is no column"),
        ("-" * 1_500 + "1 < turns", "nested too deeply"),
        ("(" * 900 + "turns < 3" + ")" * 900, "condition|deeply"),
        ("turns < 3" + " " * 2_000, "at most 2,000 characters"),
    ],
)
def test_what_is_no_condition(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words) as refused:
        condition(text, SCHEMA)
    assert str(refused.value).isprintable()


def test_refusals(store: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    played = rbsim.simulate(games=20, threads=1)
    played.save(kept)
    played.save(tmp_path / "kept.parquet")
    for name, words in (
        ("kept.json", "has no rows of games; name a store"),
        ("kept.parquet", "keeps sums and no rows of games; play the study with --store or --rows"),
    ):
        with pytest.raises(ValueError, match=words):
            next(pick(tmp_path / name))
    with pytest.raises(FileNotFoundError):
        next(pick(tmp_path / "none.parquet"))
    with pytest.raises(ValueError, match="is not the store of a study"):
        next(pick(tmp_path))
    with pytest.raises(ValueError, match="limit=0 is out of range"):
        next(pick(store, limit=0))


def test_games_that_cannot_be_played_again(tmp_path: Path) -> None:
    first = rbsim.Player(lambda view, moves: moves[0], name="first")
    for name, player, words in (
        ("python", first, "first is a player in Python"),
        ("timed", "search-1ms", "plays by the clock, so its games cannot be played again"),
    ):
        store = tmp_path / name
        rbsim.simulate(games=2, players=player, store=store, threads=1)
        with pytest.raises(ValueError, match=words):
            next(pick(store))
    rbsim.patience("golf", games=5, store=tmp_path / "golf", threads=1)
    with pytest.raises(ValueError, match="golf is a game of patience"):
        next(pick(tmp_path / "golf"))


def test_rows_of_other_games_are_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = tmp_path / "store"
    rbsim.simulate(games=5, store=store, threads=1)
    monkeypatch.setattr(rbcore, "OUTCOMES", ("standoff", "win", "stalemate", "unfinished"))
    with pytest.raises(ValueError, match="the rows are damaged, or of another rbsim"):
        list(pick(store))


def test_rows_of_another_version_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = tmp_path / "store"
    rbsim.simulate(games=5, store=store, threads=1)
    monkeypatch.setitem(rbcore.players.names.PLAYERS, "greedy", 3)
    with pytest.raises(ValueError, match=r"has games of greedy/2, greedy/2; this rbsim plays gree"):
        next(pick(store))


def test_those_with_most_come_first(tmp_path: Path) -> None:
    """Of several arms and shards; equal ones in the order of their numbers."""
    store = tmp_path / "store"
    played = rbsim.survey("standard", "strict", games=60, store=store)
    rows = [(-int(row["turns"]), arm, int(row["index"])) for arm, one in enumerate(played.results)
            for row in rbsim.simulate(one.variant, games=60).games]  # fmt: skip
    found = [(one.rules, one.game) for one in rbsim.games.pick(store, limit=7, most="turns")]
    variants = [rbcore.variant(one.variant) for one in played.results]
    assert found == [(variants[arm], index) for _, arm, index in sorted(rows)[:7]]
    (short,) = rbsim.games.pick(store, "turns < 30", limit=1, most="turns")
    _, arm, index = min(one for one in rows if one[0] > -30)
    assert (short.rules, short.game) == (variants[arm], index)
    with pytest.raises(ValueError, match="most='turn' is no number of a row; did you mean turns"):
        list(rbsim.games.pick(store, most="turn"))
