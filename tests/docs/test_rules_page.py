"""docs/rules.md: every clause says where it comes from, and every axis and preset is there."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

import rbcore

PAGE = Path(__file__).parents[2] / "docs" / "rules.md"

pytestmark = pytest.mark.skipif(not PAGE.exists(), reason="the page is not with these tests")


def clauses() -> dict[str, str]:
    """The clauses of the page, with what belongs to each."""
    head = re.compile(r"^- \*\*(\d\.\d|V\d+|S\.\d)\b", re.MULTILINE)
    text = PAGE.read_text()
    starts = list(head.finditer(text))
    ends = [re.search(r"\n(?![ \n])", text[m.end() :]) for m in starts]
    return {
        m[1]: text[m.start() : m.end() + (0 if end is None else end.start())]
        for m, end in zip(starts, ends, strict=True)
    }


def test_every_clause_names_its_source_or_is_a_choice() -> None:
    found = clauses()
    assert {"1.1", "4.6", "8.4", "V1", "V17", "S.5"} <= set(found)
    assert len(found) > 55
    for number, text in found.items():
        assert re.search(r"\[(P:|D:|H |.*follows|[^]]*\*\*Choice\*\*)|\*\*Choice\*\*", text), number


def test_every_axis_and_preset_is_listed() -> None:
    text = PAGE.read_text()
    for axis in fields(rbcore.Rules):
        assert f"`{axis.name.replace('_', '-')}`" in text
    for preset in rbcore.PRESETS:
        assert re.search(rf"^\| .*`{preset}`", text, re.MULTILINE), preset
