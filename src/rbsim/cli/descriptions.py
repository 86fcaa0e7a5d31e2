"""Variants in words: all presets and axes, and how a variant differs from the standard game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from textwrap import wrap
from typing import Any

import rbcore
from rbcore.rules.definition import Rules, hyphened, value_text
from rbcore.rules.variants import differences, nearest_preset
from rbcore.rules.wording import value_words, values_text

WIDTH = 80  # columns

Described = dict[str, Any]


def presets() -> list[Described]:
    """Return all presets, each with its name, summary and source."""
    return [
        {"name": name, "summary": preset.summary, "source": preset.source}
        for name, preset in rbcore.PRESETS.items()
    ]


def axes() -> list[Described]:
    """Return all axes, each with its name, values (the standard one first), meaning and clause."""
    return [
        {
            "name": hyphened(axis.name),
            "values": values_text(axis.name),
            "meaning": axis.metadata["meaning"],
            "clause": axis.metadata["clause"],
        }
        for axis in fields(Rules)
    ]


def changes(rules: Rules) -> list[Described]:
    """Return the changes from the standard game, each with axis, value, words and source.

    A change that the nearest preset makes has the preset's source.
    """
    preset = rbcore.PRESETS[nearest_preset(rules)]
    described = []
    for name, value in differences(rules, Rules()).items():
        notes = Rules.__dataclass_fields__[name].metadata
        of_preset = name in preset.changes and preset.changes[name] == value
        described.append(
            {
                "axis": hyphened(name),
                "value": value,
                "words": value_words(name, value),
                "source": preset.source if of_preset else notes["source"],
            }
        )
    return described


def list_lines() -> Iterator[str]:
    """Yield a line for each preset, then one for each axis."""
    yield "Presets:"
    for preset in presets():
        yield from _entry(preset["name"], 16, f"{preset['summary']} ({preset['source']})")
    yield ""
    yield "Axes, the standard value first; a variant is written preset,axis=value,...:"
    for axis in axes():
        words = f"{axis['meaning']} ({axis['clause']}): {axis['values']}"
        yield from _entry(axis["name"], 22, words)


def variant_lines(rules: Rules) -> Iterator[str]:
    """Yield the description of one variant: a sentence for each change, under its source."""
    name = rbcore.variant_text(rules)
    described = changes(rules)
    if name in rbcore.PRESETS:
        yield from wrap(f"{name}: {rbcore.PRESETS[name].summary}", WIDTH)
    else:
        yield name
    if not described:
        yield from wrap(f"The rules as they stand, from {rbcore.PRESETS[name].source}.", WIDTH)
    for source in dict.fromkeys(change["source"] for change in described):
        yield ""
        yield from wrap(f"From {source}:", WIDTH)
        for change in described:
            if change["source"] == source:
                axis = f"{change['axis']}={value_text(change['value'])}"
                yield from _entry(axis, 28, change["words"])


def _entry(name: str, width: int, words: str) -> Iterator[str]:
    """Yield a name and what it means, wrapped beside it."""
    lines = wrap(words, WIDTH - width - 3, break_long_words=False, break_on_hyphens=False)
    yield f"  {name:{width}} {lines[0]}"
    yield from (f"  {'':{width}} {line}" for line in lines[1:])
