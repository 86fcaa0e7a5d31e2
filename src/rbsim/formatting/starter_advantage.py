"""Starter advantage: the study `advantage` as tables and JSON."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import rbcore
from rbsim.formatting.numbers import (
    all_finite,
    ends_text,
    finite,
    percent,
    rate_with_interval,
    signed,
)
from rbsim.formatting.tables import Cells, Report, origin
from rbsim.stats.intervals import Mean, Span
from rbsim.sums.pairs import CODES

EFFECT_HEAD = ("estimate", "95% interval", "standard error", "variance saved")


def report(advantage: Any) -> Report:
    """Return the tables of an rbsim.Advantage."""
    batch, arms = advantage.batch, range(len(advantage.study.arms))
    tables = [effect_cells("", advantage.effects), _decided_cells("", advantage.decided)]
    if len(advantage.seatings) > 1:
        for i, seating in enumerate(advantage.seatings):
            tables.append(effect_cells(seating, advantage.of_seating(i)))
            tables.append(_decided_cells(seating, advantage.decided_of_seating(i)))
    tables.append(_outcome_cells(advantage))
    if advantage.seats == 2:
        tables += [_pair_cells(advantage, i) for i in range(len(advantage.seatings))]
    shared = "each with every seat starting, so that the luck of the deal cancels (causal)"
    left = any(rates["unfinished"].count for rates in map(advantage.outcomes, arms))
    ends = "estimates and intervals with unfinished games all against to all for; " if left else ""
    return Report(
        f"{rbcore.variant_text(batch.rules)}, {batch.player_text}: {batch.count:,} deals",
        tuple(tables),
        f"the same deals as played and {shared}; {ends}{origin(*advantage.study.arms)}",
    )


def effect_cells(title: str, effects: Mapping[str, Any]) -> Cells:
    """Return three rows for each effect: as played, causal and their difference."""
    cells: Cells = [(title or "first player", *EFFECT_HEAD)]
    for name, effect in effects.items():
        cells.append((f"{name}, as played", *_estimate_cells(effect.as_played)))
        cells.append((f"{name}, causal", *_estimate_cells(effect.causal)))
        cells.append((f"{name}, difference", *_span_cells(effect.chosen, effect.chosen_span), ""))
    return cells


def _estimate_cells(estimate: Any) -> tuple[str, ...]:
    return (
        *_span_cells(estimate.mean, estimate.span),
        "-" if math.isnan(estimate.saved) else f"{100 * estimate.saved:.1f}%",
    )


def _span_cells(mean: Mean, span: Span) -> tuple[str, ...]:
    low, high = map(signed, span.interval)
    return ends_text(span.ends, signed), f"{low} to {high}", percent(mean.standard_error)


def _decided_cells(title: str, decided: Mapping[str, Mean]) -> Cells:
    """Return the advantage among games that a seat won, as played and causal."""
    cells: Cells = [(f"{title}, decided games" if title else "decided games", *EFFECT_HEAD[:3])]
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


def to_dict(advantage: Any) -> dict[str, Any]:
    """Return an rbsim.Advantage as plain values for JSON, with provenance."""
    batch = advantage.batch
    return {
        "variant": rbcore.variant_text(batch.rules),
        "players": batch.player_text,
        "seed": batch.seed,
        "deals": batch.count,
        **{name: _effect_dict(effect) for name, effect in advantage.effects.items()},
        "decided advantage": _decided_dict(advantage.decided),
        "seatings": [_seating_dict(advantage, i) for i in range(len(advantage.seatings))],
        "provenance": advantage.study.provenance,
    }


def _seating_dict(advantage: Any, seating: int) -> dict[str, Any]:
    effects = advantage.of_seating(seating)
    arms_each = 1 + advantage.seats
    arms = range(seating * arms_each, (seating + 1) * arms_each)
    entry = {
        "players": advantage.seatings[seating],
        **{name: _effect_dict(effect) for name, effect in effects.items()},
        "decided advantage": _decided_dict(advantage.decided_of_seating(seating)),
        "outcomes": {
            advantage.arm_name(arm): {
                name: rate.count for name, rate in advantage.outcomes(arm).items()
            }
            for arm in arms
        },
    }
    if advantage.seats == 2:
        names = _pair_names(advantage)
        counts = [[row[i] for i in names] for row in advantage.table(seating)]
        entry["pairs"] = {"outcomes": list(names.values()), "counts": counts}
    return entry


def _decided_dict(decided: Mapping[str, Mean]) -> dict[str, Any]:
    return {
        name.replace(" ", "_"): {
            "estimate": finite(mean.mean),
            "interval": all_finite(mean.interval),
            "standard_error": finite(mean.standard_error),
        }
        for name, mean in decided.items()
    }


def _effect_dict(effect: Any) -> dict[str, Any]:
    chosen = effect.chosen
    return {
        "as_played": estimate_dict(effect.as_played),
        "causal": estimate_dict(effect.causal),
        "as_played_less_causal": {
            "estimate": finite(chosen.mean),
            "interval": all_finite(effect.chosen_span.interval),
            "unfinished_against_and_for": all_finite(effect.chosen_span.ends),
            "standard_error": finite(chosen.standard_error),
        },
    }


def estimate_dict(estimate: Any) -> dict[str, Any]:
    """Return an estimate as plain values for JSON."""
    return {
        "estimate": finite(estimate.mean.mean),
        "interval": all_finite(estimate.interval),
        "standard_error": finite(estimate.mean.standard_error),
        "unfinished_against_and_for": all_finite(estimate.ends),
        "unpaired_standard_error": finite(estimate.unpaired.standard_error),
        "variance_saved": finite(estimate.saved),
    }
