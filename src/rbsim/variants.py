"""Variants: named by a preset with axes, a TOML file, rules, or a preset of a plan."""

import re
from collections.abc import Collection, Iterable, Mapping
from contextvars import ContextVar
from dataclasses import replace
from pathlib import Path
from typing import Any

import rbcore
from rbcore.cards.ranges import known_names, nothing_text, shown
from rbcore.rules.variants import AXES, NAMED, differences, read_axis, read_value
from rbcore.toml_file import MAX_BYTES, TomlFile, Where, Wrong, noted
from rbsim.files import MAX_NAME_BYTES, read_plain, user_path

Variant = str | rbcore.Rules

NAME, SUFFIX = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*"), ".toml"
KEYS = ("base", "axes", "name", "summary", "source")

# The presets of the plan that is being read.
of_plan: ContextVar[Mapping[str, rbcore.Preset]] = ContextVar("of_plan", default={})  # noqa: B039


def read_variant(variant: Variant) -> tuple[str, rbcore.Rules]:
    """Return the name and the rules of a variant; a file sets its own name. Or ValueError."""
    if isinstance(variant, rbcore.Rules):
        return rbcore.variant_text(variant), variant
    if isinstance(variant, list | tuple):
        raise ValueError(f"{shown(variant)} is a list of variants; pass them as separate arguments")
    if not isinstance(variant, str):
        raise ValueError(f"{shown(variant)} is not the name of a variant or rbcore.Rules")
    if variant in rbcore.PLAYERS:
        raise ValueError(f"{variant} is a player, not a variant; write players={variant}")
    preset, comma, axes = variant.strip().partition(",")
    if preset.endswith(SUFFIX):
        name, described = _read_file(user_path(preset))
        text = f"{name},{axes}" if comma else name
        return text, rbcore.variant(text, {**NAMED, name: described})
    known = {**NAMED, **of_plan.get()}
    can_be_file = NAME.fullmatch(preset) and len(preset + SUFFIX) <= MAX_NAME_BYTES
    if preset not in known and can_be_file and user_path(preset + SUFFIX).is_file():
        raise ValueError(f"{preset} is not a variant; did you mean the file {preset}{SUFFIX}?")
    rules = rbcore.variant(variant, known)
    return (variant.strip() if preset in of_plan.get() else rbcore.variant_text(rules)), rules


def read_rules(variant: Variant) -> rbcore.Rules:
    """Return the rules of a variant as users write it; errors as in `read_variant`."""
    return read_variant(variant)[1]


def _read_file(path: Path) -> tuple[str, rbcore.Preset]:
    """Return the name and the preset in a file."""
    try:
        file = TomlFile(str(path), read_plain(path, MAX_BYTES + 1))
    except FileNotFoundError:
        raise ValueError(f"{path} does not exist; name a variant, or a variant file") from None
    with file.refusing() as wrongs:
        if not file.values:
            raise ValueError("it is empty; a variant has axes = { reserve-size = 7 }")
        name = file.values.get("name", path.stem)
        with noted(wrongs, ("name",)):
            try:
                check_name(name)
            except ValueError as error:
                if "name" in file.values:
                    raise
                lack = 'the file needs a name = "...", since its file name cannot serve as one'
                raise ValueError(f"{lack}: {error}") from None
        preset = read_preset(file.values, NAMED)
    return name, preset


def check_name(name: object) -> None:
    """Raise ValueError, in a sentence, for an invalid name of a variant."""
    if not isinstance(name, str) or not NAME.fullmatch(name):
        raise ValueError(
            f"{shown(name)} is not the name of a variant; use a letter a-z, then letters, digits "
            "and -"
        )
    if text := nothing_text(name):
        raise ValueError(text)
    if name in (*NAMED, *rbcore.PLAYERS):
        raise ValueError(f"{name} is a name that rbsim already uses; choose another")


def check_keys(
    table: Iterable[str], known: Collection[str], where: Where = (), what: str = ""
) -> None:
    """Raise Wrong, listing all, for unknown keys of a TOML table."""
    of = f" of {what}" if what else ""
    wrongs = [
        Wrong((*where, key), f"{shown(key)} is not a key{of}; {known_names(key, known)}")
        for key in table
        if key.replace("-", "_") not in {name.replace("-", "_") for name in known}
    ]
    if wrongs:
        raise Wrong.together(wrongs)


def read_preset(
    table: Mapping[str, Any], presets: Mapping[str, rbcore.Preset], where: Where = ()
) -> rbcore.Preset:
    """Return the preset of a TOML table: a base, which is a variant, and axes that differ from it.

    Raises Wrong for all wrong keys and axes, or for axes that clash; `where` has the keys of the
    table in its file.
    """
    for key in table:
        if key.replace("_", "-") in AXES:
            reason = f"{key} is an axis; put it into axes, as in axes = {{ {key} = ... }}"
            raise Wrong((*where, key), reason)
    check_keys(table, KEYS, where, "a variant")
    base, axes = table.get("base", "standard"), table.get("axes", {})
    if not isinstance(base, str) or not isinstance(axes, dict):
        raise Wrong(where, 'a variant has base = "standard" and axes = { reserve-size = 7 }')
    summary, source = (table.get(key, "") for key in ("summary", "source"))
    if not (isinstance(summary, str) and isinstance(source, str)):
        raise Wrong(where, "summary and source must be texts")
    wrongs: list[Wrong] = []
    base_rules, changes = rbcore.Rules(), dict[str, Any]()
    with noted(wrongs, (*where, "base")):
        base_rules = rbcore.variant(base, presets)
    for key, value in axes.items():
        as_text = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
        with noted(wrongs, (*where, "axes", key)):
            axis = read_axis(key)
            changes[AXES[axis].name] = read_value(axis, as_text)
    if wrongs:
        raise Wrong.together(wrongs)
    try:
        rules = replace(base_rules, **changes)
    except ValueError as error:  # axes that clash; the error is at the last one that it names
        words = re.findall("[a-z-]+", str(error))
        named = [key for key in axes if read_axis(key) in words]
        raise Wrong((*where, "axes", [*axes, *named][-1]), error) from None
    return rbcore.Preset(summary, source, differences(rules, rbcore.Rules()))
