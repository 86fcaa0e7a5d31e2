"""The table of presets, and the reader of `preset,axis=value,...`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType

from rbcore.rules import Rules, hyphened

PAGAT = "pagat.com, Russian Bank"


@dataclass(frozen=True)
class Preset:
    """A named variant: its differences from the standard rules, in words and as axis values."""

    summary: str
    source: str
    changes: Mapping[str, int | str] = field(default_factory=dict)

    @property
    def rules(self) -> Rules:
        return Rules(**self.changes)  # type: ignore[arg-type]


PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        "standard": Preset("the standard game", PAGAT),
        "reserve-11": Preset("reserves of 11 cards", PAGAT, {"reserve_size": 11}),
        "reserve-12": Preset("reserves of 12 cards", PAGAT, {"reserve_size": 12}),
        "cut-start": Preset("cards are cut for the start", PAGAT, {"starter": "cut"}),
        "high-start": Preset("the higher reserve card starts", PAGAT, {"starter": "high-reserve"}),
        "tableau-start": Preset(
            "the houses alone decide who starts", PAGAT, {"starter": "tableau"}
        ),
    }
)

AXES = {hyphened(axis.name): axis for axis in fields(Rules)}


def variant(text: str) -> Rules:
    """The rules that `preset` or `preset,axis=value,...` names.

    Raises ValueError, in one sentence, for an unknown preset or axis, a malformed or repeated
    choice, a value outside its axis, and axes that clash.
    """
    name, *choices = text.split(",")
    if name not in PRESETS:
        raise ValueError(f"{name!r} is not a variant; there are {', '.join(PRESETS)}")
    changes = dict(PRESETS[name].changes)
    chosen: set[str] = set()
    for choice in choices:
        axis, equals, value = choice.partition("=")
        if axis not in AXES:
            raise ValueError(f"{axis!r} is not an axis; there are {', '.join(AXES)}")
        if not equals or not value:
            raise ValueError(f"{choice!r} names no value; write {axis}=VALUE")
        if axis in chosen:
            raise ValueError(f"{axis} is given twice; give it once")
        chosen.add(axis)
        changes[AXES[axis].name] = _read_value(axis, value)
    return Rules(**changes)  # type: ignore[arg-type]


def variant_text(rules: Rules) -> str:
    """The shortest `preset,axis=value,...` whose rules equal these."""

    def differences(preset: Preset) -> list[str]:
        base = preset.rules
        return [
            f"{axis}={getattr(rules, f.name)}"
            for axis, f in AXES.items()
            if getattr(rules, f.name) != getattr(base, f.name)
        ]

    name = min(PRESETS, key=lambda name: len(differences(PRESETS[name])))
    return ",".join([name, *differences(PRESETS[name])])


def _read_value(axis: str, text: str) -> int | str:
    if AXES[axis].metadata["values"]:
        return text
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise ValueError(f"{axis}={text} is not a whole number")
    return int(text)
