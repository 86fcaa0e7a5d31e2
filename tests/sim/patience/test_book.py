"""Games of the book in bulk and from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import rbsim
from rbcore.patience import playing
from rbcore.patience.book import GAMES
from rbsim.cli.main import run
from rbsim.patience import book


def test_totals_are_those_of_the_rows_whatever_the_threads() -> None:
    rows = np.zeros(50_000, playing.ROW)
    playing.play("18", "plain", 3, 10, rows)
    one, two = (
        book.play("talkative", games=50_000, seed=3, first=10, threads=threads)
        for threads in (1, 2)
    )
    for result in (one, two):
        assert result.wins.count == rows["outcome"].sum()
        assert result.totals.left.tolist() == np.bincount(rows["left"]).tolist()
        assert result.totals.passes.tolist() == np.bincount(rows["passes"]).tolist()
        assert result.totals.hits.tolist() == np.bincount(rows["hits"]).tolist()
    assert one.wins == two.wins
    assert {**one.provenance} == {**two.provenance}


def test_the_list_has_a_line_for_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["patience"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in lines] == [[g.number, g.name] for g in GAMES.values()]
    assert run(["patience", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert [game["number"] for game in listed["results"]] == list(GAMES)


def test_the_report_has_rate_and_interval(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["patience", "covering", "--games", "30000", "--seed", "2"]) == 0
    text = capsys.readouterr().out
    result = book.play("24", games=30_000, seed=2)
    assert "No. 24 covering" in text
    assert f"{result.wins.count:,}" in text
    assert "hits" not in text
    assert run(["patience", "talkative", "--games", "2000"]) == 0
    assert "hits in the first pass" in capsys.readouterr().out


def test_a_result_is_a_table_and_comes_back_from_a_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = str(tmp_path / "robert.json")
    assert run(["patience", "robert,passes=3", "--games", "500", "--out", file]) == 0
    capsys.readouterr()
    played = book.play("robert,passes=3", games=500)
    read = rbsim.load(file)
    assert read.to_dict() == played.to_dict()
    assert read.figure("wins", game="robert,passes=3").n == 500
    assert played.at(0.5).wins.interval[1] < played.wins.interval[1]
    assert repr(played).startswith("<Patience: 500 games of robert,passes=3; won 0")
    assert run(["patience", "robert,passes=3", "--games", "500", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["provenance"]["study"] == "patience"


def test_a_game_is_shown_card_by_card(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["patience", "dial", "--deal", "3", "--seed", "1", "--show"]) == 0
    lines = capsys.readouterr().out.splitlines()
    pack = playing.deal("11", 1, 3)
    assert lines[0] == "no. 11 dial, game 3 of seed 1"
    assert "".join(" ".join(lines[1:4]).split()[1:]).startswith(pack[:60])
    assert lines[-1] == "won"
    up = [line for line in lines if line.startswith("  foundation")]
    assert sum(len(line.split()) - 2 for line in up) == 52
    assert max(map(len, lines)) <= 78


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["chess"], "no game is called 'chess'"),
        (["5", "--player", "expert"], "no player is called 'expert'"),
        (["5", "--deal", "3"], "--deal NUMBER and --show go together"),
        (["5", "--show"], "--deal NUMBER and --show go together"),
        (["--show", "--deal", "3"], "--show wants a game"),
        (["5", "--deal", "3", "--show", "--json"], "leave --json away"),
        (["5", "--deal", "-1", "--show"], "deal=-1 is out of range"),
        (["5", "--games", "0"], "games=0 is out of range"),
        (["robert,passes=9"], "passes='9' of robert is one of 3"),
    ],
)
def test_bad_input_is_one_sentence(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["patience", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert words in err
    assert err.count("\n") == 1
