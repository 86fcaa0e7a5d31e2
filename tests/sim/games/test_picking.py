"""Games picked out of stores and files of rows: the right ones, as they were played."""

from __future__ import annotations

import re
import shutil
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import rbcore
import rbsim
from rbsim.games import Transcript, pick
from support.work import assert_hears_ctrl_c

pytest.importorskip("pyarrow")
pytest.importorskip("duckdb")
import pyarrow as pa
import pyarrow.parquet as pq

SLIPS: Any = {"slip": "reserve=0.1:0", "watch": 0.5}


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store of two arms."""
    folder: Path = tmp_path_factory.mktemp("picking") / "store"
    rbsim.compare("standard", "reserve-11", games=600, seed=3, store=folder, threads=1, **SLIPS)
    return folder


@pytest.fixture(scope="module")
def rows(store: Path) -> list[Any]:
    return [rows_of(arm) for arm in rbsim.load(store).study.arms]


def rows_of(arm: Any) -> Any:
    """The rows of all games of an arm, played apart."""
    rows = arm.empty_rows(arm.count)
    arm.play(0, rows, np.zeros(1, np.uint8))
    return rows


CONDITIONS = {
    "outcome = 'win' and turns < 35": lambda r: (r["outcome"] == 0) & (r["turns"] < 35),
    "not (outcome = 'win') or score_0 - score_1 < -110":
        lambda r: (r["outcome"] != 0) | (r["scores"][:, 0] - r["scores"][:, 1] < -110),
    "winner != starter and index >= 570":
        lambda r: (r["winner"] >= 0) & (r["winner"] != r["starter"]) & (r["index"] >= 570),
    "20 * offences_0 > turns -- a comment":
        lambda r: 20 * r["offences"][:, 0].astype(int) > r["turns"],
}  # fmt: skip


@pytest.mark.full
@pytest.mark.parametrize("where", CONDITIONS)
def test_conditions_find_what_numpy_finds(where: str, store: Path, rows: list[Any]) -> None:
    wanted = [(variant, int(row["index"]), int(row["turns"]))
              for variant, own in zip(("standard", "reserve-11"), rows, strict=True)
              for row in own[CONDITIONS[where](own)]]  # fmt: skip
    found = [(rbcore.variant_text(g.rules), g.game, g.finished().turn) for g in pick(store, where)]
    assert found == wanted != []


def test_picked_games_are_those_that_were_played(store: Path, rows: list[Any]) -> None:
    games = list(pick(store, "calls_0 > 0", limit=7))
    assert len(games) == 7
    for one in games:
        row = rows[0][one.game]
        again = one.finished().row()
        for name in ("turns", "moves", "offences", "calls", "scores", "outcome", "starter"):
            assert (again[name] == row[name]).all(), name


def test_a_store_that_is_not_whole_gives_what_it_has(store: Path, tmp_path: Path) -> None:
    part = tmp_path / "part"
    shutil.copytree(store, part)
    shards = sorted((part / "arm-0").glob("*.parquet"))
    assert len(shards) > 1
    shards[0].unlink()
    first = next(iter(pick(part)))
    assert first.game == int(re.findall(r"games-(\d+)", shards[1].name)[0])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("turns", "not true or false"),
        ("turns <", "syntax error"),
        ("", "not true or false|syntax error"),  # the second by DuckDB 1
        ("colour = 'red'", '"colour" not found'),
        ("turn < 3", 'Candidate bindings: "turns"'),
        ("turns = 'x'", "Could not convert string 'x'"),
        ("max(turns) = turns", "is not a condition on rows"),
        ("max(turns) > 3", "is not a condition on rows"),
        ("row_number() over () < 3", "window functions"),
        ('turns = (select max(turns) from "rows")', "rows does not exist"),
        ("exists (select 1 from 'x.parquet')", "disabled by configuration"),
        ("true), (false", "not true or false"),
        ("true; attach 'x.db'", "syntax error"),
        ("\x1b[2J turns", "syntax error"),
    ],
)
def test_what_is_no_condition(text: str, words: str, store: Path) -> None:
    with pytest.raises(ValueError, match=words) as refused:
        list(pick(store, text))
    assert str(refused.value).isprintable()
    assert len(str(refused.value)) < 500


def test_a_deep_condition_is_answered_or_refused(store: Path) -> None:
    """As DuckDB has it: 2 says that it is too deep, 1.4 reads it."""
    deep = f"{'(' * 9_000}turns < 0{')' * 9_000}"
    try:
        assert list(pick(store, deep)) == []
    except ValueError as refused:
        assert "depth" in str(refused)
        assert str(refused).isprintable()
        assert len(str(refused)) < 500


@pytest.mark.full
def test_ctrl_c_is_heard_while_a_condition_is_looked_at(store: Path) -> None:
    slow = (
        "turns > (select count(*) from range(1000000) a, range(1000000) b where a.range < b.range)"
    )
    assert_hears_ctrl_c(
        "import rbsim.games", f"list(rbsim.games.pick({str(store)!r}, {slow!r}))", 2
    )


def test_rows_are_of_the_arm_that_played_them(tmp_path, monkeypatch):
    """Though arms share variant, players and seed, as other shuffles of the same deals do."""
    from rbsim.cli.main import run
    from rbsim.study.store import read_rows_file

    monkeypatch.chdir(tmp_path)
    Path("family.toml").write_text('base = "strict"\naxes = { reserve-size = 7 }\n')
    for words in ("luck --games 3 --shuffles 2", "advantage family.toml --games 6",
                  "fair family.toml --handicaps first-moves=3 --games 6"):  # fmt: skip
        assert run([*words.split(), "--rows", "rows.parquet", "--force", "--quiet"]) == 0
        for arm, rows in read_rows_file(Path("rows.parquet")):
            again = np.zeros(len(rows), rows.dtype)
            arm.play(int(rows["index"][0]) - arm.first, again, np.zeros(1, np.uint8))
            assert (again == rows).all(), words


def test_refusals(store: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    played = rbsim.simulate(games=20, threads=1)
    played.save(kept)
    pq.write_table(pa.table({"a": [1]}), tmp_path / "other.parquet")
    for name, words in (
        ("kept.json", "has no rows of games; name a store"),
        ("other.parquet", "has no rows of games; play the study with --store or --rows"),
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
    first = rbsim.Player(lambda view, moves: moves[-1], name="first")
    for name, player, words in (
        ("python", first, r"first, a player in Python that no module has; pass .* players=\["),
        ("timed", "search-1ms", "plays by the clock, so its games cannot be repeated"),
    ):
        store = tmp_path / name
        rbsim.simulate(games=2, players=player, store=store, threads=1)
        with pytest.raises(ValueError, match=words):
            next(pick(store))
    rbsim.patience("golf", games=5, store=tmp_path / "golf", threads=1)
    with pytest.raises(ValueError, match="golf is a patience game"):
        next(pick(tmp_path / "golf"))


MODULE = """
def turning(view, moves):
    return next((move for move in moves if move in ("turn", "waste")), moves[{}])
