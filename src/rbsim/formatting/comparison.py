"""Comparison: the study `compare` as tables."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from rbcore.cards.ranges import count_text
from rbcore.rules.definition import hyphened
from rbsim.formatting.numbers import (
    ends_text,
    number,
    p_value,
    percent,
    signed,
)
from rbsim.formatting.tables import Cells, Report, interval_head, origin, part_arms


def report(comparison: Any) -> Report:
    """Return the tables of an rbsim.Comparison."""
    first, variants = comparison.study.arms[0], comparison.variants
    head = interval_head(comparison.level)
    tables = []
    for variant, differences in zip(variants[1:], comparison.differences, strict=True):
        cells: Cells = [(variant, variants[0], "own", "difference", head, "p", "Holm's p")]
        cells += [_difference_cells(one) for one in differences.values()]
        tables.append(cells)
    return Report(
        f"Against {variants[0]}, {first.player_text}: {count_text(first.count, 'games')} each",
        tuple(tables),
        f"{_footnote(comparison)}{origin(*part_arms(comparison.parts))}",
    )


def _difference_cells(one: Any) -> tuple[str, ...]:
    """Return a row of the table, from end to end where games are unfinished."""
    show: Callable[[float], str] = percent if one.share else _plain
    differ: Callable[[float], str] = signed if one.share else _signed_plain
    low, high = one.interval
    few = f"needs {one.shown_from:,}" if one.shown_from else "-"
    ends = one.extremes
    return (
        one.name,
        ends_text(ends.first if ends else [one.first], show),
        ends_text(ends.own if ends else [one.own], show),
        ends_text(ends.difference if ends else [one.difference], differ),
        few if math.isnan(low) else f"{differ(low)} to {differ(high)}",
        p_value(one.p),
        p_value(one.adjusted),
    )


def _plain(value: float) -> str:
    return number(value, 3)


def _signed_plain(value: float) -> str:
    return "-" if math.isnan(value) else f"{value:+,.3f}"


def _footnote(comparison: Any) -> str:
    """Return notes on unpaired variants and on unfinished games."""
    first = comparison.variants[0]
    unpaired = [
        f"{variant} deals otherwise than {first} "
        f"({', '.join(map(hyphened, comparison.unlike(arm)))}), so it plays games of other numbers "
        f"and its intervals are unpaired; "
        for arm, variant in enumerate(comparison.variants)
        if arm and comparison.unlike(arm)
    ]
    every = len(unpaired) == len(comparison.differences)
    notes = ["" if every else "intervals of common deals; ", *unpaired]
    if comparison.has_unfinished:
        notes.append(
            "with unfinished games all against to all for; differences from the variant's own "
            "against and the first's for, to the other way round; "
        )
    return "".join(notes)
