"""Variants by name: what is refused, and how they are written."""

from __future__ import annotations

import pytest

import rbcore


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("nonsense", "not a variant"),
        ("standard,colour=red", "not an axis"),
        ("standard,reserve-size", "names no value"),
        ("standard,reserve-size=x", "not a whole number"),
        ("standard,reserve-size=-1", "not a whole number"),
        ("standard,reserve-size=53", "out of range"),
        ("standard,starter=me", "one of"),
        ("standard,starter=cut,starter=cut", "twice"),
        ("standard,houses-each=5", "at most 9"),
        ("standard,reserve-size=50", "houses-each"),
        ("standard,reserve-size=0", "starter"),
        ("tableau-start,houses-each=0", "houses-each"),
        ("", "not a variant"),
        ("standard,", "not an axis"),
    ],
)
def test_bad_variants_are_refused(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        rbcore.variant(text)


def test_variants_are_written_as_they_are_read() -> None:
    for text in ("standard", "high-start", "reserve-11,houses-each=3", "standard,target=100"):
        assert rbcore.variant_text(rbcore.variant(text)) == text
