"""What the tests of pages share: the programs that write them."""

import importlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from support.study_pages import PROGRAMS

collect_ignore_glob = [] if PROGRAMS.exists() else ["*.py"]  # the pages are not with these tests


@pytest.fixture
def program(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[str], Any]:
    """Imports a program of docs/studies, which keeps its page and its stores in tmp_path."""
    monkeypatch.syspath_prepend(str(PROGRAMS))
    monkeypatch.setattr(sys, "argv", ["tool", str(tmp_path / "stores"), "--to", str(tmp_path)])

    def imported(name: str) -> Any:
        tool = importlib.import_module(name)
        if hasattr(tool, "PAGE"):
            monkeypatch.setattr(tool, "PAGE", tmp_path / f"{name}.md")
        return tool

    return imported
