"""Lists of the pages: every quantity, its method and every option are in the one table of each."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rbsim.figures import QUANTITIES
from rbsim.options import OPTIONS

DOCS = Path(__file__).parents[2] / "docs"

pytestmark = pytest.mark.skipif(not DOCS.exists(), reason="the pages are not with these tests")


def section(page: str, heading: str) -> str:
    text = (DOCS / page).read_text().partition(f"\n## {heading}\n")[2]
    return text.partition("\n## ")[0]


def first_column(text: str) -> list[str]:
    rows = re.findall(r"^\| (`.*?) \|", text, re.MULTILINE)
    return [name for row in rows for name in re.findall(r"`([^`]+)`", row)]


def test_every_quantity_is_listed_once() -> None:
    text = section("statistics.md", "Quantities")
    named = first_column(text)
    assert len(named) == len(set(named))
    _, _, counted = text.partition("Of what is counted, ")
    counted, _, shares = counted.partition("there are quantiles too")
    ends = re.findall(r"`\w*(_q\d\d)`", shares)
    quantiles = {name + end for name in re.findall(r"`(\w+)`", counted) for end in ends}
    assert {*named} | quantiles == set(QUANTITIES)


def test_every_option_is_said() -> None:
    text = section("studies.md", "Options")
    said = {name.replace("-", "_") for name in re.findall(r"`([a-z-]+)=?(?:True)?`", text)}
    assert set(OPTIONS) - {"rows", "executor", "progress"} <= said
    assert all(f"`{name}=" in text for name in ("rows", "executor", "progress"))
