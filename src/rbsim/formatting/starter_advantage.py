"""Starter advantage: the study `advantage` as tables."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import rbcore
from rbcore.cards.ranges import count_text
from rbsim.formatting.numbers import (
    ends_text,
    percent,
    rate_with_interval,
    signed,
)
from rbsim.formatting.tables import Cells, Report, interval_head, origin, part_arms
from rbsim.stats.intervals import Mean, Span
from rbsim.sums.pairs import CODES


def report(advantage: Any) -> Report:
    """Return the tables of an rbsim.Advantage."""
    batch, arms = advantage.batch, range(len(advantage.study.arms))
    heads = ("estimate", interval_head(advantage.level), "standard error")
    tables = [
        effect_cells("", advantage.effects, heads),
        _decided_cells("", advantage.decided, heads),
    ]
    if len(advantage.seatings) > 1:
        for i, seating in enumerate(advantage.seatings):
            tables.append(effect_cells(seating, advantage.of_seating(i), heads))
            tables.append(_decided_cells(seating, advantage.decided_of_seating(i), heads))
    tables.append(_outcome_cells(advantage))
    if advantage.seats == 2:
        tables += [_pair_cells(advantage, i) for i in range(len(advantage.seatings))]
    shared = "each with every seat starting, so that the luck of the deal cancels (causal)"
    left = any(rates["unfinished"].count for rates in map(advantage.outcomes, arms))
    ends = "estimates and intervals with unfinished games all against to all for; " if left else ""
    return Report(
        f"{rbcore.variant_text(batch.rules)}, {batch.player_text}: "
        f"{count_text(batch.count, 'deals')}",
        tuple(tables),
        f"the same deals as played and {shared}; {ends}{origin(*part_arms(advantage.parts))}",
    )


def effect_cells(title: str, effects: Mapping[str, Any], heads: tuple[str, ...]) -> Cells:
    """Return three rows for each effect: as played, causal and their difference."""
    cells: Cells = [(title or "all seatings", *heads, "variance reduction")]
    for name, effect in effects.items():
        show = signed if name == "advantage" else percent
        cells.append((f"{name}, as played", *_estimate_cells(effect.as_played, show)))
        cells.append((f"{name}, causal", *_estimate_cells(effect.causal, show)))
        difference = _span_cells(effect.selection, effect.selection_span, signed)
        cells.append((f"{name}, difference", *difference, ""))
    return cells


def _estimate_cells(estimate: Any, show: Callable[[float], str]) -> tuple[str, ...]:
    return (
        *_span_cells(estimate.mean, estimate.span, show),
        "-"
        if math.isnan(estimate.variance_reduction)
        else f"{100 * estimate.variance_reduction:.1f}%",
    )


def _span_cells(mean: Mean, span: Span, show: Callable[[float], str]) -> tuple[str, ...]:
    low, high = map(show, span.interval)
    return ends_text(span.extremes, show), f"{low} to {high}", percent(mean.standard_error)


def _decided_cells(title: str, decided: Mapping[str, Mean], heads: tuple[str, ...]) -> Cells:
    """Return the advantage among games that a seat won, as played and causal."""
    cells: Cells = [(f"{title}, decided games" if title else "decided games", *heads)]
    for name, mean in decided.items():
        interval = " to ".join(map(signed, mean.interval))
        cells.append(
            (f"advantage, {name}", signed(mean.mean), interval, percent(mean.standard_error))
        )
    return cells


def _outcome_cells(advantage: Any) -> Cells:
    cells: Cells = [("outcome of the arm", *advantage.outcomes(0))]
    for arm in range(len(advantage.study.arms)):
        rates = advantage.outcomes(arm).values()
        cells.append((advantage.arm_name(arm), *map(rate_with_interval, rates)))
    return cells


def _pair_cells(advantage: Any, seating: int) -> Cells:
    """Return the joint outcomes of the two forced starts."""
    names = _pair_names(advantage)
    title = "if seat 0 starts / if seat 1 starts"
    if len(advantage.seatings) > 1:
        title = f"{advantage.seatings[seating]}, {title}"
    cells: Cells = [(title, *names.values())]
    table = advantage.table(seating)
    for i, name in names.items():
        cells.append((name, *(f"{table[i][j]:,}" for j in names)))
    return cells


def _pair_names(advantage: Any) -> dict[int, str]:
    """Return the outcomes of games for two, by their index in CODES."""
    return {i: code for i, code in enumerate(CODES) if code in advantage.outcomes(0)}
