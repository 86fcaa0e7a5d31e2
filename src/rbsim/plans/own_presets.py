"""Presets of one's own: a base with axes changed, and where the rules are from."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import rbcore
from rbcore.cards.ranges import shown
from rbcore.rules.definition import hyphened
from rbcore.rules.variants import AXES, differences, read_axis, read_value
from rbcore.toml_file import TomlFile, Where
from rbsim.plans.keys import read_table
from rbsim.plans.options import Presets

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
KEYS = ("base", "axes", "source", "summary")


def read_presets(file: TomlFile, tables: object) -> dict[str, rbcore.Preset]:
    """Return the presets of a plan. Raises ValueError with file, line and key."""
    if not isinstance(tables, dict):
        raise file.wrong(("preset",), "presets are tables; write [preset.NAME]")
    own: dict[str, rbcore.Preset] = {}
    for name, table in tables.items():
        where = ("preset", name)
        if not NAME.fullmatch(name):
            raise file.wrong(
                where, f"{shown(name)} is no name of a preset; it has letters a-z, digits and -"
            )
        if name in rbcore.PRESETS:
            raise file.wrong(where, f"{name} is one of the presets; choose another name")
        own[name] = _preset(file, where, table, {**rbcore.PRESETS, **own})
    return own


def _preset(file: TomlFile, where: Where, table: object, presets: Presets) -> rbcore.Preset:
    given = read_table(file, where, table, KEYS, "a preset")
    texts = {"base": "standard", "source": "", "summary": ""}
    for key in texts:
        if key in given:
            texts[key] = given[key].text()
    try:
        base = rbcore.variant(texts["base"], presets)
    except ValueError as error:
        raise file.wrong((*where, "base"), error) from None
    if "axes" not in given:
        raise file.wrong(where, f"it has no axes, and would be {texts['base']} by another name")
    axes = read_table(file, given["axes"].where, given["axes"].value, tuple(AXES), "the rules")
    changes: dict[str, Any] = {}
    for name, one in axes.items():
        try:
            axis = read_axis(name)
            changes[AXES[axis].name] = read_value(axis, _axis_text(one.value))
        except ValueError as error:
            raise file.wrong(one.where, error) from None
    try:
        rules = replace(base, **changes)
    except ValueError as error:
        blamed = (one for name, one in axes.items() if hyphened(name) in str(error))
        raise file.wrong(next(blamed, given["axes"]).where, error) from None
    return rbcore.Preset(texts["summary"], texts["source"], differences(rules, rbcore.Rules()))


def _axis_text(value: object) -> str:
    """Return the value of an axis as it is typed."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if not isinstance(value, (int, str)):
        raise ValueError(f"{shown(value)} is no value of an axis; write a number, true or a text")
    return str(value)
