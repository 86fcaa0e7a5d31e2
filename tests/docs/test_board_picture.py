"""docs/board.svg, the picture of README.md and docs/index.md, is what its program draws."""

from __future__ import annotations

from pathlib import Path
from runpy import run_path

ROOT = Path(__file__).parents[2]


def test_the_picture_is_current() -> None:
    program = run_path(str(ROOT / "docs" / "board.py"))
    drawn = program["drawing"]().svg
    assert program["FILE"].read_text() == drawn, "python docs/board.py writes the picture anew"
    assert "(docs/board.svg)" in (ROOT / "README.md").read_text()
    assert "(board.svg)" in (ROOT / "docs" / "index.md").read_text()
