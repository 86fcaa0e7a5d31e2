"""Played: versions, arms and rules of a stored study, as tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

import rbcore
from rbcore.rules.definition import Rules, hyphened, value_text
from rbsim.formatting.tables import Cells
from rbsim.reporting.stored import StoredStudy
from rbsim.running.attention import attention_text


def version_cells(manifest: dict[str, Any]) -> Cells:
    """Return what the games were played with."""
    arms = manifest["arms"]
    names = {"version": "rbsim", "games_version": "games version", "python": "Python",
             "numpy": "NumPy"}  # fmt: skip
    cells: Cells = [("played with", "version")]
    for name, words in names.items():
        found = dict.fromkeys(str(arm.get(name, "unknown")) for arm in arms)
        cells.append((words, ", ".join(found)))
    slips = {arm["slips_version"] for arm in arms if arm.get("slips_version")}
    cells += [("slips version", str(version)) for version in slips]
    return cells


def arm_cells(stored: StoredStudy, names: Sequence[str]) -> Cells:
    """Return a row for each arm: variant, players, games and limits."""
    cells: Cells = [("arm", "variant", "players", "slips", "seed", "games", "limits: turns",
                     "moves", "stalemate search")]  # fmt: skip
    for name, result, record in zip(names, stored.results, stored.manifest["arms"], strict=True):
        arm = result.batch
        numbers = f"{arm.first:,} to {arm.first + result.totals.games - 1:,}"
        limits = (f"{n:,}" for n in vars(arm.limits).values())
        slips = attention_text(arm.attention) or "none"
        players = ":".join(record["players"])
        variant = rbcore.variant_text(arm.rules)
        cells.append((name, variant, players, slips, str(arm.seed), numbers, *limits))
    return cells


def rule_tables(stored: StoredStudy, names: Sequence[str]) -> tuple[Cells, Cells | None]:
    """Return the rules of all arms, and a row for each arm with the axes in which arms differ."""
    arms = stored.study.arms
    values = {
        axis.name: [value_text(getattr(arm.rules, axis.name)) for arm in arms]
        for axis in fields(Rules)
    }
    differing = [name for name, texts in values.items() if len(set(texts)) > 1]
    common: Cells = [("axis", "value")]
    common += [(hyphened(n), texts[0]) for n, texts in values.items() if n not in differing]
    if not differing:
        return common, None
    by_arm: Cells = [("arm", *map(hyphened, differing))]
    by_arm += [
        (name, *(values[axis][i] for axis in differing)) for i, name in enumerate(names)
    ]  # fmt: skip
    return common, by_arm
