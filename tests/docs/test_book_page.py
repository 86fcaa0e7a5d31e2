"""docs/studies/book: the page has what the sums say, and docs/patience has every game."""

from __future__ import annotations

import csv
import importlib
import re
import sys
from pathlib import Path

import pytest

import rbsim
from rbcore.patience.book import GAMES

DOCS = Path(__file__).parents[2] / "docs"

pytestmark = pytest.mark.skipif(not DOCS.exists(), reason="the pages are not with these tests")


def test_the_program_plays_every_form(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.syspath_prepend(str(DOCS / "studies"))
    monkeypatch.setattr(sys, "argv", ["book", "--games", "40"])
    tool = importlib.import_module("book")
    monkeypatch.setattr(tool, "CSV", tmp_path / "book.csv")
    monkeypatch.setattr(tool, "PAGE", tmp_path / "book.md")
    monkeypatch.setattr(tool, "PILOT", 40)
    tool.main()
    with (tmp_path / "book.csv").open(newline="") as file:
        rows = {row["game"]: row for row in csv.DictReader(file)}
    assert list(rows) == list(tool.forms())
    assert len(rows) > len(GAMES)
    for number in ("13", "35", "18"):
        result = rbsim.patience(number, games=40, seed=1)
        assert rows[number]["won"] == str(result.wins.count)
    text = (tmp_path / "book.md").read_text()
    for game in GAMES.values():
        assert re.search(rf"^\| {game.number} \| {game.name} \| [\d.]+% ", text, re.MULTILINE)
    shares = [float(s) for s in re.findall(r"^\| \S+ \| [a-z-]+ \| ([\d.]+)%", text, re.MULTILINE)]
    assert sorted(shares[:29], reverse=True) == shares[:29]


def test_the_page_is_that_of_the_sums(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(DOCS / "studies"))
    tool = importlib.import_module("book")
    lines = tool.read_csv()
    assert [line.game for line in lines] == list(tool.forms())
    assert tool.PAGE.read_text() == tool.page(lines)


def test_every_game_and_reading_has_its_rules() -> None:
    text = "".join(path.read_text() for path in (DOCS / "patience").glob("*.md"))
    for game in GAMES.values():
        assert re.search(rf"\b{game.number.removesuffix('-2deals')}\b", text), game
        for key, values in game.readings.items():
            for value in values:
                assert f"{key}={value}" in text or f"`{value}`" in text or value in text, value
