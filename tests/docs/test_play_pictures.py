"""The pictures of docs/play.md show what the terminal does."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from runpy import run_path

import pytest

pytest.importorskip("textual")

ROOT = Path(__file__).parents[2]


def words(svg: str) -> list[str]:
    """The texts of a picture; how they are drawn is up to the version of textual."""
    return [unescape(one) for one in re.findall(r"<text[^>]*>(.*?)</text>", svg)]


def test_the_pictures_are_current() -> None:
    page = (ROOT / "docs" / "play.md").read_text()
    for file, svg in run_path(str(ROOT / "docs" / "play.py"))["pictures"]().items():
        assert words(file.read_text()) == words(svg), "python docs/play.py writes them anew"
        assert f"({file.name})" in page
        assert "http" not in re.sub(r"<!--.*?-->|xmlns=\"[^\"]*\"", "", svg)
        assert len(svg) < 40_000
