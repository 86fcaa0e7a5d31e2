"""That readers of text hold: on the corpus of the fuzzer, and on what they once did not."""

from __future__ import annotations

import pytest

from attack.readers import READERS, kept, problem

MENDED = [  # control characters and halves of signs that came through to a message
    ("variants", "standard,peek=\x1b[2J"),
    ("variants", "standard,must-load=\udcff"),
    ("variants", "standard,reserve-size=\0"),
    ("moves", "standard\t1*\x1b>5"),
    ("slips", "r\x1b=x"),
    ("slips", "\x1b=0,\x1b=0"),
    ("slips", "x" * 4_000 + "=0.1,"),
    ("players", "search-\x19+sight+sight"),
    ("packs", "robert,\x1b,\x1b\t"),
    ("counts", "standard\t1\x1b\t2\t0 -"),
    ("axes", "peek=no,\udcca"),
]


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", READERS)
def test_the_corpus(name: str) -> None:
    texts = kept(name)
    assert texts
    assert [said for text in texts if (said := problem(name, text))] == []


@pytest.mark.parametrize(("name", "text"), MENDED)
def test_what_was_mended(name: str, text: str) -> None:
    assert problem(name, text) == ""
