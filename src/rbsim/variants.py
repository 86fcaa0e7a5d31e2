"""Variants: what names one: a preset with axes, a file of TOML, rules, or a preset of a plan."""

import re
import tomllib
from collections.abc import Collection, Iterable, Mapping
from contextvars import ContextVar
from dataclasses import replace
from pathlib import Path
from typing import Any

import rbcore
from rbcore.cards.ranges import known_names, shown
from rbcore.rules.variants import AXES, differences, read_axis, read_value
from rbcore.toml_file import Where, check_texts, key_lines
from rbsim.files import read_plain

Variant = str | rbcore.Rules

NAME, SUFFIX = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*"), ".toml"
KEYS = ("base", "axes", "name", "summary", "source")
MOST_BYTES = 1 << 20

# Presets that the plan has which is being read.
of_plan: ContextVar[Mapping[str, rbcore.Preset]] = ContextVar("of_plan", default={})  # noqa: B039


def read_variant(variant: Variant) -> tuple[str, rbcore.Rules]:
    """Return a variant's name, of a file its own, and rules; ValueError for no variant."""
    if isinstance(variant, rbcore.Rules):
        return rbcore.variant_text(variant), variant
    if isinstance(variant, list | tuple):
        raise ValueError(f"{shown(variant)} is several variants; give them one by one, unpacked")
    if not isinstance(variant, str):
        raise ValueError(f"{shown(variant)} is neither the name of a variant nor rbcore.Rules")
    if variant in rbcore.PLAYERS:
        raise ValueError(f"{variant} is a player, not a variant; write players={variant}")
    own, comma, axes = variant.strip().partition(",")
    if own.endswith(SUFFIX):
        name, preset = _read_file(Path(own))
        text = f"{name},{axes}" if comma else name
        return text, rbcore.variant(text, {**rbcore.PRESETS, name: preset})
    known = {**rbcore.PRESETS, **of_plan.get()}
    if own not in known and NAME.fullmatch(own) and Path(own + SUFFIX).is_file():
        raise ValueError(f"{own} is not a variant; did you mean the file {own}{SUFFIX}?")
    rules = rbcore.variant(variant, known)
    return (variant.strip() if own in of_plan.get() else rbcore.variant_text(rules)), rules


def read_rules(variant: Variant) -> rbcore.Rules:
    """Return the rules of a variant as users write it; errors as `read_variant`."""
    return read_variant(variant)[1]


def _read_file(path: Path) -> tuple[str, rbcore.Preset]:
    """Return the name and the preset that a file describes."""
    try:
        said = tomllib.loads(text := read_plain(path, MOST_BYTES).decode())
    except FileNotFoundError:
        raise ValueError(f"{path} is not there; name a variant, or the file of one") from None
    except ValueError as error:
        raise ValueError(f"{path} is no file of TOML: {error}") from None
    try:
        if not said:
            raise ValueError("there is nothing in it; a variant has axes = { reserve-size = 7 }")
        check_texts(said)
        check_name(name := said.get("name", path.stem))
        return name, read_preset(said, rbcore.PRESETS, text)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def check_name(name: object) -> None:
    """Raise ValueError, in a sentence, for what cannot name a variant of one's own."""
    if not isinstance(name, str) or not NAME.fullmatch(name):
        raise ValueError(f"{shown(name)} is no name of a variant; letters a-z, digits and - do")
    if name in (*rbcore.PRESETS, *rbcore.PLAYERS):
        raise ValueError(f"{name} is a name that rbsim has already; choose another")


def check_keys(said: Iterable[str], known: Collection[str], what: str = "") -> None:
    """Raise ValueError, in a sentence, for a key that a table of TOML does not have."""
    for key in said:
        if key not in known:
            of = f" of {what}" if what else ""
            raise ValueError(f"{shown(key)} is no key{of}; {known_names(key, known)}")


def read_preset(
    said: Mapping[str, Any], presets: Mapping[str, rbcore.Preset], text: str, where: Where = ()
) -> rbcore.Preset:
    """Return a preset as TOML has it: a base, which is a variant, and axes that differ from it.

    Errors are of all axes that are wrong, or that clash, with lines in `text`, the whole file.
    """
    if axes := [key for key in said if key.replace("_", "-") in AXES]:
        raise ValueError(
            f"{axes[0]} is an axis; write it into axes, as axes = {{ {axes[0]} = ... }}"
        )
    check_keys(said, KEYS, "a variant")
    base, axes = said.get("base", "standard"), said.get("axes", {})
    if not isinstance(base, str) or not isinstance(axes, dict):
        raise ValueError('a variant has base = "standard" and axes = { reserve-size = 7 }')
    summary, source = (said.get(key, "") for key in ("summary", "source"))
    if not (isinstance(summary, str) and isinstance(source, str)):
        raise ValueError("summary and source are texts")
    base_rules = rbcore.variant(base, presets)
    changes, wrong = dict[str, Any](), dict[str, ValueError]()
    for key, value in axes.items():
        as_text = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
        try:
            axis = read_axis(key)
            changes[AXES[axis].name] = read_value(axis, as_text)
        except ValueError as error:
            wrong[key] = error
    try:
        rules = base_rules if wrong else replace(base_rules, **changes)
    except ValueError as error:  # of axes that clash, on the line of the last that it names
        words = re.findall("[a-z-]+", str(error))
        named = [key for key in axes if read_axis(key) in words]
        wrong[[*axes, *named][-1]] = error
    if wrong:
        lines = key_lines(text)
        at = {key: lines.get((*where, "axes", key), 1) for key in wrong}
        raise ValueError("; ".join(f"line {at[key]}: {one}" for key, one in wrong.items()))
    return rbcore.Preset(summary, source, differences(rules, rbcore.Rules()))
