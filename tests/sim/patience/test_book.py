"""Games of the book in bulk and from the command line."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

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
    assert replace(one, seconds=1.0, totals=two.totals) == replace(two, seconds=1.0)


def test_the_list_has_a_line_for_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["patience"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in lines] == [[g.number, g.name] for g in GAMES.values()]
    assert run(["patience", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert [game["number"] for game in listed] == list(GAMES)


def test_the_report_has_rate_and_interval(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["patience", "covering", "--games", "30000", "--seed", "2"]) == 0
    text = capsys.readouterr().out
    result = book.play("24", games=30_000, seed=2)
    assert "No. 24 covering" in text
    assert f"{result.wins.count:,}" in text
    assert "hits" not in text
    assert run(["patience", "talkative", "--games", "2000"]) == 0
    assert "hits in the first pass" in capsys.readouterr().out


def test_json_counts_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["patience", "robert,passes=3", "--games", "500", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["game"] == "robert,passes=3"
    assert sum(result["left_counts"].values()) == sum(result["passes_counts"].values()) == 500
    assert result["wins"] == result["left_counts"].get("0", 0)


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
        (["--show"], "want a game"),
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
