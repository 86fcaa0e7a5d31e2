"""Games at the ends of what a store has, and the page of them beside a report."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import rbcore
import rbsim
from rbsim.games import extremes

WIN = rbcore.OUTCOMES.index("win")


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("stores") / "two"
    rbsim.survey("standard", "strict", games=1_200, players="greedy", seed=3, store=folder)
    return folder


def rows_of(variant: str) -> np.ndarray:
    rows = np.zeros(1_200, rbcore.GAME)
    rbcore.play(rbcore.variant(variant), ("greedy", "greedy"), 3, 0, rows)
    return rows


def test_no_game_goes_further(store: Path) -> None:
    found = {(one.arm, one.what): one for one in extremes(store)}
    for arm, variant in enumerate(("standard", "strict")):
        rows = rows_of(variant)
        ended = rows[rows["outcome"] != rbcore.OUTCOMES.index("unfinished")]
        wins = rows[rows["outcome"] == WIN]
        margin = wins["scores"].max(axis=1) - wins["scores"].min(axis=1)
        best = {
            "shortest win": wins[wins["turns"].argmin()],
            "longest game": ended[ended["turns"].argmax()],
            "win by most points": wins[margin.argmax()],
        }
        for name in ("stalemate", "standoff"):
            among = rows[rows["outcome"] == rbcore.OUTCOMES.index(name)]
            if len(among):
                best[f"shortest {name}"] = among[among["turns"].argmin()]
        assert {what for a, what in found if a == arm} == set(best)
        for what, row in best.items():
            assert found[arm, what].number == row["index"], what
            assert found[arm, what].turns == row["turns"]


def test_a_game_is_played_again(store: Path) -> None:
    for one in extremes(store):
        end = one.transcript().finished()
        assert (end.turn, end.ply) == (one.turns, one.moves)


def test_a_report_links_them(store: Path, tmp_path: Path) -> None:
    page, beside = rbsim.report(store, out=tmp_path / "some page.html", extremes=True)
    assert beside.name == "some page-games.html"
    links = re.findall(r'<a href="some%20page-games\.html#g(\d+)">([^<]+)</a>', page.read_text())
    found = extremes(store)
    assert [int(number) for number, _ in links] == [*range(1, len(links) + 1)]
    assert len(links) == len({(one.arm, one.number) for one in found})
    said = "; ".join(words for _, words in links)
    for one in found:
        assert one.what in said
        assert f"game {one.number:,}, {one.turns:,} turns" in said
    shown = beside.read_text()
    for number, (_, words) in enumerate(links, 1):
        game = re.search(r"game ([\d,]+),", words)
        assert game
        (title,) = re.findall(rf"<h2>Game {number}: ([^<]+)</h2>", shown)
        assert f"game {game[1].replace(',', '')}," in title


def test_without_games_there_are_none(tmp_path: Path) -> None:
    result = rbsim.simulate(games=20)
    with pytest.raises(ValueError, match="only stores of games of Russian Bank have any"):
        rbsim.report(result, out=tmp_path / "page.html", extremes=True)
    rbsim.patience("trefoil", games=20, store=tmp_path / "patience")
    assert extremes(tmp_path / "patience") == []
    with pytest.raises(ValueError, match="only stores of games of Russian Bank have any"):
        rbsim.report(tmp_path / "patience", out=tmp_path / "page.html", extremes=True)
    assert not (tmp_path / "page.html").exists()


def test_a_page_of_games_that_exists_is_kept(store: Path, tmp_path: Path) -> None:
    (tmp_path / "page-games.html").write_text("mine")
    with pytest.raises(ValueError, match=r"page-games\.html"):
        rbsim.report(store, out=tmp_path / "page.html", extremes=True)
    assert (tmp_path / "page-games.html").read_text() == "mine"
    assert not (tmp_path / "page.html").exists()
