"""A page of docs says in its first line what one can do after reading it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
# The start page; clauses, which are looked up; lists of figures, definitions and names.
OTHERWISE = {"index.md", "rules.md", "statistics.md", "tutorials/stalemates.md"}
PAGES = [
    path.relative_to(DOCS).as_posix()
    for folder in (".", "tutorials")
    for path in sorted((DOCS / folder).glob("*.md"))
]
PATIENCE = [f"patience/{name}.md" for name in ("README", "describe", "games", "players", "solver")]


@pytest.mark.parametrize("name", sorted({*PAGES, *PATIENCE} - OTHERWISE))
def test_first_lines(name: str) -> None:
    first = re.search(r"^# .*\n\n(.*)", (DOCS / name).read_text(), re.MULTILINE)
    assert first is not None
    assert first[1].startswith("After this page you can ")


def test_the_start_page_has_a_board_a_figure_and_three_things() -> None:
    text = (DOCS / "index.md").read_text()
    assert text.index("(board.svg)") < text.index("three things") < text.index("advantage.svg)")
    assert len(re.findall(r"^- \*\*To ", text, re.MULTILINE)) == 3
