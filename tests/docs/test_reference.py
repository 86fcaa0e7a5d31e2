"""docs/reference: what its pages name is there; `make docs` sees to it that nothing is missing."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "docs" / "reference"
NAMED = re.compile(r"^\.\. auto(?:function|class|module):: (\S+)$", re.MULTILINE)

pytestmark = pytest.mark.skipif(not FOLDER.exists(), reason="the pages are not with these tests")


def test_what_is_named_is_there() -> None:
    names = [name for page in FOLDER.glob("*.md") for name in NAMED.findall(page.read_text())]
    assert len(names) > 10
    for name in names:
        home, _, own = name.rpartition(".")
        known = hasattr(importlib.import_module(home), own) if home else False
        assert known or importlib.import_module(name), name
