"""Small positions for the tests of the rules; cards are missing, so they are studies."""

from __future__ import annotations

import rbcore

STANDARD = rbcore.variant("standard")
NONE = "c--d--h--s--"


def position(line: str, rules: rbcore.Rules = STANDARD) -> rbcore.Position:
    return rbcore.Position.parse(line, rules, study=True)


def small(houses: str, own: str, other: str, turned: str = "-", **kw: str) -> rbcore.Position:
    """A study under rules of two houses: one each."""
    rules = rbcore.variant("standard,houses-each=1")
    line = f"0 {turned} {kw.get('foundations', NONE)} {houses} {own} {other} {kw.get('keys', '')}"
    return position(line.strip(), rules)
