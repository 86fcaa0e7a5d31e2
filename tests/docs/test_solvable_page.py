"""docs/studies/solvable: the page has what the counts say, and the program counts so."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rbsim.estimates.figures import rate
from support.study_pages import PROGRAMS, blocks


def test_the_page_is_that_of_the_counts(program: Any) -> None:
    tool = program("solvable")
    lines = tool.read_rows(tool.CSV, tool.Line)
    assert [line.game for line in lines] == [*tool.WANTED]
    assert all(x.solvable + x.unsolvable + x.undecided == x.games for x in lines)
    assert blocks(PROGRAMS / "solvable.md") == tool.tables(lines)


def test_the_program_counts_so(
    program: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    tool = program("solvable")
    (kept,) = (line for line in tool.read_rows(tool.CSV, tool.Line) if line.game == "50")
    options = ["--games", "8", "--work", "500", "--further", "2000"]
    monkeypatch.setattr(sys, "argv", ["solvable", *options])
    monkeypatch.setattr(tool, "CSV", tmp_path / "solvable.csv")
    tool.main()
    lines = {line.game: line for line in tool.read_rows(tool.CSV, tool.Line)}
    assert list(lines) == [*tool.WANTED]
    assert lines["50"].games == 8
    assert lines["50"] == tool.search("50", 8, 500)
    # The median over the first hundred games of the page is as small as that of all.
    assert tool.search("50", 100, kept.work).positions < 3 * kept.positions


@pytest.mark.full
def test_some_undecided_games_stand_for_all(program: Any) -> None:
    tool = program("solvable")
    counts = {"solvable": 60, "unsolvable": 20, "undecided": 20, "positions": 1}
    line = tool.Line("klondike", 100, 1000, **counts, further=10, further_work=9_000)
    some = replace(line, further_solvable=4, further_unsolvable=5)
    share = tool.can_be_won(some)
    assert share.undecided == pytest.approx((0.68, 0.70))
    assert share.low < rate("wins", 68, 100).low
    assert rate("wins", 70, 100).high < share.high
    # Of all of them as much is known as of games that were searched once.
    whole = replace(line, further=20, further_solvable=8, further_unsolvable=10)
    assert tool.can_be_won(whole).interval == pytest.approx(
        rate("wins", 68, 100, 2).interval, abs=0.01
    )
    found = tool.search("klondike", 30, 2_000, 3, 200_000)
    assert found.further == 3
    assert found.further_solvable + found.further_unsolvable > 0
    assert found.undecided + found.solvable + found.unsolvable == 30
