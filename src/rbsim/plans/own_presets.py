"""Presets of one's own: a base with axes changed, and where the rules are from."""

import re
from dataclasses import replace
from typing import Any

import rbcore
from rbcore.cards.ranges import shown
from rbcore.rules.definition import hyphened
from rbcore.rules.variants import AXES, differences, read_axis, read_value
from rbsim.plans.keys import Presets, Value

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def read_presets(tables: Value) -> dict[str, rbcore.Preset]:
    """Return the presets of a plan. Raises ValueError with file, line and key."""
    if not isinstance(tables.value, dict):
        raise tables.wrong("presets are tables; write [preset.NAME]")
    own: dict[str, rbcore.Preset] = {}
    for name, value in tables.value.items():
        table = Value(tables.file, (*tables.where, name), value)
        if not NAME.fullmatch(name):
            raise table.wrong(
                f"{shown(name)} is no name of a preset; it has letters a-z, digits and -"
            )
        if name in rbcore.PRESETS:
            raise table.wrong(f"{name} is one of the presets; choose another name")
        own[name] = _preset(table, {**rbcore.PRESETS, **own})
    return own


def _preset(table: Value, presets: Presets) -> rbcore.Preset:
    given = table.table(("base", "axes", "source", "summary"), "a preset")
    texts = {key: given[key].text() for key in ("base", "source", "summary") if key in given}
    name = texts.get("base", "standard")
    try:
        base = rbcore.variant(name, presets)
    except ValueError as error:
        raise given["base"].wrong(error) from None
    if "axes" not in given:
        raise table.wrong(f"it has no axes, and would be {name} by another name")
    axes = given["axes"].table(AXES, "the rules")
    changes: dict[str, Any] = {}
    for key, one in axes.items():
        try:
            axis = read_axis(key)
            changes[AXES[axis].name] = read_value(axis, _axis_text(one.value))
        except ValueError as error:
            raise one.wrong(error) from None
    try:
        rules = replace(base, **changes)
    except ValueError as error:
        blamed = (one for key, one in axes.items() if hyphened(key) in str(error))
        raise next(blamed, given["axes"]).wrong(error) from None
    changed = differences(rules, rbcore.Rules())
    return rbcore.Preset(texts.get("summary", ""), texts.get("source", ""), changed)


def _axis_text(value: object) -> str:
    """Return the value of an axis as it is typed."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if not isinstance(value, (int, str)):
        raise ValueError(f"{shown(value)} is no value of an axis; write a number, true or a text")
    return str(value)
