"""docs/studies/solvable: the page has what the counts say, and the program counts so."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

STUDIES = Path(__file__).parents[2] / "docs" / "studies"

pytestmark = pytest.mark.skipif(not STUDIES.exists(), reason="the pages are not with these tests")


def test_the_page_is_that_of_the_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(STUDIES))
    tool = importlib.import_module("solvable")
    lines = tool.read_csv()
    assert [line.game for line in lines] == [*tool.WANTED]
    assert all(x.solvable + x.unsolvable + x.undecided == x.games for x in lines)
    assert tool.PAGE.read_text() == tool.page(lines)


def test_the_program_counts_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.syspath_prepend(str(STUDIES))
    tool = importlib.import_module("solvable")
    (kept,) = (line for line in tool.read_csv() if line.game == "50")
    monkeypatch.setattr(sys, "argv", ["solvable", "--games", "8", "--work", "500"])
    monkeypatch.setattr(tool, "CSV", tmp_path / "solvable.csv")
    monkeypatch.setattr(tool, "PAGE", tmp_path / "solvable.md")
    tool.main()
    lines = {line.game: line for line in tool.read_csv()}
    assert list(lines) == [*tool.WANTED]
    assert lines["50"].games == 8
    assert lines["50"] == tool.search("50", 8, 500)
    # The median over the first hundred games of the page is as small as that of all.
    assert tool.search("50", 100, kept.work).positions < 3 * kept.positions
