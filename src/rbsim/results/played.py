"""Played: versions, arms and rules of a result, as tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rbsim.pipeline.tally import Tally
from rbsim.rendering.table import Cell, Table
from rbsim.results.result import StudyResult
from rbsim.running.attention import attention_text
from rbsim.running.batch import Batch

VERSIONS = {"version": "rbsim", "games_version": "games version", "python": "Python",
            "numpy": "NumPy"}  # fmt: skip

OF_TURNS = ("moves in a turn in Python", "games it ended")


def played_tables(result: StudyResult) -> Iterator[Table]:
    """Yield what was played: arms, and rules, first those in which arms differ."""
    arms = result.study.arms
    names = result.arm_names
    yield _arm_table(names, arms, result.tally)
    facts = [arm.row_kind.facts(arm.rules) for arm in arms]
    if arms[0].row_kind.seated:
        yield from _rule_tables(names, facts)
    else:
        yield Table(
            "Rules", tuple(facts[0]), tuple(dict.fromkeys(tuple(one.values()) for one in facts))
        )


def _arm_table(names: Sequence[str], arms: Sequence[Batch], tally: Tally) -> Table:
    """Return a row for each arm: variant, players, games and limits."""
    in_python = any(arm.python_players for arm in arms)
    ended = {i: getattr(sums, "long_turns", 0) for i, sums in tally.arms.items()}
    rows: list[tuple[Cell, ...]] = []
    for i, (name, arm) in enumerate(zip(names, arms, strict=True)):
        numbers = f"{arm.first:,} to {arm.first + tally.arms[i].count - 1:,}"
        slips = attention_text(arm.attention) or "none"
        players = ":".join(arm.versioned_players)
        limits = [
            *vars(arm.limits).values(),
            *([arm.max_turn_moves, ended[i]] if in_python else []),
        ]
        rows.append((name, arm.variant, players, slips, str(arm.seed), numbers, *limits))
    head = ("arm", "variant", "players", "slips", "seed", "games", "limits: turns", "moves",
            "stalemate search", *(OF_TURNS if in_python else ()))  # fmt: skip
    return Table("Arms", head, tuple(rows))


def _rule_tables(names: Sequence[str], facts: Sequence[dict[str, str]]) -> Iterator[Table]:
    """Yield a row for each arm with the axes in which arms differ; then the rules of all."""
    values = {axis: [one[axis] for one in facts] for axis in facts[0]}
    differing = [axis for axis, texts in values.items() if len(set(texts)) > 1]
    if differing:
        rows = tuple(
            (name, *(values[axis][i] for axis in differing)) for i, name in enumerate(names)
        )
        yield Table("Rules in which arms differ", ("arm", *differing), rows)
    common = tuple((axis, texts[0]) for axis, texts in values.items() if axis not in differing)
    title = "Rules of all arms" if differing else "Rules"
    yield Table(title, ("axis", "value"), common)


def version_table(record: Mapping[str, Any]) -> Table:
    """Return what the games of a record were played with."""
    parts = record.get("parts", [record])
    arms = [arm for part in parts for arm in part["arms"]]
    rows: list[tuple[Cell, ...]] = []
    for name, words in VERSIONS.items():
        found = dict.fromkeys(str(arm.get(name, "unknown")) for arm in arms)
        rows.append((words, ", ".join(found)))
    slips = {str(arm["slips_version"]) for arm in arms if arm.get("slips_version")}
    rows += [("slips version", version) for version in sorted(slips)]
    return Table("Versions", ("played with", "version"), tuple(rows))