"""


def test_games_of_a_player_in_python_are_played_again_by_the_same_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From its module, if that may be imported, or as it was given; a changed one is refused."""
    monkeypatch.syspath_prepend(tmp_path)
    module = tmp_path / "turners.py"
    module.write_text(MODULE.format(-1))
    store = tmp_path / "store"
    rows = rbsim.simulate(games=30, players="turners.turning:greedy", seed=2, store=store).games
    with pytest.raises(ValueError, match="turners; to import it, give --imports or imports=True"):
        next(pick(store))
    games = list(pick(store, imports=True))
    assert [len(game.moves) for game in games] == rows["moves"].tolist()
    assert list(pick(store, players=["turners.turning"])) == games
    kept = tmp_path / "kept.games"
    rbsim.games.write(kept, games)
    assert list(rbsim.games.read(kept)) == games
    assert games[0].players[0].startswith("turners.turning/code-")

    module.write_text(MODULE.format(0))
    del sys.modules["turners"]
    with pytest.raises(
        ValueError, match=r"before its code.* was changed: it was code-\w+ and is code"
    ):
        next(pick(store, imports=True))
    (version,) = {game.players[0].partition("/")[2] for game in games}
    again = rbsim.Player(
        lambda view, moves: next((m for m in moves if m in ("turn", "waste")), moves[-1]),
        name="turners.turning",
        version=version,
    )
    assert next(pick(store, players=[again])) == games[0]
    other = replace(again, choose=lambda view, moves: moves[0])
    with pytest.raises(ValueError, match=r"turners.turning does not repeat its choices"):
        list(pick(store, players=[other], where="true"))


def test_a_game_that_a_long_turn_left_unfinished_is_shown_so(tmp_path: Path) -> None:
    def shuffle(view: rbcore.View, moves: tuple[str, ...]) -> str:
        return next((move for move in moves if move[0].isdigit() and move[-1].isdigit()), moves[0])

    game = Transcript.traced("standard", [shuffle, "greedy"], 1, 3, max_turn_moves=40)
    assert (game.outcome, game.scores) == ("unfinished", None)
    outcome = f"The game is left unfinished in turn {game.finished().turn + 1}, after "
    assert game.shown().outcome.startswith(outcome)
    rbsim.games.write(tmp_path / "long.games", [game])
    assert list(rbsim.games.read(tmp_path / "long.games")) == [game]
    assert "outcome: unfinished\n" in (tmp_path / "long.games").read_text()


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Any]]:
    """A store of two variants, and the rows of each, played apart."""
    folder = tmp_path_factory.mktemp("stores") / "two"
    made = rbsim.simulate(
        "standard", "strict", games=1_200, players="greedy", seed=3, store=folder, threads=1
    )
    return folder, [(arm.rules, rows_of(arm)) for arm in made.study.arms]


@pytest.mark.full
def test_those_with_most_come_first(two: tuple[Path, list[Any]]) -> None:
    """Of several arms and shards; equal ones in the order of their numbers."""
    store, each = two
    rows = [(-int(row["turns"]), arm, int(row["index"]))
            for arm, (_, own) in enumerate(each) for row in own]  # fmt: skip
    found = [(one.rules, one.game) for one in pick(store, limit=7, most="turns")]
    assert found == [(each[arm][0], index) for _, arm, index in sorted(rows)[:7]]
    (short,) = pick(store, "turns < 30", limit=1, most="turns")
    _, arm, index = min(one for one in rows if one[0] > -30)
    assert (short.rules, short.game) == (each[arm][0], index)
    (short,) = pick(store, "outcome = 'win'", limit=1, most="-turns")
    assert short.finished().turn == min(
        int(row["turns"]) for _, own in each for row in own if row["outcome"] == 0
    )
    for most, words in (("turn", 'Candidate bindings: "turns"'), ("max(turns)", "is not a number"),
                        ("outcome", "it is not a number")):  # fmt: skip
        with pytest.raises(ValueError, match=words):
            next(pick(store, most=most))


def test_the_longest_game_is_a_finished_one_unless_it_is_said_which(tmp_path: Path) -> None:
    rbsim.simulate(games=100, store=tmp_path / "cut", max_turns=40)
    (most,) = pick(tmp_path / "cut", limit=1, most="turns")
    assert most.outcome != "unfinished"
    (most,) = pick(tmp_path / "cut", "turns > 0", limit=1, most="turns")
    assert most.outcome == "unfinished"
